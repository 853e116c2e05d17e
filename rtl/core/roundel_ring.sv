// SPDX-License-Identifier: Apache-2.0
//
// The ring of `Rounds` hardware rounds that a block passes Nr / Rounds times (turns).
//
//            entry key           round keys
//                |              |         |
//   block ----> (+) --+--> [ round 0 ... round R-1 ] --+--> result (no MixColumns)
//                     ^                                |
//                     +--------- turns left -----------+
//
// Interface.
// - Blocks: a block is accepted in a cycle with `valid_i` and `ready_o`. Its result and tag are on
//   `block_o` and `tag_o` with `valid_o` exactly roundel_engine_pkg::latency() cycles later, in
//   order. There is no back-pressure. `ready_o` is low while the block at the end of the ring has
//   turns left; `ready_o` depends on registers alone. The cycle that gives a result also accepts
//   the next block. With Stages of 2 or more `ready_o` is a register, and also low in the cycle
//   after `hold_i`.
// - Results: `block_o` comes from the last round without a register. Without `valid_o` it is the
//   state of a round, from which the key can be computed, so the user must register it only with
//   `valid_o`.
// - Keys: position r * S + s is stage s of hardware round r. The module gives the valid bit, turn,
//   direction and slot of each position to the key schedule, which answers with the round keys in
//   the same cycle (roundel_engine_pkg::encrypt_key_stage() and decrypt_key_stage()).
// - Many slots: with roundel_engine_pkg::entry_cycles() of E above 0 the schedule answers E cycles
//   later, also with `entry_key_i`. The data of a block is therefore E positions behind the
//   control of the block that the module gives to the schedule.
// - Key sizes: `size_i` is the size of the entering block's key. With one or two hardware rounds
//   the block starts in a later turn and takes size_latency() cycles, so blocks can leave in
//   another order. With more hardware rounds each block takes the latency of the largest key: the
//   block enters behind the bypassed rounds (roundel_bypass), whose round keys are zero.
// - Flush: `flush_i` drops every block in flight, and a block that is accepted in the same cycle.
//   With Stages of 2 or more the blocks run to their end and are dropped there, and `ready_o` is
//   low for as long (roundel_ring_drain). A reset does the same.
//
// Structure. Each round has S = Stages registers at the cut positions of `RoundCuts`, so R * S
// blocks are in flight. Stages = 0 has one register in front of round 0: one block in flight and R
// rounds in a cycle. With Stages of 2 or more and one turn, valid bits have no reset: as the only
// registers with an asynchronous reset they were placed far from their data. Other rings reset the
// valid bits. Data has no reset.

`include "roundel_contract.svh"

module roundel_ring #(
  parameter int KeyBits = 128,  // 128, 192 or 256: sets the number of turns
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // hardware rounds R, a divisor of Nr
  parameter int Stages = 1,  // registers S of a round, 0 to 13
  parameter int RoundCuts = 0,  // their cut positions, a mask; 0: roundel_engine_pkg::best_cuts()
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int KeySlots = 1,  // key slots
  parameter int TagBits = 1  // width of a block's tag
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  flush_i,  // drop every block

  input  logic                  hold_i,  // no block in the next cycle; Stages >= 2
  input  logic                  valid_i,
  output logic                  ready_o,
  input  logic                  decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [           1:0] size_i,  // size of the slot's key; read with a set of key sizes
  input  logic [   TagBits-1:0] tag_i,
  input  logic [         127:0] block_i,
  input  logic [         127:0] entry_key_i,

  output logic                  valid_o,
  output logic                  empty_o,  // complement of valid_o
  output logic [   TagBits-1:0] tag_o,
  output logic [         127:0] block_o,

  output logic                  stays_o,  // the block at the end has turns left
  // The block at each position; position 0 in the low bits.
  output logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_at_o,
  output logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_at_o,
  output logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_at_o,
  output logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] encrypt_at_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_at_o,
  output logic [2*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] size_at_o,
  // Round keys by hardware round, round 0 in the low bits. With Direction both and Stages of 2 or
  // more, the round key is zero for a block of the other direction.
  input  logic [128*Rounds-1:0] encrypt_key_i,
  input  logic [128*Rounds-1:0] decrypt_key_i
);

  localparam int NUM_TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_TURN = NUM_TURNS - 1;
  // Cycles from a block's control to its data, and the positions of control: the ring, and the
  // positions behind the ring that only data still passes.
  localparam int ENTRY = roundel_engine_pkg::entry_cycles(KeySlots);
  localparam int CONTROL = LENGTH + ENTRY;
  localparam bit SET = roundel_engine_pkg::is_key_set(KeySizes) != 0;
  localparam bit VARIES = roundel_engine_pkg::has_varying_turns(KeySizes, Rounds) != 0;
  localparam int CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);

  // A block of a smaller key starts in a later turn.
  logic [3:0] first_turn;
  if (VARIES) begin : gen_first_turn
    logic [3:0] skipped;
    assign skipped = roundel_engine_pkg::skipped_rounds(KeyBits, size_i);
    assign first_turn = (Rounds == 1) ? skipped : {1'b0, skipped[3:1]};
  end else begin : gen_turn_0
    assign first_turn = 4'd0;
  end

  // ---- Control of a block, position by position -------------------------------------------------
  logic [LENGTH-1:0] valid_q;
  logic [CONTROL-1:0] decrypt_q;
  logic [CONTROL-1:0] encrypt_q;  // complement of decrypt_q, to share the loads
  logic [4*CONTROL-1:0] turn_q;
  logic [SLOT_BITS*LENGTH-1:0] slot_q;
  logic [TagBits*CONTROL-1:0] tag_q;

  logic end_valid, end_last;
  logic stays, stays_next;  // the block at the end has turns left
  logic clear;  // clear every valid bit
  logic [3:0] end_turn;
  assign end_valid = valid_q[LENGTH-1];
  assign end_turn = turn_q[4*(LENGTH-1)+:4];

  logic last_next;  // end_last of the next cycle, if LENGTH > 1
  if (NUM_TURNS == 1) begin : gen_one_turn
    assign end_last = 1'b1;
    assign last_next = 1'b1;
    assign stays = 1'b0;
    assign stays_next = 1'b0;
  end else if (LENGTH == 1) begin : gen_one_position
    assign end_last = end_turn == LAST_TURN[3:0];
    assign last_next = 1'b0;  // not read
    assign stays = end_valid && !end_last;
    assign stays_next = 1'b0;  // not read
  end else begin : gen_positions
    // Computed a position earlier, so a register drives the entry's multiplexer.
    logic last_q, stays_q, last_d;
    assign stays_next = valid_q[LENGTH-2] && !last_d && !clear;
    assign last_d = turn_q[4*LENGTH-5-:4] == LAST_TURN[3:0];
    always_ff @(posedge clk_i) begin
      last_q <= last_d;
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        stays_q <= 1'b0;
      end else begin
        stays_q <= stays_next;
      end
    end
    assign end_last = last_q;
    assign last_next = last_d;
    assign stays = stays_q;
  end

  if (Stages < 2) begin : gen_clear
    assign clear = flush_i;
    assign ready_o = !stays;
    assign valid_o = end_valid && end_last && !clear;
    assign empty_o = !valid_o;
  end else begin : gen_drain
    // valid_o is computed a position earlier. The complement of valid_o has a separate register,
    // which drives 128 bits.
    logic dropping_next, ready_q, result, result_q, empty_q;
    assign result = valid_q[LENGTH-2] && last_next && !dropping_next;
    assign clear = 1'b0;
    assign ready_o = ready_q;

    roundel_ring_drain #(
      .NumRounds(roundel_engine_pkg::num_rounds(KeyBits)),
      .Stages(Stages)
    ) u_drain (
      .clk_i, .rst_ni,
      .start_i(flush_i),
      .next_o(dropping_next)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ready_q <= 1'b0;
        result_q <= 1'b0;
        empty_q <= 1'b1;
      end else begin
        result_q <= result;
        empty_q <= !result;
        ready_q <= !stays_next && !dropping_next && !hold_i;
      end
    end

    if (ENTRY == 0) begin : gen_result
      assign valid_o = result_q;
      assign empty_o = empty_q;
    end else begin : gen_late_result
      logic [ENTRY-1:0] late_result_q, late_empty_q;
      assign valid_o = late_result_q[ENTRY-1];
      assign empty_o = late_empty_q[ENTRY-1];
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          late_result_q <= '0;
          late_empty_q <= '1;
        end else begin
          late_result_q <= ENTRY'({late_result_q, result_q}) & {ENTRY{!dropping_next}};
          late_empty_q <= ENTRY'({late_empty_q, empty_q}) | {ENTRY{dropping_next}};
        end
      end
    end
  end

  assign tag_o = tag_q[TagBits*CONTROL-1-:TagBits];
  assign stays_o = stays;
  assign valid_at_o = valid_q;
  assign turn_at_o = turn_q[4*LENGTH-1:0];
  assign decrypt_at_o = decrypt_q[LENGTH-1:0];
  assign encrypt_at_o = encrypt_q[LENGTH-1:0];
  assign slot_at_o = slot_q;

  for (genvar p = 0; p < LENGTH; p++) begin : gen_control
    logic valid_d, decrypt_d, encrypt_d;
    logic [3:0] turn_d;
    logic [SLOT_BITS-1:0] slot_d;
    logic [TagBits-1:0] tag_d;

    if (p == 0) begin : gen_entry
      assign valid_d = stays || (valid_i && ready_o);
      assign decrypt_d = stays ? decrypt_q[LENGTH-1] : decrypt_i;
      assign encrypt_d = !decrypt_d;
      assign turn_d = stays ? end_turn + 4'd1 : first_turn;
      assign slot_d = stays ? slot_q[SLOT_BITS*LENGTH-1-:SLOT_BITS] : slot_i;
      assign tag_d = stays ? tag_q[TagBits*(LENGTH-1)+:TagBits] : tag_i;
    end else begin : gen_shift
      assign valid_d = valid_q[p-1];
      assign decrypt_d = decrypt_q[p-1];
      assign encrypt_d = encrypt_q[p-1];
      assign turn_d = turn_q[4*(p-1)+:4];
      assign slot_d = slot_q[SLOT_BITS*(p-1)+:SLOT_BITS];
      assign tag_d = tag_q[TagBits*(p-1)+:TagBits];
    end

    if (NUM_TURNS == 1 && Stages >= 2) begin : gen_drained
      always_ff @(posedge clk_i) begin
        valid_q[p] <= valid_d;
      end
    end else begin : gen_reset
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          valid_q[p] <= 1'b0;
        end else begin
          valid_q[p] <= valid_d && !clear;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      decrypt_q[p] <= decrypt_d;
      encrypt_q[p] <= encrypt_d;
      turn_q[4*p+:4] <= turn_d;
      slot_q[SLOT_BITS*p+:SLOT_BITS] <= slot_d;
      tag_q[TagBits*p+:TagBits] <= tag_d;
    end
  end

  logic [2*CONTROL-1:0] sizes;
  assign size_at_o = sizes[2*LENGTH-1:0];
  if (SET) begin : gen_sizes
    logic [2*CONTROL-1:0] size_q;
    assign sizes = size_q;
    always_ff @(posedge clk_i) begin
      size_q[1:0] <= stays ? size_q[2*LENGTH-1-:2] : size_i;
      for (int p = 1; p < CONTROL; p++) begin
        size_q[2*p+:2] <= size_q[2*(p-1)+:2];
      end
    end
  end else begin : gen_one_size
    assign sizes = '0;

    logic unused_size;
    assign unused_size = ^size_i;
  end

  // ---- Control of the data ----------------------------------------------------------------------
  // The block that enters the rounds now, and the block at each position of the data.
  logic [127:0] entry_block;
  logic entry_stays;  // the block comes from the end of the ring
  logic entry_decrypt;
  logic [1:0] entry_size;
  logic [LENGTH-1:0] data_decrypt, data_encrypt;
  logic [4*LENGTH-1:0] data_turn;
  logic [2*LENGTH-1:0] data_size;
  assign data_decrypt = decrypt_q[CONTROL-1:ENTRY];
  assign data_encrypt = encrypt_q[CONTROL-1:ENTRY];
  assign data_turn = turn_q[4*CONTROL-1:4*ENTRY];
  assign data_size = sizes[2*CONTROL-1:2*ENTRY];

  if (ENTRY == 0) begin : gen_entry_now
    assign entry_block = block_i;
    assign entry_stays = stays;
    assign entry_decrypt = decrypt_i;
    assign entry_size = size_i;
  end else begin : gen_entry_late
    localparam int LAST = ENTRY - 1;
    logic [ENTRY-1:0] stays_q;
    logic [128*ENTRY-1:0] block_q;
    assign entry_block = block_q[128*ENTRY-1-:128];
    assign entry_stays = stays_q[LAST];
    assign entry_decrypt = decrypt_q[LAST];
    assign entry_size = sizes[2*LAST+:2];

    // With several turns `stays` has a reset, so stays_q is known after ENTRY cycles of reset or
    // drain.
    always_ff @(posedge clk_i) begin
      stays_q <= ENTRY'({stays_q, stays});
      block_q <= (128 * ENTRY)'({block_q, block_i});
    end

    for (genvar p = LENGTH; p < CONTROL; p++) begin : gen_tail
      always_ff @(posedge clk_i) begin
        decrypt_q[p] <= decrypt_q[p-1];
        encrypt_q[p] <= encrypt_q[p-1];
        turn_q[4*p+:4] <= turn_q[4*(p-1)+:4];
        tag_q[TagBits*p+:TagBits] <= tag_q[TagBits*(p-1)+:TagBits];
      end
    end
  end

  // With equal latency a block of a smaller key enters behind the bypassed rounds.
  logic [127:0] entry_state;
  logic [128*Rounds-1:0] inject;
  if (SET && !VARIES) begin : gen_bypass
    logic [LENGTH-1:0] first_at;
    for (genvar p = 0; p < LENGTH; p++) begin : gen_first
      assign first_at[p] = data_turn[4*p+:4] == 4'd0;
    end
    assign entry_state = (roundel_engine_pkg::skipped_rounds(KeyBits, entry_size) != 4'd0) ? '0 :
        entry_block ^ entry_key_i;

    roundel_bypass #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages), .Cuts(CUTS),
      .Direction(Direction)
    ) u_bypass (
      .clk_i, .rst_ni,
      .state_i(entry_block ^ entry_key_i),
      .first_i(!entry_stays),
      .decrypt_i(entry_decrypt),
      .size_i(entry_size),
      .first_at_i(first_at),
      .decrypt_at_i(data_decrypt),
      .size_at_i(data_size),
      .inject_o(inject)
    );
  end else begin : gen_no_bypass
    assign entry_state = entry_block ^ entry_key_i;
    assign inject = '0;
  end

  // ---- The rounds -------------------------------------------------------------------------------
  logic [128*Rounds-1:0] middle;  // result of each round with MixColumns
  logic [128*Rounds-1:0] lasts;  // result of each round without MixColumns
  assign block_o = lasts[128*Rounds-1-:128];

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    // With Stages = 0 one register, in front of round 0, serves all rounds.
    localparam int ROUND_CUTS = (Stages != 0) ? CUTS : (r == 0) ?
        1 << roundel_engine_pkg::CUT_ROUND : 0;
    localparam int NUM_STAGES = roundel_engine_pkg::num_stages(ROUND_CUTS);
    localparam int FIRST = (Stages == 0) ? 0 : r * Stages;

    logic [127:0] state;

    if (r > 0) begin : gen_next
      assign state = middle[128*(r-1)+:128];
    end else begin : gen_entry
      assign state = (NUM_TURNS != 1 && entry_stays) ? middle[128*Rounds-1-:128] : entry_state;
    end

    roundel_round #(
      .Sbox(Sbox), .Direction(Direction),
      .Cuts(ROUND_CUTS),
      .UnusedKeyIsZero(Stages >= 2),
      .Injects(SET && !VARIES && (r == 1 || r == 3))
    ) u_round (
      .clk_i,
      .decrypt_i(data_decrypt[FIRST+:NUM_STAGES]),
      .encrypt_i(data_encrypt[FIRST+:NUM_STAGES]),
      .state_i(state),
      .encrypt_key_i(encrypt_key_i[128*r+:128]),
      .decrypt_key_i(decrypt_key_i[128*r+:128]),
      .inject_i(inject[128*r+:128]),
      .middle_o(middle[128*r+:128]),
      .last_o(lasts[128*r+:128])
    );
  end

  logic unused_signals;  // only some shapes read these; no round but the last gives a result
  assign unused_signals = ^{lasts, end_valid, end_turn, end_last, stays_next, last_next, hold_i,
                            clear, data_turn, data_size, entry_decrypt, entry_size};

  `ROUNDEL_CONTRACT(one_of_valid_and_empty, clk_i, rst_ni, empty_o == !valid_o)
  `ROUNDEL_CONTRACT(no_entry_while_turning, clk_i, rst_ni, !(stays && ready_o))

endmodule : roundel_ring
