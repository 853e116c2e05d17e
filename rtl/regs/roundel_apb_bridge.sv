// SPDX-License-Identifier: Apache-2.0
//
// APB4 subordinate in front of an AXI4-Lite register port, for example of roundel_axi, roundel_dma
// or roundel_axil_cdc.
//
// Interface. `s_apb` follows Arm IHI 0024 (APB4: PPROT, PSTRB), `m_axil` Arm IHI 0022. One transfer
// is one access of 32 bits. PPROT becomes AxPROT with the same bits: privileged, non-secure,
// instruction. A response SLVERR or DECERR becomes PSLVERR. Address, data and attributes pass
// unchanged and without a register. One transfer is in progress at a time. Reset: asynchronous,
// active low; both buses have this reset.
//
// Parameters. AddressBits: the bits of a byte address, 3 to 64; 12 reaches all registers of a top.
//
// Latency. The access starts one cycle after the setup phase. PREADY is high one cycle after the
// response. An access to roundel_axi takes 10 cycles, setup phase and PREADY included.
//
// Method. The APB manager holds address and data until PREADY, so the AXI4-Lite payload is stable.
// Therefore no register holds a part of a key. Valids, PRDATA and PSLVERR are registers, and PREADY
// is decoded from the state (roundel_axil_access).
//
// Limits. The manager must not withdraw a transfer: an access of AXI4-Lite has no abort.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_apb_bridge #(
  parameter int AddressBits = 12
) (
  // verilog_lint: waive-start port-name-suffix
  input  logic                   pclk,  // rising edge
  input  logic                   presetn,  // asynchronous, active low

  input  logic [AddressBits-1:0] s_apb_paddr,  // byte address
  input  logic [            2:0] s_apb_pprot,  // privileged, non-secure, instruction: bit 0 first
  input  logic                   s_apb_psel,
  input  logic                   s_apb_penable,
  input  logic                   s_apb_pwrite,
  input  logic [           31:0] s_apb_pwdata,
  input  logic [            3:0] s_apb_pstrb,  // written bytes
  output logic                   s_apb_pready,
  output logic [           31:0] s_apb_prdata,
  output logic                   s_apb_pslverr,

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

  logic start, idle, done, error;

  assign start = s_apb_psel && !s_apb_penable;  // setup phase

  roundel_axil_access u_access (
    .clk_i(pclk),
    .rst_ni(presetn),
    .start_i(start),
    .write_i(s_apb_pwrite),
    .idle_o(idle),
    .done_o(done),
    .error_o(error),
    .data_o(s_apb_prdata),
    .m_axil_awvalid, .m_axil_awready,
    .m_axil_wvalid, .m_axil_wready,
    .m_axil_bresp, .m_axil_bvalid, .m_axil_bready,
    .m_axil_arvalid, .m_axil_arready,
    .m_axil_rdata, .m_axil_rresp, .m_axil_rvalid, .m_axil_rready
  );

  assign s_apb_pready = done;
  assign s_apb_pslverr = error;

  assign m_axil_awaddr = s_apb_paddr;
  assign m_axil_awprot = s_apb_pprot;
  assign m_axil_wdata = s_apb_pwdata;
  assign m_axil_wstrb = s_apb_pstrb;
  assign m_axil_araddr = s_apb_paddr;
  assign m_axil_arprot = s_apb_pprot;

  `ROUNDEL_CONTRACT(setup_before_access, pclk, presetn,
                    !s_apb_psel || (s_apb_penable == !idle))
  `ROUNDEL_CONTRACT(no_withdrawal, pclk, presetn, idle || s_apb_psel)
  `ROUNDEL_CONTRACT_STABLE(request_stable, pclk, presetn, s_apb_psel && !s_apb_pready,
                           {s_apb_paddr, s_apb_pprot, s_apb_pwrite, s_apb_pwdata, s_apb_pstrb})

endmodule : roundel_apb_bridge
