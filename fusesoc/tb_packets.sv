// SPDX-License-Identifier: Apache-2.0
//
// What the benches of the tops for packets share: published vectors in, text and results compared;
// $fatal if one is wrong. The bench around it connects the top's pins, and ends when all is done.
//
// Scenes:
//   1  a key, a command, a packet, its result
//   2  another key, then packets behind each other whose keys, directions and lengths change; with
//      several streams a packet in each of some, side by side
//   3  as many while text and results are not taken at first
//   4  one more packet, alone, some cycles behind its command
//   5  a packet of each further vector, alone, with its key
// Vector 0 has several blocks (GCM: AAD too), vector 1 a single one. Packet n is in stream n mod
// Streams, and begins with its number beside its command.

// Integers go into fields of fewer bits.
// verilator lint_off WIDTHTRUNC
// verilator lint_off WIDTHEXPAND

module tb_packets #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,
  parameter int KeyBits = 128,
  parameter int KeySlots = 4,
  parameter int UserBits = 1,
  parameter int Streams = 1,
  parameter int Vectors = 2,  // of tb_vectors_pkg: 0 and 1, and further ones
  parameter bit CheckUser = 1'b1  // 0: the top has no ports for the user's bits
) (
  input  logic                                      clk_i,
  output logic                                      rst_no,
  output logic [                              31:0] scene_o,
  output logic                                      done_o,  // all is right
  output logic [                              31:0] results_o,  // that came

  output logic                                      key_valid_o,
  input  logic                                      key_ready_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0]  key_slot_o,
  output logic [roundel_stream_pkg::mode_key_bits(Mode, KeyBits)-1:0] key_o,
  output logic                                      key_clear_o,

  output logic                                      command_valid_o,
  input  logic                                      command_ready_i,
  output logic [                             383:0] command_o,
  output logic [                      UserBits-1:0] command_user_o,

  output logic                                      beat_valid_o,
  input  logic                                      beat_ready_i,
  output logic [                     128*Lanes-1:0] beat_data_o,
  output logic [                      16*Lanes-1:0] beat_keep_o,
  output logic                                      beat_last_o,
  output logic [  roundel_prim_pkg::index_bits(Streams)-1:0] beat_id_o,

  input  logic                                      text_valid_i,
  output logic                                      text_ready_o,
  input  logic [                     128*Lanes-1:0] text_data_i,
  input  logic [                      16*Lanes-1:0] text_keep_i,
  input  logic                                      text_last_i,
  input  logic [  roundel_prim_pkg::index_bits(Streams)-1:0] text_id_i,
  input  logic [                      UserBits-1:0] text_user_i,

  input  logic                                      result_valid_i,
  output logic                                      result_ready_o,
  input  logic                                      result_ok_i,
  input  logic [                               2:0] result_error_i,
  input  logic [                             127:0] result_tag_i,
  input  logic [  roundel_prim_pkg::index_bits(Streams)-1:0] result_id_i,
  input  logic [                      UserBits-1:0] result_user_i
);

  localparam int BEAT = 16 * Lanes;  // bytes
  localparam int MOST = 32 + Vectors;  // packets at most
  localparam int SEVERAL = (Streams == 2) ? 2 : 4;  // packets of scenes 2 and 3
  localparam int STALL = 60;  // cycles in which scene 3 takes nothing
  localparam int LIMIT = 50000;  // cycles in which all must be done

  // Pins change after the edge, and are looked at in front of the next one.
  task automatic tick(input integer cycles);
    begin
      repeat (cycles) @(posedge clk_i);
      #1;
    end
  endtask

  // ---- Packets: which vector, and whether backwards ---------------------------------------------
  integer vectors[MOST];
  logic backwards[MOST];
  integer packets = 0;  // whose commands may go
  integer commands = 0;  // given
  integer texts = 0;  // packets whose text is over
  integer results = 0;  // packets whose result has come
  assign results_o = results;

  // Of each stream: the packets whose text and whose result come next, and bytes of that text.
  integer text_next[Streams];
  integer result_next[Streams];
  integer taken[Streams];

  function automatic logic is_backwards(input integer number);
    is_backwards = (Direction == roundel_aes_pkg::DIRECTION_BOTH) ? number[0]
        : (Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
  endfunction

  // The byte at a place of a field that has its byte 0 on top.
  function automatic logic [7:0] byte_of(input logic [511:0] field, input integer place);
    byte_of = field[511-8*place-:8];
  endfunction

  // ---- Commands and beats -----------------------------------------------------------------------
  task automatic load(input integer vector);
    logic moved;
    begin
      key_valid_o = 1'b1;
      key_slot_o = vector % KeySlots;
      key_o = tb_vectors_pkg::key(Mode, KeyBits, vector);
      moved = 1'b0;
      while (!moved) begin
        @(negedge clk_i);
        moved = key_ready_i;
        tick(1);
      end
      key_valid_o = 1'b0;
    end
  endtask

  task automatic give_command(input integer number);
    logic [127:0] iv, tag;
    logic moved;
    integer vector, place;
    begin
      vector = vectors[number];
      iv = tb_vectors_pkg::iv(Mode, KeyBits, vector);
      tag = tb_vectors_pkg::tag(Mode, KeyBits, vector);
      command_valid_o = 1'b1;
      command_o = '0;
      command_o[0] = backwards[number];
      command_o[8+:8] = Mode;
      command_o[16+:8] = vector % KeySlots;
      command_o[24+:8] = (Mode == roundel_stream_pkg::MODE_GCM) ? 8'd16 : 8'd0;
      command_o[32+:32] = tb_vectors_pkg::aad_bytes(Mode, vector);
      command_o[64+:8] = number % Streams;
      for (place = 0; place < 16; place = place + 1) begin
        command_o[128+8*place+:8] = iv[127-8*place-:8];
        if (backwards[number]) command_o[256+8*place+:8] = tag[127-8*place-:8];
      end
      command_user_o = commands[UserBits-1:0];
      moved = 1'b0;
      while (!moved) begin
        @(negedge clk_i);
        moved = command_ready_i;
        tick(1);
      end
      command_valid_o = 1'b0;
      commands = commands + 1;
    end
  endtask

  // The beat of a field that begins with its byte `first`.
  task automatic give_beat(input integer number, input logic [511:0] field, input integer bytes,
                           input integer first, input logic last);
    integer place;
    logic moved;
    begin
      beat_valid_o = 1'b1;
      beat_last_o = last && first + BEAT >= bytes;
      beat_id_o = number % Streams;
      for (place = 0; place < BEAT; place = place + 1) begin
        beat_keep_o[place] = first + place < bytes;
        beat_data_o[8*place+:8] = (first + place < bytes) ? byte_of(field, first + place) : 8'd0;
      end
      moved = 1'b0;
      while (!moved) begin
        @(negedge clk_i);
        moved = beat_ready_i;
        tick(1);
      end
      beat_valid_o = 1'b0;
    end
  endtask

  // AAD and text of packets, behind each other or, in different streams, a beat of each in turn.
  task automatic give_texts(input integer begins, input integer ends);
    integer number, first, bytes;
    begin
      for (number = begins; number < ends; number = number + 1) begin
        bytes = tb_vectors_pkg::aad_bytes(Mode, vectors[number]);
        for (first = 0; first < bytes; first = first + BEAT) begin
          give_beat(number, tb_vectors_pkg::aad(Mode, vectors[number]), bytes, first, 1'b0);
        end
        if (Streams == 1) give_text(number, 0, 512);
      end
      if (Streams > 1) begin
        for (first = 0; first < 512; first = first + BEAT) begin
          for (number = begins; number < ends; number = number + 1) begin
            give_text(number, first, first + BEAT);
          end
        end
      end
    end
  endtask

  // The bytes of a packet's text between two places.
  task automatic give_text(input integer number, input integer begins, input integer ends);
    integer first, bytes;
    begin
      bytes = tb_vectors_pkg::text_bytes(Mode, vectors[number]);
      for (first = begins; first < bytes && first < ends; first = first + BEAT) begin
        give_beat(
            number,
            backwards[number] ? tb_vectors_pkg::cipher(Mode, KeyBits, vectors[number])
                              : tb_vectors_pkg::plain(Mode, KeyBits, vectors[number]),
            bytes, first, 1'b1);
      end
    end
  endtask

  task automatic give(input integer first, input integer last);
    integer number;
    begin
      packets = last;
      fork
        for (number = first; number < last; number = number + 1) give_command(number);
        give_texts(first, last);
      join
    end
  endtask

  // ---- Text and results -------------------------------------------------------------------------
  task automatic fail(input string what, input integer number);
    begin
      $display("tb_packets: %0s of packet %0d is wrong", what, number);
      $fatal(1);
    end
  endtask

  task automatic check_text(input integer stream);
    logic [511:0] wanted;
    integer number, place, bytes;
    begin
      number = text_next[stream];
      if (number >= packets) fail("text", number);
      bytes = tb_vectors_pkg::text_bytes(Mode, vectors[number]);
      wanted = backwards[number] ? tb_vectors_pkg::plain(Mode, KeyBits, vectors[number])
                                 : tb_vectors_pkg::cipher(Mode, KeyBits, vectors[number]);
      for (place = 0; place < BEAT; place = place + 1) begin
        if (text_keep_i[place] !== (taken[stream] + place < bytes)) fail("text", number);
        if (text_keep_i[place]
            && text_data_i[8*place+:8] !== byte_of(wanted, taken[stream] + place)) begin
          fail("text", number);
        end
      end
      if (text_last_i !== (taken[stream] + BEAT >= bytes)) fail("end", number);
      if (text_user_i !== '0) fail("user", number);
      taken[stream] = text_last_i ? 0 : taken[stream] + BEAT;
      if (text_last_i) begin
        text_next[stream] = number + Streams;
        texts = texts + 1;
      end
    end
  endtask

  task automatic check_result(input integer stream);
    logic [127:0] wanted;
    integer number, place;
    begin
      number = result_next[stream];
      if (number >= packets) fail("result", number);
      wanted = tb_vectors_pkg::tag(Mode, KeyBits, vectors[number]);
      if (result_ok_i !== 1'b1 || result_error_i !== roundel_stream_pkg::ERROR_NONE) fail("result",
          number);
      if (CheckUser && result_user_i !== number[UserBits-1:0]) fail("user", number);
      for (place = 0; place < 16; place = place + 1) begin
        if (result_tag_i[8*place+:8] !== wanted[127-8*place-:8]) fail("tag", number);
      end
      result_next[stream] = number + Streams;
      results = results + 1;
    end
  endtask

  always @(posedge clk_i) begin
    if (rst_no && text_valid_i && text_ready_o) check_text(text_id_i % Streams);
    if (rst_no && result_valid_i && result_ready_o) check_result(result_id_i % Streams);
  end

  task automatic finish_scene;
    begin
      while (results != packets) tick(1);
      tick(3);
    end
  endtask

  initial begin
    integer number;
    for (number = 0; number < MOST; number = number + 1) begin
      // A single slot has one key at a time.
      vectors[number] = (KeySlots == 1) ? 0 : (number & 1);
      backwards[number] = is_backwards(number >> 1);
    end
    for (number = 0; number < Streams; number = number + 1) begin
      text_next[number] = number;
      result_next[number] = number;
      taken[number] = 0;
    end
    rst_no = 1'b0;
    scene_o = '0;
    done_o = 1'b0;
    {key_valid_o, key_slot_o, key_o, key_clear_o} = '0;
    {command_valid_o, command_o, command_user_o} = '0;
    {beat_valid_o, beat_data_o, beat_keep_o, beat_last_o, beat_id_o} = '0;
    {text_ready_o, result_ready_o} = '1;
    tick(3);
    rst_no = 1'b1;
    // After reset keys wait until their memories are clear: forgetting one takes as long.
    key_clear_o = 1'b1;
    load(1);
    key_clear_o = 1'b0;

    scene_o = 1;
    tick(2);
    load(0);
    give(0, 1);
    finish_scene;

    scene_o = 2;
    tick(2);
    if (KeySlots > 1) load(1);
    give(1, 1 + SEVERAL);
    finish_scene;

    scene_o = 3;
    text_ready_o = 1'b0;
    result_ready_o = 1'b0;
    fork
      give(1 + SEVERAL, 1 + 2 * SEVERAL);
      begin
        tick(STALL);
        text_ready_o = 1'b1;
        result_ready_o = 1'b1;
      end
    join
    finish_scene;

    scene_o = 4;
    tick(2);
    packets = 2 + 2 * SEVERAL;
    give_command(packets - 1);
    tick(12);
    give_texts(packets - 1, packets);
    finish_scene;

    scene_o = 5;
    for (number = 2; number < Vectors; number = number + 1) begin
      load(number);
      vectors[packets] = number;
      give(packets, packets + 1);
      finish_scene;
    end

    scene_o = 0;
    tick(1);
    if (texts != packets) fail("end", texts);
    done_o = 1'b1;
  end

  initial begin
    tick(LIMIT);
    $display("tb_packets: no end after %0d cycles; %0d of %0d results came", LIMIT, results,
             packets);
    $fatal(1);
  end

endmodule : tb_packets
