// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_fifo_lut_ram is a FIFO: each word leaves once and in order, and each credit
// comes back.
//
// At most 16 words more leave than `free_i` reports. Unbounded, with clears at any time.
// Assumptions: the user holds a credit for each push; `wipe_i` is high in the 16 cycles after a
// clear, without a push; `free_i` reports words that have left.
//
// The proof follows one marked word, as prove_short_fifo does. While a word may leave, at most two
// successive cycles pass without a leaving word. Without `push_o` the output is zero, except in the
// cycle after a clear. Before the first marked word after a clear every entry of the memory is
// zero.
//
// The credit counters are stubs (prove_credit_counter). Wires named u_dut.* are registers of the
// design (hierconn); formal/run.py joins `words`, `writes` and `reads` (`probes` in bus_proofs.py).
// The assertions on these registers make the proof inductive.

module prove_fifo_lut_ram #(
  parameter int Banks = 1
) (
  input logic clk_i,
  input logic clear_i,
  input logic push_i,
  input logic data_i,
  input logic free_i
);

  localparam int CREDITS = 16 * Banks;

  logic wipe, free, leave, data;

  roundel_fifo_lut_ram #(
    .Width(1),
    .Banks(Banks)
  ) u_dut (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .wipe_i(wipe),
    .push_i(push_i),
    .data_i(data_i),
    .free_o(free),
    .free_i(free_i),
    .push_o(leave),
    .data_o(data)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic [7:0] held_q, left;  // words
  logic [7:0] out_q;  // words that left and are not yet reported by free_i
  logic marked_q;  // the marked word is stored
  logic [7:0] ahead_q;  // words that leave before the marked word
  logic [7:0] credits_q;
  logic seen_q;  // the marked word was pushed since a clear
  logic [4:0] phase_q;  // remaining cycles of overwriting; 0 when a push is allowed
  logic cleared_q;  // a clear in the previous cycle
  logic [1:0] idle_q;  // cycles without a leaving word, while a word may leave
  logic [7:0] run_q;  // consecutive cycles with a push and a word that leaves
  assign left = held_q - {7'd0, leave};
  assign wipe = phase_q != 5'd0;

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    cleared_q <= clear_i;
    if (clear_i) begin
      held_q <= 8'd0;
      out_q <= 8'd0;
      marked_q <= 1'b0;
      credits_q <= 8'(CREDITS);
      seen_q <= 1'b0;
      phase_q <= 5'd16;
      idle_q <= 2'd0;
      run_q <= 8'd0;
    end else begin
      held_q <= left + {7'd0, push_i};
      out_q <= out_q + {7'd0, leave} - {7'd0, free_i};
      marked_q <= (push_i && data_i) || (marked_q && !(leave && ahead_q == 8'd0));
      credits_q <= credits_q + {7'd0, free} - {7'd0, push_i};
      seen_q <= (push_i && data_i) || seen_q;
      phase_q <= wipe ? phase_q - 5'd1 : 5'd0;
      idle_q <= (held_q != 8'd0 && !leave && out_q < 8'd16) ? idle_q + 2'd1 : 2'd0;
      run_q <= (push_i && leave && run_q != 8'd255) ? run_q + 8'd1 : 8'd0;
    end
    if (push_i && data_i) ahead_q <= left;
    else ahead_q <= ahead_q - {7'd0, leave};
  end

  always_comb begin
    assume (started_q || clear_i);
    if (clear_i || wipe || credits_q == 8'd0) assume (!push_i);
    if (marked_q) assume (!(push_i && data_i));
    if (!clear_i && out_q == 8'd0) assume (!free_i);

    if (started_q) begin
      if (leave) assert (held_q != 8'd0 && out_q < 8'd16);
      assert (int'(credits_q) <= CREDITS && out_q <= 8'd16);
      if (held_q == 8'd0) assert (!marked_q);
      if (marked_q) assert (seen_q && ahead_q < held_q);
      if (leave) assert (data == (marked_q && ahead_q == 8'd0));
      if (!leave && !cleared_q) assert (!data);
      if (wipe) assert (held_q == 8'd0 && out_q == 8'd0 && !seen_q);
      assert (idle_q <= 2'd2);
    end
    streaming: cover (started_q && run_q == 8'd17);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  logic [16*Banks-1:0] words;
  logic [4*Banks-1:0] writes, reads;  // entries

  (* hierconn *) logic [7:0] \u_dut.u_waits.u_spec.count_q ;
  (* hierconn *) logic \u_dut.u_waits.u_spec.wait_q ;
  (* hierconn *) logic [7:0] \u_dut.u_room.u_spec.count_q ;
  (* hierconn *) logic \u_dut.u_room.u_spec.wait_q ;
  (* hierconn *) logic \u_dut.go_q ;
  (* hierconn *) logic [Banks-1:0] \u_dut.write_q ;
  (* hierconn *) logic [Banks-1:0] \u_dut.read_q ;
  (* hierconn *) logic [Banks-1:0] \u_dut.zero ;
  (* hierconn *) logic [Banks-1:0] \u_dut.to_write ;
  (* hierconn *) logic [Banks-1:0] \u_dut.to_read ;
  (* hierconn *) logic \u_dut.word_q ;
  logic [7:0] waits, room, passing;
  logic go, word;
  logic [Banks-1:0] write, read, to_write, to_read;
  assign waits = \u_dut.u_waits.u_spec.count_q ;
  assign room = \u_dut.u_room.u_spec.count_q ;
  assign go = \u_dut.go_q ;
  assign word = \u_dut.word_q ;
  assign write = \u_dut.write_q ;
  assign read = \u_dut.read_q ;
  assign to_write = \u_dut.to_write ;
  assign to_read = \u_dut.to_read ;
  assign passing = {7'd0, go} + {7'd0, leave};  // words between the banks and the output

  logic wiped_q;  // wipe_i in the previous cycle
  always_ff @(posedge clk_i) wiped_q <= wipe && !clear_i;

  // Steps from index 0 to an index, in the order of roundel_fifo_bank.
  function automatic logic [3:0] number(input logic [3:0] place);
    case (place)
      4'd0: number = 4'd0;
      4'd1: number = 4'd1;
      4'd2: number = 4'd2;
      4'd4: number = 4'd3;
      4'd9: number = 4'd4;
      4'd3: number = 4'd5;
      4'd6: number = 4'd6;
      4'd13: number = 4'd7;
      4'd10: number = 4'd8;
      4'd5: number = 4'd9;
      4'd11: number = 4'd10;
      4'd7: number = 4'd11;
      4'd15: number = 4'd12;
      4'd14: number = 4'd13;
      4'd12: number = 4'd14;
      default: number = 4'd15;
    endcase
  endfunction

  // One-hot; the previous bank; the bank of a turn.
  function automatic logic one(input logic [Banks-1:0] set);
    one = set != '0 && (set & (set - 1'b1)) == '0;
  endfunction

  function automatic logic [Banks-1:0] before_this(input logic [Banks-1:0] turn);
    before_this = (turn >> 1) | (turn << (Banks - 1));
  endfunction

  function automatic logic [Banks-1:0] to_turn(input logic [7:0] words_before);
    for (int t = 0; t < Banks; t++) to_turn[t] = words_before % 8'(Banks) == 8'(t);
  endfunction

  logic newest;  // the last pushed word is not yet in its bank
  assign newest = write != '0 && !wiped_q;

  always_comb begin
    if (started_q) begin
      assert (one(to_read) && one(to_write));
      assert (\u_dut.zero == ~read);
      assert ((read != '0) == go);
      if (go) assert (read == before_this(to_read));
      assert (\u_dut.u_room.u_spec.wait_q == cleared_q);
      assert (\u_dut.u_waits.u_spec.wait_q == cleared_q);
      if (cleared_q) assert (phase_q == 5'd16 && !wiped_q);
      if (phase_q == 5'd16) assert (cleared_q);
      assert (phase_q <= 5'd16);
      if (wipe && !cleared_q) assert (wiped_q);
      if (wipe || wiped_q) begin
        assert (waits == 8'd0 && !go && !leave && !word);
        assert (to_read == Banks'(1));
      end
      if (wipe) assert (to_write == Banks'(1));
      if (wiped_q) assert (write == '1 && !cleared_q);
      else assert (write == '0 || (one(write) && waits != 8'd0));
      if (newest) assert (write == before_this(to_write));
      if (newest) assert (word == (marked_q && ahead_q == passing + waits - 8'd1));
      assert (int'(waits) <= CREDITS && held_q == waits + passing);
      for (int t = 0; t < Banks; t++) begin
        if (to_read[t]) assert (to_write == to_turn(8'(t) + waits));
      end
      assert (room <= 8'd16 && room + passing + out_q == 8'd16);
      assert (credits_q == 8'(CREDITS) - waits - {7'd0, go});
      if (!leave && go) assert (idle_q <= 2'd1);
      if (!leave && !go && held_q != 8'd0) assert (idle_q == 2'd0 || out_q == 8'd16);
    end
  end

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [3:0] write_at, read_at;
    logic [7:0] turn;  // words in other banks that leave before the first word of this bank
    logic [4:0] mine;  // words in this bank
    assign write_at = number(writes[4*b+:4]);
    assign read_at = number(reads[4*b+:4]);

    always_comb begin
      turn = 8'd0;
      for (int t = 0; t < Banks; t++) if (to_read[t]) turn = 8'((b + Banks - t) % Banks);
      mine = 5'd0;
      for (int j = 0; j < 16; j++) if (turn + 8'(Banks * j) < waits) mine = 5'(j + 1);
      if (started_q) begin
        if (wiped_q) assert (write_at == 4'd15 - phase_q[3:0] && read_at == 4'd0);
        else assert (write_at + {3'd0, write[b]} == read_at + {3'd0, read[b]} + mine[3:0]);
        if (cleared_q) assert (write_at == 4'd0 && read_at == 4'd0);
      end
    end

    for (genvar i = 0; i < 16; i++) begin : gen_place
      localparam logic [3:0] PLACE = i;
      logic [3:0] at, behind;
      logic [7:0] older;  // words that leave before the word of this entry
      assign at = number(PLACE);
      assign behind = at - read_at - {3'd0, read[b]};
      assign older = turn + 8'(Banks) * {4'd0, behind};
      always_comb begin
        if (started_q) begin
          if (older < waits && !(newest && older == waits - 8'd1)) begin
            assert (words[16*b+i] == (marked_q && ahead_q == passing + older));
          end
          if (read[b] && at == read_at) begin
            assert (words[16*b+i] == (marked_q && ahead_q == {7'd0, leave}));
          end
          if (wiped_q && at < write_at) assert (!words[16*b+i]);
          if (!wipe && !wiped_q && !seen_q) assert (!words[16*b+i]);
        end
      end
    end
  end

endmodule : prove_fifo_lut_ram
