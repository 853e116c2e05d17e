// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_key_step equals four words of KEYEXPANSION() forwards, and that the backward
// step inverts the forward step.
//
// The expansion of a window is a bijection, so both directions are proven. The proof covers every
// window, every step number from 0 to Nr - 1, every S-box and every direction. The forms are:
// combinational, with registers, with held inputs.
//
// Registers are wires here (formal/stubs/roundel_pipeline_cut.sv). prove_key_held proves the timing
// of the form with held inputs. The benches test the timing of the form with a window per cycle.

module prove_key_step #(
  parameter int KeyBits = 128  // 128, 192 or 256
) (
  input logic [        3:0] step_i,
  input logic [KeyBits-1:0] window_i
);

  localparam int NUM_ROUNDS = KeyBits / 32 + 6;
  localparam int ALL_CUTS = roundel_engine_pkg::CUTS_IN_SBOX | (1 << roundel_engine_pkg::CUT_ROUND);

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
      // The S-box proofs cover SubWord with registers; a single S-box is enough here.
      for (genvar form = 0; form < ((s == 0) ? 3 : 1); form++) begin : gen_form
        logic [KeyBits-1:0] forwards, backwards;

        roundel_key_step #(
          .KeyBits(KeyBits),
          .Sbox((s == 0) ? roundel_engine_pkg::SBOX_TABLE : roundel_engine_pkg::SBOX_TOWER),
          .Direction(d),
          .Cuts((form == 0) ? 0 : ALL_CUTS),
          .InputsHeld(form == 2)
        ) u_forwards (
          .clk_i(1'b0),
          .backward_i(1'b0),
          .step_i(step_i),
          .window_i(window_i),
          .window_o(forwards)
        );
        always_comb if (int'(step_i) < NUM_ROUNDS) assert (forwards == next);

        if (d != roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_backwards
          roundel_key_step #(
            .KeyBits(KeyBits),
            .Sbox((s == 0) ? roundel_engine_pkg::SBOX_TABLE : roundel_engine_pkg::SBOX_TOWER),
            .Direction(d),
            .Cuts((form == 0) ? 0 : ALL_CUTS),
            .InputsHeld(form == 2)
          ) u_backwards (
            .clk_i(1'b0),
            .backward_i(1'b1),
            .step_i(step_i),
            .window_i(next),
            .window_o(backwards)
          );
          always_comb if (int'(step_i) < NUM_ROUNDS) assert (backwards == window_i);
        end
      end
    end
  end

endmodule : prove_key_step
