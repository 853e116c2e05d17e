// SPDX-License-Identifier: Apache-2.0
//
// MixColumns, InvMixColumns, or either, on `NumColumns` columns.
//
// Interface. The module accepts a new value in every cycle; no handshake, no reset. `Cuts` selects
// registers by cut position. The positions CUT_DECRYPT_KEY, CUT_INV_MIX and CUT_MIX are in this
// module, and the latency is the number of those that `Cuts` selects. `encrypt_i` belongs to the
// value on `state_i` in the same cycle.
//
// Method. FIPS-197, sections 5.1.3 and 5.3.3. With u[r] = a[r] + a[r+1], a byte of MixColumns is
//   b[r] = 2*u[r] + a[r+1] + u[r+2].
// Before CUT_MIX the module computes u[r], and v[r] = a[r+1] plus the reduction of 2*u[r]. Behind
// CUT_MIX a result bit is therefore the XOR of three bits, and of four with the round key: one
// LUT4. InvMixColumns is MixColumns after a matrix with fewer terms, because
//   {0b,0d,09,0e} = {03,01,01,02} * {04,00,05}:  a[r] + 4*(a[r] + a[r+2]) replaces a[r].
// Both directions share MixColumns; the inverse adds two multiplications by 4 for each column. The
// sums a[r] + a[r+2] have their own register at CUT_DECRYPT_KEY, whose synchronous reset makes them
// zero for MixColumns. Behind that register an input bit of MixColumns is the XOR of at most four
// bits.

module roundel_mix_columns #(
  parameter int NumColumns = 4,  // columns of 32 bits, column 0 in the top bits
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0,  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
  parameter bit Injects = 1'b0  // 1: inject_i is added
) (
  input  logic                     clk_i,
  input  logic                     encrypt_i,  // 1: MixColumns; read with Direction both
  input  logic [32*NumColumns-1:0] state_i,
  input  logic [32*NumColumns-1:0] inject_i,  // in front of CUT_MIX: is added to the result
  output logic [32*NumColumns-1:0] state_o
);

  localparam int TOP = 32 * NumColumns - 1;

  logic forward;  // MixColumns
  assign forward = (Direction == roundel_aes_pkg::DIRECTION_BOTH) ? encrypt_i
      : (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT);

  for (genvar c = 0; c < NumColumns; c++) begin : gen_column
    logic [7:0] a0, a1, a2, a3;
    logic [7:0] even, odd;  // a[0] + a[2] and a[1] + a[3]; zero for MixColumns
    logic [7:0] even4, odd4;
    logic [7:0] p0, p1, p2, p3;  // input of MixColumns
    logic [7:0] u0, u1, u2, u3, v0, v1, v2, v3;
    logic [7:0] s0, s1, s2, s3, t0, t1, t2, t3;  // u and v behind CUT_MIX

    roundel_pipeline_cut #(
      .Width(32),
      .Present(Cuts[roundel_engine_pkg::CUT_DECRYPT_KEY])
    ) u_cut_decrypt_key (
      .clk_i,
      .data_i(state_i[TOP-32*c-:32]),
      .data_o({a0, a1, a2, a3})
    );

    if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_forward
      assign {even, odd} = {16{!forward}};
    end else begin : gen_inverse
      roundel_zero_gate #(
        .Width(16),
        .Registered(Cuts[roundel_engine_pkg::CUT_DECRYPT_KEY])
      ) u_gate (
        .clk_i,
        .blank_i(forward),
        .data_i(state_i[TOP-32*c-:16] ^ state_i[TOP-16-32*c-:16]),
        .data_o({even, odd})
      );
    end

    assign even4 = roundel_aes_pkg::xtime(roundel_aes_pkg::xtime(even));
    assign odd4 = roundel_aes_pkg::xtime(roundel_aes_pkg::xtime(odd));

    roundel_pipeline_cut #(
      .Width(32),
      .Present(Cuts[roundel_engine_pkg::CUT_INV_MIX])
    ) u_cut_inv_mix (
      .clk_i,
      .data_i({a0, a1, a2, a3} ^ {2{even4, odd4}}),
      .data_o({p0, p1, p2, p3})
    );

    assign u0 = p0 ^ p1;
    assign u1 = p1 ^ p2;
    assign u2 = p2 ^ p3;
    assign u3 = p3 ^ p0;
    assign v0 = p1 ^ {3'b000, u0[7], u0[7], 1'b0, u0[7], 1'b0};
    assign v1 = p2 ^ {3'b000, u1[7], u1[7], 1'b0, u1[7], 1'b0};
    assign v2 = p3 ^ {3'b000, u2[7], u2[7], 1'b0, u2[7], 1'b0};
    assign v3 = p0 ^ {3'b000, u3[7], u3[7], 1'b0, u3[7], 1'b0};

    roundel_pipeline_cut #(.Width(64), .Present(Cuts[roundel_engine_pkg::CUT_MIX])) u_cut_mix (
      .clk_i,
      .data_i({u0, u1, u2, u3,
               {v0, v1, v2, v3} ^ (inject_i[TOP-32*c-:32] & {32{Injects}})}),
      .data_o({s0, s1, s2, s3, t0, t1, t2, t3})
    );

    assign state_o[TOP-32*c-:32] = {
      {s0[6:0], s0[7]} ^ t0 ^ s2,
      {s1[6:0], s1[7]} ^ t1 ^ s3,
      {s2[6:0], s2[7]} ^ t2 ^ s0,
      {s3[6:0], s3[7]} ^ t3 ^ s1
    };
  end

  logic unused_inject;
  assign unused_inject = ^inject_i;

endmodule : roundel_mix_columns
