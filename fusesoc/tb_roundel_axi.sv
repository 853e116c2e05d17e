// SPDX-License-Identifier: Apache-2.0
//
// Bench of roundel_axi: published vectors in, text and results compared; $fatal if one is wrong.
//
// It needs nothing but a simulator, and takes every parameter of the top, so it also checks the
// configuration that you chose. `+vcd=FILE` writes the waves of the pins. Scenes: see tb_packets.
// Keys go through the registers, a word at a time; at the end their counters are compared.

module tb_roundel_axi #(
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
  parameter int UserBits = 1,
  parameter int PacketDepth = 0,
  parameter int GhashCuts = 0,
  parameter bit BlockRam = 1'b1,
  parameter bit Counters = 1'b1
);

  // Registers, of rtl/regs/roundel_registers.rdl.
  localparam logic [11:0] STATUS = 12'h014;
  localparam logic [11:0] ERRORS = 12'h018;
  localparam logic [11:0] KEY_COMMAND = 12'h028;
  localparam logic [1:0] KEY_SIZE = 2'(KeyBits / 64 - 2);
  localparam logic [11:0] KEY = 12'h080;
  localparam logic [11:0] PACKETS = 12'h100;
  localparam int KEY_WORDS = roundel_stream_pkg::mode_key_bits(Mode, KeyBits) / 32;

  logic clk = 1'b0;
  always #5 clk = !clk;

  logic rst_n, done;
  logic [31:0] scene, results;
  logic key_valid, key_clear;
  logic key_ready = 1'b0;
  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot;
  logic [32*KEY_WORDS-1:0] key;
  logic s_axis_command_tvalid, s_axis_command_tready;
  logic [383:0] s_axis_command_tdata;
  logic [UserBits-1:0] s_axis_command_tuser;
  logic s_axis_tvalid, s_axis_tready, s_axis_tlast, unused_id;
  logic [128*Lanes-1:0] s_axis_tdata;
  logic [16*Lanes-1:0] s_axis_tkeep;
  logic m_axis_tvalid, m_axis_tready, m_axis_tlast;
  logic [128*Lanes-1:0] m_axis_tdata;
  logic [16*Lanes-1:0] m_axis_tkeep;
  logic [UserBits-1:0] m_axis_tuser;
  logic m_axis_result_tvalid, m_axis_result_tready, m_axis_result_tlast;
  logic [160+32*((UserBits+31)/32)-1:0] m_axis_result_tdata;
  logic s_axil_awvalid = 1'b0;
  logic s_axil_wvalid = 1'b0;
  logic s_axil_arvalid = 1'b0;
  logic [11:0] s_axil_awaddr = '0;
  logic [11:0] s_axil_araddr = '0;
  logic [31:0] s_axil_wdata = '0;
  logic s_axil_bready = 1'b1;
  logic s_axil_rready = 1'b1;
  logic s_axil_awready, s_axil_wready, s_axil_bvalid, s_axil_arready, s_axil_rvalid;
  logic [1:0] s_axil_bresp, s_axil_rresp;
  logic [31:0] s_axil_rdata;
  logic irq;

  tb_packets #(
    .Mode(Mode),
    .Direction(Direction),
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .KeySlots(KeySlots),
    .UserBits(UserBits)
  ) u_packets (
    .clk_i(clk),
    .rst_no(rst_n),
    .scene_o(scene),
    .done_o(done),
    .results_o(results),
    .key_valid_o(key_valid),
    .key_ready_i(key_ready),
    .key_slot_o(key_slot),
    .key_o(key),
    .key_clear_o(key_clear),
    .command_valid_o(s_axis_command_tvalid),
    .command_ready_i(s_axis_command_tready),
    .command_o(s_axis_command_tdata),
    .command_user_o(s_axis_command_tuser),
    .beat_valid_o(s_axis_tvalid),
    .beat_ready_i(s_axis_tready),
    .beat_data_o(s_axis_tdata),
    .beat_keep_o(s_axis_tkeep),
    .beat_last_o(s_axis_tlast),
    .beat_id_o(unused_id),
    .text_valid_i(m_axis_tvalid),
    .text_ready_o(m_axis_tready),
    .text_data_i(m_axis_tdata),
    .text_keep_i(m_axis_tkeep),
    .text_last_i(m_axis_tlast),
    .text_id_i(1'b0),
    .text_user_i(m_axis_tuser),
    .result_valid_i(m_axis_result_tvalid),
    .result_ready_o(m_axis_result_tready),
    .result_ok_i(m_axis_result_tdata[128]),
    .result_error_i(m_axis_result_tdata[134:132]),
    .result_tag_i(m_axis_result_tdata[127:0]),
    .result_id_i(1'b0),
    .result_user_i(m_axis_result_tdata[160+:UserBits])
  );

  roundel_axi #(
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
    .UserBits(UserBits),
    .PacketDepth(PacketDepth),
    .GhashCuts(GhashCuts),
    .BlockRam(BlockRam),
    .Counters(Counters)
  ) u_axi (
    .aclk(clk),
    .aresetn(rst_n),
    .irq(irq),
    .s_axis_tdata(s_axis_tdata),
    .s_axis_tkeep(s_axis_tkeep),
    .s_axis_tlast(s_axis_tlast),
    .s_axis_tuser({UserBits{1'b0}}),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tready(s_axis_tready),
    .m_axis_tdata(m_axis_tdata),
    .m_axis_tkeep(m_axis_tkeep),
    .m_axis_tlast(m_axis_tlast),
    .m_axis_tuser(m_axis_tuser),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tready(m_axis_tready),
    .s_axis_command_tdata(s_axis_command_tdata),
    .s_axis_command_tuser(s_axis_command_tuser),
    .s_axis_command_tvalid(s_axis_command_tvalid),
    .s_axis_command_tready(s_axis_command_tready),
    .m_axis_result_tdata(m_axis_result_tdata),
    .m_axis_result_tlast(m_axis_result_tlast),
    .m_axis_result_tvalid(m_axis_result_tvalid),
    .m_axis_result_tready(m_axis_result_tready),
    .s_axil_awaddr(s_axil_awaddr),
    .s_axil_awprot(3'b000),
    .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready),
    .s_axil_wdata(s_axil_wdata),
    .s_axil_wstrb(4'b1111),
    .s_axil_wvalid(s_axil_wvalid),
    .s_axil_wready(s_axil_wready),
    .s_axil_bresp(s_axil_bresp),
    .s_axil_bvalid(s_axil_bvalid),
    .s_axil_bready(s_axil_bready),
    .s_axil_araddr(s_axil_araddr),
    .s_axil_arprot(3'b000),
    .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready),
    .s_axil_rdata(s_axil_rdata),
    .s_axil_rresp(s_axil_rresp),
    .s_axil_rvalid(s_axil_rvalid),
    .s_axil_rready(s_axil_rready)
  );

  // ---- Registers --------------------------------------------------------------------------------
  task automatic tick;
    begin
      @(posedge clk);
      #1;
    end
  endtask

  task automatic fail(input string what);
    begin
      $display("tb_roundel_axi: %0s", what);
      $fatal(1);
    end
  endtask

  // Address and data together; the response before the next one.
  task automatic axil_write(input logic [11:0] address, input logic [31:0] data);
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

  task automatic axil_read(input logic [11:0] address, output logic [31:0] data);
    logic moved;
    begin
      s_axil_araddr = address;
      s_axil_arvalid = 1'b1;
      moved = 1'b0;
      while (!moved) begin
        @(negedge clk);
        moved = s_axil_arready;
        tick;
      end
      s_axil_arvalid = 1'b0;
      while (!s_axil_rvalid) tick;
      if (s_axil_rresp !== 2'b00) fail("a read is refused");
      data = s_axil_rdata;
      tick;
    end
  endtask

  // The key that tb_packets offers is taken when the registers have handed it over.
  initial begin
    logic [31:0] word;
    integer n;
    while (done !== 1'b1) begin
      if (key_valid === 1'b1) begin
        for (n = 0; n < KEY_WORDS && !key_clear; n = n + 1) begin
          word = key[32*(KEY_WORDS-1-n)+:32];
          axil_write(KEY + 12'(4 * n), {word[7:0], word[15:8], word[23:16], word[31:24]});
        end
        axil_write(KEY_COMMAND, {20'd0, KEY_SIZE, key_clear, !key_clear, 8'(key_slot)});
        word = 32'd1;
        while (word[0]) axil_read(STATUS, word);
        key_ready = 1'b1;
        tick;
        key_ready = 1'b0;
      end
      tick;
    end
    axil_read(ERRORS, word);
    if (word != 0) fail("there are errors");
    axil_read(PACKETS, word);
    if (word != ((Counters != 0) ? results : 0)) fail("packets are not counted");
    if (irq !== 1'b0) fail("there is an interrupt that nobody enabled");
    $display("tb_roundel_axi: %0d packets are right", results);
    $finish;
  end

  initial begin
    reg [8*256-1:0] file;
    if ($value$plusargs("vcd=%s", file)) begin
      $dumpfile(file);
      $dumpvars(1, tb_roundel_axi);
    end
  end

endmodule : tb_roundel_axi
