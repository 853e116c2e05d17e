// SPDX-License-Identifier: Apache-2.0
//
// Converts requests and plain bytes of a host into commands and beats of roundel_stream.
//
// Interface. A request is a command of roundel_stream: one word of 48 bytes, or several with a long
// IV. Bytes 12 to 15 of its first word differ: they are the number of text bytes, byte 12 the
// lowest. Data are words of `Bytes` bytes, byte 0 in the low bits: first AAD, then text from a new
// word. Bytes 4 to 7 of the request are the number of AAD bytes. Bytes beyond the length in a last
// word are ignored. Requests and data have separate valid/ready channels. At most two requests are
// accepted ahead of their data; data are accepted only after their request. `open_o`, a register,
// is high while words of accepted requests are outstanding. `settled_o` is high when `open_o`
// includes every accepted request. A source with requests and data in one list decides by these two
// signals. A command carries its number, counted from 0, and above the number a flag: the packet
// has text, if command and key are correct. A beat carries the number. `clear_i` drops all requests
// and restarts the numbers at 0. Reset: asynchronous, active low.

module roundel_request_packets #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // mode of operation
  parameter int Bytes = 16,  // bytes of a word, a power of two
  parameter int NumberBits = 8
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,

  input  logic                  request_valid_i,
  output logic                  request_ready_o,
  input  logic [         383:0] request_i,  // byte 0 in the low bits
  output logic                  open_o,
  output logic                  settled_o,

  input  logic                  word_valid_i,
  output logic                  word_ready_o,
  input  logic [   8*Bytes-1:0] word_i,

  output logic                  command_valid_o,
  input  logic                  command_ready_i,
  output logic [         383:0] command_o,
  output logic [  NumberBits:0] command_user_o,

  output logic                  beat_valid_o,
  input  logic                  beat_ready_i,
  output logic [   8*Bytes-1:0] beat_data_o,
  output logic [     Bytes-1:0] beat_keep_o,
  output logic                  beat_end_o,  // last beat of AAD or of text
  output logic                  beat_last_o,
  output logic [NumberBits-1:0] beat_user_o
);

  `include "roundel_command_types.svh"

  localparam int LOG = $clog2(Bytes);
  localparam int COUNT_BITS = 33 - LOG;  // width of a word count, for 2^32 - 1 bytes

  // Number of low length bits that do not count as text: XTS drops fewer than 16 bytes.
  localparam int LEAST = (Mode == roundel_stream_pkg::MODE_XTS) ? 4 : 0;

  // The fields of the request; `reserved` holds the number of text bytes.
  command_t fields;
  assign fields = request_i[127:0];

  // ---- Commands ---------------------------------------------------------------------------------
  logic first, last, request_taken;
  logic command_valid_q;
  logic [383:0] command_q;
  logic [NumberBits-1:0] number_q;
  logic text_q;
  logic raw_valid_q, raw_ready;  // lengths in bytes, as in the request

  assign request_ready_o = !command_valid_q && !raw_valid_q;
  assign request_taken = request_valid_i && request_ready_o;
  assign command_valid_o = command_valid_q;
  assign command_o = command_q;
  assign command_user_o = {text_q, number_q};

  roundel_command_boundary #(.Mode(Mode)) u_words (
    .clk_i, .rst_ni, .clear_i,
    .taken_i(request_taken),
    .command_i(fields[95:0]),
    .first_o(first),
    .last_o(last)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      command_valid_q <= 1'b0;
      raw_valid_q <= 1'b0;
      number_q <= '1;
    end else if (clear_i) begin
      command_valid_q <= 1'b0;
      raw_valid_q <= 1'b0;
      number_q <= '1;
    end else begin
      command_valid_q <= request_taken || (command_valid_q && !command_ready_i);
      raw_valid_q <= (request_taken && last) || (raw_valid_q && !raw_ready);
      if (request_taken && first) begin
        number_q <= number_q + 1'b1;
      end
    end
  end

  logic [31:0] raw_aad_q, raw_text_q;
  always_ff @(posedge clk_i) begin
    if (request_taken) begin
      command_q <= request_i;
      if (first) begin
        command_q[127:96] <= '0;
        raw_aad_q <= fields.aad_bytes;
        raw_text_q <= fields.reserved;
        text_q <= fields.reserved[31:LEAST] != '0;
      end
    end
  end

  // ---- Lengths in words -------------------------------------------------------------------------
  // The next request: for AAD and text the number of words minus 1, and the bytes of the last word.
  logic next_valid_q, next_ready;
  logic next_aad_q, next_text_q;  // the request has AAD; has text
  logic [COUNT_BITS-1:0] next_aad_words_q, next_text_words_q;
  logic [LOG:0] next_aad_bytes_q, next_text_bytes_q;

  assign raw_ready = !next_valid_q || next_ready;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      next_valid_q <= 1'b0;
    end else if (clear_i) begin
      next_valid_q <= 1'b0;
    end else begin
      next_valid_q <= raw_valid_q || (next_valid_q && !next_ready);
    end
  end

  always_ff @(posedge clk_i) begin
    if (raw_ready) begin
      next_aad_q <= raw_aad_q != '0;
      next_text_q <= raw_text_q != '0;
      next_aad_words_q <= {1'b0, raw_aad_q[31:LOG]} - COUNT_BITS'(raw_aad_q[LOG-1:0] == '0);
      next_text_words_q <= {1'b0, raw_text_q[31:LOG]} - COUNT_BITS'(raw_text_q[LOG-1:0] == '0);
      next_aad_bytes_q <= {raw_aad_q[LOG-1:0] == '0 && raw_aad_q != '0, raw_aad_q[LOG-1:0]};
      next_text_bytes_q <= {raw_text_q[LOG-1:0] == '0 && raw_text_q != '0, raw_text_q[LOG-1:0]};
    end
  end

  // ---- Beats ------------------------------------------------------------------------------------
  // The current request. A section is AAD or text.
  logic active_q;  // the request has outstanding beats
  logic null_q;  // no AAD and no text: one beat without bytes, which needs no data word
  logic more_q;  // text follows this section
  logic final_q;  // the current word is the last of its section
  logic [COUNT_BITS-1:0] left_q;  // words of the section after the current word
  logic [COUNT_BITS-1:0] text_words_q;
  logic [LOG:0] bytes_q, text_bytes_q;  // bytes of the section's last word; of the text's
  logic [NumberBits-1:0] beat_number_q;
  logic beat_ready, beat_valid, beat_last, step;
  logic [Bytes-1:0] keep;

  assign word_ready_o = beat_ready && active_q && !null_q;
  assign beat_valid = active_q && (null_q || word_valid_i);
  assign step = beat_valid && beat_ready;
  assign beat_last = final_q && !more_q;
  assign next_ready = !active_q || (step && beat_last);

  for (genvar b = 0; b < Bytes; b++) begin : gen_keep
    localparam int FEWER = b;
    assign keep[b] = !final_q || bytes_q > FEWER[LOG:0];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      beat_number_q <= '1;
    end else if (clear_i) begin
      active_q <= 1'b0;
      beat_number_q <= '1;
    end else if (next_ready) begin
      active_q <= next_valid_q;
      if (next_valid_q) begin
        beat_number_q <= beat_number_q + 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (next_ready) begin
      null_q <= !next_aad_q && !next_text_q;
      more_q <= next_aad_q && next_text_q;
      left_q <= next_aad_q ? next_aad_words_q : next_text_words_q;
      final_q <= next_aad_q ? next_aad_words_q == '0 : (next_text_words_q == '0 || !next_text_q);
      bytes_q <= next_aad_q ? next_aad_bytes_q : next_text_bytes_q;
      text_words_q <= next_text_words_q;
      text_bytes_q <= next_text_bytes_q;
    end else if (step && final_q) begin
      more_q <= 1'b0;
      left_q <= text_words_q;
      final_q <= text_words_q == '0;
      bytes_q <= text_bytes_q;
    end else if (step) begin
      left_q <= left_q - 1'b1;
      final_q <= left_q == COUNT_BITS'(1);
    end
  end

  roundel_skid_buffer #(.Width(NumberBits + 2 + 9 * Bytes)) u_beats (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(beat_valid),
    .ready_o(beat_ready),
    .data_i({beat_number_q, beat_last, final_q, keep, word_i}),
    .valid_o(beat_valid_o),
    .ready_i(beat_ready_i),
    .data_o({beat_user_o, beat_last_o, beat_end_o, beat_keep_o, beat_data_o})
  );

  // ---- Status -----------------------------------------------------------------------------------
  assign open_o = active_q;
  assign settled_o = !raw_valid_q && !next_valid_q;

endmodule : roundel_request_packets
