// SPDX-License-Identifier: Apache-2.0
//
// Delay line: `data_o` is `data_i` of Cycles cycles before.
//
// Interface. No handshake, no stall. Data is not reset: for Cycles cycles after a reset the output
// shows older data, so the user keeps the valid bit. All stored data is overwritten within Cycles
// cycles.
//
// Method. Up to RegisterCycles cycles are registers. A longer delay is a chain of rings of
// distributed RAM, each of at most 16 words and a register. All rings turn in step: in each cycle a
// ring reads the word that it overwrites. With BlockRam a delay of at least 8 cycles is one ring of
// block RAM, whose read pointer is 1 word ahead of its write pointer.

`include "roundel_refuse.svh"

module roundel_delay #(
  parameter int Width = 128,
  parameter int Cycles = 1,  // at least 0; with BlockRam at most 513
  parameter bit BlockRam = 1'b0,  // 1: block RAM from 8 cycles on
  parameter int RegisterCycles = 3  // the longest delay of registers, 1 to 13 cycles
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  localparam int SEGMENT = 17;  // cycles of a whole ring and its register
  // Rings of equal length; the first LONGER rings have 1 cycle more.
  localparam int SEGMENTS = (Cycles <= RegisterCycles) ? 0 : (Cycles + SEGMENT - 1) / SEGMENT;
  localparam int EVERY = (SEGMENTS == 0) ? 0 : Cycles / SEGMENTS;
  localparam int LONGER = (SEGMENTS == 0) ? 0 : Cycles - EVERY * SEGMENTS;

  `ROUNDEL_REFUSE(roundel_error_register_cycles_must_be_1_to_13,
      RegisterCycles < 1 || RegisterCycles > roundel_engine_pkg::NUM_PLACES)

  if (SEGMENTS == 0) begin : gen_registers
    roundel_pipeline_cuts #(
      .Width(Width),
      .Cuts((1 << Cycles) - 1),
      .First(0),
      .Last(roundel_engine_pkg::NUM_PLACES - 1)
    ) u_cuts (
      .clk_i, .data_i, .data_o
    );

    logic unused_reset;
    assign unused_reset = rst_ni;
  end else if (BlockRam && Cycles >= 8) begin : gen_block_ram
    localparam int LAST = Cycles - 2;
    localparam int INDEX_BITS = roundel_prim_pkg::index_bits(Cycles - 1);
    logic [INDEX_BITS-1:0] write_q, read_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        write_q <= '0;
        read_q <= INDEX_BITS'(1);
      end else begin
        write_q <= read_q;
        read_q <= (read_q == LAST[INDEX_BITS-1:0]) ? '0 : read_q + 1'b1;
      end
    end

    roundel_block_ram #(.Words(Cycles - 1), .Width(Width)) u_memory (
      .clk_i,
      .write_i(1'b1),
      .write_index_i(write_q),
      .write_word_i(data_i),
      .read_index_i(read_q),
      .word_o(data_o)
    );
  end else begin : gen_rings
    logic [Width*(SEGMENTS+1)-1:0] data;  // input of ring k in bits [Width*k +: Width]
    assign data[Width-1:0] = data_i;
    assign data_o = data[Width*SEGMENTS+:Width];

    for (genvar k = 0; k < SEGMENTS; k++) begin : gen_ring
      localparam int WORDS = EVERY - 1 + ((k < LONGER) ? 1 : 0);
      localparam int LAST = WORDS - 1;
      localparam int INDEX_BITS = roundel_prim_pkg::index_bits(WORDS);

      // Without no_rw_check: the old value of the word that is written is read in each cycle.
      (* ram_style = "distributed", ramstyle = "MLAB", syn_ramstyle = "select_ram" *)
      logic [Width-1:0] words_q[0:WORDS-1];
      logic [INDEX_BITS-1:0] index_q;
      logic [Width-1:0] data_q;
      assign data[Width*(k+1)+:Width] = data_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          index_q <= '0;
        end else begin
          index_q <= (index_q == LAST[INDEX_BITS-1:0]) ? '0 : index_q + 1'b1;
        end
      end

      always_ff @(posedge clk_i) begin
        words_q[index_q] <= data[Width*k+:Width];
        data_q <= words_q[index_q];
      end
    end
  end

endmodule : roundel_delay
