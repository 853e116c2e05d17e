// SPDX-License-Identifier: Apache-2.0
//
// A block RAM that substitutes two bytes: the S-box tables behind both of its ports.
//
// Two registers of the RAM itself, so that neither takes fabric: that of the address and that of
// the output. `entry_o` answers `index_i` two cycles later, and one where OutputRegister is 0: a
// slower clock, and no cycle for it; not reset. Port k of the RAM has
// index_i[9*k +: 9] and entry_o[8*k +: 8]. An index is a byte, and in its top bit the table:
// that of InvSubBytes (1) or SubBytes (0). The bit is read where Direction is both.
//
// Method. Here for every tool: the common form of a memory with contents, written once, and of a
// register behind it, which FPGA tools make a block RAM of. Yosys leaves the second register out of
// the RAM; where that matters, a file of the same module in rtl/vendor has the target's own cell.
//
// The contents are an `initial`, as those of roundel_sbox_rom_column are: standard cells have no
// such memory, and want another S-box.

module roundel_sbox_rom_pair #(
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int OutputRegister = 1  // 0: the answer comes a cycle earlier
) (
  input  logic        clk_i,
  input  logic [17:0] index_i,
  output logic [15:0] entry_o
);

  localparam int SIZE = (Direction == roundel_aes_pkg::DIRECTION_BOTH) ? 512 : 256;
  localparam logic [4095:0] TABLES = (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ?
      {2{roundel_aes_pkg::INV_SBOX}} : {roundel_aes_pkg::INV_SBOX, roundel_aes_pkg::SBOX};

  (* ram_style = "block", rom_style = "block", syn_ramstyle = "block_ram" *)
  logic [7:0] memory[0:SIZE-1];
  logic [15:0] read_q;

  initial begin
    for (int x = 0; x < SIZE; x++) begin
      memory[x] = TABLES[8*x+:8];
    end
  end

  for (genvar k = 0; k < 2; k++) begin : gen_port
    logic [$clog2(SIZE)-1:0] index;
    assign index = index_i[9*k+:$clog2(SIZE)];
    always_ff @(posedge clk_i) begin
      read_q[8*k+:8] <= memory[index];
    end
  end

  roundel_pipeline_cut #(
    .Width(16),
    .Present(OutputRegister)
  ) u_output (
    .clk_i(clk_i),
    .data_i(read_q),
    .data_o(entry_o)
  );

  // The top bits of the indices, where one table is enough.
  logic unused_index;
  assign unused_index = &{1'b0, index_i};

endmodule : roundel_sbox_rom_pair
