// SPDX-License-Identifier: Apache-2.0
//
// A set of modes on N lanes, selected for each packet: ECB, CTR, decryption of CBC and CFB, and
// GCM.
//
// Interface. A word is accepted in a cycle with `valid_i` and `ready_o`. All words of a packet have
// the same mode, direction, slot and `start_i`: J0 of GCM, the first counter block of CTR, or the
// IV of CBC and CFB. roundel_gcm describes words, text, IVs, tags and keys; a packet of another
// mode has no AAD and no tag, and `other_o` marks its text. Text appears in order,
// roundel_stream_pkg::modes_latency() cycles after the word. `gone_o`: no word waits in front of
// the lanes. Only then may `iv_turn_i` rise. A block of an IV is accepted with `iv_ready_o`. Reset:
// asynchronous. `zeroise_i` drops all words and clears all keys.
//
// Method. The text of every mode is the result of the cipher for a block, XOR a mask
// (SP 800-38A section 6):
//
// | mode        | block                   | mask                    | cipher    |
// |-------------|-------------------------|-------------------------|-----------|
// | ECB         | word                    | 0                       | direction |
// | CBC decrypt | word                    | previous word, first IV | backwards |
// | CFB decrypt | previous word, first IV | word                    | forwards  |
// | CTR         | counter block           | word                    | forwards  |
// | GCM         | of roundel_gcm          | word                    | forwards  |
//
//   word --> [ previous ] --> [ roundel_ctr_blocks ] --> [ roundel_gcm or roundel_text_datapath ]
//
// Limits. A packet of ECB and CBC consists of full blocks. Encryption of CBC and CFB is chained:
// see roundel_chain.

`include "roundel_refuse.svh"

module roundel_mode_set #(
  parameter int Modes = roundel_stream_pkg::PARALLEL_MODES,  // a set, see roundel_stream_pkg
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // MODE_GCM if the set has GCM, else MODE_CTR
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // of ECB, DIRECTION_*
  parameter int Lanes = 1,  // N, 1, 2, 4, 8 or 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // last lanes, built with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-box of the other lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of the other lanes
  parameter int KeySlots = 4,  // keys stored at the same time, a power of two
  parameter int GhashCuts = roundel_ghash_pkg::GHASH_BEST_CUTS,  // mask of GHASH_CUT_*
  parameter bit HasChain = 1'b0,  // 1: lane 0 also accepts blocks of roundel_chain
  parameter int UserBits = 1,  // user bits of a word
  parameter bit BlockRam = 1'b1  // words beside the lanes in 1: block RAM; 0: distributed RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,

  input  logic valid_i,
  output logic ready_o,
  input  logic [2:0] mode_i,  // roundel_stream_pkg::MODE_*, of the set
  input  logic decrypt_i,
  input  logic counter_32_i,  // CTR: the counter has 32 bits
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [127:0] start_i,
  input  logic aad_i,
  input  logic last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [UserBits-1:0] user_i,
  output logic gone_o,

  input  logic iv_turn_i,
  input  logic iv_valid_i,
  output logic iv_ready_o,
  input  logic iv_last_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] iv_slot_i,
  input  logic [4:0] iv_bytes_i,
  input  logic [127:0] iv_i,

  input  logic chain_valid_i,
  output logic chain_ready_o,
  input  logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] chain_entry_i,
  output logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] chain_return_o,

  output logic valid_o,
  output logic last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [UserBits-1:0] user_o,
  output logic other_o,  // the text is of a packet without a tag

  output logic iv_hash_valid_o,
  output logic tag_valid_o,
  output logic [127:0] tag_o
);

  localparam bit HAS_GCM = roundel_stream_pkg::has_mode(Modes, Mode, roundel_stream_pkg::MODE_GCM);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int CIPHER_DIRECTION =
      roundel_stream_pkg::set_direction(Modes, Direction, 32'(HasChain));

  `ROUNDEL_REFUSE(roundel_error_modes_must_be_a_set_of_ecb_cbc_ctr_gcm_cfb,
                  (Modes & ~roundel_stream_pkg::PARALLEL_MODES) != 0)
  `ROUNDEL_REFUSE(roundel_error_mode_of_a_set_must_be_gcm_or_without_gcm_ctr,
                  Mode != (HAS_GCM ? roundel_stream_pkg::MODE_GCM : roundel_stream_pkg::MODE_CTR))

  // What accompanies a word through the front.
  typedef struct packed {
    logic                   is_gcm;
    logic                   backwards;  // the cipher decrypts; GCM: the packet is decrypted
    logic                   aad;
    logic                   last;
    logic [BYTE_BITS-1:0]   bytes;
    logic [UserBits-1:0]    user;
    logic [128*Lanes-1:0]   mask;
  } word_t;

  // ---- The block and the mask of a word ---------------------------------------------------------
  logic fresh_q;  // the next word is the first of its packet
  logic [127:0] previous_q;  // CBC and CFB: the last block of the word before
  logic is_chain;  // the block before is a block or mask of this word
  logic [128*Lanes-1:0] previous, given, mask;
  word_t word, front;
  logic take, front_valid, front_ready;
  logic [SLOT_BITS-1:0] front_slot;
  logic [128*Lanes-1:0] front_block;

  assign take = valid_i && ready_o;
  assign is_chain = mode_i == roundel_stream_pkg::MODE_CBC[2:0]
      || mode_i == roundel_stream_pkg::MODE_CFB[2:0];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      fresh_q <= 1'b1;
    end else if (zeroise_i) begin
      fresh_q <= 1'b1;
    end else if (take) begin
      fresh_q <= last_i;
    end
  end
  always_ff @(posedge clk_i) begin
    // Ciphertext alone, which is public: a zeroise does not clear the register.
    if (take && is_chain) begin
      previous_q <= data_i[127:0];
    end
  end

  // The block before each block: the IV, or of the word before, or of the lane before.
  assign previous[128*Lanes-1-:128] = fresh_q ? start_i : previous_q;
  for (genvar k = 1; k < Lanes; k++) begin : gen_previous
    assign previous[128*(Lanes-1-k)+:128] = data_i[128*(Lanes-k)+:128];
  end

  always_comb begin
    given = {Lanes{start_i}};  // GCM; CTR does not read it
    mask = data_i;
    if (mode_i == roundel_stream_pkg::MODE_ECB[2:0]) begin
      given = data_i;
      mask = '0;
    end else if (mode_i == roundel_stream_pkg::MODE_CBC[2:0]) begin
      given = data_i;
      mask = previous;
    end else if (mode_i == roundel_stream_pkg::MODE_CFB[2:0]) begin
      given = previous;
    end
  end

  assign word.mask = mask;
  assign word.is_gcm = mode_i == roundel_stream_pkg::MODE_GCM[2:0];
  assign word.backwards = decrypt_i && mode_i != roundel_stream_pkg::MODE_CTR[2:0]
      && mode_i != roundel_stream_pkg::MODE_CFB[2:0];
  assign word.aad = aad_i;
  assign word.last = last_i;
  assign word.bytes = bytes_i;
  assign word.user = user_i;

  roundel_ctr_blocks #(
    .Lanes(Lanes),
    .SlotBits(SLOT_BITS),
    .Width(4 + BYTE_BITS + UserBits + 128 * Lanes),
    .HasGiven(1'b1)
  ) u_front (
    .clk_i, .rst_ni, .zeroise_i, .valid_i, .ready_o, .last_i,
    .short_i(counter_32_i),
    .slot_i, .start_i,
    .counts_i(mode_i == roundel_stream_pkg::MODE_CTR[2:0]),
    .given_i(given),
    .beside_i(word),
    .valid_o(front_valid),
    .ready_i(front_ready),
    .slot_o(front_slot),
    .block_o(front_block),
    .beside_o(front),
    .empty_o(gone_o)
  );

  assign iv_ready_o = front_ready;

  // ---- The lanes --------------------------------------------------------------------------------
  if (HAS_GCM) begin : gen_gcm
    roundel_gcm #(
      .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
      .SecondRoundCuts(SecondRoundCuts),
      .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots), .GhashCuts(GhashCuts), .UserBits(UserBits),
      .HasOther(1'b1), .HasChain(HasChain),
      .Direction(CIPHER_DIRECTION), .BlockRam(BlockRam)
    ) u_mode (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i, .slot_ready_o,
      .valid_i(front_valid),
      .ready_o(front_ready),
      .other_i(!front.is_gcm),
      .decrypt_i(front.backwards),
      .slot_i(front_slot),
      .start_i(front_block),
      .aad_i(front.aad),
      .last_i(front.last),
      .bytes_i(front.bytes),
      .data_i(front.mask),
      .user_i(front.user),
      .iv_turn_i, .iv_valid_i, .iv_last_i, .iv_slot_i, .iv_bytes_i, .iv_i,
      .chain_valid_i, .chain_ready_o, .chain_entry_i, .chain_return_o,
      .valid_o, .last_o, .bytes_o, .data_o, .user_o, .other_o,
      .iv_hash_valid_o, .tag_valid_o, .tag_o
    );
  end else begin : gen_text
    logic unused_of_gcm;
    assign unused_of_gcm = ^{front.is_gcm, front.aad, iv_turn_i, iv_valid_i, iv_last_i, iv_slot_i,
                             iv_bytes_i, iv_i};
    assign other_o = 1'b1;
    assign iv_hash_valid_o = 1'b0;
    assign tag_valid_o = 1'b0;
    assign tag_o = '0;

    roundel_text_datapath #(
      .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes),
      .Direction(CIPHER_DIRECTION),
      .Rounds(Rounds), .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox),
      .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
      .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots),
      .HasMask(1'b1), .HasChain(HasChain),
      .UserBits(UserBits), .BlockRam(BlockRam)
    ) u_mode (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i, .slot_ready_o,
      .valid_i(front_valid),
      .ready_o(front_ready),
      .decrypt_i(front.backwards),
      .slot_i(front_slot),
      .last_i(front.last),
      .bytes_i(front.bytes),
      .data_i(front_block),
      .user_i(front.user),
      .mask_i(front.mask),
      .chain_valid_i, .chain_ready_o, .chain_entry_i, .chain_return_o,
      .valid_o, .last_o, .bytes_o, .data_o, .user_o
    );
  end

endmodule : roundel_mode_set
