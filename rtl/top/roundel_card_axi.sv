// SPDX-License-Identifier: Apache-2.0
//
// AXI4 subordinate for the card: roundel_card for a processor, or for any DMA, that writes packets
// and reads their text.
//
// Interface.
//   - s_axi: a window of 32 KiB, 64 bits wide; roundel_card states the addresses and the form of a
//     packet.
//   - irq: level-sensitive interrupt, active high.
// Bursts: INCR, WRAP and FIXED of every legal length and size, also unaligned. Each beat is one
// access to the window. Beats of 64 bits with all strobes fill the input ring; a beat of 32 bits
// accesses a register of 32 bits; reads may have any size. A burst that violates AXI4
// (roundel_axi_burst_address) is refused as a whole. Responses: SLVERR for a beat that the card
// refuses, or that is outside the window. A write response carries the worst response of its burst;
// the other beats of the burst take effect. DECERR and EXOKAY never occur. A beat without strobes
// is no access; its response is OKAY. Order: writes in the order of AW, reads in the order of AR,
// and so per ID. The channels are independent. A response that waits blocks only accesses of its
// own direction. A write has taken effect when its response appears. Throughput: one beat per cycle
// to and from the rings, without a gap between bursts; reads and writes alternate while both wait.
// Latency: 11 cycles from a read address to the first beat, and 11 cycles from the last write beat
// to the response. Accesses to registers are sequential. No combinational path leads from an input
// to an output.
//
// Reset. `aresetn` is asynchronous and active low. Release `aresetn` synchronously to `aclk`, after
// at least one edge of `aclk`; this module contains no synchroniser. A reset clears keys and all
// data, which takes as long as a zeroise. A zeroise ends no burst: accesses to the rings and to
// their registers wait until the end of the zeroise, about 890 cycles in `gcm-1`.
//
// Limits. `awlock`, `awcache`, `awprot`, `awqos`, their AR equivalents and `wlast` have no effect.
// A non-secure master may load and clear keys: the system must keep such masters away from s_axi.

module roundel_card_axi #(
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
  parameter int PacketDepth = 0,  // packets in flight: 18 + 16 * n; 0: enough for full speed
  parameter int GhashCuts = 0,  // GCM: mask of GHASH_CUT_*; 0: best known
  parameter bit BlockRam = 1'b1,  // FIFOs in block RAM; 0: in LUT RAM
  parameter bit Counters = 1'b1,  // 0: no counters; their registers read as zero
  parameter int InputBlocks = 512,  // a power of two, 16 to 512
  parameter int OutputBlocks = 512,  // a power of two, 16 to 512
  parameter int ResultBlocks = 128,  // a power of two, 16 to 256
  parameter int IdBits = 4  // width of the AXI4 IDs
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic              aclk,  // rising edge
  input  logic              aresetn,  // asynchronous, active low
  output logic              irq,  // high while an enabled interrupt is pending

  input  logic [IdBits-1:0] s_axi_awid,  // returns with the response
  input  logic [      14:0] s_axi_awaddr,  // byte address of the first beat
  input  logic [       7:0] s_axi_awlen,  // number of beats minus 1
  input  logic [       2:0] s_axi_awsize,  // log2 of the bytes per beat, 0 to 3
  input  logic [       1:0] s_axi_awburst,  // 0: FIXED, 1: INCR, 2: WRAP
  input  logic              s_axi_awlock,
  input  logic [       3:0] s_axi_awcache,
  input  logic [       2:0] s_axi_awprot,  // ignored: see Limits
  input  logic [       3:0] s_axi_awqos,
  input  logic              s_axi_awvalid,
  output logic              s_axi_awready,
  input  logic [      63:0] s_axi_wdata,  // byte 0 in the low bits
  input  logic [       7:0] s_axi_wstrb,  // written bytes
  input  logic              s_axi_wlast,
  input  logic              s_axi_wvalid,
  output logic              s_axi_wready,
  output logic [IdBits-1:0] s_axi_bid,  // ID of the burst
  output logic [       1:0] s_axi_bresp,  // 0: OKAY, 2: SLVERR
  output logic              s_axi_bvalid,
  input  logic              s_axi_bready,
  input  logic [IdBits-1:0] s_axi_arid,  // returns with the data
  input  logic [      14:0] s_axi_araddr,  // byte address of the first beat
  input  logic [       7:0] s_axi_arlen,  // number of beats minus 1
  input  logic [       2:0] s_axi_arsize,  // log2 of the bytes per beat, 0 to 3
  input  logic [       1:0] s_axi_arburst,  // 0: FIXED, 1: INCR, 2: WRAP
  input  logic              s_axi_arlock,
  input  logic [       3:0] s_axi_arcache,
  input  logic [       2:0] s_axi_arprot,  // ignored: no read returns a key
  input  logic [       3:0] s_axi_arqos,
  input  logic              s_axi_arvalid,
  output logic              s_axi_arready,
  output logic [IdBits-1:0] s_axi_rid,  // ID of the burst
  output logic [      63:0] s_axi_rdata,  // byte 0 in the low bits
  output logic [       1:0] s_axi_rresp,  // 0: OKAY, 2: SLVERR
  output logic              s_axi_rlast,  // last beat of the burst
  output logic              s_axi_rvalid,
  input  logic              s_axi_rready
  // verilog_lint: waive-stop port-name-suffix
);

  logic request_valid, request_ready, request_write, answer_valid, answer_ready, answer_error;
  logic [14:3] request_address;
  logic [63:0] request_data, answer_data;
  logic [7:0] request_strobe;

  roundel_axi_window #(.IdBits(IdBits)) u_window (
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
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes), .KeyBits(KeyBits),
    .KeySizes(KeySizes), .Rounds(Rounds),
    .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts), .KeySlots(KeySlots),
    .PacketDepth(PacketDepth), .GhashCuts(GhashCuts), .BlockRam(BlockRam), .Counters(Counters),
    .InputBlocks(InputBlocks), .OutputBlocks(OutputBlocks), .ResultBlocks(ResultBlocks)
  ) u_card (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .irq_o(irq),
    .request_valid_i(request_valid),
    .request_ready_o(request_ready),
    .request_write_i(request_write),
    .request_address_i(request_address),
    .request_data_i(request_data),
    .request_strobe_i(request_strobe),
    .answer_valid_o(answer_valid),
    .answer_ready_i(answer_ready),
    .answer_data_o(answer_data),
    .answer_error_o(answer_error)
  );

  logic unused_attributes;
  assign unused_attributes = ^{s_axi_awlock, s_axi_awcache, s_axi_awprot, s_axi_awqos,
                               s_axi_arlock, s_axi_arcache, s_axi_arprot, s_axi_arqos,
                               s_axi_wlast};

endmodule : roundel_card_axi
