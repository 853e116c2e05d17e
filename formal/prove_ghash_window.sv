// SPDX-License-Identifier: Apache-2.0
//
// Proves three statements about roundel_ghash_window, for any words, packets and holds, with a
// clear at any time:
//
// - The window stores at most Distance + 3 words and never overflows its 16 entries, if a second
//   word is delayed only after a cycle without a word.
// - Every word leaves once, in order, with its slot, data and marks.
// - The power is the number of blocks from the word to the successor, Distance words later, or to
//   the end of the packet. `tail_o` is high if the packet ends first, `early_o` for the first
//   Distance words of a packet.
//
// Method. An arbitrary word is marked. Registers of the proof compute the expected outputs of the
// marked word from the inputs alone. The other assertions are the invariant of the induction: the
// representation of the stored words in the registers of the design (u_dut.*). The credit counter
// is a stub. A single bit of the data is enough, because data is only stored.

module prove_ghash_window #(
  parameter int Lanes = 1,
  parameter int Distance = 10,
  parameter int PowerBits = 4
) (
  input logic                                                clk_i,
  input logic                                                clear_i,
  input logic                                                valid_i,
  input logic                                                last_i,
  input logic [roundel_prim_pkg::index_bits(Lanes+1)-1:0]    count_i,
  input logic                                                slot_i,
  input logic                                                data_i,
  input logic                                                hold_i,
  input logic                                                mark_i
);

  localparam int WORDS = 16;
  localparam int IndexBits = 4;
  localparam int Entry = 3 + PowerBits;  // bits of entry_t
  localparam int Word = Entry + 128 * Lanes;
  localparam int End = 4 + PowerBits;  // bits of end_t
  logic waits, out_valid, out_last, out_tail, out_early, out_slot;
  logic [PowerBits-1:0] out_power;
  logic [128*Lanes-1:0] out_data;

  roundel_ghash_window #(
    .Lanes(Lanes),
    .Distance(Distance),
    .SlotBits(1),
    .PowerBits(PowerBits)
  ) u_dut (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .valid_i(valid_i),
    .last_i(last_i),
    .count_i(count_i),
    .slot_i(slot_i),
    .data_i({{(128 * Lanes - 1) {1'b0}}, data_i}),
    .hold_i(hold_i),
    .waits_o(waits),
    .valid_o(out_valid),
    .last_o(out_last),
    .tail_o(out_tail),
    .early_o(out_early),
    .slot_o(out_slot),
    .power_o(out_power),
    .data_o(out_data)
  );

  // ---- Registers of the design ------------------------------------------------------------------
  (* hierconn *) logic [3:0] \u_dut.write_q , \u_dut.read_q , \u_dut.number_q ;
  (* hierconn *) logic [3:0] \u_dut.write_end_q , \u_dut.read_end , \u_dut.read_end_q ;
  (* hierconn *) logic [3:0] \u_dut.read_end_next_q ;
  (* hierconn *) logic [3:0] \u_dut.tail_words_q , \u_dut.left_q , \u_dut.distance_1 ;
  (* hierconn *) logic \u_dut.far_q , \u_dut.some_q , \u_dut.leaves , \u_dut.complete_1_q ;
  (* hierconn *) logic \u_dut.valid_1_q , \u_dut.valid_2_q , \u_dut.tail_2_q ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.begins_q , \u_dut.far_begins_1_q ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.far_power_2_q , \u_dut.end_power_2_q ;
  (* hierconn *) logic [Entry-1:0] \u_dut.entry_1_q ;
  (* hierconn *) logic \u_dut.slot_2_q ;
  (* hierconn *) logic \u_dut.last_2_q , \u_dut.early_2_q ;
  (* hierconn *) logic [End-1:0] \u_dut.end_1_q ;
  (* hierconn *) logic [128*Lanes-1:0] \u_dut.data_1_q , \u_dut.data_2_q ;
  (* hierconn *) logic [7:0] \u_dut.u_can.u_spec.count_q ;
  (* hierconn *) logic \u_dut.u_can.u_spec.wait_q , \u_dut.delayed_q ;
  (* hierconn *) logic [4:0] \u_dut.level_q ;
  (* hierconn *) logic [Word-1:0] \u_dut.words_q[0] , \u_dut.words_q[1] , \u_dut.words_q[2] ;
  (* hierconn *) logic [Word-1:0] \u_dut.words_q[3] , \u_dut.words_q[4] , \u_dut.words_q[5] ;
  (* hierconn *) logic [Word-1:0] \u_dut.words_q[6] , \u_dut.words_q[7] , \u_dut.words_q[8] ;
  (* hierconn *) logic [Word-1:0] \u_dut.words_q[9] , \u_dut.words_q[10] , \u_dut.words_q[11] ;
  (* hierconn *) logic [Word-1:0] \u_dut.words_q[12] , \u_dut.words_q[13] , \u_dut.words_q[14] ;
  (* hierconn *) logic [Word-1:0] \u_dut.words_q[15] ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.all_begins_q[0] , \u_dut.all_begins_q[1] ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.all_begins_q[2] , \u_dut.all_begins_q[3] ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.all_begins_q[4] , \u_dut.all_begins_q[5] ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.all_begins_q[6] , \u_dut.all_begins_q[7] ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.all_begins_q[8] , \u_dut.all_begins_q[9] ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.all_begins_q[10] , \u_dut.all_begins_q[11] ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.all_begins_q[12] , \u_dut.all_begins_q[13] ;
  (* hierconn *) logic [PowerBits-1:0] \u_dut.all_begins_q[14] , \u_dut.all_begins_q[15] ;
  (* hierconn *) logic [End-1:0] \u_dut.ends_q[0] , \u_dut.ends_q[1] , \u_dut.ends_q[2] ;
  (* hierconn *) logic [End-1:0] \u_dut.ends_q[3] , \u_dut.ends_q[4] , \u_dut.ends_q[5] ;
  (* hierconn *) logic [End-1:0] \u_dut.ends_q[6] , \u_dut.ends_q[7] , \u_dut.ends_q[8] ;
  (* hierconn *) logic [End-1:0] \u_dut.ends_q[9] , \u_dut.ends_q[10] , \u_dut.ends_q[11] ;
  (* hierconn *) logic [End-1:0] \u_dut.ends_q[12] , \u_dut.ends_q[13] , \u_dut.ends_q[14] ;
  (* hierconn *) logic [End-1:0] \u_dut.ends_q[15] ;

  logic [3:0] write, read, write_end, read_end;
  logic [4:0] level, number, far, tail, left, can;
  logic leaves;
  assign write = \u_dut.write_q ;
  assign read = \u_dut.read_q ;
  assign write_end = \u_dut.write_end_q ;
  assign read_end = \u_dut.read_end ;
  assign leaves = \u_dut.leaves ;
  assign number = {1'b0, \u_dut.number_q };
  assign far = {4'd0, \u_dut.far_q };
  assign tail = {1'b0, \u_dut.tail_words_q };
  assign left = {1'b0, \u_dut.left_q };
  assign can = \u_dut.u_can.u_spec.count_q [4:0];
  assign level = {1'b0, write - read};  // less than 16

  logic [Word*WORDS-1:0] words;
  logic [PowerBits*WORDS-1:0] begins;
  logic [End*WORDS-1:0] ends;
  assign words = {
    \u_dut.words_q[15] , \u_dut.words_q[14] , \u_dut.words_q[13] , \u_dut.words_q[12] ,
    \u_dut.words_q[11] , \u_dut.words_q[10] , \u_dut.words_q[9] , \u_dut.words_q[8] ,
    \u_dut.words_q[7] , \u_dut.words_q[6] , \u_dut.words_q[5] , \u_dut.words_q[4] ,
    \u_dut.words_q[3] , \u_dut.words_q[2] , \u_dut.words_q[1] , \u_dut.words_q[0]
  };
  assign begins = {
    \u_dut.all_begins_q[15] , \u_dut.all_begins_q[14] , \u_dut.all_begins_q[13] ,
    \u_dut.all_begins_q[12] , \u_dut.all_begins_q[11] , \u_dut.all_begins_q[10] ,
    \u_dut.all_begins_q[9] , \u_dut.all_begins_q[8] , \u_dut.all_begins_q[7] ,
    \u_dut.all_begins_q[6] , \u_dut.all_begins_q[5] , \u_dut.all_begins_q[4] ,
    \u_dut.all_begins_q[3] , \u_dut.all_begins_q[2] , \u_dut.all_begins_q[1] ,
    \u_dut.all_begins_q[0]
  };
  assign ends = {
    \u_dut.ends_q[15] , \u_dut.ends_q[14] , \u_dut.ends_q[13] , \u_dut.ends_q[12] ,
    \u_dut.ends_q[11] , \u_dut.ends_q[10] , \u_dut.ends_q[9] , \u_dut.ends_q[8] ,
    \u_dut.ends_q[7] , \u_dut.ends_q[6] , \u_dut.ends_q[5] , \u_dut.ends_q[4] , \u_dut.ends_q[3] ,
    \u_dut.ends_q[2] , \u_dut.ends_q[1] , \u_dut.ends_q[0]
  };

  // ---- The marked word --------------------------------------------------------------------------
  logic started_q = 1'b0;
  logic delayed_q;  // a word was delayed, without an idle cycle since
  logic [4:0] packet_q;  // words of the packet so far, at most Distance
  logic stored_q;  // the marked word is in the window
  logic [2:0] out_q;  // bit k: the marked word left k + 1 cycles ago
  logic [2:0] left_window_q;  // bit k: any word left k + 1 cycles ago
  logic [3:0] place_q;  // entry of the marked word
  logic slot_q, last_q, early_q, data_q;
  logic [PowerBits-1:0] begins_q;  // blocks of the packet before the marked word
  logic [PowerBits-1:0] blocks_q;  // blocks from the marked word to its successor or to the end
  logic [4:0] after_q;  // words of the packet after the marked word
  logic ended_q;  // the packet of the marked word has ended
  logic delays, marks, is_tail;
  assign delays = hold_i && waits;
  assign marks = valid_i && mark_i && !stored_q && out_q == '0;
  assign is_tail = ended_q && int'(after_q) < Distance;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    out_q <= {out_q[1:0], stored_q && leaves && place_q == read} & {3{!clear_i}};
    left_window_q <= {left_window_q[1:0], leaves} & {3{!clear_i}};
    if (clear_i) begin
      delayed_q <= 1'b0;
      packet_q <= '0;
      stored_q <= 1'b0;
    end else begin
      delayed_q <= valid_i ? delays || delayed_q : delays && delayed_q;
      if (valid_i) begin
        packet_q <= last_i ? 5'd0 : packet_q + 5'(int'(packet_q) < Distance);
      end
      stored_q <= marks || (stored_q && !(leaves && place_q == read));
      if (marks) begin
        place_q <= write;
        {slot_q, last_q, data_q} <= {slot_i, last_i, data_i};
        early_q <= int'(packet_q) < Distance;
        begins_q <= \u_dut.begins_q ;
        blocks_q <= PowerBits'(count_i);
        after_q <= '0;
        ended_q <= last_i;
      end else if (stored_q && valid_i && !ended_q) begin
        after_q <= after_q + 5'd1;
        ended_q <= last_i;
        if (int'(after_q) + 1 < Distance) blocks_q <= blocks_q + PowerBits'(count_i);
      end
    end
  end

  // ---- Stored words, from the oldest word on ----------------------------------------------------
  logic [3:0] ahead, end_place;
  logic [15:0] lasts;  // last words of packets, by their distance from the oldest word
  logic [4:0] num_lasts, lasts_ahead;
  logic [Word-1:0] own;  // the entry of the marked word
  logic [PowerBits-1:0] far_begins;
  logic [End-1:0] own_end;
  logic quiet;  // no packet ends from the marked word to the last word of its packet
  assign ahead = place_q - read;
  assign end_place = read_end + lasts_ahead[3:0];

  always_comb begin
    lasts = '0;
    num_lasts = '0;
    lasts_ahead = '0;
    own = '0;
    far_begins = '0;
    own_end = '0;
    quiet = 1'b1;
    for (int w = 0; w < WORDS; w++) begin
      for (int k = 0; k < WORDS; k++) begin
        if (4'(w) == read + 4'(k) && k < int'(level)) begin
          lasts[k] = words[Word*w+128*Lanes+PowerBits+1];
        end
      end
      if (4'(w) == place_q) own = words[Word*w+:Word];
      if (4'(w) == place_q + 4'(Distance)) far_begins = begins[PowerBits*w+:PowerBits];
    end
    for (int k = 0; k < WORDS; k++) begin
      num_lasts = num_lasts + {4'd0, lasts[k]};
      if (k < int'(ahead)) begin
        lasts_ahead = lasts_ahead + {4'd0, lasts[k]};
      end else if (!ended_q || k < int'(ahead) + int'(after_q)) begin
        quiet = quiet && !lasts[k];
      end else if (k == int'(ahead) + int'(after_q)) begin
        quiet = quiet && lasts[k];
      end
    end
    for (int w = 0; w < WORDS; w++) begin
      if (4'(w) == end_place) own_end = ends[End*w+:End];
    end
  end

  always_comb begin
    assume (started_q || clear_i);
    assume (!(delays && delayed_q && valid_i));
    assume (!valid_i || (count_i != '0 && int'(count_i) <= Lanes));
    if (started_q) begin
      // The window.
      assert (int'(level) <= Distance + 3);
      assert (int'(level) <= Distance + 2 + int'(delayed_q));
      assert (int'(\u_dut.u_can.u_spec.count_q ) <= Distance + 3);
      assert (can + left + tail + far + number == level);
      assert (int'(left + tail + far + number) <= Distance + 1);
      assert (int'(left) <= Distance + 1 && int'(tail) <= Distance && number == packet_q);
      assert (\u_dut.some_q == (left != '0) && !(\u_dut.some_q && \u_dut.far_q ));
      assert (tail == '0 || number == '0);
      assert (int'(packet_q) <= Distance);
      assert (!\u_dut.u_can.u_spec.wait_q || level == '0);
      assert (write_end - read_end == num_lasts[3:0]);
      assert (\u_dut.read_end_next_q == \u_dut.read_end_q + 4'd1);
      assert (out_valid == left_window_q[2]);
      assert (\u_dut.valid_2_q == left_window_q[1] && \u_dut.valid_1_q == left_window_q[0]);

      // The registers of the contracts.
      assert (\u_dut.level_q == level && \u_dut.delayed_q == delayed_q);

      // The marked word in the window.
      assert (3'(stored_q) + 3'(out_q[0]) + 3'(out_q[1]) + 3'(out_q[2]) <= 3'd1);
      assert ((out_q & ~left_window_q) == '0);
      if (stored_q) begin
        assert (int'(ahead) < int'(level) && int'(ahead) + int'(after_q) < int'(level));
        assert (own[Word-1:128*Lanes] == {slot_q, last_q, early_q, begins_q} && own[0] == data_q);
        assert (quiet && (!last_q || (ended_q && after_q == '0)));
        if (ended_q) begin
          assert (own_end[End-1:PowerBits] == place_q + after_q[3:0]);
          if (is_tail) assert (own_end[PowerBits-1:0] == begins_q + blocks_q);
        end else begin
          assert (int'(ahead) + int'(after_q) + 1 == int'(level));
          if (int'(after_q) < Distance) begin
            assert (number > after_q && \u_dut.begins_q == begins_q + blocks_q);
          end else begin
            assert (int'(number) == Distance);
          end
        end
        if (int'(after_q) >= Distance) assert (far_begins == begins_q + blocks_q);
        // The marked word leaves only with a known power.
        if (leaves && ahead == '0) assert (ended_q || int'(after_q) >= Distance);
      end

      // The marked word on its way out.
      if (out_q != '0) assert (ended_q || int'(after_q) >= Distance);
      if (out_q[0]) begin
        assert (\u_dut.entry_1_q == {slot_q, last_q, early_q, begins_q});
        assert (\u_dut.data_1_q [0] == data_q);
        assert ((\u_dut.complete_1_q && int'(\u_dut.distance_1 ) < Distance) == is_tail);
        if (is_tail) assert (\u_dut.end_1_q [PowerBits-1:0] == begins_q + blocks_q);
        if (!is_tail) assert (\u_dut.far_begins_1_q == begins_q + blocks_q);
      end
      if (out_q[1]) begin
        assert (\u_dut.slot_2_q == slot_q && \u_dut.last_2_q == last_q);
        assert (\u_dut.early_2_q == early_q);
        assert (\u_dut.data_2_q [0] == data_q);
        assert (\u_dut.tail_2_q == is_tail);
        if (is_tail) assert (\u_dut.end_power_2_q == blocks_q);
        if (!is_tail) assert (\u_dut.far_power_2_q == blocks_q);
      end
      if (out_q[2]) begin
        assert (out_valid && out_slot == slot_q && out_last == last_q && out_data[0] == data_q);
        assert (out_power == blocks_q && out_tail == is_tail && out_early == early_q);
      end
    end
    // The bound on the words is exact, and the marked word leaves in both ways.
    full: cover (started_q && int'(level) == Distance + 3);
    successor: cover (started_q && out_q[2] && !out_tail);
    tail_of_two: cover (started_q && out_q[2] && out_tail && after_q == 5'd2);
  end

endmodule : prove_ghash_window
