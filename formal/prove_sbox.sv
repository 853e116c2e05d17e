// SPDX-License-Identifier: Apache-2.0
//
// aes_sbox, and with it the S-box that it chooses, equals SBOX() or INVSBOX() for all 256 bytes.

module prove_sbox #(
  parameter int Sbox = 0,
  parameter int Direction = 0
) (
  input logic       decrypt_i,
  input logic [7:0] byte_i
);

  logic [7:0] substitute, forward, inverse;

  aes_sbox #(
    .Sbox(Sbox),
    .Direction(Direction)
  ) u_dut (
    .decrypt_i(decrypt_i),
    .byte_i(byte_i),
    .byte_o(substitute)
  );

  spec_sbox #(
    .Inverse(0)
  ) u_forward (
    .byte_i(byte_i),
    .byte_o(forward)
  );

  spec_sbox #(
    .Inverse(1)
  ) u_inverse (
    .byte_i(byte_i),
    .byte_o(inverse)
  );

  always_comb begin
    if ((Direction == 2) ? decrypt_i : (Direction == 1)) begin
      assert (substitute == inverse);
    end else begin
      assert (substitute == forward);
    end
  end

endmodule : prove_sbox
