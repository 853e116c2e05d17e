// SPDX-License-Identifier: Apache-2.0
//
// Key schedule whose windows travel beside the blocks, so that each block can have its own key.
//
// Loading a key. Hold `key_valid_i`, `key_i` and `key_clear_i` until `key_ready_o`; blocks that
// enter in later cycles use the new key. No cycle is lost, whatever the ring does.
// - Direction encrypt: taken at once. A key in every cycle, for the block of the next cycle, is
//   full throughput.
// - Direction decrypt or both: the inverse cipher starts from the last window of the expanded key.
//   A waiting key is expanded first, Nr steps of roundel_key_expander; it is taken
// Nr * roundel_engine_pkg::key_step_cycles() + 2 cycles after it came. Blocks go on with the key
// before. With `key_clear_i` blocks wait for another key.
//
// Giving round keys. `entry_key_o` whitens the block that enters in this cycle. Each hardware round
// has registers for the window at the places where it has them for the state, and gives the key of
// the block in the stage that adds it. `turning_i` says that the block at the ring's end stays, and
// so its window; else the window at the entry is that of the key.
//
// Clearing. Two cycles after `zeroise_i` or the release of reset the key is overwritten, and the
// windows follow as the ring flows: the clock must run roundel_engine_pkg::latency() cycles.
//
// Where a round has one register and the ring does not turn, that of a window stands behind its
// step and not in front of it: a round key comes from a register, as the state does.
//
// Method: the windows of roundel_key_step, FIPS-197 section 5.2; backwards for decryption.

module roundel_key_pipelined #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R
  parameter int Stages = 2,  // S
  parameter int Cuts = 'h021,  // the round's places with a register
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT  // roundel_aes_pkg::DIRECTION_*
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               zeroise_i,  // forget the key now

  input  logic               key_valid_i,
  output logic               key_ready_o,
  input  logic [KeyBits-1:0] key_i,
  input  logic               key_clear_i,  // forget the key

  input  logic               turning_i,  // the block at the ring's end stays
  output logic               ready_o,  // a block may enter
  input  logic               entry_decrypt_i,  // direction of the block that enters, if one does
  output logic [      127:0] entry_key_o,

  // Of the block at each position of the ring.
  input  logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] encrypt_i,  // its complement
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int NUM_TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(Cuts);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(Cuts);
  localparam bit AHEAD =
      Stages == 1 && NUM_TURNS == 1 && Direction != roundel_aes_pkg::DIRECTION_BOTH;

  logic open_q;  // not in reset, and what a forgotten key left is overwritten
  logic loaded_q;
  logic take;
  logic [KeyBits-1:0] base;  // window that a block which enters starts from

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
      open_q <= !(take && key_clear_i);
      if (take) begin
        loaded_q <= !key_clear_i;
      end
    end
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

    logic unused_direction;
    assign unused_direction = entry_decrypt_i;
  end else begin : gen_decrypt
    localparam int STEP_CYCLES = roundel_engine_pkg::key_step_cycles(Cuts);
    localparam int LAST_STEP = NUM_ROUNDS - 1;

    // Where a waiting key is: one of these is set.
    logic idle_q, loading_q, expanding_q, taking_q;
    logic wipe_q;
    logic advance_q;
    logic [3:0] left_q;  // cycles to the next step
    logic [3:0] step_q;
    logic last_step_q;
    logic [KeyBits-1:0] window;
    logic [KeyBits-1:0] last_q;  // window Nr

    assign key_ready_o = taking_q && !zeroise_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {idle_q, loading_q, expanding_q, taking_q} <= 4'b1000;
        wipe_q <= 1'b1;
      end else if (zeroise_i || taking_q || !key_valid_i) begin
        {idle_q, loading_q, expanding_q, taking_q} <= 4'b1000;
        wipe_q <= 1'b1;
      end else begin
        idle_q <= idle_q && !open_q;
        loading_q <= idle_q && open_q && !key_clear_i;
        expanding_q <= loading_q || (expanding_q && !(advance_q && last_step_q));
        taking_q <= (idle_q && open_q && key_clear_i) || (expanding_q && advance_q && last_step_q);
        if (idle_q && open_q && !key_clear_i) begin
          wipe_q <= 1'b0;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      advance_q <= expanding_q && left_q == 4'd1;
      last_step_q <= step_q == LAST_STEP[3:0];
      if (loading_q) begin
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
      .KeyBits(KeyBits),
      .Sbox(Sbox),
      .Cuts(Cuts)
    ) u_expander (
      .clk_i(clk_i),
      .clear_i(wipe_q),
      .load_i(loading_q),
      .key_i(key_i),
      .enable_i(loading_q || advance_q),
      .step_i(step_q),
      .window_o(window)
    );

    always_ff @(posedge clk_i) begin
      if (!open_q) begin
        last_q <= '0;
      end else if (take) begin
        last_q <= window;
      end
    end

    if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
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
      logic unused_direction;
      assign unused_direction = entry_decrypt_i;
      assign base = last_q;
    end
  end

  // ---- The windows ------------------------------------------------------------------------------
  logic [KeyBits*(Rounds+1)-1:0] window_at;  // in front of each round

  if (NUM_TURNS == 1) begin : gen_straight
    assign window_at[KeyBits-1:0] = base;

    logic unused_end;
    assign unused_end = ^{turning_i, window_at[KeyBits*Rounds+:KeyBits]};
  end else begin : gen_turning
    assign window_at[KeyBits-1:0] = turning_i ? window_at[KeyBits*Rounds+:KeyBits] : base;
  end

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    // Registers and positions as in roundel_ring.
    localparam int ROUND_CUTS = (Stages != 0) ? Cuts : (r == 0) ?
        1 << roundel_engine_pkg::CUT_ROUND : 0;
    localparam int FIRST = (Stages == 0) ? 0 : r * Stages;

    logic [KeyBits-1:0] window, after, stepped, mixed;
    logic [3:0] turn, step;
    logic backward;

    assign turn = turn_i[4*FIRST+:4];

    if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
      assign backward = decrypt_i[FIRST];
    end else begin : gen_one
      assign backward = Direction == roundel_aes_pkg::DIRECTION_DECRYPT;
    end

    always_comb begin
      step = 4'd0;
      for (int t = 0; t < NUM_TURNS; t++) begin
        if (NUM_TURNS == 1 || turn == 4'(t)) begin
          step = backward ? 4'(NUM_ROUNDS - 1 - t * Rounds - r) : 4'(t * Rounds + r);
        end
      end
    end

    roundel_pipeline_cut #(
      .Width(KeyBits),
      .Present(AHEAD ? 0 : (ROUND_CUTS >> roundel_engine_pkg::CUT_ROUND) & 1)
    ) u_cut_round (
      .clk_i(clk_i),
      .data_i(window_at[KeyBits*r+:KeyBits]),
      .data_o(window)
    );

    roundel_key_step #(
      .KeyBits(KeyBits),
      .Sbox(Sbox),
      .Direction(Direction),
      .Cuts(ROUND_CUTS & roundel_engine_pkg::CUTS_IN_SBOX)
    ) u_key_step (
      .clk_i(clk_i),
      .backward_i(backward),
      .step_i(step),
      .window_i(window),
      .window_o(after)
    );

    roundel_pipeline_cut #(
      .Width(KeyBits),
      .Present(AHEAD ? 1 : 0)
    ) u_cut_ahead (
      .clk_i(clk_i),
      .data_i(after),
      .data_o(stepped)
    );

    roundel_pipeline_cuts #(
      .Width(KeyBits),
      .Cuts(ROUND_CUTS),
      .First(roundel_engine_pkg::CUT_DECRYPT_KEY),
      .Last(roundel_engine_pkg::CUT_MIX)
    ) u_cuts_mix (
      .clk_i(clk_i),
      .data_i(stepped),
      .data_o(mixed)
    );

    roundel_pipeline_cut #(
      .Width(KeyBits),
      .Present((ROUND_CUTS >> roundel_engine_pkg::CUT_KEY) & 1)
    ) u_cut_key (
      .clk_i(clk_i),
      .data_i(mixed),
      .data_o(window_at[KeyBits*(r+1)+:KeyBits])
    );

    if (Direction == roundel_aes_pkg::DIRECTION_BOTH && Stages >= 2) begin : gen_apart
      assign decrypt_key_o[128*r+:128] =
          stepped[KeyBits-1-:128] & {128{!encrypt_i[FIRST+DECRYPT_STAGE]}};
      assign encrypt_key_o[128*r+:128] =
          mixed[KeyBits-1-:128] & {128{!decrypt_i[FIRST+ENCRYPT_STAGE]}};
    end else begin : gen_same
      assign decrypt_key_o[128*r+:128] = stepped[KeyBits-1-:128];
      assign encrypt_key_o[128*r+:128] = mixed[KeyBits-1-:128];
    end
  end

  logic unused_positions;
  assign unused_positions = ^{turn_i, decrypt_i, encrypt_i};

endmodule : roundel_key_pipelined
