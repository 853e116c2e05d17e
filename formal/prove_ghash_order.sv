// SPDX-License-Identifier: Apache-2.0
//
// Proves four statements about the products in roundel_ghash. Packets come at any times, with
// single products between the words.
//
// - The product of a word outside its packet's tail is added to lane 0 of the word Distance words
//   later in the same packet, and to nothing else.
// - A product is stored before its reader reads the memory.
// - The hash of a packet is the sum of the products of its tail.
// - A single product is the product of its block, and of no word.
//
// The window is a stub with words at any times (stubs/roundel_ghash_window.sv). The product memory
// is a list. The multiplier gives any product after its latency. A single bit of each product is
// enough. Registers have any contents before the clear in the first cycle, so the first cycle
// stands for a clear at any time.
//
// Method. An arbitrary word is marked, and registers of the proof follow the word. The other
// assertions are the invariant of the induction: the contents of the registers of the design
// (u_dut.*), the number of stored products, and the position of the marked product.

module prove_ghash_order #(
  parameter int Lanes = 1,
  parameter int Cuts = 0
) (
  input logic clk_i,
  input logic single_valid_i,
  input logic single_i,
  input logic mark_i
);

  localparam int Distance = roundel_ghash_pkg::ghash_distance(Cuts);
  localparam int Cycles = Distance - roundel_ghash_pkg::GHASH_FEEDBACK_CYCLES;  // of the multiplier
  localparam int Operand = 4;  // cycles from stage 1 to the operand
  localparam int Product = Operand + Cycles;  // cycles from stage 1 to the product
  localparam int PowerBits = roundel_ghash_pkg::ghash_power_bits(Lanes, Cuts);

  logic clear, wipe, hash_valid, delayed, product_valid;
  logic [127:0] hash, product_out;

  roundel_ghash #(
    .Lanes(Lanes),
    .KeySlots(1),
    .Cuts(Cuts)
  ) u_dut (
    .clk_i(clk_i),
    .clear_i(clear),
    .wipe_i(wipe),
    .valid_i(1'b0),
    .last_i(1'b0),
    .count_i({roundel_prim_pkg::index_bits(Lanes+1){1'b0}}),
    .slot_i(1'b0),
    .data_i({128*Lanes{1'b0}}),
    .valid_o(hash_valid),
    .hash_o(hash),
    .single_valid_i(single_valid_i),
    .single_slot_i(1'b0),
    .single_i({single_i, 127'd0}),
    .delayed_o(delayed),
    .single_valid_o(product_valid),
    .single_o(product_out),
    .write_i(1'b0),
    .write_slot_i(1'b0),
    .write_index_i({PowerBits{1'b0}}),
    .write_power_i(128'd0)
  );

  // Stage 1, the operands of the first and of the last lane, and the product.
  (* hierconn *) logic [3:0] \u_dut.word_1 ;  // use_t
  (* hierconn *) logic \u_dut.early_1 ;
  (* hierconn *) logic [128*Lanes-1:0] \u_dut.word_data , \u_dut.operand_5_q ;
  (* hierconn *) logic [127:0] \u_dut.product ;
  logic valid, last, tail, early, product;
  assign {valid, last, tail} = \u_dut.word_1 [3:1];
  assign early = \u_dut.early_1 ;
  assign product = \u_dut.product [127];

  // Registers of the design, and the stubs.
  (* hierconn *) logic [3:0] \u_dut.use_2_q , \u_dut.use_3_q , \u_dut.use_4_q ;
  (* hierconn *) logic \u_dut.back_3_q , \u_dut.back_4_q , \u_dut.early_2_q ;
  (* hierconn *) logic \u_dut.start_4_q , \u_dut.wipe_4_q ;
  (* hierconn *) logic [6*(Cycles+1)-1:0] \u_dut.u_flags.data ;
  (* hierconn *) logic [128*Lanes-1:0] \u_dut.data_2_q , \u_dut.data_3_q , \u_dut.data_4_q ;
  (* hierconn *) logic [127:0] \u_dut.feedback_4_q , \u_dut.tail_sum_q ;
  (* hierconn *) logic [3:0] \u_dut.single_valid_q , \u_dut.stored_q ;
  (* hierconn *) logic [511:0] \u_dut.single_q ;
  (* hierconn *) logic \u_dut.u_window.body_q , \u_dut.cleared_q ;
  (* hierconn *) logic [2:0] \u_dut.u_window.hold_q ;
  (* hierconn *) logic [3:0] \u_dut.u_window.words_q , \u_dut.u_window.tails_q ;
  (* hierconn *) logic [3:0] \u_dut.u_feedback.level_q ;
  (* hierconn *) logic [128*16-1:0] \u_dut.u_feedback.list_q ;

  // ---- Contents of stage 1, up to Product cycles earlier ----------------------------------------
  logic [4:0] phase_q = 5'd0;  // cycles so far: 0 clears, 1 to 16 wipe
  logic [Product:1] valid_q, last_q, tail_q, early_q, data_q, other_q, single_q, single_data_q;
  logic [Product:1] marked_q, successor_q;
  logic [3:0] singles_q, singles_data_q;  // single blocks in front of stage 1
  logic sum_q, expected_q, expects_q, expects_single_q, expected_single_q;
  logic open_q;  // the successor of the marked word has not passed stage 1
  logic busy_q;  // a word is marked
  logic [3:0] after_q;  // words after the marked word
  logic [3:0] body_q;  // words of the packet before its tail, at most Distance
  logic [3:0] before_q;  // body_q at the marked word, at most Distance - 1
  logic [3:0] younger_q;  // words after the marked word that are not in the tail
  logic own_q;  // the product of the marked word
  logic kept_q;  // the product of the marked word is stored
  logic marks, succeeds;
  assign clear = phase_q == 5'd0;
  assign wipe = phase_q >= 5'd1 && phase_q <= 5'd16;
  assign marks = mark_i && valid && !tail && !busy_q;
  assign succeeds = open_q && valid && int'(after_q) + 1 == Distance;

  always_ff @(posedge clk_i) begin
    phase_q <= phase_q + 5'(phase_q != '1);
    singles_q <= {singles_q[2:0], single_valid_i} & {4{!clear}};
    singles_data_q <= {singles_data_q[2:0], single_i};
    valid_q <= {valid_q[Product-1:1], valid} & {Product{!clear}};
    last_q <= {last_q[Product-1:1], last};
    tail_q <= {tail_q[Product-1:1], tail};
    early_q <= {early_q[Product-1:1], early};
    data_q <= {data_q[Product-1:1], \u_dut.word_data [128*Lanes-1]};
    other_q <= {other_q[Product-1:1], \u_dut.word_data [127]};
    single_q <= {single_q[Product-1:1], singles_q[3]} & {Product{!clear}};
    single_data_q <= {single_data_q[Product-1:1], singles_data_q[3]};
    marked_q <= {marked_q[Product-1:1], marks} & {Product{!clear}};
    successor_q <= {successor_q[Product-1:1], succeeds} & {Product{!clear}};
    if (clear) begin
      {open_q, busy_q, kept_q, body_q} <= '0;
    end else begin
      open_q <= marks || (open_q && !succeeds);
      busy_q <= marks || (busy_q && !successor_q[Operand]);
      after_q <= marks ? 4'd0 : after_q + 4'(valid);
      younger_q <= marks ? 4'd0 : younger_q + 4'(valid && !tail);
      kept_q <= marked_q[Product] || (kept_q && !successor_q[2]);
      if (marked_q[Product]) own_q <= product;
      if (marks) before_q <= (int'(body_q) < Distance) ? body_q : 4'(Distance - 1);
      if (valid) body_q <= last ? 4'd0 : body_q + 4'(!tail && int'(body_q) < Distance);
    end
    // The hash and a single product, one cycle after the multiplication.
    sum_q <= (valid_q[Product] && last_q[Product]) || wipe || clear
        ? 1'b0 : sum_q ^ (valid_q[Product] && tail_q[Product] && product);
    expects_q <= valid_q[Product] && last_q[Product];
    expected_q <= sum_q ^ product;
    expects_single_q <= single_q[Product];
    expected_single_q <= product;
  end

  // ---- Number of products -----------------------------------------------------------------------
  logic [Product:1] push;  // words outside the tail, with a stored product
  logic [Product:1] pop;  // words that read the product of a predecessor
  logic [6:0] due;  // products whose reader has not passed stage 1
  logic [6:0] unwritten;  // products in the pipeline
  logic [6:0] level;  // stored products
  logic [6:0] ahead;  // stored products before the product of the marked word
  logic [6:0] words;  // words of the packet so far, at most Distance
  logic [3:0] wiped;  // entries written by the wipe, modulo 16
  logic [6:0] tails, body, after, earlier, younger;
  assign push = valid_q & ~tail_q;
  assign pop = valid_q & ~early_q;
  assign tails = {3'd0, \u_dut.u_window.tails_q };
  assign words = {3'd0, \u_dut.u_window.words_q };
  assign body = {3'd0, body_q};
  assign after = {3'd0, after_q};
  assign earlier = {3'd0, before_q};
  assign younger = {3'd0, younger_q};

  always_comb begin
    due = 7'(Distance) - tails;
    if (body < due) due = body;
    ahead = 7'(Distance - 1) - after;
    if (earlier < ahead) ahead = earlier;
    unwritten = 7'd0;
    for (int k = 1; k <= Product; k++) unwritten = unwritten + 7'(push[k]);
    level = due - unwritten + 7'(pop[1]) + 7'(pop[2]);
    ahead = ahead + 7'(pop[1]) + 7'(pop[2]);
    if (successor_q[1]) ahead = 7'(pop[2]);
    if (successor_q[2]) ahead = 7'd0;
    wiped = (int'(phase_q) < 3 + Cycles || int'(phase_q) > 18 + Cycles)
        ? 4'd0 : 4'(int'(phase_q) - 3 - Cycles);
  end

  // The latest k cycles, for each k.
  logic [Product:0] enough;  // products were stored for all words that read products
  logic [Product:1] quiet;  // no word in the wipe, and no word with a predecessor soon after
  logic [6:0] pushes, pops, reads, more;
  logic marked_follows;  // after_q and younger_q count the words after the marked word
  logic [6:0] num_valid, num_push;
  logic own_found;
  logic [2:0] num_states;
  always_comb begin
    pushes = 7'd0;
    pops = 7'd0;
    reads = 7'd0;
    enough = '1;
    quiet = '1;
    marked_follows = 1'b1;
    num_valid = 7'd0;
    num_push = 7'd0;
    for (int k = 1; k <= Product; k++) begin
      if (marked_q[k]) begin
        if (open_q) begin
          marked_follows = marked_follows && num_valid == after && num_push == younger;
        end
        for (int j = 1; j <= Operand; j++) begin
          if (successor_q[j] && k < j + Distance) marked_follows = 1'b0;
        end
        if (!push[k]) marked_follows = 1'b0;
      end
      num_valid = num_valid + 7'(valid_q[k]);
      num_push = num_push + 7'(push[k]);
      pushes = pushes + 7'(push[k]);
      pops = pops + 7'(pop[k]);
      if (k == Product) reads = reads - 7'(pop[1]);
      reads = reads + 7'(pop[k]);
      more = (words > 7'(k)) ? words - 7'(k) : 7'd0;
      if (due < more) more = due;
      enough[k] = due + pops >= pushes + reads + ((k == Product) ? 7'd0 : more);
      if (int'(phase_q) <= 16 + k) begin
        quiet[k] = !valid_q[k] && !single_q[k] && !marked_q[k] && !successor_q[k];
      end
      if (int'(phase_q) < 17 + Distance + k && phase_q != '1) quiet[k] = quiet[k] && !pop[k];
    end
    own_found = 1'b0;
    for (int k = 0; k < 16; k++) begin
      if (ahead == 7'(k)) own_found = \u_dut.u_feedback.list_q [128*k+127] == own_q;
    end
    num_states = 3'(marked_q != '0) + 3'(kept_q);
  end

  // ---- Flags of products: the design and the proof agree ----------------------------------------
  logic [Cycles:0] flags_equal;
  always_comb begin
    flags_equal = '1;
    for (int k = 0; k <= Cycles; k++) begin
      logic [5:0] flags;
      logic wiping;
      flags = \u_dut.u_flags.data [6*k+:6];
      wiping = int'(phase_q) >= 3 + k && int'(phase_q) <= 18 + k;
      if (int'(phase_q) >= 5 + k) begin
        flags_equal[k] = flags[5:1] == {
          valid_q[4+k] && last_q[4+k],
          !(valid_q[4+k] && last_q[4+k]) && !wiping,
          valid_q[4+k] && tail_q[4+k] && !last_q[4+k],
          push[4+k] || wiping,
          single_q[4+k]
        };
      end
      if (wiping && !flags[2]) flags_equal[k] = 1'b0;
      if (int'(phase_q) >= 2 + k && flags[0] != (int'(phase_q) == 2 + k)) flags_equal[k] = 1'b0;
    end
  end

  always_comb begin
    if (clear || wipe) assume (!single_valid_i);
    if (wipe) assume (!valid);
    if (phase_q > 5'd16) begin
      // The claims.
      if (valid_q[Operand] && early_q[Operand]) begin
        assert (\u_dut.operand_5_q [128*Lanes-1] == data_q[Operand]);
      end
      if (successor_q[Operand]) begin
        assert (!early_q[Operand] && \u_dut.operand_5_q [128*Lanes-1] == (data_q[Operand] ^ own_q));
      end
      if (single_q[Operand]) begin
        assert (!valid_q[Operand] && \u_dut.operand_5_q [128*Lanes-1] == single_data_q[Operand]);
      end
      if (valid_q[Operand] && Lanes > 1) begin
        assert (\u_dut.operand_5_q [127] == other_q[Operand]);
      end
      assert (hash_valid == expects_q && (!hash_valid || hash[127] == expected_q));
      assert (product_valid == expects_single_q);
      assert (!product_valid || product_out[127] == expected_single_q);
      assert (unwritten <= due + 7'(pop[1]) + 7'(pop[2]) && (!pop[2] || level > 7'd0));
    end
    if (phase_q != 5'd0) begin
      assert (quiet == '1 && flags_equal == '1 && enough == '1 && \u_dut.cleared_q );
      // The stub of the window.
      assert (body <= Distance && tails < Distance && \u_dut.u_window.body_q == (body_q != '0));
      assert (words == ((body + tails < Distance) ? body + tails : Distance));
      assert (phase_q > 5'd17 || (body_q == '0 && tails == 7'd0 && singles_q == '0));
      assert (phase_q < 5'd17 || phase_q == '1 || 17 + int'(words) <= int'(phase_q));
      assert (\u_dut.single_valid_q == singles_q);
      assert ((singles_q[3:1] & ~\u_dut.u_window.hold_q ) == '0 && !(singles_q[0] && wipe));
      assert (\u_dut.start_4_q == (phase_q == 5'd1));
      assert (\u_dut.wipe_4_q == (phase_q > 5'd1 && phase_q < 5'd18));
      // Stages 2 to 4.
      if (phase_q > 5'd1) begin
        assert (\u_dut.use_2_q == {valid_q[1], last_q[1], tail_q[1], single_q[1]});
        assert (\u_dut.early_2_q == early_q[1] && !(valid_q[1] && single_q[1]));
      end
      if (phase_q > 5'd2) begin
        assert (\u_dut.use_3_q == {valid_q[2], last_q[2], tail_q[2], single_q[2]});
        assert (\u_dut.back_3_q == pop[2] && !(valid_q[2] && single_q[2]));
      end
      if (phase_q > 5'd3) begin
        assert (\u_dut.use_4_q == {valid_q[3], last_q[3], tail_q[3], single_q[3]});
        assert (\u_dut.back_4_q == pop[3] && !(valid_q[3] && single_q[3]));
      end
      if (phase_q > 5'd16) begin
        for (int k = 0; k < 4; k++) begin
          if (singles_q[k]) assert (\u_dut.single_q [128*k+127] == singles_data_q[k]);
        end
        if (valid_q[1]) assert (\u_dut.data_2_q [128*Lanes-1] == data_q[1]);
        if (valid_q[2]) assert (\u_dut.data_3_q [128*Lanes-1] == data_q[2]);
        if (valid_q[3]) assert (\u_dut.data_4_q [128*Lanes-1] == data_q[3]);
        if (valid_q[1] && Lanes > 1) assert (\u_dut.data_2_q [127] == other_q[1]);
        if (valid_q[2] && Lanes > 1) assert (\u_dut.data_3_q [127] == other_q[2]);
        if (valid_q[3] && Lanes > 1) assert (\u_dut.data_4_q [127] == other_q[3]);
        if (single_q[1]) assert (\u_dut.data_2_q [128*Lanes-1] == single_data_q[1]);
        if (single_q[2]) assert (\u_dut.data_3_q [128*Lanes-1] == single_data_q[2]);
        if (single_q[3]) assert (\u_dut.data_4_q [128*Lanes-1] == single_data_q[3]);
      end
      // The product memory and the sum.
      if (int'(phase_q) >= 3 + Cycles) begin
        assert (\u_dut.u_feedback.level_q == level[3:0] + wiped);
        assert (\u_dut.stored_q == level[3:0] + wiped);
      end
      if (int'(phase_q) >= 6 + Cycles) assert (\u_dut.tail_sum_q [127] == sum_q);
      if (int'(phase_q) <= 18 + Cycles) assert (!sum_q && !kept_q);
      // The marked word.
      assert (marked_follows && (marked_q & (marked_q - 1'b1)) == '0);
      assert ((successor_q[Operand:1] & (successor_q[Operand:1] - 1'b1)) == '0);
      assert (!open_q || (busy_q && successor_q[Operand:1] == '0));
      assert (!busy_q || (open_q || successor_q[Operand:1] != '0));
      assert (busy_q || (marked_q == '0 && !kept_q && successor_q[Operand:1] == '0));
      assert (num_states == 3'(open_q || successor_q[2:1] != '0));
      assert (!successor_q[2] || kept_q);
      assert ((successor_q & ~pop) == '0);
      if (open_q) begin
        assert (after < Distance && earlier < Distance && younger <= after);
        assert (tails == after - younger);
        assert (body <= earlier + younger + 7'd1);
        assert (body == earlier + younger + 7'd1 || body == Distance);
        if (kept_q) assert (unwritten <= younger);
      end
      if (successor_q[1] && marked_q[Product]) assert (level + 7'd1 == 7'(pop[1]) + 7'(pop[2]));
      if (kept_q && successor_q[1]) assert (unwritten <= due);
      if (kept_q && successor_q[2]) assert (unwritten <= due + 7'(pop[1]));
      if (kept_q) assert (ahead < level && own_found);
      if (successor_q[3]) assert (\u_dut.feedback_4_q [127] == own_q);
    end
    added: cover (phase_q > 5'd16 && successor_q[Operand] && own_q);
    summed: cover (phase_q > 5'd16 && hash_valid && expected_q);
  end

endmodule : prove_ghash_order
