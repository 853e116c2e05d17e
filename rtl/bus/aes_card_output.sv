// SPDX-License-Identifier: Apache-2.0
//
// An output queue of aes_card: a ring of blocks that come in order, and that a host reads as
// memory.
//
// A block is taken with valid/ready. Head and tail count blocks modulo 2^16, and a place is the
// remainder of a count by `Blocks`: those from the head on, as far as the tail, hold blocks. The
// host may read each of them as often as it likes, in any order: `read_index_i` names half a block,
// the half in its lowest bit, and two cycles later it is on `read_data_o`; a place that holds none
// reads as zero. Then `release_i` sets the head: what is in front of it is given back. A head that
// goes back or lies beyond the tail has no effect, and `underrun_o` says so two cycles later. In
// the three cycles behind a release the host does nothing.
//
// `clear_i` empties the ring, sets both counts to 0 and overwrites what was held: `busy_o` until
// then, in which nothing is taken. So does a reset.

module aes_card_output #(
  parameter int Blocks = 512  // a power of two, 16 to 512
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,
  output logic                    busy_o,

  input  logic                    valid_i,
  output logic                    ready_o,
  input  logic [           127:0] data_i,  // byte 0 in the low bits

  input  logic [$clog2(Blocks):0] read_index_i,
  output logic [            63:0] read_data_o,  // byte 0 in the low bits
  input  logic                    release_i,
  input  logic [            15:0] release_head_i,
  output logic                    underrun_o,
  output logic [            15:0] head_o,
  output logic [            15:0] tail_o,
  output logic [            15:0] level_o  // places that hold a block
);

  localparam int PLACE_BITS = $clog2(Blocks);

  if (Blocks < 16 || Blocks > 512 || Blocks != (1 << PLACE_BITS)) begin : gen_bad_blocks
    aes_error_blocks_must_be_a_power_of_two_from_16_to_512 u_error ();
  end

  logic [15:0] head_q, tail_q, next_tail_q, level_q;
  logic clear_q, wipe;
  logic [PLACE_BITS-1:0] wipe_place;

  assign busy_o = clear_q || wipe;
  assign head_o = head_q;
  assign tail_o = tail_q;
  assign level_o = level_q;

  // ---- In ---------------------------------------------------------------------------------------
  // Full: as far in front of the head as there are places. A head that moves is heard a cycle late.
  logic open_q, put;
  logic put_q;
  logic [PLACE_BITS-1:0] put_place_q;
  logic [127:0] put_data_q;
  logic [PLACE_BITS:0] full_tail;

  assign ready_o = open_q;
  assign put = valid_i && open_q;
  assign full_tail = head_q[PLACE_BITS:0] ^ Blocks[PLACE_BITS:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      tail_q <= '0;
      next_tail_q <= 16'd1;
      open_q <= 1'b0;
    end else if (clear_i || busy_o) begin
      clear_q <= clear_i;
      tail_q <= '0;
      next_tail_q <= 16'd1;
      open_q <= 1'b0;
    end else begin
      if (put) begin
        tail_q <= next_tail_q;
        next_tail_q <= next_tail_q + 1'b1;
      end
      open_q <= put
          ? next_tail_q[PLACE_BITS:0] != full_tail
          : tail_q[PLACE_BITS:0] != full_tail;
    end
  end

  aes_wipe #(
    .Words(Blocks)
  ) u_wipe (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(wipe),
    .index_o(wipe_place)
  );

  always_ff @(posedge clk_i) begin
    put_q <= wipe || put;
    put_place_q <= wipe ? wipe_place : tail_q[PLACE_BITS-1:0];
    put_data_q <= data_i & {128{!wipe}};
  end

  // ---- What the host does -----------------------------------------------------------------------
  logic release_q, release_ok, underrun_q;
  logic [15:0] new_head_q, advance_q;
  logic [PLACE_BITS-1:0] ahead_q;
  logic [1:0] half_q;  // the last of them beside `data`
  logic held_q;
  logic [127:0] data;

  assign release_ok = release_q && advance_q <= level_q;
  assign underrun_o = underrun_q;
  assign read_data_o = (half_q[1] ? data[127:64] : data[63:0]) & {64{held_q}};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      release_q <= 1'b0;
      underrun_q <= 1'b0;
      head_q <= '0;
      level_q <= '0;
    end else if (clear_i || busy_o) begin
      release_q <= 1'b0;
      underrun_q <= 1'b0;
      head_q <= '0;
      level_q <= '0;
    end else begin
      release_q <= release_i;
      underrun_q <= release_q && !release_ok;
      if (release_ok) begin
        head_q <= new_head_q;
      end
      level_q <= tail_q - head_q;
    end
  end

  always_ff @(posedge clk_i) begin
    new_head_q <= release_head_i;
    advance_q <= release_head_i - head_q;
  end

  for (genvar h = 0; h < 2; h++) begin : gen_half
    aes_memory #(
      .Words(Blocks),
      .Width(64)
    ) u_memory (
      .clk_i(clk_i),
      .write_i(put_q),
      .write_index_i(put_place_q),
      .write_word_i(put_data_q[64*h+:64]),
      .read_index_i(read_index_i[PLACE_BITS:1]),
      .word_o(data[64*h+:64])
    );
  end

  always_ff @(posedge clk_i) begin
    ahead_q <= read_index_i[PLACE_BITS:1] - head_q[PLACE_BITS-1:0];
    half_q <= {half_q[0], read_index_i[0]};
    held_q <= 16'(ahead_q) < level_q && !busy_o;
  end

endmodule : aes_card_output
