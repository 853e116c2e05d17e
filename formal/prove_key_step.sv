// SPDX-License-Identifier: Apache-2.0
//
// aes_key_step equals four words of KEYEXPANSION() forwards, and backwards undoes them, which with
// the expansion of a window being one to one says all: for every window, every step number that a
// key of KeyBits bits meets (0 to Nr - 1), every S-box and every direction that it is built for.

module prove_key_step #(
  parameter int KeyBits = 128  // 128, 192 or 256
) (
  input logic [        3:0] step_i,
  input logic [KeyBits-1:0] window_i
);

  localparam int NUM_ROUNDS = KeyBits / 32 + 6;

  logic [KeyBits-1:0] next;

  spec_key_step #(
    .KeyBits(KeyBits)
  ) u_spec (
    .step_i(step_i),
    .window_i(window_i),
    .window_o(next)
  );

  always_comb begin
    last_step: cover (int'(step_i) == NUM_ROUNDS - 1 && next != window_i);
  end

  for (genvar s = 0; s < 2; s++) begin : gen_sbox
    for (genvar d = 0; d < 3; d++) begin : gen_direction
      logic [KeyBits-1:0] forwards, backwards;

      aes_key_step #(
        .KeyBits(KeyBits),
        .Sbox((s == 0) ? aes_pkg::SBOX_TABLE : aes_pkg::SBOX_TOWER),
        .Direction(d)
      ) u_forwards (
        .backward_i(1'b0),
        .step_i(step_i),
        .window_i(window_i),
        .window_o(forwards)
      );
      always_comb if (int'(step_i) < NUM_ROUNDS) assert (forwards == next);

      if (d != aes_pkg::DIRECTION_ENCRYPT) begin : gen_backwards
        aes_key_step #(
          .KeyBits(KeyBits),
          .Sbox((s == 0) ? aes_pkg::SBOX_TABLE : aes_pkg::SBOX_TOWER),
          .Direction(d)
        ) u_backwards (
          .backward_i(1'b1),
          .step_i(step_i),
          .window_i(next),
          .window_o(backwards)
        );
        always_comb if (int'(step_i) < NUM_ROUNDS) assert (backwards == window_i);
      end
    end
  end

endmodule : prove_key_step
