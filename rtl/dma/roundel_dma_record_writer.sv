// SPDX-License-Identifier: Apache-2.0
//
// Writes completion records: requests 1 burst for each record and gives the beats of the burst.
//
// Interface. `record_*` is a ready/valid handshake; a record is accepted in the cycle of the
// burst's grant. `beat_o` is the next beat of the granted burst and is always valid;
// `beat_ready_i` takes the beat, `beat_last_i` marks the last beat. Throughput: the next record is
// accepted 1 cycle after the last beat of the previous record. `clear_i` sets the record to zero; a
// granted burst keeps all beats.
//
// Limits. A record has 32 bytes at a multiple of 32. A beat of fewer bytes holds a part of the
// record. A wider beat repeats the record in each 32 bytes and strobes the 32 bytes of the address.

`include "roundel_contract.svh"

module roundel_dma_record_writer #(
  parameter int Bytes = 16  // bytes of a beat: a power of two, 4 to 128
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,

  input  logic               record_valid_i,
  output logic               record_ready_o,
  input  logic [       63:0] record_address_i,  // multiple of 32
  input  logic [      255:0] record_i,  // record_t

  output logic               burst_valid_o,
  input  logic               burst_ready_i,
  output logic [       71:0] burst_o,  // burst_t

  input  logic               beat_ready_i,
  input  logic               beat_last_i,  // the beat ends the burst
  output logic [9*Bytes-1:0] beat_o  // strobes above data; byte 0 in the low bits
);

  `include "roundel_dma_types.svh"

  localparam int LOG = $clog2(Bytes);
  localparam int BEATS = (Bytes >= 32) ? 1 : 32 / Bytes;  // of a record

  logic busy_q;  // a granted burst has beats left
  logic start;
  logic [255:0] record_q;
  burst_t burst;

  assign burst.address = record_address_i;
  assign burst.length = 8'(BEATS - 1);
  assign burst_valid_o = record_valid_i && !busy_q;
  assign burst_o = burst;
  assign record_ready_o = burst_ready_i && !busy_q;
  assign start = burst_valid_o && burst_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
    end else begin
      busy_q <= start || (busy_q && !(beat_ready_i && beat_last_i));
    end
  end

  if (BEATS > 1) begin : gen_parts
    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        record_q <= '0;
      end else if (start) begin
        record_q <= record_i;
      end else if (beat_ready_i) begin
        record_q <= {record_q[8*Bytes-1:0], record_q[255:8*Bytes]};
      end
    end
    assign beat_o = {{Bytes{1'b1}}, record_q[8*Bytes-1:0]};
  end else begin : gen_whole
    localparam int COPIES = Bytes / 32;
    logic [COPIES-1:0] copy, copy_q;  // one-hot: the 32 bytes of the address
    logic [Bytes-1:0] strobe;
    for (genvar c = 0; c < COPIES; c++) begin : gen_copy
      localparam int INDEX = c;
      if (COPIES == 1) begin : gen_one
        assign copy[c] = 1'b1;
      end else begin : gen_some
        assign copy[c] = record_address_i[LOG-1:5] == INDEX[LOG-6:0];
      end
      assign strobe[32*c+:32] = {32{copy_q[c]}};
    end
    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        record_q <= '0;
      end else if (start) begin
        record_q <= record_i;
      end
      if (start) begin
        copy_q <= copy;
      end
    end
    assign beat_o = {strobe, {COPIES{record_q}}};
  end

  // The user takes beats of a granted burst alone, and aligns records.
  `ROUNDEL_CONTRACT(beat_of_burst, clk_i, rst_ni, !beat_ready_i || busy_q)
  `ROUNDEL_CONTRACT(record_aligned, clk_i, rst_ni, !record_valid_i || record_address_i[4:0] == '0)

endmodule : roundel_dma_record_writer
