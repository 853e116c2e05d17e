// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_sbox and the selected S-box module equal SBOX() or INVSBOX() for all 256
// bytes, with the latency of the registers, for every set of cut positions.
//
// Method. The top instantiates an S-box for every legal mask of the cut positions CUT_SBOX_1 to
// CUT_SUB_BYTES; all S-boxes read the same bytes. Every = 0 restricts the masks: no position, a
// single position, all positions, and the masks of best_cuts(). As in a round, CUT_ROUND is in
// front of the S-boxes, and the direction of stage s belongs to the bytes of s cycles ago.

module prove_sbox #(
  parameter int Sbox = 0,
  parameter int Direction = 0,
  parameter int Every = 0
) (
  input logic       clk_i,
  input logic       decrypt_i,
  input logic [7:0] byte_i,
  input logic [7:0] inverse_byte_i
);

  localparam int PLACES = 8;
  localparam int ROM =
      (1 << roundel_engine_pkg::CUT_SBOX_1) | (1 << roundel_engine_pkg::CUT_SBOX_2);

  // The masks of best_cuts() for some number of stages.
  function automatic logic [(1<<PLACES)-1:0] best_masks(input int sbox, input int direction);
    integer stages;
    best_masks = '0;
    for (stages = 0; stages <= roundel_engine_pkg::NUM_PLACES; stages = stages + 1) begin
      best_masks[(roundel_engine_pkg::best_cuts(sbox, direction,
          stages) & roundel_engine_pkg::CUTS_IN_SBOX)
          >> roundel_engine_pkg::CUT_SBOX_1] = 1'b1;
    end
  endfunction

  localparam logic [(1<<PLACES)-1:0] BEST = best_masks(Sbox, Direction);

  // Whether to prove the S-box with these cut positions.
  function automatic bit wanted(input int cuts, input bit best);
    wanted = (Every != 0) || best || cuts == roundel_engine_pkg::CUTS_IN_SBOX;
    wanted = wanted || $countones((Sbox == roundel_engine_pkg::SBOX_ROM) ?
        cuts & ~ROM : cuts) <= 1;
    wanted = wanted && (Sbox != roundel_engine_pkg::SBOX_ROM || (cuts & ROM) == ROM);
  endfunction

  logic [7:0] forward, inverse;
  logic opposite;

  spec_sbox #(
    .Inverse(0)
  ) u_forward (
    .byte_i(byte_i),
    .byte_o(forward)
  );

  spec_sbox #(
    .Inverse(1)
  ) u_inverse (
    .byte_i(opposite ? inverse_byte_i : byte_i),
    .byte_o(inverse)
  );

  assign opposite = (Direction == roundel_aes_pkg::DIRECTION_BOTH) && decrypt_i;

  // Inputs and expected outputs of k cycles ago, in bit k and byte k. Valid from cycle k on
  // (`known`).
  logic [PLACES:0] decrypt, known;
  logic [8*PLACES+7:0] right;
  logic [PLACES:1] decrypt_q, known_q;
  logic [8*PLACES+7:8] right_q;

  assign decrypt = {decrypt_q, decrypt_i};
  assign known = {known_q, 1'b1};
  assign right = {
    right_q, (opposite || Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ? inverse : forward
  };

  initial begin
    known_q = '0;
  end

  always_ff @(posedge clk_i) begin
    decrypt_q <= decrypt[PLACES-1:0];
    known_q <= known[PLACES-1:0];
    right_q <= right[8*PLACES-1:0];
  end

  always_comb begin
    filled: cover (known[PLACES]);
  end

  for (genvar m = 0; m < (1 << PLACES); m++) begin : gen_cuts
    if (wanted(m << roundel_engine_pkg::CUT_SBOX_1, BEST[m])) begin : gen_wanted
      localparam int CUTS =
          (m << roundel_engine_pkg::CUT_SBOX_1) | (1 << roundel_engine_pkg::CUT_ROUND);
      localparam int LATENCY = $countones(CUTS) - 1;
      logic [7:0] substitute;

      roundel_sbox #(
        .Sbox(Sbox),
        .Direction(Direction),
        .Cuts(CUTS)
      ) u_dut (
        .clk_i(clk_i),
        .decrypt_i(decrypt[LATENCY:0]),
        .byte_i(byte_i),
        .inverse_byte_i(inverse_byte_i),
        .byte_o(substitute)
      );

      always_comb begin
        if (known[LATENCY]) begin
          assert (substitute == right[8*LATENCY+:8]);
        end
      end
    end
  end

endmodule : prove_sbox
