// SPDX-License-Identifier: Apache-2.0
//
// A system of the soft processor VexRiscv with instructions for AES: processor, memory, console.
//
// Interface. The valid outputs are high for one cycle per event. `fault_valid_o` reports a load or
// store to neither the memory nor a port. Reset: asynchronous, active low. The program starts at
// address 0, with the second rising edge after the reset. Memory starts at address 0;
// roundel_soft_ports defines the addresses of console and exit. A jump beyond the memory reads
// zeros, an illegal instruction, so the processor takes the exception.
//
// Throughput. Five pipeline stages; caches of 4 KiB for instructions and for data, each with its
// own bus to the memory. A line of 32 bytes takes 9 cycles, one per word and one in advance. Stores
// go through to the memory, one per cycle. Instructions: RV32IM with counters (rdcycle), and the
// instructions of the unit (roundel_cfu). Bit 31 of CSR 0xBC0 must be 1 before the first of these.
//
// Limits. The processor is the module VexRiscv of Charles Papon (VexRiscv_FullCfu.v), from the
// Python package pythondata-cpu-vexriscv. Roundel contains no copy.

module roundel_soft_vexriscv #(
  parameter int Unit = roundel_soft_pkg::UNIT_NONE,  // unit of custom instructions: UNIT_*
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // structure of the unit's S-boxes: SBOX_*
  parameter int Latency = 1,  // cycles of the S-boxes: UNIT_AES32 0 or 1, UNIT_BLOCK 1 or 2
  parameter int Columns = 2,  // UNIT_BLOCK: columns per cycle, 1, 2 or 4
  parameter int MemoryBytes = 65536,  // a power of two, at least 4096
  // verilog_lint: waive explicit-parameter-storage-type (Yosys has no type for a text)
  parameter     MemoryFile = ""  // contents of the memory, as File of roundel_soft_memory
) (
  input  logic        clk_i,
  // verilator lint_off SYNCASYNCNET
  input  logic        rst_ni,
  // verilator lint_on SYNCASYNCNET
  output logic        console_valid_o,  // a byte for the console
  output logic [ 7:0] console_data_o,
  output logic        exit_valid_o,  // the program has ended
  output logic [31:0] exit_code_o,  // status of the program
  output logic        fault_valid_o,  // an access without a target
  output logic [31:0] fault_address_o
);

  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(MemoryBytes / 4);

  logic begun_q;  // the synchronous reset of the processor has ended
  logic fetch_cycle, fetch_strobe, fetch_ack, fetch_read;
  logic [29:0] fetch_address, fetch_index;
  logic [2:0] fetch_kind;
  logic [31:0] fetch_word;
  logic nowhere_q;  // the address of the instruction is beyond the memory
  logic data_cycle, data_strobe, data_write, data_ack, data_read;
  logic [29:0] data_address, data_index;
  logic [3:0] data_bytes;
  logic [2:0] data_kind;
  logic [31:0] write_word, read_word;
  logic command_valid, command_ready, response_valid, response_ready;
  logic [9:0] command_function;
  logic [31:0] command_0, command_1, response;

  // Bits of an address above the memory, and a command without a unit.
  logic unused_signals;
  assign unused_signals = ^{fetch_index, command_function, command_0, command_1};

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

  roundel_soft_memory #(.Bytes(MemoryBytes), .File(MemoryFile)) u_memory (
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

  roundel_soft_ports #(.Bytes(MemoryBytes)) u_ports (
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

  // verilator lint_off PINCONNECTEMPTY
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
    .iBusWishbone_WE(),
    .iBusWishbone_ADR(fetch_address),
    .iBusWishbone_DAT_MISO(nowhere_q ? 32'd0 : fetch_word),
    .iBusWishbone_DAT_MOSI(),
    .iBusWishbone_SEL(),
    .iBusWishbone_ERR(1'b0),
    .iBusWishbone_CTI(fetch_kind),
    .iBusWishbone_BTE(),
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
    .dBusWishbone_BTE(),
    .clk(clk_i),
    .reset(!begun_q)
  );
  // verilator lint_on PINCONNECTEMPTY

  if (Unit != roundel_soft_pkg::UNIT_NONE) begin : gen_unit
    roundel_cfu #(.Unit(Unit), .Sbox(Sbox), .Latency(Latency), .Columns(Columns)) u_unit (
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
    assign command_ready = response_ready;
    assign response_valid = command_valid;
    assign response = '0;
  end

endmodule : roundel_soft_vexriscv
