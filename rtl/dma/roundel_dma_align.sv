// SPDX-License-Identifier: Apache-2.0
//
// Aligns text to beats: joins the rest of 1 word with the start of the next, and rotates.
//
// Interface. A step (`step_i`) makes 1 beat: `bytes_i` bytes of text from byte `start_i` of the
// last word on, the first of them at byte `offset_i` of the beat. With `take_i` the beat also takes
// bytes of `text_i`; `text_i` is the last word from the next cycle on. No back-pressure.
// Throughput: 1 beat per cycle. Latency: 2 cycles and those of roundel_byte_rotator. `clear_i`
// drops beats; a clear as long as the latency also sets all data to zero.

module roundel_dma_align #(
  parameter int Bytes = 16  // bytes of a word and of a beat: a power of two, at least 4
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     clear_i,

  input  logic                     step_i,
  input  logic                     take_i,  // the beat needs `text_i`
  input  logic [$clog2(Bytes)-1:0] start_i,  // next byte of the last word; 0: none is left
  input  logic [$clog2(Bytes)-1:0] offset_i,  // byte of the beat where the text begins
  input  logic [  $clog2(Bytes):0] bytes_i,  // bytes of text in the beat
  input  logic [      8*Bytes-1:0] text_i,  // byte 0 in the low bits

  output logic                     beat_valid_o,
  output logic [      9*Bytes-1:0] beat_o  // strobes above data; byte 0 in the low bits
);

  localparam int LOG = $clog2(Bytes);

  logic [8*Bytes-1:0] word_q;  // the last word of text
  logic [8*Bytes-1:0] joined, rotated;
  logic [LOG:0] word_from;  // `joined` has bytes of word_q from here on
  logic [Bytes-1:0] strobe;

  // The step in each stage: joined, rotated, with strobes.
  logic step_q, rotated_valid, beat_valid_q;
  logic [LOG-1:0] places_q;  // bytes to rotate by
  logic [LOG-1:0] offset_q, rotated_offset;
  logic [LOG:0] bytes_q, rotated_bytes;
  logic [8*Bytes-1:0] joined_q, beat_q;
  logic [Bytes-1:0] strobe_q;

  assign word_from = {start_i == '0, start_i};
  for (genvar b = 0; b < Bytes; b++) begin : gen_byte
    localparam int INDEX = b;
    logic [LOG:0] distance;  // of the byte behind the first byte of text
    assign joined[8*b+:8] = (INDEX[LOG:0] >= word_from) ? word_q[8*b+:8] : text_i[8*b+:8];
    assign distance = INDEX[LOG:0] - {1'b0, rotated_offset};
    assign strobe[b] = !distance[LOG] && distance < rotated_bytes;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      step_q <= 1'b0;
      beat_valid_q <= 1'b0;
    end else begin
      step_q <= step_i;
      beat_valid_q <= rotated_valid && !clear_i;
    end
  end

  always_ff @(posedge clk_i) begin
    places_q <= offset_i - start_i;
    offset_q <= offset_i;
    bytes_q <= bytes_i;
    strobe_q <= strobe;
    if (clear_i) begin
      word_q <= '0;
      joined_q <= '0;
      beat_q <= '0;
    end else begin
      if (take_i) begin
        word_q <= text_i;
      end
      joined_q <= joined;
      beat_q <= rotated;
    end
  end

  roundel_byte_rotator #(.Bytes(Bytes), .BesideBits(2 * LOG + 1)) u_rotate (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(step_q),
    .data_i(joined_q),
    .places_i(places_q),
    .beside_i({bytes_q, offset_q}),
    .valid_o(rotated_valid),
    .data_o(rotated),
    .beside_o({rotated_bytes, rotated_offset})
  );

  assign beat_valid_o = beat_valid_q && !clear_i;
  assign beat_o = {strobe_q, beat_q};

endmodule : roundel_dma_align
