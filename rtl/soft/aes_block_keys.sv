// SPDX-License-Identifier: Apache-2.0
//
// The keys of aes_block: takes a key two words at a time, expands it, keeps its round keys.
//
// A key of `size_i` (aes_pkg::BLOCK_*) comes in pairs of words, `write_i` with pair 0 first, each
// in a cycle without `busy_o`; with the last one the expansion begins, two words a cycle, and
// `busy_o` is set until all are there: 20, 23 or 26 cycles. `loaded_o` says that a whole key is.
// Reading: `round_i` names a round key, which is on `key_o` in the same cycle, `busy_o` or not.
//
// Reset and `clear_i` forget: for 16 cycles `wiping_o` and `busy_o` are set and zeros are written
// over all round keys.
//
// S-box: `word_o` is what the expansion substitutes next, and `substitute_i` its SubWord a cycle
// later, so that it can share the S-boxes of the round.
//
// Method: FIPS-197 section 5.2, in place. The round keys are in two memories, of the even pairs and
// of the odd ones. What the expansion adds, the pair Nk/2 before, is read where a round reads its
// key, so it takes a register for the last word alone. AES-192's keys straddle round keys and need
// no other way: a pair is never torn.

module aes_block_keys (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,

  input  logic         write_i,
  input  logic [  1:0] size_i,
  input  logic [  1:0] pair_i,
  input  logic [ 63:0] words_i,  // the first one in the top bits
  output logic         busy_o,
  output logic         wiping_o,
  output logic         loaded_o,
  output logic [  3:0] last_round_o,  // Nr

  output logic [ 31:0] word_o,
  input  logic [ 31:0] substitute_i,

  input  logic [  3:0] round_i,
  output logic [127:0] key_o
);

  logic wiping_q, expanding_q, loaded_q;
  logic [1:0] size_q;
  logic [4:0] pair_q, base_pair;  // what is written next, and what is Nk/2 pairs before
  logic [1:0] place_q;  // of the pair in its Nk words
  logic [7:0] rcon_q;
  logic [31:0] last_q;  // the word before
  logic [31:0] added, word_0, word_1;
  logic [63:0] base, written;
  logic [127:0] key;
  logic [3:0] read_index, wipe_index, write_index;
  logic [1:0] write_pair;
  logic first, middle, begins, ends;

  assign busy_o = expanding_q || wiping_q;
  assign wiping_o = wiping_q;
  assign loaded_o = loaded_q;
  assign last_round_o = 4'd10 + {1'b0, size_q, 1'b0};

  aes_wipe #(
    .Words(16)
  ) u_wipe (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(wiping_q),
    .index_o(wipe_index)
  );

  // ---- Expansion --------------------------------------------------------------------------------
  assign base_pair = pair_q - 5'd2 - {3'd0, size_q};
  assign base = base_pair[0] ? key[63:0] : key[127:64];
  assign first = (place_q == 2'd0);
  assign middle = (place_q == 2'd2) && (size_q == aes_pkg::BLOCK_256);

  // SubWord(RotWord()), SubWord() in the middle of eight words, or the word before as it is: what
  // was substituted is the last word, rotated in front of the S-box.
  assign added = first ? substitute_i ^ {rcon_q, 24'd0} : middle ? substitute_i : last_q;
  assign word_0 = base[63:32] ^ added;
  assign word_1 = base[31:0] ^ word_0;

  // The word that the next pair may substitute: it is the first of its Nk words or in their middle.
  logic [31:0] last_d;
  logic rotated;
  assign last_d = expanding_q ? word_1 : words_i[31:0];
  assign rotated = !expanding_q || (place_q == 2'd1 + size_q);
  assign word_o = rotated ? {last_d[23:0], last_d[31:24]} : last_d;

  assign begins = write_i && (pair_i == 2'd1 + size_i) && (size_i <= aes_pkg::BLOCK_256);
  assign ends = (pair_q == {last_round_o, 1'b1});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      expanding_q <= 1'b0;
      loaded_q <= 1'b0;
    end else if (clear_i || wiping_q) begin
      expanding_q <= 1'b0;
      loaded_q <= 1'b0;
    end else if (expanding_q) begin
      expanding_q <= !ends;
      loaded_q <= ends;
    end else if (write_i) begin
      expanding_q <= begins;
      loaded_q <= 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (wiping_q) begin
      last_q <= '0;
    end else begin
      last_q <= last_d;
    end
    if (expanding_q) begin
      pair_q <= pair_q + 5'd1;
      place_q <= (place_q == 2'd1 + size_q) ? 2'd0 : place_q + 2'd1;
      if (first) begin
        rcon_q <= aes_pkg::xtime(rcon_q);
      end
    end else if (!wiping_q && write_i) begin
      size_q <= size_i;
      pair_q <= 5'd2 + {3'd0, size_i};
      place_q <= 2'd0;
      rcon_q <= 8'h01;
    end
  end

  // ---- Round keys -------------------------------------------------------------------------------
  assign read_index = expanding_q ? base_pair[4:1] : round_i;
  assign write_index = wiping_q ? wipe_index : expanding_q ? pair_q[4:1] : {3'd0, pair_i[1]};
  assign written = wiping_q ? 64'd0 : expanding_q ? {word_0, word_1} : words_i;

  // Even pairs, odd pairs.
  assign write_pair = wiping_q ? 2'b11 : expanding_q ? {pair_q[0], !pair_q[0]}
      : {write_i && pair_i[0], write_i && !pair_i[0]};

  for (genvar b = 0; b < 2; b++) begin : gen_bank
    aes_near_memory #(
      .Words(16),
      .Width(64)
    ) u_round_keys (
      .clk_i(clk_i),
      .write_i(write_pair[b]),
      .write_index_i(write_index),
      .write_word_i(written),
      .read_index_i(read_index),
      .word_o(key[127-64*b-:64])
    );
  end

  assign key_o = key;

endmodule : aes_block_keys
