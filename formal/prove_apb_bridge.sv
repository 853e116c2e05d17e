// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_apb_bridge turns each APB transfer into an AXI4-Lite access, and answers the
// transfer with the data and the error of the response.
//
// Address, data, strobes and attributes pass unchanged. Each valid of AXI4-Lite holds, with the
// payload, until the ready. PREADY is high in the cycle after the response, and never outside an
// access phase. If the subordinate accepts each valid and sends each response within Wait cycles,
// PREADY is high within 2 * Wait + 3 cycles of the setup phase. Unbounded, with resets and stalls
// at any time, for every APB4 manager and every AXI4-Lite subordinate.

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
  logic aw_due, w_due, ar_due, answered, read, error;
  logic [31:0] data;
  logic [5:0] cycles_q;  // of the transfer

  spec_axil_subordinate #(
    .Wait(Wait)
  ) u_subordinate (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .started_i(started_q),
    .open_i(access_q),
    .write_i(pwrite_i),
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

  logic [1:0] finished_q;  // the last two transfers: 1, a write with an error
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycles_q <= '0;
      finished_q <= '0;
    end else begin
      cycles_q <= (psel_i && !(access_q && pready)) ? cycles_q + 6'd1 : 6'd0;
      if (pready) finished_q <= {finished_q[0], pwrite_i && pslverr};
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (penable_i == access_q);
    if (access_q) assume (psel_i && request == request_q);

    if (started_q && rst_ni) begin
      // The access has the address, data and attributes of the transfer.
      assert (awaddr == paddr_i && araddr == paddr_i && awprot == pprot_i && arprot == pprot_i);
      assert (wdata == pwdata_i && wstrb == pstrb_i);
      // Each transfer gets the answer of its response, in the next cycle.
      assert (pready == answered);
      assert (pslverr == (pready && error));
      assert (!pready || pwrite_i || (read && prdata == data));
    end
    stalled: cover (started_q && rst_ni && pready && int'(cycles_q) == 2 * Wait + 3);
    quick: cover (started_q && rst_ni && pready && cycles_q == 6'd3);
    errors: cover (started_q && rst_ni && finished_q == 2'b10 && pready);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [1:0] \u_dut.u_access.state_q ;
  (* hierconn *) logic \u_dut.u_access.aw_q ;
  (* hierconn *) logic \u_dut.u_access.w_q ;
  (* hierconn *) logic \u_dut.u_access.ar_q ;
  localparam logic [1:0] IDLE = 2'd0, ACCESS = 2'd1, DONE = 2'd2;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.u_access.state_q == (answered ? DONE : access_q ? ACCESS : IDLE));
      assert (\u_dut.u_access.aw_q == aw_due);
      assert (\u_dut.u_access.w_q == w_due);
      assert (\u_dut.u_access.ar_q == ar_due);
    end
  end

endmodule : prove_apb_bridge
