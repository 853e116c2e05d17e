// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_card_window answers each request once, in order, with the specified data.
//
// A read of a FIFO returns the word of its entry, an access to a register returns the register's
// answer, and an illegal access returns an error (addresses: head of roundel_card). Each write to
// the input causes one strobe with its entry and word. Each register access causes one start, and
// later accesses wait for its end. While `closed_i` is high, nothing reaches a FIFO or its
// registers. Unbounded, with resets and stalls at any time, and with registers of any latency.
//
// Method. The proof marks one arbitrary request with its address, strobe and direction. Memory and
// registers return `value` at the marked address, a single bit. The FIFO of answers
// (prove_short_fifo) and its credits (prove_credit_counter) are stubs. Wires named u_dut.* are
// registers of the design (hierconn).

module prove_card_window #(
  parameter int InputBlocks = 32,
  parameter int OutputBlocks = 16,
  parameter int ResultBlocks = 64
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        closed_i,
  input logic        mark_i,
  input logic        request_valid_i,
  input logic        request_write_i,
  input logic [14:3] request_address_i,
  input logic [63:0] request_data_i,
  input logic [ 7:0] request_strobe_i,
  input logic        answer_ready_i,
  input logic        register_done_i,
  input logic        register_error_i,
  input logic        register_data_i,
  input logic        input_overrun_i,
  input logic        output_data_i,
  input logic        result_data_i
);

  // The marked request and its answer.
  (* anyconst *) logic write;
  (* anyconst *) logic [14:3] address;
  (* anyconst *) logic [7:0] strobe;
  (* anyconst *) logic value, overrun, register_error;

  logic request_ready, answer_valid, answer_error, refused;
  logic [63:0] answer_data;
  logic start, card, register_write, put;
  logic [11:3] register_address;
  logic [63:0] register_data, put_data;
  logic [7:0] register_strobe;
  logic [$clog2(InputBlocks):0] put_index;
  logic [$clog2(OutputBlocks):0] output_index;
  logic [$clog2(ResultBlocks):0] result_index;

  roundel_card_window #(
    .InputBlocks(InputBlocks),
    .OutputBlocks(OutputBlocks),
    .ResultBlocks(ResultBlocks)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .closed_i(closed_i),
    .request_valid_i(request_valid_i),
    .request_ready_o(request_ready),
    .request_write_i(request_write_i),
    .request_address_i(request_address_i),
    .request_data_i(request_data_i),
    .request_strobe_i(request_strobe_i),
    .answer_valid_o(answer_valid),
    .answer_ready_i(answer_ready_i),
    .answer_data_o(answer_data),
    .answer_error_o(answer_error),
    .refused_o(refused),
    .register_start_o(start),
    .register_card_o(card),
    .register_write_o(register_write),
    .register_address_o(register_address),
    .register_data_o(register_data),
    .register_strobe_o(register_strobe),
    .register_done_i(register_done_i),
    .register_error_i(register_error_i),
    .register_data_i({63'd0, register_data_i}),
    .input_write_o(put),
    .input_index_o(put_index),
    .input_data_o(put_data),
    .input_overrun_i(input_overrun_i),
    .output_index_o(output_index),
    .output_data_i({63'd0, output_data_i}),
    .result_index_o(result_index),
    .result_data_i({63'd0, result_data_i})
  );

  // ---- Addresses --------------------------------------------------------------------------------
  function automatic logic lies_in(input logic [14:3] place, input int begins, input int blocks);
    lies_in = int'({place, 3'd0}) >= begins && int'({place, 3'd0}) < begins + 16 * blocks;
  endfunction
  logic is_register, is_put, is_output, is_result, is_refused, want_data, want_error;

  assign is_register = {address, 3'd0} < 15'h2000;
  assign is_put = lies_in(address, 'h4000, InputBlocks) && write && strobe == 8'hff;
  assign is_output = lies_in(address, 'h6000, OutputBlocks) && !write;
  assign is_result = lies_in(address, 'h2000, ResultBlocks) && !write;
  assign is_refused = !is_register && !is_put && !is_output && !is_result;
  assign want_data = (is_register || is_output || is_result) && value;
  assign want_error = is_refused || (is_register && register_error) || (is_put && overrun);

  // ---- The specification ------------------------------------------------------------------------
  logic [7:0] open_q;  // requests without an answer
  logic marked_q;  // the marked request has no answer yet
  logic [7:0] ahead_q;  // earlier requests without an answer
  logic taken, answered, marks, reset_q;
  // The last request: a strobe or a start is due. The request before: its start is now.
  logic put_due_q, start_due_q, starting_q;
  logic last_write_q, starting_write_q;
  logic [14:3] last_address_q, starting_address_q;
  logic [63:0] last_data_q, starting_data_q;
  logic [7:0] last_strobe_q, starting_strobe_q;
  logic register_q, under_way;  // a register access is in progress
  logic closed_q;
  logic [1:0] put_q;  // strobes one and two cycles ago, with the addresses below
  logic [$clog2(InputBlocks):0] put_index_q, put_late_q;
  logic [$clog2(OutputBlocks):0] output_index_q, output_late_q;
  logic [$clog2(ResultBlocks):0] result_index_q, result_late_q;
  logic fits;  // the register access may be the marked request

  assign taken = request_valid_i && request_ready;
  assign answered = answer_valid && answer_ready_i;
  assign marks = taken && mark_i;
  assign under_way = register_q || start;
  assign fits = is_register && {card, register_address} == address[12:3]
      && register_write == write && register_strobe == strobe;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      open_q <= 8'd0;
      marked_q <= 1'b0;
      {put_due_q, start_due_q, starting_q, register_q} <= '0;
      put_q <= '0;
    end else begin
      open_q <= open_q + 8'(taken) - 8'(answered);
      marked_q <= marks || (marked_q && !(answered && ahead_q == 8'd0));
      put_due_q <= taken ? request_write_i && request_strobe_i == 8'hff
          && lies_in(request_address_i, 'h4000, InputBlocks) : put_due_q && !put;
      start_due_q <= taken ? {request_address_i, 3'd0} < 15'h2000
          : start_due_q && !(start && !starting_q);
      starting_q <= taken && start_due_q && !(start && !starting_q);
      register_q <= under_way && !register_done_i;
      put_q <= {put_q[0], put};
    end
  end
  always_ff @(posedge clk_i) begin
    ahead_q <= marks ? open_q - 8'(answered) : ahead_q - 8'(answered);
    closed_q <= closed_i;
    if (taken) begin
      last_write_q <= request_write_i;
      last_address_q <= request_address_i;
      last_data_q <= request_data_i;
      last_strobe_q <= request_strobe_i;
      starting_write_q <= last_write_q;
      starting_address_q <= last_address_q;
      starting_data_q <= last_data_q;
      starting_strobe_q <= last_strobe_q;
    end
    {put_late_q, put_index_q} <= {put_index_q, put_index};
    {output_late_q, output_index_q} <= {output_index_q, output_index};
    {result_late_q, result_index_q} <= {result_index_q, result_index};
  end

  logic started_q = 1'b0;
  logic stays_q;  // a register access started earlier and has not ended
  logic [83:0] asked, asked_q;  // register access
  logic [3:0] run_q;  // consecutive cycles with a request and an answer
  assign asked = {register_data, register_strobe, card, register_write, register_address, 1'b0};
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    stays_q <= started_q && rst_ni && under_way && !register_done_i;
    asked_q <= asked;
    run_q <= (started_q && rst_ni && taken && answered && run_q != '1) ? run_q + 4'd1 : 4'd0;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (mark_i) begin
      assume (request_write_i == write && request_address_i == address);
      assume (request_strobe_i == strobe && (!marked_q || (answered && ahead_q == 8'd0)));
    end
    // Answers of FIFOs and registers.
    if (!under_way) assume (!register_done_i);
    if (register_done_i && fits) begin
      assume (register_data_i == value && register_error_i == register_error);
    end
    if (output_late_q == address[$clog2(OutputBlocks)+3:3]) assume (output_data_i == value);
    if (result_late_q == address[$clog2(ResultBlocks)+3:3]) assume (result_data_i == value);
    if (put_q[1] && put_late_q == address[$clog2(InputBlocks)+3:3]) begin
      assume (input_overrun_i == overrun);
    end
    // A refused write of TAIL also overruns, during its register access.
    if (!put_q[1] && !under_way) assume (!input_overrun_i);

    if (started_q && rst_ni) begin
      if (answer_valid) assert (open_q != 8'd0);
      if (marked_q) assert (ahead_q < open_q);
      if (answer_valid && marked_q && ahead_q == 8'd0) begin
        assert (answer_data[0] == want_data && answer_error == want_error);
      end
      // One strobe, before the next request and before the answer.
      if (put) begin
        assert (put_due_q && !under_way && !closed_i && put_data == last_data_q);
        assert (put_index == last_address_q[$clog2(InputBlocks)+3:3]);
      end
      if (put_due_q && taken) assert (put);
      if (put_due_q && answer_valid) assert (open_q > 8'd1);
      // One start per access, in order, and nothing else until the end of the access.
      if (start) begin
        assert (starting_q || start_due_q);
        assert (!register_q && !(card && closed_q));
        assert (asked == (starting_q
            ? {starting_data_q, starting_strobe_q, starting_address_q[12], starting_write_q,
               starting_address_q[11:3], 1'b0}
            : {last_data_q, last_strobe_q, last_address_q[12], last_write_q,
               last_address_q[11:3], 1'b0}));
      end
      if (starting_q) assert (start);
      if (stays_q) assert (asked == asked_q);
      if (start_due_q && !start && answer_valid) assert (open_q > 8'd1);
    end
    streaming: cover (started_q && rst_ni && run_q == 4'd12 && marked_q);
    register: cover (started_q && rst_ni && answered && marked_q && ahead_q == 8'd0
                     && is_register && value && open_q == 8'd3);
    refusal: cover (started_q && rst_ni && answered && marked_q && ahead_q == 8'd0 && is_put
                    && overrun && refused);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_dut.valid_q ;
  (* hierconn *) logic \u_dut.write_q ;
  (* hierconn *) logic [14:3] \u_dut.address_q ;
  (* hierconn *) logic [63:0] \u_dut.data_q ;
  (* hierconn *) logic [7:0] \u_dut.strobe_q ;
  (* hierconn *) logic \u_dut.register_q ;
  (* hierconn *) logic \u_dut.done_q ;
  (* hierconn *) logic [2:0] \u_dut.path_q ;
  (* hierconn *) logic [1:0] \u_dut.refused_q ;
  (* hierconn *) logic [1:0] \u_dut.output_q ;
  (* hierconn *) logic [1:0] \u_dut.results_q ;
  (* hierconn *) logic [63:0] \u_dut.answer_q ;
  (* hierconn *) logic \u_dut.error_q ;
  (* hierconn *) logic \u_dut.busy ;
  (* hierconn *) logic [7:0] \u_dut.u_credits.u_spec.count_q ;
  (* hierconn *) logic \u_dut.u_credits.u_spec.wait_q ;
  (* hierconn *) logic [7:0] \u_dut.u_answers.u_fifo.held_q ;
  (* hierconn *) logic [7:0] \u_dut.u_answers.u_fifo.taken_q ;
  (* hierconn *) logic [18*65-1:0] \u_dut.u_answers.u_fifo.words_q ;
  logic [7:0] held, credits_taken;
  logic [7:0] to_queue, to_late, to_early, to_register;  // answers up to and including a stage
  logic [2:0] path;
  logic [17:0] list, list_error;

  assign held = \u_dut.u_answers.u_fifo.held_q ;
  assign credits_taken = \u_dut.u_answers.u_fifo.taken_q ;
  assign path = \u_dut.path_q ;
  assign to_queue = held + 8'(path[2] || \u_dut.done_q );
  assign to_late = to_queue + 8'(path[1]);
  assign to_early = to_late + 8'(path[0]);
  assign to_register = to_early + 8'(\u_dut.register_q );
  for (genvar w = 0; w < 18; w++) begin : gen_list
    assign list[w] = \u_dut.u_answers.u_fifo.words_q [65*w];
    assign list_error[w] = \u_dut.u_answers.u_fifo.words_q [65*w+64];
  end

  always_comb begin
    if (started_q && rst_ni) begin
      assert (open_q == to_register + 8'(\u_dut.valid_q ));
      assert (\u_dut.register_q == under_way);
      if (\u_dut.register_q || \u_dut.done_q ) assert (path == 3'd0);
      if (\u_dut.done_q ) assert (!\u_dut.register_q );
      if (\u_dut.busy ) begin
        assert (\u_dut.u_credits.u_spec.wait_q && to_register == 8'd0 && credits_taken == 8'd0);
      end
      assert (\u_dut.u_credits.u_spec.count_q + credits_taken + (to_register - held) == 8'd16);
      assert (credits_taken <= held && held - credits_taken <= 8'd2 && credits_taken <= 8'd16);
      assert (\u_dut.u_credits.u_spec.count_q <= 8'd16);
      // The last request.
      if (\u_dut.valid_q ) begin
        assert (\u_dut.write_q == last_write_q && \u_dut.address_q == last_address_q);
        assert (\u_dut.data_q == last_data_q && \u_dut.strobe_q == last_strobe_q);
        assert (start_due_q == ({last_address_q, 3'd0} < 15'h2000));
        assert (put_due_q == (last_write_q && last_strobe_q == 8'hff
                              && lies_in(last_address_q, 'h4000, InputBlocks)));
      end else begin
        assert (!put_due_q && start_due_q == (start && !starting_q));
      end
      assert (start == (starting_q || (start_due_q && !\u_dut.valid_q )));
      // The position of the marked request.
      if (marked_q) begin
        if (ahead_q < held) begin
          assert (list[ahead_q[4:0]] == want_data && list_error[ahead_q[4:0]] == want_error);
        end else if (ahead_q < to_queue) begin
          assert (\u_dut.answer_q [0] == want_data && \u_dut.error_q == want_error);
        end else if (ahead_q < to_late) begin
          assert (!is_register && \u_dut.refused_q [1] == is_refused);
          assert (\u_dut.output_q [1] == is_output && \u_dut.results_q [1] == is_result);
          assert (put_q[1] == is_put);
          assert (put_late_q == address[$clog2(InputBlocks)+3:3]);
          assert (output_late_q == address[$clog2(OutputBlocks)+3:3]);
          assert (result_late_q == address[$clog2(ResultBlocks)+3:3]);
        end else if (ahead_q < to_early) begin
          assert (!is_register && \u_dut.refused_q [0] == is_refused);
          assert (\u_dut.output_q [0] == is_output && \u_dut.results_q [0] == is_result);
          assert (put_q[0] == is_put);
          assert (put_index_q == address[$clog2(InputBlocks)+3:3]);
          assert (output_index_q == address[$clog2(OutputBlocks)+3:3]);
          assert (result_index_q == address[$clog2(ResultBlocks)+3:3]);
        end else if (ahead_q < to_register) begin
          assert (fits);
        end else begin
          assert (\u_dut.write_q == write && \u_dut.address_q == address);
          assert (\u_dut.strobe_q == strobe);
        end
      end
      if (!path[1]) assert (!put_q[1]);
      if (!path[0]) assert (!put_q[0]);
    end
  end

endmodule : prove_card_window
