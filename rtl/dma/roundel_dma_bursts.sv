// SPDX-License-Identifier: Apache-2.0
//
// Pieces of memory to bursts of AXI4: each burst ends with its piece or with a multiple of
// BurstBytes, so none crosses a border of 4 KiB (Arm IHI 0022, A3.4.1).
//
// A piece is an address in bytes and a number of them, 1 or more, with `last_i` beside it. A burst
// is the address of its first byte, its beats less one, and whether it is the last one of a piece
// that had `last_i`. A burst every three cycles. `clear_i` drops what is in here.

module roundel_dma_bursts #(
  parameter int Bytes = 16,  // of a beat, a power of two
  parameter int BurstBytes = 256  // a power of two, 2 to 128 beats, 4096 at most
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,

  input  logic        piece_valid_i,
  output logic        piece_ready_o,
  input  logic [63:0] piece_address_i,
  input  logic [31:0] piece_bytes_i,
  input  logic        piece_last_i,

  output logic        burst_valid_o,
  input  logic        burst_ready_i,
  output logic [63:0] burst_address_o,
  output logic [ 7:0] burst_length_o,  // beats, less one
  output logic        burst_last_o
);

  localparam int LOG = $clog2(Bytes);
  localparam int BURST_LOG = $clog2(BurstBytes);

  if (BurstBytes > 4096 || BurstBytes > 128 * Bytes || BurstBytes < 2 * Bytes
      || (BurstBytes & (BurstBytes - 1)) != 0) begin : gen_bad_burst
    roundel_error_burst_bytes_must_be_a_power_of_two_up_to_4096_of_2_to_128_beats u_error ();
  end

  logic active_q, counted_q, valid_q;
  logic [63:0] address_q;
  logic [31:0] left_q;  // bytes of the piece
  logic last_q;
  logic [BURST_LOG:0] room;  // bytes up to the next multiple
  logic [BURST_LOG:0] bytes_q;  // of this burst
  logic ends_q;  // it ends the piece
  logic [BURST_LOG:0] reach;  // bytes up to its end, from the beginning of its first beat on
  logic taken;

  assign piece_ready_o = !active_q;
  assign taken = valid_q && burst_ready_i;
  assign room = (BURST_LOG + 1)'(BurstBytes) - {1'b0, address_q[BURST_LOG-1:0]};
  assign reach = bytes_q + (BURST_LOG + 1)'(address_q[LOG-1:0]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_q <= 1'b0;
      counted_q <= 1'b0;
      valid_q <= 1'b0;
    end else if (clear_i) begin
      active_q <= 1'b0;
      counted_q <= 1'b0;
      valid_q <= 1'b0;
    end else begin
      active_q <= active_q ? !(taken && ends_q) : piece_valid_i;
      counted_q <= active_q && !counted_q && !valid_q;
      valid_q <= counted_q || (valid_q && !burst_ready_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!active_q) begin
      address_q <= piece_address_i;
      left_q <= piece_bytes_i;
      last_q <= piece_last_i;
    end else if (taken) begin
      address_q[63:BURST_LOG] <= address_q[63:BURST_LOG] + 1'b1;
      address_q[BURST_LOG-1:0] <= '0;
      left_q <= left_q - 32'(bytes_q);
    end
    if (!counted_q && !valid_q) begin
      ends_q <= left_q <= 32'(room);
      bytes_q <= (left_q <= 32'(room)) ? left_q[BURST_LOG:0] : room;
    end
    if (counted_q) begin
      burst_length_o <= 8'((reach - 1'b1) >> LOG);
      burst_last_o <= ends_q && last_q;
    end
  end

  assign burst_valid_o = valid_q;
  assign burst_address_o = address_q;

endmodule : roundel_dma_bursts
