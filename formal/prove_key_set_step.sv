// SPDX-License-Identifier: Apache-2.0
//
// Proves for one size of a set that roundel_key_set_step equals four words of KEYEXPANSION()
// forwards, and that the backward step inverts the forward step.
//
// The proof covers every window, every contents of the bits below a smaller key, every step number
// from 0 to Nr - 1, and every direction, in the set of all sizes. The forms are: combinational,
// with registers, with held inputs. Registers are wires here
// (formal/stubs/roundel_pipeline_cut.sv), so the forms differ only in the logic around them.

module prove_key_set_step #(
  parameter int KeyBits = 128  // the size of the key: 128, 192 or 256
) (
  input logic [  3:0] step_i,
  input logic [255:0] window_i  // the window of the key in the top bits
);

  localparam int NUM_ROUNDS = KeyBits / 32 + 6;
  localparam int ALL_CUTS = roundel_engine_pkg::CUTS_IN_SBOX | (1 << roundel_engine_pkg::CUT_ROUND);
  localparam logic [1:0] SIZE = 2'(KeyBits / 64 - 2);

  logic [KeyBits-1:0] next;
  logic [255:0] next_window;  // the next window in the top bits, and the low bits of window_i

  spec_key_step #(
    .KeyBits(KeyBits)
  ) u_spec (
    .step_i(step_i),
    .window_i(window_i[255-:KeyBits]),
    .window_o(next)
  );

  always_comb begin
    next_window = window_i;
    next_window[255-:KeyBits] = next;
    last_step: cover (int'(step_i) == NUM_ROUNDS - 1 && next != window_i[255-:KeyBits]);
  end

  for (genvar d = 0; d < 3; d++) begin : gen_direction
    for (genvar form = 0; form < 3; form++) begin : gen_form
      logic [255:0] forwards, backwards;

      roundel_key_set_step #(
        .KeyBits(256),
        .KeySizes(roundel_aes_pkg::KEY_SIZES_128_192_256),
        .Sbox(roundel_engine_pkg::SBOX_TABLE),
        .Direction(d),
        .Cuts((form == 0) ? 0 : ALL_CUTS),
        .InputsHeld(form == 2)
      ) u_forwards (
        .clk_i(1'b0),
        .backward_i(1'b0),
        .step_i(step_i),
        .size_i(SIZE),
        .window_i(window_i),
        .window_o(forwards)
      );
      always_comb if (int'(step_i) < NUM_ROUNDS) assert (forwards[255-:KeyBits] == next);

      if (d != roundel_aes_pkg::DIRECTION_ENCRYPT && form != 2) begin : gen_backwards
        roundel_key_set_step #(
          .KeyBits(256),
          .KeySizes(roundel_aes_pkg::KEY_SIZES_128_192_256),
          .Sbox(roundel_engine_pkg::SBOX_TABLE),
          .Direction(d),
          .Cuts((form == 0) ? 0 : ALL_CUTS)
        ) u_backwards (
          .clk_i(1'b0),
          .backward_i(1'b1),
          .step_i(step_i),
          .size_i(SIZE),
          .window_i(next_window),
          .window_o(backwards)
        );
        always_comb begin
          if (int'(step_i) < NUM_ROUNDS) begin
            assert (backwards[255-:KeyBits] == window_i[255-:KeyBits]);
          end
        end
      end
    end
  end

endmodule : prove_key_set_step
