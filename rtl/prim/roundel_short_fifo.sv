// SPDX-License-Identifier: Apache-2.0
//
// FIFO with credits at the input and a registered output, for results that cannot wait.
//
// Interface, input. `push_i` stores `data_i`. No ready exists: the user holds
// roundel_prim_pkg::short_fifo_credits(Depth) credits, spends a credit for each push, and receives
// a credit for each cycle with `free_o` high. No push while `busy_o` is high, except in its first
// cycle with Registered, where the word is dropped.
//
// Interface, output. Valid/ready. `data_o` is stable during a stall. Without `valid_o`, `data_o` is
// zero or a word that was pushed since the last clear. Latency
// roundel_prim_pkg::short_fifo_latency(Depth, Registered) cycles; throughput 1 word each cycle.
//
// Reset and zeroise. `clear_i` or a reset empties the FIFO in the next cycle, sets the output to
// zero at most 1 cycle later, and overwrites all words. `busy_o` is high during that time: 1
// cycle with Depth = 2, otherwise 17 cycles. With InputZeroWhenBusy the user holds `data_i` at
// zero, or at values that are no secret, while `busy_o` is high, except in a cycle of `clear_i` and
// the next cycle. The memory is then overwritten with `data_i`.
//
// Method. Depth = 2 is two registers in series. Otherwise Depth - 2 words are in a
// roundel_fifo_bank, and two words are in registers that are filled and read in turn. An empty
// register loads the head of the memory in each cycle. Therefore `ready_i` reaches at most five
// control bits, and a stall does not reach the 2 * Width data registers in its cycle.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_short_fifo #(
  parameter int Width = 128,  // bits of a word
  parameter int Depth = 2,  // words: 2, or 4 to 18
  parameter bit Registered = 1'b0,  // 1: registers at the input and at `free_o`; not with Depth = 2
  parameter bit InputZeroWhenBusy = 1'b0  // 1: the user holds `data_i` at zero, see above
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

  logic clear_q;  // high in the cycle after `clear_i` or a reset
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

    // A register loads pushed words alone. In a core other values of `data_i` are round states,
    // which must not appear on a pin.
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
  end else if (Depth < 4 || Depth > 18) begin : gen_bad_depth
    `ROUNDEL_REFUSE(roundel_error_fifo_depth_must_be_2_or_4_to_18, 1)
  end else begin : gen_memory
    logic busy_q;
    logic wipe;  // the next entry of the memory is overwritten
    logic wiped;  // the entry is the last one
    logic push;  // a word enters the memory
    logic write;  // a word or an overwriting value enters the memory
    logic [Width-1:0] word;
    logic stored;  // the memory has a word
    logic pop;  // the word leaves the memory
    logic [Width-1:0] head;

    assign busy_o = busy_q;
    assign wipe = busy_q && !clear_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q <= 1'b1;
      end else begin
        busy_q <= clear_i || (busy_q && (clear_q || !wiped));
      end
    end

    if (!Registered) begin : gen_straight
      assign push = push_i;
      assign write = push_i || wipe;
      assign word = wipe ? '0 : data_i;
      assign free_o = pop;
    end else begin : gen_registered
      // The write enable of the memory has a register of its own, because its fan-out is Width.
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
        // A register with set/reset shares no slice with others, so InputZeroWhenBusy avoids it.
        if (busy_q && !InputZeroWhenBusy) begin
          word_q <= '0;
        end else begin
          word_q <= data_i;
        end
      end
    end

    roundel_credit_counter #(
      .Tokens(roundel_prim_pkg::short_fifo_credits(Depth)),
      .StartFull(1'b0)
    ) u_stored (
      .clk_i,
      .clear_i(clear_i || clear_q),
      .give_i(push),
      .take_i(pop),
      .any_o(stored)
    );

    roundel_fifo_bank #(.Width(Width), .EndMargin(Registered)) u_bank (
      .clk_i,
      .start_i(clear_q),
      .write_i(write),
      .word_i(word),
      .end_o(wiped),
      .read_i(pop),
      .word_o(head)
    );

    // ---- The two output registers ---------------------------------------------------------------
    logic both_q;  // both registers have a word
    logic [1:0] empty_q;  // bit 0: even_q is empty; bit 1: odd_q is empty
    logic load_q;  // the register that is filled next: 0 even_q, 1 odd_q
    logic show_q;  // the register on the output
    logic leave;  // a word leaves the FIFO
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

    // Zero while words are overwritten: the registers still have a word from before the clear, and
    // then load entry 0 of the memory, which is the first entry to be overwritten.
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

  `ROUNDEL_REFUSE(roundel_error_fifo_with_input_zero_must_be_registered,
                  InputZeroWhenBusy && !Registered)

`ifdef ROUNDEL_CONTRACT_STATE
  localparam int CREDITS = roundel_prim_pkg::short_fifo_credits(Depth);
  localparam int CHECK_BITS = $clog2(CREDITS + 1) + 1;
  logic [CHECK_BITS-1:0] credits_q;  // credits of the user

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      credits_q <= CHECK_BITS'(CREDITS);
    end else begin
      credits_q <= (clear_i || busy_o) ? CHECK_BITS'(CREDITS)
          : credits_q + CHECK_BITS'(free_o) - CHECK_BITS'(push_i);
    end
  end

  // Each push spends a credit.
  `ROUNDEL_CONTRACT(push_with_credit, clk_i, rst_ni,
                    busy_o || clear_i || !push_i || credits_q != '0)
  // The FIFO gives each credit back once.
  `ROUNDEL_CONTRACT(credits_in_range, clk_i, rst_ni, int'(credits_q) <= CREDITS)
`endif  // ROUNDEL_CONTRACT_STATE

  // No push while the words are overwritten; with Registered the first cycle drops the push.
  `ROUNDEL_CONTRACT(no_push_while_busy, clk_i, rst_ni,
                    !busy_o || (clear_q && Registered) || !push_i)
  `ROUNDEL_CONTRACT_STABLE(output_stable, clk_i, rst_ni, valid_o && !ready_i && !clear_i,
                           {valid_o, data_o})

endmodule : roundel_short_fifo
