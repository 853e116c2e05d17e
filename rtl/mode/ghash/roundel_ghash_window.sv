// SPDX-License-Identifier: Apache-2.0
//
// Stores the words of GHASH until the power of the hash key of each word is known.
//
// Interface. Input: one word per cycle with `valid_i`, without back-pressure. Output: registers,
// one word per cycle, in order. A word leaves in a cycle with `waits_o` and without `hold_i`; the
// output follows 3 cycles later. `clear_i` drops all words and is high after a reset. Words are AAD
// and ciphertext, so nothing is zeroised.
//
// Capacity. A cycle with `hold_i` and `waits_o` delays a word. The user delays a second word only
// after a cycle without `valid_i`. Then at most Distance + 3 words are stored
// (formal/prove_ghash_window.sv).
//
// Method. The hash is the sum of X_i * H^(n-i+1) over n blocks (SP 800-38D section 6.4). The
// product of a word is added to the word `Distance` words later, its successor, in lane 0. The
// power of H is the number of blocks from the word to the successor. The last `Distance` words of a
// packet, the tail, have no successor. Their power is the number of blocks to the end of the
// packet, and the sum of their products is the hash. A word therefore waits for its successor or
// for the end of its packet. Lane k multiplies by a power lower by k than `power_o`.
//
// Limits. The window has 16 entries. Distance + 3 is less than 16: the window then holds fewer than
// 16 packets, and an index of 4 bits distinguishes the ends of the packets.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_ghash_window #(
  parameter int Lanes = 1,  // blocks per word
  parameter int Distance = 9,  // words to the successor, 1 to 12
  parameter int SlotBits = 1,  // bits of a key slot
  parameter int PowerBits = 4  // bits of the number of a power, 1 to Lanes * Distance
) (
  input  logic clk_i,
  input  logic clear_i,

  input  logic valid_i,
  input  logic last_i,  // last word of its packet
  input  logic [roundel_prim_pkg::index_bits(Lanes+1)-1:0] count_i,  // blocks, 1 to Lanes
  input  logic [SlotBits-1:0] slot_i,
  input  logic [128*Lanes-1:0] data_i,  // block 0 in the top bits

  input  logic hold_i,  // no word leaves
  output logic waits_o,  // a word leaves unless hold_i

  output logic valid_o,
  output logic last_o,
  output logic tail_o,  // the packet ends within Distance words
  output logic early_o,  // one of the first Distance words of the packet
  output logic [SlotBits-1:0] slot_o,
  output logic [PowerBits-1:0] power_o,
  output logic [128*Lanes-1:0] data_o
);

  localparam int SLOT_BITS = SlotBits;
  localparam int POWER_BITS = PowerBits;
  localparam int INDEX_BITS = 4;
  localparam int WORDS = 1 << INDEX_BITS;
  localparam int ENTRY_BITS = SLOT_BITS + 2 + POWER_BITS;
  localparam logic [INDEX_BITS-1:0] DISTANCE = INDEX_BITS'(Distance);

  `include "roundel_ghash_types.svh"

  `ROUNDEL_REFUSE(roundel_error_distance_of_ghash_must_be_1_to_12,
                  Distance < 1 || Distance + 3 >= WORDS)

  // ---- Words in ---------------------------------------------------------------------------------
  logic [INDEX_BITS-1:0] write_q, write_end_q;  // next entry of words_q, of ends_q
  logic [INDEX_BITS-1:0] number_q;  // words of the packet so far, at most Distance
  logic [POWER_BITS-1:0] begins_q;  // blocks of the packet so far
  logic [POWER_BITS-1:0] blocks;  // with the present word
  entry_t entry_in;
  end_t end_in;

  assign blocks = begins_q + POWER_BITS'(count_i);
  assign entry_in.slot = slot_i;
  assign entry_in.last = last_i;
  assign entry_in.early = number_q != DISTANCE;
  assign entry_in.begins = begins_q;
  assign end_in.index = write_q;
  assign end_in.blocks = blocks;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      write_q <= '0;
      write_end_q <= '0;
    end else begin
      write_q <= write_q + INDEX_BITS'(valid_i);
      write_end_q <= write_end_q + INDEX_BITS'(valid_i && last_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i || (valid_i && last_i)) begin
      number_q <= '0;
      begins_q <= '0;
    end else if (valid_i) begin
      number_q <= number_q + INDEX_BITS'(entry_in.early);
      begins_q <= blocks;
    end
  end

  // A word that is read while it is written is never used, so no tool adds a bypass.
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "select_ram" *)
  logic [ENTRY_BITS+128*Lanes-1:0] words_q[0:WORDS-1];
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "select_ram" *)
  logic [POWER_BITS-1:0] all_begins_q[0:WORDS-1];  // second port
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "select_ram" *)
  logic [INDEX_BITS+POWER_BITS-1:0] ends_q[0:WORDS-1];

  always_ff @(posedge clk_i) begin
    if (valid_i) begin
      words_q[write_q] <= {entry_in, data_i};
      all_begins_q[write_q] <= begins_q;
    end
    if (valid_i && last_i) begin
      ends_q[write_end_q] <= end_in;
    end
  end

  // ---- Permission to leave ----------------------------------------------------------------------
  // A successor permits its word to leave. The last word of a packet permits the tail, one word per
  // cycle. Both do not coincide: the first successor of the next packet arrives after the tail.
  logic far_q;  // a word with a predecessor at the distance arrived
  logic [INDEX_BITS-1:0] tail_words_q;  // words of a tail that became known
  logic [INDEX_BITS-1:0] left_q;  // words of tails without permission
  logic some_q;  // left_q is not 0

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      far_q <= 1'b0;
      tail_words_q <= '0;
      left_q <= '0;
      some_q <= 1'b0;
    end else begin
      far_q <= valid_i && !entry_in.early;
      tail_words_q <=
          (number_q + INDEX_BITS'(entry_in.early)) & {INDEX_BITS{valid_i && last_i}};
      left_q <= left_q - INDEX_BITS'(left_q != '0) + tail_words_q;
      some_q <= tail_words_q != '0 || left_q > INDEX_BITS'(1);
    end
  end

  logic can, leaves;
  roundel_credit_counter #(.Tokens(WORDS)) u_can (
    .clk_i, .clear_i,
    .give_i(far_q || some_q),
    .take_i(!hold_i),
    .any_o(can)
  );

  assign waits_o = can;
  assign leaves = can && !hold_i;

  // ---- Words out: read; compare with the end of the packet; subtract ----------------------------
  logic [INDEX_BITS-1:0] read_q, read_end_q;  // next entry of words_q, of ends_q
  logic ended_1_q;  // the last word of a packet left in the previous cycle
  logic [INDEX_BITS-1:0] read_end_next_q;  // read_end_q + 1
  logic [INDEX_BITS-1:0] read_end, far;
  entry_t head;
  end_t head_end;
  logic [128*Lanes-1:0] head_data;

  assign {head, head_data} = words_q[read_q];
  assign read_end = ended_1_q ? read_end_next_q : read_end_q;
  assign head_end = ends_q[read_end];
  assign far = read_q + DISTANCE;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      read_q <= '0;
      read_end_q <= '0;
      read_end_next_q <= INDEX_BITS'(1);
      ended_1_q <= 1'b0;
    end else begin
      read_q <= read_q + INDEX_BITS'(leaves);
      read_end_q <= read_end;
      read_end_next_q <= read_end + 1'b1;
      ended_1_q <= leaves && head.last;
    end
  end

  logic valid_1_q, valid_2_q, valid_3_q;
  entry_t entry_1_q;
  logic last_2_q, early_2_q;
  logic [SLOT_BITS-1:0] slot_2_q;
  end_t end_1_q;
  logic [INDEX_BITS-1:0] index_1_q;  // entry of the word
  logic [INDEX_BITS-1:0] distance_1;  // words from the word to the last word of the packet
  logic complete_1_q;  // the end of the packet is known
  logic tail_2_q, tail_3_q, last_3_q, early_3_q;
  logic [SLOT_BITS-1:0] slot_3_q;
  logic [POWER_BITS-1:0] far_begins_1_q, power_3_q;
  logic [POWER_BITS-1:0] far_power_2_q, end_power_2_q;  // for a successor, for a word of a tail
  logic [128*Lanes-1:0] data_1_q, data_2_q, data_3_q;

  assign distance_1 = end_1_q.index - index_1_q;

  always_ff @(posedge clk_i) begin
    valid_1_q <= leaves && !clear_i;
    valid_2_q <= valid_1_q && !clear_i;
    valid_3_q <= valid_2_q && !clear_i;
  end

  always_ff @(posedge clk_i) begin
    entry_1_q <= head;
    end_1_q <= head_end;
    index_1_q <= read_q;
    complete_1_q <= ended_1_q ? write_end_q != read_end_next_q : write_end_q != read_end_q;
    far_begins_1_q <= all_begins_q[far];
    data_1_q <= head_data;

    last_2_q <= entry_1_q.last;
    early_2_q <= entry_1_q.early;
    slot_2_q <= entry_1_q.slot;
    tail_2_q <= complete_1_q && distance_1 < DISTANCE;
    far_power_2_q <= far_begins_1_q - entry_1_q.begins;
    end_power_2_q <= end_1_q.blocks - entry_1_q.begins;
    data_2_q <= data_1_q;

    last_3_q <= last_2_q;
    early_3_q <= early_2_q;
    slot_3_q <= slot_2_q;
    tail_3_q <= tail_2_q;
    power_3_q <= tail_2_q ? end_power_2_q : far_power_2_q;
    data_3_q <= data_2_q;
  end

  assign valid_o = valid_3_q;
  assign last_o = last_3_q;
  assign tail_o = tail_3_q;
  assign early_o = early_3_q;
  assign slot_o = slot_3_q;
  assign power_o = power_3_q;
  assign data_o = data_3_q;

`ifndef ROUNDEL_NO_CONTRACTS
  logic cleared_q;  // a clear has come, so all registers are known
  logic [INDEX_BITS:0] level_q;  // words stored
  logic delays;  // a word is delayed in this cycle
  logic delayed_q;  // a word was delayed, and no idle cycle has come since
  assign delays = hold_i && waits_o;

  initial cleared_q = 1'b0;
  always @(posedge clk_i) begin
    cleared_q <= cleared_q || clear_i;
    if (clear_i) begin
      level_q <= '0;
      delayed_q <= 1'b0;
    end else begin
      level_q <= level_q + (INDEX_BITS + 1)'(valid_i) - (INDEX_BITS + 1)'(leaves);
      delayed_q <= valid_i ? delays || delayed_q : delays && delayed_q;
    end
  end
`endif  // ROUNDEL_NO_CONTRACTS

  // The user delays a second word only after an idle cycle, or in one.
  `ROUNDEL_CONTRACT(one_delayed, clk_i, cleared_q,
                    clear_i || !(delays && delayed_q && valid_i))

  // The window has room for each word.
  `ROUNDEL_CONTRACT(no_overflow, clk_i, cleared_q, clear_i || int'(level_q) <= Distance + 3)

  // A word leaves only while words are stored.
  `ROUNDEL_CONTRACT(no_underflow, clk_i, cleared_q, clear_i || !can || level_q != '0)

  // A word has 1 to Lanes blocks.
  `ROUNDEL_CONTRACT(count_fits, clk_i, cleared_q,
                    clear_i || !valid_i || (count_i != '0 && int'(count_i) <= Lanes))

endmodule : roundel_ghash_window
