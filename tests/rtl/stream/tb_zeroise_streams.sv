// SPDX-License-Identifier: Apache-2.0
//
// Self-check: a zeroise of roundel_stream_interleaved at any time leaves no secret.
//
// Every word of the memories of text, chains and commands, and the last read words, must be zero.

module tb_zeroise_streams #(
  parameter int Turns = 60
);

  localparam int STREAMS = 4;
  localparam int DEPTH = 4;

  logic clk = 1'b0;
  logic rst_n = 1'b1;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0, key_ready, command_valid = 1'b0, command_ready;
  logic beat_valid = 1'b0, beat_ready;
  logic [383:0] command;
  logic [127:0] data = '1;
  logic [1:0] stream = '0, beat_stream = '0;
  int seed = 3;
  int turn, now, length;
  int faults = 0;
  int held = 0;  // turns in which a memory had contents
  int kinds;
  logic [291:0] unused_outputs;

  // CBC, slot 0, an IV; byte 8 is the stream.
  assign command = {128'd0, {16{8'ha5}}, 56'd0, 6'd0, stream, 32'd0, 8'd0, 8'd0, 8'd1, 8'd0};

  roundel_stream_interleaved #(
    .Streams(STREAMS),
    .Depth(DEPTH),
    .KeySlots(1),
    .UserBits(1),
    .PacketDepth(18)
  ) u_dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(1'b0),
    .key_i({16{8'h3c}}),
    .key_clear_i(1'b0),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(command),
    .command_user_i(1'b1),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(data),
    .beat_keep_i(16'hffff),
    .beat_last_i(1'b1),
    .beat_id_i(beat_stream),
    .beat_user_i(1'b1),
    .text_valid_o(unused_outputs[0]),
    .text_ready_i(1'b1),
    .text_data_o(unused_outputs[128:1]),
    .text_keep_o(unused_outputs[144:129]),
    .text_last_o(unused_outputs[145]),
    .text_id_o(unused_outputs[147:146]),
    .text_user_o(unused_outputs[148]),
    .result_valid_o(unused_outputs[149]),
    .result_ready_i(1'b1),
    .result_ok_o(unused_outputs[150]),
    .result_error_o(unused_outputs[153:151]),
    .result_id_o(unused_outputs[155:154]),
    .result_user_o(unused_outputs[156])
  );

  // The number of memories with contents, of three.
  task automatic count_kinds;
    logic texts, chains, commands;
    texts = u_dut.u_path.u_chain.u_words.output_q !== '0;
    chains = u_dut.u_path.u_chain.u_chain.output_q !== '0;
    commands = u_dut.u_path.u_commands.u_entries.output_q !== '0;
    for (int k = 0; k < STREAMS * DEPTH; k = k + 1) begin
      texts = texts || u_dut.u_path.u_chain.u_words.words_q[k] !== '0;
    end
    for (int k = 0; k < STREAMS; k = k + 1) begin
      chains = chains || u_dut.u_path.u_chain.u_chain.words_q[k] !== '0;
    end
    for (int k = 0; k < 2 * STREAMS; k = k + 1) begin
      commands = commands || u_dut.u_path.u_commands.u_entries.words_q[k] !== '0;
    end
    kinds = 32'(texts) + 32'(chains) + 32'(commands);
  endtask

  task automatic tick;
    logic key_taken, command_taken, beat_taken;
    #1 key_taken = key_valid && key_ready;
    command_taken = command_valid && command_ready;
    beat_taken = beat_valid && beat_ready;
    #4 clk = 1'b1;
    #1 if (key_taken) key_valid = 1'b0;
    if (command_taken) stream = stream + 2'd1;
    if (beat_taken) begin
      beat_stream = beat_stream + 2'd1;
      data = {4{$urandom(seed)}} | 128'd1;
    end
    #4 clk = 1'b0;
  endtask

  initial begin
    #1 rst_n = 1'b0;
    #2 rst_n = 1'b1;
    for (turn = 0; turn < Turns; turn = turn + 1) begin
      for (now = 0; now < 100; now = now + 1) tick();
      key_valid = 1'b1;
      for (now = 0; now < 60; now = now + 1) tick();
      command_valid = 1'b1;
      beat_valid = 1'b1;
      length = $unsigned($urandom(seed)) % 90;
      for (now = 0; now < length; now = now + 1) tick();
      count_kinds();
      if (kinds == 3) held = held + 1;
      zeroise = 1'b1;
      key_valid = 1'b0;
      command_valid = 1'b0;
      beat_valid = 1'b0;
      tick();
      zeroise = 1'b0;
      stream = '0;
      beat_stream = '0;
      for (now = 0; now < 150; now = now + 1) tick();
      count_kinds();
      faults = faults + kinds;
    end
    if (faults != 0) begin
      $display("FAIL %0d memories keep something", faults);
    end else begin
      $display("PASS %0d", held);
    end
    $finish;
  end

endmodule : tb_zeroise_streams
