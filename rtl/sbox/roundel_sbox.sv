// SPDX-License-Identifier: Apache-2.0
//
// SubBytes or InvSubBytes on `NumBytes` bytes: the S-box that `Sbox` and `Direction` name.
//
// `Cuts` is the mask of the places in a round that hold a register (roundel_engine_pkg::CUT_*);
// those from CUT_SBOX_1 to CUT_SUB_BYTES stand in here, the last of them behind the modules named
// below. Their number is the latency in cycles; without them it is combinational. A new value every
// cycle; nothing is reset.
//
// With Direction both there are two inputs: `byte_i` is substituted by SubBytes, or, in a cycle
// with decrypt_i[0], `inverse_byte_i` by InvSubBytes. To choose here costs no logic, so that the
// round chooses between ShiftRows and InvShiftRows for nothing. decrypt_i[s] is the direction of
// what stage s of the round works on: bit 0 goes with the inputs. Else only `byte_i` is read.
//
// All implementations compute the same function (FIPS-197, 5.1.1 and 5.3.2).
//
// | Sbox       | module         | made of                                                        |
// |------------|----------------|----------------------------------------------------------------|
// | SBOX_TABLE | roundel_sbox_table | the truth table, as logic: fewest levels, most area
// |
// | SBOX_ROM   | roundel_sbox_rom   | block RAM, two bytes each; needs CUT_SBOX_1 and CUT_SBOX_2
// |
// | SBOX_TOWER | roundel_sbox_tower | arithmetic in GF((2^4)^2): fewest LUTs, cut between its
// stages | | SBOX_GATES | roundel_sbox_gates | a network of few two-input gates, for standard cells
// |

module roundel_sbox #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // places of a round that hold a register
) (
  input  logic                                 clk_i,
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,  // by stage of the round
  input  logic [               8*NumBytes-1:0] byte_i,
  input  logic [               8*NumBytes-1:0] inverse_byte_i,  // read where Direction is both
  output logic [               8*NumBytes-1:0] byte_o
);

  logic [8*NumBytes-1:0] substitute;  // in front of place CUT_SUB_BYTES

  if (Sbox == roundel_engine_pkg::SBOX_TABLE) begin : gen_table
    roundel_sbox_table #(
      .NumBytes(NumBytes),
      .Direction(Direction),
      .Cuts(Cuts)
    ) u_sbox (
      .clk_i(clk_i),
      .decrypt_i(decrypt_i),
      .byte_i(byte_i),
      .inverse_byte_i(inverse_byte_i),
      .byte_o(substitute)
    );
  end else if (Sbox == roundel_engine_pkg::SBOX_ROM) begin : gen_rom
    roundel_sbox_rom #(
      .NumBytes(NumBytes),
      .Direction(Direction),
      .Cuts(Cuts)
    ) u_sbox (
      .clk_i(clk_i),
      .decrypt_i(decrypt_i),
      .byte_i(byte_i),
      .inverse_byte_i(inverse_byte_i),
      .byte_o(substitute)
    );
  end else if (Sbox == roundel_engine_pkg::SBOX_TOWER) begin : gen_tower
    roundel_sbox_tower #(
      .NumBytes(NumBytes),
      .Direction(Direction),
      .Cuts(Cuts)
    ) u_sbox (
      .clk_i(clk_i),
      .decrypt_i(decrypt_i),
      .byte_i(byte_i),
      .inverse_byte_i(inverse_byte_i),
      .byte_o(substitute)
    );
  end else if (Sbox == roundel_engine_pkg::SBOX_GATES) begin : gen_gates
    roundel_sbox_gates #(
      .NumBytes(NumBytes),
      .Direction(Direction),
      .Cuts(Cuts)
    ) u_sbox (
      .clk_i(clk_i),
      .decrypt_i(decrypt_i),
      .byte_i(byte_i),
      .inverse_byte_i(inverse_byte_i),
      .byte_o(substitute)
    );
  end else begin : gen_unknown
    roundel_error_unknown_sbox u_error ();  // undefined on purpose: elaboration stops here
  end

  // In here and not in them: an S-box with this register alone stays a function of its inputs, that
  // synthesis can map by itself.
  roundel_pipeline_cut #(
    .Width(8 * NumBytes),
    .Present((Cuts >> roundel_engine_pkg::CUT_SUB_BYTES) & 1)
  ) u_cut_8 (
    .clk_i(clk_i),
    .data_i(substitute),
    .data_o(byte_o)
  );

endmodule : roundel_sbox
