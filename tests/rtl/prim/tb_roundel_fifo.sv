// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_fifo against a list.
//
// Parameter space: all parameters. State space: words pushed always, half of the time, in bursts or
// never, while a credit is held; the output ready always, rarely, half of the time or in bursts;
// random clears, also two in a row and during a clear.
// - Words leave in order; none is lost or repeated; a stalled word is stable.
// - Without a word the output is zero or one of the last accepted words since a clear; zero from
//   two cycles after a clear on.
// - The first word of an empty FIFO appears after the specified latency. With a push, a credit and
//   a ready output in every cycle, a word leaves in every cycle.
// - With the output stalled, exactly Depth words fit.
// - Block RAM is all zero when busy_o falls.
//
// Prints "PASS <words>" or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_fifo #(
  parameter int Depth = 2,
  parameter int Registered = 0,
  parameter int BlockRam = 0,
  parameter int InputZeroWhenBusy = 0
);

  localparam int CREDITS = roundel_prim_pkg::fifo_credits(Depth);
  localparam int LATENCY = roundel_prim_pkg::fifo_latency(Depth, Registered) + BlockRam;
  localparam int SHOWN = 17;  // number of earlier words that an idle output may show

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic clear = 1'b1;
  logic push = 1'b0;
  logic ready = 1'b0;
  logic [15:0] data = 'x;
  wire busy, free, valid;
  wire [15:0] out;

  logic [15:0] words[0:65535];
  integer pushed, taken, clean;  // words in all, words before the last clear
  integer credits, seed, cycle, since, n, old, started, pushing, taking;
  logic shown, failed, stays;

  always #5 clk = ~clk;

  roundel_fifo #(
    .Width(16),
    .Depth(Depth),
    .Registered(Registered),
    .BlockRam(BlockRam),
    .InputZeroWhenBusy(InputZeroWhenBusy)
  ) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .clear_i(clear),
    .busy_o(busy),
    .push_i(push),
    .data_i(data),
    .free_o(free),
    .valid_o(valid),
    .ready_i(ready),
    .data_o(out)
  );

  function automatic logic chance(input integer in, input integer of);
    chance = $unsigned($urandom(seed)) % of < in;
  endfunction

  task automatic fail(input string what);
    if (!failed) $display("FAIL cycle %0d, word %0d: %s", cycle, taken, what);
    failed = 1'b1;
    $finish;
  endtask

  // Inputs change with the falling edge, pins are read just before the rising edge.
  task automatic step;
    #1;
    push = 1'b0;
    if (rst_n && busy === 1'b0 && credits > 0 && !clear) begin
      case (pushing)
        0: push = 1'b0;
        1: push = 1'b1;
        2: push = chance(1, 2);
        default: push = (cycle / 19) % 2 == 0;
      endcase
    end
    data = push ? 16'($urandom(seed)) | 16'd1 : 16'($urandom(seed));
    if (InputZeroWhenBusy != 0 && rst_n && busy !== 1'b0 && since >= 6) data = '0;
    case (taking)
      0: ready = 1'b0;
      1: ready = 1'b1;
      2: ready = chance(1, 8);
      3: ready = chance(1, 2);
      default: ready = (cycle / 23) % 3 != 0;
    endcase
    #3;
    if (!rst_n) begin
      since = 0;
    end else if (valid === 1'b1) begin
      if (taken == pushed) fail("a word that was not pushed");
      if (out !== words[taken%65536]) fail("a wrong word");
    end else if (valid !== 1'b0) begin
      fail("valid_o is unknown");
    end else begin
      if (stays) fail("a word that was not taken went");
      if (since == 1 && out !== 16'd0 || since == 0 && busy !== 1'b1) begin
        fail("not cleared in time");
      end
      if (since > 0 && out !== 16'd0) begin
        shown = 1'b0;
        for (old = taken; old > clean && old > taken - SHOWN && !shown; old = old - 1) begin
          shown = out === words[(old-1)%65536];
        end
        if (!shown) fail("the output shows something else");
      end
    end
    if (rst_n && free === 1'bx && !busy) fail("free_o is unknown");
    if (!rst_n || busy || clear) credits = CREDITS;
    else credits = credits + (free === 1'b1 ? 1 : 0) - (push ? 1 : 0);
    if (credits > CREDITS) fail("a credit too many");
    stays = valid && !ready && !clear;
    if (rst_n && valid === 1'b1 && ready) taken = taken + 1;
    if (push) begin
      words[pushed%65536] = data;
      pushed = pushed + 1;
    end
    since = (clear || !rst_n) ? 0 : since + 1;
    if (clear) begin
      taken = pushed;
      clean = pushed;
    end
    @(negedge clk);
    cycle = cycle + 1;
    clear = 1'b0;
  endtask

  task automatic steps(input integer number, input integer push_how, input integer take_how);
    pushing = push_how;
    taking = take_how;
    for (n = 0; n < number; n = n + 1) step();
  endtask

  task automatic drain;
    pushing = 0;
    taking = 1;
    for (n = 0; n < Depth + 200 && taken != pushed; n = n + 1) step();
    if (taken != pushed) fail("words stay for ever");
    for (n = 0; n < 12; n = n + 1) step();
    if (credits != CREDITS) fail("a credit was lost");
  endtask

  if (BlockRam != 0) begin : gen_wiped
    integer place;
    always @(negedge busy) begin
      #1;
      for (place = 0; rst_n && place < Depth - 18; place = place + 1) begin
        if (dut.gen_front.gen_memory.u_front.u_memory.words_q[place] !== 16'd0) begin
          fail("a word was not overwritten");
        end
      end
    end
  end

  integer trial, first;

  initial begin
    seed = 3;
    {pushed, taken, clean, credits, cycle, since, failed, stays} = '0;
    steps(2, 0, 1);
    rst_n = 1'b1;
    clear = 1'b0;
    for (n = 0; n < Depth + 30 && busy !== 1'b0; n = n + 1) step();
    if (busy !== 1'b0) fail("busy for ever");
    step();

    // The first word in time, then one in every cycle.
    pushing = 1;
    taking = 1;
    first = pushed;
    started = cycle;
    while (taken == first && cycle < started + 50) step();
    if (cycle != started + LATENCY + 1) fail("the first word is out of time");
    // Credits for full throughput of one memory, and of a ring; a pair needs one less.
    first = taken;
    started = cycle;
    for (n = 0; n < 300; n = n + 1) step();
    if (CREDITS >= 2 + LATENCY && taken - first != cycle - started) fail("words wait");
    if (taken - first < (cycle - started) / 3) fail("words wait long");
    drain();

    first = pushed;
    steps(2 * Depth + 60, 1, 0);
    if (pushed - first != Depth) fail("another number of words fits");
    drain();

    for (trial = 0; trial < 120; trial = trial + 1) begin
      steps($unsigned($urandom(seed)) % 150, 1 + $unsigned($urandom(seed)) % 3,
            $unsigned($urandom(seed)) % 5);
      if (trial % 3 == 0) drain();
      if (trial % 4 == 1) begin
        clear = 1'b1;
        step();
        if (trial % 8 == 1) begin
          steps($unsigned($urandom(seed)) % 4, 1, 3);
          clear = 1'b1;
          step();
        end
      end
    end
    drain();
    if (!failed) $display("PASS %0d", taken);
    $finish;
  end

endmodule : tb_roundel_fifo
