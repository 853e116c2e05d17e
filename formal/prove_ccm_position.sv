// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_ccm_position gives each beat of CCM the position and the verdict that a count
// of all beats of its packet gives. Unbounded, with clears at any time.
//
// The proof watches one arbitrary stream with arbitrary lengths of its packets. Beats of the other
// streams are arbitrary. The count has all bits of a position, and no part of the packet is longer
// than the count: 2^28 blocks.

module prove_ccm_position #(
  parameter int Streams = 2,
  parameter int BlockBits = 2
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic [roundel_prim_pkg::index_bits(Streams)-1:0] watched_i,
  input logic valid_i,
  input logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input logic first_i,
  input logic last_i,
  input logic [4:0] bytes_i,
  input logic has_aad_i,
  input logic [BlockBits-1:0] last_aad_i,
  input logic has_text_i,
  input logic [BlockBits+3:0] last_text_i
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);

  logic busy, is_aad, bad_aad, bad_text;
  logic [31:0] number;

  roundel_ccm_position #(.Streams(Streams), .BlockBits(BlockBits)) u_dut (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(busy),
    .valid_i, .stream_i, .first_i, .last_i, .bytes_i, .has_aad_i, .last_aad_i, .has_text_i,
    .last_text_i,
    .is_aad_o(is_aad),
    .number_o(number),
    .bad_aad_o(bad_aad),
    .bad_text_o(bad_text)
  );

  // The beats of the packet of the watched stream before this beat, and its lengths in bytes.
  logic begun_q = 1'b0;
  logic [STREAM_BITS-1:0] watched_q;
  logic inside_q;  // a packet has begun
  logic bad_aad_q, bad_text_q;
  logic [BlockBits+1:0] beats_q;
  logic [BlockBits+4:0] aad_q, text_q;  // bytes of the packet's AAD and text, according to its command
  logic own, own_q, first_q;
  logic [BlockBits+1:0] beats;
  logic [BlockBits+4:0] aad, text;
  logic [BlockBits+1:0] aad_beats, text_before;
  logic beat_is_aad, ends_aad, wrong_aad, wrong_text;
  logic wanted_aad_q, wanted_bad_aad_q, wanted_bad_text_q;
  logic [31:0] wanted_number_q;

  assign own = valid_i && stream_i == watched_q;
  assign beats = first_i ? '0 : beats_q;
  assign aad = has_aad_i ? {1'b0, last_aad_i, 4'd0} + 16 : '0;
  assign text = has_text_i ? {1'b0, last_text_i} + 1'b1 : '0;
  assign aad_beats = {1'b0, aad[BlockBits+4:4]};
  assign beat_is_aad = beats < aad_beats;
  assign ends_aad = beats + 1'b1 == aad_beats;
  assign text_before = beats - aad_beats;  // blocks of text before this beat

  // The AAD is whole blocks, and ends before the packet or with it. The bytes of text up to the
  // last beat are those of the command.
  assign wrong_aad = beat_is_aad && (bytes_i != 5'd16 || (last_i && !ends_aad));
  always_comb begin
    wrong_text = 1'b0;
    if (beat_is_aad) begin
      wrong_text = last_i && ends_aad && text != '0;
    end else if (text == '0) begin
      wrong_text = bytes_i != '0 || !first_i;
    end else if (last_i) begin
      wrong_text = {text_before, 4'd0} + bytes_i != {1'b0, text} || bytes_i == '0;
    end else begin
      wrong_text = {text_before, 4'd0} + 16 >= {1'b0, text};
    end
  end

  always_ff @(posedge clk_i) begin
    begun_q <= 1'b1;
    watched_q <= begun_q ? watched_q : watched_i;
    first_q <= first_i;
    wanted_aad_q <= beat_is_aad;
    wanted_number_q <= first_i ? 32'(text) : 32'(beat_is_aad ? beats : text_before) + 32'd1;
    wanted_bad_aad_q <= wrong_aad || (!first_i && bad_aad_q);
    wanted_bad_text_q <= wrong_text || (!first_i && bad_text_q);
    if (own) begin
      beats_q <= beats + 1'b1;
      bad_aad_q <= wrong_aad || (!first_i && bad_aad_q);
      bad_text_q <= wrong_text || (!first_i && bad_text_q);
      aad_q <= aad;
      text_q <= text;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {own_q, inside_q} <= '0;
    end else if (clear_i) begin
      {own_q, inside_q} <= '0;
    end else begin
      own_q <= own;
      inside_q <= own ? !last_i : inside_q;
    end
  end

  always_comb begin
    assume (begun_q || !rst_ni);
    if (busy || clear_i) assume (!valid_i);
    if (own) begin
      assume (first_i == !inside_q);
      if (!first_i) assume (aad == aad_q && text == text_q);
      // Only the last beat of a packet is not whole.
      assume (bytes_i <= 5'd16 && (bytes_i == 5'd16 || last_i));
      // Neither the AAD nor the text of the packet has more than 2^BlockBits beats.
      assume (beat_is_aad || text_before[BlockBits+1:BlockBits] == '0);
    end
    if (begun_q && rst_ni && own_q) begin
      assert (is_aad == wanted_aad_q);
      assert (number == wanted_number_q || (wanted_bad_text_q && !first_q));
      assert (bad_aad == wanted_bad_aad_q);
      assert (bad_text == wanted_bad_text_q);
    end
    right: cover (begun_q && rst_ni && own && last_i && beats == 3 && aad_beats == 2
                  && !wrong_aad && !wrong_text && !bad_aad_q && !bad_text_q);
    wrong: cover (begun_q && rst_ni && own_q && bad_text && !bad_aad && wanted_number_q == 32'd3);
  end

endmodule : prove_ccm_position
