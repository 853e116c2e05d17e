// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with the fields of a command (roundel_stream), in parts of a LUT or two each:
// nothing is if no bit of `wrong_o` is set. A logic of that many inputs in one would be the longest
// path of roundel_packet_source, so it is divided by the registers that the command passes.

module roundel_command_check #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // that there is hardware for
  parameter int KeySlots = 4
) (
  input  logic [127:0] command_i,  // bytes 0 to 15, byte 0 in the low bits
  output logic [ 15:0] wrong_o
);

  logic [7:0] flags, mode, slot, tag_bytes;
  assign flags = command_i[7:0];
  assign mode = command_i[15:8];
  assign slot = command_i[23:16];
  assign tag_bytes = command_i[31:24];

  assign wrong_o[0] = flags[7:2] != '0 || (flags[1] && Mode != roundel_stream_pkg::MODE_CTR)
      || (flags[0] ? Direction == roundel_aes_pkg::DIRECTION_ENCRYPT
                   : Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
  assign wrong_o[1] = mode != Mode[7:0];
  assign wrong_o[2] = {1'b0, slot} >= KeySlots[8:0];

  // Lengths of AAD and IV are of GCM alone, and so are tags; bytes 12 to 15 of nobody.
  if (Mode == roundel_stream_pkg::MODE_GCM) begin : gen_gcm
    assign wrong_o[3] = tag_bytes < 8'd4 || tag_bytes > 8'd16;
    assign wrong_o[11:4] = '0;

    logic unused_lengths;
    assign unused_lengths = ^command_i[95:32];
  end else begin : gen_other
    assign wrong_o[3] = tag_bytes != '0;
    for (genvar b = 4; b < 12; b++) begin : gen_length
      assign wrong_o[b] = command_i[8*b+:8] != '0;
    end
  end
  for (genvar b = 12; b < 16; b++) begin : gen_rest
    assign wrong_o[b] = command_i[8*b+:8] != '0;
  end

endmodule : roundel_command_check
