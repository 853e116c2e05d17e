// SPDX-License-Identifier: Apache-2.0
//
// The passes of a word of CCM (SP 800-38C section 6) through the ring of roundel_chain.
//
// A word passes the ring up to four times, in this order:
//
// | pass    | for            | block for the ring          | mask           | chain after it |
// |---------|----------------|-----------------------------|----------------|----------------|
// | B0      | the first word | B0 (appendix A.2.1)         | 0              | result         |
// | counter | text           | counter block               | word           | as before      |
// | MAC     | AAD and text   | AAD or plaintext, XOR chain | 0              | result         |
// | tag     | the last word  | counter block 0             | chain, XOR tag | 0              |
//
// The result XOR the mask is the text in the second pass. In the last pass of an encryption it is
// the tag; in that of a decryption it is zero if the tag is right. `step_i` is 0 for the first
// pass of a word, and `step_o` of each pass is the value for the next pass. `more_o`: another pass
// of the word follows. Combinational.

module roundel_ccm_pass (
  input  logic [1:0] step_i,
  input  logic first_i,  // first word of the packet
  input  logic last_i,  // last word of the packet
  input  logic is_null_i,  // the word passes with zero text, once
  input  logic [4:0] bytes_i,
  input  logic [roundel_stream_pkg::ccm_word_bits(1)-1:0] word_i,  // ccm_word_t
  input  logic [127:0] start_i,  // counter block 0
  input  logic [127:0] data_i,  // zero from `bytes_i` on
  input  logic [127:0] chain_i,
  input  logic [127:0] text_i,  // result of the counter pass

  output logic [1:0] step_o,
  output logic more_o,
  output logic is_counter_o,
  output logic [4:0] bytes_o,  // of the result, masked, that count
  output logic [127:0] block_o,
  output logic [127:0] mask_o
);

  `include "roundel_ccm_types.svh"

  ccm_word_t word;
  logic decrypt, is_aad, has_aad;
  logic [2:0] tag_code;
  logic [31:0] number;
  logic [127:0] tag;
  assign word = word_i;
  assign decrypt = word.decrypt;
  assign is_aad = word.is_aad;
  assign has_aad = word.has_aad;
  assign tag_code = word.tag_code;
  assign number = word.number;
  assign tag = word.tag;

  logic empty, is_first, is_counter, is_mac, is_tag;
  assign empty = bytes_i == '0;
  assign is_first = first_i && step_i == 2'd0;
  assign is_counter = !is_first && !is_aad && !empty && !step_i[1];
  assign is_mac = !is_first && !is_counter && !empty && step_i != 2'd3;
  assign is_tag = !is_first && !is_counter && !is_mac;

  always_comb begin
    step_o = 2'd0;
    if (is_null_i) begin
      step_o = 2'd0;
    end else if (is_first) begin
      step_o = 2'd1;
    end else if (is_counter) begin
      step_o = 2'd2;
    end else if (is_mac && last_i) begin
      step_o = 2'd3;
    end
  end
  assign more_o = step_o != 2'd0;
  assign is_counter_o = is_counter && !is_null_i;

  // The first word of a packet is number 1 if it is text.
  logic [31:0] count;
  logic [127:0] text, plain;
  assign count = first_i ? 32'd1 : number;
  assign text = decrypt && !is_aad ? text_i : data_i;
  for (genvar b = 0; b < 16; b++) begin : gen_byte
    localparam int BYTES = b;
    assign plain[127-8*b-:8] = text[127-8*b-:8] & {8{bytes_i > BYTES[4:0]}};
  end

  always_comb begin
    block_o = start_i;
    if (is_first) begin
      // The flags beside the size of the length field, and the length.
      block_o = start_i | {1'b0, has_aad, tag_code, 91'd0, number};
    end else if (is_counter) begin
      block_o = start_i | {96'd0, count};
    end else if (is_mac) begin
      block_o = chain_i ^ plain;
    end
  end

  always_comb begin
    mask_o = '0;
    bytes_o = '0;
    if (is_counter) begin
      mask_o = data_i;
      bytes_o = bytes_i;
    end else if (is_tag) begin
      mask_o = chain_i ^ tag;
      bytes_o = {1'b0, tag_code, 1'b0} + 5'd2;
    end
    if (is_null_i) begin
      bytes_o = bytes_i;
    end
  end

endmodule : roundel_ccm_pass
