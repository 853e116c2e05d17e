// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_round for proofs of its users: the results are arbitrary in every cycle.

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

  (* anyseq *) logic [127:0] middle, last;

  assign middle_o = middle;
  assign last_o = last;

  logic unused_inputs;
  assign unused_inputs = ^{clk_i, decrypt_i, encrypt_i, state_i, encrypt_key_i, decrypt_key_i};

  logic unused_parameters;
  assign unused_parameters = ^{Sbox, Direction, UnusedKeyIsZero};

endmodule : roundel_round
