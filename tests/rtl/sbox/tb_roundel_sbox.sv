// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_sbox and the S-box that it selects, against FIPS-197. The networks
// roundel_sbox_tower_encrypt, roundel_sbox_tower_decrypt and roundel_sbox_tower_both are among the
// S-boxes.
//
// Parameter space: all parameters of roundel_sbox. State space: all 256 values in every lane,
// different from lane to lane, a new value in every cycle. With Direction both, the direction is
// random; otherwise decrypt_i and the other byte must not matter and change in every cycle. The
// tables are computed by section 5.1.1: the inverse in GF(2^8) as the power 254, then the affine
// transformation. The bench prints "PASS <bytes>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_sbox #(
  parameter int NumBytes = 16,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,
  parameter int Cuts = 0
);

  localparam int LANE_STEP = 37;  // lane n gets value + n * LANE_STEP
  localparam int STAGES = roundel_engine_pkg::num_stages(Cuts);
  localparam int LATENCY = $countones(Cuts & roundel_engine_pkg::CUTS_IN_SBOX);
  localparam int CYCLES = 512 + LATENCY;

  logic clk = 1'b0;
  logic [STAGES-1:0] decrypt = '0;
  logic [8*NumBytes-1:0] bytes_in = '0;
  logic [8*NumBytes-1:0] inverse_bytes_in = '0;
  wire [8*NumBytes-1:0] bytes_out;

  logic [7:0] forward[0:255];
  logic [7:0] inverse[0:255];
  logic [7:0] x, expected;
  logic opposite;
  integer value, cycle, lane, stage, checked;

  roundel_sbox #(
    .NumBytes(NumBytes),
    .Sbox(Sbox),
    .Direction(Direction),
    .Cuts(Cuts)
  ) dut (
    .clk_i(clk),
    .decrypt_i(decrypt),
    .byte_i(bytes_in),
    .inverse_byte_i(inverse_bytes_in),
    .byte_o(bytes_out)
  );

  // The inputs of a cycle: every value in either direction, neighbours differ in both.
  function automatic logic direction_of(input integer n);
    direction_of = n[0] ^ n[8];
  endfunction

  function automatic logic [7:0] value_of(input integer n, input integer k);
    value_of = 8'd91 * n[7:0] + k * LANE_STEP;
  endfunction

  // Multiplication modulo x^8 + x^4 + x^3 + x + 1, FIPS-197 section 4.2.
  function automatic logic [7:0] times(input logic [7:0] a, input logic [7:0] b);
    integer i;
    logic [8:0] shifted;
    times = 8'h00;
    shifted = {1'b0, a};
    for (i = 0; i < 8; i = i + 1) begin
      if (b[i]) times = times ^ shifted[7:0];
      shifted = shifted << 1;
      if (shifted[8]) shifted = shifted ^ 9'h11b;
    end
  endfunction

  // The power 254: the multiplicative inverse, and zero for zero.
  function automatic logic [7:0] inverted(input logic [7:0] a);
    integer i;
    inverted = a;
    for (i = 0; i < 6; i = i + 1) inverted = times(times(inverted, inverted), a);
    inverted = times(inverted, inverted);
  endfunction

  // FIPS-197 equation 5.1.
  function automatic logic [7:0] affine(input logic [7:0] b);
    integer i;
    localparam logic [7:0] C = 8'h63;
    for (i = 0; i < 8; i = i + 1) begin
      affine[i] = b[i] ^ b[(i+4)%8] ^ b[(i+5)%8] ^ b[(i+6)%8] ^ b[(i+7)%8] ^ C[i];
    end
  endfunction

  initial begin : check
    for (value = 0; value < 256; value = value + 1) begin
      x = affine(inverted(value[7:0]));
      forward[value] = x;
      inverse[x] = value[7:0];
    end
    // The example of FIPS-197, section 5.1.1, checks the computed tables.
    if (forward[8'h53] !== 8'hed || forward[8'h00] !== 8'h63) begin
      $display("FAIL the bench's own table");
      $finish;
    end

    checked = 0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      for (lane = 0; lane < NumBytes; lane = lane + 1) begin
        bytes_in[8*lane+:8] = value_of(cycle, lane);
        inverse_bytes_in[8*lane+:8] = ~value_of(cycle, lane);
      end
      for (stage = 0; stage < STAGES; stage = stage + 1) begin
        decrypt[stage] = direction_of(cycle - stage);
      end
      #1;
      for (lane = 0; lane < NumBytes && cycle >= LATENCY; lane = lane + 1) begin
        x = value_of(cycle - LATENCY, lane);
        opposite = Direction == roundel_aes_pkg::DIRECTION_BOTH && direction_of(cycle - LATENCY);
        if (opposite) begin
          x = ~x;
        end
        expected = (opposite || Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ? inverse[x] :
            forward[x];
        if (bytes_out[8*lane+:8] !== expected) begin
          $display("FAIL cycle %0d, lane %0d: 0x%h becomes 0x%h instead of 0x%h", cycle, lane, x,
                   bytes_out[8*lane+:8], expected);
          $finish;
        end
        checked = checked + 1;
      end
      clk = 1'b1;
      #1;
      clk = 1'b0;
    end
    $display("PASS %0d", checked);
    $finish;
  end

endmodule : tb_roundel_sbox
