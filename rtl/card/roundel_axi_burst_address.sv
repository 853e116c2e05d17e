// SPDX-License-Identifier: Apache-2.0
//
// Splits an AXI4 burst into beats: address, byte lanes, and the last flag of each beat.
//
// Interface. Bursts and beats have valid/ready. Throughput: one beat per cycle; the next burst is
// accepted in the cycle of the last beat. `ready_o` depends combinationally on `beat_ready_i`.
// Reset: asynchronous, active low.
//
// Method. Addresses follow Arm IHI 0022, A3.4.1: INCR advances to the next multiple of the size,
// WRAP returns to the lowest address of its block, FIXED keeps address and lanes.
//
// Limits. `beat_refused_o` is high for a beat beyond the 32 KiB, which no legal burst reaches, and
// for all beats of an illegal burst. Illegal are: a size above 8 bytes; type 3; a WRAP burst of
// other than 2, 4, 8 or 16 beats, or from an unaligned address. A FIXED burst of more than 16 beats
// is illegal too, but is executed.

module roundel_axi_burst_address #(
  parameter int IdBits = 4
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              valid_i,
  output logic              ready_o,
  input  logic [IdBits-1:0] id_i,
  input  logic [      14:0] address_i,  // byte address
  input  logic [       7:0] length_i,  // number of beats minus 1
  input  logic [       2:0] size_i,  // log2 of the bytes per beat
  input  logic [       1:0] type_i,  // 0: FIXED, 1: INCR, 2: WRAP

  output logic              beat_valid_o,
  input  logic              beat_ready_i,
  output logic              beat_last_o,
  output logic              beat_refused_o,
  output logic [IdBits-1:0] beat_id_o,
  output logic [      14:3] beat_address_o,
  output logic [       7:0] beat_lanes_o  // bit k: byte k belongs to the beat
);

  localparam int FIXED = 0;
  localparam int INCR = 1;
  localparam int WRAP = 2;

  // Mask of the address bits within a beat of this size.
  function automatic logic [2:0] offset(input logic [1:0] size);
    offset = {size == 2'd3, size[1], size != 2'd0};
  endfunction

  logic valid_q, last_q, refused_q;
  logic [IdBits-1:0] id_q;
  logic [15:0] address_q, next;
  logic [7:0] left_q;  // beats after the current beat
  logic [1:0] size_q;
  logic [7:0] moves_q;  // address bits that advance; bit 7 stands for all higher bits
  logic [7:0] moves;
  logic [6:0] wraps;
  logic multiple, wrap, legal;

  assign ready_o = !valid_q || (beat_ready_i && last_q);

  // ---- Next burst -------------------------------------------------------------------------------
  assign wraps = ({3'd0, length_i[3:0]} << size_i[1:0]) | {4'd0, offset(size_i[1:0])};
  assign multiple = (address_i[2:0] & offset(size_i[1:0])) == '0;

  assign wrap = type_i == WRAP[1:0];
  assign moves = (type_i == FIXED[1:0]) ? 8'h00 : wrap ? {1'b0, wraps} : 8'hff;
  assign legal = !size_i[2] && (type_i == FIXED[1:0] || type_i == INCR[1:0] || (wrap && multiple
      && (length_i == 8'd1 || length_i == 8'd3 || length_i == 8'd7 || length_i == 8'd15)));

  // ---- Beats of the current burst ---------------------------------------------------------------
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
