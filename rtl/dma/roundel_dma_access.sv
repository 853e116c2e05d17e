// SPDX-License-Identifier: Apache-2.0
//
// Gives software access to the registers of roundel_dma over AXI4-Lite.
//
// Interface. `s_*` are the channels of AXI4-Lite. Addresses below 0x1000 belong to the engine
// (`engine_*`: see roundel_axil_bridge), the others to the rings (roundel_dma_registers). One
// access at a time; reads and writes alternate if both wait. The outputs to the DMA are levels, the
// inputs from the DMA are levels or pulses; see roundel_dma_registers.
//
// Method. With SecureKeys, the port carries AWPROT[1] (non-secure) beside the address. A non-secure
// write to KEY or KEY_COMMAND loses its highest strobe. The engine refuses a key write of fewer
// than four bytes, also of none, answers with SLVERR and sets ERRORS.key_access.
//
// Limits. ARPROT has no effect: no read returns a secret.

module roundel_dma_access #(
  parameter int Bytes = 16,  // bytes of a beat of the memory
  parameter int BurstBytes = 256,  // bytes of the longest burst
  parameter bit SecureKeys = 1'b0  // 1: keys are written by secure accesses alone
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  output logic        irq_o,

  input  logic        s_aw_valid_i,
  output logic        s_aw_ready_o,
  input  logic [12:2] s_aw_word_i,
  input  logic        s_aw_nonsecure_i,  // AWPROT[1]
  input  logic        s_w_valid_i,
  output logic        s_w_ready_o,
  input  logic [31:0] s_w_data_i,
  input  logic [ 3:0] s_w_strobe_i,
  output logic        s_b_valid_o,
  input  logic        s_b_ready_i,
  output logic        s_b_error_o,  // response SLVERR
  input  logic        s_ar_valid_i,
  output logic        s_ar_ready_o,
  input  logic [12:2] s_ar_word_i,
  output logic        s_r_valid_o,
  input  logic        s_r_ready_i,
  output logic [31:0] s_r_data_o,
  output logic        s_r_error_o,  // response SLVERR

  output logic        engine_start_o,
  output logic        engine_write_o,
  output logic [11:3] engine_address_o,
  output logic [63:0] engine_data_o,
  output logic [ 7:0] engine_strobe_o,
  output logic [ 1:0] engine_halves_o,  // the half of the access; bit 1: the high half
  input  logic        engine_done_i,
  input  logic        engine_error_i,
  input  logic [63:0] engine_data_i,

  output logic        run_o,
  output logic [63:6] ring_o,
  output logic [63:5] records_o,
  output logic [ 3:0] log_o,
  output logic [15:0] tail_o,
  input  logic [15:0] fetched_i,
  input  logic        busy_i,
  input  logic        halted_i,
  input  logic        stuck_i,
  input  logic        recorded_i,
  input  logic        failed_read_i,
  input  logic        failed_write_i,
  input  logic        failed_record_i,
  input  logic        failed_pieces_i
);

  `include "roundel_registers.svh"

  logic start, write, done, error, of_rings, rings_done, rings_error, nonsecure_key;
  logic [13:2] word;  // bit 13: a non-secure access
  logic [31:0] data, rings_answer, answer;
  logic [3:0] strobe, engine_strobe;

  roundel_axil_port #(.AddressBits(14)) u_port (
    .clk_i, .rst_ni,
    .aw_valid_i(s_aw_valid_i),
    .aw_ready_o(s_aw_ready_o),
    .aw_word_i({SecureKeys && s_aw_nonsecure_i, s_aw_word_i}),
    .w_valid_i(s_w_valid_i),
    .w_ready_o(s_w_ready_o),
    .w_data_i(s_w_data_i),
    .w_strobe_i(s_w_strobe_i),
    .b_valid_o(s_b_valid_o),
    .b_ready_i(s_b_ready_i),
    .b_error_o(s_b_error_o),
    .ar_valid_i(s_ar_valid_i),
    .ar_ready_o(s_ar_ready_o),
    .ar_word_i({1'b0, s_ar_word_i}),
    .r_valid_o(s_r_valid_o),
    .r_ready_i(s_r_ready_i),
    .r_data_o(s_r_data_o),
    .r_error_o(s_r_error_o),
    .request_o(start),
    .write_o(write),
    .word_o(word),
    .data_o(data),
    .strobe_o(strobe),
    .done_i(done),
    .error_i(error),
    .data_i(answer)
  );

  // KEY has a power of two of words, at a multiple of its size.
  assign nonsecure_key = word[13] && !word[12] && (word[11:2] == REG_KEY_COMMAND_WORD
      || (word[11:2] & ~10'(REG_KEY_COUNT - 1)) == REG_KEY_WORD);
  assign engine_strobe = strobe & {!nonsecure_key, 3'b111};

  assign of_rings = word[12];
  assign engine_start_o = start && !of_rings;
  assign engine_write_o = write;
  assign engine_address_o = word[11:3];
  assign engine_data_o = {data, data};
  assign engine_strobe_o = {engine_strobe, engine_strobe};
  assign engine_halves_o = {word[2], !word[2]};

  assign done = engine_done_i || rings_done;
  assign error = of_rings ? rings_error : engine_error_i;
  assign answer = of_rings ? rings_answer : word[2] ? engine_data_i[63:32] : engine_data_i[31:0];

  roundel_dma_registers #(.Bytes(Bytes), .BurstBytes(BurstBytes)) u_rings (
    .clk_i, .rst_ni, .clear_i, .irq_o,
    .start_i(start && of_rings),
    .write_i(write),
    .address_i(word[11:2]),
    .data_i(data),
    .strobe_i(strobe),
    .done_o(rings_done),
    .error_o(rings_error),
    .data_o(rings_answer),
    .run_o, .ring_o, .records_o, .log_o, .tail_o, .fetched_i, .busy_i, .halted_i, .stuck_i,
    .recorded_i, .failed_read_i, .failed_write_i, .failed_record_i, .failed_pieces_i
  );

endmodule : roundel_dma_access
