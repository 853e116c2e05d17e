// SPDX-License-Identifier: Apache-2.0
//
// Card in a memory slot: a window of 32 KiB, 64 bits wide, behind which packets are encrypted.
//
// The idea is the Pilchard card of Tong, Lo, Lee and Leong: rings of 512 blocks in block RAM, each
// with two counts, so that writing, encrypting and reading overlap. This card adds levels and flags
// against overruns, key slots, modes, results and errors.
//
// | address          | content                                                   | read | write |
// |------------------|-----------------------------------------------------------|------|-------|
// | 0x0000 to 0x0fff | registers of roundel_axi: rtl/regs/roundel_registers.rdl  | 32   | 32    |
// | 0x1000 to 0x1fff | registers of the rings: rtl/regs/roundel_card_registers.rdl | 64 | 64    |
// | 0x2000 to 0x2fff | results: a ring of ResultBlocks blocks, two per result    | 64   | -     |
// | 0x4000 to 0x5fff | input: a ring of InputBlocks blocks                       | -    | 64    |
// | 0x6000 to 0x7fff | output: a ring of OutputBlocks blocks                     | 64   | -     |
//
// Interface. The window accepts an access with valid/ready and answers each access, writes as well,
// in order. `request_strobe_i` selects the bytes, for reads too. The rings accept one access per
// cycle, and the answer follows six cycles later if no earlier answer waits. An access to a
// register ends before the next access starts. The answer follows ten cycles later from a register
// of the rings, and 16 cycles later from 32 bits of roundel_axi. A refused access has no effect,
// reads as zero, and has `answer_error_o`.
//
// To send a packet, write its blocks to free entries of the input ring, in any order. Block n,
// counted from 0 since the last zeroise, goes to offset 16 * (n modulo InputBlocks) of the ring.
// Then write the new count to INPUT_TAIL (0x1018). All counts are in blocks, have 16 bits, and wrap
// to 0. A packet consists of:
//   - Request: 48 bytes like a command of roundel_stream, but bytes 12 to 15 are the number of text
//     bytes, byte 12 the lowest. An IV of more than 16 bytes continues in further words of 48
//     bytes, with up to 32 bytes of the IV each, in bytes 16 to 47.
//   - AAD, if any, from a block boundary.
//   - Text, from a block boundary.
// A packet that is longer than the ring is sent in parts.
//
// To receive, read the text from the output ring, from a block boundary, and two blocks from the
// result ring. The first block is the tag. Fields of the second block:
//   - Byte 0, bit 0: the packet is correct and its tag matched.
//   - Byte 0, bits 4 to 6: the error code of roundel_stream.
//   - Bytes 4 to 7: the number of text bytes. All other bits are zero.
// STATUS (0x1010) shows all counts in one read. Reads change nothing; writes of OUTPUT_HEAD
// (0x1020) and RESULT_HEAD (0x1028) release entries. The text of a packet appears after the result
// of the previous packet.
//
// Full rings stall the engine. A write that would overrun the input, and a release of entries
// without data, are refused, and ERRORS (0x1038) records the refusal.
//
// Zeroise. CONTROL, or a reset (asynchronous, active low), clears keys and packets, and overwrites
// the rings. Accesses to the rings and to their registers wait until the end, and later accesses
// wait behind them. The registers of roundel_axi otherwise answer, but refuse keys. The zeroise
// ends roundel_engine_pkg::zeroise_cycles() cycles after roundel_stream has begun to overwrite the
// keys, with the blocks of the longest ring as `fifo_words`: about 890 cycles in all in `gcm-1`.
// The counts restart at 0.

module roundel_card #(
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
  parameter int ResultBlocks = 128  // a power of two, 16 to 256
) (
  input  logic        clk_i,  // rising edge
  input  logic        rst_ni,  // asynchronous, active low
  output logic        irq_o,  // high while an enabled interrupt is pending

  input  logic        request_valid_i,
  output logic        request_ready_o,
  input  logic        request_write_i,  // 1: write, 0: read
  input  logic [14:3] request_address_i,  // byte address without the low three bits
  input  logic [63:0] request_data_i,  // byte 0 in the low bits
  input  logic [ 7:0] request_strobe_i,  // bytes to write, or wanted bytes
  output logic        answer_valid_o,
  input  logic        answer_ready_i,
  output logic [63:0] answer_data_o,  // of a read, byte 0 in the low bits
  output logic        answer_error_o  // the access was refused
);

  // Enough numbers for all packets in flight and in the rings.
  localparam int NUMBER_BITS =
      roundel_prim_pkg::index_bits(roundel_prim_pkg::fifo_credits(
          roundel_stream_pkg::packet_depth(PacketDepth, Mode,
              roundel_engine_pkg::blocks_in_flight(Rounds, Stages, KeySlots), Lanes)) + 256);
  // A zeroise lasts until the longest ring is overwritten.
  localparam int BLOCKS = (InputBlocks > OutputBlocks) ? InputBlocks : OutputBlocks;
  localparam int LONGEST = (ResultBlocks > BLOCKS) ? ResultBlocks : BLOCKS;

  logic zeroise, closed, clear_q;

  // ---- Window and registers ---------------------------------------------------------------------
  logic register_start, register_card, register_write, register_done, register_error, refused;
  logic [11:3] register_address;
  logic [63:0] register_data, register_answer, axil_answer, card_answer;
  logic [7:0] register_strobe;
  logic axil_done, axil_error, card_done, card_error;
  logic put, overrun, commit, output_release, result_release, output_underrun, result_underrun;
  logic [$clog2(InputBlocks):0] put_index;
  logic [$clog2(OutputBlocks):0] output_index;
  logic [$clog2(ResultBlocks):0] result_index;
  logic [63:0] put_data, output_data, result_data;
  logic [15:0] count, input_head, input_tail, input_room;
  logic [15:0] output_head, output_tail, output_level, result_head, result_tail, result_level;
  logic input_busy, output_busy, result_busy;

  roundel_card_window #(
    .InputBlocks(InputBlocks), .OutputBlocks(OutputBlocks), .ResultBlocks(ResultBlocks)
  ) u_window (
    .clk_i, .rst_ni,
    .closed_i(clear_q),
    .request_valid_i, .request_ready_o, .request_write_i, .request_address_i, .request_data_i,
    .request_strobe_i, .answer_valid_o, .answer_ready_i, .answer_data_o, .answer_error_o,
    .refused_o(refused),
    .register_start_o(register_start),
    .register_card_o(register_card),
    .register_write_o(register_write),
    .register_address_o(register_address),
    .register_data_o(register_data),
    .register_strobe_o(register_strobe),
    .register_done_i(register_done),
    .register_error_i(register_error),
    .register_data_i(register_answer),
    .input_write_o(put),
    .input_index_o(put_index),
    .input_data_o(put_data),
    .input_overrun_i(overrun),
    .output_index_o(output_index),
    .output_data_i(output_data),
    .result_index_o(result_index),
    .result_data_i(result_data)
  );

  assign register_done = axil_done || card_done;
  assign register_error = register_card ? card_error : axil_error;
  assign register_answer = register_write ? '0 : register_card ? card_answer : axil_answer;

  roundel_card_registers #(
    .InputBlocks(InputBlocks), .OutputBlocks(OutputBlocks), .ResultBlocks(ResultBlocks)
  ) u_card_registers (
    .clk_i, .rst_ni,
    .start_i(register_start && register_card),
    .write_i(register_write),
    .address_i(register_address),
    .data_i(register_data[15:0]),
    .strobe_i(register_strobe[1:0]),
    .done_o(card_done),
    .error_o(card_error),
    .data_o(card_answer),
    .refused_i(refused),
    .input_commit_o(commit),
    .output_release_o(output_release),
    .result_release_o(result_release),
    .count_o(count),
    .input_overrun_i(overrun),
    .output_underrun_i(output_underrun),
    .result_underrun_i(result_underrun),
    .input_head_i(input_head),
    .input_tail_i(input_tail),
    .input_room_i(input_room),
    .output_head_i(output_head),
    .output_tail_i(output_tail),
    .output_level_i(output_level),
    .result_head_i(result_head),
    .result_tail_i(result_tail),
    .result_level_i(result_level)
  );

  // ---- Rings ------------------------------------------------------------------------------------
  // High during a zeroise and until the rings are overwritten.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
    end else begin
      clear_q <= closed || input_busy || output_busy || result_busy;
    end
  end

  logic block_valid, block_ready, text_block_valid, text_block_ready;
  logic result_block_valid, result_block_ready;
  logic [127:0] block, text_block, result_block;

  roundel_card_input #(.Blocks(InputBlocks)) u_input (
    .clk_i, .rst_ni,
    .clear_i(zeroise),
    .busy_o(input_busy),
    .write_i(put),
    .write_index_i(put_index),
    .write_data_i(put_data),
    .commit_i(commit),
    .commit_tail_i(count),
    .overrun_o(overrun),
    .head_o(input_head),
    .tail_o(input_tail),
    .room_o(input_room),
    .valid_o(block_valid),
    .ready_i(block_ready),
    .data_o(block)
  );

  roundel_card_output #(.Blocks(OutputBlocks)) u_output (
    .clk_i, .rst_ni,
    .clear_i(zeroise),
    .busy_o(output_busy),
    .valid_i(text_block_valid),
    .ready_o(text_block_ready),
    .data_i(text_block),
    .read_index_i(output_index),
    .read_data_o(output_data),
    .release_i(output_release),
    .release_head_i(count),
    .underrun_o(output_underrun),
    .head_o(output_head),
    .tail_o(output_tail),
    .level_o(output_level)
  );

  roundel_card_output #(.Blocks(ResultBlocks)) u_results (
    .clk_i, .rst_ni,
    .clear_i(zeroise),
    .busy_o(result_busy),
    .valid_i(result_block_valid),
    .ready_o(result_block_ready),
    .data_i(result_block),
    .read_index_i(result_index),
    .read_data_o(result_data),
    .release_i(result_release),
    .release_head_i(count),
    .underrun_o(result_underrun),
    .head_o(result_head),
    .tail_o(result_tail),
    .level_o(result_level)
  );

  // ---- Packets ----------------------------------------------------------------------------------
  logic request_valid, request_ready, request_open, request_settled, word_valid, word_ready;
  logic [383:0] request;
  logic [127:0] word;
  logic text_valid, text_ready, text_last;
  logic [128*Lanes-1:0] text_data;
  logic [16*Lanes-1:0] text_keep;
  logic [NUMBER_BITS-1:0] text_number;
  logic result_valid, result_ready, result_ok, result_text;
  logic [2:0] result_error;
  logic [127:0] result_tag;

  roundel_card_source u_source (
    .clk_i, .rst_ni,
    .clear_i(clear_q),
    .block_valid_i(block_valid),
    .block_ready_o(block_ready),
    .block_i(block),
    .request_valid_o(request_valid),
    .request_ready_i(request_ready),
    .request_o(request),
    .open_i(request_open),
    .settled_i(request_settled),
    .word_valid_o(word_valid),
    .word_ready_i(word_ready),
    .word_o(word)
  );

  roundel_request_engine #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes),
    .WordBlocks(1),
    .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
    .KeySlots(KeySlots), .PacketDepth(PacketDepth), .GhashCuts(GhashCuts), .BlockRam(BlockRam),
    .Counters(Counters),
    .NumberBits(NUMBER_BITS),
    .FifoWords(LONGEST)
  ) u_requests (
    .clk_i, .rst_ni, .irq_o,
    .zeroise_o(zeroise),
    .zeroising_o(closed),
    .clear_i(clear_q),
    .start_i(register_start && !register_card),
    .write_i(register_write),
    .address_i(register_address),
    .data_i(register_data),
    .strobe_i(register_strobe),
    .halves_i({register_strobe[7:4] != '0, register_strobe[3:0] != '0}),
    .done_o(axil_done),
    .error_o(axil_error),
    .data_o(axil_answer),
    .request_valid_i(request_valid),
    .request_ready_o(request_ready),
    .request_i(request),
    .open_o(request_open),
    .settled_o(request_settled),
    .word_valid_i(word_valid),
    .word_ready_o(word_ready),
    .word_i(word),
    .text_valid_o(text_valid),
    .text_ready_i(text_ready),
    .text_data_o(text_data),
    .text_keep_o(text_keep),
    .text_last_o(text_last),
    .text_number_o(text_number),
    .result_valid_o(result_valid),
    .result_ready_i(result_ready),
    .result_ok_o(result_ok),
    .result_error_o(result_error),
    .result_tag_o(result_tag),
    .result_text_o(result_text),
    // verilator lint_off PINCONNECTEMPTY
    .result_number_o(),
    .drop_o(),
    .drop_number_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  roundel_card_sink #(.Lanes(Lanes), .NumberBits(NUMBER_BITS)) u_sink (
    .clk_i, .rst_ni,
    .clear_i(clear_q),
    .text_valid_i(text_valid),
    .text_ready_o(text_ready),
    .text_data_i(text_data),
    .text_keep_i(text_keep),
    .text_last_i(text_last),
    .text_number_i(text_number),
    .result_valid_i(result_valid),
    .result_ready_o(result_ready),
    .result_ok_i(result_ok),
    .result_error_i(result_error),
    .result_tag_i(result_tag),
    .result_text_i(result_text),
    .text_valid_o(text_block_valid),
    .text_ready_i(text_block_ready),
    .text_o(text_block),
    .result_valid_o(result_block_valid),
    .result_ready_i(result_block_ready),
    .result_o(result_block)
  );

endmodule : roundel_card
