// SPDX-License-Identifier: Apache-2.0
//
// Key schedule that expands each key once into a store of `KeySlots` slots, for Stages of 2 or
// more: fast.
//
// Interface.
// - Loading a key: hold `key_valid_i`, `key_slot_i`, `key_i` and `key_clear_i` until `key_ready_o`,
//   or withdraw the key. A key has no effect until the previous load has ended. Then the key stops
//   new blocks of its own slot. The key is accepted roundel_engine_pkg::latency() + 4 cycles later,
//   or 4 cycles later if the slot held no key. Blocks of the slot may enter again
//   roundel_engine_pkg::key_load_cycles() cycles later. A load never stops blocks of other slots.
//   If the user withdraws the key before `key_ready_o`, the slot keeps its former key, and its
//   blocks may enter again at most three cycles later. With `key_clear_i` the slot's round keys are
//   overwritten with zeros, and blocks of the slot wait for a key.
// - Round keys: `entry_key_o` whitens the block that enters in this cycle. For each hardware round
//   `encrypt_key_o` and `decrypt_key_o` are the round keys of the block in stage
//   roundel_engine_pkg::encrypt_key_stage() and decrypt_key_stage(). With Direction both, the key
//   of the other direction is zero.
// - Reset: asynchronous. Zeroise: `zeroise_i` for at least 1 cycle. Both overwrite the store with
//   zeros. Overwriting starts latency() + 4 cycles later. Each slot takes at most 3 * Nr + 8
//   cycles; with more than 256 slots, Nr / R cycles. Until the end no key is accepted and no block
//   of any slot enters.
//
// - Many slots: with more than 256 slots `entry_key_o` is that of the block two cycles before, and
//   the round keys are those of the block that was in the stage two cycles before
//   (roundel_engine_pkg::entry_cycles()).
//
// Method. Three parts:
// - control: roundel_key_load_control closes and opens slots and requests the round keys;
// - expansion: roundel_key_expander holds the window and steps it (FIPS-197, section 5.2);
// - store: roundel_key_chain (registers along the rounds) with one slot and Rounds = Nr; otherwise
//   roundel_key_banks (a RAM beside each round).
// Wires go from one round to the next only, and no path has more than two levels of logic.

module roundel_key_systolic #(
  parameter int KeyBits = 128,  // 128, 192 or 256
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

  output logic                     ready_o,  // a block of entry_slot_i may enter
  input  logic                     entry_decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [            127:0] entry_key_o,

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
  localparam bit CHAIN = Rounds == roundel_engine_pkg::num_rounds(KeyBits) && KeySlots == 1;
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(Cuts);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(Cuts);
  // Stage in which the store reads a round key.
  localparam int ENCRYPT_READ = roundel_engine_pkg::key_read_stage(ENCRYPT_STAGE, KeySlots);
  localparam int DECRYPT_READ = roundel_engine_pkg::key_read_stage(DECRYPT_STAGE, KeySlots);
  localparam bit BLOCK_RAM = roundel_engine_pkg::has_key_block_ram(KeySlots) != 0;
  localparam int NUM_TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);

  logic wipe, load, load_next, launch, launch_next, advance, advance_next;
  logic enable_q;  // load or advance; drives every bit of the window
  logic wipe_store;
  logic entry_decrypt;  // entry_decrypt_i in the cycle of entry_key_o
  logic [SLOT_BITS-1:0] slot;
  logic [3:0] index;
  logic [KeyBits-1:0] window;
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

  always_ff @(posedge clk_i) begin
    enable_q <= advance_next || load_next;
  end

  roundel_key_load_control #(
    .KeyBits(KeyBits), .Stages(Stages),
    .StepCycles(roundel_engine_pkg::key_step_cycles(Cuts)),
    .KeySlots(KeySlots),
    .WipeTurns(BLOCK_RAM ? NUM_TURNS : 0)
  ) u_control (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_clear_i,
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

  roundel_key_expander #(.KeyBits(KeyBits), .Sbox(Sbox), .Cuts(Cuts)) u_expander (
    .clk_i,
    .clear_i(wipe),
    .load_i(load),
    .key_i,
    .enable_i(enable_q),
    .step_i(index),
    .size_i(2'd0),
    .window_o(window)
  );

  if (CHAIN) begin : gen_chain
    roundel_key_chain #(
      .Rounds(Rounds), .Direction(Direction),
      .EncryptRegister(ENCRYPT_STAGE != 0),
      .DecryptRegister(DECRYPT_STAGE != 0)
    ) u_store (
      .clk_i,
      .launch_i(launch),
      .key_i(window[KeyBits-1-:128]),
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
      .KeySlots(KeySlots)
    ) u_store (
      .clk_i,
      .write_i(launch || wipe_store),
      .write_all_i(wipe_store),
      .write_slot_i(slot),
      .write_index_i(index),
      .write_decrypt_index_i(4'd0),
      .key_i(window[KeyBits-1-:128]),
      .entry_slot_i,
      .entry_encrypt_o(entry_encrypt_key),
      .entry_decrypt_o(entry_decrypt_key),
      .turn_i, .slot_i,
      .blank_encrypt_i(blank_encrypt),
      .blank_decrypt_i(blank_decrypt),
      .encrypt_key_o, .decrypt_key_o
    );
  end

  logic unused_signals;  // lower words of the window; positions and signals that a chain ignores
  assign unused_signals = ^{window, turn_i, decrypt_i, encrypt_i, slot_i, entry_slot_i, slot,
                            launch_next, wipe_store};

endmodule : roundel_key_systolic
