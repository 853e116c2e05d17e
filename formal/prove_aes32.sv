// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_aes32 computes aes32esi, aes32esmi, aes32dsi and aes32dsmi for all operands,
// Latency cycles later, and holds the result while disabled.
//
// Specification. RISC-V Cryptography Extensions, volume I, 1.0.1, sections 3.1 to 3.4: SBOX() or
// INVSBOX() of the byte, times the first column of MixColumns or InvMixColumns; the word is rotated
// and XORed.

module prove_aes32 #(
  parameter int Sbox = 0,
  parameter int Latency = 1
) (
  input logic        clk_i,
  input logic        enable_i,
  input logic        decrypt_i,
  input logic        middle_i,
  input logic [ 1:0] bs_i,
  input logic [31:0] rs1_i,
  input logic [31:0] rs2_i
);

  logic [7:0] operand, forward, inverse, substitute;
  logic [31:0] forward_word, inverse_word, word, rotated, right, shown, rd;

  always_comb begin
    case (bs_i)
      2'd0: operand = rs2_i[7:0];
      2'd1: operand = rs2_i[15:8];
      2'd2: operand = rs2_i[23:16];
      default: operand = rs2_i[31:24];
    endcase
  end

  spec_sbox #(
    .Inverse(0)
  ) u_forward (
    .byte_i(operand),
    .byte_o(forward)
  );

  spec_sbox #(
    .Inverse(1)
  ) u_inverse (
    .byte_i(operand),
    .byte_o(inverse)
  );

  assign substitute = decrypt_i ? inverse : forward;

  // The first column of the matrix, byte 0 in the low bits.
  localparam logic [31:0] FORWARD = 32'h03010102;
  localparam logic [31:0] INVERSE = 32'h0b0d090e;

  for (genvar k = 0; k < 4; k++) begin : gen_byte
    spec_multiple #(
      .Factor(int'(FORWARD[8*k+:8]))
    ) u_forward_multiple (
      .byte_i(substitute),
      .byte_o(forward_word[8*k+:8])
    );

    spec_multiple #(
      .Factor(int'(INVERSE[8*k+:8]))
    ) u_inverse_multiple (
      .byte_i(substitute),
      .byte_o(inverse_word[8*k+:8])
    );
  end

  assign word = !middle_i ? {24'd0, substitute} : decrypt_i ? inverse_word : forward_word;

  always_comb begin
    case (bs_i)
      2'd0: rotated = word;
      2'd1: rotated = {word[23:0], word[31:24]};
      2'd2: rotated = {word[15:0], word[31:16]};
      default: rotated = {word[7:0], word[31:8]};
    endcase
  end

  assign right = rs1_i ^ rotated;

  roundel_aes32 #(
    .Sbox(Sbox),
    .Latency(Latency)
  ) u_dut (
    .clk_i(clk_i),
    .enable_i(enable_i),
    .decrypt_i(decrypt_i),
    .middle_i(middle_i),
    .bs_i(bs_i),
    .rs1_i(rs1_i),
    .rs2_i(rs2_i),
    .rd_o(rd)
  );

  // The expected result, known after the first enabled cycle.
  logic known_q, held_q;
  logic [31:0] right_q;

  initial begin
    known_q = 1'b0;
    held_q = 1'b0;
  end

  always_ff @(posedge clk_i) begin
    if (enable_i) begin
      right_q <= right;
      known_q <= 1'b1;
    end
    held_q <= known_q && !enable_i;
  end

  assign shown = (Latency == 0) ? right : right_q;

  always_comb begin
    if (known_q || Latency == 0) begin
      assert (rd == shown);
    end
    held: cover (held_q);
  end

endmodule : prove_aes32
