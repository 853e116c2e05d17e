// SPDX-License-Identifier: Apache-2.0
//
// Beats of AXI4-Stream as words, and what their tkeep says: how many bytes from byte 0 on they
// keep, whether these are all or none, and whether there is a hole; then all bytes count.
//
// Valid/ready on both sides, no path through: two slices. In front of the first stands a LUT a bit,
// which looks at four bytes and their neighbour; the rest of the logic stands between them.
//
// The data, which is much, waits for them in a memory of eight words; the slices hold four. So one
// is written in every cycle, whether it is a beat or not, and no wide enable hangs on a ready. A
// `clear_i`, which is to be high at a reset, lasts nine cycles or more, in which what stands at the
// port is written to every place. Of a beat that it drops what `tkeep` said stays. The second slice
// empties itself: from the second cycle of `clear_i` to the last `ready_i` is to be high.

module roundel_packet_beats #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter int UserBits = 1
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        clear_i,

  input  logic                                        beat_valid_i,
  output logic                                        beat_ready_o,
  input  logic [                       128*Lanes-1:0] beat_data_i,  // byte 0 in the low bits
  input  logic [                        16*Lanes-1:0] beat_keep_i,
  input  logic                                        beat_last_i,
  input  logic [                        UserBits-1:0] beat_user_i,

  output logic                                        valid_o,
  input  logic                                        ready_i,
  output logic [                       128*Lanes-1:0] data_o,  // byte 0 in the top bits
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0]  bytes_o,
  output logic                                        hole_o,
  output logic                                        full_o,
  output logic                                        none_o,
  output logic                                        last_o,
  output logic [                        UserBits-1:0] user_o
);

  localparam int BYTES = 16 * Lanes;
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(BYTES + 1);
  localparam int FOURS = BYTES / 4;

  localparam int WIDTH = 128 * Lanes + UserBits;

  logic raw_valid, raw_ready, raw_last, raw_first;

  // Of four bytes: whether a hole ends among them, whether all are kept, how many are in the four
  // that end the beat's bytes. Without a hole that is 0 for all fours but one.
  logic [FOURS-1:0] hole, whole, raw_holes, raw_whole;
  logic [2*FOURS-1:0] part, raw_part;
  logic [BYTES:0] bounded;  // with a zero behind
  assign bounded = {1'b0, beat_keep_i};
  for (genvar f = 0; f < FOURS; f++) begin : gen_four
    assign hole[f] = |(bounded[4*f+1+:4] & ~bounded[4*f+:4]);
    assign whole[f] = &beat_keep_i[4*f+:4];
    assign part[2*f+:2] = {beat_keep_i[4*f+1] && !beat_keep_i[4*f+3], ^beat_keep_i[4*f+:4]};
  end

  roundel_skid_buffer #(
    .Width(BYTES + 2),
    .KeepDataOnClear(1)
  ) u_raw (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(beat_valid_i),
    .ready_o(beat_ready_o),
    .data_i({hole, whole, part, beat_keep_i[0], beat_last_i}),
    .valid_o(raw_valid),
    .ready_i(raw_ready),
    .data_o({raw_holes, raw_whole, raw_part, raw_first, raw_last})
  );

  logic raw_hole;
  logic [BYTE_BITS-1:0] raw_bytes;
  logic [BYTE_BITS-3:0] raw_fours;
  logic [1:0] raw_rest;
  logic [FOURS:0] ends;  // the last whole four, with a whole one in front of them all
  assign raw_hole = |raw_holes;
  assign ends = {raw_whole, 1'b1} & ~{1'b0, raw_whole};

  always_comb begin
    raw_fours = '0;
    raw_rest = '0;
    for (int f = 0; f < FOURS; f++) begin
      raw_rest = raw_rest | raw_part[2*f+:2];
    end
    for (int f = 0; f <= FOURS; f++) begin
      if (ends[f]) begin
        raw_fours = raw_fours | (BYTE_BITS - 2)'(f);
      end
    end
  end
  assign raw_bytes = raw_hole ? BYTE_BITS'(BYTES) : {raw_fours, raw_rest};

  roundel_skid_buffer #(
    .Width(BYTE_BITS + 4),
    .KeepDataOnClear(1)
  ) u_facts (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(1'b0),
    .valid_i(raw_valid),
    .ready_o(raw_ready),
    .data_i({raw_bytes, raw_hole, &raw_whole, !raw_first && !raw_hole, raw_last}),
    .valid_o(valid_o),
    .ready_i(ready_i),
    .data_o({bytes_o, hole_o, full_o, none_o, last_o})
  );

  // ---- The data ---------------------------------------------------------------------------------
  (* ram_style = "distributed" *) logic [WIDTH-1:0] words_q[0:7];
  logic [2:0] write_q, read_q;  // places of the next beat, of the word that is shown
  logic [128*Lanes-1:0] turned;

  for (genvar b = 0; b < BYTES; b++) begin : gen_turn
    assign turned[128*Lanes-1-8*b-:8] = beat_data_i[8*b+:8];
  end

  assign {data_o, user_o} = words_q[read_q];

  always_ff @(posedge clk_i) begin
    words_q[write_q] <= {turned, beat_user_i};
  end

  // While cleared both go round, all places being written.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q <= '0;
    end else if (clear_i) begin
      write_q <= write_q + 1'b1;
      read_q <= write_q + 1'b1;
    end else begin
      write_q <= write_q + 3'(beat_valid_i && beat_ready_o);
      read_q <= read_q + 3'(valid_o && ready_i);
    end
  end

endmodule : roundel_packet_beats
