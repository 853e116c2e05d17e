// SPDX-License-Identifier: Apache-2.0
//
// The input queue of roundel_card: a ring of blocks that a host writes as memory, and that leave in
// order.
//
// `write_i` stores `write_data_i`, half a block, at `write_index_i`: the half in its lowest bit,
// the block's place above. The host fills free places in any order; then `commit_i` sets the tail:
// what is in front of it leaves. Head and tail count blocks modulo 2^16, and a place is the
// remainder of a count by `Blocks`. A write to a place that is not free, and a tail that goes back
// or lies more than `Blocks` in front of the head, has no effect, and `overrun_o` says so two
// cycles later. In the three cycles behind a commit the host does nothing.
//
// Blocks leave one a cycle; the head moves as they are read from the memory.
//
// `clear_i` empties the ring, sets both counts to 0 and overwrites what was held: `busy_o` until
// then, in which nothing may be written. So does a reset.

module roundel_card_input #(
  parameter int Blocks = 512,  // a power of two, 16 to 512
  parameter int HalfBits = 64  // of half a block; fewer for proofs
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
  output logic [            15:0] room_o,  // free places

  output logic                    valid_o,
  input  logic                    ready_i,
  output logic [  2*HalfBits-1:0] data_o  // byte 0 in the low bits
);

  localparam int PLACE_BITS = $clog2(Blocks);
  localparam int FIFO_DEPTH = 18;

  logic [15:0] head_q, next_head_q, tail_q, room_q;
  logic wipe, fifo_busy, clear_q;

  assign head_o = head_q;
  assign tail_o = tail_q;
  assign room_o = room_q;
  assign busy_o = clear_q || wipe || fifo_busy;

  // ---- What the host does -----------------------------------------------------------------------
  // A place is free if it lies fewer places in front of the tail than there are free ones. The head
  // may have moved since: then there are more.
  logic write_q, commit_q, half_q, overrun_q;
  logic [PLACE_BITS-1:0] place_q, ahead_q;
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
    place_q <= write_index_i[PLACE_BITS:1];
    ahead_q <= write_index_i[PLACE_BITS:1] - tail_q[PLACE_BITS-1:0];
    data_q <= write_data_i;
    new_tail_q <= commit_tail_i;
    advance_q <= commit_tail_i - tail_q;
  end

  // ---- Memory -----------------------------------------------------------------------------------
  logic [PLACE_BITS-1:0] get_place_q;
  logic [2*HalfBits-1:0] data;

  roundel_card_memory #(
    .Blocks(Blocks),
    .HalfBits(HalfBits)
  ) u_memory (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(wipe),
    .write_i({write_ok && half_q, write_ok && !half_q}),
    .write_index_i(place_q),
    .write_block_i({2{data_q}}),
    .read_index_i(get_place_q),
    .block_o(data)
  );

  // ---- Out --------------------------------------------------------------------------------------
  logic any_q, room, go, free;
  logic [2:0] go_q;  // the memory's output has the block in the last of these cycles

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
    get_place_q <= head_q[PLACE_BITS-1:0];
  end

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(FIFO_DEPTH)),
    .StartFull(1)
  ) u_room (
    .clk_i(clk_i),
    .clear_i(clear_i || busy_o),
    .give_i(free),
    .take_i(any_q),
    .any_o(room)
  );

  roundel_fifo #(
    .Width(2 * HalfBits),
    .Depth(FIFO_DEPTH),
    .Registered(1)
  ) u_fifo (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(fifo_busy),
    .push_i(go_q[2]),
    .data_i(data),
    .free_o(free),
    .valid_o(valid_o),
    .ready_i(ready_i),
    .data_o(data_o)
  );

endmodule : roundel_card_input
