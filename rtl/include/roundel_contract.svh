// SPDX-License-Identifier: Apache-2.0
//
// Contracts: conditions of a module's interface that simulators check, proofs use and synthesis
// drops.
//
// `ROUNDEL_CONTRACT(name, clk, rst_n, condition): `condition` holds at every rising edge of `clk`
// outside reset. Simulation stops with the hierarchical name of the contract, also if the condition
// is X. A user's simulation checks the contracts too. +define+ROUNDEL_NO_CONTRACTS removes them.
`ifndef ROUNDEL_CONTRACT_SVH
`define ROUNDEL_CONTRACT_SVH
`ifdef SYNTHESIS
`define ROUNDEL_NO_CONTRACTS
`endif
`ifdef ROUNDEL_NO_CONTRACTS
`define ROUNDEL_CONTRACT(name, clk, rst_n, condition)
`elsif FORMAL
`define ROUNDEL_CONTRACT(name, clk, rst_n, condition) \
  always @(posedge clk) if (rst_n) name: assert (condition);
`else
`define ROUNDEL_CONTRACT(name, clk, rst_n, condition) \
  /* verilator lint_off SYNCASYNCNET */ \
  always @(posedge clk) begin : name \
    if ((rst_n) === 1'b1 && (condition) !== 1'b1) begin \
      $display("%0t: contract broken: %m", $time); \
      $fatal(1); \
    end \
  end \
  /* verilator lint_on SYNCASYNCNET */
`endif
`endif
