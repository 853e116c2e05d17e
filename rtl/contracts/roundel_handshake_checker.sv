// SPDX-License-Identifier: Apache-2.0
//
// Checker of a valid/ready port: a channel of AXI4-Stream, AXI4-Lite or AXI4, or a plain port.
//
// Interface. Inputs alone; the checker observes a port in simulation. roundel_contracts_bind.svh
// binds a checker to each port of the library's tops. A simulator without `bind` (Icarus 11) takes
// an instance beside the port. Contracts, each with its name in the message:
//   - valid_known: `valid_i` is not X after reset
//   - ready_known: `ready_i` is not X after reset
//   - drop_known: `drop_i` is not X after reset, so the input is connected
//   - payload_stable: `valid_i` and `payload_i` hold while `valid_i` is high and `ready_i` is low;
//     checked in simulation alone
//
// Limits. Synthesis and +define+ROUNDEL_NO_CONTRACTS leave the module empty. Parts of a payload may
// be X: bytes without keep have no meaning. Verilator has no X: the contracts about X cannot fail
// there.

`include "roundel_contract.svh"

module roundel_handshake_checker #(
  parameter int Width = 1  // bits of the payload
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             drop_i,  // the port may withdraw `valid_i` after this cycle: a zeroise
  input logic             valid_i,
  input logic             ready_i,
  input logic [Width-1:0] payload_i
);

  `ROUNDEL_CONTRACT(valid_known, clk_i, rst_ni, valid_i || !valid_i)
  `ROUNDEL_CONTRACT(ready_known, clk_i, rst_ni, ready_i || !ready_i)
  `ROUNDEL_CONTRACT(drop_known, clk_i, rst_ni, drop_i || !drop_i)
  `ROUNDEL_CONTRACT_STABLE(payload_stable, clk_i, rst_ni, valid_i && !ready_i && !drop_i,
                           {valid_i, payload_i})

endmodule : roundel_handshake_checker
