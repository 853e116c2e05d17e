// SPDX-License-Identifier: Apache-2.0
//
// ROM that substitutes two bytes (FIPS-197, tables 4 and 6).
//
// Interface. Lookup k has the input index_i[9*k +: 9] and the output entry_o[8*k +: 8]. An index is
// a byte, with the table in its top bit: 1 InvSubBytes, 0 SubBytes. The top bit has an effect where
// Direction is both. Latency two cycles, or one cycle with OutputRegister = 0. No reset.
//
// Method. A registered `case` for each lookup, and an output register. FPGA tools map each lookup
// to a block RAM with one port. Tools for standard cells build logic, where another S-box is
// smaller. Drop-in files in rtl/vendor use both ports of one block RAM:
//   - fpga: a memory with contents from an `initial` block, for AMD, Intel and Yosys targets
//   - ecp5: the cell DP16KD, whose output register Yosys does not use otherwise

module roundel_sbox_rom_pair #(
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter bit OutputRegister = 1'b1  // 0: one cycle of latency, at a slower clock
) (
  input  logic        clk_i,
  input  logic [17:0] index_i,
  output logic [15:0] entry_o
);

  localparam bit ONE_TABLE = Direction != roundel_aes_pkg::DIRECTION_BOTH;
  localparam bit INVERSE = Direction == roundel_aes_pkg::DIRECTION_DECRYPT;

  (* rom_style = "block", ram_style = "block", romstyle = "M20K", syn_romstyle = "block_rom" *)
  logic [15:0] read_q;

  for (genvar k = 0; k < 2; k++) begin : gen_port
    logic [8:0] index;
    assign index = {ONE_TABLE ? INVERSE : index_i[9*k+8], index_i[9*k+:8]};
    always_ff @(posedge clk_i) begin
      read_q[8*k+:8] <= roundel_sbox_rom_pkg::sub_byte(index);
    end
  end

  roundel_pipeline_cut #(.Width(16), .Present(OutputRegister)) u_output (
    .clk_i,
    .data_i(read_q),
    .data_o(entry_o)
  );

endmodule : roundel_sbox_rom_pair
