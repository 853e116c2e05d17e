// SPDX-License-Identifier: Apache-2.0
//
// One round of the cipher or of the inverse cipher. Combinational.
//
// Two results: `middle_o` for a round with MixColumns, `last_o` for the last round, which has none.
// Whoever uses both pays no multiplexer: the last round's result leaves the ring, the other turns.
//
// Method: FIPS-197 section 5.1 (SubBytes, ShiftRows, MixColumns, AddRoundKey) and, for decryption,
// section 5.3 (InvShiftRows, InvSubBytes, AddRoundKey, InvMixColumns). The inverse cipher is taken
// as it stands and not in its equivalent form (5.3.5), so both directions use the same round keys
// and the key schedule needs no InvMixColumns.

module aes_round #(
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT  // aes_pkg::DIRECTION_*
) (
  input  logic         decrypt_i,  // direction of this block; read where Direction is both
  input  logic [127:0] state_i,
  input  logic [127:0] round_key_i,
  output logic [127:0] middle_o,
  output logic [127:0] last_o
);

  logic [127:0] substituted, shifted, mix_in, mix_out;

  aes_sub_bytes #(
    .NumBytes(16),
    .Sbox(Sbox),
    .Direction(Direction)
  ) u_sub_bytes (
    .decrypt_i(decrypt_i),
    .data_i(state_i),
    .data_o(substituted)
  );

  // ShiftRows moves bytes and SubBytes changes them: the order does not matter.
  if (Direction == aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    assign shifted = aes_pkg::shift_rows(substituted);
    assign mix_in = shifted;
    assign middle_o = mix_out ^ round_key_i;
  end else if (Direction == aes_pkg::DIRECTION_DECRYPT) begin : gen_decrypt
    assign shifted = aes_pkg::inv_shift_rows(substituted);
    assign mix_in = last_o;
    assign middle_o = mix_out;
  end else begin : gen_both
    assign shifted = decrypt_i ? aes_pkg::inv_shift_rows(substituted)
                               : aes_pkg::shift_rows(substituted);
    assign mix_in = shifted ^ (round_key_i & {128{decrypt_i}});
    assign middle_o = mix_out ^ (round_key_i & {128{~decrypt_i}});
  end

  assign last_o = shifted ^ round_key_i;

  aes_mix_columns #(
    .Direction(Direction)
  ) u_mix_columns (
    .decrypt_i(decrypt_i),
    .state_i(mix_in),
    .state_o(mix_out)
  );

endmodule : aes_round
