// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes by arithmetic in GF((2^4)^2), in few four-input functions.
//
// Interface. The module accepts new bytes in every cycle; no handshake, no reset. The latency is
// the number of cut positions from CUT_SBOX_1 to CUT_SBOX_7 that `Cuts` selects. No control and no
// timing depends on the data.
//
// Cost in LUT4 for each byte: 50 for encryption, 50 for decryption, 84 for both.
//
// Method. SubBytes is the inverse in GF(2^8), with 0 for 0, then an affine map (FIPS-197, section
// 5.1.1). GF(2^8) contains K = GF(2^4) = {x : x^16 = x}. For every x the norm N(x) = x^17 = x *
// x^16 is in K (Itoh and Tsujii; for AES: Rijmen; Satoh et al. 2001; Canright 2005). Therefore
//
//     1/x = x^16 / N(x),      where x -> x^16 is linear and only N is inverted, in 16-element K.
//
// Two linear functions h, l of x to K determine x, and with constants of K
//
//     N(x) = a*h^2 + b*h*l + c*l^2,      1/x = u*h/N + v*l/N,      u, v in GF(2^8).
//
// No basis is fixed. Tr(k*h), k in K, are 15 linear forms of x for h; there are 15 for l and 15 of
// 1/N. A bit of N or of the result is bilinear in these forms. One form of a product in K is a 4 x
// 4 matrix of rank 4, hence the sum of two matrices of rank 2 in 280 ways. A matrix of rank 2 is
// ONE function of two forms of each factor: one four-input LUT. Linear terms of the same forms can
// be added at no cost. Terms that several bits share exist once. Simulated annealing over h, l, the
// forms, the basis of N and the splits found the networks with the fewest four-input functions.
//
// The stages of a network, between which registers can stand (cut positions CUT_SBOX_2 to
// CUT_SBOX_7; f is carried along):
//
//     x --> f: linear forms of x --> t: terms of N --> d: N in some basis
//       --> g: linear forms of 1/N --> p: terms of h/N and l/N --> y: the result
//
// A signal holds one bit of every byte, so a simulator computes all bytes at once.

module roundel_sbox_tower #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                  clk_i,
  input  logic                  first_decrypt_i,  // direction of the input bytes
  input  logic                  last_decrypt_i,  // direction of the bytes after CUT_SBOX_7
  input  logic [8*NumBytes-1:0] byte_i,  // for SubBytes, or for the module's only direction
  input  logic [8*NumBytes-1:0] inverse_byte_i,  // for InvSubBytes; read with Direction both
  output logic [8*NumBytes-1:0] byte_o
);

  if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
    roundel_sbox_tower_both #(.NumBytes(NumBytes), .Cuts(Cuts)) u_network (
      .clk_i, .first_decrypt_i, .last_decrypt_i, .byte_i, .inverse_byte_i, .byte_o
    );
  end else if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    roundel_sbox_tower_encrypt #(.NumBytes(NumBytes), .Cuts(Cuts)) u_network (
      .clk_i, .byte_i, .byte_o
    );
  end else begin : gen_decrypt
    roundel_sbox_tower_decrypt #(.NumBytes(NumBytes), .Cuts(Cuts)) u_network (
      .clk_i, .byte_i, .byte_o
    );
  end

  logic unused_inputs;  // inputs that only Direction both reads
  assign unused_inputs = ^{first_decrypt_i, last_decrypt_i, inverse_byte_i};

endmodule : roundel_sbox_tower
