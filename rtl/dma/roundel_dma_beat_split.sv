// SPDX-License-Identifier: Apache-2.0
//
// Splits a piece of memory into the bytes of each touched beat.
//
// Interface. `load_i` loads a piece; the outputs describe the first beat from the next cycle on.
// `step_i` moves to the next beat of the piece. `load_i` has priority over `step_i`, and a new
// piece may replace the last beat of the previous piece. Throughput: 1 beat per cycle. Latency: 1
// cycle. No reset: the outputs mean nothing before the first `load_i`. A piece's address is no
// secret.
//
// Method. A piece fits 1 beat if bytes plus offset are at most `Bytes`. The test
// adds only the low bits and requires zeros in the high bits; a comparison of 32 bits would be the
// critical path of the DMA. The bytes behind a beat are counted down in a separate register.

module roundel_dma_beat_split #(
  parameter int Bytes = 16  // bytes of a beat: a power of two, at least 4
) (
  input  logic                     clk_i,
  input  logic                     load_i,
  input  logic                     step_i,
  input  logic [$clog2(Bytes)-1:0] offset_i,  // offset of the piece's first byte in a beat
  input  logic [             31:0] bytes_i,  // bytes of the piece, at least 1

  output logic [$clog2(Bytes)-1:0] offset_o,  // offset of the beat's first byte of the piece
  output logic [  $clog2(Bytes):0] bytes_o,  // bytes of the piece in the beat, at least 1
  output logic                     last_o  // the beat is the last of the piece
);

  localparam int LOG = $clog2(Bytes);
  localparam logic [31:0] BEAT_BYTES = Bytes;

  logic [LOG-1:0] offset_q;
  logic [LOG:0] bytes_q;
  logic last_q;
  logic [31:0] behind_q;  // bytes of the piece behind the beat
  logic [LOG:0] room;  // bytes from the offset to the end of the beat
  logic [LOG:0] sum;  // low bits of offset plus bytes
  logic fits, rest_fits;

  assign room = (LOG + 1)'(Bytes) - {1'b0, offset_i};
  assign sum = {1'b0, bytes_i[LOG-1:0]} + {1'b0, offset_i};
  // The piece is a whole beat, or a shorter piece within a beat.
  assign fits = bytes_i[31:LOG+1] == '0 && (bytes_i[LOG]
      ? bytes_i[LOG-1:0] == '0 && offset_i == '0
      : !sum[LOG] || sum[LOG-1:0] == '0);
  assign rest_fits = behind_q <= BEAT_BYTES;

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      offset_q <= offset_i;
      last_q <= fits;
      bytes_q <= fits ? bytes_i[LOG:0] : room;
      behind_q <= bytes_i + {{(32-LOG){1'b1}}, offset_i};  // bytes - (Bytes - offset)
    end else if (step_i) begin
      offset_q <= '0;
      last_q <= rest_fits;
      bytes_q <= rest_fits ? behind_q[LOG:0] : (LOG + 1)'(Bytes);
      behind_q <= behind_q - BEAT_BYTES;
    end
  end

  assign offset_o = offset_q;
  assign bytes_o = bytes_q;
  assign last_o = last_q;

endmodule : roundel_dma_beat_split
