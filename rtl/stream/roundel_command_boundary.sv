// SPDX-License-Identifier: Apache-2.0
//
// Marks the first word and the last word of each command of roundel_stream.
//
// Interface. `command_i` is the word at the port; `first_o` and `last_o` describe the same word,
// without latency. `taken_i`: the word is taken in this cycle. Reset and `clear_i`: the next word
// begins a command.
//
// Method. The first word of a GCM command holds 16 bytes of the IV, each further word 32 bytes. A
// command of another mode has 1 word. A set of modes with GCM has Mode MODE_GCM; other sets have no
// command with several words.

module roundel_command_boundary #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM  // roundel_stream_pkg::MODE_*
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,  // the next word begins a command
  input  logic        taken_i,
  input  logic [95:0] command_i,  // command_t without reserved: bytes 0 to 11
  output logic        first_o,
  output logic        last_o
);

  logic unused_inputs;

  if (Mode == roundel_stream_pkg::MODE_GCM) begin : gen_words
    logic first_q, odd_q;
    logic [26:0] left_q;  // words behind the word at the port, plus 1 if odd_q
    logic [7:0] mode;  // command_t.mode
    logic [31:0] iv_bytes;  // command_t.iv_bytes
    logic [31:0] given;  // bytes of the IV

    assign mode = command_i[15:8];
    assign iv_bytes = command_i[95:64];
    assign given = iv_bytes & {32{mode == Mode[7:0]}};
    assign first_o = first_q;
    assign last_o = first_q ? given[31:5] == '0 && given[4:0] <= 5'd16
        : odd_q ? left_q == '0 : left_q == 27'd1;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        first_q <= 1'b1;
      end else if (clear_i) begin
        first_q <= 1'b1;
      end else if (taken_i) begin
        first_q <= last_o;
      end
    end

    always_ff @(posedge clk_i) begin
      if (taken_i) begin
        left_q <= first_q ? given[31:5] : left_q - 27'd1;
        odd_q <= first_q ? given[4:0] > 5'd16 : odd_q;
      end
    end

    assign unused_inputs = ^{command_i[63:16], command_i[7:0]};
  end else begin : gen_word
    assign first_o = 1'b1;
    assign last_o = 1'b1;

    assign unused_inputs = ^{clk_i, rst_ni, clear_i, taken_i, command_i};
  end

endmodule : roundel_command_boundary
