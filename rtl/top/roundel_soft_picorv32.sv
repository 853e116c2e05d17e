// SPDX-License-Identifier: Apache-2.0
//
// A system of the soft processor PicoRV32 with instructions for AES: processor, memory, console.
//
// Interface. The valid outputs are high for one cycle per event. `fault_valid_o` reports an access
// to neither the memory nor a port. `trap_o` stays high after an illegal or misaligned instruction
// or access has stopped the processor. Reset: asynchronous, active low. The program starts at
// address 0, with the second rising edge after the reset. Memory starts at address 0;
// roundel_soft_ports defines the addresses of console and exit.
//
// Throughput. The memory uses the look-ahead interface of the processor, so no instruction, load or
// store waits: 3 cycles for most instructions, 5 for loads and stores. Instructions: RV32I with
// counters (rdcycle), a shifter of one cycle, and the instructions of the unit (roundel_pcpi).
//
// Limits. The processor is the module picorv32 of Claire Xenia Wolf, from the Python package
// pythondata-cpu-picorv32. Roundel contains no copy.

module roundel_soft_picorv32 #(
  parameter int Unit = roundel_soft_pkg::UNIT_NONE,  // unit of custom instructions: UNIT_*
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // structure of the unit's S-boxes: SBOX_*
  parameter int Latency = 1,  // cycles of the S-boxes: UNIT_AES32 0 or 1, UNIT_BLOCK 1 or 2
  parameter int Columns = 2,  // UNIT_BLOCK: columns per cycle, 1, 2 or 4
  parameter int MemoryBytes = 65536,  // a power of two, at least 4096
  // verilog_lint: waive explicit-parameter-storage-type (Yosys has no type for a text)
  parameter     MemoryFile = ""  // contents of the memory, as File of roundel_soft_memory
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  output logic        console_valid_o,  // a byte for the console
  output logic [ 7:0] console_data_o,
  output logic        exit_valid_o,  // the program has ended
  output logic [31:0] exit_code_o,  // status of the program
  output logic        fault_valid_o,  // an access without a target
  output logic [31:0] fault_address_o,
  output logic        trap_o  // the processor has stopped
);

  localparam int INDEX_BITS = roundel_prim_pkg::index_bits(MemoryBytes / 4);

  logic begun_q;  // the synchronous reset of the processor has ended
  logic ahead_read, ahead_write;
  logic [31:0] ahead_address, ahead_word;
  logic [3:0] ahead_bytes;
  logic valid;
  logic [3:0] bytes;
  logic [31:0] address, write_word, read_word;
  logic pcpi_valid, pcpi_write, pcpi_wait, pcpi_ready;
  logic [31:0] pcpi_instruction, pcpi_rs1, pcpi_rs2, pcpi_rd;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
    end else begin
      begun_q <= 1'b1;
    end
  end

  // verilator lint_off PINCONNECTEMPTY
  roundel_soft_memory #(.Bytes(MemoryBytes), .File(MemoryFile)) u_memory (
    .clk_i,
    .fetch_i(1'b0),
    .fetch_index_i(INDEX_BITS'(0)),
    .fetch_word_o(),
    .read_i(ahead_read),
    .write_i(ahead_write ? ahead_bytes : 4'b0000),
    .address_i(30'(ahead_address >> 2)),
    .write_word_i(ahead_word),
    .word_o(read_word)
  );

  roundel_soft_ports #(.Bytes(MemoryBytes)) u_ports (
    .clk_i,
    .rst_ni,
    .access_i(valid),
    .write_i(bytes != 4'b0000),
    .address_i(30'(address >> 2)),
    .word_i(write_word),
    .console_valid_o,
    .console_data_o,
    .exit_valid_o,
    .exit_code_o,
    .fault_valid_o,
    .fault_address_o
  );

  picorv32 #(
    .BARREL_SHIFTER(1'b1),
    .ENABLE_COUNTERS(1'b1),
    .ENABLE_PCPI(Unit != roundel_soft_pkg::UNIT_NONE)
  ) u_processor (
    .clk(clk_i),
    .resetn(begun_q),
    .trap(trap_o),
    .mem_valid(valid),
    .mem_instr(),
    .mem_ready(1'b1),
    .mem_addr(address),
    .mem_wdata(write_word),
    .mem_wstrb(bytes),
    .mem_rdata(read_word),
    .mem_la_read(ahead_read),
    .mem_la_write(ahead_write),
    .mem_la_addr(ahead_address),
    .mem_la_wdata(ahead_word),
    .mem_la_wstrb(ahead_bytes),
    .pcpi_valid,
    .pcpi_insn(pcpi_instruction),
    .pcpi_rs1, .pcpi_rs2,
    .pcpi_wr(pcpi_write),
    .pcpi_rd, .pcpi_wait, .pcpi_ready,
    .irq(32'd0),
    .eoi(),
    .trace_valid(),
    .trace_data()
  );
  // verilator lint_on PINCONNECTEMPTY

  if (Unit != roundel_soft_pkg::UNIT_NONE) begin : gen_unit
    roundel_pcpi #(.Unit(Unit), .Sbox(Sbox), .Latency(Latency), .Columns(Columns)) u_unit (
      .clk_i,
      .rst_ni,
      .pcpi_valid_i(pcpi_valid),
      .pcpi_insn_i(pcpi_instruction),
      .pcpi_rs1_i(pcpi_rs1),
      .pcpi_rs2_i(pcpi_rs2),
      .pcpi_wr_o(pcpi_write),
      .pcpi_rd_o(pcpi_rd),
      .pcpi_wait_o(pcpi_wait),
      .pcpi_ready_o(pcpi_ready)
    );
  end else begin : gen_none
    logic unused_pcpi;
    assign unused_pcpi = ^{pcpi_valid, pcpi_instruction, pcpi_rs1, pcpi_rs2};
    assign pcpi_write = 1'b0;
    assign pcpi_rd = '0;
    assign pcpi_wait = 1'b0;
    assign pcpi_ready = 1'b0;
  end

endmodule : roundel_soft_picorv32
