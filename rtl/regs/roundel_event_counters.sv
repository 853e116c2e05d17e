// SPDX-License-Identifier: Apache-2.0
//
// The counters of roundel_axil_registers, and their read port.
//
// Interface. `index_i` is the word offset from the register PACKETS
// (rtl/regs/roundel_registers.rdl): packets, then faults by kind. From BEATS_IN_LOW on two words
// (low, high) belong to each of: beats in, beats out, bytes out, stalled cycles in, stalled cycles
// out. `data_o` follows one cycle later. `read_i` marks a read; a read of a low half stores the
// matching high half for the next read. `clear_i` and reset (asynchronous, active low) set all
// counters to 0.

module roundel_event_counters #(
  parameter int Lanes = 1  // blocks of a beat
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

  `include "roundel_registers.svh"

  // Offsets of the two words of the first counter of 64 bits.
  localparam logic [4:0] WIDE_LOW = 5'(REG_BEATS_IN_LOW_WORD - REG_PACKETS_WORD);
  localparam logic [4:0] WIDE_HIGH = 5'(REG_BEATS_IN_HIGH_WORD - REG_PACKETS_WORD);

  logic [6:0] narrow_events;
  logic [3:0] wide_events;
  logic [32*7-1:0] narrow;
  logic [32*5-1:0] low, high;
  logic [31:0] stored_high_q, data_q;

  assign narrow_events = {faults_i, packet_i};
  assign wide_events = {text_stalled_i, beat_stalled_i, text_i, beat_i};
  assign data_o = data_q;

  for (genvar c = 0; c < 7; c++) begin : gen_narrow
    roundel_event_counter #(.HasHighHalf(1'b0)) u_counter (
      .clk_i, .rst_ni, .clear_i,
      .amount_i(narrow_events[c]),
      .low_o(narrow[32*c+:32]),
      // verilator lint_off PINCONNECTEMPTY
      .high_o()
      // verilator lint_on PINCONNECTEMPTY
    );
  end
  // Beats in, beats out, stalled in, stalled out; entry 2 of `low` and `high` is for the bytes.
  for (genvar c = 0; c < 4; c++) begin : gen_wide
    roundel_event_counter u_counter (
      .clk_i, .rst_ni, .clear_i,
      .amount_i(wide_events[c]),
      .low_o(low[32*(c+c/2)+:32]),
      .high_o(high[32*(c+c/2)+:32])
    );
  end
  roundel_event_counter #(.AmountBits(roundel_prim_pkg::index_bits(16 * Lanes + 1))) u_bytes (
    .clk_i, .rst_ni, .clear_i,
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
      if (index_i == WIDE_LOW + {c[3:0], 1'b0}) begin
        data_q <= low[32*c+:32];
      end
      if (index_i == WIDE_HIGH + {c[3:0], 1'b0}) begin
        data_q <= stored_high_q;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_high_q <= '0;
    end else if (clear_i) begin
      stored_high_q <= '0;
    end else if (read_i) begin
      for (int c = 0; c < 5; c++) begin
        if (index_i == WIDE_LOW + {c[3:0], 1'b0}) begin
          stored_high_q <= high[32*c+:32];
        end
      end
    end
  end

endmodule : roundel_event_counters
