// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue with a registered output, for results that cannot wait.
//
// Input: `push_i` stores `data_i`; there is no ready, because whoever pushes holds a credit. There
// are aes_pkg::queue_credits(Depth) of these; `free_o` gives one back. Output: valid/ready;
// `data_o` is stable while `valid_o` and not `ready_i`, and else shows the last word that was. A
// word that is pushed into an empty queue stands on the output aes_pkg::queue_latency() cycles
// later; one may be pushed and one taken in every cycle.
//
// `clear_i` empties the queue in the next cycle, sets the output to zero in the one after, and
// overwrites what was held; so does a reset once the clock runs. `busy_o` says so, for a cycle if
// Depth is 2, else for 17. Nothing may be pushed then.
//
// Depth 2 is two registers behind each other. Else words are held in banks of 16:
//
//                  +-> bank 1 -> [reg] -+
//   data -> [reg] -+-> bank 2 -> [reg] -+-> OR -> [reg] -> bank 0 -> [reg] -> output
//                  +-> bank 3 -> [reg] -+
//
// Bank 0 alone waits for `ready_i`, so that a stall need not reach the other banks in its cycle:
// they give it words, in turn, while it has room. The register behind a bank that is not read is
// zero, so an OR joins them where a multiplexer would take twice the logic. Of one bank there is
// bank 0 alone, and the register at the input is there if Registered.

module aes_fifo #(
  parameter int Width = 128,  // bits of a word
  parameter int Depth = 2,  // words held: 2 to 17, or a multiple of 16 and one
  parameter int Registered = 0  // 1: registers at data_i and free_o; more than one bank: 1
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

  localparam int BANKS = (Depth + 14) / 16;
  localparam int PLACES = (BANKS == 1) ? Depth - 1 : 16;  // of bank 0

  logic clear_q;  // the cycle after clear_i, or after a reset
  logic valid_q;
  logic [Width-1:0] data_q;
  logic advance;  // the output register is free

  assign valid_o = valid_q;
  assign data_o = data_q;
  assign advance = !valid_q || ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
    end
  end

  if (Depth == 2) begin : gen_pair
    logic stored_q;
    logic [Width-1:0] word_q;

    assign busy_o = clear_q;
    assign free_o = valid_q && ready_i;

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

    logic unused_registered;
    assign unused_registered = ^{Registered, BANKS, PLACES};
  end else if (Depth < 2 || (BANKS > 1 && Depth % 16 != 1)) begin : gen_bad_depth
    aes_error_fifo_depth_must_be_2_to_17_or_a_multiple_of_16_and_1 u_error ();
  end else if (BANKS > 1 && Registered == 0) begin : gen_bad_registered
    aes_error_fifo_of_several_banks_must_be_registered u_error ();
  end else begin : gen_banks
    logic busy_q;
    logic wipe;  // every bank is to write zero to its next place
    logic wiped;  // the last
    logic push;  // a word for bank 0
    logic write;  // that, or wipe
    logic [Width-1:0] word;
    logic stored;  // bank 0 holds one
    logic pop;  // which leaves it
    logic [Width-1:0] head;

    assign busy_o = busy_q;
    assign pop = stored && advance;
    assign wipe = busy_q && !clear_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q <= 1'b1;
      end else begin
        busy_q <= clear_i || (busy_q && (clear_q || !wiped));
      end
    end

    // ---- In front of bank 0 ---------------------------------------------------------------------
    if (Registered == 0) begin : gen_straight
      assign push = push_i;
      assign write = push_i || wipe;
      assign word = wipe ? '0 : data_i;
      assign free_o = pop;
    end else begin : gen_registered
      // A memory's write enable comes from a register of its own: it goes to every word's bits.
      logic write_q, push_q, free_q;
      logic next_push;
      logic [Width-1:0] word_q;

      assign push = push_q;
      assign write = write_q;
      assign free_o = free_q;

      always_ff @(posedge clk_i) begin
        if (clear_q) begin
          write_q <= 1'b0;
          push_q <= 1'b0;
          free_q <= 1'b0;
        end else begin
          write_q <= next_push || wipe;
          push_q <= next_push;
          free_q <= pop;
        end
      end
      always_ff @(posedge clk_i) begin
        if (busy_q) begin
          word_q <= '0;
        end else begin
          word_q <= data_i;
        end
      end

      if (BANKS == 1) begin : gen_one
        assign next_push = push_i;
        assign word = word_q;
      end else begin : gen_more
        localparam int FRONT = BANKS - 1;
        logic waits;  // a word waits in these banks
        logic room;  // bank 0 has a place for it
        logic go_q;  // a bank is read
        logic [FRONT-1:0] front_q, read_q;  // written, read
        logic [FRONT-1:0] zero_q;  // not read_q
        logic [FRONT-1:0] to_write, to_read;  // next
        logic [Width*FRONT-1:0] heads_q;

        // A word can be read in the cycle after the one that writes it: two after its push.
        aes_tokens #(
          .Tokens(16 * FRONT),
          .Full(0)
        ) u_waits (
          .clk_i(clk_i),
          .clear_i(clear_q),
          .give_i(push_i),
          .take_i(room),
          .any_o(waits)
        );

        aes_tokens #(
          .Tokens(16),
          .Full(1)
        ) u_room (
          .clk_i(clk_i),
          .clear_i(clear_q),
          .give_i(free_q),
          .take_i(waits),
          .any_o(room)
        );

        if (FRONT == 1) begin : gen_no_turns
          assign to_write = 1'b1;
          assign to_read = 1'b1;
        end else begin : gen_turns
          logic [FRONT-1:0] to_write_q, to_read_q;
          assign to_write = to_write_q;
          assign to_read = to_read_q;
          always_ff @(posedge clk_i) begin
            if (clear_q) begin
              to_write_q <= {{(FRONT - 1) {1'b0}}, 1'b1};
              to_read_q <= {{(FRONT - 1) {1'b0}}, 1'b1};
            end else begin
              if (push_i) begin
                to_write_q <= {to_write_q[FRONT-2:0], to_write_q[FRONT-1]};
              end
              if (waits && room) begin
                to_read_q <= {to_read_q[FRONT-2:0], to_read_q[FRONT-1]};
              end
            end
          end
        end

        always_ff @(posedge clk_i) begin
          if (clear_q) begin
            front_q <= '0;
            read_q <= '0;
            zero_q <= '1;
            go_q <= 1'b0;
          end else begin
            front_q <= ({FRONT{push_i}} & to_write) | {FRONT{wipe}};
            read_q <= {FRONT{waits && room}} & to_read;
            zero_q <= ~({FRONT{waits && room}} & to_read);
            go_q <= waits && room;
          end
        end

        for (genvar b = 0; b < FRONT; b++) begin : gen_bank
          logic [Width-1:0] front_head;
          logic unused_end;

          aes_fifo_bank #(
            .Width(Width)
          ) u_front (
            .clk_i(clk_i),
            .start_i(clear_q),
            .write_i(front_q[b]),
            .word_i(word_q),
            .end_o(unused_end),
            .read_i(read_q[b]),
            .word_o(front_head)
          );

          always_ff @(posedge clk_i) begin
            if (zero_q[b]) begin
              heads_q[Width*b+:Width] <= '0;
            end else begin
              heads_q[Width*b+:Width] <= front_head;
            end
          end
        end

        logic late_q;  // go_q, until the word has come through the OR
        logic [Width-1:0] joined, joined_q;
        assign next_push = late_q;
        assign word = joined_q;
        always_comb begin
          joined = '0;
          for (int b = 0; b < FRONT; b++) begin
            joined = joined | heads_q[Width*b+:Width];
          end
        end
        always_ff @(posedge clk_i) begin
          if (clear_q) begin
            late_q <= 1'b0;
          end else begin
            late_q <= go_q;
          end
          if (busy_q) begin
            joined_q <= '0;
          end else begin
            joined_q <= joined;
          end
        end
      end
    end

    // ---- Bank 0 and the output ------------------------------------------------------------------
    aes_tokens #(
      .Tokens(PLACES),
      .Full(0)
    ) u_stored (
      .clk_i(clk_i),
      .clear_i(clear_i || clear_q),
      .give_i(push),
      .take_i(advance),
      .any_o(stored)
    );

    aes_fifo_bank #(
      .Width(Width),
      .Early(Registered)
    ) u_bank (
      .clk_i(clk_i),
      .start_i(clear_q),
      .write_i(write),
      .word_i(word),
      .end_o(wiped),
      .read_i(pop),
      .word_o(head)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else begin
        valid_q <= (stored || !advance) && !clear_i && !clear_q;
      end
    end

    // Never what was not pushed: on a core's pins that would be the state of a round.
    always_ff @(posedge clk_i) begin
      if (clear_q) begin
        data_q <= '0;
      end else if (pop) begin
        data_q <= head;
      end
    end
  end

endmodule : aes_fifo
