// SPDX-License-Identifier: Apache-2.0
//
// Splits pieces of memory into AXI4 bursts.
//
// Interface. `piece_*` and `burst_*` are ready/valid handshakes; the payload of `burst_*` is stable
// while stalled. Each burst ends with the piece or with a multiple of BurstBytes, and no burst
// crosses a border of 4 KiB (Arm IHI 0022, A3.4.1). Throughput: a burst follows the burst before
// after 3 cycles in the same piece, and after 4 cycles in the next piece. Latency: 3 cycles from a
// piece to the first burst. `clear_i` drops the piece.
//
// Method. IDLE waits for a piece. The bytes up to the next border and the bytes of the piece are
// compared in 1 cycle, and the beats are counted in the next. No path has two adders of 32 bits.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_dma_bursts #(
  parameter int Bytes = 16,  // bytes of a beat: a power of two
  parameter int BurstBytes = 256  // bytes of the longest burst: 2^n, 2 to 128 beats, at most 4096
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,

  input  logic        piece_valid_i,
  output logic        piece_ready_o,
  input  logic [96:0] piece_i,  // piece_t

  output logic        burst_valid_o,
  input  logic        burst_ready_i,
  output logic [71:0] burst_o,  // burst_t
  output logic        burst_last_o  // last burst of a piece with `last`
);

  `include "roundel_dma_types.svh"

  localparam int LOG = $clog2(Bytes);
  localparam int BURST_LOG = $clog2(BurstBytes);

  `ROUNDEL_REFUSE(
      roundel_error_burst_bytes_must_be_a_power_of_two_up_to_4096_of_2_to_128_beats,
      BurstBytes > 4096 || BurstBytes > 128 * Bytes || BurstBytes < 2 * Bytes
          || (BurstBytes & (BurstBytes - 1)) != 0)

  // IDLE     waits for a piece.
  // COMPARE  compares the rest of the piece with the bytes up to the border.
  // COUNT    counts the beats of the burst.
  // OFFER    offers the burst.
  typedef enum logic [1:0] {IDLE, COMPARE, COUNT, OFFER} state_e;

  state_e state_d, state_q;
  piece_t piece_q;  // the rest of the piece, from the next burst on
  burst_t burst;
  logic [BURST_LOG:0] room;  // bytes up to the next border
  logic [BURST_LOG:0] bytes_q;  // bytes of the burst
  logic [BURST_LOG:0] span;  // bytes of the burst from the start of the first beat
  logic ends_q;  // the burst ends the piece
  logic [7:0] length_q;
  logic burst_last_q;

  assign room = (BURST_LOG + 1)'(BurstBytes) - {1'b0, piece_q.address[BURST_LOG-1:0]};
  assign span = bytes_q + (BURST_LOG + 1)'(piece_q.address[LOG-1:0]);

  always_comb begin
    state_d = state_q;
    case (state_q)
      IDLE: begin
        if (piece_valid_i) begin
          state_d = COMPARE;
        end
      end
      COMPARE: state_d = COUNT;
      COUNT: state_d = OFFER;
      default: begin  // OFFER
        if (burst_ready_i) begin
          if (ends_q) begin
            state_d = IDLE;
          end else begin
            state_d = COMPARE;
          end
        end
      end
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
    end else if (clear_i) begin
      state_q <= IDLE;
    end else begin
      state_q <= state_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (state_q == IDLE) begin
      piece_q <= piece_i;
    end else if (state_q == OFFER && burst_ready_i) begin
      // The next burst begins at the border.
      piece_q.address[63:BURST_LOG] <= piece_q.address[63:BURST_LOG] + 1'b1;
      piece_q.address[BURST_LOG-1:0] <= '0;
      piece_q.bytes <= piece_q.bytes - 32'(bytes_q);
    end
    if (state_q == COMPARE) begin
      ends_q <= piece_q.bytes <= 32'(room);
      bytes_q <= (piece_q.bytes <= 32'(room)) ? piece_q.bytes[BURST_LOG:0] : room;
    end
    if (state_q == COUNT) begin
      length_q <= 8'((span - 1'b1) >> LOG);
      burst_last_q <= ends_q && piece_q.last;
    end
  end

  assign piece_ready_o = state_q == IDLE;
  assign burst.length = length_q;
  assign burst.address = piece_q.address;
  assign burst_valid_o = state_q == OFFER;
  assign burst_o = burst;
  assign burst_last_o = burst_last_q;

  // No burst crosses a border of 4 KiB, and a piece has bytes.
  `ROUNDEL_CONTRACT(burst_in_page, clk_i, rst_ni, !burst_valid_o
                    || 13'(burst.address[11:LOG]) + 13'(burst.length) < 13'(4096 / Bytes))
  `ROUNDEL_CONTRACT(piece_has_bytes, clk_i, rst_ni, !piece_valid_i || piece_i[95:64] != '0)
  `ROUNDEL_CONTRACT_STABLE(burst_stable, clk_i, rst_ni, burst_valid_o && !burst_ready_i && !clear_i,
                           {burst_valid_o, burst_o, burst_last_o})

endmodule : roundel_dma_bursts
