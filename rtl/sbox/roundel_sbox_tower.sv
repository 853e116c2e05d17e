// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes by arithmetic in GF((2^4)^2), in few four-input functions.
//
// Nothing depends on the data but the result. Ports are those of roundel_sbox. Latency: the
// registers of `Cuts` at the places CUT_SBOX_1 to CUT_SBOX_7.
//
// Method. SubBytes is the inverse in GF(2^8) (0 stays 0), then an affine map (FIPS-197, 5.1.1).
// GF(2^8) contains K = GF(2^4) = {x : x^16 = x}, and for every x the norm N(x) = x^17 = x * x^16
// lies in K (Itoh and Tsujii; for AES: Rijmen; Satoh et al. 2001; Canright 2005), so that
//
//     1/x = x^16 / N(x),      where x -> x^16 is linear and only N is inverted, in 16-element K.
//
// Two linear functions h, l of x to K determine x, and with constants of K
//
//     N(x) = a*h^2 + b*h*l + c*l^2,      1/x = u*h/N + v*l/N,      u, v in GF(2^8).
//
// No basis is fixed. Tr(k*h), k in K, are 15 linear forms of x for h, 15 for l, 15 of 1/N; a bit
// of N or of the result is bilinear in them. A product in K, seen by one form, is a 4 x 4 matrix of
// rank 4 over such forms, hence the sum of two matrices of rank 2 in 280 ways; a matrix of rank 2
// is ONE function of two forms of each factor, which may add linear terms of these forms for
// free: one four-input LUT. Terms that several bits have in common are built once. Simulated
// annealing over h, l, the forms, the basis of N and the splits, counting four-input functions,
// found the networks. Between their stages registers may stand, at the places CUT_SBOX_2 to
// CUT_SBOX_7 of roundel_engine_pkg (f is carried along):
//
//     x -> f: linear forms of x -> t: terms of N -> d: N in some basis
//       -> g: linear forms of 1/N -> p: terms of h/N and l/N -> y: the result
//
// LUT4 a byte: encrypt 50, decrypt 50, both 84.
//
// A signal holds one bit of every byte, so that a simulator computes all bytes at once.

module roundel_sbox_tower #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // places of a round that hold a register
) (
  input  logic                                 clk_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,  // by stage of the round
  input  logic [               8*NumBytes-1:0] byte_i,
  input  logic [               8*NumBytes-1:0] inverse_byte_i,
  output logic [               8*NumBytes-1:0] byte_o
);

  if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
    roundel_sbox_tower_both #(
      .NumBytes(NumBytes),
      .Cuts(Cuts)
    ) u_network (
      .clk_i(clk_i),
      .first_decrypt_i(decrypt_i[0]),
      .last_decrypt_i(decrypt_i[roundel_engine_pkg::cut_stage(Cuts,
          roundel_engine_pkg::CUT_SBOX_7)]),
      .byte_i(byte_i),
      .inverse_byte_i(inverse_byte_i),
      .byte_o(byte_o)
    );
  end else if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    roundel_sbox_tower_encrypt #(
      .NumBytes(NumBytes),
      .Cuts(Cuts)
    ) u_network (
      .clk_i(clk_i),
      .byte_i(byte_i),
      .byte_o(byte_o)
    );
  end else begin : gen_decrypt
    roundel_sbox_tower_decrypt #(
      .NumBytes(NumBytes),
      .Cuts(Cuts)
    ) u_network (
      .clk_i(clk_i),
      .byte_i(byte_i),
      .byte_o(byte_o)
    );
  end

  logic unused_inputs;
  assign unused_inputs = ^{decrypt_i, inverse_byte_i};

endmodule : roundel_sbox_tower
