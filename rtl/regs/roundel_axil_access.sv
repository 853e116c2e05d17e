// SPDX-License-Identifier: Apache-2.0
//
// Control of a manager that does one AXI4-Lite access of 32 bits at a time, for the bus bridges.
//
// Interface. `start_i` in a cycle with `idle_o` starts a write (`write_i`) or a read. The valids
// rise in the next cycle. The user drives address, data, strobes and attributes, and holds them
// until `done_o`. `done_o` is high for one cycle, one cycle after the response; `error_o` is then
// the error of the response (SLVERR or DECERR). `data_o` is the data of the last read. Reset:
// asynchronous, active low.

`include "roundel_contract.svh"

module roundel_axil_access (
  // verilog_lint: waive-start port-name-suffix
  input  logic        clk_i,  // rising edge
  input  logic        rst_ni,  // asynchronous, active low

  input  logic        start_i,
  input  logic        write_i,
  output logic        idle_o,
  output logic        done_o,
  output logic        error_o,
  output logic [31:0] data_o,

  output logic        m_axil_awvalid,
  input  logic        m_axil_awready,
  output logic        m_axil_wvalid,
  input  logic        m_axil_wready,
  input  logic [ 1:0] m_axil_bresp,
  input  logic        m_axil_bvalid,
  output logic        m_axil_bready,  // always 1
  output logic        m_axil_arvalid,
  input  logic        m_axil_arready,
  input  logic [31:0] m_axil_rdata,
  input  logic [ 1:0] m_axil_rresp,
  input  logic        m_axil_rvalid,
  output logic        m_axil_rready  // always 1
  // verilog_lint: waive-stop port-name-suffix
);

  // IDLE    waits for a start.
  // ACCESS  waits for the response.
  // DONE    reports the response to the user.
  typedef enum logic [1:0] {IDLE, ACCESS, DONE} state_e;

  state_e state_d, state_q;
  logic aw_q, w_q, ar_q;  // valid of each channel
  logic error_q;  // the response was an error
  logic [31:0] data_q;
  logic start, answered, error;

  assign start = idle_o && start_i;
  assign answered = m_axil_bvalid || m_axil_rvalid;
  assign error = (m_axil_bvalid && m_axil_bresp[1]) || (m_axil_rvalid && m_axil_rresp[1]);

  always_comb begin
    state_d = state_q;
    case (state_q)
      IDLE: begin
        if (start_i) begin
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
      error_q <= 1'b0;
    end else begin
      state_q <= state_d;
      aw_q <= (start && write_i) || (aw_q && !m_axil_awready);
      w_q <= (start && write_i) || (w_q && !m_axil_wready);
      ar_q <= (start && !write_i) || (ar_q && !m_axil_arready);
      error_q <= answered && error;
    end
  end

  always_ff @(posedge clk_i) begin
    if (m_axil_rvalid) begin
      data_q <= m_axil_rdata;
    end
  end

  assign idle_o = state_q == IDLE;
  assign done_o = state_q == DONE;
  assign error_o = error_q;
  assign data_o = data_q;

  assign m_axil_awvalid = aw_q;
  assign m_axil_wvalid = w_q;
  assign m_axil_bready = 1'b1;
  assign m_axil_arvalid = ar_q;
  assign m_axil_rready = 1'b1;

  logic unused_inputs;
  assign unused_inputs = ^{m_axil_bresp[0], m_axil_rresp[0]};

  `ROUNDEL_CONTRACT(response_needs_access, clk_i, rst_ni, !answered || state_q == ACCESS)

endmodule : roundel_axil_access
