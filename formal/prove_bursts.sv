// SPDX-License-Identifier: Apache-2.0
//
// Proves that the bursts of roundel_dma_bursts cover the bytes of a piece, each byte once and in
// order, without an empty beat and without crossing a border of 4 KiB. Each burst is as long as
// possible, the last burst is marked, and an offered burst stays until the handshake. Unbounded,
// for every address and length, with clears and stalls at any time.
//
// `at_q` and `left_q` are the address and the number of the bytes without a burst. `own_*` are
// registers of the module (`probes` in dma_proofs.py); their equality with the specification makes
// the proof inductive.

module prove_bursts #(
  parameter int Bytes = 16,
  parameter int BurstBytes = 512
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        clear_i,
  input logic        piece_valid_i,
  input logic [63:0] piece_address_i,
  input logic [31:0] piece_bytes_i,
  input logic        piece_last_i,
  input logic        burst_ready_i
);

  logic piece_ready, burst_valid, burst_last;
  logic [63:0] burst_address;
  logic [7:0] burst_length;

  roundel_dma_bursts #(
    .Bytes(Bytes),
    .BurstBytes(BurstBytes)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .piece_valid_i(piece_valid_i),
    .piece_ready_o(piece_ready),
    .piece_i({piece_last_i, piece_bytes_i, piece_address_i}),
    .burst_valid_o(burst_valid),
    .burst_ready_i(burst_ready_i),
    .burst_o({burst_length, burst_address}),
    .burst_last_o(burst_last)
  );

  localparam logic [63:0] BEAT = Bytes;
  localparam logic [63:0] BURST = BurstBytes;

  logic started_q = 1'b0;
  logic [63:0] at_q;  // first byte without a burst
  logic [31:0] left_q;
  logic last_q;
  logic held_q;  // a burst stalled in the previous cycle
  logic [7:0] held_length_q;
  logic held_last_q;
  logic [63:0] border, first, behind, covered, final_beat;
  logic taken;

  assign taken = burst_valid && burst_ready_i;
  // The offered burst: first byte of its first beat, byte behind its last beat, its last beat.
  assign first = burst_address & ~(BEAT - 64'd1);
  assign behind = first + ({56'd0, burst_length} + 64'd1) * BEAT;
  assign final_beat = behind - BEAT;
  assign border = (at_q | (BURST - 64'd1)) + 64'd1;
  assign covered = (behind - at_q < {32'd0, left_q}) ? behind - at_q : {32'd0, left_q};

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (piece_valid_i && piece_ready) begin
      last_q <= piece_last_i;
    end
    held_length_q <= burst_length;
    held_last_q <= burst_last;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      held_q <= 1'b0;
    end else if (clear_i) begin
      left_q <= '0;
      held_q <= 1'b0;
    end else begin
      held_q <= burst_valid && !burst_ready_i;
      if (piece_valid_i && piece_ready) begin
        at_q <= piece_address_i;
        left_q <= piece_bytes_i;
      end else if (taken) begin
        at_q <= at_q + covered;
        left_q <= left_q - covered[31:0];
      end
    end
  end

  logic own_ends;
  logic [1:0] own_state;
  logic [96:0] own_piece;
  logic [$clog2(BurstBytes):0] own_bytes;
  logic [63:0] room, most;
  assign room = border - at_q;
  assign most = ({32'd0, left_q} < room) ? {32'd0, left_q} : room;

  always_comb begin
    assume (started_q || !rst_ni);
    // A piece has at least a byte and does not wrap around the address space.
    if (piece_valid_i) begin
      assume (piece_bytes_i != '0);
      assume (piece_address_i + {32'd0, piece_bytes_i} >= piece_address_i);
    end
    if (started_q && rst_ni) begin
      assert (piece_ready == (left_q == '0));
      if (burst_valid) begin
        assert (left_q != '0);
        assert (burst_address == at_q);
        assert (covered != '0);
        assert (final_beat < at_q + {32'd0, left_q});
        assert (first[63:12] == final_beat[63:12]);
        assert (behind - first <= BURST);
        assert (behind - at_q <= room);
        assert (burst_last == (last_q && covered == {32'd0, left_q}));
        // The burst is as long as possible: it ends the piece or ends at the border.
        assert (covered == {32'd0, left_q} || behind == border);
      end
      if (held_q) begin
        assert (burst_valid);
        assert (burst_length == held_length_q && burst_last == held_last_q);
      end

      // States of the module: 0 IDLE, 1 COMPARE, 2 COUNT, 3 OFFER.
      assert ((own_state == 2'd0) == (left_q == '0));
      assert ((own_state == 2'd3) == burst_valid);
      if (own_state[1]) begin
        assert ({{(63 - $clog2(BurstBytes)) {1'b0}}, own_bytes} == most);
        assert (own_ends == ({32'd0, left_q} <= room));
      end
      if (own_state != 2'd0) begin
        assert (own_piece == {last_q, left_q, at_q});
        assert (at_q + {32'd0, left_q} >= at_q);
      end
    end
    several: cover (started_q && rst_ni && taken && at_q != piece_address_i && burst_last);
  end

endmodule : prove_bursts
