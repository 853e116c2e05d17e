// SPDX-License-Identifier: Apache-2.0
//
// Output memory that restores the order of blocks which overtake each other in the ring.
//
// Interface, reservation. `number_o` is the number of the next block; a cycle with `take_i` uses
// the number. The user holds Depth credits at the start, spends a credit with each `take_i`, and
// receives a credit for each cycle with `free_o` high.
//
// Interface, input. `push_i` stores `data_i` as the result of block `push_number_i`. Each reserved
// number is pushed once, in any order. The user pushes nothing while `busy_o` is high.
//
// Interface, output. Valid/ready, in the order of the numbers. `data_o` is stable during a stall.
// Without `valid_o`, `data_o` is zero or a word that was pushed since the last clear, from the
// second cycle after `clear_i` on. Latency two cycles from the push of the next number, three with
// Registered; throughput 1 word each cycle.
//
// Reset and zeroise. `clear_i` or a reset empties the memory and overwrites each word with zeros.
// `busy_o` is high for Depth + 1 cycles, from the next cycle on.
//
// Method. A number is the word's index and a lap bit above the index. The lap bit changes when the
// index wraps, and is stored with the word. The word at the read pointer is a new result if the two
// lap bits are equal. The memory therefore needs no valid bits that several words share.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_reorder_buffer #(
  parameter int Width = 128,  // bits of a word
  parameter int Depth = 16,  // words, a power of two, at least 2
  parameter bit Registered = 1'b0  // 1: a register in front of the memory
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               busy_o,

  output logic [$clog2(Depth):0] number_o,
  input  logic               take_i,

  input  logic               push_i,
  input  logic [$clog2(Depth):0] push_number_i,
  input  logic [  Width-1:0] data_i,
  output logic               free_o,

  output logic               valid_o,
  input  logic               ready_i,
  output logic [  Width-1:0] data_o
);

  localparam int INDEX_BITS = $clog2(Depth);
  localparam logic [INDEX_BITS:0] FIRST = {1'b1, {INDEX_BITS{1'b0}}};  // the memory starts as zero

  `ROUNDEL_REFUSE(roundel_error_depth_must_be_a_power_of_two,
      Depth < 2 || (Depth & (Depth - 1)) != 0)

  logic clearing;
  logic [INDEX_BITS-1:0] clear_index;
  logic [INDEX_BITS:0] number_q, read_q;
  logic push, head_lap, new_head, load, valid_q, busy_q;
  logic [INDEX_BITS:0] push_number;
  logic [Width-1:0] pushed, head, data_q;

  assign busy_o = busy_q;
  assign number_o = number_q;
  assign valid_o = valid_q;
  assign data_o = data_q;

  roundel_memory_clear #(.Words(Depth)) u_clear (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(clearing),
    .index_o(clear_index)
  );

  if (Registered) begin : gen_registered
    roundel_pipeline_cut #(.Width(1 + INDEX_BITS + 1 + Width)) u_cut_push (
      .clk_i,
      .data_i({push_i, push_number_i, data_i}),
      .data_o({push, push_number, pushed})
    );
  end else begin : gen_straight
    assign {push, push_number, pushed} = {push_i, push_number_i, data_i};
  end

  roundel_lut_ram #(.Words(Depth), .Width(1 + Width)) u_memory (
    .clk_i,
    .write_i(push || clearing),
    .write_index_i(clearing ? clear_index : push_number[INDEX_BITS-1:0]),
    .write_word_i({push_number[INDEX_BITS], pushed} & {(1 + Width) {!clearing}}),
    .read_index_i(read_q[INDEX_BITS-1:0]),
    .word_o({head_lap, head})
  );

  assign new_head = head_lap == read_q[INDEX_BITS] && !busy_q;
  assign load = new_head && (!valid_q || ready_i);
  assign free_o = load;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b1;
      valid_q <= 1'b0;
      number_q <= FIRST;
      read_q <= FIRST;
    end else if (clear_i || clearing) begin
      busy_q <= 1'b1;
      valid_q <= 1'b0;
      number_q <= FIRST;
      read_q <= FIRST;
    end else begin
      busy_q <= 1'b0;
      valid_q <= load || (valid_q && !ready_i);
      if (take_i) begin
        number_q <= number_q + 1'b1;
      end
      if (load) begin
        read_q <= read_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (clearing) begin
      data_q <= '0;
    end else if (load) begin
      data_q <= head;
    end
  end

  `ROUNDEL_CONTRACT(no_push_while_busy, clk_i, rst_ni, !(push_i && busy_q))
  `ROUNDEL_CONTRACT(no_take_while_busy, clk_i, rst_ni, !(take_i && busy_q))

endmodule : roundel_reorder_buffer
