// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_axi_burst_address gives length + 1 beats for each burst.
//
// Each beat has the burst's ID, and the address and byte lanes of Arm IHI 0022, A3.4.1; the last
// beat is marked. The module refuses a burst that AXI4 forbids and an address behind the window,
// and nothing else. A stalled beat is stable, because its outputs depend on the burst and the beat
// number alone. Unbounded, with resets and stalls at any time.

module prove_axi_burst (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        valid_i,
  input logic        id_i,
  input logic [14:0] address_i,
  input logic [ 7:0] length_i,
  input logic [ 2:0] size_i,
  input logic [ 1:0] type_i,
  input logic        ready_i
);

  logic ready, valid, last, refused, id;
  logic [14:3] address;
  logic [7:0] lanes;

  roundel_axi_burst_address #(
    .IdBits(1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .valid_i(valid_i),
    .ready_o(ready),
    .id_i(id_i),
    .address_i(address_i),
    .length_i(length_i),
    .size_i(size_i),
    .type_i(type_i),
    .beat_valid_o(valid),
    .beat_ready_i(ready_i),
    .beat_last_o(last),
    .beat_refused_o(refused),
    .beat_id_o(id),
    .beat_address_o(address),
    .beat_lanes_o(lanes)
  );

  // ---- The current burst and the number of its finished beats -----------------------------------
  logic started_q = 1'b0;
  logic active_q, id_q;
  logic [14:0] start_q;
  logic [7:0] length_q, number_q;
  logic [2:0] size_q;
  logic [1:0] type_q;
  logic [3:0] run_q;  // consecutive cycles with a beat
  logic [1:0] ends_q;  // bursts that ended in these cycles

  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      {run_q, ends_q} <= '0;
    end else begin
      active_q <= (valid_i && ready) || (active_q && !(ready_i && number_q == length_q));
      run_q <= !(valid && ready_i) ? 4'd0 : run_q + 4'(run_q != '1);
      ends_q <= !(valid && ready_i) ? 2'd0 : ends_q + 2'(last && ends_q != '1);
    end
  end
  always_ff @(posedge clk_i) begin
    if (valid_i && ready) begin
      {id_q, start_q, length_q, size_q, type_q} <= {id_i, address_i, length_i, size_i, type_i};
      number_q <= '0;
    end else if (active_q && ready_i) begin
      number_q <= number_q + 8'd1;
    end
  end

  // ---- Number_Bytes, Aligned_Address, address without wrapping, Wrap_Boundary -------------------
  logic [15:0] bytes, aligned, linear, total, boundary, first, final_byte;
  logic legal, outside;
  logic [7:0] wanted;
  assign bytes = 16'd1 << size_q[1:0];
  assign aligned = {1'b0, start_q} & ~(bytes - 16'd1);
  assign linear = aligned + ({8'd0, number_q} << size_q[1:0]);
  assign total = ({8'd0, length_q} + 16'd1) << size_q[1:0];
  assign boundary = aligned & ~(total - 16'd1);
  assign legal = size_q <= 3'd3 && type_q != 2'd3 && (type_q != 2'd2 || (aligned == {1'b0, start_q}
      && (length_q == 8'd1 || length_q == 8'd3 || length_q == 8'd7 || length_q == 8'd15)));
  always_comb begin
    first = {1'b0, start_q};
    if (type_q == 2'd1 && number_q != '0) first = linear;
    if (type_q == 2'd2) first = (linear >= boundary + total) ? linear - total : linear;
    final_byte = (first & ~(bytes - 16'd1)) + bytes - 16'd1;
    for (int k = 0; k < 8; k++) begin
      wanted[k] = 3'(k) >= first[2:0] && 3'(k) <= final_byte[2:0];
    end
  end
  assign outside = first[15];

  (* hierconn *) logic [15:0] \u_dut.address_q ;
  (* hierconn *) logic [7:0] \u_dut.left_q ;
  (* hierconn *) logic [7:0] \u_dut.moves_q ;
  (* hierconn *) logic [1:0] \u_dut.size_q ;
  (* hierconn *) logic \u_dut.refused_q ;

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (valid == active_q);
      assert (ready == (!active_q || (ready_i && number_q == length_q)));
      if (active_q) begin
        assert (last == (number_q == length_q) && id == id_q);
        if (legal) begin
          assert (refused == outside);
          if (!outside) assert (address == first[14:3]);
          assert (lanes == wanted);
        end else begin
          assert (refused);
        end
        // Registers of the design.
        assert (number_q <= length_q && \u_dut.left_q == length_q - number_q);
        assert (\u_dut.size_q == size_q[1:0] && \u_dut.refused_q == !legal);
        if (legal) begin
          assert (\u_dut.address_q == first);
          case (type_q)
            2'd0: assert (\u_dut.moves_q == 8'h00);
            2'd1: assert (\u_dut.moves_q == 8'hff);
            default: assert (\u_dut.moves_q == 8'(total - 16'd1));
          endcase
        end
      end
    end
    streaming: cover (started_q && rst_ni && run_q == 4'd9 && ends_q == 2'd3 && !last);
    wrapped: cover (started_q && rst_ni && valid && type_q == 2'd2 && legal && number_q == 8'd3
        && first < {1'b0, start_q});
  end

endmodule : prove_axi_burst
