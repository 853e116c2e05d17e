// SPDX-License-Identifier: Apache-2.0
//
// Front of a long FIFO (roundel_fifo): banks of distributed RAM in front of a roundel_short_fifo.
//
// Interface. `push_i` stores `data_i`; the user spends one of 16 * Banks credits for each push and
// receives a credit for each cycle with `free_o` high. Words leave in order: `push_o` is high for
// 1 cycle with each word on `data_o`. The receiver has room for 16 words at the start, and for
// one more word with each `free_i`. Latency three cycles from a push into empty banks, if the
// receiver has room; throughput 1 word each cycle. Without `push_o`, `data_o` is zero, except in
// the cycle after `clear_i`.
//
// Zeroise. `clear_i`, high in the cycle after a clear or a reset, empties the banks. `wipe_i` is
// high in the next 16 cycles, in which zero is written to all words; the user pushes nothing.
//
// Method.
//              +-> bank 0 -> [reg] -+
//   data -> [reg]-> bank 1 -> [reg] -> OR -> data
//              +-> bank 2 -> [reg] -+
// Banks are written and read in turn. The register behind a bank that is not read is zero, so an OR
// joins the banks; a multiplexer would take twice the logic.

`include "roundel_contract.svh"

module roundel_fifo_lut_ram #(
  parameter int Width = 128,  // bits of a word
  parameter int Banks = 2  // of 16 words
) (
  input  logic             clk_i,
  input  logic             clear_i,
  input  logic             wipe_i,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,
  output logic             free_o,

  input  logic             free_i,
  output logic             push_o,
  output logic [Width-1:0] data_o
);

  logic waits;  // the banks have a word
  logic room;  // the receiver has room
  logic go_q, late_q;  // a bank is read; its word is in the register behind the bank
  logic [Banks-1:0] write_q, read_q;  // one-hot: the bank that is written, the bank that is read
  logic [Banks-1:0] zero;  // the complement of read_q, a register of its own for the fan-out
  logic [Banks-1:0] to_write, to_read;  // one-hot: the bank of the next write, of the next read
  logic [Width-1:0] word_q;
  logic [Width*Banks-1:0] heads_q;

  assign free_o = go_q;
  assign push_o = late_q;

  always_ff @(posedge clk_i) begin
    if (clear_i || wipe_i) begin
      word_q <= '0;
    end else begin
      word_q <= data_i;
    end
  end

  // A word can be read in the cycle after its write: two cycles after the push.
  roundel_credit_counter #(.Tokens(16 * Banks), .StartFull(1'b0)) u_waits (
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

  if (Banks == 1) begin : gen_no_turns
    assign to_write = 1'b1;
    assign to_read = 1'b1;
  end else begin : gen_turns
    logic [Banks-1:0] to_write_q, to_read_q;
    assign to_write = to_write_q;
    assign to_read = to_read_q;
    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        to_write_q <= {{(Banks - 1) {1'b0}}, 1'b1};
        to_read_q <= {{(Banks - 1) {1'b0}}, 1'b1};
      end else begin
        if (push_i) begin
          to_write_q <= {to_write_q[Banks-2:0], to_write_q[Banks-1]};
        end
        if (waits && room) begin
          to_read_q <= {to_read_q[Banks-2:0], to_read_q[Banks-1]};
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      write_q <= '0;
      read_q <= '0;
      go_q <= 1'b0;
      late_q <= 1'b0;
    end else begin
      write_q <= ({Banks{push_i}} & to_write) | {Banks{wipe_i}};
      read_q <= {Banks{waits && room}} & to_read;
      go_q <= waits && room;
      late_q <= go_q;
    end
  end

  roundel_dup_register #(.Width(Banks)) u_copy (
    .clk_i,
    .data_i({Banks{clear_i}} | ~({Banks{waits && room}} & to_read)),
    .data_o(zero)
  );

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [Width-1:0] head;

    roundel_fifo_bank #(.Width(Width)) u_bank (
      .clk_i,
      .start_i(clear_i),
      .write_i(write_q[b]),
      .word_i(word_q),
      // verilator lint_off PINCONNECTEMPTY
      .end_o(),
      // verilator lint_on PINCONNECTEMPTY
      .read_i(read_q[b]),
      .word_o(head)
    );

    always_ff @(posedge clk_i) begin
      if (zero[b]) begin
        heads_q[Width*b+:Width] <= '0;
      end else begin
        heads_q[Width*b+:Width] <= head;
      end
    end
  end

  always_comb begin
    data_o = '0;
    for (int b = 0; b < Banks; b++) begin
      data_o = data_o | heads_q[Width*b+:Width];
    end
  end

`ifdef ROUNDEL_CONTRACT_STATE
  logic checked_q;  // a clear has set the registers
  initial checked_q = 1'b0;
  always @(posedge clk_i) begin
    checked_q <= checked_q || clear_i;
  end

  // No push while the words are overwritten.
  `ROUNDEL_CONTRACT(no_push_while_busy, clk_i, checked_q, !wipe_i || clear_i || !push_i)
  // At most one bank is read in each cycle: the OR joins 1 word.
  `ROUNDEL_CONTRACT(read_one_bank, clk_i, checked_q,
                    (read_q & (read_q - 1'b1)) == '0 && zero == ~read_q)
`endif  // ROUNDEL_CONTRACT_STATE

endmodule : roundel_fifo_lut_ram
