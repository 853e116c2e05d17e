// SPDX-License-Identifier: Apache-2.0
//
// Proves that each counted beat of a word leaves roundel_downsizer once and in order, without a gap
// between words, with the side data of its word. No other beat leaves. The output is zero after a
// clear. Unbounded, with resets, clears and stalls at any time.
//
// The proof follows one arbitrary marked beat with all its bytes.

module prove_downsizer #(
  parameter int Blocks = 1,
  parameter int Lanes = 2
) (
  input logic                            clk_i,
  input logic                            rst_ni,
  input logic                            clear_i,
  input logic                            mark_i,
  input logic [$clog2(Lanes/Blocks)-1:0] mark_place_i,
  input logic                            valid_i,
  input logic [           128*Lanes-1:0] data_i,
  input logic [$clog2(Lanes/Blocks)-1:0] behind_i,  // counted beats of the word, minus 1
  input logic                            user_i,
  input logic                            ready_i
);

  localparam int BEATS = Lanes / Blocks;  // of a word
  localparam int WIDTH = 128 * Blocks;

  (* anyconst *) logic [WIDTH-1:0] beat;  // the marked beat

  logic ready, valid, user;
  logic [WIDTH-1:0] data;
  logic [BEATS-1:0] beats;

  for (genvar b = 0; b < BEATS; b++) begin : gen_beat
    assign beats[b] = int'(behind_i) >= b;
  end

  roundel_downsizer #(
    .Lanes(Lanes),
    .Blocks(Blocks)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(valid_i),
    .ready_o(ready),
    .data_i(data_i),
    .beats_i(beats),
    .user_i(user_i),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(data),
    .user_o(user)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic [7:0] left_q;  // beats inside
  logic marked_q;  // the marked beat is inside
  logic [7:0] ahead_q;  // beats in front of the marked beat
  logic taken, leave, marks;

  assign taken = valid_i && ready;
  assign leave = valid && ready_i;
  assign marks = taken && mark_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= 8'd0;
      marked_q <= 1'b0;
    end else if (clear_i) begin
      left_q <= 8'd0;
      marked_q <= 1'b0;
    end else begin
      left_q <= taken ? 8'(behind_i) + 8'd1 : left_q - 8'(leave);
      marked_q <= marks || (marked_q && !(leave && ahead_q == 8'd0));
    end
  end
  logic user_q;  // side data of the word
  always_ff @(posedge clk_i) if (taken) user_q <= user_i;
  always_ff @(posedge clk_i) ahead_q <= marks ? 8'(mark_place_i) : ahead_q - 8'(leave);

  logic started_q = 1'b0;
  logic cleared_q;
  logic [7:0] run_q;  // consecutive cycles with a beat
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    cleared_q <= started_q && clear_i;
    run_q <= (started_q && rst_ni && leave && !clear_i && run_q != '1) ? run_q + 8'd1 : 8'd0;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (mark_i) begin
      assume (mark_place_i <= behind_i && (!marked_q || (leave && ahead_q == 8'd0)));
      assume (data_i[WIDTH*mark_place_i+:WIDTH] == beat);
    end
    if (started_q && rst_ni) begin
      assert (valid == (left_q != 8'd0));
      assert (ready == (left_q == 8'd0 || (left_q == 8'd1 && ready_i)));
      if (marked_q) assert (ahead_q < left_q);
      if (marked_q && ahead_q == 8'd0) assert (data == beat);
      if (valid) assert (user == user_q);
      if (cleared_q) assert (!valid && data == '0);
    end
    streaming: cover (started_q && rst_ni && marked_q && int'(run_q) == 3 * BEATS);
  end

  // ---- The registers ------------------------------------------------------------------------
  (* hierconn *) logic [128*Lanes-1:0] \u_dut.gen_wide.data_q ;
  (* hierconn *) logic [BEATS-1:0] \u_dut.gen_wide.beats_q ;
  always_comb begin
    if (started_q && rst_ni) begin
      assert (int'(left_q) <= BEATS);
      for (int k = 0; k < BEATS; k++) begin
        assert (\u_dut.gen_wide.beats_q [k] == (int'(left_q) > k));
        if (marked_q && int'(ahead_q) == k) begin
          assert (\u_dut.gen_wide.data_q [WIDTH*k+:WIDTH] == beat);
        end
      end
    end
  end

endmodule : prove_downsizer
