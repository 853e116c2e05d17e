// SPDX-License-Identifier: Apache-2.0
//
// Key schedule that expands each key once into a store of `KeySlots` slots, for Stages of 2 or
// more: wires go from one round to the next, and no path has more than two levels of logic.
//
// Loading a key. Hold `key_valid_i`, `key_slot_i`, `key_i` and `key_clear_i` until `key_ready_o`. A
// waiting key keeps new blocks out of its own slot, is taken roundel_engine_pkg::latency() + 4
// cycles later (4 where the slot held no key), and roundel_engine_pkg::key_load_cycles() later
// blocks of that slot enter again. Blocks of other slots never wait. With `key_clear_i` nothing is
// loaded: zeros take the place of the slot's round keys, and its blocks wait for a key.
//
// Giving round keys. `entry_key_o` whitens the block that enters in this cycle. For each hardware
// round encrypt_key_o and decrypt_key_o give the key of the block in its stage
// roundel_engine_pkg::encrypt_key_stage() and decrypt_key_stage(), if the block goes that way; with
// both directions it is zero if not.
//
// The store, where the ring does not turn and there is one slot: a chain of 128-bit registers that
// lies along the rounds and shifts by a place with every round key. After Nr + 1 shifts each key is
// at its round: round key Nr enters at the last round and key 0 is shifted to the entry; for
// decryption the other way round. What shifts them is a wave that runs against the keys, so that
// each register takes its neighbour's key before that one is overwritten; the window of the
// expansion is the neighbour of the first. Else: a write command travels from round to round, and
// each has a RAM, read a stage before its key is used.
//
// Clearing. After reset and after `zeroise_i` roundel_engine_pkg::latency() cycles and a few pass,
// then the store is overwritten with zeros, 3 * Nr + 8 cycles a slot at most. No key is taken and
// no block enters meanwhile.
//
// Method: roundel_key_step, FIPS-197 section 5.2.

module roundel_key_systolic #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R
  parameter int Stages = 2,  // S, 2 or more
  parameter int Cuts = 'h021,  // the round's places with a register
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int KeySlots = 1  // keys held at once, a power of two
) (
  input  logic                                             clk_i,
  input  logic                                             rst_ni,
  input  logic                                             zeroise_i,  // forget every key now

  input  logic                                             key_valid_i,
  output logic                                             key_ready_o,
  input  logic [        roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                              KeyBits-1:0] key_i,
  input  logic                                             key_clear_i,  // forget the slot's key

  output logic                                             ready_o,  // the block may enter
  input  logic                                             entry_decrypt_i,
  input  logic [        roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic [                                    127:0] entry_key_o,

  // Of the block at each position of the ring.
  input  logic [                      4*Rounds*Stages-1:0] turn_i,
  input  logic [                        Rounds*Stages-1:0] decrypt_i,
  input  logic [                        Rounds*Stages-1:0] encrypt_i,  // its complement
  input  logic [Rounds*Stages*roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  output logic [                           128*Rounds-1:0] encrypt_key_o,
  output logic [                           128*Rounds-1:0] decrypt_key_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int NUM_TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(Cuts);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(Cuts);
  // Stage that reads the key: the one before, for a register in between.
  localparam int ENCRYPT_READ = (ENCRYPT_STAGE == 0) ? 0 : ENCRYPT_STAGE - 1;
  localparam int DECRYPT_READ = (DECRYPT_STAGE == 0) ? 0 : DECRYPT_STAGE - 1;

  logic wipe, load, load_next, launch_next, launch, advance;
  logic enable;  // load or advance
  logic [KeySlots-1:0] open;
  logic [SLOT_BITS-1:0] slot;
  logic [3:0] index;
  logic [KeyBits-1:0] window;
  logic [127:0] window_key;
  logic [127:0] entry_encrypt, entry_decrypt;

  assign window_key = window[KeyBits-1-:128];

  logic unused_window;  // what is behind the first four words
  assign unused_window = ^window;

  // Where a block's key is read a stage before its use, the blank is that stage's too.
  logic [Rounds-1:0] blank_encrypt, blank_decrypt;
  for (genvar r = 0; r < Rounds; r++) begin : gen_blank
    if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
      assign blank_encrypt[r] = decrypt_i[r*Stages+ENCRYPT_READ];
      assign blank_decrypt[r] = encrypt_i[r*Stages+DECRYPT_READ];
    end else begin : gen_one
      assign blank_encrypt[r] = 1'b0;
      assign blank_decrypt[r] = 1'b0;
    end
  end

  if (KeySlots == 1) begin : gen_one_slot_open
    assign ready_o = open;
  end else begin : gen_slots_open
    assign ready_o = open[entry_slot_i];
  end

  roundel_key_load_control #(
    .KeyBits(KeyBits),
    .Stages(Stages),
    .StepCycles(roundel_engine_pkg::key_step_cycles(Cuts)),
    .KeySlots(KeySlots)
  ) u_loader (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready_o),
    .key_slot_i(key_slot_i),
    .key_clear_i(key_clear_i),
    .open_o(open),
    .wipe_o(wipe),
    .load_next_o(load_next),
    .load_o(load),
    .launch_next_o(launch_next),
    .launch_o(launch),
    .advance_i(advance),
    .slot_o(slot),
    .index_o(index)
  );

  roundel_key_expander #(
    .KeyBits(KeyBits),
    .Sbox(Sbox),
    .Cuts(Cuts)
  ) u_expander (
    .clk_i(clk_i),
    .clear_i(wipe),
    .load_i(load),
    .key_i(key_i),
    .enable_i(enable),
    .step_i(index),
    .window_o(window)
  );

  if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_entry_both
    assign entry_key_o = entry_decrypt_i ? entry_decrypt : entry_encrypt;
  end else begin : gen_entry_one
    logic unused_direction;
    assign unused_direction = entry_decrypt_i;
    assign entry_key_o = DECRYPTS ? entry_decrypt : entry_encrypt;
  end

  if (NUM_TURNS == 1 && KeySlots == 1) begin : gen_chain
    // Places of a chain from where keys enter it: j holds round key Nr - j in the end.
    logic [Rounds:0] wave_q;
    assign advance = wave_q[0];

    logic enable_q;
    assign enable = enable_q;
    always_ff @(posedge clk_i) begin
      enable_q <= wave_q[1] || load_next;
    end

    always_ff @(posedge clk_i) begin
      wave_q <= {launch, wave_q[Rounds:1]};
    end

    // With both chains the second is shifted a cycle later, so that synthesis does not merge them,
    // which would leave each key far from one of its two rounds.
    logic [128*(Rounds+2)-1:0] encrypt_chain, decrypt_chain;
    assign encrypt_chain[127:0] = window_key;
    assign entry_encrypt = encrypt_chain[128*(Rounds+1)+:128];
    assign entry_decrypt = decrypt_chain[128+:128];

    logic [Rounds:0] decrypt_shift;
    if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_later
      // A wave of its own, as place j of this chain is as far from the other's as can be; its
      // complement, which synthesis does not merge with the other either.
      logic [127:0] window_key_q;
      logic [Rounds:0] none_q, shift_q;
      always_ff @(posedge clk_i) begin
        window_key_q <= window_key;
        none_q <= {!launch, none_q[Rounds:1]};
        shift_q <= ~none_q;
      end
      assign decrypt_chain[127:0] = window_key_q;
      assign decrypt_shift = shift_q;
    end else begin : gen_one_chain
      assign decrypt_chain[127:0] = window_key;
      assign decrypt_shift = wave_q;
    end

    for (genvar j = 0; j <= Rounds; j++) begin : gen_place
      if (ENCRYPTS) begin : gen_encrypt
        roundel_key_ram #(
          .Words(1)
        ) u_bank (
          .clk_i(clk_i),
          .write_i(wave_q[j]),
          .write_index_i(1'b0),
          .write_key_i(encrypt_chain[128*j+:128]),
          .read_index_i(1'b0),
          .read_key_o(encrypt_chain[128*(j+1)+:128])
        );
      end else begin : gen_no_encrypt
        assign encrypt_chain[128*(j+1)+:128] = '0;
      end

      if (DECRYPTS) begin : gen_decrypt
        roundel_key_ram #(
          .Words(1)
        ) u_bank (
          .clk_i(clk_i),
          .write_i(decrypt_shift[j]),
          .write_index_i(1'b0),
          .write_key_i(decrypt_chain[128*j+:128]),
          .read_index_i(1'b0),
          .read_key_o(decrypt_chain[128*(j+1)+:128])
        );
      end else begin : gen_no_decrypt
        assign decrypt_chain[128*(j+1)+:128] = '0;
      end
    end

    for (genvar r = 0; r < Rounds; r++) begin : gen_round
      logic [127:0] encrypt_key, decrypt_key;
      assign encrypt_key = encrypt_chain[128*(Rounds-r)+:128];
      assign decrypt_key = decrypt_chain[128*(r+2)+:128];

      if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
        roundel_zero_gate #(
          .Width(128),
          .Registered((ENCRYPT_STAGE == 0) ? 0 : 1)
        ) u_encrypt (
          .clk_i(clk_i),
          .blank_i(blank_encrypt[r]),
          .data_i(encrypt_key),
          .data_o(encrypt_key_o[128*r+:128])
        );

        roundel_zero_gate #(
          .Width(128),
          .Registered((DECRYPT_STAGE == 0) ? 0 : 1)
        ) u_decrypt (
          .clk_i(clk_i),
          .blank_i(blank_decrypt[r]),
          .data_i(decrypt_key),
          .data_o(decrypt_key_o[128*r+:128])
        );
      end else begin : gen_one
        assign encrypt_key_o[128*r+:128] = encrypt_key;
        assign decrypt_key_o[128*r+:128] = decrypt_key;
      end
    end

    logic unused_inputs;
    assign unused_inputs = ^{launch_next, turn_i, decrypt_i, encrypt_i, slot_i, entry_slot_i, slot,
                             encrypt_chain, decrypt_chain, decrypt_shift, blank_encrypt,
                             blank_decrypt};
  end else begin : gen_memories
    // The command at each round, and the key that goes with the one before.
    logic [Rounds:0] write;
    logic [SLOT_BITS*(Rounds+1)-1:0] write_slot;
    logic [4*(Rounds+1)-1:0] write_index;
    logic [128*(Rounds+1)-1:0] write_key;
    logic [Rounds-1:0] write_q;
    assign advance = launch;

    // 128 bits and more hang on it.
    logic enable_q;
    assign enable = enable_q;
    always_ff @(posedge clk_i) begin
      enable_q <= launch_next || load_next;
    end

    assign write = {write_q, launch};
    assign write_slot[SLOT_BITS-1:0] = slot;
    assign write_index[3:0] = index;
    assign write_key[127:0] = window_key;

    if (ENCRYPTS) begin : gen_entry_encrypt
      roundel_key_stored_bank #(
        .NumTurns(1),
        .Rounds(NUM_ROUNDS),
        .FirstIndex(0),
        .KeySlots(KeySlots),
        .WriteRegister(1)
      ) u_bank (
        .clk_i(clk_i),
        .write_i(write[0]),
        .write_slot_i(write_slot[SLOT_BITS-1:0]),
        .write_index_i(write_index[3:0]),
        .write_key_i(write_key[255:128]),
        .slot_i(entry_slot_i),
        .turn_i(4'd0),
        .blank_i(1'b0),
        .key_o(entry_encrypt)
      );
    end else begin : gen_no_entry_encrypt
      assign entry_encrypt = '0;
    end

    if (DECRYPTS) begin : gen_entry_decrypt
      roundel_key_stored_bank #(
        .NumTurns(1),
        .Rounds(NUM_ROUNDS),
        .FirstIndex(NUM_ROUNDS),
        .KeySlots(KeySlots),
        .WriteRegister(1)
      ) u_bank (
        .clk_i(clk_i),
        .write_i(write[0]),
        .write_slot_i(write_slot[SLOT_BITS-1:0]),
        .write_index_i(write_index[3:0]),
        .write_key_i(write_key[255:128]),
        .slot_i(entry_slot_i),
        .turn_i(4'd0),
        .blank_i(1'b0),
        .key_o(entry_decrypt)
      );
    end else begin : gen_no_entry_decrypt
      assign entry_decrypt = '0;
    end

    always_ff @(posedge clk_i) begin
      write_q <= write[Rounds-1:0];
    end

    for (genvar r = 0; r < Rounds; r++) begin : gen_round
      roundel_pipeline_cut #(
        .Width(SLOT_BITS + 4 + 128)
      ) u_cut_write (
        .clk_i(clk_i),
        .data_i({write_slot[SLOT_BITS*r+:SLOT_BITS], write_index[4*r+:4], write_key[128*r+:128]}),
        .data_o({write_slot[SLOT_BITS*(r+1)+:SLOT_BITS], write_index[4*(r+1)+:4],
                 write_key[128*(r+1)+:128]})
      );

      if (ENCRYPTS) begin : gen_encrypt
        localparam int READ = r * Stages + ENCRYPT_READ;
        roundel_key_stored_bank #(
          .NumTurns(NUM_TURNS),
          .Rounds(Rounds),
          .FirstIndex(r + 1),
          .Descending(0),
          .KeySlots(KeySlots),
          .WriteRegister(1),
          .ReadRegister((ENCRYPT_STAGE == 0) ? 0 : 1)
        ) u_bank (
          .clk_i(clk_i),
          .write_i(write[r]),
          .write_slot_i(write_slot[SLOT_BITS*r+:SLOT_BITS]),
          .write_index_i(write_index[4*r+:4]),
          .write_key_i(write_key[128*(r+1)+:128]),
          .slot_i(slot_i[SLOT_BITS*READ+:SLOT_BITS]),
          .turn_i(turn_i[4*READ+:4]),
          .blank_i(blank_encrypt[r]),
          .key_o(encrypt_key_o[128*r+:128])
        );
      end else begin : gen_no_encrypt
        assign encrypt_key_o[128*r+:128] = '0;
      end

      if (DECRYPTS) begin : gen_decrypt
        localparam int READ = r * Stages + DECRYPT_READ;
        roundel_key_stored_bank #(
          .NumTurns(NUM_TURNS),
          .Rounds(Rounds),
          .FirstIndex(NUM_ROUNDS - 1 - r),
          .Descending(1),
          .KeySlots(KeySlots),
          .WriteRegister(1),
          .ReadRegister((DECRYPT_STAGE == 0) ? 0 : 1)
        ) u_bank (
          .clk_i(clk_i),
          .write_i(write[r]),
          .write_slot_i(write_slot[SLOT_BITS*r+:SLOT_BITS]),
          .write_index_i(write_index[4*r+:4]),
          .write_key_i(write_key[128*(r+1)+:128]),
          .slot_i(slot_i[SLOT_BITS*READ+:SLOT_BITS]),
          .turn_i(turn_i[4*READ+:4]),
          .blank_i(blank_decrypt[r]),
          .key_o(decrypt_key_o[128*r+:128])
        );
      end else begin : gen_no_decrypt
        assign decrypt_key_o[128*r+:128] = '0;
      end
    end

    logic unused_inputs;
    assign unused_inputs = ^{turn_i, decrypt_i, encrypt_i, slot_i, write[Rounds],
                             write_slot[SLOT_BITS*Rounds+:SLOT_BITS], blank_encrypt, blank_decrypt,
                             write_index[4*Rounds+:4]};
  end

endmodule : roundel_key_systolic
