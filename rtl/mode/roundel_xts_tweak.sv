// SPDX-License-Identifier: Apache-2.0
//
// The tweaks of AES-XTS (IEEE 1619-2018 section 5.3): those of packets to come are encrypted ahead,
// and of the packet that is at the lanes each block has its own.
//
// A packet's tweak value is asked for with `valid_i` and `ready_o`, in the order of the packets.
// `want_o` shows it to the lanes until `take_i`; what they make of it comes with `result_valid_i`,
// in that order, and waits. There is a place for as many as xts_tweak_depth() says.
//
// `mask_valid_o`: the masks of the packet's next word are on `mask_o`, those of its N blocks and of
// the one behind. `step_i` goes on to the next word, or to the next packet with `last_i`.
//
// The mask of block j is E(tweak) times x to the j; N of them step by x to the N: one XOR of two to
// four bits. `zeroise_i` clears them; `busy_o` while what waits is cleared.

module roundel_xts_tweak #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,
  parameter int Depth = 34,  // see roundel_fifo
  parameter int BlockRam = 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     zeroise_i,
  input  logic                     busy_i,  // none is to be encrypted
  output logic                     busy_o,

  input  logic                     valid_i,
  output logic                     ready_o,
  input  logic [     SlotBits-1:0] slot_i,
  input  logic [            127:0] tweak_i,

  output logic                     want_o,
  input  logic                     take_i,
  output logic [     SlotBits-1:0] want_slot_o,
  output logic [            127:0] want_tweak_o,
  input  logic                     result_valid_i,
  input  logic [            127:0] result_i,

  output logic                     mask_valid_o,
  output logic [128*(Lanes+1)-1:0] mask_o,  // of block 0 in the top bits
  input  logic                     step_i,
  input  logic                     last_i
);

  logic waits, credit, free, clear;
  logic head_valid, load, take;
  logic [127:0] head;
  logic next_valid_q, mask_valid_q;
  logic [128*Lanes-1:0] next_q, next_d, mask_q, step_d;

  roundel_skid_buffer #(
    .Width(SlotBits + 128)
  ) u_asked (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .valid_i(valid_i),
    .ready_o(ready_o),
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
    .clk_i(clk_i),
    .clear_i(clear || busy_o || busy_i),
    .give_i(free),
    .take_i(take_i),
    .any_o(credit)
  );

  roundel_fifo #(
    .Width(128),
    .Depth(Depth),
    .Registered(1),
    .BlockRam(BlockRam != 0)
  ) u_ahead (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(zeroise_i),
    .busy_o(busy_o),
    .push_i(result_valid_i),
    .data_i(result_i),
    .free_o(free),
    .valid_o(head_valid),
    .ready_i(load),
    .data_o(head)
  );

  // ---- The masks of a word ----------------------------------------------------------------------
  // Those of a packet's first word wait in registers as well, to be there when they are taken.
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
      clear <= 1'b1;
    end else begin
      next_valid_q <= (load ? head_valid : next_valid_q) && !zeroise_i;
      mask_valid_q <= (take ? next_valid_q : mask_valid_q) && !zeroise_i;
      clear <= zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear) begin
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

endmodule : roundel_xts_tweak
