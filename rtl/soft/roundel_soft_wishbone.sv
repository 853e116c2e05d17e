// SPDX-License-Identifier: Apache-2.0
//
// A Wishbone slave for a port of roundel_soft_memory, with the latency of block RAM.
//
// Interface. A write is acknowledged in its first cycle, a read in its second cycle. The further
// words of a read burst are acknowledged one per cycle, because the memory reads the next word
// while a word is acknowledged. Reset: asynchronous. The data does not pass this module.
//
// Limits. A burst counts up within an aligned block of eight words, as for a line of VexRiscv's
// caches (Wishbone B4, section 4.2: CTI 010 continues, 111 ends; BTE 00).

module roundel_soft_wishbone (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        strobe_i,  // CYC and STB
  input  logic        write_i,  // WE
  input  logic [ 2:0] kind_i,  // CTI
  input  logic [29:0] index_i,  // ADR: word address
  output logic        ack_o,
  output logic        read_o,
  output logic [29:0] index_o
);

  localparam logic [2:0] INCREMENTING = 3'b010;

  logic read_q;  // the word is on the output of the memory
  logic burst;

  assign burst = kind_i == INCREMENTING;
  assign ack_o = strobe_i && (write_i || read_q);
  assign read_o = strobe_i && !write_i && (!read_q || burst);
  assign index_o = {index_i[29:3], index_i[2:0] + 3'(read_q)};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      read_q <= 1'b0;
    end else begin
      read_q <= read_o;
    end
  end

endmodule : roundel_soft_wishbone
