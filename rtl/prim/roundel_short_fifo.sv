// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue with a registered output, for results that cannot wait.
//
// Input: `push_i` stores `data_i`; there is no ready, because whoever pushes holds a credit. There
// are roundel_prim_pkg::short_fifo_credits(Depth) of these; `free_o` gives one back. Output:
// valid/ready; `data_o` is stable while `valid_o` and not `ready_i`, and without `valid_o` shows a
// word that was pushed since the last clear, or zero. A word that is pushed into an empty queue
// stands on the output roundel_prim_pkg::short_fifo_latency() cycles later; one may be pushed and
// one taken in every cycle.
//
// `clear_i` empties the queue in the next cycle, sets the output to zero in the one after at the
// latest, and overwrites what was held; so does a reset once the clock runs. `busy_o` says so, for
// a cycle if Depth is 2, else for 17. Nothing may be pushed then, but with Registered in the first
// of these cycles, where it is dropped. With InputZeroWhenBusy `data_i` is zero, or no secret, in
// the cycles of `busy_o`, but for those of `clear_i` and the one behind it.
//
// Depth 2 is two registers behind each other. Else Depth - 2 words are in a memory, and two in
// registers from which the output is chosen in turn. An empty one takes the memory's next word in
// every cycle, and is full if that was one: so `ready_i` goes to no more than five control bits,
// and a stall does not reach the 2 * Width registers in its cycle.

`include "roundel_refuse.svh"

module roundel_short_fifo #(
  parameter int Width = 128,  // bits of a word
  parameter int Depth = 2,  // words held: 2, or 4 to 18
  parameter int Registered = 0,  // 1: registers at data_i and free_o of the memory
  parameter int InputZeroWhenBusy = 0  // 1: see above; with Registered
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  output logic             busy_o,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             free_o,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  logic clear_q;  // the cycle after clear_i, or after a reset
  logic valid_q;

  assign valid_o = valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
    end
  end

  if (Depth == 2) begin : gen_pair
    logic stored_q;
    logic advance;  // the output register is free
    logic [Width-1:0] word_q, data_q;

    assign busy_o = clear_q;
    assign free_o = valid_q && ready_i;
    assign data_o = data_q;
    assign advance = !valid_q || ready_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        stored_q <= 1'b0;
        valid_q <= 1'b0;
      end else begin
        stored_q <= (push_i || (stored_q && !advance)) && !clear_i;
        valid_q <= (stored_q || !advance) && !clear_i;
      end
    end

    // Never what was not pushed: on a core's pins that would be the state of a round.
    always_ff @(posedge clk_i) begin
      if (clear_q) begin
        word_q <= '0;
        data_q <= '0;
      end else begin
        if (push_i) begin
          word_q <= data_i;
        end
        if (stored_q && advance) begin
          data_q <= word_q;
        end
      end
    end

    logic unused_facts;
    assign unused_facts = ^{Registered, InputZeroWhenBusy};
  end else if (Depth < 4 || Depth > 18) begin : gen_bad_depth
    `ROUNDEL_REFUSE(roundel_error_fifo_depth_must_be_2_or_4_to_18, 1)
  end else begin : gen_memory
    logic busy_q;
    logic wipe;  // zero is to be written to the next place
    logic wiped;  // the last
    logic push;  // a word for the memory
    logic write;  // that, or wipe
    logic [Width-1:0] word;
    logic stored;  // the memory holds one
    logic pop;  // which leaves it
    logic [Width-1:0] head;

    // Set/reset of a register keeps others out of its slice: none where nothing needs zeros.
    logic blank;
    assign blank = InputZeroWhenBusy == 0 && busy_q;
    assign busy_o = busy_q;
    assign wipe = busy_q && !clear_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q <= 1'b1;
      end else begin
        busy_q <= clear_i || (busy_q && (clear_q || !wiped));
      end
    end

    `ROUNDEL_REFUSE(roundel_error_fifo_with_input_zero_must_be_registered,
                    InputZeroWhenBusy != 0 && Registered == 0)
    if (Registered == 0) begin : gen_straight
      logic unused_blank;
      assign unused_blank = blank;
      assign push = push_i;
      assign write = push_i || wipe;
      assign word = wipe ? '0 : data_i;
      assign free_o = pop;
    end else begin : gen_registered
      // The memory's write enable comes from a register of its own: it goes to every word's bits.
      logic write_q, push_q, free_q;
      logic [Width-1:0] word_q;

      assign push = push_q;
      assign write = write_q;
      assign word = word_q;
      assign free_o = free_q;

      always_ff @(posedge clk_i) begin
        if (clear_q) begin
          write_q <= 1'b0;
          push_q <= 1'b0;
          free_q <= 1'b0;
        end else begin
          write_q <= push_i || wipe;
          push_q <= push_i;
          free_q <= pop;
        end
      end
      always_ff @(posedge clk_i) begin
        if (blank) begin
          word_q <= '0;
        end else begin
          word_q <= data_i;
        end
      end
    end

    roundel_credit_counter #(
      .Tokens(roundel_prim_pkg::short_fifo_credits(Depth)),
      .StartFull(0)
    ) u_stored (
      .clk_i(clk_i),
      .clear_i(clear_i || clear_q),
      .give_i(push),
      .take_i(pop),
      .any_o(stored)
    );

    roundel_fifo_bank #(
      .Width(Width),
      .EndMargin(Registered)
    ) u_bank (
      .clk_i(clk_i),
      .start_i(clear_q),
      .write_i(write),
      .word_i(word),
      .end_o(wiped),
      .read_i(pop),
      .word_o(head)
    );

    // ---- The two registers of the output --------------------------------------------------------
    logic both_q;  // both are full
    logic [1:0] empty_q;
    logic load_q;  // the one that is filled next
    logic show_q;  // the one that is shown
    logic leave;
    logic [Width-1:0] even_q, odd_q;

    assign pop = stored && !both_q;
    assign leave = valid_q && ready_i;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else begin
        valid_q <= (both_q || pop || (valid_q && !ready_i)) && !clear_i && !clear_q;
      end
    end

    always_ff @(posedge clk_i) begin
      if (clear_q) begin
        both_q <= 1'b0;
        empty_q <= 2'b11;
        load_q <= 1'b0;
        show_q <= 1'b0;
      end else begin
        both_q <= !leave && (both_q || (pop && valid_q));
        empty_q[0] <= (empty_q[0] && !(pop && !load_q)) || (leave && !show_q);
        empty_q[1] <= (empty_q[1] && !(pop && load_q)) || (leave && show_q);
        load_q <= load_q ^ pop;
        show_q <= show_q ^ leave;
      end
    end

    // Zero until what was held is overwritten. These show it, and then the memory's first place,
    // which is the first that is overwritten.
    assign data_o = (show_q ? odd_q : even_q) & {Width{!busy_q}};

    always_ff @(posedge clk_i) begin
      if (empty_q[0]) begin
        even_q <= head;
      end
      if (empty_q[1]) begin
        odd_q <= head;
      end
    end
  end

endmodule : roundel_short_fifo
