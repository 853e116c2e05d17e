// SPDX-License-Identifier: Apache-2.0
//
// Copy of a register that no tool merges with another register.
//
// Interface. `data_o` is `data_i` of 1 cycle before. No handshake and no reset: the user computes
// the reset value into `data_i`.
//
// Method. A register with a large fan-out is doubled, and each copy drives a part of the loads.
// Most tools merge equal registers, and some merge a register with its complement. The attributes
// forbid that: `keep` in Yosys and Vivado, `dont_touch` in Vivado and Cadence Genus, `preserve` and
// `dont_merge` in Quartus, `syn_keep` and `syn_preserve` in Synplify and Diamond,
// `equivalent_register_removal` in ISE. Synopsys Design Compiler reads no attribute:
//   set_dont_touch [get_cells -hierarchical -filter "full_name =~ *u_copy*/copy_q_reg*"]
//   set_register_merging [get_cells -hierarchical *copy_q_reg*] false

module roundel_dup_register #(
  parameter int Width = 1
) (
  input  logic             clk_i,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  (* keep = 1, dont_touch = "true", preserve, dont_merge, syn_keep = 1, syn_preserve = 1,
     equivalent_register_removal = "no" *)
  logic [Width-1:0] copy_q;

  assign data_o = copy_q;

  // Yosys takes `keep` of a flip-flop from its block, and that of a net from its declaration.
  (* keep = 1 *) always_ff @(posedge clk_i) begin
    copy_q <= data_i;
  end

endmodule : roundel_dup_register
