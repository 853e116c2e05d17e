// SPDX-License-Identifier: Apache-2.0
//
// Small key schedule for Stages of 0 and 1: expands each key once into a store of `KeySlots` slots.
// For Stages of 2 or more use roundel_key_systolic.
//
// Interface.
// - Loading a key: hold `key_valid_i`, `key_slot_i`, `key_i` and `key_clear_i` until `key_ready_o`.
//   A waiting key stops new blocks of its own slot and is accepted when no block in the ring uses
//   that slot. Nr + 2 cycles later blocks of the slot may enter again. Blocks of other slots never
//   wait. With `key_clear_i` the slot's round keys are overwritten with zeros, and its blocks wait
//   for a key.
// - Round keys: `entry_key_o` whitens the block that enters in this cycle. For each hardware round
//   `encrypt_key_o` or `decrypt_key_o`, by the block's direction, is the key of the block in that
//   round.
// - Reset and zeroise: every word of the store is overwritten with zeros in KeySlots * (Nr + 1)
//   cycles. Meanwhile no key is accepted and no block enters.
//
// Method. roundel_key_step, FIPS-197, section 5.2; one round key a cycle. Each hardware round has
// its own banks, so a ring of one turn reads registers and no RAM.

module roundel_key_stored #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // hardware rounds R
  parameter int Stages = 1,  // registers S of a round: 0 or 1
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int KeySlots = 1  // key slots, a power of two
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  zeroise_i,  // clear every slot

  input  logic                  key_valid_i,
  output logic                  key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [   KeyBits-1:0] key_i,
  input  logic                  key_clear_i,  // clear the slot

  output logic                  ready_o,  // a block of entry_slot_i may enter
  input  logic                  entry_decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [         127:0] entry_key_o,

  // The block at each position of the ring.
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_i,
  input  logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_i,
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;
  localparam int LAST_SLOT = KeySlots - 1;

  // ---- Loading ----------------------------------------------------------------------------------
  // IDLE   no key waits.
  // WAIT   a key waits until no block in the ring uses its slot; the slot accepts no block.
  // WRITE  round key index_q is written in each cycle; zeros while clearing_q.
  typedef enum logic [1:0] {IDLE, WAIT, WRITE} state_e;
  state_e state_q;
  logic clearing_q;  // WRITE: the window is zero
  logic all_q;  // WRITE: every slot is written
  logic [SLOT_BITS-1:0] slot_q;  // slot of the key that waits or is written
  logic [KeySlots-1:0] loaded_q;
  logic [3:0] index_q;  // number of the round key that is written
  logic [KeyBits-1:0] window_q, window_d;
  logic waiting, writing, last_index, take, wipe;

  logic [LENGTH-1:0] uses;  // the block at the position uses slot_q
  for (genvar p = 0; p < LENGTH; p++) begin : gen_uses
    assign uses[p] = valid_i[p] && slot_i[SLOT_BITS*p+:SLOT_BITS] == slot_q;
  end

  assign waiting = state_q == WAIT;
  assign writing = state_q == WRITE;
  assign last_index = index_q == NUM_ROUNDS[3:0];
  assign key_ready_o = waiting && uses == '0 && !zeroise_i;
  assign take = key_valid_i && key_ready_o;
  assign ready_o = loaded_q[entry_slot_i] && !(waiting && slot_q == entry_slot_i);

  roundel_key_step #(
    .KeyBits(KeyBits), .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT)
  ) u_key_step (
    .clk_i,
    .backward_i(1'b0),
    .step_i(index_q),
    .window_i(window_q),
    .window_o(window_d)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= WRITE;
      clearing_q <= 1'b1;
      all_q <= 1'b1;
      slot_q <= '0;
      index_q <= '0;
      loaded_q <= '0;
    end else if (zeroise_i) begin
      state_q <= WRITE;
      clearing_q <= 1'b1;
      all_q <= 1'b1;
      slot_q <= '0;
      index_q <= '0;
      loaded_q <= '0;
    end else begin
      case (state_q)
        IDLE: begin
          slot_q <= key_slot_i;
          if (key_valid_i) state_q <= WAIT;
        end

        WAIT: begin
          if (take) begin
            state_q <= WRITE;
            clearing_q <= key_clear_i;
            loaded_q[slot_q] <= 1'b0;
          end else begin
            slot_q <= key_slot_i;
            if (!key_valid_i) state_q <= IDLE;  // the key is withdrawn
          end
        end

        default: begin  // WRITE
          index_q <= last_index ? 4'd0 : index_q + 4'd1;
          if (last_index) begin
            if (all_q && slot_q != LAST_SLOT[SLOT_BITS-1:0]) begin
              slot_q <= slot_q + 1'b1;
            end else begin
              state_q <= IDLE;
              loaded_q[slot_q] <= !clearing_q;
              clearing_q <= 1'b0;
              all_q <= 1'b0;
            end
          end
        end
      endcase
    end
  end

  // The window is zeroed after the last write, so only the store holds the key.
  assign wipe =
      zeroise_i || clearing_q || (take && key_clear_i) || (writing && last_index);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      window_q <= '0;
    end else if (wipe) begin
      window_q <= '0;
    end else if (take) begin
      window_q <= key_i;
    end else if (writing) begin
      window_q <= window_d;
    end
  end

  // ---- The store --------------------------------------------------------------------------------
  logic [127:0] write_key;
  assign write_key = window_q[KeyBits-1-:128];

  logic [127:0] entry_encrypt, entry_decrypt;

  if (ENCRYPTS) begin : gen_entry_encrypt
    roundel_key_ram #(.Words(KeySlots)) u_bank (
      .clk_i,
      .write_i(writing && index_q == 4'd0),
      .write_index_i(slot_q),
      .write_key_i(write_key),
      .read_index_i(entry_slot_i),
      .read_key_o(entry_encrypt)
    );
  end else begin : gen_no_entry_encrypt
    assign entry_encrypt = '0;
  end

  if (DECRYPTS) begin : gen_entry_decrypt
    roundel_key_ram #(.Words(KeySlots)) u_bank (
      .clk_i,
      .write_i(writing && last_index),
      .write_index_i(slot_q),
      .write_key_i(write_key),
      .read_index_i(entry_slot_i),
      .read_key_o(entry_decrypt)
    );
  end else begin : gen_no_entry_decrypt
    assign entry_decrypt = '0;
  end

  assign entry_key_o = (DECRYPTS && (entry_decrypt_i || !ENCRYPTS)) ? entry_decrypt : entry_encrypt;

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    localparam int POSITION = (Stages == 0) ? 0 : r;
    logic [3:0] turn;
    logic [SLOT_BITS-1:0] slot;
    assign turn = turn_i[4*POSITION+:4];
    assign slot = slot_i[SLOT_BITS*POSITION+:SLOT_BITS];

    if (Rounds == 1) begin : gen_one_bank
      // The round reads every key but the entry's: one bank, in the order of the expansion.
      localparam int WORD_BITS = roundel_prim_pkg::index_bits(16 * KeySlots);
      logic [3:0] read_index;
      logic [WORD_BITS-1:0] write_word, read_word;
      logic decrypts;
      assign decrypts = DECRYPTS && (decrypt_i[POSITION] || !ENCRYPTS);
      assign read_index = decrypts ? NUM_ROUNDS[3:0] - 4'd1 - turn : turn + 4'd1;
      // The size drops the slot's bit where there is one slot.
      assign write_word = WORD_BITS'(16 * slot_q) | WORD_BITS'(index_q);
      assign read_word = WORD_BITS'(16 * slot) | WORD_BITS'(read_index);

      roundel_key_ram #(.Words(16 * KeySlots)) u_bank (
        .clk_i,
        .write_i(writing),
        .write_index_i(write_word),
        .write_key_i(write_key),
        .read_index_i(read_word),
        .read_key_o(encrypt_key_o[128*r+:128])
      );
      assign decrypt_key_o[128*r+:128] = encrypt_key_o[128*r+:128];
    end else begin : gen_banks
      if (ENCRYPTS) begin : gen_encrypt
        roundel_key_stored_bank #(
          .NumTurns(NUM_ROUNDS / Rounds),
          .Rounds(Rounds),
          .FirstIndex(r + 1),
          .Descending(1'b0),
          .KeySlots(KeySlots)
        ) u_bank (
          .clk_i,
          .write_i(writing),
          .write_all_i(1'b0),
          .write_slot_i(slot_q),
          .write_index_i(index_q),
          .write_key_i(write_key),
          .slot_i(slot),
          .turn_i(turn),
          .blank_i(1'b0),
          .key_o(encrypt_key_o[128*r+:128])
        );
      end else begin : gen_no_encrypt
        assign encrypt_key_o[128*r+:128] = '0;
      end

      if (DECRYPTS) begin : gen_decrypt
        roundel_key_stored_bank #(
          .NumTurns(NUM_ROUNDS / Rounds),
          .Rounds(Rounds),
          .FirstIndex(NUM_ROUNDS - 1 - r),
          .Descending(1'b1),
          .KeySlots(KeySlots)
        ) u_bank (
          .clk_i,
          .write_i(writing),
          .write_all_i(1'b0),
          .write_slot_i(slot_q),
          .write_index_i(index_q),
          .write_key_i(write_key),
          .slot_i(slot),
          .turn_i(turn),
          .blank_i(1'b0),
          .key_o(decrypt_key_o[128*r+:128])
        );
      end else begin : gen_no_decrypt
        assign decrypt_key_o[128*r+:128] = '0;
      end
    end
  end

  logic unused_decrypt;  // rounds with two banks do not read the direction
  assign unused_decrypt = ^decrypt_i;

endmodule : roundel_key_stored
