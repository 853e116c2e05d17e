// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes as logic made from its truth table (FIPS-197, tables 4 and 6).
//
// Combinational: no clock, no reset. `decrypt_i` (read where Direction is both) chooses the inverse
// S-box and may change with every byte.
//
// Method. An output bit is a function of eight bits: a tree of LUT4s and the fabric's wide
// multiplexers, few levels deep. Where Direction is both, one table serves: with A the affine map
// of FIPS-197, 5.1.1, and v(x) the inverse in GF(2^8),
//
//     INV_SBOX[A(x)] = v(x)    and    SBOX[x] = A(v(x)) = A(INV_SBOX[A(x)]),
//
// so that A stands before and behind the inverse table for SubBytes and is left out for
// InvSubBytes. LUT4 a byte on ECP5: one direction 136, both 184 (two tables alone: 272).

module aes_sbox_table #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT  // aes_pkg::DIRECTION_*
) (
  input  logic                  decrypt_i,  // inverse S-box; read where Direction is both
  input  logic [8*NumBytes-1:0] byte_i,
  output logic [8*NumBytes-1:0] byte_o
);

  function automatic logic [7:0] affine(input logic [7:0] x);
    logic [7:0] pairs;  // x[i] ^ x[i+1]: two result bits share each
    pairs = x ^ {x[0], x[7:1]};
    affine = x ^ {pairs[3:0], pairs[7:4]} ^ {pairs[5:0], pairs[7:6]} ^ 8'h63;
  endfunction

  if (Direction == aes_pkg::DIRECTION_BOTH) begin : gen_both
    for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
      logic [7:0] x, index, inverse;
      assign x = byte_i[8*i+:8];
      assign index = decrypt_i ? x : affine(x);
      assign inverse = aes_pkg::INV_SBOX[{index, 3'b000}+:8];
      assign byte_o[8*i+:8] = decrypt_i ? inverse : affine(inverse);
    end
  end else begin : gen_one
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;

    for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
      if (Direction == aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
        assign byte_o[8*i+:8] = aes_pkg::SBOX[{byte_i[8*i+:8], 3'b000}+:8];
      end else begin : gen_decrypt
        assign byte_o[8*i+:8] = aes_pkg::INV_SBOX[{byte_i[8*i+:8], 3'b000}+:8];
      end
    end
  end

endmodule : aes_sbox_table
