// SPDX-License-Identifier: Apache-2.0
//
// roundel_stream_tested with a fault in the engine: the ports stay closed until a reset.
//
// The user offers a key, a command and beats at all times, and takes all outputs. With parameter
// Fault the bench is compiled with a changed copy of the engine, which is wrong while `fault` is
// high. Then test_failed_o must rise, and no key, command, beat, text or result may pass, also after
// `zeroise_i` and `test_i`. A reset without the fault starts the tests again, and the tests pass.
// The last line is PASS and the cycles of the tests after a reset.

module tb_roundel_stream_tested #(
  parameter bit Fault = 1'b0,
  parameter bit Late = 1'b0,
  parameter bit Zeroise = 1'b0,  // a zeroise starts the tests with the fault, not test_i
  parameter int Mode = roundel_stream_pkg::MODE_GCM,
  parameter int Modes = roundel_stream_pkg::MODES_ONE,
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int KeyBits = 128,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,
  parameter int Lanes = 1,
  parameter int Streams = 1,
  parameter int Rounds = 2,
  parameter int Stages = 2
);

  localparam logic [2:0] SILENCE = 3'd7;  // the last state of roundel_self_test
  localparam int ID_BITS = roundel_stream_pkg::stream_id_bits(Streams);
  localparam int KEY_WIDTH = roundel_stream_pkg::mode_key_bits(Mode, KeyBits);

  logic clk = 1'b0;
  logic rst_n = 1'b1;
  logic zeroise = 1'b0;
  logic test = 1'b0;
  logic busy, failed;
  logic key_ready, command_ready, beat_ready, text_valid, result_valid, drop;
  logic [383:0] command;
  logic [KEY_WIDTH-1:0] key;
  logic [3:0] slot_ready;
  logic [128*Lanes-1:0] unused_data;
  logic [16*Lanes-1:0] unused_keep;
  logic [ID_BITS-1:0] unused_text_id, unused_result_id;
  logic [127:0] unused_tag;
  logic [2:0] unused_error;
  logic [4:0] unused;
  logic fault = 1'b0;  // read by the changed copy of the engine
  int faults = 0;
  int passed;  // transfers of the user since the reset
  int cycles, first;

  assign command = {368'd0, Mode[7:0], 8'd0};
  assign key = {{(KEY_WIDTH - 8) {1'b0}}, 8'h5a};

  roundel_stream_tested #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .KeyBits(KeyBits), .KeySizes(KeySizes),
    .Lanes(Lanes), .Streams(Streams), .Rounds(Rounds), .Stages(Stages)
  ) u_dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(zeroise),
    .test_i(test),
    .test_busy_o(busy),
    .test_failed_o(failed),
    .key_valid_i(1'b1),
    .key_ready_o(key_ready),
    .key_slot_i(2'd1),
    .key_i(key),
    .key_clear_i(1'b0),
    .key_size_i(2'd0),
    .key_least_tag_i(5'd0),
    .slot_ready_o(slot_ready),
    .command_valid_i(1'b1),
    .command_ready_o(command_ready),
    .command_i(command),
    .command_user_i(1'b1),
    .beat_valid_i(1'b1),
    .beat_ready_o(beat_ready),
    .beat_data_i({128 * Lanes{1'b1}}),
    .beat_keep_i({16 * Lanes{1'b1}}),
    .beat_last_i(1'b1),
    .beat_id_i({1'b1, {(ID_BITS - 1) {1'b0}}}),
    .beat_user_i(1'b0),
    .text_valid_o(text_valid),
    .text_ready_i(1'b1),
    .text_data_o(unused_data),
    .text_keep_o(unused_keep),
    .text_last_o(unused[0]),
    .text_id_o(unused_text_id),
    .text_user_o(unused[1]),
    .result_valid_o(result_valid),
    .result_ready_i(1'b1),
    .result_ok_o(unused[2]),
    .result_error_o(unused_error),
    .result_tag_o(unused_tag),
    .result_id_o(unused_result_id),
    .result_user_o(unused[3]),
    .drop_o(drop),
    .drop_user_o(unused[4])
  );

  task automatic tick;
    #1;
    if (key_ready || command_ready || beat_ready || text_valid || result_valid || drop
        || slot_ready != '0) begin
      passed = passed + 1;
      if (u_dut.testing || failed) faults = faults + 1;
    end
    clk = 1'b1;
    #1 clk = 1'b0;
    cycles = cycles + 1;
  endtask

  task automatic reset;
    rst_n = 1'b0;
    tick();
    tick();
    rst_n = 1'b1;
    cycles = 0;
    passed = 0;
    #1;
  endtask

  // Run until the tests end; `most` cycles.
  task automatic wait_for_end(input int most);
    while (busy && cycles < most) tick();
  endtask

  task automatic check(input logic right);
    if (!right) faults = faults + 1;
  endtask

  initial begin
    // A build without a fault: the tests pass, then the user's transfers.
    reset();
    wait_for_end(200000);
    check(!busy && !failed && passed == 0);
    first = cycles;
    for (int k = 0; k < 300; k = k + 1) tick();
    check(passed != 0 && !failed);

    if (Fault != 0) begin
      // The fault appears in operation, and the tests on command find the fault; a late fault
      // appears behind the last packet of the tests.
      fault = !Late;
      test = !Zeroise;
      zeroise = Zeroise;
      tick();
      test = 1'b0;
      zeroise = 1'b0;
      while (u_dut.u_test.run_i !== 1'b1) tick();
      passed = 0;
      if (Late) begin
        while (u_dut.u_test.state_q != SILENCE) tick();
        fault = 1'b1;
      end
      cycles = 0;
      wait_for_end(200000);
      check(failed && !busy && passed == 0);
      fault = 1'b0;
      for (int k = 0; k < 500; k = k + 1) begin
        test = k == 100;
        zeroise = k == 200;
        tick();
        check(failed && passed == 0);
      end
      reset();
      check(busy && !failed);
      wait_for_end(200000);
      check(!busy && !failed && passed == 0 && cycles == first);
      for (int k = 0; k < 300; k = k + 1) tick();
      check(passed != 0);
    end else begin
      zeroise = 1'b1;
      tick();
      zeroise = 1'b0;
      passed = 0;
      cycles = 0;
      #1 check(busy);
      wait_for_end(200000);
      check(!busy && !failed && passed == 0);
    end
    if (faults == 0) $display("PASS %0d", first);
    else $display("FAIL %0d faults", faults);
    $finish;
  end

endmodule : tb_roundel_stream_tested
