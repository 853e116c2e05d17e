// SPDX-License-Identifier: Apache-2.0
//
// Builds the block of ciphertext stealing in AES-XTS (IEEE 1619-2018 sections 5.3.2 and 5.4.2),
// which passes the lanes a second time.
//
// Interface. With `valid_i`, `stolen_i` holds the result of the last whole block of a packet
// without the mask, the mask, and the partial block behind. No back-pressure. Output to
// roundel_xts_front: `second_next_o` announces the block for the next advance of the stages
// (`go_i`). The block is then on `second_o` until `take_i`. Blocks leave in order. Reset:
// asynchronous. `zeroise_i` drops and clears all blocks; `busy_o` is high while memory is cleared.
//
// Method. The block is the partial block, filled up with the last bytes of the result. The mask is
// the next one to encrypt and the previous one to decrypt. With Turns = 1 the lanes take a block in
// each cycle: the block needs no FIFO and enters after 2 cycles. With more turns a FIFO holds
// Depth blocks, enough for all blocks in flight.

`include "roundel_contract.svh"

module roundel_xts_steal #(
  parameter int Turns = 1,  // turns of a block in the ring
  parameter int SlotBits = 1,  // bits of a slot number
  parameter int Depth = 18,  // depth of the FIFO, as in roundel_fifo; not used with Turns = 1
  parameter bit BlockRam = 1'b1  // FIFO in block RAM; 0: in LUT RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  output logic busy_o,

  input  logic valid_i,
  input  logic [380+SlotBits:0] stolen_i,  // stolen_t

  input  logic go_i,
  output logic second_next_o,
  input  logic take_i,
  output logic [256+SlotBits:0] second_o  // second_t
);

  localparam int SLOT_BITS = SlotBits;

  `include "roundel_xts_steal_types.svh"

  stolen_t stolen;
  logic valid_1_q, valid_2_q;
  logic [119:0] part_q;
  logic [14:0] keep_q;  // bytes of the partial block
  second_t block_1_q, block_2_q;
  logic [127:0] result;  // of the last whole block
  logic [127:0] merged;  // the partial block and the rest of the result

  assign stolen = stolen_i;
  assign result = block_1_q.block;
  assign merged[7:0] = result[7:0];
  for (genvar b = 0; b < 15; b++) begin : gen_byte
    assign merged[127-8*b-:8] = keep_q[b] ? part_q[119-8*b-:8] : result[127-8*b-:8];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_1_q <= 1'b0;
      valid_2_q <= 1'b0;
    end else begin
      valid_1_q <= valid_i && !zeroise_i;
      valid_2_q <= valid_1_q && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    block_1_q.decrypt <= stolen.decrypt;
    block_1_q.slot <= stolen.slot;
    part_q <= stolen.part;
    keep_q <= ~(15'h7fff << stolen.bytes);
    block_2_q.decrypt <= block_1_q.decrypt;
    block_2_q.slot <= block_1_q.slot;
    if (zeroise_i) begin
      block_1_q.block <= '0;
      block_1_q.mask <= '0;
      block_2_q.block <= '0;
      block_2_q.mask <= '0;
    end else begin
      block_1_q.block <= stolen.block;
      block_1_q.mask <= stolen.decrypt ? roundel_aes_pkg::xts_before(stolen.mask) :
          roundel_aes_pkg::xts_ahead(stolen.mask, 1);
      block_2_q.block <= merged;
      block_2_q.mask <= block_1_q.mask;
    end
  end

  if (Turns == 1) begin : gen_straight
    assign busy_o = 1'b0;
    assign second_next_o = valid_1_q;
    assign second_o = block_2_q;

    // Nothing stalls: a block is taken in the first cycle.
    `ROUNDEL_CONTRACT(taken_at_once, clk_i, rst_ni, take_i == valid_2_q)

    logic unused_queue;
    assign unused_queue = ^{valid_2_q, go_i, take_i, Depth, BlockRam};
  end else begin : gen_queue
    logic waits, shown_q;

    assign second_next_o = waits && !shown_q;

    roundel_fifo #(
      .Width(257 + SLOT_BITS),
      .Depth(Depth),
      .Registered(1),
      .BlockRam(BlockRam)
    ) u_waiting (
      .clk_i, .rst_ni,
      .clear_i(zeroise_i),
      .busy_o,
      .push_i(valid_2_q),
      .data_i(block_2_q),
      // verilator lint_off PINCONNECTEMPTY
      .free_o(),
      // verilator lint_on PINCONNECTEMPTY
      .valid_o(waits),
      .ready_i(take_i),
      .data_o(second_o)
    );

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        shown_q <= 1'b0;
      end else if (zeroise_i) begin
        shown_q <= 1'b0;
      end else if (go_i) begin
        shown_q <= second_next_o;
      end
    end

    // A block is taken only from a FIFO with a block.
    `ROUNDEL_CONTRACT(block_there, clk_i, rst_ni, !take_i || waits)
  end

endmodule : roundel_xts_steal
