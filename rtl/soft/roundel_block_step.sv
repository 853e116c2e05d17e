// SPDX-License-Identifier: Apache-2.0
//
// The datapath of roundel_block_unit behind SubBytes, for Columns columns: AddRoundKey and
// MixColumns, or their inverses, or the words of a new block. Combinational.
//
// | step           | running_i | key_before_i | ended_o           | done_o                     |
// |----------------|-----------|--------------|-------------------|----------------------------|
// | words come in  | 0         | 0            |                   | word_i ^ key_i             |
// | round, encrypt | 1         | 0            |                   | MixColumns(columns) ^ key  |
// | round, decrypt | 1         | 1            |                   | InvMixColumns(columns^key) |
// | last, either   | 1         | 1            | columns_i ^ key_i |                            |
//
// Method. A separate module without registers, so that a synthesis flow can map the module alone.
// The XORs of four to six bits then become smaller than in a mapping of the whole unit.
//
// Source. FIPS-197 sections 5.1.3, 5.1.4 and 5.3.3.

module roundel_block_step #(
  parameter int Columns = 2  // columns per cycle: 1, 2 or 4
) (
  input  logic                  running_i,
  input  logic                  decrypt_i,
  input  logic                  key_before_i,  // AddRoundKey comes before MixColumns
  input  logic [32*Columns-1:0] columns_i,
  input  logic [32*Columns-1:0] key_i,
  input  logic [32*Columns-1:0] word_i,
  output logic [32*Columns-1:0] ended_o,
  output logic [32*Columns-1:0] done_o
);

  localparam int WIDTH = 32 * Columns;

  logic [WIDTH-1:0] mixed;

  // Operands that a step does not use are zero, and all operands are XORed; MixColumns of zero is
  // zero.
  assign ended_o = (columns_i & {WIDTH{running_i}}) ^ (key_i & {WIDTH{key_before_i}});
  assign done_o = mixed ^ (key_i & {WIDTH{!key_before_i}}) ^ (word_i & {WIDTH{!running_i}});

  roundel_mix_columns #(
    .NumColumns(Columns),
    .Direction(roundel_aes_pkg::DIRECTION_BOTH),
    .Cuts(0)
  ) u_mix_columns (
    .clk_i(1'b0),
    .encrypt_i(!decrypt_i),
    .state_i(ended_o),
    .inject_i({32 * Columns{1'b0}}),
    .state_o(mixed)
  );

endmodule : roundel_block_step
