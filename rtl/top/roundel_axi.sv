// SPDX-License-Identifier: Apache-2.0
//
// AES mode of operation with AMBA buses: packets on AXI4-Stream, keys and registers on AXI4-Lite.
//
// Interface. roundel_stream defines packets, commands and errors; byte 0 of a vector is in the low
// bits.
//   - s_axis: packets in, AAD, then text. `tuser` returns with the same beat of text.
//   - m_axis: text out.
//   - s_axis_command: one 48-byte command per packet, and further words for a GCM IV of more than
//     16 bytes. `tuser` returns with the result.
//   - m_axis_result: one beat per packet, in order; the table shows the bits.
//   - s_axil: registers for keys, zeroise, counters, errors (rtl/regs/roundel_registers.rdl).
//   - irq: level-sensitive interrupt, active high.
//
// | bits of m_axis_result | field                                                       |
// |-----------------------|-------------------------------------------------------------|
// | [127:0]               | tag; zero if the packet has no tag to show                  |
// | [128]                 | 1: the packet is correct, and its tag, if any, matched      |
// | [134:132]             | error code ERROR_* of roundel_stream_pkg                    |
// | [159:135], [131:129]  | zero                                                        |
// | [160+:UserBits]       | `tuser` of the command, zero-extended to words of 32 bits   |
//
// Handshakes follow AXI4-Stream: tvalid never waits for tready, and the payload is stable while a
// beat waits, also during a zeroise. No combinational path leads from an input to an output.
//
// Reset. `aresetn` is asynchronous and active low. Release `aresetn` synchronously to `aclk`, after
// at least one edge of `aclk`; this module contains no synchroniser. A reset clears keys and all
// data. No command and no beat is accepted during the clear, which takes as long as a zeroise.
//
// Errors. A faulty packet gets an error result; registers count the error, and later packets are
// not affected. A refused register access gets SLVERR, has no effect, and sets a bit of ERRORS.
// Refused are: an unknown address, a write to a read-only register, an incomplete key, an unknown
// slot, and a key command while another key waits.
//
// Limits. `s_axil_awprot` and `s_axil_arprot` have no effect: a non-secure master may load and
// clear keys and start a zeroise. The system must keep such masters away from s_axil. No read
// returns a key. Only roundel_dma has a parameter SecureKeys.

module roundel_axi #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // mode of operation
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set, without chained packets
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,  // of ECB, XTS; CBC: decrypt
  parameter int Lanes = 1,  // N: 1, 2, 4, 8 or 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // positions of the registers: mask of CUT_*; 0: best known
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // structure of the S-boxes
  parameter int SecondSboxLanes = 0,  // number of lanes, the last ones, that use SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-boxes of these lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of these lanes
  parameter int KeySlots = 4,  // stored keys, a power of two; GCM with many lanes: fewer
  parameter int UserBits = 1,  // width of tuser
  parameter int PacketDepth = 0,  // packets in flight: 18 + 16 * n; 0: enough for full speed
  parameter int GhashCuts = 0,  // GCM: mask of GHASH_CUT_*; 0: best known
  parameter bit BlockRam = 1'b1,  // FIFOs in block RAM; 0: in LUT RAM
  parameter bit Counters = 1'b1  // 0: no counters; their registers read as zero
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic                                aclk,  // rising edge
  input  logic                                aresetn,  // asynchronous, active low
  output logic                                irq,  // high while an enabled interrupt is pending

  input  logic [               128*Lanes-1:0] s_axis_tdata,  // byte 0 in the low bits
  // kept bytes, from byte 0 without a gap
  input  logic [                16*Lanes-1:0] s_axis_tkeep,
  input  logic                                s_axis_tlast,  // last beat of the packet
  input  logic [                UserBits-1:0] s_axis_tuser,  // returns with the text of this beat
  input  logic                                s_axis_tvalid,  // a beat is offered
  output logic                                s_axis_tready,  // the beat is taken now

  output logic [               128*Lanes-1:0] m_axis_tdata,  // byte 0 in the low bits
  // kept bytes, from byte 0 without a gap
  output logic [                16*Lanes-1:0] m_axis_tkeep,
  output logic                                m_axis_tlast,  // last beat of the text
  output logic [                UserBits-1:0] m_axis_tuser,  // tuser of the input beat
  output logic                                m_axis_tvalid,  // a beat is offered
  input  logic                                m_axis_tready,  // the beat is taken now

  input  logic [                       383:0] s_axis_command_tdata,  // byte 0 in the low bits
  input  logic [                UserBits-1:0] s_axis_command_tuser,  // returns with the result
  input  logic                                s_axis_command_tvalid,  // a command is offered
  output logic                                s_axis_command_tready,  // the command is taken now

  output logic [160+32*((UserBits+31)/32)-1:0] m_axis_result_tdata,  // see the head
  output logic                                m_axis_result_tlast,  // always 1
  output logic                                m_axis_result_tvalid,  // a result is offered
  input  logic                                m_axis_result_tready,  // the result is taken now

  input  logic [                        11:0] s_axil_awaddr,  // byte address
  input  logic [                         2:0] s_axil_awprot,  // ignored: see Limits
  input  logic                                s_axil_awvalid,  // a write address is offered
  output logic                                s_axil_awready,  // the write address is taken now
  input  logic [                        31:0] s_axil_wdata,  // byte 0 in the low bits
  input  logic [                         3:0] s_axil_wstrb,  // written bytes
  input  logic                                s_axil_wvalid,  // a written word is offered
  output logic                                s_axil_wready,  // the written word is taken now
  output logic [                         1:0] s_axil_bresp,  // 0: OKAY, 2: SLVERR
  output logic                                s_axil_bvalid,  // a response is offered
  input  logic                                s_axil_bready,  // the response is taken now
  input  logic [                        11:0] s_axil_araddr,  // byte address
  input  logic [                         2:0] s_axil_arprot,  // ignored: no read returns a key
  input  logic                                s_axil_arvalid,  // a read address is offered
  output logic                                s_axil_arready,  // the read address is taken now
  output logic [                        31:0] s_axil_rdata,  // byte 0 in the low bits
  output logic [                         1:0] s_axil_rresp,  // 0: OKAY, 2: SLVERR
  output logic                                s_axil_rvalid,  // a read word is offered
  input  logic                                s_axil_rready  // the read word is taken now
  // verilog_lint: waive-stop port-name-suffix
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int KEY_WIDTH = roundel_stream_pkg::mode_key_bits(Mode, KeyBits);
  localparam int USER_WIDTH = 32 * ((UserBits + 31) / 32);
  localparam int DIRECTION = roundel_stream_pkg::is_mode_set(Modes) ? Direction
      : roundel_stream_pkg::packet_direction(Mode, Direction);
  localparam int PACKET_DEPTH = roundel_stream_pkg::packet_depth(PacketDepth, Mode,
      roundel_engine_pkg::blocks_in_flight(Rounds, Stages, KeySlots), Lanes);
  // Cycles that roundel_packet_isolator adds to OUTPUT_LATENCY of roundel_stream, for tools.
  // verilator lint_off UNUSEDPARAM
  localparam int TEXT_DELAY = 1;
  // verilator lint_on UNUSEDPARAM

  logic zeroise, closed;
  logic key_valid, key_ready, key_clear;
  logic [1:0] key_size;
  logic [4:0] key_least_tag;
  logic [SLOT_BITS-1:0] key_slot;
  logic [KEY_WIDTH-1:0] key;
  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready;
  logic command_valid, command_ready, beat_valid, beat_ready;
  logic text_valid, text_ready, text_last;
  logic [128*Lanes-1:0] text_data;
  logic [16*Lanes-1:0] text_keep;
  logic [UserBits-1:0] text_user;
  logic result_valid, result_ready, result_ok;
  logic [2:0] result_error;
  logic [127:0] result_tag;
  logic [UserBits-1:0] result_user;
  logic shown_ok;
  logic [2:0] shown_error;
  logic [127:0] shown_tag;
  logic [UserBits-1:0] shown_user;

  roundel_axil_registers #(
    .Mode(Mode), .Modes(Modes),
    .Direction(DIRECTION),
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes),
    .KeyWidth(KEY_WIDTH),
    .KeySlots(KeySlots), .UserBits(UserBits),
    .PacketDepth(PACKET_DEPTH),
    .Counters(Counters),
    .ZeroiseCycles(roundel_engine_pkg::zeroise_cycles(
        KeyBits, KeySizes, Rounds, Stages, Lanes, 0, KeySlots))
  ) u_registers (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .irq_o(irq),
    .aw_valid_i(s_axil_awvalid),
    .aw_ready_o(s_axil_awready),
    .aw_word_i(s_axil_awaddr[11:2]),
    .w_valid_i(s_axil_wvalid),
    .w_ready_o(s_axil_wready),
    .w_data_i(s_axil_wdata),
    .w_strobe_i(s_axil_wstrb),
    .b_valid_o(s_axil_bvalid),
    .b_ready_i(s_axil_bready),
    .b_error_o(s_axil_bresp[1]),
    .ar_valid_i(s_axil_arvalid),
    .ar_ready_o(s_axil_arready),
    .ar_word_i(s_axil_araddr[11:2]),
    .r_valid_o(s_axil_rvalid),
    .r_ready_i(s_axil_rready),
    .r_data_o(s_axil_rdata),
    .r_error_o(s_axil_rresp[1]),
    .zeroise_o(zeroise),
    .zeroising_o(closed),
    .key_valid_o(key_valid),
    .key_ready_i(key_ready),
    .key_slot_o(key_slot),
    .key_o(key),
    .key_clear_o(key_clear),
    .key_size_o(key_size),
    .key_least_tag_o(key_least_tag),
    .slot_ready_i(slot_ready),
    .beat_valid_i(s_axis_tvalid),
    .beat_ready_i(s_axis_tready),
    .text_valid_i(m_axis_tvalid),
    .text_ready_i(m_axis_tready),
    .text_keep_i(m_axis_tkeep),
    .result_valid_i(m_axis_result_tvalid),
    .result_ready_i(m_axis_result_tready),
    .result_ok_i(shown_ok),
    .result_error_i(shown_error)
  );

  roundel_packet_isolator #(.Mode(Mode), .Lanes(Lanes), .UserBits(UserBits)) u_isolator (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .closed_i(closed),
    .zeroise_i(zeroise),
    .command_valid_i(s_axis_command_tvalid),
    .command_ready_o(s_axis_command_tready),
    .command_i(s_axis_command_tdata[95:0]),
    .inner_command_valid_o(command_valid),
    .inner_command_ready_i(command_ready),
    .beat_valid_i(s_axis_tvalid),
    .beat_ready_o(s_axis_tready),
    .beat_last_i(s_axis_tlast),
    .inner_beat_valid_o(beat_valid),
    .inner_beat_ready_i(beat_ready),
    .inner_text_valid_i(text_valid),
    .inner_text_ready_o(text_ready),
    .inner_text_data_i(text_data),
    .inner_text_keep_i(text_keep),
    .inner_text_last_i(text_last),
    .inner_text_user_i(text_user),
    .text_valid_o(m_axis_tvalid),
    .text_ready_i(m_axis_tready),
    .text_data_o(m_axis_tdata),
    .text_keep_o(m_axis_tkeep),
    .text_last_o(m_axis_tlast),
    .text_user_o(m_axis_tuser),
    .inner_result_valid_i(result_valid),
    .inner_result_ready_o(result_ready),
    .inner_result_ok_i(result_ok),
    .inner_result_error_i(result_error),
    .inner_result_tag_i(result_tag),
    .inner_result_user_i(result_user),
    .result_valid_o(m_axis_result_tvalid),
    .result_ready_i(m_axis_result_tready),
    .result_ok_o(shown_ok),
    .result_error_o(shown_error),
    .result_tag_o(shown_tag),
    .result_user_o(shown_user)
  );

  roundel_stream #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes), .KeyBits(KeyBits),
    .KeySizes(KeySizes), .Rounds(Rounds),
    .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts), .KeySlots(KeySlots),
    .UserBits(UserBits), .PacketDepth(PacketDepth), .GhashCuts(GhashCuts), .BlockRam(BlockRam)
  ) u_stream (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    // verilator lint_off PINCONNECTEMPTY
    .key_refused_o(),
    // verilator lint_on PINCONNECTEMPTY
    .key_slot_i(key_slot),
    .key_i(key),
    .key_clear_i(key_clear),
    .key_size_i(key_size),
    .key_least_tag_i(key_least_tag),
    .key_policy_i({roundel_stream_pkg::POLICY_BITS{1'b0}}),
    .slot_ready_o(slot_ready),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(s_axis_command_tdata),
    .command_user_i(s_axis_command_tuser),
    .command_privileged_i(1'b0),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(s_axis_tdata),
    .beat_keep_i(s_axis_tkeep),
    .beat_last_i(s_axis_tlast),
    .beat_id_i(1'b0),
    .beat_user_i(s_axis_tuser),
    .text_valid_o(text_valid),
    .text_ready_i(text_ready),
    .text_data_o(text_data),
    .text_keep_o(text_keep),
    .text_last_o(text_last),
    .text_user_o(text_user),
    .result_valid_o(result_valid),
    .result_ready_i(result_ready),
    .result_ok_o(result_ok),
    .result_error_o(result_error),
    .result_tag_o(result_tag),
    .result_user_o(result_user),
    // verilator lint_off PINCONNECTEMPTY
    .text_id_o(),
    .result_id_o(),
    .drop_o(),
    .drop_user_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  assign {s_axil_bresp[0], s_axil_rresp[0]} = 2'b00;
  assign m_axis_result_tlast = 1'b1;
  assign m_axis_result_tdata[159:0] = {25'd0, shown_error, 3'd0, shown_ok, shown_tag};
  for (genvar b = 0; b < USER_WIDTH; b++) begin : gen_user
    if (b < UserBits) begin : gen_bit
      assign m_axis_result_tdata[160+b] = shown_user[b];
    end else begin : gen_zero
      assign m_axis_result_tdata[160+b] = 1'b0;
    end
  end

  logic unused_inputs;
  assign unused_inputs = ^{s_axil_awprot, s_axil_arprot, s_axil_awaddr[1:0], s_axil_araddr[1:0]};

endmodule : roundel_axi
