// SPDX-License-Identifier: Apache-2.0
//
// A queue of the streams with a word to start (roundel_chain_ready).
//
// Interface. `valid_o` with a stream and the number of its word is a ready/valid handshake. Events
// of words and returns: see roundel_chain_ready. Latency from an event to `valid_o`:
// roundel_stream_pkg::chain_queue_latency(). Reset: asynchronous. `clear_i` forgets all streams;
// `busy_o` is high meanwhile, for at least Streams cycles, and no event may come.
//
// Method. Two FIFOs, one for streams after a return and one for streams after a stored word.
// Both are served alternately: a stream waits for at most twice the streams in front.

module roundel_chain_ready_queue #(
  parameter int Streams = 64,  // a power of two
  parameter int Depth = 4  // words of a stream, a power of two
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  output logic busy_o,

  input  logic word_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] word_stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] word_number_i,

  input  logic back_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] back_stream_i,
  input  logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] back_number_i,

  output logic valid_o,
  input  logic ready_i,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_o,
  output logic [roundel_stream_pkg::chain_number_bits(Depth)-1:0] number_o
);

  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int NUMBER_BITS = roundel_stream_pkg::chain_number_bits(Depth);
  localparam int WAITING = roundel_stream_pkg::chain_queue_depth(Streams);

  logic join_busy, new_busy, back_busy, new_go, next_go;
  logic [STREAM_BITS-1:0] new_go_stream, next_go_stream;
  logic [NUMBER_BITS-1:0] new_go_number, next_go_number;
  assign busy_o = join_busy || new_busy || back_busy;

  roundel_chain_ready #(.Streams(Streams), .Depth(Depth)) u_join (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(join_busy),
    .word_i, .word_stream_i, .word_number_i, .back_i, .back_stream_i, .back_number_i,
    .new_o(new_go),
    .new_stream_o(new_go_stream),
    .new_number_o(new_go_number),
    .next_o(next_go),
    .next_stream_o(next_go_stream),
    .next_number_o(next_go_number)
  );

  // ---- The two queues ---------------------------------------------------------------------------
  // A stream is in at most one FIFO, and once: each FIFO has an entry for each stream.
  logic new_valid, back_valid, take_back;
  logic back_turn_q;  // u_back has priority
  logic [STREAM_BITS-1:0] new_stream, back_stream;
  logic [NUMBER_BITS-1:0] new_number, back_number;

  // verilator lint_off PINCONNECTEMPTY
  roundel_fifo #(.Width(STREAM_BITS + NUMBER_BITS), .Depth(WAITING), .Registered(1)) u_new (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(new_busy),
    .push_i(new_go),
    .data_i({new_go_stream, new_go_number}),
    .free_o(),
    .valid_o(new_valid),
    .ready_i(ready_i && !take_back),
    .data_o({new_stream, new_number})
  );

  roundel_fifo #(.Width(STREAM_BITS + NUMBER_BITS), .Depth(WAITING), .Registered(1)) u_back (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(back_busy),
    .push_i(next_go),
    .data_i({next_go_stream, next_go_number}),
    .free_o(),
    .valid_o(back_valid),
    .ready_i(ready_i && take_back),
    .data_o({back_stream, back_number})
  );
  // verilator lint_on PINCONNECTEMPTY

  assign take_back = back_valid && (!new_valid || back_turn_q);
  assign valid_o = new_valid || back_valid;
  assign stream_o = take_back ? back_stream : new_stream;
  assign number_o = take_back ? back_number : new_number;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      back_turn_q <= 1'b0;
    end else if (valid_o && ready_i) begin
      back_turn_q <= !take_back;
    end
  end

endmodule : roundel_chain_ready_queue
