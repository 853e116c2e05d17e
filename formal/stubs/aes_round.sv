// SPDX-License-Identifier: Apache-2.0
//
// Stands for aes_round in proofs about control: it does not compute, it keeps the books. prove_round
// shows that the real one is a round of the standard; here counts which round key it is given.
//
// A state is {zeros, done, bad, number, key, mark}: the mark of its block; the key that it was
// whitened with and the number of the last round key that it met; whether it ever met a round key
// of another key or out of order; whether it left through the last round.
// A round key is {zeros, number, key, zeros} in the same places, so that XOR whitens.

module aes_round #(
  parameter int Sbox = 0,
  parameter int Direction = 0
) (
  input  logic         decrypt_i,
  input  logic [127:0] state_i,
  input  logic [127:0] round_key_i,
  output logic [127:0] middle_o,
  output logic [127:0] last_o
);

  logic inverse, bad;
  logic [3:0] previous, number;

  assign inverse = (Direction == 2) ? decrypt_i : (Direction == 1);
  assign previous = state_i[5:2];
  assign number = round_key_i[5:2];
  assign bad = state_i[6] || state_i[7] || state_i[1] != round_key_i[1]
      || number != (inverse ? previous - 4'd1 : previous + 4'd1);

  assign middle_o = {121'd0, bad, number, state_i[1:0]};
  assign last_o = {120'd0, 1'b1, bad, number, state_i[1:0]};

endmodule : aes_round
