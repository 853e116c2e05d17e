// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_gcm_start_queue is a FIFO of sixteen packets, each with its own J0. The FIFO
// loses, doubles and reorders no packet, and no packet leaves before the arrival of its J0.
// Unbounded, with stalls, clears and resets at any time.
//
// Packets are their own numbers, modulo 32. The J0 blocks have the same numbers, whether they come
// with the packet or later from GHASH. Assumptions of the module: two pushes, and two hashes, are
// at least two cycles apart; a hash belongs to the oldest packet without its hash; no push in a
// clear. Credit counters are stubs (prove_credit_counter).
//
// The rest of this top relates the registers to the list, for the induction.

module prove_gcm_start_queue (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic push_i,
  input logic hashed_i,
  input logic hash_valid_i,
  input logic credit_i,
  input logic take_i
);

  // ---- Probes of u_dut --------------------------------------------------------------------------
  logic [95:0] infos;  // 16 words of 6 bits: hashed, number
  logic [2047:0] starts;
  logic [63:0] promises;
  logic [3:0] write, read, info_write, info_read, promise_write, promise_read, place;
  logic [7:0] rooms, fills, hashes;  // credits
  logic waits, fill_waits, hash_waits;
  logic pushing, hash_soon, hash_now, put, head_ready, pops, shown, none, clearing, head_hashed;
  logic [127:0] hash_word, block;

  // ---- The list ---------------------------------------------------------------------------------
  logic [4:0] in_q, out_q;  // packets accepted, and packets that left
  logic [4:0] promised_q, kept_q, used_q;  // hashes due, received, and used by packets that left
  logic [15:0] hashed_q;  // by number modulo 16
  logic [79:0] promise_of_q;  // by number modulo 16: the number of the hash
  logic [79:0] packet_of_q;  // by hash modulo 16: number of its packet
  logic soon_q, now_q, popped_q, pushed_q;
  logic enter, valid, ready;
  logic [127:0] start;
  logic [4:0] info;
  logic started_q = 1'b0;

  roundel_gcm_start_queue #(.Width(5)) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .push_i(push_i),
    .ready_o(ready),
    .hashed_i(hashed_i),
    .start_i(128'(in_q)),
    .info_i(in_q),
    .hash_valid_i(hash_valid_i),
    .hash_i((soon_q && !clear_i) ? 128'(packet_of_q[5*kept_q[3:0]+:5]) : 128'd0),
    .credit_i(credit_i),
    .enter_o(enter),
    .valid_o(valid),
    .take_i(take_i),
    .start_o(start),
    .info_o(info)
  );

  logic clear_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    clear_q <= clear_i;
  end
  // A clear moves both indices of the memory of J0 blocks from the index of the next packet on, by
  // one step in each cycle.
  logic [3:0] shift_q;  // steps from index 0 to the index of packet 0
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) shift_q <= '0;
    else if (clear_q) shift_q <= shift_q + in_q[3:0] + 1'b1;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pushed_q, soon_q, now_q} <= '0;
    end else begin
      pushed_q <= push_i && !clear_i;
      soon_q <= hash_valid_i && !clear_i;
      now_q <= soon_q;
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {in_q, out_q, promised_q, kept_q, used_q} <= '0;
      popped_q <= 1'b0;
    end else if (clear_q) begin
      {in_q, out_q, promised_q, kept_q, used_q} <= '0;
      popped_q <= 1'b0;
    end else begin
      in_q <= in_q + 5'(pushed_q);
      out_q <= out_q + 5'(enter);
      promised_q <= promised_q + 5'(pushed_q && hashed_i);
      kept_q <= kept_q + 5'(now_q);
      used_q <= used_q + 5'(enter && hashed_q[out_q[3:0]]);
      popped_q <= enter;
    end
  end
  always_ff @(posedge clk_i) begin
    if (pushed_q) begin
      hashed_q[in_q[3:0]] <= hashed_i;
      promise_of_q[5*in_q[3:0]+:5] <= promised_q;
      if (hashed_i) packet_of_q[5*promised_q[3:0]+:5] <= in_q;
    end
  end

  function automatic logic [3:0] place_of(input logic [3:0] n);
    case (n)
      4'd0: place_of = roundel_prim_pkg::bank_index(0);
      4'd1: place_of = roundel_prim_pkg::bank_index(1);
      4'd2: place_of = roundel_prim_pkg::bank_index(2);
      4'd3: place_of = roundel_prim_pkg::bank_index(3);
      4'd4: place_of = roundel_prim_pkg::bank_index(4);
      4'd5: place_of = roundel_prim_pkg::bank_index(5);
      4'd6: place_of = roundel_prim_pkg::bank_index(6);
      4'd7: place_of = roundel_prim_pkg::bank_index(7);
      4'd8: place_of = roundel_prim_pkg::bank_index(8);
      4'd9: place_of = roundel_prim_pkg::bank_index(9);
      4'd10: place_of = roundel_prim_pkg::bank_index(10);
      4'd11: place_of = roundel_prim_pkg::bank_index(11);
      4'd12: place_of = roundel_prim_pkg::bank_index(12);
      4'd13: place_of = roundel_prim_pkg::bank_index(13);
      4'd14: place_of = roundel_prim_pkg::bank_index(14);
      default: place_of = roundel_prim_pkg::bank_index(15);
    endcase
  endfunction

  logic [4:0] held, due;  // packets in the list, hashes still due
  logic head_is_hashed, head_settled;
  logic [3:0] head;
  assign held = in_q - out_q;
  assign due = promised_q - kept_q;
  assign head = out_q[3:0];
  assign head_is_hashed = hashed_q[head];

  // The packet at the head has its J0 in the memory.
  assign head_settled = held != '0 && (!head_is_hashed || kept_q != used_q)
      && !(put && place == place_of(head + shift_q));

  always_comb begin
    assume (started_q || !rst_ni);
    if (!rst_ni || clear_i || clear_q) assume (!push_i && !hash_valid_i);
    if (pushed_q || !ready) assume (!push_i);
    if (soon_q || due == 5'(now_q)) assume (!hash_valid_i);
    // A clear begins in each reset.
    if (!rst_ni) assume (clear_i);

    if (started_q && rst_ni) begin
      assert (pushing == pushed_q && hash_soon == soon_q && hash_now == now_q);
      assert (clearing == clear_q && (!clear_q || !(pushed_q || soon_q)));
      assert (write == place_of(in_q[3:0] + shift_q));
    end
    if (started_q && rst_ni && !clear_q) begin
      // The statement.
      if (valid) assert (info == out_q - 5'd1 && start == 128'(info));
      if (enter) assert (head_settled && !valid);
      assert (held <= 5'd16);
      if (pushed_q) assert (held <= 5'd15);

      // Registers.
      assert (!(pushed_q && now_q));
      assert (info_write == place_of(in_q[3:0]) && info_read == place_of(head));
      assert (read == place_of(head + shift_q));
      assert (promise_write == place_of(promised_q[3:0]));
      assert (promise_read == place_of(kept_q[3:0]));
      assert (none == !shown && pops == enter && shown == valid);
      assert (fill_waits == waits && hash_waits == waits);
      assert (rooms == 8'd16 - 8'(held));
      if (waits) assert (held == '0 && !(pushed_q || soon_q || now_q || head_ready || enter));
      assert (fills == 8'(held));
      assert (hashes == 8'(5'(kept_q - used_q)));
      assert (5'(promised_q - used_q) <= held && due <= 5'(promised_q - used_q));
      if (soon_q || now_q) assert (due != '0);
      assert (!(soon_q && now_q));
      if (now_q) assert (hash_word == 128'(packet_of_q[5*kept_q[3:0]+:5]));
      if (head_ready && !popped_q) begin
        if (!enter && !valid) assert (head_settled && head_hashed == head_is_hashed);
      end
      if (enter) assert (head_hashed == head_is_hashed && !popped_q);
      if (popped_q) assert (valid);
    end
  end

  // Each packet in the list, and each due hash. A packet's promise counts the hashes of all earlier
  // packets.
  logic [15:0] is_held;  // by number modulo 16
  for (genvar n = 0; n < 16; n++) begin : gen_packet
    localparam int PLACE = int'(roundel_prim_pkg::bank_index(n));
    localparam int NEXT = (n + 1) % 16;
    logic [4:0] number, promise, owner, ahead;
    logic is_due;
    logic [3:0] behind;  // distance to the head, and to the oldest due hash
    logic [3:0] late;
    assign behind = 4'(n) - head;
    assign late = 4'(n) - kept_q[3:0];
    assign number = out_q + 5'(behind);
    assign is_held[n] = 5'(behind) < held;
    assign promise = promise_of_q[5*n+:5];
    assign is_due = 5'(late) < due;
    assign owner = packet_of_q[5*n+:5];
    assign ahead = kept_q + 5'(late);  // the number of this hash
    always_comb begin
      if (started_q && rst_ni && !clear_q) begin
        if (is_held[n]) begin
          assert (infos[6*PLACE+:6] == {hashed_q[n], number});
          assert (5'(promised_q - promise) <= 5'(in_q - number));
          assert (!hashed_q[n] || promised_q != promise);
          assert (5'(promise - used_q) <= 5'(behind));
          if (hashed_q[n]) begin
            assert (5'(promise - used_q) < 5'(promised_q - used_q));
            if (5'(promise - kept_q) < due) begin
              assert (packet_of_q[5*promise[3:0]+:5] == number);
            end
          end
          if (behind == '0) assert (promise == used_q);
          if (5'(behind) + 5'd1 == held) assert (promised_q == promise + 5'(hashed_q[n]));
          else assert (promise_of_q[5*NEXT+:5] == promise + 5'(hashed_q[n]));
        end
        if (is_due) begin
          assert (promises[4*PLACE+:4] == place_of(owner[3:0] + shift_q));
          assert (5'(owner - out_q) < held && hashed_q[owner[3:0]]);
          assert (promise_of_q[5*owner[3:0]+:5] == ahead);
        end
      end
    end
    // Promises grow from a packet to each later packet.
    for (genvar m = 0; m < 16; m++) begin : gen_later
      if (m != n) begin : gen_pair
        logic [3:0] behind_m;
        logic [4:0] growth;
        assign behind_m = 4'(m) - head;
        assign growth = promise_of_q[5*m+:5] - promise;
        always_comb begin
          if (started_q && rst_ni && !clear_q) begin
            if (is_held[n] && is_held[m] && behind < behind_m) begin
              assert (growth <= 5'(behind_m - behind) && (growth != '0 || !hashed_q[n]));
            end
          end
        end
      end
    end
  end

  // Each word of the memory of J0 blocks: the block of a packet, if the block has come.
  for (genvar n = 0; n < 16; n++) begin : gen_start
    localparam int PLACE = int'(roundel_prim_pkg::bank_index(n));
    logic [3:0] packet, behind;  // number of the packet modulo 16; distance to the head
    logic [4:0] number, promise;
    logic has_come;
    assign packet = 4'(n) - shift_q;
    assign behind = packet - head;
    assign number = out_q + 5'(behind);
    assign promise = promise_of_q[5*packet+:5];
    assign has_come = !hashed_q[packet] || 5'(promise - kept_q) >= due;
    always_comb begin
      if (started_q && rst_ni && !clear_q && 5'(behind) < held && has_come) begin
        if (put && place == 4'(PLACE)) assert (block == 128'(number));
        else assert (starts[128*PLACE+:128] == 128'(number));
      end
    end
  end
  always_comb begin
    if (started_q && rst_ni && !clear_q && held == '0) assert (promised_q == used_q);
  end

  always_comb begin
    full: cover (started_q && rst_ni && !clear_q && held == 5'd16);
    late: cover (started_q && rst_ni && !clear_q && valid && used_q == 5'd2);
  end

endmodule : prove_gcm_start_queue
