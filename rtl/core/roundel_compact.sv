// SPDX-License-Identifier: Apache-2.0
//
// AES encryption in the fewest gates with a datapath of 128 bits: one round, one block at a time.
//
// Interface. Ports and handshakes are those of roundel_core; the differences are:
// - Blocks: the result stays in the state register; there is no output FIFO. A block has its result
//   OUTPUT_LATENCY = Nr + 1 cycles after acceptance. Without Backpressure the cycle that shows a
//   result also accepts the next block: a block every Nr + 1 cycles. With Backpressure the result
//   waits for `out_ready_i`, and the next block enters in the cycle after: a block every Nr + 2
//   cycles (roundel_core: every Nr cycles, with more gates). `in_decrypt_i` is ignored.
// - Keys: one slot; `key_slot_i` and `in_slot_i` are ignored. A key is accepted in any cycle except
//   the one after another key, a reset or a zeroise. A block accepted in the cycle of the key's
//   handshake or before uses the old key; the next block enters at least KEY_LOAD_CYCLES later.
// - Zeroise: after `zeroise_i` the output is zero from the next cycle on. The key is zero in the
//   second cycle, the round key in the third and the state in the fourth. A reset does the same,
//   counted from its release or from any clock edge in it. The output is zero whenever
//   `out_valid_o` is low, and never the state of a round.
//
// Method. FIPS-197, sections 5.1 and 5.2; roundel_round and roundel_key_step. The key register
// holds the complement of the key, and the multiplexer of the round key selects complements. The
// reason: AND-OR-invert cells are the smallest multiplexers, and flip-flops have a complemented
// output at no cost. Neither register has a reset, which would cost a gate a bit. The XOR of the
// round key serves the entering block, the rounds and the last round.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_compact #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*, not SBOX_ROM
  parameter int TagBits = 1,  // width of a block's tag
  parameter bit Backpressure = 1'b1  // 0: the user takes each result at once
) (
  input  logic               clk_i,  // rising edge
  input  logic               rst_ni,  // asynchronous, active low
  input  logic               zeroise_i,  // drop the block and clear the key

  // Keys.
  input  logic               key_valid_i,  // a key is offered
  output logic               key_ready_o,  // the key is accepted in this cycle
  input  logic [        0:0] key_slot_i,  // ignored
  input  logic [KeyBits-1:0] key_i,  // byte 0 in the top bits
  input  logic               key_clear_i,  // clear the key instead
  input  logic [        1:0] key_size_i,  // ignored

  // Blocks in.
  input  logic               in_valid_i,  // a block is offered
  output logic               in_ready_o,  // the block is accepted in this cycle
  input  logic               in_decrypt_i,  // ignored
  input  logic [        0:0] in_slot_i,  // ignored
  input  logic [TagBits-1:0] in_tag_i,  // returned with the result
  input  logic [      127:0] in_block_i,  // byte 0 in [127:120]

  // Blocks out.
  output logic               out_valid_o,  // a result is offered
  input  logic               out_ready_i,  // the result is taken in this cycle
  output logic [TagBits-1:0] out_tag_o,  // in_tag_i of the block
  output logic [      127:0] out_block_o  // byte 0 in [127:120]
);

  // Facts of the configuration, for users and for tools (from the elaborated design).
  // verilator lint_off UNUSEDPARAM
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LATENCY = NUM_ROUNDS;
  localparam int BLOCKS_IN_FLIGHT = 1;
  localparam int CYCLES_PER_BLOCK = Backpressure ? NUM_ROUNDS + 2 : NUM_ROUNDS + 1;
  localparam int SLOT_BITS = 1;
  localparam int QUEUE_DEPTH = Backpressure ? 1 : 0;
  localparam int OUTPUT_LATENCY = NUM_ROUNDS + 1;
  localparam int ZEROISE_DELAY = 0;
  localparam int ROUND_CUTS = 1 << roundel_engine_pkg::CUT_ROUND;
  localparam int KEY_LOAD_CYCLES = 2;
  // verilator lint_on UNUSEDPARAM

  `ROUNDEL_REFUSE(roundel_error_key_bits_must_be_128_192_or_256,
      KeyBits != 128 && KeyBits != 192 && KeyBits != 256)
  `ROUNDEL_REFUSE(roundel_error_sbox_rom_needs_compact_0, Sbox == roundel_engine_pkg::SBOX_ROM)
  `ROUNDEL_REFUSE(roundel_error_tag_bits_must_be_at_least_1, TagBits < 1)

  // ---- Control ----------------------------------------------------------------------------------
  logic [3:0] round_q;  // round of the block in work; 0: no block
  logic valid_q;  // the state is a result
  logic wipe_q;  // the key register is being cleared
  logic loaded_q;  // the key register holds a key
  logic open_q;  // the window register holds that key, too
  logic idle, last, held, enter, take, restart;

  assign idle = round_q == 4'd0;
  assign last = round_q == NUM_ROUNDS[3:0];
  assign held = Backpressure && valid_q;
  assign enter = in_valid_i && in_ready_o;
  assign take = key_valid_i && key_ready_o;
  assign restart = last || (idle && !enter);  // the next round key is round key 0
  assign in_ready_o = idle && open_q && !held && !zeroise_i;
  // No key in the cycle after a key, so a stream of keys cannot block all blocks.
  assign key_ready_o = !wipe_q && (open_q || !loaded_q) && !zeroise_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      round_q <= 4'd0;
      valid_q <= 1'b0;
      wipe_q <= 1'b1;
      loaded_q <= 1'b0;
      open_q <= 1'b0;
    end else begin
      round_q <= (restart || zeroise_i) ? 4'd0 : round_q + 4'd1;
      valid_q <= !zeroise_i && (last || (held && !out_ready_i));
      wipe_q <= zeroise_i || (take && key_clear_i);
      loaded_q <= !zeroise_i && (take ? !key_clear_i : loaded_q);
      open_q <= !zeroise_i && !take && loaded_q;
    end
  end

  // ---- Keys -------------------------------------------------------------------------------------
  logic [KeyBits-1:0] inverted_key_q;  // the complement of the key
  logic [KeyBits-1:0] window_q, window_next;
  logic [127:0] round_key;

  assign round_key = window_q[KeyBits-1-:128];

  roundel_key_step #(
    .KeyBits(KeyBits), .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT)
  ) u_key_step (
    .clk_i,
    .backward_i(1'b0),
    .step_i(round_q),
    .window_i(window_q),
    .window_o(window_next)
  );

  always_ff @(posedge clk_i) begin
    inverted_key_q <=
        ~((key_i & {KeyBits{take}}) | (~inverted_key_q & {KeyBits{!take && !wipe_q}}));
    window_q <= ~((inverted_key_q & {KeyBits{restart}}) | (~window_next & {KeyBits{!restart}}));
  end

  // ---- The block --------------------------------------------------------------------------------
  logic [127:0] state_q, state_next, middle, substituted;
  logic [TagBits-1:0] tag_q;

  roundel_round #(.Sbox(Sbox), .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT), .Cuts(0)) u_round (
    .clk_i,
    .decrypt_i(1'b0),
    .encrypt_i(1'b1),
    .state_i(state_q),
    .encrypt_key_i(128'd0),
    .decrypt_key_i(128'd0),
    .inject_i(128'd0),
    .middle_o(middle),
    .last_o(substituted)
  );

  assign state_next = round_key ^ (
      (in_block_i & {128{idle}}) | (middle & {128{!idle && !last}}) | (substituted & {128{last}}));

  always_ff @(posedge clk_i) begin
    state_q <= held ? state_q : state_next;
    if (enter) begin
      tag_q <= in_tag_i;
    end
  end

  assign out_valid_o = valid_q;
  assign out_tag_o = tag_q & {TagBits{valid_q}};
  assign out_block_o = state_q & {128{valid_q}};

  logic unused_inputs;
  assign unused_inputs = ^{key_slot_i, key_size_i, in_slot_i, in_decrypt_i, out_ready_i};

  `ROUNDEL_CONTRACT(output_zero_without_result, clk_i, rst_ni, valid_q || out_block_o == '0)
  `ROUNDEL_CONTRACT(no_block_without_key, clk_i, rst_ni, !open_q || loaded_q)

endmodule : roundel_compact
