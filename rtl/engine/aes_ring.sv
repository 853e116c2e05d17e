// SPDX-License-Identifier: Apache-2.0
//
// The ring of `Rounds` hardware rounds through which a block turns Nr / Rounds times.
//
//            entry key                round keys
//                |                   |    |    |
//   block ----> (+) --+--> [reg] --> round 0 .. round R-1 --+--> result (no MixColumns)
//                     ^                                     |
//                     +---------- not finished -------------+
//
// Stages = 1 puts a register in front of every round: R blocks in flight. Stages = 0 has the one in
// front of round 0 alone: one block, R rounds a cycle. Nothing stalls: a block that is accepted
// (`valid_i` and `ready_o`) gives its result aes_pkg::latency() cycles later, on `valid_o`, with
// its tag, in order. `ready_o` is low while the block at the ring's end has turns left; it depends
// on registers alone. The cycle that gives a result also takes the next block: no dead cycle.
//
// Results come straight from the last round: whoever takes them puts the register, and only while
// `valid_o`: at other times `block_o` is the state of a round, from which the key follows.
// `flush_i` drops every block in flight; only valid bits are reset.

module aes_ring #(
  parameter int KeyBits = 128,  // 128, 192 or 256: sets the number of turns
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: 0 or 1
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT,  // aes_pkg::DIRECTION_*
  parameter int KeySlots = 1,  // slots that a block may name
  parameter int TagBits = 1  // carried along with a block
) (
  input  logic                                             clk_i,
  input  logic                                             rst_ni,
  input  logic                                             flush_i,

  input  logic                                             valid_i,
  output logic                                             ready_o,
  input  logic                                             decrypt_i,
  input  logic [        aes_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                              TagBits-1:0] tag_i,
  input  logic [                                    127:0] block_i,
  input  logic [                                    127:0] entry_key_i,

  output logic                                             valid_o,
  output logic [                              TagBits-1:0] tag_o,
  output logic [                                    127:0] block_o,

  // To and from the key schedule, in the same cycle; hardware round 0 in the low bits.
  output logic [                             KeySlots-1:0] slot_busy_o,
  output logic [                             4*Rounds-1:0] turn_o,
  output logic [                               Rounds-1:0] decrypt_o,
  output logic [Rounds*aes_pkg::index_bits(KeySlots)-1:0]  slot_o,
  input  logic [                           128*Rounds-1:0] round_key_i
);

  localparam int NUM_TURNS = aes_pkg::num_turns(KeyBits, Rounds);
  localparam int LENGTH = aes_pkg::ring_length(Rounds, Stages);
  localparam int SLOT_BITS = aes_pkg::index_bits(KeySlots);
  localparam int LAST_TURN = NUM_TURNS - 1;

  // ---- What travels with a block, register by register ------------------------------------------
  logic [LENGTH-1:0] valid_q;
  logic [LENGTH-1:0] decrypt_q;
  logic [4*LENGTH-1:0] turn_q;
  logic [SLOT_BITS*LENGTH-1:0] slot_q;
  logic [TagBits*LENGTH-1:0] tag_q;

  logic end_valid, end_last;
  logic [3:0] end_turn;
  assign end_valid = valid_q[LENGTH-1];
  assign end_turn = turn_q[4*LENGTH-1-:4];
  assign end_last = (NUM_TURNS == 1) ? 1'b1 : end_turn == LAST_TURN[3:0];

  assign ready_o = !end_valid || end_last;
  assign valid_o = end_valid && end_last && !flush_i;
  assign tag_o = tag_q[TagBits*LENGTH-1-:TagBits];

  for (genvar p = 0; p < LENGTH; p++) begin : gen_control
    logic valid_d, decrypt_d;
    logic [3:0] turn_d;
    logic [SLOT_BITS-1:0] slot_d;
    logic [TagBits-1:0] tag_d;

    if (p == 0) begin : gen_entry
      assign valid_d = ready_o ? valid_i : 1'b1;
      assign decrypt_d = ready_o ? decrypt_i : decrypt_q[LENGTH-1];
      assign turn_d = ready_o ? 4'd0 : end_turn + 4'd1;
      assign slot_d = ready_o ? slot_i : slot_q[SLOT_BITS*LENGTH-1-:SLOT_BITS];
      assign tag_d = ready_o ? tag_i : tag_o;
    end else begin : gen_shift
      assign valid_d = valid_q[p-1];
      assign decrypt_d = decrypt_q[p-1];
      assign turn_d = turn_q[4*(p-1)+:4];
      assign slot_d = slot_q[SLOT_BITS*(p-1)+:SLOT_BITS];
      assign tag_d = tag_q[TagBits*(p-1)+:TagBits];
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q[p] <= 1'b0;
      end else begin
        valid_q[p] <= valid_d && !flush_i;
      end
    end

    always_ff @(posedge clk_i) begin
      decrypt_q[p] <= decrypt_d;
      turn_q[4*p+:4] <= turn_d;
      slot_q[SLOT_BITS*p+:SLOT_BITS] <= slot_d;
      tag_q[TagBits*p+:TagBits] <= tag_d;
    end
  end

  for (genvar s = 0; s < KeySlots; s++) begin : gen_slot_busy
    logic [LENGTH-1:0] uses;
    for (genvar p = 0; p < LENGTH; p++) begin : gen_uses
      assign uses[p] = valid_q[p] && slot_q[SLOT_BITS*p+:SLOT_BITS] == s[SLOT_BITS-1:0];
    end
    assign slot_busy_o[s] = |uses;
  end

  // ---- The rounds -------------------------------------------------------------------------------
  logic [128*Rounds-1:0] middle;  // result of each round

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    // The register whose block this round works on.
    localparam int PLACE = (Stages == 0) ? 0 : r;

    logic [127:0] state, last;

    assign turn_o[4*r+:4] = turn_q[4*PLACE+:4];
    assign decrypt_o[r] = decrypt_q[PLACE];
    assign slot_o[SLOT_BITS*r+:SLOT_BITS] = slot_q[SLOT_BITS*PLACE+:SLOT_BITS];

    if (r == 0) begin : gen_entry
      logic [127:0] state_d, state_q;
      if (NUM_TURNS == 1) begin : gen_straight
        assign state_d = block_i ^ entry_key_i;
      end else begin : gen_turning
        assign state_d = ready_o ? block_i ^ entry_key_i : middle[128*Rounds-1-:128];
      end
      always_ff @(posedge clk_i) begin
        state_q <= state_d;
      end
      assign state = state_q;
    end else if (Stages == 0) begin : gen_unrolled
      assign state = middle[128*(r-1)+:128];
    end else begin : gen_stage
      logic [127:0] state_q;
      always_ff @(posedge clk_i) begin
        state_q <= middle[128*(r-1)+:128];
      end
      assign state = state_q;
    end

    aes_round #(
      .Sbox(Sbox),
      .Direction(Direction)
    ) u_round (
      .decrypt_i(decrypt_q[PLACE]),
      .state_i(state),
      .round_key_i(round_key_i[128*r+:128]),
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

endmodule : aes_ring
