// SPDX-License-Identifier: Apache-2.0
//
// What became of requests of roundel_dma, in order: their results, whether memory could be read and
// written, and the record that says so, which is written when all text is in memory.
//
// A request is over when all of it was heard: `about_*` of roundel_dma_decode, its result, and,
// where it has data or text, the status of roundel_dma_read and roundel_dma_write. If its text was
// dropped its pieces are skipped: with its result if they were not before. Then `over_o` for a
// cycle, and its record: see the head of roundel_dma. Up to one every three cycles. `clear_i` drops
// what is in here, and counts begin at 0.

module roundel_dma_complete (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,

  input  logic [ 63:5] base_i,  // of the records
  input  logic [  3:0] log_i,  // there are 2^log_i places for them

  input  logic         about_valid_i,
  output logic         about_ready_o,
  input  logic         about_source_i,
  input  logic         about_target_i,
  input  logic         about_bad_i,
  input  logic [ 31:0] about_bytes_i,

  input  logic         result_valid_i,
  output logic         result_ready_o,
  input  logic         result_ok_i,
  input  logic [  2:0] result_error_i,
  input  logic [127:0] result_tag_i,  // byte 0 in the low bits
  input  logic         result_text_i,

  input  logic         read_valid_i,
  output logic         read_ready_o,
  input  logic         read_error_i,

  output logic         skip_o,  // the pieces of the request of this result
  input  logic         skipped_i,
  input  logic         written_valid_i,
  output logic         written_ready_o,
  input  logic         written_error_i,

  output logic         over_o,
  output logic         failed_read_o,  // beside it
  output logic         failed_write_o,
  output logic         failed_bad_o,

  output logic         record_valid_o,
  input  logic         record_ready_i,
  output logic [ 63:0] record_address_o,
  output logic [255:0] record_o  // byte 0 in the low bits
);

  localparam logic [1:0] WAIT = 2'd0;  // for its result and its data
  localparam logic [1:0] TEXT = 2'd1;  // for its text to be in memory
  localparam logic [1:0] RECORD = 2'd2;

  logic [1:0] state_q;
  logic dropped, no_text, ready, heard, over;
  logic skipped;  // its pieces were
  logic [4:0] skipped_q;  // requests whose pieces were, this one and behind it
  logic read_error_q, write_error_q, bad_q, ok_q, ok, write_error;
  logic [2:0] error_q;
  logic [31:0] bytes_q, count_q;
  logic [127:0] tag_q;
  logic [15:0] place_q;  // of the next record
  logic [63:5] address_q;  // of it; in RECORD, of this one

  assign dropped = !result_text_i || result_error_i == roundel_stream_pkg::ERROR_COMMAND
      || result_error_i == roundel_stream_pkg::ERROR_KEY;
  assign no_text = dropped || !about_target_i;
  assign ready = about_valid_i && result_valid_i && (!about_source_i || read_valid_i)
      && (!dropped || !about_target_i || skipped);
  assign heard = state_q == WAIT && ready;
  assign about_ready_o = heard;
  assign result_ready_o = heard;
  assign read_ready_o = heard && about_source_i;
  assign skip_o = state_q == WAIT && result_valid_i && dropped;
  assign written_ready_o = state_q == TEXT;
  assign write_error = state_q == TEXT && written_error_i;
  assign skipped = skipped_q != '0;
  assign over = (heard && no_text) || (state_q == TEXT && written_valid_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= WAIT;
      count_q <= '0;
      over_o <= 1'b0;
      skipped_q <= '0;
    end else if (clear_i) begin
      state_q <= WAIT;
      count_q <= '0;
      over_o <= 1'b0;
      skipped_q <= '0;
    end else begin
      over_o <= over;
      skipped_q <= skipped_q + 5'(skipped_i) - 5'(heard && dropped && about_target_i);
      count_q <= count_q + 32'(over);
      if (over) begin
        state_q <= RECORD;
      end else if (heard) begin
        state_q <= TEXT;
      end else if (state_q == RECORD && record_ready_i) begin
        state_q <= WAIT;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      tag_q <= '0;
    end else if (heard) begin
      tag_q <= result_tag_i;
    end
    if (heard) begin
      ok_q <= result_ok_i;
      error_q <= result_error_i;
      bytes_q <= no_text ? '0 : about_bytes_i;
      read_error_q <= about_source_i && read_error_i;
      bad_q <= about_bad_i;
      write_error_q <= 1'b0;
    end else if (over) begin
      write_error_q <= write_error;
    end
  end

  // What failed takes its tag with it.
  assign ok = ok_q && !read_error_q && !bad_q && !write_error_q;
  assign failed_read_o = read_error_q;
  assign failed_write_o = write_error_q;
  assign failed_bad_o = bad_q;

  // A cycle for the place and one for the address: count_q changes three cycles in front of the
  // next record at the latest.
  always_ff @(posedge clk_i) begin
    place_q <= clear_i ? '0 : count_q[15:0] & ~(16'hffff << log_i);
    if (state_q != RECORD) begin
      address_q <= base_i + 59'(place_q);
    end
  end

  assign record_valid_o = state_q == RECORD;
  assign record_address_o = {address_q, 5'd0};
  assign record_o = {
    32'd0, count_q, bytes_q, 16'd0,
    5'd0, bad_q, write_error_q, read_error_q, 1'b0, error_q, 3'd0, ok,
    tag_q & {128{ok}}
  };

endmodule : roundel_dma_complete
