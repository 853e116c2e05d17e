// SPDX-License-Identifier: Apache-2.0
//
// Key schedule whose windows travel beside the blocks, so each block can have its own key.
//
// Interface.
// - Loading a key: hold `key_valid_i`, `key_i` and `key_clear_i` until `key_ready_o`. Blocks that
//   enter in later cycles use the new key; no block cycle is lost. With Direction encrypt a key is
//   accepted at once, and a new key in every cycle runs at full throughput. With Direction decrypt
//   or both the schedule first expands a waiting key, because the inverse cipher starts from the
//   last window. The key is accepted Nr * roundel_engine_pkg::key_step_cycles() + 2 cycles later,
//   and blocks meanwhile use the previous key. With `key_clear_i` the key is zeroed instead, and
//   blocks wait for a key.
// - Sets of key sizes: `key_size_i` belongs to the key, and `entry_size_o` is the size of the
//   stored key. A key of a size outside the set clears the key. In a round that a block bypasses
//   the window passes unchanged, and the round key is zero.
// - Round keys: `entry_key_o` whitens the block that enters in this cycle. Each hardware round has
//   window registers at the cut positions of the state registers. The round key belongs to the
//   block in the stage of AddRoundKey. With `turning_i` the block at the end of the ring stays,
//   together with its window; otherwise the entry takes the window of the key.
// - Zeroise and reset: the key is overwritten within two cycles after `zeroise_i` or after the
//   release of reset. The windows follow as the ring shifts: the clock must run for
//   roundel_engine_pkg::latency() cycles.
//
// Method. The windows of roundel_key_step, FIPS-197, section 5.2; backwards for decryption. If a
// round has one register and the ring has one turn, the window register is behind the step, not in
// front. The round key then comes from a register.

module roundel_key_pipelined #(
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // hardware rounds R
  parameter int Stages = 2,  // registers S of a round
  parameter int Cuts = 'h021,  // cut positions with a register, a mask of CUT_*
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT  // roundel_aes_pkg::DIRECTION_*
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  zeroise_i,  // clear the key

  input  logic                  key_valid_i,
  output logic                  key_ready_o,
  input  logic [   KeyBits-1:0] key_i,
  input  logic                  key_clear_i,  // clear the key instead of loading one
  input  logic [           1:0] key_size_i,  // size of key_i; read with a set of key sizes

  input  logic                  turning_i,  // the block at the end of the ring stays
  output logic                  ready_o,  // a block may enter
  input  logic                  entry_decrypt_i,  // direction of a block that enters
  output logic [           1:0] entry_size_o,  // size of the key; 0 without a set
  output logic [         127:0] entry_key_o,

  // The block at each position of the ring.
  input  logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] encrypt_i,  // !decrypt_i
  input  logic [2*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] size_i,
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int NUM_TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(Cuts);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(Cuts);
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit SET = roundel_engine_pkg::is_key_set(KeySizes) != 0;
  localparam bit VARIES = roundel_engine_pkg::has_varying_turns(KeySizes, Rounds) != 0;
  localparam bit AHEAD = Stages == 1 && NUM_TURNS == 1 && !BOTH && !SET;
  localparam bit MASKS_KEYS = BOTH && Stages >= 2;

  // States of the expansion for decryption:
  // IDLE    no key waits, or the last one has just been withdrawn.
  // LOAD    the window of roundel_key_expander is loaded.
  // EXPAND  the window takes Nr steps.
  // TAKE    the key is accepted.
  typedef enum logic [1:0] {IDLE, LOAD, EXPAND, TAKE} state_e;

  logic open_q;  // the key register is not being cleared
  logic loaded_q;
  logic take, clears;
  logic [KeyBits-1:0] base;  // first window of a block that enters

  assign take = key_valid_i && key_ready_o;
  assign ready_o = loaded_q;
  assign entry_key_o = base[KeyBits-1-:128];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 1'b0;
      loaded_q <= 1'b0;
    end else if (zeroise_i) begin
      open_q <= 1'b0;
      loaded_q <= 1'b0;
    end else begin
      open_q <= !(take && clears);
      if (take) begin
        loaded_q <= !clears;
      end
    end
  end

  if (SET) begin : gen_size
    logic [1:0] size_q;
    assign clears =
        key_clear_i || !roundel_engine_pkg::has_key_size(KeySizes, key_size_i);
    assign entry_size_o = size_q;
    always_ff @(posedge clk_i) begin
      if (take) begin
        size_q <= key_size_i;
      end
    end
  end else begin : gen_no_size
    assign clears = key_clear_i;
    assign entry_size_o = 2'd0;

    logic unused_size;
    assign unused_size = ^key_size_i;
  end

  // ---- The key ----------------------------------------------------------------------------------
  if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    logic [KeyBits-1:0] key_q;  // window 0

    assign key_ready_o = open_q && !zeroise_i;
    assign base = key_q;

    always_ff @(posedge clk_i) begin
      if (!open_q) begin
        key_q <= '0;
      end else if (key_valid_i) begin
        key_q <= key_i;
      end
    end
  end else begin : gen_decrypt
    localparam int STEP_CYCLES = roundel_engine_pkg::key_step_cycles(Cuts);
    localparam int LAST = NUM_ROUNDS - 1;
    logic [3:0] last_step;  // number of the key's last step
    assign last_step = SET ? 4'd9 + {1'b0, key_size_i, 1'b0} : LAST[3:0];

    state_e state_q;
    logic wipe_q;  // zero the window
    logic advance_q;  // the window takes a step
    logic [3:0] left_q;  // cycles to the next step
    logic [3:0] step_q;  // number of the next step
    logic loading, expanding, expanded;
    logic last_step_q;
    logic [KeyBits-1:0] window;
    logic [KeyBits-1:0] last_q;  // window Nr

    assign loading = state_q == LOAD;
    assign expanding = state_q == EXPAND;
    assign expanded = advance_q && last_step_q;
    assign key_ready_o = state_q == TAKE && !zeroise_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        state_q <= IDLE;
        wipe_q <= 1'b1;
      end else if (zeroise_i || !key_valid_i) begin
        state_q <= IDLE;
        wipe_q <= 1'b1;
      end else begin
        case (state_q)
          IDLE: begin
            if (open_q) begin
              state_q <= clears ? TAKE : LOAD;
              wipe_q <= clears;
            end
          end

          LOAD: begin
            state_q <= EXPAND;
          end

          EXPAND: begin
            if (expanded) state_q <= TAKE;
          end

          default: begin  // TAKE
            state_q <= IDLE;
            wipe_q <= 1'b1;
          end
        endcase
      end
    end

    always_ff @(posedge clk_i) begin
      advance_q <= expanding && left_q == 4'd1;
      last_step_q <= step_q == last_step;
      if (loading) begin
        left_q <= 4'(STEP_CYCLES - 1);
        step_q <= 4'd0;
      end else begin
        left_q <= advance_q ? 4'(STEP_CYCLES - 1) : left_q - 4'd1;
        if (advance_q) begin
          step_q <= step_q + 4'd1;
        end
      end
    end

    roundel_key_expander #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Sbox(Sbox), .Cuts(Cuts)
    ) u_expander (
      .clk_i,
      .clear_i(wipe_q),
      .load_i(loading),
      .key_i,
      .enable_i(loading || advance_q),
      .step_i(step_q),
      .size_i(key_size_i),
      .window_o(window)
    );

    always_ff @(posedge clk_i) begin
      if (!open_q) begin
        last_q <= '0;
      end else if (take) begin
        last_q <= window;
      end
    end

    if (BOTH) begin : gen_both
      logic [KeyBits-1:0] key_q;  // window 0
      always_ff @(posedge clk_i) begin
        if (!open_q) begin
          key_q <= '0;
        end else if (take) begin
          key_q <= key_i;
        end
      end
      assign base = entry_decrypt_i ? last_q : key_q;
    end else begin : gen_one
      assign base = last_q;
    end
  end

  // ---- The windows ------------------------------------------------------------------------------
  // The window in front of each round, and the last window. Without split_var, Verilator 5.006
  // reports a combinational loop.
  logic [KeyBits*(Rounds+1)-1:0] window_at  /* verilator split_var */;

  assign window_at[KeyBits-1:0] =
      (NUM_TURNS != 1 && turning_i) ? window_at[KeyBits*Rounds+:KeyBits] : base;

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    // Registers and positions as in roundel_ring.
    localparam int ROUND_CUTS = (Stages != 0) ? Cuts : (r == 0) ?
        1 << roundel_engine_pkg::CUT_ROUND : 0;
    localparam int FIRST = (Stages == 0) ? 0 : r * Stages;

    logic [KeyBits-1:0] window, after, stepped, mixed;
    logic [3:0] turn, step;
    logic backward, blank_decrypt, blank_encrypt;
    // A block of a smaller key bypasses the round: in the first stage, and in those of AddRoundKey.
    logic bypasses, bypasses_decrypt, bypasses_encrypt;
    logic [1:0] size;
    logic [3:0] skipped;
    assign size = size_i[2*FIRST+:2];
    assign skipped = SET ? roundel_engine_pkg::skipped_rounds(KeyBits, size) : 4'd0;

    if (SET && !VARIES && r < 4) begin : gen_bypass
      logic [2:0] bypass;
      assign {bypasses_encrypt, bypasses_decrypt, bypasses} = bypass;
      for (genvar k = 0; k < 3; k++) begin : gen_stage
        localparam int POSITION = (k == 0) ? FIRST : (k == 1) ? FIRST + DECRYPT_STAGE :
            FIRST + ENCRYPT_STAGE;
        assign bypass[k] = turn_i[4*POSITION+:4] == 4'd0
            && roundel_engine_pkg::skipped_rounds(KeyBits, size_i[2*POSITION+:2]) > r[3:0];
      end
    end else begin : gen_no_bypass
      assign {bypasses, bypasses_decrypt, bypasses_encrypt} = 3'b000;
    end

    assign turn = turn_i[4*FIRST+:4];
    assign backward = BOTH ? decrypt_i[FIRST] : !ENCRYPTS;

    always_comb begin
      step = 4'd0;
      for (int t = 0; t < NUM_TURNS; t++) begin
        if (NUM_TURNS == 1 || turn == 4'(t)) begin
          step = backward ? 4'(NUM_ROUNDS - 1 - t * Rounds - r) : 4'(t * Rounds + r) - skipped;
        end
      end
    end

    roundel_pipeline_cut #(
      .Width(KeyBits),
      .Present(!AHEAD && ROUND_CUTS[roundel_engine_pkg::CUT_ROUND])
    ) u_cut_round (
      .clk_i,
      .data_i(window_at[KeyBits*r+:KeyBits]),
      .data_o(window)
    );

    if (!SET) begin : gen_one_size
      roundel_key_step #(
        .KeyBits(KeyBits), .Sbox(Sbox), .Direction(Direction),
        .Cuts(ROUND_CUTS & roundel_engine_pkg::CUTS_IN_SBOX)
      ) u_key_step (
        .clk_i,
        .backward_i(backward),
        .step_i(step),
        .window_i(window),
        .window_o(after)
      );

      logic unused_signals;
      assign unused_signals = ^{bypasses, size};
    end else begin : gen_set
      logic [KeyBits-1:0] made;
      roundel_key_set_step #(
        .KeyBits(KeyBits), .KeySizes(KeySizes), .Sbox(Sbox), .Direction(Direction),
        .Cuts(ROUND_CUTS & roundel_engine_pkg::CUTS_IN_SBOX)
      ) u_key_step (
        .clk_i,
        .backward_i(backward),
        .step_i(step),
        .size_i(size),
        .window_i(window),
        .window_o(made)
      );

      if (!VARIES && r < 4) begin : gen_pass
        logic [KeyBits-1:0] passed;
        logic passes;
        roundel_pipeline_cuts #(
          .Width(KeyBits + 1),
          .Cuts(ROUND_CUTS & roundel_engine_pkg::CUTS_IN_SBOX)
        ) u_cuts_pass (
          .clk_i,
          .data_i({window, bypasses}),
          .data_o({passed, passes})
        );
        assign after = passes ? passed : made;
      end else begin : gen_step
        assign after = made;

        logic unused_signals;
        assign unused_signals = bypasses;
      end
    end

    roundel_pipeline_cut #(.Width(KeyBits), .Present(AHEAD)) u_cut_ahead (
      .clk_i,
      .data_i(after),
      .data_o(stepped)
    );

    roundel_pipeline_cuts #(
      .Width(KeyBits),
      .Cuts(ROUND_CUTS),
      .First(roundel_engine_pkg::CUT_DECRYPT_KEY),
      .Last(roundel_engine_pkg::CUT_MIX)
    ) u_cuts_mix (
      .clk_i,
      .data_i(stepped),
      .data_o(mixed)
    );

    roundel_pipeline_cut #(
      .Width(KeyBits),
      .Present(ROUND_CUTS[roundel_engine_pkg::CUT_KEY])
    ) u_cut_key (
      .clk_i,
      .data_i(mixed),
      .data_o(window_at[KeyBits*(r+1)+:KeyBits])
    );

    // With both directions the key of the other direction is zero.
    assign blank_decrypt = MASKS_KEYS && 1'(encrypt_i >> (FIRST + DECRYPT_STAGE));
    assign blank_encrypt = MASKS_KEYS && 1'(decrypt_i >> (FIRST + ENCRYPT_STAGE));
    assign decrypt_key_o[128*r+:128] = stepped[KeyBits-1-:128]
        & {128{!blank_decrypt && !bypasses_decrypt}};
    assign encrypt_key_o[128*r+:128] = mixed[KeyBits-1-:128]
        & {128{!blank_encrypt && !bypasses_encrypt}};
  end

  logic unused_inputs;  // positions between the rounds' first ones, and what one direction ignores
  assign unused_inputs = ^{turn_i, entry_decrypt_i, size_i};

endmodule : roundel_key_pipelined
