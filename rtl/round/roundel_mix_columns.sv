// SPDX-License-Identifier: Apache-2.0
//
// MixColumns, InvMixColumns, or either, on `NumColumns` columns: the four of a state, or fewer.
//
// `Cuts` is the mask of the places in a round that hold a register (roundel_engine_pkg::CUT_*).
// Three of them stand in here, CUT_DECRYPT_KEY, CUT_INV_MIX and CUT_MIX; latency: those taken.
// `encrypt_i` goes with state_i. Not reset.
//
// Method: FIPS-197 sections 5.1.3 and 5.3.3. With u[r] = a[r] + a[r+1], a byte of MixColumns is
//   b[r] = 2*u[r] + a[r+1] + u[r+2].
// In front of CUT_MIX stand u and v[r], a[r+1] with the reduction of 2*u[r] added, so that behind
// it a bit is the sum of three, and of four with the round key: one LUT4.
// InvMixColumns is MixColumns behind a lighter matrix, because
//   {0b,0d,09,0e} = {03,01,01,02} * {04,00,05}:  a[r] + 4*(a[r] + a[r+2]) goes in for a[r],
// so the two directions share MixColumns and the inverse costs two multiplications by 4 a column.
// The sums a[r] + a[r+2] stand beside a in CUT_DECRYPT_KEY, where a register's reset makes them
// zero for MixColumns; behind it a bit of what goes in is the sum of four at most.

module roundel_mix_columns #(
  parameter int NumColumns = 4,  // of 32 bits, the first one in the top bits
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Cuts = 0  // places of a round that hold a register
) (
  input  logic                     clk_i,
  input  logic                     encrypt_i,  // MixColumns; read where Direction is both
  input  logic [32*NumColumns-1:0] state_i,
  output logic [32*NumColumns-1:0] state_o
);

  localparam int TOP = 32 * NumColumns - 1;

  logic forward;
  if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
    assign forward = encrypt_i;
  end else begin : gen_one
    logic unused_encrypt;
    assign unused_encrypt = encrypt_i;
    assign forward = (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ? 1'b0 : 1'b1;
  end

  for (genvar c = 0; c < NumColumns; c++) begin : gen_column
    logic [7:0] a0, a1, a2, a3;
    logic [7:0] even, odd;  // a[0] + a[2] and a[1] + a[3], or nothing
    logic [7:0] even4, odd4;
    logic [7:0] p0, p1, p2, p3;  // what goes into MixColumns
    logic [7:0] u0, u1, u2, u3, v0, v1, v2, v3;
    logic [7:0] s0, s1, s2, s3, t0, t1, t2, t3;  // u, v behind CUT_MIX

    roundel_pipeline_cut #(
      .Width(32),
      .Present((Cuts >> roundel_engine_pkg::CUT_DECRYPT_KEY) & 1)
    ) u_cut_decrypt_key (
      .clk_i(clk_i),
      .data_i(state_i[TOP-32*c-:32]),
      .data_o({a0, a1, a2, a3})
    );

    if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_forward
      assign even = 8'h00;
      assign odd = 8'h00;
    end else begin : gen_inverse
      roundel_zero_gate #(
        .Width(16),
        .Registered((Cuts >> roundel_engine_pkg::CUT_DECRYPT_KEY) & 1)
      ) u_gate (
        .clk_i(clk_i),
        .blank_i(forward),
        .data_i(state_i[TOP-32*c-:16] ^ state_i[TOP-16-32*c-:16]),
        .data_o({even, odd})
      );
    end

    assign even4 = roundel_aes_pkg::xtime(roundel_aes_pkg::xtime(even));
    assign odd4 = roundel_aes_pkg::xtime(roundel_aes_pkg::xtime(odd));

    roundel_pipeline_cut #(
      .Width(32),
      .Present((Cuts >> roundel_engine_pkg::CUT_INV_MIX) & 1)
    ) u_cut_inv_mix (
      .clk_i(clk_i),
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

    roundel_pipeline_cut #(
      .Width(64),
      .Present((Cuts >> roundel_engine_pkg::CUT_MIX) & 1)
    ) u_cut_mix (
      .clk_i(clk_i),
      .data_i({u0, u1, u2, u3, v0, v1, v2, v3}),
      .data_o({s0, s1, s2, s3, t0, t1, t2, t3})
    );

    assign state_o[TOP-32*c-:32] = {
      {s0[6:0], s0[7]} ^ t0 ^ s2,
      {s1[6:0], s1[7]} ^ t1 ^ s3,
      {s2[6:0], s2[7]} ^ t2 ^ s0,
      {s3[6:0], s3[7]} ^ t3 ^ s1
    };
  end

  logic unused_forward;
  assign unused_forward = forward;

endmodule : roundel_mix_columns
