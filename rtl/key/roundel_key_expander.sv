// SPDX-License-Identifier: Apache-2.0
//
// A key's window in a register, stepped forwards on request: round key after round key, for designs
// with Stages of 2 or more.
//
// With `enable_i`, `load_i` puts the cipher key into the window, and without it window `step_i`
// becomes the next one, which may come again roundel_engine_pkg::key_step_cycles() later.
// `enable_i` goes to every bit: a fast design drives it from a register. `clear_i` rules over it
// and zeroes the window. `step_i` stands still between two steps. What derives from a window that
// was cleared is gone as many cycles later. Not reset: whoever uses it holds `clear_i` then.
//
// Method: roundel_key_step, FIPS-197 section 5.2, its inputs held.

module roundel_key_expander #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Cuts = 0  // places of a round that hold a register
) (
  input  logic               clk_i,
  input  logic               clear_i,
  input  logic               load_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic               enable_i,
  input  logic [        3:0] step_i,  // n: 0 to Nr - 1
  output logic [KeyBits-1:0] window_o
);

  logic [KeyBits-1:0] window_q, window_next;

  assign window_o = window_q;

  roundel_key_step #(
    .KeyBits(KeyBits),
    .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Cuts(roundel_engine_pkg::key_step_cuts(Cuts)),
    .InputsHeld(1)
  ) u_key_step (
    .clk_i(clk_i),
    .backward_i(1'b0),
    .step_i(step_i),
    .window_i(window_q),
    .window_o(window_next)
  );

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      window_q <= '0;
    end else if (enable_i) begin
      window_q <= load_i ? key_i : window_next;
    end
  end

endmodule : roundel_key_expander
