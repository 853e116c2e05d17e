// SPDX-License-Identifier: Apache-2.0
//
// Replaces roundel_round in proofs of a circuit that adds round keys outside the round: like
// formal/stubs/roundel_round.sv, it records the round keys instead of computing.
//
// A state is {zeros, done, bad, next, earlier, number, key, mark}:
//   - number and key: the last round key; the round outputs zeros here, and the XOR behind fills
//     them;
//   - next: the number that the last round key must have;
//   - earlier: the key of the round key before the last one; both zero when a block enters;
//   - bad: a number was wrong, or a round key was of another key;
//   - done: the block passed the last round.

module roundel_round #(
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int Cuts = 0,
  parameter bit UnusedKeyIsZero = 1'b0
) (
  input  logic                                 clk_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] encrypt_i,
  input  logic [                        127:0] state_i,
  input  logic [                        127:0] encrypt_key_i,
  input  logic [                        127:0] decrypt_key_i,
  output logic [                        127:0] middle_o,
  output logic [                        127:0] last_o
);

  logic mark, key, earlier, bad, worse;
  logic [3:0] number, next;
  assign {bad, next, earlier, number, key, mark} = state_i[11:0];

  // Also bad: a round key at the round itself, a wrong direction, or a block that was done before.
  assign worse = bad || state_i[127:12] != '0 || number != next || (next != 4'd0 && key != earlier)
      || encrypt_key_i != '0 || decrypt_key_i != '0 || decrypt_i != '0 || encrypt_i == '0;

  assign middle_o = {116'd0, worse, number + 4'd1, key, 4'd0, 1'b0, mark};
  assign last_o = {115'd0, 1'b1, middle_o[11:0]};

  logic unused_inputs;
  assign unused_inputs = ^{clk_i, Sbox, Direction, UnusedKeyIsZero};

endmodule : roundel_round
