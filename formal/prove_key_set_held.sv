// SPDX-License-Identifier: Apache-2.0
//
// Proves that the registers of roundel_key_set_window hold the next words of the expansion
// StepCycles cycles after a shift.
//
// The registers have any initial contents. The words are compared with the words of the same window
// and control without registers, which prove_key_set_window shows to be the standard's. That proof
// also shows that a shift to new words comes StepCycles cycles after the shift before. Probes are
// signals of the design.

module prove_key_set_held #(
  parameter int KeyBits = 256,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,
  parameter int Stages = 2,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER
) (
  input logic               clk_i,
  input logic               clear_i,
  input logic               load_i,
  input logic [        1:0] size_i,
  input logic [KeyBits-1:0] key_i,
  input logic               advance_i
);

  localparam int CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, 0);
  localparam int CYCLES = roundel_engine_pkg::set_shift_cycles(CUTS);

  logic [127:0] unused_key;

  roundel_key_set_window #(
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Sbox(Sbox),
    .Cuts(roundel_engine_pkg::key_step_cuts(CUTS)),
    .StepCycles(CYCLES)
  ) u_dut (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .load_i(load_i),
    .size_i(size_i),
    .key_i(key_i),
    .advance_i(advance_i),
    .key_o(unused_key)
  );

  // ---- The next words without registers ---------------------------------------------------------
  logic [63:0] old, made;
  logic [31:0] last, word, substituted, f, first;
  logic [7:0] rcon_q;
  logic rotates, substitutes, shift;
  assign word = rotates ? {last[23:0], last[31:24]} : last;
  assign f = substitutes ? substituted ^ {rcon_q & {8{rotates}}, 24'd0} : last;
  assign first = old[63:32] ^ f;

  roundel_sub_bytes #(
    .NumBytes(4),
    .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT)
  ) u_sub_word (
    .clk_i(clk_i),
    .decrypt_i(1'b0),
    .data_i(word),
    .inverse_data_i(32'd0),
    .data_o(substituted)
  );

  logic [7:0] still_q = 8'd0;  // cycles since the last shift, less one, up to CYCLES - 1
  always_ff @(posedge clk_i) begin
    if (shift || load_i || clear_i) begin
      still_q <= 8'd0;
    end else if (int'(still_q) < CYCLES - 1) begin
      still_q <= still_q + 8'd1;
    end
  end

  always_comb begin
    if (int'(still_q) == CYCLES - 1) assert (made == {first, old[31:0] ^ first});
    filled: cover (int'(still_q) == CYCLES - 1);
  end

endmodule : prove_key_set_held
