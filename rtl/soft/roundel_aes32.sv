// SPDX-License-Identifier: Apache-2.0
//
// The instructions aes32esi, aes32esmi, aes32dsi and aes32dsmi of RISC-V (extensions Zkne and
// Zknd).
//
//     rd = rs1 ^ rotl32(word, 8 * bs),    word = f(byte bs of rs2)
//
// | instruction | decrypt_i | middle_i | f(x)                                                  |
// |-------------|-----------|----------|-------------------------------------------------------|
// | aes32esi    | 0         | 0        | SubBytes(x) in byte 0, zero in bytes 1 to 3           |
// | aes32esmi   | 0         | 1        | MixColumns of the column of aes32esi                  |
// | aes32dsi    | 1         | 0        | InvSubBytes(x) in byte 0, zero in bytes 1 to 3        |
// | aes32dsmi   | 1         | 1        | InvMixColumns of the column of aes32dsi               |
//
// Interface. Byte 0 of a word is in bits 7:0, as in the registers of RISC-V. The result appears
// Latency cycles after the operands; one instruction per cycle. With Latency 1 the registers take
// operands in a cycle with `enable_i` and hold them otherwise. There is no reset. The time of an
// instruction does not depend on data.
//
// Method. The S-box gives the mixed column of the byte. Each byte of the result is a selection of
// the four bytes of that column. For aes32esi and aes32dsi byte bs selects all four bytes, because
// their XOR is the substituted byte (roundel_sbox_rom_column). The selection depends on the
// instruction alone and passes registers in parallel with the S-box. Behind the S-box a bit is thus
// an XOR of five bits, four of them gated: three LUT4.
//
// Source. RISC-V Cryptography Extensions, volume I (scalar and entropy source), 1.0.1, sections 3.1
// to 3.4. FIPS-197 sections 5.1 and 5.3.

`include "roundel_refuse.svh"

module roundel_aes32 #(
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // SBOX_*; SBOX_ROM is block RAM
  parameter int Latency = 1  // 0 or 1; block RAM needs 1
) (
  input  logic        clk_i,
  input  logic        enable_i,  // not used with Latency 0
  input  logic        decrypt_i,
  input  logic        middle_i,
  input  logic [ 1:0] bs_i,
  input  logic [31:0] rs1_i,
  input  logic [31:0] rs2_i,
  output logic [31:0] rd_o
);

  logic decrypt;
  logic [7:0] chosen, operand;  // byte bs of rs2, now; Latency cycles later
  logic [31:0] column;  // byte 0 in the top bits
  logic [15:0] gates_d, gates;  // bit 4*k + b: byte k of the result adds byte b of the column
  logic [31:0] rs1;

  assign chosen = rs2_i[8*bs_i+:8];

  if (Latency == 0) begin : gen_now
    assign {decrypt, operand, gates, rs1} = {decrypt_i, chosen, gates_d, rs1_i};
  end else begin : gen_next
    logic decrypt_q;
    logic [7:0] operand_q;
    logic [15:0] gates_q;
    logic [31:0] rs1_q;
    assign {decrypt, operand, gates, rs1} = {decrypt_q, operand_q, gates_q, rs1_q};

    always_ff @(posedge clk_i) begin
      if (enable_i) begin
        {decrypt_q, operand_q, gates_q, rs1_q} <= {decrypt_i, chosen, gates_d, rs1_i};
      end
    end
  end

  // Without a register no clock; block RAM registers its inputs itself.
  logic unused_inputs;
  assign unused_inputs = ^{clk_i, enable_i, decrypt, operand};

  if (Sbox == roundel_engine_pkg::SBOX_ROM) begin : gen_rom
    roundel_sbox_rom_column u_column (
      .clk_i(clk_i), .enable_i(enable_i), .decrypt_i(decrypt_i),
      .byte_i(chosen),
      .column_o(column)
    );

  end else begin : gen_logic
    logic [7:0] substitute;

    roundel_sbox #(
      .NumBytes(1),
      .Sbox(Sbox),
      .Direction(roundel_aes_pkg::DIRECTION_BOTH),
      .Cuts(0)
    ) u_sbox (
      .clk_i,
      .decrypt_i(decrypt),
      .byte_i(operand),
      .inverse_byte_i(operand),
      .byte_o(substitute)
    );

    assign column = roundel_aes_pkg::mix_byte(decrypt, substitute);
  end

  for (genvar k = 0; k < 4; k++) begin : gen_byte
    for (genvar b = 0; b < 4; b++) begin : gen_gate
      localparam int FROM = (k + 4 - b) % 4;  // bs that moves byte b of the column to byte k
      assign gates_d[4*k+b] = (bs_i == (middle_i ? FROM[1:0] : k[1:0]));
    end

    assign rd_o[8*k+:8] = rs1[8*k+:8]
        ^ (column[31:24] & {8{gates[4*k]}}) ^ (column[23:16] & {8{gates[4*k+1]}})
        ^ (column[15:8] & {8{gates[4*k+2]}}) ^ (column[7:0] & {8{gates[4*k+3]}});
  end

  `ROUNDEL_REFUSE(roundel_error_latency_of_aes32_must_be_0_or_1, Latency != 0 && Latency != 1)
  `ROUNDEL_REFUSE(roundel_error_aes32_in_block_ram_needs_latency_1,
      Sbox == roundel_engine_pkg::SBOX_ROM && Latency != 1)

endmodule : roundel_aes32
