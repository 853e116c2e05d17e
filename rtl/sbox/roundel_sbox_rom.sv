// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes in block RAM, two bytes each (FIPS-197, tables 4 and 6).
//
// No reset. `byte_o` is the substitute of `byte_i` as many cycles later as `Cuts` has places from
// CUT_SBOX_1 to CUT_SBOX_7. Where Direction is both and `decrypt_i` says so, it is InvSubBytes of
// `inverse_byte_i`; this may change with every byte.
//
// Method. The registers at places 1 and 2 are the RAM's own (roundel_sbox_rom_pair), so both must
// be taken. A RAM holds both tables, and where Direction is both the direction is an address bit;
// the choice of the byte stands in front of the RAM. The last RAM of an odd number of bytes uses
// one port.
//
// Registers: 1 the RAM's address, 2 its output; at 3 to 7 plain delays behind it, which bring the
// bytes from the RAM's column to the logic.

module roundel_sbox_rom #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 7  // the round's places with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                                 clk_i,
  // of each stage; read where both
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,
  input  logic [8*NumBytes-1:0]                byte_i,
  input  logic [8*NumBytes-1:0]                inverse_byte_i,  // read where both
  output logic [8*NumBytes-1:0]                byte_o
);

  localparam int PAIRS = (NumBytes + 1) / 2;
  localparam int STAGE_IN = roundel_engine_pkg::cut_stage(Cuts, roundel_engine_pkg::CUT_ROUND);

  logic [18*PAIRS-1:0] index;
  logic [16*PAIRS-1:0] entry;

  for (genvar i = 0; i < 2 * PAIRS; i++) begin : gen_byte
    if (i >= NumBytes) begin : gen_no_byte
      assign index[9*i+:9] = '0;
    end else if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
      assign index[9*i+:9] = decrypt_i[STAGE_IN] ?
          {1'b1, inverse_byte_i[8*i+:8]} : {1'b0, byte_i[8*i+:8]};
    end else begin : gen_one
      assign index[9*i+:9] = {1'b0, byte_i[8*i+:8]};
    end
  end

  for (genvar i = 0; i < PAIRS; i++) begin : gen_pair
    roundel_sbox_rom_pair #(
      .Direction(Direction)
    ) u_pair (
      .clk_i(clk_i),
      .index_i(index[18*i+:18]),
      .entry_o(entry[16*i+:16])
    );
  end

  roundel_pipeline_cuts #(
    .Width(8 * NumBytes),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_SBOX_3),
    .Last(roundel_engine_pkg::CUT_SBOX_7)
  ) u_delay (
    .clk_i(clk_i),
    .data_i(entry[8*NumBytes-1:0]),
    .data_o(byte_o)
  );

  if (((Cuts >> roundel_engine_pkg::CUT_SBOX_1) & 3) != 3) begin : gen_registers_lacking
    // Undefined on purpose: elaboration stops here.
    roundel_error_sbox_rom_needs_stages_3_or_more_and_places_1_and_2_in_round_cuts u_error ();
  end

  // Of the stages that do not choose, what one direction does not read, and the unused port.
  logic unused_inputs;
  assign unused_inputs = &{1'b0, decrypt_i, inverse_byte_i, entry};

endmodule : roundel_sbox_rom
