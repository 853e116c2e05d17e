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

  // Operations of roundel_block_unit, and the key sizes.
  localparam logic [1:0] BLOCK_KEY = 2'd0;  // two words of a key
  localparam logic [1:0] BLOCK_DATA = 2'd1;  // two words of a block
  localparam logic [1:0] BLOCK_READ = 2'd2;  // a word of the result
  localparam logic [1:0] BLOCK_CLEAR = 2'd3;  // clear key, block and result
  localparam logic [1:0] BLOCK_128 = 2'd0;
  localparam logic [1:0] BLOCK_192 = 2'd1;
  localparam logic [1:0] BLOCK_256 = 2'd2;

  // RISC-V encodings: opcodes, and funct3 of the instructions of Zkne, Zknd and roundel_block_unit.
  localparam logic [6:0] OPCODE_OP = 7'b0110011;
  localparam logic [6:0] OPCODE_CUSTOM_0 = 7'b0001011;
  localparam logic [2:0] FUNCT3_AES32 = 3'b000;
  localparam logic [2:0] FUNCT3_BLOCK = 3'b001;

  // True for the funct7 of aes32esi (10001), aes32esmi (10011), aes32dsi (10101) and aes32dsmi
  // (10111); the two bits of bs are in front. Bit 1 selects MixColumns (esmi, dsmi), bit 2
  // decryption.
  function automatic logic aes32_funct7(input logic [6:0] funct7);
    aes32_funct7 = (funct7 & 7'b0011001) == 7'b0010001;
  endfunction

  // True for the funct7 of roundel_block_unit: 0, two bits of the operation, four bits of option.
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
