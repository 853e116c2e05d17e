// SPDX-License-Identifier: Apache-2.0
//
// Map for Yosys' techmap: turns a variable index into a vector into a tree of multiplexers. Yosys'
// own map is a shifter with many redundant gates; their removal took most of the time of an S-box
// proof.
//
// The tree has a level per bit of the index, up to the highest variable bit. The constant bits
// above select the part of the vector. An index beyond the vector gives an unknown value (IEEE
// 1800-2017 11.5.1), as in Yosys' map.

(* techmap_celltype = "$shiftx" *)
module look_up #(
  parameter int A_SIGNED = 0,
  parameter int B_SIGNED = 0,
  parameter int A_WIDTH = 1,
  parameter int B_WIDTH = 1,
  parameter int Y_WIDTH = 1,
  parameter logic [B_WIDTH-1:0] _TECHMAP_CONSTMSK_B_ = 0,  // mask of the constant bits of B
  parameter logic [B_WIDTH-1:0] _TECHMAP_CONSTVAL_B_ = 0  // values of the constant bits
) (
  (* force_downto *) input logic [A_WIDTH-1:0] A,  // verilog_lint: waive port-name-suffix
  (* force_downto *) input logic [B_WIDTH-1:0] B,  // verilog_lint: waive port-name-suffix
  (* force_downto *) output logic [Y_WIDTH-1:0] Y  // verilog_lint: waive port-name-suffix
);

  localparam logic [B_WIDTH:0] VARIES = {1'b0, ~_TECHMAP_CONSTMSK_B_};
  localparam int LEVELS = $clog2(VARIES + 1);
  localparam logic [B_WIDTH-1:0] FIRST = (_TECHMAP_CONSTVAL_B_ >> LEVELS) << LEVELS;
  localparam bit FITS = Y_WIDTH == 1 && LEVELS > 0 && LEVELS <= $clog2(A_WIDTH) && FIRST < A_WIDTH
      && !(B_SIGNED && LEVELS == B_WIDTH);

  wire _TECHMAP_FAIL_ = !FITS;

  if (FITS) begin : gen_tree
    wire [A_WIDTH+2**LEVELS-1:0] padded = {{2**LEVELS{1'bx}}, A};

    \$bmux #(
      .WIDTH(1),
      .S_WIDTH(LEVELS)
    ) tree (
      .A(padded[FIRST+:2**LEVELS]),
      .S(B[LEVELS-1:0]),
      .Y(Y)
    );
  end

endmodule : look_up
