// SPDX-License-Identifier: Apache-2.0
//
// A mode of operation that fetches its packets from memory: descriptors in a ring, data read and
// text written over AXI4, a record in memory and an interrupt when a packet is done.
//
// m_axi           the memory: reads of descriptors (ID 1) and data (ID 0), writes of text (ID 0)
//                 and records (ID 1); INCR bursts of whole beats, up to BurstBytes, with strobes.
//                 A beat has a block a lane, but 8 at most, as AXI4 has; or BusLanes blocks
// s_axil          registers of 32 bits: below 0x1000 those of roundel_axi,
// rtl/regs/roundel_registers.rdl;
//                 from there on those of the rings, rtl/regs/roundel_dma_registers.rdl
// irq             high while an enabled interrupt is pending
//
// How do I send a packet?  Write a descriptor, 64 bytes, into the next place of the ring, and the
//   count of those that are there to TAIL:
// 0..47   the packet's command as the head of roundel_stream has it, but for bytes 12 to 15, bytes
// of
//           text, byte 12 the lowest; and bit 7 of byte 0: a list follows
//   48..55  where the packet is in memory: AAD, and right behind it text; byte 48 the lowest
//   56..63  where its text is to go
//   Any address and length will do; text may go to where it was read from, but otherwise not over
//   what is still to be read. A longer IV of GCM goes on in bytes 16 to 47 of further descriptors.
// What is a list?  Descriptors, behind those of the IV, of four pieces of memory each: 8 bytes of
//   address, 4 bytes of length, 4 bytes: 1 for where text goes, 0 for what is read. The pieces of
//   each kind are joined, AAD and text alike, until the packet has all; those without a length are
//   passed over, and what is longer than the packet is an error of it. A list waits for itself
//   where pieces of a kind are too far in front of the others: up to 16 may be. It never does with
//   each target behind the sources of the word of text, 16 * Lanes bytes, that its first byte is
//   in, and of the word behind that one. If it does, and nothing has moved for 2 ** ListTimeoutBits
//   cycles, all stops as where a descriptor cannot be read, with ERRORS.list.
// How do I know that it is done?  A record of 32 bytes is written when all of its text is in
//   memory, one for each packet in order, into the next place of a ring with as many places:
//   0..15   the tag, zero if there is none to show
//   16      bit 0: done, and the tag was right; bits 4 to 6: the error, as roundel_stream has it
//   17      bit 0: the bus refused a read, bit 1: a write; bit 2: pieces longer than the packet
//   20..23  bytes of text in memory; 0 if the packet was dropped
//   24..27  packets done, with this one: what tells a new record from an old one
//   DONE counts records, and the interrupt tells of them. Places of descriptors are free when they
//   were fetched (FETCHED), and those of a packet when its record is there.
// What goes wrong?  A packet's error is in its record, and disturbs no other. A bus error does not
//   stop it either: text was made of what the bus gave. A descriptor that cannot be read stops all
//   that is behind it, and STATUS says so. Decrypted text is in memory before its tag was compared:
//   nothing may use it before its record.
// How do I forget everything?  Zeroise (CONTROL of roundel_axi) or a reset: keys, packets, rings.
//   Bursts that were begun are ended, without a strobe, and what was asked for is waited for, so
//   that the bus stays usable; until then STATUS.zeroising. Counts begin at 0, and CONTROL.run is
//   0.
//
// Up to 16 packets are under way. Reads do not wait for writes; every valid stays until its ready,
// and no path leads from an input to an output.

module roundel_dma #(
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
  parameter bit BlockRam = 1'b1,  // 1: what waits does so in block RAM; 0: in distributed RAM
  parameter bit Counters = 1'b1,  // 0: none, and their registers read as zero
  parameter int BusLanes = 0,  // blocks of a beat of m_axi: 1, 2, 4 or 8, up to Lanes; 0: as many
  parameter int BurstBytes = 256,  // of the longest burst: 2 to 128 beats, up to 4096
  parameter int ReadBeats = 258,  // that are asked for, or wait: 18 and a multiple of 16
  parameter int WriteBeats = 82,  // that wait: 18 and a multiple of 16
  parameter int ListTimeoutBits = 16  // with a list that waits for itself: log2 of cycles, 8 to 30
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic                 aclk,  // rising edge
  input  logic                 aresetn,  // asynchronous, active low
  output logic                 irq,  // an enabled interrupt is pending

  output logic                 m_axi_arid,  // 1: a descriptor
  output logic [         63:0] m_axi_araddr,  // of the first byte
  output logic [          7:0] m_axi_arlen,  // beats, less one
  output logic [          2:0] m_axi_arsize,  // all bytes of a beat
  output logic [          1:0] m_axi_arburst,  // INCR
  output logic [          3:0] m_axi_arcache,  // normal memory, bufferable
  output logic [          2:0] m_axi_arprot,  // data, secure, unprivileged
  output logic                 m_axi_arvalid,  // an address is offered
  input  logic                 m_axi_arready,  // it is taken in this cycle
  input  logic                 m_axi_rid,
  // byte 0 in the low bits
  input  logic [128*roundel_stream_pkg::bus_lanes(BusLanes, Lanes)-1:0] m_axi_rdata,
  input  logic [          1:0] m_axi_rresp,  // 2, 3: the read was refused
  input  logic                 m_axi_rlast,  // not looked at: beats are counted
  input  logic                 m_axi_rvalid,  // a beat is offered
  output logic                 m_axi_rready,  // it is taken in this cycle

  output logic                 m_axi_awid,  // 1: a record
  output logic [         63:0] m_axi_awaddr,  // of the first byte
  output logic [          7:0] m_axi_awlen,  // beats, less one
  output logic [          2:0] m_axi_awsize,  // all bytes of a beat
  output logic [          1:0] m_axi_awburst,  // INCR
  output logic [          3:0] m_axi_awcache,  // normal memory, bufferable
  output logic [          2:0] m_axi_awprot,  // data, secure, unprivileged
  output logic                 m_axi_awvalid,  // an address is offered
  input  logic                 m_axi_awready,  // it is taken in this cycle
  // byte 0 in the low bits
  output logic [128*roundel_stream_pkg::bus_lanes(BusLanes, Lanes)-1:0] m_axi_wdata,
  // bytes that are written
  output logic [16*roundel_stream_pkg::bus_lanes(BusLanes, Lanes)-1:0] m_axi_wstrb,
  output logic                 m_axi_wlast,  // the burst ends
  output logic                 m_axi_wvalid,  // a beat is offered
  input  logic                 m_axi_wready,  // it is taken in this cycle
  input  logic                 m_axi_bid,
  input  logic [          1:0] m_axi_bresp,  // 2, 3: the write was refused
  input  logic                 m_axi_bvalid,  // an answer is offered
  output logic                 m_axi_bready,  // it is taken in this cycle

  input  logic [         12:0] s_axil_awaddr,  // of a register, in bytes
  input  logic [          2:0] s_axil_awprot,  // not looked at
  input  logic                 s_axil_awvalid,  // an address is offered
  output logic                 s_axil_awready,  // it is taken in this cycle
  input  logic [         31:0] s_axil_wdata,  // to be written
  input  logic [          3:0] s_axil_wstrb,  // bytes that count
  input  logic                 s_axil_wvalid,  // data are offered
  output logic                 s_axil_wready,  // they are taken in this cycle
  output logic [          1:0] s_axil_bresp,  // 0: OKAY, 2: SLVERR
  output logic                 s_axil_bvalid,  // an answer is offered
  input  logic                 s_axil_bready,  // it is taken in this cycle
  input  logic [         12:0] s_axil_araddr,  // of a register, in bytes
  input  logic [          2:0] s_axil_arprot,  // not looked at
  input  logic                 s_axil_arvalid,  // an address is offered
  output logic                 s_axil_arready,  // it is taken in this cycle
  output logic [         31:0] s_axil_rdata,  // what was read
  output logic [          1:0] s_axil_rresp,  // 0: OKAY, 2: SLVERR
  output logic                 s_axil_rvalid,  // data are offered
  input  logic                 s_axil_rready  // they are taken in this cycle
  // verilog_lint: waive-stop port-name-suffix
);

  localparam int BUS_LANES = roundel_stream_pkg::bus_lanes(BusLanes, Lanes);
  localparam int BYTES = 16 * BUS_LANES;
  localparam int SIZE = $clog2(BYTES);
  localparam int REQUESTS = 16;  // under way
  localparam int NUMBER_BITS = 8;

  if (BUS_LANES < 1 || BUS_LANES > 8 || BUS_LANES > Lanes || (BUS_LANES & (BUS_LANES - 1)) != 0)
  begin : gen_bad_bus
    roundel_error_bus_lanes_must_be_1_2_4_or_8_up_to_lanes u_error ();
  end
  if (ListTimeoutBits < 8 || ListTimeoutBits > 30) begin : gen_bad_patience
    roundel_error_patience_must_be_8_to_30 u_error ();
  end

  // ---- Registers --------------------------------------------------------------------------------
  logic access_start, access_write, access_done, access_error, rings;
  logic [12:2] access_word;
  logic [31:0] access_data, access_answer;
  logic [3:0] access_strobe;
  logic cipher_done, cipher_error, cipher_irq, rings_done, rings_error, rings_irq;
  logic [63:0] cipher_answer;
  logic [31:0] rings_answer;
  logic zeroise, closed, clear_q, irq_q;
  logic run, halted, stuck, busy;
  logic [63:6] ring;
  logic [63:5] records;
  logic [3:0] log;
  logic [15:0] tail, fetched;
  logic recorded, record_error, over, failed_read, failed_write, failed_pieces;

  roundel_axil_port #(
    .AddressBits(13)
  ) u_port (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .aw_valid_i(s_axil_awvalid),
    .aw_ready_o(s_axil_awready),
    .aw_word_i(s_axil_awaddr[12:2]),
    .w_valid_i(s_axil_wvalid),
    .w_ready_o(s_axil_wready),
    .w_data_i(s_axil_wdata),
    .w_strobe_i(s_axil_wstrb),
    .b_valid_o(s_axil_bvalid),
    .b_ready_i(s_axil_bready),
    .b_error_o(s_axil_bresp[1]),
    .ar_valid_i(s_axil_arvalid),
    .ar_ready_o(s_axil_arready),
    .ar_word_i(s_axil_araddr[12:2]),
    .r_valid_o(s_axil_rvalid),
    .r_ready_i(s_axil_rready),
    .r_data_o(s_axil_rdata),
    .r_error_o(s_axil_rresp[1]),
    .request_o(access_start),
    .write_o(access_write),
    .word_o(access_word),
    .data_o(access_data),
    .strobe_o(access_strobe),
    .done_i(access_done),
    .error_i(access_error),
    .data_i(access_answer)
  );

  assign rings = access_word[12];
  assign access_done = cipher_done || rings_done;
  assign access_error = rings ? rings_error : cipher_error;
  assign access_answer = rings ? rings_answer
      : access_word[2] ? cipher_answer[63:32] : cipher_answer[31:0];

  roundel_dma_registers #(
    .Bytes(BYTES),
    .BurstBytes(BurstBytes)
  ) u_rings (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .irq_o(rings_irq),
    .start_i(access_start && rings),
    .write_i(access_write),
    .address_i(access_word[11:2]),
    .data_i(access_data),
    .strobe_i(access_strobe),
    .done_o(rings_done),
    .error_o(rings_error),
    .data_o(rings_answer),
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

  // What is forgotten is overwritten, and the bus is quiet, before anything begins.
  logic fetch_busy, read_busy, write_busy, quiet_q;
  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      clear_q <= 1'b1;
      irq_q <= 1'b0;
      quiet_q <= 1'b0;
    end else begin
      quiet_q <= !fetch_busy && !read_busy && !write_busy && !m_axi_arvalid && !m_axi_awvalid
          && !m_axi_wvalid;
      clear_q <= closed || (clear_q && (fetch_busy || read_busy || write_busy));
      irq_q <= cipher_irq || rings_irq;
    end
  end
  assign irq = irq_q;

  // ---- Descriptors ------------------------------------------------------------------------------
  logic fetch_valid, fetch_ready, fetch_beat, descriptor_valid, descriptor_ready, descriptor_error;
  logic [63:0] fetch_address;
  logic [511:0] descriptor;
  logic begin_ready, begin_request;
  logic word_valid, word_ready, request_valid, request_ready;
  logic [383:0] word, request;
  logic about_valid, about_source, about_target, about_bad;
  logic [31:0] about_bytes;
  logic source_valid, source_ready, source_end, source_last;
  logic [63:0] source_address;
  logic [31:0] source_bytes;
  logic target_valid, target_ready, target_last;
  logic [63:0] target_address;
  logic [31:0] target_bytes;
  logic [NUMBER_BITS-1:0] number_q;  // of the request whose pieces come
  logic [5:0] under_way_q;  // requests without a record in memory
  logic r_valid, r_ready, r_descriptor, r_error;
  logic [8*BYTES-1:0] r_data;

  roundel_dma_fetch #(
    .Bytes(BYTES),
    .Depth(REQUESTS + 2)
  ) u_fetch (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .busy_o(fetch_busy),
    .run_i(run),
    .base_i(ring),
    .log_i(log),
    .tail_i(tail),
    .fetched_o(fetched),
    .read_valid_o(fetch_valid),
    .read_ready_i(fetch_ready),
    .read_address_o(fetch_address),
    .beat_valid_i(fetch_beat),
    .beat_data_i(r_data),
    .beat_error_i(r_error),
    .descriptor_valid_o(descriptor_valid),
    .descriptor_ready_i(descriptor_ready),
    .descriptor_o(descriptor),
    .descriptor_error_o(descriptor_error)
  );

  roundel_credit_counter #(
    .Tokens(REQUESTS),
    .StartFull(1)
  ) u_requests_left (
    .clk_i(aclk),
    .clear_i(clear_q),
    .give_i(over),
    .take_i(begin_request),
    .any_o(begin_ready)
  );

  roundel_dma_decode #(
    .Mode(Mode),
    .ListTimeoutBits(ListTimeoutBits)
  ) u_decode (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .halted_o(halted),
    .stuck_o(stuck),
    .quiet_i(quiet_q),
    .descriptor_valid_i(descriptor_valid),
    .descriptor_ready_o(descriptor_ready),
    .descriptor_i(descriptor),
    .descriptor_error_i(descriptor_error),
    .begin_ready_i(begin_ready),
    .begin_o(begin_request),
    .request_valid_o(word_valid),
    .request_ready_i(word_ready),
    .request_o(word),
    .about_valid_o(about_valid),
    .about_source_o(about_source),
    .about_target_o(about_target),
    .about_bad_o(about_bad),
    .about_bytes_o(about_bytes),
    .source_valid_o(source_valid),
    .source_ready_i(source_ready),
    .source_address_o(source_address),
    .source_bytes_o(source_bytes),
    .source_end_o(source_end),
    .source_last_o(source_last),
    .target_valid_o(target_valid),
    .target_ready_i(target_ready),
    .target_address_o(target_address),
    .target_bytes_o(target_bytes),
    .target_last_o(target_last)
  );

  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      number_q <= '1;
      under_way_q <= '0;
    end else if (clear_q) begin
      number_q <= '1;
      under_way_q <= '0;
    end else begin
      number_q <= number_q + NUMBER_BITS'(begin_request);
      under_way_q <= under_way_q + 6'(begin_request) - 6'(recorded);
    end
  end
  assign busy = under_way_q != '0;

  roundel_stream_fifo #(
    .Width(384),
    .Depth(REQUESTS + 2)
  ) u_words (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .valid_i(word_valid),
    .ready_o(word_ready),
    .data_i(word),
    .valid_o(request_valid),
    .ready_i(request_ready),
    .data_o(request)
  );

  logic heard_valid, heard_ready, heard_source, heard_target, heard_bad, unused_about_ready;
  logic [31:0] heard_bytes;
  roundel_stream_fifo #(
    .Width(35),
    .Depth(REQUESTS + 2)
  ) u_about (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .valid_i(about_valid),
    .ready_o(unused_about_ready),
    .data_i({about_source, about_target, about_bad, about_bytes}),
    .valid_o(heard_valid),
    .ready_i(heard_ready),
    .data_o({heard_source, heard_target, heard_bad, heard_bytes})
  );

  // ---- Reading ----------------------------------------------------------------------------------
  logic read_valid, read_ready, read_beat_ready, data_valid, data_ready;
  logic [63:0] read_address;
  logic [7:0] read_length;
  logic [8*BYTES-1:0] data;
  logic read_status_valid, read_status_ready, read_status_error;
  logic ar_free;

  roundel_dma_read #(
    .Bytes(BYTES),
    .BurstBytes(BurstBytes),
    .Depth(ReadBeats)
  ) u_read (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .busy_o(read_busy),
    .piece_valid_i(source_valid),
    .piece_ready_o(source_ready),
    .piece_address_i(source_address),
    .piece_bytes_i(source_bytes),
    .piece_end_i(source_end),
    .piece_last_i(source_last),
    .read_valid_o(read_valid),
    .read_ready_i(read_ready),
    .read_address_o(read_address),
    .read_length_o(read_length),
    .beat_valid_i(r_valid && !r_descriptor),
    .beat_ready_o(read_beat_ready),
    .beat_data_i(r_data),
    .beat_error_i(r_error),
    .word_valid_o(data_valid),
    .word_ready_i(data_ready),
    .word_o(data),
    .status_valid_o(read_status_valid),
    .status_ready_i(read_status_ready),
    .status_error_o(read_status_error)
  );

  // Descriptors first: they are few, and all else waits for them.
  assign ar_free = !m_axi_arvalid || m_axi_arready;
  assign fetch_ready = ar_free;
  assign read_ready = ar_free && !fetch_valid;
  always_ff @(posedge aclk or negedge aresetn) begin
    if (!aresetn) begin
      m_axi_arvalid <= 1'b0;
    end else begin
      m_axi_arvalid <= !ar_free || fetch_valid || read_valid;
    end
  end
  always_ff @(posedge aclk) begin
    if (ar_free) begin
      m_axi_arid <= fetch_valid;
      m_axi_araddr <= fetch_valid ? fetch_address : read_address;
      m_axi_arlen <= fetch_valid ? 8'((BYTES < 64) ? 64 / BYTES - 1 : 0) : read_length;
    end
  end

  roundel_skid_buffer #(
    .Width(8 * BYTES + 2)
  ) u_r (
    .clk_i(aclk),
    .rst_ni(aresetn),
    // Beats that are still to come are counted behind this.
    .clear_i(clear_q && !fetch_busy && !read_busy),
    .valid_i(m_axi_rvalid),
    .ready_o(m_axi_rready),
    .data_i({m_axi_rid, m_axi_rresp[1], m_axi_rdata}),
    .valid_o(r_valid),
    .ready_i(r_ready),
    .data_o({r_descriptor, r_error, r_data})
  );
  assign r_ready = r_descriptor || read_beat_ready;
  assign fetch_beat = r_valid && r_descriptor;

  // ---- Packets ----------------------------------------------------------------------------------
  logic text_valid, text_ready, unused_text_last, beat_valid, beat_ready;
  logic result_valid, result_ready, result_ok, result_text;
  logic [128*Lanes-1:0] text_data;
  logic [16*Lanes-1:0] text_keep;
  logic [8*BYTES-1:0] beat_data;
  logic [Lanes/BUS_LANES-1:0] text_beats;
  logic [NUMBER_BITS-1:0] text_number, beat_number, result_number;
  logic [2:0] result_error;
  logic [127:0] result_tag;
  logic unused_open, unused_settled;
  logic drop;
  logic [NUMBER_BITS-1:0] drop_number;

  roundel_request_engine #(
    .Mode(Mode),
    .Direction(Direction),
    .Lanes(Lanes),
    .WordBlocks(BUS_LANES),
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
    .NumberBits(NUMBER_BITS),
    .ZeroiseCycles(64)
  ) u_requests (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .irq_o(cipher_irq),
    .zeroise_o(zeroise),
    .zeroising_o(closed),
    .clear_i(clear_q),
    .start_i(access_start && !rings),
    .write_i(access_write),
    .address_i(access_word[11:3]),
    .data_i({access_data, access_data}),
    .strobe_i({
      (access_strobe | {4{!access_write}}) & {4{access_word[2]}},
      (access_strobe | {4{!access_write}}) & {4{!access_word[2]}}
    }),
    .done_o(cipher_done),
    .error_o(cipher_error),
    .data_o(cipher_answer),
    .request_valid_i(request_valid),
    .request_ready_o(request_ready),
    .request_i(request),
    .open_o(unused_open),
    .settled_o(unused_settled),
    .word_valid_i(data_valid),
    .word_ready_o(data_ready),
    .word_i(data),
    .text_valid_o(text_valid),
    .text_ready_i(text_ready),
    .text_data_o(text_data),
    .text_keep_o(text_keep),
    .text_last_o(unused_text_last),
    .text_number_o(text_number),
    .result_valid_o(result_valid),
    .result_ready_i(result_ready),
    .result_ok_o(result_ok),
    .result_error_o(result_error),
    .result_tag_o(result_tag),
    .result_number_o(result_number),
    .result_text_o(result_text),
    .drop_o(drop),
    .drop_number_o(drop_number)
  );

  for (genvar b = 0; b < Lanes / BUS_LANES; b++) begin : gen_text_beat
    assign text_beats[b] = text_keep[BYTES*b];
  end

  roundel_downsizer #(
    .Lanes(Lanes),
    .Blocks(BUS_LANES),
    .UserBits(NUMBER_BITS)
  ) u_narrow (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .valid_i(text_valid),
    .ready_o(text_ready),
    .data_i(text_data),
    .beats_i(text_beats),
    .user_i(text_number),
    .valid_o(beat_valid),
    .ready_i(beat_ready),
    .data_o(beat_data),
    .user_o(beat_number)
  );

  logic unused_keep;
  assign unused_keep = ^text_keep;

  // ---- Writing ----------------------------------------------------------------------------------
  logic skip, skipped, written_valid, written_ready, written_error, record_valid, record_ready;
  logic [63:0] record_address;
  logic [255:0] record;

  roundel_dma_complete u_complete (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .base_i(records),
    .log_i(log),
    .about_valid_i(heard_valid),
    .about_ready_o(heard_ready),
    .about_source_i(heard_source),
    .about_target_i(heard_target),
    .about_bad_i(heard_bad),
    .about_bytes_i(heard_bytes),
    .result_valid_i(result_valid),
    .result_ready_o(result_ready),
    .result_ok_i(result_ok),
    .result_error_i(result_error),
    .result_tag_i(result_tag),
    .result_text_i(result_text),
    .read_valid_i(read_status_valid),
    .read_ready_o(read_status_ready),
    .read_error_i(read_status_error),
    .skip_o(skip),
    .skipped_i(skipped),
    .written_valid_i(written_valid),
    .written_ready_o(written_ready),
    .written_error_i(written_error),
    .over_o(over),
    .failed_read_o(failed_read),
    .failed_write_o(failed_write),
    .failed_bad_o(failed_pieces),
    .record_valid_o(record_valid),
    .record_ready_i(record_ready),
    .record_address_o(record_address),
    .record_o(record)
  );

  roundel_dma_write #(
    .Bytes(BYTES),
    .BurstBytes(BurstBytes),
    .Depth(WriteBeats),
    .NumberBits(NUMBER_BITS)
  ) u_write (
    .clk_i(aclk),
    .rst_ni(aresetn),
    .clear_i(clear_q),
    .busy_o(write_busy),
    .piece_valid_i(target_valid),
    .piece_ready_o(target_ready),
    .piece_address_i(target_address),
    .piece_bytes_i(target_bytes),
    .piece_last_i(target_last),
    .piece_number_i(number_q),
    .text_valid_i(beat_valid),
    .text_ready_o(beat_ready),
    .text_data_i(beat_data),
    .text_number_i(beat_number),
    .skip_i(skip),
    .skip_number_i(result_number),
    .drop_i(drop),
    .drop_number_i(drop_number),
    .skipped_o(skipped),
    .status_valid_o(written_valid),
    .status_ready_i(written_ready),
    .status_error_o(written_error),
    .record_valid_i(record_valid),
    .record_ready_o(record_ready),
    .record_address_i(record_address),
    .record_i(record),
    .recorded_o(recorded),
    .record_error_o(record_error),
    .aw_valid_o(m_axi_awvalid),
    .aw_ready_i(m_axi_awready),
    .aw_address_o(m_axi_awaddr),
    .aw_length_o(m_axi_awlen),
    .aw_record_o(m_axi_awid),
    .w_valid_o(m_axi_wvalid),
    .w_ready_i(m_axi_wready),
    .w_data_o(m_axi_wdata),
    .w_strobe_o(m_axi_wstrb),
    .w_last_o(m_axi_wlast),
    .b_valid_i(m_axi_bvalid),
    .b_ready_o(m_axi_bready),
    .b_record_i(m_axi_bid),
    .b_error_i(m_axi_bresp[1])
  );

  assign m_axi_arsize = SIZE[2:0];
  assign m_axi_arburst = 2'd1;
  assign m_axi_arcache = 4'd3;
  assign m_axi_arprot = 3'd0;
  assign m_axi_awsize = SIZE[2:0];
  assign m_axi_awburst = 2'd1;
  assign m_axi_awcache = 4'd3;
  assign m_axi_awprot = 3'd0;

  assign {s_axil_bresp[0], s_axil_rresp[0]} = 2'b00;

  logic unused_inputs;
  assign unused_inputs = ^{
    s_axil_awaddr[1:0], s_axil_araddr[1:0],
    s_axil_awprot, s_axil_arprot, m_axi_rlast, m_axi_rresp[0], m_axi_bresp[0], zeroise
  };

endmodule : roundel_dma
