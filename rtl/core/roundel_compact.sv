// SPDX-License-Identifier: Apache-2.0
//
// Encryption in the fewest gates with a datapath of 128 bits: one round, one block at a time.
//
// Ports and handshakes are those of roundel_core, which it can stand in for; this tells what
// differs.
//
// Blocks.  The result stands in the register that held the block: there is no other, and the XOR of
//   the round key is the same for a block that enters, a round and the last round. A block gives
//   its result OUTPUT_LATENCY = Nr + 1 cycles after it was accepted. Without Backpressure the cycle
//   that shows a result takes the next block, a block every Nr + 1 cycles. With it the result waits
//   for `out_ready_i`, and the next block for the cycle after: a block every Nr + 2 cycles. It
//   encrypts, whatever `in_decrypt_i` is. roundel_core takes one every Nr cycles, and more gates.
// Keys.  One at a time (`key_slot_i` and `in_slot_i` carry nothing), taken in any cycle but the one
//   after another key, a reset or a zeroise. A block accepted in the cycle of the
//   handshake or before uses the old key; the next one enters KEY_LOAD_CYCLES later at the soonest.
// Forgetting.  After `zeroise_i` the output is zero from the next cycle on, the key is gone in the
//   second, the round key that derives from it in the third and the state in the fourth. After a
//   reset the same follows its *release*, or any clock edge in it. The output is zero whenever
//   `out_valid_o` is low: the state of a round is never seen.
//
// The key's register holds the complement, and what is chosen for the round key's is chosen as one:
// AND-OR-invert cells are the smallest multiplexers, and flip-flops give their complement for
// nothing. Neither has a reset, which costs a gate a bit.
//
// Method: FIPS-197 sections 5.1 and 5.2; the round is roundel_round, the key's step
// roundel_key_step.

module roundel_compact #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  // roundel_engine_pkg::SBOX_*, but for SBOX_ROM
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int TagBits = 1,  // bits of the tag that travels with a block
  parameter int Backpressure = 1  // 0: results are to be taken as they come
) (
  input  logic               clk_i,  // rising edge
  input  logic               rst_ni,  // asynchronous, active low
  input  logic               zeroise_i,  // one cycle: forget everything

  // Keys.
  input  logic               key_valid_i,  // a key is offered
  output logic               key_ready_o,  // it is taken in this cycle
  input  logic [        0:0] key_slot_i,  // not read
  input  logic [KeyBits-1:0] key_i,  // byte 0 in the top bits
  input  logic               key_clear_i,  // forget the key instead

  // Blocks in.
  input  logic               in_valid_i,  // a block is offered
  output logic               in_ready_o,  // it is taken in this cycle
  input  logic               in_decrypt_i,  // not read
  input  logic [        0:0] in_slot_i,  // not read
  input  logic [TagBits-1:0] in_tag_i,  // comes back with the result
  input  logic [      127:0] in_block_i,  // byte 0 in [127:120]

  // Blocks out.
  output logic               out_valid_o,  // a result is offered
  input  logic               out_ready_i,  // it is taken in this cycle
  output logic [TagBits-1:0] out_tag_o,  // of the block
  output logic [      127:0] out_block_o  // byte 0 in [127:120]
);

  // What a user asks of a configuration; tools read these from the elaborated design.
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LATENCY = NUM_ROUNDS;
  localparam int BLOCKS_IN_FLIGHT = 1;
  localparam int CYCLES_PER_BLOCK = (Backpressure != 0) ? NUM_ROUNDS + 2 : NUM_ROUNDS + 1;
  localparam int SLOT_BITS = 1;
  localparam int QUEUE_DEPTH = (Backpressure != 0) ? 1 : 0;
  localparam int OUTPUT_LATENCY = NUM_ROUNDS + 1;
  localparam int ZEROISE_DELAY = 0;
  localparam int ROUND_CUTS = 1 << roundel_engine_pkg::CUT_ROUND;
  localparam int KEY_LOAD_CYCLES = 2;

  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    roundel_error_key_bits_must_be_128_192_or_256 u_error ();
  end
  if (Sbox == roundel_engine_pkg::SBOX_ROM) begin : gen_bad_rom
    roundel_error_sbox_rom_needs_compact_0 u_error ();
  end
  if (TagBits < 1) begin : gen_bad_tag
    roundel_error_tag_bits_must_be_at_least_1 u_error ();
  end
  if (Backpressure != 0 && Backpressure != 1) begin : gen_bad_backpressure
    roundel_error_backpressure_must_be_0_or_1 u_error ();
  end

  // ---- Control ----------------------------------------------------------------------------------
  logic [3:0] round_q;  // round of the block that is in, 0 without one
  logic valid_q;  // the state is a result
  logic wipe_q;  // the key is overwritten
  logic loaded_q, open_q;  // there is a key; the round key's register has it, too
  logic idle, last, held, enter, take, restart;

  assign idle = round_q == 4'd0;
  assign last = round_q == NUM_ROUNDS[3:0];
  assign held = (Backpressure != 0) && valid_q;
  assign enter = in_valid_i && in_ready_o;
  assign take = key_valid_i && key_ready_o;
  assign restart = last || (idle && !enter);  // the next round key is the first one
  assign in_ready_o = idle && open_q && !held && !zeroise_i;
  // Not in the cycle behind a key: however many keys come, blocks get in between.
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
  logic [KeyBits-1:0] key_nq;  // the complement of the key
  logic [KeyBits-1:0] window_q, window_next;
  logic [127:0] round_key;

  assign round_key = window_q[KeyBits-1-:128];

  roundel_key_step #(
    .KeyBits(KeyBits),
    .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT)
  ) u_key_step (
    .clk_i(clk_i),
    .backward_i(1'b0),
    .step_i(round_q),
    .window_i(window_q),
    .window_o(window_next)
  );

  always_ff @(posedge clk_i) begin
    key_nq <= ~((key_i & {KeyBits{take}}) | (~key_nq & {KeyBits{!take && !wipe_q}}));
    window_q <= ~((key_nq & {KeyBits{restart}}) | (~window_next & {KeyBits{!restart}}));
  end

  // ---- The block --------------------------------------------------------------------------------
  logic [127:0] state_q, state_next, middle, substituted;
  logic [TagBits-1:0] tag_q;

  roundel_round #(
    .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Cuts(0)
  ) u_round (
    .clk_i(clk_i),
    .decrypt_i(1'b0),
    .encrypt_i(1'b1),
    .state_i(state_q),
    .encrypt_key_i(128'd0),
    .decrypt_key_i(128'd0),
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
  assign unused_inputs = ^{key_slot_i, in_slot_i, in_decrypt_i, out_ready_i};

  logic unused_facts;
  assign unused_facts = ^{LATENCY, BLOCKS_IN_FLIGHT, CYCLES_PER_BLOCK, SLOT_BITS, QUEUE_DEPTH,
                         OUTPUT_LATENCY, ZEROISE_DELAY, ROUND_CUTS, KEY_LOAD_CYCLES};

endmodule : roundel_compact
