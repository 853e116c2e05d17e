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
// is decoded from the state.
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

  // IDLE    waits for a setup phase: PSEL.
  // ACCESS  waits for the response of the AXI4-Lite access.
  // DONE    ends the transfer: PREADY.
  typedef enum logic [1:0] {IDLE, ACCESS, DONE} state_e;

  state_e state_d, state_q;
  logic aw_q, w_q, ar_q;  // valid of each channel
  logic error_q;  // the response was an error
  logic [31:0] data_q;  // of the last read
  logic start, answered, error;

  assign start = state_q == IDLE && s_apb_psel;
  assign answered = m_axil_bvalid || m_axil_rvalid;
  assign error = (m_axil_bvalid && m_axil_bresp[1]) || (m_axil_rvalid && m_axil_rresp[1]);

  always_comb begin
    state_d = state_q;
    case (state_q)
      IDLE: begin
        if (s_apb_psel) begin
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

  always_ff @(posedge pclk or negedge presetn) begin
    if (!presetn) begin
      state_q <= IDLE;
      aw_q <= 1'b0;
      w_q <= 1'b0;
      ar_q <= 1'b0;
      error_q <= 1'b0;
    end else begin
      state_q <= state_d;
      aw_q <= (start && s_apb_pwrite) || (aw_q && !m_axil_awready);
      w_q <= (start && s_apb_pwrite) || (w_q && !m_axil_wready);
      ar_q <= (start && !s_apb_pwrite) || (ar_q && !m_axil_arready);
      error_q <= answered && error;
    end
  end

  always_ff @(posedge pclk) begin
    if (m_axil_rvalid) begin
      data_q <= m_axil_rdata;
    end
  end

  assign s_apb_pready = state_q == DONE;
  assign s_apb_prdata = data_q;
  assign s_apb_pslverr = error_q;

  assign m_axil_awaddr = s_apb_paddr;
  assign m_axil_awprot = s_apb_pprot;
  assign m_axil_awvalid = aw_q;
  assign m_axil_wdata = s_apb_pwdata;
  assign m_axil_wstrb = s_apb_pstrb;
  assign m_axil_wvalid = w_q;
  assign m_axil_bready = 1'b1;
  assign m_axil_araddr = s_apb_paddr;
  assign m_axil_arprot = s_apb_pprot;
  assign m_axil_arvalid = ar_q;
  assign m_axil_rready = 1'b1;

  logic unused_inputs;
  assign unused_inputs = ^{m_axil_bresp[0], m_axil_rresp[0], s_apb_penable};

  `ROUNDEL_CONTRACT(setup_before_access, pclk, presetn,
                    !s_apb_psel || (s_apb_penable == (state_q != IDLE)))
  `ROUNDEL_CONTRACT(no_withdrawal, pclk, presetn, state_q == IDLE || s_apb_psel)
  `ROUNDEL_CONTRACT_STABLE(request_stable, pclk, presetn, s_apb_psel && !s_apb_pready,
                           {s_apb_paddr, s_apb_pprot, s_apb_pwrite, s_apb_pwdata, s_apb_pstrb})
  `ROUNDEL_CONTRACT(response_needs_access, pclk, presetn, !answered || state_q == ACCESS)

endmodule : roundel_apb_bridge
