// SPDX-License-Identifier: Apache-2.0
//
// One round of CIPHER() (FIPS-197 section 5.1), or with Inverse of INVCIPHER() (5.3), step by step
// as in the standard. Combinational. Interface. `middle_o` is the result of a middle round;
// `last_o` is the result of the last round, without MIXCOLUMNS() or INVMIXCOLUMNS().
//
// Method. The S-boxes are the tables of the RTL; prove_sbox proves their equality with the
// standard.

module spec_round #(
  parameter int Inverse = 0
) (
  input  logic [127:0] state_i,
  input  logic [127:0] round_key_i,
  output logic [127:0] middle_o,
  output logic [127:0] last_o
);

  logic [127:0] substitute_in, substituted, mix_in, mixed;

  for (genvar i = 0; i < 16; i++) begin : gen_byte
    roundel_sbox #(
      .Sbox(roundel_engine_pkg::SBOX_TABLE),
      .Direction((Inverse != 0) ? roundel_aes_pkg::DIRECTION_DECRYPT :
          roundel_aes_pkg::DIRECTION_ENCRYPT)
    ) u_sbox (
      .decrypt_i(1'b0),
      .byte_i(substitute_in[8*i +: 8]),
      .byte_o(substituted[8*i +: 8])
    );
  end

  spec_mix_columns #(
    .Inverse(Inverse)
  ) u_mix_columns (
    .state_i(mix_in),
    .state_o(mixed)
  );

  if (Inverse != 0) begin : gen_inverse
    assign substitute_in = roundel_spec::inv_shift_rows(state_i);
    assign mix_in = substituted ^ round_key_i;
    assign middle_o = mixed;
    assign last_o = mix_in;
  end else begin : gen_forward
    assign substitute_in = state_i;
    assign mix_in = roundel_spec::shift_rows(substituted);
    assign middle_o = mixed ^ round_key_i;
    assign last_o = mix_in ^ round_key_i;
  end

endmodule : spec_round
