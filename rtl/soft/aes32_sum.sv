// SPDX-License-Identifier: Apache-2.0
//
// The result of an instruction of aes32: the bytes of a column that the gates choose, and rs1.
// Combinational.
//
// Byte k of `rd_o` is byte k of `rs1_i`, plus each byte b of the column, byte 0 in the top bits,
// whose gate 4*k + b is set. Bytes 0 of `rs1_i` and `rd_o` are in bits 7:0.
//
// A module of its own, without registers, so that a synthesis flow can map it by itself: three LUT4
// a bit, of which a mapping with wider LUTs makes more.

module aes32_sum (
  input  logic [15:0] gates_i,
  input  logic [31:0] column_i,
  input  logic [31:0] rs1_i,
  output logic [31:0] rd_o
);

  for (genvar k = 0; k < 4; k++) begin : gen_byte
    assign rd_o[8*k+:8] = rs1_i[8*k+:8]
        ^ (column_i[31:24] & {8{gates_i[4*k]}}) ^ (column_i[23:16] & {8{gates_i[4*k+1]}})
        ^ (column_i[15:8] & {8{gates_i[4*k+2]}}) ^ (column_i[7:0] & {8{gates_i[4*k+3]}});
  end

endmodule : aes32_sum
