// SPDX-License-Identifier: Apache-2.0
//
// Stands for roundel_round in proofs about what is around it: in every cycle its results may be
// anything.

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

  (* anyseq *) logic [127:0] middle, last;

  assign middle_o = middle;
  assign last_o = last;

  logic unused_inputs;
  assign unused_inputs = ^{clk_i, decrypt_i, encrypt_i, state_i, encrypt_key_i, decrypt_key_i};

  logic unused_parameters;
  assign unused_parameters = ^{Sbox, Direction, UnusedKeyIsZero};

endmodule : roundel_round
