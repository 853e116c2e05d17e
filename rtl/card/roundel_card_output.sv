// SPDX-License-Identifier: Apache-2.0
//
// Output ring of roundel_card: blocks arrive in order, and the host reads the blocks in any order.
//
// Interface, input side. Valid/ready; the tail counts a block two cycles after its transfer. Host
// side. Head and tail count blocks modulo 2^16; the entry is the count modulo `Blocks`. The entries
// from the head to the tail hold blocks. The host may read each of these entries in any order and
// as often as needed. `read_index_i` selects half a block (bit 0 selects the half), and
// `read_data_o` follows two cycles later. An empty entry reads as zero. Then `release_i` sets the
// head and frees the entries before the head. A head that moves back or beyond the tail has no
// effect; `underrun_o` follows two cycles later. The host must not access the ring in the three
// cycles after a release.
//
// Clear. `clear_i`, or a reset (asynchronous, active low), empties the ring, sets both counts to 0
// and overwrites the memory. `busy_o` is high until the end; no block is accepted meanwhile.

module roundel_card_output #(
  parameter int Blocks = 512,  // a power of two, 16 to 512
  parameter int HalfBits = 64  // bits of half a block; fewer for proofs
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  logic                    clear_i,
  output logic                    busy_o,

  input  logic                    valid_i,
  output logic                    ready_o,
  input  logic [  2*HalfBits-1:0] data_i,  // byte 0 in the low bits

  input  logic [$clog2(Blocks):0] read_index_i,
  output logic [    HalfBits-1:0] read_data_o,  // byte 0 in the low bits
  input  logic                    release_i,
  input  logic [            15:0] release_head_i,
  output logic                    underrun_o,
  output logic [            15:0] head_o,
  output logic [            15:0] tail_o,
  output logic [            15:0] level_o  // entries that hold a block
);

  localparam int INDEX_BITS = $clog2(Blocks);

  logic [15:0] head_q, tail_q, level_q;
  logic clear_q, clearing;

  assign busy_o = clear_q || clearing;
  assign head_o = head_q;
  assign tail_o = tail_q;
  assign level_o = level_q;

  // ---- Input side -------------------------------------------------------------------------------
  // The ring is full when `count_q` is `Blocks` ahead of the head. A new head acts one cycle later.
  // The tail follows `count_q` by one cycle, so that the memory is readable when the tail counts a
  // block.
  logic [15:0] count_q, next_q;  // accepted blocks; the same plus 1
  logic open_q, put;
  logic [INDEX_BITS:0] full_count;

  assign ready_o = open_q;
  assign put = valid_i && open_q;
  assign full_count = head_q[INDEX_BITS:0] ^ Blocks[INDEX_BITS:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_q <= 1'b1;
      count_q <= '0;
      next_q <= 16'd1;
      tail_q <= '0;
      open_q <= 1'b0;
    end else if (clear_i || busy_o) begin
      clear_q <= clear_i;
      count_q <= '0;
      next_q <= 16'd1;
      tail_q <= '0;
      open_q <= 1'b0;
    end else begin
      if (put) begin
        count_q <= next_q;
        next_q <= next_q + 1'b1;
      end
      tail_q <= count_q;
      open_q <= put
          ? next_q[INDEX_BITS:0] != full_count
          : count_q[INDEX_BITS:0] != full_count;
    end
  end

  // ---- Host side --------------------------------------------------------------------------------
  logic release_q, release_ok, underrun_q;
  logic [15:0] new_head_q, advance_q;
  logic [INDEX_BITS-1:0] ahead_q;
  logic [1:0] half_q;  // selected half; bit 1 belongs to `data`
  logic held_q;  // the selected entry holds a block
  logic [2*HalfBits-1:0] data;

  assign release_ok = release_q && advance_q <= level_q;
  assign underrun_o = underrun_q;
  assign read_data_o = (half_q[1] ? data[2*HalfBits-1:HalfBits] : data[HalfBits-1:0])
      & {HalfBits{held_q}};

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

  roundel_card_memory #(.Blocks(Blocks), .HalfBits(HalfBits)) u_memory (
    .clk_i, .rst_ni, .clear_i,
    .busy_o(clearing),
    .write_i({2{put}}),
    .write_index_i(count_q[INDEX_BITS-1:0]),
    .write_block_i(data_i),
    .read_index_i(read_index_i[INDEX_BITS:1]),
    .block_o(data)
  );

  always_ff @(posedge clk_i) begin
    ahead_q <= read_index_i[INDEX_BITS:1] - head_q[INDEX_BITS-1:0];
    half_q <= {half_q[0], read_index_i[0]};
    held_q <= 16'(ahead_q) < level_q && !busy_o;
  end

endmodule : roundel_card_output
