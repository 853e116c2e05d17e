// SPDX-License-Identifier: Apache-2.0
//
// Encryption of AES-CBC (SP 800-38A section 6.2) for many streams at once: a block a cycle, where
// enough of them have one.
//
// A block is XORed with the result of the one before it, so of one stream a block can go in every
// LOOP_LATENCY cycles. Of LOOP_LATENCY streams one goes in each cycle.
//
//   word --> [ queue of its stream ] --+--> (+) --> [ ring ] --+--> text
//                                      |     ^                 |
//     roundel_chain_ready_queue: who is next ----+     +-- [ chain ] <---+
//
// Words: `valid_i` stores a word in the queue of its stream; there is no ready, because whoever
// stores keeps to `Depth` words of a stream that are not back, and numbers them from 0
// (roundel_stream_pkg::chain_number_bits()). `back_o` tells one of them back. `first_i` chains it
// to `start_i`, the IV, instead of the stream's last block; a word with `null_i` is not ciphered
// but comes out with its text zero, in its place among the words of its stream. A word goes into
// the ring with a credit (`credit_i`, taken with `taken_o`) and comes out without back-pressure. Of
// one stream words come out in order; of several, in the order in which they could go.
//
// Keys: see roundel_mode_keys; slots of words have their bit in `slot_ready_o`. `zeroise_i`: what
// is under way is dropped; all keys, and the memories of text and chain, are cleared. `busy_o`
// meanwhile, Streams * Depth cycles or more: no word then.

module roundel_cbc_encrypt #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Depth = 4,  // words of a stream, a power of two: Streams * Depth is 512 at most
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int KeySlots = 4,  // keys held at once, a power of two
  parameter int UserBits = 1,  // that go beside a word
  parameter int BlockRam = 1  // 1: what goes beside the ring waits in block RAM; 0: distributed RAM
) (
  input  logic                                         clk_i,
  input  logic                                         rst_ni,
  input  logic                                         zeroise_i,
  output logic                                         busy_o,

  input  logic                                         key_valid_i,
  output logic                                         key_ready_o,
  input  logic [    roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                          KeyBits-1:0] key_i,
  input  logic                                         key_clear_i,
  output logic [                         KeySlots-1:0] slot_ready_o,

  input  logic                                         valid_i,
  input  logic [     roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] number_i,
  input  logic                                         first_i,
  input  logic [                                127:0] start_i,
  input  logic                                         null_i,
  input  logic [    roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                                  4:0] bytes_i,
  input  logic [                                127:0] data_i,
  input  logic [                         UserBits-1:0] user_i,

  output logic                                         back_o,
  output logic [     roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_o,

  input  logic                                         credit_i,
  output logic                                         taken_o,

  output logic                                         valid_o,
  output logic [     roundel_prim_pkg::index_bits(Streams)-1:0] stream_o,
  output logic [                                  4:0] bytes_o,
  output logic [                                127:0] data_o,
  output logic [                         UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int DEPTH_BITS = roundel_prim_pkg::index_bits(Depth);
  localparam int PLACES = Streams * Depth;
  localparam int PLACE_BITS = roundel_prim_pkg::index_bits(PLACES);
  localparam int WORD_BITS = 2 + SLOT_BITS + 5 + UserBits + 128;
  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int LANES_LATENCY = roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, 1);
  localparam int ROUND_CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::key_load_cycles(KeyBits, Rounds, Stages, ROUND_CUTS, KeySlots) + 2;
  // A stream is told back so early that its chain is read in the first cycle in which it can be:
  // behind the one that writes it, LANES_LATENCY cycles after the word went in.
  localparam int EARLY = roundel_stream_pkg::chain_queue_latency(
      roundel_prim_pkg::fifo_latency(roundel_stream_pkg::chain_queue_depth(Streams), 1));
  localparam int BACK = (LANES_LATENCY > EARLY) ? LANES_LATENCY - EARLY : 1;
  // Cycles from a block to the next of its stream, where the ring is free.
  localparam int LOOP_LATENCY = roundel_stream_pkg::chain_loop_cycles(
      LANES_LATENCY, EARLY, (TURNS == 1) ? 0 : roundel_prim_pkg::short_fifo_latency(18, 1));

  if (Streams < 2 || Streams > 256 || (Streams & (Streams - 1)) != 0) begin : gen_bad_streams
    roundel_error_streams_must_be_a_power_of_two_from_2_to_256 u_error ();
  end
  if (Depth < 2 || (Depth & (Depth - 1)) != 0 || PLACES > 512) begin : gen_bad_depth
    roundel_error_depth_must_be_a_power_of_two_and_streams_times_depth_512_at_most u_error ();
  end

  logic wipe, queue_busy;
  logic [PLACE_BITS-1:0] wipe_index;
  assign busy_o = wipe || queue_busy;

  roundel_memory_clear #(
    .Words(PLACES)
  ) u_wipe (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  // ---- Words come in ----------------------------------------------------------------------------
  logic stored_q;
  logic [STREAM_BITS-1:0] stored_stream_q;
  logic [NUMBER_BITS-1:0] stored_number_q;
  logic [WORD_BITS-1:0] stored_word_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_q <= 1'b0;
    end else begin
      stored_q <= valid_i && !zeroise_i;
    end
  end
  always_ff @(posedge clk_i) begin
    stored_stream_q <= stream_i;
    stored_number_q <= number_i;
    if (wipe) begin
      stored_word_q <= '0;
    end else begin
      stored_word_q <= {first_i, null_i, slot_i, bytes_i, user_i,
                        data_i ^ (start_i & {128{first_i}})};
    end
  end

  // ---- Which goes next --------------------------------------------------------------------------
  logic ready_valid, room;
  logic [STREAM_BITS-1:0] ready_stream;
  logic [NUMBER_BITS-1:0] ready_number;

  assign taken_o = ready_valid && credit_i && room;

  roundel_chain_ready_queue #(
    .Streams(Streams),
    .Depth(Depth)
  ) u_queue (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(queue_busy),
    .word_i(stored_q),
    .word_stream_i(stored_stream_q),
    .word_number_i(stored_number_q),
    .back_i(back_o),
    .back_stream_i(back_stream_o),
    .back_number_i(back_number_o),
    .valid_o(ready_valid),
    .ready_i(credit_i && room),
    .stream_o(ready_stream),
    .number_o(ready_number)
  );

  // ---- Its word and its chain, two cycles; their sum --------------------------------------------
  logic valid_1, valid_2, valid_3, valid_4;
  logic [STREAM_BITS-1:0] stream_1, stream_2, stream_3, stream_4;
  logic [NUMBER_BITS-1:0] number_1, number_2, number_3, number_4;
  logic [WORD_BITS-1:0] word_3;
  logic [127:0] chain_3, block_4;
  logic first_3, null_3, null_4;
  logic [SLOT_BITS-1:0] slot_3, slot_4;
  logic [4:0] bytes_3, bytes_4;
  logic [UserBits-1:0] user_3, user_4;
  logic [127:0] data_3;
  logic chain_write;
  logic [STREAM_BITS-1:0] chain_stream;
  logic [127:0] result;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_1, valid_2, valid_3, valid_4} <= '0;
    end else if (zeroise_i) begin
      {valid_1, valid_2, valid_3, valid_4} <= '0;
    end else begin
      {valid_1, valid_2, valid_3, valid_4} <= {taken_o, valid_1, valid_2, valid_3};
    end
  end

  roundel_block_ram #(
    .Words(PLACES),
    .Width(WORD_BITS)
  ) u_words (
    .clk_i(clk_i),
    .write_i(stored_q || wipe),
    .write_index_i(wipe ? wipe_index
                        : {stored_stream_q, stored_number_q[DEPTH_BITS-1:0]}),
    .write_word_i(stored_word_q & {WORD_BITS{!wipe}}),
    .read_index_i({stream_1, number_1[DEPTH_BITS-1:0]}),
    .word_o(word_3)
  );

  roundel_block_ram #(
    .Words(Streams),
    .Width(128)
  ) u_chain (
    .clk_i(clk_i),
    .write_i(chain_write || wipe),
    .write_index_i(wipe ? wipe_index[STREAM_BITS-1:0] : chain_stream),
    .write_word_i(result & {128{!wipe}}),
    .read_index_i(stream_1),
    .word_o(chain_3)
  );

  assign {first_3, null_3, slot_3, bytes_3, user_3, data_3} = word_3;

  always_ff @(posedge clk_i) begin
    stream_1 <= ready_stream;
    number_1 <= ready_number;
    stream_2 <= stream_1;
    number_2 <= number_1;
    stream_3 <= stream_2;
    number_3 <= number_2;
    stream_4 <= stream_3;
    number_4 <= number_3;
    null_4 <= null_3;
    slot_4 <= slot_3;
    bytes_4 <= bytes_3;
    user_4 <= user_3;
    block_4 <= data_3 ^ (chain_3 & {128{!first_3}});
  end

  // ---- Into the ring: at once, or with turns when it has a place --------------------------------
  logic enter, enter_null, lanes_ready;
  logic [STREAM_BITS-1:0] enter_stream;
  logic [NUMBER_BITS-1:0] enter_number;
  logic [SLOT_BITS-1:0] enter_slot;
  logic [4:0] enter_bytes;
  logic [UserBits-1:0] enter_user;
  logic [127:0] enter_block;

  if (TURNS == 1) begin : gen_straight
    assign room = 1'b1;
    assign enter = valid_4;
    assign {enter_null, enter_stream, enter_number, enter_slot, enter_bytes, enter_user,
            enter_block} = {null_4, stream_4, number_4, slot_4, bytes_4, user_4, block_4};

    logic unused_ready;
    assign unused_ready = lanes_ready;
  end else begin : gen_turns
    logic fifo_busy, fifo_free, fifo_valid;

    assign enter = fifo_valid && (enter_null || lanes_ready);

    roundel_credit_counter #(
      .Tokens(roundel_prim_pkg::short_fifo_credits(18)),
      .StartFull(1)
    ) u_room (
      .clk_i(clk_i),
      .clear_i(zeroise_i || fifo_busy),
      .give_i(fifo_free),
      .take_i(taken_o),
      .any_o(room)
    );

    roundel_short_fifo #(
      .Width(1 + STREAM_BITS + NUMBER_BITS + SLOT_BITS + 5 + UserBits + 128),
      .Depth(18),
      .Registered(1)
    ) u_fifo (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(zeroise_i),
      .busy_o(fifo_busy),
      .push_i(valid_4),
      .data_i({null_4, stream_4, number_4, slot_4, bytes_4, user_4, block_4}),
      .free_o(fifo_free),
      .valid_o(fifo_valid),
      .ready_i(enter_null || lanes_ready),
      .data_o({enter_null, enter_stream, enter_number, enter_slot, enter_bytes, enter_user,
               enter_block})
    );
  end

  // ---- Keys and the ring ------------------------------------------------------------------------
  logic lanes_key_valid, lanes_key_ready, unused_valid;
  logic [STREAM_BITS+5+UserBits:0] sooner, unused_early, beside;
  logic null_out;
  logic [STREAM_BITS-1:0] stream_out;
  logic [4:0] bytes_out;
  logic [UserBits-1:0] user_out;

  roundel_mode_keys #(
    .KeySlots(KeySlots),
    .LoadCycles(LOAD_CYCLES)
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_clear_i(key_clear_i),
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .ready_o(slot_ready_o)
  );

  roundel_sideband_lanes #(
    .Lanes(1),
    .KeyBits(KeyBits),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
    .KeySlots(KeySlots),
    .Width(1 + STREAM_BITS + 5 + UserBits),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i(key_slot_i),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .valid_i(enter && !enter_null),
    .ready_o(lanes_ready),
    .decrypt_i(1'b0),
    .slot_i(enter_slot),
    .data_i(enter_block),
    .beside_i({enter_null, enter_stream, enter_user, enter_bytes}),
    .valid_o(unused_valid),
    .data_o(result),
    .sooner_o(sooner),
    .early_o(unused_early),
    .beside_o(beside)
  );

  // Null words have no valid bit in the ring: all have one here.
  logic [LANES_LATENCY-1:0] inside_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inside_q <= '0;
    end else if (zeroise_i) begin
      inside_q <= '0;
    end else begin
      inside_q <= {inside_q[LANES_LATENCY-2:0], enter};
    end
  end

  assign back_o = inside_q[BACK-1];
  roundel_delay #(
    .Width(STREAM_BITS + NUMBER_BITS),
    .Cycles(BACK)
  ) u_back (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .data_i({enter_stream, enter_number}),
    .data_o({back_stream_o, back_number_o})
  );

  // ---- Out of it --------------------------------------------------------------------------------
  assign {null_out, stream_out, user_out, bytes_out} = beside;
  assign chain_write = inside_q[LANES_LATENCY-1] && !null_out;
  assign chain_stream = stream_out;

  logic [15:0] keep;

  roundel_byte_mask #(
    .Lanes(1)
  ) u_mask (
    .clk_i(clk_i),
    .any_i(1'b1),
    .bytes_i(sooner[4:0]),
    .mask_o(keep)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
    end else begin
      valid_o <= inside_q[LANES_LATENCY-1] && !zeroise_i;
    end
  end
  always_ff @(posedge clk_i) begin
    stream_o <= stream_out;
    bytes_o <= bytes_out;
    user_o <= user_out;
    for (int b = 0; b < 16; b++) begin
      data_o[127-8*b-:8] <= result[127-8*b-:8] & {8{keep[b]}};
    end
  end

  logic unused_facts;
  assign unused_facts = ^{LOOP_LATENCY, sooner};

endmodule : roundel_cbc_encrypt
