// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_ring is a delay line: an accepted block returns its tag with `valid_o`
// exactly LATENCY cycles later, unless a flush or a reset came meanwhile.
//
// No other result appears. The ring is ready while no block with turns left is at the end.
// Exceptions are the cycle after `hold_i` and, with Stages of 2 or more, the LATENCY + 1 cycles
// after a flush or a reset. Unbounded, with flushes and resets at any time.
//
// Method. A flush does not clear a ring with Stages of 2 or more: the blocks run to the end and are
// dropped there. The specification therefore has two delay lines, with and without the flush, and
// counts the cycles since the flush. A reset does not clear a ring of a single turn; its initial
// contents are therefore arbitrary. Rounds are stubs. Wires named u_dut.* are registers of the
// design (hierconn); their relation to the delay lines makes the proof inductive.

module prove_ring #(
  parameter int KeyBits = 128,
  parameter int Rounds = 1,
  parameter int Stages = 1
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         flush_i,
  input logic         hold_i,
  input logic         valid_i,
  input logic         tag_i,
  input logic [127:0] block_i
);

  localparam int LATENCY = roundel_engine_pkg::latency(KeyBits, Rounds, Stages, 1);
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds);
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam bit DRAINS = Stages >= 2;

  logic ready, valid, empty, tag, accept, stays;
  logic [127:0] unused_block;
  logic [LENGTH-1:0] ring_valid;
  logic [4*LENGTH-1:0] ring_turn;

  roundel_ring #(
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .TagBits(1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .flush_i(flush_i),
    .hold_i(hold_i),
    .valid_i(valid_i),
    .ready_o(ready),
    .decrypt_i(1'b0),
    .slot_i(1'b0),
    .size_i(2'd0),
    .tag_i(tag_i),
    .block_i(block_i),
    .entry_key_i(128'd0),
    .valid_o(valid),
    .empty_o(empty),
    .tag_o(tag),
    .block_o(unused_block),
    .stays_o(stays),
    .valid_at_o(ring_valid),
    .turn_at_o(ring_turn),
    .encrypt_key_i({Rounds{128'd0}}),
    .decrypt_key_i({Rounds{128'd0}})
  );

  assign accept = valid_i && ready;

  // ---- The specification ------------------------------------------------------------------------
  // Delay lines with the last accepted block in bit 0: blocks without the dropped ones, and all
  // blocks.
  logic [LATENCY-1:0] flight_q, ghost_q, tags_q;
  logic drops_q;  // the last flush or reset was at most LATENCY + 1 cycles ago
  logic [7:0] since_q;  // cycles since the flush or reset, from 0 in the first later cycle
  logic closed_q;  // reset or hold_i in the previous cycle
  logic busy;  // the block at the end has turns left

  always_comb begin
    busy = 1'b0;
    for (int t = 1; t < TURNS; t++) busy = busy || ghost_q[t*LENGTH-1];
  end

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    tags_q <= (tags_q << 1) | LATENCY'(tag_i);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flight_q <= '0;
      ghost_q <= '0;
      drops_q <= DRAINS;
      since_q <= 8'd0;
      closed_q <= 1'b1;
    end else begin
      flight_q <= flush_i ? '0 : (flight_q << 1) | LATENCY'(accept);
      ghost_q <= (flush_i && !DRAINS) ? '0 : (ghost_q << 1) | LATENCY'(accept);
      drops_q <= DRAINS && (flush_i || (drops_q && int'(since_q) < LATENCY));
      since_q <= flush_i ? 8'd0 : since_q + 8'd1;
      closed_q <= DRAINS && hold_i;
    end
  end

  // Accepted blocks and results of the last cycles, for as long as a full ring takes to refill.
  localparam int CYCLES = LENGTH * TURNS;
  logic [CYCLES-1:0] accepts_q, results_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accepts_q <= '0;
      results_q <= '0;
    end else begin
      accepts_q <= (accepts_q << 1) | CYCLES'(accept && !flush_i);
      results_q <= (results_q << 1) | CYCLES'(valid && !flush_i);
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (rst_ni && started_q) begin
      assert (valid == (flight_q[LATENCY-1] && !(flush_i && !DRAINS)));
      assert (empty == !valid);
      if (valid) assert (tag == tags_q[LATENCY-1]);
      assert (ready == (!busy && !drops_q && !(closed_q && DRAINS)));
      if (drops_q) assert (flight_q == '0);
      else assert (flight_q == ghost_q);
    end
    full_throughput: cover (rst_ni && $countones(accepts_q) == LENGTH
                            && $countones(results_q) == LENGTH);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [LENGTH-1:0] \u_dut.tag_q ;
  (* hierconn *) logic \u_dut.end_last ;
  (* hierconn *) logic \u_dut.gen_drain.u_drain.start_q ;
  (* hierconn *) logic \u_dut.gen_drain.u_drain.busy_q ;
  (* hierconn *) logic [3:0] \u_dut.gen_drain.u_drain.stage_q ;
  (* hierconn *) logic [3:0] \u_dut.gen_drain.u_drain.round_q ;
  (* hierconn *) logic \u_dut.gen_drain.u_drain.end_q ;
  (* hierconn *) logic \u_dut.gen_drain.u_drain.over_q ;
  always_comb begin
    if (rst_ni && started_q) begin
      assert (stays == busy);
      if (!DRAINS && ring_valid[LENGTH-1]) begin
        assert (\u_dut.end_last == (int'(ring_turn[4*LENGTH-1-:4]) == TURNS - 1));
      end
    end
  end

  // Register p of the ring in turn t is bit t * LENGTH + p of the delay line.
  for (genvar i = 0; i < LATENCY; i++) begin : gen_place
    localparam int P = i % LENGTH;
    localparam int T = i / LENGTH;
    always_comb begin
      if (rst_ni && started_q) begin
        if (TURNS > 1 || !drops_q) begin
          assert (ghost_q[i] == (ring_valid[P] && int'(ring_turn[4*P+:4]) == T));
          if (ghost_q[i]) assert (\u_dut.tag_q [P] == tags_q[i]);
        end
        if (drops_q && i + 1 < int'(since_q)) assert (!ghost_q[i]);
      end
    end
  end
  for (genvar p = 0; p < LENGTH; p++) begin : gen_register
    always_comb begin
      if (rst_ni && started_q) begin
        if (ring_valid[p] && (TURNS > 1 || !drops_q)) assert (int'(ring_turn[4*p+:4]) < TURNS);
        if (TURNS == 1 && drops_q && p + 1 < int'(since_q)) assert (!ring_valid[p]);
      end
    end
  end

  if (DRAINS) begin : gen_drain
    logic [3:0] stage, round;
    logic last_stage, over;
    assign stage = \u_dut.gen_drain.u_drain.stage_q ;
    assign round = \u_dut.gen_drain.u_drain.round_q ;
    assign last_stage = \u_dut.gen_drain.u_drain.end_q ;
    assign over = \u_dut.gen_drain.u_drain.over_q ;
    always_comb begin
      if (rst_ni && started_q) begin
        assert (\u_dut.gen_drain.u_drain.busy_q == drops_q);
        assert (\u_dut.gen_drain.u_drain.start_q == (drops_q && since_q == 8'd0));
        if (drops_q && since_q != 8'd0) begin
          assert (int'(since_q) <= LATENCY);
          assert (stage == 4'(Stages - 1) - 4'((since_q - 8'd1) % 8'(Stages)));
          assert (round == 4'(NUM_ROUNDS - 1) - 4'((since_q - 8'd1) / 8'(Stages)));
          assert (last_stage == (since_q % 8'(Stages) == 8'd0));
          assert (over == (int'(since_q) == LATENCY));
        end
      end
    end
  end

endmodule : prove_ring
