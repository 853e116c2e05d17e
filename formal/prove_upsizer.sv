// SPDX-License-Identifier: Apache-2.0
//
// Proves that each beat is at its position of one word of roundel_upsizer, once. Bytes behind the
// last beat of a word are disabled; `last` and `user` are those of the last beat. No cycle is lost.
// Unbounded, with resets, clears and stalls at any time.
//
// The proof follows one arbitrary marked beat with all its bytes and byte enables.

module prove_upsizer #(
  parameter int Blocks = 1,
  parameter int Lanes = 2
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  input logic                  clear_i,
  input logic                  mark_i,
  input logic                  valid_i,
  input logic [128*Blocks-1:0] data_i,
  input logic [ 16*Blocks-1:0] keep_i,
  input logic                  end_i,
  input logic                  last_i,
  input logic                  user_i,
  input logic                  ready_i
);

  localparam int BEATS = Lanes / Blocks;  // of a word

  (* anyconst *) logic [128*Blocks-1:0] data;  // of the marked beat
  (* anyconst *) logic [16*Blocks-1:0] keep;

  logic ready, valid, last, user;
  logic [128*Lanes-1:0] wide;
  logic [16*Lanes-1:0] wide_keep;

  roundel_upsizer #(
    .Blocks(Blocks),
    .Lanes(Lanes)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(valid_i),
    .ready_o(ready),
    .data_i(data_i),
    .keep_i(keep_i),
    .end_i(end_i),
    .last_i(last_i),
    .user_i(user_i),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(wide),
    .keep_o(wide_keep),
    .last_o(last),
    .user_o(user)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic [7:0] beats_q;  // in the word on the output, or collected so far
  logic full_q;  // the word is on the output
  logic last_q, user_q;  // of the last beat
  logic marked_q;  // the marked beat is in the word
  logic [7:0] place_q;  // beats of the word in front of the marked beat
  logic taken, leave;
  logic [7:0] in_front;

  assign taken = valid_i && ready;
  assign leave = valid && ready_i;
  assign in_front = leave ? 8'd0 : beats_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beats_q <= 8'd0;
      full_q <= 1'b0;
      marked_q <= 1'b0;
    end else if (clear_i) begin
      beats_q <= 8'd0;
      full_q <= 1'b0;
      marked_q <= 1'b0;
    end else begin
      beats_q <= in_front + 8'(taken);
      full_q <= taken ? end_i || int'(in_front) == BEATS - 1 : full_q && !leave;
      marked_q <= (taken && mark_i) || (marked_q && !leave);
    end
  end
  always_ff @(posedge clk_i) begin
    if (taken) {last_q, user_q} <= {last_i, user_i};
    if (taken && mark_i) place_q <= in_front;
  end

  logic started_q = 1'b0;
  logic cleared_q;
  logic [7:0] run_q;  // consecutive cycles with a beat and no early end of a word
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    cleared_q <= started_q && clear_i;
    run_q <= (started_q && rst_ni && taken && !end_i && !clear_i && run_q != '1) ? run_q + 8'd1
        : 8'd0;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (last_i) assume (end_i);
    if (mark_i) assume (data_i == data && keep_i == keep && (!marked_q || leave));
    if (started_q && rst_ni) begin
      assert (valid == full_q && ready == (!full_q || ready_i));
      if (valid) assert (last == last_q && user == user_q && beats_q != 8'd0);
      for (int k = 0; k < BEATS; k++) begin
        if (marked_q && int'(place_q) == k) begin
          assert (wide[128*Blocks*k+:128*Blocks] == data);
          assert (wide_keep[16*Blocks*k+:16*Blocks] == keep);
        end
        if (beats_q != 8'd0 && int'(beats_q) <= k) begin
          assert (wide_keep[16*Blocks*k+:16*Blocks] == '0);
        end
      end
      if (cleared_q) assert (!valid && wide == '0);
    end
    streaming: cover (started_q && rst_ni && marked_q && valid && int'(run_q) == 3 * BEATS);
    part: cover (started_q && rst_ni && valid && marked_q && int'(beats_q) < BEATS);
  end

  // ---- The registers ------------------------------------------------------------------------
  (* hierconn *) logic [BEATS-1:0] \u_dut.gen_wide.place_q ;
  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.gen_wide.place_q == BEATS'(1) << beats_q && int'(beats_q) <= BEATS);
      if (marked_q) assert (place_q < beats_q);
      if (int'(beats_q) == BEATS) assert (full_q);
    end
  end

endmodule : prove_upsizer
