// SPDX-License-Identifier: Apache-2.0
//
// Proves that the output of roundel_reset_sync falls with the input, without a clock. The output
// rises exactly Stages edges after the release. Unbounded, with edges and resets at any time.

module prove_reset_sync #(
  parameter int Stages = 2
) (
  input logic clk_i,  // of the solver: always 1
  input logic dut_clk_i,  // 1: an edge of the clock of the module
  input logic rst_ni
);

  logic rst_n;

  roundel_reset_sync #(
    .Stages(Stages)
  ) u_dut (
    .clk_i(dut_clk_i),
    .rst_ni(rst_ni),
    .rst_no(rst_n)
  );

  logic started_q = 1'b0;
  logic [3:0] edges_q;  // edges since the release
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      edges_q <= 4'd0;
    end else begin
      edges_q <= edges_q + 4'(dut_clk_i && edges_q != 4'd15);
    end
  end

  always_comb begin
    assume (clk_i);
    assume (started_q || !rst_ni);
    if (started_q) assert (rst_n == (int'(edges_q) >= Stages));
    released: cover (started_q && rst_n);
  end

endmodule : prove_reset_sync
