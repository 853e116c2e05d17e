// SPDX-License-Identifier: Apache-2.0
//
// The AES engine: a ring of R rounds with S registers a round, and its key schedule.
//
// Blocks. A block is accepted in a cycle with `valid_i` and `ready_o`; its result stands on
// `block_o` with `valid_o` and its tag exactly aes_pkg::latency() cycles later, in order, for one
// cycle: there is no back-pressure (aes_core adds it). Without `valid_o`, `block_o` is the state of
// a round, from which the key follows: it must not reach a pin. `ready_o` depends on registers,
// `slot_i` and nothing else. Full throughput is a block every aes_pkg::cycles_per_block() cycles.
//
// Keys. See aes_key_on_the_fly and aes_key_stored for how a key is taken and when blocks wait.
// A block uses the key whose handshake came before the cycle that accepts the block.
//
// `zeroise_i` drops the blocks in flight and clears every key and all that derives from it.

module aes_engine #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT,  // aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: 0 or 1
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int KeySchedule = aes_pkg::KEY_SCHEDULE_ON_THE_FLY,  // aes_pkg::KEY_SCHEDULE_*
  parameter int KeySlots = 1,  // keys held at once, a power of two; on the fly: 1
  parameter int TagBits = 1  // carried along with a block
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ aes_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,

  input  logic                                      valid_i,
  output logic                                      ready_o,
  input  logic                                      decrypt_i,
  input  logic [ aes_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                       TagBits-1:0] tag_i,
  input  logic [                             127:0] block_i,

  output logic                                      valid_o,
  output logic [                       TagBits-1:0] tag_o,
  output logic [                             127:0] block_o
);

  localparam int SLOT_BITS = aes_pkg::index_bits(KeySlots);

  if (KeyBits != 128 && KeyBits != 192 && KeyBits != 256) begin : gen_bad_key_bits
    aes_error_key_bits_must_be_128_192_or_256 u_error ();
  end
  if (Direction < aes_pkg::DIRECTION_ENCRYPT || Direction > aes_pkg::DIRECTION_BOTH)
  begin : gen_bad_direction
    aes_error_unknown_direction u_error ();
  end
  if (Rounds < 1) begin : gen_no_rounds
    aes_error_rounds_must_divide_the_number_of_rounds u_error ();
  end else if (aes_pkg::num_rounds(KeyBits) % Rounds != 0) begin : gen_bad_rounds
    aes_error_rounds_must_divide_the_number_of_rounds u_error ();
  end
  if (Stages < 0 || Stages > 1) begin : gen_bad_stages
    aes_error_stages_must_be_0_or_1 u_error ();
  end
  if (KeySlots < 1 || KeySlots > 256 || (KeySlots & (KeySlots - 1)) != 0) begin : gen_bad_slots
    aes_error_key_slots_must_be_a_power_of_two_up_to_256 u_error ();
  end
  if (TagBits < 1) begin : gen_bad_tag
    aes_error_tag_bits_must_be_at_least_1 u_error ();
  end

  // With one slot the slot ports carry nothing.
  logic [SLOT_BITS-1:0] key_slot, entry_slot;
  if (KeySlots == 1) begin : gen_one_slot
    assign key_slot = '0;
    assign entry_slot = '0;

    logic unused_slots;
    assign unused_slots = ^{key_slot_i, slot_i};
  end else begin : gen_slots
    assign key_slot = key_slot_i;
    assign entry_slot = slot_i;
  end

  logic ring_ready, key_ready;
  logic [127:0] entry_key;
  logic [KeySlots-1:0] slot_busy;
  logic [4*Rounds-1:0] turn;
  logic [Rounds-1:0] decrypt;
  logic [SLOT_BITS*Rounds-1:0] slot;
  logic [128*Rounds-1:0] round_key;

  assign ready_o = ring_ready && key_ready && !zeroise_i;

  aes_key_schedule #(
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Sbox(Sbox),
    .Direction(Direction),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots)
  ) u_key_schedule (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot),
    .key_i(key_i),
    .slot_busy_i(slot_busy),
    .turning_i(!ring_ready),
    .ready_o(key_ready),
    .entry_decrypt_i(decrypt_i),
    .entry_slot_i(entry_slot),
    .entry_key_o(entry_key),
    .turn_i(turn),
    .decrypt_i(decrypt),
    .slot_i(slot),
    .round_key_o(round_key)
  );

  aes_ring #(
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .Sbox(Sbox),
    .Direction(Direction),
    .KeySlots(KeySlots),
    .TagBits(TagBits)
  ) u_ring (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .flush_i(zeroise_i),
    .valid_i(valid_i && key_ready),
    .ready_o(ring_ready),
    .decrypt_i(decrypt_i),
    .slot_i(entry_slot),
    .tag_i(tag_i),
    .block_i(block_i),
    .entry_key_i(entry_key),
    .valid_o(valid_o),
    .tag_o(tag_o),
    .block_o(block_o),
    .slot_busy_o(slot_busy),
    .turn_o(turn),
    .decrypt_o(decrypt),
    .slot_o(slot),
    .round_key_i(round_key)
  );

endmodule : aes_engine
