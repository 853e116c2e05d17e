// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_request_results gives text and results in the order of the requests.
//
// Each request gives its whole text, each byte at its position and zeros for disabled bytes, then
// its result with the number of text bytes. Nothing waits without a reason. Unbounded, with resets,
// clears and stalls at any time.
//
// The environment is roundel_stream: text and results in the order of the packets, each channel on
// its own, with the packet numbers of roundel_request_packets. Some packets have no text; others
// are dropped, as reported by their errors. At most 2^NumberBits packets are in flight.

module prove_request_results #(
  parameter int NumberBits = 2
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic         none_i,  // the next packet has no text output
  input logic         drop_i,  // the next packet is dropped
  input logic         skip_i,
  input logic         text_valid_i,
  input logic         text_last_i,
  input logic [127:0] text_data_i,
  input logic [  4:0] text_bytes_i,
  input logic         word_ready_i,
  input logic         result_valid_i,
  input logic [  2:0] result_error_i,
  input logic         result_ready_i
);

  localparam int NUMBERS = 1 << NumberBits;

  // ---- The environment --------------------------------------------------------------------------
  // Packets are counted modulo 2^8. The kind of a packet is chosen when its number becomes free.
  logic [7:0] text_q, result_q;  // packets with text finished; with result finished
  logic [NUMBERS-1:0] none_q, drop_q;
  logic text_valid, result_valid, text_there, ahead;
  logic text_ready, word_valid, result_ready, result_valid_out;
  logic [127:0] word;
  logic word_block;
  logic [31:0] bytes;
  logic [NumberBits-1:0] text_number, result_number;
  logic [15:0] keep;
  logic dropped;

  assign text_number = text_q[NumberBits-1:0];
  assign result_number = result_q[NumberBits-1:0];
  assign ahead = text_q != result_q;  // the text of the packet with the next result is finished
  assign text_there = !none_q[text_number] && !drop_q[text_number]
      && text_q - result_q < 8'(NUMBERS);
  assign text_valid = text_valid_i && text_there;
  assign dropped = drop_q[result_number];
  assign result_valid = result_valid_i && (dropped == (result_error_i ==
      roundel_stream_pkg::ERROR_COMMAND
      || result_error_i == roundel_stream_pkg::ERROR_KEY));
  for (genvar b = 0; b < 16; b++) begin : gen_keep
    assign keep[b] = int'(text_bytes_i) > b;
  end

  roundel_request_results #(
    .Lanes(1),
    .NumberBits(NumberBits)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .text_valid_i(text_valid),
    .text_ready_o(text_ready),
    .text_data_i(text_data_i),
    .text_keep_i(keep),
    .text_last_i(text_last_i),
    .text_number_i(text_number),
    .result_valid_i(result_valid),
    .result_ready_o(result_ready),
    .result_error_i(result_error_i),
    .result_text_i(!none_q[result_number]),
    .word_valid_o(word_valid),
    .word_ready_i(word_ready_i),
    .word_data_o(word),
    .word_blocks_o(word_block),
    .result_valid_o(result_valid_out),
    .result_ready_i(result_ready_i),
    .result_bytes_o(bytes)
  );

  logic text_taken, result_taken, no_text;
  logic [31:0] bytes_q;  // of text since the last result
  assign text_taken = text_valid && text_ready;
  assign result_taken = result_valid && result_ready;
  assign no_text = none_q[result_number] || dropped;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      text_q <= 8'd0;
      result_q <= 8'd0;
      bytes_q <= 32'd0;
    end else if (clear_i) begin
      text_q <= 8'd0;
      result_q <= 8'd0;
      bytes_q <= 32'd0;
    end else begin
      // The text channel skips packets without text at any time, at the latest with their result.
      if (text_taken ? text_last_i : (skip_i || (result_taken && !ahead)) && !text_there) begin
        text_q <= text_q + 8'd1;
      end
      result_q <= result_q + 8'(result_taken);
      bytes_q <= result_taken ? 32'd0 : bytes_q + (text_taken ? 32'(text_bytes_i) : 32'd0);
    end
  end
  always_ff @(posedge clk_i) begin
    if (result_taken) begin
      none_q[result_number] <= none_i;
      drop_q[result_number] <= drop_i;
    end
  end

  logic started_q = 1'b0;
  logic [3:0] run_q;  // consecutive words
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    run_q <= (started_q && rst_ni && !clear_i && text_taken && run_q != '1) ? run_q + 4'd1 : 4'd0;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (text_bytes_i != 5'd0 && text_bytes_i <= 5'd16);
    // The text channel is at most NUMBERS packets ahead.
    if (text_q - result_q == 8'(NUMBERS)) assume (!skip_i);
    if (started_q && rst_ni) begin
      assert (text_q - result_q <= 8'(NUMBERS));
      // Text goes out while its packet has the next result; the result follows.
      assert (word_valid == (text_valid && !ahead) && text_taken == (word_valid && word_ready_i));
      assert (result_valid_out == (result_valid && (ahead || no_text)));
      assert (result_taken == (result_valid_out && result_ready_i));
      if (result_valid_out) assert (bytes == bytes_q);
      for (int b = 0; b < 16; b++) begin
        assert (word[8*b+:8] == (keep[b] ? text_data_i[8*b+:8] : 8'd0));
      end
      assert (word_block);
    end
    streaming: cover (started_q && rst_ni && run_q == 4'd8 && result_q == 8'd1);
    behind: cover (started_q && rst_ni && result_taken && result_q == 8'd5 && text_q == 8'd7
                   && bytes == 32'd7);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [NumberBits-1:0] \u_dut.number_q ;
  (* hierconn *) logic \u_dut.done_q ;
  (* hierconn *) logic [31:0] \u_dut.bytes_q ;
  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.number_q == result_number && \u_dut.bytes_q == bytes_q);
      assert (\u_dut.done_q == (ahead && !no_text));
      // The text channel waits at the first packet with text.
      for (int k = 1; k < NUMBERS; k++) begin
        if (text_q - result_q > 8'(k)) begin
          assert (none_q[result_number+NumberBits'(k)] || drop_q[result_number+NumberBits'(k)]);
        end
      end
    end
  end

endmodule : prove_request_results
