// SPDX-License-Identifier: Apache-2.0
//
// Bench of roundel_dma: sends published vectors through a memory and compares text and records.
//
// The bench needs only a simulator. A wrong byte of text, of a record or of the memory beside them
// ends the simulation with $fatal. The bench has every parameter of the top, so the bench checks any
// configuration. `+vcd=FILE` writes the waves of the pins. Scenes:
//   1  keys and rings are written over AXI4-Lite
//   2  one packet: doorbell, descriptor, data, text, record
//   3  packets in flight together; keys, directions and lengths change, and the bus stalls
// Vector 0 has several blocks (and AAD with GCM), vector 1 has one block. No address is aligned.

// Integers are assigned to fields of fewer bits.
// verilator lint_off WIDTHTRUNC
// verilator lint_off WIDTHEXPAND

module tb_roundel_dma #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,
  parameter int Modes = roundel_stream_pkg::MODES_ONE,
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,
  parameter int KeyBits = 128,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int SecondSboxLanes = 0,
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,
  parameter int SecondRoundCuts = 0,
  parameter int KeySlots = 4,
  parameter int PacketDepth = 0,
  parameter int GhashCuts = 0,
  parameter bit BlockRam = 1'b1,
  parameter bit Counters = 1'b1,
  parameter int BusLanes = 0,
  parameter int BurstBytes = 0,
  parameter int ReadBeats = 258,
  parameter int WriteBeats = 82,
  parameter int ListTimeoutBits = 16,
  parameter int AxiIdBits = 1,
  parameter int DataId = 0,
  parameter int ControlId = 1,
  parameter int AxiProt = 2,
  parameter int AxiCache = 3,
  parameter bit SecureKeys = 1'b0
);

  // Registers: rtl/regs/roundel_registers.rdl and rtl/regs/roundel_dma_registers.rdl.
  localparam logic [12:0] STATUS = 13'h0014;
  localparam logic [12:0] ERRORS = 13'h0018;
  localparam logic [12:0] KEY_COMMAND = 13'h0028;
  localparam logic [1:0] KEY_SIZE = 2'(KeyBits / 64 - 2);
  localparam logic [12:0] KEY = 13'h0080;
  localparam logic [12:0] PACKETS = 13'h0100;
  localparam logic [12:0] RINGS_CONTROL = 13'h1010;
  localparam logic [12:0] RINGS_STATUS = 13'h1014;
  localparam logic [12:0] RING = 13'h1020;
  localparam logic [12:0] RECORDS = 13'h1028;
  localparam logic [12:0] SIZES = 13'h1030;
  localparam logic [12:0] TAIL = 13'h1040;
  localparam logic [12:0] DONE = 13'h1048;
  localparam logic [12:0] RINGS_ERRORS = 13'h1050;
  localparam int KEY_WORDS = roundel_stream_pkg::mode_key_bits(Mode, KeyBits) / 32;
  localparam int ALL = 10;  // packets
  localparam int LIMIT = 50000;  // cycles of the whole bench

  // Memory: rings of 8 descriptors and records, then an area for each packet.
  localparam int BYTES = 16 * roundel_stream_pkg::bus_lanes(BusLanes, Lanes);  // bytes of a beat
  localparam int MEMORY_BYTES = 8192;
  localparam logic [63:0] BASE = 64'h0000_0123_ffff_0000;
  localparam int LOG_PLACES = 3;
  localparam int RING_AT = 0;
  localparam int RECORDS_AT = 1024;
  localparam int PACKETS_AT = 2048;
  localparam logic [7:0] BLANK = 8'h5a;

  logic clk = 1'b0;
  always #5 clk = !clk;

  logic rst_n = 1'b0;
  logic [31:0] scene = '0;
  logic irq;
  logic [AxiIdBits-1:0] m_axi_arid, m_axi_awid;
  logic m_axi_arvalid, m_axi_arready, m_axi_rready, m_axi_awvalid;
  logic m_axi_awready, m_axi_wlast, m_axi_wvalid, m_axi_wready, m_axi_bready;
  logic [63:0] m_axi_araddr, m_axi_awaddr;
  logic [7:0] m_axi_arlen, m_axi_awlen;
  logic [2:0] m_axi_arsize, m_axi_awsize;
  logic [1:0] m_axi_arburst, m_axi_awburst;
  logic [3:0] m_axi_arcache, m_axi_awcache;
  logic [2:0] m_axi_arprot, m_axi_awprot;
  logic [AxiIdBits-1:0] m_axi_rid = '0;
  logic m_axi_rlast = 1'b0;
  logic m_axi_rvalid = 1'b0;
  logic [AxiIdBits-1:0] m_axi_bid = '0;
  logic m_axi_bvalid = 1'b0;
  logic [8*BYTES-1:0] m_axi_rdata = '0;
  logic [8*BYTES-1:0] m_axi_wdata;
  logic [BYTES-1:0] m_axi_wstrb;
  logic [12:0] s_axil_awaddr = '0;
  logic [12:0] s_axil_araddr = '0;
  logic [31:0] s_axil_wdata = '0;
  logic s_axil_awvalid = 1'b0;
  logic s_axil_wvalid = 1'b0;
  logic s_axil_bready = 1'b1;
  logic s_axil_arvalid = 1'b0;
  logic s_axil_rready = 1'b1;
  logic s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata;

  roundel_dma #(
    .Mode(Mode),
    .Modes(Modes),
    .Direction(Direction),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
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
    .BusLanes(BusLanes),
    .BurstBytes(BurstBytes),
    .ReadBeats(ReadBeats),
    .WriteBeats(WriteBeats),
    .ListTimeoutBits(ListTimeoutBits),
    .AxiIdBits(AxiIdBits),
    .DataId(DataId),
    .ControlId(ControlId),
    .AxiProt(AxiProt),
    .AxiCache(AxiCache),
    .SecureKeys(SecureKeys)
  ) u_dma (
    .aclk(clk),
    .aresetn(rst_n),
    .irq(irq),
    .m_axi_arid(m_axi_arid),
    .m_axi_araddr(m_axi_araddr),
    .m_axi_arlen(m_axi_arlen),
    .m_axi_arsize(m_axi_arsize),
    .m_axi_arburst(m_axi_arburst),
    .m_axi_arcache(m_axi_arcache),
    .m_axi_arprot(m_axi_arprot),
    .m_axi_arvalid(m_axi_arvalid),
    .m_axi_arready(m_axi_arready),
    .m_axi_rid(m_axi_rid),
    .m_axi_rdata(m_axi_rdata),
    .m_axi_rresp(2'b00),
    .m_axi_rlast(m_axi_rlast),
    .m_axi_rvalid(m_axi_rvalid),
    .m_axi_rready(m_axi_rready),
    .m_axi_awid(m_axi_awid),
    .m_axi_awaddr(m_axi_awaddr),
    .m_axi_awlen(m_axi_awlen),
    .m_axi_awsize(m_axi_awsize),
    .m_axi_awburst(m_axi_awburst),
    .m_axi_awcache(m_axi_awcache),
    .m_axi_awprot(m_axi_awprot),
    .m_axi_awvalid(m_axi_awvalid),
    .m_axi_awready(m_axi_awready),
    .m_axi_wdata(m_axi_wdata),
    .m_axi_wstrb(m_axi_wstrb),
    .m_axi_wlast(m_axi_wlast),
    .m_axi_wvalid(m_axi_wvalid),
    .m_axi_wready(m_axi_wready),
    .m_axi_bid(m_axi_bid),
    .m_axi_bresp(2'b00),
    .m_axi_bvalid(m_axi_bvalid),
    .m_axi_bready(m_axi_bready),
    .s_axil_awaddr(s_axil_awaddr),
    .s_axil_awprot(3'd0),
    .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready),
    .s_axil_wdata(s_axil_wdata),
    .s_axil_wstrb(4'hf),
    .s_axil_wvalid(s_axil_wvalid),
    .s_axil_wready(s_axil_wready),
    .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid),
    .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr),
    .s_axil_arprot(3'd0),
    .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata),
    .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(s_axil_rready)
  );

  // Pins change after a rising edge and are sampled before the next rising edge.
  task automatic tick;
    begin
      @(posedge clk);
      #1;
    end
  endtask

  task automatic fail(input string what);
    begin
      $display("tb_roundel_dma: %0s", what);
      $fatal(1);
    end
  endtask

  // ---- Memory -----------------------------------------------------------------------------------
  // Bursts are answered in order; two reads and two writes are held at a time.
  logic [7:0] memory[MEMORY_BYTES];
  logic [31:0] lfsr = 32'd1;
  logic stalled = 1'b0;
  logic [63:0] read_at[2];
  logic [63:0] write_at[2];
  logic [7:0] read_left[2];
  logic [7:0] write_left[2];
  logic [1:0] read_control = '0;  // bursts with ControlId
  logic [1:0] write_control = '0;
  logic [1:0] reads = '0;  // held bursts, the oldest at index 0
  logic [1:0] writes = '0;

  assign m_axi_arready = reads != 2'd2 && !stalled;
  assign m_axi_awready = writes != 2'd2 && !stalled;
  assign m_axi_wready = writes != 2'd0 && !stalled && (!m_axi_bvalid || m_axi_bready);

  // Index of a byte in the memory.
  function automatic integer place_of(input logic [63:0] address);
    place_of = address - BASE;
  endfunction

  task automatic check(input logic [63:0] address, input logic [7:0] length,
                       input logic [2:0] size, input logic [1:0] burst,
                       input logic [3:0] attributes, input logic [2:0] protection);
    begin
      if (attributes !== AxiCache || protection !== AxiProt) fail("a burst has wrong attributes");
      if (address < BASE || address - BASE + (length + 1) * BYTES > MEMORY_BYTES + BYTES) begin
        fail("a burst is outside of the memory");
      end
      if ((1 << size) != BYTES || burst !== 2'd1) fail("a burst is of another kind");
    end
  endtask

  task automatic offer_read;
    integer k, place;
    begin
      if (!m_axi_rvalid && reads != 0 && !stalled) begin
        place = place_of(read_at[0]) / BYTES * BYTES;
        for (k = 0; k < BYTES; k = k + 1) m_axi_rdata[8*k+:8] = memory[place+k];
        m_axi_rid = read_control[0] ? ControlId : DataId;
        m_axi_rlast = read_left[0] == 0;
        m_axi_rvalid = 1'b1;
        read_at[0] = BASE + place + BYTES;
        read_left[0] = read_left[0] - 1'b1;
        if (m_axi_rlast) begin
          read_at[0] = read_at[1];
          read_left[0] = read_left[1];
          read_control[0] = read_control[1];
          reads = reads - 1'b1;
        end
      end
    end
  endtask

  task automatic take_write(input logic [8*BYTES-1:0] data, input logic [BYTES-1:0] strobe,
                            input logic last);
    integer k, place;
    begin
      if (last !== (write_left[0] == 0)) fail("a write has a wrong end");
      place = place_of(write_at[0]) / BYTES * BYTES;
      for (k = 0; k < BYTES; k = k + 1) begin
        if (strobe[k]) memory[place+k] = data[8*k+:8];
      end
      write_at[0] = BASE + place + BYTES;
      write_left[0] = write_left[0] - 1'b1;
      if (last) begin
        m_axi_bid = write_control[0] ? ControlId : DataId;
        m_axi_bvalid = 1'b1;
        write_at[0] = write_at[1];
        write_left[0] = write_left[1];
        write_control[0] = write_control[1];
        writes = writes - 1'b1;
      end
    end
  endtask

  always begin
    logic reading, writing, moved, beat, answered, last;
    logic [8*BYTES-1:0] data;
    logic [BYTES-1:0] strobe;
    @(negedge clk);
    reading = m_axi_arvalid && m_axi_arready;
    writing = m_axi_awvalid && m_axi_awready;
    moved = m_axi_rvalid && m_axi_rready;
    beat = m_axi_wvalid && m_axi_wready;
    answered = m_axi_bvalid && m_axi_bready;
    data = m_axi_wdata;
    strobe = m_axi_wstrb;
    last = m_axi_wlast;
    if (reading) begin
      check(m_axi_araddr, m_axi_arlen, m_axi_arsize, m_axi_arburst, m_axi_arcache, m_axi_arprot);
    end
    if (writing) begin
      check(m_axi_awaddr, m_axi_awlen, m_axi_awsize, m_axi_awburst, m_axi_awcache, m_axi_awprot);
    end
    if (reading) begin
      read_at[reads[0]] = m_axi_araddr;
      read_left[reads[0]] = m_axi_arlen;
      read_control[reads[0]] = m_axi_arid == ControlId;
    end
    if (writing) begin
      write_at[writes[0]] = m_axi_awaddr;
      write_left[writes[0]] = m_axi_awlen;
      write_control[writes[0]] = m_axi_awid == ControlId;
    end
    tick;
    if (reading) reads = reads + 1'b1;
    if (writing) writes = writes + 1'b1;
    if (moved) m_axi_rvalid = 1'b0;
    if (answered) m_axi_bvalid = 1'b0;
    if (beat) take_write(data, strobe, last);
    offer_read;
    lfsr = {lfsr[30:0], lfsr[31] ^ lfsr[21] ^ lfsr[1] ^ lfsr[0]};
    stalled = scene == 3 && lfsr[1:0] == 2'd0;
  end

  // ---- Registers --------------------------------------------------------------------------------
  // Address and data are sent together; the next access waits for the response.
  task automatic axil_write(input logic [12:0] address, input logic [31:0] data);
    logic address_moved, data_moved;
    begin
      s_axil_awaddr = address;
      s_axil_wdata = data;
      s_axil_awvalid = 1'b1;
      s_axil_wvalid = 1'b1;
      while (s_axil_awvalid || s_axil_wvalid) begin
        @(negedge clk);
        address_moved = s_axil_awready;
        data_moved = s_axil_wready;
        tick;
        if (address_moved) s_axil_awvalid = 1'b0;
        if (data_moved) s_axil_wvalid = 1'b0;
      end
      while (!s_axil_bvalid) tick;
      if (s_axil_bresp !== 2'b00) fail("a write is refused");
      tick;
    end
  endtask

  task automatic axil_read(input logic [12:0] address, output logic [31:0] data);
    logic moved;
    begin
      s_axil_araddr = address;
      s_axil_arvalid = 1'b1;
      while (s_axil_arvalid) begin
        @(negedge clk);
        moved = s_axil_arready;
        tick;
        if (moved) s_axil_arvalid = 1'b0;
      end
      while (!s_axil_rvalid) tick;
      if (s_axil_rresp !== 2'b00) fail("a read is refused");
      data = s_axil_rdata;
      tick;
    end
  endtask

  // ---- Packets ----------------------------------------------------------------------------------
  function automatic integer vector_of(input integer number);
    vector_of = (KeySlots == 1) ? 0 : (number & 1);
  endfunction

  function automatic logic is_backwards(input integer number);
    is_backwards = (Direction == roundel_aes_pkg::DIRECTION_BOTH || Mode ==
        roundel_stream_pkg::MODE_GCM
        || Mode == roundel_stream_pkg::MODE_CTR) ? ((number & 2) != 0)
        : (Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
  endfunction

  // Addresses of a packet and of its text.
  function automatic integer source_of(input integer number);
    source_of = PACKETS_AT + 512 * number + 7 * number + 3;
  endfunction

  function automatic integer target_of(input integer number);
    target_of = PACKETS_AT + 512 * number + 5 * number + 257;
  endfunction

  task automatic load(input integer vector);
    logic [511:0] key;
    logic [31:0] word;
    integer n, k;
    begin
      key = tb_vectors_pkg::key(Mode, KeyBits, vector);
      for (n = 0; n < KEY_WORDS; n = n + 1) begin
        for (k = 0; k < 4; k = k + 1) word[8*k+:8] = key[8*(4*(KEY_WORDS-n)-1-k)+:8];
        axil_write(KEY + 13'(4 * n), word);
      end
      axil_write(KEY_COMMAND, {20'd0, KEY_SIZE, 10'h100} | (vector % KeySlots));
      word = 32'd1;
      while (word != 0) axil_read(STATUS, word);
    end
  endtask

  // Write a packet and its descriptor to memory.
  task automatic give(input integer number);
    logic [511:0] aad, text, descriptor;
    logic [127:0] iv, tag;
    logic [63:0] source, target;
    integer vector, aad_bytes, text_bytes, k, place;
    begin
      vector = vector_of(number);
      aad = tb_vectors_pkg::aad(Mode, vector);
      text = is_backwards(number) ? tb_vectors_pkg::cipher(Mode, KeyBits, vector)
                                  : tb_vectors_pkg::plain(Mode, KeyBits, vector);
      iv = tb_vectors_pkg::iv(Mode, KeyBits, vector);
      tag = is_backwards(number) ? tb_vectors_pkg::tag(Mode, KeyBits, vector) : 128'd0;
      aad_bytes = tb_vectors_pkg::aad_bytes(Mode, vector);
      text_bytes = tb_vectors_pkg::text_bytes(Mode, vector);
      source = BASE + source_of(number);
      target = BASE + target_of(number);
      for (k = 0; k < aad_bytes; k = k + 1) memory[source_of(number)+k] = aad[511-8*k-:8];
      for (k = 0; k < text_bytes; k = k + 1) begin
        memory[source_of(number)+aad_bytes+k] = text[511-8*k-:8];
      end
      descriptor = '0;  // byte 0 in the low bits
      descriptor[0] = is_backwards(number);
      descriptor[15:8] = Mode;
      descriptor[23:16] = vector % KeySlots;
      descriptor[31:24] = (Mode == roundel_stream_pkg::MODE_GCM) ? 8'd16 : 8'd0;
      descriptor[63:32] = aad_bytes;
      descriptor[127:96] = text_bytes;
      for (k = 0; k < 16; k = k + 1) begin
        descriptor[128+8*k+:8] = iv[127-8*k-:8];
        descriptor[256+8*k+:8] = tag[127-8*k-:8];
      end
      descriptor[447:384] = source;
      descriptor[511:448] = target;
      place = RING_AT + 64 * (number % (1 << LOG_PLACES));
      for (k = 0; k < 64; k = k + 1) memory[place+k] = descriptor[8*k+:8];
    end
  endtask

  // Wait until a number of packets is done.
  task automatic wait_for(input integer count);
    logic [31:0] done;
    begin
      done = '0;
      while (done < count) axil_read(DONE, done);
    end
  endtask

  // Compare text and record of a finished packet.
  task automatic compare(input integer number);
    logic [511:0] wanted;
    logic [127:0] tag;
    logic [255:0] record;
    integer vector, bytes, k, place;
    begin
      vector = vector_of(number);
      bytes = tb_vectors_pkg::text_bytes(Mode, vector);
      wanted = is_backwards(number) ? tb_vectors_pkg::plain(Mode, KeyBits, vector)
                                    : tb_vectors_pkg::cipher(Mode, KeyBits, vector);
      tag = tb_vectors_pkg::tag(Mode, KeyBits, vector);
      place = target_of(number);
      for (k = 0; k < bytes; k = k + 1) begin
        if (memory[place+k] !== wanted[511-8*k-:8]) begin
          fail($sformatf("text of packet %0d is wrong", number));
        end
      end
      for (k = 1; k < 64; k = k + 1) begin
        if (memory[place-k] !== BLANK || memory[place+bytes+k-1] !== BLANK) begin
          fail($sformatf("something is written beside packet %0d", number));
        end
      end
      record = '0;  // byte 0 in the low bits
      for (k = 0; k < 16; k = k + 1) record[8*k+:8] = tag[127-8*k-:8];
      record[128] = 1'b1;
      record[191:160] = bytes;
      record[223:192] = number + 1;
      place = RECORDS_AT + 32 * (number % (1 << LOG_PLACES));
      for (k = 0; k < 32; k = k + 1) begin
        if (memory[place+k] !== record[8*k+:8]) begin
          fail($sformatf("record of packet %0d is wrong", number));
        end
      end
    end
  endtask

  // ---- Scenes -----------------------------------------------------------------------------------
  initial begin
    logic [31:0] word;
    integer number, k;
    for (k = 0; k < MEMORY_BYTES; k = k + 1) memory[k] = BLANK;
    repeat (3) tick;
    rst_n = 1'b1;
    word = 32'd1;
    while (word != 0) axil_read(STATUS, word);
    word = 32'd1;
    while (word != 0) axil_read(RINGS_STATUS, word);  // waits until the queues are overwritten
    scene = 1;
    tick;
    load(0);
    if (KeySlots > 1) load(1);
    axil_write(RING, BASE[31:0] + RING_AT);
    axil_write(RING + 13'd4, BASE[63:32]);
    axil_write(RECORDS, BASE[31:0] + RECORDS_AT);
    axil_write(RECORDS + 13'd4, BASE[63:32]);
    axil_write(SIZES, LOG_PLACES);
    axil_write(RINGS_CONTROL, 32'd1);
    scene = 0;
    give(0);
    repeat (4) tick;
    scene = 2;
    tick;
    axil_write(TAIL, 32'd1);
    while (memory[RECORDS_AT+16] === BLANK) tick;
    repeat (12) tick;
    scene = 0;
    wait_for(1);
    compare(0);
    scene = 3;
    for (number = 1; number < ALL; number = number + 3) begin
      give(number);
      give(number + 1);
      axil_write(TAIL, number + 2);
      give(number + 2);
      axil_write(TAIL, number + 3);
      wait_for(number + 3);
      compare(number);
      compare(number + 1);
      compare(number + 2);
    end
    scene = 0;
    axil_read(ERRORS, word);
    if (word != 0) fail("there are errors");
    axil_read(RINGS_ERRORS, word);
    if (word != 0) fail("there are errors of the rings");
    axil_read(PACKETS, word);
    if (word != ((Counters != 0) ? ALL : 0)) fail("packets are not counted");
    if (irq !== 1'b0) fail("there is an interrupt that nobody enabled");
    $display("tb_roundel_dma: %0d packets are right", ALL);
    $finish;
  end

  initial begin
    repeat (LIMIT) @(posedge clk);
    fail("no end");
  end

  initial begin
    reg [8*256-1:0] file;
    if ($value$plusargs("vcd=%s", file)) begin
      $dumpfile(file);
      $dumpvars(1, tb_roundel_dma);
    end
  end

endmodule : tb_roundel_dma
