// SPDX-License-Identifier: Apache-2.0
//
// The registers of the places `First` to `Last`, where no logic stands between these places.
//
// `data_o` is `data_i` as many cycles later as `Cuts` takes of them. Not reset: they hold data, and
// whoever reads it keeps the valid bit.

module roundel_pipeline_cuts #(
  parameter int Width = 128,
  // the round's places with a register, a mask of roundel_engine_pkg::CUT_*
  parameter int Cuts = 0,
  parameter int First = roundel_engine_pkg::CUT_ROUND,
  parameter int Last = roundel_engine_pkg::CUT_KEY
) (
  input  logic             clk_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  localparam int CYCLES = $countones((Cuts >> First) & ((2 << (Last - First)) - 1));

  logic [Width*(CYCLES+1)-1:0] data;  // as it was k cycles ago in bits [Width*k +: Width]

  assign data[Width-1:0] = data_i;
  assign data_o = data[Width*CYCLES+:Width];

  for (genvar k = 0; k < CYCLES; k++) begin : gen_register
    roundel_pipeline_cut #(
      .Width(Width),
      .Present(1)
    ) u_cut (
      .clk_i(clk_i),
      .data_i(data[Width*k+:Width]),
      .data_o(data[Width*(k+1)+:Width])
    );
  end

  if (CYCLES == 0) begin : gen_wire
    logic unused_clk;
    assign unused_clk = clk_i;
  end

endmodule : roundel_pipeline_cuts
