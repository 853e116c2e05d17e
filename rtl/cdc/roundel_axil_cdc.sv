// SPDX-License-Identifier: Apache-2.0
//
// Clock-domain crossing of an AXI4-Lite bus, for the registers of roundel_axi and roundel_dma.
//
// Interface. `s_axil` in the domain of `s_axil_aclk` is the side of the processor, `m_axil` in that
// of `m_axil_aclk` the side of the registers. Each of the five channels crosses on its own, in
// order, 1 transfer in flight. A read or a write takes about 6 cycles of each clock. Payload is
// stable during a stall; no valid waits for a ready.
//
// Reset. Assert both resets together, and reset the logic on both sides with the crossing. The
// releases may come in any order; both clocks must run. Each ready is low until the crossing is out
// of reset. A reset of one side alone clears the crossing on both sides: the other side loses its
// transfers in flight and their responses, and a valid may fall without a handshake, against AXI.
//
// Zeroise. Each register of a crossing is set to zero when its transfer has moved on, so no part of
// a key stays.
//
// Method. Five roundel_cdc_word. A roundel_reset_sync on each side takes the AND of both resets.
//
// Constraints. See roundel_cdc_word, roundel_sync and roundel_reset_sync.

module roundel_axil_cdc #(
  parameter int AddressBits = 12,
  parameter int Stages = 2  // flip-flops of a synchroniser
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic                   s_axil_aclk,
  input  logic                   s_axil_aresetn,
  input  logic [AddressBits-1:0] s_axil_awaddr,
  input  logic [            2:0] s_axil_awprot,
  input  logic                   s_axil_awvalid,
  output logic                   s_axil_awready,
  input  logic [           31:0] s_axil_wdata,
  input  logic [            3:0] s_axil_wstrb,
  input  logic                   s_axil_wvalid,
  output logic                   s_axil_wready,
  output logic [            1:0] s_axil_bresp,
  output logic                   s_axil_bvalid,
  input  logic                   s_axil_bready,
  input  logic [AddressBits-1:0] s_axil_araddr,
  input  logic [            2:0] s_axil_arprot,
  input  logic                   s_axil_arvalid,
  output logic                   s_axil_arready,
  output logic [           31:0] s_axil_rdata,
  output logic [            1:0] s_axil_rresp,
  output logic                   s_axil_rvalid,
  input  logic                   s_axil_rready,

  input  logic                   m_axil_aclk,
  input  logic                   m_axil_aresetn,
  output logic [AddressBits-1:0] m_axil_awaddr,
  output logic [            2:0] m_axil_awprot,
  output logic                   m_axil_awvalid,
  input  logic                   m_axil_awready,
  output logic [           31:0] m_axil_wdata,
  output logic [            3:0] m_axil_wstrb,
  output logic                   m_axil_wvalid,
  input  logic                   m_axil_wready,
  input  logic [            1:0] m_axil_bresp,
  input  logic                   m_axil_bvalid,
  output logic                   m_axil_bready,
  output logic [AddressBits-1:0] m_axil_araddr,
  output logic [            2:0] m_axil_arprot,
  output logic                   m_axil_arvalid,
  input  logic                   m_axil_arready,
  input  logic [           31:0] m_axil_rdata,
  input  logic [            1:0] m_axil_rresp,
  input  logic                   m_axil_rvalid,
  output logic                   m_axil_rready
  // verilog_lint: waive-stop port-name-suffix
);

  logic rst_n;  // asynchronous
  logic s_rst_n, m_rst_n;

  assign rst_n = s_axil_aresetn && m_axil_aresetn;

  roundel_reset_sync #(.Stages(Stages)) u_s_reset (
    .clk_i(s_axil_aclk),
    .rst_ni(rst_n),
    .rst_no(s_rst_n)
  );

  roundel_reset_sync #(.Stages(Stages)) u_m_reset (
    .clk_i(m_axil_aclk),
    .rst_ni(rst_n),
    .rst_no(m_rst_n)
  );

  // ---- From the processor to the registers ------------------------------------------------------
  roundel_cdc_word #(.Width(AddressBits + 3), .Stages(Stages)) u_write_address (
    .src_clk_i(s_axil_aclk),
    .src_rst_ni(s_rst_n),
    .src_valid_i(s_axil_awvalid),
    .src_ready_o(s_axil_awready),
    .src_data_i({s_axil_awaddr, s_axil_awprot}),
    .dst_clk_i(m_axil_aclk),
    .dst_rst_ni(m_rst_n),
    .dst_valid_o(m_axil_awvalid),
    .dst_ready_i(m_axil_awready),
    .dst_data_o({m_axil_awaddr, m_axil_awprot})
  );

  roundel_cdc_word #(.Width(36), .Stages(Stages)) u_write_data (
    .src_clk_i(s_axil_aclk),
    .src_rst_ni(s_rst_n),
    .src_valid_i(s_axil_wvalid),
    .src_ready_o(s_axil_wready),
    .src_data_i({s_axil_wdata, s_axil_wstrb}),
    .dst_clk_i(m_axil_aclk),
    .dst_rst_ni(m_rst_n),
    .dst_valid_o(m_axil_wvalid),
    .dst_ready_i(m_axil_wready),
    .dst_data_o({m_axil_wdata, m_axil_wstrb})
  );

  roundel_cdc_word #(.Width(AddressBits + 3), .Stages(Stages)) u_read_address (
    .src_clk_i(s_axil_aclk),
    .src_rst_ni(s_rst_n),
    .src_valid_i(s_axil_arvalid),
    .src_ready_o(s_axil_arready),
    .src_data_i({s_axil_araddr, s_axil_arprot}),
    .dst_clk_i(m_axil_aclk),
    .dst_rst_ni(m_rst_n),
    .dst_valid_o(m_axil_arvalid),
    .dst_ready_i(m_axil_arready),
    .dst_data_o({m_axil_araddr, m_axil_arprot})
  );

  // ---- From the registers to the processor ------------------------------------------------------
  roundel_cdc_word #(.Width(2), .Stages(Stages)) u_write_response (
    .src_clk_i(m_axil_aclk),
    .src_rst_ni(m_rst_n),
    .src_valid_i(m_axil_bvalid),
    .src_ready_o(m_axil_bready),
    .src_data_i({m_axil_bresp}),
    .dst_clk_i(s_axil_aclk),
    .dst_rst_ni(s_rst_n),
    .dst_valid_o(s_axil_bvalid),
    .dst_ready_i(s_axil_bready),
    .dst_data_o({s_axil_bresp})
  );

  roundel_cdc_word #(.Width(34), .Stages(Stages)) u_read_data (
    .src_clk_i(m_axil_aclk),
    .src_rst_ni(m_rst_n),
    .src_valid_i(m_axil_rvalid),
    .src_ready_o(m_axil_rready),
    .src_data_i({m_axil_rdata, m_axil_rresp}),
    .dst_clk_i(s_axil_aclk),
    .dst_rst_ni(s_rst_n),
    .dst_valid_o(s_axil_rvalid),
    .dst_ready_i(s_axil_rready),
    .dst_data_o({s_axil_rdata, s_axil_rresp})
  );

endmodule : roundel_axil_cdc
