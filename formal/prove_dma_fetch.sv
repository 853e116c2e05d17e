// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_dma_fetch requests each descriptor once and passes each descriptor once, in
// order.
//
// A request has the address of the descriptor in the ring of the present cycle, is not behind the
// tail, and has room in the FIFO. Each descriptor leaves complete, with an error exactly if one of
// its own beats had an error; the count includes the descriptor on arrival. A request on the bus
// stays, also in a clear; after the clear no beat is pending.
//
// Unbounded, with resets, clears and stalls at any time, for a ring that moves at any time. The
// memory returns the beats of all requests in order, after any time. The tail counts up and is 0
// after a clear. The proof follows one arbitrary descriptor; 1 bit represents a beat, or each half
// of a beat of 128 bytes. The FIFO and its credits are stubs (prove_short_fifo,
// prove_credit_counter). Wires named u_dut.* are signals of the design (hierconn).

module prove_dma_fetch #(
  parameter int Bytes = 16
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic        run_i,
  input logic [57:0] base_i,
  input logic [ 3:0] log_i,
  input logic [15:0] tail_i,
  input logic        read_ready_i,
  input logic        beat_valid_i,
  input logic [ 1:0] beat_i,  // the bits that represent the low and the high half
  input logic        beat_error_i,
  input logic        ready_i
);

  localparam int DEPTH = 6;
  localparam logic [7:0] CREDITS = 4;
  localparam int BEATS = (Bytes >= 64) ? 1 : 64 / Bytes;
  localparam logic [1:0] LAST = BEATS - 1;
  localparam int WIDTH = 8 * Bytes;

  (* anyconst *) logic [15:0] number;

  logic busy, read_valid, valid, error;
  logic [63:0] read_address;
  logic [15:0] fetched;
  logic [511:0] descriptor;
  logic [WIDTH-1:0] beat;
  if (Bytes > 64) begin : gen_halves
    assign beat = {511'd0, beat_i[1], 511'd0, beat_i[0]};
  end else begin : gen_whole
    assign beat = {{WIDTH - 1{1'b0}}, beat_i[0]};
  end

  roundel_dma_fetch #(
    .Bytes(Bytes),
    .Depth(DEPTH)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .run_i(run_i),
    .base_i(base_i),
    .log_i(log_i),
    .tail_i(tail_i),
    .fetched_o(fetched),
    .read_valid_o(read_valid),
    .read_ready_i(read_ready_i),
    .read_address_o(read_address),
    .beat_valid_i(beat_valid_i),
    .beat_data_i(beat),
    .beat_error_i(beat_error_i),
    .descriptor_valid_o(valid),
    .descriptor_ready_i(ready_i),
    .descriptor_o(descriptor),
    .descriptor_error_o(error)
  );

  // ---- The specification ------------------------------------------------------------------------
  (* hierconn *) logic \u_dut.request ;
  logic ask, whole, leaves, own;
  logic [15:0] asked_q, came_q, out_q;  // descriptors requested, arrived, left since a clear
  logic [7:0] due_q;  // descriptors requested from the memory and not returned
  logic [1:0] beat_q;  // beats of the next descriptor that arrived
  logic offered_q, clear_q, busy_q;
  logic [15:0] tail_q;
  logic [63:0] address_q;
  logic high_q;  // the followed descriptor is in the high half of its beat
  logic [3:0] value_q, value;  // the bits of its beats
  logic bad_q, bad;  // one of its beats had an error
  logic bit_now;

  assign ask = \u_dut.request ;
  assign whole = beat_valid_i && beat_q == LAST;
  assign leaves = valid && ready_i;
  assign own = beat_valid_i && came_q == number;
  assign bit_now = (Bytes > 64) ? beat_i[high_q] : beat_i[0];
  always_comb begin
    value = value_q;
    if (own) value[beat_q] = bit_now;
    bad = own ? beat_error_i || (bad_q && beat_q != '0) : bad_q;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {asked_q, came_q, out_q, due_q, beat_q, offered_q, tail_q} <= '0;
      {clear_q, busy_q} <= 2'b10;
    end else begin
      clear_q <= clear_i;
      busy_q <= busy;
      offered_q <= ask || (offered_q && !read_ready_i);
      due_q <= due_q + 8'(read_valid && read_ready_i) - 8'(whole);
      if (beat_valid_i) beat_q <= whole ? 2'd0 : beat_q + 2'd1;
      tail_q <= clear_i ? 16'd0 : tail_i;
      asked_q <= clear_i ? 16'd0 : asked_q + 16'(ask);
      came_q <= clear_i ? 16'd0 : came_q + 16'(whole);
      out_q <= clear_i ? 16'd0 : out_q + 16'(leaves);
    end
  end
  always_ff @(posedge clk_i) begin
    value_q <= value;
    bad_q <= bad;
    if (ask) begin
      address_q <= {base_i + 58'(asked_q & ((16'd1 << log_i) - 16'd1)), 6'd0};
      if (asked_q == number) high_q <= base_i[0] ^ (asked_q[0] && log_i != 4'd0);
    end
  end

  logic started_q = 1'b0;
  logic [3:0] run_q;  // consecutive beats
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    run_q <= (started_q && rst_ni && !clear_i && beat_valid_i) ? run_q + 4'(run_q != '1) : 4'd0;
  end

  (* hierconn *) logic \u_dut.push ;
  logic [7:0] held, given, credits;
  logic [3:0] shown;
  for (genvar b = 0; b < 4; b++) begin : gen_shown
    assign shown[b] = (b < BEATS) ? descriptor[(WIDTH*b)%512] : 1'b0;
  end
  localparam logic [3:0] ALL = (BEATS == 4) ? 4'hf : 4'h1;

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && clear_q && busy_q) assume (clear_i);
    if (beat_valid_i) assume (due_q != '0);
    // The tail never goes back, and is never too far ahead for a count of 16 bits.
    if (clear_q) assume (tail_i == '0);
    assume (tail_i - tail_q <= 16'h8000 - (tail_q - asked_q));

    if (started_q && rst_ni) begin
      // To the bus.
      assert (read_valid == offered_q && !(ask && offered_q));
      if (offered_q) assert (read_address == address_q);
      if (ask) assert (run_i && asked_q != tail_i && !clear_i);
      assert (tail_q - asked_q <= 16'h8000);
      if (!busy) assert (!read_valid && due_q == '0);
      // Descriptors.
      assert (fetched == came_q);
      if (\u_dut.push ) assert (int'(held) < DEPTH && given < CREDITS);
      if (valid) assert (out_q != came_q);
      if (valid && out_q == number) assert ((shown & ALL) == (value_q & ALL) && error == bad_q);
    end
    streaming: cover (started_q && rst_ni && run_q == ((BEATS == 4) ? 4'd12 : 4'd2) && out_q != '0);
    moved: cover (started_q && rst_ni && leaves && out_q == 16'd2 && number == 16'd2 && !error
                  && address_q[63:12] != '0 && value_q[0]);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [15:0] \u_dut.requested_q ;
  (* hierconn *) logic [15:0] \u_dut.fetched_q ;
  (* hierconn *) logic [2:0] \u_dut.pending_q ;
  (* hierconn *) logic \u_dut.more_q ;
  (* hierconn *) logic \u_dut.push_q ;
  (* hierconn *) logic \u_dut.error_q ;
  (* hierconn *) logic \u_dut.clear_q ;
  (* hierconn *) logic [511:0] \u_dut.descriptor_q ;
  (* hierconn *) logic [7:0] \u_dut.u_credits.u_spec.count_q ;
  (* hierconn *) logic \u_dut.u_credits.u_spec.wait_q ;
  (* hierconn *) logic [7:0] \u_dut.u_fifo.held_q ;
  (* hierconn *) logic [7:0] \u_dut.u_fifo.taken_q ;
  (* hierconn *) logic \u_dut.u_fifo.clear_q ;
  (* hierconn *) logic \u_dut.u_fifo.wipe_q ;
  (* hierconn *) logic [513*DEPTH-1:0] \u_dut.u_fifo.words_q ;
  (* hierconn *) logic [3:0] \u_dut.gen_beats.turn_q ;
  (* hierconn *) logic [3:0] \u_dut.gen_beat.gen_half.high_q ;
  logic [7:0] waiting;
  logic [15:0] at;
  logic push;
  logic [3:0] gathered;
  logic [4:0] word;  // the followed descriptor in the FIFO
  assign waiting = 8'(\u_dut.pending_q );
  assign held = \u_dut.u_fifo.held_q ;
  assign given = \u_dut.u_fifo.taken_q ;
  assign credits = \u_dut.u_credits.u_spec.count_q ;
  assign push = \u_dut.push_q ;
  assign at = number - out_q;
  for (genvar b = 0; b < 4; b++) begin : gen_gathered
    assign gathered[b] = (b < BEATS) ? \u_dut.descriptor_q [(WIDTH*b)%512] : 1'b0;
  end
  always_comb begin
    word = '0;
    for (int w = 0; w < DEPTH; w++) begin
      if (int'(at) == w) begin
        word[4] = \u_dut.u_fifo.words_q [513*w+512];
        for (int b = 0; b < BEATS; b++) word[b] = \u_dut.u_fifo.words_q [513*w+(WIDTH*b)%512];
      end
    end
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.requested_q == asked_q && \u_dut.clear_q == clear_q);
      assert (waiting == due_q + 8'(offered_q) && waiting <= CREDITS);
      assert (due_q <= CREDITS);
      if (due_q == '0) assert (beat_q == '0);
      assert (beat_q <= LAST);
      if (\u_dut.more_q ) assert (tail_q != asked_q);
      if (\u_dut.u_fifo.clear_q ) assert (clear_q);
      assert (given <= CREDITS && given <= held && held - given <= 8'd2);
      if (clear_q || \u_dut.u_fifo.wipe_q ) begin
        assert (credits == CREDITS && \u_dut.u_credits.u_spec.wait_q  && held == '0);
        assert (asked_q == '0 && came_q == '0 && out_q == '0 && !ask);
        if (!clear_q || !busy_q) assert (waiting == '0 && !push);
      end else begin
        assert (credits + waiting + 8'(push) + given == CREDITS && credits <= CREDITS);
      end
      if (clear_q) assert (!\u_dut.more_q );
      if (!clear_q || !clear_i) begin
        assert (asked_q == came_q + 16'(waiting));
        assert (came_q == out_q + 16'(held) + 16'(push));
      end
      // The followed descriptor: it arrives, is complete, waits.
      if (!clear_q || !clear_i) begin
        if (came_q == number) begin
          for (int b = 0; b < BEATS; b++) begin
            for (int k = b + 1; k < BEATS; k++) begin
              if (int'(beat_q) == k) assert (gathered[BEATS-k+b] == value_q[b]);
            end
          end
          if (beat_q != '0) assert (\u_dut.error_q == bad_q);
        end
        if (push && number == came_q - 16'd1) begin
          assert ((gathered & ALL) == (value_q & ALL) && \u_dut.error_q == bad_q);
        end
        if (at < 16'(held)) assert (word == {bad_q, value_q & ALL});
      end
    end
  end

  if (BEATS > 1) begin : gen_beats
    always_comb begin
      if (started_q && rst_ni) assert (\u_dut.gen_beats.turn_q == 4'd1 << beat_q);
    end
  end
  if (Bytes > 64) begin : gen_half
    always_comb begin
      if (started_q && rst_ni && !clear_q && number - came_q < 16'(waiting)) begin
        assert (\u_dut.gen_beat.gen_half.high_q [number[1:0]] == high_q);
      end
    end
  end

endmodule : prove_dma_fetch
