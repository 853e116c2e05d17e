// SPDX-License-Identifier: Apache-2.0
//
// Proves that a word leaves roundel_byte_rotator STAGES cycles later, with its side data. Byte n
// leaves at byte n + `places_i` modulo Bytes.

module prove_rotate #(
  parameter int Bytes = 16
) (
  input logic                     clk_i,
  input logic                     valid_i,
  input logic [      8*Bytes-1:0] data_i,
  input logic [$clog2(Bytes)-1:0] places_i,
  input logic                     beside_i
);

  localparam int BITS = $clog2(Bytes);
  localparam int STAGES = (BITS + 1) / 2;
  localparam int WIDTH = 8 * Bytes + BITS + 2;

  logic [STAGES:0][WIDTH-1:0] line;  // the input, stage by stage
  logic [2:0] filled_q = '0;  // cycles since the start
  logic valid, beside, before_valid, before_beside;
  logic [8*Bytes-1:0] data, earlier;
  logic [BITS-1:0] places;

  assign line[0] = {valid_i, beside_i, places_i, data_i};
  for (genvar s = 0; s < STAGES; s++) begin : gen_stage
    logic [WIDTH-1:0] line_q;
    always_ff @(posedge clk_i) begin
      line_q <= line[s];
    end
    assign line[s+1] = line_q;
  end
  assign {before_valid, before_beside, places, earlier} = line[STAGES];

  always_ff @(posedge clk_i) begin
    filled_q <= filled_q + 3'(filled_q != '1);
  end

  roundel_byte_rotator #(
    .Bytes(Bytes),
    .BesideBits(1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(1'b1),
    .clear_i(1'b0),
    .valid_i(valid_i),
    .data_i(data_i),
    .places_i(places_i),
    .beside_i(beside_i),
    .valid_o(valid),
    .data_o(data),
    .beside_o(beside)
  );

  for (genvar b = 0; b < Bytes; b++) begin : gen_byte
    localparam int PLACE = b;
    logic [BITS-1:0] to;
    assign to = PLACE[BITS-1:0] + places;
    always_comb begin
      if (int'(filled_q) >= STAGES) assert (data[8*to+:8] == earlier[8*b+:8]);
    end
  end

  always_comb begin
    if (int'(filled_q) >= STAGES) begin
      assert (valid == before_valid);
      assert (beside == before_beside);
    end
    filled: cover (int'(filled_q) == STAGES);
  end

endmodule : prove_rotate
