// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_block_step computes the steps of its head for every state and round key, with
// one, two and four columns: words XOR a round key; MIXCOLUMNS() (FIPS-197 section 5.1.3) and
// ADDROUNDKEY(); ADDROUNDKEY() and INVMIXCOLUMNS() (5.3.3); or in a last round ADDROUNDKEY() alone.

module prove_block_step #(
  parameter int Inverse = 0
) (
  input logic [127:0] columns_i,
  input logic [127:0] key_i,
  input logic [127:0] word_i
);

  logic [127:0] mix_in, mixed, middle;

  assign mix_in = (Inverse != 0) ? columns_i ^ key_i : columns_i;
  assign middle = (Inverse != 0) ? mixed : mixed ^ key_i;

  spec_mix_columns #(
    .Inverse(Inverse)
  ) u_spec (
    .state_i(mix_in),
    .state_o(mixed)
  );

  for (genvar n = 0; n < 3; n++) begin : gen_columns
    localparam int COLUMNS = 1 << n;
    localparam int WIDTH = 32 * COLUMNS;
    localparam int LOW = 128 - WIDTH;

    logic [WIDTH-1:0] in_done, middle_done, ended, unused_in, unused_middle, unused_done;

    roundel_block_step #(
      .Columns(COLUMNS)
    ) u_in (
      .running_i(1'b0),
      .decrypt_i(Inverse != 0),
      .key_before_i(1'b0),
      .columns_i(columns_i[127:LOW]),
      .key_i(key_i[127:LOW]),
      .word_i(word_i[127:LOW]),
      .ended_o(unused_in),
      .done_o(in_done)
    );

    roundel_block_step #(
      .Columns(COLUMNS)
    ) u_middle (
      .running_i(1'b1),
      .decrypt_i(Inverse != 0),
      .key_before_i(Inverse != 0),
      .columns_i(columns_i[127:LOW]),
      .key_i(key_i[127:LOW]),
      .word_i(word_i[127:LOW]),
      .ended_o(unused_middle),
      .done_o(middle_done)
    );

    roundel_block_step #(
      .Columns(COLUMNS)
    ) u_last (
      .running_i(1'b1),
      .decrypt_i(Inverse != 0),
      .key_before_i(1'b1),
      .columns_i(columns_i[127:LOW]),
      .key_i(key_i[127:LOW]),
      .word_i(word_i[127:LOW]),
      .ended_o(ended),
      .done_o(unused_done)
    );

    always_comb begin
      assert (in_done == (word_i[127:LOW] ^ key_i[127:LOW]));
      assert (middle_done == middle[127:LOW]);
      assert (ended == (columns_i[127:LOW] ^ key_i[127:LOW]));
    end
  end

endmodule : prove_block_step
