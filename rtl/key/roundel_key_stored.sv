// SPDX-License-Identifier: Apache-2.0
//
// Key schedule that expands each key once into a store of `KeySlots` slots, for Stages of 0 and 1:
// small. roundel_key_systolic is the fast one for more.
//
// Loading a key. Hold `key_valid_i`, `key_slot_i`, `key_i` and `key_clear_i` until `key_ready_o`. A
// waiting key keeps new blocks out of its own slot, is taken as soon as no block in the ring uses
// that slot, and Nr + 2 cycles later blocks of that slot enter again. Blocks of other slots never
// wait. With `key_clear_i` nothing is loaded: zeros take the place of the slot's round keys, and
// its blocks wait for a key.
//
// Giving round keys. `entry_key_o` whitens the block that enters in this cycle; encrypt_key_o and
// decrypt_key_o give each hardware round the key of its block, if the block goes that way.
// Banks lie round by round, so that a ring that does not turn reads registers, not a RAM.
//
// Clearing. After reset and after `zeroise_i` every word of the store is overwritten with zeros:
// KeySlots * (Nr + 1) cycles, in which no key is taken and no block enters.
//
// Method: roundel_key_step, FIPS-197 section 5.2; one round key a cycle.

module roundel_key_stored #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R
  parameter int Stages = 1,  // S: 0 or 1
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int KeySlots = 1  // keys held at once, a power of two
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,  // forget every key now

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                       KeyBits-1:0] key_i,
  input  logic                                      key_clear_i,  // forget the slot's key

  output logic                                      ready_o,  // the block may enter
  input  logic                                      entry_decrypt_i,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [                             127:0] entry_key_o,

  // Of the block at each position of the ring.
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_i,
  input  logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_i,
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int NUM_TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;
  localparam int LAST_SLOT = KeySlots - 1;

  // ---- Loading ----------------------------------------------------------------------------------
  logic waiting_q;  // a key waits: its slot takes no block
  logic writing_q;  // the window is written into the store, one round key a cycle
  logic clearing_q;  // the window is zeros,
  logic all_q;  // written into every slot
  logic [SLOT_BITS-1:0] slot_q;  // slot of the key that waits or is written
  logic [KeySlots-1:0] loaded_q;
  logic [3:0] index_q;  // round key that is written
  logic [KeyBits-1:0] window_q, window_d;
  logic last_index, take, wipe;

  logic [LENGTH-1:0] uses;  // the slot of the key that waits
  for (genvar p = 0; p < LENGTH; p++) begin : gen_uses
    assign uses[p] = valid_i[p] && slot_i[SLOT_BITS*p+:SLOT_BITS] == slot_q;
  end

  assign last_index = index_q == NUM_ROUNDS[3:0];
  assign key_ready_o = waiting_q && uses == '0 && !zeroise_i;
  assign take = key_valid_i && key_ready_o;
  assign ready_o = loaded_q[entry_slot_i] && !(waiting_q && slot_q == entry_slot_i);

  roundel_key_step #(
    .KeyBits(KeyBits),
    .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT)
  ) u_key_step (
    .clk_i(clk_i),
    .backward_i(1'b0),
    .step_i(index_q),
    .window_i(window_q),
    .window_o(window_d)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waiting_q <= 1'b0;
      writing_q <= 1'b1;
      clearing_q <= 1'b1;
      all_q <= 1'b1;
      slot_q <= '0;
      index_q <= '0;
      loaded_q <= '0;
    end else if (zeroise_i) begin
      waiting_q <= 1'b0;
      writing_q <= 1'b1;
      clearing_q <= 1'b1;
      all_q <= 1'b1;
      slot_q <= '0;
      index_q <= '0;
      loaded_q <= '0;
    end else if (writing_q) begin
      index_q <= last_index ? 4'd0 : index_q + 4'd1;
      if (last_index) begin
        if (all_q && slot_q != LAST_SLOT[SLOT_BITS-1:0]) begin
          slot_q <= slot_q + 1'b1;
        end else begin
          loaded_q[slot_q] <= !clearing_q;
          writing_q <= 1'b0;
          clearing_q <= 1'b0;
          all_q <= 1'b0;
        end
      end
    end else if (take) begin
      waiting_q <= 1'b0;
      writing_q <= 1'b1;
      clearing_q <= key_clear_i;
      loaded_q[slot_q] <= 1'b0;
    end else begin
      waiting_q <= key_valid_i;
      slot_q <= key_slot_i;
    end
  end

  // Back to zeros after the last step, so that only the store keeps the key.
  assign wipe =
      zeroise_i || clearing_q || (take && key_clear_i) || (writing_q && last_index);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      window_q <= '0;
    end else if (wipe) begin
      window_q <= '0;
    end else if (take) begin
      window_q <= key_i;
    end else if (writing_q) begin
      window_q <= window_d;
    end
  end

  // ---- The store --------------------------------------------------------------------------------
  logic [127:0] write_key;
  assign write_key = window_q[KeyBits-1-:128];

  logic [127:0] entry_encrypt, entry_decrypt;

  if (ENCRYPTS) begin : gen_entry_encrypt
    roundel_key_ram #(
      .Words(KeySlots)
    ) u_bank (
      .clk_i(clk_i),
      .write_i(writing_q && index_q == 4'd0),
      .write_index_i(slot_q),
      .write_key_i(write_key),
      .read_index_i(entry_slot_i),
      .read_key_o(entry_encrypt)
    );
  end else begin : gen_no_entry_encrypt
    assign entry_encrypt = '0;
  end

  if (DECRYPTS) begin : gen_entry_decrypt
    roundel_key_ram #(
      .Words(KeySlots)
    ) u_bank (
      .clk_i(clk_i),
      .write_i(writing_q && last_index),
      .write_index_i(slot_q),
      .write_key_i(write_key),
      .read_index_i(entry_slot_i),
      .read_key_o(entry_decrypt)
    );
  end else begin : gen_no_entry_decrypt
    assign entry_decrypt = '0;
  end

  if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_entry_both
    assign entry_key_o = entry_decrypt_i ? entry_decrypt : entry_encrypt;
  end else begin : gen_entry_one
    logic unused_direction;
    assign unused_direction = entry_decrypt_i;
    assign entry_key_o = entry_encrypt | entry_decrypt;
  end

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    localparam int PLACE = (Stages == 0) ? 0 : r;
    logic [3:0] turn;
    logic [SLOT_BITS-1:0] slot;
    assign turn = turn_i[4*PLACE+:4];
    assign slot = slot_i[SLOT_BITS*PLACE+:SLOT_BITS];

    if (Rounds == 1) begin : gen_one_bank
      // Every key but the entry's may be wanted: one bank, in the order of the expansion.
      logic [3:0] read_index;
      if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
        assign read_index = decrypt_i[PLACE] ? NUM_ROUNDS[3:0] - 4'd1 - turn : turn + 4'd1;
      end else if (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) begin : gen_decrypt
        assign read_index = NUM_ROUNDS[3:0] - 4'd1 - turn;
      end else begin : gen_encrypt
        assign read_index = turn + 4'd1;
      end

      logic [SLOT_BITS+3:0] write_word, read_word;
      assign write_word = {slot_q, index_q};
      assign read_word = {slot, read_index};

      // With one slot the bit of the slot is not part of the index.
      logic unused_bits;
      assign unused_bits = ^{write_word, read_word};

      roundel_key_ram #(
        .Words(16 * KeySlots)
      ) u_bank (
        .clk_i(clk_i),
        .write_i(writing_q),
        .write_index_i(write_word[roundel_prim_pkg::index_bits(16*KeySlots)-1:0]),
        .write_key_i(write_key),
        .read_index_i(read_word[roundel_prim_pkg::index_bits(16*KeySlots)-1:0]),
        .read_key_o(encrypt_key_o[128*r+:128])
      );
      assign decrypt_key_o[128*r+:128] = encrypt_key_o[128*r+:128];
    end else begin : gen_banks
      if (ENCRYPTS) begin : gen_encrypt
        roundel_key_stored_bank #(
          .NumTurns(NUM_TURNS),
          .Rounds(Rounds),
          .FirstIndex(r + 1),
          .Descending(0),
          .KeySlots(KeySlots)
        ) u_bank (
          .clk_i(clk_i),
          .write_i(writing_q),
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
          .NumTurns(NUM_TURNS),
          .Rounds(Rounds),
          .FirstIndex(NUM_ROUNDS - 1 - r),
          .Descending(1),
          .KeySlots(KeySlots)
        ) u_bank (
          .clk_i(clk_i),
          .write_i(writing_q),
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

  logic unused_decrypt;
  assign unused_decrypt = ^decrypt_i;

endmodule : roundel_key_stored
