// SPDX-License-Identifier: Apache-2.0
//
// Feeds a ring with blocks of many streams, in modes where a block needs the result of the block
// before (SP 800-38A sections 6.2 to 6.4): up to one block per cycle.
//
// Words in. `valid_i` stores a word in the queue of the stream. No ready: the user keeps at most
// Depth words of a stream outstanding, and numbers the words of each stream from 0, modulo
// 2^roundel_stream_pkg::chain_number_bits(). `back_o` reports the return of a word. `kind_i` is the
// operation, roundel_stream_pkg::CHAIN_*; the chain is `start_i` for a word with `first_i`, else of
// the word before:
//
// | kind      | block for the ring | text            | chain for the next word |
// |-----------|--------------------|-----------------|-------------------------|
// | CHAIN_CBC | word XOR chain     | result          | text                    |
// | CHAIN_CFB | chain              | result XOR word | text                    |
// | CHAIN_OFB | chain              | result XOR word | result                  |
// | CHAIN_CMAC| word XOR chain, 0  | result XOR start| result                  |
// | CHAIN_CCM | roundel_ccm_pass   |                 |                         |
//
// The chain of CMAC begins with 0; `start_i` of a last word is a tag to compare, and `result_o` the
// tag of the message. CFB, OFB, CMAC and CCM need HasFeedback. A word with `null_i` is not ciphered
// and passes with zero text, in the order of its stream. The chain of a packet is overwritten with
// its last word.
//
// CCM. A word of CCM passes the ring up to four times, and each pass is a word out. Two flags of a
// word out distinguish the passes; both are 1 for a word of another kind. `is_text_o`: the text is
// that of the word. `is_end_o`: the word does not pass again; `result_o` of its last word is the
// tag. `start_i` is the counter block 0. `ccm_i` is of type ccm_word_t.
//
// Ring. A block enters the ring in a cycle with `enter_o` and `ring_ready_i`, which may depend on
// `slot_o`. Exactly RingLatency cycles later the result is on `result_i`, and the bits of `mask_o`
// are on `mask_i`. With RingWaits of 0, `ring_ready_i` is 1 in each cycle in which `enter_o` is
// high. A null word passes without the ring: `enter_o` stays low.
//
// Words out. A word leaves the queue with a credit (`credit_i`, taken with `taken_o`) and later
// appears on the output without back-pressure. Words of a stream appear in order; the order of the
// streams is free.
//
// Throughput. A stream starts a block every roundel_stream_pkg::chain_loop_cycles() cycles, and as
// many streams together one block per cycle. Reset: asynchronous. `zeroise_i` drops all words and
// clears the memories of text and chains. `busy_o` is high meanwhile, for at least Streams * Depth
// cycles; the user stores no word then.
//
//   word --> [ queue of the stream ] --+--> (+) --> ring --> (+) --+--> text
//                                      |     ^                     |
//     roundel_chain_ready_queue: next -+     +------ [ chain ] <---+
//
// Method. A stream is ready when the next word is stored and the result of the word before is
// known. Ready streams wait in a queue. The chain memory holds the last chain of each stream. A
// return is reported ahead of the result, by the latency of the queue, and the chain is read in
// the first cycle after the write.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_chain #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Depth = 4,  // words of a stream, a power of two; Streams * Depth: at most 512
  parameter int SlotBits = 2,  // bits of a key slot's number
  parameter int RingLatency = 12,  // cycles from a block to its result, 4 or more
  parameter bit RingWaits = 1'b1,  // 1: the ring can refuse a block, and blocks wait in a FIFO
  parameter bit HasFeedback = 1'b0,  // CFB, OFB, CMAC and CCM
  parameter bit HasCcm = 1'b0,  // CCM
  parameter int UserBits = 1,  // user bits of a word
  parameter bit BlockRam = 1'b1  // delay of a word's user bits in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  output logic busy_o,

  input  logic valid_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] number_i,
  input  logic [2:0] kind_i,  // roundel_stream_pkg::CHAIN_*
  input  logic first_i,  // first word of the packet
  input  logic last_i,  // last word of the packet
  input  logic [127:0] start_i,
  input  logic [roundel_stream_pkg::ccm_word_bits(32'(HasCcm))-1:0] ccm_i,
  input  logic null_i,
  input  logic [SlotBits-1:0] slot_i,
  input  logic [4:0] bytes_i,
  input  logic [127:0] data_i,
  input  logic [UserBits-1:0] user_i,

  output logic back_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_o,

  input  logic credit_i,
  output logic taken_o,

  output logic enter_o,
  input  logic ring_ready_i,
  output logic [SlotBits-1:0] slot_o,
  output logic [127:0] block_o,
  output logic [127:0] mask_o,  // 0 without HasFeedback
  input  logic [127:0] result_i,
  input  logic [127:0] mask_i,

  output logic valid_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_o,
  output logic [4:0] bytes_o,
  output logic [127:0] data_o,
  output logic is_text_o,
  output logic is_end_o,
  output logic [127:0] result_o,  // result of the ring; CCM: the tag
  output logic [UserBits-1:0] user_o
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int DEPTH_BITS = roundel_prim_pkg::index_bits(Depth);
  localparam int WORDS = Streams * Depth;
  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(WORDS);
  localparam int START_BITS = HasFeedback ? 128 : 1;
  localparam int CCM_BITS = roundel_stream_pkg::ccm_word_bits(32'(HasCcm));
  localparam int WORD_BITS = 6 + SlotBits + 5 + UserBits + 128 + START_BITS + CCM_BITS;
  // Cycles from `back_i` of the queue to the read of the chain.
  localparam int EARLY = roundel_stream_pkg::chain_queue_latency(
      roundel_prim_pkg::fifo_latency(roundel_stream_pkg::chain_queue_depth(Streams), 1));
  // A return is reported BACK cycles after the word entered the ring.
  localparam int BACK = (RingLatency > EARLY) ? RingLatency - EARLY : 1;

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
    logic                  first;    // first word of the packet; CBC: the IV is already XORed
    logic                  last;     // last word of the packet
    logic                  is_null;  // passes with zero text, is not ciphered
    logic [2:0]            kind;     // roundel_stream_pkg::CHAIN_*
    logic [SlotBits-1:0]   slot;     // key slot
    logic [4:0]            bytes;    // bytes of the word
    logic [UserBits-1:0]   user;
    logic [127:0]          data;
    logic [START_BITS-1:0] start;    // with HasFeedback
    logic [CCM_BITS-1:0]   ccm;      // CCM: ccm_word_t
  } word_t;

  // What becomes of the result of the ring.
  typedef struct packed {
    logic       is_null;     // the word was not in the ring
    logic       keeps;       // the result is the chain: OFB, CMAC, CCM
    logic       ends;        // the chain is overwritten: last pass of the last word
    logic       is_ccm;
    logic       is_counter;  // CCM: the counter pass, which leaves the chain as it is
    logic [1:0] step;        // CCM: roundel_ccm_pass
  } pass_t;

  localparam int PASS_BITS = 7;

  // A word at the entry of the ring.
  typedef struct packed {
    logic [PASS_BITS-1:0]   pass;    // pass_t
    logic [STREAM_BITS-1:0] stream;
    logic [NUMBER_BITS-1:0] number;  // of the word, or of the word before if the word passes again
    logic [SlotBits-1:0]    slot;
    logic [4:0]             bytes;
    logic [UserBits-1:0]    user;
    logic [127:0]           block;  // for the ring
    logic [START_BITS-1:0]  mask;   // with HasFeedback
  } entry_t;

  localparam int ENTRY_BITS =
      PASS_BITS + STREAM_BITS + NUMBER_BITS + SlotBits + 5 + UserBits + 128 + START_BITS;

  // What accompanies a word beside the ring.
  typedef struct packed {
    logic [PASS_BITS-1:0]   pass;    // pass_t
    logic [STREAM_BITS-1:0] stream;
    logic [UserBits-1:0]    user;
    logic [4:0]             bytes;
  } beside_t;

  localparam int BESIDE_BITS = PASS_BITS + STREAM_BITS + UserBits + 5;

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
  logic stored_cbc;

  assign stored_cbc = !HasFeedback || kind_i == roundel_stream_pkg::CHAIN_CBC;
  assign stored_d.first = first_i;
  assign stored_d.last = last_i;
  assign stored_d.is_null = null_i;
  assign stored_d.kind = HasFeedback ? kind_i : roundel_stream_pkg::CHAIN_CBC;
  assign stored_d.slot = slot_i;
  assign stored_d.bytes = bytes_i;
  assign stored_d.user = user_i;
  assign stored_d.data = data_i ^ (start_i & {128{first_i && stored_cbc}});
  assign stored_d.start = HasFeedback ? START_BITS'(start_i) : '0;
  assign stored_d.ccm = HasCcm ? ccm_i : '0;

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

  // ---- Read its word and its chain: stages 1 to 3; the block: stage 4 ---------------------------
  logic valid_1_q, valid_2_q, valid_3_q, valid_4_q;
  index_t index_1_q, index_2_q, index_3_q;
  word_t word_3;
  logic first_3;
  logic [127:0] data_3, block_3;
  logic [START_BITS-1:0] start_3;
  logic [127:0] chain_3;
  logic cmac_3, xors_3;  // the kind of the word; CBC or CMAC
  logic ccm_3, last_3, null_3;
  logic [4:0] bytes_3;
  logic [1:0] step_3;  // CCM: for the next pass
  logic more_3, counter_3;  // CCM: another pass follows; the counter pass
  logic [1:0] pass_step_3;
  logic pass_more_3, pass_counter_3;
  logic [4:0] pass_bytes_3;
  logic [127:0] pass_block_3, pass_mask_3;
  pass_t pass_3;
  entry_t entry_d, entry_4_q;
  logic chain_write;
  logic [STREAM_BITS-1:0] chain_stream;
  logic [127:0] chain;

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
    .write_word_i(chain & {128{!wipe}}),
    .read_index_i(index_1_q.stream),
    .word_o(chain_3)
  );

  assign cmac_3 = HasFeedback && word_3.kind == roundel_stream_pkg::CHAIN_CMAC;
  assign xors_3 = !HasFeedback || cmac_3 || word_3.kind == roundel_stream_pkg::CHAIN_CBC;
  assign first_3 = word_3.first;
  assign data_3 = word_3.data;
  assign start_3 = word_3.start;
  assign last_3 = word_3.last;
  assign null_3 = word_3.is_null;
  assign bytes_3 = word_3.bytes;
  assign pass_3.is_null = null_3;
  assign pass_3.keeps = cmac_3 || ccm_3
      || (HasFeedback && word_3.kind == roundel_stream_pkg::CHAIN_OFB);
  assign pass_3.ends = last_3 && !more_3;
  assign pass_3.is_ccm = ccm_3;
  assign pass_3.is_counter = counter_3;
  assign pass_3.step = step_3;
  assign entry_d.pass = pass_3;
  assign entry_d.block = block_3;
  assign entry_d.stream = index_3_q.stream;
  assign entry_d.number = index_3_q.number - NUMBER_BITS'(more_3);
  assign entry_d.slot = word_3.slot;
  assign entry_d.bytes = ccm_3 ? pass_bytes_3 : bytes_3;
  assign entry_d.user = word_3.user;
  assign entry_d.mask = !HasFeedback ? '0 : ccm_3 ? START_BITS'(pass_mask_3)
      : cmac_3 ? word_3.start : START_BITS'(word_3.data) & {START_BITS{!xors_3}};
  always_comb begin
    block_3 = chain_3 & {128{!first_3}};
    if (ccm_3) begin
      block_3 = pass_block_3;
    end else if (xors_3) begin
      block_3 = block_3 ^ data_3;
    end else if (first_3) begin
      block_3 = 128'(start_3);
    end
  end

  always_ff @(posedge clk_i) begin
    index_1_q <= ready_index;
    index_2_q <= index_1_q;
    index_3_q <= index_2_q;
    entry_4_q <= entry_d;
  end

  // ---- CCM: the next pass of the word, in stage 3 -----------------------------------------------
  logic [127:0] text;  // the result of the ring, with the mask
  beside_t entered, sooner, early_q, beside_q;
  pass_t pass_out;
  logic result_valid;
  assign pass_out = beside_q.pass;
  logic out_null, out_keeps, out_ends, out_ccm, out_counter;
  logic [1:0] out_step;
  assign out_null = pass_out.is_null;
  assign out_keeps = pass_out.keeps;
  assign out_ends = pass_out.ends;
  assign out_ccm = HasCcm && pass_out.is_ccm;
  assign out_counter = HasCcm && pass_out.is_counter;
  assign out_step = pass_out.step;

  if (HasCcm) begin : gen_ccm
    logic [1:0] taken_step_3;
    logic [127:0] text_3;
    assign ccm_3 = word_3.kind == roundel_stream_pkg::CHAIN_CCM;

    // The step of the word of each stream that is in turn.
    roundel_lut_ram #(.Words(Streams), .Width(2)) u_steps (
      .clk_i,
      .write_i(result_valid || wipe),
      .write_index_i(wipe ? wipe_index[STREAM_BITS-1:0] : chain_stream),
      .write_word_i(out_step & {2{!wipe}}),
      .read_index_i(index_3_q.stream),
      .word_o(taken_step_3)
    );

    // The text of a counter pass, for the MAC pass after it.
    roundel_block_ram #(.Words(Streams), .Width(128)) u_text (
      .clk_i,
      .write_i(result_valid || wipe),
      .write_index_i(wipe ? wipe_index[STREAM_BITS-1:0] : chain_stream),
      .write_word_i(text & {128{out_counter && !wipe}}),
      .read_index_i(index_1_q.stream),
      .word_o(text_3)
    );

    roundel_ccm_pass u_pass (
      .step_i(taken_step_3),
      .first_i(first_3),
      .last_i(last_3),
      .is_null_i(null_3),
      .bytes_i(bytes_3),
      .word_i(word_3.ccm),
      .start_i(start_3),
      .data_i(data_3),
      .chain_i(chain_3),
      .text_i(text_3),
      .step_o(pass_step_3),
      .more_o(pass_more_3),
      .is_counter_o(pass_counter_3),
      .bytes_o(pass_bytes_3),
      .block_o(pass_block_3),
      .mask_o(pass_mask_3)
    );
    assign step_3 = pass_step_3 & {2{ccm_3}};
    assign more_3 = pass_more_3 && ccm_3;
    assign counter_3 = pass_counter_3 && ccm_3;
  end else begin : gen_no_ccm
    logic unused_of_ccm;
    assign unused_of_ccm = ^{ccm_i, word_3.ccm, pass_out, bytes_3, null_3,
                             pass_more_3, pass_counter_3, pass_step_3, pass_mask_3, result_valid};
    assign ccm_3 = 1'b0;
    assign step_3 = 2'd0;
    assign more_3 = 1'b0;
    assign counter_3 = 1'b0;
    assign pass_step_3 = 2'd0;
    assign pass_more_3 = 1'b0;
    assign pass_counter_3 = 1'b0;
    assign pass_bytes_3 = 5'd0;
    assign pass_block_3 = 128'd0;
    assign pass_mask_3 = 128'd0;
  end

  // ---- Entry of the ring: at once, or from a FIFO -----------------------------------------------
  logic pass;  // a word leaves for the ring, or passes as a null word
  entry_t entry;
  pass_t pass_in;
  logic entry_null, unused_pass;
  assign pass_in = entry.pass;
  assign unused_pass = ^pass_in;
  assign entry_null = pass_in.is_null;

  if (!RingWaits) begin : gen_straight
    logic unused_ready;  // always 1
    assign unused_ready = ring_ready_i;
    assign room = 1'b1;
    assign pass = valid_4_q;
    assign enter_o = valid_4_q && !entry_null;
    assign entry = entry_4_q;
  end else begin : gen_waits
    logic fifo_busy, fifo_free, fifo_valid;

    assign pass = fifo_valid && (entry_null || ring_ready_i);
    assign enter_o = fifo_valid && !entry_null;

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

    roundel_short_fifo #(.Width(ENTRY_BITS), .Depth(18), .Registered(1)) u_fifo (
      .clk_i, .rst_ni,
      .clear_i(zeroise_i),
      .busy_o(fifo_busy),
      .push_i(valid_4_q),
      .data_i(entry_4_q),
      .free_o(fifo_free),
      .valid_o(fifo_valid),
      .ready_i(entry_null || ring_ready_i),
      .data_o(entry)
    );
  end

  assign slot_o = entry.slot;
  assign block_o = entry.block;
  assign mask_o = HasFeedback ? 128'(entry.mask) : '0;

  // ---- Beside the ring --------------------------------------------------------------------------
  assign entered.pass = entry.pass;
  assign entered.stream = entry.stream;
  assign entered.user = entry.user;
  assign entered.bytes = entry.bytes;

  roundel_delay #(
    .Width(BESIDE_BITS),
    .Cycles(RingLatency - 2),
    .BlockRam(BlockRam)
  ) u_beside (
    .clk_i, .rst_ni,
    .data_i(entered),
    .data_o(sooner)
  );

  logic [RingLatency-1:0] inside_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      inside_q <= '0;
    end else if (zeroise_i) begin
      inside_q <= '0;
    end else begin
      inside_q <= {inside_q[RingLatency-2:0], pass};
    end
  end

  assign back_o = inside_q[BACK-1];
  roundel_delay #(.Width(STREAM_BITS + NUMBER_BITS), .Cycles(BACK)) u_back (
    .clk_i, .rst_ni,
    .data_i({entry.stream, entry.number}),
    .data_o({back_stream_o, back_number_o})
  );

  // ---- Words out --------------------------------------------------------------------------------
  assign result_valid = inside_q[RingLatency-1];
  assign text = HasFeedback ? result_i ^ mask_i : result_i;
  assign chain = ((HasFeedback && out_keeps) ? result_i : text) & {128{!out_ends}};
  assign chain_write = result_valid && !out_counter && (!out_null || out_ends);
  assign chain_stream = beside_q.stream;

  logic [15:0] keep;
  logic valid_q;
  logic [STREAM_BITS-1:0] stream_q;
  logic [4:0] bytes_q;
  logic [127:0] data, data_q, result_q;
  logic is_text_q, is_end_q;
  logic [UserBits-1:0] user_q;

  for (genvar b = 0; b < 16; b++) begin : gen_byte
    assign data[127-8*b-:8] = text[127-8*b-:8] & {8{keep[b] && !(HasCcm && out_null)}};
  end

  roundel_byte_mask #(.Lanes(1)) u_mask (
    .clk_i,
    .any_i(1'b1),
    .bytes_i(sooner.bytes),
    .mask_o(keep)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= result_valid && !zeroise_i;
    end
  end
  always_ff @(posedge clk_i) begin
    early_q <= sooner;
    beside_q <= early_q;
    stream_q <= beside_q.stream;
    bytes_q <= beside_q.bytes;
    user_q <= beside_q.user;
    is_text_q <= !out_ccm || out_counter || out_null;
    is_end_q <= !out_ccm || out_step == 2'd0;
    data_q <= data;
    result_q <= out_ccm ? data : result_i;
  end

  assign valid_o = valid_q;
  assign stream_o = stream_q;
  assign bytes_o = bytes_q;
  assign data_o = data_q;
  assign is_text_o = is_text_q;
  assign is_end_o = is_end_q;
  assign result_o = result_q;
  assign user_o = user_q;

  if (!HasFeedback) begin : gen_no_feedback
    logic unused_of_feedback;
    assign unused_of_feedback = ^{mask_i, kind_i, word_3.kind, word_3.start, entry.mask,
                                  out_keeps};
  end

  // The user stores no word while memories are cleared.
  `ROUNDEL_CONTRACT(no_word_while_busy, clk_i, rst_ni, !valid_i || !busy_o || zeroise_i)
  // Without RingWaits the ring takes every block.
  `ROUNDEL_CONTRACT(ring_takes, clk_i, rst_ni, RingWaits || !enter_o || ring_ready_i)

endmodule : roundel_chain
