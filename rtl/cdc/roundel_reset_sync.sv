// SPDX-License-Identifier: Apache-2.0
//
// Reset synchroniser: asynchronous assertion, synchronous release.
//
// Interface. `rst_no` falls with `rst_ni`, without a clock. It rises at the edge of `clk_i` that is
// Stages edges after the release of `rst_ni`; an assertion in between starts the count again. All
// modules of the library need a reset that is released in step with their clock: drive `rst_ni` of
// a top from this module.
//
// Method. A chain of Stages flip-flops with asynchronous reset, whose input is 1. The first may
// go metastable when `rst_ni` rises close to an edge of `clk_i`; the value has Stages - 1 periods
// to settle.
//
// Constraints. `rst_ni` is asynchronous to `clk_i` and clears both registers. An exception for the
// clear pins alone keeps the path from `release_q` to `rst_nq` timed:
//   Vivado:  set_false_path -from <source> -to [get_pins {<cell>/release_q_reg[*]/CLR
//            <cell>/rst_nq_reg/CLR}]
//   SDC:     set_false_path -from <source> -to [get_pins {<cell>|release_q[*]|clrn
//            <cell>|rst_nq|clrn}]
// The path from `rst_no` to the registers stays timed (recovery and removal).

`include "roundel_refuse.svh"

module roundel_reset_sync #(
  parameter int Stages = 2  // at least 2; edges from the release of `rst_ni` to that of `rst_no`
) (
  input  logic clk_i,
  input  logic rst_ni,  // asynchronous
  output logic rst_no   // released in step with `clk_i`
);

  `ROUNDEL_REFUSE(roundel_error_reset_sync_needs_stages_2_or_more, Stages < 2)

  (* ASYNC_REG = "TRUE", SHREG_EXTRACT = "NO", dont_touch = "true", preserve, syn_preserve = 1,
     altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED" *)
  logic [Stages-2:0] release_q;
  (* ASYNC_REG = "TRUE", SHREG_EXTRACT = "NO", dont_touch = "true", preserve, syn_preserve = 1 *)
  logic rst_nq;  // the last flip-flop

  assign rst_no = rst_nq;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {rst_nq, release_q} <= '0;
    end else begin
      {rst_nq, release_q} <= {release_q, 1'b1};
    end
  end

endmodule : roundel_reset_sync
