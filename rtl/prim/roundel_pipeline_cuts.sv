// SPDX-License-Identifier: Apache-2.0
//
// The pipeline registers of neighbouring positions with no logic between the positions.
//
// Interface. The latency is the number of positions from First to Last that have a bit in Cuts. No
// handshake and no reset: the user keeps the valid bit.

module roundel_pipeline_cuts #(
  parameter int Width = 128,
  parameter int Cuts = 0,  // positions with a register, a mask of roundel_engine_pkg::CUT_*
  parameter int First = roundel_engine_pkg::CUT_ROUND,
  parameter int Last = roundel_engine_pkg::CUT_KEY
) (
  input  logic             clk_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  localparam int CYCLES = $countones((Cuts >> First) & ((2 << (Last - First)) - 1));
  localparam int REGISTERS = (CYCLES == 0) ? 1 : CYCLES;  // of CYCLES = 0, the one is a wire

  logic [Width*(REGISTERS+1)-1:0] data;  // bits [Width*k +: Width]: `data_i` of k cycles before

  assign data[Width-1:0] = data_i;
  assign data_o = data[Width*REGISTERS+:Width];

  for (genvar k = 0; k < REGISTERS; k++) begin : gen_register
    roundel_pipeline_cut #(.Width(Width), .Present(CYCLES != 0)) u_cut (
      .clk_i,
      .data_i(data[Width*k+:Width]),
      .data_o(data[Width*(k+1)+:Width])
    );
  end

endmodule : roundel_pipeline_cuts
