// SPDX-License-Identifier: Apache-2.0
//
// Ciphertext stealing of AES-XTS (IEEE 1619-2018 sections 5.3.2 and 5.4.2): of the result of a
// packet's last whole block, and of the part of a block behind it, the block that takes the lanes a
// second time.
//
// `valid_i`: `block_i` is that result, without its mask `mask_i`; `part_i` the part, of 1 to 15
// bytes. The block of the part and the result's rest has the mask of the block behind to encrypt,
// of the one in front to decrypt. It is shown to roundel_xts_front: `next_o` says that it is there
// in the next cycle in which things move (`go_i`), where it stands until `take_i`.
//
// Method. Where no ring turns the lanes take a block in any cycle: three later it is there and goes
// first. Else it waits in a queue for as many as can come.

module roundel_xts_steal #(
  parameter int Turns = 1,  // a block's, through its ring
  parameter int SlotBits = 1,
  parameter int Depth = 18,  // of the queue: see roundel_fifo
  parameter int BlockRam = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                zeroise_i,
  output logic                busy_o,

  input  logic                valid_i,
  input  logic                decrypt_i,
  input  logic [SlotBits-1:0] slot_i,
  input  logic [         3:0] bytes_i,
  input  logic [       119:0] part_i,
  input  logic [       127:0] block_i,
  input  logic [       127:0] mask_i,

  input  logic                go_i,
  output logic                next_o,
  input  logic                take_i,
  output logic                decrypt_o,
  output logic [SlotBits-1:0] slot_o,
  output logic [       127:0] block_o,
  output logic [       127:0] mask_o
);

  logic valid_1, valid_2, decrypt_1, decrypt_2;
  logic [SlotBits-1:0] slot_1, slot_2;
  logic [14:0] keep_1;
  logic [127:0] block_1, block_2, mask_1, mask_2;
  logic [119:0] part_1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_1 <= 1'b0;
      valid_2 <= 1'b0;
    end else begin
      valid_1 <= valid_i && !zeroise_i;
      valid_2 <= valid_1 && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    decrypt_1 <= decrypt_i;
    slot_1 <= slot_i;
    part_1 <= part_i;
    keep_1 <= ~(15'h7fff << bytes_i);
    decrypt_2 <= decrypt_1;
    slot_2 <= slot_1;
    if (zeroise_i) begin
      block_1 <= '0;
      mask_1 <= '0;
      block_2 <= '0;
      mask_2 <= '0;
    end else begin
      block_1 <= block_i;
      mask_1 <= decrypt_i ? roundel_aes_pkg::xts_before(mask_i) :
          roundel_aes_pkg::xts_ahead(mask_i, 1);
      block_2 <= block_1;
      mask_2 <= mask_1;
      for (int b = 0; b < 15; b++) begin
        if (keep_1[b]) begin
          block_2[127-8*b-:8] <= part_1[119-8*b-:8];
        end
      end
    end
  end

  if (Turns == 1) begin : gen_straight
    assign busy_o = 1'b0;
    assign next_o = valid_1;
    assign decrypt_o = decrypt_2;
    assign slot_o = slot_2;
    assign block_o = block_2;
    assign mask_o = mask_2;

    logic unused_queue;
    assign unused_queue = ^{valid_2, go_i, take_i, Depth, BlockRam};
  end else begin : gen_queue
    logic waits, shown_q, unused_free;

    assign next_o = waits && !shown_q;

    roundel_fifo #(
      .Width(1 + SlotBits + 256),
      .Depth(Depth),
      .Registered(1),
      .BlockRam(BlockRam != 0)
    ) u_waiting (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(zeroise_i),
      .busy_o(busy_o),
      .push_i(valid_2),
      .data_i({decrypt_2, slot_2, block_2, mask_2}),
      .free_o(unused_free),
      .valid_o(waits),
      .ready_i(take_i),
      .data_o({decrypt_o, slot_o, block_o, mask_o})
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        shown_q <= 1'b0;
      end else if (zeroise_i) begin
        shown_q <= 1'b0;
      end else if (go_i) begin
        shown_q <= next_o;
      end
    end
  end

endmodule : roundel_xts_steal
