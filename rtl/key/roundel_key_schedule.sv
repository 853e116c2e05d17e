// SPDX-License-Identifier: Apache-2.0
//
// The key schedule that parameter `KeySchedule` names, behind one set of ports.
//
// A block that enters names its direction and slot: `ready_o` says whether its keys are there and
// `entry_key_o` is the key that whitens it. Position r*S + s of the ring is the block in stage s of
// hardware round r; with what the positions say of their blocks, hardware round r gets the key of
// the block in stage roundel_engine_pkg::encrypt_key_stage() on encrypt_key_o, if it is encrypted,
// and of that in decrypt_key_stage() on decrypt_key_o, if it is decrypted, in the same cycle. With
// Stages of 2 or more and both directions the key of the other one is zero.
//
// A key that is taken with `key_clear_i` is none: the slot's key is forgotten, with all that
// derives from it, and blocks of the slot wait for another one.
//
// | KeySchedule | Stages | module             | a key costs                                     |
// |-------------|--------|--------------------|-------------------------------------------------|
// | ON_THE_FLY  | 0, 1   | roundel_key_on_the_fly | encrypt: nothing, else an expansion; Rounds = 1
// |
// | ON_THE_FLY  | more   | roundel_key_pipelined  | as below; Rounds = 1
// |
// | STORED      | 0, 1   | roundel_key_stored     | its slot an expansion, a round key a cycle
// |
// | STORED      | more   | roundel_key_systolic   | its slot an expansion, some cycles a round key
// |
// | PIPELINED   | any    | roundel_key_pipelined  | nothing: each block can have its own; decrypt
// |
// |             |        |                    | and both: a key waits for its expansion         |

module roundel_key_schedule #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R
  parameter int Stages = 1,  // S
  parameter int RoundCuts = 0,  // places of the S registers; 0: the best ones
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1  // keys held at once, a power of two; stored: any, else 1
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,  // forget the slot's key

  input  logic                                      turning_i,  // the ring's end holds a block
  output logic                                      ready_o,
  input  logic                                      entry_decrypt_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [                             127:0] entry_key_o,

  // Of the block at each position of the ring.
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_i,
  input  logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] encrypt_i,  // its complement
  input  logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_i,
  // For each hardware round; round 0 in the low bits.
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);

  if (KeySchedule != roundel_engine_pkg::KEY_SCHEDULE_STORED && KeySlots != 1) begin : gen_bad_slots
    if (KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY) begin : gen_on_the_fly
      roundel_error_key_schedule_on_the_fly_needs_key_slots_1 u_error ();
    end else if (KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_PIPELINED) begin : gen_pipelined
      roundel_error_key_schedule_pipelined_needs_key_slots_1 u_error ();
    end
  end
  if (KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY && Rounds != 1) begin :
      gen_bad_rounds
    roundel_error_key_schedule_on_the_fly_needs_rounds_1 u_error ();
  end

  if (KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY && Stages < 2) begin :
      gen_on_the_fly
    roundel_key_on_the_fly #(
      .KeyBits(KeyBits),
      .Sbox(Sbox),
      .Direction(Direction)
    ) u_schedule (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(key_valid_i),
      .key_ready_o(key_ready_o),
      .key_i(key_i),
      .key_clear_i(key_clear_i),
      .ring_busy_i(valid_i[0]),
      .turning_i(turning_i),
      .ready_o(ready_o),
      .entry_decrypt_i(entry_decrypt_i),
      .decrypt_i(decrypt_i[0]),
      .entry_key_o(entry_key_o),
      .round_key_o(encrypt_key_o[127:0])
    );
    assign decrypt_key_o[127:0] = encrypt_key_o[127:0];

    logic unused_inputs;
    assign unused_inputs = ^{key_slot_i, entry_slot_i, valid_i, decrypt_i, encrypt_i, turn_i,
                             slot_i};
  end else if (KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY
               || KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_PIPELINED) begin : gen_pipelined
    roundel_key_pipelined #(
      .KeyBits(KeyBits),
      .Rounds(Rounds),
      .Stages(Stages),
      .Cuts(CUTS),
      .Sbox(Sbox),
      .Direction(Direction)
    ) u_schedule (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(key_valid_i),
      .key_ready_o(key_ready_o),
      .key_i(key_i),
      .key_clear_i(key_clear_i),
      .turning_i(turning_i),
      .ready_o(ready_o),
      .entry_decrypt_i(entry_decrypt_i),
      .entry_key_o(entry_key_o),
      .turn_i(turn_i),
      .decrypt_i(decrypt_i),
      .encrypt_i(encrypt_i),
      .encrypt_key_o(encrypt_key_o),
      .decrypt_key_o(decrypt_key_o)
    );

    logic unused_inputs;
    assign unused_inputs = ^{key_slot_i, entry_slot_i, valid_i, slot_i};
  end else if (KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_STORED && Stages < 2) begin :
      gen_stored
    roundel_key_stored #(
      .KeyBits(KeyBits),
      .Rounds(Rounds),
      .Stages(Stages),
      .Sbox(Sbox),
      .Direction(Direction),
      .KeySlots(KeySlots)
    ) u_schedule (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(key_valid_i),
      .key_ready_o(key_ready_o),
      .key_slot_i(key_slot_i),
      .key_i(key_i),
      .key_clear_i(key_clear_i),
      .ready_o(ready_o),
      .entry_decrypt_i(entry_decrypt_i),
      .entry_slot_i(entry_slot_i),
      .entry_key_o(entry_key_o),
      .valid_i(valid_i),
      .turn_i(turn_i),
      .decrypt_i(decrypt_i),
      .slot_i(slot_i),
      .encrypt_key_o(encrypt_key_o),
      .decrypt_key_o(decrypt_key_o)
    );

    logic unused_inputs;
    assign unused_inputs = ^{turning_i, encrypt_i};
  end else if (KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_STORED) begin : gen_systolic
    roundel_key_systolic #(
      .KeyBits(KeyBits),
      .Rounds(Rounds),
      .Stages(Stages),
      .Cuts(CUTS),
      .Sbox(Sbox),
      .Direction(Direction),
      .KeySlots(KeySlots)
    ) u_schedule (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(key_valid_i),
      .key_ready_o(key_ready_o),
      .key_slot_i(key_slot_i),
      .key_i(key_i),
      .key_clear_i(key_clear_i),
      .ready_o(ready_o),
      .entry_decrypt_i(entry_decrypt_i),
      .entry_slot_i(entry_slot_i),
      .entry_key_o(entry_key_o),
      .turn_i(turn_i),
      .decrypt_i(decrypt_i),
      .encrypt_i(encrypt_i),
      .slot_i(slot_i),
      .encrypt_key_o(encrypt_key_o),
      .decrypt_key_o(decrypt_key_o)
    );

    logic unused_inputs;
    assign unused_inputs = ^{turning_i, valid_i};
  end else begin : gen_unknown
    roundel_error_unknown_key_schedule u_error ();
  end

endmodule : roundel_key_schedule
