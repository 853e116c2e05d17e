// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_sub_bytes against the S-box of FIPS-197.
//
// Parameter space: all parameters of roundel_sub_bytes. State space: all 256 values in every lane,
// different from lane to lane. With Direction both, `decrypt_i` is low and then high for each
// value. With a single direction `decrypt_i` must not matter and is high for every other value. The
// input that is not substituted holds another value. No registers, except those of block RAM. The
// tables are computed by section 5.1.1: the inverse in GF(2^8) as the power 254, then the affine
// transformation. The bench prints "PASS <bytes>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_sub_bytes #(
  parameter int NumBytes = 16,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT
);

  localparam int LANE_STEP = 37;  // lane n gets value + n * LANE_STEP
  localparam int MODES = (Direction == roundel_aes_pkg::DIRECTION_BOTH) ? 2 : 1;

  localparam int CUTS = (Sbox == roundel_engine_pkg::SBOX_ROM)
      ? (1 << roundel_engine_pkg::CUT_SBOX_1) | (1 << roundel_engine_pkg::CUT_SBOX_2) : 0;

  logic clk = 1'b0;
  logic decrypt = 1'b0;
  wire inverse_used = decrypt && Direction == roundel_aes_pkg::DIRECTION_BOTH;
  logic [8*NumBytes-1:0] data_in = '0;
  wire [8*NumBytes-1:0] data_out;

  logic [7:0] forward[0:255];
  logic [7:0] inverse[0:255];
  logic [7:0] x, expected;
  integer value, lane, mode, checked;

  roundel_sub_bytes #(
    .NumBytes(NumBytes),
    .Sbox(Sbox),
    .Direction(Direction),
    .Cuts(CUTS)
  ) dut (
    .clk_i(clk),
    .decrypt_i({roundel_engine_pkg::num_stages(CUTS) {decrypt}}),
    .data_i(inverse_used ? ~data_in : data_in),
    .inverse_data_i(inverse_used ? data_in : ~data_in),
    .data_o(data_out)
  );

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
    for (value = 0; value < 256; value = value + 1) begin
      for (lane = 0; lane < NumBytes; lane = lane + 1) begin
        x = value[7:0] + lane * LANE_STEP;
        data_in[8*lane+:8] = x;
      end
      for (mode = 0; mode < MODES; mode = mode + 1) begin
        decrypt = (MODES == 2) ? mode[0] : value[0];
        #1;
        repeat ($countones(CUTS)) begin
          clk = 1'b1;
          #1;
          clk = 1'b0;
          #1;
        end
        for (lane = 0; lane < NumBytes; lane = lane + 1) begin
          x = data_in[8*lane+:8];
          expected = (Direction == roundel_aes_pkg::DIRECTION_DECRYPT ||
                      (Direction == roundel_aes_pkg::DIRECTION_BOTH && decrypt)) ? inverse[x] :
                          forward[x];
          if (data_out[8*lane+:8] !== expected) begin
            $display("FAIL lane %0d, decrypt_i %0d: 0x%h becomes 0x%h instead of 0x%h", lane,
                     decrypt, x, data_out[8*lane+:8], expected);
            $finish;
          end
          checked = checked + 1;
        end
      end
    end
    $display("PASS %0d", checked);
    $finish;
  end

endmodule : tb_roundel_sub_bytes
