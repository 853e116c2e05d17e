// SPDX-License-Identifier: Apache-2.0
//
// Clock-domain crossing of an AXI4-Stream, for the streams of roundel_axi and its data path.
//
// Interface. `s_axis` in the domain of `s_axis_aclk`, `m_axis` in that of `m_axis_aclk`. Payload is
// stable during a stall. Throughput 1 beat in each cycle of the slower clock, if Depth is at least
// 2 * Stages + 6. Latency Stages + 1 to Stages + 2 edges of `m_axis_aclk`. Beats: Depth in the
// memory, one in the output register.
//
// Reset. Assert both resets together, and reset the logic on both sides with the crossing. The
// releases may come in any order; both clocks must run. Beats inside are dropped and overwritten.
// A reset of one side alone clears the crossing on both sides: the other side loses its beats in
// flight, and `m_axis_tvalid` may fall without a handshake, against AXI.
//
// Zeroise. No zeroise input: CONTROL.zeroise of roundel_axi does not clear the FIFO. Up to
// Depth + 1 beats stay, also beats that were read, until later beats overwrite them. A reset of
// both sides clears all beats.
//
// Method. roundel_cdc_fifo, an asynchronous FIFO with Gray-coded counts. A roundel_reset_sync on
// each side takes the AND of both resets.
//
// Constraints. See roundel_cdc_fifo, roundel_sync and roundel_reset_sync.

module roundel_stream_cdc #(
  parameter int Bytes = 16,  // of a beat
  parameter int UserBits = 1,
  parameter int Depth = 16,  // beats in the memory: a power of two, at least 4
  parameter int Stages = 2  // flip-flops of a synchroniser
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic                s_axis_aclk,
  input  logic                s_axis_aresetn,
  input  logic [ 8*Bytes-1:0] s_axis_tdata,
  input  logic [   Bytes-1:0] s_axis_tkeep,
  input  logic                s_axis_tlast,
  input  logic [UserBits-1:0] s_axis_tuser,
  input  logic                s_axis_tvalid,
  output logic                s_axis_tready,

  input  logic                m_axis_aclk,
  input  logic                m_axis_aresetn,
  output logic [ 8*Bytes-1:0] m_axis_tdata,
  output logic [   Bytes-1:0] m_axis_tkeep,
  output logic                m_axis_tlast,
  output logic [UserBits-1:0] m_axis_tuser,
  output logic                m_axis_tvalid,
  input  logic                m_axis_tready
  // verilog_lint: waive-stop port-name-suffix
);

  logic rst_n;  // asynchronous
  logic s_rst_n, m_rst_n;

  assign rst_n = s_axis_aresetn && m_axis_aresetn;

  roundel_reset_sync #(.Stages(Stages)) u_s_reset (
    .clk_i(s_axis_aclk),
    .rst_ni(rst_n),
    .rst_no(s_rst_n)
  );

  roundel_reset_sync #(.Stages(Stages)) u_m_reset (
    .clk_i(m_axis_aclk),
    .rst_ni(rst_n),
    .rst_no(m_rst_n)
  );

  roundel_cdc_fifo #(.Width(9 * Bytes + 1 + UserBits), .Depth(Depth), .Stages(Stages)) u_fifo (
    .wr_clk_i(s_axis_aclk),
    .wr_rst_ni(s_rst_n),
    .wr_valid_i(s_axis_tvalid),
    .wr_ready_o(s_axis_tready),
    .wr_data_i({s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser}),
    .rd_clk_i(m_axis_aclk),
    .rd_rst_ni(m_rst_n),
    .rd_valid_o(m_axis_tvalid),
    .rd_ready_i(m_axis_tready),
    .rd_data_o({m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser})
  );

endmodule : roundel_stream_cdc
