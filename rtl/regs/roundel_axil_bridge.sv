// SPDX-License-Identifier: Apache-2.0
//
// AXI4-Lite manager: one access of 64 bits becomes one or two accesses of 32 bits, low half first.
//
// Interface. `start_i` pulses for one cycle and starts an access. `write_i`, `address_i`, `data_i`,
// `strobe_i` and `halves_i` must be stable until `done_o`, a one-cycle pulse. A half that
// `halves_i` does not select is skipped and reads as zero. A selected half without a strobe is
// written without a strobe, because the subordinate may refuse the write. `error_o`, valid with
// `done_o`, reports that the subordinate refused a half. Reset: asynchronous, active low.

`include "roundel_contract.svh"

module roundel_axil_bridge (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        start_i,
  input  logic        write_i,
  input  logic [11:3] address_i,
  input  logic [63:0] data_i,
  input  logic [ 7:0] strobe_i,  // bytes to write; no effect on a read
  input  logic [ 1:0] halves_i,  // halves of the access; bit 1: the high half
  output logic        done_o,
  output logic        error_o,
  output logic [63:0] data_o,

  output logic        aw_valid_o,
  input  logic        aw_ready_i,
  output logic        w_valid_o,
  input  logic        w_ready_i,
  output logic        ar_valid_o,
  input  logic        ar_ready_i,
  output logic [11:2] word_address_o,
  output logic [31:0] word_o,
  output logic [ 3:0] strobe_o,
  input  logic        b_valid_i,
  input  logic        b_error_i,
  input  logic        r_valid_i,
  input  logic [31:0] r_data_i,
  input  logic        r_error_i
);

  // IDLE   waits for `start_i`.
  // CHECK  starts the access of the current half, or skips the half.
  // WAIT   waits for the response of the current half.
  typedef enum logic [1:0] {IDLE, CHECK, WAIT} state_e;

  state_e state_d, state_q;
  logic half_q;  // the current half: 0 low, 1 high
  logic aw_q, w_q, ar_q;  // valid of each channel
  logic error_q, done_q;
  logic [63:0] data_q;
  logic answered, refused, begin_half, next_half, wanted;

  assign wanted = half_q ? halves_i[1] : halves_i[0];
  assign answered = b_valid_i || r_valid_i;
  assign refused = (b_valid_i && b_error_i) || (r_valid_i && r_error_i);
  assign begin_half = state_q == CHECK && wanted;
  assign next_half = (state_q == CHECK && !wanted) || (state_q == WAIT && answered);

  always_comb begin
    state_d = state_q;
    case (state_q)
      IDLE: begin
        if (start_i) begin
          state_d = CHECK;
        end
      end
      CHECK: begin
        if (wanted) begin
          state_d = WAIT;
        end else if (half_q) begin
          state_d = IDLE;
        end
      end
      default: begin  // WAIT
        if (answered) begin
          if (half_q) begin
            state_d = IDLE;
          end else begin
            state_d = CHECK;
          end
        end
      end
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      half_q <= 1'b0;
      aw_q <= 1'b0;
      w_q <= 1'b0;
      ar_q <= 1'b0;
      error_q <= 1'b0;
      done_q <= 1'b0;
    end else begin
      state_q <= state_d;
      half_q <= !start_i && (half_q != next_half);
      aw_q <= (begin_half && write_i) || (aw_q && !aw_ready_i);
      w_q <= (begin_half && write_i) || (w_q && !w_ready_i);
      ar_q <= (begin_half && !write_i) || (ar_q && !ar_ready_i);
      error_q <= !start_i && (error_q || (answered && refused));
      done_q <= next_half && half_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (start_i) begin
      data_q <= '0;
    end else if (r_valid_i && half_q) begin
      data_q[63:32] <= r_data_i;
    end else if (r_valid_i) begin
      data_q[31:0] <= r_data_i;
    end
  end

  assign done_o = done_q;
  assign error_o = error_q;
  assign data_o = data_q;
  assign aw_valid_o = aw_q;
  assign w_valid_o = w_q;
  assign ar_valid_o = ar_q;
  assign word_address_o = {address_i, half_q};
  assign word_o = half_q ? data_i[63:32] : data_i[31:0];
  assign strobe_o = half_q ? strobe_i[7:4] : strobe_i[3:0];

  `ROUNDEL_CONTRACT(start_when_idle, clk_i, rst_ni, !start_i || state_q == IDLE)
  `ROUNDEL_CONTRACT(response_needs_access, clk_i, rst_ni, !answered || state_q == WAIT)

endmodule : roundel_axil_bridge
