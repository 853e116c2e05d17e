// SPDX-License-Identifier: Apache-2.0
//
// Proves roundel_axi_window between beats of bursts and a window with ordered answers.
//
// Each beat becomes one request; a write request has its own word of W. Each read beat returns
// once, in order, with its ID, last mark and the response to its own request. Each write burst gets
// one B after its last beat, in order, with its ID and the worst response of its beats. A valid
// stays until the handshake. The module accepts each answer of the window at once, so a stalled B
// or R does not block the other channel. Reads and writes alternate while both wait. Unbounded,
// with resets and stalls at any time.
//
// Method. Numbers modulo 2^Bits identify the transfers: addresses number beats, IDs number bursts
// (stubs/roundel_axi_burst_address), and words of W have their own numbers. Fewer than 2^Bits are
// in flight. The proof uses the shortest FIFOs, whose credits do not allow a beat per cycle; the
// covers use the FIFOs of the design. prove_axi_burst and prove_skid_buffer cover the modules in
// front.
//
// Limits. All strobes are ones and no burst is refused; the bench bench_roundel_card_axi covers
// other strobes and refused bursts.

module prove_axi_window #(
  parameter int Bits = 2,
  parameter int ResponseDepth = 2,
  parameter int Follow = 1  // 0: prove only the stability of each valid
) (
  input logic clk_i,
  input logic rst_ni,
  input logic w_valid_i,
  input logic b_ready_i,
  input logic r_ready_i,
  input logic request_ready_i,
  input logic offer_i,  // answer the oldest request, if any
  input logic error_i
);

  localparam int CREDITS = roundel_prim_pkg::fifo_credits(ResponseDepth);
  localparam int NUMBERS = 1 << Bits;
  localparam int HELD_BITS = $clog2(CREDITS + 1);

  logic aw_ready, w_ready, ar_ready, b_valid, r_valid, r_last, request_valid, request_write;
  logic answer_valid, answer_ready;
  logic [Bits-1:0] b_id, r_id, words_q;
  logic [1:0] b_response, r_response;
  logic [14:3] request_address;
  logic [63:0] request_data, r_data, answer_data;
  logic [7:0] request_strobe;

  roundel_axi_window #(.IdBits(Bits), .ResponseDepth(ResponseDepth)) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .aw_valid_i(1'b0),
    .aw_ready_o(aw_ready),
    .aw_id_i({Bits{1'b0}}),
    .aw_address_i(15'd0),
    .aw_length_i(8'd0),
    .aw_size_i(3'd0),
    .aw_type_i(2'd0),
    .w_valid_i(w_valid_i),
    .w_ready_o(w_ready),
    .w_data_i({{(64 - Bits) {1'b0}}, words_q}),
    .w_strobe_i(8'hff),
    .b_valid_o(b_valid),
    .b_ready_i(b_ready_i),
    .b_id_o(b_id),
    .b_response_o(b_response),
    .ar_valid_i(1'b0),
    .ar_ready_o(ar_ready),
    .ar_id_i({Bits{1'b0}}),
    .ar_address_i(15'd0),
    .ar_length_i(8'd0),
    .ar_size_i(3'd0),
    .ar_type_i(2'd0),
    .r_valid_o(r_valid),
    .r_ready_i(r_ready_i),
    .r_id_o(r_id),
    .r_data_o(r_data),
    .r_response_o(r_response),
    .r_last_o(r_last),
    .request_valid_o(request_valid),
    .request_ready_i(request_ready_i),
    .request_write_o(request_write),
    .request_address_o(request_address),
    .request_data_o(request_data),
    .request_strobe_o(request_strobe),
    .answer_valid_i(answer_valid),
    .answer_ready_o(answer_ready),
    .answer_data_i(answer_data),
    .answer_error_i(error_i)
  );

  // ---- The window: a list of the accepted requests ----------------------------------------------
  logic [CREDITS-1:0] kinds_q;  // oldest request in bit 0; 1: write
  logic [CREDITS-1:0][Bits-1:0] places_q;
  logic [HELD_BITS-1:0] held_q;
  logic request, answer;
  assign request = request_valid && request_ready_i;
  assign answer_valid = offer_i && held_q != '0;
  assign answer = answer_valid && answer_ready;
  assign answer_data = {{(64 - Bits) {1'b0}}, places_q[0]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q <= '0;
    end else begin
      held_q <= held_q + HELD_BITS'(request) - HELD_BITS'(answer);
    end
  end
  always_ff @(posedge clk_i) begin
    for (int k = 0; k < CREDITS; k++) begin
      if (request && held_q - HELD_BITS'(answer) == HELD_BITS'(k)) begin
        kinds_q[k] <= request_write;
        places_q[k] <= request_address[3+:Bits];
      end else if (answer && k < CREDITS - 1) begin
        kinds_q[k] <= kinds_q[(k + 1) % CREDITS];
        places_q[k] <= places_q[(k + 1) % CREDITS];
      end
    end
  end

  // ---- Expected responses, by number ------------------------------------------------------------
  (* hierconn *) logic \u_dut.take_write ;
  (* hierconn *) logic \u_dut.take_read ;
  (* hierconn *) logic \u_dut.can_write ;
  (* hierconn *) logic \u_dut.can_read ;
  (* hierconn *) logic \u_dut.write_last ;
  (* hierconn *) logic \u_dut.read_last ;
  logic take_write, take_read;
  assign take_write = \u_dut.take_write ;
  assign take_read = \u_dut.take_read ;

  logic [Bits-1:0] writes_q, reads_q;  // accepted beats
  logic [Bits-1:0] write_requests_q, read_requests_q;  // accepted by the window
  logic [Bits-1:0] read_beats_q, read_bursts_q, write_bursts_q;  // returned
  logic [NUMBERS-1:0] write_lasts_q, read_lasts_q, read_errors_q, write_errors_q;  // by number
  logic [Bits-1:0] answered_q;  // bursts with a response to every beat
  logic worst_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {words_q, writes_q, reads_q, write_requests_q, read_requests_q} <= '0;
      {read_beats_q, read_bursts_q, write_bursts_q, answered_q} <= '0;
      worst_q <= 1'b0;
    end else begin
      words_q <= words_q + Bits'(w_valid_i && w_ready);
      writes_q <= writes_q + Bits'(take_write);
      reads_q <= reads_q + Bits'(take_read);
      write_requests_q <= write_requests_q + Bits'(request && request_write);
      read_requests_q <= read_requests_q + Bits'(request && !request_write);
      read_beats_q <= read_beats_q + Bits'(r_valid && r_ready_i);
      read_bursts_q <= read_bursts_q + Bits'(r_valid && r_ready_i && r_last);
      write_bursts_q <= write_bursts_q + Bits'(b_valid && b_ready_i);
      if (answer && kinds_q[0]) begin
        worst_q <= (worst_q || error_i) && !write_lasts_q[places_q[0]];
        answered_q <= answered_q + Bits'(write_lasts_q[places_q[0]]);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (take_write) write_lasts_q[writes_q] <= \u_dut.write_last ;
    if (take_read) read_lasts_q[reads_q] <= \u_dut.read_last ;
    if (answer && !kinds_q[0]) read_errors_q[places_q[0]] <= error_i;
    if (answer && kinds_q[0]) write_errors_q[answered_q] <= worst_q || error_i;
  end

  logic started_q = 1'b0;
  logic b_held_q, r_held_q, request_held_q, wrote_q, read_q;
  logic [4:0] run_q, reads_run_q;  // consecutive cycles: a beat and an answer; a read beat and R
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {b_held_q, r_held_q, request_held_q, wrote_q, read_q, run_q, reads_run_q} <= '0;
    end else begin
      b_held_q <= b_valid && !b_ready_i;
      r_held_q <= r_valid && !r_ready_i;
      request_held_q <= request_valid && !request_ready_i;
      if (take_write || take_read) {wrote_q, read_q} <= {take_write, take_read};
      run_q <= (take_write && answer) ? run_q + 5'(run_q != '1) : '0;
      reads_run_q <= (take_read && r_valid && r_ready_i) ? reads_run_q + 5'(reads_run_q != '1) : '0;
    end
  end

  logic [2:0] fifo_busy, fifo_clear;  // probes: of the FIFOs of tags, B and R
  logic [11:0] fifo_write;
  logic tags_both;
  logic [15:0] tags_stored, tags_credits;

  // The three FIFOs are cleared together, after a reset: an invariant for the contract of FIFOs,
  // which forbids a push in a clear.
  if (Follow == 0) begin : gen_clear
    always_comb begin
      if (started_q && rst_ni) begin
        assert (fifo_busy == 3'b000 || fifo_busy == 3'b111);
        assert (fifo_clear == 3'b000 || fifo_clear == 3'b111);
        if (fifo_clear != '0) assert (fifo_busy != '0);
        if (fifo_busy != '0 && fifo_clear == '0) begin
          assert (fifo_write == {3{fifo_write[3:0]}});
          assert (!tags_both);
        end
        if (fifo_busy != '0) begin
          assert (!tags_credits[0] && !tags_stored[0] && !answer_ready);
          assert (held_q == '0 && !request_valid);
        end
      end
    end
  end
  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      if (b_held_q) assert (b_valid);
      if (r_held_q) assert (r_valid);
      if (request_held_q) assert (request_valid);
    end
    if (started_q && rst_ni && Follow != 0) begin
      if (request_valid) begin
        assert (request_address == {{(12 - Bits) {1'b0}},
                                    request_write ? write_requests_q : read_requests_q});
        if (request_write) assert (request_data[Bits-1:0] == write_requests_q);
        assert (request_strobe == '1);
      end
      if (answer_valid) assert (answer_ready);
      if (r_valid) begin
        assert (r_id == read_bursts_q && r_data[Bits-1:0] == read_beats_q);
        assert (r_last == read_lasts_q[read_beats_q]);
        assert (r_response == {read_errors_q[read_beats_q], 1'b0});
      end
      if (b_valid) begin
        assert (b_id == write_bursts_q && answered_q != write_bursts_q);
        assert (b_response == {write_errors_q[write_bursts_q], 1'b0});
      end
      if (wrote_q && \u_dut.can_read ) assert (!take_write);
      if (read_q && \u_dut.can_write ) assert (!take_read);
    end
    writing: cover (started_q && rst_ni && run_q == 5'd16);
    reading: cover (started_q && rst_ni && reads_run_q == 5'd16);
    stalled: cover (started_q && rst_ni && b_held_q && r_held_q && \u_dut.can_write
        && !\u_dut.can_read && int'(held_q) == 0);
  end

endmodule : prove_axi_window
