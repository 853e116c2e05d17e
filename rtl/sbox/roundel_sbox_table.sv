// SPDX-License-Identifier: Apache-2.0
//
// The S-box of `NumBytes` bytes as logic from its truth table (FIPS-197, tables 4 and 6).
//
// Interface. The module accepts new bytes in every cycle; no handshake, no reset. The latency is
// the number of cut positions from CUT_SBOX_1 to CUT_SBOX_7 that `Cuts` selects. With Direction
// both the direction may change in every cycle.
//
// Method. Each output bit is a function of eight bits: a tree of LUT4s and the fabric's wide
// multiplexers, few levels deep. The table is written bit by bit, because Yosys needs minutes to
// split a table of bytes. With Direction both one table serves both directions. With A the affine
// map of FIPS-197, section 5.1.1, and v(x) the inverse in GF(2^8),
//
//     SBOX[x] = A(v(x))    and    INV_SBOX[x] = v(A'(x)) = A'(SBOX[A'(x)]),    A' = 1/A.
//
// InvSubBytes therefore uses the table with A' before and after it; SubBytes bypasses A'. A bit of
// A' is the XOR of three bits (of A: of five), and four shared pairs serve all eight bits.
//
// Cost in LUT4 for each byte on ECP5: 136 for one direction; 176 for both, with the input
// multiplexer (two separate tables: 272).
//
// Registers. Cut positions 1 to 3 are behind A' and the input multiplexer. Position 4 is behind
// tables of six inputs and carries the other two index bits. Positions 5 to 7 are behind the table.

module roundel_sbox_table #(
  parameter int NumBytes = 1,  // bytes substituted in parallel
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
) (
  input  logic                  clk_i,
  input  logic                  first_decrypt_i,  // direction of the input bytes
  input  logic                  last_decrypt_i,  // direction of the bytes after CUT_SBOX_7
  input  logic [8*NumBytes-1:0] byte_i,  // for SubBytes, or for the module's only direction
  input  logic [8*NumBytes-1:0] inverse_byte_i,  // for InvSubBytes; read with Direction both
  output logic [8*NumBytes-1:0] byte_o
);

  localparam int SIZE = 8 * NumBytes;
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  // Bit j of entry x at 256 * j + x. A localparam, because Yosys evaluates the function once for
  // each module here and once for each byte inside the loop.
  localparam logic [2047:0] PLANES = roundel_aes_pkg::table_planes(
      (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ? roundel_aes_pkg::INV_SBOX :
          roundel_aes_pkg::SBOX);

  // FIPS-197, section 5.3.2: bit i is x[i+2] ^ x[i+5] ^ x[i+7] ^ 0x05[i], indices modulo 8.
  function automatic logic [7:0] inverse_affine(input logic [7:0] x);
    logic p0, p2, p4, p6;
    p0 = x[0] ^ x[3];
    p2 = x[2] ^ x[5];
    p4 = x[4] ^ x[7];
    p6 = x[6] ^ x[1];
    inverse_affine = {p6, p0, p4, p6, p2, p4, p0, p2} ^
        {x[4], x[5], x[2], x[3], x[0], x[1], x[6], x[7]} ^ 8'h05;
  endfunction

  // Index and entry of the table, each before and after its registers.
  logic [SIZE-1:0] chosen, index, entry, delayed_entry;

  for (genvar i = 0; i < NumBytes; i++) begin : gen_choice
    assign chosen[8*i+:8] = (BOTH && first_decrypt_i) ? inverse_affine(inverse_byte_i[8*i+:8])
                                                      : byte_i[8*i+:8];
    assign byte_o[8*i+:8] = (BOTH && last_decrypt_i) ? inverse_affine(delayed_entry[8*i+:8])
                                                     : delayed_entry[8*i+:8];
  end

  roundel_pipeline_cuts #(
    .Width(SIZE),
    .Cuts(Cuts),
    .First(roundel_engine_pkg::CUT_SBOX_1),
    .Last(roundel_engine_pkg::CUT_SBOX_3)
  ) u_index (
    .clk_i,
    .data_i(chosen),
    .data_o(index)
  );

  for (genvar i = 0; i < NumBytes; i++) begin : gen_byte
    logic [33:0] quarters, delayed_quarters;  // two index bits, then four candidates of each bit

    assign quarters[33:32] = index[8*i+6+:2];
    for (genvar j = 0; j < 8; j++) begin : gen_bit
      for (genvar k = 0; k < 4; k++) begin : gen_quarter
        localparam logic [63:0] QUARTER = PLANES[256*j+64*k+:64];
        assign quarters[4*j+k] = QUARTER[index[8*i+:6]];
      end
      assign entry[8*i+j] = delayed_quarters[4*j+delayed_quarters[33:32]];
    end

    roundel_pipeline_cut #(.Width(34), .Present(Cuts[roundel_engine_pkg::CUT_SBOX_4])) u_quarters (
      .clk_i,
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
    .clk_i,
    .data_i(entry),
    .data_o(delayed_entry)
  );

endmodule : roundel_sbox_table
