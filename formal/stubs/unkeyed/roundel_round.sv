// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_round for a design that adds the round key behind the round: like
// formal/stubs/roundel_round.sv, the stub records round keys and computes nothing.
//
// A state is {zeros, done, bad, next, earlier, number, key, mark}. The value XORed with a round key
// is zero in `number` and `key`, so these fields hold the last round key of the block. `next` is
// the expected number, one more than the previous number, and `earlier` the key of the previous
// round key; both are zero for a block that enters. `bad` is set by a wrong number or another key,
// `done` by the last round.

module roundel_round #(
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int Cuts = 0,
  parameter bit UnusedKeyIsZero = 1'b0,
  parameter bit Injects = 1'b0
) (
  input  logic                                 clk_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] encrypt_i,
  input  logic [                        127:0] state_i,
  input  logic [                        127:0] encrypt_key_i,
  input  logic [                        127:0] decrypt_key_i,
  input  logic [127:0] inject_i,
  output logic [                        127:0] middle_o,
  output logic [                        127:0] last_o
);

  logic mark, key, earlier, bad, worse;
  logic [3:0] number, next;
  assign {bad, next, earlier, number, key, mark} = state_i[11:0];

  // A key at the round's own ports, a wrong direction or a finished block is also bad.
  assign worse = bad || state_i[127:12] != '0 || number != next || (next != 4'd0 && key != earlier)
      || encrypt_key_i != '0 || decrypt_key_i != '0 || decrypt_i != '0 || encrypt_i == '0;

  assign middle_o = {116'd0, worse, number + 4'd1, key, 4'd0, 1'b0, mark};
  assign last_o = {115'd0, 1'b1, middle_o[11:0]};

  logic unused_inputs;
  assign unused_inputs = ^{clk_i, Sbox, Direction, UnusedKeyIsZero};

endmodule : roundel_round
