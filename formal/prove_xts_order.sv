// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_xts_order passes each word once and in order, the partial block directly
// after its word, and inserts the matching block of the second pass into each waiting word.
// Unbounded, with resets and clears at any time.
//
// Each word carries its number modulo 4 and its flags in its user bits; each block carries its
// number. The FIFOs have two entries here: a FIFO of any depth is a list (prove_short_fifo,
// prove_fifo). A block may come before its word.

module prove_xts_order (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clear_i,
  input logic       word_valid_i,
  input logic       steal_i,
  input logic       joined_i,
  input logic       last_i,
  input logic       drop_i,
  input logic       part_i,
  input logic       again_valid_i
);

  logic busy, valid, last, drop;
  logic [4:0] bytes;
  logic [127:0] data;
  logic [7:0] fact, user;  // user bits: the number and the flags
  logic [1:0] in_q, out_q;  // words in and out; a joined word counts as two
  logic [1:0] stolen_q, again_q, used_q;  // words with steal, blocks in, blocks out
  logic [1:0] words_q, blocks_q;  // words and blocks inside
  logic second_q;  // the next word out is a partial block
  logic [1:0] number, next_number;
  logic is_joined, is_stolen, is_last, is_drop, is_part, part_byte;

  assign next_number = in_q + 2'd1;
  assign fact = {in_q, joined_i, steal_i, last_i, drop_i, 1'b0, part_i};
  assign {number, is_joined, is_stolen, is_last, is_drop, is_part, part_byte} = user;

  roundel_xts_order #(
    .Lanes(1),
    .Depth(2),
    .SecondPassDepth(2),
    .UserBits(8),
    .BlockRam(0)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(clear_i),
    .busy_o(busy),
    .word_valid_i(word_valid_i),
    .word_i({last_i, drop_i, steal_i, joined_i, 4'b0010, part_i, fact, next_number, 4'd0, 1'b1,
             part_i}),
    .data_i({2'b10, in_q, 124'd0}),
    .second_valid_i(again_valid_i),
    .second_i({2'b01, again_q, 124'd0}),
    .valid_o(valid),
    .last_o(last),
    .drop_o(drop),
    .bytes_o(bytes),
    .data_o(data),
    .user_o(user)
  );

  logic started_q = 1'b0;
  logic [3:0] idle_q;  // consecutive cycles without an input and without an expected block
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_q, out_q, stolen_q, again_q, used_q, words_q, blocks_q, second_q, idle_q} <= '0;
    end else if (clear_i || busy) begin
      {in_q, out_q, stolen_q, again_q, used_q, words_q, blocks_q, second_q, idle_q} <= '0;
    end else begin
      in_q <= in_q + (word_valid_i ? (joined_i ? 2'd2 : 2'd1) : 2'd0);
      stolen_q <= stolen_q + 2'(word_valid_i && steal_i);
      again_q <= again_q + 2'(again_valid_i);
      words_q <= words_q + 2'(word_valid_i) - 2'(valid && !is_joined);
      blocks_q <= blocks_q + 2'(again_valid_i) - 2'(valid && is_stolen);
      idle_q <= (word_valid_i || again_valid_i || again_q != stolen_q)
          ? 4'd0 : idle_q + 4'(idle_q != '1);
      if (valid) begin
        out_q <= out_q + 2'd1;
        second_q <= is_joined;
        used_q <= used_q + 2'(is_stolen);
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (busy || clear_i || words_q == 2'd2) assume (!word_valid_i);
    if (busy || clear_i || blocks_q == 2'd2) assume (!again_valid_i);
    assume (!joined_i || (steal_i && !drop_i && last_i));
    assume (!drop_i || !steal_i);
    if (started_q && rst_ni) begin
      if (valid) begin
        assert (!busy && number == out_q && is_part == second_q);
        if (second_q) begin
          assert (last && !drop && data[127:124] == {2'b10, out_q - 2'd1});
          assert (bytes == {4'b0010, part_byte});
        end else begin
          assert (last == (is_last && !is_joined) && drop == is_drop);
          assert (bytes == (is_joined ? 5'd16 : {4'b0010, part_byte}));
          if (is_joined) assert (data[127:124] == {2'b01, used_q});
          if (!is_stolen) assert (data[127:124] == {2'b10, out_q});
        end
      end
      if (idle_q == '1) assert (in_q == out_q && used_q == stolen_q);
    end
    parted: cover (started_q && rst_ni && valid && second_q && out_q == 2'd2);
  end

endmodule : prove_xts_order
