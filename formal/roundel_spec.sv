// SPDX-License-Identifier: Apache-2.0
//
// AES for proofs, as defined in FIPS-197 (2023 update). The package uses no function of the RTL
// packages, so no mistake can be on both sides of a proof.
//
// A byte is a polynomial over GF(2); bit i is the coefficient of x^i (FIPS-197 section 4). A state,
// a round key and a block are 16 bytes with byte 0 in the top bits; byte 4*c + r is row r of column
// c (section 3.4). Functions here move bytes; modules spec_* compute. Yosys elaborates a module
// once and a function at each call.

package roundel_spec;

  // Byte at row r of column c of a state.
  function automatic logic [7:0] at(input logic [127:0] state, input integer r, input integer c);
    at = state[127 - 8 * (4 * c + r) -: 8];
  endfunction

  // SHIFTROWS(): row r moves left by r columns (5.1.2, equation 5.5).
  function automatic logic [127:0] shift_rows(input logic [127:0] state);
    integer r, c;
    for (r = 0; r < 4; r = r + 1) begin
      for (c = 0; c < 4; c = c + 1) begin
        shift_rows[127 - 8 * (4 * c + r) -: 8] = at(state, r, (c + r) % 4);
      end
    end
  endfunction

  // INVSHIFTROWS(): row r moves right by r columns (5.3.1).
  function automatic logic [127:0] inv_shift_rows(input logic [127:0] state);
    integer r, c;
    for (r = 0; r < 4; r = r + 1) begin
      for (c = 0; c < 4; c = c + 1) begin
        inv_shift_rows[127 - 8 * (4 * ((c + r) % 4) + r) -: 8] = at(state, r, c);
      end
    end
  endfunction

  // ROTWORD() (5.2, equation 5.10).
  function automatic logic [31:0] rot_word(input logic [31:0] w);
    rot_word = {w[23:0], w[31:24]};
  endfunction

endpackage : roundel_spec
