// SPDX-License-Identifier: Apache-2.0
//
// AES with valid/ready on every side: the engine, credits, and a queue that takes its results.
//
// How do I load a key?  Put it on `key_i` (byte 0 in the top bits), its slot on `key_slot_i`, raise
//   `key_valid_i` and hold all three until a cycle with `key_ready_o`. That is all: expansion runs
//   by itself, and blocks wait at `in_ready_o` until it is done.
// When may I change the key?  At any time, between any two blocks. A block that is accepted in a
//   later cycle than the key uses the new key; one accepted before, or in the same cycle, the old.
//   Cost: on the fly and encrypting, nothing. On the fly and decrypting, the block in flight
//   finishes first, then Nr + 1 cycles. Stored, the blocks in flight *of that slot* finish first,
//   then KEY_LOAD_CYCLES; blocks of other slots go on. Pipelined, and on the fly with Stages of 2
//   or more, no cycle, as a block's key travels beside it; decrypting, the key waits for its
//   expansion and blocks go on with the one before. With `key_clear_i` the slot's key is forgotten
//   instead, at the same cost.
// How do I send a block?  Raise `in_valid_i` with `in_block_i` (byte 0 in [127:120]), its slot, its
//   direction (where Direction is both) and a tag of your own; hold them until `in_ready_o`. A
//   block of a slot without a key waits until one is loaded.
// How do I get the result?  `out_valid_o` with `out_block_o` and the block's tag, in the order of
//   the inputs, held until `out_ready_i`.
// How long does a block take?  OUTPUT_LATENCY cycles from acceptance to `out_valid_o` of an empty
//   queue, always the same whatever key and data are; a new block every CYCLES_PER_BLOCK cycles,
//   without a dead cycle, for as long as the output is taken.
// How do I forget everything?  One cycle of `zeroise_i`, or a reset: blocks in flight and in the
//   queue are dropped and, ZEROISE_DELAY + 2 cycles later, the output shows zero; all keys and all
//   that derives from them are overwritten. The clock must run: with a key store that takes
//   KeySlots * (Nr + 1) cycles, with Stages of 2 or more LATENCY and 3 * Nr + 8 a slot, from
//   `zeroise_i` or from the *release* of reset, for the memory of a queue 17 cycles, for the ring
//   LATENCY. No key is taken before the store is clear, and no block before queue and ring are.
//
// No valid waits for a ready, and no ready depends on a valid or on a ready of the other side.

module roundel_core #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // R: rounds in hardware, a divisor of Nr (10, 12 or 14)
  parameter int Stages = 1,  // S: registers a round, up to 13; 0: one after the R rounds
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1,  // keys held at once, a power of two; on the fly: 1
  parameter int TagBits = 1,  // bits of the tag that travels with a block
  parameter int Backpressure = 1  // 0: no queue, results are to be taken as they come
) (
  input  logic                                     clk_i,  // rising edge
  input  logic                                     rst_ni,  // asynchronous, active low
  input  logic                                     zeroise_i,  // one cycle: forget everything

  // Keys.
  input  logic                                     key_valid_i,  // a key is offered
  output logic                                     key_ready_o,  // it is taken in this cycle
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,  // slot to load
  input  logic [                      KeyBits-1:0] key_i,  // byte 0 in the top bits
  input  logic                                     key_clear_i,  // forget the slot's key instead

  // Blocks in.
  input  logic                                     in_valid_i,  // a block is offered
  output logic                                     in_ready_o,  // it is taken in this cycle
  input  logic                                     in_decrypt_i,  // where Direction is both
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] in_slot_i,  // slot of the key to use
  input  logic [                      TagBits-1:0] in_tag_i,  // comes back with the result
  input  logic [                            127:0] in_block_i,  // byte 0 in [127:120]

  // Blocks out.
  output logic                                     out_valid_o,  // a result is offered
  input  logic                                     out_ready_i,  // it is taken in this cycle
  output logic [                      TagBits-1:0] out_tag_o,  // of the block
  output logic [                            127:0] out_block_o  // byte 0 in [127:120]
);

  // What a user asks of a configuration; tools read these from the elaborated design.
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LATENCY = roundel_engine_pkg::latency(KeyBits, Rounds, Stages);
  localparam int BLOCKS_IN_FLIGHT = roundel_engine_pkg::blocks_in_flight(Rounds, Stages);
  localparam int CYCLES_PER_BLOCK = roundel_engine_pkg::cycles_per_block(KeyBits, Rounds);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  // Blocks that can wait for `out_ready_i`, and cycles from acceptance to `out_valid_o`.
  localparam int REGISTERED = roundel_engine_pkg::output_fifo_registered(Stages);
  localparam int QUEUE_DEPTH =
      (Backpressure != 0) ? roundel_engine_pkg::output_fifo_depth(KeyBits, Rounds, Stages) : 0;
  localparam int OUTPUT_LATENCY = LATENCY
      + ((Backpressure != 0) ? roundel_prim_pkg::fifo_latency(QUEUE_DEPTH, REGISTERED) : 1 +
          REGISTERED);
  // Cycles after `zeroise_i` in which a result of before may still be valid.
  localparam int ZEROISE_DELAY = REGISTERED;
  // Places of the registers, and the most cycles from a key's handshake to the first block with it.
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int KEY_LOAD_CYCLES =
      roundel_engine_pkg::key_load_cycles(KeyBits, Rounds, Stages, ROUND_CUTS, KeySlots)
      + roundel_engine_pkg::early_key_ready(Stages, KeySchedule, KeySlots);

  if (Backpressure != 0 && Backpressure != 1) begin : gen_bad_backpressure
    roundel_error_backpressure_must_be_0_or_1 u_error ();
  end

  // With Stages of 2 or more a cycle late: a pin's wire and its way to all parts take longer.
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

  // For lanes only.
  logic unused_empty, unused_valid, unused_hold;
  logic [127:0] unused_entry_key;
  logic [128*Rounds-1:0] unused_encrypt_key, unused_decrypt_key;

  logic engine_ready, open, result_valid;
  logic [TagBits-1:0] result_tag;
  logic [127:0] result_block;

  assign in_ready_o = engine_ready && open;

  roundel_engine #(
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .TagBits(TagBits)
  ) u_engine (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .valid_i(in_valid_i && open),
    .ready_o(engine_ready),
    .decrypt_i(in_decrypt_i),
    .slot_i(in_slot_i),
    .tag_i(in_tag_i),
    .block_i(in_block_i),
    .valid_o(result_valid),
    .tag_o(result_tag),
    .block_o(result_block),
    .empty_o(unused_empty),
    .ring_valid_o(unused_valid),
    .ring_hold_o(unused_hold),
    .entry_key_o(unused_entry_key),
    .encrypt_key_o(unused_encrypt_key),
    .decrypt_key_o(unused_decrypt_key)
  );

  if (Backpressure != 0) begin : gen_queue
    // A credit is a place in the queue that no block in flight and no waiting result has taken.
    logic queue_busy, queue_free, credit;

    assign open = credit && !queue_busy;

    roundel_credit_counter #(
      .Tokens(roundel_prim_pkg::fifo_credits(QUEUE_DEPTH)),
      .StartFull(1)
    ) u_credits (
      .clk_i(clk_i),
      .clear_i(zeroise || queue_busy),
      .give_i(queue_free),
      .take_i(in_valid_i && in_ready_o),
      .any_o(credit)
    );

    roundel_fifo #(
      .Width(TagBits + 128),
      .Depth(QUEUE_DEPTH),
      .Registered(REGISTERED)
    ) u_queue (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(zeroise),
      .busy_o(queue_busy),
      .push_i(result_valid),
      .data_i({result_tag, result_block}),
      .free_o(queue_free),
      .valid_o(out_valid_o),
      .ready_i(out_ready_i),
      .data_o({out_tag_o, out_block_o})
    );
  end else begin : gen_no_queue
    // Zero without a result: never the state of a round.
    logic valid, blank, valid_q;
    logic [TagBits+127:0] result, result_q;

    if (REGISTERED != 0) begin : gen_registered
      logic before_q, blank_q;  // one is not the other, as a reset of many bits wants a register
      logic [TagBits+127:0] before_result_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          before_q <= 1'b0;
          blank_q <= 1'b1;
        end else begin
          before_q <= result_valid && !zeroise_i;
          blank_q <= !(result_valid && !zeroise_i);
        end
      end
      always_ff @(posedge clk_i) begin
        before_result_q <= {result_tag, result_block};
      end
      assign valid = before_q;
      assign blank = blank_q;
      assign result = before_result_q;
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

  logic unused_facts;
  assign unused_facts = ^{NUM_ROUNDS, LATENCY, BLOCKS_IN_FLIGHT, CYCLES_PER_BLOCK, SLOT_BITS,
                         OUTPUT_LATENCY, ZEROISE_DELAY, ROUND_CUTS, KEY_LOAD_CYCLES};

endmodule : roundel_core
