// SPDX-License-Identifier: Apache-2.0
//
// What enters the lanes of roundel_xts in each cycle: a block that takes its second way through
// them, a tweak, or the next word of the packets.
//
// `again_next_i` says that in the next cycle the block on `again_*_i` is to enter; it stays until
// `again_take_o`. A tweak (roundel_xts_tweak) enters in a cycle that no such block needs, at most
// every other cycle, and a word of packets (roundel_xts_join) in what is left, when its masks are
// there. So each of the three takes one cycle, and which of them has it is known in a register.
//
// Two cycles later it is in front of the lanes, XORed with its mask (IEEE 1619-2018 section 5.3.1):
// `again_o` or `tweak_o` say what it is; `beside_o` has the masks and what goes with them. What
// comes out waits for `ready_i`.

module roundel_xts_front #(
  parameter int Lanes = 1,  // N
  parameter int SlotBits = 1,
  parameter int Width = 1  // bits beside a word
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     zeroise_i,

  input  logic                     again_next_i,
  output logic                     again_take_o,
  input  logic                     again_decrypt_i,
  input  logic [     SlotBits-1:0] again_slot_i,
  input  logic [            127:0] again_block_i,
  input  logic [            127:0] again_mask_i,

  input  logic                     tweak_want_i,
  output logic                     tweak_take_o,
  input  logic [     SlotBits-1:0] tweak_slot_i,
  input  logic [            127:0] tweak_i,

  input  logic                     valid_i,
  output logic                     ready_o,
  input  logic                     decrypt_i,
  input  logic [     SlotBits-1:0] slot_i,
  input  logic [        Lanes-1:0] swap_i,  // block k has the mask of the block behind it
  input  logic [    128*Lanes-1:0] data_i,
  input  logic [        Width-1:0] beside_i,
  input  logic                     mask_valid_i,
  input  logic [128*(Lanes+1)-1:0] mask_i,

  output logic                     valid_o,
  input  logic                     ready_i,
  output logic                     go_o,  // again_next_i counts in this cycle
  output logic                     again_o,
  output logic                     tweak_o,
  output logic                     decrypt_o,
  output logic [       SlotBits:0] slot_o,  // of the lanes: the lowest bit is set for a tweak
  output logic [    128*Lanes-1:0] block_o,
  output logic [    128*Lanes-1:0] mask_o,
  output logic [        Width-1:0] beside_o
);

  logic go;  // what is in front of the lanes may move on
  logic again_q, tweak_q, word_q;  // whose cycle this is
  logic tweak_d;
  logic valid_1, valid_2;
  logic [128*Lanes-1:0] data_1, mask_1, mask_d;
  logic again_1, tweak_1, decrypt_1;
  logic [SlotBits:0] slot_1;
  logic [Width-1:0] beside_1;

  assign go = !valid_2 || ready_i;
  assign go_o = go;
  assign valid_o = valid_2;
  assign again_take_o = again_q && go;
  assign tweak_take_o = tweak_q && go;
  assign ready_o = word_q && go && mask_valid_i;
  assign tweak_d = !again_next_i && tweak_want_i && !tweak_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      again_q <= 1'b0;
      tweak_q <= 1'b0;
      word_q <= 1'b0;
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
    end else if (zeroise_i) begin
      again_q <= 1'b0;
      tweak_q <= 1'b0;
      word_q <= 1'b0;
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
    end else if (go) begin
      again_q <= again_next_i;
      tweak_q <= tweak_d;
      word_q <= !again_next_i && !tweak_d;
      valid_1 <= again_q || tweak_q || (word_q && valid_i && mask_valid_i);
      valid_2 <= valid_1;
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : gen_mask
    assign mask_d[128*(Lanes-1-k)+:128] =
        swap_i[k] ? mask_i[128*(Lanes-1-k)+:128] : mask_i[128*(Lanes-k)+:128];
  end

  // Lane 0 has all three; what the others have beside a tweak or such a block is not used.
  always_ff @(posedge clk_i) begin
    if (zeroise_i) begin
      mask_1 <= '0;
      data_1 <= '0;
    end else if (go) begin
      mask_1 <= mask_d;
      data_1 <= data_i;
      if (again_q) begin
        mask_1[128*Lanes-1-:128] <= again_mask_i;
        data_1[128*Lanes-1-:128] <= again_block_i;
      end else if (tweak_q) begin
        mask_1[128*Lanes-1-:128] <= '0;
        data_1[128*Lanes-1-:128] <= tweak_i;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      again_1 <= again_q;
      tweak_1 <= tweak_q;
      decrypt_1 <= again_q ? again_decrypt_i : decrypt_i && !tweak_q;
      slot_1 <= {again_q ? again_slot_i : tweak_q ? tweak_slot_i : slot_i, tweak_q};
      beside_1 <= beside_i;
      again_o <= again_1;
      tweak_o <= tweak_1;
      decrypt_o <= decrypt_1;
      slot_o <= slot_1;
      beside_o <= beside_1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (zeroise_i) begin
      block_o <= '0;
      mask_o <= '0;
    end else if (go) begin
      block_o <= data_1 ^ mask_1;
      mask_o <= mask_1;
    end
  end

endmodule : roundel_xts_front
