// SPDX-License-Identifier: Apache-2.0
//
// Drop-in for rtl/sbox/roundel_sbox_rom_pair.sv: both lookups in one block RAM with two ports.
//
// Interface and parameters are those of the replaced file. Compile roundel_fpga.f in place of
// roundel.f, for AMD, Intel or Lattice devices.
//
// Method. The common form of a memory with contents and a register behind the memory. Yosys leaves
// that register outside the block RAM; the cells of rtl/vendor/ecp5 use the register inside.
//
// Limits. An `initial` block has the contents. Never use the file for standard cells: their tools
// drop the `initial` block, and the S-box without a warning.

module roundel_sbox_rom_pair #(
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter bit OutputRegister = 1'b1  // 0: 1 cycle of latency, at a slower clock
) (
  input  logic        clk_i,
  input  logic [17:0] index_i,
  output logic [15:0] entry_o
);

  localparam int SIZE = (Direction == roundel_aes_pkg::DIRECTION_BOTH) ? 512 : 256;
  localparam int INDEX_BITS = $clog2(SIZE);
  localparam logic [4095:0] TABLES = (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ?
      {2{roundel_aes_pkg::INV_SBOX}} : {roundel_aes_pkg::INV_SBOX, roundel_aes_pkg::SBOX};

  (* ram_style = "block", rom_style = "block", romstyle = "M20K", syn_romstyle = "block_rom" *)
  logic [7:0] memory[0:SIZE-1];
  logic [15:0] read_q;

  initial begin
    for (int x = 0; x < SIZE; x++) begin
      memory[x] = TABLES[8*x+:8];
    end
  end

  for (genvar k = 0; k < 2; k++) begin : gen_port
    logic [INDEX_BITS-1:0] index;
    assign index = INDEX_BITS'(index_i[9*k+:9]);
    always_ff @(posedge clk_i) begin
      read_q[8*k+:8] <= memory[index];
    end
  end

  roundel_pipeline_cut #(.Width(16), .Present(OutputRegister)) u_output (
    .clk_i,
    .data_i(read_q),
    .data_o(entry_o)
  );

endmodule : roundel_sbox_rom_pair
