// SPDX-License-Identifier: Apache-2.0
//
// Proves five statements about roundel_stream_chains, unbounded, for any commands, beats, text and
// results, with any valid and ready, and with resets and zeroises at any time:
//
// - Each command goes to one side, once: a command of CBC or CFB for encryption, of OFB, CMAC
//   or CCM to the streams, every other command, and every further word of a command, to ordinary
//   packets.
// - Beats of streams and beats of ordinary packets each leave once, in order, unchanged, on the
//   side that the top bit of `beat_id_i` names. A zeroise drops all beats.
// - Text of streams and of ordinary packets leaves once, in the order of acceptance, unchanged,
//   with the stream as the id or with the id of ordinary packets. Results: the same.
// - Text and results of both kinds alternate: while a word waits, at most one word of the other
//   kind passes. While the output has room and a word waits, a word passes in each cycle.
// - A beat of a stream waits for a beat of an ordinary packet for at most one cycle while the FIFO
//   of ordinary beats has room. The output shows text one cycle after its acceptance, or behind the
//   text accepted before.
//
// Method. roundel_interleaved_path is a stub with arbitrary outputs, so it gives and accepts words
// in any cycle. The FIFO of ordinary beats has two words instead of 34 (prove_skid_buffer,
// prove_fifo). Registers of the proof are the textbook FIFOs; two bits of the data are enough,
// because data is only stored. The other assertions are the invariant of the induction: the words
// of the FIFOs in the registers of the design.
//
// Assumption. `busy_i` and the busy output of the stub rise after a reset or a zeroise alone.

module prove_stream_chains #(
  parameter int Streams = 4
) (
  input logic clk_i,
  input logic rst_ni,
  input logic zeroise_i,
  input logic busy_i,
  input logic command_valid_i,
  input logic [383:0] command_i,
  input logic [1:0] command_user_i,
  input logic beat_valid_i,
  input logic [127:0] beat_data_i,
  input logic [15:0] beat_keep_i,
  input logic beat_last_i,
  input logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] beat_id_i,
  input logic [1:0] beat_user_i,
  input logic text_ready_i,
  input logic result_ready_i,
  input logic packet_command_ready_i,
  input logic packet_command_first_i,
  input logic packet_beat_ready_i,
  input logic packet_text_valid_i,
  input logic [127:0] packet_text_data_i,
  input logic [15:0] packet_text_keep_i,
  input logic packet_text_last_i,
  input logic [1:0] packet_text_user_i,
  input logic packet_result_valid_i,
  input logic packet_result_ok_i,
  input logic [2:0] packet_result_error_i,
  input logic [127:0] packet_result_tag_i,
  input logic [1:0] packet_result_user_i
);

  localparam int KEY_SLOTS = 2;
  localparam int ID_BITS = roundel_stream_pkg::stream_id_bits(Streams);
  // Words of the specification: id, last, keep, user, and bits 127 and 0 of the data; id, ok,
  // error, user, and bits 127 and 0 of the tag. Words of the design have 126 bits more.
  localparam int BEAT_BITS = ID_BITS + 1 + 16 + 2 + 2;
  localparam int RESULT_BITS = ID_BITS + 1 + 3 + 2 + 2;
  localparam int WIDE_BEAT = BEAT_BITS + 126;
  localparam int WIDE_RESULT = RESULT_BITS + 126;
  localparam logic [ID_BITS-1:0] PACKET_ID = {1'b1, {ID_BITS - 1{1'b0}}};
  localparam logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] NO_RETURN = '0;

  logic busy, command_ready, beat_ready, text_valid, text_last, result_valid, result_ok;
  logic [127:0] text_data, result_tag, packet_beat_data;
  logic [15:0] text_keep, packet_beat_keep;
  logic [ID_BITS-1:0] text_id, result_id;
  logic [1:0] text_user, result_user, packet_beat_user;
  logic [2:0] result_error;
  logic packet_command_valid, packet_beat_valid, packet_beat_last;
  logic packet_text_ready, packet_result_ready;

  roundel_stream_chains #(
    .Streams(Streams),
    .Depth(2),
    .KeySlots(KEY_SLOTS),
    .UserBits(2),
    .PacketDepth(18),
    .BlockRam(1'b0)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_i(busy_i),
    .busy_o(busy),
    .key_valid_i(1'b0),
    .key_slot_i(1'b0),
    .key_clear_i(1'b0),
    .key_open_o(),
    .key_taken_i(1'b0),
    .key_least_tag_i(5'd0),
    .key_policy_i({roundel_stream_pkg::POLICY_BITS{1'b0}}),
    .mode_slot_ready_i(2'd0),
    .chain_valid_o(),
    .chain_ready_i(1'b0),
    .chain_entry_o(),
    .chain_return_i(NO_RETURN),
    .command_valid_i(command_valid_i),
    .command_ready_o(command_ready),
    .command_i(command_i),
    .command_user_i(command_user_i),
    .command_privileged_i(1'b0),
    .beat_valid_i(beat_valid_i),
    .beat_ready_o(beat_ready),
    .beat_data_i(beat_data_i),
    .beat_keep_i(beat_keep_i),
    .beat_last_i(beat_last_i),
    .beat_id_i(beat_id_i),
    .beat_user_i(beat_user_i),
    .text_valid_o(text_valid),
    .text_ready_i(text_ready_i),
    .text_data_o(text_data),
    .text_keep_o(text_keep),
    .text_last_o(text_last),
    .text_id_o(text_id),
    .text_user_o(text_user),
    .result_valid_o(result_valid),
    .result_ready_i(result_ready_i),
    .result_ok_o(result_ok),
    .result_error_o(result_error),
    .result_tag_o(result_tag),
    .result_id_o(result_id),
    .result_user_o(result_user),
    .packet_command_valid_o(packet_command_valid),
    .packet_command_ready_i(packet_command_ready_i),
    .packet_command_first_i(packet_command_first_i),
    .packet_beat_valid_o(packet_beat_valid),
    .packet_beat_ready_i(packet_beat_ready_i),
    .packet_beat_data_o(packet_beat_data),
    .packet_beat_keep_o(packet_beat_keep),
    .packet_beat_last_o(packet_beat_last),
    .packet_beat_user_o(packet_beat_user),
    .packet_text_valid_i(packet_text_valid_i),
    .packet_text_ready_o(packet_text_ready),
    .packet_text_data_i(packet_text_data_i),
    .packet_text_keep_i(packet_text_keep_i),
    .packet_text_last_i(packet_text_last_i),
    .packet_text_user_i(packet_text_user_i),
    .packet_result_valid_i(packet_result_valid_i),
    .packet_result_ready_o(packet_result_ready),
    .packet_result_ok_i(packet_result_ok_i),
    .packet_result_error_i(packet_result_error_i),
    .packet_result_tag_i(packet_result_tag_i),
    .packet_result_user_i(packet_result_user_i)
  );

  // Probes: the ports of the stub. The words have no top bit of the id.
  logic path_command_valid, path_command_ready, path_beat_valid, path_beat_ready;
  logic [383:0] path_command;
  logic [1:0] path_command_user;
  logic [WIDE_BEAT-2:0] path_beat, path_text;
  logic path_text_valid, path_text_ready, path_result_valid, path_result_ready;
  logic [WIDE_RESULT-2:0] path_result;

  // Probes: the registers of the skid buffers. The lower word leaves first.
  logic beats_valid, beats_full, beats_empty, fifo_valid, fifo_full, fifo_empty;
  logic beats_clear, fifo_clear, texts_clear, results_clear;
  logic texts_valid, texts_full, texts_empty, results_valid, results_full, results_empty;
  logic [2*WIDE_BEAT-1:0] wide_beats, wide_fifo, wide_texts;
  logic [2*WIDE_RESULT-1:0] wide_results;
  logic text_turn, result_turn;

  function automatic logic [BEAT_BITS-1:0] beat_word(input logic [WIDE_BEAT-1:0] wide);
    beat_word = {wide[WIDE_BEAT-1:128], wide[127], wide[0]};
  endfunction
  function automatic logic [RESULT_BITS-1:0] tag_word(input logic [WIDE_RESULT-1:0] wide);
    tag_word = {wide[WIDE_RESULT-1:128], wide[127], wide[0]};
  endfunction
  logic [2*BEAT_BITS-1:0] beats, fifo, texts;
  logic [2*RESULT_BITS-1:0] results;
  assign beats = {beat_word(wide_beats[2*WIDE_BEAT-1:WIDE_BEAT]),
                  beat_word(wide_beats[WIDE_BEAT-1:0])};
  assign fifo = {beat_word(wide_fifo[2*WIDE_BEAT-1:WIDE_BEAT]),
                 beat_word(wide_fifo[WIDE_BEAT-1:0])};
  assign texts = {beat_word(wide_texts[2*WIDE_BEAT-1:WIDE_BEAT]),
                  beat_word(wide_texts[WIDE_BEAT-1:0])};
  assign results = {tag_word(wide_results[2*WIDE_RESULT-1:WIDE_RESULT]),
                    tag_word(wide_results[WIDE_RESULT-1:0])};

  logic started_q = 1'b0;
  logic closed_q;  // no beat was accepted since the last reset or zeroise
  logic none_open;
  assign none_open = closed_q && (busy || busy_i);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      closed_q <= 1'b1;
    end else begin
      closed_q <= zeroise_i || none_open;
    end
  end
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end

  // ---- Commands ---------------------------------------------------------------------------------
  logic takes_command, takes_packet, takes_chained, is_chained;
  assign takes_command = command_valid_i && command_ready;
  assign takes_packet = packet_command_valid && packet_command_ready_i;
  assign takes_chained = path_command_valid && path_command_ready;
  always_comb begin
    case (command_i[15:8])
      8'd6, 8'd7, 8'd8: is_chained = 1'b1;
      8'd1, 8'd5: is_chained = !command_i[0];
      default: is_chained = 1'b0;
    endcase
    if (!packet_command_first_i) is_chained = 1'b0;
  end

  // ---- Beats: a FIFO for each kind --------------------------------------------------------------
  logic beat_in, stream_in, stream_out, packet_in, packet_out;
  logic [BEAT_BITS-1:0] in_word;
  logic [1:0] stream_count_q;
  logic [2*BEAT_BITS-1:0] stream_words_q;
  logic [2:0] packet_count_q;
  logic [4*BEAT_BITS-1:0] packet_words_q;
  logic [1:0] stream_at;  // the entry of the next word
  logic [2:0] packet_at;
  logic stuck_q;  // a beat of a stream was behind an ordinary beat that could move
  assign in_word =
      beat_word({beat_id_i, beat_last_i, beat_keep_i, beat_user_i, beat_data_i});
  assign beat_in = beat_valid_i && beat_ready;
  assign stream_in = beat_in && !beat_id_i[ID_BITS-1];
  assign packet_in = beat_in && beat_id_i[ID_BITS-1];
  assign stream_out = path_beat_valid && path_beat_ready;
  assign packet_out = packet_beat_valid && packet_beat_ready_i;
  assign stream_at = stream_count_q - 2'(stream_out);
  assign packet_at = packet_count_q - 3'(packet_out);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {stream_count_q, packet_count_q, stuck_q} <= '0;
    end else if (zeroise_i) begin
      {stream_count_q, packet_count_q, stuck_q} <= '0;
    end else begin
      stream_count_q <= stream_at + 2'(stream_in);
      packet_count_q <= packet_at + 3'(packet_in);
      stuck_q <= stream_count_q != '0 && !path_beat_valid && fifo_empty;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int w = 0; w < 2; w++) begin
      if (stream_in && int'(stream_at) == w) begin
        stream_words_q[BEAT_BITS*w+:BEAT_BITS] <= in_word;
      end else if (stream_out && w < 1) begin
        stream_words_q[BEAT_BITS*w+:BEAT_BITS] <= stream_words_q[BEAT_BITS*(w+1)+:BEAT_BITS];
      end
    end
    for (int w = 0; w < 4; w++) begin
      if (packet_in && int'(packet_at) == w) begin
        packet_words_q[BEAT_BITS*w+:BEAT_BITS] <= in_word;
      end else if (packet_out && w < 3) begin
        packet_words_q[BEAT_BITS*w+:BEAT_BITS] <= packet_words_q[BEAT_BITS*(w+1)+:BEAT_BITS];
      end
    end
  end

  // The words of both FIFOs in the registers of the design, the oldest word first.
  logic [4:0] held;  // registers with a word, the oldest first
  logic [4*BEAT_BITS-1:0] words, own_packets;
  logic [2*BEAT_BITS-1:0] own_streams;
  logic [2:0] num_packets;
  logic [1:0] num_streams;
  assign words = {beats, fifo};
  assign held = {1'b0, beats_full, beats_valid, fifo_full, fifo_valid};
  always_comb begin
    own_packets = packet_words_q;
    own_streams = stream_words_q;
    num_packets = '0;
    num_streams = '0;
    for (int r = 0; r < 4; r++) begin
      if (held[r] && words[BEAT_BITS*(r+1)-1]) begin
        for (int w = 0; w < 4; w++) begin
          if (int'(num_packets) == w) begin
            own_packets[BEAT_BITS*w+:BEAT_BITS] = words[BEAT_BITS*r+:BEAT_BITS];
          end
        end
        num_packets = num_packets + 3'd1;
      end else if (held[r]) begin
        for (int w = 0; w < 2; w++) begin
          if (int'(num_streams) == w) begin
            own_streams[BEAT_BITS*w+:BEAT_BITS] = words[BEAT_BITS*r+:BEAT_BITS];
          end
        end
        num_streams = num_streams + 2'd1;
      end
    end
  end

  // ---- Text and results: one FIFO for both kinds ------------------------------------------------
  logic stream_text, packet_text, text_out, stream_result, packet_result, result_out;
  logic [BEAT_BITS-1:0] text_word;
  logic [RESULT_BITS-1:0] result_word;
  logic [1:0] text_count_q, text_at, result_count_q, result_at;
  logic [2*BEAT_BITS-1:0] text_words_q;
  logic [2*RESULT_BITS-1:0] result_words_q;
  // A word waits, and a word of the other kind has passed meanwhile.
  logic text_of_stream_waits_q, text_of_packet_waits_q;
  logic result_of_stream_waits_q, result_of_packet_waits_q;

  assign stream_text = path_text_valid && path_text_ready;
  assign packet_text = packet_text_valid_i && packet_text_ready;
  assign text_out = text_valid && text_ready_i;
  assign text_at = text_count_q - 2'(text_out);
  assign text_word = beat_word(stream_text ? {1'b0, path_text} : {PACKET_ID, packet_text_last_i,
      packet_text_keep_i, packet_text_user_i, packet_text_data_i});
  assign stream_result = path_result_valid && path_result_ready;
  assign packet_result = packet_result_valid_i && packet_result_ready;
  assign result_out = result_valid && result_ready_i;
  assign result_at = result_count_q - 2'(result_out);
  assign result_word = tag_word(stream_result ? {1'b0, path_result} : {PACKET_ID,
      packet_result_ok_i, packet_result_error_i, packet_result_user_i, packet_result_tag_i});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {text_count_q, result_count_q} <= '0;
      {text_of_stream_waits_q, text_of_packet_waits_q} <= '0;
      {result_of_stream_waits_q, result_of_packet_waits_q} <= '0;
    end else begin
      text_count_q <= (text_at + 2'(stream_text || packet_text)) & {2{!zeroise_i}};
      result_count_q <= (result_at + 2'(stream_result || packet_result)) & {2{!zeroise_i}};
      text_of_stream_waits_q <= path_text_valid && !path_text_ready
          && (packet_text || text_of_stream_waits_q);
      text_of_packet_waits_q <= packet_text_valid_i && !packet_text_ready
          && (stream_text || text_of_packet_waits_q);
      result_of_stream_waits_q <= path_result_valid && !path_result_ready
          && (packet_result || result_of_stream_waits_q);
      result_of_packet_waits_q <= packet_result_valid_i && !packet_result_ready
          && (stream_result || result_of_packet_waits_q);
    end
  end
  always_ff @(posedge clk_i) begin
    for (int w = 0; w < 2; w++) begin
      if (int'(text_at) == w) begin
        text_words_q[BEAT_BITS*w+:BEAT_BITS] <= text_word;
      end else if (text_out && w < 1) begin
        text_words_q[BEAT_BITS*w+:BEAT_BITS] <= text_words_q[BEAT_BITS*(w+1)+:BEAT_BITS];
      end
      if (int'(result_at) == w) begin
        result_words_q[RESULT_BITS*w+:RESULT_BITS] <= result_word;
      end else if (result_out && w < 1) begin
        result_words_q[RESULT_BITS*w+:RESULT_BITS] <=
            result_words_q[RESULT_BITS*(w+1)+:RESULT_BITS];
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (busy || busy_i) assume (closed_q);
    if (started_q && rst_ni) begin
      // Commands.
      assert (takes_command == (takes_packet || takes_chained));
      assert (!(takes_packet && takes_chained));
      if (takes_command) assert (takes_chained == is_chained);
      if (takes_chained) assert (path_command == command_i && path_command_user == command_user_i);

      // Beats.
      if (path_beat_valid) begin
        assert (stream_count_q != '0);
        assert (beat_word({1'b0, path_beat}) == stream_words_q[BEAT_BITS-1:0]);
      end
      if (packet_beat_valid) begin
        assert (packet_count_q != '0);
        assert ({packet_beat_last, packet_beat_keep, packet_beat_user, packet_beat_data[127],
                 packet_beat_data[0]} == packet_words_q[BEAT_BITS-ID_BITS-1:0]);
      end
      if (stuck_q) assert (path_beat_valid);

      // Text and results.
      assert (!(stream_text && packet_text) && !(stream_result && packet_result));
      assert (text_valid == (text_count_q != '0) && result_valid == (result_count_q != '0));
      if (text_valid) begin
        assert (beat_word({text_id, text_last, text_keep, text_user, text_data})
                == text_words_q[BEAT_BITS-1:0]);
      end
      if (result_valid) begin
        assert (tag_word({result_id, result_ok, result_error, result_user, result_tag})
                == result_words_q[RESULT_BITS-1:0]);
      end

      // Fairness.
      if (text_of_packet_waits_q && packet_text_valid_i) assert (!stream_text);
      if (text_of_stream_waits_q && path_text_valid) assert (!packet_text);
      if (result_of_packet_waits_q && packet_result_valid_i) assert (!stream_result);
      if (result_of_stream_waits_q && path_result_valid) assert (!packet_result);
      if (texts_empty && (path_text_valid || packet_text_valid_i)) begin
        assert (stream_text || packet_text);
      end
      if (results_empty && (path_result_valid || packet_result_valid_i)) begin
        assert (stream_result || packet_result);
      end

      // The invariant of the induction.
      assert (num_streams == stream_count_q && num_packets == packet_count_q);
      assert (own_streams == stream_words_q && own_packets == packet_words_q);
      if (closed_q) assert (stream_count_q == '0 && packet_count_q == '0 && !beats_empty);
      assert (!(beats_full && !beats_valid) && !(beats_full && beats_empty));
      assert (!(fifo_full && !fifo_valid) && !(fifo_full && fifo_empty));
      if (beats_clear) assert (!beats_valid && !beats_empty);
      if (fifo_clear) assert (!fifo_valid && !fifo_empty);
      if (texts_clear) assert (!texts_valid && !texts_empty);
      if (results_clear) assert (!results_valid && !results_empty);
      if (fifo_valid) assert (fifo[BEAT_BITS-1]);
      if (fifo_full) assert (fifo[2*BEAT_BITS-1]);
      assert (text_count_q == 2'(texts_valid) + 2'(texts_full));
      assert (!(texts_full && !texts_valid) && !(texts_full && texts_empty));
      if (texts_valid) assert (texts[BEAT_BITS-1:0] == text_words_q[BEAT_BITS-1:0]);
      if (texts_full) assert (texts == text_words_q);
      assert (result_count_q == 2'(results_valid) + 2'(results_full));
      assert (!(results_full && !results_valid) && !(results_full && results_empty));
      if (results_valid) assert (results[RESULT_BITS-1:0] == result_words_q[RESULT_BITS-1:0]);
      if (results_full) assert (results == result_words_q);
      if (text_of_packet_waits_q) assert (!text_turn);
      if (text_of_stream_waits_q) assert (text_turn);
      if (result_of_packet_waits_q) assert (!result_turn);
      if (result_of_stream_waits_q) assert (result_turn);
    end
    alternates: cover (started_q && rst_ni && text_of_packet_waits_q && packet_text
                       && path_text_valid && result_of_stream_waits_q && stream_result
                       && packet_result_valid_i);
    passes: cover (started_q && rst_ni && packet_count_q == 3'd3 && stream_count_q == 2'd1
                   && stream_out);
  end

endmodule : prove_stream_chains
