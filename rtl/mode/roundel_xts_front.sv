// SPDX-License-Identifier: Apache-2.0
//
// Decides what enters the lanes of roundel_xts in each cycle: a block for the second pass, a tweak
// value, or the next word of a packet.
//
// Interface. Priority: the second pass, then a tweak value (at most every other cycle), then a word
// whose masks are valid. A register decides one cycle ahead which source has the cycle.
//   - `second_next_i` announces a block for the next advance of the stages. The block
//     stays on `second_i` until `second_take_o`.
//   - Tweak values: `tweak_want_i` stays high until `tweak_take_o`.
//   - Words: ready/valid handshake. `step_o` of the masks is the handshake of a word.
// Output: ready/valid handshake, 2 cycles after the source was taken; outputs hold while stalled.
// `go_o` is high while the stages advance. Reset: asynchronous. `zeroise_i` clears blocks, masks
// and the valid bits.
//
// Method. A block is XORed with a mask (IEEE 1619-2018 section 5.3.1), and the mask accompanies
// the block through the lanes, for the XOR of the result. Blocks of the second pass and tweak
// values use lane 0; a tweak value has no mask.
//
// Limits. The other lanes carry data without a meaning in cycles without a word.

`include "roundel_contract.svh"

module roundel_xts_front #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,  // bits of a slot number
  parameter int UserBits = 1  // user bits of a word
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic second_next_i,
  output logic second_take_o,
  input  logic [256+SlotBits:0] second_i,  // second_t

  input  logic tweak_want_i,
  output logic tweak_take_o,
  input  logic [SlotBits-1:0] tweak_slot_i,
  input  logic [127:0] tweak_i,

  input  logic valid_i,
  output logic ready_o,
  input  logic [128+SlotBits+roundel_prim_pkg::index_bits(Lanes+1)+2*UserBits:0] word_i,  // word_t
  input  logic [Lanes-1:0] swap_i,  // block k uses the mask of block k + 1
  input  logic [128*Lanes-1:0] data_i,
  input  logic mask_valid_i,
  input  logic [128*(Lanes+1)-1:0] mask_i,  // masks of the N blocks and of the next block

  output logic valid_o,
  input  logic ready_i,
  output logic go_o,
  output logic [1:0] kind_o,  // kind_e
  output logic decrypt_o,
  output logic [SlotBits:0] slot_o,  // slot of the lanes; the lowest bit selects Key2
  output logic [128*Lanes-1:0] block_o,
  output logic [128*Lanes-1:0] mask_o,
  output logic [128+SlotBits+roundel_prim_pkg::index_bits(Lanes+1)+2*UserBits:0] word_o  // word_t
);

  localparam int SLOT_BITS = SlotBits;
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(16 * Lanes + 1);

  `include "roundel_xts_types.svh"
  `include "roundel_xts_steal_types.svh"

  // The source of the cycle, one-hot: `ready_o` is a single LUT4. No source after a reset.
  logic second_turn_q, tweak_turn_q, word_turn_q;
  logic tweak_turn_d;
  logic go;
  second_t second;
  word_t word;
  logic [128*Lanes-1:0] mask_d;

  // Stage 1: a source was taken. Stage 2: the masked blocks face the lanes.
  logic valid_1_q, valid_2_q, decrypt_1_q, decrypt_2_q;
  kind_e kind_1_q, kind_2_q;
  logic [SLOT_BITS:0] slot_1_q, slot_2_q;
  word_t word_1_q, word_2_q;
  logic [128*Lanes-1:0] data_1_q, mask_1_q, block_2_q, mask_2_q;

  assign second = second_i;
  assign word = word_i;
  assign go = !valid_2_q || ready_i;
  assign go_o = go;
  assign second_take_o = second_turn_q && go;
  assign tweak_take_o = tweak_turn_q && go;
  assign ready_o = word_turn_q && go && mask_valid_i;
  assign tweak_turn_d = !second_next_i && tweak_want_i && !tweak_turn_q;

  assign valid_o = valid_2_q;
  assign kind_o = kind_2_q;
  assign decrypt_o = decrypt_2_q;
  assign slot_o = slot_2_q;
  assign block_o = block_2_q;
  assign mask_o = mask_2_q;
  assign word_o = word_2_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      second_turn_q <= 1'b0;
      tweak_turn_q <= 1'b0;
      word_turn_q <= 1'b0;
      valid_1_q <= 1'b0;
      valid_2_q <= 1'b0;
    end else if (zeroise_i) begin
      second_turn_q <= 1'b0;
      tweak_turn_q <= 1'b0;
      word_turn_q <= 1'b0;
      valid_1_q <= 1'b0;
      valid_2_q <= 1'b0;
    end else if (go) begin
      second_turn_q <= second_next_i;
      tweak_turn_q <= tweak_turn_d;
      word_turn_q <= !second_next_i && !tweak_turn_d;
      valid_1_q <= second_turn_q || tweak_turn_q || (word_turn_q && valid_i && mask_valid_i);
      valid_2_q <= valid_1_q;
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : gen_mask
    assign mask_d[128*(Lanes-1-k)+:128] =
        swap_i[k] ? mask_i[128*(Lanes-1-k)+:128] : mask_i[128*(Lanes-k)+:128];
  end

  always_ff @(posedge clk_i) begin
    if (zeroise_i) begin
      mask_1_q <= '0;
      data_1_q <= '0;
    end else if (go) begin
      mask_1_q <= mask_d;
      data_1_q <= data_i;
      if (second_turn_q) begin
        mask_1_q[128*Lanes-1-:128] <= second.mask;
        data_1_q[128*Lanes-1-:128] <= second.block;
      end else if (tweak_turn_q) begin
        mask_1_q[128*Lanes-1-:128] <= '0;
        data_1_q[128*Lanes-1-:128] <= tweak_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      if (second_turn_q) begin
        kind_1_q <= KIND_SECOND;
        decrypt_1_q <= second.decrypt;
        slot_1_q <= {second.slot, 1'b0};
      end else if (tweak_turn_q) begin
        kind_1_q <= KIND_TWEAK;
        decrypt_1_q <= 1'b0;
        slot_1_q <= {tweak_slot_i, 1'b1};
      end else begin
        kind_1_q <= KIND_WORD;
        decrypt_1_q <= word.decrypt;
        slot_1_q <= {word.slot, 1'b0};
      end
      word_1_q <= word;
      kind_2_q <= kind_1_q;
      decrypt_2_q <= decrypt_1_q;
      slot_2_q <= slot_1_q;
      word_2_q <= word_1_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (zeroise_i) begin
      block_2_q <= '0;
      mask_2_q <= '0;
    end else if (go) begin
      block_2_q <= data_1_q ^ mask_1_q;
      mask_2_q <= mask_1_q;
    end
  end

  // A cycle has at most one source.
  `ROUNDEL_CONTRACT(one_source, clk_i, rst_ni,
                    !(second_turn_q && (tweak_turn_q || word_turn_q))
                    && !(tweak_turn_q && word_turn_q))
  // A tweak value is offered until the handshake.
  `ROUNDEL_CONTRACT(tweak_offered, clk_i, rst_ni, !tweak_take_o || tweak_want_i)

endmodule : roundel_xts_front
