// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_card_input is a ring of memory and a FIFO: each block leaves once, in order.
//
// A block has the last value that the host wrote to its entry before the tail passed the entry, or
// zero without a write since the last clear. The module refuses a write to a used entry, and a tail
// that goes back or too far; a refused access has no effect. Nothing else is refused. Unbounded,
// with resets, clears and stalls at any time, and with writes in every cycle in any order.
// Assumption: the host is idle in the three cycles after a commit and while `busy_o` is high.
//
// Method. The proof watches an arbitrary half of an arbitrary block. A half is a single bit,
// because the module never uses its value. Head and tail in the cycle of the access decide about a
// refusal. Stubs: the block RAM returns an arbitrary word for a read during a write; the output
// FIFO (prove_short_fifo) and its credits (prove_credit_counter). Wires named u_dut.* are registers
// of the design (hierconn).

module prove_card_input #(
  parameter int Blocks = 16
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input logic                      clear_i,
  input logic                      write_i,
  input logic [$clog2(Blocks)-1:0] write_place_i,
  input logic                      write_half_i,
  input logic                      data_i,
  input logic                      commit_i,
  input logic [              15:0] commit_tail_i,
  input logic                      ready_i
);

  localparam int BITS = $clog2(Blocks);
  localparam logic [15:0] ALL = Blocks;
  localparam logic [15:0] BEHIND = 21;  // blocks between the memory and the output
  localparam logic [3:0] LATENCY = 8;  // cycles from the tail to the block on the output

  (* anyconst *) logic [15:0] count;  // number of the watched block
  (* anyconst *) logic half;

  logic busy, overrun, valid;
  logic [15:0] head, tail, room;
  logic [1:0] data;

  roundel_card_input #(
    .Blocks(Blocks),
    .HalfBits(1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .write_i(write_i),
    .write_index_i({write_place_i, write_half_i}),
    .write_data_i(data_i),
    .commit_i(commit_i),
    .commit_tail_i(commit_tail_i),
    .overrun_o(overrun),
    .head_o(head),
    .tail_o(tail),
    .room_o(room),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(data)
  );

  // ---- The specification -----------------------------------------------------------------------
  logic [BITS-1:0] place;
  logic [15:0] free;  // entries
  logic [15:0] tail_q, last_tail_q, last_head_q;
  logic [15:0] out_q;  // blocks that have left
  logic value_q, value_next;  // content of the entry
  logic due_q;  // expected block, from its commit on
  logic cleared_q, fresh_q;  // clear or reset one cycle ago; two cycles ago
  logic [15:0] wipe_q;  // remaining cycles of overwriting the memory
  logic write_q, write_fits_q, mine_q, bit_q, commit_q, commit_fits_q, refused_q;
  logic [15:0] new_tail_q;
  logic [2:0] quiet_q;  // cycles in which the host must be idle
  logic leave, commit_ok, covered;
  logic [3:0] idle_q;  // cycles without a block on the output while a block is stored
  logic [BITS-1:0] ahead;

  assign place = count[BITS-1:0];
  assign free = ALL - (tail_q - head);
  assign ahead = write_place_i - tail_q[BITS-1:0];
  assign leave = valid && ready_i;
  assign commit_ok = commit_q && commit_fits_q;
  assign value_next = (write_q && write_fits_q && mine_q) ? bit_q : value_q;
  assign covered = commit_ok && count - tail_q < new_tail_q - tail_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {tail_q, last_tail_q, last_head_q, out_q} <= '0;
      {value_q, due_q} <= '0;
      {cleared_q, fresh_q} <= 2'b11;
      wipe_q <= ALL;
      {write_q, commit_q, refused_q, quiet_q} <= '0;
      idle_q <= '0;
    end else begin
      cleared_q <= clear_i;
      fresh_q <= cleared_q;
      wipe_q <= clear_i ? ALL : wipe_q - 16'(wipe_q != 16'd0);
      tail_q <= clear_i ? 16'd0 : commit_ok ? new_tail_q : tail_q;
      out_q <= clear_i ? 16'd0 : out_q + 16'(leave);
      value_q <= value_next && !clear_i;
      due_q <= covered ? value_next : due_q;
      write_q <= write_i && !clear_i;
      commit_q <= commit_i && !clear_i;
      refused_q <= (write_q && !write_fits_q) || (commit_q && !commit_fits_q);
      quiet_q <= commit_i ? 3'd3 : quiet_q - 3'(quiet_q != 3'd0);
      last_tail_q <= tail;
      last_head_q <= head;
      idle_q <= (tail_q != out_q && !valid && !clear_i) ? idle_q + 4'd1 : 4'd0;
    end
  end
  always_ff @(posedge clk_i) begin
    write_fits_q <= 16'(ahead) < free;
    mine_q <= write_place_i == place && write_half_i == half;
    bit_q <= data_i;
    new_tail_q <= commit_tail_i;
    commit_fits_q <= commit_tail_i - tail_q <= free;
  end

  logic started_q = 1'b0;
  logic [7:0] run_q;  // consecutive cycles in which a block left
  logic written_q;  // one of these was the watched block, and nonzero
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q <= 8'd0;
      written_q <= 1'b0;
    end else begin
      run_q <= (leave && !clear_i && run_q != 8'd255) ? run_q + 8'd1 : 8'd0;
      written_q <= leave && (written_q || (out_q == count && due_q));
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (busy || quiet_q != 3'd0) assume (!write_i && !commit_i);

    if (started_q && rst_ni) begin
      if (wipe_q != 16'd0) assert (busy);
      if (busy) assert (!valid && head == 16'd0 && out_q == 16'd0 && tail_q == 16'd0);
      if (!cleared_q) assert (tail == tail_q);
      assert (room == ALL - (last_tail_q - last_head_q) || fresh_q || cleared_q);
      assert (overrun == refused_q);
      // No block leaves before its commit, and the ring has room for all committed blocks.
      assert (tail_q - head <= ALL && head - out_q <= BEHIND);
      if (head != last_head_q && !cleared_q) assert (head == last_head_q + 16'd1);
      if (valid) assert (tail_q != out_q);
      if (valid && out_q == count) assert (data[half] == due_q);
      assert (idle_q < LATENCY);
    end
    streaming: cover (started_q && rst_ni && written_q && int'(run_q) == Blocks + 8);
    refused: cover (started_q && rst_ni && overrun && head != 16'd0);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_dut.clear_q ;
  (* hierconn *) logic \u_dut.write_q ;
  (* hierconn *) logic \u_dut.commit_q ;
  (* hierconn *) logic \u_dut.half_q ;
  (* hierconn *) logic \u_dut.any_q ;
  (* hierconn *) logic [2:0] \u_dut.go_q ;
  (* hierconn *) logic [BITS-1:0] \u_dut.index_q ;
  (* hierconn *) logic [BITS-1:0] \u_dut.ahead_q ;
  (* hierconn *) logic [BITS-1:0] \u_dut.read_index_q ;
  (* hierconn *) logic \u_dut.data_q ;
  (* hierconn *) logic [15:0] \u_dut.new_tail_q ;
  (* hierconn *) logic [15:0] \u_dut.advance_q ;
  (* hierconn *) logic [15:0] \u_dut.next_head_q ;
  (* hierconn *) logic \u_dut.u_memory.u_clear.busy_q ;
  (* hierconn *) logic [BITS-1:0] \u_dut.u_memory.u_clear.index_q ;
  (* hierconn *) logic [1:0] \u_dut.u_memory.write_q ;
  (* hierconn *) logic [BITS-1:0] \u_dut.u_memory.index_q ;
  (* hierconn *) logic [1:0] \u_dut.u_memory.block_q ;
  (* hierconn *) logic [Blocks-1:0] \u_dut.u_memory.gen_half[0].u_memory.words_q ;
  (* hierconn *) logic [Blocks-1:0] \u_dut.u_memory.gen_half[1].u_memory.words_q ;
  (* hierconn *) logic \u_dut.u_memory.gen_half[0].u_memory.word_q ;
  (* hierconn *) logic \u_dut.u_memory.gen_half[1].u_memory.word_q ;
  (* hierconn *) logic \u_dut.u_memory.gen_half[0].u_memory.output_q ;
  (* hierconn *) logic \u_dut.u_memory.gen_half[1].u_memory.output_q ;
  (* hierconn *) logic [7:0] \u_dut.u_room.u_spec.count_q ;
  (* hierconn *) logic \u_dut.u_room.u_spec.wait_q ;
  (* hierconn *) logic [7:0] \u_dut.u_fifo.u_fifo.held_q ;
  (* hierconn *) logic [7:0] \u_dut.u_fifo.u_fifo.taken_q ;
  (* hierconn *) logic [7:0] \u_dut.u_fifo.u_fifo.waits_q ;
  (* hierconn *) logic \u_dut.u_fifo.u_fifo.clear_q ;
  (* hierconn *) logic [35:0] \u_dut.u_fifo.u_fifo.words_q ;
  logic [Blocks-1:0] words;
  logic [17:0] list;
  logic [1:0] write;
  logic [BITS-1:0] write_at;
  logic write_bit, word, shown, comes;
  logic [15:0] wiped;  // wiped entries
  logic [2:0] go;
  logic [7:0] held, taken, waits, credits;
  logic [15:0] passing;  // blocks between memory and FIFO
  logic [15:0] at;  // position of the block in the FIFO

  assign words = half ? \u_dut.u_memory.gen_half[1].u_memory.words_q
      : \u_dut.u_memory.gen_half[0].u_memory.words_q ;
  for (genvar w = 0; w < 18; w++) begin : gen_list
    assign list[w] = half ? \u_dut.u_fifo.u_fifo.words_q [2*w+1]
        : \u_dut.u_fifo.u_fifo.words_q [2*w];
  end
  assign write = \u_dut.u_memory.write_q ;
  assign write_at = \u_dut.u_memory.index_q ;
  assign write_bit = half ? \u_dut.u_memory.block_q [1] : \u_dut.u_memory.block_q [0];
  assign comes = write[half] && write_at == place;
  assign word = half ? \u_dut.u_memory.gen_half[1].u_memory.word_q
      : \u_dut.u_memory.gen_half[0].u_memory.word_q ;
  assign shown = half ? \u_dut.u_memory.gen_half[1].u_memory.output_q
      : \u_dut.u_memory.gen_half[0].u_memory.output_q ;
  assign wiped = ALL - wipe_q;
  assign go = \u_dut.go_q ;
  assign held = \u_dut.u_fifo.u_fifo.held_q ;
  assign taken = \u_dut.u_fifo.u_fifo.taken_q ;
  assign waits = \u_dut.u_fifo.u_fifo.waits_q ;
  assign credits = \u_dut.u_room.u_spec.count_q ;
  assign passing = 16'(go[0]) + 16'(go[1]) + 16'(go[2]);
  assign at = count - out_q;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (wipe_q <= ALL && \u_dut.u_memory.u_clear.busy_q == (wipe_q != 16'd0));
      assert (\u_dut.clear_q == cleared_q && \u_dut.u_fifo.u_fifo.clear_q == cleared_q);
      if (cleared_q) assert (wipe_q == ALL);
      else if (fresh_q) assert (wipe_q == ALL - 16'd1);
      if (wipe_q != 16'd0) begin
        assert (\u_dut.u_memory.u_clear.index_q == wiped[BITS-1:0] && !value_q);
        if (wiped != 16'd0) begin
          assert (write == 2'b11 && write_at == wiped[BITS-1:0] - 1'b1 && !write_bit);
        end
      end
      if (16'(place) < wiped) assert ((comes ? write_bit : words[place]) == value_q);
      if (busy) begin
        assert (!write_q && !commit_q && go == 3'd0 && held == 8'd0 && taken == 8'd0);
        assert (!\u_dut.any_q );
      end
      // Accesses of the host.
      assert (\u_dut.write_q == write_q && \u_dut.commit_q == commit_q);
      if (write_q) begin
        assert (write_fits_q == (16'(\u_dut.ahead_q ) < room));
        assert (mine_q == (\u_dut.index_q == place && \u_dut.half_q == half));
        assert (\u_dut.ahead_q == \u_dut.index_q - tail_q[BITS-1:0]);
        assert (bit_q == \u_dut.data_q  && (quiet_q == 3'd0 || quiet_q == 3'd3));
      end
      assert (quiet_q <= 3'd3);
      if (commit_q) begin
        assert (new_tail_q == \u_dut.new_tail_q && quiet_q == 3'd3);
        assert (\u_dut.advance_q == new_tail_q - tail_q);
        assert (commit_fits_q == (\u_dut.advance_q <= room));
      end
      if (!cleared_q && !fresh_q && tail_q != last_tail_q) assert (quiet_q == 3'd2);
      // The block: in the memory, between memory and FIFO, in the FIFO.
      assert (\u_dut.next_head_q == head + 16'd1);
      assert (tail_q - last_head_q <= ALL || cleared_q);
      assert (head == out_q + 16'(held) + passing);
      assert (int'(held) <= 18 && taken <= held && held - taken <= 8'd2);
      assert (16'(credits) + passing + 16'(taken) == 16'd16);
      if (\u_dut.any_q ) assert (head != tail_q);
      if (count - head < tail_q - head) assert (value_q == due_q);
      if (go[0]) assert (\u_dut.read_index_q == head[BITS-1:0] - 1'b1);
      if (go[0] && count == head - 16'd1) assert (words[place] == due_q && !comes);
      if (go[1] && count == head - 16'd1 - 16'(go[0])) assert (word == due_q);
      if (go[2] && count == head - 16'd1 - 16'(go[0]) - 16'(go[1])) assert (shown == due_q);
      if (at < 16'(held)) assert (list[at[4:0]] == due_q);
      // The latency.
      if (\u_dut.u_room.u_spec.wait_q ) assert (tail_q == 16'd0 && !commit_q && !\u_dut.any_q );
      if (tail_q == out_q) assert (idle_q == 4'd0);
      else if (held != 8'd0) assert (8'(idle_q) <= waits + 8'd5 && waits <= 8'd2);
      else if (go[2]) assert (idle_q <= 4'd4);
      else if (go[1]) assert (idle_q <= 4'd3);
      else if (go[0]) assert (idle_q <= 4'd2);
      else assert (idle_q <= 4'(\u_dut.any_q ));
    end
  end

endmodule : prove_card_input
