// SPDX-License-Identifier: Apache-2.0
//
// Units, instructions and cycle counts of the instruction-set extensions.

package roundel_soft_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // Parameter `Unit` of the custom instructions of a soft core.
  localparam int UNIT_NONE = 0;  // none: the core alone
  localparam int UNIT_AES32 = 1;  // aes32esi, aes32esmi, aes32dsi, aes32dsmi of RISC-V
  localparam int UNIT_BLOCK = 2;  // key in, block in, block out

  // What an instruction of roundel_block_unit is for, and the sizes of its keys.
  localparam logic [1:0] BLOCK_KEY = 2'd0;  // two words of a key
  localparam logic [1:0] BLOCK_DATA = 2'd1;  // two words of a block
  localparam logic [1:0] BLOCK_READ = 2'd2;  // a word of the result
  localparam logic [1:0] BLOCK_CLEAR = 2'd3;  // forget everything
  localparam logic [1:0] BLOCK_128 = 2'd0;
  localparam logic [1:0] BLOCK_192 = 2'd1;
  localparam logic [1:0] BLOCK_256 = 2'd2;

  // Instructions of RISC-V: opcodes, and of OP those of Zkne and Zknd by the low bits of funct7.
  localparam logic [6:0] OPCODE_OP = 7'b0110011;
  localparam logic [6:0] OPCODE_CUSTOM_0 = 7'b0001011;
  localparam logic [2:0] FUNCT3_AES32 = 3'b000;
  localparam logic [2:0] FUNCT3_BLOCK = 3'b001;

  // Whether funct7 is of aes32esi (10001), aes32esmi (10011), aes32dsi (10101) or aes32dsmi
  // (10111), behind the two bits of bs. Bit 1 tells esmi and dsmi from the others, bit 2
  // decryption.
  function automatic logic aes32_funct7(input logic [6:0] funct7);
    aes32_funct7 = (funct7 & 7'b0011001) == 7'b0010001;
  endfunction

  // Whether funct7 is of roundel_block_unit: 0, two bits of the operation, four of its option.
  function automatic logic block_funct7(input logic [6:0] funct7);
    case (funct7[6:4])
      {1'b0, BLOCK_KEY}: block_funct7 = funct7[3:2] != 2'd3 && funct7[1:0] <= 2'd1 + funct7[3:2];
      {1'b0, BLOCK_DATA}: block_funct7 = funct7[3:2] == 2'd0;
      {1'b0, BLOCK_READ}: block_funct7 = funct7[3:2] == 2'd0;
      {1'b0, BLOCK_CLEAR}: block_funct7 = funct7[3:0] == 4'd0;
      default: block_funct7 = 1'b0;
    endcase
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_soft_pkg
