// SPDX-License-Identifier: Apache-2.0
//
// The key schedule that `KeySchedule` selects, behind one set of ports.
//
// Interface.
// - Entry: the entering block gives its direction and slot. `ready_o` is high if the slot's round
//   keys are valid, and `entry_key_o` is the key of the initial AddRoundKey.
// - Round keys: position r * S + s of the ring is the block in stage s of hardware round r. From
//   the data of the positions the schedule derives the round keys of the same cycle.
//   `encrypt_key_o` of round r is that of the block in stage
//   roundel_engine_pkg::encrypt_key_stage(), if the block is encrypted. `decrypt_key_o` is that of
//   the block in stage decrypt_key_stage(), if the block is decrypted. With Stages of 2 or more and
//   Direction both, the key of the other direction is zero.
// - Keys: hold `key_valid_i` with the key until `key_ready_o`. A key with `key_clear_i` clears the
//   slot and all registers that depend on its key; blocks of the slot wait for the next key.
// - Zeroise and reset clear every slot.
//
// | KeySchedule | Stages  | module                 | cost of a key                           |
// |-------------|---------|------------------------|-----------------------------------------|
// | ON_THE_FLY  | 0, 1    | roundel_key_on_the_fly | encrypt: none; else an expansion; R = 1 |
// | ON_THE_FLY  | 2 to 13 | roundel_key_pipelined  | as PIPELINED; R = 1                     |
// | STORED      | 0, 1    | roundel_key_stored     | the slot waits Nr + 2 cycles            |
// | STORED      | 2 to 13 | roundel_key_systolic   | the slot waits key_load_cycles()        |
// | PIPELINED   | all     | roundel_key_pipelined  | none; decrypt and both: see the module  |
//
// With a set of key sizes, roundel_key_stored_set and roundel_key_systolic_set replace the modules
// of STORED, and the slot waits set_load_cycles(). `key_size_i` belongs to the key, and
// `entry_size_o` is the size of the key of `entry_slot_i`.

`include "roundel_refuse.svh"

module roundel_key_schedule #(
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // hardware rounds R
  parameter int Stages = 1,  // registers S of a round
  parameter int RoundCuts = 0,  // cut positions of the S registers; 0: best_cuts()
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1  // key slots, a power of two; 1 unless stored
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  zeroise_i,

  input  logic                  key_valid_i,
  output logic                  key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [   KeyBits-1:0] key_i,
  input  logic                  key_clear_i,  // clear the slot instead
  input  logic [           1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set

  input  logic                  turning_i,  // the block at the end of the ring stays
  output logic                  ready_o,  // a block of entry_slot_i may enter
  input  logic                  entry_decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [         127:0] entry_key_o,
  output logic [           1:0] entry_size_o,  // size of the slot's key; 0 without a set

  // The block at each position of the ring.
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_i,
  input  logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] encrypt_i,  // !decrypt_i
  input  logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_i,
  input  logic [2*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] size_i,  // of its key
  // By hardware round, round 0 in the low bits.
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);

  localparam bit SET = roundel_engine_pkg::is_key_set(KeySizes) != 0;
  localparam bit ON_THE_FLY = KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY;
  localparam bit STORED = KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_STORED;
  localparam bit PIPELINED = KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_PIPELINED;

  `ROUNDEL_REFUSE(roundel_error_key_schedule_on_the_fly_needs_key_slots_1,
      ON_THE_FLY && KeySlots != 1)
  `ROUNDEL_REFUSE(roundel_error_key_schedule_pipelined_needs_key_slots_1,
      PIPELINED && KeySlots != 1)
  `ROUNDEL_REFUSE(roundel_error_key_schedule_on_the_fly_needs_rounds_1, ON_THE_FLY && Rounds != 1)
  `ROUNDEL_REFUSE(roundel_error_unknown_key_schedule, !ON_THE_FLY && !STORED && !PIPELINED)

  if (ON_THE_FLY && Stages < 2) begin : gen_on_the_fly
    roundel_key_on_the_fly #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Sbox(Sbox), .Direction(Direction)
    ) u_schedule (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_i, .key_clear_i, .key_size_i,
      .entry_size_o,
      .ring_busy_i(valid_i[0]),
      .turning_i, .ready_o, .entry_decrypt_i,
      .decrypt_i(decrypt_i[0]),
      .entry_key_o,
      .round_key_o(encrypt_key_o[127:0])
    );
    assign decrypt_key_o[127:0] = encrypt_key_o[127:0];
  end else if (ON_THE_FLY || PIPELINED) begin : gen_pipelined
    roundel_key_pipelined #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
      .Cuts(CUTS),
      .Sbox(Sbox), .Direction(Direction)
    ) u_schedule (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_i, .key_clear_i, .key_size_i,
      .turning_i, .ready_o, .entry_decrypt_i, .entry_size_o, .entry_key_o, .turn_i, .decrypt_i,
      .encrypt_i, .size_i, .encrypt_key_o, .decrypt_key_o
    );
  end else if (STORED && Stages < 2 && SET) begin : gen_stored_set
    roundel_key_stored_set #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages), .Sbox(Sbox),
      .Direction(Direction), .KeySlots(KeySlots)
    ) u_schedule (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i, .ready_o, .entry_decrypt_i, .entry_slot_i, .entry_key_o, .entry_size_o, .valid_i,
      .turn_i, .decrypt_i, .slot_i, .size_i, .encrypt_key_o, .decrypt_key_o
    );
  end else if (STORED && Stages < 2) begin : gen_stored
    roundel_key_stored #(
      .KeyBits(KeyBits), .Rounds(Rounds), .Stages(Stages), .Sbox(Sbox), .Direction(Direction),
      .KeySlots(KeySlots)
    ) u_schedule (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .ready_o, .entry_decrypt_i, .entry_slot_i, .entry_key_o, .valid_i, .turn_i, .decrypt_i,
      .slot_i, .encrypt_key_o, .decrypt_key_o
    );
    assign entry_size_o = 2'd0;
  end else if (STORED && SET) begin : gen_systolic_set
    roundel_key_systolic_set #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
      .Cuts(CUTS),
      .Sbox(Sbox), .Direction(Direction), .KeySlots(KeySlots)
    ) u_schedule (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .key_size_i, .ready_o, .entry_decrypt_i, .entry_slot_i, .entry_key_o, .entry_size_o, .turn_i,
      .decrypt_i, .encrypt_i, .slot_i, .encrypt_key_o, .decrypt_key_o
    );
  end else if (STORED) begin : gen_systolic
    roundel_key_systolic #(
      .KeyBits(KeyBits), .Rounds(Rounds), .Stages(Stages),
      .Cuts(CUTS),
      .Sbox(Sbox), .Direction(Direction), .KeySlots(KeySlots)
    ) u_schedule (
      .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
      .ready_o, .entry_decrypt_i, .entry_slot_i, .entry_key_o, .turn_i, .decrypt_i, .encrypt_i,
      .slot_i, .encrypt_key_o, .decrypt_key_o
    );
    assign entry_size_o = 2'd0;
  end

  logic unused_inputs;  // no schedule reads all positions
  assign unused_inputs = ^{key_slot_i, turning_i, entry_slot_i, valid_i, turn_i, decrypt_i,
                           encrypt_i, slot_i, size_i, key_size_i};

endmodule : roundel_key_schedule
