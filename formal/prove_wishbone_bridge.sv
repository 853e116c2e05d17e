// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_wishbone_bridge turns each request into an AXI4-Lite access, and answers the
// request once, in order, with the data and the error of the response.
//
// Address, data, byte selects and attributes of the request pass unchanged. Each valid of
// AXI4-Lite holds, with the payload, until the ready. The bridge answers in the cycle after the
// response, and only a host whose CYC has been high since the request. The write data is zero when
// the bridge does not offer write data. If the subordinate accepts each valid and sends each
// response within Wait cycles, the bridge answers within 2 * Wait + 3 cycles of the request.
// Unbounded, with resets, stalls and aborted cycles at any time, for every AXI4-Lite subordinate.
// Classic = 0: for every host. Classic = 1: for a host that holds the request until the answer;
// then each ACK or ERR belongs to the request at the ports.

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
  logic accepted, answer, write_q;
  logic [11:2] word_q;
  logic [3:0] select_q;
  logic [31:0] value_q;
  logic [2:0] prot_q;
  logic waits_q;  // Classic: the host waits for an answer
  logic [49:0] request, request_q;

  // The access on AXI4-Lite, by the subordinate.
  logic aw_due, w_due, ar_due, answered, read, error;
  logic [31:0] data;
  logic [5:0] cycles_q;  // since the request

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
      open_q <= accepted || (open_q && !answered);
      wanted_q <= cyc_i && (accepted || wanted_q);
      waits_q <= cyc_i && stb_i && !answer;
    end
  end

  // ---- The subordinate --------------------------------------------------------------------------
  spec_axil_subordinate #(
    .Wait(Wait)
  ) u_subordinate (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .started_i(started_q),
    .open_i(open_q),
    .write_i(write_q),
    .cycles_i(cycles_q),
    .awvalid_i(awvalid),
    .awready_i(awready_i),
    .wvalid_i(wvalid),
    .wready_i(wready_i),
    .bresp_i(bresp_i),
    .bvalid_i(bvalid_i),
    .bready_i(bready),
    .arvalid_i(arvalid),
    .arready_i(arready_i),
    .rdata_i(rdata_i),
    .rresp_i(rresp_i),
    .rvalid_i(rvalid_i),
    .rready_i(rready),
    .aw_due_o(aw_due),
    .w_due_o(w_due),
    .ar_due_o(ar_due),
    .answered_o(answered),
    .read_o(read),
    .error_o(error),
    .data_o(data)
  );

  logic dropped_q, again_q;  // a request was aborted; a later request was accepted
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycles_q <= '0;
      {dropped_q, again_q} <= '0;
    end else begin
      cycles_q <= (accepted || (open_q && !answered)) ? cycles_q + 6'd1 : 6'd0;
      dropped_q <= dropped_q || (open_q && !cyc_i);
      again_q <= again_q || (dropped_q && accepted);
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (Classic != 0 && waits_q) assume (cyc_i && stb_i && request == request_q);

    if (started_q && rst_ni) begin
      assert (stall == open_q);
      // The access has the address, data and attributes of the request.
      assert (!awvalid || (awaddr == {word_q, 2'b00} && awprot == prot_q));
      assert (!arvalid || (araddr == {word_q, 2'b00} && arprot == prot_q));
      assert (wvalid ? wdata == value_q && wstrb == select_q : wdata == '0);
      // Each request gets the answer of its response, in the next cycle.
      assert (answer == (answered && wanted_q && cyc_i));
      assert (!(ack && err) && (!answer || err == error));
      assert (!ack || write_q || (read && dat_r == data));
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
  (* hierconn *) logic [1:0] \u_dut.u_access.state_q ;
  (* hierconn *) logic \u_dut.u_access.aw_q ;
  (* hierconn *) logic \u_dut.u_access.w_q ;
  (* hierconn *) logic \u_dut.u_access.ar_q ;
  (* hierconn *) logic \u_dut.u_access.error_q ;
  (* hierconn *) logic [31:0] \u_dut.u_access.data_q ;
  (* hierconn *) logic \u_dut.wanted_q ;
  (* hierconn *) logic [11:2] \u_dut.word_q ;
  (* hierconn *) logic [2:0] \u_dut.prot_q ;
  (* hierconn *) logic [3:0] \u_dut.strobe_q ;
  localparam logic [1:0] IDLE = 2'd0, ACCESS = 2'd1, DONE = 2'd2;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.u_access.state_q == (answered ? DONE : open_q ? ACCESS : IDLE));
      assert (\u_dut.u_access.aw_q == aw_due);
      assert (\u_dut.u_access.w_q == w_due);
      assert (\u_dut.u_access.ar_q == ar_due);
      assert (\u_dut.wanted_q == wanted_q);
      if (answered) assert (\u_dut.u_access.error_q == error);
      if (answered && read) assert (\u_dut.u_access.data_q == data);
      if (open_q) begin
        assert (\u_dut.word_q == word_q && \u_dut.prot_q == prot_q);
        assert (\u_dut.strobe_q == select_q);
      end
      if (Classic != 0 && open_q && wanted_q) begin
        assert (waits_q && request_q == {write_q, word_q, select_q, value_q, prot_q});
      end
    end
  end

endmodule : prove_wishbone_bridge
