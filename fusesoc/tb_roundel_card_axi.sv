// SPDX-License-Identifier: Apache-2.0
//
// Bench of roundel_card_axi: published vectors through the queues, text and results compared;
// $fatal if one is wrong.
//
// It needs nothing but a simulator, and takes every parameter of the top, so it also checks the
// configuration that you chose. `+vcd=FILE` writes the waves of the pins. Scenes:
//   1  the keys, in bursts to registers
//   2  a request with its data in one burst, and the count that hands it over
//   3  all counts, the text and the result, in a burst each
//   4  more packets, several under way; keys, directions and lengths change
// Vector 0 has several blocks (GCM: AAD too), vector 1 a single one.

// Integers go into fields of fewer bits.
// verilator lint_off WIDTHTRUNC
// verilator lint_off WIDTHEXPAND

module tb_roundel_card_axi #(
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
  parameter int InputBlocks = 512,
  parameter int OutputBlocks = 512,
  parameter int ResultBlocks = 128,
  parameter int IdBits = 4
);

  // The window: rtl/regs/roundel_registers.rdl, rtl/regs/roundel_card_registers.rdl and the queues.
  localparam logic [14:0] STATUS = 15'h0014;
  localparam logic [14:0] ERRORS = 15'h0018;
  localparam logic [14:0] KEY_COMMAND = 15'h0028;
  localparam logic [1:0] KEY_SIZE = 2'(KeyBits / 64 - 2);
  localparam logic [14:0] KEY = 15'h0080;
  localparam logic [14:0] PACKETS = 15'h0100;
  localparam logic [14:0] CARD_STATUS = 15'h1010;
  localparam logic [14:0] INPUT_TAIL = 15'h1018;
  localparam logic [14:0] OUTPUT_HEAD = 15'h1020;
  localparam logic [14:0] RESULT_HEAD = 15'h1028;
  localparam logic [14:0] CARD_ERRORS = 15'h1038;
  localparam logic [14:0] RESULTS = 15'h2000;
  localparam logic [14:0] INPUT = 15'h4000;
  localparam logic [14:0] OUTPUT = 15'h6000;
  localparam int KEY_WORDS = roundel_stream_pkg::mode_key_bits(Mode, KeyBits) / 32;
  localparam int ALL = 10;  // packets
  localparam int LIMIT = 50000;  // cycles in which all must be done

  logic clk = 1'b0;
  always #5 clk = !clk;

  logic rst_n = 1'b0;
  logic [31:0] scene = '0;
  logic irq;
  logic [14:0] s_axi_awaddr = '0;
  logic [7:0] s_axi_awlen = '0;
  logic [2:0] s_axi_awsize = '0;
  logic s_axi_awvalid = 1'b0;
  logic [63:0] s_axi_wdata = '0;
  logic s_axi_wlast = 1'b0;
  logic s_axi_wvalid = 1'b0;
  logic s_axi_bready = 1'b1;
  logic [14:0] s_axi_araddr = '0;
  logic [7:0] s_axi_arlen = '0;
  logic [2:0] s_axi_arsize = '0;
  logic s_axi_arvalid = 1'b0;
  logic s_axi_rready = 1'b1;
  logic s_axi_awready, s_axi_wready, s_axi_bvalid, s_axi_arready, s_axi_rvalid, s_axi_rlast;
  logic [IdBits-1:0] s_axi_bid, s_axi_rid;
  logic [1:0] s_axi_bresp, s_axi_rresp;
  logic [63:0] s_axi_rdata;

  roundel_card_axi #(
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
    .InputBlocks(InputBlocks),
    .OutputBlocks(OutputBlocks),
    .ResultBlocks(ResultBlocks),
    .IdBits(IdBits)
  ) u_card (
    .aclk(clk),
    .aresetn(rst_n),
    .irq(irq),
    .s_axi_awid({IdBits{1'b1}}),
    .s_axi_awaddr(s_axi_awaddr),
    .s_axi_awlen(s_axi_awlen),
    .s_axi_awsize(s_axi_awsize),
    .s_axi_awburst(2'd1),
    .s_axi_awlock(1'b0),
    .s_axi_awcache(4'd0),
    .s_axi_awprot(3'd0),
    .s_axi_awqos(4'd0),
    .s_axi_awvalid(s_axi_awvalid),
    .s_axi_awready(s_axi_awready),
    .s_axi_wdata(s_axi_wdata),
    .s_axi_wstrb(8'hff),
    .s_axi_wlast(s_axi_wlast),
    .s_axi_wvalid(s_axi_wvalid),
    .s_axi_wready(s_axi_wready),
    .s_axi_bid(s_axi_bid),
    .s_axi_bresp(s_axi_bresp),
    .s_axi_bvalid(s_axi_bvalid),
    .s_axi_bready(s_axi_bready),
    .s_axi_arid({IdBits{1'b0}}),
    .s_axi_araddr(s_axi_araddr),
    .s_axi_arlen(s_axi_arlen),
    .s_axi_arsize(s_axi_arsize),
    .s_axi_arburst(2'd1),
    .s_axi_arlock(1'b0),
    .s_axi_arcache(4'd0),
    .s_axi_arprot(3'd0),
    .s_axi_arqos(4'd0),
    .s_axi_arvalid(s_axi_arvalid),
    .s_axi_arready(s_axi_arready),
    .s_axi_rid(s_axi_rid),
    .s_axi_rdata(s_axi_rdata),
    .s_axi_rresp(s_axi_rresp),
    .s_axi_rlast(s_axi_rlast),
    .s_axi_rvalid(s_axi_rvalid),
    .s_axi_rready(s_axi_rready)
  );

  // ---- The bus ----------------------------------------------------------------------------------
  // Pins change after the edge, and are looked at in front of the next one.
  task automatic tick;
    begin
      @(posedge clk);
      #1;
    end
  endtask

  task automatic fail(input string what);
    begin
      $display("tb_roundel_card_axi: %0s", what);
      $fatal(1);
    end
  endtask

  logic [63:0] out[64];  // words to write
  logic [63:0] in[64];  // words that were read

  // Words from `first` on in a burst; its answer.
  task automatic write(input logic [14:0] address, input integer first, input integer beats,
                       input logic [2:0] size);
    integer beat;
    logic address_moved, data_moved;
    begin
      s_axi_awaddr = address;
      s_axi_awlen = beats - 1;
      s_axi_awsize = size;
      s_axi_awvalid = 1'b1;
      beat = 0;
      while (s_axi_awvalid || beat < beats) begin
        s_axi_wvalid = beat < beats;
        s_axi_wlast = beat == beats - 1;
        s_axi_wdata = out[(first + beat) % 64];
        @(negedge clk);
        address_moved = s_axi_awvalid && s_axi_awready;
        data_moved = s_axi_wvalid && s_axi_wready;
        tick;
        if (address_moved) s_axi_awvalid = 1'b0;
        if (data_moved) beat = beat + 1;
      end
      s_axi_wvalid = 1'b0;
      while (!s_axi_bvalid) tick;
      if (s_axi_bresp !== 2'b00 || s_axi_bid !== '1) fail("a write is refused");
      tick;
    end
  endtask

  // Words of a burst, to `first` and on.
  task automatic read(input logic [14:0] address, input integer first, input integer beats,
                      input logic [2:0] size);
    integer beat;
    logic moved;
    begin
      s_axi_araddr = address;
      s_axi_arlen = beats - 1;
      s_axi_arsize = size;
      s_axi_arvalid = 1'b1;
      beat = 0;
      while (beat < beats) begin
        @(negedge clk);
        moved = s_axi_arvalid && s_axi_arready;
        if (s_axi_rvalid) begin
          if (s_axi_rresp !== 2'b00 || s_axi_rid !== '0) fail("a read is refused");
          if (s_axi_rlast !== (beat == beats - 1)) fail("a read has a wrong end");
          in[first+beat] = s_axi_rdata;
          beat = beat + 1;
        end
        tick;
        if (moved) s_axi_arvalid = 1'b0;
      end
    end
  endtask

  // A register of 32 bits, or a word.
  task automatic set(input logic [14:0] address, input logic [63:0] value);
    begin
      out[0] = value;
      write(address, 0, 1, 3'd3);
    end
  endtask

  task automatic get(input logic [14:0] address, output logic [31:0] value);
    begin
      read(address, 0, 1, 3'd2);
      value = address[2] ? in[0][63:32] : in[0][31:0];
    end
  endtask

  // ---- Packets ----------------------------------------------------------------------------------
  logic [15:0] tail = '0;
  logic [15:0] head = '0;
  logic [15:0] result_head = '0;

  function automatic integer vector_of(input integer number);
    vector_of = (KeySlots == 1) ? 0 : (number & 1);
  endfunction

  function automatic logic is_backwards(input integer number);
    is_backwards = (Direction == roundel_aes_pkg::DIRECTION_BOTH || Mode ==
        roundel_stream_pkg::MODE_GCM
        || Mode == roundel_stream_pkg::MODE_CTR) ? ((number & 2) != 0)
        : (Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
  endfunction

  function automatic integer blocks_of(input integer bytes);
    blocks_of = (bytes + 15) / 16;
  endfunction

  // Two words of a block, byte 0 in the low bits, from a field that has its byte 0 on top.
  task automatic put_block(input integer place, input logic [127:0] block);
    integer k;
    begin
      for (k = 0; k < 16; k = k + 1) begin
        out[(2*place+k/8)%64][8*(k%8)+:8] = block[127-8*k-:8];
      end
    end
  endtask

  task automatic load(input integer vector);
    logic [511:0] key;
    logic [31:0] busy;
    integer n;
    begin
      key = tb_vectors_pkg::key(Mode, KeyBits, vector);
      for (n = 0; n < 4 * KEY_WORDS; n = n + 1) begin
        out[n/8][8*(n%8)+:8] = key[8*(4*KEY_WORDS-1-n)+:8];
      end
      write(KEY, 0, KEY_WORDS / 2, 3'd3);
      out[0] = {52'd0, KEY_SIZE, 10'h100} | (vector % KeySlots);
      write(KEY_COMMAND, 0, 1, 3'd2);
      busy = 32'd1;
      while (busy != 0) get(STATUS, busy);
    end
  endtask

  // A request with its data; it waits for room.
  task automatic give(input integer number);
    logic [511:0] aad, text;
    logic [127:0] command;
    integer vector, aad_blocks, text_blocks, blocks, k, place;
    begin
      vector = vector_of(number);
      aad = tb_vectors_pkg::aad(Mode, vector);
      text = is_backwards(number) ? tb_vectors_pkg::cipher(Mode, KeyBits, vector)
                                  : tb_vectors_pkg::plain(Mode, KeyBits, vector);
      aad_blocks = blocks_of(tb_vectors_pkg::aad_bytes(Mode, vector));
      text_blocks = blocks_of(tb_vectors_pkg::text_bytes(Mode, vector));
      blocks = 3 + aad_blocks + text_blocks;
      read(CARD_STATUS, 0, 1, 3'd3);
      while (16'(tail - in[0][15:0]) + blocks > InputBlocks) read(CARD_STATUS, 0, 1, 3'd3);
      command = '0;
      command[120] = is_backwards(number);
      command[119:112] = Mode;
      command[111:104] = vector % KeySlots;
      command[103:96] = (Mode == roundel_stream_pkg::MODE_GCM) ? 8'd16 : 8'd0;
      command[95:88] = tb_vectors_pkg::aad_bytes(Mode, vector);
      command[31:24] = tb_vectors_pkg::text_bytes(Mode, vector);
      put_block(0, command);
      put_block(1, tb_vectors_pkg::iv(Mode, KeyBits, vector));
      put_block(2, is_backwards(number) ? tb_vectors_pkg::tag(Mode, KeyBits, vector) : 128'd0);
      for (k = 0; k < aad_blocks; k = k + 1) put_block(3 + k, aad[511-128*k-:128]);
      for (k = 0; k < text_blocks; k = k + 1) put_block(3 + aad_blocks + k, text[511-128*k-:128]);
      place = tail % InputBlocks;
      k = (place + blocks > InputBlocks) ? InputBlocks - place : blocks;  // to the ring's end
      write(INPUT + 15'(16 * place), 0, 2 * k, 3'd3);
      if (k < blocks) write(INPUT, 2 * k, 2 * (blocks - k), 3'd3);
      tail = tail + blocks;
      set(INPUT_TAIL, {48'd0, tail});
    end
  endtask

  task automatic take_blocks(input logic [14:0] base, input integer size, input integer count,
                             input integer blocks);
    integer place, k;
    begin
      place = count % size;
      k = (place + blocks > size) ? size - place : blocks;
      read(base + 15'(16 * place), 0, 2 * k, 3'd3);
      if (k < blocks) read(base, 2 * k, 2 * (blocks - k), 3'd3);
    end
  endtask

  // Text and result of a packet, when they are there.
  task automatic take(input integer number);
    logic [511:0] wanted;
    logic [127:0] tag;
    integer vector, bytes, k;
    begin
      vector = vector_of(number);
      bytes = tb_vectors_pkg::text_bytes(Mode, vector);
      wanted = is_backwards(number) ? tb_vectors_pkg::plain(Mode, KeyBits, vector)
                                    : tb_vectors_pkg::cipher(Mode, KeyBits, vector);
      tag = tb_vectors_pkg::tag(Mode, KeyBits, vector);
      in[0] = {result_head, 48'd0};
      while (16'(in[0][63:48] - result_head) < 2) read(CARD_STATUS, 0, 1, 3'd3);
      take_blocks(OUTPUT, OutputBlocks, head, blocks_of(bytes));
      for (k = 0; k < bytes; k = k + 1) begin
        if (in[k/8][8*(k%8)+:8] !== wanted[511-8*k-:8]) begin
          fail($sformatf("text of packet %0d is wrong", number));
        end
      end
      take_blocks(RESULTS, ResultBlocks, result_head, 2);
      for (k = 0; k < 16; k = k + 1) begin
        if (in[k/8][8*(k%8)+:8] !== tag[127-8*k-:8]) begin
          fail($sformatf("tag of packet %0d is wrong", number));
        end
      end
      if (in[2][7:0] !== 8'h01 || in[2][63:32] !== bytes) begin
        fail($sformatf("result of packet %0d is wrong", number));
      end
      head = head + blocks_of(bytes);
      result_head = result_head + 2;
      set(OUTPUT_HEAD, {48'd0, head});
      set(RESULT_HEAD, {48'd0, result_head});
    end
  endtask

  // ---- Scenes -----------------------------------------------------------------------------------
  initial begin
    logic [31:0] word;
    integer number;
    repeat (3) tick;
    rst_n = 1'b1;
    word = 32'd1;
    while (word != 0) get(STATUS, word);
    read(CARD_STATUS, 0, 1, 3'd3);  // waits until the queues are overwritten
    scene = 1;
    tick;
    load(0);
    if (KeySlots > 1) load(1);
    scene = 2;
    tick;
    give(0);
    scene = 0;
    in[0] = '0;
    while (in[0][63:48] == 0) read(CARD_STATUS, 0, 1, 3'd3);
    scene = 3;
    tick;
    take(0);
    scene = 4;
    for (number = 1; number < ALL; number = number + 3) begin
      give(number);
      give(number + 1);
      give(number + 2);
      take(number);
      take(number + 1);
      take(number + 2);
    end
    scene = 0;
    get(ERRORS, word);
    if (word != 0) fail("there are errors");
    get(CARD_ERRORS, word);
    if (word != 0) fail("an access was refused");
    get(PACKETS, word);
    if (word != ((Counters != 0) ? ALL : 0)) fail("packets are not counted");
    if (irq !== 1'b0) fail("there is an interrupt that nobody enabled");
    $display("tb_roundel_card_axi: %0d packets are right", ALL);
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
      $dumpvars(1, tb_roundel_card_axi);
    end
  end

endmodule : tb_roundel_card_axi
