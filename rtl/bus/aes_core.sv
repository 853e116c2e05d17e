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
//   then Nr + 2 cycles; blocks of other slots go on.
// How do I send a block?  Raise `in_valid_i` with `in_block_i` (byte 0 in [127:120]), its slot, its
//   direction (where Direction is both) and a tag of your own; hold them until `in_ready_o`. A
//   block of a slot without a key waits until one is loaded.
// How do I get the result?  `out_valid_o` with `out_block_o` and the block's tag, in the order of
//   the inputs, held until `out_ready_i`.
// How long does a block take?  LATENCY + 1 cycles from acceptance to `out_valid_o` of an empty
//   queue, always the same whatever key and data are; a new block every CYCLES_PER_BLOCK cycles,
//   without a dead cycle, for as long as the output is taken.
// How do I forget everything?  One cycle of `zeroise_i`, or a reset: blocks in flight and in the
//   queue are dropped and the output shows zero; all keys and all that derives from them are
//   overwritten. With a key store that takes KeySlots * (Nr + 1) cycles from `zeroise_i` or from
//   the *release* of reset, for the memory of a queue QUEUE_DEPTH - 1, for the ring LATENCY: the
//   clock must run. No key is taken before the store is clear, and no block before the queue is.
//
// No valid waits for a ready, and no ready depends on a valid or on a ready of the other side.

module aes_core #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT,  // aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // R: rounds in hardware, a divisor of Nr (10, 12 or 14)
  parameter int Stages = 1,  // S: registers a round; 0: one register after the R rounds
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int KeySchedule = aes_pkg::KEY_SCHEDULE_ON_THE_FLY,  // aes_pkg::KEY_SCHEDULE_*
  parameter int KeySlots = 1,  // keys held at once, a power of two; on the fly: 1
  parameter int TagBits = 1  // bits of the tag that travels with a block
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,  // asynchronous, active low
  input  logic                                     zeroise_i,  // one cycle: forget everything

  // Keys.
  input  logic                                     key_valid_i,
  output logic                                     key_ready_o,
  input  logic [aes_pkg::index_bits(KeySlots)-1:0] key_slot_i,  // slot to load
  input  logic [                      KeyBits-1:0] key_i,  // byte 0 in the top bits

  // Blocks in.
  input  logic                                     in_valid_i,
  output logic                                     in_ready_o,
  input  logic                                     in_decrypt_i,  // where Direction is both
  input  logic [aes_pkg::index_bits(KeySlots)-1:0] in_slot_i,  // slot of the key to use
  input  logic [                      TagBits-1:0] in_tag_i,  // comes back with the result
  input  logic [                            127:0] in_block_i,  // byte 0 in [127:120]

  // Blocks out.
  output logic                                     out_valid_o,
  input  logic                                     out_ready_i,
  output logic [                      TagBits-1:0] out_tag_o,
  output logic [                            127:0] out_block_o
);

  // What a user asks of a configuration; tools read these from the elaborated design.
  localparam int NUM_ROUNDS = aes_pkg::num_rounds(KeyBits);
  localparam int LATENCY = aes_pkg::latency(KeyBits, Rounds, Stages);
  localparam int BLOCKS_IN_FLIGHT = aes_pkg::blocks_in_flight(Rounds, Stages);
  localparam int CYCLES_PER_BLOCK = aes_pkg::cycles_per_block(KeyBits, Rounds);
  localparam int SLOT_BITS = aes_pkg::index_bits(KeySlots);
  localparam int QUEUE_DEPTH = aes_pkg::queue_depth(KeyBits, Rounds, Stages);
  localparam int CREDIT_BITS = aes_pkg::index_bits(QUEUE_DEPTH + 1);

  logic engine_ready, result_valid, queue_busy;
  logic [TagBits-1:0] result_tag;
  logic [127:0] result_block;

  // A credit is a place in the queue that no block in flight and no waiting result has taken.
  logic [CREDIT_BITS-1:0] credits_q, credits_d;
  logic credit_q;  // credits_q is not zero
  logic accept, leave;

  assign in_ready_o = engine_ready && credit_q && !queue_busy;
  assign accept = in_valid_i && in_ready_o;
  assign leave = out_valid_o && out_ready_i;

  always_comb begin
    credits_d = credits_q;
    if (accept && !leave) begin
      credits_d = credits_q - 1'b1;
    end else if (leave && !accept) begin
      credits_d = credits_q + 1'b1;
    end
    if (zeroise_i) begin
      credits_d = QUEUE_DEPTH[CREDIT_BITS-1:0];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credits_q <= QUEUE_DEPTH[CREDIT_BITS-1:0];
      credit_q <= 1'b1;
    end else begin
      credits_q <= credits_d;
      credit_q <= credits_d != '0;
    end
  end

  aes_engine #(
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
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
    .valid_i(in_valid_i && credit_q && !queue_busy),
    .ready_o(engine_ready),
    .decrypt_i(in_decrypt_i),
    .slot_i(in_slot_i),
    .tag_i(in_tag_i),
    .block_i(in_block_i),
    .valid_o(result_valid),
    .tag_o(result_tag),
    .block_o(result_block)
  );

  aes_fifo #(
    .Width(TagBits + 128),
    .Depth(QUEUE_DEPTH)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(queue_busy),
    .push_i(result_valid),
    .data_i({result_tag, result_block}),
    .valid_o(out_valid_o),
    .ready_i(out_ready_i),
    .data_o({out_tag_o, out_block_o})
  );

  logic unused_facts;
  assign unused_facts = ^{NUM_ROUNDS, LATENCY, BLOCKS_IN_FLIGHT, CYCLES_PER_BLOCK, SLOT_BITS};

endmodule : aes_core
