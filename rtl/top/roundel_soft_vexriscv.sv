// SPDX-License-Identifier: Apache-2.0
//
// A system of the soft processor VexRiscv with instructions for AES: processor, memory, console.
//
// console_*       a byte for the console
// exit_*          the program has ended, with this status
// fault_*         an access to data that reaches neither the memory nor a port
//
// Where does it begin?  At address 0, with the second rising edge without reset. Memory is from
//   there on; the addresses of console and end are those of roundel_soft_ports.
// How fast is it?  Five stages and caches of 4 KiB for instructions and for data, each with a bus
//   of its own to the memory: a line of 32 bytes comes in 9 cycles, one for each word and one
//   ahead. A store goes through to the memory, one a cycle.
// What instructions has it?  RV32IM with counters (rdcycle), and those of the unit: roundel_cfu has
//   them. Bit 31 of CSR 0xBC0 must be 1 before the first one.
// What if it jumps to where no memory is?  There it reads zeros, an illegal instruction: the
//   processor takes the exception.
//
// The processor is module VexRiscv of Charles Papon (VexRiscv_FullCfu.v), as the Python package
// pythondata-cpu-vexriscv has it; Roundel has no copy of it.

module roundel_soft_vexriscv #(
  parameter int Unit = roundel_soft_pkg::UNIT_NONE,  // roundel_soft_pkg::UNIT_*
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // of the unit, roundel_engine_pkg::SBOX_*
  parameter int Latency = 1,  // of its S-boxes, in cycles: UNIT_AES32 0 or 1, UNIT_BLOCK 1 or 2
  parameter int Columns = 2,  // of UNIT_BLOCK, a cycle: 1, 2 or 4
  parameter int MemoryBytes = 65536,  // a power of two from 4096
  // verilog_lint: waive explicit-parameter-storage-type (Yosys has no type for a text)
  parameter     MemoryFile = ""  // what it holds at first, as roundel_soft_memory has it
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  output logic        console_valid_o,
  output logic [ 7:0] console_data_o,
  output logic        exit_valid_o,
  output logic [31:0] exit_code_o,
  output logic        fault_valid_o,
  output logic [31:0] fault_address_o
);

  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(MemoryBytes / 4);

  logic begun_q;  // the processor's reset is synchronous, so it ends with a rising edge
  logic fetch_cycle, fetch_strobe, fetch_ack, fetch_read;
  logic [29:0] fetch_address, fetch_index;
  logic [2:0] fetch_kind;
  logic [31:0] fetch_word;
  logic nowhere_q;  // the instruction is from where no memory is
  logic data_cycle, data_strobe, data_write, data_ack, data_read;
  logic [29:0] data_address, data_index;
  logic [3:0] data_bytes;
  logic [2:0] data_kind;
  logic [31:0] write_word, read_word;
  logic command_valid, command_ready, response_valid, response_ready;
  logic [9:0] command_function;
  logic [31:0] command_0, command_1, response;
  logic unused_fetch_write;
  logic [31:0] unused_fetch_word;
  logic [3:0] unused_fetch_bytes;
  logic [1:0] unused_fetch_burst, unused_data_burst;
  logic unused_index;

  assign unused_index = ^fetch_index;

  roundel_soft_wishbone u_fetch (
    .clk_i,
    .rst_ni,
    .strobe_i(fetch_cycle && fetch_strobe),
    .write_i(1'b0),
    .kind_i(fetch_kind),
    .index_i(fetch_address),
    .ack_o(fetch_ack),
    .read_o(fetch_read),
    .index_o(fetch_index)
  );

  roundel_soft_wishbone u_data (
    .clk_i,
    .rst_ni,
    .strobe_i(data_cycle && data_strobe),
    .write_i(data_write),
    .kind_i(data_kind),
    .index_i(data_address),
    .ack_o(data_ack),
    .read_o(data_read),
    .index_o(data_index)
  );

  roundel_soft_memory #(
    .Bytes(MemoryBytes),
    .File(MemoryFile)
  ) u_memory (
    .clk_i,
    .fetch_i(fetch_read),
    .fetch_index_i(fetch_index[INDEX_BITS-1:0]),
    .fetch_word_o(fetch_word),
    .read_i(data_read),
    .write_i(data_ack && data_write ? data_bytes : 4'b0000),
    .address_i(data_index),
    .write_word_i(write_word),
    .word_o(read_word)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
    end else begin
      begun_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    nowhere_q <= fetch_address >= 30'(MemoryBytes / 4);
  end

  roundel_soft_ports #(
    .Bytes(MemoryBytes)
  ) u_ports (
    .clk_i,
    .rst_ni,
    .access_i(data_ack),
    .write_i(data_write),
    .address_i(data_address),
    .word_i(write_word),
    .console_valid_o,
    .console_data_o,
    .exit_valid_o,
    .exit_code_o,
    .fault_valid_o,
    .fault_address_o
  );

  VexRiscv u_processor (
    .externalResetVector(32'd0),
    .timerInterrupt(1'b0),
    .softwareInterrupt(1'b0),
    .externalInterruptArray(32'd0),
    .CfuPlugin_bus_cmd_valid(command_valid),
    .CfuPlugin_bus_cmd_ready(command_ready),
    .CfuPlugin_bus_cmd_payload_function_id(command_function),
    .CfuPlugin_bus_cmd_payload_inputs_0(command_0),
    .CfuPlugin_bus_cmd_payload_inputs_1(command_1),
    .CfuPlugin_bus_rsp_valid(response_valid),
    .CfuPlugin_bus_rsp_ready(response_ready),
    .CfuPlugin_bus_rsp_payload_outputs_0(response),
    .iBusWishbone_CYC(fetch_cycle),
    .iBusWishbone_STB(fetch_strobe),
    .iBusWishbone_ACK(fetch_ack),
    .iBusWishbone_WE(unused_fetch_write),
    .iBusWishbone_ADR(fetch_address),
    .iBusWishbone_DAT_MISO(nowhere_q ? 32'd0 : fetch_word),
    .iBusWishbone_DAT_MOSI(unused_fetch_word),
    .iBusWishbone_SEL(unused_fetch_bytes),
    .iBusWishbone_ERR(1'b0),
    .iBusWishbone_CTI(fetch_kind),
    .iBusWishbone_BTE(unused_fetch_burst),
    .dBusWishbone_CYC(data_cycle),
    .dBusWishbone_STB(data_strobe),
    .dBusWishbone_ACK(data_ack),
    .dBusWishbone_WE(data_write),
    .dBusWishbone_ADR(data_address),
    .dBusWishbone_DAT_MISO(read_word),
    .dBusWishbone_DAT_MOSI(write_word),
    .dBusWishbone_SEL(data_bytes),
    .dBusWishbone_ERR(1'b0),
    .dBusWishbone_CTI(data_kind),
    .dBusWishbone_BTE(unused_data_burst),
    .clk(clk_i),
    .reset(!begun_q)
  );

  if (Unit != roundel_soft_pkg::UNIT_NONE) begin : gen_unit
    roundel_cfu #(
      .Unit(Unit),
      .Sbox(Sbox),
      .Latency(Latency),
      .Columns(Columns)
    ) u_unit (
      .clk_i,
      .rst_ni,
      .cmd_valid_i(command_valid),
      .cmd_ready_o(command_ready),
      .cmd_function_id_i(command_function),
      .cmd_inputs_0_i(command_0),
      .cmd_inputs_1_i(command_1),
      .rsp_valid_o(response_valid),
      .rsp_ready_i(response_ready),
      .rsp_outputs_0_o(response)
    );
  end else begin : gen_none
    logic unused_command;
    assign unused_command = ^{command_function, command_0, command_1};
    assign command_ready = response_ready;
    assign response_valid = command_valid;
    assign response = '0;
  end

endmodule : roundel_soft_vexriscv
