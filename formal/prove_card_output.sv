// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_card_output is a ring of memory: from head to tail the host reads the blocks,
// as often as the host likes; other entries read as zero. Unbounded, with resets, clears and stalls
// at any time, with a read in every cycle, and with releases of any count. Assumption: the host
// releases nothing in the three cycles after a release.
//
// Method. The proof watches an arbitrary half of an arbitrary entry: `value_q` is the last value
// written there. A half is a single bit, because the module never uses its value. The tail counts a
// block from the second cycle after its acceptance on; a read before may return any value (stub of
// roundel_block_ram). Head and tail in the cycle of the access decide about a refusal. Wires named
// u_dut.* are registers of the design (hierconn).

module prove_card_output #(
  parameter int Blocks = 16
) (
  input logic                      clk_i,
  input logic                      rst_ni,
  input logic                      clear_i,
  input logic                      valid_i,
  input logic [               1:0] data_i,  // one bit per half
  input logic [$clog2(Blocks)-1:0] read_place_i,
  input logic                      read_half_i,
  input logic                      release_i,
  input logic [              15:0] release_head_i
);

  localparam int BITS = $clog2(Blocks);
  localparam logic [15:0] ALL = Blocks;

  (* anyconst *) logic [BITS-1:0] place;  // the watched entry
  (* anyconst *) logic half;

  logic busy, ready, underrun;
  logic read_data;
  logic [15:0] head, tail, level;

  roundel_card_output #(
    .Blocks(Blocks),
    .HalfBits(1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .valid_i(valid_i),
    .ready_o(ready),
    .data_i(data_i),
    .read_index_i({read_place_i, read_half_i}),
    .read_data_o(read_data),
    .release_i(release_i),
    .release_head_i(release_head_i),
    .underrun_o(underrun),
    .head_o(head),
    .tail_o(tail),
    .level_o(level)
  );

  // ---- The specification -----------------------------------------------------------------------
  logic [15:0] head_q;  // released blocks
  logic [15:0] came_q, came_late_q;  // accepted blocks: now, and a cycle ago
  logic value_q;
  logic [15:0] wipe_q;  // remaining cycles of busy_o
  logic release_q, accept_q, refuse_q;  // a release a cycle ago; legal; refused two cycles ago
  logic [15:0] new_head_q, last_head_q, last_level_q;
  logic [2:0] quiet_q;  // cycles in which the host must not release
  logic put, held;
  logic read_q, read_late_q, held_q, held_late_q, want_q, want_late_q;
  logic [BITS-1:0] ahead;

  assign put = valid_i && ready;
  assign ahead = place - head_q[BITS-1:0];
  assign held = 16'(ahead) < came_late_q - head_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {head_q, came_q, came_late_q, last_head_q, last_level_q} <= '0;
      value_q <= 1'b0;
      wipe_q <= ALL;
      {release_q, accept_q, refuse_q, quiet_q} <= '0;
      {read_q, read_late_q, held_q, held_late_q, want_q, want_late_q} <= '0;
    end else begin
      wipe_q <= clear_i ? ALL : wipe_q - 16'(wipe_q != 16'd0);
      came_q <= clear_i ? 16'd0 : came_q + 16'(put);
      came_late_q <= clear_i ? 16'd0 : came_q;
      head_q <= clear_i ? 16'd0 : (release_q && accept_q) ? new_head_q : head_q;
      last_head_q <= clear_i ? 16'd0 : head_q;
      last_level_q <= clear_i ? 16'd0 : came_late_q - head_q;
      if (clear_i) value_q <= 1'b0;
      else if (put && came_q[BITS-1:0] == place) value_q <= data_i[half];

      release_q <= release_i && !clear_i;
      accept_q <= release_head_i - head_q <= came_late_q - head_q;
      refuse_q <= release_q && !accept_q && !clear_i;
      quiet_q <= release_i ? 3'd3 : quiet_q - 3'(quiet_q != 3'd0);

      read_q <= read_place_i == place && read_half_i == half;
      read_late_q <= read_q;
      held_q <= held && !clear_i;
      held_late_q <= held_q;
      want_q <= value_q;
      want_late_q <= want_q;
    end
  end
  always_ff @(posedge clk_i) new_head_q <= release_head_i;

  logic started_q = 1'b0;
  logic opened_q;  // no clear in the previous cycle
  logic [7:0] run_q;  // consecutive cycles with a block
  logic wrapped_q;  // the run wrapped around the full ring
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      opened_q <= 1'b0;
      run_q <= 8'd0;
      wrapped_q <= 1'b0;
    end else begin
      opened_q <= !clear_i && wipe_q == 16'd0;
      run_q <= (put && !clear_i && run_q != 8'd255) ? run_q + 8'd1 : 8'd0;
      wrapped_q <= put && (wrapped_q || (came_q == ALL && read_late_q && held_late_q));
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (quiet_q != 3'd0 || busy) assume (!release_i);

    if (started_q && rst_ni) begin
      assert (busy == (wipe_q != 16'd0));
      if (busy) assert (!ready && head == 16'd0 && tail == 16'd0 && level == 16'd0);
      assert (head == head_q && tail == came_late_q && level == last_level_q);
      assert (underrun == refuse_q);
      // No block overwrites an unreleased block, and no block waits beside a free entry.
      assert (came_q - head_q <= ALL && came_late_q - head_q <= ALL);
      if (opened_q) assert (ready == (came_q - last_head_q < ALL));
      if (read_late_q) assert (read_data == (held_late_q && want_late_q));
    end
    streaming: cover (started_q && rst_ni && wrapped_q && int'(run_q) == Blocks + 8);
    refused: cover (started_q && rst_ni && underrun && tail != 16'd0);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_dut.clear_q ;
  (* hierconn *) logic [15:0] \u_dut.advance_q ;
  (* hierconn *) logic [15:0] \u_dut.new_head_q ;
  (* hierconn *) logic \u_dut.release_q ;
  (* hierconn *) logic [BITS-1:0] \u_dut.ahead_q ;
  (* hierconn *) logic [1:0] \u_dut.half_q ;
  (* hierconn *) logic \u_dut.held_q ;
  (* hierconn *) logic [15:0] \u_dut.next_q ;
  (* hierconn *) logic [15:0] \u_dut.count_q ;
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
  logic [Blocks-1:0] words;
  logic [1:0] write;
  logic [BITS-1:0] write_at;
  logic write_bit, word, shown;
  logic [15:0] wiped;  // wiped entries
  logic arrives;  // the last accepted block is not yet in the memory

  assign words = half ? \u_dut.u_memory.gen_half[1].u_memory.words_q
      : \u_dut.u_memory.gen_half[0].u_memory.words_q ;
  assign write = \u_dut.u_memory.write_q ;
  assign write_at = \u_dut.u_memory.index_q ;
  assign write_bit = half ? \u_dut.u_memory.block_q [1] : \u_dut.u_memory.block_q [0];
  assign word = half ? \u_dut.u_memory.gen_half[1].u_memory.word_q
      : \u_dut.u_memory.gen_half[0].u_memory.word_q ;
  assign shown = half ? \u_dut.u_memory.gen_half[1].u_memory.output_q
      : \u_dut.u_memory.gen_half[0].u_memory.output_q ;
  assign wiped = ALL - wipe_q;
  assign arrives = came_q != came_late_q;

  always_comb begin
    if (started_q && rst_ni) begin
      assert (wipe_q <= ALL && \u_dut.u_memory.u_clear.busy_q == busy);
      if (\u_dut.clear_q ) assert (wipe_q == ALL);
      assert (\u_dut.count_q == came_q && \u_dut.next_q == came_q + 16'd1);
      assert (came_q == came_late_q + 16'(arrives));
      if (arrives) assert (write == 2'b11 && write_at == came_late_q[BITS-1:0]);
      if (busy) begin
        assert (\u_dut.u_memory.u_clear.index_q == wiped[BITS-1:0]);
        assert (came_q == 16'd0 && !value_q && !release_q && !refuse_q);
        if (wiped != 16'd0) begin
          assert (write == 2'b11 && write_at == wiped[BITS-1:0] - 1'b1 && !write_bit);
        end
      end
      // Wiped entries, and no others, have the specified contents.
      if (16'(place) < wiped) begin
        assert ((write[half] && write_at == place ? write_bit : words[place]) == value_q);
      end
      if (!arrives && opened_q) assert (write == 2'b00);
      if (!opened_q) assert (came_q == 16'd0 && head_q == 16'd0 && last_head_q == 16'd0 && !ready);
      assert (came_q - last_head_q <= ALL && head_q - last_head_q <= came_q - last_head_q);
      assert (came_late_q - last_head_q - last_level_q <= 16'd1 && last_level_q <= ALL);
      assert (\u_dut.release_q == release_q);
      if (release_q) begin
        assert (\u_dut.new_head_q == new_head_q && !busy);
        assert (\u_dut.advance_q == new_head_q - head_q && head_q == last_head_q);
        assert (accept_q == (new_head_q - head_q <= level));
        assert (quiet_q == 3'd3);
      end
      assert (quiet_q <= 3'd3);
      if (head_q != last_head_q) assert (quiet_q == 3'd2);
      if (read_q) begin
        assert (held_q == (16'(\u_dut.ahead_q ) < level && !busy));
        if (held_q) assert (word == want_q);
        assert (\u_dut.half_q [0] == half);
      end
      if (read_late_q) begin
        assert (held_late_q == \u_dut.held_q );
        if (held_late_q) assert (shown == want_late_q);
        assert (\u_dut.half_q [1] == half);
      end
    end
  end

endmodule : prove_card_output
