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

`include "roundel_contract.svh"
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

  // IDLE    waits for a request.
  // ACCESS  waits for the response of the AXI4-Lite access.
  // DONE    answers the request, unless the host has ended the cycle.
  typedef enum logic [1:0] {IDLE, ACCESS, DONE} state_e;

  state_e state_d, state_q;
  logic aw_q, w_q, ar_q;  // valid of each channel
  logic wanted_q;  // CYC has been high since the request
  logic error_q;  // the response was an error
  logic [AddressBits-1:2] word_q;
  logic [2:0] prot_q;
  logic [3:0] strobe_q;
  logic [31:0] write_data_q, read_data_q;
  logic accept, answered, error;

  assign accept = state_q == IDLE && s_wb_cyc && s_wb_stb;
  assign answered = m_axil_bvalid || m_axil_rvalid;
  assign error = (m_axil_bvalid && m_axil_bresp[1]) || (m_axil_rvalid && m_axil_rresp[1]);

  always_comb begin
    state_d = state_q;
    case (state_q)
      IDLE: begin
        if (s_wb_cyc && s_wb_stb) begin
          state_d = ACCESS;
        end
      end
      ACCESS: begin
        if (answered) begin
          state_d = DONE;
        end
      end
      default: begin  // DONE
        state_d = IDLE;
      end
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      aw_q <= 1'b0;
      w_q <= 1'b0;
      ar_q <= 1'b0;
      wanted_q <= 1'b0;
      error_q <= 1'b0;
      write_data_q <= '0;
    end else begin
      state_q <= state_d;
      aw_q <= (accept && s_wb_we) || (aw_q && !m_axil_awready);
      w_q <= (accept && s_wb_we) || (w_q && !m_axil_wready);
      ar_q <= (accept && !s_wb_we) || (ar_q && !m_axil_arready);
      wanted_q <= s_wb_cyc && (accept || wanted_q);
      error_q <= answered && error;
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
    if (m_axil_rvalid) begin
      read_data_q <= m_axil_rdata;
    end
  end

  assign s_wb_stall = state_q != IDLE;
  assign s_wb_ack = state_q == DONE && wanted_q && s_wb_cyc && !error_q;
  assign s_wb_err = state_q == DONE && wanted_q && s_wb_cyc && error_q;
  assign s_wb_dat_r = read_data_q;

  assign m_axil_awaddr = {word_q, 2'b00};
  assign m_axil_awprot = prot_q;
  assign m_axil_awvalid = aw_q;
  assign m_axil_wdata = write_data_q;
  assign m_axil_wstrb = strobe_q;
  assign m_axil_wvalid = w_q;
  assign m_axil_bready = 1'b1;
  assign m_axil_araddr = {word_q, 2'b00};
  assign m_axil_arprot = prot_q;
  assign m_axil_arvalid = ar_q;
  assign m_axil_rready = 1'b1;

  logic unused_inputs;
  assign unused_inputs = ^{m_axil_bresp[0], m_axil_rresp[0]};

  `ROUNDEL_CONTRACT(response_needs_access, clk_i, rst_ni, !answered || state_q == ACCESS)

endmodule : roundel_wishbone_bridge
