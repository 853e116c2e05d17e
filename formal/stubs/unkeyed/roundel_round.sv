// SPDX-License-Identifier: Apache-2.0
//
// Stands for roundel_round where no round key goes into it and the XOR follows behind: like
// formal/stubs/roundel_round.sv it does not compute, it keeps the books.
//
// A state is {zeros, done, bad, next, earlier, number, key, mark}. What a round key is XORed with
// is zero in `number` and `key`, which so hold the one that the block met last. `next` is the
// number that it should have had, one more than that before, and `earlier` the key of that one;
// both are zero for a block that enters. `bad` tells that a number was wrong or a key another one,
// `done` that the block went through the last round.

module roundel_round #(
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int Cuts = 0,
  parameter int UnusedKeyIsZero = 0
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

  // A key of its own would be a second one; so would a wrong way, or what was done already.
  assign worse = bad || state_i[127:12] != '0 || number != next || (next != 4'd0 && key != earlier)
      || encrypt_key_i != '0 || decrypt_key_i != '0 || decrypt_i != '0 || encrypt_i == '0;

  assign middle_o = {116'd0, worse, number + 4'd1, key, 4'd0, 1'b0, mark};
  assign last_o = {115'd0, 1'b1, middle_o[11:0]};

  logic unused_inputs;
  assign unused_inputs = ^{clk_i, Sbox, Direction, UnusedKeyIsZero};

endmodule : roundel_round
