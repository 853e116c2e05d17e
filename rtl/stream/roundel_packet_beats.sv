// SPDX-License-Identifier: Apache-2.0
//
// Turns beats of AXI4-Stream into words, and counts the kept bytes of `tkeep`.
//
// Interface. Beats in and words out: valid and ready, no combinational path between the two sides.
// `bytes_o` is the number of kept bytes from byte 0 on; `full_o`: all bytes, `none_o`: no byte.
// `hole_o`: a null byte is in front of a kept byte; then `bytes_o` says that all bytes count.
// Throughput: 1 beat in each cycle. Latency: 2 cycles.
//
// Method. Two skid buffers hold what is computed of `tkeep`, with 1 LUT per bit in front of the
// first and the rest between the two. The data waits beside them in a memory of eight words: 1 word
// is written in each cycle, beat or not, so no wide enable depends on a ready signal.
//
//   tkeep -> [ groups of four ] -> [ skid buffer ] -> [ count ] -> [ skid buffer ] -> bytes, flags
//   tdata ----------------------> [ memory of eight words ] ---------------------> data
//
// Reset drops all beats. `clear_i` is high during and after a reset, and lasts nine cycles or more:
// the word at the port overwrites each word of the memory. The second skid buffer empties itself:
// `ready_i` is high from the second cycle of `clear_i` to its last. Facts of `tkeep` stay in the
// registers.

`include "roundel_contract.svh"

module roundel_packet_beats #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter int UserBits = 1  // bits beside a beat
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

  // For each group of four bytes: a hole ends here, all four are kept, and the number of kept bytes
  // modulo 4. Without a hole the number is 0 for all groups but the last.
  logic [FOURS-1:0] hole, whole, raw_holes, raw_whole;
  logic [2*FOURS-1:0] part, raw_part;
  logic [BYTES:0] bounded;  // with a zero behind the last byte
  assign bounded = {1'b0, beat_keep_i};
  for (genvar f = 0; f < FOURS; f++) begin : gen_four
    assign hole[f] = |(bounded[4*f+1+:4] & ~bounded[4*f+:4]);
    assign whole[f] = &beat_keep_i[4*f+:4];
    assign part[2*f+:2] = {beat_keep_i[4*f+1] && !beat_keep_i[4*f+3], ^beat_keep_i[4*f+:4]};
  end

  roundel_skid_buffer #(.Width(BYTES + 2), .KeepDataOnClear(1'b1)) u_raw (
    .clk_i, .rst_ni, .clear_i,
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
  logic [FOURS:0] ends;  // one-hot without a hole: the number of whole groups
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

  roundel_skid_buffer #(.Width(BYTE_BITS + 4), .KeepDataOnClear(1'b1)) u_facts (
    .clk_i, .rst_ni,
    .clear_i(1'b0),
    .valid_i(raw_valid),
    .ready_o(raw_ready),
    .data_i({raw_bytes, raw_hole, &raw_whole, !raw_first && !raw_hole, raw_last}),
    .valid_o, .ready_i,
    .data_o({bytes_o, hole_o, full_o, none_o, last_o})
  );

  // ---- The data ---------------------------------------------------------------------------------
  // A word that is read while it is written is never used, so no tool adds a bypass.
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "select_ram" *)
  logic [WIDTH-1:0] words_q[0:7];
  logic [2:0] write_q, read_q;  // indices of the next beat and of the word at the output
  logic [128*Lanes-1:0] turned;  // byte 0 in the top bits

  for (genvar b = 0; b < BYTES; b++) begin : gen_turn
    assign turned[128*Lanes-1-8*b-:8] = beat_data_i[8*b+:8];
  end

  assign {data_o, user_o} = words_q[read_q];

  always_ff @(posedge clk_i) begin
    words_q[write_q] <= {turned, beat_user_i};
  end

  // In a clear both indices run through the memory, and each word is written.
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

  // At most four beats wait: two in each skid buffer.
  logic [2:0] waiting;
  assign waiting = write_q - read_q;
  `ROUNDEL_CONTRACT(at_most_four_words, clk_i, rst_ni, waiting <= 3'd4 || clear_i)

endmodule : roundel_packet_beats
