// SPDX-License-Identifier: Apache-2.0
//
// What every bit of roundel_compact's three wide registers becomes: the state the XOR of the round
// key, the top 128 bits of the window, and of a block that enters, a round or the last round, or
// what it was while a result waits; the window the key or its next; the key what is taken, zero or
// what it was. The round and the key step are given the whole state and the whole window, and what
// they give is what counts. Every bit of the output is the state's, or zero. For every block and
// key, and whatever rounds and key steps give.
//
// prove_compact says when, of what is alike for all bits; this, that all bits are alike. Together:
// after a zeroise the whole key is zero in the second cycle, the whole window in the third, and in
// the fourth the state is but what stands at the input.

module prove_compact_path #(
  parameter int KeyBits = 128,
  parameter int Backpressure = 1
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

  // Of u_dut, and at the ports of its round and key step.
  logic [3:0] round_q;
  logic wipe_q;
  logic [127:0] state_q, round_state, middle, substituted;
  logic [KeyBits-1:0] key_nq, window_q, step_window, window_next;

  // ---- The specification: what is due in the next cycle -----------------------------------------
  logic begins, ends, held;
  logic [127:0] round_key, added, state_due_q;
  logic [KeyBits-1:0] key, key_due_q, window_due_q;
  logic started_q = 1'b0;
  logic shown_q;  // there was a result since the last reset

  assign begins = round_q == 4'd0;
  assign ends = round_q == NUM_ROUNDS;
  assign held = Backpressure != 0 && out_valid;
  assign round_key = window_q[KeyBits-1:KeyBits-128];
  assign added = begins ? in_block_i : ends ? substituted : middle;
  assign key = ~key_nq;

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
    // A result, which takes a key and a block; and behind one that nothing is left.
    result: cover (rst_ni && out_valid && out_block == '1);
    forgotten: cover (shown_q && key == '0 && window_q == '0 && rst_ni && !wipe_q);
  end

endmodule : prove_compact_path
