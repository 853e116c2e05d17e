// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_key_set_window for proofs about control: a counter with the times of the real
// module and StepCycles = 1. prove_key_set_window shows that the real module is the standard's.
//
// A round key is in the format of the stub of roundel_round. The number is 15, which no round
// accepts, between two round keys, and with a size that does not belong to the key: a key holds its
// size above its round key 0.

module roundel_key_set_window #(
  parameter int KeyBits = 256,
  parameter int KeySizes = 0,
  parameter int Sbox = 0,
  parameter int Cuts = 0,
  parameter int StepCycles = 1
) (
  input  logic               clk_i,
  input  logic               clear_i,
  input  logic               load_i,
  input  logic [        1:0] size_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic               advance_i,
  output logic [      127:0] key_o
);

  localparam int LOADS = KeyBits / 64;

  logic [2:0] loads_q;
  logic [3:0] number_q;
  logic identity_q, steps_q, wrong_q, wrong;
  logic [127:0] key;
  assign key = key_i[KeyBits-1-:128];
  // Every load sees the key of the first load.
  assign wrong = size_i != key[9:8] || (loads_q != 3'd0 && key[1] != identity_q);

  always_ff @(posedge clk_i) begin
    steps_q <= advance_i && !clear_i;
    if (clear_i) begin
      loads_q <= 3'd0;
      number_q <= 4'd0;
      identity_q <= 1'b0;
      wrong_q <= 1'b0;
    end else begin
      if (load_i && int'(loads_q) < LOADS) begin
        loads_q <= loads_q + 3'd1;
        identity_q <= key[1];
        wrong_q <= wrong_q || wrong;
      end
      if (advance_i) begin
        number_q <= number_q + 4'd1;
        wrong_q <= wrong_q || steps_q || int'(loads_q) != LOADS;
      end
    end
  end

  always_comb begin
    key_o = 128'd0;
    key_o[1] = identity_q;
    key_o[5:2] = (steps_q || wrong_q || (loads_q != 3'd0 && int'(loads_q) < LOADS)) ? 4'd15
        : number_q;
  end

  logic unused_parameters;
  assign unused_parameters = ^{KeySizes, Sbox, Cuts, StepCycles};

endmodule : roundel_key_set_window
