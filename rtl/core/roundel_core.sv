// SPDX-License-Identifier: Apache-2.0
//
// AES with valid/ready handshakes on every side: the engine, a credit counter, and an output FIFO.
//
// Interface. No valid waits for a ready, and no ready depends on a valid or on a ready of the other
// side. Common tasks:
// - Load a key: put the key on `key_i` (byte 0 in the top bits) and its slot on `key_slot_i`, raise
//   `key_valid_i`, and hold them until a cycle with `key_ready_o`. The engine expands the key, and
//   blocks wait at `in_ready_o` until it is done.
// - Change a key: at any time, between any two blocks. A block that is accepted in a later cycle
//   than the key uses the new key; a block of the same or an earlier cycle uses the old one. Cost:
//   on the fly and encrypting, none. On the fly and decrypting, the block in flight finishes first,
//   then Nr + 1 cycles. Stored, the blocks in flight of that slot finish first, then
//   KEY_LOAD_CYCLES; blocks of other slots do not wait. Pipelined, and on the fly with Stages of 2
//   or more, no block waits; when decrypting, the key waits for its expansion. With `key_clear_i`
//   the slot is cleared instead, at the same cost.
// - Choose the key size: `KeySizes` is the set of sizes, and `key_size_i` is held with the key. A
//   shorter key is in the top bits of `key_i`. Each slot stores the size of its key; a block has no
//   size of its own. A key of a size outside the set clears the slot. The engine takes a stored key
//   in words, so `key_ready_o` comes up to KeyBits / 64 cycles later. A stored key that is
//   withdrawn must stay withdrawn for at least one cycle.
// - Send a block: raise `in_valid_i` with `in_block_i` (byte 0 in [127:120]), its slot, its
//   direction (with Direction both) and a tag of the user; hold them until `in_ready_o`. A block of
//   a slot without a key waits until a key is loaded.
// - Receive a result: `out_valid_o` with `out_block_o` and the block's tag, in the order of the
//   inputs, stable until `out_ready_i`.
// - Forget everything: one cycle of `zeroise_i`, or a reset. Blocks in flight and in the FIFO are
//   dropped. ZEROISE_DELAY + 2 cycles later the output is zero. All keys and registers that depend
//   on a key are overwritten; the clock must run. Cycles from `zeroise_i` or from the release of
//   reset: a key store with Stages of 0 or 1 takes KeySlots * (Nr + 1) cycles. With Stages of 2 or
//   more the store takes at most LATENCY + 4 + KeySlots * (3 * Nr + 8) cycles; with more than 256
//   slots, at most LATENCY + 10 + KeySlots * (Nr / R) cycles. The memory of the FIFO takes 17
//   cycles, that of the reorder buffer QUEUE_DEPTH, and the ring LATENCY cycles. No key is accepted
//   before the store is clear, and no block before FIFO and ring are.
//
// Many slots: above 256 slots the round keys are in block RAM, which needs Stages of 2 or more and
// adds two cycles to LATENCY. Throughput does not change, and a load delays no block of another
// slot.
//
// Latency: OUTPUT_LATENCY cycles from acceptance to `out_valid_o` with an empty FIFO, independent
// of the values of key and data. Throughput: a block every CYCLES_PER_BLOCK cycles, without a
// bubble, while the output is not stalled.
//
// Latency and throughput with a set of key sizes. With one or two hardware rounds, a block takes
// the cycles of its own key size: Nr / R instead of CYCLES_PER_BLOCK, and LATENCY_128, LATENCY_192
// or LATENCY_256 instead of LATENCY. Blocks can overtake each other in the ring.
// roundel_reorder_buffer restores their order and replaces the FIFO, so a block may wait for an
// earlier one. With more hardware rounds all sizes have the latency of the largest key, and a block
// of a smaller key bypasses the first rounds (roundel_bypass).

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_core #(
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // hardware rounds R, a divisor of Nr (10, 12 or 14)
  parameter int Stages = 1,  // registers S of a round, up to 13; 0: one for all R rounds
  parameter int RoundCuts = 0,  // their cut positions, a mask of CUT_*; 0: best_cuts()
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1,  // key slots, a power of two up to 4096; 1 unless stored
  parameter int TagBits = 1,  // width of a block's tag
  parameter bit Backpressure = 1'b1  // 0: no output FIFO; the user takes each result at once
) (
  input  logic               clk_i,  // rising edge
  input  logic               rst_ni,  // asynchronous, active low
  input  logic               zeroise_i,  // drop all blocks and clear all keys

  // Keys.
  input  logic               key_valid_i,  // a key is offered
  output logic               key_ready_o,  // the key is accepted in this cycle
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,  // slot to load
  input  logic [KeyBits-1:0] key_i,  // byte 0 in the top bits
  input  logic               key_clear_i,  // clear the slot instead
  input  logic [        1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes

  // Blocks in.
  input  logic               in_valid_i,  // a block is offered
  output logic               in_ready_o,  // the block is accepted in this cycle
  input  logic               in_decrypt_i,  // direction; read with Direction both
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] in_slot_i,  // slot of the key to use
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
  localparam int LATENCY = roundel_engine_pkg::latency(KeyBits, Rounds, Stages, KeySlots);
  localparam int BLOCKS_IN_FLIGHT = roundel_engine_pkg::blocks_in_flight(Rounds, Stages, KeySlots);
  localparam int CYCLES_PER_BLOCK = roundel_engine_pkg::cycles_per_block(KeyBits, Rounds);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  // Entries of the output FIFO, and cycles from acceptance to `out_valid_o`.
  localparam int REGISTERED = roundel_engine_pkg::output_fifo_registered(Stages);
  localparam bit REORDERS = roundel_engine_pkg::has_reordering(KeySizes, Rounds, Stages) != 0;
  localparam int REORDER_DEPTH = roundel_engine_pkg::reorder_depth(Rounds, Stages, KeySlots);
  localparam int QUEUE_DEPTH = !Backpressure ? 0 : REORDERS ? REORDER_DEPTH + 1 :
      roundel_engine_pkg::output_fifo_depth(KeyBits, Rounds, Stages, KeySlots);
  localparam int OUTPUT_CYCLES = !Backpressure ? 1 + REGISTERED : REORDERS ? 2 + REGISTERED :
      roundel_prim_pkg::fifo_latency(QUEUE_DEPTH, REGISTERED);
  localparam int OUTPUT_LATENCY = LATENCY + OUTPUT_CYCLES;
  // LATENCY of a block of each key size; 0 for a size that the design lacks.
  localparam int LATENCY_128 =
      roundel_engine_pkg::size_latency(KeyBits, KeySizes, Rounds, Stages, KeySlots, 128);
  localparam int LATENCY_192 =
      roundel_engine_pkg::size_latency(KeyBits, KeySizes, Rounds, Stages, KeySlots, 192);
  localparam int LATENCY_256 =
      roundel_engine_pkg::size_latency(KeyBits, KeySizes, Rounds, Stages, KeySlots, 256);
  // Cycles after `zeroise_i` in which an earlier result may still be valid.
  localparam int ZEROISE_DELAY = REGISTERED;
  // Cut positions of the registers, and the most cycles from a key's handshake to a block with it.
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int KEY_LOAD_CYCLES = roundel_engine_pkg::load_cycles(
      KeyBits, KeySizes, Direction, Rounds, Stages, ROUND_CUTS, KeySlots)
      + roundel_engine_pkg::early_key_ready(Stages, KeySchedule, KeySlots);
  // verilator lint_on UNUSEDPARAM

  // Without a queue nothing restores the order.
  `ROUNDEL_REFUSE(roundel_error_key_sizes_with_rounds_1_or_2_and_several_stages_need_backpressure_1,
      REORDERS && !Backpressure)

  // With Stages of 2 or more zeroise_i has a register, because its net reaches all parts.
  logic zeroise;
  if (REGISTERED != 0) begin : gen_zeroise
    logic zeroise_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        zeroise_q <= 1'b0;
      end else begin
        zeroise_q <= zeroise_i;
      end
    end
    assign zeroise = zeroise_q;
  end else begin : gen_zeroise_now
    assign zeroise = zeroise_i;
  end

  // With REORDERS the engine's tag has the block's number above the user's tag.
  localparam int NUMBER_BITS = REORDERS ? $clog2(REORDER_DEPTH) + 1 : 0;
  localparam int ENGINE_TAG_BITS = NUMBER_BITS + TagBits;

  logic engine_ready, open, result_valid;
  logic [ENGINE_TAG_BITS-1:0] engine_tag, engine_result_tag;
  logic [TagBits-1:0] result_tag;
  logic [127:0] result_block;

  assign in_ready_o = engine_ready && open;

  roundel_engine #(
    .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction), .Rounds(Rounds),
    .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox), .KeySchedule(KeySchedule),
    .KeySlots(KeySlots), .TagBits(ENGINE_TAG_BITS)
  ) u_engine (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
    .key_size_i,
    .valid_i(in_valid_i && open),
    .ready_o(engine_ready),
    .decrypt_i(in_decrypt_i),
    .slot_i(in_slot_i),
    .tag_i(engine_tag),
    .block_i(in_block_i),
    .valid_o(result_valid),
    .tag_o(engine_result_tag),
    .block_o(result_block),
    // Only the rings of other lanes need these outputs.
    // verilator lint_off PINCONNECTEMPTY
    .empty_o(),
    .ring_valid_o(),
    .ring_hold_o(),
    .entry_size_o(),
    .entry_key_o(),
    .encrypt_key_o(),
    .decrypt_key_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  assign result_tag = engine_result_tag[TagBits-1:0];

  if (!REORDERS) begin : gen_in_order
    assign engine_tag = in_tag_i;
  end

  if (REORDERS) begin : gen_reorder
    // A credit is a word of the memory that is free and not reserved for a block in flight.
    logic buffer_busy, buffer_free, credit;
    logic [NUMBER_BITS-1:0] number;

    assign open = credit && !buffer_busy;
    assign engine_tag = {number, in_tag_i};

    roundel_credit_counter #(.Tokens(REORDER_DEPTH), .StartFull(1)) u_credits (
      .clk_i,
      .clear_i(zeroise || buffer_busy),
      .give_i(buffer_free),
      .take_i(in_valid_i && in_ready_o),
      .any_o(credit)
    );

    roundel_reorder_buffer #(
      .Width(TagBits + 128),
      .Depth(REORDER_DEPTH),
      .Registered(REGISTERED != 0)
    ) u_buffer (
      .clk_i, .rst_ni,
      .clear_i(zeroise),
      .busy_o(buffer_busy),
      .number_o(number),
      .take_i(in_valid_i && in_ready_o),
      .push_i(result_valid),
      .push_number_i(engine_result_tag[ENGINE_TAG_BITS-1-:NUMBER_BITS]),
      .data_i({result_tag, result_block}),
      .free_o(buffer_free),
      .valid_o(out_valid_o),
      .ready_i(out_ready_i),
      .data_o({out_tag_o, out_block_o})
    );
  end

  if (Backpressure && !REORDERS) begin : gen_queue
    // A credit is a FIFO entry that is free and not reserved for a block in flight.
    logic queue_busy, queue_free, credit;

    assign open = credit && !queue_busy;

    roundel_credit_counter #(
      .Tokens(roundel_prim_pkg::fifo_credits(QUEUE_DEPTH)),
      .StartFull(1)
    ) u_credits (
      .clk_i,
      .clear_i(zeroise || queue_busy),
      .give_i(queue_free),
      .take_i(in_valid_i && in_ready_o),
      .any_o(credit)
    );

    roundel_fifo #(
      .Width(TagBits + 128),
      .Depth(QUEUE_DEPTH),
      .Registered(REGISTERED != 0)
    ) u_queue (
      .clk_i, .rst_ni,
      .clear_i(zeroise),
      .busy_o(queue_busy),
      .push_i(result_valid),
      .data_i({result_tag, result_block}),
      .free_o(queue_free),
      .valid_o(out_valid_o),
      .ready_i(out_ready_i),
      .data_o({out_tag_o, out_block_o})
    );

    `ROUNDEL_CONTRACT(no_result_while_fifo_clears, clk_i, rst_ni, !(result_valid && queue_busy))
  end else if (!REORDERS) begin : gen_no_queue
    // The output is zero without a result, and thus never the state of a round.
    logic valid, blank, valid_q;
    logic [TagBits+127:0] result, result_q;

    if (REGISTERED != 0) begin : gen_registered
      logic early_valid_q;
      // Complement of early_valid_q; drives the reset of many bits. Not a roundel_dup_register,
      // which has no reset.
      logic blank_q;
      logic [TagBits+127:0] early_result_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          early_valid_q <= 1'b0;
          blank_q <= 1'b1;
        end else begin
          early_valid_q <= result_valid && !zeroise_i;
          blank_q <= !(result_valid && !zeroise_i);
        end
      end
      always_ff @(posedge clk_i) begin
        early_result_q <= {result_tag, result_block};
      end
      assign valid = early_valid_q;
      assign blank = blank_q;
      assign result = early_result_q;
    end else begin : gen_straight
      assign valid = result_valid;
      assign blank = !result_valid;
      assign result = {result_tag, result_block};
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else begin
        valid_q <= valid;
      end
    end
    always_ff @(posedge clk_i) begin
      if (blank) begin
        result_q <= '0;
      end else begin
        result_q <= result;
      end
    end

    assign open = 1'b1;
    assign out_valid_o = valid_q;
    assign {out_tag_o, out_block_o} = result_q;

    logic unused_inputs;
    assign unused_inputs = ^{out_ready_i, zeroise};
  end


endmodule : roundel_core
