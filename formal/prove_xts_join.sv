// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_xts_join loses, repeats and reorders no word. A partial block is attached to
// the previous word alone. Each word has the right flags. Unbounded, with resets, clears and stalls
// at any time.
//
// Each word carries its number modulo 4 and its expected flags in its user bits.

module prove_xts_join (
  input logic       clk_i,
  input logic       rst_ni,
  input logic       clear_i,
  input logic       valid_i,
  input logic       last_i,
  input logic       decrypt_i,
  input logic [4:0] bytes_i,
  input logic       ready_i
);

  logic [1:0] in_q, out_q;  // words in and out, modulo 4
  logic fresh_q;  // the next word in is the first of its packet
  logic ready, valid, decrypt, slot, last, drop, steal, joined, swap;
  logic [4:0] bytes;
  logic [6:0] fact, user, part_user;  // user bits: the number and the expected flags
  logic [119:0] part;
  logic [127:0] data;

  // The number of the word; last of its packet, fewer than 16 bytes, no bytes, first, decrypt.
  assign fact = {in_q, last_i, last_i && bytes_i < 5'd16, bytes_i == 5'd0, fresh_q, decrypt_i};

  roundel_xts_join #(
    .Lanes(1),
    .SlotBits(1),
    .UserBits(7)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(clear_i),
    .valid_i(valid_i),
    .ready_o(ready),
    .decrypt_i(decrypt_i),
    .slot_i(1'b0),
    .last_i(last_i),
    .bytes_i(bytes_i),
    .data_i({in_q, 126'd0}),
    .user_i(fact),
    .valid_o(valid),
    .ready_i(ready_i),
    .word_o({last, drop, steal, joined, decrypt, slot, bytes, part, user, part_user}),
    .swap_o(swap),
    .data_o(data)
  );

  logic [1:0] number, behind;
  logic is_last, is_brief, is_null, is_first, deciphers;
  logic [1:0] part_number;
  logic part_last, part_brief, part_null, part_first, part_deciphers;
  assign {number, is_last, is_brief, is_null, is_first, deciphers} = user;
  assign {part_number, part_last, part_brief, part_null, part_first, part_deciphers} = part_user;
  assign behind = out_q + 2'd1;

  logic take, leave;
  assign take = valid_i && ready;
  assign leave = valid && ready_i;

  logic started_q = 1'b0;
  logic held_q, cleared_q;
  logic [2:0] idle_q;  // consecutive cycles in which a word could leave, but none came
  logic [2:0] run_q;  // consecutive cycles in which a word came and a word left
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    cleared_q <= clear_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_q, out_q, held_q, idle_q, run_q} <= '0;
      fresh_q <= 1'b1;
    end else if (clear_i) begin
      {in_q, out_q, held_q, idle_q, run_q} <= '0;
      fresh_q <= 1'b1;
    end else begin
      in_q <= in_q + 2'(take);
      out_q <= out_q + (leave ? (joined ? 2'd2 : 2'd1) : 2'd0);
      fresh_q <= take ? last_i : fresh_q;
      held_q <= valid && !ready_i;
      idle_q <= (take || !ready_i) ? 3'd0 : idle_q + 3'(idle_q != '1);
      run_q <= (take && leave) ? run_q + 3'(run_q != '1) : 3'd0;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (bytes_i <= 5'd16);
    if (started_q && rst_ni) begin
      if (held_q) assert (valid);
      if (valid) begin
        assert (number == out_q && data[127:126] == out_q && decrypt == deciphers);
        assert (drop == (is_first && is_brief) && steal == joined && swap == (joined && decrypt));
        if (joined) begin
          assert (!is_last && part_brief && !part_null && !part_first && last);
          assert (part_number == behind && part[119:118] == behind && bytes < 5'd16);
        end else begin
          assert (last == is_last && (!is_brief || drop || is_null));
        end
      end
      // All words have left, except a word that waits for the next word.
      if (idle_q == '1) assert (in_q == out_q || (in_q == behind && !fresh_q));
    end
    streaming: cover (started_q && rst_ni && run_q == '1);
    stolen: cover (started_q && rst_ni && valid && joined && swap && out_q == 2'd3);
  end

endmodule : prove_xts_join
