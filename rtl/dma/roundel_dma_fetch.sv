// SPDX-License-Identifier: Apache-2.0
//
// Descriptors of roundel_dma out of their ring in memory: 64 bytes each, in order, as far ahead as
// there is room for them.
//
// `base_i` is the ring's address, a multiple of 64; it has 2^`log_i` places. `tail_i` counts the
// descriptors that are there, modulo 2^16, `fetched_o` those that came. The bus: `read_*` asks for
// one, `beat_*` brings it, in order, and is always taken.
//
// A descriptor whose reading failed has `descriptor_error_o`; its bytes mean nothing. `clear_i`
// drops all, and counts begin at 0; it is to stay until `busy_o` is low, as beats that were asked
// for are still to come.

module roundel_dma_fetch #(
  parameter int Bytes = 16,  // of a beat of the bus, 16 to 128
  parameter int Depth = 18  // of the queue of descriptors, see roundel_short_fifo
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               clear_i,
  output logic               busy_o,

  input  logic               run_i,
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
  output logic [      511:0] descriptor_o,  // byte 0 in the low bits
  output logic               descriptor_error_o
);

  localparam int BEATS = (Bytes >= 64) ? 1 : 64 / Bytes;
  localparam int CREDITS = roundel_prim_pkg::short_fifo_credits(Depth);
  localparam int CREDIT_BITS = $clog2(CREDITS + 1);

  // ---- Asking -----------------------------------------------------------------------------------
  logic [15:0] asked_q, came_q;
  logic [CREDIT_BITS-1:0] waiting_q;  // were asked for, and have not come whole
  logic valid_q, more_q, credit, free, ask, push, whole, fifo_busy;
  logic [15:0] place;

  assign ask = run_i && more_q && credit && !valid_q && !clear_i;
  assign fetched_o = came_q;
  assign place = asked_q & ~(16'hffff << log_i);
  assign read_valid_o = valid_q;
  assign busy_o = waiting_q != '0 || fifo_busy;

  roundel_credit_counter #(
    .Tokens(CREDITS),
    .StartFull(1)
  ) u_credits (
    .clk_i(clk_i),
    .clear_i(clear_i || fifo_busy),
    .give_i(free),
    .take_i(ask),
    .any_o(credit)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= '0;
      came_q <= '0;
      more_q <= 1'b0;
      valid_q <= 1'b0;
      waiting_q <= '0;
    end else begin
      // What was offered stays until it is taken.
      valid_q <= ask || (valid_q && !read_ready_i);
      waiting_q <= waiting_q + CREDIT_BITS'(ask) - CREDIT_BITS'(whole);
      if (clear_i) begin
        asked_q <= '0;
        came_q <= '0;
        more_q <= 1'b0;
      end else begin
        asked_q <= asked_q + 16'(ask);
        came_q <= came_q + 16'(whole);
        more_q <= asked_q != tail_i && !ask;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (ask) begin
      read_address_o <= {base_i + 58'(place), 6'd0};
    end
  end

  // ---- Gathering --------------------------------------------------------------------------------
  logic push_q, error_q;
  logic clear_q;  // the queue is told once, and overwritten while clear_i lasts
  logic [511:0] gathered_q;

  if (BEATS == 1) begin : gen_beat
    assign whole = beat_valid_i;
    always_ff @(posedge clk_i) begin
      error_q <= beat_error_i;
    end
    if (Bytes > 64) begin : gen_half
      // Of a wide beat the half where the descriptor is, as it was asked for: `base_i` and `log_i`
      // may have changed since.
      localparam int INDEX_BITS = $clog2(CREDITS);
      logic [2**INDEX_BITS-1:0] high_q;
      always_ff @(posedge clk_i) begin
        if (ask) begin
          high_q[asked_q[INDEX_BITS-1:0]] <= base_i[6] ^ place[0];
        end
        gathered_q <= high_q[came_q[INDEX_BITS-1:0]] ? beat_data_i[1023:512] : beat_data_i[511:0];
      end
    end else begin : gen_whole
      always_ff @(posedge clk_i) begin
        gathered_q <= beat_data_i;
      end
    end
  end else begin : gen_beats
    logic [BEATS-1:0] place_q;  // one bit: the beat that comes
    assign whole = beat_valid_i && place_q[BEATS-1];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        place_q <= BEATS'(1);
      end else if (beat_valid_i) begin
        place_q <= {place_q[BEATS-2:0], place_q[BEATS-1]};
      end
    end
    always_ff @(posedge clk_i) begin
      if (beat_valid_i) begin
        gathered_q <= {beat_data_i, gathered_q[511:8*Bytes]};
        error_q <= beat_error_i || (error_q && !place_q[0]);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q <= 1'b0;
    end else begin
      push_q <= whole;
    end
  end
  assign push = push_q && !clear_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
    end else begin
      clear_q <= clear_i;
    end
  end

  roundel_short_fifo #(
    .Width(513),
    .Depth(Depth)
  ) u_fifo (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i && !clear_q),
    .busy_o(fifo_busy),
    .push_i(push),
    .data_i({error_q, gathered_q}),
    .free_o(free),
    .valid_o(descriptor_valid_o),
    .ready_i(descriptor_ready_i),
    .data_o({descriptor_error_o, descriptor_o})
  );

endmodule : roundel_dma_fetch
