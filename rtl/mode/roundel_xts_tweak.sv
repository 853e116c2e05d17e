// SPDX-License-Identifier: Apache-2.0
//
// Provides the masks of AES-XTS (IEEE 1619-2018 section 5.3): has the tweak values of coming
// packets encrypted ahead, and steps the mask of the current packet from word to word.
//
// Interface. Tweak values: a ready/valid handshake, one per packet, in the order of the packets.
//   - `want_o` offers a tweak value to the lanes until `take_i`. The result comes with
//     `result_valid_i`, in the same order; a credit guarantees an entry in the FIFO for each
//     result.
//   - While `mask_valid_o` is high, `mask_o` holds the masks of the N blocks of the next word and
//     of the block behind. `step_i` advances to the next word, or with `last_i` to the next packet.
// Reset: asynchronous. `zeroise_i` drops and clears all; `busy_o` is high while memory is cleared.
// While `busy_i` is high no tweak value is offered.
//
// Method. The mask of block j is E(tweak) * x^j. A word of N blocks advances each mask by x^N,
// by XORs of two to four bits. The FIFO holds roundel_stream_pkg::xts_tweak_depth()
// results, enough for packets of one word at full rate.

`include "roundel_contract.svh"

module roundel_xts_tweak #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,  // bits of a slot number
  parameter int Depth = 34,  // results, as in roundel_fifo
  parameter bit BlockRam = 1'b1  // FIFO in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  input  logic busy_i,
  output logic busy_o,

  input  logic valid_i,
  output logic ready_o,
  input  logic [SlotBits-1:0] slot_i,
  input  logic [127:0] tweak_i,

  output logic want_o,
  input  logic take_i,
  output logic [SlotBits-1:0] want_slot_o,
  output logic [127:0] want_tweak_o,
  input  logic result_valid_i,
  input  logic [127:0] result_i,

  output logic mask_valid_o,
  output logic [128*(Lanes+1)-1:0] mask_o,  // mask of block 0 in the top bits
  input  logic step_i,
  input  logic last_i
);

  logic waits, credit, free, clear_q;
  logic head_valid, load, take;
  logic [127:0] head;
  logic next_valid_q, mask_valid_q;
  logic [128*Lanes-1:0] next_q, next_d;  // masks of the first word of the next packet
  logic [128*Lanes-1:0] mask_q, step_d;  // masks of the next word; of the word behind

  roundel_skid_buffer #(.Width(SlotBits + 128)) u_asked (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .valid_i, .ready_o,
    .data_i({slot_i, tweak_i}),
    .valid_o(waits),
    .ready_i(take_i),
    .data_o({want_slot_o, want_tweak_o})
  );

  assign want_o = waits && credit;

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(Depth)),
    .StartFull(1)
  ) u_credits (
    .clk_i,
    .clear_i(clear_q || busy_o || busy_i),
    .give_i(free),
    .take_i,
    .any_o(credit)
  );

  roundel_fifo #(.Width(128), .Depth(Depth), .Registered(1), .BlockRam(BlockRam)) u_ahead (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o,
    .push_i(result_valid_i),
    .data_i(result_i),
    .free_o(free),
    .valid_o(head_valid),
    .ready_i(load),
    .data_o(head)
  );

  // ---- The masks of a word ----------------------------------------------------------------------
  // The first masks of the next packet are prepared in registers: a packet change costs no
  // cycle.
  assign take = !mask_valid_q || (step_i && last_i);
  assign load = !next_valid_q || take;
  assign mask_valid_o = mask_valid_q;
  assign mask_o = {mask_q, roundel_aes_pkg::xts_ahead(mask_q[127:0], 1)};

  for (genvar k = 0; k < Lanes; k++) begin : gen_mask
    assign next_d[128*(Lanes-1-k)+:128] = roundel_aes_pkg::xts_ahead(head, k);
    assign step_d[128*(Lanes-1-k)+:128] =
        roundel_aes_pkg::xts_ahead(mask_q[128*(Lanes-1-k)+:128], Lanes);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q <= 1'b0;
      mask_valid_q <= 1'b0;
      clear_q <= 1'b1;
    end else begin
      next_valid_q <= (load ? head_valid : next_valid_q) && !zeroise_i;
      mask_valid_q <= (take ? next_valid_q : mask_valid_q) && !zeroise_i;
      clear_q <= zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_q) begin
      next_q <= '0;
      mask_q <= '0;
    end else begin
      if (load) begin
        next_q <= next_d;
      end
      if (take || step_i) begin
        mask_q <= take ? next_q : step_d;
      end
    end
  end

  // A tweak value is taken only while offered, a word only with valid masks.
  `ROUNDEL_CONTRACT(take_needs_offer, clk_i, rst_ni, !take_i || want_o)
  `ROUNDEL_CONTRACT(step_needs_masks, clk_i, rst_ni, !step_i || mask_valid_o)

endmodule : roundel_xts_tweak
