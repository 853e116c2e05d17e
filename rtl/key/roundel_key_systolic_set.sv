// SPDX-License-Identifier: Apache-2.0
//
// Key schedule that expands each key of a set of sizes once into a store of `KeySlots` slots, for
// Stages of 2 or more.
//
// Interface. As roundel_key_systolic, with these differences:
// - `key_size_i` belongs to the key, and the slot stores the size. A key of a size outside the set
//   clears the slot. `entry_size_o` is the size of the key of `entry_slot_i`.
// - A key is accepted KeyBits / 64 - 1 cycles later. Blocks of the slot may enter again
//   roundel_engine_pkg::set_load_cycles() cycles later. A key that is withdrawn must stay withdrawn
//   for a cycle.
// - A round key is zero for each round that the block bypasses (roundel_ring).
//
// Method. As roundel_key_systolic, with roundel_key_set_window. A step of the control stores a
// round key of the key, or zero for a bypassed round: roundel_engine_pkg::stores_zero() and
// decrypt_place(). The chain of registers has the order of one direction, so Direction both uses
// banks.

module roundel_key_systolic_set #(
  parameter int KeyBits = 256,  // 192 or 256: the largest size
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,  // the set of key sizes
  parameter int Rounds = 1,  // hardware rounds R
  parameter int Stages = 2,  // registers S of a round, 2 or more
  parameter int Cuts = 'h021,  // cut positions with a register, a mask of CUT_*
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int KeySlots = 1  // key slots, a power of two
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     zeroise_i,  // clear every slot

  input  logic                     key_valid_i,
  output logic                     key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [      KeyBits-1:0] key_i,
  input  logic                     key_clear_i,  // clear the slot instead of loading a key
  input  logic [              1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*

  output logic                     ready_o,  // a block of entry_slot_i may enter
  input  logic                     entry_decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [            127:0] entry_key_o,
  output logic [              1:0] entry_size_o,  // size of the slot's key

  // The block at each position of the ring.
  input  logic [4*Rounds*Stages-1:0] turn_i,
  input  logic [Rounds*Stages-1:0] decrypt_i,
  input  logic [Rounds*Stages-1:0] encrypt_i,  // complement of decrypt_i
  input  logic [Rounds*Stages*roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  // By hardware round, round 0 in the low bits.
  output logic [   128*Rounds-1:0] encrypt_key_o,
  output logic [   128*Rounds-1:0] decrypt_key_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;
  localparam bit CHAIN =
      roundel_engine_pkg::set_has_chain(KeyBits, Direction, Rounds, KeySlots) != 0;
  localparam bit VARIES = roundel_engine_pkg::has_varying_turns(KeySizes, Rounds) != 0;
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int SHIFT_CYCLES = roundel_engine_pkg::set_shift_cycles(Cuts);
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(Cuts);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(Cuts);
  // Stage in which the store reads a round key.
  localparam int ENCRYPT_READ = roundel_engine_pkg::key_read_stage(ENCRYPT_STAGE, KeySlots);
  localparam int DECRYPT_READ = roundel_engine_pkg::key_read_stage(DECRYPT_STAGE, KeySlots);
  localparam bit BLOCK_RAM = roundel_engine_pkg::has_key_block_ram(KeySlots) != 0;
  localparam int NUM_TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);

  logic wipe, load, load_next, launch, launch_next, advance, advance_next;
  logic wipe_store;
  logic entry_decrypt;  // entry_decrypt_i in the cycle of entry_key_o
  logic [SLOT_BITS-1:0] slot;
  logic [3:0] index;
  logic [127:0] round_key, store_key;
  logic [1:0] size_q;  // size of the key in the window
  logic [3:0] skipped_q;  // bypassed rounds of the key
  logic zero_q;  // the step stores zero
  logic clears;
  logic [127:0] entry_encrypt_key, entry_decrypt_key;
  // The block in the reading stage is of the other direction.
  logic [Rounds-1:0] blank_encrypt, blank_decrypt;

  for (genvar r = 0; r < Rounds; r++) begin : gen_blank
    assign blank_encrypt[r] = BOTH && decrypt_i[r*Stages+ENCRYPT_READ];
    assign blank_decrypt[r] = BOTH && encrypt_i[r*Stages+DECRYPT_READ];
  end

  assign entry_key_o = (DECRYPTS && (entry_decrypt || !BOTH)) ? entry_decrypt_key :
      entry_encrypt_key;

  roundel_pipeline_cuts #(
    .Width(1),
    .Cuts((1 << roundel_engine_pkg::entry_cycles(KeySlots)) - 1)
  ) u_entry_decrypt (
    .clk_i,
    .data_i(entry_decrypt_i),
    .data_o(entry_decrypt)
  );

  assign clears = key_clear_i || !roundel_engine_pkg::has_key_size(KeySizes, key_size_i);

  always_ff @(posedge clk_i) begin
    if (wipe) begin
      size_q <= 2'd0;
      skipped_q <= 4'd0;
    end else if (load) begin
      size_q <= key_size_i;
      skipped_q <= roundel_engine_pkg::skipped_rounds(KeyBits, key_size_i);
    end
  end

  // The chain of decryption ends with round key Nr, so zeros come in front of round key Nr.
  always_ff @(posedge clk_i) begin
    if (CHAIN && DECRYPTS) begin
      zero_q <= index >= NUM_ROUNDS[3:0] - skipped_q && index != NUM_ROUNDS[3:0];
    end else begin
      zero_q <= roundel_engine_pkg::stores_zero(index, skipped_q);
    end
  end

  // Rings whose turns vary never read the places of bypassed rounds; the key in the window
  // overwrites the words of the slot's previous key there.
  assign store_key = (!VARIES && zero_q) ? '0 : round_key;

  roundel_key_load_control #(
    .KeyBits(KeyBits), .Stages(Stages),
    .StepCycles(2 * SHIFT_CYCLES),
    .KeySlots(KeySlots),
    .LoadCycles(KeyBits / 64),
    .FirstPeriodIdle(1'b1),
    .WipeTurns(BLOCK_RAM ? NUM_TURNS : 0)
  ) u_control (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i,
    .key_clear_i(clears),
    .entry_slot_i,
    .open_o(ready_o),
    .wipe_o(wipe),
    .load_next_o(load_next),
    .load_o(load),
    .launch_next_o(launch_next),
    .launch_o(launch),
    .wipe_store_o(wipe_store),
    .advance_i(advance),
    .slot_o(slot),
    .index_o(index)
  );

  roundel_key_set_window #(
    .KeyBits(KeyBits), .KeySizes(KeySizes), .Sbox(Sbox),
    .Cuts(roundel_engine_pkg::key_step_cuts(Cuts)),
    .StepCycles(SHIFT_CYCLES)
  ) u_window (
    .clk_i,
    .clear_i(wipe),
    .load_i(load),
    .size_i(key_size_i),
    .key_i,
    .advance_i(advance && !zero_q && index != NUM_ROUNDS[3:0]),
    .key_o(round_key)
  );

  // A key that is withdrawn was in the window, but its size never belongs to the slot.
  if (KeySlots == 1) begin : gen_one_size
    logic [1:0] slot_size_q;
    assign entry_size_o = slot_size_q;
    always_ff @(posedge clk_i) begin
      if (launch && index == 4'd0) begin
        slot_size_q <= size_q;
      end
    end
  end else begin : gen_sizes
    roundel_lut_ram #(.Words(KeySlots), .Width(2)) u_sizes (
      .clk_i,
      .write_i(launch && index == 4'd0),
      .write_index_i(slot),
      .write_word_i(size_q),
      .read_index_i(entry_slot_i),
      .word_o(entry_size_o)
    );
  end

  if (CHAIN) begin : gen_chain
    roundel_key_chain #(
      .Rounds(Rounds), .Direction(Direction),
      .EncryptRegister(ENCRYPT_STAGE != 0),
      .DecryptRegister(DECRYPT_STAGE != 0)
    ) u_store (
      .clk_i,
      .launch_i(launch),
      .key_i(store_key),
      .advance_next_o(advance_next),
      .advance_o(advance),
      .entry_encrypt_o(entry_encrypt_key),
      .entry_decrypt_o(entry_decrypt_key),
      .blank_encrypt_i(blank_encrypt),
      .blank_decrypt_i(blank_decrypt),
      .encrypt_key_o, .decrypt_key_o
    );
  end else begin : gen_banks
    assign advance_next = launch_next;
    assign advance = launch;

    roundel_key_banks #(
      .KeyBits(KeyBits), .Rounds(Rounds), .Stages(Stages), .Cuts(Cuts), .Direction(Direction),
      .KeySlots(KeySlots),
      .HasDecryptIndex(1'b1)
    ) u_store (
      .clk_i,
      .write_i(launch || wipe_store),
      .write_all_i(wipe_store),
      .write_slot_i(slot),
      .write_index_i(index),
      .write_decrypt_index_i(
          roundel_engine_pkg::decrypt_place(NUM_ROUNDS[3:0], index, skipped_q)),
      .key_i(store_key),
      .entry_slot_i,
      .entry_encrypt_o(entry_encrypt_key),
      .entry_decrypt_o(entry_decrypt_key),
      .turn_i, .slot_i,
      .blank_encrypt_i(blank_encrypt),
      .blank_decrypt_i(blank_decrypt),
      .encrypt_key_o, .decrypt_key_o
    );
  end

  logic unused_signals;  // positions and signals that a chain ignores
  assign unused_signals = ^{turn_i, decrypt_i, encrypt_i, slot_i, entry_slot_i, slot,
                            launch_next, load_next, advance_next, wipe_store};

endmodule : roundel_key_systolic_set
