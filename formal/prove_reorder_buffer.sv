// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_reorder_buffer gives each word once, in the order of the numbers, for pushes
// in any order. Unbounded, with resets, clears and stalls at any time. Assumptions: the user holds a
// credit for each number, pushes each number once, and neither takes nor pushes while `busy_o` is
// high.
//
// The buffer never uses the value of a word, so the proof marks one arbitrary number. A word is a
// bit, 1 for the marked number. `ahead_q` counts the words that leave before the marked word; the
// output shows 1 exactly if `ahead_q` is 0.
//
// A word reaches the output at most two cycles after its push, three with Registered, unless an
// earlier word is left. Without a valid word the output shows 1 only after the push of the marked
// word since the last clear; otherwise 0, from the second cycle after the clear on.
//
// Probes are registers of the design. The assertions on these registers make the proof inductive.

module prove_reorder_buffer #(
  parameter int Depth = 4,
  parameter int Registered = 0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic take_i,
  input logic mark_i,  // of the number that is taken
  input logic push_i,
  input logic [$clog2(Depth):0] push_number_i,
  input logic data_i,
  input logic ready_i
);

  localparam int INDEX_BITS = $clog2(Depth);
  localparam logic [INDEX_BITS:0] FIRST = {1'b1, {INDEX_BITS{1'b0}}};
  localparam int LATENCY = (Registered != 0) ? 3 : 2;

  logic busy, free, valid, data, leave;
  logic [INDEX_BITS:0] number;
  logic [INDEX_BITS-1:0] index, push_index;

  roundel_reorder_buffer #(
    .Width(1),
    .Depth(Depth),
    .Registered(Registered != 0)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .number_o(number),
    .take_i(take_i),
    .push_i(push_i),
    .push_number_i(push_number_i),
    .data_i(data_i),
    .free_o(free),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(data)
  );

  assign leave = valid && ready_i;
  assign index = number[INDEX_BITS-1:0];
  assign push_index = push_number_i[INDEX_BITS-1:0];

  // ---- The specification ------------------------------------------------------------------------
  logic [Depth-1:0] open_q;  // the number with this index is taken, and its word not pushed
  logic [Depth-1:0] lap_q;  // the top bit of that number
  logic [7:0] credits_q;
  logic [7:0] held_q, left;  // numbers whose words have not left
  logic marked_q, stored_q;  // the marked number is taken; its word is pushed
  logic [INDEX_BITS:0] mark_q;  // the marked number
  logic [7:0] ahead_q;  // words that leave before the marked word
  logic seen_q;  // the marked word was pushed since a clear
  logic cleared_q;  // a clear or a reset in the previous cycle
  logic overtook_q;  // the marked word was pushed after a later word
  logic [3:0] idle_q;  // cycles in which the marked word is next, pushed and not valid
  logic hit;  // the marked word is pushed
  assign left = held_q - {7'd0, leave};
  assign hit = push_i && marked_q && push_number_i == mark_q;

  logic started_q = 1'b0;
  logic stay_q, data_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    data_q <= data;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= '0;
      lap_q <= '0;
      credits_q <= 8'(Depth);
      held_q <= 8'd0;
      marked_q <= 1'b0;
      stored_q <= 1'b0;
      mark_q <= '0;
      ahead_q <= 8'd0;
      seen_q <= 1'b0;
      cleared_q <= 1'b1;
      overtook_q <= 1'b0;
      idle_q <= 4'd0;
      stay_q <= 1'b0;
    end else if (clear_i) begin
      open_q <= '0;
      credits_q <= 8'(Depth);
      held_q <= 8'd0;
      marked_q <= 1'b0;
      stored_q <= 1'b0;
      seen_q <= 1'b0;
      cleared_q <= 1'b1;
      overtook_q <= 1'b0;
      idle_q <= 4'd0;
      stay_q <= 1'b0;
    end else begin
      cleared_q <= 1'b0;
      stay_q <= valid && !ready_i;
      credits_q <= credits_q + {7'd0, free} - {7'd0, take_i};
      held_q <= left + {7'd0, take_i};
      if (take_i) begin
        open_q[index] <= 1'b1;
        lap_q[index] <= number[INDEX_BITS];
      end
      if (push_i) open_q[push_index] <= 1'b0;

      if (take_i && mark_i) begin
        marked_q <= 1'b1;
        stored_q <= 1'b0;
        mark_q <= number;
        ahead_q <= left;
      end else begin
        ahead_q <= ahead_q - {7'd0, leave};
        if (leave && ahead_q == 8'd0) marked_q <= 1'b0;
        if (hit) stored_q <= 1'b1;
      end
      if (hit) seen_q <= 1'b1;
      if (push_i && marked_q && !stored_q && !hit && ahead_q == 8'd0) overtook_q <= 1'b1;
      idle_q <= (marked_q && stored_q && ahead_q == 8'd0 && !valid) ? idle_q + 4'd1 : 4'd0;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (busy || credits_q == 8'd0) assume (!take_i);
    if (busy) assume (!push_i);
    if (push_i) begin
      assume (open_q[push_index] && lap_q[push_index] == push_number_i[INDEX_BITS]);
      assume (data_i == hit);
    end
    if (marked_q) assume (!mark_i);

    if (started_q) begin
      if (cleared_q) assert (busy && !valid);
      if (take_i) assert (!open_q[index]);
      assert (int'(credits_q) <= Depth);
      if (valid) begin
        assert (held_q != 8'd0);
        assert (data == (marked_q && ahead_q == 8'd0));
        if (data) assert (stored_q);
      end
      if (!seen_q && !cleared_q) assert (!data);
      if (stay_q) assert (valid && data == data_q);
      assert (int'(idle_q) < LATENCY);
    end
    overtaken: cover (rst_ni && leave && data && overtook_q);
    second_lap: cover (rst_ni && leave && data && !mark_q[INDEX_BITS]);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  logic [INDEX_BITS:0] number_q, read_q;
  logic [2*Depth-1:0] words;  // {lap, word} by index
  logic clearing;
  logic [INDEX_BITS-1:0] clear_index;
  logic late;  // with Registered: a word that is written in this cycle
  logic [INDEX_BITS:0] late_number;
  logic late_word;
  logic [INDEX_BITS:0] taken;  // numbers whose words are not on the output and have not left
  logic [INDEX_BITS:0] marked_at;  // the marked number's distance from the read pointer
  logic out;  // a word is on the output
  assign taken = number_q - read_q;
  assign marked_at = mark_q - read_q;
  assign out = valid;

  always_comb begin
    if (started_q) begin
      assert (number == number_q);
      if (clearing) assert (busy && !valid && !seen_q && number_q == read_q && number_q == FIRST);
      if (busy) assert (held_q == 8'd0 && number_q == FIRST && read_q == FIRST && !valid);
      if (busy && !clearing) assert (!data && !cleared_q);
      if (busy && !cleared_q) assert (!late);
      assert (int'(taken) <= Depth);
      assert (credits_q == 8'(Depth) - 8'(taken));
      assert (held_q == 8'(taken) + 8'(out));
      if (!marked_q) begin
        assert (!(valid && data));
      end else if (ahead_q == 8'd0 && out) begin
        assert (stored_q && mark_q == read_q - 1'b1);
      end else begin
        assert (marked_at < taken && ahead_q == 8'(marked_at) + 8'(out));
      end
      if (stored_q) assert (seen_q);
      if (marked_q && !(ahead_q == 8'd0 && out)) begin
        assert (stored_q == !open_q[mark_q[INDEX_BITS-1:0]]);
      end
      if (idle_q != 4'd0 && !valid) begin
        assert (marked_at == '0 && stored_q && int'(idle_q) <= LATENCY - 2);
        assert (!(late && late_number == mark_q));
      end
    end
  end

  if (Registered == 0) begin : gen_straight
    assign {late, late_number, late_word} = '0;
  end

  for (genvar i = 0; i < Depth; i++) begin : gen_word
    logic [INDEX_BITS-1:0] distance;  // of this index from the read pointer
    logic [INDEX_BITS:0] own;  // the number with this index from the read pointer on
    logic used, lap, word, here;
    assign distance = INDEX_BITS'(i) - read_q[INDEX_BITS-1:0];
    assign own = read_q + {1'b0, distance};
    assign used = {1'b0, distance} < taken;
    assign {lap, word} = words[2*i+:2];
    assign here = late && late_number[INDEX_BITS-1:0] == INDEX_BITS'(i);

    always_comb begin
      if (started_q && clearing && INDEX_BITS'(i) < clear_index) assert (!lap && !word);
      if (started_q && busy && !clearing) assert (!lap && !word);
      if (started_q && busy) assert (!open_q[i]);
      if (started_q && !busy) begin
        if (open_q[i]) assert (used && lap_q[i] == own[INDEX_BITS] && !here);
        if (here) assert (used && late_number == own);
        assert ((lap == own[INDEX_BITS]) == (used && !open_q[i] && !here));
        if (here) assert (late_word == (marked_q && mark_q == own));
        if (used && !open_q[i] && !here) begin
          assert (word == (marked_q && mark_q == own && !(ahead_q == 8'd0 && out)));
        end
        if (!seen_q) assert (!word);
      end
    end
  end

endmodule : prove_reorder_buffer
