// SPDX-License-Identifier: Apache-2.0
//
// Front of a long FIFO (roundel_fifo): a block RAM in front of a roundel_short_fifo.
//
// Interface. `push_i` stores `data_i`; the user spends one of Words credits for each push and
// receives a credit for each cycle with `free_o` high. Words leave in order: `push_o` is high for
// 1 cycle with each word on `data_o`. The receiver has room for 16 words at the start, and for
// one more word with each `free_i`. Latency four cycles from a push into an empty memory, if the
// receiver has room; throughput 1 word each cycle.
//
// Zeroise. `clear_i`, high in the cycle after a clear or a reset, empties the memory. `busy_o` is
// high in the next Words cycles, in which zero is written to each word; the user pushes nothing.
// `data_o` is zero from then on until the first word. With InputZeroWhenBusy each word is
// overwritten with `data_i`. That takes five cycles more, because the first five writes may still
// hold a secret: their words are written a second time.
//
// Method. The words of the memory are used 16 at a time, each group in the order of
// roundel_prim_pkg::next_bank_index: a binary counter of the whole index would need a carry chain.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_fifo_block_ram #(
  parameter int Width = 128,  // bits of a word
  parameter int Words = 32,  // a multiple of 16, at most 512
  parameter bit InputZeroWhenBusy = 1'b0  // 1: `data_i` is zero from the sixth cycle of busy_o on
) (
  input  logic             clk_i,
  input  logic             clear_i,
  output logic             busy_o,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             free_o,

  input  logic             free_i,
  output logic             push_o,
  output logic [Width-1:0] data_o
);

  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(Words);
  // The words begin at 0 and end at LAST. A clear begins at FIRST, five words before 0 if these
  // words are overwritten twice.
  localparam logic [3:0] LAST_OF_GROUP = roundel_prim_pkg::bank_index(15);
  localparam logic [3:0] FIFTH_OF_GROUP = roundel_prim_pkg::bank_index(11);  // from the end
  localparam int LAST = Words - 16 + int'(LAST_OF_GROUP);
  localparam int FIRST = InputZeroWhenBusy ? Words - 16 + int'(FIFTH_OF_GROUP) : 0;

  `ROUNDEL_REFUSE(roundel_error_words_of_fifo_must_be_a_multiple_of_16_up_to_512,
                  Words < 16 || Words > 512 || Words % 16 != 0)

  logic waits;  // the memory has a word
  logic room;  // the receiver has room
  logic wipe_q;  // words are overwritten
  logic again_q;  // the overwriting has not yet reached word 0
  logic write_q;
  logic go_q, read_q, late_q;  // a word leaves: one, two and three cycles after the decision
  logic [INDEX_BITS-1:0] to_write_q, write_index_q, to_read_q, read_index_q;
  logic [Width-1:0] word_q;

  assign busy_o = wipe_q;
  assign free_o = go_q;
  assign push_o = late_q;

  // The word after a word. The number of the group is incremented without an operator, which would
  // be a carry chain.
  function automatic logic [INDEX_BITS-1:0] next_index(input logic [INDEX_BITS-1:0] index);
    logic carry;
    next_index = index;
    next_index[3:0] = roundel_prim_pkg::next_bank_index(index[3:0]);
    carry = next_index[3:0] == 4'd0;
    for (int b = 4; b < INDEX_BITS; b++) begin
      next_index[b] = (index[b] ^ carry) && index != LAST[INDEX_BITS-1:0];
      carry = carry && index[b];
    end
  endfunction

  // A word can be read in the cycle after its write: two cycles after the push.
  roundel_credit_counter #(.Tokens(Words), .StartFull(1'b0)) u_waits (
    .clk_i, .clear_i,
    .give_i(push_i),
    .take_i(room),
    .any_o(waits)
  );

  roundel_credit_counter #(.Tokens(16), .StartFull(1'b1)) u_room (
    .clk_i, .clear_i,
    .give_i(free_i),
    .take_i(waits),
    .any_o(room)
  );

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      wipe_q <= 1'b1;
      again_q <= InputZeroWhenBusy;
      write_q <= 1'b0;
      go_q <= 1'b0;
      read_q <= 1'b0;
      late_q <= 1'b0;
      to_write_q <= FIRST[INDEX_BITS-1:0];
      to_read_q <= '0;
    end else begin
      wipe_q <= wipe_q && (again_q || to_write_q != LAST[INDEX_BITS-1:0]);
      again_q <= again_q && to_write_q != LAST[INDEX_BITS-1:0];
      write_q <= push_i || wipe_q;
      go_q <= waits && room;
      read_q <= go_q;
      late_q <= read_q;
      if (push_i || wipe_q) begin
        to_write_q <= next_index(to_write_q);
      end
      if (waits && room) begin
        to_read_q <= next_index(to_read_q);
      end
    end
  end

  always_ff @(posedge clk_i) begin
    write_index_q <= to_write_q;
    read_index_q <= to_read_q;
    // A register with set/reset shares no slice with others, so InputZeroWhenBusy avoids the reset.
    if (wipe_q && !InputZeroWhenBusy) begin
      word_q <= '0;
    end else begin
      word_q <= data_i;
    end
  end

  roundel_block_ram #(.Words(Words), .Width(Width)) u_memory (
    .clk_i,
    .write_i(write_q),
    .write_index_i(write_index_q),
    .write_word_i(word_q),
    .read_index_i(read_index_q),
    .word_o(data_o)
  );

`ifdef ROUNDEL_CONTRACT_STATE
  logic checked_q;  // a clear has set the registers
  initial checked_q = 1'b0;
  always @(posedge clk_i) begin
    checked_q <= checked_q || clear_i;
  end

  // No push while the words are overwritten.
  `ROUNDEL_CONTRACT(no_push_while_busy, clk_i, checked_q, !wipe_q || clear_i || !push_i)
`endif  // ROUNDEL_CONTRACT_STATE

endmodule : roundel_fifo_block_ram
