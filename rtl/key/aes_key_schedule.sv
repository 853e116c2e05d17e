// SPDX-License-Identifier: Apache-2.0
//
// The key schedule that parameter `KeySchedule` names, behind one set of ports.
//
// A block that enters names its direction and slot: `ready_o` says whether its keys are there and
// `entry_key_o` is the key that whitens it. Each hardware round names the turn, direction and slot
// of the block it works on and gets its round key in the same cycle. How a key is loaded, and what
// that costs, is said in aes_key_on_the_fly and aes_key_stored.

module aes_key_schedule #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT,  // aes_pkg::DIRECTION_*
  parameter int KeySchedule = aes_pkg::KEY_SCHEDULE_ON_THE_FLY,  // aes_pkg::KEY_SCHEDULE_*
  parameter int KeySlots = 1  // keys held at once, a power of two; on the fly: 1
) (
  input  logic                                            clk_i,
  input  logic                                            rst_ni,
  input  logic                                            zeroise_i,

  input  logic                                            key_valid_i,
  output logic                                            key_ready_o,
  input  logic [       aes_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                             KeyBits-1:0] key_i,

  input  logic [                            KeySlots-1:0] slot_busy_i,  // in use by the ring
  input  logic                                            turning_i,  // ring's end holds a block
  output logic                                            ready_o,
  input  logic                                            entry_decrypt_i,
  input  logic [       aes_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [                                   127:0] entry_key_o,

  // Of the block in each hardware round; round 0 in the low bits.
  input  logic [                           4*Rounds-1:0] turn_i,
  input  logic [                             Rounds-1:0] decrypt_i,
  input  logic [Rounds*aes_pkg::index_bits(KeySlots)-1:0] slot_i,
  output logic [                         128*Rounds-1:0] round_key_o
);

  if (KeySchedule == aes_pkg::KEY_SCHEDULE_ON_THE_FLY) begin : gen_on_the_fly
    if (Rounds != 1) begin : gen_bad_rounds
      aes_error_key_schedule_on_the_fly_needs_rounds_1 u_error ();
    end else if (KeySlots != 1) begin : gen_bad_slots
      aes_error_key_schedule_on_the_fly_needs_key_slots_1 u_error ();
    end

    aes_key_on_the_fly #(
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
      .ring_busy_i(slot_busy_i[0]),
      .turning_i(turning_i),
      .ready_o(ready_o),
      .entry_decrypt_i(entry_decrypt_i),
      .decrypt_i(decrypt_i[0]),
      .entry_key_o(entry_key_o),
      .round_key_o(round_key_o[127:0])
    );

    logic unused_inputs;
    assign unused_inputs = ^{key_slot_i, entry_slot_i, turn_i, slot_i};
  end else if (KeySchedule == aes_pkg::KEY_SCHEDULE_STORED) begin : gen_stored
    aes_key_stored #(
      .KeyBits(KeyBits),
      .Rounds(Rounds),
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
      .slot_busy_i(slot_busy_i),
      .ready_o(ready_o),
      .entry_decrypt_i(entry_decrypt_i),
      .entry_slot_i(entry_slot_i),
      .entry_key_o(entry_key_o),
      .turn_i(turn_i),
      .decrypt_i(decrypt_i),
      .slot_i(slot_i),
      .round_key_o(round_key_o)
    );

    logic unused_inputs;
    assign unused_inputs = turning_i;
  end else begin : gen_unknown
    aes_error_unknown_key_schedule u_error ();
  end

endmodule : aes_key_schedule
