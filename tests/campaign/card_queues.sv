// SPDX-License-Identifier: Apache-2.0
//
// The surroundings of the engine in roundel_card, without the engine: window, registers, FIFOs.
//
// A block of the input goes to the results if its lowest bit is set, else to the output, in a cycle
// with `stall_i` low. card_queues.cpp drives the module and checks the answers. `clear_i` stands
// for a zeroise: all FIFOs become empty, and accesses to the FIFOs wait for the end.

module card_queues #(
  parameter int InputBlocks = 16,
  parameter int OutputBlocks = 16,
  parameter int ResultBlocks = 16
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  input  logic        stall_i,
  output logic        to_output_o,  // a block goes to the output in this cycle
  output logic        to_results_o,

  input  logic        request_valid_i,
  output logic        request_ready_o,
  input  logic        request_write_i,
  input  logic [14:0] request_address_i,
  input  logic [63:0] request_data_i,
  input  logic [ 7:0] request_strobe_i,
  output logic        answer_valid_o,
  input  logic        answer_ready_i,
  output logic [63:0] answer_data_o,
  output logic        answer_error_o
);

  logic clear_q;
  logic register_start, register_card, register_write, register_done, register_error, refused;
  logic [11:3] register_address;
  logic [63:0] register_data, card_answer;
  logic [7:0] register_strobe;
  logic other_q, card_done, card_error;
  logic put, overrun, commit, output_release, result_release, output_underrun, result_underrun;
  logic [$clog2(InputBlocks):0] put_index;
  logic [$clog2(OutputBlocks):0] output_index;
  logic [$clog2(ResultBlocks):0] result_index;
  logic [63:0] put_data, output_data, result_data;
  logic [15:0] count, input_head, input_tail, input_room;
  logic [15:0] output_head, output_tail, output_level, result_head, result_tail, result_level;
  logic input_busy, output_busy, result_busy;
  logic block_valid, block_ready, output_ready, result_ready;
  logic [127:0] block;

  roundel_card_window #(
    .InputBlocks(InputBlocks),
    .OutputBlocks(OutputBlocks),
    .ResultBlocks(ResultBlocks)
  ) u_window (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .closed_i(clear_q),
    .request_valid_i(request_valid_i),
    .request_ready_o(request_ready_o),
    .request_write_i(request_write_i),
    .request_address_i(request_address_i[14:3]),
    .request_data_i(request_data_i),
    .request_strobe_i(request_strobe_i),
    .answer_valid_o(answer_valid_o),
    .answer_ready_i(answer_ready_i),
    .answer_data_o(answer_data_o),
    .answer_error_o(answer_error_o),
    .refused_o(refused),
    .register_start_o(register_start),
    .register_card_o(register_card),
    .register_write_o(register_write),
    .register_address_o(register_address),
    .register_data_o(register_data),
    .register_strobe_o(register_strobe),
    .register_done_i(register_done),
    .register_error_i(register_error),
    .register_data_i((register_write || !register_card) ? '0 : card_answer),
    .input_write_o(put),
    .input_index_o(put_index),
    .input_data_o(put_data),
    .input_overrun_i(overrun),
    .output_index_o(output_index),
    .output_data_i(output_data),
    .result_index_o(result_index),
    .result_data_i(result_data)
  );

  // roundel_axi is absent: accesses to its registers are refused.
  assign register_done = other_q || card_done;
  assign register_error = !register_card || card_error;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      other_q <= 1'b0;
    end else begin
      clear_q <= clear_i || input_busy || output_busy || result_busy;
      other_q <= register_start && !register_card;
    end
  end

  roundel_card_registers #(
    .InputBlocks(InputBlocks),
    .OutputBlocks(OutputBlocks),
    .ResultBlocks(ResultBlocks)
  ) u_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .start_i(register_start && register_card),
    .write_i(register_write),
    .address_i(register_address),
    .data_i(register_data[15:0]),
    .strobe_i(register_strobe[1:0]),
    .done_o(card_done),
    .error_o(card_error),
    .data_o(card_answer),
    .refused_i(refused),
    .input_commit_o(commit),
    .output_release_o(output_release),
    .result_release_o(result_release),
    .count_o(count),
    .input_overrun_i(overrun),
    .output_underrun_i(output_underrun),
    .result_underrun_i(result_underrun),
    .input_head_i(input_head),
    .input_tail_i(input_tail),
    .input_room_i(input_room),
    .output_head_i(output_head),
    .output_tail_i(output_tail),
    .output_level_i(output_level),
    .result_head_i(result_head),
    .result_tail_i(result_tail),
    .result_level_i(result_level)
  );

  roundel_card_input #(
    .Blocks(InputBlocks)
  ) u_input (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(input_busy),
    .write_i(put),
    .write_index_i(put_index),
    .write_data_i(put_data),
    .commit_i(commit),
    .commit_tail_i(count),
    .overrun_o(overrun),
    .head_o(input_head),
    .tail_o(input_tail),
    .room_o(input_room),
    .valid_o(block_valid),
    .ready_i(block_ready),
    .data_o(block)
  );

  assign block_ready = !stall_i && (block[0] ? result_ready : output_ready);
  assign to_output_o = block_valid && block_ready && !block[0];
  assign to_results_o = block_valid && block_ready && block[0];

  roundel_card_output #(
    .Blocks(OutputBlocks)
  ) u_output (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(output_busy),
    .valid_i(block_valid && !stall_i && !block[0]),
    .ready_o(output_ready),
    .data_i(block),
    .read_index_i(output_index),
    .read_data_o(output_data),
    .release_i(output_release),
    .release_head_i(count),
    .underrun_o(output_underrun),
    .head_o(output_head),
    .tail_o(output_tail),
    .level_o(output_level)
  );

  roundel_card_output #(
    .Blocks(ResultBlocks)
  ) u_results (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(result_busy),
    .valid_i(block_valid && !stall_i && block[0]),
    .ready_o(result_ready),
    .data_i(block),
    .read_index_i(result_index),
    .read_data_o(result_data),
    .release_i(result_release),
    .release_head_i(count),
    .underrun_o(result_underrun),
    .head_o(result_head),
    .tail_o(result_tail),
    .level_o(result_level)
  );

  logic unused_bits;
  assign unused_bits = ^{request_address_i[2:0], register_data[63:16], register_strobe[7:2]};

endmodule : card_queues
