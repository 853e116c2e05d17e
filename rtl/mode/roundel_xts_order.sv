// SPDX-License-Identifier: Apache-2.0
//
// The results of roundel_xts in the order of the packets: those of words, and those of the blocks
// that took the lanes a second time, which come later and in the same order.
//
// A word is stored with `word_valid_i`, such a block with `again_valid_i`. A word goes out, without
// back-pressure, a cycle each; one that was stolen from (`steal_i`) waits for its block, which is
// put in the place of that block of it that is not final: of the last whole one of `bytes_i`; and
// the part of a block that was made of that one stands behind. A word with `joined_i` ends with the
// part in place of its last block, and goes out as two: the whole blocks, and the part.
//
// Method. Two queues. What is in the first has a credit of the packet engine's text each, and there
// are Depth places less 18. Where no ring turns a block comes a fixed number of cycles behind its
// word, so that of the second kind no more wait than words come closer together here than they went
// in: four (roundel_xts_join). Where one turns there is a place for each.

module roundel_xts_order #(
  parameter int Lanes = 1,  // N
  parameter int Depth = 34,  // words: see roundel_fifo
  parameter int SecondPassDepth = 18,  // blocks
  parameter int UserBits = 1,
  parameter int BlockRam = 1
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       zeroise_i,
  output logic                                       busy_o,

  input  logic                                       word_valid_i,
  input  logic                                       last_i,
  input  logic                                       drop_i,
  input  logic                                       steal_i,
  input  logic                                       joined_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                      128*Lanes-1:0] data_i,
  input  logic [                       UserBits-1:0] user_i,
  input  logic [                       UserBits-1:0] part_user_i,
  input  logic                                       again_valid_i,
  input  logic [                              127:0] again_i,

  output logic                                       valid_o,
  output logic                                       last_o,
  output logic                                       drop_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                      128*Lanes-1:0] data_o,
  output logic [                       UserBits-1:0] user_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int INDEX_BITS = BYTE_BITS - 4;

  logic words_busy, blocks_busy, unused_free, unused_again_free;
  logic head_valid, head_last, head_drop, head_steal, head_joined, again_valid;
  logic [BYTE_BITS-1:0] head_bytes;
  logic [128*Lanes-1:0] head_data, data;
  logic [UserBits-1:0] head_user, head_part_user;
  logic [127:0] again;
  logic second_q;  // of the two words of one
  logic send;

  assign busy_o = words_busy || blocks_busy;
  assign send = head_valid && (!head_steal || second_q || again_valid);

  roundel_fifo #(
    .Width(4 + BYTE_BITS + 128 * Lanes + 2 * UserBits),
    .Depth(Depth),
    .Registered(1),
    .BlockRam(BlockRam != 0)
  ) u_words (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(words_busy),
    .push_i(word_valid_i),
    .data_i({last_i, drop_i, steal_i, joined_i, bytes_i, data_i, user_i, part_user_i}),
    .free_o(unused_free),
    .valid_o(head_valid),
    .ready_i(send && (!head_joined || second_q)),
    .data_o({head_last, head_drop, head_steal, head_joined, head_bytes, head_data, head_user,
             head_part_user})
  );

  roundel_fifo #(
    .Width(128),
    .Depth(SecondPassDepth),
    .Registered(1),
    .BlockRam(BlockRam != 0)
  ) u_blocks (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(blocks_busy),
    .push_i(again_valid_i),
    .data_i(again_i),
    .free_o(unused_again_free),
    .valid_o(again_valid),
    .ready_i(head_valid && head_steal && !second_q),
    .data_o(again)
  );

  for (genvar k = 0; k < Lanes; k++) begin : gen_block
    logic replaced;
    assign replaced = head_steal && (head_joined
        ? k == Lanes - 1 : head_bytes[BYTE_BITS-1:4] == INDEX_BITS'(k + 1));
    assign data[128*(Lanes-1-k)+:128] = second_q ? (k == 0 ? head_data[127:0] : 128'd0)
        : replaced ? again : head_data[128*(Lanes-1-k)+:128];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      second_q <= 1'b0;
    end else if (zeroise_i) begin
      valid_o <= 1'b0;
      second_q <= 1'b0;
    end else begin
      valid_o <= send;
      if (send) begin
        second_q <= head_joined && !second_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    last_o <= head_last && (!head_joined || second_q);
    drop_o <= head_drop;
    user_o <= second_q ? head_part_user : head_user;
    if (!head_joined) begin
      bytes_o <= head_bytes;
    end else if (second_q) begin
      bytes_o <= BYTE_BITS'(head_bytes[3:0]);
    end else begin
      bytes_o <= BYTE_BITS'(16 * Lanes);
    end
    if (send) begin
      data_o <= data;
    end else begin
      data_o <= '0;
    end
  end

endmodule : roundel_xts_order
