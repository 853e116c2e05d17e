// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_dma_beat_split gives each beat of a piece as many bytes as possible, at its
// offset. Unbounded, for every offset and length. Steps and loads come at any time. `at_q` and
// `left_q` are the offset of the next byte in its beat and the number of bytes without a beat.

module prove_dma_split #(
  parameter int Bytes = 16
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     load_i,
  input logic                     step_i,
  input logic [$clog2(Bytes)-1:0] offset_i,
  input logic [             31:0] bytes_i
);

  localparam int LOG = $clog2(Bytes);

  logic [LOG-1:0] offset;
  logic [LOG:0] bytes;
  logic last;

  roundel_dma_beat_split #(
    .Bytes(Bytes)
  ) u_dut (
    .clk_i(clk_i),
    .load_i(load_i),
    .step_i(step_i),
    .offset_i(offset_i),
    .bytes_i(bytes_i),
    .offset_o(offset),
    .bytes_o(bytes),
    .last_o(last)
  );

  logic started_q = 1'b0;
  logic on_q;  // a piece is left
  logic [LOG-1:0] at_q;
  logic [31:0] left_q;
  logic [31:0] room, most;
  logic [3:0] beats_q;  // of the piece, up to 15

  assign room = 32'(Bytes) - 32'(at_q);
  assign most = (left_q < room) ? left_q : room;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      on_q <= 1'b0;
    end else if (load_i) begin
      on_q <= 1'b1;
    end else if (step_i && left_q == most) begin
      on_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (load_i) begin
      at_q <= offset_i;
      left_q <= bytes_i;
      beats_q <= 4'd0;
    end else if (step_i) begin
      at_q <= '0;
      left_q <= left_q - most;
      beats_q <= beats_q + 4'(beats_q != '1);
    end
  end

  (* hierconn *) logic [31:0] \u_dut.behind_q ;

  always_comb begin
    assume (started_q || !rst_ni);
    if (load_i) assume (bytes_i != '0);
    if (started_q && rst_ni && on_q) begin
      assert (left_q != '0);
      assert (offset == at_q);
      assert (32'(bytes) == most);
      assert (last == (left_q == most));
      if (!last) assert (\u_dut.behind_q == left_q - most);
    end
    // A piece that begins and ends within beats, of four beats.
    streaming: cover (started_q && rst_ni && on_q && last && beats_q == 4'd3
                      && bytes != (LOG + 1)'(Bytes));
  end

endmodule : prove_dma_split
