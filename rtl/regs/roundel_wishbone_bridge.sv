// SPDX-License-Identifier: Apache-2.0
//
// Wishbone B4 device in front of an AXI4-Lite register port, for example of roundel_axi,
// roundel_dma or roundel_axil_cdc.
//
// Interface. `s_wb` follows Wishbone B4 with 32-bit data and a granularity of 8 bits, for classic
// and for pipelined hosts:
//   - A pipelined host observes STALL. The bridge accepts a request in a cycle with CYC, STB and
//     without STALL, and answers requests in order.
//   - A classic host ignores STALL, and holds CYC, STB and the request until ACK or ERR.
// A request is one access of 32 bits on `m_axil` (Arm IHI 0022). The bridge answers with ACK, or
// with ERR after a response SLVERR or DECERR. `s_wb_prot` is a tag of the request (TGC) and becomes
// AxPROT: tie the tag to a constant if the host has no such attributes. One request is in progress
// at a time. If the host ends the cycle early (CYC low), the bridge finishes the access and gives
// no answer. Reset: asynchronous, active low; `rst_ni` is the inverse of RST_I.
//
// Parameters. AddressBits: the bits of a byte address, 3 to 64; 12 reaches all registers of a top.
//
// Latency. The access starts one cycle after the request. The answer comes one cycle after the
// response. An access to roundel_axi takes 10 cycles, request and answer included.
//
// Zeroise. The register of the write data is set to zero when AXI4-Lite has accepted the data, so
// no part of a key stays.
//
// Limits. No RTY. CTI and BTE have no port: each word of a burst is a request of its own.

`include "roundel_refuse.svh"

module roundel_wishbone_bridge #(
  parameter int AddressBits = 12
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic                   clk_i,  // rising edge
  input  logic                   rst_ni,  // asynchronous, active low

  input  logic                   s_wb_cyc,
  input  logic                   s_wb_stb,
  input  logic                   s_wb_we,
  input  logic [AddressBits-1:2] s_wb_adr,  // word address
  input  logic [            3:0] s_wb_sel,  // written bytes; no effect on a read
  input  logic [           31:0] s_wb_dat_w,  // DAT_I of the device
  input  logic [            2:0] s_wb_prot,  // privileged, non-secure, instruction: bit 0 first
  output logic                   s_wb_stall,  // for pipelined hosts
  output logic                   s_wb_ack,
  output logic                   s_wb_err,
  output logic [           31:0] s_wb_dat_r,  // DAT_O of the device

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
  output logic                   m_axil_bready,  // always 1
  output logic [AddressBits-1:0] m_axil_araddr,
  output logic [            2:0] m_axil_arprot,
  output logic                   m_axil_arvalid,
  input  logic                   m_axil_arready,
  input  logic [           31:0] m_axil_rdata,
  input  logic [            1:0] m_axil_rresp,
  input  logic                   m_axil_rvalid,
  output logic                   m_axil_rready  // always 1
  // verilog_lint: waive-stop port-name-suffix
);

  `ROUNDEL_REFUSE(roundel_error_address_bits_must_be_3_to_64, AddressBits < 3 || AddressBits > 64)

  logic wanted_q;  // CYC has been high since the request
  logic [AddressBits-1:2] word_q;
  logic [2:0] prot_q;
  logic [3:0] strobe_q;
  logic [31:0] write_data_q;
  logic start, accept, idle, done, error;

  assign start = s_wb_cyc && s_wb_stb;
  assign accept = start && idle;

  roundel_axil_access u_access (
    .clk_i, .rst_ni,
    .start_i(start),
    .write_i(s_wb_we),
    .idle_o(idle),
    .done_o(done),
    .error_o(error),
    .data_o(s_wb_dat_r),
    .m_axil_awvalid, .m_axil_awready,
    .m_axil_wvalid, .m_axil_wready,
    .m_axil_bresp, .m_axil_bvalid, .m_axil_bready,
    .m_axil_arvalid, .m_axil_arready,
    .m_axil_rdata, .m_axil_rresp, .m_axil_rvalid, .m_axil_rready
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      wanted_q <= 1'b0;
      write_data_q <= '0;
    end else begin
      wanted_q <= s_wb_cyc && (accept || wanted_q);
      if (accept && s_wb_we) begin
        write_data_q <= s_wb_dat_w;
      end else if (m_axil_wready) begin
        write_data_q <= '0;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (accept) begin
      word_q <= s_wb_adr;
      prot_q <= s_wb_prot;
      strobe_q <= s_wb_sel;
    end
  end

  assign s_wb_stall = !idle;
  assign s_wb_ack = done && wanted_q && s_wb_cyc && !error;
  assign s_wb_err = done && wanted_q && s_wb_cyc && error;

  assign m_axil_awaddr = {word_q, 2'b00};
  assign m_axil_awprot = prot_q;
  assign m_axil_wdata = write_data_q;
  assign m_axil_wstrb = strobe_q;
  assign m_axil_araddr = {word_q, 2'b00};
  assign m_axil_arprot = prot_q;

endmodule : roundel_wishbone_bridge
