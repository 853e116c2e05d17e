// SPDX-License-Identifier: Apache-2.0
//
// Proves the specification itself: the inverse functions undo the functions, and the examples of
// FIPS-197 hold.

module prove_spec (
  input logic [  7:0] byte_i,
  input logic [127:0] state_i
);

  logic [7:0] product, example, inverse, one, substitute, restored;
  logic [127:0] middle, last, first_key, mixed, unmixed;

  // FIPS-197 section 4.2: {57} * {13} = {fe}; section 5.1.1: SBOX({53}) = {ed}.
  spec_product u_product (
    .x_i(8'h57),
    .y_i(8'h13),
    .product_o(product)
  );
  spec_sbox u_example (
    .byte_i(8'h53),
    .byte_o(example)
  );

  spec_inverse u_inverse (
    .byte_i(byte_i),
    .byte_o(inverse)
  );
  spec_product u_one (
    .x_i(byte_i),
    .y_i(inverse),
    .product_o(one)
  );

  spec_sbox u_sbox (
    .byte_i(byte_i),
    .byte_o(substitute)
  );
  spec_sbox #(
    .Inverse(1)
  ) u_inv_sbox (
    .byte_i(substitute),
    .byte_o(restored)
  );

  spec_mix_columns u_mix_columns (
    .state_i(state_i),
    .state_o(mixed)
  );
  spec_mix_columns #(
    .Inverse(1)
  ) u_inv_mix_columns (
    .state_i(mixed),
    .state_o(unmixed)
  );

  // FIPS-197 appendix B, round 1.
  spec_round u_round (
    .state_i(128'h193de3bea0f4e22b9ac68d2ae9f84808),
    .round_key_i(128'ha0fafe1788542cb123a339392a6c7605),
    .middle_o(middle),
    .last_o(last)
  );

  // FIPS-197 appendix A.1, words 4 to 7.
  spec_key_step u_key_step (
    .step_i(4'd0),
    .window_i(128'h2b7e151628aed2a6abf7158809cf4f3c),
    .window_o(first_key)
  );

  always_comb begin
    assert (product == 8'hfe);
    assert (example == 8'hed);
    assert (one == {7'd0, byte_i != 8'd0});
    assert (restored == byte_i);
    assert (unmixed == state_i);
    assert (roundel_spec::inv_shift_rows(roundel_spec::shift_rows(state_i)) == state_i);
    assert (middle == 128'ha49c7ff2689f352b6b5bea43026a5049);
    assert (first_key == 128'ha0fafe1788542cb123a339392a6c7605);
  end

endmodule : prove_spec
