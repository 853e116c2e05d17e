// SPDX-License-Identifier: Apache-2.0
//
// The AXI4 manager of roundel_dma: fetches descriptors, reads and writes pieces of memory.
//
// Interface. `m_*` are the channels of AXI4 without constant signals; the payload of AR, AW and W
// is stable while stalled. Control transfers, descriptors and records, have a separate ID
// (`*_control_*`). The other ports are those of roundel_dma_fetch, roundel_dma_read and
// roundel_dma_write. Throughput: 1 beat per cycle in each direction. `clear_i` drops everything and
// must stay high until `busy_o` is low. `quiet_o` is high when no channel of AXI4 is in use.
//
// Method. Descriptors have priority on AR: descriptors are few, and everything else waits for
// descriptors.

`include "roundel_contract.svh"

module roundel_dma_manager #(
  parameter int Bytes = 16,  // bytes of a beat: a power of two, 16 to 128
  parameter int BurstBytes = 256,  // bytes of the longest burst; see roundel_dma_bursts
  parameter int ReadBeats = 258,  // beats requested or waiting; see roundel_dma_read
  parameter int WriteBeats = 82,  // beats waiting; see roundel_dma_write
  parameter int Descriptors = 18,  // descriptors waiting; see roundel_dma_fetch
  parameter int NumberBits = 8  // bits of a request's number
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic                  clear_i,
  output logic                  busy_o,
  output logic                  quiet_o,

  output logic                  m_ar_valid_o,
  input  logic                  m_ar_ready_i,
  output logic                  m_ar_control_o,
  output logic [          71:0] m_ar_o,  // burst_t
  input  logic                  m_r_valid_i,
  output logic                  m_r_ready_o,
  input  logic                  m_r_control_i,
  input  logic [   8*Bytes-1:0] m_r_data_i,
  input  logic                  m_r_error_i,
  output logic                  m_aw_valid_o,
  input  logic                  m_aw_ready_i,
  output logic                  m_aw_control_o,
  output logic [          71:0] m_aw_o,  // burst_t
  output logic                  m_w_valid_o,
  input  logic                  m_w_ready_i,
  output logic [   8*Bytes-1:0] m_w_data_o,
  output logic [     Bytes-1:0] m_w_strobe_o,
  output logic                  m_w_last_o,
  input  logic                  m_b_valid_i,
  output logic                  m_b_ready_o,
  input  logic                  m_b_control_i,
  input  logic                  m_b_error_i,

  input  logic                  run_i,
  input  logic [          63:6] ring_i,
  input  logic [           3:0] log_i,
  input  logic [          15:0] tail_i,
  output logic [          15:0] fetched_o,
  output logic                  descriptor_valid_o,
  input  logic                  descriptor_ready_i,
  output logic [         511:0] descriptor_o,
  output logic                  descriptor_error_o,

  input  logic                  source_valid_i,
  output logic                  source_ready_o,
  input  logic [          96:0] source_i,  // piece_t
  input  logic                  source_end_i,
  output logic                  word_valid_o,
  input  logic                  word_ready_i,
  output logic [   8*Bytes-1:0] word_o,
  output logic                  read_valid_o,  // status of the reads of a request
  input  logic                  read_ready_i,
  output logic                  read_error_o,

  input  logic                  target_valid_i,
  output logic                  target_ready_o,
  input  logic [          96:0] target_i,  // piece_t
  input  logic [NumberBits-1:0] target_number_i,
  input  logic                  text_valid_i,
  output logic                  text_ready_o,
  input  logic [   8*Bytes-1:0] text_data_i,
  input  logic [NumberBits-1:0] text_number_i,
  input  logic                  skip_i,
  input  logic [NumberBits-1:0] skip_number_i,
  input  logic                  drop_i,
  input  logic [NumberBits-1:0] drop_number_i,
  output logic                  skipped_o,
  output logic                  written_valid_o,  // status of the writes of a request
  input  logic                  written_ready_i,
  output logic                  written_error_o,

  input  logic                  record_valid_i,
  output logic                  record_ready_o,
  input  logic [          63:0] record_address_i,
  input  logic [         255:0] record_i,
  output logic                  recorded_o,
  output logic                  record_error_o
);

  `include "roundel_dma_types.svh"

  localparam int DESCRIPTOR_BEATS = (Bytes >= 64) ? 1 : 64 / Bytes;

  logic fetch_busy, read_busy, write_busy, quiet_q;
  logic fetch_valid, request_valid, ar_free, ar_valid_q, ar_control_q;
  burst_t fetch, request, ar_q;
  logic [63:0] fetch_address;
  logic r_valid, r_control, r_error, read_beat_ready;
  logic [8*Bytes-1:0] r_data;

  assign busy_o = fetch_busy || read_busy || write_busy;
  assign quiet_o = quiet_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      quiet_q <= 1'b0;
    end else begin
      quiet_q <= !busy_o && !m_ar_valid_o && !m_aw_valid_o && !m_w_valid_o;
    end
  end

  // ---- Descriptors ------------------------------------------------------------------------------
  assign fetch = {8'(DESCRIPTOR_BEATS - 1), fetch_address};

  roundel_dma_fetch #(.Bytes(Bytes), .Depth(Descriptors)) u_fetch (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(fetch_busy),
    .run_i,
    .base_i(ring_i),
    .log_i, .tail_i, .fetched_o,
    .read_valid_o(fetch_valid),
    .read_ready_i(ar_free),
    .read_address_o(fetch_address),
    .beat_valid_i(r_valid && r_control),
    .beat_data_i(r_data),
    .beat_error_i(r_error),
    .descriptor_valid_o, .descriptor_ready_i, .descriptor_o, .descriptor_error_o
  );

  // ---- Reads ------------------------------------------------------------------------------------
  roundel_dma_read #(.Bytes(Bytes), .BurstBytes(BurstBytes), .Depth(ReadBeats)) u_read (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(read_busy),
    .piece_valid_i(source_valid_i),
    .piece_ready_o(source_ready_o),
    .piece_i(source_i),
    .piece_end_i(source_end_i),
    .read_valid_o(request_valid),
    .read_ready_i(ar_free && !fetch_valid),
    .read_o(request),
    .beat_valid_i(r_valid && !r_control),
    .beat_ready_o(read_beat_ready),
    .beat_data_i(r_data),
    .beat_error_i(r_error),
    .word_valid_o, .word_ready_i, .word_o,
    .status_valid_o(read_valid_o),
    .status_ready_i(read_ready_i),
    .status_error_o(read_error_o)
  );

  assign ar_free = !ar_valid_q || m_ar_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ar_valid_q <= 1'b0;
    end else begin
      ar_valid_q <= !ar_free || fetch_valid || request_valid;
    end
  end

  always_ff @(posedge clk_i) begin
    if (ar_free) begin
      ar_control_q <= fetch_valid;
      ar_q <= fetch_valid ? fetch : request;
    end
  end

  assign m_ar_valid_o = ar_valid_q;
  assign m_ar_control_o = ar_control_q;
  assign m_ar_o = ar_q;

  roundel_skid_buffer #(.Width(8 * Bytes + 2)) u_r (
    .clk_i, .rst_ni,
    // The readers count beats behind this buffer: the buffer is empty when no reader is busy.
    .clear_i(clear_i && !fetch_busy && !read_busy),
    .valid_i(m_r_valid_i),
    .ready_o(m_r_ready_o),
    .data_i({m_r_control_i, m_r_error_i, m_r_data_i}),
    .valid_o(r_valid),
    .ready_i(r_control || read_beat_ready),
    .data_o({r_control, r_error, r_data})
  );

  // ---- Writes -----------------------------------------------------------------------------------
  roundel_dma_write #(
    .Bytes(Bytes), .BurstBytes(BurstBytes),
    .Depth(WriteBeats),
    .NumberBits(NumberBits)
  ) u_write (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(write_busy),
    .piece_valid_i(target_valid_i),
    .piece_ready_o(target_ready_o),
    .piece_i(target_i),
    .piece_number_i(target_number_i),
    .text_valid_i, .text_ready_o, .text_data_i, .text_number_i, .skip_i, .skip_number_i, .drop_i,
    .drop_number_i, .skipped_o,
    .status_valid_o(written_valid_o),
    .status_ready_i(written_ready_i),
    .status_error_o(written_error_o),
    .record_valid_i, .record_ready_o, .record_address_i, .record_i, .recorded_o, .record_error_o,
    .aw_valid_o(m_aw_valid_o),
    .aw_ready_i(m_aw_ready_i),
    .aw_o(m_aw_o),
    .aw_record_o(m_aw_control_o),
    .w_valid_o(m_w_valid_o),
    .w_ready_i(m_w_ready_i),
    .w_data_o(m_w_data_o),
    .w_strobe_o(m_w_strobe_o),
    .w_last_o(m_w_last_o),
    .b_valid_i(m_b_valid_i),
    .b_ready_o(m_b_ready_o),
    .b_record_i(m_b_control_i),
    .b_error_i(m_b_error_i)
  );

  `ROUNDEL_CONTRACT_STABLE(ar_stable, clk_i, rst_ni, m_ar_valid_o && !m_ar_ready_i,
                           {m_ar_valid_o, m_ar_control_o, m_ar_o})
  // No burst crosses a border of 4 KiB (Arm IHI 0022, A3.4.1).
  `ROUNDEL_CONTRACT(ar_in_page, clk_i, rst_ni, !ar_valid_q
                    || 13'(ar_q.address[11:$clog2(Bytes)]) + 13'(ar_q.length) < 13'(4096 / Bytes))

endmodule : roundel_dma_manager
