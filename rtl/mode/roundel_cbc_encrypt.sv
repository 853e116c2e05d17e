// SPDX-License-Identifier: Apache-2.0
//
// AES-CBC encryption (SP 800-38A section 6.2) of many streams at once: up to one block per cycle.
//
// Words in. `valid_i` stores a word in the queue of the stream. No ready: the user keeps
// at most Depth words of a stream outstanding, and numbers the words of each stream from
// 0, modulo 2^roundel_stream_pkg::chain_number_bits(). `back_o` reports the return of a word. A
// word with `first_i` is chained to the IV on `start_i`, each other word to the last block of the
// stream. A word with `null_i` is not ciphered and passes with zero text, in the order of its
// stream. Slots of words have their bit in `slot_ready_o`.
//
// Words out. A word leaves the queue with a credit (`credit_i`, taken with `taken_o`) and later
// appears on the output without back-pressure. Words of a stream appear in order; the order of the
// streams is free.
//
// Throughput. A stream starts a block every LOOP_LATENCY cycles, and LOOP_LATENCY streams together
// one block per cycle. LOOP_LATENCY
// is roundel_stream_pkg::chain_loop_cycles(): the latency of the lanes and 4 cycles, or more where
// the queue of ready streams or a ring with turns adds cycles.
//
// Keys: see roundel_mode_keys. Reset: asynchronous. `zeroise_i` drops all words and clears all
// keys, and the memories of text and chains. `busy_o` is high meanwhile, for at least Streams *
// Depth cycles; the user stores no word then.
//
//   word --> [ queue of the stream ] --+--> (+) --> [ ring ] --+--> text
//                                      |     ^                 |
//     roundel_chain_ready_queue: next -+     +---- [ chain ] <-+
//
// Method. A stream is ready when the next word is stored and the result of the word before is
// known. Ready streams wait in a queue. The chain memory holds the last result of each stream. A
// return is reported ahead of the result, by the latency of the queue, and the chain is read in
// the first cycle after the write.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_cbc_encrypt #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Depth = 4,  // words of a stream, a power of two; Streams * Depth: at most 512
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int KeySlots = 4,  // stored keys, a power of two
  parameter int UserBits = 1,  // user bits of a word
  parameter bit BlockRam = 1'b1  // sideband of the ring in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  output logic busy_o,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,

  input  logic valid_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] number_i,
  input  logic first_i,
  input  logic [127:0] start_i,
  input  logic null_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [4:0] bytes_i,
  input  logic [127:0] data_i,
  input  logic [UserBits-1:0] user_i,

  output logic back_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_o,

  input  logic credit_i,
  output logic taken_o,

  output logic valid_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_o,
  output logic [4:0] bytes_o,
  output logic [127:0] data_o,
  output logic [UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int DEPTH_BITS = roundel_prim_pkg::index_bits(Depth);
  localparam int WORDS = Streams * Depth;
  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(WORDS);
  localparam int WORD_BITS = 2 + SLOT_BITS + 5 + UserBits + 128;
  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int LANES_LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, 1, KeySlots);
  localparam int ROUND_CUTS =
      roundel_engine_pkg::round_cuts(Sbox, roundel_aes_pkg::DIRECTION_ENCRYPT, Stages, RoundCuts);
  localparam int LOAD_CYCLES =
      roundel_engine_pkg::load_cycles(KeyBits, KeySizes, roundel_aes_pkg::DIRECTION_ENCRYPT,
          Rounds, Stages, ROUND_CUTS, KeySlots) + 2;
  // Cycles from `back_i` of the queue to the read of the chain.
  localparam int EARLY = roundel_stream_pkg::chain_queue_latency(
      roundel_prim_pkg::fifo_latency(roundel_stream_pkg::chain_queue_depth(Streams), 1));
  // A return is reported BACK cycles after the word entered the lanes.
  localparam int BACK = (LANES_LATENCY > EARLY) ? LANES_LATENCY - EARLY : 1;
  // Cycles from a block to the next block of the stream. Read by tools.
  // verilator lint_off UNUSEDPARAM
  localparam int LOOP_LATENCY = roundel_stream_pkg::chain_loop_cycles(
      LANES_LATENCY, EARLY, (TURNS == 1) ? 0 : roundel_prim_pkg::short_fifo_latency(18, 1));
  // verilator lint_on UNUSEDPARAM

  `ROUNDEL_REFUSE(roundel_error_streams_must_be_a_power_of_two_from_2_to_256,
      Streams < 2 || Streams > 256 || (Streams & (Streams - 1)) != 0)
  `ROUNDEL_REFUSE(
      roundel_error_depth_must_be_a_power_of_two_and_streams_times_depth_512_at_most,
      Depth < 2 || (Depth & (Depth - 1)) != 0 || WORDS > 512)

  // A word of a stream by its number.
  typedef struct packed {
    logic [STREAM_BITS-1:0] stream;
    logic [NUMBER_BITS-1:0] number;
  } index_t;

  // A word in the memory of the streams.
  typedef struct packed {
    logic                 first;    // first word of the packet: the IV is already XORed
    logic                 is_null;  // passes with zero text, is not ciphered
    logic [SLOT_BITS-1:0] slot;     // key slot
    logic [4:0]           bytes;    // bytes of the word
    logic [UserBits-1:0]  user;
    logic [127:0]         data;
  } word_t;

  // A word at the entry of the ring.
  typedef struct packed {
    logic                   is_null;
    logic [STREAM_BITS-1:0] stream;
    logic [NUMBER_BITS-1:0] number;
    logic [SLOT_BITS-1:0]   slot;
    logic [4:0]             bytes;
    logic [UserBits-1:0]    user;
    logic [127:0]           block;  // data XOR chain
  } entry_t;

  // What accompanies a word in the ring.
  typedef struct packed {
    logic                   is_null;
    logic [STREAM_BITS-1:0] stream;
    logic [UserBits-1:0]    user;
    logic [4:0]             bytes;
  } beside_t;

  logic wipe, queue_busy;
  logic [INDEX_BITS-1:0] wipe_index;
  assign busy_o = wipe || queue_busy;

  roundel_memory_clear #(.Words(WORDS)) u_wipe (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  // ---- Words come in ----------------------------------------------------------------------------
  logic stored_q;
  logic [STREAM_BITS-1:0] stored_stream_q;
  logic [NUMBER_BITS-1:0] stored_number_q;
  word_t stored_d, stored_word_q;

  assign stored_d.first = first_i;
  assign stored_d.is_null = null_i;
  assign stored_d.slot = slot_i;
  assign stored_d.bytes = bytes_i;
  assign stored_d.user = user_i;
  assign stored_d.data = data_i ^ (start_i & {128{first_i}});

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
      stored_word_q <= stored_d;
    end
  end

  // ---- The next ready stream --------------------------------------------------------------------
  logic ready_valid, room;
  index_t ready_index;

  assign taken_o = ready_valid && credit_i && room;

  roundel_chain_ready_queue #(.Streams(Streams), .Depth(Depth)) u_queue (
    .clk_i, .rst_ni,
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
    .stream_o(ready_index.stream),
    .number_o(ready_index.number)
  );

  // ---- Read its word and its chain: stages 1 to 3; XOR: stage 4 ---------------------------------
  logic valid_1_q, valid_2_q, valid_3_q, valid_4_q;
  index_t index_1_q, index_2_q, index_3_q;
  word_t word_3;
  logic [127:0] chain_3;
  entry_t entry_d, entry_4_q;
  logic chain_write;
  logic [STREAM_BITS-1:0] chain_stream;
  logic [127:0] result;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {valid_1_q, valid_2_q, valid_3_q, valid_4_q} <= '0;
    end else if (zeroise_i) begin
      {valid_1_q, valid_2_q, valid_3_q, valid_4_q} <= '0;
    end else begin
      {valid_1_q, valid_2_q, valid_3_q, valid_4_q} <= {taken_o, valid_1_q, valid_2_q, valid_3_q};
    end
  end

  roundel_block_ram #(.Words(WORDS), .Width(WORD_BITS)) u_words (
    .clk_i,
    .write_i(stored_q || wipe),
    .write_index_i(wipe ? wipe_index
                        : {stored_stream_q, stored_number_q[DEPTH_BITS-1:0]}),
    .write_word_i(stored_word_q & {WORD_BITS{!wipe}}),
    .read_index_i({index_1_q.stream, index_1_q.number[DEPTH_BITS-1:0]}),
    .word_o(word_3)
  );

  roundel_block_ram #(.Words(Streams), .Width(128)) u_chain (
    .clk_i,
    .write_i(chain_write || wipe),
    .write_index_i(wipe ? wipe_index[STREAM_BITS-1:0] : chain_stream),
    .write_word_i(result & {128{!wipe}}),
    .read_index_i(index_1_q.stream),
    .word_o(chain_3)
  );

  assign entry_d.is_null = word_3.is_null;
  assign entry_d.stream = index_3_q.stream;
  assign entry_d.number = index_3_q.number;
  assign entry_d.slot = word_3.slot;
  assign entry_d.bytes = word_3.bytes;
  assign entry_d.user = word_3.user;
  assign entry_d.block = word_3.data ^ (chain_3 & {128{!word_3.first}});

  always_ff @(posedge clk_i) begin
    index_1_q <= ready_index;
    index_2_q <= index_1_q;
    index_3_q <= index_2_q;
    entry_4_q <= entry_d;
  end

  // ---- Entry of the ring: at once, or from a FIFO where blocks turn -----------------------------
  logic enter, lanes_ready;
  entry_t entry;

  if (TURNS == 1) begin : gen_straight
    assign room = 1'b1;
    assign enter = valid_4_q && lanes_ready;  // lanes_ready is always 1
    assign entry = entry_4_q;
  end else begin : gen_turns
    logic fifo_busy, fifo_free, fifo_valid;

    assign enter = fifo_valid && (entry.is_null || lanes_ready);

    roundel_credit_counter #(
      .Tokens(roundel_prim_pkg::short_fifo_credits(18)),
      .StartFull(1)
    ) u_room (
      .clk_i,
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
      .clk_i, .rst_ni,
      .clear_i(zeroise_i),
      .busy_o(fifo_busy),
      .push_i(valid_4_q),
      .data_i(entry_4_q),
      .free_o(fifo_free),
      .valid_o(fifo_valid),
      .ready_i(entry.is_null || lanes_ready),
      .data_o(entry)
    );
  end

  // ---- Keys and the ring ------------------------------------------------------------------------
  logic lanes_key_valid, lanes_key_ready;
  logic [4:0] sooner_bytes;  // bytes of the result, two cycles ahead
  logic [STREAM_BITS+UserBits:0] unused_sooner;
  beside_t beside;

  roundel_mode_keys #(.KeySlots(KeySlots), .LoadCycles(LOAD_CYCLES)) u_keys (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_clear_i,
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready),
    .ready_o(slot_ready_o)
  );

  // verilator lint_off PINCONNECTEMPTY
  roundel_sideband_lanes #(
    .Lanes(1),
    .KeyBits(KeyBits), .KeySizes(KeySizes),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Rounds(Rounds), .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox),
    .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
    .KeySlots(KeySlots),
    .Width(1 + STREAM_BITS + 5 + UserBits),
    .BlockRam(BlockRam)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i,
    .key_valid_i(lanes_key_valid),
    .key_ready_o(lanes_key_ready),
    .key_slot_i, .key_i, .key_clear_i, .key_size_i,
    .valid_i(enter && !entry.is_null),
    .ready_o(lanes_ready),
    .decrypt_i(1'b0),
    .slot_i(entry.slot),
    .data_i(entry.block),
    .beside_i({entry.is_null, entry.stream, entry.user, entry.bytes}),
    .valid_o(),
    .data_o(result),
    .sooner_o({unused_sooner, sooner_bytes}),
    .early_o(),
    .beside_o(beside)
  );
  // verilator lint_on PINCONNECTEMPTY

  // The lanes have no valid bit for null words, and all words have a valid bit here.
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
  roundel_delay #(.Width(STREAM_BITS + NUMBER_BITS), .Cycles(BACK)) u_back (
    .clk_i, .rst_ni,
    .data_i({entry.stream, entry.number}),
    .data_o({back_stream_o, back_number_o})
  );

  // ---- Words out --------------------------------------------------------------------------------
  assign chain_write = inside_q[LANES_LATENCY-1] && !beside.is_null;
  assign chain_stream = beside.stream;

  logic [15:0] keep;
  logic valid_q;
  logic [STREAM_BITS-1:0] stream_q;
  logic [4:0] bytes_q;
  logic [127:0] data_q;
  logic [UserBits-1:0] user_q;

  roundel_byte_mask #(.Lanes(1)) u_mask (
    .clk_i,
    .any_i(1'b1),
    .bytes_i(sooner_bytes),
    .mask_o(keep)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= inside_q[LANES_LATENCY-1] && !zeroise_i;
    end
  end
  always_ff @(posedge clk_i) begin
    stream_q <= beside.stream;
    bytes_q <= beside.bytes;
    user_q <= beside.user;
    for (int b = 0; b < 16; b++) begin
      data_q[127-8*b-:8] <= result[127-8*b-:8] & {8{keep[b]}};
    end
  end

  assign valid_o = valid_q;
  assign stream_o = stream_q;
  assign bytes_o = bytes_q;
  assign data_o = data_q;
  assign user_o = user_q;

  // The user stores no word while memories are cleared.
  `ROUNDEL_CONTRACT(no_word_while_busy, clk_i, rst_ni, !valid_i || !busy_o || zeroise_i)

endmodule : roundel_cbc_encrypt
