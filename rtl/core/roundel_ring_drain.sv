// SPDX-License-Identifier: Apache-2.0
//
// Says how long blocks are to be dropped at the end of a ring: from the cycle after `start_i` on,
// for Nr * Stages cycles and one, in which all that are in it have come there. `next_o` says it of
// the next cycle. A reset is a start in the cycle before its end; `next_o` is high meanwhile.
//
// To drop blocks at the end costs a bit; to clear every position of a long ring in one cycle would
// be a net across the whole device. A counter for the stages of a round and one for the rounds,
// their ends in registers.

module roundel_ring_drain #(
  parameter int NumRounds = 10,  // Nr
  parameter int Stages = 2  // S, 2 to 13
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic start_i,
  output logic next_o
);

  localparam int LAST_STAGE = Stages - 1;
  localparam int LAST_ROUND = NumRounds - 1;

  logic start_q;  // the counters begin
  logic busy_q, end_q, over_q;  // end of a round's stages; over: the last cycle
  logic [3:0] stage_q, round_q;

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
