// SPDX-License-Identifier: Apache-2.0
//
// Checker of responses: none comes before its request (AXI4: A3.3.1, AXI4-Lite the same).
//
// Interface. Inputs alone; see roundel_handshake_checker. `request_i` is high in a cycle that
// accepts a request, `response_i` in a cycle that accepts its response; several may be in flight.
// Contracts:
//   response_after_request  `response_valid_i` is high only while a request is in flight
//   requests_in_range       at most 1024 requests are in flight
//
// Limits. Synthesis, proofs and +define+ROUNDEL_NO_CONTRACTS leave the module empty.

`include "roundel_contract.svh"

module roundel_response_checker (
  input logic clk_i,
  input logic rst_ni,
  input logic request_i,
  input logic response_valid_i,
  input logic response_i
);

`ifdef ROUNDEL_CONTRACT_STATE
  localparam int LIMIT = 1024;  // largest number of requests in flight
  localparam int BITS = $clog2(LIMIT + 1) + 1;
  logic [BITS-1:0] requests_q;  // in flight

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      requests_q <= '0;
    end else begin
      requests_q <= requests_q + BITS'(request_i) - BITS'(response_i);
    end
  end

  `ROUNDEL_CONTRACT(response_after_request, clk_i, rst_ni, !response_valid_i || requests_q != '0)
  `ROUNDEL_CONTRACT(requests_in_range, clk_i, rst_ni, int'(requests_q) <= LIMIT)
`endif  // ROUNDEL_CONTRACT_STATE

endmodule : roundel_response_checker
