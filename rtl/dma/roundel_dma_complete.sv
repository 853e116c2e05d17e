// SPDX-License-Identifier: Apache-2.0
//
// Completes requests of roundel_dma in order: collects outcomes and gives records.
//
// Interface. All inputs are ready/valid handshakes: the summary of each request, its result, the
// read status if the request has a source, and the write status if text was written. If text was
// dropped, `skip_o` asks roundel_dma_write to skip the pieces of the request, and `skipped_i`
// pulses after the skip. `over_o` pulses when a request is over, with the errors
// (`failed_*`). The record follows: a ready/valid handshake with stable payload. Throughput: one
// request every 3 cycles. `clear_i` drops everything and sets the counts to 0.
//
// Method. The record is given after all writes of text were answered, as AXI4 does not order writes
// to different addresses before. A request with any failure has a zero tag.

`include "roundel_contract.svh"

module roundel_dma_complete (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         clear_i,

  input  logic [ 63:5] base_i,  // address of the ring of records
  input  logic [  3:0] log_i,  // the ring has 2^log_i records

  input  logic         summary_valid_i,
  output logic         summary_ready_o,
  input  logic [ 34:0] summary_i,  // summary_t

  input  logic         result_valid_i,
  output logic         result_ready_o,
  input  logic         result_ok_i,
  input  logic [  2:0] result_error_i,  // roundel_stream_pkg::ERROR_*
  input  logic [127:0] result_tag_i,  // byte 0 in the low bits
  input  logic         result_text_i,  // the request has text

  input  logic         read_valid_i,
  output logic         read_ready_o,
  input  logic         read_error_i,

  output logic         skip_o,  // skip the pieces of the result's request
  input  logic         skipped_i,
  input  logic         written_valid_i,
  output logic         written_ready_o,
  input  logic         written_error_i,

  output logic         over_o,
  output logic         failed_read_o,  // valid with `over_o`
  output logic         failed_write_o,  // valid with `over_o`
  output logic         failed_pieces_o,  // valid with `over_o`

  output logic         record_valid_o,
  input  logic         record_ready_i,
  output logic [ 63:0] record_address_o,
  output logic [255:0] record_o  // record_t
);

  `include "roundel_dma_types.svh"

  // COLLECT  waits for summary, result and read status, and for the skip of dropped text.
  // WRITTEN  waits for the status of the writes.
  // RECORD   offers the record.
  typedef enum logic [1:0] {COLLECT, WRITTEN, RECORD} state_e;

  state_e state_d, state_q;
  summary_t summary;
  record_t record;
  logic dropped;  // the text of the request is dropped
  logic no_text;  // no text is written
  logic complete;  // all inputs of COLLECT are valid
  logic collect, over, over_q, skipped, ok;
  logic [4:0] skipped_q;  // requests with skipped pieces, not counting collected requests
  logic read_error_q, write_error_q, too_long_q, ok_q;
  logic [2:0] error_q;
  logic [31:0] bytes_q;
  logic [31:0] count_q;  // requests that are over
  logic [127:0] tag_q;
  logic [15:0] index_q;  // of the next record in the ring
  logic [63:5] address_q;  // of the next record; in RECORD, of the current record

  assign summary = summary_i;
  assign dropped = !result_text_i || result_error_i == roundel_stream_pkg::ERROR_COMMAND
      || result_error_i == roundel_stream_pkg::ERROR_KEY;
  assign no_text = dropped || !summary.has_target;
  assign skipped = skipped_q != '0;
  assign complete = summary_valid_i && result_valid_i && (!summary.has_source || read_valid_i)
      && (!dropped || !summary.has_target || skipped);
  assign collect = state_q == COLLECT && complete;
  assign over = (collect && no_text) || (state_q == WRITTEN && written_valid_i);
  assign summary_ready_o = collect;
  assign result_ready_o = collect;
  assign read_ready_o = collect && summary.has_source;
  assign skip_o = state_q == COLLECT && result_valid_i && dropped;
  assign written_ready_o = state_q == WRITTEN;

  always_comb begin
    state_d = state_q;
    case (state_q)
      COLLECT: begin
        if (complete) begin
          if (no_text) begin
            state_d = RECORD;
          end else begin
            state_d = WRITTEN;
          end
        end
      end
      WRITTEN: begin
        if (written_valid_i) begin
          state_d = RECORD;
        end
      end
      default: begin  // RECORD
        if (record_ready_i) begin
          state_d = COLLECT;
        end
      end
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= COLLECT;
      count_q <= '0;
      over_q <= 1'b0;
      skipped_q <= '0;
    end else if (clear_i) begin
      state_q <= COLLECT;
      count_q <= '0;
      over_q <= 1'b0;
      skipped_q <= '0;
    end else begin
      state_q <= state_d;
      over_q <= over;
      skipped_q <= skipped_q + 5'(skipped_i) - 5'(collect && dropped && summary.has_target);
      count_q <= count_q + 32'(over);
    end
  end

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      tag_q <= '0;
    end else if (collect) begin
      tag_q <= result_tag_i;
    end
    if (collect) begin
      ok_q <= result_ok_i;
      error_q <= result_error_i;
      bytes_q <= no_text ? '0 : summary.text_bytes;
      read_error_q <= summary.has_source && read_error_i;
      too_long_q <= summary.too_long;
      write_error_q <= 1'b0;
    end else if (over) begin
      write_error_q <= written_error_i;
    end
  end

  assign ok = ok_q && !read_error_q && !too_long_q && !write_error_q;
  assign over_o = over_q;
  assign failed_read_o = read_error_q;
  assign failed_write_o = write_error_q;
  assign failed_pieces_o = too_long_q;

  // 1 cycle for the index and one for the address: count_q changes at least 3 cycles before the
  // next record.
  always_ff @(posedge clk_i) begin
    index_q <= clear_i ? '0 : count_q[15:0] & ~(16'hffff << log_i);
    if (state_q != RECORD) begin
      address_q <= base_i + 59'(index_q);
    end
  end

  always_comb begin
    record = '0;
    record.count = count_q;
    record.bytes = bytes_q;
    record.too_long = too_long_q;
    record.write_error = write_error_q;
    record.read_error = read_error_q;
    record.error = error_q;
    record.ok = ok;
    record.tag = tag_q & {128{ok}};
  end

  assign record_valid_o = state_q == RECORD;
  assign record_address_o = {address_q, 5'd0};
  assign record_o = record;

  `ROUNDEL_CONTRACT(skips_have_requests, clk_i, rst_ni, !skipped_i || skipped_q < 5'd16)
  `ROUNDEL_CONTRACT_STABLE(record_stable, clk_i, rst_ni,
                           record_valid_o && !record_ready_i && !clear_i,
                           {record_valid_o, record_address_o, record_o})

endmodule : roundel_dma_complete
