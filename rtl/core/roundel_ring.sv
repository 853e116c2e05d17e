// SPDX-License-Identifier: Apache-2.0
//
// The ring of `Rounds` hardware rounds through which a block turns Nr / Rounds times.
//
//            entry key           round keys
//                |              |         |
//   block ----> (+) --+--> [ round 0 ... round R-1 ] --+--> result (no MixColumns)
//                     ^                                |
//                     +--------- not finished ---------+
//
// Every round has Stages = S registers at the places of `RoundCuts` (roundel_engine_pkg), the first
// in front of it: R * S blocks in flight. Stages = 0 has the one in front of round 0 alone: one
// block, R rounds a cycle. Nothing stalls: a block that is accepted (`valid_i` and `ready_o`) gives
// its result roundel_engine_pkg::latency() cycles later, on `valid_o`, with its tag, in order.
// `ready_o` is low while the block at the ring's end has turns left; it depends on registers alone.
// The cycle that gives a result also takes the next block: no dead cycle.
//
// With Stages of 2 or more `ready_o` is a register, low also in the cycle after one with `hold_i`.
//
// Position r * S + s is stage s of hardware round r; what travels with the block at each position
// is shown to the key schedule, which gives the round keys of the stages that read them
// (roundel_engine_pkg::encrypt_key_stage(), roundel_engine_pkg::decrypt_key_stage()) in the same
// cycle.
//
// Results come straight from the last round: whoever takes them puts the register, and only while
// `valid_o`: at other times `block_o` is the state of a round, from which the key follows.
// `flush_i` drops every block in flight, and one that is accepted in the same cycle. With Stages of
// 2 or more they run to their end unseen, from the next cycle on, and `ready_o` is low meanwhile
// (roundel_ring_drain); the same follows a reset. So with Stages of 2 or more and one turn valid
// bits have no reset: as the only ones with an asynchronous one they were placed far from the data
// that they go with. In other rings they have. What travels beside them never has.

module roundel_ring #(
  parameter int KeyBits = 128,  // 128, 192 or 256: sets the number of turns
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  parameter int RoundCuts = 0,  // their places, a mask; 0: roundel_engine_pkg::best_cuts()
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int KeySlots = 1,  // slots that a block may name
  parameter int TagBits = 1  // carried along with a block
) (
  input  logic                                             clk_i,
  input  logic                                             rst_ni,
  input  logic                                             flush_i,

  input  logic                                             hold_i,
  input  logic                                             valid_i,
  output logic                                             ready_o,
  input  logic                                             decrypt_i,
  input  logic [        roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                              TagBits-1:0] tag_i,
  input  logic [                                    127:0] block_i,
  input  logic [                                    127:0] entry_key_i,

  output logic                                             valid_o,
  output logic                                             empty_o,  // its complement
  output logic [                              TagBits-1:0] tag_o,
  output logic [                                    127:0] block_o,

  output logic                                             stays_o,  // the end's block re-enters
  // The block at each position, position 0 in the low bits.
  output logic [  roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] valid_at_o,
  output logic [4*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] turn_at_o,
  output logic [  roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_at_o,
  // its complement
  output logic [  roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] encrypt_at_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)*roundel_engine_pkg::ring_length(Rounds,
      Stages)-1:0] slot_at_o,
  // Round keys by hardware round, round 0 in the low bits; with Stages of 2 or more zero for a
  // block of the other direction.
  input  logic [                           128*Rounds-1:0] encrypt_key_i,
  input  logic [                           128*Rounds-1:0] decrypt_key_i
);

  localparam int NUM_TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_TURN = NUM_TURNS - 1;
  localparam int CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);

  // ---- What travels with a block, position by position ------------------------------------------
  logic [LENGTH-1:0] valid_q;
  logic [LENGTH-1:0] decrypt_q;
  logic [LENGTH-1:0] encrypt_q;  // its complement, for half of the loads
  logic [4*LENGTH-1:0] turn_q;
  logic [SLOT_BITS*LENGTH-1:0] slot_q;
  logic [TagBits*LENGTH-1:0] tag_q;

  logic end_valid, end_last;
  logic stays, stays_next;  // the block at the end has turns left
  logic clear;  // every position
  logic [3:0] end_turn;
  assign end_valid = valid_q[LENGTH-1];
  assign end_turn = turn_q[4*LENGTH-1-:4];

  logic last_next;  // end_last of the next cycle, where there are positions
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
    // Known a position earlier, so that the entry's multiplexer hangs on a register.
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

    logic unused_inputs;
    assign unused_inputs = ^{stays_next, last_next, hold_i};
  end else begin : gen_drain
    // Whether there is a result is known a position earlier, and its complement is a register too:
    // 128 bits hang on it.
    logic dropping_next, ready_q, result, result_q, empty_q;
    assign result = valid_q[LENGTH-2] && last_next && !dropping_next;
    assign empty_o = empty_q;
    assign clear = 1'b0;
    assign ready_o = ready_q;
    assign valid_o = result_q;

    roundel_ring_drain #(
      .NumRounds(roundel_engine_pkg::num_rounds(KeyBits)),
      .Stages(Stages)
    ) u_drain (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
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

    logic unused_end;
    assign unused_end = ^{end_valid, end_last, clear};
  end

  assign tag_o = tag_q[TagBits*LENGTH-1-:TagBits];
  assign stays_o = stays;
  assign valid_at_o = valid_q;
  assign turn_at_o = turn_q;
  assign decrypt_at_o = decrypt_q;
  assign encrypt_at_o = encrypt_q;
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
      assign turn_d = stays ? end_turn + 4'd1 : 4'd0;
      assign slot_d = stays ? slot_q[SLOT_BITS*LENGTH-1-:SLOT_BITS] : slot_i;
      assign tag_d = stays ? tag_o : tag_i;
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

  // ---- The rounds -------------------------------------------------------------------------------
  logic [128*Rounds-1:0] middle;  // result of each round

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    // Without stages, one register in front of round 0 serves all rounds.
    localparam int ROUND_CUTS = (Stages != 0) ? CUTS : (r == 0) ?
        1 << roundel_engine_pkg::CUT_ROUND : 0;
    localparam int NUM_STAGES = roundel_engine_pkg::num_stages(ROUND_CUTS);
    localparam int FIRST = (Stages == 0) ? 0 : r * Stages;

    logic [127:0] state, last;

    if (r > 0) begin : gen_next
      assign state = middle[128*(r-1)+:128];
    end else if (NUM_TURNS == 1) begin : gen_straight
      assign state = block_i ^ entry_key_i;
    end else begin : gen_turning
      assign state = stays ? middle[128*Rounds-1-:128] : block_i ^ entry_key_i;
    end

    roundel_round #(
      .Sbox(Sbox),
      .Direction(Direction),
      .Cuts(ROUND_CUTS),
      .UnusedKeyIsZero((Stages >= 2) ? 1 : 0)
    ) u_round (
      .clk_i(clk_i),
      .decrypt_i(decrypt_q[FIRST+:NUM_STAGES]),
      .encrypt_i(encrypt_q[FIRST+:NUM_STAGES]),
      .state_i(state),
      .encrypt_key_i(encrypt_key_i[128*r+:128]),
      .decrypt_key_i(decrypt_key_i[128*r+:128]),
      .middle_o(middle[128*r+:128]),
      .last_o(last)
    );

    if (r == Rounds - 1) begin : gen_result
      assign block_o = last;
    end else begin : gen_not_last
      logic unused_last;
      assign unused_last = ^last;
    end
  end

  if (NUM_TURNS == 1) begin : gen_no_turn
    logic unused_turn;
    assign unused_turn = ^{end_turn, middle[128*Rounds-1-:128]};
  end

endmodule : roundel_ring
