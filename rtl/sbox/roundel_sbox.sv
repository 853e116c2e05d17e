// SPDX-License-Identifier: Apache-2.0
//
// SubBytes or InvSubBytes of `NumBytes` bytes, by the S-box that `Sbox` and `Direction` select.
//
// Interface. The module accepts new bytes in every cycle; there is no handshake and no reset.
// `Cuts` selects registers by cut position (roundel_engine_pkg::CUT_*). The latency in cycles is
// the number of selected positions from CUT_SBOX_1 to CUT_SUB_BYTES. Without registers the module
// is combinational. Bit s of `decrypt_i` is the direction of the block in stage s of the round; bit
// 0 belongs to the input bytes.
//
// Direction both. SubBytes reads `byte_i`, InvSubBytes reads `inverse_byte_i`. The S-boxes absorb
// this multiplexer at no cost, so the round needs no multiplexer behind ShiftRows and InvShiftRows.
// With one direction only `byte_i` is read.
//
// Method. All S-boxes compute the same function (FIPS-197, sections 5.1.1 and 5.3.2).
//
// | Sbox       | module             | implementation                                             |
// |------------|--------------------|------------------------------------------------------------|
// | SBOX_TABLE | roundel_sbox_table | logic from the truth table: fewest levels, largest area    |
// | SBOX_ROM   | roundel_sbox_rom   | block RAM for two bytes; needs CUT_SBOX_1 and CUT_SBOX_2   |
// | SBOX_TOWER | roundel_sbox_tower | arithmetic in GF((2^4)^2): fewest LUTs, seven cut positions |
// | SBOX_GATES | roundel_sbox_gates | network of few two-input gates, for standard cells         |

`include "roundel_refuse.svh"

module roundel_sbox #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // cut positions with a register, a mask of CUT_*
) (
  input  logic                  clk_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,  // by stage
  input  logic [8*NumBytes-1:0] byte_i,
  input  logic [8*NumBytes-1:0] inverse_byte_i,  // read with Direction both
  output logic [8*NumBytes-1:0] byte_o
);

  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  localparam int STAGE_IN = roundel_engine_pkg::cut_stage(Cuts, roundel_engine_pkg::CUT_ROUND);
  localparam int STAGE_OUT = roundel_engine_pkg::cut_stage(Cuts, roundel_engine_pkg::CUT_SBOX_7);

  `ROUNDEL_REFUSE(roundel_error_unknown_sbox,
      Sbox < roundel_engine_pkg::SBOX_TABLE || Sbox > roundel_engine_pkg::SBOX_GATES)

  logic [8*NumBytes-1:0] inverse_byte;  // zero with one direction
  logic [8*NumBytes-1:0] substitute;  // before cut position CUT_SUB_BYTES

  assign inverse_byte = BOTH ? inverse_byte_i : '0;

  if (Sbox == roundel_engine_pkg::SBOX_TABLE) begin : gen_table
    roundel_sbox_table #(.NumBytes(NumBytes), .Direction(Direction), .Cuts(Cuts)) u_sbox (
      .clk_i,
      .first_decrypt_i(BOTH && 1'(decrypt_i >> STAGE_IN)),
      .last_decrypt_i(BOTH && 1'(decrypt_i >> STAGE_OUT)),
      .byte_i,
      .inverse_byte_i(inverse_byte),
      .byte_o(substitute)
    );
  end else if (Sbox == roundel_engine_pkg::SBOX_ROM) begin : gen_rom
    roundel_sbox_rom #(.NumBytes(NumBytes), .Direction(Direction), .Cuts(Cuts)) u_sbox (
      .clk_i,
      .first_decrypt_i(BOTH && 1'(decrypt_i >> STAGE_IN)),
      .byte_i,
      .inverse_byte_i(inverse_byte),
      .byte_o(substitute)
    );
  end else if (Sbox == roundel_engine_pkg::SBOX_TOWER) begin : gen_tower
    roundel_sbox_tower #(.NumBytes(NumBytes), .Direction(Direction), .Cuts(Cuts)) u_sbox (
      .clk_i,
      .first_decrypt_i(BOTH && 1'(decrypt_i >> STAGE_IN)),
      .last_decrypt_i(BOTH && 1'(decrypt_i >> STAGE_OUT)),
      .byte_i,
      .inverse_byte_i(inverse_byte),
      .byte_o(substitute)
    );
  end else if (Sbox == roundel_engine_pkg::SBOX_GATES) begin : gen_gates
    roundel_sbox_gates #(.NumBytes(NumBytes), .Direction(Direction), .Cuts(Cuts)) u_sbox (
      .clk_i,
      .first_decrypt_i(BOTH && 1'(decrypt_i >> STAGE_IN)),
      .last_decrypt_i(BOTH && 1'(decrypt_i >> STAGE_OUT)),
      .byte_i,
      .inverse_byte_i(inverse_byte),
      .byte_o(substitute)
    );
  end

  // This register is outside the S-box modules. With CUT_SUB_BYTES alone an S-box module therefore
  // stays combinational, and synthesis maps it separately.
  roundel_pipeline_cut #(
    .Width(8 * NumBytes),
    .Present(Cuts[roundel_engine_pkg::CUT_SUB_BYTES])
  ) u_cut_8 (
    .clk_i,
    .data_i(substitute),
    .data_o(byte_o)
  );

endmodule : roundel_sbox
