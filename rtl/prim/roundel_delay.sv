// SPDX-License-Identifier: Apache-2.0
//
// Data as it was `Cycles` cycles ago, for what goes beside a pipeline that never stalls.
//
// Nothing is reset: what stood on `data_i` before the first of these cycles, or before a reset,
// comes out as well, and whoever reads it keeps the valid bit. All of it is overwritten within
// `Cycles` cycles.
//
// Method. Up to three cycles are registers. More are places of distributed RAM, in rings of up to
// sixteen that all turn together, each with a register behind it: a place is read in the cycle that
// writes it anew. With `BlockRam` eight or more are one ring of block RAM, where the place that is
// read is the one that is written next.

module roundel_delay #(
  parameter int Width = 128,
  parameter int Cycles = 1,
  parameter int BlockRam = 0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);

  localparam int SEGMENT = 17;  // cycles of a whole ring and its register
  // Equal parts: as many rings as needed, the first one of what is left.
  localparam int SEGMENTS = (Cycles <= 3) ? 0 : (Cycles + SEGMENT - 1) / SEGMENT;
  localparam int EVERY = (SEGMENTS == 0) ? 0 : Cycles / SEGMENTS;
  localparam int LONGER = (SEGMENTS == 0) ? 0 : Cycles - EVERY * SEGMENTS;  // have one cycle more

  if (SEGMENTS == 0) begin : gen_registers
    roundel_pipeline_cuts #(
      .Width(Width),
      .Cuts((1 << Cycles) - 1),
      .First(0),
      .Last(roundel_engine_pkg::NUM_PLACES - 1)
    ) u_cuts (
      .clk_i(clk_i),
      .data_i(data_i),
      .data_o(data_o)
    );

    logic unused_reset;
    assign unused_reset = rst_ni;
  end else if (BlockRam != 0 && Cycles >= 8) begin : gen_block_ram
    localparam int LAST = Cycles - 2;
    localparam int PLACE_BITS = roundel_prim_pkg::index_bits(Cycles - 1);
    logic [PLACE_BITS-1:0] write_q, read_q;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        write_q <= '0;
        read_q <= PLACE_BITS'(1);
      end else begin
        write_q <= read_q;
        read_q <= (read_q == LAST[PLACE_BITS-1:0]) ? '0 : read_q + 1'b1;
      end
    end

    roundel_block_ram #(
      .Words(Cycles - 1),
      .Width(Width)
    ) u_memory (
      .clk_i(clk_i),
      .write_i(1'b1),
      .write_index_i(write_q),
      .write_word_i(data_i),
      .read_index_i(read_q),
      .word_o(data_o)
    );
  end else begin : gen_rings
    logic [Width*(SEGMENTS+1)-1:0] data;
    assign data[Width-1:0] = data_i;
    assign data_o = data[Width*SEGMENTS+:Width];

    for (genvar k = 0; k < SEGMENTS; k++) begin : gen_ring
      localparam int PLACES = EVERY - 1 + ((k < LONGER) ? 1 : 0);
      localparam int LAST = PLACES - 1;
      localparam int PLACE_BITS = roundel_prim_pkg::index_bits(PLACES);

      (* ram_style = "distributed" *) logic [Width-1:0] words_q[0:PLACES-1];
      logic [PLACE_BITS-1:0] place_q;
      logic [Width-1:0] data_q;
      assign data[Width*(k+1)+:Width] = data_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          place_q <= '0;
        end else begin
          place_q <= (place_q == LAST[PLACE_BITS-1:0]) ? '0 : place_q + 1'b1;
        end
      end

      always_ff @(posedge clk_i) begin
        words_q[place_q] <= data[Width*k+:Width];
        data_q <= words_q[place_q];
      end
    end
  end

endmodule : roundel_delay
