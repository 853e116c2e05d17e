// SPDX-License-Identifier: Apache-2.0
//
// The AES engine: a ring of R rounds with S registers each, and its key schedule.
//
// Interface.
// - Blocks: a block is accepted in a cycle with `valid_i` and `ready_o`. Its result is on `block_o`
//   with `valid_o` and its tag exactly roundel_engine_pkg::latency() cycles later, in order, for a
//   single cycle. There is no back-pressure (roundel_core adds it). `ready_o` depends on registers
//   and `slot_i` only. Full throughput is a block every roundel_engine_pkg::cycles_per_block()
//   cycles.
// - Results: without `valid_o`, `block_o` is the state of a round, from which the key can be
//   computed. `block_o` must not reach a pin without a register that `valid_o` enables.
// - Key sizes: `KeySizes` is the set of key sizes, and each slot stores the size of its key. With
//   one or two hardware rounds the latency of a block is size_latency() of its key, so a block of a
//   smaller key can overtake a block of a larger key. With more hardware rounds all blocks have the
//   latency of the largest key: a block of a smaller key bypasses the first rounds.
// - Keys: the module of the key schedule says when a key is accepted and when blocks wait
//   (roundel_key_schedule). A block uses the key whose handshake was in an earlier cycle than the
//   block's. A key with `key_clear_i` clears the slot instead, and all registers that depend on its
//   key.
// - Zeroise: `zeroise_i` drops the blocks in flight and clears every key and every register that
//   depends on a key.
// - Many slots: with more than 256 slots the round keys are in block RAM, so `entry_key_o` belongs
//   to the block of roundel_engine_pkg::entry_cycles() cycles before. The ring delays its blocks by
//   as many cycles, and latency() is longer by as many.
// - Lanes: the rings of further lanes run some cycles later (roundel_lanes). The last six outputs
//   carry the control of the block at the entry and the round keys.

`include "roundel_refuse.svh"

module roundel_engine #(
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // hardware rounds R, a divisor of Nr
  parameter int Stages = 1,  // registers S of a round, up to 13; 0: one for all R rounds
  parameter int RoundCuts = 0,  // their cut positions, a mask of CUT_*; 0: best_cuts()
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1,  // key slots, a power of two up to 4096; 1 unless stored
  parameter int TagBits = 1  // width of a block's tag
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  zeroise_i,

  input  logic                  key_valid_i,
  output logic                  key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [   KeyBits-1:0] key_i,
  input  logic                  key_clear_i,
  input  logic [           1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set

  input  logic                  valid_i,
  output logic                  ready_o,
  input  logic                  decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [   TagBits-1:0] tag_i,
  input  logic [         127:0] block_i,

  output logic                  valid_o,
  output logic [   TagBits-1:0] tag_o,
  output logic [         127:0] block_o,

  // For the rings of other lanes.
  output logic                  empty_o,  // complement of valid_o
  output logic                  ring_valid_o,  // a block is offered to the ring
  output logic                  ring_hold_o,  // the ring's hold_i
  output logic [           1:0] entry_size_o,  // size of the key of slot_i
  output logic [         127:0] entry_key_o,
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);

  // A set has the bit of KeyBits as its highest bit; one size is no set.
  localparam bit GOOD_SIZES = KeySizes == roundel_aes_pkg::KEY_SIZES_ONE
      || (roundel_engine_pkg::is_key_set(KeySizes) != 0 && KeySizes > 0 && KeySizes < 8
          && (KeySizes >> (KeyBits / 64 - 2)) == 1);

  localparam bit GOOD_STAGES = Stages >= 0 && Stages <= roundel_engine_pkg::NUM_PLACES;
  localparam bit GOOD_ROM = Sbox != roundel_engine_pkg::SBOX_ROM || Stages >= 3;
  localparam bit GOOD_CUTS = RoundCuts >= 0 && RoundCuts < 1 << roundel_engine_pkg::NUM_PLACES;
  localparam bit GOOD_NUMBER = RoundCuts == 0 || $countones(RoundCuts) == Stages;

  `ROUNDEL_REFUSE(roundel_error_key_bits_must_be_128_192_or_256,
      KeyBits != 128 && KeyBits != 192 && KeyBits != 256)
  `ROUNDEL_REFUSE(roundel_error_key_sizes_must_be_a_set_whose_largest_size_is_key_bits, !GOOD_SIZES)
  `ROUNDEL_REFUSE(roundel_error_unknown_direction,
      Direction < roundel_aes_pkg::DIRECTION_ENCRYPT || Direction > roundel_aes_pkg::DIRECTION_BOTH)
  `ROUNDEL_REFUSE(roundel_error_rounds_must_divide_the_number_of_rounds,
      Rounds < 1 || roundel_engine_pkg::num_rounds(KeyBits) % ((Rounds < 1) ? 1 : Rounds) != 0)
  `ROUNDEL_REFUSE(roundel_error_stages_must_be_0_to_13, !GOOD_STAGES)
  `ROUNDEL_REFUSE(roundel_error_sbox_rom_needs_stages_3_or_more, GOOD_STAGES && !GOOD_ROM)
  `ROUNDEL_REFUSE(roundel_error_round_cuts_must_be_a_mask_of_13_places,
      GOOD_STAGES && GOOD_ROM && !GOOD_CUTS)
  `ROUNDEL_REFUSE(roundel_error_round_cuts_must_take_as_many_places_as_stages,
      GOOD_STAGES && GOOD_ROM && GOOD_CUTS && !GOOD_NUMBER)
  `ROUNDEL_REFUSE(roundel_error_round_cuts_must_take_place_0,
      GOOD_STAGES && GOOD_ROM && GOOD_CUTS && GOOD_NUMBER && RoundCuts != 0
      && ((RoundCuts >> roundel_engine_pkg::CUT_ROUND) & 1) == 0)
  `ROUNDEL_REFUSE(roundel_error_key_slots_must_be_a_power_of_two_up_to_4096,
      KeySlots < 1 || KeySlots > roundel_engine_pkg::MAX_KEY_SLOTS
      || (KeySlots & (KeySlots - 1)) != 0)
  `ROUNDEL_REFUSE(roundel_error_key_slots_above_256_need_stages_2_or_more,
      GOOD_STAGES && Stages < 2 && roundel_engine_pkg::has_key_block_ram(KeySlots) != 0)
  `ROUNDEL_REFUSE(roundel_error_tag_bits_must_be_at_least_1, TagBits < 1)

  // With one slot the slot ports are ignored.
  logic [SLOT_BITS-1:0] key_slot, entry_slot;
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;
  assign entry_slot = (KeySlots == 1) ? '0 : slot_i;

  logic ring_ready, key_ready, stays;
  logic [127:0] entry_key;
  logic [LENGTH-1:0] valid_at, decrypt_at, encrypt_at;
  logic [4*LENGTH-1:0] turn_at;
  logic [SLOT_BITS*LENGTH-1:0] slot_at;
  logic [2*LENGTH-1:0] size_at;
  logic [1:0] entry_size;  // size of the key of entry_slot
  logic [128*Rounds-1:0] encrypt_key, decrypt_key;

  // A store of one slot closes the slot some cycles before a round key changes. The ring therefore
  // may see the closed slot a cycle late, through the register of its hold_i.
  localparam bit EARLY_KEY_READY =
      roundel_engine_pkg::early_key_ready(Stages, KeySchedule, KeySlots) != 0;

  assign ring_valid_o = valid_i && (EARLY_KEY_READY || key_ready);
  assign ring_hold_o = EARLY_KEY_READY && !key_ready;
  assign entry_size_o = entry_size;
  assign entry_key_o = entry_key;
  assign encrypt_key_o = encrypt_key;
  assign decrypt_key_o = decrypt_key;

  // With Stages of 2 or more the key schedule sees the zeroise a cycle late; the ring is not ready
  // in that cycle.
  logic zeroise;
  if (Stages >= 2) begin : gen_zeroise
    logic zeroise_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        zeroise_q <= 1'b0;
      end else begin
        zeroise_q <= zeroise_i;
      end
    end
    assign zeroise = zeroise_q;
    assign ready_o = ring_ready && (EARLY_KEY_READY || key_ready);
  end else begin : gen_zeroise_now
    assign zeroise = zeroise_i;
    assign ready_o = ring_ready && key_ready && !zeroise_i;
  end

  roundel_key_schedule #(
    .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .Direction(Direction), .KeySchedule(KeySchedule),
    .KeySlots(KeySlots)
  ) u_key_schedule (
    .clk_i, .rst_ni,
    .zeroise_i(zeroise),
    .key_valid_i, .key_ready_o,
    .key_slot_i(key_slot),
    .key_i, .key_clear_i, .key_size_i,
    .turning_i(stays),
    .ready_o(key_ready),
    .entry_decrypt_i(decrypt_i),
    .entry_slot_i(entry_slot),
    .entry_key_o(entry_key),
    .entry_size_o(entry_size),
    .valid_i(valid_at),
    .turn_i(turn_at),
    .decrypt_i(decrypt_at),
    .encrypt_i(encrypt_at),
    .slot_i(slot_at),
    .size_i(size_at),
    .encrypt_key_o(encrypt_key),
    .decrypt_key_o(decrypt_key)
  );

  roundel_ring #(
    .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .Direction(Direction), .KeySlots(KeySlots),
    .TagBits(TagBits)
  ) u_ring (
    .clk_i, .rst_ni,
    .flush_i(zeroise_i),
    .hold_i(ring_hold_o),
    .valid_i(ring_valid_o),
    .ready_o(ring_ready),
    .decrypt_i,
    .slot_i(entry_slot),
    .size_i(entry_size),
    .tag_i, .block_i,
    .entry_key_i(entry_key),
    .valid_o, .empty_o, .tag_o, .block_o,
    .stays_o(stays),
    .valid_at_o(valid_at),
    .turn_at_o(turn_at),
    .decrypt_at_o(decrypt_at),
    .encrypt_at_o(encrypt_at),
    .slot_at_o(slot_at),
    .size_at_o(size_at),
    .encrypt_key_i(encrypt_key),
    .decrypt_key_i(decrypt_key)
  );

endmodule : roundel_engine
