// SPDX-License-Identifier: Apache-2.0
//
// Proves the next value of every bit in the three wide registers of roundel_compact.
//
// The state becomes the XOR of the round key, which is the top 128 bits of the window, and a
// selected operand: the block at the input, the result of a round, or the result of the last round.
// While a result waits, the state stays. The window becomes the key or the next window. The key
// becomes the accepted key or zero, or stays. Round and key step read the whole state and the whole
// window. Every output bit is the bit of the state, or zero. For every block and key and every
// result of the round and of the key step.
//
// prove_compact shows the times of these changes, for equally treated bits; this proof shows the
// equal treatment. Together: after a zeroise the whole key is zero in the second cycle, the whole
// window in the third, and in the fourth the state is the block at the input.

module prove_compact_path #(
  parameter int KeyBits = 128,
  parameter bit Backpressure = 1'b1
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               zeroise_i,
  input logic               key_valid_i,
  input logic [KeyBits-1:0] key_i,
  input logic               key_clear_i,
  input logic               in_valid_i,
  input logic [      127:0] in_block_i,
  input logic               out_ready_i
);

  localparam logic [3:0] NUM_ROUNDS = 4'(KeyBits / 32 + 6);

  logic key_ready, in_ready, out_valid, out_tag;
  logic [127:0] out_block;

  roundel_compact #(
    .KeyBits(KeyBits),
    .Sbox(roundel_engine_pkg::SBOX_TABLE),
    .TagBits(1),
    .Backpressure(Backpressure)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready),
    .key_slot_i(1'b0),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .in_valid_i(in_valid_i),
    .in_ready_o(in_ready),
    .in_decrypt_i(1'b0),
    .in_slot_i(1'b0),
    .in_tag_i(1'b0),
    .in_block_i(in_block_i),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready_i),
    .out_tag_o(out_tag),
    .out_block_o(out_block)
  );

  // Registers of u_dut, and the ports of the round and the key step.
  logic [3:0] round_q;
  logic wipe_q;
  logic [127:0] state_q, round_state, middle, substituted;
  logic [KeyBits-1:0] inverted_key_q, window_q, step_window, window_next;

  // ---- The specification: the values of the next cycle ------------------------------------------
  logic begins, ends, held;
  logic [127:0] round_key, added, state_due_q;
  logic [KeyBits-1:0] key, key_due_q, window_due_q;
  logic started_q = 1'b0;
  logic shown_q;  // a result was on the output since the last reset

  assign begins = round_q == 4'd0;
  assign ends = round_q == NUM_ROUNDS;
  assign held = Backpressure && out_valid;
  assign round_key = window_q[KeyBits-1:KeyBits-128];
  assign added = begins ? in_block_i : ends ? substituted : middle;
  assign key = ~inverted_key_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    state_due_q <= held ? state_q : added ^ round_key;
    window_due_q <= (ends || (begins && !(in_valid_i && in_ready))) ? key : window_next;
    key_due_q <= (key_valid_i && key_ready) ? key_i : wipe_q ? '0 : key;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) shown_q <= 1'b0;
    else shown_q <= shown_q || (out_valid && window_q != '0 && key != '0);
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q) begin
      assert (state_q == state_due_q);
      assert (window_q == window_due_q);
      assert (key == key_due_q);
    end
    assert (round_state == state_q);
    assert (step_window == window_q);
    assert (out_block == (out_valid ? state_q : '0));
    // A result, after a key and a block; a cleared design after a result.
    result: cover (rst_ni && out_valid && out_block == '1);
    forgotten: cover (shown_q && key == '0 && window_q == '0 && rst_ni && !wipe_q);
  end

endmodule : prove_compact_path
