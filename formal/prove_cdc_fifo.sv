// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_cdc_fifo is a FIFO: each accepted word leaves once, in order and unchanged;
// the memory never overflows.
//
// A stalled word is stable. A word arrives within Stages + 1 edges of the reader. Each Gray code
// changes at most one bit in a step. Unbounded, with edges of the two clocks in any order or
// together, and with resets and stalls at any time.
//
// Two free inputs are the clocks: a domain moves in the steps of the solver with an input of 1
// (free_clocks.v). A flip-flop that samples a changing bit goes metastable and settles to the old
// or to the new value. Only one bit changes, so the sampled code is the old or the new code. The
// proof covers both: the old code if the two domains move in one step, the new code if the source
// moves a step earlier.
//
// Words are their own numbers modulo 4 * Depth; at most Depth + 1 are inside. The resets come from
// one input through roundel_reset_sync, as in roundel_stream_cdc.

module prove_cdc_fifo #(
  parameter int Depth = 4,
  parameter int Stages = 2
) (
  input logic clk_i,  // of the solver: always 1
  input logic wr_clk_i,  // 1: an edge of the writer
  input logic rd_clk_i,  // 1: an edge of the reader
  input logic rst_ni,
  input logic valid_i,
  input logic ready_i
);

  localparam int BITS = $clog2(Depth);
  localparam int WIDTH = BITS + 2;

  logic wr_rst_n, rd_rst_n, ready, valid;
  logic [WIDTH-1:0] data;
  logic [WIDTH-1:0] in_q, out_q;  // words accepted, words that left

  roundel_reset_sync #(
    .Stages(Stages)
  ) u_wr_reset (
    .clk_i(wr_clk_i),
    .rst_ni(rst_ni),
    .rst_no(wr_rst_n)
  );

  roundel_reset_sync #(
    .Stages(Stages)
  ) u_rd_reset (
    .clk_i(rd_clk_i),
    .rst_ni(rst_ni),
    .rst_no(rd_rst_n)
  );

  roundel_cdc_fifo #(
    .Width(WIDTH),
    .Depth(Depth),
    .Stages(Stages)
  ) u_dut (
    .wr_clk_i(wr_clk_i),
    .wr_rst_ni(wr_rst_n),
    .wr_valid_i(valid_i),
    .wr_ready_o(ready),
    .wr_data_i(in_q),
    .rd_clk_i(rd_clk_i),
    .rd_rst_ni(rd_rst_n),
    .rd_valid_o(valid),
    .rd_ready_i(ready_i),
    .rd_data_o(data)
  );

  // ---- The specification ------------------------------------------------------------------------
  (* hierconn *) logic [BITS:0] \u_dut.wr_gray_q ;
  (* hierconn *) logic [BITS:0] \u_dut.rd_gray_q ;
  logic started_q = 1'b0;
  logic accept, leave;
  logic [WIDTH-1:0] inside_count;  // words inside
  logic stalled_q;  // a word stalled on the output
  logic full_q;  // the FIFO was full
  logic [3:0] late_q;  // edges of the reader with a word inside and no word on the output
  logic [BITS:0] wr_gray_q, rd_gray_q;  // previous step
  logic [BITS:0] wr_change, rd_change;
  assign inside_count = in_q - out_q;
  assign accept = wr_clk_i && valid_i && ready;
  assign leave = rd_clk_i && valid && ready_i;
  assign wr_change = wr_gray_q ^ \u_dut.wr_gray_q ;
  assign rd_change = rd_gray_q ^ \u_dut.rd_gray_q ;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q <= '0;
      out_q <= '0;
      stalled_q <= 1'b0;
      full_q <= 1'b0;
      late_q <= '0;
      wr_gray_q <= '0;
      rd_gray_q <= '0;
    end else begin
      in_q <= in_q + WIDTH'(accept);
      out_q <= out_q + WIDTH'(leave);
      stalled_q <= valid && !leave;
      full_q <= full_q || int'(inside_count) == Depth + 1;
      if (valid || in_q == out_q || !rd_rst_n) late_q <= '0;
      else late_q <= late_q + 4'(rd_clk_i);
      wr_gray_q <= \u_dut.wr_gray_q ;
      rd_gray_q <= \u_dut.rd_gray_q ;
    end
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [BITS:0] \u_dut.wr_count_q ;
  (* hierconn *) logic [BITS:0] \u_dut.rd_count_q ;
  (* hierconn *) logic [Stages*(BITS+1)-1:0] \u_dut.u_wr_gray.sync_q ;
  (* hierconn *) logic [Stages*(BITS+1)-1:0] \u_dut.u_rd_gray.sync_q ;
  (* hierconn *) logic \u_dut.u_clear.busy_q ;
  logic [Depth*WIDTH-1:0] words;  // joined by formal/run.py

  function automatic logic [BITS:0] binary(input logic [BITS:0] gray);
    binary[BITS] = gray[BITS];
    for (int k = BITS - 1; k >= 0; k--) binary[k] = binary[k+1] ^ gray[k];
  endfunction

  // The counts from the newest to the oldest: the writer's count, its copies in the stages of the
  // reader, the reader's count, its copies in the stages of the writer. The first exceeds the last
  // by at most Depth.
  logic [(2*Stages+2)*(BITS+1)-1:0] counts;
  logic [(2*Stages+1)*(BITS+1)-1:0] steps;
  logic [7:0] sum;
  logic [BITS:0] wr_count, rd_count, held;
  assign wr_count = \u_dut.wr_count_q ;
  assign rd_count = \u_dut.rd_count_q ;
  assign held = wr_count - rd_count;
  assign counts[BITS:0] = wr_count;
  assign counts[(Stages+1)*(BITS+1)+:BITS+1] = rd_count;
  for (genvar s = 0; s < Stages; s++) begin : gen_stage
    assign counts[(s+1)*(BITS+1)+:BITS+1] = binary(\u_dut.u_wr_gray.sync_q [s*(BITS+1)+:BITS+1]);
    assign counts[(s+Stages+2)*(BITS+1)+:BITS+1] =
        binary(\u_dut.u_rd_gray.sync_q [s*(BITS+1)+:BITS+1]);
  end
  for (genvar s = 0; s < 2 * Stages + 1; s++) begin : gen_step
    assign steps[s*(BITS+1)+:BITS+1] =
        counts[s*(BITS+1)+:BITS+1] - counts[(s+1)*(BITS+1)+:BITS+1];
  end

  always_comb begin
    sum = '0;
    for (int s = 0; s < 2 * Stages + 1; s++) sum = sum + 8'(steps[s*(BITS+1)+:BITS+1]);
  end

  always_comb begin
    assume (clk_i);
    assume (started_q || !rst_ni);
    if (started_q) begin
      if (valid) assert (data == out_q && in_q != out_q);
      if (stalled_q && rst_ni) assert (valid);
      assert (int'(inside_count) <= Depth + 1);
      assert (int'(late_q) <= Stages + 1);
      if (rst_ni) begin
        assert ((wr_change & (wr_change - 1'b1)) == '0);
        assert ((rd_change & (rd_change - 1'b1)) == '0);
        assert (wr_gray_q == \u_dut.wr_gray_q || wr_change != '0);
      end

      assert (\u_dut.wr_gray_q == (wr_count ^ (wr_count >> 1)));
      assert (\u_dut.rd_gray_q == (rd_count ^ (rd_count >> 1)));
      assert (int'(sum) <= Depth);
      if (ready) assert (int'(sum) < Depth && wr_rst_n && !\u_dut.u_clear.busy_q );
      if (\u_dut.u_clear.busy_q ) assert (in_q == '0);
      if (!wr_rst_n) assert (in_q == '0 && \u_dut.u_clear.busy_q );
      if (!rd_rst_n) assert (!valid && out_q == '0 && rd_count == '0);
      assert (in_q == out_q + WIDTH'(valid) + WIDTH'(held));
      if (in_q == out_q) assert (late_q == '0);
      // Each stage brings the count one edge nearer to the reader.
      for (int s = 1; s <= Stages; s++) begin
        if (!valid && held != '0 && counts[s*(BITS+1)+:BITS+1] == rd_count) begin
          assert (int'(late_q) < s);
        end
      end
    end
    filled: cover (started_q && full_q && in_q == out_q);
  end

  for (genvar i = 0; i < Depth; i++) begin : gen_word
    localparam logic [BITS-1:0] PLACE = i;
    logic [BITS-1:0] ahead;  // words that leave the memory before the word of this entry
    assign ahead = PLACE - rd_count[BITS-1:0];
    always_comb begin
      if (started_q && {1'b0, ahead} < held) begin
        assert (words[WIDTH*i+:WIDTH] == out_q + WIDTH'(valid) + {2'b00, ahead});
      end
    end
  end

endmodule : prove_cdc_fifo
