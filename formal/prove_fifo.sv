// SPDX-License-Identifier: Apache-2.0
//
// aes_fifo is the textbook queue: a list to whose end a word is appended and from whose front it is
// taken. So no word is lost, repeated or reordered, Depth words fit, and the output is stable. For
// ever: an unbounded proof, with reset and clear at any time, as long as whoever pushes holds a
// credit for a place. The queue never looks at its words, so two bits stand for any width.
//
// Nothing else is ever on the output: after a clear or reset it is 0, and it changes to the next
// word of the list alone. Without one it stays, taken or not, whatever `data_i` does.
//
// `read`, `write` and `words` are registers of the design, joined by the runner (`probes` in
// proofs.py), as u_dut.count_q is by Yosys when it flattens: how they hold the list is what makes
// the proof inductive.

module prove_fifo #(
  parameter int Depth = 2
) (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clear_i,
  input logic       push_i,
  input logic [1:0] data_i,
  input logic       ready_i
);

  localparam int WORDS = Depth - 1;
  localparam int INDEX_BITS = aes_pkg::index_bits(WORDS);

  logic busy, valid, leave;
  logic [1:0] data;

  aes_fifo #(
    .Width(2),
    .Depth(Depth)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .push_i(push_i),
    .data_i(data_i),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(data)
  );

  assign leave = valid && ready_i;

  // The specification: `held_q` words, the oldest in the low bits; `rest_q` is the word that was
  // last on the output, 0 if none was since a clear or reset.
  logic [2*Depth-1:0] list_q, list_d, shorter;
  logic [1:0] rest_q;
  logic [7:0] held_q, held_d, left;

  always_comb begin
    shorter = leave ? list_q >> 2 : list_q;
    left = held_q - {7'd0, leave};
    list_d = shorter;
    held_d = left;
    if (push_i) begin
      for (int i = 0; i < Depth; i++) begin
        if (int'(left) == i) list_d[2*i+:2] = data_i;
      end
      held_d = left + 8'd1;
    end
    if (clear_i) held_d = 8'd0;
  end

  logic started_q = 1'b0;
  logic stay_q, full_q;
  logic quiet_q;  // no push, no word behind the output, and no clear in the cycle before
  logic [1:0] data_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    list_q <= list_d;
    data_q <= data;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= 8'd0;
      rest_q <= 2'd0;
      stay_q <= 1'b0;
      quiet_q <= 1'b0;
      full_q <= 1'b0;
    end else begin
      held_q <= held_d;
      if (clear_i) rest_q <= 2'd0;
      else if (held_q != 8'd0) rest_q <= list_q[1:0];
      stay_q <= valid && !ready_i && !clear_i;
      quiet_q <= !push_i && held_q <= 8'd1 && !clear_i;
      full_q <= (full_q || int'(held_q) == Depth) && !clear_i;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // The credit.
    if (busy || int'(held_q) == Depth) assume (!push_i);
    if (rst_ni) begin
      assert (int'(held_q) <= Depth);
      assert (valid == (held_q != 8'd0));
      if (valid) assert (data == list_q[1:0]);
      if (stay_q) assert (valid && data == data_q);
    end
    // In reset as well: there, nothing is held and nothing rests.
    if (held_q == 8'd0) assert (data == rest_q);
    if (quiet_q) assert (data == data_q);
    drained: cover (rst_ni && full_q && held_q == 8'd0);
    streaming: cover (rst_ni && push_i && leave && int'(held_q) == Depth - 1 && full_q);
  end

  // ---- How the registers hold the list -------------------------------------------------------------
  (* hierconn *) logic [aes_pkg::index_bits(Depth)-1:0] \u_dut.count_q ;
  logic [aes_pkg::index_bits(Depth)-1:0] count;
  logic [2*WORDS-1:0] words;
  assign count = \u_dut.count_q ;

  always_comb begin
    if (rst_ni) assert (8'(count) == ((held_q == 8'd0) ? 8'd0 : held_q - 8'd1));
  end

  if (Depth == 2) begin : gen_register
    always_comb if (rst_ni && held_q == 8'd2) assert (words == list_q[3:2]);
  end else begin : gen_memory
    logic [INDEX_BITS-1:0] read, write;
    logic clearing;
    logic [7:0] last;  // where the next word goes, less the wrap
    assign last = 8'(read) + 8'(count);

    always_comb begin
      if (rst_ni) begin
        assert (int'(read) < WORDS && int'(write) < WORDS);
        if (clearing) begin
          assert (held_q == 8'd0 && read == '0);
        end else begin
          assert (8'(write) == ((last < 8'(WORDS)) ? last : last - 8'(WORDS)));
        end
        for (int i = 0; i < WORDS; i++) begin
          for (int k = 0; k < WORDS; k++) begin
            if (int'(read) == i && k < int'(count)) begin
              assert (words[2*((i+k)%WORDS)+:2] == list_q[2*(k+1)+:2]);
            end
          end
        end
      end
    end
  end

endmodule : prove_fifo
