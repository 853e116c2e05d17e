// SPDX-License-Identifier: Apache-2.0
//
// A register slice: valid/ready on both sides, and no path through it. One word a cycle; a word
// that is stalled waits in the second of two registers.
//
// Not reset but for the valid bits; `clear_i` drops what is in it and sets it to zero. With
// KeepDataOnClear that stays.

module roundel_skid_buffer #(
  parameter int Width = 128,
  parameter int KeepDataOnClear = 0  // 1: see above
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,

  input  logic             valid_i,
  output logic             ready_o,
  input  logic [Width-1:0] data_i,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  logic valid_q, full_q, empty_q;  // a word is shown; one waits behind it; none does
  logic clear_q;
  logic [Width-1:0] shown_q, behind_q;

  assign ready_o = empty_q;
  assign valid_o = valid_q;
  assign data_o = shown_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      full_q <= 1'b0;
      empty_q <= 1'b0;
    end else if (clear_i) begin
      valid_q <= 1'b0;
      full_q <= 1'b0;
      empty_q <= 1'b0;
    end else begin
      valid_q <= full_q || (valid_i && empty_q) || (valid_q && !ready_i);
      full_q <= valid_q && !ready_i && (full_q || (valid_i && empty_q));
      empty_q <= !(valid_q && !ready_i && (full_q || (valid_i && empty_q)));
    end
  end

  // Words are cleared a cycle after their valid bits, from a register.
  always_ff @(posedge clk_i) begin
    clear_q <= clear_i && KeepDataOnClear == 0;
    if (clear_q) begin
      shown_q <= '0;
      behind_q <= '0;
    end else begin
      if (!valid_q || ready_i) begin
        shown_q <= full_q ? behind_q : data_i;
      end
      if (empty_q) begin
        behind_q <= data_i;
      end
    end
  end

endmodule : roundel_skid_buffer
