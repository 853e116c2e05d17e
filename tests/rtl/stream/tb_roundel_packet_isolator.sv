// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_packet_isolator with numbered commands and packets and random zeroises.
//
// After a zeroise, commands and packets behind the module continue with equal numbers, from the
// first number without an accepted part on. Text leaves in complete packets.

module tb_roundel_packet_isolator #(
  parameter int Mode = 3,  // roundel_stream_pkg::MODE_*; 3: commands of several words
  parameter int Cycles = 20000
);

  logic clk = 1'b0;
  logic rst_n = 1'b1;
  logic closed = 1'b0;
  logic zeroise = 1'b0;
  int cycle;
  int seed = 7;
  int faults = 0;
  int drops = 0;  // commands and packets dropped in part
  int ends = 0;  // text packets ended by the module
  logic again;  // a second zeroise, while the end of the first may wait

  // Commands: a number, and its finished words; packets the same with beats.
  int command = 0, word = 0, words = 1, bytes = 0, mode = Mode;
  int packet = 0, beat = 0, beats = 1;
  int first = 0;  // first number that must not be dropped
  int seen_command = 0, seen_word = 0, seen_packet = 0, seen_beat = 0;
  logic command_valid = 1'b0, command_ready, inner_command_valid, inner_command_ready = 1'b0;
  logic beat_valid = 1'b0, beat_ready, inner_beat_valid, inner_beat_ready = 1'b0;
  logic [95:0] head;
  logic long_iv;

  // Text: the list of accepted beats and of added ends.
  logic text_valid = 1'b0, text_ready, text_last = 1'b0, open = 1'b0, now_open;
  logic [127:0] text = '0, out;
  logic [15:0] keep;
  logic out_valid, out_ready = 1'b0, out_last;
  logic [128:0] list[0:255];
  logic [7:0] put = '0, get = '0;
  logic stalled = 1'b0;
  logic [144:0] held = '0;
  logic unused_result, unused_user;
  logic [132:0] unused_outputs;

  assign long_iv = Mode == 3;
  assign head = (word != 0) ? {96{1'b1}} : {32'(bytes), 64'(mode) << 8};

  roundel_packet_isolator #(
    .Mode(Mode),
    .Lanes(1),
    .UserBits(1)
  ) u_dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .closed_i(closed),
    .zeroise_i(zeroise),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(head),
    .inner_command_valid_o(inner_command_valid),
    .inner_command_ready_i(inner_command_ready),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_last_i(beat == beats - 1),
    .inner_beat_valid_o(inner_beat_valid),
    .inner_beat_ready_i(inner_beat_ready),
    .inner_text_valid_i(text_valid),
    .inner_text_ready_o(text_ready),
    .inner_text_data_i(text),
    .inner_text_keep_i(16'hffff),
    .inner_text_last_i(text_last),
    .inner_text_user_i(1'b0),
    .text_valid_o(out_valid),
    .text_ready_i(out_ready),
    .text_data_o(out),
    .text_keep_o(keep),
    .text_last_o(out_last),
    .text_user_o(unused_user),
    .inner_result_valid_i(1'b0),
    .inner_result_ready_o(unused_result),
    .inner_result_ok_i(1'b0),
    .inner_result_error_i(3'd0),
    .inner_result_tag_i(128'd0),
    .inner_result_user_i(1'b0),
    .result_valid_o(unused_outputs[132]),
    .result_ready_i(1'b1),
    .result_ok_o(unused_outputs[131]),
    .result_error_o(unused_outputs[130:128]),
    .result_tag_o(unused_outputs[127:0]),
    .result_user_o()
  );

  function automatic int below(input int limit);
    below = $unsigned($urandom(seed)) % limit;
  endfunction

  task automatic check(input logic good);
    if (!good) begin
      faults = faults + 1;
    end
  endtask

  // A command's mode, its bytes of IV, and their words. Some commands have another mode than GCM, as
  // in a set of modes; these commands have one word, also with a number of bytes for a longer IV.
  task automatic next_command;
    mode = (long_iv && below(3) == 0) ? 2 : Mode;
    bytes = long_iv ? below(120) : 12;
    words = (bytes <= 16 || mode != Mode) ? 1 : 1 + (bytes - 16 + 31) / 32;
  endtask

  // The effect of the next edge, from the present pins.
  task automatic observe;
    if (inner_command_valid && inner_command_ready) begin
      if (word == 0) begin
        check(command >= first && command >= seen_command);
        seen_command = command;
      end
      check(seen_command == command && (word == 0 || seen_word == word - 1));
      seen_word = word;
    end
    if (inner_beat_valid && inner_beat_ready) begin
      if (beat == 0) begin
        check(packet >= first && packet >= seen_packet);
        seen_packet = packet;
      end
      check(seen_packet == packet && (beat == 0 || seen_beat == beat - 1));
      seen_beat = beat;
    end
    // After a zeroise nothing is left out.
    if (command_valid && command_ready && command >= first) begin
      check(inner_command_valid && inner_command_ready);
    end
    if (beat_valid && beat_ready && packet >= first) begin
      check(inner_beat_valid && inner_beat_ready);
    end
    now_open = open;
    if (text_valid && text_ready) begin
      list[put] = {text_last, text};
      put = put + 8'd1;
      now_open = !text_last;
    end
    check(!stalled || (out_valid && held == {out_last, keep, out}));
    stalled = out_valid && !out_ready;
    held = {out_last, keep, out};
    if (out_valid && out_ready) begin
      check(get != put && out_last == list[get][128]);
      check((keep == '0) ? list[get][127:0] == '1 : list[get][127:0] == out && &keep);
      get = get + 8'd1;
    end
  endtask

  // State after the edge.
  task automatic advance(input logic command_taken, input logic beat_taken, input logic text_taken);
    if (command_taken) begin
      command_valid = 1'b0;
      word = word + 1;
      if (word == words) begin
        word = 0;
        command = command + 1;
        next_command();
      end
    end
    if (beat_taken) begin
      beat_valid = 1'b0;
      beat = beat + 1;
      if (beat == beats) begin
        beat = 0;
        packet = packet + 1;
        beats = 1 + below(4);
      end
    end
    open = now_open;
    if (text_taken) begin
      text_valid = 1'b0;
    end
  endtask

  logic command_taken, beat_taken, text_taken;

  initial begin
    #1 rst_n = 1'b0;
    #2 rst_n = 1'b1;
    next_command();
    for (cycle = 0; cycle < Cycles; cycle = cycle + 1) begin
      // Closed, then a zeroise, then closed for some more cycles.
      if (cycle % 128 == 90 + (cycle / 128) % 23) begin
        closed = 1'b1;
        first = command + ((word != 0) ? 1 : 0);
        if (packet + ((beat != 0) ? 1 : 0) > first) begin
          first = packet + ((beat != 0) ? 1 : 0);
        end
        if (word != 0 || beat != 0 || command != packet) begin
          drops = drops + 1;
        end
      end
      again = cycle % 256 == 220 + (cycle / 128) % 23 + (cycle / 256) % 7;
      zeroise = again || cycle % 128 == 91 + (cycle / 128) % 23;
      if (cycle % 128 == 0) begin
        closed = 1'b0;
      end
      command_valid = command_valid || below(3) != 0;
      beat_valid = beat_valid || below(3) != 0;
      inner_command_ready = !closed && below(3) != 0 && command < packet + 9;
      inner_beat_ready = !closed && below(3) != 0 && packet < command + 6;
      out_ready = below(4) > ((cycle / 512) % 4);
      // After a zeroise no text comes for some cycles.
      if (closed && (!zeroise || again)) begin
        text_valid = cycle % 128 < 90 + (cycle / 128) % 23 + 1 && text_valid;
      end else if (!text_valid && below(2) == 0) begin
        text_valid = 1'b1;
        text = {4{$urandom(seed)}} & ~128'd1;
        text_last = below(4) == 0;
      end
      #1 command_taken = command_valid && command_ready;
      beat_taken = beat_valid && beat_ready;
      text_taken = text_valid && text_ready;
      observe();
      #4 clk = 1'b1;
      #1 advance(command_taken, beat_taken, text_taken);
      if (zeroise) begin
        seen_word = -9;  // state is gone: a rest of the old packet would be wrong
        seen_beat = -9;
        text_valid = 1'b0;
        if (open) begin
          list[put] = {129{1'b1}};  // a beat without bytes ends the packet
          put = put + 8'd1;
          open = 1'b0;
          ends = ends + 1;
        end
      end
      #4 clk = 1'b0;
    end
    if (faults != 0) begin
      $display("FAIL %0d times", faults);
    end else begin
      $display("PASS %0d %0d %0d %0d", command, packet, drops, ends);
    end
    $finish;
  end

endmodule : tb_roundel_packet_isolator
