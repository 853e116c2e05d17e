// SPDX-License-Identifier: Apache-2.0
//
// The memory of a soft processor: words of 32 bits in block RAM, a port that reads instructions and
// a port that reads and writes data.
//
// A word is on its output in the cycle behind the one that asks for it. Byte 0 of a word is in bits
// 7:0 and is written with bit 0 of write_i. A port that writes must not read in the same cycle. An
// instruction that is read in the cycle in which it is written is unknown. A write past the
// memory's end does nothing; a read there gives some word of it. Not reset, as a RAM cannot be.

module roundel_soft_memory #(
  parameter int Bytes = 65536,  // a power of two from 4096
  // verilog_lint: waive explicit-parameter-storage-type (Yosys has no type for a text)
  parameter     File  = ""      // 32-bit words in hexadecimal for $readmemh; "": unknown at first
) (
  input  logic                                    clk_i,
  input  logic                                    fetch_i,
  input  logic [roundel_prim_pkg::index_bits(Bytes/4)-1:0] fetch_index_i,
  output logic [                            31:0] fetch_word_o,
  input  logic                                    read_i,
  input  logic [                             3:0] write_i,  // bytes
  input  logic [                            29:0] address_i,  // of a word
  input  logic [                            31:0] write_word_i,
  output logic [                            31:0] word_o
);

  if (Bytes < 4096 || (Bytes & (Bytes - 1)) != 0) begin : gen_bad_bytes
    roundel_error_memory_bytes_must_be_a_power_of_two_from_4096 u_error ();
  end

  localparam int WORDS = Bytes / 4;
  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(WORDS);

  // The two ports never meet on a word that both need: no logic is to watch for it.
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

endmodule : roundel_soft_memory
