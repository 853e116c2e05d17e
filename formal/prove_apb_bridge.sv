// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_apb_bridge turns each APB transfer into one AXI4-Lite access, and answers the
// transfer with the data and the error of its response.
//
// Address, data, strobes and attributes pass unchanged. Each valid of AXI4-Lite holds, with its
// payload, until its ready. PREADY comes one cycle after the response, and never outside an access
// phase. If the subordinate accepts each valid and sends each response within Wait cycles, PREADY
// comes within 2 * Wait + 3 cycles of the setup phase. Unbounded, with resets and stalls at any
// time, for every APB4 manager and every AXI4-Lite subordinate.

module prove_apb_bridge #(
  parameter int Wait = 3
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic [11:0] paddr_i,
  input logic [ 2:0] pprot_i,
  input logic        psel_i,
  input logic        penable_i,
  input logic        pwrite_i,
  input logic [31:0] pwdata_i,
  input logic [ 3:0] pstrb_i,
  input logic        awready_i,
  input logic        wready_i,
  input logic [ 1:0] bresp_i,
  input logic        bvalid_i,
  input logic        arready_i,
  input logic [31:0] rdata_i,
  input logic [ 1:0] rresp_i,
  input logic        rvalid_i
);

  logic pready, pslverr, awvalid, wvalid, bready, arvalid, rready;
  logic [31:0] prdata, wdata;
  logic [11:0] awaddr, araddr;
  logic [2:0] awprot, arprot;
  logic [3:0] wstrb;

  roundel_apb_bridge u_dut (
    .pclk(clk_i),
    .presetn(rst_ni),
    .s_apb_paddr(paddr_i),
    .s_apb_pprot(pprot_i),
    .s_apb_psel(psel_i),
    .s_apb_penable(penable_i),
    .s_apb_pwrite(pwrite_i),
    .s_apb_pwdata(pwdata_i),
    .s_apb_pstrb(pstrb_i),
    .s_apb_pready(pready),
    .s_apb_prdata(prdata),
    .s_apb_pslverr(pslverr),
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

  // ---- The manager ------------------------------------------------------------------------------
  logic started_q = 1'b0;
  logic access_q;  // this cycle belongs to an access phase
  logic [51:0] request, request_q;
  assign request = {paddr_i, pprot_i, pwrite_i, pwdata_i, pstrb_i};

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    request_q <= request;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      access_q <= 1'b0;
    end else begin
      access_q <= psel_i && !(access_q && pready);
    end
  end

  // ---- The subordinate --------------------------------------------------------------------------
  // The transfer's address, data and response have been transferred.
  logic aw_done_q, w_done_q, ar_done_q, answered_q;
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
      aw_done_q <= (aw_done_q || (awvalid && awready_i)) && !(access_q && pready);
      w_done_q <= (w_done_q || (wvalid && wready_i)) && !(access_q && pready);
      ar_done_q <= (ar_done_q || (arvalid && arready_i)) && !(access_q && pready);
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
  logic [5:0] cycles_q;  // of the transfer
  logic aw_stalled_q, w_stalled_q, ar_stalled_q;
  logic [1:0] finished_q;  // the last two transfers: 1, a write with an error
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycles_q <= '0;
      {aw_stalled_q, w_stalled_q, ar_stalled_q} <= '0;
      finished_q <= '0;
    end else begin
      cycles_q <= (psel_i && !(access_q && pready)) ? cycles_q + 6'd1 : 6'd0;
      aw_stalled_q <= awvalid && !awready_i;
      w_stalled_q <= wvalid && !wready_i;
      ar_stalled_q <= arvalid && !arready_i;
      if (pready) finished_q <= {finished_q[0], pwrite_i && pslverr};
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (penable_i == access_q);
    if (access_q) assume (psel_i && request == request_q);
    assume (!bvalid_i || (response_due && aw_done_q));
    assume (!rvalid_i || (response_due && ar_done_q));
    if (int'(address_wait_q) == Wait) assume (awready_i && arready_i);
    if (int'(data_wait_q) == Wait) assume (wready_i);
    if (int'(response_wait_q) == Wait && response_due) assume (aw_done_q ? bvalid_i : rvalid_i);

    if (started_q && rst_ni) begin
      // One access for each transfer, with its address, data and attributes.
      assert (!awvalid || (access_q && pwrite_i && !aw_done_q));
      assert (!wvalid || (access_q && pwrite_i && !w_done_q));
      assert (!arvalid || (access_q && !pwrite_i && !ar_done_q));
      assert (awaddr == paddr_i && araddr == paddr_i && awprot == pprot_i && arprot == pprot_i);
      assert (wdata == pwdata_i && wstrb == pstrb_i);
      // An offered transfer stays; the manager holds the payload.
      assert (!aw_stalled_q || awvalid);
      assert (!w_stalled_q || wvalid);
      assert (!ar_stalled_q || arvalid);
      assert (bready && rready);
      // One answer for each transfer: that of its response, in the next cycle.
      assert (pready == answered_q);
      assert (!pready || (access_q && (pwrite_i ? aw_done_q && w_done_q : ar_done_q)));
      assert (pslverr == (pready && error_q));
      assert (!pready || pwrite_i || (read_q && prdata == data_q));
      assert (int'(cycles_q) <= 2 * Wait + 3);
    end
    stalled: cover (started_q && rst_ni && pready && int'(cycles_q) == 2 * Wait + 3);
    quick: cover (started_q && rst_ni && pready && cycles_q == 6'd3);
    errors: cover (started_q && rst_ni && finished_q == 2'b10 && pready);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [1:0] \u_dut.state_q ;
  (* hierconn *) logic \u_dut.aw_q ;
  (* hierconn *) logic \u_dut.w_q ;
  (* hierconn *) logic \u_dut.ar_q ;
  localparam logic [1:0] IDLE = 2'd0, ACCESS = 2'd1, DONE = 2'd2;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.state_q == (answered_q ? DONE : access_q ? ACCESS : IDLE));
      assert (\u_dut.aw_q == (access_q && pwrite_i && !aw_done_q));
      assert (\u_dut.w_q == (access_q && pwrite_i && !w_done_q));
      assert (\u_dut.ar_q == (access_q && !pwrite_i && !ar_done_q));
      if (!access_q) assert (!aw_done_q && !w_done_q && !ar_done_q && cycles_q == 6'd0);
      if (access_q && pwrite_i) assert (!ar_done_q && !(answered_q && read_q));
      if (access_q && !pwrite_i) assert (!aw_done_q && !w_done_q && (!answered_q || read_q));
      if (access_q) assert (cycles_q != 6'd0);
      assert (!(aw_stalled_q && !access_q) && !(w_stalled_q && !access_q));
      assert (!(ar_stalled_q && !access_q));
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

endmodule : prove_apb_bridge
