// SPDX-License-Identifier: Apache-2.0
//
// What `tkeep` of a beat says: how many bytes it keeps, from byte 0 on; whether it has a hole, that
// is, null bytes in front of one that it keeps (then its bytes count as kept, all of them).
// No register.

module roundel_keep_decoder #(
  parameter int Bytes = 16  // a power of two
) (
  input  logic [                       Bytes-1:0] keep_i,
  output logic [roundel_prim_pkg::index_bits(Bytes+1)-1:0] bytes_o,
  output logic                                    hole_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(Bytes + 1);

  logic [Bytes:0] bounded;  // with a zero behind
  assign bounded = {1'b0, keep_i};
  assign hole_o = |(keep_i[Bytes-1:1] & ~keep_i[Bytes-2:0]);

  always_comb begin
    bytes_o = '0;
    for (int b = 0; b < Bytes; b++) begin
      if (bounded[b] && !bounded[b+1]) begin
        bytes_o = bytes_o | BYTE_BITS'(b + 1);
      end
    end
    if (hole_o) begin
      bytes_o = BYTE_BITS'(Bytes);
    end
  end

endmodule : roundel_keep_decoder
