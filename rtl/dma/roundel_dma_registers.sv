// SPDX-License-Identifier: Apache-2.0
//
// The registers of roundel_dma that are not those of roundel_axi:
// rtl/regs/roundel_dma_registers.rdl says what each of them is, and a test holds this module
// against it.
//
// `start_i` for a cycle begins an access of 32 bits, with the rest as it stays until `done_o`,
// three cycles later. `clear_i` sets counts to 0 and ends `run_o`; what else was written stays.

module roundel_dma_registers #(
  parameter int Bytes = 16,  // of a beat
  parameter int BurstBytes = 256
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
  input  logic        stuck_i,  // because pieces wait for each other
  input  logic        recorded_i,  // for a cycle each
  input  logic        failed_read_i,
  input  logic        failed_write_i,
  input  logic        failed_record_i,
  input  logic        failed_pieces_i
);

  localparam logic [31:0] ID = 32'h414d4441;
  localparam logic [31:0] VERSION = 32'h00010000;
  localparam logic [31:0] BUS = {BurstBytes[15:0], Bytes[15:0]};
  // Words of the map: those there are, and those that are written.
  localparam logic [31:0] THERE = 32'h00f71f37;
  localparam logic [31:0] WRITABLE = 32'h00f11f10;

  logic first_q, second_q, done_q, error_q, there_q, allowed_q, put_q;
  logic [31:0] word_q;
  logic [4:0] word;
  logic fits_q, refused, tail;

  logic run_q, halted_q, reached_q;
  logic [63:6] ring_q;
  logic [63:5] records_q;
  logic [3:0] log_q;
  logic [15:0] tail_q, ahead, held;
  logic [16:0] places;
  logic [31:0] count_q, at_q;
  logic [7:0] errors_q, errors_set;
  logic [2:0] irq_status_q, irq_enable_q;

  assign word = address_i[6:2];
  assign done_o = done_q;
  assign error_o = error_q;
  assign data_o = word_q;
  assign ahead = data_i[15:0] - fetched_i;
  assign held = tail_q - fetched_i;
  assign places = 17'd1 << log_q;
  assign refused = done_q && error_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b0;
      second_q <= 1'b0;
      done_q <= 1'b0;
      error_q <= 1'b0;
      put_q <= 1'b0;
    end else begin
      first_q <= start_i;
      second_q <= first_q;
      done_q <= second_q;
      put_q <= first_q && write_i && allowed_q;
      error_q <= second_q && !(write_i ? put_q && fits_q : there_q);
    end
  end

  // Whether a write is allowed by what is written where; and for TAIL by its value.
  always_ff @(posedge clk_i) begin
    there_q <= THERE[word] && address_i[11:7] == '0;
    allowed_q <= WRITABLE[word] && address_i[11:7] == '0 && strobe_i == '1
        && !(run_q && word >= 5'd8 && word <= 5'd12)
        && !(clear_i && (word == 5'd4 || word == 5'd16));
    fits_q <= word != 5'd16 || ({1'b0, ahead} <= places && ahead >= held);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      run_q <= 1'b0;
      tail_q <= '0;
      irq_enable_q <= '0;
      ring_q <= '0;
      records_q <= '0;
      log_q <= '0;
      at_q <= '0;
    end else begin
      if (clear_i) begin
        run_q <= 1'b0;
        tail_q <= '0;
      end else if (put_q && fits_q) begin
        if (word == 5'd4) begin
          run_q <= data_i[0];
        end
        if (word == 5'd16) begin
          tail_q <= data_i[15:0];
        end
      end
      if (put_q) begin
        case (word)
          5'd8: ring_q[31:6] <= data_i[31:6];
          5'd9: ring_q[63:32] <= data_i;
          5'd10: records_q[31:5] <= data_i[31:5];
          5'd11: records_q[63:32] <= data_i;
          5'd12: log_q <= data_i[3:0];
          5'd22: irq_enable_q <= data_i[2:0];
          5'd23: at_q <= data_i;
          default: begin
          end
        endcase
      end
    end
  end

  assign tail = write_i && word == 5'd16 && address_i[11:7] == '0;
  assign errors_set = {
    halted_i && !halted_q && stuck_i, refused && !tail, refused && tail, failed_pieces_i,
    failed_record_i, failed_write_i, failed_read_i, halted_i && !halted_q && !stuck_i
  };

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      reached_q <= 1'b0;
      halted_q <= 1'b0;
      errors_q <= '0;
      irq_status_q <= '0;
      irq_o <= 1'b0;
    end else begin
      count_q <= clear_i ? '0 : count_q + 32'(recorded_i);
      reached_q <= recorded_i && !clear_i;
      halted_q <= halted_i;
      errors_q <= (errors_q & ~(data_i[7:0] & {8{put_q && word == 5'd20}})) | errors_set;
      irq_status_q <= (irq_status_q & ~(data_i[2:0] & {3{put_q && word == 5'd21}}))
          | {errors_set != '0, reached_q && count_q == at_q, recorded_i};
      irq_o <= (irq_status_q & irq_enable_q) != '0;
    end
  end

  always_ff @(posedge clk_i) begin
    case (word)
      5'd0: word_q <= ID;
      5'd1: word_q <= VERSION;
      5'd2: word_q <= BUS;
      5'd4: word_q <= {31'd0, run_q};
      5'd5: word_q <= {29'd0, clear_i, halted_i, busy_i};
      5'd8: word_q <= {ring_q[31:6], 6'd0};
      5'd9: word_q <= ring_q[63:32];
      5'd10: word_q <= {records_q[31:5], 5'd0};
      5'd11: word_q <= records_q[63:32];
      5'd12: word_q <= {28'd0, log_q};
      5'd16: word_q <= {16'd0, tail_q};
      5'd17: word_q <= {16'd0, fetched_i};
      5'd18: word_q <= count_q;
      5'd20: word_q <= {24'd0, errors_q};
      5'd21: word_q <= {29'd0, irq_status_q};
      5'd22: word_q <= {29'd0, irq_enable_q};
      5'd23: word_q <= at_q;
      default: word_q <= '0;
    endcase
    if (write_i || !there_q) begin
      word_q <= '0;
    end
  end

  assign run_o = run_q;
  assign ring_o = ring_q;
  assign records_o = records_q;
  assign log_o = log_q;
  assign tail_o = tail_q;

endmodule : roundel_dma_registers
