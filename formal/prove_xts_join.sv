// SPDX-License-Identifier: Apache-2.0
//
// roundel_xts_join loses, repeats and reorders no word of any packets, puts a part of a block
// beside the word in front of it and nothing else anywhere, and says of each word what it is: for
// ever, with resets, clears and stalls at any time.
//
// Words are their own numbers, modulo 4, and have beside them what they are.

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

  logic [1:0] in_q, out_q;  // words in and out
  logic fresh_q;  // the next word in is a packet's first
  logic ready, valid, decrypt, slot, last, drop, steal, joined, swap;
  logic [4:0] bytes;
  logic [6:0] fact, user, part_user;  // what a word is, beside it
  logic [119:0] part;
  logic [127:0] data;

  // Its number; whether it ends its packet, has fewer than 16 bytes, none, and is the first.
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
    .decrypt_o(decrypt),
    .slot_o(slot),
    .last_o(last),
    .drop_o(drop),
    .steal_o(steal),
    .joined_o(joined),
    .swap_o(swap),
    .bytes_o(bytes),
    .part_o(part),
    .data_o(data),
    .user_o(user),
    .part_user_o(part_user)
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
  logic [2:0] idle_q;  // cycles in a row in which words could leave and none came
  logic [2:0] run_q;
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
      // All but a word that waits for the one behind it.
      if (idle_q == '1) assert (in_q == out_q || (in_q == behind && !fresh_q));
    end
    streaming: cover (started_q && rst_ni && run_q == '1);
    stolen: cover (started_q && rst_ni && valid && joined && swap && out_q == 2'd3);
  end

endmodule : prove_xts_join
