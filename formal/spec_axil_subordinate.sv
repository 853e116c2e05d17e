// SPDX-License-Identifier: Apache-2.0
//
// Every AXI4-Lite subordinate, for a manager with a single access at a time. The module assumes the
// rules of a subordinate, and asserts the rules of the manager.
//
// The subordinate accepts each valid, and sends each response, within Wait cycles. The manager
// offers each transfer once, keeps a valid until the ready, and always accepts a response.
// `answered_o` is high in the cycle after the response and ends the access; `read_o`, `error_o` and
// `data_o` are then the response.

module spec_axil_subordinate #(
  parameter int Wait = 3
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        started_i,  // low in the first cycle
  input  logic        open_i,  // an access is in progress
  input  logic        write_i,  // the access is a write
  input  logic [ 5:0] cycles_i,  // since the start of the access

  input  logic        awvalid_i,
  input  logic        awready_i,
  input  logic        wvalid_i,
  input  logic        wready_i,
  input  logic [ 1:0] bresp_i,
  input  logic        bvalid_i,
  input  logic        bready_i,
  input  logic        arvalid_i,
  input  logic        arready_i,
  input  logic [31:0] rdata_i,
  input  logic [ 1:0] rresp_i,
  input  logic        rvalid_i,
  input  logic        rready_i,

  output logic        aw_due_o,  // the manager has to offer the transfer
  output logic        w_due_o,
  output logic        ar_due_o,
  output logic        answered_o,
  output logic        read_o,
  output logic        error_o,
  output logic [31:0] data_o
);

  logic aw_done_q, w_done_q, ar_done_q, answered_q;  // transferred in this access
  logic read_q, error_q;
  logic [31:0] data_q;
  logic [3:0] address_wait_q, data_wait_q, response_wait_q;  // cycles without a handshake
  logic aw_stalled_q, w_stalled_q, ar_stalled_q;
  logic response_due;

  assign response_due = ((aw_done_q && w_done_q) || ar_done_q) && !answered_q;
  assign aw_due_o = open_i && write_i && !aw_done_q;
  assign w_due_o = open_i && write_i && !w_done_q;
  assign ar_due_o = open_i && !write_i && !ar_done_q;
  assign answered_o = answered_q;
  assign read_o = read_q;
  assign error_o = error_q;
  assign data_o = data_q;

  always_ff @(posedge clk_i) begin
    read_q <= rvalid_i;
    error_q <= bvalid_i ? bresp_i[1] : rresp_i[1];
    data_q <= rdata_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {aw_done_q, w_done_q, ar_done_q, answered_q} <= '0;
      {address_wait_q, data_wait_q, response_wait_q} <= '0;
      {aw_stalled_q, w_stalled_q, ar_stalled_q} <= '0;
    end else begin
      aw_done_q <= (aw_done_q || (awvalid_i && awready_i)) && !answered_q;
      w_done_q <= (w_done_q || (wvalid_i && wready_i)) && !answered_q;
      ar_done_q <= (ar_done_q || (arvalid_i && arready_i)) && !answered_q;
      answered_q <= bvalid_i || rvalid_i;
      address_wait_q <= ((awvalid_i && !awready_i) || (arvalid_i && !arready_i))
          ? address_wait_q + 4'd1 : 4'd0;
      data_wait_q <= (wvalid_i && !wready_i) ? data_wait_q + 4'd1 : 4'd0;
      response_wait_q <= (response_due && !bvalid_i && !rvalid_i) ? response_wait_q + 4'd1 : 4'd0;
      aw_stalled_q <= awvalid_i && !awready_i;
      w_stalled_q <= wvalid_i && !wready_i;
      ar_stalled_q <= arvalid_i && !arready_i;
    end
  end

  always_comb begin
    assume (!bvalid_i || (response_due && aw_done_q));
    assume (!rvalid_i || (response_due && ar_done_q));
    if (int'(address_wait_q) == Wait) assume (awready_i && arready_i);
    if (int'(data_wait_q) == Wait) assume (wready_i);
    if (int'(response_wait_q) == Wait && response_due) assume (aw_done_q ? bvalid_i : rvalid_i);

    if (started_i && rst_ni) begin
      // One access, each transfer once; an offered transfer stays.
      assert (!awvalid_i || aw_due_o);
      assert (!wvalid_i || w_due_o);
      assert (!arvalid_i || ar_due_o);
      assert (!aw_stalled_q || awvalid_i);
      assert (!w_stalled_q || wvalid_i);
      assert (!ar_stalled_q || arvalid_i);
      assert (bready_i && rready_i);
      assert (!answered_q || (open_i && (write_i ? aw_done_q && w_done_q : ar_done_q)));
      assert (int'(cycles_i) <= 2 * Wait + 3);

      // For the induction.
      if (open_i) begin
        assert (cycles_i != 6'd0);
        if (write_i) assert (!ar_done_q && !(answered_q && read_q));
        if (!write_i) assert (!aw_done_q && !w_done_q && (!answered_q || read_q));
      end else begin
        assert (!aw_done_q && !w_done_q && !ar_done_q && !answered_q && cycles_i == 6'd0);
        assert (!aw_stalled_q && !w_stalled_q && !ar_stalled_q);
      end
      assert (int'(address_wait_q) <= Wait && int'(data_wait_q) <= Wait);
      assert (int'(response_wait_q) <= Wait);
      if (awvalid_i || arvalid_i) assert (cycles_i == 6'(address_wait_q) + 6'd1);
      else assert (address_wait_q == 4'd0);
      if (wvalid_i) assert (cycles_i == 6'(data_wait_q) + 6'd1);
      else assert (data_wait_q == 4'd0);
      if (response_due) assert (int'(cycles_i) <= Wait + 2 + int'(response_wait_q));
      else assert (response_wait_q == 4'd0);
    end
  end

endmodule : spec_axil_subordinate
