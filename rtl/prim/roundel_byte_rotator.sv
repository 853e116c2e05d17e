// SPDX-License-Identifier: Apache-2.0
//
// A word rotated by bytes: byte n of `data_i` comes to byte n + `places_i`, modulo Bytes, of
// `data_o`, STAGES cycles later, two bits of `places_i` a cycle. What goes beside it (`beside_i`)
// takes as long. Never waits.
//
// Not reset but for `valid_o`. `clear_i`, for STAGES cycles or more, drops what is in here and sets
// it to zero.

`include "roundel_refuse.svh"

module roundel_byte_rotator #(
  parameter int Bytes = 16,  // a power of two, 4 or more
  parameter int BesideBits = 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     clear_i,

  input  logic                     valid_i,
  input  logic [      8*Bytes-1:0] data_i,
  input  logic [$clog2(Bytes)-1:0] places_i,
  input  logic [   BesideBits-1:0] beside_i,

  output logic                     valid_o,
  output logic [      8*Bytes-1:0] data_o,
  output logic [   BesideBits-1:0] beside_o
);

  localparam int BITS = $clog2(Bytes);
  localparam int STAGES = (BITS + 1) / 2;
  localparam int WIDTH = 8 * Bytes;

  // Stage s, after it; stage 0 is the input.
  logic [STAGES:0][WIDTH-1:0] data;
  logic [STAGES:0][2*STAGES-1:0] places;
  logic [STAGES:0][BesideBits-1:0] beside;
  logic [STAGES:0] valid;

  `ROUNDEL_REFUSE(roundel_error_bytes_to_rotate_must_be_a_power_of_two_from_4,
                  Bytes < 4 || (Bytes & (Bytes - 1)) != 0)

  assign data[0] = data_i;
  if (BITS % 2 == 0) begin : gen_even
    assign places[0] = places_i;
  end else begin : gen_odd
    assign places[0] = {1'b0, places_i};
  end
  assign beside[0] = beside_i;
  assign valid[0] = valid_i;

  for (genvar s = 0; s < STAGES; s++) begin : gen_stage
    localparam int STEP = 8 * (1 << (2 * s));
    // Of the last stage the high bit may be one too many: then it is never set.
    localparam int BY_2 = (2 * STEP < WIDTH) ? 2 * STEP : STEP;
    localparam int BY_3 = (2 * STEP < WIDTH) ? 3 * STEP : STEP;
    logic [WIDTH-1:0] by_1, by_2, by_3, data_d, data_q;
    logic [2*STAGES-1:0] places_q;
    logic [BesideBits-1:0] beside_q;
    logic valid_q;

    assign by_2 = {data[s][WIDTH-BY_2-1:0], data[s][WIDTH-1:WIDTH-BY_2]};
    assign by_3 = {data[s][WIDTH-BY_3-1:0], data[s][WIDTH-1:WIDTH-BY_3]};
    assign by_1 = {data[s][WIDTH-STEP-1:0], data[s][WIDTH-1:WIDTH-STEP]};
    assign data_d = places[s][2*s+1] ? (places[s][2*s] ? by_3 : by_2)
        : (places[s][2*s] ? by_1 : data[s]);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        valid_q <= 1'b0;
      end else begin
        valid_q <= valid[s] && !clear_i;
      end
    end
    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        data_q <= '0;
      end else begin
        data_q <= data_d;
      end
      places_q <= places[s];
      beside_q <= beside[s];
    end
    assign data[s+1] = data_q;
    assign places[s+1] = places_q;
    assign beside[s+1] = beside_q;
    assign valid[s+1] = valid_q;
  end

  assign data_o = data[STAGES];
  assign beside_o = beside[STAGES];
  assign valid_o = valid[STAGES];

  logic unused_places;
  assign unused_places = ^places[STAGES];

endmodule : roundel_byte_rotator
