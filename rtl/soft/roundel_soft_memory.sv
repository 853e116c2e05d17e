// SPDX-License-Identifier: Apache-2.0
//
// The memory of a soft processor in block RAM: 32-bit words, one port that reads instructions and
// one port that reads and writes data.
//
// Interface. A read word appears in the next cycle. Byte b of a word is in bits 8*b+7:8*b and is
// written with bit b of `write_i`. The data port never reads and writes in the same cycle. An
// instruction that is read in the cycle of its write is undefined. A write beyond the end of the
// memory has no effect; a read there returns a word of the memory. There is no reset.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_soft_memory #(
  parameter int Bytes = 65536,  // a power of two, at least 4096
  // verilog_lint: waive explicit-parameter-storage-type (Yosys has no type for a text)
  parameter     File  = ""  // contents for $readmemh, 32-bit words; "": undefined
) (
  input  logic                                    clk_i,
  input  logic                                    fetch_i,
  input  logic [roundel_prim_pkg::index_bits(Bytes/4)-1:0] fetch_index_i,
  output logic [                            31:0] fetch_word_o,
  input  logic                                    read_i,
  input  logic [                             3:0] write_i,  // bytes to write
  input  logic [                            29:0] address_i,  // word address
  input  logic [                            31:0] write_word_i,
  output logic [                            31:0] word_o
);

  `ROUNDEL_REFUSE(roundel_error_memory_bytes_must_be_a_power_of_two_from_4096,
      Bytes < 4096 || (Bytes & (Bytes - 1)) != 0)

  localparam int WORDS = Bytes / 4;
  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(WORDS);

  // no_rw_check: no logic for a read and a write of the same word in the same cycle.
  (* no_rw_check *) logic [31:0] words_q[0:WORDS-1];
  logic [31:0] fetch_q, word_q;
  logic [INDEX_BITS-1:0] index;
  logic [3:0] write;

  assign index = address_i[INDEX_BITS-1:0];
  assign write = write_i & {4{address_i < 30'(WORDS)}};

  if (File != "") begin : gen_file
    initial $readmemh(File, words_q);
  end

  assign fetch_word_o = fetch_q;
  assign word_o = word_q;

  always_ff @(posedge clk_i) begin
    if (fetch_i) begin
      fetch_q <= words_q[fetch_index_i];
    end
  end

  always_ff @(posedge clk_i) begin
    if (read_i) begin
      word_q <= words_q[index];
    end
    if (write[0]) begin
      words_q[index][7:0] <= write_word_i[7:0];
    end
    if (write[1]) begin
      words_q[index][15:8] <= write_word_i[15:8];
    end
    if (write[2]) begin
      words_q[index][23:16] <= write_word_i[23:16];
    end
    if (write[3]) begin
      words_q[index][31:24] <= write_word_i[31:24];
    end
  end

  // The data port reads or writes.
  `ROUNDEL_CONTRACT(read_or_write, clk_i, 1'b1, !(read_i && write_i != '0))

endmodule : roundel_soft_memory
