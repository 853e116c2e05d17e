// SPDX-License-Identifier: Apache-2.0
//
// Synchroniser: brings independent bits, or a Gray-coded word, from another clock domain.
//
// Interface. `value_o` follows `value_i` at edge Stages of `clk_i` after the change. If the first
// flip-flop is metastable and settles to the old value, `value_o` follows at edge Stages + 1. The
// source is a register. A word of several bits changes at most 1 bit at a time, as a Gray code
// does.
//
// Reset. `rst_ni` asynchronously sets all stages to zero.
//
// Method. A chain of Stages flip-flops in each bit. The first may go metastable and has the time of
// 1 period less the path to the second to settle. The attributes tell AMD's, Intel's and
// Synopsys' tools to place the chain closely and not to change it.
//
// Constraints. The paths from the source to the first stage, bits Width - 1 to 0 of sync_q, cross
// clock domains. Bound these paths, so that all bits of a Gray code arrive within 1 period:
//   - Vivado: set_max_delay -datapath_only -from <source> -to <first stage> <period>
//   - SDC: set_max_delay -from <source> -to <first stage> <period>; set_false_path -hold
// <period> is that of the faster clock.

`include "roundel_refuse.svh"

module roundel_sync #(
  parameter int Width = 1,
  parameter int Stages = 2  // flip-flops of a chain: at least 2; 3 for clocks above about 500 MHz
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] value_i,
  output logic [Width-1:0] value_o
);

  `ROUNDEL_REFUSE(roundel_error_sync_needs_stages_2_or_more, Stages < 2)

  (* ASYNC_REG = "TRUE", SHREG_EXTRACT = "NO", dont_touch = "true", preserve, syn_preserve = 1,
     altera_attribute = "-name SYNCHRONIZER_IDENTIFICATION FORCED" *)
  logic [Stages*Width-1:0] sync_q;  // the first stage in the low bits

  assign value_o = sync_q[Stages*Width-1-:Width];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sync_q <= '0;
    end else begin
      sync_q <= {sync_q[(Stages-1)*Width-1:0], value_i};
    end
  end

endmodule : roundel_sync
