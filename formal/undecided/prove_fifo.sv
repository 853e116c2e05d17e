// SPDX-License-Identifier: Apache-2.0
//
// aes_fifo is a queue: words leave in the order in which they came, none is lost or repeated, Depth
// of them fit, and the output is stable. For ever: an unbounded proof, with reset, clear and stalls
// at any time, as long as whoever pushes holds a credit and pushes nothing while `busy_o`.
//
// The queue never looks at its words. So it is enough to follow one of them, any, by a mark: a word
// is a bit, 1 if it is the marked one. `ahead_q` words are to leave before it. Then the output must
// show a 1 if and only if none is left ahead. What stands at data_i without push_i is arbitrary.
//
// A word in the queue stands on the output after at most queue_latency() cycles, unless another one
// does. Without one the output shows the last that was, or 0 from the second cycle after a clear on.
// Before the first word after a clear, every place in memory is 0.
//
// The token counters are stand-ins (prove_tokens). The wires of the gen_ blocks are registers of the
// design, joined by the runner (`probes` in proofs.py): how they hold the words is what makes the
// proof inductive.

module prove_fifo #(
  parameter int Depth = 2,
  parameter int Registered = 0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic push_i,
  input logic data_i,
  input logic ready_i
);

  localparam int CREDITS = aes_pkg::queue_credits(Depth);
  localparam int LATENCY = aes_pkg::queue_latency(Depth, Registered);
  localparam int FRONT = (Depth + 14) / 16 - 1;  // banks in front of bank 0

  logic busy, valid, data, free, leave;

  aes_fifo #(
    .Width(1),
    .Depth(Depth),
    .Registered(Registered)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .push_i(push_i),
    .data_i(data_i),
    .free_o(free),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(data)
  );

  assign leave = valid && ready_i;

  // ---- The specification ---------------------------------------------------------------------------
  logic [7:0] held_q, left;  // words
  logic marked_q;  // the marked word is held
  logic [7:0] ahead_q;  // words to leave before it
  logic [7:0] credits_q;
  logic rest_q;  // the last word that was on the output, 0 if none since a clear
  logic cleared_q;  // a clear or reset in the cycle before
  logic [3:0] idle_q;  // cycles without a word on the output though one is held
  logic fresh_q;  // no word since a clear
  assign left = held_q - {7'd0, leave};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 8'd0;
      marked_q <= 1'b0;
      rest_q <= 1'b0;
      cleared_q <= 1'b1;
      idle_q <= 4'd0;
      fresh_q <= 1'b1;
    end else begin
      cleared_q <= clear_i;
      fresh_q <= clear_i || (fresh_q && !push_i);
      if (clear_i) begin
        held_q <= 8'd0;
        marked_q <= 1'b0;
        rest_q <= 1'b0;
        idle_q <= 4'd0;
      end else begin
        held_q <= left + {7'd0, push_i};
        marked_q <= (push_i && data_i) || (marked_q && !(leave && ahead_q == 8'd0));
        rest_q <= valid ? data : rest_q;
        idle_q <= (held_q != 8'd0 && !valid) ? idle_q + 4'd1 : 4'd0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    credits_q <= (busy || clear_i) ? 8'(CREDITS) : credits_q + {7'd0, free} - {7'd0, push_i};
    if (push_i && data_i) ahead_q <= left;
    else ahead_q <= ahead_q - {7'd0, leave};
  end

  logic started_q = 1'b0;
  logic stay_q, data_q, full_q;
  logic [7:0] run_q;  // cycles on end with a word pushed and one taken
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    data_q <= data;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stay_q <= 1'b0;
      full_q <= 1'b0;
      run_q <= 8'd0;
    end else begin
      stay_q <= valid && !ready_i && !clear_i;
      run_q <= (push_i && leave && !clear_i && run_q != 8'd255) ? run_q + 8'd1 : 8'd0;
      full_q <= (full_q || int'(held_q) == Depth) && !clear_i;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (busy || credits_q == 8'd0) assume (!push_i);
    if (marked_q) assume (!(push_i && data_i));
    if (!rst_ni) assume (!push_i);

    if (started_q) begin
      assert (int'(held_q) <= Depth);
      if (valid) assert (held_q != 8'd0);
      if (cleared_q) assert (held_q == 8'd0 && fresh_q && idle_q == 4'd0);
      if (fresh_q) assert (held_q == 8'd0 && !rest_q);
      if (held_q == 8'd0) assert (!marked_q);
      if (valid) assert (data == (marked_q && ahead_q == 8'd0));
      if (!valid && !cleared_q) assert (data == rest_q);
      if (stay_q) assert (valid && data == data_q);
      if (marked_q) assert (ahead_q < held_q);
      assert (int'(credits_q) <= CREDITS || cleared_q);
      assert (int'(idle_q) < LATENCY);
    end
    drained: cover (rst_ni && full_q && held_q == 8'd0);
    streaming: cover (rst_ni && full_q && int'(run_q) == Depth + LATENCY);
  end

  // ---- How the registers hold the words ------------------------------------------------------------
  if (Depth == 2) begin : gen_pair
    logic stored, word, clear;
    always_comb begin
      if (started_q) begin
        assert (clear == cleared_q && busy == cleared_q);
        assert (held_q == {7'd0, valid} + {7'd0, stored});
        if (stored) assert (word == (marked_q && ahead_q == {7'd0, valid}));
        if (!cleared_q) assert (credits_q == 8'd2 - held_q);
        if (fresh_q && !cleared_q) assert (!word && !data);
        if (held_q != 8'd0 && !valid) assert (stored && idle_q == 4'd0);
      end
    end
  end else begin : gen_banks
    logic clear;
    logic [7:0] stored;
    logic [3:0] write_place, read_place;
    logic [15:0] words;
    logic [3:0] write_at, read_at;  // the numbers of these places

    // The number of a place: how many steps from the first, as aes_fifo_bank goes.
    function automatic logic [3:0] number(input logic [3:0] place);
      case (place)
        4'd0: number = 4'd0;
        4'd1: number = 4'd1;
        4'd2: number = 4'd2;
        4'd4: number = 4'd3;
        4'd9: number = 4'd4;
        4'd3: number = 4'd5;
        4'd6: number = 4'd6;
        4'd13: number = 4'd7;
        4'd10: number = 4'd8;
        4'd5: number = 4'd9;
        4'd11: number = 4'd10;
        4'd7: number = 4'd11;
        4'd15: number = 4'd12;
        4'd14: number = 4'd13;
        4'd12: number = 4'd14;
        default: number = 4'd15;
      endcase
    endfunction

    assign write_at = number(write_place);
    assign read_at = number(read_place);

    always_comb begin
      if (started_q) begin
        assert (clear == cleared_q);
        if (cleared_q) assert (busy && !valid);
        if (busy) assert (held_q == 8'd0 && !valid && fresh_q && !marked_q);
        if (busy && !cleared_q) assert (stored == 8'd0 && read_at == 4'd0);
        if (fresh_q && !cleared_q) assert (!data);
        if (!busy) assert (int'(stored) < Depth && stored <= 8'd16);
      end
    end

    for (genvar i = 0; i < 16; i++) begin : gen_place
      localparam logic [3:0] PLACE = i;
      logic [3:0] at, behind;
      assign at = number(PLACE);
      assign behind = at - read_at;  // words before this one, if it is one
      always_comb begin
        if (started_q) begin
          if (busy && !cleared_q && at < write_at) assert (!words[i]);
          if (!busy && {4'd0, behind} < stored) begin
            assert (words[i] == (marked_q && ahead_q == {4'd0, behind} + {7'd0, valid}));
          end
        end
      end
    end

    if (Registered == 0) begin : gen_straight
      always_comb begin
        if (started_q && !busy) begin
          if (fresh_q) assert (words == 16'd0);
          assert (held_q == {7'd0, valid} + stored);
          assert (credits_q == 8'(CREDITS) - stored);
          assert (write_at == read_at + stored[3:0]);
          if (held_q != 8'd0 && !valid) assert (idle_q == 4'd0);
        end
      end
    end else begin : gen_registered
      logic write, push, free_late, word;
      always_comb begin
        if (started_q) begin
          if (busy && !cleared_q) assert (!push);
          if (busy && !cleared_q) begin
            assert (credits_q == 8'(CREDITS) && !free_late);
            assert (!write || !word || FRONT != 0);
            assert (write == (write_at != 4'd0) || write_at == 4'd0);
          end
          // A wipe may be left when busy ends.
          if (!busy && write && !push) assert (write_at == 4'd15 && fresh_q);
          if (!busy && push) assert (write);
          if (!busy && fresh_q) assert (((write ? 16'hfeff : 16'hffff) & words) == 16'd0);
          if (!busy && fresh_q && write) assert (!word || FRONT != 0);
          if (!busy) begin
            assert (write_at + {3'd0, write && !push} == read_at + stored[3:0]);
          end
        end
      end

      if (FRONT == 0) begin : gen_one
        always_comb begin
          if (started_q && !busy) begin
            assert (held_q == {7'd0, valid} + stored + {7'd0, push});
            assert (credits_q == 8'(CREDITS) - stored - {7'd0, push} - {7'd0, free_late});
            if (push) assert (word == (marked_q && ahead_q == {7'd0, valid} + stored));
            if (held_q != 8'd0 && !valid) begin
              assert (idle_q <= ((stored != 8'd0) ? 4'd1 : 4'd0));
            end
          end
        end
      end
    end
  end

endmodule : prove_fifo
