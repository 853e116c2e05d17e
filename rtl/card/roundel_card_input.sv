// SPDX-License-Identifier: Apache-2.0
//
// Input ring of roundel_card: the host writes blocks in any order, and the blocks leave in order.
//
// Interface, host side. `write_i` stores `write_data_i`, half a block, at `write_index_i`: bit 0
// selects the half, the other bits select the entry. The host fills free entries in any order. Then
// `commit_i` sets the tail, and the blocks before the tail leave. Head and tail count blocks modulo
// 2^16; the entry is the count modulo `Blocks`. A write to an entry that is not free has no effect.
// A tail that moves back, or more than `Blocks` ahead of the head, has no effect. `overrun_o`
// follows two cycles later. The host must not access the ring in the three cycles after a commit.
// Output side: valid/ready, one block per cycle. The head advances when a block is read from the
// memory.
//
// Clear. `clear_i`, or a reset (asynchronous, active low), empties the ring, sets both counts to 0
// and overwrites the memory. `busy_o` is high until the end; the host must not write meanwhile.

`include "roundel_contract.svh"

module roundel_card_input #(
  parameter int Blocks = 512,  // a power of two, 16 to 512
  parameter int HalfBits = 64  // bits of half a block; fewer for proofs
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,
  output logic                    busy_o,

  input  logic                    write_i,
  input  logic [$clog2(Blocks):0] write_index_i,
  input  logic [    HalfBits-1:0] write_data_i,  // byte 0 in the low bits
  input  logic                    commit_i,
  input  logic [            15:0] commit_tail_i,
  output logic                    overrun_o,
  output logic [            15:0] head_o,
  output logic [            15:0] tail_o,
  output logic [            15:0] room_o,  // free entries

  output logic                    valid_o,
  input  logic                    ready_i,
  output logic [  2*HalfBits-1:0] data_o  // byte 0 in the low bits
);

  localparam int INDEX_BITS = $clog2(Blocks);
  localparam int FIFO_DEPTH = 18;

  logic [15:0] head_q, next_head_q, tail_q, room_q;
  logic clearing, fifo_busy, clear_q;

  assign head_o = head_q;
  assign tail_o = tail_q;
  assign room_o = room_q;
  assign busy_o = clear_q || clearing || fifo_busy;

  // ---- Host side --------------------------------------------------------------------------------
  // An entry is free if its distance from the tail is less than the number of free entries. The
  // head may advance in between, which only adds free entries.
  logic write_q, commit_q, half_q, overrun_q;
  logic [INDEX_BITS-1:0] index_q, ahead_q;
  logic [HalfBits-1:0] data_q;
  logic [15:0] new_tail_q, advance_q;
  logic write_ok, commit_ok;

  assign overrun_o = overrun_q;
  assign write_ok = write_q && 16'(ahead_q) < room_q;
  assign commit_ok = commit_q && advance_q <= room_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      write_q <= 1'b0;
      commit_q <= 1'b0;
      overrun_q <= 1'b0;
      tail_q <= '0;
      room_q <= '0;
    end else begin
      clear_q <= clear_i;
      write_q <= write_i && !clear_i;
      commit_q <= commit_i && !clear_i;
      overrun_q <= (write_q && !write_ok) || (commit_q && !commit_ok);
      if (clear_q) begin
        tail_q <= '0;
      end else if (commit_ok) begin
        tail_q <= new_tail_q;
      end
      room_q <= Blocks[15:0] - (tail_q - head_q);
    end
  end

  always_ff @(posedge clk_i) begin
    half_q <= write_index_i[0];
    index_q <= write_index_i[INDEX_BITS:1];
    ahead_q <= write_index_i[INDEX_BITS:1] - tail_q[INDEX_BITS-1:0];
    data_q <= write_data_i;
    new_tail_q <= commit_tail_i;
    advance_q <= commit_tail_i - tail_q;
  end

  // ---- Memory -----------------------------------------------------------------------------------
  logic [INDEX_BITS-1:0] read_index_q;
  logic [2*HalfBits-1:0] data;

  roundel_card_memory #(.Blocks(Blocks), .HalfBits(HalfBits)) u_memory (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(clearing),
    .write_i({write_ok && half_q, write_ok && !half_q}),
    .write_index_i(index_q),
    .write_block_i({2{data_q}}),
    .read_index_i(read_index_q),
    .block_o(data)
  );

  // ---- Output side ------------------------------------------------------------------------------
  logic any_q, room, go, free;
  logic [2:0] go_q;  // latency of the memory: bit 2 when the block is at its output

  assign go = any_q && room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= '0;
      next_head_q <= 16'd1;
      any_q <= 1'b0;
      go_q <= '0;
    end else if (clear_i || clear_q) begin
      head_q <= '0;
      next_head_q <= 16'd1;
      any_q <= 1'b0;
      go_q <= '0;
    end else begin
      if (go) begin
        head_q <= next_head_q;
        next_head_q <= next_head_q + 1'b1;
      end
      any_q <= (go ? next_head_q : head_q) != tail_q;
      go_q <= {go_q[1:0], go};
    end
  end

  always_ff @(posedge clk_i) begin
    read_index_q <= head_q[INDEX_BITS-1:0];
  end

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(FIFO_DEPTH)),
    .StartFull(1)
  ) u_room (
    .clk_i,
    .clear_i(clear_i || busy_o),
    .give_i(free),
    .take_i(any_q),
    .any_o(room)
  );

  roundel_fifo #(.Width(2 * HalfBits), .Depth(FIFO_DEPTH), .Registered(1)) u_fifo (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(fifo_busy),
    .push_i(go_q[2]),
    .data_i(data),
    .free_o(free),
    .valid_o, .ready_i, .data_o
  );

  `ROUNDEL_CONTRACT(no_write_while_busy, clk_i, rst_ni, !(write_i && busy_o))

endmodule : roundel_card_input
