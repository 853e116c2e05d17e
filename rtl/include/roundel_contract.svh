// SPDX-License-Identifier: Apache-2.0
//
// Contracts: conditions of a module's interface that simulators check, proofs use and synthesis
// drops.
//
// `ROUNDEL_CONTRACT(name, clk, rst_n, condition): `condition` holds at every rising edge of `clk`
// outside reset. Simulation stops with the hierarchical name of the contract, also if the condition
// is X. Verilator has two states: there a contract about X cannot fail. A user's simulation checks
// the contracts too. +define+ROUNDEL_NO_CONTRACTS removes them.
//
// `ROUNDEL_CONTRACT_STABLE(name, clk, rst_n, stalled, payload): if `stalled` is high at a rising
// edge, `payload` has the same value at the next rising edge. Simulation alone checks the contract.
//
// Registers that only a contract reads stand between one of two guards and `endif:
// - `ifdef ROUNDEL_CONTRACT_STATE: registers and contract exist in simulation alone. Use this guard
//   if a proof in formal/ has the registers in its top (an induction would meet a second copy), or
//   if the registers have no reset (a proof begins with any contents).
// - `ifndef ROUNDEL_NO_CONTRACTS: registers and contract also exist in proofs. Use this guard if
//   the registers have a reset and the proofs of the module are to prove the contract.
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
