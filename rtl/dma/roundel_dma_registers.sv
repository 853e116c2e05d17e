// SPDX-License-Identifier: Apache-2.0
//
// Holds the registers of roundel_dma for its rings, as rtl/regs/roundel_dma_registers.rdl defines
// them.
//
// Interface. `start_i` pulses to begin an access of 32 bits. The other inputs of the access stay
// stable until `done_o` pulses 3 cycles later, with `error_o` and the data of a read. `clear_i`
// sets the counts to 0 and ends `run_o`; the other registers keep the values.
//
// Method. Cycle 1 decides whether the access is legal, cycle 2 writes and reads, cycle 3 answers.
// Addresses, positions of fields, reset values and masks come from roundel_dma_registers.svh,
// generated from the RDL; a test compares the module with the RDL, field by field.

`include "roundel_contract.svh"

module roundel_dma_registers #(
  parameter int Bytes = 16,  // bytes of a beat
  parameter int BurstBytes = 256  // bytes of the longest burst
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        clear_i,
  output logic        irq_o,

  input  logic        start_i,
  input  logic        write_i,
  input  logic [11:2] address_i,
  input  logic [31:0] data_i,
  input  logic [ 3:0] strobe_i,
  output logic        done_o,
  output logic        error_o,
  output logic [31:0] data_o,

  output logic        run_o,
  output logic [63:6] ring_o,
  output logic [63:5] records_o,
  output logic [ 3:0] log_o,
  output logic [15:0] tail_o,
  input  logic [15:0] fetched_i,
  input  logic        busy_i,
  input  logic        halted_i,
  input  logic        stuck_i,  // halted as pieces wait for each other
  input  logic        recorded_i,  // pulse: a record was written
  input  logic        failed_read_i,  // pulse
  input  logic        failed_write_i,  // pulse
  input  logic        failed_record_i,  // pulse
  input  logic        failed_pieces_i  // pulse
);

  `include "roundel_dma_registers.svh"

  localparam int WORD_BITS = $clog2(REG_WORDS);

  logic first_q, second_q, done_q;  // one-hot: the cycle of an access
  logic present_q;  // a register has the address
  logic allowed_q;  // a write may change the register
  logic fits_q;  // a write of TAIL has a legal value
  logic write_q;  // the register is written now
  logic error_q;
  logic [31:0] answer_q;
  logic [WORD_BITS-1:0] word;
  logic mapped;  // the address lies in the words of the map
  logic is_tail, locked, refused;

  logic run_q, halted_q, counted_q, irq_q;
  logic [63:6] ring_q;
  logic [63:5] records_q;
  logic [REG_SIZES_LOG_WIDTH-1:0] log_q;
  logic [15:0] tail_q;
  logic [15:0] ahead;  // descriptors in the ring with the new tail
  logic [15:0] present;  // descriptors in the ring now
  logic [16:0] entries;  // entries of the ring
  logic [31:0] count_q, irq_at_q;
  logic [31:0] errors_q, errors_set, irq_status_q, irq_status_set, irq_enable_q;

  assign word = address_i[WORD_BITS+1:2];
  assign mapped = address_i[11:WORD_BITS+2] == '0;
  assign is_tail = address_i == REG_TAIL_WORD;
  assign ahead = data_i[15:0] - fetched_i;
  assign present = tail_q - fetched_i;
  assign entries = 17'd1 << log_q;
  // Running rings are locked; CONTROL and TAIL are locked in a clear.
  assign locked = (run_q && word >= REG_RING_LOW_WORD[WORD_BITS-1:0]
      && word <= REG_SIZES_WORD[WORD_BITS-1:0])
      || (clear_i && (word == REG_CONTROL_WORD[WORD_BITS-1:0]
      || word == REG_TAIL_WORD[WORD_BITS-1:0]));

  // ---- Accesses ---------------------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b0;
      second_q <= 1'b0;
      done_q <= 1'b0;
      error_q <= 1'b0;
      write_q <= 1'b0;
    end else begin
      first_q <= start_i;
      second_q <= first_q;
      done_q <= second_q;
      write_q <= first_q && write_i && allowed_q;
      error_q <= second_q && !(write_i ? write_q && fits_q : present_q);
    end
  end

  always_ff @(posedge clk_i) begin
    present_q <= is_set(REG_PRESENT, word) && mapped;
    allowed_q <= is_set(REG_WRITABLE, word) && mapped && strobe_i == '1 && !locked;
    // TAIL never decreases, and the ring never has more descriptors than entries.
    fits_q <= word != REG_TAIL_WORD[WORD_BITS-1:0]
        || ({1'b0, ahead} <= entries && ahead >= present);
  end

  // A bit of a mask of words; words beyond the map have no bit.
  function automatic logic is_set(input logic [REG_WORDS-1:0] mask,
                                  input logic [WORD_BITS-1:0] index);
    logic [2**WORD_BITS-1:0] padded;
    padded = (2**WORD_BITS)'(mask);
    is_set = padded[index];
  endfunction

  // ---- What software writes ---------------------------------------------------------------------
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q <= REG_CONTROL_RUN_RESET;
      tail_q <= REG_TAIL_COUNT_RESET;
      ring_q <= {REG_RING_HIGH_HIGH_RESET, REG_RING_LOW_LOW_RESET};
      records_q <= {REG_RECORDS_HIGH_HIGH_RESET, REG_RECORDS_LOW_LOW_RESET};
      log_q <= REG_SIZES_LOG_RESET;
      irq_enable_q <= REG_IRQ_ENABLE_RESET;
      irq_at_q <= REG_IRQ_AT_RESET;
    end else begin
      if (clear_i) begin
        run_q <= REG_CONTROL_RUN_RESET;
        tail_q <= REG_TAIL_COUNT_RESET;
      end else if (write_q && fits_q) begin
        if (word == REG_CONTROL_WORD[WORD_BITS-1:0]) begin
          run_q <= data_i[REG_CONTROL_RUN_LSB];
        end
        if (word == REG_TAIL_WORD[WORD_BITS-1:0]) begin
          tail_q <= data_i[REG_TAIL_COUNT_LSB+:REG_TAIL_COUNT_WIDTH];
        end
      end
      if (write_q) begin
        case ({{(10-WORD_BITS){1'b0}}, word})
          REG_RING_LOW_WORD: begin
            ring_q[31:6] <= data_i[REG_RING_LOW_LOW_LSB+:REG_RING_LOW_LOW_WIDTH];
          end
          REG_RING_HIGH_WORD: ring_q[63:32] <= data_i;
          REG_RECORDS_LOW_WORD: begin
            records_q[31:5] <= data_i[REG_RECORDS_LOW_LOW_LSB+:REG_RECORDS_LOW_LOW_WIDTH];
          end
          REG_RECORDS_HIGH_WORD: records_q[63:32] <= data_i;
          REG_SIZES_WORD: log_q <= data_i[REG_SIZES_LOG_LSB+:REG_SIZES_LOG_WIDTH];
          REG_IRQ_ENABLE_WORD: irq_enable_q <= data_i & REG_IRQ_ENABLE_WRITE_MASK;
          REG_IRQ_AT_WORD: irq_at_q <= data_i;
          default: begin
          end
        endcase
      end
    end
  end

  // ---- Events -----------------------------------------------------------------------------------
  assign refused = done_q && error_q;

  always_comb begin
    errors_set = '0;
    errors_set[REG_ERRORS_DESCRIPTOR_LSB] = halted_i && !halted_q && !stuck_i;
    errors_set[REG_ERRORS_LIST_LSB] = halted_i && !halted_q && stuck_i;
    errors_set[REG_ERRORS_READ_LSB] = failed_read_i;
    errors_set[REG_ERRORS_WRITE_LSB] = failed_write_i;
    errors_set[REG_ERRORS_RECORD_LSB] = failed_record_i;
    errors_set[REG_ERRORS_PIECES_LSB] = failed_pieces_i;
    errors_set[REG_ERRORS_OVERRUN_LSB] = refused && write_i && is_tail;
    errors_set[REG_ERRORS_ACCESS_LSB] = refused && !(write_i && is_tail);
    irq_status_set = '0;
    irq_status_set[REG_IRQ_STATUS_DONE_LSB] = recorded_i;
    irq_status_set[REG_IRQ_STATUS_REACHED_LSB] = counted_q && count_q == irq_at_q;
    irq_status_set[REG_IRQ_STATUS_ERROR_LSB] = errors_set != '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      counted_q <= 1'b0;
      halted_q <= 1'b0;
      errors_q <= REG_ERRORS_RESET;
      irq_status_q <= REG_IRQ_STATUS_RESET;
      irq_q <= 1'b0;
    end else begin
      count_q <= clear_i ? '0 : count_q + 32'(recorded_i);
      counted_q <= recorded_i && !clear_i;
      halted_q <= halted_i;
      // A bit written as 1 is cleared; an event in the same cycle sets the bit again.
      errors_q <= REG_ERRORS_READ_MASK & (errors_set | (errors_q
          & ~(data_i & {32{write_q && word == REG_ERRORS_WORD[WORD_BITS-1:0]}})));
      irq_status_q <= REG_IRQ_STATUS_READ_MASK & (irq_status_set | (irq_status_q
          & ~(data_i & {32{write_q && word == REG_IRQ_STATUS_WORD[WORD_BITS-1:0]}})));
      irq_q <= (irq_status_q & irq_enable_q) != '0;
    end
  end

  // ---- What software reads ----------------------------------------------------------------------
  logic [31:0] bus, control, status, sizes;

  always_comb begin
    bus = '0;
    bus[REG_BUS_BEAT_BYTES_LSB+:REG_BUS_BEAT_BYTES_WIDTH] = Bytes[REG_BUS_BEAT_BYTES_WIDTH-1:0];
    bus[REG_BUS_BURST_BYTES_LSB+:REG_BUS_BURST_BYTES_WIDTH] =
        BurstBytes[REG_BUS_BURST_BYTES_WIDTH-1:0];
    control = '0;
    control[REG_CONTROL_RUN_LSB] = run_q;
    status = '0;
    status[REG_STATUS_BUSY_LSB] = busy_i;
    status[REG_STATUS_HALTED_LSB] = halted_i;
    status[REG_STATUS_ZEROISING_LSB] = clear_i;
    sizes = '0;
    sizes[REG_SIZES_LOG_LSB+:REG_SIZES_LOG_WIDTH] = log_q;
  end

  always_ff @(posedge clk_i) begin
    case ({{(10-WORD_BITS){1'b0}}, word})
      REG_ID_WORD: answer_q <= REG_ID_RESET;
      REG_VERSION_WORD: answer_q <= REG_VERSION_RESET;
      REG_BUS_WORD: answer_q <= bus;
      REG_CONTROL_WORD: answer_q <= control;
      REG_STATUS_WORD: answer_q <= status;
      REG_RING_LOW_WORD: answer_q <= {ring_q[31:6], 6'd0};
      REG_RING_HIGH_WORD: answer_q <= ring_q[63:32];
      REG_RECORDS_LOW_WORD: answer_q <= {records_q[31:5], 5'd0};
      REG_RECORDS_HIGH_WORD: answer_q <= records_q[63:32];
      REG_SIZES_WORD: answer_q <= sizes;
      REG_TAIL_WORD: answer_q <= {16'd0, tail_q};
      REG_FETCHED_WORD: answer_q <= {16'd0, fetched_i};
      REG_DONE_WORD: answer_q <= count_q;
      REG_ERRORS_WORD: answer_q <= errors_q;
      REG_IRQ_STATUS_WORD: answer_q <= irq_status_q;
      REG_IRQ_ENABLE_WORD: answer_q <= irq_enable_q;
      REG_IRQ_AT_WORD: answer_q <= irq_at_q;
      default: answer_q <= '0;
    endcase
    if (write_i || !present_q) begin
      answer_q <= '0;
    end
  end

  assign done_o = done_q;
  assign error_o = error_q;
  assign data_o = answer_q;
  assign irq_o = irq_q;
  assign run_o = run_q;
  assign ring_o = ring_q;
  assign records_o = records_q;
  assign log_o = log_q;
  assign tail_o = tail_q;

  `ROUNDEL_CONTRACT(one_access, clk_i, rst_ni, !start_i || !(first_q || second_q))

endmodule : roundel_dma_registers
