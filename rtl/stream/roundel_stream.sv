// SPDX-License-Identifier: Apache-2.0
//
// A mode of operation on AXI4-Stream: commands and packets in, packets and results out.
//
// How do I send a packet?  Give a command, then the packet: its additional authenticated data
//   (AAD), if it has any, then its text, in beats of 16 * Lanes bytes, byte 0 in the low bits of
//   `beat_data_i`. AAD and text begin with a beat each; the last beat of each of the two keeps as
//   many bytes as are left, from byte 0 on. `beat_last_i` goes with the last beat of the packet. A
//   packet without any byte is one beat that keeps none.
// What is in a command?  Bytes of `command_i`, byte 0 in the low bits:
//   0       bit 0: decrypt; bit 1: CTR, the counter has 32 bits and not 128; other bits 0
//   1       mode, roundel_stream_pkg::MODE_*: the one that this was built for
//   2       key slot
//   3       GCM: bytes of the tag, 4 to 16, also to encrypt; as many are compared
//   4..7    GCM: bytes of AAD, byte 4 the lowest
//   8..11   GCM: bytes of the IV, byte 8 the lowest, 1 to 2^32 - 1; 0: 12
//   16..31  IV: GCM its first 16 bytes; CBC and CTR (the first counter block) 16, as the standards
//           write them; XTS: the tweak value, byte 16 the lowest (IEEE 1619-2018 section 5.1)
//   32..47  GCM, decrypt: the tag to compare with, left aligned
//   Bytes 3 to 11 are 0 in other modes than GCM, bytes 12 to 15 in all. A longer IV of GCM goes on
//   in bytes 16 to 47 of further words of the command stream, which have nothing else.
// How do I get the result?  The text comes out beat by beat as it went in, AAD does not. A result
//   follows each packet, in order. `result_ok_o` alone says whether it is good: it is done and,
//   if GCM decrypted it, its tag is right. `result_error_o` says what was wrong with the packet,
//   of which a tag is no part: 0 nothing, 1 its command means nothing here, 2 the slot has no
//   key, 3 the AAD is not as long as the command says, 4 null bytes in the middle, 5 a length
// that the mode cannot do (roundel_stream_pkg::ERROR_*). `result_tag_o` has all 16 bytes of the
// tag,
//   whatever byte 3 says; with an error, with a tag that is wrong and in other modes it is zero.
//   Decrypted text comes before its result: whoever takes it must not use it until then.
// When may I change the key?  At any time: a key waits at `key_ready_o` until the packets are over
//   whose commands were taken before it came, and packets of its slot whose commands were not wait
//   for it. Packets of other slots run on.
// What if a packet is wrong?  Null bytes in the middle, or AAD of another length than its command
//   says, or a text of ECB or CBC that is not whole blocks: the packet goes through, with an error
//   as result and without a tag. A command that means nothing, a slot without a key, or fewer than
//   16 bytes for XTS: the packet is taken and dropped, and so are the further words of an IV. The
//   next packet is right. `drop_o` says it of a command or a slot while the packet comes.
// How do I forget everything?  One cycle of `zeroise_i`, or a reset. What is under way is dropped
//   where it is: packets out may end without a last beat, and whoever sends begins again with a
//   command and the first beat of its packet.
// When do I give a command?  As early as it is taken: up to sixteen wait for their packets. For
//   an IV of another length than 12 bytes GHASH makes J0 first, which takes a cycle for each of its
//   blocks and one for its length, between two packets, and one for every 32 bytes behind the first
//   48; such a command takes seven cycles or more. J0 is there as many cycles later as a packet's
//   tag is behind its last beat. So a packet follows the one in front without an idle cycle if its
//   command was there that much earlier, and before that one began. While the words of an IV of
//   more than 48 bytes come in, beats may wait for them: give them in one go.
// How long can a packet be?  GCM: 2^36 - 32 bytes of text (SP 800-38D section 5.2.1.1), 2^32 - 1 of
//   AAD. CTR: 2^32 blocks. Whoever sends more repeats counters: it is not checked. XTS: 2^20 blocks
//   (SP 800-38E); more of them go through, with an error as result.
//
// No valid waits for its ready; no path leads from one side to the other. Packets follow each
// other without an idle cycle but those that a mode needs (GCM: one for E(J0) and the length block,
// and those of an IV; XTS: the tweak).

module roundel_stream #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  // of ECB, XTS; CBC: decrypt; GCM, CTR: both
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,  // N, 1, 2, 4, 8 or 16
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // lanes, the last ones, with SecondSbox: see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SecondRoundCuts = 0,  // places of their registers, as RoundCuts
  parameter int KeySlots = 4,  // keys held at once, a power of two; GCM, many lanes: fewer
  parameter int UserBits = 1,  // that go beside a beat of text, and from a command to its result
  parameter int PacketDepth = 0,  // packets under way: 18, or 18 and a multiple of 16; 0: enough
  parameter int GhashCuts = 0,  // GCM: a mask of roundel_ghash_pkg::GHASH_CUT_*; 0: the best ones
  parameter int BlockRam = 1  // 1: what waits does so in block RAM; 0: in distributed RAM
) (
  input  logic                                     clk_i,  // rising edge
  input  logic                                     rst_ni,  // asynchronous, active low
  input  logic                                     zeroise_i,  // one cycle: forget everything

  input  logic                                     key_valid_i,  // a key is offered
  output logic                                     key_ready_o,  // it is taken in this cycle
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,  // slot to load
  // Byte 0 in the top bits; XTS: Key1, then Key2.
  input  logic [roundel_stream_pkg::mode_key_bits(Mode, KeyBits)-1:0] key_i,
  input  logic                                     key_clear_i,  // forget the slot's key instead
  output logic [                     KeySlots-1:0] slot_ready_o,  // slots with a key

  input  logic                                     command_valid_i,  // a command is offered
  output logic                                     command_ready_o,  // it is taken in this cycle
  input  logic [                            383:0] command_i,  // byte 0 in the low bits
  input  logic [                     UserBits-1:0] command_user_i,  // comes back with the result

  input  logic                                     beat_valid_i,  // a beat is offered
  output logic                                     beat_ready_o,  // it is taken in this cycle
  input  logic [                    128*Lanes-1:0] beat_data_i,  // byte 0 in the low bits
  input  logic [                     16*Lanes-1:0] beat_keep_i,  // bytes that count, from 0 on
  input  logic                                     beat_last_i,  // the packet ends
  input  logic [                     UserBits-1:0] beat_user_i,  // comes back with its text

  output logic                                     text_valid_o,  // a beat of text is offered
  input  logic                                     text_ready_i,  // it is taken in this cycle
  output logic [                    128*Lanes-1:0] text_data_o,  // byte 0 in the low bits
  output logic [                     16*Lanes-1:0] text_keep_o,  // bytes that count, from 0 on
  output logic                                     text_last_o,  // the packet's text ends
  output logic [                     UserBits-1:0] text_user_o,  // of the beat that it was

  output logic                                     result_valid_o,  // a result is offered
  input  logic                                     result_ready_i,  // it is taken in this cycle
  output logic                                     result_ok_o,  // done, and the tag is right
  output logic [                              2:0] result_error_o,  // roundel_stream_pkg::ERROR_*
  output logic [                            127:0] result_tag_o,  // byte 0 in the low bits
  output logic [                     UserBits-1:0] result_user_o,  // of the command

  output logic                                     drop_o,  // a packet is under way without text
  output logic [                     UserBits-1:0] drop_user_o  // of its command
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  // GCM and CTR run the cipher forwards in both directions.
  localparam int DIRECTION = (Mode == roundel_stream_pkg::MODE_GCM || Mode ==
      roundel_stream_pkg::MODE_CTR)
      ? roundel_aes_pkg::DIRECTION_BOTH : Direction;

  localparam int PACKET_DEPTH =
      (PacketDepth != 0) ? PacketDepth : roundel_stream_pkg::packet_depth(Mode,
          roundel_engine_pkg::ring_length(Rounds, Stages), Lanes);

  // What a user asks of a configuration; tools read these from the elaborated design.
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LATENCY = roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes);
  localparam int BLOCKS_IN_FLIGHT = Lanes * roundel_engine_pkg::blocks_in_flight(Rounds, Stages);
  // in each lane
  localparam int CYCLES_PER_BLOCK = roundel_engine_pkg::cycles_per_block(KeyBits, Rounds);
  // Beats of text that can wait for `text_ready_i`, and cycles from the one that takes a beat of
  // text to the one that shows it on `text_data_o`: with XTS once the packet's tweak is encrypted,
  // of a word without stealing.
  localparam int QUEUE_DEPTH = (Mode == roundel_stream_pkg::MODE_XTS)
      ? roundel_stream_pkg::xts_text_depth(roundel_engine_pkg::ring_length(Rounds, Stages), Lanes)
      : roundel_stream_pkg::text_depth(roundel_engine_pkg::ring_length(Rounds, Stages), Lanes);
  localparam int OUTPUT_LATENCY = 2 + roundel_stream_pkg::mode_latency(Mode, LATENCY)
      + (roundel_prim_pkg::fifo_latency(QUEUE_DEPTH, 1) + BlockRam)
      * ((Mode == roundel_stream_pkg::MODE_XTS) ? 2 : 1);
  // Cycles after `zeroise_i` in which text or a result of before may still be valid.
  localparam int ZEROISE_DELAY = 0;
  // Places of the registers in a round, and in a product of GHASH.
  localparam int CIPHER_DIRECTION = (Mode == roundel_stream_pkg::MODE_GCM || Mode ==
      roundel_stream_pkg::MODE_CTR)
      ? roundel_aes_pkg::DIRECTION_ENCRYPT : Direction;
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, CIPHER_DIRECTION, Stages,
      RoundCuts);
  localparam int GHASH_CUTS = (GhashCuts != 0) ? GhashCuts : roundel_ghash_pkg::GHASH_BEST_CUTS;

  logic busy;
  logic [SLOT_BITS-1:0] key_slot;
  logic [KeySlots-1:0] mode_slot_ready, slot_ready, slot_busy;
  logic mode_key_valid, mode_key_ready, key_pause;
  logic text_credit, text_taken, packet_credit, packet_begin, packet_enter, packet_done;
  logic command_head, command_ready, beat_ready;
  logic iv_turn, iv_valid, iv_last, iv_hash_valid;
  logic [SLOT_BITS-1:0] iv_slot;
  logic [4:0] iv_bytes;
  logic [127:0] iv;
  logic word_valid, word_ready, word_decrypt, word_short, word_aad, word_last;
  logic [SLOT_BITS-1:0] word_slot;
  logic [127:0] word_start;
  logic [BYTE_BITS-1:0] word_bytes, out_bytes;
  logic [128*Lanes-1:0] word_data, out_data;
  logic [UserBits-1:0] word_user, out_user;
  logic packet_end, end_waits, end_decrypt;
  logic [2:0] end_error;
  logic [4:0] end_tag_bytes;
  logic [127:0] end_tag;
  logic [UserBits-1:0] end_user;
  logic out_valid, out_last, out_drop, tag_valid;
  logic tweak_valid, tweak_ready;
  logic [SLOT_BITS-1:0] tweak_slot;
  logic [127:0] tweak;
  logic [127:0] tag, result_tag;

  // From a register, as all of the source hangs on it: source, keys and mode hear of a zeroise a
  // cycle late. Nothing is taken in that cycle or given to the mode, and of it nothing is taken.
  logic busy_q, zeroise_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
      zeroise_q <= 1'b0;
    end else begin
      zeroise_q <= zeroise_i;
      busy_q <= zeroise_i || busy;
    end
  end
  assign slot_ready_o = slot_ready;
  assign command_ready_o = command_ready && !busy_q;
  assign beat_ready_o = beat_ready && !busy_q;

  if (BlockRam != 0 && BlockRam != 1) begin : gen_bad_block_ram
    roundel_error_block_ram_must_be_0_or_1 u_error ();
  end

  // With one slot its port carries nothing.
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;

  roundel_key_guard #(
    .KeySlots(KeySlots),
    .CountBits(roundel_prim_pkg::index_bits(roundel_prim_pkg::fifo_credits(PACKET_DEPTH) + 32))
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(busy_q),
    .stop_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot),
    .key_clear_i(key_clear_i),
    .mode_valid_o(mode_key_valid),
    .mode_ready_i(mode_key_ready),
    .mode_slot_ready_i(mode_slot_ready),
    .taken_i(command_valid_i && command_ready_o && command_head),
    .begin_i(packet_begin),
    .done_i(packet_done),
    .ready_o(slot_ready),
    .busy_o(slot_busy),
    .pause_o(key_pause)
  );

  roundel_packet_source #(
    .Lanes(Lanes),
    .Mode(Mode),
    .Direction(DIRECTION),
    .KeySlots(KeySlots),
    .CommandDepth(roundel_stream_pkg::xts_tweak_depth(roundel_engine_pkg::ring_length(Rounds,
        Stages), Lanes)),
    .BlockRam(BlockRam),
    .UserBits(UserBits)
  ) u_source (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(busy_q),
    .command_valid_i(command_valid_i),
    .command_ready_o(command_ready),
    .command_head_o(command_head),
    .command_i(command_i),
    .command_user_i(command_user_i),
    .beat_valid_i(beat_valid_i),
    .beat_ready_o(beat_ready),
    .beat_data_i(beat_data_i),
    .beat_keep_i(beat_keep_i),
    .beat_last_i(beat_last_i),
    .beat_user_i(beat_user_i),
    .slot_ready_i(slot_ready),
    .slot_busy_i(slot_busy),
    .pause_i(key_pause),
    .text_credit_i(text_credit),
    .packet_credit_i(packet_credit),
    .valid_o(word_valid),
    .ready_i(word_ready),
    .decrypt_o(word_decrypt),
    .short_o(word_short),
    .slot_o(word_slot),
    .start_o(word_start),
    .aad_o(word_aad),
    .last_o(word_last),
    .bytes_o(word_bytes),
    .data_o(word_data),
    .user_o(word_user),
    .text_o(text_taken),
    .drop_o(drop_o),
    .drop_user_o(drop_user_o),
    .tweak_valid_o(tweak_valid),
    .tweak_ready_i(tweak_ready),
    .tweak_slot_o(tweak_slot),
    .tweak_o(tweak),
    .iv_turn_o(iv_turn),
    .iv_valid_o(iv_valid),
    .iv_last_o(iv_last),
    .iv_slot_o(iv_slot),
    .iv_bytes_o(iv_bytes),
    .iv_o(iv),
    .hash_valid_i(iv_hash_valid),
    .hash_i(tag),
    .begin_o(packet_begin),
    .enter_o(packet_enter),
    .end_o(packet_end),
    .end_waits_o(end_waits),
    .end_error_o(end_error),
    .end_decrypt_o(end_decrypt),
    .end_tag_bytes_o(end_tag_bytes),
    .end_tag_o(end_tag),
    .end_user_o(end_user)
  );

  roundel_stream_mode #(
    .Mode(Mode),
    .Direction(Direction),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySlots(KeySlots),
    .GhashCuts(GHASH_CUTS),
    .UserBits(UserBits),
    .BlockRam(BlockRam)
  ) u_mode (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_q),
    .key_valid_i(mode_key_valid),
    .key_ready_o(mode_key_ready),
    .key_slot_i(key_slot),
    .key_i(key_i),
    .key_clear_i(key_clear_i),
    .slot_ready_o(mode_slot_ready),
    .tweak_valid_i(tweak_valid && !busy_q),
    .tweak_ready_o(tweak_ready),
    .tweak_slot_i(tweak_slot),
    .tweak_i(tweak),
    .valid_i(word_valid && !busy_q),
    .ready_o(word_ready),
    .decrypt_i(word_decrypt),
    .short_i(word_short),
    .slot_i(word_slot),
    .start_i(word_start),
    .aad_i(word_aad),
    .last_i(word_last),
    .bytes_i(word_bytes),
    .data_i(word_data),
    .user_i(word_user),
    .iv_turn_i(iv_turn),
    .iv_valid_i(iv_valid && !busy_q),
    .iv_last_i(iv_last),
    .iv_slot_i(iv_slot),
    .iv_bytes_i(iv_bytes),
    .iv_i(iv),
    .valid_o(out_valid),
    .last_o(out_last),
    .drop_o(out_drop),
    .bytes_o(out_bytes),
    .data_o(out_data),
    .user_o(out_user),
    .iv_hash_valid_o(iv_hash_valid),
    .tag_valid_o(tag_valid),
    .tag_o(tag)
  );

  roundel_packet_sink #(
    .Lanes(Lanes),
    .HasTag((Mode == roundel_stream_pkg::MODE_GCM) ? 1 : 0),
    .HasDrop((Mode == roundel_stream_pkg::MODE_XTS) ? 1 : 0),
    .TextDepth(QUEUE_DEPTH),
    .PacketDepth(PACKET_DEPTH),
    .UserBits(UserBits),
    .BlockRam(BlockRam)
  ) u_sink (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_o(busy),
    .text_credit_o(text_credit),
    .text_taken_i(text_taken),
    .packet_credit_o(packet_credit),
    .begin_i(packet_enter),
    .text_valid_i(out_valid),
    .text_last_i(out_last),
    .text_bytes_i(out_bytes),
    .text_i(out_data),
    .text_user_i(out_user),
    .text_drop_i(out_drop),
    .end_i(packet_end),
    .end_waits_i(end_waits),
    .end_error_i(end_error),
    .end_decrypt_i(end_decrypt),
    .end_tag_bytes_i(end_tag_bytes),
    .end_tag_i(end_tag),
    .end_user_i(end_user),
    .tag_valid_i(tag_valid),
    .tag_i(tag),
    .done_o(packet_done),
    .beat_valid_o(text_valid_o),
    .beat_ready_i(text_ready_i),
    .beat_data_o(text_data_o),
    .beat_keep_o(text_keep_o),
    .beat_last_o(text_last_o),
    .beat_user_o(text_user_o),
    .result_valid_o(result_valid_o),
    .result_ready_i(result_ready_i),
    .result_ok_o(result_ok_o),
    .result_error_o(result_error_o),
    .result_tag_o(result_tag),
    .result_user_o(result_user_o)
  );

  for (genvar b = 0; b < 16; b++) begin : gen_tag
    assign result_tag_o[8*b+:8] = result_tag[127-8*b-:8];
  end

  logic unused_facts;
  assign unused_facts = ^{NUM_ROUNDS, BLOCKS_IN_FLIGHT, CYCLES_PER_BLOCK, OUTPUT_LATENCY,
                          ZEROISE_DELAY, ROUND_CUTS, GHASH_CUTS};

endmodule : roundel_stream
