// SPDX-License-Identifier: Apache-2.0
//
// The card in a memory slot as a subordinate of AXI4: roundel_card with plain ports that vendors'
// tools know, for hosts without DMA of their own: a processor that writes packets and reads their
// text, or a DMA that anybody has.
//
// s_axi           a window of 32 KiB, 64 bits wide; the head of roundel_card says what is where,
// and
//                 what a packet is
// irq             high while an enabled interrupt is pending
//
// Bursts. INCR, WRAP and FIXED of any legal length and size, unaligned as well; each beat is an
// access to the window. Beats of 64 bits with all strobes fill the input; one of 32 bits reaches a
// register of 32; reads of any size. INCR and WRAP suit the queues, which are memory: FIXED is the
// same place again. A burst that is none of AXI4 (roundel_axi_burst_address says which) is refused
// as a whole. Answers. SLVERR to a beat that the card refuses, and to one behind the window; a
// write has the worst of its burst, and its other beats are done. DECERR and EXOKAY never come. A
// beat that writes no byte is no access, and OKAY everywhere in the window. Order. Writes in that
// of AW and reads in that of AR, so each ID has its own; the five channels are independent
// otherwise, and an answer that is not taken holds up its own kind alone. A write has taken effect
// when it is answered. Time. A beat a cycle to and from the queues, without a gap between bursts;
// where reads and writes both wait they take turns. The first beat of a read comes 11 cycles behind
// its address, an answer to a write 11 behind the last of its data. Accesses to registers come one
// after the other. `awlock`, `awcache`, `awprot`, `awqos`, those of AR and `wlast` are not looked
// at.
//
// Reset. `aresetn` may be asserted at any time, and acts at once. Release it in step with `aclk`,
// as AXI demands, after at least one edge of it: the reset is not synchronised here. Everything is
// forgotten, keys as well; that takes as long as a zeroise. A zeroise ends no burst: its accesses
// to the queues and to their registers wait until all is forgotten, some 600 cycles.
//
// No path leads from an input to an output.

module roundel_card_axi #(
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
  parameter int PacketDepth = 0,  // packets under way: 18, or 18 and a multiple of 16; 0: enough
  parameter int GhashCuts = 0,  // GCM: a mask of roundel_ghash_pkg::GHASH_CUT_*; 0: the best ones
  parameter int BlockRam = 1,  // 1: what waits does so in block RAM; 0: in distributed RAM
  parameter int Counters = 1,  // 0: none, and their registers read as zero
  parameter int InputBlocks = 512,  // a power of two, 16 to 512
  parameter int OutputBlocks = 512,  // a power of two, 16 to 512
  parameter int ResultBlocks = 128,  // a power of two, 16 to 256
  parameter int IdBits = 4  // of the IDs of AXI4
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic              aclk,  // rising edge
  input  logic              aresetn,  // asynchronous, active low
  output logic              irq,  // an enabled interrupt is pending

  input  logic [IdBits-1:0] s_axi_awid,  // comes back with the answer
  input  logic [      14:0] s_axi_awaddr,  // of the first beat, in bytes
  input  logic [       7:0] s_axi_awlen,  // beats, less one
  input  logic [       2:0] s_axi_awsize,  // bytes of a beat, as a power of two: 0 to 3
  input  logic [       1:0] s_axi_awburst,  // 0: FIXED, 1: INCR, 2: WRAP
  input  logic              s_axi_awlock,  // not looked at
  input  logic [       3:0] s_axi_awcache,  // not looked at
  input  logic [       2:0] s_axi_awprot,  // not looked at
  input  logic [       3:0] s_axi_awqos,  // not looked at
  input  logic              s_axi_awvalid,  // a burst is offered
  output logic              s_axi_awready,  // it is taken in this cycle
  input  logic [      63:0] s_axi_wdata,  // to be written, byte 0 in the low bits
  input  logic [       7:0] s_axi_wstrb,  // bytes that count
  input  logic              s_axi_wlast,  // not looked at
  input  logic              s_axi_wvalid,  // data are offered
  output logic              s_axi_wready,  // they are taken in this cycle
  output logic [IdBits-1:0] s_axi_bid,  // that of the burst
  output logic [       1:0] s_axi_bresp,  // 0: OKAY, 2: SLVERR
  output logic              s_axi_bvalid,  // an answer is offered
  input  logic              s_axi_bready,  // it is taken in this cycle
  input  logic [IdBits-1:0] s_axi_arid,  // comes back with the data
  input  logic [      14:0] s_axi_araddr,  // of the first beat, in bytes
  input  logic [       7:0] s_axi_arlen,  // beats, less one
  input  logic [       2:0] s_axi_arsize,  // bytes of a beat, as a power of two: 0 to 3
  input  logic [       1:0] s_axi_arburst,  // 0: FIXED, 1: INCR, 2: WRAP
  input  logic              s_axi_arlock,  // not looked at
  input  logic [       3:0] s_axi_arcache,  // not looked at
  input  logic [       2:0] s_axi_arprot,  // not looked at
  input  logic [       3:0] s_axi_arqos,  // not looked at
  input  logic              s_axi_arvalid,  // a burst is offered
  output logic              s_axi_arready,  // it is taken in this cycle
  output logic [IdBits-1:0] s_axi_rid,  // that of the burst
  output logic [      63:0] s_axi_rdata,  // what was read, byte 0 in the low bits
  output logic [       1:0] s_axi_rresp,  // 0: OKAY, 2: SLVERR
  output logic              s_axi_rlast,  // the burst ends
  output logic              s_axi_rvalid,  // data are offered
  input  logic              s_axi_rready  // they are taken in this cycle
  // verilog_lint: waive-stop port-name-suffix
);

  logic request_valid, request_ready, request_write, answer_valid, answer_ready, answer_error;
  logic [14:3] request_address;
  logic [63:0] request_data, answer_data;
  logic [7:0] request_strobe;

  roundel_axi_window #(
    .IdBits(IdBits)
  ) u_window (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .aw_valid_i(s_axi_awvalid),
    .aw_ready_o(s_axi_awready),
    .aw_id_i(s_axi_awid),
    .aw_address_i(s_axi_awaddr),
    .aw_length_i(s_axi_awlen),
    .aw_size_i(s_axi_awsize),
    .aw_type_i(s_axi_awburst),
    .w_valid_i(s_axi_wvalid),
    .w_ready_o(s_axi_wready),
    .w_data_i(s_axi_wdata),
    .w_strobe_i(s_axi_wstrb),
    .b_valid_o(s_axi_bvalid),
    .b_ready_i(s_axi_bready),
    .b_id_o(s_axi_bid),
    .b_response_o(s_axi_bresp),
    .ar_valid_i(s_axi_arvalid),
    .ar_ready_o(s_axi_arready),
    .ar_id_i(s_axi_arid),
    .ar_address_i(s_axi_araddr),
    .ar_length_i(s_axi_arlen),
    .ar_size_i(s_axi_arsize),
    .ar_type_i(s_axi_arburst),
    .r_valid_o(s_axi_rvalid),
    .r_ready_i(s_axi_rready),
    .r_id_o(s_axi_rid),
    .r_data_o(s_axi_rdata),
    .r_response_o(s_axi_rresp),
    .r_last_o(s_axi_rlast),
    .request_valid_o(request_valid),
    .request_ready_i(request_ready),
    .request_write_o(request_write),
    .request_address_o(request_address),
    .request_data_o(request_data),
    .request_strobe_o(request_strobe),
    .answer_valid_i(answer_valid),
    .answer_ready_o(answer_ready),
    .answer_data_i(answer_data),
    .answer_error_i(answer_error)
  );

  roundel_card #(
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
    .PacketDepth(PacketDepth),
    .GhashCuts(GhashCuts),
    .BlockRam(BlockRam),
    .Counters(Counters),
    .InputBlocks(InputBlocks),
    .OutputBlocks(OutputBlocks),
    .ResultBlocks(ResultBlocks)
  ) u_card (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .irq_o(irq),
    .request_valid_i(request_valid),
    .request_ready_o(request_ready),
    .request_write_i(request_write),
    .request_address_i({request_address, 3'b000}),
    .request_data_i(request_data),
    .request_strobe_i(request_strobe),
    .answer_valid_o(answer_valid),
    .answer_ready_i(answer_ready),
    .answer_data_o(answer_data),
    .answer_error_o(answer_error)
  );

  logic unused_attributes, unused_last;
  assign unused_attributes = ^{s_axi_awlock, s_axi_awcache, s_axi_awprot, s_axi_awqos,
                               s_axi_arlock, s_axi_arcache, s_axi_arprot, s_axi_arqos};
  assign unused_last = s_axi_wlast;

endmodule : roundel_card_axi
