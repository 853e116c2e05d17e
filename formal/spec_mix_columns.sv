// SPDX-License-Identifier: Apache-2.0
//
// MIXCOLUMNS() (FIPS-197 section 5.1.3), or with Inverse INVMIXCOLUMNS() (5.3.3). Combinational.
//
// Method. Each column is multiplied by the circulant matrix (4.3) with the first row 02 03 01 01,
// or 0e 0b 0d 09 for the inverse.

module spec_mix_columns #(
  parameter int Inverse = 0
) (
  input  logic [127:0] state_i,
  output logic [127:0] state_o
);

  localparam logic [31:0] ROW = (Inverse != 0) ? 32'h0e0b0d09 : 32'h02030101;

  for (genvar c = 0; c < 4; c++) begin : gen_column
    for (genvar r = 0; r < 4; r++) begin : gen_row
      logic [31:0] terms;
      for (genvar k = 0; k < 4; k++) begin : gen_term
        spec_multiple #(
          .Factor(int'(ROW[31-8*k -: 8]))
        ) u_multiple (
          .byte_i(state_i[127-8*(4*c+(r+k)%4) -: 8]),
          .byte_o(terms[8*k +: 8])
        );
      end
      assign state_o[127-8*(4*c+r) -: 8] = terms[31:24] ^ terms[23:16] ^ terms[15:8] ^ terms[7:0];
    end
  end

endmodule : spec_mix_columns
