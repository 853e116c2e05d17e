// SPDX-License-Identifier: Apache-2.0
//
// Stub of roundel_axi_burst_address for proofs of its users: bursts of any number of beats at any
// time. The address of a beat is its number, and an ID is the number of its burst. prove_axi_burst
// proves the real module.

module roundel_axi_burst_address #(
  parameter int IdBits = 4
) (
  input  logic              clk_i,
  input  logic              rst_ni,

  input  logic              valid_i,
  output logic              ready_o,
  input  logic [IdBits-1:0] id_i,
  input  logic [      14:0] address_i,
  input  logic [       7:0] length_i,
  input  logic [       2:0] size_i,
  input  logic [       1:0] type_i,

  output logic              beat_valid_o,
  input  logic              beat_ready_i,
  output logic              beat_last_o,
  output logic              beat_refused_o,
  output logic [IdBits-1:0] beat_id_o,
  output logic [      14:3] beat_address_o,
  output logic [       7:0] beat_lanes_o
);

  (* anyseq *) logic any_valid, any_last, any_ready;
  logic [IdBits-1:0] number_q, burst_q;

  assign ready_o = any_ready;
  assign beat_valid_o = any_valid;
  assign beat_last_o = any_last;
  assign beat_refused_o = 1'b0;
  assign beat_id_o = burst_q;
  assign beat_address_o = {{(12 - IdBits) {1'b0}}, number_q};
  assign beat_lanes_o = '1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      number_q <= '0;
      burst_q <= '0;
    end else if (beat_valid_o && beat_ready_i) begin
      number_q <= number_q + 1'b1;
      burst_q <= burst_q + IdBits'(beat_last_o);
    end
  end

endmodule : roundel_axi_burst_address
