// SPDX-License-Identifier: Apache-2.0
//
// Contracts: conditions of a module's interface that simulators check, proofs use and synthesis
// drops.
//
// `ROUNDEL_CONTRACT(name, clk, rst_n, condition): `condition` holds at every rising edge of `clk`
// outside reset. Simulation stops with the hierarchical name of the contract, also if the condition
// is X. A user's simulation checks the contracts too. +define+ROUNDEL_NO_CONTRACTS removes them.
//
// `ROUNDEL_CONTRACT_STABLE(name, clk, rst_n, stalled, payload): if `stalled` is high at a rising
// edge, `payload` has the same value at the next rising edge. Simulation alone checks the contract.
//
// ROUNDEL_CONTRACT_STATE is defined in simulation alone. Registers that only a contract reads, and
// that contract, stand between `ifdef ROUNDEL_CONTRACT_STATE and `endif. The proofs in formal/ have
// such registers in their tops, so an induction does not meet a second copy.
`ifndef ROUNDEL_CONTRACT_SVH
`define ROUNDEL_CONTRACT_SVH
`ifdef SYNTHESIS
`define ROUNDEL_NO_CONTRACTS
`endif
`ifdef ROUNDEL_NO_CONTRACTS
`define ROUNDEL_CONTRACT(name, clk, rst_n, condition)
`define ROUNDEL_CONTRACT_STABLE(name, clk, rst_n, stalled, payload)
`elsif FORMAL
`define ROUNDEL_CONTRACT(name, clk, rst_n, condition) \
  always_comb if (rst_n) name: assert (condition);
`define ROUNDEL_CONTRACT_STABLE(name, clk, rst_n, stalled, payload)
`else
`define ROUNDEL_CONTRACT_STATE
`define ROUNDEL_CONTRACT(name, clk, rst_n, condition) \
  /* verilator lint_off SYNCASYNCNET */ \
  always @(posedge clk) begin : name \
    if ((rst_n) === 1'b1 && (condition) !== 1'b1) begin \
      $display("%0t: contract broken: %m", $realtime); \
      $fatal(1); \
    end \
  end \
  /* verilator lint_on SYNCASYNCNET */
`define ROUNDEL_CONTRACT_STABLE(name, clk, rst_n, stalled, payload) \
  /* verilator lint_off SYNCASYNCNET */ \
  /* verilator lint_off BLKSEQ */ \
  always @(posedge clk) begin : name \
    logic held; \
    logic [$bits(payload)-1:0] value; \
    if ((rst_n) === 1'b1 && held === 1'b1 && (payload) !== value) begin \
      $display("%0t: contract broken: %m", $realtime); \
      $fatal(1); \
    end \
    held = (rst_n) === 1'b1 && (stalled) === 1'b1; \
    value = payload; \
  end \
  /* verilator lint_on BLKSEQ */ \
  /* verilator lint_on SYNCASYNCNET */
`endif
`endif
