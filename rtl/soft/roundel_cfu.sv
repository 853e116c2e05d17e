// SPDX-License-Identifier: Apache-2.0
//
// A unit of custom instructions on VexRiscv's custom function unit bus (CFU).
//
// A command goes in a cycle with `cmd_valid_i` and `cmd_ready_o`, its response in one with
// `rsp_valid_o` and `rsp_ready_i`, in order, the next cycle or later, or with UNIT_AES32 and
// Latency 0 the same cycle; a command and a response every cycle. `cmd_function_id_i` is
// {funct7, funct3} of an instruction custom-0, and the inputs are rs1 and rs2.
//
// | Unit       | funct3 | funct7                                                 | response      |
// |------------|--------|--------------------------------------------------------|---------------|
// | UNIT_AES32 | 000    | as Zkne and Zknd have it (roundel_aes32)                       | Latency
// later | | UNIT_BLOCK | 001    | {0, operation, option} of roundel_block_unit; words as RISC-V   |
// one cycle, or |
// |            |        | loads them                                             | as it can     |
//
// The bus cannot refuse: what means nothing is answered too, by UNIT_BLOCK with zero and no effect.
//
// Method. The block unit's command is in registers before anything is done with it, so that the
// core's operands have their cycle; the response is made in the cycle behind, where the core waits
// for memory as well.
//
// Source: VexRiscv, CfuPlugin, stageCount 1; CFU Playground, "CPU-CFU interface".

module roundel_cfu #(
  parameter int Unit = roundel_soft_pkg::UNIT_AES32,  // roundel_soft_pkg::UNIT_AES32 or UNIT_BLOCK
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  // of the S-boxes, in cycles: roundel_aes32 0 or 1, roundel_block_unit 1 or 2
  parameter int Latency = 1,
  parameter int Columns = 2  // of roundel_block_unit, a cycle: 1, 2 or 4
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

    roundel_aes32 #(
      .Sbox(Sbox),
      .Latency(Latency)
    ) u_aes32 (
      .clk_i(clk_i),
      .enable_i(enable),
      .decrypt_i(cmd_function_id_i[5]),
      .middle_i(cmd_function_id_i[4]),
      .bs_i(cmd_function_id_i[9:8]),
      .rs1_i(cmd_inputs_0_i),
      .rs2_i(cmd_inputs_1_i),
      .rd_o(rsp_outputs_0_o)
    );

    if (Latency == 0) begin : gen_now
      assign enable = 1'b1;
      assign cmd_ready_o = rsp_ready_i;
      assign rsp_valid_o = cmd_valid_i;
      logic unused_reset;
      assign unused_reset = rst_ni;
    end else begin : gen_next
      logic valid_q;
      assign enable = cmd_ready_o;
      assign cmd_ready_o = !valid_q || rsp_ready_i;
      assign rsp_valid_o = valid_q;
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          valid_q <= 1'b0;
        end else if (cmd_ready_o) begin
          valid_q <= cmd_valid_i;
        end
      end
    end

    // One unit alone is on the bus: the rest of the number tells nothing.
    logic unused_id;
    assign unused_id = ^cmd_function_id_i;
  end else if (Unit == roundel_soft_pkg::UNIT_BLOCK) begin : gen_block
    logic valid_q, done_q, legal_q, ready;
    logic legal;
    logic [5:0] what_q;
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
        // no result
        what_q <= legal ? cmd_function_id_i[8:3] : {roundel_soft_pkg::BLOCK_CLEAR, 4'd0};
      end
    end

    // Parts of keys and blocks, which a reset forgets too.
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {rs1_q, rs2_q} <= '0;
      end else if (cmd_ready_o) begin
        {rs1_q, rs2_q} <= {cmd_inputs_0_i, cmd_inputs_1_i};
      end
    end

    roundel_block_unit #(
      .Columns(Columns),
      .Sbox(Sbox),
      .SboxLatency(Latency)
    ) u_block (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .valid_i(valid_q && legal_q && !done_q),
      .ready_o(ready),
      .operation_i(what_q[5:4]),
      .option_i(what_q[3:0]),
      .word_0_i(roundel_aes_pkg::swap_bytes(rs1_q)),
      .word_1_i(roundel_aes_pkg::swap_bytes(rs2_q)),
      .result_o(result)
    );
  end else begin : gen_unknown
    // Undefined on purpose: elaboration stops here.
    roundel_error_unknown_unit u_error ();
  end

endmodule : roundel_cfu
