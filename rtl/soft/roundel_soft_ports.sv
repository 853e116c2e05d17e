// SPDX-License-Identifier: Apache-2.0
//
// The console, the exit and the detection of wrong addresses of a soft processor.
//
// Interface. `access_i` is high for one cycle per access. Outputs appear in the next cycle; each
// valid is high for one cycle per access. Reset: asynchronous.
//
// | address               | access | effect                                       |
// |-----------------------|--------|----------------------------------------------|
// | 0 to Bytes - 1        | any    | none here: memory                            |
// | 0xF000_0000           | write  | bits 7:0 are a byte for the console          |
// | 0xF000_0004           | write  | the program has ended; the word is its status |
// | all other             | any    | a fault                                      |

module roundel_soft_ports #(
  parameter int Bytes = 65536  // size of the memory
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        access_i,  // one cycle per access
  input  logic        write_i,
  input  logic [31:2] address_i,
  input  logic [31:0] word_i,
  output logic        console_valid_o,
  output logic [ 7:0] console_data_o,
  output logic        exit_valid_o,
  output logic [31:0] exit_code_o,
  output logic        fault_valid_o,
  output logic [31:0] fault_address_o  // word-aligned
);

  localparam logic [31:2] CONSOLE = 30'h3C00_0000;  // 0xF000_0000
  localparam logic [31:2] EXIT = 30'h3C00_0001;  // 0xF000_0004
  localparam int WORDS = Bytes / 4;

  logic console, leave, fault;
  logic console_q, leave_q, fault_q;
  logic [31:2] address_q;
  logic [31:0] word_q;

  assign console = access_i && write_i && address_i == CONSOLE;
  assign leave = access_i && write_i && address_i == EXIT;
  assign fault = access_i && !console && !leave && address_i >= 30'(WORDS);

  assign console_valid_o = console_q;
  assign console_data_o = word_q[7:0];
  assign exit_valid_o = leave_q;
  assign exit_code_o = word_q;
  assign fault_valid_o = fault_q;
  assign fault_address_o = {address_q, 2'b00};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      console_q <= 1'b0;
      leave_q <= 1'b0;
      fault_q <= 1'b0;
    end else begin
      console_q <= console;
      leave_q <= leave;
      fault_q <= fault;
    end
  end

  always_ff @(posedge clk_i) begin
    address_q <= address_i;
    word_q <= word_i;
  end

endmodule : roundel_soft_ports
