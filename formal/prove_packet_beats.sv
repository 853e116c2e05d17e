// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_packet_beats loses, doubles and reorders no beat, passes 1 beat in each
// cycle, and decodes the `tkeep` of each beat. Unbounded, with stalls, clears and resets at any
// time. After a clear the memory has no earlier word.
//
// Each beat carries its number, modulo 8, in `user`: at most four beats wait. The proof watches one
// arbitrary beat with its data and its `tkeep`.
//
// Assumptions of the module: `clear_i` is high after a reset; a clear lasts at least nine cycles;
// `ready_i` is high from the second cycle of a clear to its last. In a clear the data at the port
// is 0, for the statement about the memory.

module prove_packet_beats #(
  parameter int Lanes = 1
) (
  input logic                 clk_i,
  input logic                 rst_ni,
  input logic                 clear_i,
  input logic                 valid_i,
  input logic [128*Lanes-1:0] data_i,
  input logic [ 16*Lanes-1:0] keep_i,
  input logic                 last_i,
  input logic                 ready_i,
  input logic                 watch_i
);

  localparam int BYTES = 16 * Lanes;
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(BYTES + 1);

  logic ready, valid, hole, full, none, last;
  logic [128*Lanes-1:0] data, turned;
  logic [BYTE_BITS-1:0] bytes;
  logic [2:0] user;
  logic [2:0] in_q, out_q;  // beats in and out

  roundel_packet_beats #(
    .Lanes(Lanes),
    .UserBits(3)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .beat_valid_i(valid_i),
    .beat_ready_o(ready),
    .beat_data_i(data_i),
    .beat_keep_i(keep_i),
    .beat_last_i(last_i),
    .beat_user_i(in_q),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(data),
    .bytes_o(bytes),
    .hole_o(hole),
    .full_o(full),
    .none_o(none),
    .last_o(last),
    .user_o(user)
  );

  for (genvar b = 0; b < BYTES; b++) begin : gen_byte
    assign turned[128*Lanes-1-8*b-:8] = data_i[8*b+:8];
  end

  // The meaning of tkeep, byte by byte.
  logic [BYTE_BITS-1:0] kept;
  logic gap;
  always_comb begin
    kept = '0;
    gap = 1'b0;
    for (int b = 0; b < BYTES; b++) begin
      if (keep_i[b]) begin
        if (int'(kept) != b) gap = 1'b1;
        kept = BYTE_BITS'(b + 1);
      end
    end
  end

  logic watching_q, last_q, gap_q, full_q;
  logic [2:0] number_q;
  logic [BYTE_BITS-1:0] kept_q;
  logic [BYTES-1:0] keep_q;
  logic [128*Lanes-1:0] data_q;
  logic started_q = 1'b0;
  logic [3:0] clear_q;  // cycles of the clear, saturated
  logic cleared_q;
  logic [2:0] run_q;  // cycles in a row with a beat in and a beat out
  logic taken, given;
  assign taken = valid_i && ready && !clear_i;
  assign given = valid && ready_i && !clear_i;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (!watching_q) begin
      number_q <= in_q;
      {kept_q, gap_q, full_q, last_q} <= {kept, gap, keep_i == '1, last_i};
      keep_q <= keep_i;
      data_q <= turned;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      in_q <= '0;
      out_q <= '0;
      watching_q <= 1'b0;
      clear_q <= '0;
      cleared_q <= 1'b1;
      run_q <= '0;
    end else begin
      clear_q <= clear_i ? clear_q + 4'(clear_q != '1) : '0;
      cleared_q <= clear_i;
      in_q <= clear_i ? '0 : in_q + 3'(taken);
      out_q <= clear_i ? '0 : out_q + 3'(given);
      watching_q <= !clear_i && (watching_q ? !(given && out_q == number_q) : taken && watch_i);
      run_q <= (taken && given) ? run_q + 3'(run_q != '1) : '0;
    end
  end

  logic [8*(128*Lanes+3)-1:0] words;  // probe of u_dut: the memory

  // Storage of the beats: beat n is in word n + base.
  logic [2:0] write, read, base, place;  // probes of u_dut, except base and place
  logic [128*Lanes+2:0] word;
  logic [7:0] right;  // waiting beats whose words have their numbers
  logic [7:0] zero, overwritten;  // words that are 0 but for user bits; words that the clear wrote
  assign base = write - in_q;
  assign place = number_q + base;
  assign word = (128 * Lanes + 3)'(words >> ((128 * Lanes + 3) * int'(place)));
  for (genvar w = 0; w < 8; w++) begin : gen_right
    logic [2:0] number, behind;
    assign number = 3'(w) - base;
    assign behind = number - out_q;
    assign zero[w] = words[(128*Lanes+3)*w+3+:16] == '0;
    assign overwritten[w] = {1'b0, 3'(write - 3'(w) - 3'd1)} < clear_q;
    assign right[w] = behind >= in_q - out_q || words[(128*Lanes+3)*w+:3] == number;
  end

  // Storage of the facts of tkeep: probes of the two skid buffers.
  logic raw_valid, raw_full, raw_empty, facts_valid, facts_full, facts_empty;
  logic [BYTES+1:0] raw_shown, raw_behind, raw_right;
  logic [BYTE_BITS+3:0] facts_shown, facts_behind, facts_right;
  logic [BYTES/4-1:0] hole_ends, whole;  // of the watched beat, for each group of four bytes
  logic [BYTES/2-1:0] part;
  logic [BYTES:0] bounded;
  logic [2:0] waiting, decoded, ahead;  // beats in both buffers, in the second; in front of ours
  assign bounded = {1'b0, keep_q};
  for (genvar f = 0; f < BYTES / 4; f++) begin : gen_four
    assign hole_ends[f] = |(bounded[4*f+1+:4] & ~bounded[4*f+:4]);
    assign whole[f] = &keep_q[4*f+:4];
    assign part[2*f+:2] = {keep_q[4*f+1] && !keep_q[4*f+3], ^keep_q[4*f+:4]};
  end
  assign raw_right = {hole_ends, whole, part, keep_q[0], last_q};
  assign facts_right = {gap_q ? BYTE_BITS'(BYTES) : kept_q, gap_q, full_q, kept_q == '0, last_q};
  assign decoded = 3'(facts_valid) + 3'(facts_full);
  assign waiting = decoded + 3'(raw_valid) + 3'(raw_full);
  assign ahead = number_q - out_q;

  // The facts that the proof keeps of the watched beat agree with its tkeep.
  logic [BYTE_BITS-1:0] kept_again;
  logic gap_again;
  always_comb begin
    kept_again = '0;
    gap_again = 1'b0;
    for (int b = 0; b < BYTES; b++) begin
      if (keep_q[b]) begin
        if (b > 0 && !keep_q[(b==0)?0 : b-1]) gap_again = 1'b1;
        kept_again = BYTE_BITS'(b + 1);
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (cleared_q && !clear_i) assume (int'(clear_q) >= 9);
    if (cleared_q && clear_q == '0) assume (clear_i);
    if (clear_i && clear_q != '0) assume (ready_i);
    if (clear_i) assume (data_i == '0);
    if (started_q && rst_ni) begin
      // The skid buffers.
      assert (!(raw_full && (raw_empty || !raw_valid)));
      assert (!(facts_full && (facts_empty || !facts_valid)));
      if (cleared_q) begin
        assert (in_q == '0 && out_q == '0 && read == write && !raw_valid && !raw_full);
        assert (!watching_q && (!facts_full || clear_q == 4'd1));
        assert (!facts_valid || clear_q == 4'd1 || clear_q == 4'd2);
      end else begin
        assert (waiting == in_q - out_q && clear_q == '0);
      end
      if (watching_q) begin
        assert ({kept_again, gap_again, keep_q == '1} == {kept_q, gap_q, full_q});
        if (ahead == 3'd0 && facts_valid) assert (facts_shown == facts_right);
        if (ahead == 3'd1 && facts_full) assert (facts_behind == facts_right);
        if (ahead == decoded && raw_valid) assert (raw_shown == raw_right);
        if (ahead == decoded + 3'd1 && raw_full) assert (raw_behind == raw_right);
      end
      if (!cleared_q) begin
        assert (read == out_q + base && right == '1 && in_q - out_q <= 3'd4);
        if (watching_q) assert (word[128*Lanes+2:3] == data_q && number_q - out_q < in_q - out_q);
        assert (valid || in_q - out_q <= 3'd4);
        if (valid) begin
          assert (in_q != out_q && user == out_q);
          if (watching_q && out_q == number_q) begin
            assert (data == data_q && last == last_q && hole == gap_q);
            assert (int'(bytes) == (gap_q ? BYTES : int'(kept_q)));
            assert (none == (kept_q == '0) && full == full_q);
          end
        end
      end
      if (cleared_q && !clear_i) begin
        assert (!valid);
        assert (zero == '1);
      end
      assert ((zero | ~overwritten) == '1);
    end
    streaming: cover (started_q && rst_ni && run_q == 3'd7);
    stalled: cover (started_q && rst_ni && in_q == 3'd4 && out_q == 3'd0);
  end

endmodule : prove_packet_beats
