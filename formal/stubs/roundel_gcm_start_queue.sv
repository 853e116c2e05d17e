// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_gcm_start_queue for proofs of its user: a list of two packets instead of sixteen
// (prove_gcm_start_queue). Every packet keeps the start from its push.

module roundel_gcm_start_queue #(
  parameter int Width = 128
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  input  logic             push_i,
  output logic             ready_o,
  input  logic             hashed_i,
  input  logic [    127:0] start_i,
  input  logic [Width-1:0] info_i,
  input  logic             hash_valid_i,
  input  logic [    127:0] hash_i,
  input  logic             credit_i,
  output logic             enter_o,
  output logic             valid_o,
  input  logic             take_i,
  output logic [    127:0] start_o,
  output logic [Width-1:0] info_o
);

  logic push_q, room;
  assign ready_o = room && !push_q;
  assign enter_o = push_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) push_q <= 1'b0;
    else push_q <= push_i && !clear_i;
  end

  roundel_skid_buffer #(
    .Width(128 + Width)
  ) u_list (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(push_q),
    .ready_o(room),
    .data_i({start_i, info_i}),
    .valid_o(valid_o),
    .ready_i(take_i),
    .data_o({start_o, info_o})
  );

endmodule : roundel_gcm_start_queue
