// SPDX-License-Identifier: Apache-2.0
//
// Words of packets in, words for the lanes of roundel_xts out: what a ciphertext is stolen with
// (IEEE 1619-2018 section 5.3.2) goes beside the block that it is stolen from.
//
// A packet is words of N blocks; its last word may have fewer bytes, and a part of a block at the
// end. A word waits here until it is known whether the next one is such a part and nothing else: it
// then goes with it (`joined_o`), and is the packet's last; the bytes of both are counted as if the
// word ended with the part, in place of its last block. Either way `steal_o` says that the word has
// a block to steal from, `part_o` is the part, and `swap_o` has the block's bit if it is to be
// deciphered, where the order of the tweaks is the other way round.
//
// A packet of fewer than 16 bytes is one word with `drop_o`: the mode cannot do it.
//
// Words in are taken with `valid_i` and `ready_o`, words out with `valid_o` and `ready_i`; both
// come from registers. Some wait in an roundel_stream_fifo: the lanes do not take a word in every
// cycle, but have one to take in the cycle in which a part came.

module roundel_xts_join #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,
  parameter int UserBits = 1
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       zeroise_i,

  input  logic                                       valid_i,
  output logic                                       ready_o,
  input  logic                                       decrypt_i,
  input  logic [                       SlotBits-1:0] slot_i,
  input  logic                                       last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [                      128*Lanes-1:0] data_i,
  input  logic [                       UserBits-1:0] user_i,

  output logic                                       valid_o,
  input  logic                                       ready_i,
  output logic                                       decrypt_o,
  output logic [                       SlotBits-1:0] slot_o,
  output logic                                       last_o,
  output logic                                       drop_o,
  output logic                                       steal_o,
  output logic                                       joined_o,
  output logic [                          Lanes-1:0] swap_o,  // bit k: block k
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_o,
  output logic [                              119:0] part_o,  // byte 0 in the top bits
  output logic [                      128*Lanes-1:0] data_o,
  output logic [                       UserBits-1:0] user_o,
  output logic [                       UserBits-1:0] part_user_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int INDEX_BITS = BYTE_BITS - 4;
  localparam int LAST_LANE = Lanes - 1;

  logic in_valid, in_ready, in_brief, in_part, in_decrypt, in_last;
  logic [SlotBits-1:0] in_slot;
  logic [BYTE_BITS-1:0] in_bytes;
  logic [128*Lanes-1:0] in_data;
  logic [UserBits-1:0] in_user;
  logic valid_q, last_q, drop_q, inside_q, decrypt_q;
  logic clear_q;
  logic fresh_q;  // the next word is a packet's first
  logic [SlotBits-1:0] slot_q;
  logic [BYTE_BITS-1:0] bytes_q, bytes;
  logic [128*Lanes-1:0] data_q;
  logic [UserBits-1:0] user_q;
  logic brief, joined, take, offer, free;
  logic [Lanes-1:0] swap;
  logic [119:0] rest, alone;
  logic [INDEX_BITS-1:0] blocks_q;  // whole ones

  assign brief = last_i && bytes_i[BYTE_BITS-1:4] == '0;

  roundel_skid_buffer #(
    .Width(3 + 1 + SlotBits + BYTE_BITS + 128 * Lanes + UserBits)
  ) u_in (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .valid_i(valid_i),
    .ready_o(ready_o),
    .data_i({brief, brief && bytes_i[3:0] != '0, decrypt_i, last_i, slot_i, bytes_i, data_i,
             user_i}),
    .valid_o(in_valid),
    .ready_i(in_ready),
    .data_o({in_brief, in_part, in_decrypt, in_last, in_slot, in_bytes, in_data, in_user})
  );

  // ---- A word waits for the one behind ----------------------------------------------------------
  assign in_ready = !valid_q || free;
  assign take = in_valid && in_ready;
  assign joined = in_valid && in_part && !last_q;
  assign offer = valid_q && (last_q || in_valid);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      fresh_q <= 1'b1;
    end else if (zeroise_i) begin
      valid_q <= 1'b0;
      fresh_q <= 1'b1;
    end else begin
      valid_q <= (take && !(valid_q && joined)) || (valid_q && !(offer && free));
      fresh_q <= take ? in_last : fresh_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      last_q <= in_last;
      drop_q <= fresh_q && in_brief;
      inside_q <= in_last && !in_brief && in_bytes[3:0] != '0;
      decrypt_q <= in_decrypt;
      slot_q <= in_slot;
      bytes_q <= in_bytes;
      user_q <= in_user;
    end
    clear_q <= zeroise_i;
    if (clear_q) begin
      data_q <= '0;
    end else if (take) begin
      data_q <= in_data;
    end
  end

  assign bytes = joined ? {LAST_LANE[INDEX_BITS-1:0], in_bytes[3:0]} : bytes_q;
  assign blocks_q = bytes_q[BYTE_BITS-1:4];
  assign alone = in_data[128*Lanes-1-:120];

  // The block in front of the part, and the part.
  always_comb begin
    swap = '0;
    rest = alone;
    for (int k = 0; k < Lanes; k++) begin
      if (joined ? k == Lanes - 1 : inside_q && blocks_q == INDEX_BITS'(k + 1)) begin
        swap[k] = decrypt_q;
      end
    end
    if (!joined) begin
      for (int k = 1; k < Lanes; k++) begin
        if (blocks_q == INDEX_BITS'(k)) begin
          rest = data_q[128*(Lanes-k)-1-:120];
        end
      end
    end
  end

  // ---- Words wait for the lanes, and the first of them in registers -----------------------------
  localparam int WIDTH = SlotBits + 5 + Lanes + BYTE_BITS + 120 + 128 * Lanes + 2 * UserBits;

  logic head_valid, valid_2;
  logic [WIDTH-1:0] head, word_2;

  roundel_stream_fifo #(
    .Width(WIDTH),
    .Depth(8)
  ) u_words (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .valid_i(offer),
    .ready_o(free),
    .data_i({decrypt_q, slot_q, last_q || joined, drop_q, inside_q || joined, joined, swap, bytes,
             rest, data_q, user_q, in_user}),
    .valid_o(head_valid),
    .ready_i(!valid_2 || ready_i),
    .data_o(head)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_2 <= 1'b0;
    end else begin
      valid_2 <= (head_valid || (valid_2 && !ready_i)) && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!valid_2 || ready_i) begin
      word_2 <= head;
    end
  end

  assign valid_o = valid_2;
  assign {decrypt_o, slot_o, last_o, drop_o, steal_o, joined_o, swap_o, bytes_o, part_o, data_o,
          user_o, part_user_o} = word_2;

endmodule : roundel_xts_join
