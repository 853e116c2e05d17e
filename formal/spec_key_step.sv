// SPDX-License-Identifier: Apache-2.0
//
// Four words of KEYEXPANSION() (FIPS-197 section 5.2, algorithm 2, lines 6 to 15). Combinational.
// Interface. `window_i` is words w[4*n] to w[4*n + Nk - 1] and `step_i` is n; `window_o` is the Nk
// words from w[4*n + 4].
//
// Method. SUBWORD() works byte by byte, so ROTWORD(SUBWORD()) replaces SUBWORD(ROTWORD()). The
// S-box is the table of the RTL; prove_sbox proves its equality with the standard.

module spec_key_step #(
  parameter int KeyBits = 128  // 128, 192 or 256
) (
  input  logic [        3:0] step_i,
  input  logic [KeyBits-1:0] window_i,
  output logic [KeyBits-1:0] window_o
);

  localparam int NK = KeyBits / 32;

  // Byte j of rcon is the first byte of Rcon[j], x^(j - 1), for j from 1 to 10 (table 5).
  logic [87:0] rcon;
  assign rcon[15:0] = 16'h0100;
  for (genvar j = 2; j < 11; j++) begin : gen_rcon
    spec_multiple #(
      .Factor(2)
    ) u_multiple (
      .byte_i(rcon[8*j-8 +: 8]),
      .byte_o(rcon[8*j +: 8])
    );
  end

  // Words w[4*n] to w[4*n + Nk + 3], the first word in the top bits.
  logic [32*(NK+4)-1:0] w;
  assign w[32*(NK+4)-1 : 128] = window_i;
  assign window_o = w[KeyBits-1:0];

  for (genvar k = 0; k < 4; k++) begin : gen_word
    logic [31:0] previous, substituted, rotated_substituted, temp;
    logic [5:0] number;  // index i of w[i]

    assign number = 6'(NK + k) + {step_i, 2'b00};
    assign previous = w[32*(4-k) +: 32];

    for (genvar b = 0; b < 4; b++) begin : gen_byte
      roundel_sbox #(
        .Sbox(roundel_engine_pkg::SBOX_TABLE),
        .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT)
      ) u_sbox (
        .clk_i(1'b0),
        .decrypt_i(1'b0),
        .byte_i(previous[8*b +: 8]),
        .inverse_byte_i(8'd0),
        .byte_o(substituted[8*b +: 8])
      );
    end
    assign rotated_substituted = roundel_spec::rot_word(substituted);

    always_comb begin
      temp = previous;
      for (int j = 1; j < 11; j++) begin
        if (int'(number) == NK * j) begin
          temp = rotated_substituted ^ {rcon[8*j +: 8], 24'h000000};
        end
        if (NK > 6 && int'(number) == NK * j + 4) begin
          temp = substituted;
        end
      end
    end
    assign w[32*(3-k) +: 32] = w[32*(3-k+NK) +: 32] ^ temp;
  end

endmodule : spec_key_step
