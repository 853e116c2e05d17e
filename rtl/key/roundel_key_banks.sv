// SPDX-License-Identifier: Apache-2.0
//
// Key store with a RAM for each hardware round, for several slots or a ring of several turns.
//
// Interface.
// - Write: a command on `write_i`, `write_slot_i` and `write_index_i` in cycle c stores `key_i` of
//   cycle c, which is round key `write_index_i` of the slot. The command travels from round to
//   round, one round a cycle. A command may come in every cycle. With HasDecryptIndex the banks of
//   decryption store the round key as round key `write_decrypt_index_i`. With `write_all_i` the
//   command stores `key_i` in all banks, as the round key of turn `write_index_i`.
// - Read: `entry_slot_i` reads the key of the initial AddRoundKey in the same cycle. The turn and
//   slot at a position of the ring read the round key of a hardware round a stage before the use,
//   and a register follows the RAM. A round key for the first stage is read in the same cycle.
// - Block RAM: with roundel_engine_pkg::has_key_block_ram() both reads answer two cycles later. The
//   turn and slot at a position belong to the stage of the round key's use, two cycles ahead.
// - No reset: the user writes zeros instead.
//
// Method. roundel_key_stored_bank beside each round. Wires go from one round to the next only.

module roundel_key_banks #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // hardware rounds R
  parameter int Stages = 2,  // registers S of a round, 2 or more
  parameter int Cuts = 'h021,  // cut positions with a register, a mask of CUT_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int KeySlots = 1,  // key slots, a power of two
  parameter bit HasDecryptIndex = 1'b0  // 1: read write_decrypt_index_i
) (
  input  logic                  clk_i,

  input  logic                  write_i,
  input  logic                  write_all_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] write_slot_i,
  input  logic [           3:0] write_index_i,  // number of the round key
  input  logic [           3:0] write_decrypt_index_i,  // number in the banks of decryption
  input  logic [         127:0] key_i,  // round key in the window

  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [         127:0] entry_encrypt_o,  // round key 0 of entry_slot_i
  output logic [         127:0] entry_decrypt_o,  // round key Nr of entry_slot_i

  // The block at each position of the ring.
  input  logic [4*Rounds*Stages-1:0] turn_i,
  input  logic [Rounds*Stages*roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  // By hardware round, round 0 in the low bits.
  input  logic [    Rounds-1:0] blank_encrypt_i,  // read zero
  input  logic [    Rounds-1:0] blank_decrypt_i,
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(Cuts);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(Cuts);
  localparam bit BLOCK_RAM = roundel_engine_pkg::has_key_block_ram(KeySlots) != 0;
  localparam int ENCRYPT_READ = roundel_engine_pkg::key_read_stage(ENCRYPT_STAGE, KeySlots);
  localparam int DECRYPT_READ = roundel_engine_pkg::key_read_stage(DECRYPT_STAGE, KeySlots);

  // The write command of a round key.
  typedef struct packed {
    logic                 valid;  // a round key is written
    logic                 all;  // in all banks; index is the number of a turn
    logic [SLOT_BITS-1:0] slot;   // key slot
    logic [3:0]           index;  // number of the round key
  } key_write_t;

  localparam int WRITE_BITS = 2 + SLOT_BITS + 4;

  // The write command in front of each round and behind the last one, as key_write_t, and its key.
  // A bank registers the command, so it takes the key from behind the round's cut.
  logic [WRITE_BITS*(Rounds+1)-1:0] writes;
  logic [128*(Rounds+1)-1:0] keys;
  key_write_t first;
  assign first = {write_i, write_all_i, write_slot_i, write_index_i};
  assign writes[WRITE_BITS-1:0] = first;
  assign keys[127:0] = key_i;

  // The number of the round key in the banks of decryption, by round as in `writes`.
  logic [4*(Rounds+1)-1:0] decrypt_indexes;
  assign decrypt_indexes[3:0] =
      (HasDecryptIndex && !write_all_i) ? write_decrypt_index_i : write_index_i;

  if (ENCRYPTS) begin : gen_entry_encrypt
    roundel_key_stored_bank #(
      .NumTurns(1),
      .Rounds(NUM_ROUNDS),
      .FirstIndex(0),
      .KeySlots(KeySlots),
      .WriteRegister(1'b1),
      .BlockRam(BLOCK_RAM)
    ) u_bank (
      .clk_i,
      .write_i(first.valid),
      .write_all_i(first.all),
      .write_slot_i(first.slot),
      .write_index_i(first.index),
      .write_key_i(keys[128+:128]),
      .slot_i(entry_slot_i),
      .turn_i(4'd0),
      .blank_i(1'b0),
      .key_o(entry_encrypt_o)
    );
  end else begin : gen_no_entry_encrypt
    assign entry_encrypt_o = '0;
  end

  if (DECRYPTS) begin : gen_entry_decrypt
    roundel_key_stored_bank #(
      .NumTurns(1),
      .Rounds(NUM_ROUNDS),
      .FirstIndex(NUM_ROUNDS),
      .KeySlots(KeySlots),
      .WriteRegister(1'b1),
      .BlockRam(BLOCK_RAM)
    ) u_bank (
      .clk_i,
      .write_i(first.valid),
      .write_all_i(first.all),
      .write_slot_i(first.slot),
      .write_index_i(decrypt_indexes[3:0]),
      .write_key_i(keys[128+:128]),
      .slot_i(entry_slot_i),
      .turn_i(4'd0),
      .blank_i(1'b0),
      .key_o(entry_decrypt_o)
    );
  end else begin : gen_no_entry_decrypt
    assign entry_decrypt_o = '0;
  end

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    key_write_t write;
    assign write = writes[WRITE_BITS*r+:WRITE_BITS];

    roundel_pipeline_cut #(.Width(WRITE_BITS + 128)) u_cut_write (
      .clk_i,
      .data_i({write, keys[128*r+:128]}),
      .data_o({writes[WRITE_BITS*(r+1)+:WRITE_BITS], keys[128*(r+1)+:128]})
    );

    if (HasDecryptIndex) begin : gen_decrypt_index
      roundel_pipeline_cut #(.Width(4)) u_cut_index (
        .clk_i,
        .data_i(decrypt_indexes[4*r+:4]),
        .data_o(decrypt_indexes[4*(r+1)+:4])
      );
    end else begin : gen_same_index
      // The index is in the low bits of a key_write_t.
      assign decrypt_indexes[4*(r+1)+:4] = writes[WRITE_BITS*(r+1)+:4];
    end

    if (ENCRYPTS) begin : gen_encrypt
      localparam int READ = r * Stages + ENCRYPT_READ;
      roundel_key_stored_bank #(
        .NumTurns(NUM_ROUNDS / Rounds),
        .Rounds(Rounds),
        .FirstIndex(r + 1),
        .Descending(1'b0),
        .KeySlots(KeySlots),
        .WriteRegister(1'b1),
        .BlockRam(BLOCK_RAM),
        .ReadRegister(ENCRYPT_STAGE != 0)
      ) u_bank (
        .clk_i,
        .write_i(write.valid),
        .write_all_i(write.all),
        .write_slot_i(write.slot),
        .write_index_i(write.index),
        .write_key_i(keys[128*(r+1)+:128]),
        .slot_i(slot_i[SLOT_BITS*READ+:SLOT_BITS]),
        .turn_i(turn_i[4*READ+:4]),
        .blank_i(blank_encrypt_i[r]),
        .key_o(encrypt_key_o[128*r+:128])
      );
    end else begin : gen_no_encrypt
      assign encrypt_key_o[128*r+:128] = '0;
    end

    if (DECRYPTS) begin : gen_decrypt
      localparam int READ = r * Stages + DECRYPT_READ;
      roundel_key_stored_bank #(
        .NumTurns(NUM_ROUNDS / Rounds),
        .Rounds(Rounds),
        .FirstIndex(NUM_ROUNDS - 1 - r),
        .Descending(1'b1),
        .KeySlots(KeySlots),
        .WriteRegister(1'b1),
        .BlockRam(BLOCK_RAM),
        .ReadRegister(DECRYPT_STAGE != 0)
      ) u_bank (
        .clk_i,
        .write_i(write.valid),
        .write_all_i(write.all),
        .write_slot_i(write.slot),
        .write_index_i(decrypt_indexes[4*r+:4]),
        .write_key_i(keys[128*(r+1)+:128]),
        .slot_i(slot_i[SLOT_BITS*READ+:SLOT_BITS]),
        .turn_i(turn_i[4*READ+:4]),
        .blank_i(blank_decrypt_i[r]),
        .key_o(decrypt_key_o[128*r+:128])
      );
    end else begin : gen_no_decrypt
      assign decrypt_key_o[128*r+:128] = '0;
    end
  end

  logic unused_inputs;  // stages that read no key, one direction's blanks, the last write
  assign unused_inputs = ^{turn_i, slot_i, blank_encrypt_i, blank_decrypt_i, writes,
                           write_decrypt_index_i, decrypt_indexes};

endmodule : roundel_key_banks
