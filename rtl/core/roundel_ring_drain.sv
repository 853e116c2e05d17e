// SPDX-License-Identifier: Apache-2.0
//
// Counts the cycles in which the end of a ring drops its blocks after a flush or a reset.
//
// Interface. `next_o` is high if the ring must drop a result in the next cycle. After a pulse of
// `start_i` in cycle c, the ring drops its results in the cycles c + 1 to c + Nr * Stages + 1.
// Every block of the ring reaches the end in this time. A reset is equal to a start in its last
// cycle; `next_o` is high during a reset.
//
// Method. A drop at the end costs one bit. A synchronous clear of every position of a long ring
// would be a net across the whole device. A counter of a round's stages and one of the rounds;
// their comparisons have registers, for speed.

module roundel_ring_drain #(
  parameter int NumRounds = 10,  // rounds Nr of the cipher
  parameter int Stages = 2  // registers S of a round, 2 to 13
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic start_i,  // flush
  output logic next_o  // the next cycle is a dropping cycle
);

  localparam int LAST_STAGE = Stages - 1;
  localparam int LAST_ROUND = NumRounds - 1;

  logic start_q;  // load the counters
  logic busy_q;  // this is a dropping cycle
  logic end_q;  // last stage of a round
  logic over_q;  // last dropping cycle
  logic [3:0] stage_q, round_q;  // stages and rounds left

  assign next_o = start_i || start_q || (busy_q && !over_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      start_q <= 1'b1;
      busy_q <= 1'b1;
      end_q <= 1'b0;
      over_q <= 1'b0;
    end else begin
      start_q <= start_i;
      busy_q <= next_o;
      end_q <= !start_q && stage_q == 4'd1;
      over_q <= !start_q && stage_q == 4'd1 && round_q == 4'd0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_q) begin
      stage_q <= LAST_STAGE[3:0];
      round_q <= LAST_ROUND[3:0];
    end else begin
      stage_q <= end_q ? LAST_STAGE[3:0] : stage_q - 4'd1;
      if (end_q) begin
        round_q <= round_q - 4'd1;
      end
    end
  end

endmodule : roundel_ring_drain
