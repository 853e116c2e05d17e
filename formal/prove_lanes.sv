// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_lanes distributes a word to the lanes and collects the results.
//
// The N results of an accepted word are on `data_o` exactly lanes_latency() cycles later, each at
// its own position, with the word's tag. A zeroise or a reset meanwhile removes the results. No
// other result appears. Without `valid_o` no result of a block is visible from N + 1 cycles after a
// zeroise or a reset on. Unbounded, with zeroises, resets and key changes at any time.
//
// Method. Rings and key schedule are stubs. A ring delays a tag and one bit of the block;
// prove_ring proves this for the tag. Keys may be present or absent, but are absent in the cycles
// after a reset.

module prove_lanes #(
  parameter int KeyBits = 128,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int Lanes = 2,
  parameter int KeySlots = 1
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             zeroise_i,
  input logic             valid_i,
  input logic             slot_i,
  input logic             tag_i,
  input logic [Lanes-1:0] bits_i  // lane 0 in the top bit
);

  localparam int LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes, KeySlots);

  logic ready, valid, tag;
  logic [128*Lanes-1:0] data_in, data;
  logic [Lanes-1:0] bits;
  for (genvar k = 0; k < Lanes; k++) begin : gen_word
    assign data_in[128*k+:128] = {127'd0, bits_i[k]};
    assign bits[k] = data[128*k];
  end

  roundel_lanes #(
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
    .KeySlots(KeySlots)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(1'b0),
    .key_slot_i(1'b0),
    .key_i({KeyBits{1'b0}}),
    .key_clear_i(1'b0),
    .valid_i(valid_i),
    .ready_o(ready),
    .decrypt_i(1'b0),
    .slot_i(slot_i),
    .tag_i(tag_i),
    .data_i(data_in),
    .valid_o(valid),
    .tag_o(tag),
    .data_o(data)
  );

  // ---- The specification: a delay line, the last accepted word in bit 0 -------------------------
  logic [LATENCY-1:0] words_q, tags_q;
  logic [LATENCY-1:0] bits_q[Lanes];
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    tags_q <= (tags_q << 1) | LATENCY'(tag_i);
    for (int k = 0; k < Lanes; k++) bits_q[k] <= (bits_q[k] << 1) | LATENCY'(bits_i[k]);
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) words_q <= '0;
    else words_q <= zeroise_i ? '0 : (words_q << 1) | LATENCY'(valid_i && ready);
  end

  logic [4:0] calm_q;  // cycles since a zeroise or a reset, up to Lanes + 1
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) calm_q <= 5'd0;
    else if (zeroise_i) calm_q <= 5'd0;
    else if (int'(calm_q) <= Lanes) calm_q <= calm_q + 5'd1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (rst_ni && started_q) begin
      assert (valid == words_q[LATENCY-1]);
      if (valid) begin
        assert (tag == tags_q[LATENCY-1]);
        for (int k = 0; k < Lanes; k++) assert (bits[k] == bits_q[k][LATENCY-1]);
      end else if (int'(calm_q) > Lanes) begin
        assert (bits == '0);
      end
    end
    full_throughput: cover (rst_ni && valid && bits == '1
                            && $countones(words_q) > roundel_engine_pkg::ring_length(Rounds,
                                Stages));
  end

endmodule : prove_lanes
