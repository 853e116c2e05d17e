// SPDX-License-Identifier: Apache-2.0
//
// Small key schedule for several key sizes and Stages of 0 and 1: expands each key once into a
// store of `KeySlots` slots. For Stages of 2 or more use roundel_key_systolic_set.
//
// Interface. As roundel_key_stored, with these differences:
// - `key_size_i` belongs to the key, and the slot stores the size. A key of a size outside the set
//   clears the slot. `entry_size_o` is the size of the key of `entry_slot_i`.
// - A key is accepted KeyBits / 64 cycles later. Blocks of the slot may enter again
//   roundel_engine_pkg::set_load_cycles() cycles later. A key that is withdrawn must stay withdrawn
//   for a cycle.
// - A round key is zero for each round that the block bypasses (roundel_ring). In a ring whose
//   turns vary, round key 1 fills the places that blocks with a smaller key do not read, so a slot
//   holds words of its last key alone.
// - Reset and zeroise: as roundel_key_stored, with Nr of the largest key.
//
// Method. As roundel_key_stored, with roundel_key_set_window: a round key every second cycle.
// roundel_engine_pkg::stores_zero() and decrypt_place() give the places of round keys and zeros.

module roundel_key_stored_set #(
  parameter int KeyBits = 256,  // 192 or 256: the largest size
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,  // the set of key sizes
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
  input  logic [           1:0] key_size_i,  // size of key_i; read with a set of key sizes

  output logic                  ready_o,  // a block of entry_slot_i may enter
  input  logic                  entry_decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [         127:0] entry_key_o,
  output logic [           1:0] entry_size_o,  // size of the slot's key; 0 without a set

  // The block at each position of the ring.
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_i,
  input  logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_i,
  input  logic [2*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] size_i,
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;
  localparam int LAST_SLOT = KeySlots - 1;
  localparam bit VARIES = roundel_engine_pkg::has_varying_turns(KeySizes, Rounds) != 0;
  localparam int LAST_LOAD = KeyBits / 64 - 1;

  // ---- Loading ----------------------------------------------------------------------------------
  // IDLE   no key waits.
  // WAIT   a key waits until no block in the ring uses its slot; the slot accepts no block. With a
  //        set of key sizes the window then loads two words of the key in each cycle (`loading`).
  // WRITE  round key index_q is written in each cycle; zeros while clearing_q. A set of key sizes
  //        takes two cycles for each index that is not cleared.
  typedef enum logic [1:0] {IDLE, WAIT, WRITE} state_e;
  state_e state_q;
  logic clearing_q;  // WRITE: the window is zero
  logic all_q;  // WRITE: every slot is written
  logic [SLOT_BITS-1:0] slot_q;  // slot of the key that waits or is written
  logic [KeySlots-1:0] loaded_q;
  logic [3:0] index_q;  // number of the round key that is written
  logic waiting, writing, last_index, take, wipe, clears;
  logic loading;  // the window loads the key
  logic loaded;  // this cycle loads the last words
  logic next;  // the next cycle writes the next index
  logic [127:0] write_key;  // round key in the window

  logic [LENGTH-1:0] uses;  // the block at the position uses slot_q
  for (genvar p = 0; p < LENGTH; p++) begin : gen_uses
    assign uses[p] = valid_i[p] && slot_i[SLOT_BITS*p+:SLOT_BITS] == slot_q;
  end

  assign waiting = state_q == WAIT;
  assign writing = state_q == WRITE;
  assign last_index = index_q == NUM_ROUNDS[3:0];
  assign key_ready_o = waiting && uses == '0 && loaded && !zeroise_i;
  assign take = key_valid_i && key_ready_o;
  assign ready_o = loaded_q[entry_slot_i] && !(waiting && slot_q == entry_slot_i);
  assign clears = key_clear_i || !roundel_engine_pkg::has_key_size(KeySizes, key_size_i);

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
            clearing_q <= clears;
            loaded_q[slot_q] <= 1'b0;
          end else begin
            if (!loading) slot_q <= key_slot_i;
            if (!key_valid_i) state_q <= IDLE;  // the key is withdrawn
          end
        end

        default: begin  // WRITE
          if (next) begin
            index_q <= last_index ? 4'd0 : index_q + 4'd1;
          end
          if (last_index && next) begin
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
      zeroise_i || clearing_q || (take && clears) || (writing && last_index && next);

  // What the store writes: index for encryption, for decryption, and in the order of the expansion.
  logic write;
  logic [3:0] encrypt_index, decrypt_index, number;
  logic [1:0] entry_size;
  assign entry_size_o = entry_size;
  assign encrypt_index = index_q;

  logic [127:0] round_key;
  logic [3:0] number_q;  // number of the round key in the window
  logic [3:0] skipped_q;  // bypassed rounds of the key
  logic [1:0] size_q;  // size of the key
  logic second_q;  // second cycle of an index
  logic loading_q;  // no block uses the slot
  logic [1:0] loads_q;  // loading cycles before this one
  logic zero;  // the index belongs to a bypassed round
  logic size_write;

  assign zero = roundel_engine_pkg::stores_zero(index_q, skipped_q);
  assign loading = waiting && loading_q;
  assign loaded = loading && loads_q == LAST_LOAD[1:0];
  assign next = second_q || clearing_q;
  assign write = writing && (clearing_q || !second_q);
  // Rings whose turns vary never read the places of bypassed rounds. Round key 1, which is in the
  // window, overwrites the words of the slot's previous key there.
  assign write_key = (!VARIES && zero) ? '0 : round_key;
  // One bank has the places of bypassed rounds behind the last round key.
  assign number = clearing_q ? index_q : zero ? NUM_ROUNDS[3:0] + 4'd1 - index_q : number_q;
  assign decrypt_index = roundel_engine_pkg::decrypt_place(NUM_ROUNDS[3:0], index_q, skipped_q);
  assign size_write = writing && index_q == 4'd0;

  always_ff @(posedge clk_i) begin
    loading_q <= waiting && key_valid_i && uses == '0 && !take;
    loads_q <= loading ? loads_q + 2'd1 : 2'd0;
    second_q <= writing && !next;
    if (take) begin
      size_q <= key_size_i;
    end
  end

  // A slot that is cleared has no bypassed rounds: zero is written at each index.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      skipped_q <= 4'd0;
      number_q <= 4'd0;
    end else if (zeroise_i || !writing) begin
      skipped_q <= 4'd0;
      number_q <= 4'd0;
      if (take && !clears && !zeroise_i) begin
        skipped_q <= roundel_engine_pkg::skipped_rounds(KeyBits, key_size_i);
      end
    end else if (write && !zero) begin
      number_q <= number_q + 4'd1;
    end
  end

  roundel_key_set_window #(.KeyBits(KeyBits), .KeySizes(KeySizes), .Sbox(Sbox)) u_window (
    .clk_i,
    .clear_i(wipe || !(loading || writing)),
    .load_i(loading),
    .size_i(key_size_i),
    .key_i,
    .advance_i(writing && !second_q && !zero && !last_index),
    .key_o(round_key)
  );

  if (KeySlots == 1) begin : gen_one_size
    assign entry_size = size_q;
  end else begin : gen_sizes
    roundel_lut_ram #(.Words(KeySlots), .Width(2)) u_sizes (
      .clk_i,
      .write_i(size_write),
      .write_index_i(slot_q),
      .write_word_i(size_q),
      .read_index_i(entry_slot_i),
      .word_o(entry_size)
    );
  end


  // ---- The store --------------------------------------------------------------------------------
  logic [127:0] entry_encrypt, entry_decrypt;

  if (ENCRYPTS) begin : gen_entry_encrypt
    roundel_key_ram #(.Words(KeySlots)) u_bank (
      .clk_i,
      .write_i(write && index_q == 4'd0),
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
      .write_i(write && last_index),
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
      logic [3:0] read_index, skipped;
      logic [WORD_BITS-1:0] write_word, read_word;
      logic decrypts;
      assign skipped = roundel_engine_pkg::skipped_rounds(KeyBits, size_i[2*POSITION+:2]);
      assign decrypts = DECRYPTS && (decrypt_i[POSITION] || !ENCRYPTS);
      // Turn 0 of the largest key is the turn `skipped` of a smaller key.
      assign read_index =
          decrypts ? NUM_ROUNDS[3:0] - 4'd1 - turn : turn + 4'd1 - skipped;
      // The size drops the slot's bit where there is one slot.
      assign write_word = WORD_BITS'(16 * slot_q) | WORD_BITS'(number);
      assign read_word = WORD_BITS'(16 * slot) | WORD_BITS'(read_index);

      roundel_key_ram #(.Words(16 * KeySlots)) u_bank (
        .clk_i,
        .write_i(write),
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
          .write_i(write),
          .write_all_i(1'b0),
          .write_slot_i(slot_q),
          .write_index_i(encrypt_index),
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
          .write_i(write),
          .write_all_i(1'b0),
          .write_slot_i(slot_q),
          .write_index_i(decrypt_index),
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

  logic unused_signals;  // rounds with two banks do not read the direction, others no two indexes
  assign unused_signals = ^{decrypt_i, encrypt_index, decrypt_index, number, size_write, size_i};

endmodule : roundel_key_stored_set
