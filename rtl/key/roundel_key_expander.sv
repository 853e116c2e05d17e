// SPDX-License-Identifier: Apache-2.0
//
// Holds a key's window and replaces the window by the next one on request (for Stages of 2 or
// more).
//
// Interface. With `enable_i` and `load_i` the window becomes the cipher key. With `enable_i` alone
// the window becomes window step_i + 1. `step_i` must be stable, and enables at least
// roundel_engine_pkg::key_step_cycles() cycles apart, because a step takes as long. `clear_i`
// overrides `enable_i` and zeroes the window; registers of the step that depend on the old window
// are overwritten key_step_cycles() cycles later. `enable_i` drives every bit of the window, so a
// fast design drives `enable_i` from a register. No reset: the user asserts `clear_i` instead.
//
// Method. roundel_key_step with held inputs; FIPS-197, section 5.2.

module roundel_key_expander #(
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Cuts = 0  // cut positions of a round with a register, a mask of CUT_*
) (
  input  logic               clk_i,
  input  logic               clear_i,  // zero the window
  input  logic               load_i,  // with enable_i: load key_i
  input  logic [KeyBits-1:0] key_i,
  input  logic               enable_i,  // load or step
  input  logic [        3:0] step_i,  // number of the step: 0 to Nr - 1
  input  logic [        1:0] size_i,  // size of the key; read with a set of key sizes
  output logic [KeyBits-1:0] window_o
);

  logic [KeyBits-1:0] window_q, window_next;

  assign window_o = window_q;

  if (roundel_engine_pkg::is_key_set(KeySizes) != 0) begin : gen_set
    roundel_key_set_step #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Sbox(Sbox),
      .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
      .Cuts(roundel_engine_pkg::key_step_cuts(Cuts)),
      .InputsHeld(1'b1)
    ) u_key_step (
      .clk_i,
      .backward_i(1'b0),
      .step_i, .size_i,
      .window_i(window_q),
      .window_o(window_next)
    );
  end else begin : gen_one_size
    roundel_key_step #(
      .KeyBits(KeyBits), .Sbox(Sbox),
      .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
      .Cuts(roundel_engine_pkg::key_step_cuts(Cuts)),
      .InputsHeld(1'b1)
    ) u_key_step (
      .clk_i,
      .backward_i(1'b0),
      .step_i,
      .window_i(window_q),
      .window_o(window_next)
    );

    logic unused_size;
    assign unused_size = ^size_i;
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      window_q <= '0;
    end else if (enable_i) begin
      window_q <= load_i ? key_i : window_next;
    end
  end

endmodule : roundel_key_expander
