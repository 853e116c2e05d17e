// SPDX-License-Identifier: Apache-2.0
//
// A unit of custom instructions on the custom function unit bus (CFU) of VexRiscv.
//
// Interface. Commands and responses are ready/valid streams, in order. `cmd_function_id_i` is
// {funct7, funct3} of an instruction with opcode custom-0; the inputs are rs1 and rs2. Throughput:
// one command and one response per cycle, except while roundel_block_unit is not ready. Reset:
// asynchronous.
//
// | Unit       | funct3 | funct7                                           | response             |
// |------------|--------|--------------------------------------------------|----------------------|
// | UNIT_AES32 | 000    | as Zkne and Zknd encode it (roundel_aes32)       | after Latency cycles |
// | UNIT_BLOCK | 001    | {0, operation, option} of roundel_block_unit;    | after 1 cycle, or    |
// |            |        | words with byte 0 in bits 7:0                    | when the unit is     |
// |            |        |                                                  | ready                |
//
// Limits. The bus cannot refuse a command. UNIT_BLOCK answers an undefined command with zero and
// without an effect.
//
// Method. A register holds the command of the block unit, so that the operands of the core have a
// cycle of their own. The response follows in the next cycle.
//
// Source. VexRiscv, CfuPlugin, stageCount 1; CFU Playground, "CPU-CFU interface".

`include "roundel_refuse.svh"

module roundel_cfu #(
  parameter int Unit = roundel_soft_pkg::UNIT_AES32,  // UNIT_AES32 or UNIT_BLOCK
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int Latency = 1,  // cycles of the S-boxes: UNIT_AES32 0 or 1, UNIT_BLOCK 1 or 2
  parameter int Columns = 2  // UNIT_BLOCK: columns per cycle, 1, 2 or 4
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        cmd_valid_i,
  output logic        cmd_ready_o,
  input  logic [ 9:0] cmd_function_id_i,
  input  logic [31:0] cmd_inputs_0_i,
  input  logic [31:0] cmd_inputs_1_i,
  output logic        rsp_valid_o,
  input  logic        rsp_ready_i,
  output logic [31:0] rsp_outputs_0_o
);

  if (Unit == roundel_soft_pkg::UNIT_AES32) begin : gen_aes32
    logic enable;

    roundel_aes32 #(.Sbox(Sbox), .Latency(Latency)) u_aes32 (
      .clk_i,
      .enable_i(enable),
      .decrypt_i(cmd_function_id_i[5]),
      .middle_i(cmd_function_id_i[4]),
      .bs_i(cmd_function_id_i[9:8]),
      .rs1_i(cmd_inputs_0_i),
      .rs2_i(cmd_inputs_1_i),
      .rd_o(rsp_outputs_0_o)
    );

    logic valid_q;  // a response is valid; not used with Latency 0
    assign enable = cmd_ready_o;
    assign cmd_ready_o = (Latency == 0) ? rsp_ready_i : !valid_q || rsp_ready_i;
    assign rsp_valid_o = (Latency == 0) ? cmd_valid_i : valid_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else if (cmd_ready_o) begin
        valid_q <= cmd_valid_i;
      end
    end

    logic unused_id;  // no other unit is on the bus, so these bits are not decoded
    assign unused_id = ^cmd_function_id_i;
  end else if (Unit == roundel_soft_pkg::UNIT_BLOCK) begin : gen_block
    logic valid_q;  // a command is in the registers
    logic done_q;  // the block unit has executed the command
    logic legal, legal_q;
    logic ready;
    logic [5:0] what_q;  // operation and option
    logic [31:0] rs1_q, rs2_q, result;

    assign legal = cmd_function_id_i[2:0] == roundel_soft_pkg::FUNCT3_BLOCK
        && roundel_soft_pkg::block_funct7(cmd_function_id_i[9:3]);
    assign cmd_ready_o = !valid_q || (rsp_valid_o && rsp_ready_i);
    assign rsp_valid_o = valid_q && (done_q || !legal_q || ready);
    assign rsp_outputs_0_o = roundel_aes_pkg::swap_bytes(result);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
        done_q <= 1'b0;
      end else if (cmd_ready_o) begin
        valid_q <= cmd_valid_i;
        done_q <= 1'b0;
      end else begin
        done_q <= done_q || ready;
      end
    end

    always_ff @(posedge clk_i) begin
      if (cmd_ready_o) begin
        legal_q <= legal;
        // BLOCK_CLEAR has the result zero.
        what_q <= legal ? cmd_function_id_i[8:3] : {roundel_soft_pkg::BLOCK_CLEAR, 4'd0};
      end
    end

    // Words of keys and blocks: a reset clears them.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {rs1_q, rs2_q} <= '0;
      end else if (cmd_ready_o) begin
        {rs1_q, rs2_q} <= {cmd_inputs_0_i, cmd_inputs_1_i};
      end
    end

    roundel_block_unit #(.Columns(Columns), .Sbox(Sbox), .SboxLatency(Latency)) u_block (
      .clk_i, .rst_ni,
      .valid_i(valid_q && legal_q && !done_q),
      .ready_o(ready),
      .operation_i(what_q[5:4]),
      .option_i(what_q[3:0]),
      .word_0_i(roundel_aes_pkg::swap_bytes(rs1_q)),
      .word_1_i(roundel_aes_pkg::swap_bytes(rs2_q)),
      .result_o(result)
    );
  end

  `ROUNDEL_REFUSE(roundel_error_unknown_unit,
      Unit != roundel_soft_pkg::UNIT_AES32 && Unit != roundel_soft_pkg::UNIT_BLOCK)

endmodule : roundel_cfu
