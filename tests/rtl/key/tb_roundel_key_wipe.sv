// SPDX-License-Identifier: Apache-2.0
//
// Checks that a reset and a zeroise overwrite every round key of a store in block RAM.
//
// With roundel_key_systolic or, with KeySizes, roundel_key_systolic_set; and with
// roundel_key_load_control, roundel_key_banks, roundel_key_stored_bank and roundel_deep_ram.
//
// State space: the store after a reset, whose words are unknown before; after keys in random slots;
// after a zeroise that comes between keys, in the middle of a load, and twice so that the second
// zeroise comes in the middle of the first one's wipe. After each wipe the bench reads every word:
// each slot and turn of each round, and the entry. Parameter space: the parameters of the store.
// The bench prints "PASS <words>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_key_wipe #(
  parameter int KeyBits = 128,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,
  parameter int Rounds = 2,
  parameter int Stages = 2,
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int KeySlots = 512
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int POSITIONS = Rounds * Stages;
  localparam int CUTS = roundel_engine_pkg::best_cuts(roundel_engine_pkg::SBOX_TOWER, Direction,
      Stages);
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;
  localparam int TIMEOUT = 3 * KeySlots * TURNS + 1000;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0;
  logic [SLOT_BITS-1:0] key_slot = '0;
  logic [KeyBits-1:0] key = '0;
  logic [1:0] key_size = '0;
  logic entry_decrypt = 1'b0;
  logic [SLOT_BITS-1:0] slot = '0;
  logic [3:0] turn = '0;
  wire key_ready, ready;
  wire [1:0] size;
  wire [127:0] entry_key;
  wire [128*Rounds-1:0] encrypt_key, decrypt_key;
  integer n, k, seed, words, wait_cycles, loaded;
  logic failed = 1'b0;

  always #5 clk = ~clk;

  if (KeySizes == roundel_aes_pkg::KEY_SIZES_ONE) begin : gen_one
    roundel_key_systolic #(
      .KeyBits(KeyBits), .Rounds(Rounds), .Stages(Stages), .Cuts(CUTS), .Direction(Direction),
      .KeySlots(KeySlots)
    ) dut (
      .clk_i(clk), .rst_ni(rst_n), .zeroise_i(zeroise),
      .key_valid_i(key_valid), .key_ready_o(key_ready), .key_slot_i(key_slot), .key_i(key),
      .key_clear_i(1'b0),
      .ready_o(ready), .entry_decrypt_i(entry_decrypt), .entry_slot_i(slot),
      .entry_key_o(entry_key),
      .turn_i({POSITIONS{turn}}), .decrypt_i({POSITIONS{1'b0}}), .encrypt_i({POSITIONS{1'b0}}),
      .slot_i({POSITIONS{slot}}),
      .encrypt_key_o(encrypt_key), .decrypt_key_o(decrypt_key)
    );
    assign size = 2'd0;
  end else begin : gen_set
    roundel_key_systolic_set #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages), .Cuts(CUTS),
      .Direction(Direction), .KeySlots(KeySlots)
    ) dut (
      .clk_i(clk), .rst_ni(rst_n), .zeroise_i(zeroise),
      .key_valid_i(key_valid), .key_ready_o(key_ready), .key_slot_i(key_slot), .key_i(key),
      .key_clear_i(1'b0), .key_size_i(key_size),
      .ready_o(ready), .entry_decrypt_i(entry_decrypt), .entry_slot_i(slot),
      .entry_key_o(entry_key), .entry_size_o(size),
      .turn_i({POSITIONS{turn}}), .decrypt_i({POSITIONS{1'b0}}), .encrypt_i({POSITIONS{1'b0}}),
      .slot_i({POSITIONS{slot}}),
      .encrypt_key_o(encrypt_key), .decrypt_key_o(decrypt_key)
    );
  end

  task automatic fail(input string what);
    if (!failed) $display("FAIL slot %0d, turn %0d: %s", slot, turn, what);
    failed = 1'b1;
    $finish;
  endtask

  task automatic steps(input integer cycles);
    repeat (cycles) @(negedge clk);
  endtask

  // Offers a key until the handshake.
  task automatic load(input integer place);
    key_valid = 1'b1;
    key_slot = place[SLOT_BITS-1:0];
    key = {8{32'h5a5aa5a5}} ^ KeyBits'($urandom(seed));
    key_size = (KeySizes == roundel_aes_pkg::KEY_SIZES_ONE) ? 2'd0 : 2'(KeyBits / 64 - 2);
    #1 wait_cycles = 0;
    while (key_ready !== 1'b1 && wait_cycles < TIMEOUT) begin
      @(negedge clk);
      #1 wait_cycles = wait_cycles + 1;
    end
    if (wait_cycles == TIMEOUT) fail("a key is not accepted");
    @(negedge clk);
    key_valid = 1'b0;
  endtask

  // Waits until the wipe has ended, which the offer of a key shows; the key is withdrawn.
  task automatic wiped;
    key_valid = 1'b1;
    #1 wait_cycles = 0;
    while (key_ready !== 1'b1 && wait_cycles < TIMEOUT) begin
      @(negedge clk);
      #1 wait_cycles = wait_cycles + 1;
    end
    key_valid = 1'b0;
    if (wait_cycles == TIMEOUT) fail("the wipe does not end");
    if (wait_cycles < KeySlots * TURNS) fail("the wipe is too short");
    @(negedge clk);
    steps(4);
  endtask

  // Every word of the store is zero, and no slot is open.
  task automatic check_zero;
    for (n = 0; n < KeySlots; n = n + 1) begin
      for (k = 0; k < TURNS + 2; k = k + 1) begin
        slot = n[SLOT_BITS-1:0];
        turn = (k < TURNS) ? k[3:0] : 4'd0;
        entry_decrypt = k == TURNS + 1;
        #1 if (ready !== 1'b0) fail("a slot is open");
        steps(2);
        #1;
        if (ENCRYPTS && encrypt_key !== '0) fail("a round key of encryption is left");
        if (DECRYPTS && decrypt_key !== '0) fail("a round key of decryption is left");
        if (entry_key !== '0) fail("a key of the entry is left");
        words = words + 1;
        @(negedge clk);
      end
    end
  endtask

  task automatic load_some;
    for (loaded = 0; loaded < 12; loaded = loaded + 1) begin
      load((loaded == 0) ? KeySlots - 1 : (loaded == 1) ? 0
           : $unsigned($urandom(seed)) % KeySlots);
    end
    load(KeySlots / 2);
    steps(400);
    slot = SLOT_BITS'(KeySlots / 2);
    turn = 4'd0;
    #1 if (ready !== 1'b1) fail("a loaded slot is closed");
    steps(3);
    if (encrypt_key === '0 && decrypt_key === '0) fail("the store is empty");
  endtask

  task automatic forget;
    zeroise = 1'b1;
    @(negedge clk);
    zeroise = 1'b0;
  endtask

  initial begin
    seed = 1;
    words = 0;
    #22 rst_n = 1'b1;
    @(negedge clk);
    wiped();
    check_zero();
    load_some();
    forget();
    wiped();
    check_zero();
    // In the middle of a load.
    load_some();
    load(7);
    steps(30);
    forget();
    wiped();
    check_zero();
    // In the middle of a wipe: at the end of the slots, and elsewhere.
    load_some();
    forget();
    steps(KeySlots + 60);
    forget();
    wiped();
    check_zero();
    load_some();
    if (!failed) $display("PASS %0d", words);
    $finish;
  end

endmodule : tb_roundel_key_wipe
