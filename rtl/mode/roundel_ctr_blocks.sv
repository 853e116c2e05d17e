// SPDX-License-Identifier: Apache-2.0
//
// Makes the counter blocks of SP 800-38A section 6.5 for words of N blocks, in front of the lanes.
//
// Interface. Ready/valid handshake on both sides; a word takes 5 cycles; throughput is one word per
// cycle. `start_i` is the counter block of the first block of a packet. Each further block has the
// next counter, in the low 32 bits if `short_i` is high, else in all 128 bits (SP 800-38A appendix
// B.1). `beside_i` comes out with the counter blocks of the same word. With HasGiven, the blocks of
// a word without `counts_i` are `given_i`. Reset: asynchronous. `zeroise_i` drops all words.
// Counter blocks are public; later words overwrite the registers. `empty_o`: no word is inside.
//
// Method. The number of a block is added to `start_i` in four stages of 32 bits each. A stage adds
// the carry of the stage before. Short counters discard the first carry.
//
// Limits. At most 2^32 blocks per packet.

`include "roundel_contract.svh"

module roundel_ctr_blocks #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,
  parameter int Width = 128,  // bits beside a word
  parameter bit HasGiven = 1'b0  // 0: every word has counter blocks
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic valid_i,
  output logic ready_o,
  input  logic last_i,  // last word of its packet
  input  logic short_i,  // 32-bit counter
  input  logic [SlotBits-1:0] slot_i,
  input  logic [127:0] start_i,
  input  logic counts_i,  // the word has counter blocks
  input  logic [128*Lanes-1:0] given_i,  // the blocks of a word without counter blocks
  input  logic [Width-1:0] beside_i,

  output logic valid_o,
  input  logic ready_i,
  output logic [SlotBits-1:0] slot_o,
  output logic [128*Lanes-1:0] block_o,
  output logic [Width-1:0] beside_o,
  output logic empty_o
);

  localparam int STAGES = 4;
  localparam int PASSED = Width + SlotBits + 1;  // beside_i, slot_i and short_i
  localparam int FIRSTS = HasGiven ? Lanes : 1;

  logic go;  // all stages advance
  logic valid_0_q, last_0_q;
  logic counts_0_q;
  logic [128*FIRSTS-1:0] start_0_q;  // the first counter block, or the given blocks
  logic [PASSED-1:0] passed_0_q;
  logic [32*Lanes-1:0] offset_q;  // number in the packet of each block of the next word
  logic [STAGES:1] valid_q;
  logic [PASSED*STAGES-1:0] passed_q;
  logic [128*STAGES*Lanes-1:0] sums_q;  // block STAGES * k + s: lane k after stage s
  logic [STAGES*Lanes-1:0] carries_q;

  assign go = !valid_q[STAGES] || ready_i;
  assign ready_o = go;
  assign valid_o = valid_q[STAGES];
  assign empty_o = !valid_0_q && valid_q == '0;
  assign {slot_o, beside_o} = passed_q[PASSED*STAGES-1-:PASSED-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_0_q <= 1'b0;
      valid_q <= '0;
    end else if (zeroise_i) begin
      valid_0_q <= 1'b0;
      valid_q <= '0;
    end else if (go) begin
      valid_0_q <= valid_i;
      valid_q <= {valid_q[STAGES-1:1], valid_0_q};
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      last_0_q <= last_i;
      counts_0_q <= counts_i || !HasGiven;
      start_0_q <= (counts_i || !HasGiven) ? {FIRSTS{start_i}} : given_i[128*FIRSTS-1:0];
      passed_0_q <= {slot_i, beside_i, short_i};
      passed_q <= {passed_q[PASSED*(STAGES-1)-1:0], passed_0_q};
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : gen_lane
    localparam int FIRST = k;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        offset_q[32*k+:32] <= FIRST;
      end else if (zeroise_i) begin
        offset_q[32*k+:32] <= FIRST;
      end else if (go && valid_0_q) begin
        offset_q[32*k+:32] <= last_0_q ? FIRST : offset_q[32*k+:32] + Lanes;
      end
    end

    for (genvar s = 0; s < STAGES; s++) begin : gen_stage
      logic [127:0] partial;
      logic [32:0] sum;
      if (s == 0) begin : gen_first
        assign partial = start_0_q[128*((FIRSTS == 1) ? 0 : Lanes-1-k)+:128];
        assign sum = {1'b0, partial[31:0]} + {1'b0, offset_q[32*k+:32] & {32{counts_0_q}}};
      end else begin : gen_more
        logic brief;
        assign brief = passed_q[PASSED*(s-1)];
        assign partial = sums_q[128*(STAGES*k+s-1)+:128];
        assign sum = {1'b0, partial[32*s+:32]} + {32'd0, carries_q[STAGES*k+s-1] && !brief};
      end
      always_ff @(posedge clk_i) begin
        if (go) begin
          sums_q[128*(STAGES*k+s)+:128] <= partial;
          sums_q[128*(STAGES*k+s)+32*s+:32] <= sum[31:0];
          carries_q[STAGES*k+s] <= sum[32];
        end
      end
    end

    assign block_o[128*(Lanes-1-k)+:128] = sums_q[128*(STAGES*(k+1)-1)+:128];
  end

  if (!HasGiven) begin : gen_no_given
    logic unused_given;
    assign unused_given = ^given_i;
  end

`ifndef ROUNDEL_NO_CONTRACTS
  logic stalled_q;
  logic [PASSED+128*Lanes-2:0] shown_q;  // outputs of the previous cycle
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stalled_q <= 1'b0;
    end else begin
      stalled_q <= valid_o && !ready_i && !zeroise_i;
    end
  end
  always_ff @(posedge clk_i) begin
    shown_q <= {slot_o, block_o, beside_o};
  end
`endif  // ROUNDEL_NO_CONTRACTS

  // A stalled word stays.
  `ROUNDEL_CONTRACT(word_stays, clk_i, rst_ni,
                    !stalled_q || (valid_o && shown_q == {slot_o, block_o, beside_o}))

endmodule : roundel_ctr_blocks
