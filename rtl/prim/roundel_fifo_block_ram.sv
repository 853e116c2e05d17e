// SPDX-License-Identifier: Apache-2.0
//
// Block RAM in front of an roundel_short_fifo, for a queue of many words (roundel_fifo):
// roundel_fifo_lut_ram in other memory.
//
// `push_i` stores `data_i`; who pushes holds one of `Words` credits, and `free_o` gives it back.
// Words leave in the order in which they came: `push_o` with `data_o`, for one cycle each, whenever
// whoever takes them has room for one. It has room for 16 at the start, and for one more with each
// `free_i`. A word that is pushed into an empty memory leaves four cycles later if there is room;
// one may come and one leave in every cycle.
//
// `clear_i`, the cycle after a clear or a reset, empties it; what was held is overwritten in the
// `Words` cycles after, in which `busy_o` is high and nothing may be pushed. Then `data_o` is zero
// until the first word. With InputZeroWhenBusy it is overwritten with `data_i`, in five cycles
// more, of which the first five do not count: what was written in them is overwritten again.

module roundel_fifo_block_ram #(
  parameter int Width = 128,  // bits of a word
  parameter int Words = 32,  // at most 512
  // 1: from the sixth cycle of busy_o on data_i is zero, or no secret
  parameter int InputZeroWhenBusy = 0
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

  localparam int LAST = Words - 1;
  localparam int FIRST = (InputZeroWhenBusy == 0) ? 0 : Words - 5;
  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(Words);

  logic waits;  // a word waits
  logic room;  // there is room for it
  logic wipe_q;  // it is overwritten
  logic again_q;  // all of it is still to be
  logic write_q, go_q, read_q, late_q;
  logic [INDEX_BITS-1:0] to_write_q, write_index_q, to_read_q, read_index_q;
  logic [Width-1:0] word_q;

  assign busy_o = wipe_q;
  assign free_o = go_q;
  assign push_o = late_q;

  // A word can be read in the cycle after the one that writes it: two after its push.
  roundel_credit_counter #(
    .Tokens(Words),
    .StartFull(0)
  ) u_waits (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .give_i(push_i),
    .take_i(room),
    .any_o(waits)
  );

  roundel_credit_counter #(
    .Tokens(16),
    .StartFull(1)
  ) u_room (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .give_i(free_i),
    .take_i(waits),
    .any_o(room)
  );

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      wipe_q <= 1'b1;
      again_q <= InputZeroWhenBusy != 0;
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
        to_write_q <= (to_write_q == LAST[INDEX_BITS-1:0]) ? '0 : to_write_q + 1'b1;
      end
      if (waits && room) begin
        to_read_q <= (to_read_q == LAST[INDEX_BITS-1:0]) ? '0 : to_read_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    write_index_q <= to_write_q;
    read_index_q <= to_read_q;
    // Set/reset of a register keeps others out of its slice.
    if (wipe_q && InputZeroWhenBusy == 0) begin
      word_q <= '0;
    end else begin
      word_q <= data_i;
    end
  end

  roundel_block_ram #(
    .Words(Words),
    .Width(Width)
  ) u_memory (
    .clk_i(clk_i),
    .write_i(write_q),
    .write_index_i(write_index_q),
    .write_word_i(word_q),
    .read_index_i(read_index_q),
    .word_o(data_o)
  );

endmodule : roundel_fifo_block_ram
