// SPDX-License-Identifier: Apache-2.0
//
// Asynchronous FIFO: a clock-domain crossing for 1 word each cycle.
//
// Interface. Valid/ready on both sides, each in its own clock domain; `wr_ready_o` and `rd_valid_o`
// come from registers. The memory holds Depth words, a power of two of at least 4; the output
// register holds one more word. Throughput 1 word in each cycle of the slower clock if Depth is at
// least 2 * Stages + 6. Latency of an empty FIFO: count the reader's edges after the accepting
// edge. `rd_valid_o` rises at edge Stages + 1. If the first flip-flop of the synchroniser is
// metastable and settles to the old value, `rd_valid_o` rises at edge Stages + 2. `rd_data_o` is
// stable during a stall, and zero after a reset.
//
// Reset and zeroise. Both resets are asynchronous, and are asserted at the same time, for at least
// 1 edge of each clock. They are released in any order, each in step with its clock
// (roundel_reset_sync). A reset drops all words. Zero is then written to the whole memory:
// `wr_ready_o` is low in reset and rises Depth + 1 cycles of `wr_clk_i` after the release of
// `wr_rst_ni`. No other clear exists: a word that was read stays in the memory until a later word
// or a reset overwrites it, and in the output register until the next read.
//
// Method. C. E. Cummings, Simulation and Synthesis Techniques for Asynchronous FIFO Design, SNUG
// 2002, style 1: each side counts in binary and sends its count in Gray code through roundel_sync.
// A late count of the other side is on the safe side: the FIFO seems fuller to the writer, emptier
// to the reader.
//
// Constraints. Bound the paths of the two Gray codes to the period of the faster clock: the head of
// roundel_sync has the commands. A word in the memory is stable during the read. Bound the path
// from the memory to the output register to the period of `rd_clk_i`:
//   - Vivado: set_max_delay -datapath_only -from <clock of the writer>
//            -to <cell>/data_q_reg[*] <period of rd_clk_i>
//   - SDC: the same without -datapath_only, and set_false_path -hold

`include "roundel_refuse.svh"

module roundel_cdc_fifo #(
  parameter int Width = 8,
  parameter int Depth = 16,  // a power of two, at least 4
  parameter int Stages = 2  // of roundel_sync
) (
  input  logic             wr_clk_i,
  input  logic             wr_rst_ni,
  input  logic             wr_valid_i,
  output logic             wr_ready_o,
  input  logic [Width-1:0] wr_data_i,

  input  logic             rd_clk_i,
  input  logic             rd_rst_ni,
  output logic             rd_valid_o,
  input  logic             rd_ready_i,
  output logic [Width-1:0] rd_data_o
);

  localparam int BITS = $clog2(Depth);  // of an index; a count has 1 bit more

  `ROUNDEL_REFUSE(roundel_error_cdc_depth_must_be_a_power_of_two_from_4,
                  Depth < 4 || (Depth & (Depth - 1)) != 0)

  // A word that is read while it is written is never used, so no tool adds a bypass.
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "select_ram" *)
  logic [Width-1:0] words_q[0:Depth-1];

  // ---- Writer -----------------------------------------------------------------------------------
  logic [BITS:0] wr_count_q, wr_count_d;  // words written
  logic [BITS:0] wr_gray_q, wr_gray_d;
  logic [BITS:0] rd_gray_wr;  // rd_gray_q, synchronised
  logic wr_ready_q;
  logic wiping, write;
  logic [BITS-1:0] wipe_index;

  assign wr_ready_o = wr_ready_q;
  assign write = wr_valid_i && wr_ready_q;
  assign wr_count_d = wr_count_q + {{BITS{1'b0}}, write};
  assign wr_gray_d = wr_count_d ^ (wr_count_d >> 1);

  roundel_memory_clear #(.Words(Depth)) u_clear (
    .clk_i(wr_clk_i),
    .rst_ni(wr_rst_ni),
    .clear_i(1'b0),
    .busy_o(wiping),
    .index_o(wipe_index)
  );

  // The memory is full if the counts differ by Depth: in Gray code, if their top two bits differ
  // and all others are equal.
  always_ff @(posedge wr_clk_i or negedge wr_rst_ni) begin
    if (!wr_rst_ni) begin
      wr_count_q <= '0;
      wr_gray_q <= '0;
      wr_ready_q <= 1'b0;
    end else begin
      wr_count_q <= wr_count_d;
      wr_gray_q <= wr_gray_d;
      wr_ready_q <= !wiping
          && wr_gray_d != {~rd_gray_wr[BITS:BITS-1], rd_gray_wr[BITS-2:0]};
    end
  end

  always_ff @(posedge wr_clk_i) begin
    if (wiping || write) begin
      words_q[wiping ? wipe_index : wr_count_q[BITS-1:0]] <= wiping ? '0 : wr_data_i;
    end
  end

  // ---- Reader -----------------------------------------------------------------------------------
  logic [BITS:0] rd_count_q, rd_count_d;  // words read from the memory
  logic [BITS:0] rd_gray_q;
  logic [BITS:0] wr_gray_rd;  // wr_gray_q, synchronised
  logic valid_q, read;
  logic [Width-1:0] data_q;

  assign rd_valid_o = valid_q;
  assign rd_data_o = data_q;
  assign read = rd_gray_q != wr_gray_rd && (!valid_q || rd_ready_i);
  assign rd_count_d = rd_count_q + {{BITS{1'b0}}, read};

  always_ff @(posedge rd_clk_i or negedge rd_rst_ni) begin
    if (!rd_rst_ni) begin
      rd_count_q <= '0;
      rd_gray_q <= '0;
      valid_q <= 1'b0;
      data_q <= '0;
    end else begin
      rd_count_q <= rd_count_d;
      rd_gray_q <= rd_count_d ^ (rd_count_d >> 1);
      valid_q <= read || (valid_q && !rd_ready_i);
      if (read) begin
        data_q <= words_q[rd_count_q[BITS-1:0]];
      end
    end
  end

  // ---- The two synchronisers --------------------------------------------------------------------
  roundel_sync #(.Width(BITS + 1), .Stages(Stages)) u_rd_gray (
    .clk_i(wr_clk_i),
    .rst_ni(wr_rst_ni),
    .value_i(rd_gray_q),
    .value_o(rd_gray_wr)
  );

  roundel_sync #(.Width(BITS + 1), .Stages(Stages)) u_wr_gray (
    .clk_i(rd_clk_i),
    .rst_ni(rd_rst_ni),
    .value_i(wr_gray_q),
    .value_o(wr_gray_rd)
  );

endmodule : roundel_cdc_fifo
