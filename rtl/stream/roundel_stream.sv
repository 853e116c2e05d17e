// SPDX-License-Identifier: Apache-2.0
//
// A mode of operation on AXI4-Stream: commands and packets in, text and results out.
//
// How do I send a packet?
//   Give a command, then the packet: first additional authenticated data (AAD), then text, in beats
//   of 16 * Lanes bytes, byte 0 in the low bits of `beat_data_i`. AAD and text each begin with a
//   new beat. Every beat is full, except the last beat of the AAD and of the text: a last beat
//   keeps the remaining bytes from byte 0 on. `beat_last_i` marks the last beat of the packet. A
//   packet without any byte is 1 beat that keeps no byte.
//
// What is in a command?
//   Bytes of `command_i`, byte 0 in the low bits:
//
// | bytes  | content                                                                             |
// |--------|-------------------------------------------------------------------------------------|
// | 0      | bit 0: decrypt; bit 1: CTR with a counter of 32 bits instead of 128;                |
// |        | bits 3 to 6: bits 8 to 11 of the key slot; bits 2 and 7: 0                          |
// | 1      | mode, roundel_stream_pkg::MODE_*: parameter Mode, or a mode of the set Modes        |
// | 2      | bits 0 to 7 of the key slot                                                         |
// | 3      | GCM: bytes of the tag, 4, 8 or 12 to 16 (SP 800-38D section 5.2.1.2); decryption    |
// |        | compares this number of bytes, from the first byte on; CMAC: the same, 4 to 16;     |
// |        | CCM: the same, 4, 6 ... 16 (SP 800-38C appendix A.1)                                |
// | 4..7   | GCM: bytes of AAD, byte 4 the lowest; CCM: bytes of the blocks B1 to Bu of the AAD, |
// |        | a multiple of 16                                                                    |
// | 8..11  | GCM: bytes of the IV, byte 8 the lowest, 1 to 2^32 - 1; 0 means 12; a chained       |
// |        | packet: byte 8 is the stream; CCM: byte 9 is the bytes of the nonce, 7 to 13        |
// | 12..15 | CCM: bytes of text, byte 12 the lowest                                              |
// | 16..31 | GCM: the first 16 bytes of the IV; CBC, CFB and OFB: the IV; CTR: the first counter |
// |        | block; XTS: the tweak value, byte 16 the lowest (IEEE 1619-2018 section 5.1); CCM:  |
// |        | the nonce                                                                           |
// | 32..47 | GCM, CMAC and CCM, decrypt: the expected tag, left aligned                          |
//
//   All other bytes are 0. If the IV of GCM is longer than 16 bytes, bytes 16 to 47 of further
//   command words hold the rest; the other bytes of a further word are ignored.
//
// Which packets are chained?
//   Encryption of CBC and CFB, OFB and CMAC: a block needs the result of the block before. A set of
//   modes has these packets with parameter Streams only, on one lane. Each belongs to one of the
//   Streams streams, and shares the ring with all other packets: as many streams as the ring has
//   blocks, and seven more, use each cycle. Blocks of both kinds enter the ring in turn.
//   `beat_id_i` of a beat is the stream. A message of CMAC has no text out; bit 0 of byte 0
//   verifies its tag. All other packets have the top bit of `beat_id_i` alone. Text and results
//   have the same number on `text_id_o` and `result_id_o`, and the order of the commands holds for
//   each number. roundel_stream_interleaved describes the stalls of streams, and the rule for beats
//   while a key waits.
//
// How do I get the result?
//   The text comes out beat by beat, without AAD. Bytes without a bit of `text_keep_o` are zero. A
//   result follows each packet, in the order of the commands (chained packets: of the stream).
//   `result_ok_o` alone decides: the packet is done, and the tag to verify is right.
//   `result_error_o` is 0 or roundel_stream_pkg::ERROR_*:
//   - 1 COMMAND: a field of the command is not valid here
//   - 2 KEY: the slot has no key
//   - 3 AAD: the AAD is not as long as the command says
//   - 4 KEEP: null bytes in front of the end of AAD or text
//   - 5 LENGTH: the mode cannot do this length; see the warning in "How long can a packet be?"
//   - 6 POLICY: the policy of the key forbids the command; see "What may a key do?"
//   A wrong tag is no error. `result_tag_o` is the whole tag of 16 bytes; the tag is zero in modes
//   other than GCM and CMAC, with an error and if the tag is wrong. Decrypted text comes before its
//   result: the user must not act on the text before `result_ok_o`.
//
// When may I change the key?
//   At any time. A key waits at `key_ready_o` until all packets have ended whose commands were
//   taken up to and including the first cycle of `key_valid_i`. While a key waits, `key_valid_i`
//   stays high, and `key_slot_i`, `key_i`, `key_clear_i`, `key_least_tag_i` and `key_policy_i` stay
//   stable (contract key_stable), because the module registers parts of the key before
//   `key_ready_o`.
//   After `zeroise_i` the user may withdraw or change the key. Packets of the same slot whose
//   commands come later wait for the key. Packets of other slots continue. `key_least_tag_i` comes
//   with a key (GCM, CMAC): the fewest bytes of tag for a command with this key; 0 sets no limit
//   besides byte 3. A command with a shorter tag has ERROR_COMMAND. A key of XTS whose halves are
//   equal is refused (FIPS 140-3 IG C.I): the slot becomes empty, and packets of the slot have
//   ERROR_KEY.
//
// What may a key do?
//   Without parameter HasPolicy: every command of the engine. With HasPolicy, `key_policy_i` comes
//   with a key and stays with the slot until the next key. Fields, bit 0 first
//   (rtl/include/roundel_key_policy_types.svh):
//
// | bits   | field       | content                                                            |
// |--------|-------------|--------------------------------------------------------------------|
// | 0..8   | modes       | bit n: commands of the mode with number n are allowed              |
// | 9      | encrypt     | encryption, and generation of a tag, is allowed                    |
// | 10     | decrypt     | decryption, and verification of a tag, is allowed                  |
// | 11     | privileged  | only commands with `command_privileged_i` are allowed              |
// | 12     | locked      | the slot takes no other key and no clear until a reset             |
// | 13..44 | invocations | encryptions with GCM, and with CCM; 0 means 2^32                   |
//
//   A command that violates the policy has ERROR_POLICY, and its packet is dropped without effect.
//   The policy is read when the command is decided, so each packet has the policy of the key that
//   the packet uses. `command_privileged_i` belongs to the first word of a command.
//   `invocations` limits the encryptions with a key (SP 800-38D section 8.3). A packet counts when
//   the packet begins, also if its result then has an error. A refused packet does not count. GCM
//   and CCM each have a count: a key that allows both modes can encrypt `invocations` packets with
//   each mode. A new key starts new counts, also with the same bits.
//   The port takes a key for a locked slot, or a clear of the slot, and drops the key;
//   `key_refused_o` is high in the cycle of this `key_ready_o`. `zeroise_i` clears the key of a
//   locked slot and keeps the lock: the slot stays empty until a reset. A key that the module does
//   not store, for its size or its equal halves, does not lock the slot.
//   Cost of HasPolicy: a distributed RAM of 12 bits for each slot, with GCM 33 bits more. Chained
//   packets have such memories of their own. The locks are one bit for each slot. No cycle is lost.
//
// What if a packet is wrong?
//   With ERROR_AAD, ERROR_KEEP or ERROR_LENGTH the text comes out, but without a tag. With
//   ERROR_COMMAND, ERROR_KEY or ERROR_POLICY, and for less than 16 bytes of XTS, the packet is
//   taken and dropped, with the further words of the IV. `drop_o` is high while a refused packet is
//   under way. The next packet is not affected.
//
// How do I forget everything?
//   Give `zeroise_i` for 1 cycle, or a reset (asynchronous, active low). All packets in flight are
//   dropped: a packet of text may end without a last beat. No command or beat is accepted while the
//   FIFOs are overwritten: about 25 cycles, and with BlockRam 1 more for each word of the longest
//   FIFO. With Streams it takes at least Streams * Depth cycles, and with CMAC a cycle for each
//   slot. No key is accepted in this time, nor while the memories of keys are overwritten. The
//   round keys take at most roundel_engine_pkg::latency() + 10 cycles, and 3 * Nr + 8 more for each
//   slot (XTS: twice as much); with more than 256 slots, Nr / R more for each slot. At the same
//   time GCM's powers of H take at most 48 * Lanes cycles for each slot. Then the user starts again
//   with a key, a command and the first beat of a packet. No old text or result appears after
//   `zeroise_i`.
//
// When do I give a command?
//   Early. Commands wait for their packets: up to sixteen of GCM, four of ECB, CBC and CTR. Of XTS,
//   roundel_stream_pkg::xts_tweak_depth() commands wait, 34 or more, if PacketDepth permits. An IV
//   of GCM with 12 bytes costs no cycle. For an IV of another length GHASH computes J0 first.
//   Between two packets GHASH takes a cycle for each block of the IV and a cycle for the length,
//   also with an early command. Each full or partial 32 bytes behind the first 48 take one more
//   cycle. The command takes at least seven cycles. J0 is ready 1 tag latency later. Give the
//   command before the previous packet begins, and at least the sum of these times before its own
//   packet. Then J0 costs only the cycles of GHASH. While the words of an IV longer than 48 bytes
//   come in, beats may wait for the words: give the words in one burst.
//
// How long can a packet be?
//   GCM: 2^36 - 32 bytes of text (2^39 - 256 bits, SP 800-38D section 5.2.1.1). AAD and IV have at
//   most 2^32 - 1 bytes, because their fields have 32 bits; the standard allows 2^61 - 1. CTR: at
//   most 2^32 blocks with either counter, because the blocks are numbered in 32 bits. XTS: 16 bytes
//   to 2^20 blocks (SP 800-38E). ECB and CBC: whole blocks. A packet of another length has
//   ERROR_LENGTH.
//
//   Warning: the module detects a packet that is too long, but does not stop the text. The text
//   beyond the limit comes out, and the key stream repeats:
//   - GCM: the 32-bit number of the counter block wraps. The first text block is block 1. Block
//     2^32 - 1 is the first block beyond the limit. Block 2^32 is XORed with E(J0), the mask of the
//     tag. Block 2^32 + n is XORed with the key stream of block n.
//   - CTR: with either counter, block 2^32 + n is XORed with the key stream of block n.
//   An observer of two ciphertexts with the same key stream learns the XOR of the plaintexts. The
//   result with ERROR_LENGTH comes after the text, too late. The sender must limit the length.
//
// Interface. Commands, beats, keys, text and results: valid and ready. No valid waits for its
// ready, and no combinational path leads from one port to another. The side that offers a transfer,
// user or module, holds valid and the payload until ready. After `zeroise_i` or a reset the module
// withdraws text and results, and the user may withdraw too. Throughput: 1 beat per
// CYCLES_PER_BLOCK cycles, which is Nr / Rounds. Packets of ECB, CBC and CTR follow each other
// without an idle cycle. A packet of GCM needs 1 more cycle for E(J0) and the length block, and the
// cycles of its IV. With CYCLES_PER_BLOCK above 1 each of these cycles takes as long as a beat. A
// packet of XTS needs 1 or 2 more cycles for the tweak and a partial block. Latency: OUTPUT_LATENCY
// cycles from a beat of text to the same text at the output; XTS: once the tweak is encrypted.
// While `text_ready_i` is low, at most QUEUE_DEPTH beats of text wait; then the input stalls.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_stream #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set of modes, see roundel_stream_pkg
  // ECB and XTS: roundel_aes_pkg::DIRECTION_*; CBC: decrypt; GCM and CTR: both
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,  // N, blocks in a beat: 1, 2, 4, 8 or 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers in a round
  // positions of these registers, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // lanes, the last ones, with SecondSbox: see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SecondRoundCuts = 0,  // register positions of these lanes, as RoundCuts
  parameter int KeySlots = 4,  // keys held at once, a power of two; GCM with many lanes: fewer
  parameter int UserBits = 1,  // bits beside a beat of text, and beside a command
  parameter int PacketDepth = 0,  // packets under way: 18, or 18 and a multiple of 16; 0: enough
  parameter int GhashCuts = 0,  // GCM: a mask of roundel_ghash_pkg::GHASH_CUT_*; 0: the best ones
  parameter int Streams = 1,  // streams of chained packets, a power of two up to 256; 1: none
  parameter int Depth = 4,  // beats of such a stream, a power of two; Streams * Depth: at most 512
  parameter bit HasPolicy = 1'b0,  // 1: each key has a policy; 0: every command is allowed
  parameter bit BlockRam = 1'b1  // FIFOs in 1: block RAM; 0: distributed RAM
) (
  input  logic                                     clk_i,  // rising edge
  input  logic                                     rst_ni,  // asynchronous, active low
  input  logic                                     zeroise_i,  // 1 cycle: forget everything

  input  logic                                     key_valid_i,  // a key is offered
  output logic                                     key_ready_o,  // the key is taken in this cycle
  output logic                                     key_refused_o,  // with ready: the slot is locked
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,  // slot to load
  // Byte 0 in the top bits; XTS: Key1, then Key2. With a set of sizes, a smaller key is in the top
  // bits, and with XTS in the top bits of each half.
  input  logic [roundel_stream_pkg::mode_key_bits(Mode, KeyBits)-1:0] key_i,
  input  logic                                     key_clear_i,  // forget the slot's key instead
  input  logic [                              1:0] key_size_i,  // of a set; KEY_SIZE_*
  input  logic [                              4:0] key_least_tag_i,  // least bytes of a tag
  // HasPolicy: what the key may do, key_policy_t
  input  logic [roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,
  // slots with a key; with more than 256 slots, one bit for the slot of the last key
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,

  input  logic                                     command_valid_i,  // a command word is offered
  output logic                                     command_ready_o,  // the word is taken now
  input  logic [                            383:0] command_i,  // byte 0 in the low bits
  input  logic [                     UserBits-1:0] command_user_i,  // comes back with the result
  // HasPolicy: of a privileged user, beside the first word; bit 0 of AxPROT
  input  logic                                     command_privileged_i,

  input  logic                                     beat_valid_i,  // a beat is offered
  output logic                                     beat_ready_o,  // the beat is taken now
  input  logic [                    128*Lanes-1:0] beat_data_i,  // byte 0 in the low bits
  input  logic [                     16*Lanes-1:0] beat_keep_i,  // bytes that count, from 0 on
  input  logic                                     beat_last_i,  // the packet ends
  // with Streams: the stream, or the top bit
  input  logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] beat_id_i,
  input  logic [                     UserBits-1:0] beat_user_i,  // comes back with its text

  output logic                                     text_valid_o,  // a beat of text is offered
  input  logic                                     text_ready_i,  // the beat is taken now
  output logic [                    128*Lanes-1:0] text_data_o,  // byte 0 in the low bits
  output logic [                     16*Lanes-1:0] text_keep_o,  // bytes that count, from 0 on
  output logic                                     text_last_o,  // the packet's text ends
  output logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] text_id_o,  // as beat_id_i
  output logic [                     UserBits-1:0] text_user_o,  // of the beat that came in

  output logic                                     result_valid_o,  // a result is offered
  input  logic                                     result_ready_i,  // the result is taken now
  output logic                                     result_ok_o,  // done, and the tag is right
  output logic [                              2:0] result_error_o,  // roundel_stream_pkg::ERROR_*
  output logic [                            127:0] result_tag_o,  // byte 0 in the low bits
  output logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] result_id_o,  // as beat_id_i
  output logic [                     UserBits-1:0] result_user_o,  // of the command

  output logic                                     drop_o,  // a refused packet is under way
  output logic [                     UserBits-1:0] drop_user_o  // of its command
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam bit SET = roundel_stream_pkg::is_mode_set(Modes);
  localparam bit CHAINS = Streams > 1;
  localparam int PACKET_MODES = Modes & roundel_stream_pkg::PARALLEL_MODES;
  localparam int CHAINED_MODES = roundel_stream_pkg::chained_modes(Modes);
  localparam bit HAS_GCM = roundel_stream_pkg::has_mode(Modes, Mode, roundel_stream_pkg::MODE_GCM);
  localparam int DIRECTION =
      SET ? Direction : roundel_stream_pkg::packet_direction(Mode, Direction);
  // The front of a set of modes.
  localparam int SET_CYCLES = SET ? roundel_stream_pkg::CTR_FRONT_CYCLES : 0;
  localparam int PACKET_DEPTH = roundel_stream_pkg::packet_depth(PacketDepth, Mode,
      roundel_engine_pkg::blocks_in_flight(Rounds, Stages, KeySlots), Lanes);
  // Packets in flight for roundel_key_guard: packets with a credit, and commands without a credit.
  localparam int PACKETS_WITH_CREDIT = roundel_prim_pkg::fifo_credits(PACKET_DEPTH);
  localparam int COMMANDS_WITHOUT_CREDIT = 32;  // more than the command front of any mode holds
  localparam int COUNT_BITS =
      roundel_prim_pkg::index_bits(PACKETS_WITH_CREDIT + COMMANDS_WITHOUT_CREDIT);

  `ROUNDEL_REFUSE(roundel_error_packet_depth_must_be_4082_at_most,
                  COUNT_BITS > roundel_prim_pkg::MAX_COUNT_BITS)

  // Facts of the configuration, which tools read from the elaborated design.
  // verilator lint_off UNUSEDPARAM
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes, KeySlots);
  localparam int LANE_BLOCKS = roundel_engine_pkg::blocks_in_flight(Rounds, Stages, KeySlots);
  localparam int BLOCKS_IN_FLIGHT = Lanes * LANE_BLOCKS;
  // in each lane
  localparam int CYCLES_PER_BLOCK = roundel_engine_pkg::cycles_per_block(KeyBits, Rounds);
  // Beats of text that can wait for `text_ready_i`.
  localparam int QUEUE_DEPTH = (Mode == roundel_stream_pkg::MODE_XTS)
      ? roundel_stream_pkg::xts_text_depth(LANE_BLOCKS, Lanes)
      : roundel_stream_pkg::text_depth(LANE_BLOCKS + SET_CYCLES, Lanes);
  // Cycles from a taken beat of text to the same text on `text_data_o`. XTS: once the tweak of the
  // packet is encrypted, and for a word without ciphertext stealing.
  localparam int OUTPUT_LATENCY = 2 + (SET ? roundel_stream_pkg::modes_latency(Mode, LATENCY)
          : roundel_stream_pkg::mode_latency(Mode, LATENCY))
      + (roundel_prim_pkg::fifo_latency(QUEUE_DEPTH, 1) + int'(BlockRam))
      * ((Mode == roundel_stream_pkg::MODE_XTS) ? 2 : 1);
  // Cycles after `zeroise_i` in which old text or an old result may still be valid.
  localparam int ZEROISE_DELAY = 0;
  // Positions of the registers in a round and in a multiplier of GHASH.
  localparam int CIPHER_DIRECTION = SET
      ? roundel_stream_pkg::set_direction(Modes, Direction, 32'(CHAINS))
      : roundel_stream_pkg::cipher_direction(Mode, Direction);
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, CIPHER_DIRECTION, Stages,
      RoundCuts);
  localparam int GHASH_CUTS = (GhashCuts != 0) ? GhashCuts : roundel_ghash_pkg::GHASH_BEST_CUTS;
  // verilator lint_on UNUSEDPARAM

  `ROUNDEL_REFUSE(roundel_error_streams_need_a_set_with_cbc_cfb_or_ofb_and_one_lane,
                  CHAINS && (CHAINED_MODES == 0 || Lanes != 1))
  `ROUNDEL_REFUSE(roundel_error_a_set_needs_a_mode_that_is_not_ofb_cmac_or_ccm,
                  SET && PACKET_MODES == 0)
  `ROUNDEL_REFUSE(roundel_error_modes_ofb_cmac_and_ccm_need_streams,
                  !CHAINS && (Modes & ~roundel_stream_pkg::PARALLEL_MODES) != 0)

  localparam bit MANY_SLOTS = roundel_engine_pkg::has_key_block_ram(KeySlots) != 0;

  logic busy, sink_busy, chains_busy;
  logic [SLOT_BITS-1:0] key_slot, query_slot;
  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] mode_slot_ready, slot_ready;
  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_loading;
  logic mode_key_valid, mode_key_ready, key_pause;
  logic text_credit, text_taken, packet_credit, packet_begin, packet_enter, packet_done;
  logic command_first, command_ready, beat_ready;
  // Ordinary packets, beside those of chained modes.
  logic packet_command_valid, packet_command_ready, packet_beat_valid, packet_beat_ready;
  logic [128*Lanes-1:0] packet_beat_data;
  logic [16*Lanes-1:0] packet_beat_keep;
  logic packet_beat_last;
  logic [UserBits-1:0] packet_beat_user;
  logic packet_text_valid, packet_text_ready, packet_text_last;
  logic [128*Lanes-1:0] packet_text_data;
  logic [16*Lanes-1:0] packet_text_keep;
  logic [UserBits-1:0] packet_text_user;
  logic packet_result_valid, packet_result_ready, packet_result_ok;
  logic [2:0] packet_result_error;
  logic [UserBits-1:0] packet_result_user;
  logic key_offered, guard_ready;  // a key whose slot is not locked
  logic guard_valid, key_open;  // the key of ordinary packets, of chained packets, is free
  logic chain_valid, chain_ready;
  logic [roundel_stream_pkg::chain_entry_bits(SLOT_BITS)-1:0] chain_entry;
  logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] chain_return;
  logic iv_turn, iv_valid, iv_ready, iv_last, iv_hash_valid;
  logic [SLOT_BITS-1:0] iv_slot;
  logic [4:0] iv_bytes;
  logic [127:0] iv;
  logic word_valid, word_ready, word_decrypt, word_counter_32, word_aad, word_last, words_gone;
  logic [roundel_stream_pkg::mode_bits(Modes)-1:0] word_mode;
  logic [SLOT_BITS-1:0] word_slot;
  logic [127:0] word_start;
  logic [BYTE_BITS-1:0] word_bytes, out_bytes;
  logic [128*Lanes-1:0] word_data, out_data;
  logic [UserBits-1:0] word_user, out_user;
  logic packet_end;
  logic [roundel_stream_pkg::packet_end_bits(UserBits)-1:0] end_packet;
  logic out_valid, out_last, out_drop, out_other, tag_valid;
  logic tweak_valid, tweak_ready;
  logic [SLOT_BITS-1:0] tweak_slot;
  logic [127:0] tweak;
  logic [127:0] tag, tag_in_order, result_tag;

  // The clear of the source, the key guard and the mode comes from registers, 1 cycle after
  // `zeroise_i`, because its fan-out is large. In the cycle of `zeroise_i` the ports and the mode
  // may still take words; the clear drops these words. From the next cycle on the ports and the
  // mode take nothing. The sink drops outputs of the mode from the cycle of `zeroise_i` on.
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
  assign slot_ready_o = (MANY_SLOTS) ? mode_slot_ready : slot_ready;
  assign busy = sink_busy || chains_busy;
  assign packet_command_ready = command_ready && !busy_q;
  assign packet_beat_ready = beat_ready && !busy_q;

  // A single slot has number 0, whatever its port says.
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;

  // A key of a size outside the set clears its slot, and a key of XTS with equal halves. The
  // comparison takes two cycles; the guard passes a key no earlier than six cycles after the key
  // came.
  logic key_clear, wrong_size;
  logic [1:0] key_size;  // 0 with one key size, whatever its port says
  assign key_size = (roundel_engine_pkg::is_key_set(KeySizes) != 0) ? key_size_i : 2'd0;
  assign wrong_size = !roundel_engine_pkg::has_key_size(KeySizes, key_size);
  if (Mode == roundel_stream_pkg::MODE_XTS) begin : gen_halves
    logic [15:0] differs_q, in_key;  // in_key: the part of a half belongs to the key
    logic equal_q;
    if (roundel_engine_pkg::is_key_set(KeySizes) != 0) begin : gen_sizes
      for (genvar b = 0; b < 16; b++) begin : gen_part
        assign in_key[15-b] = KeyBits / 16 * b < 128 + 64 * int'(key_size);
      end
    end else begin : gen_one_size
      assign in_key = '1;
    end
    always_ff @(posedge clk_i) begin
      for (int b = 0; b < 16; b++) begin
        differs_q[b] <= in_key[b]
            && key_i[KeyBits/16*b+:KeyBits/16] != key_i[KeyBits+KeyBits/16*b+:KeyBits/16];
      end
      equal_q <= differs_q == '0;
    end
    assign key_clear = key_clear_i || wrong_size || equal_q;
  end else begin : gen_one_key
    assign key_clear = key_clear_i || wrong_size;
  end

  // ---- Locked slots -----------------------------------------------------------------------------
  // The lock of the slot is known in the second cycle of a key. The guards pass a key no earlier
  // than six cycles after the key came: for a locked slot the key is withdrawn from the guards, and
  // the port takes the key. Only a reset clears the locks. With the locks in RAM, the guards pass
  // no key while the locks are cleared, because their own flags are cleared in as many cycles.
  if (HasPolicy) begin : gen_locks
    `include "roundel_key_policy_types.svh"

    key_policy_t policy;
    logic locked, refuse_q;
    assign policy = key_policy_i;

    roundel_slot_flags #(.KeySlots(KeySlots), .InRam(MANY_SLOTS)) u_locks (
      .clk_i, .rst_ni,
      .clear_i(1'b0),
      // verilator lint_off PINCONNECTEMPTY
      .busy_o(),
      // verilator lint_on PINCONNECTEMPTY
      .write_i(mode_key_valid && mode_key_ready && !key_clear && policy.locked),
      .slot_i(key_slot),
      .flag_i(1'b1),
      .query_slot_i(key_slot),
      .flag_o(locked)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        refuse_q <= 1'b0;
      end else begin
        refuse_q <= key_valid_i && !key_ready_o && locked && !zeroise_i && !busy_q;
      end
    end
    assign key_offered = key_valid_i && !refuse_q;
    assign key_ready_o = guard_ready || refuse_q;
    assign key_refused_o = refuse_q;

    logic unused_policy;
    assign unused_policy = ^policy;
  end else begin : gen_no_locks
    logic unused_policy;
    assign unused_policy = ^{key_policy_i, command_privileged_i};
    assign key_offered = key_valid_i;
    assign key_ready_o = guard_ready;
    assign key_refused_o = 1'b0;
  end

  roundel_key_guard #(
    .KeySlots(KeySlots),
    .CountBits(COUNT_BITS)
  ) u_keys (
    .clk_i, .rst_ni,
    .clear_i(busy_q),
    .stop_i(zeroise_i),
    .key_valid_i(key_offered),
    .key_ready_o(guard_ready),
    .key_slot_i(key_slot),
    .key_clear_i(key_clear),
    .mode_valid_o(guard_valid),
    .mode_ready_i(mode_key_ready && key_open),
    .mode_slot_ready_i(mode_slot_ready),
    .taken_i(packet_command_valid && packet_command_ready && command_first),
    .begin_i(packet_begin),
    .done_i(packet_done),
    .query_slot_i(query_slot),
    .ready_o(slot_ready),
    .loading_o(slot_loading),
    .pause_o(key_pause)
  );

  assign mode_key_valid = guard_valid && key_open;

  roundel_packet_source #(
    .Lanes(Lanes), .Mode(Mode), .Modes(PACKET_MODES),
    .Direction(DIRECTION),
    .KeySlots(KeySlots),
    .CommandDepth(roundel_stream_pkg::xts_tweak_depth(LANE_BLOCKS, Lanes)),
    .BlockRam(BlockRam), .HasPolicy(HasPolicy), .UserBits(UserBits)
  ) u_source (
    .clk_i, .rst_ni,
    .clear_i(busy_q),
    .command_valid_i(packet_command_valid),
    .command_ready_o(command_ready),
    .command_first_o(command_first),
    .command_i, .command_user_i, .command_privileged_i,
    .beat_valid_i(packet_beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(packet_beat_data),
    .beat_keep_i(packet_beat_keep),
    .beat_last_i(packet_beat_last),
    .beat_user_i(packet_beat_user),
    .slot_ready_i(slot_ready),
    .slot_loading_i(slot_loading),
    .query_slot_o(query_slot),
    .pause_i(key_pause),
    .key_taken_i(mode_key_valid && mode_key_ready),
    .key_slot_i(key_slot),
    .key_least_tag_i, .key_policy_i,
    .text_credit_i(text_credit),
    .packet_credit_i(packet_credit),
    .valid_o(word_valid),
    .ready_i(word_ready),
    .gone_i(words_gone),
    .mode_o(word_mode),
    .decrypt_o(word_decrypt),
    .counter_32_o(word_counter_32),
    .slot_o(word_slot),
    .start_o(word_start),
    .aad_o(word_aad),
    .last_o(word_last),
    .bytes_o(word_bytes),
    .data_o(word_data),
    .user_o(word_user),
    .text_o(text_taken),
    .drop_o, .drop_user_o,
    .tweak_valid_o(tweak_valid),
    .tweak_ready_i(tweak_ready),
    .tweak_slot_o(tweak_slot),
    .tweak_o(tweak),
    .iv_turn_o(iv_turn),
    .iv_valid_o(iv_valid),
    .iv_ready_i(iv_ready),
    .iv_last_o(iv_last),
    .iv_slot_o(iv_slot),
    .iv_bytes_o(iv_bytes),
    .iv_o(iv),
    .hash_valid_i(iv_hash_valid),
    .hash_i(tag),
    .begin_o(packet_begin),
    .enter_o(packet_enter),
    .end_o(packet_end),
    .end_packet_o(end_packet)
  );

  roundel_stream_mode #(
    .Mode(Mode), .Modes(PACKET_MODES), .Direction(Direction), .Lanes(Lanes), .KeyBits(KeyBits),
    .KeySizes(KeySizes), .Rounds(Rounds),
    .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts), .KeySlots(KeySlots),
    .GhashCuts(GHASH_CUTS), .HasChain(CHAINS),
    .UserBits(UserBits), .BlockRam(BlockRam)
  ) u_mode (
    .clk_i, .rst_ni,
    .zeroise_i(zeroise_q),
    .key_valid_i(mode_key_valid),
    .key_ready_o(mode_key_ready),
    .key_slot_i(key_slot),
    .key_i,
    .key_clear_i(key_clear),
    .key_size_i(key_size),
    .slot_ready_o(mode_slot_ready),
    .tweak_valid_i(tweak_valid && !busy_q),
    .tweak_ready_o(tweak_ready),
    .tweak_slot_i(tweak_slot),
    .tweak_i(tweak),
    .valid_i(word_valid && !busy_q),
    .ready_o(word_ready),
    .gone_o(words_gone),
    .mode_i(word_mode),
    .decrypt_i(word_decrypt),
    .counter_32_i(word_counter_32),
    .slot_i(word_slot),
    .start_i(word_start),
    .aad_i(word_aad),
    .last_i(word_last),
    .bytes_i(word_bytes),
    .data_i(word_data),
    .user_i(word_user),
    .iv_turn_i(iv_turn),
    .iv_valid_i(iv_valid && !busy_q),
    .iv_ready_o(iv_ready),
    .iv_last_i(iv_last),
    .iv_slot_i(iv_slot),
    .iv_bytes_i(iv_bytes),
    .iv_i(iv),
    .chain_valid_i(chain_valid),
    .chain_ready_o(chain_ready),
    .chain_entry_i(chain_entry),
    .chain_return_o(chain_return),
    .valid_o(out_valid),
    .last_o(out_last),
    .drop_o(out_drop),
    .bytes_o(out_bytes),
    .data_o(out_data),
    .user_o(out_user),
    .other_o(out_other),
    .iv_hash_valid_o(iv_hash_valid),
    .tag_valid_o(tag_valid),
    .tag_o(tag)
  );

  roundel_packet_sink #(
    .Lanes(Lanes),
    .HasTag(HAS_GCM),
    .HasOther(SET && HAS_GCM),
    .HasDrop(Mode == roundel_stream_pkg::MODE_XTS),
    .TextDepth(QUEUE_DEPTH),
    .PacketDepth(PACKET_DEPTH),
    .UserBits(UserBits), .BlockRam(BlockRam)
  ) u_sink (
    .clk_i, .rst_ni, .zeroise_i,
    .busy_o(sink_busy),
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
    .text_other_i(out_other),
    .end_i(packet_end),
    .end_packet_i(end_packet),
    .tag_valid_i(tag_valid),
    .tag_i(tag),
    .done_o(packet_done),
    .beat_valid_o(packet_text_valid),
    .beat_ready_i(packet_text_ready),
    .beat_data_o(packet_text_data),
    .beat_keep_o(packet_text_keep),
    .beat_last_o(packet_text_last),
    .beat_user_o(packet_text_user),
    .result_valid_o(packet_result_valid),
    .result_ready_i(packet_result_ready),
    .result_ok_o(packet_result_ok),
    .result_error_o(packet_result_error),
    .result_tag_o(tag_in_order),
    .result_user_o(packet_result_user)
  );

  for (genvar b = 0; b < 16; b++) begin : gen_tag
    assign result_tag[8*b+:8] = tag_in_order[127-8*b-:8];
  end

  // ---- Packets of chained modes -----------------------------------------------------------------
  if (CHAINS) begin : gen_chains
    roundel_stream_chains #(
      .Streams(Streams), .Depth(Depth), .Modes(CHAINED_MODES), .KeySlots(KeySlots),
      .RingLatency(LATENCY),
      .RingBlocks(BLOCKS_IN_FLIGHT), .HasPolicy(HasPolicy), .UserBits(UserBits),
      .BlockRam(BlockRam)
    ) u_chains (
      .clk_i, .rst_ni, .zeroise_i,
      .busy_i(sink_busy),
      .busy_o(chains_busy),
      .key_valid_i(key_offered),
      .key_slot_i(key_slot),
      .key_clear_i(key_clear),
      .key_open_o(key_open),
      .key_taken_i(guard_valid && mode_key_ready),
      .key_least_tag_i, .key_policy_i,
      .mode_slot_ready_i(mode_slot_ready),
      .chain_valid_o(chain_valid),
      .chain_ready_i(chain_ready),
      .chain_entry_o(chain_entry),
      .chain_return_i(chain_return),
      .command_valid_i, .command_ready_o, .command_i, .command_user_i, .command_privileged_i,
      .beat_valid_i, .beat_ready_o, .beat_data_i, .beat_keep_i, .beat_last_i, .beat_id_i,
      .beat_user_i,
      .text_valid_o, .text_ready_i, .text_data_o, .text_keep_o, .text_last_o, .text_id_o,
      .text_user_o,
      .result_valid_o, .result_ready_i, .result_ok_o, .result_error_o, .result_tag_o,
      .result_id_o, .result_user_o,
      .packet_command_valid_o(packet_command_valid),
      .packet_command_ready_i(packet_command_ready),
      .packet_command_first_i(command_first),
      .packet_beat_valid_o(packet_beat_valid),
      .packet_beat_ready_i(packet_beat_ready),
      .packet_beat_data_o(packet_beat_data),
      .packet_beat_keep_o(packet_beat_keep),
      .packet_beat_last_o(packet_beat_last),
      .packet_beat_user_o(packet_beat_user),
      .packet_text_valid_i(packet_text_valid),
      .packet_text_ready_o(packet_text_ready),
      .packet_text_data_i(packet_text_data),
      .packet_text_keep_i(packet_text_keep),
      .packet_text_last_i(packet_text_last),
      .packet_text_user_i(packet_text_user),
      .packet_result_valid_i(packet_result_valid),
      .packet_result_ready_o(packet_result_ready),
      .packet_result_ok_i(packet_result_ok),
      .packet_result_error_i(packet_result_error),
      .packet_result_tag_i(result_tag),
      .packet_result_user_i(packet_result_user)
    );
  end else begin : gen_no_chains
    logic unused_chains;
    assign unused_chains = ^{beat_id_i, chain_ready, chain_return};
    assign chains_busy = 1'b0;
    assign key_open = 1'b1;
    assign chain_valid = 1'b0;
    assign chain_entry = '0;
    assign packet_command_valid = command_valid_i;
    assign command_ready_o = packet_command_ready;
    assign packet_beat_valid = beat_valid_i;
    assign beat_ready_o = packet_beat_ready;
    assign packet_beat_data = beat_data_i;
    assign packet_beat_keep = beat_keep_i;
    assign packet_beat_last = beat_last_i;
    assign packet_beat_user = beat_user_i;
    assign text_valid_o = packet_text_valid;
    assign packet_text_ready = text_ready_i;
    assign text_data_o = packet_text_data;
    assign text_keep_o = packet_text_keep;
    assign text_last_o = packet_text_last;
    assign text_id_o = '0;
    assign text_user_o = packet_text_user;
    assign result_valid_o = packet_result_valid;
    assign packet_result_ready = result_ready_i;
    assign result_ok_o = packet_result_ok;
    assign result_error_o = packet_result_error;
    assign result_tag_o = result_tag;
    assign result_id_o = '0;
    assign result_user_o = packet_result_user;
  end

  // The user keeps a waiting key: the guard and the comparison of halves register parts of the key.
  `ROUNDEL_CONTRACT_STABLE(key_stable, clk_i, rst_ni, key_valid_i && !key_ready_o && !zeroise_i,
                           {key_valid_i, key_clear_i, key_size, key_least_tag_i,
                            key_policy_i & {roundel_stream_pkg::POLICY_BITS{HasPolicy}}, key_slot,
                            key_i})

endmodule : roundel_stream
