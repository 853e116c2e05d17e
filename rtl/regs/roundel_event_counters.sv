// SPDX-License-Identifier: Apache-2.0
//
// The counters of roundel_axil_registers: what roundel_stream_events tells of, and a port to read
// them.
//
// `index_i` is the word behind address 0x100: 0 packets, 1 to 6 by fault, then from 16 on two words
// for each of beats in, beats out, bytes out, stalled in, stalled out. `data_o` follows a cycle
// later. `read_i` says that it is taken: of a low half that keeps the high one for later.

module roundel_event_counters #(
  parameter int Lanes = 1,
  parameter int Counters = 1  // 0: none, all read as zero
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       clear_i,

  input  logic                                       packet_i,
  input  logic [                                5:0] faults_i,
  input  logic                                       beat_i,
  input  logic                                       beat_stalled_i,
  input  logic                                       text_i,
  input  logic                                       text_stalled_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0] bytes_i,

  input  logic                                       read_i,
  input  logic [                                4:0] index_i,
  output logic [                               31:0] data_o
);

  if (Counters != 0) begin : gen_counters
    logic [6:0] narrow_events;
    logic [3:0] wide_events;
    logic [32*7-1:0] narrow;
    logic [32*7-1:0] unused_high;
    logic [32*5-1:0] low, high;
    logic [31:0] kept_q, data_q;

    assign narrow_events = {faults_i, packet_i};
    assign wide_events = {text_stalled_i, beat_stalled_i, text_i, beat_i};
    assign data_o = data_q;

    for (genvar c = 0; c < 7; c++) begin : gen_narrow
      roundel_event_counter #(
        .HasHighHalf(0)
      ) u_counter (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(clear_i),
        .amount_i(narrow_events[c]),
        .low_o(narrow[32*c+:32]),
        .high_o(unused_high[32*c+:32])
      );
    end
    // Beats in, beats out, then bytes out, then the two that stall.
    for (genvar c = 0; c < 4; c++) begin : gen_wide
      roundel_event_counter u_counter (
        .clk_i(clk_i),
        .rst_ni(rst_ni),
        .clear_i(clear_i),
        .amount_i(wide_events[c]),
        .low_o(low[32*(c+c/2)+:32]),
        .high_o(high[32*(c+c/2)+:32])
      );
    end
    roundel_event_counter #(
      .AmountBits(roundel_prim_pkg::index_bits(16 * Lanes + 1))
    ) u_bytes (
      .clk_i(clk_i),
      .rst_ni(rst_ni),
      .clear_i(clear_i),
      .amount_i(bytes_i),
      .low_o(low[32*2+:32]),
      .high_o(high[32*2+:32])
    );

    always_ff @(posedge clk_i) begin
      data_q <= '0;
      for (int c = 0; c < 7; c++) begin
        if (index_i == c[4:0]) begin
          data_q <= narrow[32*c+:32];
        end
      end
      for (int c = 0; c < 5; c++) begin
        if (index_i == 5'd16 + {c[3:0], 1'b0}) begin
          data_q <= low[32*c+:32];
        end
        if (index_i == 5'd17 + {c[3:0], 1'b0}) begin
          data_q <= kept_q;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        kept_q <= '0;
      end else if (clear_i) begin
        kept_q <= '0;
      end else if (read_i) begin
        for (int c = 0; c < 5; c++) begin
          if (index_i == 5'd16 + {c[3:0], 1'b0}) begin
            kept_q <= high[32*c+:32];
          end
        end
      end
    end
  end else begin : gen_none
    assign data_o = '0;

    logic unused_inputs;
    assign unused_inputs = ^{clk_i, rst_ni, clear_i, packet_i, faults_i, beat_i, beat_stalled_i,
                             text_i, text_stalled_i, bytes_i, read_i, index_i};
  end

endmodule : roundel_event_counters
