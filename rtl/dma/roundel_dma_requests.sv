// SPDX-License-Identifier: Apache-2.0
//
// Runs the requests of roundel_dma: descriptors in, pieces of memory, data, text and records out.
//
// Interface. All streams are ready/valid handshakes with the widths of a beat. `descriptor_*` come
// from roundel_dma_fetch; `source_*`, `word_*` and `read_*` belong to roundel_dma_read; `target_*`,
// `text_*`, `skip_*`, `drop_*`, `written_*` and `record_*` belong to roundel_dma_write. `access_*`
// is an access to the engine's registers, see roundel_axil_bridge. `over_o` pulses when a request
// is over, with its errors. `zeroising_o` is high while the engine zeroises. `clear_i` drops
// everything and must be high while `zeroising_o`.
//
// Method. 16 credits limit the requests between their first word and the end of their writes.
// The FIFOs hold the words and summaries of 16 requests, so roundel_dma_decode never waits for
// room.

`include "roundel_contract.svh"

module roundel_dma_requests #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // all but the last three: see roundel_dma
  parameter int Modes = roundel_stream_pkg::MODES_ONE,
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int SecondSboxLanes = 0,
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,
  parameter int SecondRoundCuts = 0,
  parameter int KeySlots = 4,
  parameter int PacketDepth = 0,
  parameter int GhashCuts = 0,
  parameter bit BlockRam = 1'b1,
  parameter bit Counters = 1'b1,
  parameter int ListTimeoutBits = 16,
  parameter int BusLanes = 1,  // blocks of a beat: 1, 2, 4 or 8, at most Lanes
  parameter int Requests = 16,  // requests in flight
  parameter int NumberBits = 8  // bits of a request's number: 2 ** NumberBits > 2 * Requests
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,
  output logic                    irq_o,
  output logic                    zeroising_o,
  output logic                    busy_o,  // a request has no record in memory
  output logic                    halted_o,
  output logic                    stuck_o,
  input  logic                    quiet_i,

  input  logic                    access_start_i,
  input  logic                    access_write_i,
  input  logic [            11:3] access_address_i,
  input  logic [            63:0] access_data_i,
  input  logic [             7:0] access_strobe_i,
  input  logic [             1:0] access_halves_i,
  output logic                    access_done_o,
  output logic                    access_error_o,
  output logic [            63:0] access_data_o,

  input  logic                    descriptor_valid_i,
  output logic                    descriptor_ready_o,
  input  logic [           511:0] descriptor_i,  // descriptor_t
  input  logic                    descriptor_error_i,

  output logic                    source_valid_o,
  input  logic                    source_ready_i,
  output logic [            96:0] source_o,  // piece_t
  output logic                    source_end_o,
  input  logic                    word_valid_i,
  output logic                    word_ready_o,
  input  logic [128*BusLanes-1:0] word_i,
  input  logic                    read_valid_i,
  output logic                    read_ready_o,
  input  logic                    read_error_i,

  output logic                    target_valid_o,
  input  logic                    target_ready_i,
  output logic [            96:0] target_o,  // piece_t
  output logic [  NumberBits-1:0] target_number_o,
  output logic                    text_valid_o,
  input  logic                    text_ready_i,
  output logic [128*BusLanes-1:0] text_data_o,
  output logic [  NumberBits-1:0] text_number_o,
  output logic                    skip_o,
  output logic [  NumberBits-1:0] skip_number_o,
  output logic                    drop_o,
  output logic [  NumberBits-1:0] drop_number_o,
  input  logic                    skipped_i,
  input  logic                    written_valid_i,
  output logic                    written_ready_o,
  input  logic                    written_error_i,

  input  logic [            63:5] records_i,  // address of the ring of records
  input  logic [             3:0] log_i,  // the ring has 2^log_i records
  output logic                    record_valid_o,
  input  logic                    record_ready_i,
  output logic [            63:0] record_address_o,
  output logic [           255:0] record_o,  // record_t
  input  logic                    recorded_i,

  output logic                    over_o,
  output logic                    failed_read_o,
  output logic                    failed_write_o,
  output logic                    failed_pieces_o
);

  localparam int FIFO_DEPTH = Requests + 2;  // for Requests credits (fifo_credits)
  localparam int FLIGHT_BITS = $clog2(2 * Requests + 1);
  localparam int BEATS = Lanes / BusLanes;  // of a word of text

  // ---- Descriptors ------------------------------------------------------------------------------
  logic credit, begins;
  logic head_valid, head_ready, request_valid, request_ready;
  logic [383:0] head, request;
  logic decoded_valid, decoded_ready, summary_valid, summary_ready;
  logic [34:0] decoded, summary;  // summary_t
  logic [NumberBits-1:0] number_q;  // of the request whose pieces are decoded
  logic [FLIGHT_BITS-1:0] in_flight_q;  // requests without a record in memory

  roundel_credit_counter #(.Tokens(Requests), .StartFull(1'b1)) u_credits (
    .clk_i, .clear_i,
    .give_i(over_o),
    .take_i(begins),
    .any_o(credit)
  );

  roundel_dma_decode #(.Mode(Mode), .ListTimeoutBits(ListTimeoutBits)) u_decode (
    .clk_i, .rst_ni, .clear_i, .halted_o, .stuck_o, .quiet_i, .descriptor_valid_i,
    .descriptor_ready_o, .descriptor_i, .descriptor_error_i,
    .begin_ready_i(credit),
    .begin_o(begins),
    .request_valid_o(head_valid),
    .request_ready_i(head_ready),
    .request_o(head),
    .summary_valid_o(decoded_valid),
    .summary_o(decoded),
    .source_valid_o, .source_ready_i, .source_o, .source_end_o, .target_valid_o, .target_ready_i,
    .target_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      number_q <= '1;
      in_flight_q <= '0;
    end else if (clear_i) begin
      number_q <= '1;
      in_flight_q <= '0;
    end else begin
      number_q <= number_q + NumberBits'(begins);
      in_flight_q <= in_flight_q + FLIGHT_BITS'(begins) - FLIGHT_BITS'(recorded_i);
    end
  end
  assign busy_o = in_flight_q != '0;
  assign target_number_o = number_q;

  roundel_stream_fifo #(.Width(384), .Depth(FIFO_DEPTH)) u_heads (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(head_valid),
    .ready_o(head_ready),
    .data_i(head),
    .valid_o(request_valid),
    .ready_i(request_ready),
    .data_o(request)
  );

  roundel_stream_fifo #(.Width(35), .Depth(FIFO_DEPTH)) u_summaries (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(decoded_valid),
    .ready_o(decoded_ready),
    .data_i(decoded),
    .valid_o(summary_valid),
    .ready_i(summary_ready),
    .data_o(summary)
  );

  // ---- The engine -------------------------------------------------------------------------------
  logic text_valid, text_ready, result_valid, result_ready, result_ok, result_text;
  logic [128*Lanes-1:0] text_data;
  logic [16*Lanes-1:0] text_keep;
  logic [BEATS-1:0] text_beats;  // beats of the word that hold text
  logic [NumberBits-1:0] text_number;
  logic [2:0] result_error;
  logic [127:0] result_tag;

  roundel_request_engine #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes),
    .WordBlocks(BusLanes),
    .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
    .KeySlots(KeySlots), .PacketDepth(PacketDepth), .GhashCuts(GhashCuts), .BlockRam(BlockRam),
    .Counters(Counters), .NumberBits(NumberBits),
    .FifoWords(FIFO_DEPTH)
  ) u_engine (
    .clk_i, .rst_ni, .irq_o, .zeroising_o, .clear_i,
    .start_i(access_start_i),
    .write_i(access_write_i),
    .address_i(access_address_i),
    .data_i(access_data_i),
    .strobe_i(access_strobe_i),
    .halves_i(access_halves_i),
    .done_o(access_done_o),
    .error_o(access_error_o),
    .data_o(access_data_o),
    .request_valid_i(request_valid),
    .request_ready_o(request_ready),
    .request_i(request),
    .word_valid_i, .word_ready_o, .word_i,
    .text_valid_o(text_valid),
    .text_ready_i(text_ready),
    .text_data_o(text_data),
    .text_keep_o(text_keep),
    .text_number_o(text_number),
    .result_valid_o(result_valid),
    .result_ready_i(result_ready),
    .result_ok_o(result_ok),
    .result_error_o(result_error),
    .result_tag_o(result_tag),
    .result_number_o(skip_number_o),
    .result_text_o(result_text),
    .drop_o, .drop_number_o,
    // verilator lint_off PINCONNECTEMPTY
    .zeroise_o(),
    .open_o(),
    .settled_o(),
    .text_last_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  always_comb begin
    for (int b = 0; b < BEATS; b++) begin
      text_beats[b] = text_keep[16*BusLanes*b];
    end
  end

  roundel_downsizer #(.Lanes(Lanes), .Blocks(BusLanes), .UserBits(NumberBits)) u_downsizer (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(text_valid),
    .ready_o(text_ready),
    .data_i(text_data),
    .beats_i(text_beats),
    .user_i(text_number),
    .valid_o(text_valid_o),
    .ready_i(text_ready_i),
    .data_o(text_data_o),
    .user_o(text_number_o)
  );

  // ---- Outcomes ---------------------------------------------------------------------------------
  roundel_dma_complete u_complete (
    .clk_i, .rst_ni, .clear_i,
    .base_i(records_i),
    .log_i,
    .summary_valid_i(summary_valid),
    .summary_ready_o(summary_ready),
    .summary_i(summary),
    .result_valid_i(result_valid),
    .result_ready_o(result_ready),
    .result_ok_i(result_ok),
    .result_error_i(result_error),
    .result_tag_i(result_tag),
    .result_text_i(result_text),
    .read_valid_i, .read_ready_o, .read_error_i, .skip_o, .skipped_i, .written_valid_i,
    .written_ready_o, .written_error_i, .over_o, .failed_read_o, .failed_write_o, .failed_pieces_o,
    .record_valid_o, .record_ready_i, .record_address_o, .record_o
  );

  `ROUNDEL_CONTRACT(summary_has_room, clk_i, rst_ni, !decoded_valid || decoded_ready)
  `ROUNDEL_CONTRACT(record_of_request, clk_i, rst_ni, !recorded_i || in_flight_q != '0 || clear_i)

endmodule : roundel_dma_requests
