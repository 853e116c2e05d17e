// SPDX-License-Identifier: Apache-2.0
//
// aes_core is a delay line of LATENCY cycles and a list behind it: it gives every block that it
// accepts once, in order, and its queue never overflows; its output is stable. For ever: an
// unbounded proof, with reset, zeroise, key loads and stalls at any time.
//
// Nothing in the control looks at a tag or a block, so a tag of two bits stands for any payload; that
// a block goes with its tag is part of prove_keys. Rounds and key steps are stubs here: what they
// compute does not reach what is proven.
//
// Wires named u_dut.* are registers of the design, which Yosys joins when it flattens; `words` and
// the wires of gen_memory too, joined by the runner (`probes` in proofs.py). How they hold the delay line and
// the list is what makes the proof inductive.

module prove_order #(
  parameter int KeyBits = 128,
  parameter int Direction = 0,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int KeySchedule = 0
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               zeroise_i,
  input logic               key_valid_i,
  input logic [KeyBits-1:0] key_i,
  input logic               in_valid_i,
  input logic               in_decrypt_i,
  input logic [        1:0] in_tag_i,
  input logic [      127:0] in_block_i,
  input logic               out_ready_i
);

  localparam int LATENCY = aes_pkg::latency(KeyBits, Rounds, Stages);
  localparam int LENGTH = aes_pkg::ring_length(Rounds, Stages);
  localparam int CYCLES_PER_BLOCK = aes_pkg::cycles_per_block(KeyBits, Rounds);
  localparam int DEPTH = aes_pkg::queue_depth(KeyBits, Rounds, Stages);
  localparam int WORDS = DEPTH - 1;
  localparam int WORD = 130;  // bits of a word of the queue; the tag on top
  localparam int CREDIT_BITS = aes_pkg::index_bits(DEPTH + 1);
  localparam int COUNT_BITS = aes_pkg::index_bits(DEPTH);

  logic key_ready, in_ready, out_valid, accept, leave;
  logic [1:0] out_tag;
  logic [127:0] unused_block;

  aes_core #(
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .Sbox(aes_pkg::SBOX_TABLE),
    .KeySchedule(KeySchedule),
    .KeySlots(1),
    .TagBits(2)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready),
    .key_slot_i(1'b0),
    .key_i(key_i),
    .in_valid_i(in_valid_i),
    .in_ready_o(in_ready),
    .in_decrypt_i(in_decrypt_i),
    .in_slot_i(1'b0),
    .in_tag_i(in_tag_i),
    .in_block_i(in_block_i),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready_i),
    .out_tag_o(out_tag),
    .out_block_o(unused_block)
  );

  (* hierconn *) logic [CREDIT_BITS-1:0] \u_dut.credits_q ;
  (* hierconn *) logic \u_dut.credit_q ;
  (* hierconn *) logic [COUNT_BITS-1:0] \u_dut.u_queue.count_q ;
  (* hierconn *) logic [LENGTH-1:0] \u_dut.u_engine.u_ring.valid_q ;
  (* hierconn *) logic [4*LENGTH-1:0] \u_dut.u_engine.u_ring.turn_q ;
  (* hierconn *) logic [2*LENGTH-1:0] \u_dut.u_engine.u_ring.tag_q ;
  logic [CREDIT_BITS-1:0] credits;
  logic [COUNT_BITS-1:0] count;
  logic [LENGTH-1:0] ring_valid;
  logic [4*LENGTH-1:0] ring_turn;
  logic [2*LENGTH-1:0] ring_tag;
  logic [WORD*WORDS-1:0] words;
  assign credits = \u_dut.credits_q ;
  assign count = \u_dut.u_queue.count_q ;
  assign ring_valid = \u_dut.u_engine.u_ring.valid_q ;
  assign ring_turn = \u_dut.u_engine.u_ring.turn_q ;
  assign ring_tag = \u_dut.u_engine.u_ring.tag_q ;

  assign accept = in_valid_i && in_ready;
  assign leave = out_valid && out_ready_i;

  // ---- The specification ---------------------------------------------------------------------------
  // Delay line: the block accepted last in bit 0. List: `queued_q` tags, the oldest in the low bits.
  logic [LATENCY-1:0] flight_q;
  logic [2*LATENCY-1:0] flight_tag_q;
  logic [2*DEPTH-1:0] list_q, list_d;
  logic [7:0] queued_q, queued_d, left;
  logic arrive;

  assign arrive = flight_q[LATENCY-1];

  always_comb begin
    list_d = leave ? list_q >> 2 : list_q;
    left = queued_q - {7'd0, leave};
    queued_d = left;
    if (arrive) begin
      for (int i = 0; i < DEPTH; i++) begin
        if (int'(left) == i) list_d[2*i+:2] = flight_tag_q[2*LATENCY-1-:2];
      end
      queued_d = left + 8'd1;
    end
    if (zeroise_i) queued_d = 8'd0;
  end

  logic started_q = 1'b0;
  logic stay_q;
  logic [1:0] tag_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    flight_tag_q <= (flight_tag_q << 2) | (2 * LATENCY)'(in_tag_i);
    list_q <= list_d;
    tag_q <= out_tag;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flight_q <= '0;
      queued_q <= 8'd0;
      stay_q <= 1'b0;
    end else begin
      flight_q <= zeroise_i ? '0 : (flight_q << 1) | LATENCY'(accept);
      queued_q <= queued_d;
      stay_q <= out_valid && !out_ready_i && !zeroise_i;
    end
  end

  logic [7:0] held;  // blocks accepted and not taken
  always_comb begin
    held = queued_q;
    for (int i = 0; i < LATENCY; i++) held = held + 8'(flight_q[i]);
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (rst_ni) begin
      assert (out_valid == (queued_q != 8'd0));
      if (out_valid) assert (out_tag == list_q[1:0]);
      if (stay_q) assert (out_valid && out_tag == tag_q);
      // A credit for every place that is not held: nothing overflows.
      assert (int'(held) + int'(credits) == DEPTH);
      assert (\u_dut.credit_q == (credits != '0));
      if (arrive) assert (int'(queued_q) < DEPTH);
    end
  end

  // ---- How the registers hold it -------------------------------------------------------------------
  // Register p of the ring in turn t is place t * LENGTH + p of the delay line.
  for (genvar i = 0; i < LATENCY; i++) begin : gen_place
    localparam int P = i % LENGTH;
    localparam int T = i / LENGTH;
    always_comb begin
      if (rst_ni) begin
        assert (flight_q[i] == (ring_valid[P] && int'(ring_turn[4*P+:4]) == T));
        if (flight_q[i]) assert (ring_tag[2*P+:2] == flight_tag_q[2*i+:2]);
      end
    end
  end
  for (genvar p = 0; p < LENGTH; p++) begin : gen_register
    always_comb begin
      if (rst_ni && ring_valid[p]) assert (int'(ring_turn[4*p+:4]) < LATENCY / LENGTH);
    end
  end

  always_comb begin
    if (rst_ni) assert (8'(count) == ((queued_q == 8'd0) ? 8'd0 : queued_q - 8'd1));
  end

  if (DEPTH == 2) begin : gen_word
    always_comb begin
      if (rst_ni && queued_q == 8'd2) assert (words[WORD-1-:2] == list_q[3:2]);
    end
  end else begin : gen_memory
    logic [aes_pkg::index_bits(WORDS)-1:0] read, write;
    logic clearing;
    logic [7:0] last;
    assign last = 8'(read) + 8'(count);

    always_comb begin
      if (rst_ni) begin
        assert (int'(read) < WORDS && int'(write) < WORDS);
        if (clearing) begin
          assert (held == 8'd0 && read == '0);
        end else begin
          assert (8'(write) == ((last < 8'(WORDS)) ? last : last - 8'(WORDS)));
        end
        for (int i = 0; i < WORDS; i++) begin
          for (int k = 0; k < WORDS; k++) begin
            if (int'(read) == i && k < int'(count)) begin
              assert (words[WORD*((i+k)%WORDS)+WORD-1-:2] == list_q[2*(k+1)+:2]);
            end
          end
        end
      end
    end
  end

  // Full throughput: blocks accepted and results taken in every CYCLES_PER_BLOCK-th cycle of an
  // unbroken run, or LENGTH of them in LENGTH * CYCLES_PER_BLOCK cycles where several share a ring.
  localparam int RUN = 2 * LENGTH * CYCLES_PER_BLOCK;
  logic [LENGTH*CYCLES_PER_BLOCK-1:0] accepts_q, leaves_q;
  logic [7:0] run_q;
  logic full_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      accepts_q <= '0;
      leaves_q <= '0;
      run_q <= 8'd0;
      full_q <= 1'b0;
    end else begin
      accepts_q <= (accepts_q << 1) | (LENGTH * CYCLES_PER_BLOCK)'(accept);
      leaves_q <= (leaves_q << 1) | (LENGTH * CYCLES_PER_BLOCK)'(leave);
      if ($countones(accepts_q) == LENGTH && $countones(leaves_q) == LENGTH && !zeroise_i) begin
        run_q <= (run_q == 8'd255) ? run_q : run_q + 8'd1;
      end else begin
        run_q <= 8'd0;
      end
      full_q <= (full_q || int'(queued_q) == DEPTH) && !zeroise_i;
    end
  end

  always_comb begin
    full_throughput: cover (rst_ni && int'(run_q) >= RUN);
    drained: cover (rst_ni && full_q && held == 8'd0);
  end

  logic unused_ready;
  assign unused_ready = key_ready;

endmodule : prove_order
