// SPDX-License-Identifier: Apache-2.0
//
// A mode of operation that fetches its packets from memory over AXI4, writes their text and
// completion records back, and raises an interrupt.
//
// Interfaces
//   - m_axi: AXI4 manager of the memory. INCR bursts of whole beats with byte strobes. A beat has
//     1 block per lane, at most 8 (AXI4's limit), or BusLanes blocks. Descriptors and records have
//     the ID ControlId, data and text have the ID DataId.
//   - s_axil: AXI4-Lite registers of 32 bits. The registers of roundel_axi are below 0x1000
//     (rtl/regs/roundel_registers.rdl), the registers of the rings are above
//     (rtl/regs/roundel_dma_registers.rdl).
//   - irq: high while an enabled interrupt is pending.
//   Every valid stays high until its ready, with a stable payload. No combinational path leads
//   from an input to an output. Reads do not wait for writes.
//
// Requests. Software writes a descriptor of 64 bytes into the next entry of the ring and writes the
//   count of descriptors to TAIL. Bytes of a descriptor:
//   - 0..47: the command, see roundel_stream. Bytes 12 to 15 are the number of text bytes, byte 12
//     the lowest. Bit 7 of byte 0: a list follows.
//   - 48..55: address of the packet in memory: AAD, then text. Byte 48 is the lowest.
//   - 56..63: address for the text that the DMA writes.
//   Addresses and lengths need no alignment. Text may overwrite the same packet's source, but
//   no other unread bytes. A longer IV of GCM continues in bytes 16 to 47 of further descriptors.
//
// Lists. A list is one or more descriptors behind those of the IV, each with four pieces of memory.
//   A piece has 8 bytes of address, 4 bytes of length and 4 bytes of kind: 1 for text that is
//   written, 0 for data that are read. Pieces of each kind are joined, AAD and text alike, until
//   the packet is complete. A piece of length 0 is ignored. Pieces longer than the packet are an
//   error of the packet. At most 16 pieces of one kind may run ahead of the other kind. A list
//   never deadlocks if each target stands behind the sources of two words of text, the word of the
//   target's first byte and the next word. A word has 16 * Lanes bytes. Otherwise the DMA halts
//   after 2 ** ListTimeoutBits cycles without progress and sets ERRORS.list.
//
// Records. The DMA writes 1 record of 32 bytes per packet, in order, when all text is in
//   memory. The rings of records and of descriptors have equal sizes. Bytes of a record:
//   - 0..15: the tag; zero if the packet has no tag or failed.
//   - 16: bit 0: done, and the tag is right. Bits 4 to 6: the error, as in roundel_stream.
//   - 17: bit 0: the bus refused a read; bit 1: a write; bit 2: pieces longer than the packet.
//   - 20..23: number of text bytes in memory; 0 if the packet was dropped.
//   - 24..27: packets done, with the current packet. A new value marks a new record.
//   DONE counts records, and the interrupt reports them. Descriptors are free when FETCHED counts
//   them, the memory of a packet when its record is written.
//
// Errors. A packet's error is in its record and affects no other packet. After a bus error the
//   packet continues with the returned data. A descriptor that cannot be read halts
//   the DMA (STATUS.halted). Decrypted text is in memory before its tag is compared: software must
//   not use text before its record.
//
// Zeroise. CONTROL.zeroise of roundel_axi or a reset clears keys, packets and counts, and ends
//   CONTROL.run. The DMA ends granted bursts with beats without strobes and waits for requested
//   beats, so the bus stays usable. STATUS.zeroising is high until then.
//
// Security. AxiProt is non-secure by default, so software of the normal world cannot reach secure
//   memory through the DMA. AxiProt, AxiCache and the IDs are parameters, as software must not
//   choose them. With SecureKeys, the registers refuse keys from non-secure masters. With a secure
//   AxiProt, the system must keep non-secure masters away from s_axil.
//
// Limits. At most 16 packets are in flight.

`include "roundel_refuse.svh"

module roundel_dma #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set, without chained packets
  // hardware for ECB and XTS: encrypt, decrypt or both; CBC: decrypt; GCM, CTR: both
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,  // N: 1, 2, 4, 8 or 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R: a divisor of Nr
  parameter int Stages = 1,  // S: registers per round
  parameter int RoundCuts = 0,  // register positions, roundel_engine_pkg::CUT_*; 0: the best
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // number of lanes, the last ones, with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SecondRoundCuts = 0,  // register positions of these lanes, as RoundCuts
  parameter int KeySlots = 4,  // keys held at once, a power of two; GCM with many lanes: fewer
  parameter int PacketDepth = 0,  // packets in flight: 18, or 18 and a multiple of 16; 0: enough
  parameter int GhashCuts = 0,  // GCM: a mask of roundel_ghash_pkg::GHASH_CUT_*; 0: the best
  parameter bit BlockRam = 1'b1,  // FIFOs in block RAM; 0: in LUT RAM
  parameter bit Counters = 1'b1,  // 0: no counters; their registers read as zero
  parameter int BusLanes = 0,  // blocks of a beat of m_axi: 1, 2, 4 or 8, at most Lanes; 0: Lanes
  parameter int BurstBytes = 0,  // longest burst: 2^n, 2 to 128 beats, at most 4096; 0: 16 beats
  parameter int ReadBeats = 258,  // beats requested or waiting: 18 and a multiple of 16
  parameter int WriteBeats = 82,  // beats waiting: 18 and a multiple of 16
  parameter int ListTimeoutBits = 16,  // log2 of the cycles until a stuck list halts, 8 to 30
  parameter int AxiIdBits = 1,  // bits of an ID, 1 to 16
  parameter int DataId = 0,  // ID of data and text
  parameter int ControlId = 1,  // ID of descriptors and records; differs from DataId
  parameter int AxiProt = 2,  // AxPROT: bit 0 privileged, bit 1 non-secure, bit 2 instruction
  parameter int AxiCache = 3,  // AxCACHE: 3 is normal memory, non-cacheable, bufferable
  parameter bit SecureKeys = 1'b0  // 1: refuse keys from non-secure masters (AWPROT[1] = 1)
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic                 aclk,  // rising edge
  input  logic                 aresetn,  // asynchronous, active low
  output logic                 irq,  // an enabled interrupt is pending

  output logic [AxiIdBits-1:0] m_axi_arid,  // DataId or ControlId
  output logic [         63:0] m_axi_araddr,  // address of the first byte
  output logic [          7:0] m_axi_arlen,  // beats minus 1
  output logic [          2:0] m_axi_arsize,  // all bytes of a beat
  output logic [          1:0] m_axi_arburst,  // INCR
  output logic [          3:0] m_axi_arcache,  // AxiCache
  output logic [          2:0] m_axi_arprot,  // AxiProt
  output logic                 m_axi_arvalid,  // an address is valid
  input  logic                 m_axi_arready,  // the receiver accepts
  input  logic [AxiIdBits-1:0] m_axi_rid,  // ID of the burst
  // byte 0 in the low bits
  input  logic [128*roundel_stream_pkg::bus_lanes(BusLanes, Lanes)-1:0] m_axi_rdata,
  input  logic [          1:0] m_axi_rresp,  // 2, 3: error
  input  logic                 m_axi_rlast,  // ignored: the DMA counts beats
  input  logic                 m_axi_rvalid,  // a beat is valid
  output logic                 m_axi_rready,  // the receiver accepts

  output logic [AxiIdBits-1:0] m_axi_awid,  // DataId or ControlId
  output logic [         63:0] m_axi_awaddr,  // address of the first byte
  output logic [          7:0] m_axi_awlen,  // beats minus 1
  output logic [          2:0] m_axi_awsize,  // all bytes of a beat
  output logic [          1:0] m_axi_awburst,  // INCR
  output logic [          3:0] m_axi_awcache,  // AxiCache
  output logic [          2:0] m_axi_awprot,  // AxiProt
  output logic                 m_axi_awvalid,  // an address is valid
  input  logic                 m_axi_awready,  // the receiver accepts
  // byte 0 in the low bits
  output logic [128*roundel_stream_pkg::bus_lanes(BusLanes, Lanes)-1:0] m_axi_wdata,
  // byte strobes
  output logic [16*roundel_stream_pkg::bus_lanes(BusLanes, Lanes)-1:0] m_axi_wstrb,
  output logic                 m_axi_wlast,  // last beat of the burst
  output logic                 m_axi_wvalid,  // a beat is valid
  input  logic                 m_axi_wready,  // the receiver accepts
  input  logic [AxiIdBits-1:0] m_axi_bid,  // ID of the burst
  input  logic [          1:0] m_axi_bresp,  // 2, 3: error
  input  logic                 m_axi_bvalid,  // a response is valid
  output logic                 m_axi_bready,  // the receiver accepts

  input  logic [         12:0] s_axil_awaddr,  // byte address of a register
  input  logic [          2:0] s_axil_awprot,  // bit 1: non-secure, see SecureKeys
  input  logic                 s_axil_awvalid,  // an address is valid
  output logic                 s_axil_awready,  // the receiver accepts
  input  logic [         31:0] s_axil_wdata,  // data to write
  input  logic [          3:0] s_axil_wstrb,  // byte strobes
  input  logic                 s_axil_wvalid,  // data are valid
  output logic                 s_axil_wready,  // the receiver accepts
  output logic [          1:0] s_axil_bresp,  // 0: OKAY, 2: SLVERR
  output logic                 s_axil_bvalid,  // a response is valid
  input  logic                 s_axil_bready,  // the receiver accepts
  input  logic [         12:0] s_axil_araddr,  // byte address of a register
  input  logic [          2:0] s_axil_arprot,  // ignored: reads return no secret
  input  logic                 s_axil_arvalid,  // an address is valid
  output logic                 s_axil_arready,  // the receiver accepts
  output logic [         31:0] s_axil_rdata,  // data of the register
  output logic [          1:0] s_axil_rresp,  // 0: OKAY, 2: SLVERR
  output logic                 s_axil_rvalid,  // data are valid
  input  logic                 s_axil_rready  // the receiver accepts
  // verilog_lint: waive-stop port-name-suffix
);

  localparam int BUS_LANES = roundel_stream_pkg::bus_lanes(BusLanes, Lanes);
  localparam int BYTES = 16 * BUS_LANES;
  localparam int SIZE = $clog2(BYTES);
  // A burst of 16 beats hides the cycles between bursts at any width of the bus.
  localparam int BURST_BYTES = (BurstBytes != 0) ? BurstBytes : 16 * BYTES;
  localparam int REQUESTS = 16;  // in flight
  localparam int NUMBER_BITS = 8;
  localparam logic [AxiIdBits-1:0] DATA_ID = DataId[AxiIdBits-1:0];
  localparam logic [AxiIdBits-1:0] CONTROL_ID = ControlId[AxiIdBits-1:0];

  `ROUNDEL_REFUSE(roundel_error_bus_lanes_must_be_1_2_4_or_8_up_to_lanes,
                  BUS_LANES < 1 || BUS_LANES > 8 || BUS_LANES > Lanes
                      || (BUS_LANES & (BUS_LANES - 1)) != 0)
  `ROUNDEL_REFUSE(roundel_error_list_timeout_bits_must_be_8_to_30,
                  ListTimeoutBits < 8 || ListTimeoutBits > 30)
  `ROUNDEL_REFUSE(roundel_error_axi_ids_must_differ_and_fit_axi_id_bits,
                  AxiIdBits < 1 || AxiIdBits > 16 || DataId == ControlId || DataId < 0
                      || ControlId < 0 || (DataId >> AxiIdBits) != 0
                      || (ControlId >> AxiIdBits) != 0)
  `ROUNDEL_REFUSE(roundel_error_axi_prot_is_0_to_7_and_axi_cache_0_to_15,
                  AxiProt < 0 || AxiProt > 7 || AxiCache < 0 || AxiCache > 15)

  // ---- Control ----------------------------------------------------------------------------------
  logic engine_irq, rings_irq, irq_q, zeroising, quiet;
  logic manager_busy;  // memory of the manager is not overwritten, or its bus is not quiet
  logic clear_q;  // from the begin of a zeroise until all is overwritten and the bus is quiet

  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      clear_q <= 1'b1;
      irq_q <= 1'b0;
    end else begin
      clear_q <= zeroising || (clear_q && manager_busy);
      irq_q <= engine_irq || rings_irq;
    end
  end
  assign irq = irq_q;

  // ---- Registers --------------------------------------------------------------------------------
  logic access_start, access_write, access_done, access_error;
  logic [11:3] access_address;
  logic [63:0] access_data, access_answer;
  logic [7:0] access_strobe;
  logic [1:0] access_halves;
  logic run, halted, stuck, busy, over;
  logic [63:6] ring;
  logic [63:5] records;
  logic [3:0] log;
  logic [15:0] tail, fetched;
  logic recorded, record_error, failed_read, failed_write, failed_pieces;

  roundel_dma_access #(.Bytes(BYTES), .BurstBytes(BURST_BYTES), .SecureKeys(SecureKeys)) u_access (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .irq_o(rings_irq),
    .s_aw_valid_i(s_axil_awvalid),
    .s_aw_ready_o(s_axil_awready),
    .s_aw_word_i(s_axil_awaddr[12:2]),
    .s_aw_nonsecure_i(s_axil_awprot[1]),
    .s_w_valid_i(s_axil_wvalid),
    .s_w_ready_o(s_axil_wready),
    .s_w_data_i(s_axil_wdata),
    .s_w_strobe_i(s_axil_wstrb),
    .s_b_valid_o(s_axil_bvalid),
    .s_b_ready_i(s_axil_bready),
    .s_b_error_o(s_axil_bresp[1]),
    .s_ar_valid_i(s_axil_arvalid),
    .s_ar_ready_o(s_axil_arready),
    .s_ar_word_i(s_axil_araddr[12:2]),
    .s_r_valid_o(s_axil_rvalid),
    .s_r_ready_i(s_axil_rready),
    .s_r_data_o(s_axil_rdata),
    .s_r_error_o(s_axil_rresp[1]),
    .engine_start_o(access_start),
    .engine_write_o(access_write),
    .engine_address_o(access_address),
    .engine_data_o(access_data),
    .engine_strobe_o(access_strobe),
    .engine_halves_o(access_halves),
    .engine_done_i(access_done),
    .engine_error_i(access_error),
    .engine_data_i(access_answer),
    .run_o(run),
    .ring_o(ring),
    .records_o(records),
    .log_o(log),
    .tail_o(tail),
    .fetched_i(fetched),
    .busy_i(busy),
    .halted_i(halted),
    .stuck_i(stuck),
    .recorded_i(recorded),
    .failed_read_i(over && failed_read),
    .failed_write_i(over && failed_write),
    .failed_record_i(recorded && record_error),
    .failed_pieces_i(over && failed_pieces)
  );

  // ---- Requests ---------------------------------------------------------------------------------
  logic descriptor_valid, descriptor_ready, descriptor_error;
  logic [511:0] descriptor;
  logic source_valid, source_ready, source_end, word_valid, word_ready;
  logic [96:0] source, target;
  logic [8*BYTES-1:0] word, text_data;
  logic read_valid, read_ready, read_error;
  logic target_valid, target_ready, text_valid, text_ready, skip, drop, skipped;
  logic [NUMBER_BITS-1:0] target_number, text_number, skip_number, drop_number;
  logic written_valid, written_ready, written_error, record_valid, record_ready;
  logic [63:0] record_address;
  logic [255:0] record;

  roundel_dma_requests #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes), .KeyBits(KeyBits),
    .KeySizes(KeySizes), .Rounds(Rounds),
    .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts), .KeySlots(KeySlots),
    .PacketDepth(PacketDepth), .GhashCuts(GhashCuts), .BlockRam(BlockRam), .Counters(Counters),
    .ListTimeoutBits(ListTimeoutBits),
    .BusLanes(BUS_LANES),
    .Requests(REQUESTS),
    .NumberBits(NUMBER_BITS)
  ) u_requests (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .irq_o(engine_irq),
    .zeroising_o(zeroising),
    .busy_o(busy),
    .halted_o(halted),
    .stuck_o(stuck),
    .quiet_i(quiet),
    .access_start_i(access_start),
    .access_write_i(access_write),
    .access_address_i(access_address),
    .access_data_i(access_data),
    .access_strobe_i(access_strobe),
    .access_halves_i(access_halves),
    .access_done_o(access_done),
    .access_error_o(access_error),
    .access_data_o(access_answer),
    .descriptor_valid_i(descriptor_valid),
    .descriptor_ready_o(descriptor_ready),
    .descriptor_i(descriptor),
    .descriptor_error_i(descriptor_error),
    .source_valid_o(source_valid),
    .source_ready_i(source_ready),
    .source_o(source),
    .source_end_o(source_end),
    .word_valid_i(word_valid),
    .word_ready_o(word_ready),
    .word_i(word),
    .read_valid_i(read_valid),
    .read_ready_o(read_ready),
    .read_error_i(read_error),
    .target_valid_o(target_valid),
    .target_ready_i(target_ready),
    .target_o(target),
    .target_number_o(target_number),
    .text_valid_o(text_valid),
    .text_ready_i(text_ready),
    .text_data_o(text_data),
    .text_number_o(text_number),
    .skip_o(skip),
    .skip_number_o(skip_number),
    .drop_o(drop),
    .drop_number_o(drop_number),
    .skipped_i(skipped),
    .written_valid_i(written_valid),
    .written_ready_o(written_ready),
    .written_error_i(written_error),
    .records_i(records),
    .log_i(log),
    .record_valid_o(record_valid),
    .record_ready_i(record_ready),
    .record_address_o(record_address),
    .record_o(record),
    .recorded_i(recorded),
    .over_o(over),
    .failed_read_o(failed_read),
    .failed_write_o(failed_write),
    .failed_pieces_o(failed_pieces)
  );

  // ---- Memory -----------------------------------------------------------------------------------
  logic ar_control, aw_control;

  roundel_dma_manager #(
    .Bytes(BYTES),
    .BurstBytes(BURST_BYTES),
    .ReadBeats(ReadBeats), .WriteBeats(WriteBeats),
    .Descriptors(REQUESTS + 2),
    .NumberBits(NUMBER_BITS)
  ) u_manager (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .busy_o(manager_busy),
    .quiet_o(quiet),
    .m_ar_valid_o(m_axi_arvalid),
    .m_ar_ready_i(m_axi_arready),
    .m_ar_control_o(ar_control),
    .m_ar_o({m_axi_arlen, m_axi_araddr}),
    .m_r_valid_i(m_axi_rvalid),
    .m_r_ready_o(m_axi_rready),
    .m_r_control_i(m_axi_rid == CONTROL_ID),
    .m_r_data_i(m_axi_rdata),
    .m_r_error_i(m_axi_rresp[1]),
    .m_aw_valid_o(m_axi_awvalid),
    .m_aw_ready_i(m_axi_awready),
    .m_aw_control_o(aw_control),
    .m_aw_o({m_axi_awlen, m_axi_awaddr}),
    .m_w_valid_o(m_axi_wvalid),
    .m_w_ready_i(m_axi_wready),
    .m_w_data_o(m_axi_wdata),
    .m_w_strobe_o(m_axi_wstrb),
    .m_w_last_o(m_axi_wlast),
    .m_b_valid_i(m_axi_bvalid),
    .m_b_ready_o(m_axi_bready),
    .m_b_control_i(m_axi_bid == CONTROL_ID),
    .m_b_error_i(m_axi_bresp[1]),
    .run_i(run),
    .ring_i(ring),
    .log_i(log),
    .tail_i(tail),
    .fetched_o(fetched),
    .descriptor_valid_o(descriptor_valid),
    .descriptor_ready_i(descriptor_ready),
    .descriptor_o(descriptor),
    .descriptor_error_o(descriptor_error),
    .source_valid_i(source_valid),
    .source_ready_o(source_ready),
    .source_i(source),
    .source_end_i(source_end),
    .word_valid_o(word_valid),
    .word_ready_i(word_ready),
    .word_o(word),
    .read_valid_o(read_valid),
    .read_ready_i(read_ready),
    .read_error_o(read_error),
    .target_valid_i(target_valid),
    .target_ready_o(target_ready),
    .target_i(target),
    .target_number_i(target_number),
    .text_valid_i(text_valid),
    .text_ready_o(text_ready),
    .text_data_i(text_data),
    .text_number_i(text_number),
    .skip_i(skip),
    .skip_number_i(skip_number),
    .drop_i(drop),
    .drop_number_i(drop_number),
    .skipped_o(skipped),
    .written_valid_o(written_valid),
    .written_ready_i(written_ready),
    .written_error_o(written_error),
    .record_valid_i(record_valid),
    .record_ready_o(record_ready),
    .record_address_i(record_address),
    .record_i(record),
    .recorded_o(recorded),
    .record_error_o(record_error)
  );

  assign m_axi_arid = ar_control ? CONTROL_ID : DATA_ID;
  assign m_axi_arsize = SIZE[2:0];
  assign m_axi_arburst = 2'd1;
  assign m_axi_arcache = AxiCache[3:0];
  assign m_axi_arprot = AxiProt[2:0];
  assign m_axi_awid = aw_control ? CONTROL_ID : DATA_ID;
  assign m_axi_awsize = SIZE[2:0];
  assign m_axi_awburst = 2'd1;
  assign m_axi_awcache = AxiCache[3:0];
  assign m_axi_awprot = AxiProt[2:0];

  assign {s_axil_bresp[0], s_axil_rresp[0]} = 2'b00;

  // The channels of AXI that the DMA does not need.
  logic unused_inputs;
  assign unused_inputs = ^{
    s_axil_awaddr[1:0], s_axil_araddr[1:0], s_axil_awprot[2], s_axil_awprot[0], s_axil_arprot,
    m_axi_rlast, m_axi_rresp[0], m_axi_bresp[0]
  };

endmodule : roundel_dma
