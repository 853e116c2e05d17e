// SPDX-License-Identifier: Apache-2.0
//
// Checks the fields of a command of roundel_stream.
//
// Interface. Combinational. Each bit of `wrong_o` is 1 fault; a command without a set bit is valid.
// Each bit has the depth of 1 or 2 LUTs. An OR of all bits in the same cycle would be the longest
// path of the command fronts, so the user puts registers between `wrong_o` and the OR.

module roundel_command_check #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // directions of the hardware
  parameter int KeySlots = 4  // a power of two
) (
  input  logic [127:0] command_i,  // command_t: bytes 0 to 15, byte 0 in the low bits
  output logic [ 15:0] wrong_o
);

  `include "roundel_command_types.svh"

  command_t command;
  logic [11:0] slot;
  assign command = command_i;
  assign slot = {command.slot_high, command.slot};

  // An unknown flag, or a direction without hardware.
  assign wrong_o[0] = command.spare_high || command.spare
      || (command.counter_32 && Mode != roundel_stream_pkg::MODE_CTR)
      || (command.decrypt ? Direction == roundel_aes_pkg::DIRECTION_ENCRYPT
                          : Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
  assign wrong_o[1] = command.mode != Mode[7:0];
  assign wrong_o[2] = (slot >> $clog2(KeySlots)) != '0;

  if (Mode == roundel_stream_pkg::MODE_GCM) begin : gen_gcm
    // SP 800-38D section 5.2.1.2: a tag has 4, 8 or 12 to 16 bytes.
    logic [4:0] low;
    assign low = command.tag_bytes[4:0];
    assign wrong_o[3] = !(low == 5'd4 || low == 5'd8 || low == 5'd16 || low[4:2] == 3'b011);
    assign wrong_o[4] = command.tag_bytes[7:5] != '0;
    assign wrong_o[11:5] = '0;

    logic unused_lengths;  // every length is valid
    assign unused_lengths = ^{command.aad_bytes, command.iv_bytes};
  end else begin : gen_other
    // Only GCM has a tag, AAD and an IV of any length.
    assign wrong_o[3] = command.tag_bytes != '0;
    for (genvar b = 0; b < 4; b++) begin : gen_length
      assign wrong_o[4+b] = command.aad_bytes[8*b+:8] != '0;
      assign wrong_o[8+b] = command.iv_bytes[8*b+:8] != '0;
    end
  end
  for (genvar b = 0; b < 4; b++) begin : gen_reserved
    assign wrong_o[12+b] = command.reserved[8*b+:8] != '0;
  end

endmodule : roundel_command_check
