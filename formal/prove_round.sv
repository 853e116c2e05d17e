// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_round equals a round of CIPHER(), or with Inverse = 1 of INVCIPHER(). The
// proof covers middle and last rounds, every state and every round key. S-boxes are real: each made
// of logic, without registers, for one direction or both.

module prove_round #(
  parameter int Inverse = 0
) (
  input logic [127:0] state_i,
  input logic [127:0] round_key_i
);

  localparam int ONE_DIRECTION =
      (Inverse != 0) ? roundel_aes_pkg::DIRECTION_DECRYPT : roundel_aes_pkg::DIRECTION_ENCRYPT;

  logic [127:0] middle, last;

  spec_round #(
    .Inverse(Inverse)
  ) u_spec (
    .state_i(state_i),
    .round_key_i(round_key_i),
    .middle_o(middle),
    .last_o(last)
  );

  for (genvar s = 0; s < 3; s++) begin : gen_sbox
    localparam int SBOX = (s == 0) ? roundel_engine_pkg::SBOX_TABLE
        : (s == 1) ? roundel_engine_pkg::SBOX_TOWER : roundel_engine_pkg::SBOX_GATES;

    for (genvar d = 0; d < 2; d++) begin : gen_direction
      logic [127:0] dut_middle, dut_last;

      // The direction is constant, so that a sweep can match the S-boxes of both sides.
      roundel_round #(
        .Sbox(SBOX),
        .Direction((d == 0) ? ONE_DIRECTION : roundel_aes_pkg::DIRECTION_BOTH)
      ) u_dut (
        .clk_i(1'b0),
        .decrypt_i(Inverse != 0),
        .encrypt_i(Inverse == 0),
        .state_i(state_i),
        .encrypt_key_i(round_key_i),
        .decrypt_key_i(round_key_i),
        .inject_i(128'd0),
        .middle_o(dut_middle),
        .last_o(dut_last)
      );

      always_comb begin
        assert (dut_middle == middle);
        assert (dut_last == last);
      end
    end
  end

endmodule : prove_round
