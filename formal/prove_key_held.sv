// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_key_step with InputsHeld gives the next window after key_step_cycles() - 1
// cycles with stable inputs.
//
// The registers have any initial contents. prove_key_step shows that the step without registers is
// the standard's. roundel_key_expander therefore loads the next window if enables are
// key_step_cycles() cycles apart.

module prove_key_held #(
  parameter int KeyBits = 128,
  parameter int Stages = 2,
  parameter int Sbox = 2
) (
  input logic               clk_i,
  input logic               load_i,
  input logic [        3:0] step_i,
  input logic [KeyBits-1:0] window_i
);

  localparam int CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, 0);
  localparam int CYCLES = roundel_engine_pkg::key_step_cycles(CUTS);

  logic [KeyBits-1:0] window_q;
  logic [3:0] step_q;
  logic [7:0] held_q = 8'd0;  // cycles since the last load, less one, up to CYCLES - 1
  logic [KeyBits-1:0] next, whole_next;

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      window_q <= window_i;
      step_q <= step_i;
      held_q <= 8'd0;
    end else if (int'(held_q) < CYCLES - 1) begin
      held_q <= held_q + 8'd1;
    end
  end

  roundel_key_step #(
    .KeyBits(KeyBits),
    .Sbox(Sbox),
    .Cuts(roundel_engine_pkg::key_step_cuts(CUTS)),
    .InputsHeld(1'b1)
  ) u_dut (
    .clk_i(clk_i),
    .backward_i(1'b0),
    .step_i(step_q),
    .window_i(window_q),
    .window_o(next)
  );

  roundel_key_step #(
    .KeyBits(KeyBits),
    .Sbox(Sbox)
  ) u_whole (
    .clk_i(clk_i),
    .backward_i(1'b0),
    .step_i(step_q),
    .window_i(window_q),
    .window_o(whole_next)
  );

  always_comb begin
    if (int'(held_q) == CYCLES - 1) assert (next == whole_next);
    filled: cover (int'(held_q) == CYCLES - 1);
  end

endmodule : prove_key_held
