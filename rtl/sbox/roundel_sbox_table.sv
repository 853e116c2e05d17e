// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes as logic made from its truth table (FIPS-197, tables 4 and 6).
//
// No reset. `byte_o` is the substitute of `byte_i` as many cycles later as `Cuts` has places from
// CUT_SBOX_1 to CUT_SBOX_7. Where Direction is both and `decrypt_i` says so, it is InvSubBytes of
// `inverse_byte_i`; this may change with every byte.
//
// Method. An output bit is a function of eight bits: a tree of LUT4s and the fabric's wide
// multiplexers, few levels deep; written bit by bit, because Yosys needs minutes to take a table of
// bytes apart. Where Direction is both, one table serves: with A the affine map of FIPS-197,
// 5.1.1, and v(x) the inverse in GF(2^8),
//
//     SBOX[x] = A(v(x))    and    INV_SBOX[x] = v(A'(x)) = A'(SBOX[A'(x)]),    A' = 1/A,
//
// so that A' stands before and behind the table for InvSubBytes and is left out for SubBytes. A bit
// of A' is the sum of three bits (of A: of five), and four pairs serve all eight. LUT4 a byte
// on ECP5: one direction 136, both 176 with the choice of the byte (two tables alone: 272).
//
// Registers: places 1 to 3 behind A' and the choice; 4 behind tables of six inputs, two bits
// carried along to choose of them; 5 to 7 behind the table.

module roundel_sbox_table #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // the round's places with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                                 clk_i,
  // of each stage; read where both
  input  logic [roundel_engine_pkg::num_stages(Cuts)-1:0] decrypt_i,
  input  logic [8*NumBytes-1:0]                byte_i,
  input  logic [8*NumBytes-1:0]                inverse_byte_i,  // read where both
  output logic [8*NumBytes-1:0]                byte_o
);

  localparam int SIZE = 8 * NumBytes;
  localparam int STAGE_IN = roundel_engine_pkg::cut_stage(Cuts, roundel_engine_pkg::CUT_ROUND);
  localparam int STAGE_OUT = roundel_engine_pkg::cut_stage(Cuts, roundel_engine_pkg::CUT_SBOX_7);

  // FIPS-197 5.3.2: bit i is x[i+2] ^ x[i+5] ^ x[i+7] ^ 0x05[i], indices modulo 8.
  function automatic logic [7:0] inverse_affine(input logic [7:0] x);
    logic p0, p2, p4, p6;
    p0 = x[0] ^ x[3];
    p2 = x[2] ^ x[5];
    p4 = x[4] ^ x[7];
    p6 = x[6] ^ x[1];
    inverse_affine = {p6, p0, p4, p6, p2, p4, p0, p2} ^
        {x[4], x[5], x[2], x[3], x[0], x[1], x[6], x[7]} ^ 8'h05;
  endfunction

  // What the table is read with, and what it gives; with the places in front of it and behind.
  logic [SIZE-1:0] chosen, index, entry, delayed_entry;

  if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
    for (genvar i = 0; i < NumBytes; i++) begin : gen_choice
      assign chosen[8*i+:8] =
          decrypt_i[STAGE_IN] ? inverse_affine(inverse_byte_i[8*i+:8]) : byte_i[8*i+:8];
      assign byte_o[8*i+:8] =
          decrypt_i[STAGE_OUT] ? inverse_affine(delayed_entry[8*i+:8]) : delayed_entry[8*i+:8];
    end
  end else begin : gen_one
    assign chosen = byte_i;
    assign byte_o = delayed_entry;
  end

  roundel_pipeline_cuts #(
    .Width(SIZE),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_SBOX_1),
    .Last(roundel_engine_pkg::CUT_SBOX_3)
  ) u_index (
    .clk_i(clk_i),
    .data_i(chosen),
    .data_o(index)
  );

  for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
    logic [33:0] quarters, delayed_quarters;  // four entries and which of them it is

    assign quarters[33:32] = index[8*i+6+:2];
    for (genvar j = 0; j < 8; j++) begin : gen_bit
      localparam logic [255:0] PLANE = roundel_aes_pkg::table_plane(
          (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ? roundel_aes_pkg::INV_SBOX :
              roundel_aes_pkg::SBOX, j);
      for (genvar k = 0; k < 4; k++) begin : gen_quarter
        localparam logic [63:0] QUARTER = PLANE[64*k+:64];
        assign quarters[4*j+k] = QUARTER[index[8*i+:6]];
      end
      assign entry[8*i+j] = delayed_quarters[4*j+delayed_quarters[33:32]];
    end

    roundel_pipeline_cut #(
      .Width(34),
      .Present((Cuts >> roundel_engine_pkg::CUT_SBOX_4) & 1)
    ) u_quarters (
      .clk_i(clk_i),
      .data_i(quarters),
      .data_o(delayed_quarters)
    );
  end

  roundel_pipeline_cuts #(
    .Width(SIZE),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_SBOX_5),
    .Last(roundel_engine_pkg::CUT_SBOX_7)
  ) u_entry (
    .clk_i(clk_i),
    .data_i(entry),
    .data_o(delayed_entry)
  );

  // Those of the stages in between, and what one direction does not read.
  logic unused_inputs;
  assign unused_inputs = &{1'b0, decrypt_i, inverse_byte_i};

endmodule : roundel_sbox_table
