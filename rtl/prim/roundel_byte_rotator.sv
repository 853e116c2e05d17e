// SPDX-License-Identifier: Apache-2.0
//
// Pipelined rotator: moves byte n of a word to byte n + `places_i`, modulo Bytes.
//
// Interface. Latency STAGES cycles, 1 word each cycle, no back-pressure. `beside_i` travels with
// the word. The reset affects `valid_o` alone. `clear_i`, held for at least STAGES cycles, drops
// the words in the pipeline and sets their bytes to zero.
//
// Method. Each stage rotates by two bits of `places_i`, as one 4-to-1 multiplexer a bit.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_byte_rotator #(
  parameter int Bytes = 16,  // a power of two, at least 4
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

  // Inputs of stage s; index STAGES is the output.
  logic [STAGES:0][WIDTH-1:0] data;
  logic [STAGES-1:0][2*STAGES-1:0] places;
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
    // For an odd BITS the last stage has 1 bit: its upper bit is 0, and BY_2, BY_3 are unused.
    localparam int BY_2 = (2 * STEP < WIDTH) ? 2 * STEP : STEP;
    localparam int BY_3 = (2 * STEP < WIDTH) ? 3 * STEP : STEP;
    logic [WIDTH-1:0] by_1, by_2, by_3, data_d, data_q;
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
      beside_q <= beside[s];
    end
    assign data[s+1] = data_q;
    assign beside[s+1] = beside_q;
    assign valid[s+1] = valid_q;

    if (s < STAGES - 1) begin : gen_places
      logic [2*STAGES-1:0] places_q;
      always_ff @(posedge clk_i) begin
        places_q <= places[s];
      end
      assign places[s+1] = places_q;
    end
  end

  assign data_o = data[STAGES];
  assign beside_o = beside[STAGES];
  assign valid_o = valid[STAGES];

  // A valid word has a known number of places.
  `ROUNDEL_CONTRACT(places_known, clk_i, rst_ni, !valid_i || (^places_i) || !(^places_i))

endmodule : roundel_byte_rotator
