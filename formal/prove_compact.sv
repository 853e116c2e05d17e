// SPDX-License-Identifier: Apache-2.0
//
// Proves that every block leaves roundel_compact Nr + 1 cycles after acceptance, with its own tag,
// after all rounds of the cipher in order, each round with its round key.
//
// The round keys belong to the last key with a handshake in an earlier cycle. The module accepts no
// block without a key. Without a result the output is zero. The module is ready for a block, and
// for a key, in exactly the cycles of its head. After a zeroise or a reset the key is zero in the
// second cycle and the round key in the third. In the fourth cycle the state is zero, except for
// the block at the input. The same holds after `key_clear_i`, but a block in work continues to its
// end. Unbounded, with reset, zeroise, keys and stalls at any time.
//
// Method. As in prove_keys; the round is the stub without a key (formal/stubs/unkeyed). The proof
// uses few bits of block and key; prove_compact_path shows that the other bits behave alike.

module prove_compact #(
  parameter int KeyBits = 128,
  parameter bit Backpressure = 1'b1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic zeroise_i,
  input logic key_valid_i,
  input logic identity_i,  // of the key
  input logic key_clear_i,
  input logic in_valid_i,
  input logic in_decrypt_i,  // ignored
  input logic mark_i,  // of the block
  input logic out_ready_i
);

  localparam logic [3:0] NUM_ROUNDS = 4'(KeyBits / 32 + 6);

  logic key_ready, in_ready, out_valid, accept, take, mark;
  logic [127:0] block;
  logic [KeyBits-1:0] key;
  logic [KeyBits-1:0] inverted_key_q, window_q;  // registers of u_dut
  logic [127:0] state_q;  // its state

  // Window 0 of the stub of roundel_key_step: number 0 and the identity.
  always_comb begin
    key = '0;
    key[KeyBits-127] = identity_i;
  end
  assign accept = in_valid_i && in_ready;
  assign take = key_valid_i && key_ready;

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
    .key_i(key),
    .key_clear_i(key_clear_i),
    .in_valid_i(in_valid_i),
    .in_ready_o(in_ready),
    .in_decrypt_i(in_decrypt_i),
    .in_slot_i(1'b0),
    .in_tag_i(mark_i),
    .in_block_i({127'd0, mark_i}),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready_i),
    .out_tag_o(mark),
    .out_block_o(block)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic loaded_q, identity_q;  // a key is present, and the key's identity
  logic shut_q;  // a key or a zeroise came in the previous cycle
  logic [3:0] age_q;  // cycles since the handshake of the block in work; 0 without a block
  logic [4:0] since_q;  // cycles since the last handshake of a result, from 1 on; 0: too many
  logic mark_q, expected_q;  // mark and key identity of the block in work
  logic [1:0] forgot_q;  // cycles without a key, up to 2
  logic met_q;  // the last zeroise met a block, and no reset came
  logic empty_q, mark_before_q;  // no key and no block in the previous cycle; mark at the input
  logic started_q = 1'b0;
  logic leaves, room, busy, gone;

  assign gone = !loaded_q && forgot_q == 2'd2 && !busy;
  assign busy = age_q != 4'd0 && age_q <= NUM_ROUNDS;
  assign leaves = out_valid && (!Backpressure || out_ready_i);
  assign room = age_q == 4'd0 || (!Backpressure && age_q == NUM_ROUNDS + 4'd1);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    mark_before_q <= mark_i;
    since_q <= leaves ? 5'd1 : (since_q == 5'd0) ? 5'd0 : since_q + 5'd1;
    if (accept) begin
      mark_q <= mark_i;
      expected_q <= identity_q;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loaded_q <= 1'b0;
      identity_q <= 1'b0;
      shut_q <= 1'b1;
      age_q <= 4'd0;
      forgot_q <= 2'd0;
      empty_q <= 1'b0;
      met_q <= 1'b0;
    end else begin
      if (zeroise_i) met_q <= busy;
      empty_q <= gone && age_q == 4'd0;
      loaded_q <= !zeroise_i && (take ? !key_clear_i : loaded_q);
      identity_q <= take ? identity_i : identity_q;
      shut_q <= zeroise_i || take;
      if (zeroise_i) age_q <= 4'd0;
      else if (accept) age_q <= 4'd1;
      else if (busy) age_q <= age_q + 4'd1;
      else if (leaves) age_q <= 4'd0;
      if (zeroise_i || take) forgot_q <= 2'd0;
      else if (forgot_q != 2'd2) forgot_q <= forgot_q + 2'd1;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (rst_ni && started_q) begin
      assert (in_ready == (loaded_q && !shut_q && room && !zeroise_i));
      assert (key_ready == (!shut_q && !zeroise_i));
      assert (out_valid == (age_q == NUM_ROUNDS + 4'd1));
      if (out_valid) begin
        // The last round, no wrong round key, the number and key of the last round key.
        assert (block[127:7] == {115'd0, 1'b1, 1'b0, NUM_ROUNDS});
        assert (block[6:0] == {expected_q, NUM_ROUNDS, expected_q, mark_q});
        assert (mark == mark_q);
      end else begin
        assert (block == '0 && !mark);
      end
      if (!loaded_q && forgot_q >= 2'd1) assert (inverted_key_q == '1);
      if (gone) assert (window_q == '0);
      if (empty_q) assert (state_q == {127'd0, mark_before_q});
    end
    // A block of the previous key leaves after a new key came.
    old_key: cover (rst_ni && out_valid && mark && expected_q && loaded_q && !identity_q);
    // A block was in work during a zeroise, and the state is clear.
    forgotten: cover (rst_ni && empty_q && met_q);
    full_throughput: cover (rst_ni && leaves
                            && since_q == 5'(int'(NUM_ROUNDS) + (Backpressure ? 2 : 1)));
  end

endmodule : prove_compact
