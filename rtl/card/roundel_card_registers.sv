// SPDX-License-Identifier: Apache-2.0
//
// Registers of the card's rings: counts, levels and errors (rtl/regs/roundel_card_registers.rdl). A
// test compares this module with that description.
//
// Interface. `start_i` pulses for one cycle and starts an access. The other inputs are stable until
// `done_o`, five cycles later. In this time a ring acts on the count that `input_commit_o`,
// `output_release_o` or `result_release_o` announces with `count_o`, and can refuse the count.
// Reset: asynchronous, active low.

module roundel_card_registers #(
  parameter int InputBlocks = 512,
  parameter int OutputBlocks = 512,
  parameter int ResultBlocks = 128
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        start_i,
  input  logic        write_i,
  input  logic [11:3] address_i,
  input  logic [15:0] data_i,  // low bits of the written word
  input  logic [ 1:0] strobe_i,  // written bytes of data_i
  output logic        done_o,
  output logic        error_o,
  output logic [63:0] data_o,
  input  logic        refused_i,  // the window refused an access

  output logic        input_commit_o,
  output logic        output_release_o,
  output logic        result_release_o,
  output logic [15:0] count_o,
  input  logic        input_overrun_i,
  input  logic        output_underrun_i,
  input  logic        result_underrun_i,
  input  logic [15:0] input_head_i,
  input  logic [15:0] input_tail_i,
  input  logic [15:0] input_room_i,
  input  logic [15:0] output_head_i,
  input  logic [15:0] output_tail_i,
  input  logic [15:0] output_level_i,
  input  logic [15:0] result_head_i,
  input  logic [15:0] result_tail_i,
  input  logic [15:0] result_level_i
);

  `include "roundel_card_registers.svh"

  localparam logic [63:0] SIZES = (64'(InputBlocks) << REG_SIZES_INPUT_LSB)
      | (64'(OutputBlocks) << REG_SIZES_OUTPUT_LSB) | (64'(ResultBlocks) << REG_SIZES_RESULTS_LSB);

  logic [4:0] step_q;
  logic there_q, writable_q, whole_q, error_q;
  logic is_tail_q, is_output_q, is_result_q, is_errors_q;
  logic commit_q, output_q, result_q, clear_q;
  logic [2:0] errors_q;  // access, underrun, overrun
  logic [63:0] word_q;
  logic overrun, underrun;

  assign done_o = step_q[4];
  assign error_o = error_q;
  assign data_o = word_q;
  assign count_o = data_i;
  assign input_commit_o = commit_q;
  assign output_release_o = output_q;
  assign result_release_o = result_q;
  assign overrun = input_overrun_i;
  assign underrun = output_underrun_i || result_underrun_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= '0;
      commit_q <= 1'b0;
      output_q <= 1'b0;
      result_q <= 1'b0;
      clear_q <= 1'b0;
      error_q <= 1'b0;
      errors_q <= '0;
    end else begin
      step_q <= {step_q[3:0], start_i};
      commit_q <= step_q[0] && write_i && is_tail_q && whole_q;
      output_q <= step_q[0] && write_i && is_output_q && whole_q;
      result_q <= step_q[0] && write_i && is_result_q && whole_q;
      clear_q <= step_q[0] && write_i && is_errors_q && strobe_i[0];
      if (step_q[0]) begin
        error_q <= write_i ? !writable_q || !whole_q : !there_q;
      end else if (overrun || underrun) begin
        error_q <= 1'b1;
      end
      errors_q <= (errors_q & ~(data_i[2:0] & {3{clear_q}}))
          | {refused_i || (step_q[2] && error_q), underrun, overrun};
    end
  end

  always_ff @(posedge clk_i) begin
    there_q <= address_i[11:6] == '0;
    writable_q <= address_i[11:6] == '0 && REG_WRITABLE[address_i[5:3]];
    is_tail_q <= address_i == REG_INPUT_TAIL_WORD;
    is_output_q <= address_i == REG_OUTPUT_HEAD_WORD;
    is_result_q <= address_i == REG_RESULT_HEAD_WORD;
    is_errors_q <= address_i == REG_ERRORS_WORD;
    // A count is written as a whole.
    whole_q <= strobe_i == 2'b11 || address_i == REG_ERRORS_WORD;
    if (step_q[1] && error_q) begin
      word_q <= '0;
    end else if (step_q[0]) begin
      case (address_i[5:3])
        REG_ID_WORD[2:0]: word_q <= REG_ID_RESET;
        REG_SIZES_WORD[2:0]: word_q <= SIZES;
        REG_STATUS_WORD[2:0]: word_q <= {result_tail_i, output_tail_i, input_tail_i, input_head_i};
        REG_INPUT_TAIL_WORD[2:0]: word_q <= {48'd0, input_tail_i};
        REG_OUTPUT_HEAD_WORD[2:0]: word_q <= {48'd0, output_head_i};
        REG_RESULT_HEAD_WORD[2:0]: word_q <= {48'd0, result_head_i};
        REG_LEVELS_WORD[2:0]: begin
          word_q <= {
            10'd0, result_level_i == '0, result_level_i == ResultBlocks[15:0],
            output_level_i == '0, output_level_i == OutputBlocks[15:0],
            input_room_i == InputBlocks[15:0], input_room_i == '0,
            result_level_i, output_level_i, input_room_i
          };
        end
        default: word_q <= {61'd0, errors_q};
      endcase
    end
  end

endmodule : roundel_card_registers
