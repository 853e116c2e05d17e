// SPDX-License-Identifier: Apache-2.0
//
// Counts the bytes that `tkeep` of a beat keeps.
//
// Interface. Combinational. `bytes_o` is the number of kept bytes from byte 0 on. `hole_o`: a null
// byte is in front of a kept byte; then `bytes_o` is Bytes.

module roundel_keep_decoder #(
  parameter int Bytes = 16  // bytes of a beat, a power of two
) (
  input  logic [                       Bytes-1:0] keep_i,
  output logic [roundel_prim_pkg::index_bits(Bytes+1)-1:0] bytes_o,
  output logic                                    hole_o
);

  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(Bytes + 1);

  logic [Bytes:0] bounded;  // with a zero behind the last byte
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
