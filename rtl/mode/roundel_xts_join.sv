// SPDX-License-Identifier: Apache-2.0
//
// Attaches the partial block at the end of an AES-XTS packet to the block in front, whose bytes
// ciphertext stealing uses (IEEE 1619-2018 section 5.3.2).
//
// Interface. Words in: a ready/valid handshake. A packet is words of N blocks. The last word may
// have fewer bytes (`bytes_i`, at most 16 * N) and end in a partial block. Words out: a ready/valid
// handshake; outputs are registers and hold while stalled. One word per cycle.
//   - `steal`: a block of the word is stolen from. `part` is the partial block.
//   - `joined`: the last word of the packet was only the partial block; the word in front carries
//     the partial block and becomes the last word. `bytes` then counts as if the partial block
//     replaced the last block of the word.
//   - `swap_o[k]`: block k is decrypted before the block behind, and both exchange masks.
//   - `drop`: a packet of fewer than 16 bytes, not defined in XTS; one word.
// Reset: asynchronous. `zeroise_i` drops all words and clears their data.
//
// Method. A word waits, unless last, until the next word arrives and shows whether the next word
// is only a partial block. A FIFO of 8 words covers the cycles without a word for the
// lanes: the cycle of a partial block costs no throughput.

`include "roundel_contract.svh"

module roundel_xts_join #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,  // bits of a slot number
  parameter int UserBits = 1  // user bits of a word
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic valid_i,
  output logic ready_o,
  input  logic decrypt_i,
  input  logic [SlotBits-1:0] slot_i,
  input  logic last_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [UserBits-1:0] user_i,

  output logic valid_o,
  input  logic ready_i,
  output logic [128+SlotBits+roundel_prim_pkg::index_bits(Lanes+1)+2*UserBits:0] word_o,  // word_t
  output logic [Lanes-1:0] swap_o,
  output logic [128*Lanes-1:0] data_o
);

  localparam int SLOT_BITS = SlotBits;
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);
  localparam int INDEX_BITS = BYTE_BITS - 4;
  localparam int LAST_LANE = Lanes - 1;
  localparam int WORD_BITS = 125 + SLOT_BITS + BYTE_BITS + 2 * UserBits;  // of word_t

  `include "roundel_xts_types.svh"

  input_t offered, in;
  logic is_short;  // not read from `offered`: Verilator 5.006 would report a combinational loop
  waiting_t wait_d, wait_q;
  word_t word;
  logic in_valid, in_ready;
  logic [128*Lanes-1:0] in_data, data_q;
  logic valid_q;  // wait_q is a word
  logic clear_q;
  logic first_q;  // the next word is the first of the packet
  logic joined, take, offer, free;
  logic [Lanes-1:0] swap;
  logic [119:0] part, alone;  // the partial block; the same for a word that is only a partial block
  logic [INDEX_BITS-1:0] blocks;  // whole blocks of wait_q

  assign is_short = last_i && bytes_i[BYTE_BITS-1:4] == '0;
  assign offered.is_short = is_short;
  assign offered.is_part = is_short && bytes_i[3:0] != '0;
  assign offered.decrypt = decrypt_i;
  assign offered.last = last_i;
  assign offered.slot = slot_i;
  assign offered.bytes = bytes_i;
  assign offered.user = user_i;

  roundel_skid_buffer #(.Width(4 + SLOT_BITS + BYTE_BITS + UserBits + 128 * Lanes)) u_in (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .valid_i, .ready_o,
    .data_i({offered, data_i}),
    .valid_o(in_valid),
    .ready_i(in_ready),
    .data_o({in, in_data})
  );

  // ---- A word waits for the next one ------------------------------------------------------------
  assign in_ready = !valid_q || free;
  assign take = in_valid && in_ready;
  assign joined = in_valid && in.is_part && !wait_q.last;
  assign offer = valid_q && (wait_q.last || in_valid);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      first_q <= 1'b1;
    end else if (zeroise_i) begin
      valid_q <= 1'b0;
      first_q <= 1'b1;
    end else begin
      valid_q <= (take && !(valid_q && joined)) || (valid_q && !(offer && free));
      first_q <= take ? in.last : first_q;
    end
  end

  assign wait_d.last = in.last;
  assign wait_d.drop = first_q && in.is_short;
  assign wait_d.steal = in.last && !in.is_short && in.bytes[3:0] != '0;
  assign wait_d.decrypt = in.decrypt;
  assign wait_d.slot = in.slot;
  assign wait_d.bytes = in.bytes;
  assign wait_d.user = in.user;

  always_ff @(posedge clk_i) begin
    if (take) begin
      wait_q <= wait_d;
    end
    clear_q <= zeroise_i;
    if (clear_q) begin
      data_q <= '0;
    end else if (take) begin
      data_q <= in_data;
    end
  end

  assign blocks = wait_q.bytes[BYTE_BITS-1:4];

  // Bytes come from the last whole block; the partial block follows.
  for (genvar k = 0; k < Lanes; k++) begin : gen_swap
    assign swap[k] = wait_q.decrypt
        && (joined ? k == Lanes - 1 : wait_q.steal && blocks == INDEX_BITS'(k + 1));
  end

  assign alone = in_data[128*Lanes-1-:120];

  always_comb begin
    part = alone;
    if (!joined) begin
      for (int k = 1; k < Lanes; k++) begin
        if (blocks == INDEX_BITS'(k)) begin
          part = data_q[128*(Lanes-k)-1-:120];
        end
      end
    end
  end

  assign word.last = wait_q.last || joined;
  assign word.drop = wait_q.drop;
  assign word.steal = wait_q.steal || joined;
  assign word.joined = joined;
  assign word.decrypt = wait_q.decrypt;
  assign word.slot = wait_q.slot;
  assign word.bytes = joined ? {LAST_LANE[INDEX_BITS-1:0], in.bytes[3:0]} : wait_q.bytes;
  assign word.part = part;
  assign word.user = wait_q.user;
  assign word.part_user = in.user;

  // ---- A FIFO of words, and a register for the first one ----------------------------------------
  logic head_valid, out_valid_q;
  logic [WORD_BITS+129*Lanes-1:0] head, out_q;  // word_t, swap, data

  roundel_stream_fifo #(.Width(WORD_BITS + 129 * Lanes), .Depth(8)) u_words (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .valid_i(offer),
    .ready_o(free),
    .data_i({word, swap, data_q}),
    .valid_o(head_valid),
    .ready_i(!out_valid_q || ready_i),
    .data_o(head)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      out_valid_q <= 1'b0;
    end else begin
      out_valid_q <= (head_valid || (out_valid_q && !ready_i)) && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!out_valid_q || ready_i) begin
      out_q <= head;
    end
  end

  assign valid_o = out_valid_q;
  assign {word_o, swap_o, data_o} = out_q;

  // A word has at most N blocks.
  `ROUNDEL_CONTRACT(at_most_a_word, clk_i, rst_ni,
                    !valid_i || int'(bytes_i) <= 16 * Lanes)
  // A joined word ends the packet, and a dropped packet has no block to steal from.
  `ROUNDEL_CONTRACT(joined_ends_packet, clk_i, rst_ni,
                    !offer || !joined || (!wait_q.drop && !wait_q.steal))

endmodule : roundel_xts_join
