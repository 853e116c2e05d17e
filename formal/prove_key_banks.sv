// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_key_banks is a memory: hardware round r reads the last key of a slot and
// round key number written at least r + 2 cycles ago; the entry reads keys written two cycles ago.
// Unbounded, for any writes and reads. By prove_key_load a block enters at least two cycles after
// the last write of the slot, and reads in round r at least r + 1 cycles later.
//
// Method. Round keys have a single bit, because the banks do not depend on round keys. The proof
// watches a single slot and round key number. Both are arbitrary constants, so the proof holds for
// all.

module prove_key_banks #(
  parameter int KeyBits = 128,
  parameter int Rounds = 2,
  parameter int Stages = 2,
  parameter int Direction = 0,
  parameter int KeySlots = 2
) (
  input logic                    clk_i,
  input logic                    write_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] write_slot_i,
  input logic [             3:0] write_index_i,
  input logic                    key_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  input logic [4*Rounds*Stages-1:0] turn_i,
  input logic [Rounds*Stages*roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input logic [      Rounds-1:0] blank_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] watched_slot_i,  // constant
  input logic [             3:0] watched_index_i  // constant
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int TURNS = NUM_ROUNDS / Rounds;
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int CUTS = roundel_engine_pkg::round_cuts(roundel_engine_pkg::SBOX_TOWER, Direction,
      Stages, 0);
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(CUTS);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(CUTS);
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;

  logic [127:0] entry_encrypt, entry_decrypt;
  logic [128*Rounds-1:0] encrypt_key, decrypt_key;
  logic [SLOT_BITS-1:0] write_slot;

  // With one slot the control's slot is 0.
  assign write_slot = (KeySlots == 1) ? '0 : write_slot_i;

  roundel_key_banks #(
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .Cuts(CUTS),
    .Direction(Direction),
    .KeySlots(KeySlots)
  ) u_dut (
    .clk_i(clk_i),
    .write_i(write_i),
    .write_all_i(1'b0),
    .write_slot_i(write_slot),
    .write_index_i(write_index_i),
    .key_i({127'd0, key_i}),
    .entry_slot_i(entry_slot_i),
    .entry_encrypt_o(entry_encrypt),
    .entry_decrypt_o(entry_decrypt),
    .turn_i(turn_i),
    .slot_i(slot_i),
    .blank_encrypt_i(blank_i),
    .blank_decrypt_i(blank_i),
    .encrypt_key_o(encrypt_key),
    .decrypt_key_o(decrypt_key)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic key_q;  // the watched round key
  logic known_q = 1'b0;  // the watched round key was written
  logic [3:0] age_q;  // cycles since the write, up to 15
  logic [3:0] start_q = 4'd0;  // cycles since the start, up to 15
  logic started_q = 1'b0;
  logic [SLOT_BITS-1:0] watched_slot_q;
  logic [3:0] watched_index_q;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (start_q != 4'd15) start_q <= start_q + 4'd1;
    watched_slot_q <= watched_slot_i;
    watched_index_q <= watched_index_i;
    if (write_i && write_slot == watched_slot_i && write_index_i == watched_index_i) begin
      key_q <= key_i;
      known_q <= 1'b1;
      age_q <= 4'd1;
    end else if (age_q != 4'd15) begin
      age_q <= age_q + 4'd1;
    end
  end

  always_comb begin
    if (started_q) assume (watched_slot_i == watched_slot_q && watched_index_i == watched_index_q);
    if (KeySlots == 1) assume (watched_slot_i == '0);
    // The pipeline of writes may have any contents at first; the control writes later.
    if (int'(start_q) < Rounds + 2) assume (!write_i);
    if (known_q && age_q >= 4'd2 && (KeySlots == 1 || entry_slot_i == watched_slot_i)) begin
      if (ENCRYPTS && watched_index_i == 4'd0) assert (entry_encrypt[0] == key_q);
      if (DECRYPTS && int'(watched_index_i) == NUM_ROUNDS) assert (entry_decrypt[0] == key_q);
    end
    rewritten: cover (known_q && age_q == 4'd9 && key_q && write_i && !key_i
                      && write_slot == watched_slot_i && write_index_i == watched_index_i);
  end

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    localparam int ENCRYPT_READ = r * Stages + ((ENCRYPT_STAGE == 0) ? 0 : ENCRYPT_STAGE - 1);
    localparam int DECRYPT_READ = r * Stages + ((DECRYPT_STAGE == 0) ? 0 : DECRYPT_STAGE - 1);
    logic [3:0] encrypt_turn, decrypt_turn;
    logic encrypts, decrypts, encrypts_q, decrypts_q;  // the watched round key is read
    logic blank_q, right_q;

    assign encrypt_turn = turn_i[4*ENCRYPT_READ+:4];
    assign decrypt_turn = turn_i[4*DECRYPT_READ+:4];
    assign encrypts = known_q && int'(age_q) >= r + 2 && int'(encrypt_turn) < TURNS
        && (KeySlots == 1 || slot_i[SLOT_BITS*ENCRYPT_READ+:SLOT_BITS] == watched_slot_i)
        && int'(watched_index_i) == r + 1 + int'(encrypt_turn) * Rounds;
    assign decrypts = known_q && int'(age_q) >= r + 2 && int'(decrypt_turn) < TURNS
        && (KeySlots == 1 || slot_i[SLOT_BITS*DECRYPT_READ+:SLOT_BITS] == watched_slot_i)
        && int'(watched_index_i) == NUM_ROUNDS - 1 - r - int'(decrypt_turn) * Rounds;

    always_ff @(posedge clk_i) begin
      encrypts_q <= encrypts;
      decrypts_q <= decrypts;
      blank_q <= blank_i[r];
      right_q <= key_q;
    end

    always_comb begin
      if (ENCRYPTS && ((ENCRYPT_STAGE == 0) ? encrypts : started_q && encrypts_q)) begin
        assert (encrypt_key[128*r] == ((ENCRYPT_STAGE == 0) ? key_q && !blank_i[r]
                                                             : right_q && !blank_q));
      end
      if (DECRYPTS && ((DECRYPT_STAGE == 0) ? decrypts : started_q && decrypts_q)) begin
        assert (decrypt_key[128*r] == ((DECRYPT_STAGE == 0) ? key_q && !blank_i[r]
                                                             : right_q && !blank_q));
      end
    end
  end

endmodule : prove_key_banks
