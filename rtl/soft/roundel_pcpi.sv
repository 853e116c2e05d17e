// SPDX-License-Identifier: Apache-2.0
//
// A unit of custom instructions on the co-processor interface (PCPI) of PicoRV32.
//
// Interface. The ports are those of PCPI with the timing of the core: the core holds
// `pcpi_valid_i`, `pcpi_insn_i` and the operands until `pcpi_ready_o`. The result is on `pcpi_rd_o`
// in that cycle only. `pcpi_wait_o` makes the core wait for an instruction of this unit. For other
// instructions `pcpi_wait_o`, `pcpi_ready_o` and `pcpi_wr_o` stay low. `pcpi_wr_o` equals
// `pcpi_ready_o`: every instruction writes rd, with zero for operations of UNIT_BLOCK other than
// BLOCK_READ. Reset: asynchronous; with UNIT_BLOCK a reset clears key and block, as BLOCK_CLEAR
// does. A reset cancels a pending `pcpi_ready_o`; an instruction that stays valid starts anew.
// UNIT_AES32 stores no key. With Latency = 1 its registers take the operands in each cycle and have
// no reset.
//
// | Unit       | instructions                                      | ready, cycles after valid   |
// |------------|---------------------------------------------------|-----------------------------|
// | UNIT_AES32 | aes32esi, aes32esmi, aes32dsi and aes32dsmi, as   | Latency                     |
// |            | Zkne and Zknd encode them                         |                             |
// | UNIT_BLOCK | opcode custom-0, funct3 001, funct7 {0,           | 0, or until                 |
// |            | operation, option} of roundel_block_unit; words   | roundel_block_unit is ready |
// |            | with byte 0 in bits 7:0                           |                             |
//
// UNIT_BLOCK waits for the previous operation. Let W = Latency - 1. An expansion takes 10 + 10 * W
// cycles for AES-128, 23 + 8 * W for AES-192 and 13 + 13 * W for AES-256. A block takes
// Nr * (4 / Columns + W) cycles. BLOCK_CLEAR waits for neither. The head of roundel_block_unit has
// the other waits.
//
// Limits. An undefined encoding of custom-0 is not taken, so the core traps. Latency is the latency
// of the S-boxes: 0 or 1 for UNIT_AES32, 1 or 2 for UNIT_BLOCK.
//
// Source. PicoRV32, README, "Pico Co-Processor Interface (PCPI)". RISC-V Cryptography Extensions,
// volume I, 1.0.1, chapter 3.

`include "roundel_refuse.svh"

module roundel_pcpi #(
  parameter int Unit = roundel_soft_pkg::UNIT_AES32,  // UNIT_AES32 or UNIT_BLOCK
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int Latency = 1,  // cycles of the S-boxes: UNIT_AES32 0 or 1, UNIT_BLOCK 1 or 2
  parameter int Columns = 2  // UNIT_BLOCK: columns per cycle, 1, 2 or 4
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        pcpi_valid_i,
  input  logic [31:0] pcpi_insn_i,
  input  logic [31:0] pcpi_rs1_i,
  input  logic [31:0] pcpi_rs2_i,
  output logic        pcpi_wr_o,
  output logic [31:0] pcpi_rd_o,
  output logic        pcpi_wait_o,
  output logic        pcpi_ready_o
);

  logic [6:0] opcode, funct7;
  logic [2:0] funct3;
  assign opcode = pcpi_insn_i[6:0];
  assign funct3 = pcpi_insn_i[14:12];
  assign funct7 = pcpi_insn_i[31:25];

  assign pcpi_wr_o = pcpi_ready_o;

  if (Unit == roundel_soft_pkg::UNIT_AES32) begin : gen_aes32
    logic ours;
    assign ours = pcpi_valid_i && opcode == roundel_soft_pkg::OPCODE_OP
        && funct3 == roundel_soft_pkg::FUNCT3_AES32 && roundel_soft_pkg::aes32_funct7(funct7);
    assign pcpi_wait_o = ours;

    roundel_aes32 #(.Sbox(Sbox), .Latency(Latency)) u_aes32 (
      .clk_i,
      .enable_i(1'b1),
      .decrypt_i(funct7[2]),
      .middle_i(funct7[1]),
      .bs_i(funct7[6:5]),
      .rs1_i(pcpi_rs1_i),
      .rs2_i(pcpi_rs2_i),
      .rd_o(pcpi_rd_o)
    );

    logic ready_q;  // the result is on pcpi_rd_o; not used with Latency 0
    assign pcpi_ready_o = (Latency == 0) ? ours : ready_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        ready_q <= 1'b0;
      end else begin
        ready_q <= ours && !ready_q;
      end
    end
  end else if (Unit == roundel_soft_pkg::UNIT_BLOCK) begin : gen_block
    logic ours, ready;
    logic [31:0] result;
    assign ours = pcpi_valid_i && opcode == roundel_soft_pkg::OPCODE_CUSTOM_0
        && funct3 == roundel_soft_pkg::FUNCT3_BLOCK && roundel_soft_pkg::block_funct7(funct7);
    assign pcpi_wait_o = ours;
    assign pcpi_ready_o = ours && ready;
    assign pcpi_rd_o = roundel_aes_pkg::swap_bytes(result);

    roundel_block_unit #(.Columns(Columns), .Sbox(Sbox), .SboxLatency(Latency)) u_block (
      .clk_i, .rst_ni,
      .valid_i(ours),
      .ready_o(ready),
      .operation_i(funct7[5:4]),
      .option_i(funct7[3:0]),
      .word_0_i(roundel_aes_pkg::swap_bytes(pcpi_rs1_i)),
      .word_1_i(roundel_aes_pkg::swap_bytes(pcpi_rs2_i)),
      .result_o(result)
    );
  end

  `ROUNDEL_REFUSE(roundel_error_unknown_unit,
      Unit != roundel_soft_pkg::UNIT_AES32 && Unit != roundel_soft_pkg::UNIT_BLOCK)

  logic unused_insn;  // numbers of registers, for the core
  assign unused_insn = ^pcpi_insn_i;

endmodule : roundel_pcpi
