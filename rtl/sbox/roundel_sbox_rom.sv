// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes in block RAM, two bytes for each RAM (FIPS-197, tables 4 and 6).
//
// Interface. The module accepts new bytes in every cycle; no handshake, no reset. The latency is
// the number of cut positions from CUT_SBOX_1 to CUT_SBOX_7 that `Cuts` selects. With Direction
// both the direction may change in every cycle.
//
// Method. A RAM holds both tables (roundel_sbox_rom_pair). With Direction both, the direction is an
// address bit, and the multiplexer of the bytes is before the RAM. If `NumBytes` is odd, the last
// RAM uses one port.
//
// Registers. Positions 1 and 2 are the RAM's own address and output registers, so `Cuts` must
// select both. Positions 3 to 7 are plain delays behind the RAM, for the route from the RAM column
// to the logic.

`include "roundel_refuse.svh"

module roundel_sbox_rom #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 7  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                  clk_i,
  input  logic                  first_decrypt_i,  // direction of the input bytes
  input  logic [8*NumBytes-1:0] byte_i,  // for SubBytes, or for the module's only direction
  input  logic [8*NumBytes-1:0] inverse_byte_i,  // for InvSubBytes; read with Direction both
  output logic [8*NumBytes-1:0] byte_o
);

  localparam int SIZE = 8 * NumBytes;
  localparam int PAIRS = (NumBytes + 1) / 2;
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;

  logic [18*PAIRS-1:0] index;
  logic [16*PAIRS-1:0] entry;
  logic [SIZE-1:0] substitute;

  for (genvar i = 0; i < 2 * PAIRS; i++) begin : gen_byte
    if (i >= NumBytes) begin : gen_no_byte
      assign index[9*i+:9] = '0;
    end else begin : gen_index
      assign index[9*i+:9] = (BOTH && first_decrypt_i) ? {1'b1, inverse_byte_i[8*i+:8]}
                                                       : {1'b0, byte_i[8*i+:8]};
    end
  end

  for (genvar i = 0; i < PAIRS; i++) begin : gen_pair
    roundel_sbox_rom_pair #(.Direction(Direction)) u_pair (
      .clk_i,
      .index_i(index[18*i+:18]),
      .entry_o(entry[16*i+:16])
    );
  end

  // If NumBytes is odd, the second port of the last RAM has no byte.
  always_comb begin
    for (int i = 0; i < NumBytes; i++) begin
      substitute[8*i+:8] = entry[8*i+:8];
    end
  end

  roundel_pipeline_cuts #(
    .Width(SIZE),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_SBOX_3),
    .Last(roundel_engine_pkg::CUT_SBOX_7)
  ) u_delay (
    .clk_i,
    .data_i(substitute),
    .data_o(byte_o)
  );

  `ROUNDEL_REFUSE(roundel_error_sbox_rom_needs_stages_3_or_more_and_places_1_and_2_in_round_cuts,
      ((Cuts >> roundel_engine_pkg::CUT_SBOX_1) & 3) != 3)

endmodule : roundel_sbox_rom
