// SPDX-License-Identifier: Apache-2.0
//
// Clock-domain crossing for rare words: 1 word in flight, a handshake of two toggles.
//
// Interface. Valid/ready on both sides, each in its own clock domain. 1 word in flight. Latency:
// `dst_valid_o` rises at edge Stages + 1 of the destination after the accepting edge. `src_ready_o`
// rises again at edge Stages of the source after that edge of the destination. Each of the two
// comes 1 edge later if the first flip-flop of its synchroniser is metastable and settles to the
// old value. `dst_data_o` is stable during a stall.
//
// Reset and zeroise. The two resets are asserted at the same time, for at least 1 edge of each
// clock. They are released in any order, each in step with its clock (roundel_reset_sync). A reset
// drops the word. `src_ready_o` is low in reset and rises 1 edge of the source after the release.
// Each register is set to zero when its word has moved on, so no secret stays.
//
// Method. The source stores the word and inverts `request_q`. The destination sees the change,
// stores the word, and copies the toggle to `acknowledge_q`. The word does not change between the
// two, so its bits need no synchroniser.
//
// Constraints. Bound the path of the word, and those of the two toggles (roundel_sync):
//   - Vivado: set_max_delay -datapath_only -from <cell>/src_data_q_reg[*]
//            -to <cell>/dst_data_q_reg[*] <period of dst_clk_i>
//   - SDC: the same without -datapath_only, and set_false_path -hold

module roundel_cdc_word #(
  parameter int Width = 32,
  parameter int Stages = 2  // of roundel_sync
) (
  input  logic             src_clk_i,
  input  logic             src_rst_ni,
  input  logic             src_valid_i,
  output logic             src_ready_o,
  input  logic [Width-1:0] src_data_i,

  input  logic             dst_clk_i,
  input  logic             dst_rst_ni,
  output logic             dst_valid_o,
  input  logic             dst_ready_i,
  output logic [Width-1:0] dst_data_o
);

  // ---- Source domain ----------------------------------------------------------------------------
  logic open_q;  // not in reset
  logic request_q;  // inverted for each word
  logic acknowledged;  // acknowledge_q, synchronised
  logic accept;
  logic [Width-1:0] src_data_q;

  assign src_ready_o = open_q && request_q == acknowledged;
  assign accept = src_valid_i && src_ready_o;

  always_ff @(posedge src_clk_i or negedge src_rst_ni) begin
    if (!src_rst_ni) begin
      open_q <= 1'b0;
      request_q <= 1'b0;
      src_data_q <= '0;
    end else begin
      open_q <= 1'b1;
      if (src_ready_o) begin
        request_q <= request_q ^ src_valid_i;
        src_data_q <= src_data_i & {Width{accept}};
      end
    end
  end

  // ---- Destination domain -----------------------------------------------------------------------
  logic requested;  // request_q, synchronised
  logic acknowledge_q;  // the last request that was stored
  logic store;
  logic valid_q;
  logic [Width-1:0] dst_data_q;

  assign dst_valid_o = valid_q;
  assign dst_data_o = dst_data_q;
  assign store = requested != acknowledge_q && !valid_q;

  always_ff @(posedge dst_clk_i or negedge dst_rst_ni) begin
    if (!dst_rst_ni) begin
      acknowledge_q <= 1'b0;
      valid_q <= 1'b0;
      dst_data_q <= '0;
    end else begin
      if (store) begin
        acknowledge_q <= requested;
        valid_q <= 1'b1;
        dst_data_q <= src_data_q;
      end else if (dst_ready_i) begin
        valid_q <= 1'b0;
        dst_data_q <= '0;
      end
    end
  end

  // ---- The two synchronisers --------------------------------------------------------------------
  roundel_sync #(.Width(1), .Stages(Stages)) u_acknowledged (
    .clk_i(src_clk_i),
    .rst_ni(src_rst_ni),
    .value_i(acknowledge_q),
    .value_o(acknowledged)
  );

  roundel_sync #(.Width(1), .Stages(Stages)) u_requested (
    .clk_i(dst_clk_i),
    .rst_ni(dst_rst_ni),
    .value_i(request_q),
    .value_o(requested)
  );

endmodule : roundel_cdc_word
