// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_axil_cdc between clocks of unrelated periods.
//
// Parameter space: the half periods of both clocks in ps, Stages. State space: random writes and
// reads of 16 words of a register model on the far side, with random stalls; address and data of a
// write in either order; a reset of either side between two transfers. A write and a read start
// directly after each release, also while the other side is still in reset.
// - Each read returns the last written value and its own response; each write has its own response.
// - Stalled payload is stable on the far side.
// - On an idle bus, no register of the crossing holds any part of a transfer.
//
// Prints "PASS <transfers>" or "FAIL" with the first difference.
`timescale 1ps / 1ps

module tb_roundel_axil_cdc #(
  parameter int NearHalf = 3500,
  parameter int FarHalf = 5300,
  parameter int Stages = 2
);

  logic s_clk = 1'b0;
  logic m_clk = 1'b0;
  logic s_rst_n = 1'b0;
  logic m_rst_n = 1'b0;
  always #NearHalf s_clk = ~s_clk;
  initial begin
    #1234;
    forever #FarHalf m_clk = ~m_clk;
  end

  logic [11:0] s_awaddr = '0, s_araddr = '0;
  logic [2:0] s_awprot = '0, s_arprot = '0;
  logic [31:0] s_wdata = '0;
  logic [3:0] s_wstrb = '0;
  logic s_awvalid = 1'b0, s_wvalid = 1'b0, s_arvalid = 1'b0, s_bready = 1'b0, s_rready = 1'b0;
  wire s_awready, s_wready, s_arready, s_bvalid, s_rvalid;
  wire [1:0] s_bresp, s_rresp;
  wire [31:0] s_rdata;

  wire [11:0] m_awaddr, m_araddr;
  wire [2:0] m_awprot, m_arprot;
  wire [31:0] m_wdata;
  wire [3:0] m_wstrb;
  wire m_awvalid, m_wvalid, m_arvalid, m_bready, m_rready;
  logic m_awready = 1'b0, m_wready = 1'b0, m_arready = 1'b0, m_bvalid = 1'b0, m_rvalid = 1'b0;
  logic [1:0] m_bresp = '0, m_rresp = '0;
  logic [31:0] m_rdata = '0;

  roundel_axil_cdc #(
    .AddressBits(12),
    .Stages(Stages)
  ) dut (
    .s_axil_aclk(s_clk),
    .s_axil_aresetn(s_rst_n),
    .s_axil_awaddr(s_awaddr),
    .s_axil_awprot(s_awprot),
    .s_axil_awvalid(s_awvalid),
    .s_axil_awready(s_awready),
    .s_axil_wdata(s_wdata),
    .s_axil_wstrb(s_wstrb),
    .s_axil_wvalid(s_wvalid),
    .s_axil_wready(s_wready),
    .s_axil_bresp(s_bresp),
    .s_axil_bvalid(s_bvalid),
    .s_axil_bready(s_bready),
    .s_axil_araddr(s_araddr),
    .s_axil_arprot(s_arprot),
    .s_axil_arvalid(s_arvalid),
    .s_axil_arready(s_arready),
    .s_axil_rdata(s_rdata),
    .s_axil_rresp(s_rresp),
    .s_axil_rvalid(s_rvalid),
    .s_axil_rready(s_rready),
    .m_axil_aclk(m_clk),
    .m_axil_aresetn(m_rst_n),
    .m_axil_awaddr(m_awaddr),
    .m_axil_awprot(m_awprot),
    .m_axil_awvalid(m_awvalid),
    .m_axil_awready(m_awready),
    .m_axil_wdata(m_wdata),
    .m_axil_wstrb(m_wstrb),
    .m_axil_wvalid(m_wvalid),
    .m_axil_wready(m_wready),
    .m_axil_bresp(m_bresp),
    .m_axil_bvalid(m_bvalid),
    .m_axil_bready(m_bready),
    .m_axil_araddr(m_araddr),
    .m_axil_arprot(m_arprot),
    .m_axil_arvalid(m_arvalid),
    .m_axil_arready(m_arready),
    .m_axil_rdata(m_rdata),
    .m_axil_rresp(m_rresp),
    .m_axil_rvalid(m_rvalid),
    .m_axil_rready(m_rready)
  );

  integer seed, done;
  logic failed;
  logic hurry;  // the processor makes no pause

  task automatic fail(input string what);
    if (!failed) $display("FAIL at %0t, transfer %0d: %s", $time, done, what);
    failed = 1'b1;
    $finish;
  endtask

  // ---- Registers of the far side; the response is the low two bits of the word number -----------
  logic [31:0] words[0:15];
  logic have_address, have_data;
  logic [11:0] address;
  logic [31:0] data;
  logic [3:0] strobe;
  logic aw_stalled, w_stalled, ar_stalled;
  logic [14:0] aw_held, ar_held;
  logic [35:0] w_held;
  integer b;

  always @(posedge m_clk) begin
    if (!m_rst_n || !s_rst_n) begin
      {have_address, have_data, aw_stalled, w_stalled, ar_stalled} = '0;
      #100 {m_bvalid, m_rvalid, m_awready, m_wready, m_arready} = '0;
    end else begin
      if (aw_stalled && {m_awvalid, m_awaddr, m_awprot} !== {1'b1, aw_held}) fail("AW changed");
      if (w_stalled && {m_wvalid, m_wdata, m_wstrb} !== {1'b1, w_held}) fail("W changed");
      if (ar_stalled && {m_arvalid, m_araddr, m_arprot} !== {1'b1, ar_held}) fail("AR changed");
      aw_stalled = m_awvalid && !m_awready;
      w_stalled = m_wvalid && !m_wready;
      ar_stalled = m_arvalid && !m_arready;
      aw_held = {m_awaddr, m_awprot};
      w_held = {m_wdata, m_wstrb};
      ar_held = {m_araddr, m_arprot};
      if (m_awvalid && m_awready) begin
        if (m_awprot !== m_awaddr[4:2]) fail("another m_axil_awprot");
        have_address = 1'b1;
        address = m_awaddr;
      end
      if (m_wvalid && m_wready) begin
        have_data = 1'b1;
        data = m_wdata;
        strobe = m_wstrb;
      end
      if (m_bvalid && m_bready) m_bvalid <= #100 1'b0;
      if (m_rvalid && m_rready) m_rvalid <= #100 1'b0;
      if (have_address && have_data && !m_bvalid) begin
        for (b = 0; b < 4; b = b + 1) begin
          if (strobe[b]) words[address[5:2]][8*b+:8] = data[8*b+:8];
        end
        {have_address, have_data} = '0;
        m_bvalid <= #100 1'b1;
        m_bresp <= #100 address[3:2];
      end
      if (m_arvalid && m_arready) begin
        if (m_arprot !== m_araddr[4:2]) fail("another m_axil_arprot");
        m_rvalid <= #100 1'b1;
        m_rdata <= #100 words[m_araddr[5:2]];
        m_rresp <= #100 m_araddr[3:2];
      end
      #100;
      m_awready = !have_address && $urandom(seed);
      m_wready = !have_data && $urandom(seed);
      m_arready = !m_rvalid && $urandom(seed);
    end
  end

  // ---- The processor ----------------------------------------------------------------------------
  logic [31:0] expected[0:15];

  task automatic pause;
    while (!hurry && $urandom(seed) % 2) @(posedge s_clk);
  endtask

  task automatic write(input logic [3:0] place, input logic [31:0] value, input logic [3:0] mask);
    integer k;
    fork
      begin
        pause();
        #100 {s_awvalid, s_awaddr, s_awprot} = {1'b1, 6'd0, place, 2'b00, place[2:0]};
        @(posedge s_clk);
        while (!s_awready) @(posedge s_clk);
        #100 s_awvalid = 1'b0;
      end
      begin
        pause();
        #100 {s_wvalid, s_wdata, s_wstrb} = {1'b1, value, mask};
        @(posedge s_clk);
        while (!s_wready) @(posedge s_clk);
        #100 s_wvalid = 1'b0;
      end
    join
    pause();
    #100 s_bready = 1'b1;
    @(posedge s_clk);
    while (!s_bvalid) @(posedge s_clk);
    if (s_bresp !== place[1:0]) fail("another write response");
    #100 s_bready = 1'b0;
    for (k = 0; k < 4; k = k + 1) if (mask[k]) expected[place][8*k+:8] = value[8*k+:8];
    done = done + 1;
  endtask

  task automatic read(input logic [3:0] place);
    pause();
    #100 {s_arvalid, s_araddr, s_arprot} = {1'b1, 6'd0, place, 2'b00, place[2:0]};
    @(posedge s_clk);
    while (!s_arready) @(posedge s_clk);
    #100 s_arvalid = 1'b0;
    pause();
    #100 s_rready = 1'b1;
    @(posedge s_clk);
    while (!s_rvalid) @(posedge s_clk);
    if (s_rdata !== expected[place]) fail("another word");
    if (s_rresp !== place[1:0]) fail("another read response");
    #100 s_rready = 1'b0;
    done = done + 1;
  endtask

  task automatic rest;
    #(20 * (NearHalf + FarHalf));
    if ({dut.u_write_data.src_data_q, dut.u_write_data.dst_data_q} !== '0) fail("data stays");
    if ({dut.u_read_data.src_data_q, dut.u_read_data.dst_data_q} !== '0) fail("an answer stays");
    if ({dut.u_write_address.src_data_q, dut.u_write_address.dst_data_q} !== '0) begin
      fail("an address stays");
    end
  endtask

  task automatic reset(input integer side);
    if (side != 1) s_rst_n = 1'b0;
    if (side != 0) m_rst_n = 1'b0;
    #(4 * (NearHalf + FarHalf) + 777);
    if ({s_bvalid, s_rvalid, m_awvalid, m_wvalid, m_arvalid} !== '0) fail("a valid in reset");
    hurry = 1'b1;
    s_rst_n = 1'b1;
    fork
      begin
        if (side != 0) #(6 * NearHalf + 4321);
        m_rst_n = 1'b1;
      end
      write(4'd0, $urandom(seed), 4'hf);
      read(4'd1);
    join
    hurry = 1'b0;
  endtask

  integer n;
  initial begin
    seed = 5;
    {done, failed, hurry} = '0;
    reset(2);
    for (n = 0; n < 16; n = n + 1) write(n[3:0], $urandom(seed), 4'hf);
    for (n = 0; n < 400; n = n + 1) begin
      if ($urandom(seed) % 2) write($urandom(seed), $urandom(seed), $urandom(seed));
      else read($urandom(seed));
      if (n % 40 == 39) rest();
      if (n % 60 == 59) reset($unsigned($urandom(seed)) % 3);
    end
    if (!failed) $display("PASS %0d", done);
    $finish;
  end

  initial #(40000 * (NearHalf + FarHalf)) fail("a transfer never ends");

endmodule : tb_roundel_axil_cdc
