// SPDX-License-Identifier: Apache-2.0
//
// AXI4 subordinate of 32 KiB, 64 bits wide, in front of the window of roundel_card.
//
// Interface. Each beat of a burst becomes one access to the window. The answer becomes an R beat,
// or contributes to the B response of the burst. roundel_axi_burst_address handles bursts, and
// narrow and unaligned beats. A beat that the window refuses, or that lies beyond the window, gets
// SLVERR. B carries the worst response of its burst. All beats of an illegal burst get SLVERR and
// have no effect. DECERR and EXOKAY never occur. A W beat counts the strobes within its lanes; a
// beat without strobes is no access and no error. WLAST has no effect. No combinational path leads
// from an input to an output. Order: write responses in the order of AW, read data in the order of
// AR, and so per ID. A write has taken effect before its B response. Throughput: one beat per
// cycle, without a gap between bursts. Reads and writes alternate beat by beat while both wait.
// Credits for B and R are reserved before an access, so that a waiting response blocks only its own
// direction. At most fifo_credits(ResponseDepth) beats are in flight, and as many B and R wait. Per
// direction one burst is active and two bursts wait. Reset: asynchronous, active low. A zeroise of
// the card ends no burst. A written word stays in its register until the next beat.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_axi_window #(
  parameter int IdBits = 4,
  parameter int ResponseDepth = 18  // depth of the B and R FIFOs (roundel_fifo)
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              aw_valid_i,
  output logic              aw_ready_o,
  input  logic [IdBits-1:0] aw_id_i,
  input  logic [      14:0] aw_address_i,  // byte address
  input  logic [       7:0] aw_length_i,  // number of beats minus 1
  input  logic [       2:0] aw_size_i,  // log2 of the bytes per beat
  input  logic [       1:0] aw_type_i,  // 0: FIXED, 1: INCR, 2: WRAP
  input  logic              w_valid_i,
  output logic              w_ready_o,
  input  logic [      63:0] w_data_i,
  input  logic [       7:0] w_strobe_i,
  output logic              b_valid_o,
  input  logic              b_ready_i,
  output logic [IdBits-1:0] b_id_o,
  output logic [       1:0] b_response_o,
  input  logic              ar_valid_i,
  output logic              ar_ready_o,
  input  logic [IdBits-1:0] ar_id_i,
  input  logic [      14:0] ar_address_i,
  input  logic [       7:0] ar_length_i,
  input  logic [       2:0] ar_size_i,
  input  logic [       1:0] ar_type_i,
  output logic              r_valid_o,
  input  logic              r_ready_i,
  output logic [IdBits-1:0] r_id_o,
  output logic [      63:0] r_data_o,
  output logic [       1:0] r_response_o,
  output logic              r_last_o,

  output logic              request_valid_o,
  input  logic              request_ready_i,
  output logic              request_write_o,
  output logic [      14:3] request_address_o,
  output logic [      63:0] request_data_o,  // byte 0 in the low bits
  output logic [       7:0] request_strobe_o,  // bytes to write, or wanted bytes
  input  logic              answer_valid_i,
  output logic              answer_ready_o,
  input  logic [      63:0] answer_data_i,
  input  logic              answer_error_i  // the access was refused
);

  localparam int BURST_BITS = IdBits + 28;
  localparam int CREDITS = roundel_prim_pkg::fifo_credits(ResponseDepth);
  // Pages of 4 KiB of the window.
  localparam int UNUSED_PAGE = 3;  // the window refuses each access
  localparam int OUTPUT_PAGE = 6;  // first page of the output ring; reads have no side effect

  `ROUNDEL_REFUSE(roundel_error_id_bits_must_be_at_least_1, IdBits < 1)

  // ---- Input registers --------------------------------------------------------------------------
  logic write_valid, write_ready, read_valid, read_ready;
  logic [BURST_BITS-1:0] write_burst, read_burst;
  logic data_valid, data_ready;
  logic [63:0] data;
  logic [7:0] strobe;

  roundel_skid_buffer #(.Width(BURST_BITS)) u_aw (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(aw_valid_i),
    .ready_o(aw_ready_o),
    .data_i({aw_id_i, aw_address_i, aw_length_i, aw_size_i, aw_type_i}),
    .valid_o(write_valid),
    .ready_i(write_ready),
    .data_o(write_burst)
  );

  roundel_skid_buffer #(.Width(72)) u_w (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(w_valid_i),
    .ready_o(w_ready_o),
    .data_i({w_strobe_i, w_data_i}),
    .valid_o(data_valid),
    .ready_i(data_ready),
    .data_o({strobe, data})
  );

  roundel_skid_buffer #(.Width(BURST_BITS)) u_ar (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(ar_valid_i),
    .ready_o(ar_ready_o),
    .data_i({ar_id_i, ar_address_i, ar_length_i, ar_size_i, ar_type_i}),
    .valid_o(read_valid),
    .ready_i(read_ready),
    .data_o(read_burst)
  );

  // ---- Beats ------------------------------------------------------------------------------------
  logic write_offered, write_last, write_refused, read_offered, read_last, read_refused;
  logic [IdBits-1:0] write_id, read_id;
  logic [14:3] write_address, read_address;
  logic [7:0] write_lanes, read_lanes, written;
  logic take_write, take_read;

  roundel_axi_burst_address #(.IdBits(IdBits)) u_write (
    .clk_i, .rst_ni,
    .valid_i(write_valid),
    .ready_o(write_ready),
    .id_i(write_burst[BURST_BITS-1:28]),
    .address_i(write_burst[27:13]),
    .length_i(write_burst[12:5]),
    .size_i(write_burst[4:2]),
    .type_i(write_burst[1:0]),
    .beat_valid_o(write_offered),
    .beat_ready_i(take_write),
    .beat_last_o(write_last),
    .beat_refused_o(write_refused),
    .beat_id_o(write_id),
    .beat_address_o(write_address),
    .beat_lanes_o(write_lanes)
  );

  roundel_axi_burst_address #(.IdBits(IdBits)) u_read (
    .clk_i, .rst_ni,
    .valid_i(read_valid),
    .ready_o(read_ready),
    .id_i(read_burst[BURST_BITS-1:28]),
    .address_i(read_burst[27:13]),
    .length_i(read_burst[12:5]),
    .size_i(read_burst[4:2]),
    .type_i(read_burst[1:0]),
    .beat_valid_o(read_offered),
    .beat_ready_i(take_read),
    .beat_last_o(read_last),
    .beat_refused_o(read_refused),
    .beat_id_o(read_id),
    .beat_address_o(read_address),
    .beat_lanes_o(read_lanes)
  );

  // ---- Arbitration ------------------------------------------------------------------------------
  logic b_credit, r_credit, tag_credit, request_ready;
  logic can_write, can_read, write_goes, go, taken;
  logic read_next_q;  // a read has priority: the last access was a write
  logic access, refused;
  logic [2:0] page;
  logic [11:3] word;

  assign can_write = write_offered && data_valid && (b_credit || !write_last);
  assign can_read = read_offered && r_credit;
  assign write_goes = can_write && !(can_read && read_next_q);
  assign go = can_write || can_read;
  assign taken = go && request_ready && tag_credit;
  assign take_write = taken && write_goes;
  assign take_read = taken && !write_goes;
  assign data_ready = take_write;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_next_q <= 1'b0;
    end else if (taken) begin
      read_next_q <= write_goes;
    end
  end

  // A write without strobes becomes a read without side effect. A refused beat goes to the unused
  // page, where the window refuses the access.
  assign written = strobe & write_lanes;
  assign access = written != '0 || write_refused;
  assign refused = write_goes ? write_refused : read_refused;
  assign page = refused ? UNUSED_PAGE[2:0] : !write_goes ? read_address[14:12]
      : access ? write_address[14:12] : OUTPUT_PAGE[2:0];
  assign word = write_goes ? write_address[11:3] & {9{access}} : read_address[11:3];

  roundel_skid_buffer #(.Width(85)) u_request (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(go && tag_credit),
    .ready_o(request_ready),
    .data_i({write_goes && access, page, word, write_goes ? written : read_lanes, data}),
    .valid_o(request_valid_o),
    .ready_i(request_ready_i),
    .data_o({request_write_o, request_address_o, request_strobe_o, request_data_o})
  );

  // ---- Answers ----------------------------------------------------------------------------------
  logic tag_valid, tag_write, tag_last, answered, worst_q, error;
  logic [IdBits-1:0] tag_id;
  logic b_busy, b_free, b_error, r_busy, r_free, r_error;
  logic [63:0] r_data;

  roundel_stream_fifo #(.Width(IdBits + 2), .Depth(ResponseDepth)) u_tags (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(go && request_ready),
    .ready_o(tag_credit),
    .data_i({write_goes, write_goes ? write_last : read_last, write_goes ? write_id : read_id}),
    .valid_o(tag_valid),
    .ready_i(answer_valid_i),
    .data_o({tag_write, tag_last, tag_id})
  );

  assign answer_ready_o = tag_valid;
  assign answered = answer_valid_i && tag_valid;
  assign error = worst_q || answer_error_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      worst_q <= 1'b0;
    end else if (answered && tag_write) begin
      worst_q <= error && !tag_last;
    end
  end

  roundel_credit_counter #(.Tokens(CREDITS), .StartFull(1)) u_b_credits (
    .clk_i,
    .clear_i(b_busy),
    .give_i(b_free),
    .take_i(take_write && write_last),
    .any_o(b_credit)
  );

  roundel_fifo #(.Width(IdBits + 1), .Depth(ResponseDepth)) u_b (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .busy_o(b_busy),
    .push_i(answered && tag_write && tag_last),
    .data_i({tag_id, error}),
    .free_o(b_free),
    .valid_o(b_valid_o),
    .ready_i(b_ready_i),
    .data_o({b_id_o, b_error})
  );

  roundel_credit_counter #(.Tokens(CREDITS), .StartFull(1)) u_r_credits (
    .clk_i,
    .clear_i(r_busy),
    .give_i(r_free),
    .take_i(take_read),
    .any_o(r_credit)
  );

  roundel_fifo #(.Width(IdBits + 66), .Depth(ResponseDepth)) u_r (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .busy_o(r_busy),
    .push_i(answered && !tag_write),
    .data_i({tag_id, tag_last, answer_error_i, answer_data_i}),
    .free_o(r_free),
    .valid_o(r_valid_o),
    .ready_i(r_ready_i),
    .data_o({r_id_o, r_last_o, r_error, r_data})
  );

  // An empty FIFO still shows an old word, also after a zeroise. The FIFO keeps up to 16 old words
  // until new reads overwrite them; the gate keeps the words from the port.
  assign r_data_o = r_data & {64{r_valid_o}};
  assign b_response_o = {b_error, 1'b0};
  assign r_response_o = {r_error, 1'b0};

  // Payload of the responses is stable while valid and not ready (Arm IHI 0022, A3.2.1).
  `ROUNDEL_CONTRACT_STABLE(b_stable, clk_i, rst_ni, b_valid_o && !b_ready_i, {b_valid_o, b_id_o})
  `ROUNDEL_CONTRACT_STABLE(r_stable, clk_i, rst_ni, r_valid_o && !r_ready_i,
                           {r_valid_o, r_id_o, r_data_o})

endmodule : roundel_axi_window
