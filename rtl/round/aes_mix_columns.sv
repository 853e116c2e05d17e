// SPDX-License-Identifier: Apache-2.0
//
// MixColumns, InvMixColumns, or either, on the four columns of a state. Combinational.
//
// Method: FIPS-197 sections 5.1.3 and 5.3.3. An output byte of MixColumns is
//   b[r] = 2*(a[r] + a[r+1]) + a[r+1] + a[r+2] + a[r+3].
// InvMixColumns is MixColumns behind a lighter matrix, because
//   {0b,0d,09,0e} = {03,01,01,02} * {04,00,05}:  a[r] + 4*(a[r] + a[r+2]) goes in for a[r],
// so the two directions share MixColumns and the inverse costs two multiplications by 4 a column.

module aes_mix_columns #(
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT  // aes_pkg::DIRECTION_*
) (
  input  logic         decrypt_i,  // InvMixColumns; read where Direction is both
  input  logic [127:0] state_i,
  output logic [127:0] state_o
);

  logic inverse;
  if (Direction == aes_pkg::DIRECTION_BOTH) begin : gen_both
    assign inverse = decrypt_i;
  end else begin : gen_one
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;
    assign inverse = (Direction == aes_pkg::DIRECTION_DECRYPT) ? 1'b1 : 1'b0;
  end

  for (genvar c = 0; c < 4; c++) begin : gen_column
    logic [7:0] a0, a1, a2, a3;
    logic [7:0] even, odd;  // 4*(a[0] + a[2]) and 4*(a[1] + a[3]), or nothing
    logic [7:0] p0, p1, p2, p3;

    assign {a0, a1, a2, a3} = state_i[127-32*c-:32];

    if (Direction == aes_pkg::DIRECTION_ENCRYPT) begin : gen_forward
      assign even = 8'h00;
      assign odd = 8'h00;
    end else begin : gen_inverse
      assign even = aes_pkg::xtime(aes_pkg::xtime((a0 ^ a2) & {8{inverse}}));
      assign odd = aes_pkg::xtime(aes_pkg::xtime((a1 ^ a3) & {8{inverse}}));
    end

    assign p0 = a0 ^ even;
    assign p1 = a1 ^ odd;
    assign p2 = a2 ^ even;
    assign p3 = a3 ^ odd;

    assign state_o[127-32*c-:32] = {
      aes_pkg::xtime(p0 ^ p1) ^ p1 ^ p2 ^ p3,
      aes_pkg::xtime(p1 ^ p2) ^ p0 ^ p2 ^ p3,
      aes_pkg::xtime(p2 ^ p3) ^ p0 ^ p1 ^ p3,
      aes_pkg::xtime(p3 ^ p0) ^ p0 ^ p1 ^ p2
    };
  end

  logic unused_inverse;
  assign unused_inverse = inverse;

endmodule : aes_mix_columns
