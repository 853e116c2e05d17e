// SPDX-License-Identifier: Apache-2.0
//
// Self-check: a zeroise or a reset of roundel_stream with GCM leaves no secret.
//
// Packets are encrypted and decrypted, with IVs of 12 and 28 bytes. After a zeroise or a reset at
// any time every memory word must be zero: beats, pre-counter blocks, text, tags, results, feedback
// of GHASH. The registers behind the memories must also be zero.

module tb_zeroise_packets #(
  parameter int Turns = 10
);

  localparam int BANK = 16;
  localparam int TEXTS = roundel_stream_pkg::text_depth(20, 1) - 18;

  logic clk = 1'b0;
  logic rst_n = 1'b1;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0, key_ready, command_valid = 1'b0, command_ready;
  logic beat_valid = 1'b0, beat_ready, open = 1'b0;
  logic [127:0] data = '0;
  logic [223:0] iv = '0;
  logic [383:0] command;
  int seed = 3;
  int turn, now, length, number;
  int faults = 0;
  int held = 0;  // turns in which all kinds of memory had contents
  int kinds;
  logic decrypt, long;
  logic slot_ready;
  logic [300:0] unused_outputs;

  assign decrypt = number[0];
  assign long = number[1];
  assign command = {{32'd0, iv}, 32'd0, long ? 32'd28 : 32'd12, 32'd0, 8'd16, 8'd0,
                    roundel_stream_pkg::MODE_GCM[7:0], 7'd0, decrypt};

  roundel_stream #(
    .Mode(roundel_stream_pkg::MODE_GCM),
    .Rounds(10),
    .Stages(2),
    .KeySlots(1),
    .PacketDepth(34)
  ) u_dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    // verilator lint_off PINCONNECTEMPTY
    .key_refused_o(),
    // verilator lint_on PINCONNECTEMPTY
    .key_slot_i(1'b0),
    .key_i({16{8'h3c}}),
    .key_clear_i(1'b0),
    .key_least_tag_i(5'd0),
    .key_policy_i({roundel_stream_pkg::POLICY_BITS{1'b0}}),
    .slot_ready_o(slot_ready),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(command),
    .command_user_i(1'b1),
    .command_privileged_i(1'b0),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(data),
    .beat_keep_i(16'hffff),
    .beat_last_i(data[3:0] < 4'd6),
    .beat_user_i(1'b0),
    .text_valid_o(unused_outputs[0]),
    .text_ready_i(open),
    .text_data_o(unused_outputs[128:1]),
    .text_keep_o(unused_outputs[144:129]),
    .text_last_o(unused_outputs[145]),
    .text_user_o(unused_outputs[146]),
    .result_valid_o(unused_outputs[147]),
    .result_ready_i(open),
    .result_ok_o(unused_outputs[148]),
    .result_error_o(unused_outputs[151:149]),
    .result_tag_o(unused_outputs[279:152]),
    .result_user_o(unused_outputs[280]),
    .drop_o(unused_outputs[281]),
    .drop_user_o(unused_outputs[282])
  );

  // The low bits of a word in the FIFO of text are the text.
  task automatic count_kinds;
    logic beats, starts, texts, tags, results, products;
    beats = 1'b0;
    for (int k = 0; k < 8; k = k + 1) begin
      beats = beats || u_dut.u_source.u_beats.words_q[k] !== '0;
    end
    starts = 1'b0;
    texts = u_dut.u_sink.u_text.gen_front.gen_memory.u_front.u_memory.output_q[127:0] !== '0;
    tags = u_dut.u_sink.gen_tags.u_tags.gen_front.gen_memory.u_front.u_memory.output_q !== '0;
    results = u_dut.u_sink.u_results.gen_front.gen_memory.u_front.u_memory.output_q !== '0;
    products = u_dut.u_mode.gen_gcm.u_mode.u_ghash.tail_sum_q !== '0
        || u_dut.u_mode.gen_gcm.u_mode.u_ghash.feedback_4_q !== '0
        || u_dut.u_mode.gen_gcm.u_mode.u_keys.power_q !== '0;
    for (int k = 0; k < BANK; k = k + 1) begin
      starts = starts || u_dut.u_source.gen_gcm.u_front.u_starts.starts_q[k] !== '0;
      texts = texts || u_dut.u_sink.u_text.u_fifo.gen_memory.u_bank.words_q[k][127:0] !== '0;
      tags = tags || u_dut.u_sink.gen_tags.u_tags.u_fifo.gen_memory.u_bank.words_q[k] !== '0;
      results = results
          || u_dut.u_sink.u_results.u_fifo.gen_memory.u_bank.words_q[k] !== '0;
      products = products || u_dut.u_mode.gen_gcm.u_mode.u_ghash.u_feedback.words_q[k] !== '0;
    end
    for (int k = 0; k < TEXTS; k = k + 1) begin
      texts = texts
          || u_dut.u_sink.u_text.gen_front.gen_memory.u_front.u_memory.words_q[k][127:0] !== '0;
    end
    for (int k = 0; k < BANK; k = k + 1) begin
      tags = tags
          || u_dut.u_sink.gen_tags.u_tags.gen_front.gen_memory.u_front.u_memory.words_q[k] !== '0;
      results = results
          || u_dut.u_sink.u_results.gen_front.gen_memory.u_front.u_memory.words_q[k] !== '0;
    end
    kinds = 32'(beats) + 32'(starts) + 32'(texts) + 32'(tags) + 32'(results) + 32'(products);
  endtask

  task automatic tick;
    logic key_taken, command_taken, beat_taken;
    #1 key_taken = key_valid && key_ready;
    command_taken = command_valid && command_ready;
    beat_taken = beat_valid && beat_ready;
    #4 clk = 1'b1;
    #1 if (key_taken) key_valid = 1'b0;
    if (command_taken) begin
      number = $urandom(seed);
      iv = {7{$urandom(seed)}} | 224'd1;
    end
    if (beat_taken) data = {4{$urandom(seed)}};
    #4 clk = 1'b0;
  endtask

  initial begin
    number = 0;
    #1 rst_n = 1'b0;
    #2 rst_n = 1'b1;
    for (turn = 0; turn < Turns; turn = turn + 1) begin
      key_valid = 1'b1;
      for (now = 0; now < 1000 && !(slot_ready && !key_valid); now = now + 1) tick();
      command_valid = 1'b1;
      beat_valid = 1'b1;
      length = 100 + $unsigned($urandom(seed)) % 200;
      for (now = 0; now < length; now = now + 1) begin
        open = $unsigned($urandom(seed)) % 3 == 0;
        tick();
      end
      count_kinds();
      if (kinds == 6) held = held + 1;
      zeroise = turn % 4 != 0;
      rst_n = zeroise;
      key_valid = 1'b0;
      command_valid = 1'b0;
      beat_valid = 1'b0;
      open = 1'b0;
      data = '0;
      tick();
      zeroise = 1'b0;
      rst_n = 1'b1;
      for (now = 0; now < 200; now = now + 1) tick();
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

endmodule : tb_zeroise_packets
