// SPDX-License-Identifier: Apache-2.0
//
// Address decoder of roundel_card: directs accesses of the host to registers and rings.
//
// Interface. The head of roundel_card has the addresses. Accesses are answered in order. The rings
// accept one access per cycle, and the answer follows six cycles later if no earlier answer waits.
// An access to a register ends before the next access starts. A refused access has no effect, reads
// as zero, and sets `answer_error_o`. Register side: `register_start_o` pulses for one cycle; the
// other outputs are stable until `register_done_i`, a one-cycle pulse. `register_card_o` selects
// the card's own registers, from 0x1000. Ring side: `input_write_o` comes with an index and a word,
// and the input ring answers `input_overrun_i` two cycles later. An index of the output or result
// ring gets the word two cycles later. While `closed_i` is high, accesses to the rings and to their
// registers wait. Reset: asynchronous, active low.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_card_window #(
  parameter int InputBlocks = 512,
  parameter int OutputBlocks = 512,
  parameter int ResultBlocks = 128
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          closed_i,  // accesses to the rings wait

  input  logic                          request_valid_i,
  output logic                          request_ready_o,
  input  logic                          request_write_i,
  input  logic [                  14:3] request_address_i,
  input  logic [                  63:0] request_data_i,  // byte 0 in the low bits
  input  logic [                   7:0] request_strobe_i,  // bytes to write, or wanted bytes
  output logic                          answer_valid_o,
  input  logic                          answer_ready_i,
  output logic [                  63:0] answer_data_o,
  output logic                          answer_error_o,
  output logic                          refused_o,  // an access to a ring was refused

  output logic                          register_start_o,
  output logic                          register_card_o,
  output logic                          register_write_o,
  output logic [                  11:3] register_address_o,
  output logic [                  63:0] register_data_o,
  output logic [                   7:0] register_strobe_o,
  input  logic                          register_done_i,
  input  logic                          register_error_i,
  input  logic [                  63:0] register_data_i,

  output logic                          input_write_o,
  output logic [ $clog2(InputBlocks):0] input_index_o,
  output logic [                  63:0] input_data_o,
  input  logic                          input_overrun_i,
  output logic [$clog2(OutputBlocks):0] output_index_o,
  input  logic [                  63:0] output_data_i,
  output logic [$clog2(ResultBlocks):0] result_index_o,
  input  logic [                  63:0] result_data_i
);

  localparam int ANSWERS = 18;  // depth of the answer FIFO
  localparam int INPUT_WORDS = 2 * InputBlocks;
  localparam int OUTPUT_WORDS = 2 * OutputBlocks;
  localparam int RESULT_WORDS = 2 * ResultBlocks;

  `ROUNDEL_REFUSE(roundel_error_queues_must_fit_their_windows,
      InputBlocks > 512 || OutputBlocks > 512 || ResultBlocks > 256)

  // ---- Access -----------------------------------------------------------------------------------
  logic valid_q, take, write_q;
  logic [14:3] address_q;
  logic [63:0] data_q;
  logic [7:0] strobe_q;
  logic is_register, is_input, is_output, is_results, allowed, start;
  logic credit, drained;
  logic register_q, register_start_q;  // an access to a register is outstanding; its first cycle
  logic register_card_q, register_write_q;
  logic [11:3] register_address_q;
  logic [63:0] register_data_q;
  logic [7:0] register_strobe_q;

  assign request_ready_o = !valid_q || take;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
    end else begin
      valid_q <= (request_valid_i && request_ready_o) || (valid_q && !take);
    end
  end

  always_ff @(posedge clk_i) begin
    if (request_ready_o) begin
      write_q <= request_write_i;
      address_q <= request_address_i;
      data_q <= request_data_i;
      strobe_q <= request_strobe_i;
    end
  end

  assign is_register = address_q[14:13] == 2'd0;
  assign is_results = address_q[14:12] == 3'd2 && {2'd0, address_q[11:3]} < RESULT_WORDS[10:0];
  assign is_input = address_q[14:13] == 2'd2 && {1'b0, address_q[12:3]} < INPUT_WORDS[10:0];
  assign is_output = address_q[14:13] == 2'd3 && {1'b0, address_q[12:3]} < OUTPUT_WORDS[10:0];
  assign allowed = write_q ? is_input && strobe_q == '1 : is_output || is_results;
  assign take = valid_q && credit && !register_q && (!is_register || drained)
      && (!closed_i || address_q[14:12] == '0);
  assign start = take && is_register;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      register_q <= 1'b0;
      register_start_q <= 1'b0;
    end else begin
      register_q <= start || (register_q && !register_done_i);
      register_start_q <= start;
    end
  end

  // The next access overwrites a written word, which may belong to a key.
  always_ff @(posedge clk_i) begin
    if (!register_q) begin
      register_card_q <= address_q[12];
      register_write_q <= write_q;
      register_address_q <= address_q[11:3];
      register_data_q <= data_q;
      register_strobe_q <= strobe_q;
    end
  end

  assign register_start_o = register_start_q;
  assign register_card_o = register_card_q;
  assign register_write_o = register_write_q;
  assign register_address_o = register_address_q;
  assign register_data_o = register_data_q;
  assign register_strobe_o = register_strobe_q;

  // ---- Rings ------------------------------------------------------------------------------------
  // Pipeline of ring accesses; bit k belongs to the access of k + 1 cycles ago: valid, refused,
  // reads the output ring, reads the result ring.
  logic [2:0] path_q;
  logic [1:0] refused_q, output_q, results_q;
  logic [63:0] answer_q;
  logic error_q;

  assign drained = path_q == '0;
  assign input_write_o = take && allowed && write_q;
  assign input_index_o = address_q[$clog2(InputBlocks)+3:3];
  assign input_data_o = data_q;
  assign output_index_o = address_q[$clog2(OutputBlocks)+3:3];
  assign result_index_o = address_q[$clog2(ResultBlocks)+3:3];
  assign refused_o = path_q[0] && refused_q[0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      path_q <= '0;
    end else begin
      path_q <= {path_q[1:0], take && !is_register};
    end
  end

  always_ff @(posedge clk_i) begin
    refused_q <= {refused_q[0], !allowed};
    output_q <= {output_q[0], allowed && is_output};
    results_q <= {results_q[0], allowed && is_results};
    answer_q <= register_q ? register_data_i
        : (output_data_i & {64{output_q[1]}}) | (result_data_i & {64{results_q[1]}});
    error_q <= register_q ? register_error_i : refused_q[1] || input_overrun_i;
  end

  // ---- Answers ----------------------------------------------------------------------------------
  logic busy, free, done_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      done_q <= 1'b0;
    end else begin
      done_q <= register_q && register_done_i;
    end
  end

  roundel_credit_counter #(
    .Tokens(roundel_prim_pkg::fifo_credits(ANSWERS)),
    .StartFull(1)
  ) u_credits (
    .clk_i,
    .clear_i(busy),
    .give_i(free),
    .take_i(take),
    .any_o(credit)
  );

  roundel_fifo #(.Width(65), .Depth(ANSWERS)) u_answers (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .busy_o(busy),
    .push_i(path_q[2] || done_q),
    .data_i({error_q, answer_q}),
    .free_o(free),
    .valid_o(answer_valid_o),
    .ready_i(answer_ready_i),
    .data_o({answer_error_o, answer_data_o})
  );

  `ROUNDEL_CONTRACT(done_needs_access, clk_i, rst_ni, !register_done_i || register_q)
  `ROUNDEL_CONTRACT(ring_access_while_open, clk_i, rst_ni, !(input_write_o && closed_i))

endmodule : roundel_card_window
