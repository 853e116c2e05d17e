// SPDX-License-Identifier: Apache-2.0
//
// Fetches the descriptors of roundel_dma from a ring in memory, in order and ahead of use.
//
// Interface. `base_i` is the address of the ring, which has 2^`log_i` descriptors of 64 bytes.
// `tail_i` counts the descriptors in the ring, modulo 2^16; `fetched_o` counts arrived descriptors.
// `read_*` requests 1 descriptor with stable payload; `beat_*` returns the beats in order and has
// no ready. `descriptor_*` is a ready/valid handshake; a descriptor with `descriptor_error_o` has
// no valid bytes. Throughput: 1 descriptor every 2 cycles or 1 cycle for each beat of a descriptor.
// `clear_i` drops everything and sets the counts to 0; `clear_i` must stay high until `busy_o` is
// low, as requested beats still arrive.
//
// Limits. `base_i` and `log_i` may change while no descriptor is requested; requested descriptors
// arrive as requested.

`include "roundel_contract.svh"

module roundel_dma_fetch #(
  parameter int Bytes = 16,  // bytes of a beat: a power of two, 16 to 128
  parameter int Depth = 18  // descriptors in the queue; see roundel_short_fifo
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               busy_o,

  input  logic               run_i,  // request descriptors
  input  logic [       63:6] base_i,
  input  logic [        3:0] log_i,
  input  logic [       15:0] tail_i,
  output logic [       15:0] fetched_o,

  output logic               read_valid_o,
  input  logic               read_ready_i,
  output logic [       63:0] read_address_o,

  input  logic               beat_valid_i,
  input  logic [8*Bytes-1:0] beat_data_i,
  input  logic               beat_error_i,

  output logic               descriptor_valid_o,
  input  logic               descriptor_ready_i,
  output logic [      511:0] descriptor_o,  // descriptor_t
  output logic               descriptor_error_o
);

  localparam int BEATS = (Bytes >= 64) ? 1 : 64 / Bytes;
  localparam int CREDITS = roundel_prim_pkg::short_fifo_credits(Depth);
  localparam int CREDIT_BITS = $clog2(CREDITS + 1);

  // ---- Requests ---------------------------------------------------------------------------------
  logic [15:0] requested_q, fetched_q;  // counts of descriptors
  logic [CREDIT_BITS-1:0] pending_q;  // requested descriptors, not counting arrived descriptors
  logic read_valid_q;
  logic more_q;  // the ring has unrequested descriptors
  logic credit, free, request, push, arrived, fifo_busy;
  logic [15:0] index;  // of the descriptor in the ring
  logic [63:6] read_address_q;

  assign request = run_i && more_q && credit && !read_valid_q && !clear_i;
  assign index = requested_q & ~(16'hffff << log_i);
  assign fetched_o = fetched_q;
  assign read_valid_o = read_valid_q;
  assign read_address_o = {read_address_q, 6'd0};
  assign busy_o = pending_q != '0 || fifo_busy;

  roundel_credit_counter #(.Tokens(CREDITS), .StartFull(1'b1)) u_credits (
    .clk_i,
    .clear_i(clear_i || fifo_busy),
    .give_i(free),
    .take_i(request),
    .any_o(credit)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      requested_q <= '0;
      fetched_q <= '0;
      more_q <= 1'b0;
      read_valid_q <= 1'b0;
      pending_q <= '0;
    end else begin
      // An offered read stays until the handshake, also in a clear.
      read_valid_q <= request || (read_valid_q && !read_ready_i);
      pending_q <= pending_q + CREDIT_BITS'(request) - CREDIT_BITS'(arrived);
      if (clear_i) begin
        requested_q <= '0;
        fetched_q <= '0;
        more_q <= 1'b0;
      end else begin
        requested_q <= requested_q + 16'(request);
        fetched_q <= fetched_q + 16'(arrived);
        more_q <= requested_q != tail_i && !request;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (request) begin
      read_address_q <= base_i + 58'(index);
    end
  end

  // ---- Beats to descriptors ---------------------------------------------------------------------
  logic push_q, error_q;
  logic clear_q;  // the queue starts to clear once, at the begin of `clear_i`
  logic [511:0] descriptor_q;

  if (BEATS == 1) begin : gen_beat
    assign arrived = beat_valid_i;
    always_ff @(posedge clk_i) begin
      error_q <= beat_error_i;
    end
    if (Bytes > 64) begin : gen_half
      // 1 bit for each request: the half of the beat with the descriptor. `base_i` and `log_i`
      // may have changed since the request.
      localparam int INDEX_BITS = $clog2(CREDITS);
      logic [2**INDEX_BITS-1:0] high_q;
      always_ff @(posedge clk_i) begin
        if (request) begin
          high_q[requested_q[INDEX_BITS-1:0]] <= base_i[6] ^ index[0];
        end
        descriptor_q <= high_q[fetched_q[INDEX_BITS-1:0]] ? beat_data_i[1023:512]
            : beat_data_i[511:0];
      end
    end else begin : gen_whole
      always_ff @(posedge clk_i) begin
        descriptor_q <= beat_data_i;
      end
    end
  end else begin : gen_beats
    logic [BEATS-1:0] turn_q;  // one-hot: the next beat
    assign arrived = beat_valid_i && turn_q[BEATS-1];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        turn_q <= BEATS'(1);
      end else if (beat_valid_i) begin
        turn_q <= {turn_q[BEATS-2:0], turn_q[BEATS-1]};
      end
    end
    always_ff @(posedge clk_i) begin
      if (beat_valid_i) begin
        descriptor_q <= {beat_data_i, descriptor_q[511:8*Bytes]};
        error_q <= beat_error_i || (error_q && !turn_q[0]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q <= 1'b0;
      clear_q <= 1'b1;
    end else begin
      push_q <= arrived;
      clear_q <= clear_i;
    end
  end
  assign push = push_q && !clear_i;

  roundel_short_fifo #(.Width(513), .Depth(Depth)) u_fifo (
    .clk_i, .rst_ni,
    .clear_i(clear_i && !clear_q),
    .busy_o(fifo_busy),
    .push_i(push),
    .data_i({error_q, descriptor_q}),
    .free_o(free),
    .valid_o(descriptor_valid_o),
    .ready_i(descriptor_ready_i),
    .data_o({descriptor_error_o, descriptor_o})
  );

  // The memory returns requested beats alone.
  `ROUNDEL_CONTRACT(beat_was_requested, clk_i, rst_ni, !beat_valid_i || pending_q != '0)
  `ROUNDEL_CONTRACT_STABLE(read_stable, clk_i, rst_ni, read_valid_o && !read_ready_i,
                           {read_valid_o, read_address_o})
  // The user holds `clear_i` until all is quiet.
  `ROUNDEL_CONTRACT_STABLE(clear_lasts, clk_i, rst_ni, clear_i && busy_o, clear_i)

endmodule : roundel_dma_fetch
