// SPDX-License-Identifier: Apache-2.0
//
// Proves two statements about the schedule of AES-GCM, for any packets, IVs, keys and stalls, with
// resets and zeroises at any time:
//
// - A second key product delays a word of the GHASH window only after a cycle without a word: the
//   assumption of prove_ghash_window.
// - A delayed word is recovered within the interval between two products.
//
// The design consists of roundel_gcm_front with roundel_gcm_schedule, and roundel_ghash_keys. The
// lanes are a model (prove_ring, prove_lanes): a delay line of Turns * Length + 2 cycles that
// accepts a word unless a block turns into the first stage. In any cycle, the window may have a
// waiting word and the multiplier may answer.
//
// With HasChain the design is that of a set of modes with streams. Blocks of chains come in any
// cycle, and roundel_sideband_lanes lets words and blocks of chains enter in turn: the ring refuses
// a word while a block of a chain enters. Words of other modes come too. A stub replaces
// roundel_lanes. A ring with several turns may also refuse a word in any other cycle.

module prove_gcm_schedule #(
  parameter int Turns = 1,  // turns of a block in the ring
  parameter int Length = 2,  // registers of the ring; HasChain: Turns * Length is 10 or more
  parameter bit HasChain = 1'b0
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         zeroise_i,
  input logic         key_valid_i,
  input logic         key_clear_i,
  input logic         lanes_key_ready_i,
  input logic         valid_i,
  input logic         aad_i,
  input logic         last_i,
  input logic [4:0]   bytes_i,
  input logic         iv_turn_i,
  input logic         iv_valid_i,
  input logic         iv_last_i,
  input logic [4:0]   iv_bytes_i,
  input logic         waits_i,
  input logic         hash_valid_i,
  input logic         product_valid_i,
  input logic         other_i,
  input logic         chain_valid_i
);

  localparam int LanesCycles = Turns * Length + 2;
  localparam int Interval = roundel_ghash_pkg::gcm_power_interval(LanesCycles);
  localparam int NeedsBubbles = (Turns == 1) ? 1 : 0;

  logic ready, request, taken, lanes_valid, lanes_ready, single;
  logic keys_clear, keys_wipe, key_ready, lanes_key_valid, usable;
  logic delays;  // a product delays a word
  logic delayed_q;  // a word was delayed, without an idle cycle since
  logic [7:0] age_q;  // cycles since the delay
  logic hold_q;  // roundel_ghash holds a word for a product
  logic clear_q, busy_q;
  logic word_q;  // a word enters the window
  logic lanes_result;  // a word leaves the lanes

  roundel_gcm_front #(
    .Lanes(1),
    .KeySlots(1),
    .UserBits(1),
    .HasOther(HasChain)
  ) u_front (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_i(keys_clear || busy_q),
    .valid_i(valid_i),
    .ready_o(ready),
    .other_i(other_i),
    .decrypt_i(1'b0),
    .slot_i(1'b0),
    .start_i(128'd0),
    .aad_i(aad_i),
    .last_i(last_i),
    .bytes_i(bytes_i),
    .data_i(128'd0),
    .user_i(1'b0),
    .iv_turn_i(iv_turn_i),
    .iv_valid_i(iv_valid_i),
    .iv_last_i(iv_last_i),
    .iv_slot_i(1'b0),
    .iv_bytes_i(iv_bytes_i),
    .iv_i(128'd0),
    .request_i(request),
    .request_slot_i(1'b0),
    .request_taken_o(taken),
    .delayed_i(delays && NeedsBubbles != 0),
    .valid_o(lanes_valid),
    .ready_i(lanes_ready),
    .kind_o(),
    .decrypt_o(),
    .last_o(),
    .slot_o(),
    .bytes_o(),
    .count_o(),
    .user_o(),
    .data_o(),
    .block_o()
  );

  roundel_ghash_keys #(
    .KeySlots(1),
    .Powers(4),
    .PowerBits(4),
    .LoadCycles(2),
    .PowerInterval(Interval)
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready),
    .key_slot_i(1'b0),
    .key_clear_i(key_clear_i),
    .lanes_valid_o(lanes_key_valid),
    .lanes_ready_i(lanes_key_ready_i),
    .ready_o(usable),
    .slot_o(),
    .request_o(request),
    .taken_i(taken),
    .hash_valid_i(hash_valid_i),
    .hash_i(128'd0),
    .single_valid_o(single),
    .single_o(),
    .product_valid_i(product_valid_i),
    .product_i(128'd0),
    .write_o(),
    .write_index_o(),
    .write_power_o(),
    .clear_o(keys_clear),
    .wipe_o(keys_wipe)
  );

  assign delays = hold_q && waits_i;

  if (HasChain) begin : gen_chain
    localparam int ROUNDS = 10 / Turns;
    localparam logic [roundel_stream_pkg::chain_entry_bits(1)-1:0] CHAIN_ENTRY = '0;

    roundel_sideband_lanes #(
      .Rounds(ROUNDS),
      .Stages(Length / ROUNDS),
      .HasChain(1'b1),
      .BlockRam(1'b0)
    ) u_lanes (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .zeroise_i(zeroise_i),
      .key_valid_i(lanes_key_valid),
      .key_ready_o(),
      .key_slot_i(1'b0),
      .key_i(128'd0),
      .key_clear_i(key_clear_i),
      .key_size_i(2'd0),
      .valid_i(lanes_valid),
      .ready_o(lanes_ready),
      .decrypt_i(1'b0),
      .slot_i(1'b0),
      .data_i(128'd0),
      .beside_i(128'd0),
      .chain_valid_i(chain_valid_i),
      .chain_ready_o(),
      .chain_entry_i(CHAIN_ENTRY),
      .chain_return_o(),
      .valid_o(lanes_result),
      .data_o(),
      .sooner_o(),
      .early_o(),
      .beside_o()
    );
  end else begin : gen_model
    logic [LanesCycles-1:0] flight_q;  // bit k: a word was accepted k + 1 cycles ago
    assign lanes_result = flight_q[LanesCycles-1];
    always_comb begin
      lanes_ready = 1'b1;
      for (int turn = 1; turn < Turns; turn++) begin
        if (flight_q[Length*turn-1]) lanes_ready = 1'b0;
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        flight_q <= '0;
      end else begin
        flight_q <= zeroise_i ? '0 : {flight_q[LanesCycles-2:0], lanes_valid && lanes_ready};
      end
    end
  end

  logic started_q = 1'b0;
  logic waiting_q;  // a key was offered and not accepted
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {clear_q, busy_q, word_q, waiting_q} <= 4'b1100;
    end else begin
      clear_q <= keys_clear;
      busy_q <= keys_clear || keys_wipe;
      word_q <= lanes_result && !zeroise_i;
      waiting_q <= key_valid_i && !key_ready && !zeroise_i;
    end
  end

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    hold_q <= single && !clear_q;
    if (clear_q) begin
      delayed_q <= 1'b0;
      age_q <= '0;
    end else begin
      delayed_q <= word_q ? delays || delayed_q : delays && delayed_q;
      age_q <= delays ? 8'd0 : age_q + 8'(age_q != '1);
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    assume (!(valid_i && iv_turn_i) && (!iv_valid_i || iv_turn_i));
    assume (bytes_i <= 5'd16 && iv_bytes_i <= 5'd16);
    assume (!waiting_q || key_valid_i);
    if (started_q && rst_ni && !clear_q) begin
      assert (!(delays && delayed_q && word_q));
      assert (!delayed_q || int'(age_q) < Interval);
    end
    recovered: cover (started_q && rst_ni && !clear_q && delayed_q && !word_q
                      && (Turns > 1 || age_q > 8'd3));
    refused: cover (started_q && rst_ni && !clear_q && delayed_q && lanes_valid && !lanes_ready
                    && chain_valid_i);
  end

endmodule : prove_gcm_schedule
