// SPDX-License-Identifier: Apache-2.0
//
// Checkers for the ports of the library's tops, bound to each instance in a simulation.
//
// Use. Define the tops of your simulation: ROUNDEL_BIND_CORE, ROUNDEL_BIND_COMPACT,
// ROUNDEL_BIND_STREAM, ROUNDEL_BIND_STREAM_INTERLEAVED, ROUNDEL_BIND_AXI, ROUNDEL_BIND_CARD_AXI or
// ROUNDEL_BIND_DMA. Include this header once, outside a module, in a source of your test bench, and
// compile the checkers (rtl/contracts). A broken handshake on either side of a port then stops the
// simulation with its name, for example "contract broken:
// tb.dut.u_check_s_axis.payload_stable".
//
// Limits. Icarus 11 has no `bind`: instantiate the checkers beside the top there.
`ifndef ROUNDEL_CONTRACTS_BIND_SVH
`define ROUNDEL_CONTRACTS_BIND_SVH

`define ROUNDEL_BIND_PORT(top, name, clk, rst_n, drop, valid, ready, payload) \
  bind top roundel_handshake_checker #( \
    .Width($bits(payload)) \
  ) u_check_``name ( \
    .clk_i(clk), \
    .rst_ni(rst_n), \
    .drop_i(drop), \
    .valid_i(valid), \
    .ready_i(ready), \
    .payload_i(payload) \
  );

`define ROUNDEL_BIND_RESPONSE(top, name, request, valid, ready) \
  bind top roundel_response_checker u_check_``name ( \
    .clk_i(aclk), \
    .rst_ni(aresetn), \
    .request_i(request), \
    .response_valid_i(valid), \
    .response_i(valid && ready) \
  );

`ifdef ROUNDEL_BIND_CORE
`ROUNDEL_BIND_PORT(roundel_core, key, clk_i, rst_ni, zeroise_i, key_valid_i, key_ready_o,
    {key_slot_i, key_i, key_clear_i, (KeySizes == 0) ? 2'd0 : key_size_i})
`ROUNDEL_BIND_PORT(roundel_core, in, clk_i, rst_ni, zeroise_i, in_valid_i, in_ready_o,
    {in_decrypt_i, in_slot_i, in_tag_i, in_block_i})
// `zeroise` clears the output FIFO, ZEROISE_DELAY cycles after `zeroise_i`. Without a FIFO the core
// ignores `out_ready_i`.
`ROUNDEL_BIND_PORT(roundel_core, out, clk_i, rst_ni, zeroise_i || zeroise, out_valid_o,
    out_ready_i || !Backpressure,
    {out_tag_o, out_block_o})
`endif

`ifdef ROUNDEL_BIND_COMPACT
`ROUNDEL_BIND_PORT(roundel_compact, key, clk_i, rst_ni, zeroise_i, key_valid_i, key_ready_o,
    {key_slot_i, key_i, key_clear_i})
`ROUNDEL_BIND_PORT(roundel_compact, in, clk_i, rst_ni, zeroise_i, in_valid_i, in_ready_o,
    {in_decrypt_i, in_slot_i, in_tag_i, in_block_i})
`ROUNDEL_BIND_PORT(roundel_compact, out, clk_i, rst_ni, zeroise_i, out_valid_o,
    out_ready_i || !Backpressure,
    {out_tag_o, out_block_o})
`endif

`ifdef ROUNDEL_BIND_STREAM
`ROUNDEL_BIND_PORT(roundel_stream, key, clk_i, rst_ni, zeroise_i, key_valid_i, key_ready_o,
    {key_slot_i, key_i, key_clear_i, key_least_tag_i,
     key_policy_i & {roundel_stream_pkg::POLICY_BITS{HasPolicy}}})
`ROUNDEL_BIND_PORT(roundel_stream, command, clk_i, rst_ni, zeroise_i, command_valid_i,
    command_ready_o,
    {command_i, command_user_i, command_privileged_i && HasPolicy})
`ROUNDEL_BIND_PORT(roundel_stream, beat, clk_i, rst_ni, zeroise_i, beat_valid_i, beat_ready_o,
    {beat_data_i, beat_keep_i, beat_last_i, beat_user_i})
`ROUNDEL_BIND_PORT(roundel_stream, text, clk_i, rst_ni, zeroise_i, text_valid_o, text_ready_i,
    {text_data_o, text_keep_o, text_last_o, text_user_o})
`ROUNDEL_BIND_PORT(roundel_stream, result, clk_i, rst_ni, zeroise_i, result_valid_o, result_ready_i,
    {result_ok_o, result_error_o, result_tag_o, result_user_o})
`endif

`ifdef ROUNDEL_BIND_STREAM_INTERLEAVED
`ROUNDEL_BIND_PORT(roundel_stream_interleaved, key, clk_i, rst_ni, zeroise_i, key_valid_i,
    key_ready_o,
    {key_slot_i, key_i, key_clear_i})
`ROUNDEL_BIND_PORT(roundel_stream_interleaved, command, clk_i, rst_ni, zeroise_i, command_valid_i,
    command_ready_o,
    {command_i, command_user_i})
`ROUNDEL_BIND_PORT(roundel_stream_interleaved, beat, clk_i, rst_ni, zeroise_i, beat_valid_i,
    beat_ready_o,
    {beat_data_i, beat_keep_i, beat_last_i, beat_id_i, beat_user_i})
`ROUNDEL_BIND_PORT(roundel_stream_interleaved, text, clk_i, rst_ni, zeroise_i, text_valid_o,
    text_ready_i,
    {text_data_o, text_keep_o, text_last_o, text_id_o, text_user_o})
`ROUNDEL_BIND_PORT(roundel_stream_interleaved, result, clk_i, rst_ni, zeroise_i, result_valid_o,
    result_ready_i,
    {result_ok_o, result_error_o, result_id_o, result_user_o})
`endif

`ifdef ROUNDEL_BIND_AXI
`ROUNDEL_BIND_PORT(roundel_axi, s_axis, aclk, aresetn, 1'b0, s_axis_tvalid, s_axis_tready,
    {s_axis_tdata, s_axis_tkeep, s_axis_tlast, s_axis_tuser})
`ROUNDEL_BIND_PORT(roundel_axi, m_axis, aclk, aresetn, 1'b0, m_axis_tvalid, m_axis_tready,
    {m_axis_tdata, m_axis_tkeep, m_axis_tlast, m_axis_tuser})
`ROUNDEL_BIND_PORT(roundel_axi, s_axis_command, aclk, aresetn, 1'b0, s_axis_command_tvalid,
    s_axis_command_tready,
    {s_axis_command_tdata, s_axis_command_tuser})
`ROUNDEL_BIND_PORT(roundel_axi, m_axis_result, aclk, aresetn, 1'b0, m_axis_result_tvalid,
    m_axis_result_tready,
    {m_axis_result_tdata, m_axis_result_tlast})
`ROUNDEL_BIND_PORT(roundel_axi, s_axil_aw, aclk, aresetn, 1'b0, s_axil_awvalid, s_axil_awready,
    {s_axil_awaddr, s_axil_awprot})
`ROUNDEL_BIND_PORT(roundel_axi, s_axil_w, aclk, aresetn, 1'b0, s_axil_wvalid, s_axil_wready,
    {s_axil_wdata, s_axil_wstrb})
`ROUNDEL_BIND_PORT(roundel_axi, s_axil_b, aclk, aresetn, 1'b0, s_axil_bvalid, s_axil_bready,
    {s_axil_bresp})
`ROUNDEL_BIND_PORT(roundel_axi, s_axil_ar, aclk, aresetn, 1'b0, s_axil_arvalid, s_axil_arready,
    {s_axil_araddr, s_axil_arprot})
`ROUNDEL_BIND_PORT(roundel_axi, s_axil_r, aclk, aresetn, 1'b0, s_axil_rvalid, s_axil_rready,
    {s_axil_rdata, s_axil_rresp})
`ROUNDEL_BIND_RESPONSE(roundel_axi, s_axil_b_after_aw, s_axil_awvalid && s_axil_awready,
    s_axil_bvalid, s_axil_bready)
`ROUNDEL_BIND_RESPONSE(roundel_axi, s_axil_b_after_w, s_axil_wvalid && s_axil_wready,
    s_axil_bvalid, s_axil_bready)
`ROUNDEL_BIND_RESPONSE(roundel_axi, s_axil_r_after_ar, s_axil_arvalid && s_axil_arready,
    s_axil_rvalid, s_axil_rready)
`endif

`ifdef ROUNDEL_BIND_CARD_AXI
`ROUNDEL_BIND_PORT(roundel_card_axi, s_axi_aw, aclk, aresetn, 1'b0, s_axi_awvalid, s_axi_awready,
    {s_axi_awid, s_axi_awaddr, s_axi_awlen, s_axi_awsize, s_axi_awburst, s_axi_awlock,
     s_axi_awcache, s_axi_awprot, s_axi_awqos})
`ROUNDEL_BIND_PORT(roundel_card_axi, s_axi_w, aclk, aresetn, 1'b0, s_axi_wvalid, s_axi_wready,
    {s_axi_wdata, s_axi_wstrb, s_axi_wlast})
`ROUNDEL_BIND_PORT(roundel_card_axi, s_axi_b, aclk, aresetn, 1'b0, s_axi_bvalid, s_axi_bready,
    {s_axi_bid, s_axi_bresp})
`ROUNDEL_BIND_PORT(roundel_card_axi, s_axi_ar, aclk, aresetn, 1'b0, s_axi_arvalid, s_axi_arready,
    {s_axi_arid, s_axi_araddr, s_axi_arlen, s_axi_arsize, s_axi_arburst, s_axi_arlock,
     s_axi_arcache, s_axi_arprot, s_axi_arqos})
`ROUNDEL_BIND_PORT(roundel_card_axi, s_axi_r, aclk, aresetn, 1'b0, s_axi_rvalid, s_axi_rready,
    {s_axi_rid, s_axi_rdata, s_axi_rresp, s_axi_rlast})
`ROUNDEL_BIND_RESPONSE(roundel_card_axi, s_axi_b_after_aw, s_axi_awvalid && s_axi_awready,
    s_axi_bvalid, s_axi_bready)
`ROUNDEL_BIND_RESPONSE(roundel_card_axi, s_axi_b_after_w,
    s_axi_wvalid && s_axi_wready && s_axi_wlast,
    s_axi_bvalid, s_axi_bready)
`ROUNDEL_BIND_RESPONSE(roundel_card_axi, s_axi_r_after_ar, s_axi_arvalid && s_axi_arready,
    s_axi_rvalid, s_axi_rready && s_axi_rlast)
`endif

`ifdef ROUNDEL_BIND_DMA
`ROUNDEL_BIND_PORT(roundel_dma, m_axi_aw, aclk, aresetn, 1'b0, m_axi_awvalid, m_axi_awready,
    {m_axi_awid, m_axi_awaddr, m_axi_awlen, m_axi_awsize, m_axi_awburst, m_axi_awcache,
     m_axi_awprot})
`ROUNDEL_BIND_PORT(roundel_dma, m_axi_w, aclk, aresetn, 1'b0, m_axi_wvalid, m_axi_wready,
    {m_axi_wdata, m_axi_wstrb, m_axi_wlast})
`ROUNDEL_BIND_PORT(roundel_dma, m_axi_b, aclk, aresetn, 1'b0, m_axi_bvalid, m_axi_bready,
    {m_axi_bid, m_axi_bresp})
`ROUNDEL_BIND_PORT(roundel_dma, m_axi_ar, aclk, aresetn, 1'b0, m_axi_arvalid, m_axi_arready,
    {m_axi_arid, m_axi_araddr, m_axi_arlen, m_axi_arsize, m_axi_arburst, m_axi_arcache,
     m_axi_arprot})
`ROUNDEL_BIND_PORT(roundel_dma, m_axi_r, aclk, aresetn, 1'b0, m_axi_rvalid, m_axi_rready,
    {m_axi_rid, m_axi_rdata, m_axi_rresp, m_axi_rlast})
`ROUNDEL_BIND_RESPONSE(roundel_dma, m_axi_b_after_aw, m_axi_awvalid && m_axi_awready,
    m_axi_bvalid, m_axi_bready)
`ROUNDEL_BIND_RESPONSE(roundel_dma, m_axi_b_after_w, m_axi_wvalid && m_axi_wready && m_axi_wlast,
    m_axi_bvalid, m_axi_bready)
`ROUNDEL_BIND_RESPONSE(roundel_dma, m_axi_r_after_ar, m_axi_arvalid && m_axi_arready,
    m_axi_rvalid, m_axi_rready && m_axi_rlast)
`ROUNDEL_BIND_PORT(roundel_dma, s_axil_aw, aclk, aresetn, 1'b0, s_axil_awvalid, s_axil_awready,
    {s_axil_awaddr, s_axil_awprot})
`ROUNDEL_BIND_PORT(roundel_dma, s_axil_w, aclk, aresetn, 1'b0, s_axil_wvalid, s_axil_wready,
    {s_axil_wdata, s_axil_wstrb})
`ROUNDEL_BIND_PORT(roundel_dma, s_axil_b, aclk, aresetn, 1'b0, s_axil_bvalid, s_axil_bready,
    {s_axil_bresp})
`ROUNDEL_BIND_PORT(roundel_dma, s_axil_ar, aclk, aresetn, 1'b0, s_axil_arvalid, s_axil_arready,
    {s_axil_araddr, s_axil_arprot})
`ROUNDEL_BIND_PORT(roundel_dma, s_axil_r, aclk, aresetn, 1'b0, s_axil_rvalid, s_axil_rready,
    {s_axil_rdata, s_axil_rresp})
`ROUNDEL_BIND_RESPONSE(roundel_dma, s_axil_b_after_aw, s_axil_awvalid && s_axil_awready,
    s_axil_bvalid, s_axil_bready)
`ROUNDEL_BIND_RESPONSE(roundel_dma, s_axil_b_after_w, s_axil_wvalid && s_axil_wready,
    s_axil_bvalid, s_axil_bready)
`ROUNDEL_BIND_RESPONSE(roundel_dma, s_axil_r_after_ar, s_axil_arvalid && s_axil_arready,
    s_axil_rvalid, s_axil_rready)
`endif

`endif
