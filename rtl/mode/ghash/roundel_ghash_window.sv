// SPDX-License-Identifier: Apache-2.0
//
// The words of a GHASH in order, each with what must be known to multiply it: which power of the
// hash key, and where the product goes.
//
// Method. Y = sum of X_i H^(n-i) over n blocks (SP 800-38D section 6.4) at a word of up to `Lanes`
// blocks a cycle, through a multiplier that takes many cycles: a word's product is added to lane 0
// of the word `Distance` words later, so word w is to be multiplied by H to the number of blocks
// from w to before that one. Of the last `Distance` words of a packet, the tail, it is the number
// of blocks from w to the end, and their products' sum is Y. So a word waits here until the word at
// that distance is there, or the end of its packet; words of the next packet may follow at once.
// Lane k multiplies by a power lower by k than `power_o`.
//
// Input: a word in each cycle with `valid_i`, without back-pressure: Distance + 2 words wait, and
// one more for each cycle in which `hold_i` kept one from leaving and that no free cycle has paid
// back. Up to 16 can. They are AAD and ciphertext: nothing here is secret.
// Output: registers. `clear_i` forgets all words, and is to be high after a reset.

module roundel_ghash_window #(
  parameter int Lanes = 1,  // blocks of a word
  parameter int Distance = 9,  // words, at most 12
  parameter int SlotBits = 1,
  parameter int PowerBits = 4  // of a power's number, up to Lanes * Distance
) (
  input  logic                                               clk_i,
  input  logic                                               clear_i,

  input  logic                                               valid_i,
  input  logic                                               last_i,  // of its packet
  // blocks in it, 1 to Lanes
  input  logic [           roundel_prim_pkg::index_bits(Lanes+1)-1:0] count_i,
  input  logic [                               SlotBits-1:0] slot_i,
  input  logic [                              128*Lanes-1:0] data_i,  // block 0 in the top bits

  input  logic                                               hold_i,  // none leaves in this cycle
  output logic                                               waits_o,  // one would

  output logic                                               valid_o,
  output logic                                               last_o,
  output logic                                               tail_o,
  output logic                                               early_o,  // nothing is added to it
  output logic [                               SlotBits-1:0] slot_o,
  output logic [                              PowerBits-1:0] power_o,
  output logic [                              128*Lanes-1:0] data_o
);

  // ---- Words come -------------------------------------------------------------------------------
  logic [3:0] write_q, write_end_q;
  logic [3:0] number_q;  // words of the packet before this one, Distance for as many or more
  logic early;
  logic [PowerBits-1:0] begin_q, behind;  // blocks of the packet before it and with it
  assign early = number_q != Distance[3:0];
  assign behind = begin_q + PowerBits'(count_i);

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      write_q <= '0;
      write_end_q <= '0;
    end else begin
      write_q <= write_q + 4'(valid_i);
      write_end_q <= write_end_q + 4'(valid_i && last_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || (valid_i && last_i)) begin
      number_q <= '0;
      begin_q <= '0;
    end else if (valid_i) begin
      number_q <= number_q + 4'(early);
      begin_q <= behind;
    end
  end

  (* ram_style = "distributed" *) logic [SlotBits+2+PowerBits+128*Lanes-1:0] words_q[0:15];
  (* ram_style = "distributed" *) logic [PowerBits-1:0] begins_q[0:15];
  // Where a packet ends, in the order of packets.
  (* ram_style = "distributed" *) logic [4+PowerBits-1:0] ends_q[0:15];

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      words_q[write_q] <= {slot_i, last_i, early, begin_q, data_i};
      begins_q[write_q] <= begin_q;
    end
    if (valid_i && last_i) begin
      ends_q[write_end_q] <= {write_q, behind};
    end
  end

  // ---- Which may go: one for each word that is Distance behind another, and behind a last one its
  // tail, one a cycle. These do not meet: a word that is so far behind comes when that is over.
  logic far_q;
  logic [3:0] tail_words_q, left_q;
  logic some_q;  // left_q is not 0
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      far_q <= 1'b0;
      tail_words_q <= '0;
      left_q <= '0;
      some_q <= 1'b0;
    end else begin
      far_q <= valid_i && !early;
      tail_words_q <= (number_q + 4'(early)) & {4{valid_i && last_i}};
      left_q <= left_q - 4'(some_q) + tail_words_q;
      some_q <= tail_words_q != '0 || left_q > 4'd1;
    end
  end

  // ---- Words go ---------------------------------------------------------------------------------
  logic can, go;
  logic [3:0] read_q, read_end_q, far;

  roundel_credit_counter #(
    .Tokens(16),
    .StartFull(0)
  ) u_can (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .give_i(far_q || some_q),
    .take_i(!hold_i),
    .any_o(can)
  );

  assign go = can && !hold_i;
  assign waits_o = can;
  assign far = read_q + Distance[3:0];

  // ---- What the power follows from; the tail is known a cycle later, the power after another ----
  logic valid_1, last_1, early_1, complete_1;
  logic [3:0] place_1, end_1;
  logic ended_1;  // a packet's last word went
  logic [3:0] read_end;
  logic [SlotBits-1:0] slot_1;
  logic [PowerBits-1:0] from_1, far_begin_1, end_behind_1;
  logic [128*Lanes-1:0] data_1;
  logic head_last, head_early;
  logic [SlotBits-1:0] head_slot;
  logic [PowerBits-1:0] head_begin, end_behind;
  logic [128*Lanes-1:0] head_data;
  logic [3:0] end_place;
  assign {head_slot, head_last, head_early, head_begin, head_data} = words_q[read_q];
  assign read_end = read_end_q + 4'(ended_1);
  assign {end_place, end_behind} = ends_q[read_end];

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      read_q <= '0;
      read_end_q <= '0;
      ended_1 <= 1'b0;
    end else begin
      read_q <= read_q + 4'(go);
      read_end_q <= read_end;
      ended_1 <= go && head_last;
    end
  end

  always_ff @(posedge clk_i) begin
    valid_1 <= go && !clear_i;
    last_1 <= head_last;
    early_1 <= head_early;
    slot_1 <= head_slot;
    data_1 <= head_data;
    from_1 <= head_begin;
    far_begin_1 <= begins_q[far];
    end_behind_1 <= end_behind;
    place_1 <= read_q;
    end_1 <= end_place;
    complete_1 <= write_end_q != read_end;
  end

  logic valid_2, last_2, early_2, tail_2;
  logic [3:0] distance_1;
  logic [SlotBits-1:0] slot_2;
  logic [PowerBits-1:0] from_2, far_begin_2, end_behind_2;
  logic [128*Lanes-1:0] data_2;
  assign distance_1 = end_1 - place_1;

  always_ff @(posedge clk_i) begin
    valid_2 <= valid_1 && !clear_i;
    last_2 <= last_1;
    early_2 <= early_1;
    tail_2 <= complete_1 && distance_1 < Distance[3:0];
    slot_2 <= slot_1;
    from_2 <= from_1;
    far_begin_2 <= far_begin_1;
    end_behind_2 <= end_behind_1;
    data_2 <= data_1;
  end

  always_ff @(posedge clk_i) begin
    valid_o <= valid_2 && !clear_i;
    last_o <= last_2;
    tail_o <= tail_2;
    early_o <= early_2;
    slot_o <= slot_2;
    power_o <= (tail_2 ? end_behind_2 : far_begin_2) - from_2;
    data_o <= data_2;
  end

endmodule : roundel_ghash_window
