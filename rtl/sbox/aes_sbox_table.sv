// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes as logic made from its truth table (FIPS-197, tables 4 and 6).
//
// Combinational: no clock, no reset. `decrypt_i` (read where Direction is both) chooses the inverse
// S-box and may change with every byte.
//
// Method. An output bit is a function of eight bits: a tree of LUT4s and the fabric's wide
// multiplexers, few levels deep; written bit by bit, because Yosys needs minutes to take a table of
// bytes apart. Where Direction is both, one table serves: with A the affine map
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

  // What the tables are read with, and what they give.
  logic [8*NumBytes-1:0] index, entry;

  for (genvar j = 0; j < 8; j++) begin : gen_bit
    localparam logic [255:0] PLANE = aes_pkg::table_plane(
        (Direction == aes_pkg::DIRECTION_ENCRYPT) ? aes_pkg::SBOX : aes_pkg::INV_SBOX, j);
    for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
      assign entry[8*i+j] = PLANE[index[8*i+:8]];
    end
  end

  if (Direction == aes_pkg::DIRECTION_BOTH) begin : gen_both
    for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
      assign index[8*i+:8] = decrypt_i ? byte_i[8*i+:8] : affine(byte_i[8*i+:8]);
      assign byte_o[8*i+:8] = decrypt_i ? entry[8*i+:8] : affine(entry[8*i+:8]);
    end
  end else begin : gen_one
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;
    assign index = byte_i;
    assign byte_o = entry;
  end

endmodule : aes_sbox_table
