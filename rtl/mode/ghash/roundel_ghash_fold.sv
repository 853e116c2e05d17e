// SPDX-License-Identifier: Apache-2.0
//
// Second half of a product in GF(2^128) for GHASH (SP 800-38D section 6.3): merges the 81 products
// of roundel_ghash_products and reduces the sum. The modulus is x^128 + x^7 + x^2 + x + 1.
//
// Interface. `result_o` follows `products_i` after the registers MERGE_1 to REDUCE of `Cuts`. One
// product per cycle. No reset: the next product overwrites a secret.
//
// Method. Four merges undo the four steps of roundel_ghash_split. All steps are linear: the sum of
// the products of several lanes gives the sum of their results.

module roundel_ghash_fold #(
  parameter int Cuts = roundel_ghash_pkg::GHASH_BEST_CUTS  // registers, mask of GHASH_CUT_*
) (
  input  logic          clk_i,
  input  logic [1214:0] products_i,
  output logic [ 127:0] result_o  // bit [127] is x^0
);

  // Products of 16, 32, 64 and 128 bits by as many bits.
  logic [27*31-1:0] level_3, level_3_cut;
  logic [9*63-1:0] level_2, level_2_cut;
  logic [3*127-1:0] level_1, level_1_cut;
  logic [254:0] level_0, level_0_cut;

  for (genvar q = 0; q < 27; q++) begin : gen_level_3
    logic [14:0] low, high, middle;
    assign low = products_i[45*q+:15];
    assign high = products_i[45*q+15+:15];
    assign middle = products_i[45*q+30+:15] ^ low ^ high;
    assign level_3[31*q+:31] = {high, 1'b0, low} ^ {8'h00, middle, 8'h00};
  end

  roundel_pipeline_cut #(
    .Width(27 * 31),
    .Present(Cuts[roundel_ghash_pkg::GHASH_CUT_MERGE_1])
  ) u_cut_3 (
    .clk_i,
    .data_i(level_3),
    .data_o(level_3_cut)
  );

  for (genvar q = 0; q < 9; q++) begin : gen_level_2
    logic [30:0] low, high, middle;
    assign low = level_3_cut[93*q+:31];
    assign high = level_3_cut[93*q+31+:31];
    assign middle = level_3_cut[93*q+62+:31] ^ low ^ high;
    assign level_2[63*q+:63] = {high, 1'b0, low} ^ {16'h0000, middle, 16'h0000};
  end

  roundel_pipeline_cut #(
    .Width(9 * 63),
    .Present(Cuts[roundel_ghash_pkg::GHASH_CUT_MERGE_2])
  ) u_cut_2 (
    .clk_i,
    .data_i(level_2),
    .data_o(level_2_cut)
  );

  for (genvar q = 0; q < 3; q++) begin : gen_level_1
    logic [62:0] low, high, middle;
    assign low = level_2_cut[189*q+:63];
    assign high = level_2_cut[189*q+63+:63];
    assign middle = level_2_cut[189*q+126+:63] ^ low ^ high;
    assign level_1[127*q+:127] = {high, 1'b0, low} ^ {32'h0000_0000, middle, 32'h0000_0000};
  end

  roundel_pipeline_cut #(
    .Width(3 * 127),
    .Present(Cuts[roundel_ghash_pkg::GHASH_CUT_MERGE_3])
  ) u_cut_1 (
    .clk_i,
    .data_i(level_1),
    .data_o(level_1_cut)
  );

  logic [126:0] whole_low, whole_high, whole_middle;
  assign whole_low = level_1_cut[126:0];
  assign whole_high = level_1_cut[253:127];
  assign whole_middle = level_1_cut[380:254] ^ whole_low ^ whole_high;
  assign level_0 = {whole_high, 1'b0, whole_low} ^ {64'h0, whole_middle, 64'h0};

  roundel_pipeline_cut #(
    .Width(255),
    .Present(Cuts[roundel_ghash_pkg::GHASH_CUT_MERGE_4])
  ) u_cut_0 (
    .clk_i,
    .data_i(level_0),
    .data_o(level_0_cut)
  );

  // x^128 = x^7 + x^2 + x + 1. The first reduction leaves powers up to x^133, so a second follows.
  logic [133:0] once;
  logic [127:0] twice, result;
  logic [5:0] over;
  assign once = {6'h00, level_0_cut[127:0]}
      ^ {7'h00, level_0_cut[254:128]}
      ^ {6'h00, level_0_cut[254:128], 1'b0}
      ^ {5'h00, level_0_cut[254:128], 2'b00}
      ^ {level_0_cut[254:128], 7'h00};
  assign over = once[133:128];
  assign twice = once[127:0]
      ^ {122'h0, over}
      ^ {121'h0, over, 1'b0}
      ^ {120'h0, over, 2'b00}
      ^ {115'h0, over, 7'h00};

  for (genvar i = 0; i < 128; i++) begin : gen_order
    assign result[i] = twice[127-i];
  end

  roundel_pipeline_cut #(
    .Width(128),
    .Present(Cuts[roundel_ghash_pkg::GHASH_CUT_REDUCE])
  ) u_cut_result (
    .clk_i,
    .data_i(result),
    .data_o(result_o)
  );

endmodule : roundel_ghash_fold
