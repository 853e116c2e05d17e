// SPDX-License-Identifier: Apache-2.0
//
// The key store of roundel_block_unit: takes a key two words at a time, expands the key, and stores
// its round keys.
//
// Interface.
//   - Key. `write_i` stores pair `pair_i` (two words) of a key of `size_i`
//     (roundel_soft_pkg::BLOCK_*) in a cycle without `busy_o`. Pairs come in order from pair 0; the
//     last pair starts the expansion. `busy_o` is high during the expansion and `loaded_o` is high
//     while a complete key is stored. Pairs out of order or of different sizes make no key.
//   - Round keys, without `busy_o`. `key_o` is round key `round_o`, and `pair_o` its half `half_o`.
//     `seek_i` selects half `seek_half_i` of the first round key in direction `decrypt_i`. `next_i`
//     selects the next half, or with `whole_i` the next round key. Both act in the next cycle.
//   - S-boxes, shared with the rounds. `word_o` is the word to substitute and `substitute_i` its
//     SubWord after SboxLatency cycles. `word_o` is zero if the expansion needs no S-box.
//     `key_next_i` announces that `write_i` may come in this cycle.
//   - Reset and `clear_i` overwrite all round keys with zeros in 16 cycles; `wiping_o` and `busy_o`
//     are high meanwhile.
// An expansion takes 10 + 10 * W cycles for AES-128, 23 + 8 * W for AES-192 and 13 + 13 * W for
// AES-256, where W = SboxLatency - 1.
//
// Method. FIPS-197 section 5.2, one round key per cycle, or two words per cycle for AES-192.
// AES-192 has a substitution every one and a half round keys, which pairs of words never split. Two
// memories hold the even and the odd pairs, so both halves of a round key are written in one cycle.
// The words Nk places before may have been written in the cycle before. Hence the memories have no
// output register; their index is a register, so the read ends long before an S-box in block RAM.

`include "roundel_contract.svh"

module roundel_block_keys #(
  parameter int SboxLatency = 1  // 1 or 2
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,

  input  logic         key_next_i,
  input  logic         write_i,
  input  logic [  1:0] size_i,
  input  logic [  1:0] pair_i,
  input  logic [ 63:0] words_i,  // first word in the top bits
  output logic         busy_o,
  output logic         wiping_o,
  output logic         loaded_o,
  output logic [  3:0] last_round_o,  // Nr

  output logic [ 31:0] word_o,
  input  logic [ 31:0] substitute_i,

  input  logic         decrypt_i,
  input  logic         seek_i,
  input  logic         seek_half_i,
  input  logic         next_i,
  input  logic         whole_i,
  output logic [  3:0] round_o,
  output logic         half_o,
  output logic [127:0] key_o,
  output logic [ 63:0] pair_o
);

  // Control is two flags and not an enum FSM: a mapping with an enum has 2 % more LUT4.
  logic expanding_q;  // the expansion runs
  logic waits_q;  // the expansion waits for the S-boxes, with SboxLatency = 2
  logic wiping, loaded_q;
  logic [1:0] size_q;
  logic [1:0] given_q;  // pairs of a key that came in order
  logic [4:0] pair_q;  // pair that is written next
  logic [4:0] index_q;  // pair that is read, {round, half}; an expansion reads Nk words before
  logic [4:0] index_d, index_next;
  logic goes_down, by_row, moves;
  logic rows;  // the expansion writes a round key per cycle
  logic [3:0] from, to;
  logic [1:0] place_q;  // position of pair_q in a group of Nk words
  logic [7:0] rcon_q;
  logic [31:0] last_q;  // last word written
  logic [63:0] even_written, odd_written;
  logic [127:0] key, both_written;
  logic [3:0] wipe_index, write_index;
  logic [1:0] write_pair;
  logic writes, odd;
  logic first, middle, before_first, steps, in_order, begins, ends;

  assign busy_o = expanding_q || wiping;
  assign wiping_o = wiping;
  assign loaded_o = loaded_q;
  assign last_round_o = 4'd10 + {1'b0, size_q, 1'b0};

  roundel_memory_clear #(.Words(16)) u_wipe (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(wiping),
    .index_o(wipe_index)
  );

  // ---- Expansion --------------------------------------------------------------------------------
  assign rows = expanding_q && (size_q != roundel_soft_pkg::BLOCK_192);
  assign first = (place_q == 2'd0);
  assign middle = (place_q == 2'd2) && (size_q == roundel_soft_pkg::BLOCK_256);
  assign before_first = (place_q == 2'd2) || (size_q == roundel_soft_pkg::BLOCK_128);
  assign steps = expanding_q && !waits_q;

  // The first word of Nk words uses SubWord(RotWord()), the middle word of eight uses SubWord(),
  // all others use the word before. RotWord precedes the S-boxes.
  roundel_block_expand u_expand (
    .key_i(key),
    .half_i(half_o),
    .pair_o,
    .expanding_i(expanding_q),
    .rows_i(rows),
    .substitutes_i(first || middle),
    .rotates_i(!expanding_q || before_first),
    .takes_i(!wiping),
    .words_i, .substitute_i,
    .rcon_i(first ? rcon_q : 8'h00),
    .last_i(last_q),
    .even_o(even_written),
    .odd_o(odd_written),
    .asks_i(expanding_q || key_next_i),
    .word_o
  );

  // A key of pairs out of order would contain words of the key before.
  assign in_order = (pair_i == given_q) && (size_i == size_q);
  assign begins = write_i && in_order && (given_q == 2'd1 + size_q);
  assign ends = steps && (pair_q[4:1] == last_round_o) && (rows || pair_q[0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      expanding_q <= 1'b0;
      loaded_q <= 1'b0;
      waits_q <= 1'b0;
    end else if (clear_i || wiping) begin
      expanding_q <= 1'b0;
      loaded_q <= 1'b0;
      waits_q <= 1'b0;
    end else if (expanding_q) begin
      expanding_q <= !ends;
      loaded_q <= ends;
      waits_q <= steps && (rows || before_first) && (SboxLatency == 2);
    end else if (write_i) begin
      expanding_q <= begins;
      loaded_q <= 1'b0;
      waits_q <= SboxLatency == 2;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      size_q <= roundel_soft_pkg::BLOCK_128;
      given_q <= 2'd0;
    end else if (wiping) begin
      given_q <= 2'd0;
    end else if (write_i) begin
      size_q <= size_i;
      given_q <= (pair_i == 2'd0) ? 2'd1 : in_order ? given_q + 2'd1 : 2'd0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (wiping || !expanding_q || steps) begin
      last_q <= odd_written[31:0];
    end
    if (steps) begin
      pair_q <= pair_q + (rows ? 5'd2 : 5'd1);
      place_q <= before_first ? 2'd0 : place_q + (rows ? 2'd2 : 2'd1);
      if (first) begin
        rcon_q <= roundel_aes_pkg::xtime(rcon_q);
      end
    end else if (write_i) begin
      pair_q <= 5'd2 + {3'd0, size_i};
      place_q <= 2'd0;
      rcon_q <= 8'h01;
    end
  end

  // ---- Round keys -------------------------------------------------------------------------------
  // The next half, or the next or previous round key. XORs count, because a carry chain is slower.
  assign goes_down = decrypt_i && !expanding_q;
  assign by_row = expanding_q ? rows : whole_i;
  assign moves = half_o || by_row;
  assign from = round_o ^ {4{goes_down}};
  assign to = from ^ {&from[2:0], &from[1:0], from[0], 1'b1};
  assign index_next = {moves ? to ^ {4{goes_down}} : round_o, half_o == by_row};

  always_comb begin
    index_d = index_q;
    if (write_i) begin
      index_d = '0;
    end else if (expanding_q ? ends : seek_i) begin
      index_d = {decrypt_i ? last_round_o : 4'd0, seek_half_i && !expanding_q};
    end else if (expanding_q ? steps : next_i) begin
      index_d = index_next;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q <= '0;
    end else begin
      index_q <= index_d;
    end
  end

  assign {round_o, half_o} = index_q;
  assign key_o = key;

  assign write_index = wiping ? wipe_index : expanding_q ? pair_q[4:1] : {3'd0, pair_i[1]};

  // Even pairs and odd pairs.
  assign both_written = {even_written, odd_written};
  assign odd = expanding_q ? pair_q[0] : pair_i[0];
  assign writes = expanding_q ? steps : write_i;
  assign write_pair = {wiping || (writes && (rows || odd)), wiping || (writes && (rows || !odd))};

  for (genvar b = 0; b < 2; b++) begin : gen_bank
    roundel_lut_ram #(.Words(16), .Width(64)) u_round_keys (
      .clk_i,
      .write_i(write_pair[b]),
      .write_index_i(write_index),
      .write_word_i(both_written[127-64*b-:64]),
      .read_index_i(index_q[4:1]),
      .word_o(key[127-64*b-:64])
    );
  end

  // The user writes only while the store is not busy.
  `ROUNDEL_CONTRACT(no_write_while_busy, clk_i, rst_ni, !busy_o || !write_i)

endmodule : roundel_block_keys
