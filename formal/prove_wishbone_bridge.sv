// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_wishbone_bridge turns each request into one AXI4-Lite access, and answers the
// request once, in order, with the data and the error of its response.
//
// Address, data, byte selects and attributes of the request pass unchanged. Each valid of AXI4-Lite
// holds, with its payload, until its ready. The answer comes one cycle after the response, and only
// to a cycle (CYC) that has been high since the request. The write data is zero when the bridge
// does not offer write data. If the subordinate accepts each valid and sends each response within
// Wait cycles, the answer comes within 2 * Wait + 3 cycles of the request. Unbounded, with resets,
// stalls and aborted cycles at any time, for every AXI4-Lite subordinate. Classic = 0: for every
// host. Classic = 1: for a host that holds the request until the answer; then each ACK or ERR
// belongs to the request at the ports.

module prove_wishbone_bridge #(
  parameter int Wait = 3,
  parameter int Classic = 0
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        cyc_i,
  input logic        stb_i,
  input logic        we_i,
  input logic [11:2] adr_i,
  input logic [ 3:0] sel_i,
  input logic [31:0] dat_w_i,
  input logic [ 2:0] prot_i,
  input logic        awready_i,
  input logic        wready_i,
  input logic [ 1:0] bresp_i,
  input logic        bvalid_i,
  input logic        arready_i,
  input logic [31:0] rdata_i,
  input logic [ 1:0] rresp_i,
  input logic        rvalid_i
);

  logic stall, ack, err, awvalid, wvalid, bready, arvalid, rready;
  logic [31:0] dat_r, wdata;
  logic [11:0] awaddr, araddr;
  logic [2:0] awprot, arprot;
  logic [3:0] wstrb;

  roundel_wishbone_bridge u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .s_wb_cyc(cyc_i),
    .s_wb_stb(stb_i),
    .s_wb_we(we_i),
    .s_wb_adr(adr_i),
    .s_wb_sel(sel_i),
    .s_wb_dat_w(dat_w_i),
    .s_wb_prot(prot_i),
    .s_wb_stall(stall),
    .s_wb_ack(ack),
    .s_wb_err(err),
    .s_wb_dat_r(dat_r),
    .m_axil_awaddr(awaddr),
    .m_axil_awprot(awprot),
    .m_axil_awvalid(awvalid),
    .m_axil_awready(awready_i),
    .m_axil_wdata(wdata),
    .m_axil_wstrb(wstrb),
    .m_axil_wvalid(wvalid),
    .m_axil_wready(wready_i),
    .m_axil_bresp(bresp_i),
    .m_axil_bvalid(bvalid_i),
    .m_axil_bready(bready),
    .m_axil_araddr(araddr),
    .m_axil_arprot(arprot),
    .m_axil_arvalid(arvalid),
    .m_axil_arready(arready_i),
    .m_axil_rdata(rdata_i),
    .m_axil_rresp(rresp_i),
    .m_axil_rvalid(rvalid_i),
    .m_axil_rready(rready)
  );

  // ---- The request ------------------------------------------------------------------------------
  logic started_q = 1'b0;
  logic open_q;  // a request is in progress
  logic wanted_q;  // CYC has been high since the request
  logic answered_q;  // its response came in the last cycle
  logic accepted, answer, write_q;
  logic [11:2] word_q;
  logic [3:0] select_q;
  logic [31:0] value_q;
  logic [2:0] prot_q;
  logic waits_q;  // Classic: the host waits for an answer
  logic [49:0] request, request_q;

  assign accepted = cyc_i && stb_i && !stall;
  assign answer = ack || err;
  assign request = {we_i, adr_i, sel_i, dat_w_i, prot_i};

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    request_q <= request;
    if (accepted) {write_q, word_q, select_q, value_q, prot_q} <= request;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {open_q, wanted_q, waits_q} <= '0;
    end else begin
      open_q <= accepted || (open_q && !answered_q);
      wanted_q <= cyc_i && (accepted || wanted_q);
      waits_q <= cyc_i && stb_i && !answer;
    end
  end

  // ---- The subordinate --------------------------------------------------------------------------
  logic aw_done_q, w_done_q, ar_done_q;
  logic read_q, error_q;  // the response
  logic [31:0] data_q;
  logic [3:0] address_wait_q, data_wait_q, response_wait_q;  // cycles without a handshake
  logic response_due;
  assign response_due = ((aw_done_q && w_done_q) || ar_done_q) && !answered_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {aw_done_q, w_done_q, ar_done_q, answered_q} <= '0;
      {address_wait_q, data_wait_q, response_wait_q} <= '0;
    end else begin
      aw_done_q <= (aw_done_q || (awvalid && awready_i)) && !answered_q;
      w_done_q <= (w_done_q || (wvalid && wready_i)) && !answered_q;
      ar_done_q <= (ar_done_q || (arvalid && arready_i)) && !answered_q;
      answered_q <= bvalid_i || rvalid_i;
      address_wait_q <= ((awvalid && !awready_i) || (arvalid && !arready_i))
          ? address_wait_q + 4'd1 : 4'd0;
      data_wait_q <= (wvalid && !wready_i) ? data_wait_q + 4'd1 : 4'd0;
      response_wait_q <= (response_due && !bvalid_i && !rvalid_i) ? response_wait_q + 4'd1 : 4'd0;
    end
  end
  always_ff @(posedge clk_i) begin
    read_q <= rvalid_i;
    error_q <= bvalid_i ? bresp_i[1] : rresp_i[1];
    data_q <= rdata_i;
  end

  // ---- Time and stability -----------------------------------------------------------------------
  logic [5:0] cycles_q;  // since the request
  logic aw_stalled_q, w_stalled_q, ar_stalled_q;
  logic dropped_q, again_q;  // a request was aborted; a later request was accepted in its place
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycles_q <= '0;
      {aw_stalled_q, w_stalled_q, ar_stalled_q, dropped_q, again_q} <= '0;
    end else begin
      cycles_q <= (accepted || (open_q && !answered_q)) ? cycles_q + 6'd1 : 6'd0;
      aw_stalled_q <= awvalid && !awready_i;
      w_stalled_q <= wvalid && !wready_i;
      ar_stalled_q <= arvalid && !arready_i;
      dropped_q <= dropped_q || (open_q && !cyc_i);
      again_q <= again_q || (dropped_q && accepted);
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (Classic != 0 && waits_q) assume (cyc_i && stb_i && request == request_q);
    assume (!bvalid_i || (response_due && aw_done_q));
    assume (!rvalid_i || (response_due && ar_done_q));
    if (int'(address_wait_q) == Wait) assume (awready_i && arready_i);
    if (int'(data_wait_q) == Wait) assume (wready_i);
    if (int'(response_wait_q) == Wait && response_due) assume (aw_done_q ? bvalid_i : rvalid_i);

    if (started_q && rst_ni) begin
      assert (stall == open_q);
      // One access for each request, with its address, data and attributes.
      assert (!awvalid || (open_q && write_q && !aw_done_q));
      assert (!wvalid || (open_q && write_q && !w_done_q));
      assert (!arvalid || (open_q && !write_q && !ar_done_q));
      assert (!awvalid || (awaddr == {word_q, 2'b00} && awprot == prot_q));
      assert (!arvalid || (araddr == {word_q, 2'b00} && arprot == prot_q));
      assert (wvalid ? wdata == value_q && wstrb == select_q : wdata == '0);
      // An offered transfer stays.
      assert (!aw_stalled_q || awvalid);
      assert (!w_stalled_q || wvalid);
      assert (!ar_stalled_q || arvalid);
      assert (bready && rready);
      // One answer for each request: that of its response, in the next cycle.
      assert (answer == (answered_q && wanted_q && cyc_i));
      assert (!(ack && err) && (!answer || err == error_q));
      assert (!answered_q || (open_q && (write_q ? aw_done_q && w_done_q : ar_done_q)));
      assert (!ack || write_q || (read_q && dat_r == data_q));
      assert (int'(cycles_q) <= 2 * Wait + 3);
      if (Classic != 0 && answer) begin
        assert (stb_i && request == {write_q, word_q, select_q, value_q, prot_q});
      end
    end
    stalled: cover (started_q && rst_ni && answer && int'(cycles_q) == 2 * Wait + 3);
    quick: cover (started_q && rst_ni && ack && cycles_q == 6'd3);
    refused: cover (started_q && rst_ni && err && write_q);
    aborted: cover (started_q && rst_ni && again_q && ack);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [1:0] \u_dut.state_q ;
  (* hierconn *) logic \u_dut.aw_q ;
  (* hierconn *) logic \u_dut.w_q ;
  (* hierconn *) logic \u_dut.ar_q ;
  (* hierconn *) logic \u_dut.wanted_q ;
  (* hierconn *) logic \u_dut.error_q ;
  (* hierconn *) logic [11:2] \u_dut.word_q ;
  (* hierconn *) logic [2:0] \u_dut.prot_q ;
  (* hierconn *) logic [3:0] \u_dut.strobe_q ;
  (* hierconn *) logic [31:0] \u_dut.read_data_q ;
  localparam logic [1:0] IDLE = 2'd0, ACCESS = 2'd1, DONE = 2'd2;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.state_q == (answered_q ? DONE : open_q ? ACCESS : IDLE));
      assert (\u_dut.aw_q == (open_q && write_q && !aw_done_q));
      assert (\u_dut.w_q == (open_q && write_q && !w_done_q));
      assert (\u_dut.ar_q == (open_q && !write_q && !ar_done_q));
      assert (\u_dut.wanted_q == wanted_q);
      if (answered_q) assert (\u_dut.error_q == error_q);
      if (answered_q && read_q) assert (\u_dut.read_data_q == data_q);
      if (open_q) begin
        assert (\u_dut.word_q == word_q && \u_dut.prot_q == prot_q);
        assert (\u_dut.strobe_q == select_q && cycles_q != 6'd0);
        if (write_q) assert (!ar_done_q && !(answered_q && read_q));
        if (!write_q) assert (!aw_done_q && !w_done_q && (!answered_q || read_q));
      end else begin
        assert (!aw_done_q && !w_done_q && !ar_done_q && !answered_q && cycles_q == 6'd0);
        assert (!aw_stalled_q && !w_stalled_q && !ar_stalled_q);
      end
      if (Classic != 0 && open_q && wanted_q) begin
        assert (waits_q && request_q == {write_q, word_q, select_q, value_q, prot_q});
      end
      // Cycles of the request, by its step.
      assert (int'(address_wait_q) <= Wait && int'(data_wait_q) <= Wait);
      assert (int'(response_wait_q) <= Wait);
      if (awvalid || arvalid) assert (cycles_q == 6'(address_wait_q) + 6'd1);
      else assert (address_wait_q == 4'd0);
      if (wvalid) assert (cycles_q == 6'(data_wait_q) + 6'd1);
      else assert (data_wait_q == 4'd0);
      if (response_due) assert (int'(cycles_q) <= Wait + 2 + int'(response_wait_q));
      else assert (response_wait_q == 4'd0);
    end
  end

endmodule : prove_wishbone_bridge
