// SPDX-License-Identifier: Apache-2.0
//
// SubBytes or InvSubBytes on `NumBytes` bytes: the S-box that `Sbox` and `Direction` name.
//
// Combinational, no clock, no reset. With Direction both, `decrypt_i` chooses InvSubBytes (1) or
// SubBytes (0) and may change with every byte; else it is not used. All implementations compute
// the same function (FIPS-197, 5.1.1 and 5.3.2) and differ in area and depth alone.
//
// | Sbox             | module         | made of                                              |
// |------------------|----------------|------------------------------------------------------|
// | SBOX_TABLE       | aes_sbox_table | the truth table, as logic: fewest levels, most area  |
// | SBOX_TOWER       | aes_sbox_tower | arithmetic in GF((2^4)^2): smallest, more levels     |

module aes_sbox #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Sbox = aes_pkg::SBOX_TOWER,  // aes_pkg::SBOX_*
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT  // aes_pkg::DIRECTION_*
) (
  input  logic                  decrypt_i,  // InvSubBytes; read where Direction is both
  input  logic [8*NumBytes-1:0] byte_i,
  output logic [8*NumBytes-1:0] byte_o
);

  if (Sbox == aes_pkg::SBOX_TABLE) begin : gen_table
    aes_sbox_table #(
      .NumBytes(NumBytes),
      .Direction(Direction)
    ) u_sbox (
      .decrypt_i(decrypt_i),
      .byte_i(byte_i),
      .byte_o(byte_o)
    );
  end else if (Sbox == aes_pkg::SBOX_TOWER) begin : gen_tower
    aes_sbox_tower #(
      .NumBytes(NumBytes),
      .Direction(Direction)
    ) u_sbox (
      .decrypt_i(decrypt_i),
      .byte_i(byte_i),
      .byte_o(byte_o)
    );
  end else begin : gen_unknown
    aes_error_unknown_sbox u_error ();  // undefined on purpose: elaboration stops here
  end

endmodule : aes_sbox
