// SPDX-License-Identifier: Apache-2.0
//
// A burst of AXI4 as its beats: an address, the lanes of its bytes and whether it is the last.
//
// A burst is taken with valid/ready, its beats are given so, one a cycle; the next burst is taken
// in the cycle of the last. Addresses follow Arm IHI 0022, A3.4.1: INCR goes on at the next
// multiple of the size, WRAP returns to the lowest address of its block, FIXED stays, and its lanes
// with it.
//
// `beat_refused_o`: the beat lies behind the 32 KiB, which no legal burst does, as none crosses a
// multiple of 4 KiB. Or the burst is none of AXI4, and every beat says so: size over 8 bytes, type
// 3, WRAP of other than 2, 4, 8 or 16 beats or from an address that is no multiple of the size.
// FIXED of more than 16 beats is not legal either, but plain, and done.
//
// `ready_o` depends on `beat_ready_i`.

module roundel_axi_burst_address #(
  parameter int IdBits = 4
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              valid_i,
  output logic              ready_o,
  input  logic [IdBits-1:0] id_i,
  input  logic [      14:0] address_i,  // in bytes
  input  logic [       7:0] length_i,  // beats, less one
  input  logic [       2:0] size_i,  // bytes of a beat, as a power of two
  input  logic [       1:0] type_i,  // 0: FIXED, 1: INCR, 2: WRAP

  output logic              beat_valid_o,
  input  logic              beat_ready_i,
  output logic              beat_last_o,
  output logic              beat_refused_o,
  output logic [IdBits-1:0] beat_id_o,
  output logic [      14:3] beat_address_o,
  output logic [       7:0] beat_lanes_o  // bit k: byte k is of the beat
);

  localparam int FIXED = 0;
  localparam int INCR = 1;
  localparam int WRAP = 2;

  // The bits of an address that are within a beat of this size.
  function automatic logic [2:0] offset(input logic [1:0] size);
    offset = {size == 2'd3, size[1], size != 2'd0};
  endfunction

  logic valid_q, last_q, refused_q;
  logic [IdBits-1:0] id_q;
  logic [15:0] address_q, next;
  logic [7:0] left_q;  // beats behind this one
  logic [1:0] size_q;
  logic [7:0] moves_q;  // bits of the address that move on; the highest stands for all above it
  logic [7:0] moves;
  logic [6:0] wraps;
  logic multiple, wrap, legal;

  assign ready_o = !valid_q || (beat_ready_i && last_q);

  // ---- The next burst ---------------------------------------------------------------------------
  assign wraps = ({3'd0, length_i[3:0]} << size_i[1:0]) | {4'd0, offset(size_i[1:0])};
  assign multiple = (address_i[2:0] & offset(size_i[1:0])) == '0;

  assign wrap = type_i == WRAP[1:0];
  assign moves = (type_i == FIXED[1:0]) ? 8'h00 : wrap ? {1'b0, wraps} : 8'hff;
  assign legal = !size_i[2] && (type_i == FIXED[1:0] || type_i == INCR[1:0] || (wrap && multiple
      && (length_i == 8'd1 || length_i == 8'd3 || length_i == 8'd7 || length_i == 8'd15)));

  // ---- Its beats --------------------------------------------------------------------------------
  assign next = {address_q[15:3], address_q[2:0] & ~offset(size_q)} + (16'd1 << size_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= valid_i || !ready_o;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ready_o) begin
      id_q <= id_i;
      address_q <= {1'b0, address_i};
      left_q <= length_i;
      last_q <= length_i == '0;
      size_q <= size_i[1:0];
      moves_q <= moves;
      refused_q <= !legal;
    end else if (beat_ready_i) begin
      address_q <= (next & {{9{moves_q[7]}}, moves_q[6:0]})
          | (address_q & ~{{9{moves_q[7]}}, moves_q[6:0]});
      left_q <= left_q - 8'd1;
      last_q <= left_q == 8'd1;
    end
  end

  assign beat_valid_o = valid_q;
  assign beat_last_o = last_q;
  assign beat_refused_o = refused_q || address_q[15];
  assign beat_id_o = id_q;
  assign beat_address_o = address_q[14:3];
  assign beat_lanes_o = (8'hff << address_q[2:0])
      & ~(8'hfe << (address_q[2:0] | offset(size_q)));

endmodule : roundel_axi_burst_address
