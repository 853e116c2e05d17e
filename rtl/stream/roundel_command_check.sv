// SPDX-License-Identifier: Apache-2.0
//
// Checks the fields of a command of roundel_stream.
//
// Interface. Combinational. Each bit of `wrong_o` is 1 fault; a command without a set bit is valid.
// Each bit has the depth of 1 or 2 LUTs. An OR of all bits in the same cycle would be the longest
// path of the command fronts, so the user puts registers between `wrong_o` and the OR.

module roundel_command_check #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set of modes, see roundel_stream_pkg
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // directions of the hardware
  parameter int KeySlots = 4  // a power of two
) (
  input  logic [127:0] command_i,  // command_t: bytes 0 to 15, byte 0 in the low bits
  output logic [ 15:0] wrong_o
);

  `include "roundel_command_types.svh"

  localparam bit [7:0] MODES = Modes[7:0];

  command_t command;
  logic [2:0] mode;
  logic decrypt, is_gcm, is_ctr;
  logic [11:0] slot;
  assign command = command_i;
  assign decrypt = command.decrypt;
  assign slot = {command.slot_high, command.slot};
  assign mode = roundel_stream_pkg::is_mode_set(Modes) ? command.mode[2:0] : Mode[2:0];
  assign is_gcm = mode == roundel_stream_pkg::MODE_GCM[2:0];
  assign is_ctr = mode == roundel_stream_pkg::MODE_CTR[2:0];

  // An unknown flag, or a direction without hardware.
  logic no_direction;
  if (roundel_stream_pkg::is_mode_set(Modes)) begin : gen_set
    // GCM and CTR have both directions, CBC and CFB decrypt, ECB has Direction.
    always_comb begin
      no_direction = 1'b0;
      if (mode == roundel_stream_pkg::MODE_ECB[2:0]) begin
        no_direction = decrypt ? Direction == roundel_aes_pkg::DIRECTION_ENCRYPT
                                       : Direction == roundel_aes_pkg::DIRECTION_DECRYPT;
      end else if (!is_gcm && !is_ctr) begin
        no_direction = !decrypt;
      end
    end
    assign wrong_o[1] = command.mode[7:3] != '0 || !MODES[mode];
  end else begin : gen_one
    assign no_direction = decrypt ? Direction == roundel_aes_pkg::DIRECTION_ENCRYPT
                                          : Direction == roundel_aes_pkg::DIRECTION_DECRYPT;
    assign wrong_o[1] = command.mode != Mode[7:0];
  end
  assign wrong_o[0] = command.spare_high || command.spare
      || (command.counter_32 && !is_ctr) || no_direction;
  assign wrong_o[2] = (slot >> $clog2(KeySlots)) != '0;

  // Only GCM has a tag, of 4, 8 or 12 to 16 bytes (SP 800-38D section 5.2.1.2), AAD, and an IV of
  // any length.
  logic [4:0] low;
  assign low = command.tag_bytes[4:0];
  assign wrong_o[3] = is_gcm
      ? command.tag_bytes[7:5] != '0
          || !(low == 5'd4 || low == 5'd8 || low == 5'd16 || low[4:2] == 3'b011)
      : command.tag_bytes != '0;
  for (genvar b = 0; b < 4; b++) begin : gen_length
    assign wrong_o[4+b] = !is_gcm && command.aad_bytes[8*b+:8] != '0;
    assign wrong_o[8+b] = !is_gcm && command.iv_bytes[8*b+:8] != '0;
  end
  for (genvar b = 0; b < 4; b++) begin : gen_reserved
    assign wrong_o[12+b] = command.reserved[8*b+:8] != '0;
  end

endmodule : roundel_command_check
