// SPDX-License-Identifier: Apache-2.0
//
// A Wishbone slave in front of a port of roundel_soft_memory, which answers as fast as a block RAM
// can.
//
// A write is acknowledged in its first cycle, a read in its second one, and the further words of a
// burst one a cycle: while a word is acknowledged the memory reads the next. A burst counts up
// within eight words that begin at a multiple of eight, as a line of VexRiscv's caches does
// (Wishbone B4, 4.2: CTI 010 goes on, 111 ends; BTE 00). The data does not pass here.

module roundel_soft_wishbone (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        strobe_i,  // CYC and STB
  input  logic        write_i,  // WE
  input  logic [ 2:0] kind_i,  // CTI
  input  logic [29:0] index_i,  // ADR: of a word
  output logic        ack_o,
  output logic        read_o,
  output logic [29:0] index_o
);

  localparam logic [2:0] GOES_ON = 3'b010;

  logic there_q;  // the word that is asked for is on the memory's output
  logic goes_on;

  assign goes_on = kind_i == GOES_ON;
  assign ack_o = strobe_i && (write_i || there_q);
  assign read_o = strobe_i && !write_i && (!there_q || goes_on);
  assign index_o = {index_i[29:3], index_i[2:0] + 3'(there_q)};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      there_q <= 1'b0;
    end else begin
      there_q <= read_o;
    end
  end

endmodule : roundel_soft_wishbone
