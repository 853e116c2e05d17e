// SPDX-License-Identifier: Apache-2.0
//
// Puts the results of roundel_xts into the order of the packets: words, and blocks that passed the
// lanes a second time and arrive later.
//
// Interface. `word_valid_i` stores a word (`word_i` and `data_i`), `second_valid_i` stores a block;
// neither has a ready, because the senders hold credits. Words leave in order, without
// back-pressure, at most one per cycle. A word with `steal` waits for a block of the second pass;
// the block replaces the last whole block of the word. A word with `joined` leaves as two words:
// first N whole blocks, then the partial block from the position of the last block. `data_o` is
// zero without a word. Reset: asynchronous. `zeroise_i` drops and clears all; `busy_o` is high
// while memory is cleared, and nothing may be stored then.
//
// Method. Two FIFOs, one for words and one for blocks. Blocks and the words that wait for blocks
// arrive in the same order; no tags are needed.
//
// Limits. Depth words are the credits of text in the packet engine and 18 more words. With one turn
// a block arrives a fixed number of cycles after the word, and at most 4 blocks wait. Blocks wait
// because words leave this module closer together than at the input of roundel_xts_join. With more
// turns the FIFO of blocks has an entry for each block in flight.

`include "roundel_contract.svh"

module roundel_xts_order #(
  parameter int Lanes = 1,  // N
  parameter int Depth = 34,  // words, as in roundel_fifo
  parameter int SecondPassDepth = 18,  // blocks of the second pass, as in roundel_fifo
  parameter int UserBits = 1,  // user bits of a word
  parameter bit BlockRam = 1'b1  // FIFOs in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  output logic busy_o,

  input  logic word_valid_i,
  input  logic [7+roundel_prim_pkg::index_bits(Lanes+1)+2*UserBits:0] word_i,  // result_t
  input  logic [128*Lanes-1:0] data_i,
  input  logic second_valid_i,
  input  logic [127:0] second_i,

  output logic valid_o,
  output logic last_o,
  output logic drop_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [UserBits-1:0] user_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int INDEX_BITS = BYTE_BITS - 4;

  `include "roundel_xts_result_types.svh"

  logic words_busy, blocks_busy;
  logic head_valid, second_valid;
  result_t head;
  logic [128*Lanes-1:0] head_data, data;
  logic [127:0] second;
  logic part_turn_q;  // the partial block of a joined word is next
  logic send;
  logic valid_q, last_q, drop_q;
  logic [BYTE_BITS-1:0] bytes_q;
  logic [128*Lanes-1:0] data_q;
  logic [UserBits-1:0] user_q;

  assign busy_o = words_busy || blocks_busy;
  assign send = head_valid && (!head.steal || part_turn_q || second_valid);

  // The senders hold credits; free entries are not counted here.
  // verilator lint_off PINCONNECTEMPTY
  roundel_fifo #(
    .Width(4 + BYTE_BITS + 2 * UserBits + 128 * Lanes),
    .Depth(Depth),
    .Registered(1),
    .BlockRam(BlockRam)
  ) u_words (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(words_busy),
    .push_i(word_valid_i),
    .data_i({word_i, data_i}),
    .free_o(),
    .valid_o(head_valid),
    .ready_i(send && (!head.joined || part_turn_q)),
    .data_o({head, head_data})
  );

  roundel_fifo #(
    .Width(128),
    .Depth(SecondPassDepth),
    .Registered(1),
    .BlockRam(BlockRam)
  ) u_blocks (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(blocks_busy),
    .push_i(second_valid_i),
    .data_i(second_i),
    .free_o(),
    .valid_o(second_valid),
    .ready_i(head_valid && head.steal && !part_turn_q),
    .data_o(second)
  );
  // verilator lint_on PINCONNECTEMPTY

  for (genvar k = 0; k < Lanes; k++) begin : gen_block
    logic replaced;  // block k comes from the second pass
    assign replaced = head.steal
        && (head.joined ? k == Lanes - 1 : head.bytes[BYTE_BITS-1:4] == INDEX_BITS'(k + 1));
    assign data[128*(Lanes-1-k)+:128] = part_turn_q ? (k == 0 ? head_data[127:0] : 128'd0)
        : replaced ? second : head_data[128*(Lanes-1-k)+:128];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      part_turn_q <= 1'b0;
    end else if (zeroise_i) begin
      valid_q <= 1'b0;
      part_turn_q <= 1'b0;
    end else begin
      valid_q <= send;
      if (send) begin
        part_turn_q <= head.joined && !part_turn_q;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    last_q <= head.last && (!head.joined || part_turn_q);
    drop_q <= head.drop;
    user_q <= part_turn_q ? head.part_user : head.user;
    if (!head.joined) begin
      bytes_q <= head.bytes;
    end else if (part_turn_q) begin
      bytes_q <= BYTE_BITS'(head.bytes[3:0]);
    end else begin
      bytes_q <= BYTE_BITS'(16 * Lanes);
    end
    if (send) begin
      data_q <= data;
    end else begin
      data_q <= '0;
    end
  end

  assign valid_o = valid_q;
  assign last_o = last_q;
  assign drop_o = drop_q;
  assign bytes_o = bytes_q;
  assign data_o = data_q;
  assign user_o = user_q;

  // Nothing is stored while memory is cleared.
  `ROUNDEL_CONTRACT(no_push_while_busy, clk_i, rst_ni,
                    !busy_o || zeroise_i || !(word_valid_i || second_valid_i))

endmodule : roundel_xts_order
