// SPDX-License-Identifier: Apache-2.0
//
// A card in a memory slot: a window of 32 KiB of memory, 64 bits wide, behind which packets are
// encrypted. After the Pilchard card of Tong, Lo, Lee and Leong: queues of 512 blocks in block RAM,
// each with two counts, so that writing, encrypting and reading overlap; with what that lacked:
// levels and flags, so that no host need overrun it; keys by slot, modes, results, errors.
//
// address            what                                                          read  write
// 0x0000 to 0x0fff   registers of roundel_axi: rtl/regs/roundel_registers.rdl              32    32
// 0x1000 to 0x1fff   registers of the queues: rtl/regs/roundel_card_registers.rdl      64    64
// 0x2000 to 0x2fff   results: a ring of ResultBlocks blocks, two a result          64    -
// 0x4000 to 0x5fff   input: a ring of InputBlocks blocks                           -     64
// 0x6000 to 0x7fff   output: a ring of OutputBlocks blocks                         64    -
//
// How do I send a packet?  Write its blocks to free places of the input, at 16 * (count modulo
//   InputBlocks), in any order; then their new count to INPUT_TAIL. First a request: 48 bytes as a
// command of roundel_stream, but that bytes 12 to 15 are the bytes of text, byte 12 the lowest;
// with
//   an IV of more than 16 bytes further 48 for every 32. Then AAD, if it has any, from a block on;
//   then text, from a block on. A packet longer than the queue goes in parts.
// How do I get what comes of it?  Its text is in the output, from a block on, and then in the
//   results: a block with the tag; one with, in byte 0, bit 0: done, and the tag was right, bits 4
//   to 6: the error, as roundel_stream has it; in bytes 4 to 7 the bytes of text. STATUS tells all
//   counts at once. Reading changes nothing; writing OUTPUT_HEAD and RESULT_HEAD gives places back.
//   Text of a packet comes only when the result in front of it is there, so it is never another's.
// What if I am too slow, or too fast?  Full queues wait. What would overrun the input or give back
//   what is not there is refused, and ERRORS says so.
// How do I forget everything?  Zeroise (CONTROL) or a reset: keys, packets and queues, which are
//   overwritten. Until then, some 600 cycles, accesses to the queues and to their registers wait.
//   Counts begin at 0.
//
// The window. A request is taken with valid/ready, and answered in order, writes as well; the bytes
// that are meant are those of `request_strobe_i`, for reads too. See roundel_card_window for times.

module roundel_card #(
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
  parameter int ResultBlocks = 128  // a power of two, 16 to 256
) (
  input  logic        clk_i,  // rising edge
  input  logic        rst_ni,  // asynchronous, active low
  output logic        irq_o,  // an enabled interrupt is pending

  input  logic        request_valid_i,  // an access is asked for
  output logic        request_ready_o,  // it is taken in this cycle
  input  logic        request_write_i,  // a write, else a read
  input  logic [14:0] request_address_i,  // in bytes; the low three bits do not count
  input  logic [63:0] request_data_i,  // byte 0 in the low bits
  input  logic [ 7:0] request_strobe_i,  // bytes that are written, or wanted
  output logic        answer_valid_o,  // an answer is offered
  input  logic        answer_ready_i,  // it is taken in this cycle
  output logic [63:0] answer_data_o,  // what was read, byte 0 in the low bits
  output logic        answer_error_o  // it was refused
);

  // Numbers enough for all packets that can be under way, with those in queues.
  localparam int NUMBER_BITS =
      roundel_prim_pkg::index_bits(roundel_prim_pkg::fifo_credits((PacketDepth != 0)
      ? PacketDepth : roundel_stream_pkg::packet_depth(Mode,
          roundel_engine_pkg::ring_length(Rounds, Stages), Lanes)) + 256);
  // A zeroise lasts until all is overwritten.
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
    .InputBlocks(InputBlocks),
    .OutputBlocks(OutputBlocks),
    .ResultBlocks(ResultBlocks)
  ) u_window (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .closed_i(clear_q),
    .request_valid_i(request_valid_i),
    .request_ready_o(request_ready_o),
    .request_write_i(request_write_i),
    .request_address_i(request_address_i[14:3]),
    .request_data_i(request_data_i),
    .request_strobe_i(request_strobe_i),
    .answer_valid_o(answer_valid_o),
    .answer_ready_i(answer_ready_i),
    .answer_data_o(answer_data_o),
    .answer_error_o(answer_error_o),
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
    .InputBlocks(InputBlocks),
    .OutputBlocks(OutputBlocks),
    .ResultBlocks(ResultBlocks)
  ) u_card_registers (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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

  // ---- Queues -----------------------------------------------------------------------------------
  // All of it is cleared while the rest forgets, and until the queues are overwritten.
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

  roundel_card_input #(
    .Blocks(InputBlocks)
  ) u_input (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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

  roundel_card_output #(
    .Blocks(OutputBlocks)
  ) u_output (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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

  roundel_card_output #(
    .Blocks(ResultBlocks)
  ) u_results (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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
  logic [NUMBER_BITS-1:0] text_number, unused_number, unused_drop_number;
  logic result_valid, result_ready, result_ok, result_text, unused_drop;
  logic [2:0] result_error;
  logic [127:0] result_tag;

  roundel_card_source u_source (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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
    .Mode(Mode),
    .Direction(Direction),
    .Lanes(Lanes),
    .WordBlocks(1),
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
    .ZeroiseCycles(LONGEST)
  ) u_requests (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .irq_o(irq_o),
    .zeroise_o(zeroise),
    .zeroising_o(closed),
    .clear_i(clear_q),
    .start_i(register_start && !register_card),
    .write_i(register_write),
    .address_i(register_address),
    .data_i(register_data),
    .strobe_i(register_strobe),
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
    .result_number_o(unused_number),
    .result_text_o(result_text),
    .drop_o(unused_drop),
    .drop_number_o(unused_drop_number)
  );

  roundel_card_sink #(
    .Lanes(Lanes),
    .NumberBits(NUMBER_BITS)
  ) u_sink (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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

  logic unused_address;
  assign unused_address = ^request_address_i[2:0];

endmodule : roundel_card
