// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_short_fifo is a FIFO: each word leaves once and in order, Depth words fit,
// and the output is stable. Unbounded, with resets, clears and stalls at any time. Assumption: the
// user holds a credit for each push, and pushes nothing while `busy_o` is high.
//
// The FIFO never uses the value of a word, so the proof marks one arbitrary word. A word is a bit,
// 1 for the marked word. `ahead_q` counts the words that leave before the marked word; the output
// shows 1 exactly if `ahead_q` is 0. `data_i` without `push_i` is arbitrary.
//
// A word reaches the output after at most fifo_latency() cycles, unless another word is on the
// output. Without a valid word the output shows 1 only after a push of the marked word since the
// last clear; otherwise 0, from the second cycle after the clear on. With InputZeroWhenBusy
// `data_i` is 0 while the FIFO is cleared, except in a cycle of `clear_i` and the next cycle.
//
// The credit counter is a stub (prove_credit_counter). Wires named u_dut.* are registers of the
// design (hierconn). The assertions on these registers make the proof inductive.

module prove_short_fifo #(
  parameter int Depth = 2,
  parameter int Registered = 0,
  parameter int InputZeroWhenBusy = 0
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic push_i,
  input logic data_i,
  input logic ready_i
);

  localparam int CREDITS = roundel_prim_pkg::short_fifo_credits(Depth);
  localparam int LATENCY = roundel_prim_pkg::short_fifo_latency(Depth, Registered);

  logic busy, valid, data, free, push, leave;
  logic cleared_q;  // a clear or a reset in the previous cycle

  roundel_short_fifo #(
    .Width(1),
    .Depth(Depth),
    .Registered(Registered != 0),
    .InputZeroWhenBusy(InputZeroWhenBusy != 0)
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

  // With Registered, a word of the cycle after a clear is dropped: the banks in front may have sent
  // the word before the clear.
  assign push = push_i && !(cleared_q && Registered != 0);
  assign leave = valid && ready_i;

  // ---- The specification ------------------------------------------------------------------------
  logic [7:0] held_q, left;  // words
  logic marked_q;  // the marked word is stored
  logic [7:0] ahead_q;  // words that leave before the marked word
  logic [7:0] credits_q;
  logic seen_q;  // the marked word was pushed since a clear
  logic [3:0] idle_q;  // cycles without a word on the output while a word is stored
  assign left = held_q - {7'd0, leave};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 8'd0;
      marked_q <= 1'b0;
      seen_q <= 1'b0;
      cleared_q <= 1'b1;
      idle_q <= 4'd0;
    end else begin
      cleared_q <= clear_i;
      if (clear_i) begin
        held_q <= 8'd0;
        marked_q <= 1'b0;
        seen_q <= 1'b0;
        idle_q <= 4'd0;
      end else begin
        held_q <= left + {7'd0, push};
        marked_q <= (push && data_i) || (marked_q && !(leave && ahead_q == 8'd0));
        seen_q <= (push && data_i) || seen_q;
        idle_q <= (held_q != 8'd0 && !valid) ? idle_q + 4'd1 : 4'd0;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    credits_q <= (busy || clear_i) ? 8'(CREDITS) : credits_q + {7'd0, free} - {7'd0, push};
    if (push && data_i) ahead_q <= left;
    else ahead_q <= ahead_q - {7'd0, leave};
  end

  logic started_q = 1'b0;
  logic stay_q, data_q, full_q;
  logic [7:0] run_q;  // consecutive cycles with a push and a word that leaves
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
      run_q <= (push && leave && !clear_i && run_q != 8'd255) ? run_q + 8'd1 : 8'd0;
      full_q <= (full_q || int'(held_q) == Depth) && !clear_i;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (busy || credits_q == 8'd0) assume (!push);
    if (marked_q) assume (!(push && data_i));
    if (InputZeroWhenBusy != 0 && busy && !cleared_q && !clear_i) assume (!data_i);

    if (started_q) begin
      assert (int'(held_q) <= Depth);
      if (valid) assert (held_q != 8'd0);
      if (cleared_q) assert (held_q == 8'd0 && !seen_q && idle_q == 4'd0 && busy && !valid);
      if (held_q == 8'd0) assert (!marked_q);
      if (marked_q) assert (seen_q && ahead_q < held_q);
      if (valid) assert (data == (marked_q && ahead_q == 8'd0));
      if (!seen_q && !cleared_q) assert (!data);
      if (busy && !cleared_q) assert (!data);
      if (stay_q) assert (valid && data == data_q);
      assert (int'(idle_q) < LATENCY);
      if (!busy) assert (int'(credits_q) <= CREDITS);
      // A word that has left has returned its credit; words and credits together fit.
      if (!busy) begin
        assert (8'(CREDITS) - credits_q <= held_q);
        assert (int'(held_q + credits_q) <= Depth);
      end
    end
    drained: cover (rst_ni && full_q && held_q == 8'd0);
    // Without banks in front, a short FIFO with registers has too few credits for full throughput.
    streaming: cover (rst_ni && full_q && int'(run_q) == Depth + LATENCY);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_dut.clear_q ;
  (* hierconn *) logic \u_dut.gen_pair.stored_q ;
  (* hierconn *) logic \u_dut.gen_pair.word_q ;
  (* hierconn *) logic [7:0] \u_dut.genblk1.gen_memory.u_stored.u_spec.count_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_stored.u_spec.wait_q ;
  (* hierconn *) logic [3:0] \u_dut.genblk1.gen_memory.u_bank.write_q ;
  (* hierconn *) logic [3:0] \u_dut.genblk1.gen_memory.u_bank.read_q ;
  (* hierconn *) logic [1:0] \u_dut.genblk1.gen_memory.empty_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.both_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.load_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.show_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.even_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.odd_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.gen_registered.write_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.gen_registered.push_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.gen_registered.free_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.gen_registered.word_q ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[0] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[1] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[2] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[3] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[4] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[5] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[6] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[7] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[8] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[9] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[10] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[11] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[12] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[13] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[14] ;
  (* hierconn *) logic \u_dut.genblk1.gen_memory.u_bank.words_q[15] ;
  always_comb if (started_q) assert (\u_dut.clear_q == cleared_q);

  if (Depth == 2) begin : gen_pair
    logic stored, word;
    assign stored = \u_dut.gen_pair.stored_q ;
    assign word = \u_dut.gen_pair.word_q ;
    always_comb begin
      if (started_q) begin
        assert (busy == cleared_q);
        assert (held_q == {7'd0, valid} + {7'd0, stored});
        if (stored) assert (word == (marked_q && ahead_q == {7'd0, valid}));
        if (!cleared_q) assert (credits_q == 8'd2 - held_q);
        if (!seen_q && !cleared_q) assert (!word);
        if (held_q != 8'd0 && !valid) assert (stored && idle_q == 4'd0);
      end
    end
  end else begin : gen_memory
    logic [7:0] stored;
    logic [15:0] words;
    logic [3:0] write_at, read_at;  // numbers of the entries
    logic [1:0] empty;
    logic both, load, show, even, odd;
    logic [7:0] out;  // words in the two registers

    // The number of an entry: steps from the first entry, in the order of roundel_fifo_bank.
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

    assign stored = \u_dut.genblk1.gen_memory.u_stored.u_spec.count_q ;
    assign write_at = number(\u_dut.genblk1.gen_memory.u_bank.write_q );
    assign read_at = number(\u_dut.genblk1.gen_memory.u_bank.read_q );
    assign empty = \u_dut.genblk1.gen_memory.empty_q ;
    assign both = \u_dut.genblk1.gen_memory.both_q ;
    assign load = \u_dut.genblk1.gen_memory.load_q ;
    assign show = \u_dut.genblk1.gen_memory.show_q ;
    assign even = \u_dut.genblk1.gen_memory.even_q ;
    assign odd = \u_dut.genblk1.gen_memory.odd_q ;
    assign words = {
      \u_dut.genblk1.gen_memory.u_bank.words_q[15] , \u_dut.genblk1.gen_memory.u_bank.words_q[14] ,
      \u_dut.genblk1.gen_memory.u_bank.words_q[13] , \u_dut.genblk1.gen_memory.u_bank.words_q[12] ,
      \u_dut.genblk1.gen_memory.u_bank.words_q[11] , \u_dut.genblk1.gen_memory.u_bank.words_q[10] ,
      \u_dut.genblk1.gen_memory.u_bank.words_q[9] , \u_dut.genblk1.gen_memory.u_bank.words_q[8] ,
      \u_dut.genblk1.gen_memory.u_bank.words_q[7] , \u_dut.genblk1.gen_memory.u_bank.words_q[6] ,
      \u_dut.genblk1.gen_memory.u_bank.words_q[5] , \u_dut.genblk1.gen_memory.u_bank.words_q[4] ,
      \u_dut.genblk1.gen_memory.u_bank.words_q[3] , \u_dut.genblk1.gen_memory.u_bank.words_q[2] ,
      \u_dut.genblk1.gen_memory.u_bank.words_q[1] , \u_dut.genblk1.gen_memory.u_bank.words_q[0]
    };
    assign out = {6'd0, both, valid && !both};

    always_comb begin
      if (started_q) begin
        if (busy) assert (held_q == 8'd0 && !valid && !seen_q);
        if (\u_dut.genblk1.gen_memory.u_stored.u_spec.wait_q ) assert (stored == 8'd0);
        if (busy && !cleared_q) begin
          assert (stored == 8'd0 && read_at == 4'd0 && !both);
          // The output shows the first entry, which is also the first entry to be overwritten.
          if (write_at >= 4'd2) assert (!even && !odd);
        end
        if (!cleared_q) begin
          assert (both == (empty == 2'b00) && valid == (empty != 2'b11));
          assert (empty[show] == !valid && (load ^ show) == (valid && !both));
          if (both) assert ((show ? even : odd) == (marked_q && ahead_q == 8'd1));
          if (!seen_q && !busy) assert (!even && !odd);
        end
        if (!busy) assert (stored <= 8'd16);
      end
    end

    for (genvar i = 0; i < 16; i++) begin : gen_place
      localparam logic [3:0] PLACE = i;
      logic [3:0] at, behind;
      assign at = number(PLACE);
      assign behind = at - read_at;  // words before this entry, if the entry holds a word
      always_comb begin
        if (started_q) begin
          if (busy && !cleared_q && at < write_at) assert (!words[i]);
          if (!busy && {4'd0, behind} < stored) begin
            assert (words[i] == (marked_q && ahead_q == {4'd0, behind} + out));
          end
        end
      end
    end

    if (Registered == 0) begin : gen_straight
      always_comb begin
        if (started_q && !busy) begin
          if (!seen_q) assert (words == 16'd0);
          assert (held_q == out + stored);
          assert (credits_q == 8'(CREDITS) - stored);
          assert (write_at == read_at + stored[3:0]);
          if (held_q != 8'd0 && !valid) assert (idle_q == 4'd0);
        end
      end
    end else begin : gen_registered
      logic write, push, free_late, word;
      assign write = \u_dut.genblk1.gen_memory.gen_registered.write_q ;
      assign push = \u_dut.genblk1.gen_memory.gen_registered.push_q ;
      assign free_late = \u_dut.genblk1.gen_memory.gen_registered.free_q ;
      assign word = \u_dut.genblk1.gen_memory.gen_registered.word_q ;
      always_comb begin
        if (started_q && busy && !cleared_q) begin
          assert (!push && !free_late && !(word && (InputZeroWhenBusy == 0 || write)));
          assert (write || write_at == 4'd0);
        end
        if (started_q && !busy) begin
          // A write of the wipe may be pending when busy ends.
          if (write && !push) assert (write_at == 4'd15 && !seen_q && !word);
          if (push) assert (write);
          if (!seen_q) assert (((write && !push ? 16'hfeff : 16'hffff) & words) == 16'd0);
          if (push && !seen_q) assert (!word);
          assert (write_at + {3'd0, write && !push} == read_at + stored[3:0]);
          assert (held_q == out + stored + {7'd0, push});
          assert (credits_q == 8'(CREDITS) - stored - {7'd0, push} - {7'd0, free_late});
          if (push) assert (word == (marked_q && ahead_q == out + stored));
          if (held_q != 8'd0 && !valid) begin
            assert (idle_q <= ((stored != 8'd0) ? 4'd1 : 4'd0));
          end
        end
      end
    end
  end

endmodule : prove_short_fifo
