// SPDX-License-Identifier: Apache-2.0
//
// Round keys in memory: one write port and one asynchronous read port.
//
// Interface. A write takes effect at the clock edge. A read answers in the same cycle. No reset:
// the key store overwrites every word with zeros after a reset or a zeroise.
//
// Method. One word is a register. More words are an array that synthesis maps to distributed RAM,
// also if a register follows the read port.

module roundel_key_ram #(
  parameter int Words = 16  // words of 128 bits
) (
  input  logic         clk_i,
  input  logic         write_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] write_index_i,
  input  logic [127:0] write_key_i,
  input  logic [roundel_prim_pkg::index_bits(Words)-1:0] read_index_i,
  output logic [127:0] read_key_o
);

  if (Words == 1) begin : gen_register
    logic [127:0] key_q;
    always_ff @(posedge clk_i) begin
      if (write_i) begin
        key_q <= write_key_i;
      end
    end
    assign read_key_o = key_q;

    logic unused_index;  // one word needs no index
    assign unused_index = ^{write_index_i, read_index_i};
  end else begin : gen_memory
    // Without no_rw_check: a read in the cycle of the write gives the old word.
    (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "select_ram" *)
    logic [127:0] keys_q[0:Words-1];
    always_ff @(posedge clk_i) begin
      if (write_i) begin
        keys_q[write_index_i] <= write_key_i;
      end
    end
    assign read_key_o = keys_q[read_index_i];
  end

endmodule : roundel_key_ram
