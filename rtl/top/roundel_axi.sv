// SPDX-License-Identifier: Apache-2.0
//
// A mode of operation on the buses of AMBA: data, commands and results on AXI4-Stream, keys and
// registers on AXI4-Lite, and an interrupt. roundel_stream with plain ports that vendors' tools
// know.
//
// s_axis          packets in: AAD, then text, byte 0 in the low bits, as the head of roundel_stream
// has
//                 them. `tuser` comes back beside the same beat of text.
// m_axis          their text.
// s_axis_command  48 bytes a packet, as the head of roundel_stream has them; more behind them where
// an
//                 IV of GCM has more than 16. `tuser` comes back with the result.
// m_axis_result   what came of each packet, in order, a beat each:
//   [127:0]       tag, byte 0 in the low bits; zero if there is none to show
//   [128]         done, and where there was a tag to compare, it was right
//   [134:132]     what was wrong with it, as the head of roundel_stream has it
//   [159:135], [131:129] zero
//   [160+:UserBits] `tuser` of the command; above it zero, to whole words of 32 bits
// s_axil          registers of 32 bits: keys, zeroise, counters, errors, interrupts;
//                 rtl/regs/roundel_registers.rdl
// irq             high while an enabled interrupt is pending
//
// Reset. `aresetn` may be asserted at any time, and acts at once. Release it in step with `aclk`,
// as AXI demands, after at least one edge of it: the reset is not synchronised here. Everything is
// forgotten, keys as well; that takes as long as a zeroise, during which nothing is taken.
//
// What is against the rules. Packets and commands: as the head of roundel_stream has it; the result
// says what was wrong, ERRORS and the counters keep it, and the next packet is right. Registers:
// what is not there, not to be written, or a key that is not whole, whose slot there is not or
// that comes while another one waits is answered with SLVERR, changes nothing, and ERRORS says so.
//
// Every tvalid waits for no tready, and stays with what is beside it until it is taken, also over a
// zeroise. No path leads from an input to an output.

module roundel_axi #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  // of ECB, XTS; CBC: decrypt; GCM, CTR: both
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,  // N, 1, 2, 4, 8 or 16
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers a round
  // their places, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // lanes, the last ones, with SecondSbox: see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SecondRoundCuts = 0,  // places of their registers, as RoundCuts
  parameter int KeySlots = 4,  // keys held at once, a power of two; GCM, many lanes: fewer
  parameter int UserBits = 1,  // of tuser
  parameter int PacketDepth = 0,  // packets under way: 18, or 18 and a multiple of 16; 0: enough
  parameter int GhashCuts = 0,  // GCM: a mask of roundel_ghash_pkg::GHASH_CUT_*; 0: the best ones
  parameter int BlockRam = 1,  // 1: what waits does so in block RAM; 0: in distributed RAM
  parameter int Counters = 1  // 0: none, and their registers read as zero
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic                                aclk,  // rising edge
  input  logic                                aresetn,  // asynchronous, active low
  output logic                                irq,  // an enabled interrupt is pending

  input  logic [               128*Lanes-1:0] s_axis_tdata,  // byte 0 in the low bits
  input  logic [                16*Lanes-1:0] s_axis_tkeep,  // bytes that count, from 0 on
  input  logic                                s_axis_tlast,  // the packet ends
  input  logic [                UserBits-1:0] s_axis_tuser,  // comes back with its text
  input  logic                                s_axis_tvalid,  // a beat is offered
  output logic                                s_axis_tready,  // it is taken in this cycle

  output logic [               128*Lanes-1:0] m_axis_tdata,  // byte 0 in the low bits
  output logic [                16*Lanes-1:0] m_axis_tkeep,  // bytes that count, from 0 on
  output logic                                m_axis_tlast,  // the packet's text ends
  output logic [                UserBits-1:0] m_axis_tuser,  // of the beat that it was
  output logic                                m_axis_tvalid,  // a beat of text is offered
  input  logic                                m_axis_tready,  // it is taken in this cycle

  input  logic [                       383:0] s_axis_command_tdata,  // byte 0 in the low bits
  input  logic [                UserBits-1:0] s_axis_command_tuser,  // comes back with the result
  input  logic                                s_axis_command_tvalid,  // a command is offered
  output logic                                s_axis_command_tready,  // it is taken in this cycle

  output logic [160+32*((UserBits+31)/32)-1:0] m_axis_result_tdata,  // as above
  output logic                                m_axis_result_tlast,  // 1: a beat is all
  output logic                                m_axis_result_tvalid,  // a result is offered
  input  logic                                m_axis_result_tready,  // it is taken in this cycle

  input  logic [                        11:0] s_axil_awaddr,  // of a register, in bytes
  input  logic [                         2:0] s_axil_awprot,  // not looked at
  input  logic                                s_axil_awvalid,  // an address is offered
  output logic                                s_axil_awready,  // it is taken in this cycle
  input  logic [                        31:0] s_axil_wdata,  // to be written
  input  logic [                         3:0] s_axil_wstrb,  // bytes that count
  input  logic                                s_axil_wvalid,  // data are offered
  output logic                                s_axil_wready,  // they are taken in this cycle
  output logic [                         1:0] s_axil_bresp,  // 0: OKAY, 2: SLVERR
  output logic                                s_axil_bvalid,  // an answer is offered
  input  logic                                s_axil_bready,  // it is taken in this cycle
  input  logic [                        11:0] s_axil_araddr,  // of a register, in bytes
  input  logic [                         2:0] s_axil_arprot,  // not looked at
  input  logic                                s_axil_arvalid,  // an address is offered
  output logic                                s_axil_arready,  // it is taken in this cycle
  output logic [                        31:0] s_axil_rdata,  // what was read
  output logic [                         1:0] s_axil_rresp,  // 0: OKAY, 2: SLVERR
  output logic                                s_axil_rvalid,  // data are offered
  input  logic                                s_axil_rready  // they are taken in this cycle
  // verilog_lint: waive-stop port-name-suffix
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int KEY_WIDTH = roundel_stream_pkg::mode_key_bits(Mode, KeyBits);
  localparam int USER_WIDTH = 32 * ((UserBits + 31) / 32);
  // GCM and CTR run the cipher forwards in both directions.
  localparam int DIRECTION = (Mode == roundel_stream_pkg::MODE_GCM || Mode ==
      roundel_stream_pkg::MODE_CTR)
      ? roundel_aes_pkg::DIRECTION_BOTH : Direction;
  localparam int PACKET_DEPTH =
      (PacketDepth != 0) ? PacketDepth : roundel_stream_pkg::packet_depth(Mode,
          roundel_engine_pkg::ring_length(Rounds, Stages), Lanes);
  // Cycles that roundel_packet_isolator adds to the latency of roundel_stream, OUTPUT_LATENCY;
  // tools read it.
  localparam int TEXT_DELAY = 1;

  logic zeroise, closed;
  logic key_valid, key_ready, key_clear;
  logic [SLOT_BITS-1:0] key_slot;
  logic [KEY_WIDTH-1:0] key;
  logic [KeySlots-1:0] slot_ready;
  logic command_valid, command_ready, beat_valid, beat_ready;
  logic text_valid, text_ready, text_last;
  logic [128*Lanes-1:0] text_data;
  logic [16*Lanes-1:0] text_keep;
  logic [UserBits-1:0] text_user;
  logic result_valid, result_ready, result_ok;
  logic [2:0] result_error;
  logic [127:0] result_tag;
  logic [UserBits-1:0] result_user, unused_drop_user;
  logic unused_drop;
  logic shown_ok;
  logic [2:0] shown_error;
  logic [127:0] shown_tag;
  logic [UserBits-1:0] shown_user;

  roundel_axil_registers #(
    .Mode(Mode),
    .Direction(DIRECTION),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .KeyWidth(KEY_WIDTH),
    .KeySlots(KeySlots),
    .UserBits(UserBits),
    .PacketDepth(PACKET_DEPTH),
    .Counters(Counters),
    .ZeroiseCycles(roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes) + 64)
  ) u_registers (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .irq_o(irq),
    .aw_valid_i(s_axil_awvalid),
    .aw_ready_o(s_axil_awready),
    .aw_address_i(s_axil_awaddr),
    .w_valid_i(s_axil_wvalid),
    .w_ready_o(s_axil_wready),
    .w_data_i(s_axil_wdata),
    .w_strobe_i(s_axil_wstrb),
    .b_valid_o(s_axil_bvalid),
    .b_ready_i(s_axil_bready),
    .b_response_o(s_axil_bresp),
    .ar_valid_i(s_axil_arvalid),
    .ar_ready_o(s_axil_arready),
    .ar_address_i(s_axil_araddr),
    .r_valid_o(s_axil_rvalid),
    .r_ready_i(s_axil_rready),
    .r_data_o(s_axil_rdata),
    .r_response_o(s_axil_rresp),
    .zeroise_o(zeroise),
    .zeroising_o(closed),
    .key_valid_o(key_valid),
    .key_ready_i(key_ready),
    .key_slot_o(key_slot),
    .key_o(key),
    .key_clear_o(key_clear),
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

  roundel_packet_isolator #(
    .Mode(Mode),
    .Lanes(Lanes),
    .UserBits(UserBits)
  ) u_frames (
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
    .Mode(Mode),
    .Direction(Direction),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySlots(KeySlots),
    .UserBits(UserBits),
    .PacketDepth(PacketDepth),
    .GhashCuts(GhashCuts),
    .BlockRam(BlockRam)
  ) u_stream (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key),
    .key_clear_i(key_clear),
    .slot_ready_o(slot_ready),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(s_axis_command_tdata),
    .command_user_i(s_axis_command_tuser),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(s_axis_tdata),
    .beat_keep_i(s_axis_tkeep),
    .beat_last_i(s_axis_tlast),
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
    .drop_o(unused_drop),
    .drop_user_o(unused_drop_user)
  );

  assign m_axis_result_tlast = 1'b1;
  assign m_axis_result_tdata[159:0] = {25'd0, shown_error, 3'd0, shown_ok, shown_tag};
  for (genvar b = 0; b < USER_WIDTH; b++) begin : gen_user
    if (b < UserBits) begin : gen_bit
      assign m_axis_result_tdata[160+b] = shown_user[b];
    end else begin : gen_zero
      assign m_axis_result_tdata[160+b] = 1'b0;
    end
  end

  logic unused_protection, unused_facts;
  assign unused_protection = ^{s_axil_awprot, s_axil_arprot};
  assign unused_facts = ^TEXT_DELAY;

endmodule : roundel_axi
