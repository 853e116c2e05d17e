// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_core with a set of key sizes, with published answers; the bench needs only
// a simulator.
//
// Parameter space: all parameters with a set. State space: each slot has a key of a random size of
// the set: the key of FIPS-197, appendix C, or of NIST SP 800-38A, appendix F.1. Each block has a
// random slot, direction and text.
// - One block of each size alone: the result comes OUTPUT_CYCLES cycles after the latency of the
//   size.
// - Full rate, with the output ready in every cycle: blocks of random sizes take the sum of their
//   turns.
// - Random pauses at the input and the output, keys of random sizes in between, and withdrawn keys:
//   results come in the order of the blocks, with their tags.
// - A slot with a key of a size outside the set, or a cleared slot, accepts no block.
// - Zeroise, and every third time a reset, with blocks in flight: nothing leaves, no slot accepts a
//   block, and new keys work.
//
// Without out_valid_o the output is zero or a result, and never the state of a round. The bench
// prints "PASS <results> <keys>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_core_sizes #(
  parameter int KeyBits = 256,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TABLE,
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,
  parameter int KeySlots = 1,
  parameter bit Backpressure = 1'b1
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LENGTH = (Stages == 0) ? 1 : Rounds * Stages;
  localparam bit VARIES = Rounds <= 2;
  localparam int MAX_TURNS = (KeyBits / 32 + 6) / Rounds;
  localparam int TIMEOUT = 1500;
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  localparam bit LOADS_AT_ONCE = KeySchedule != roundel_engine_pkg::KEY_SCHEDULE_STORED;

  localparam logic [255:0] KEY_C =
      256'h000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f;
  localparam logic [127:0] PLAIN_C = 128'h00112233445566778899aabbccddeeff;
  localparam logic [127:0] KEY_F_128 = 128'h2b7e151628aed2a6abf7158809cf4f3c;
  localparam logic [191:0] KEY_F_192 = 192'h8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b;
  localparam logic [255:0] KEY_F_256 =
      256'h603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4;
  localparam logic [511:0] PLAIN_F = {
    128'h6bc1bee22e409f96e93d7e117393172a,
    128'hae2d8a571e03ac9c9eb76fac45af8e51,
    128'h30c81c46a35ce411e5fbc1191a0a52ef,
    128'hf69f2445df4f9b17ad2b417be66c3710
  };

  integer seed;

  function automatic integer draw(input integer of);
    draw = $unsigned($urandom(seed)) % of;
  endfunction

  // A shorter key is in the top bits; the other bits are random.
  function automatic logic [KeyBits-1:0] key_of(input integer size, input logic f);
    logic [255:0] bits;
    bits = {$urandom(seed), $urandom(seed), $urandom(seed), $urandom(seed),
            $urandom(seed), $urandom(seed), $urandom(seed), $urandom(seed)};
    case (size)
      0: bits[255:128] = f ? KEY_F_128 : KEY_C[255:128];
      1: bits[255:64] = f ? KEY_F_192 : KEY_C[255:64];
      default: bits = f ? KEY_F_256 : KEY_C;
    endcase
    key_of = bits[255-:KeyBits];
  endfunction

  function automatic logic [127:0] plain(input integer n);
    plain = (n == 0) ? PLAIN_C : PLAIN_F[511-128*(n-1)-:128];
  endfunction

  function automatic logic [127:0] coded(input integer size, input integer n);
    case (10 * size + n)
      0: coded = 128'h69c4e0d86a7b0430d8cdb78070b4c55a;
      1: coded = 128'h3ad77bb40d7a3660a89ecaf32466ef97;
      2: coded = 128'hf5d3d58503b9699de785895a96fdbaaf;
      3: coded = 128'h43b1cd7f598ece23881b00e3ed030688;
      4: coded = 128'h7b0c785e27e8ad3f8223207104725dd4;
      10: coded = 128'hdda97ca4864cdfe06eaf70a0ec0d7191;
      11: coded = 128'hbd334f1d6e45f25ff712a214571fa5cc;
      12: coded = 128'h974104846d0ad3ad7734ecb3ecee4eef;
      13: coded = 128'hef7afd2270e2e60adce0ba2face6444e;
      14: coded = 128'h9a4b41ba738d6c72fb16691603c18e0e;
      20: coded = 128'h8ea2b7ca516745bfeafc49904b496089;
      21: coded = 128'hf3eed1bdb5d2a03c064b5a7e3db181f8;
      22: coded = 128'h591ccb10d410ed26dc5ba74a31362870;
      23: coded = 128'hb6ed21b99ca6f4f9f153e7b1beafed1d;
      default: coded = 128'h23304b7a39f9f3ff067d8d8f9e24ecc7;
    endcase
  endfunction

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0;
  logic key_clear = 1'b0;
  logic [1:0] key_size = 2'd0;
  logic [KeyBits-1:0] key_in = 'x;
  logic [SLOT_BITS-1:0] key_slot = '0;
  logic in_valid = 1'b0;
  logic in_decrypt = 1'b0;
  logic [3:0] in_tag = '0;
  logic [127:0] in_block = 'x;
  logic [SLOT_BITS-1:0] in_slot = '0;
  logic out_ready = 1'b0;
  wire key_ready, in_ready, out_valid;
  wire [3:0] out_tag;
  wire [127:0] out_block;

  always #5 clk = ~clk;

  roundel_core #(
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .TagBits(4),
    .Backpressure(Backpressure)
  ) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key_in),
    .key_clear_i(key_clear),
    .key_size_i(key_size),
    .in_valid_i(in_valid),
    .in_ready_o(in_ready),
    .in_decrypt_i(in_decrypt),
    .in_slot_i(in_slot),
    .in_tag_i(in_tag),
    .in_block_i(in_block),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready),
    .out_tag_o(out_tag),
    .out_block_o(out_block)
  );

  // The keys, slot by slot.
  integer size_of[0:KeySlots-1];
  logic f_of[0:KeySlots-1];
  logic loaded[0:KeySlots-1];
  // Blocks accepted, in order.
  logic [127:0] expected[0:4095];
  integer accepted_at[0:4095];
  integer accepted, given, results, keys, cycle, idle, clean, turns, loaded_at;
  integer offered_size, offered_text, offered_f, key_f, first, n, s, trial, hits, old;
  integer sending;  // blocks are offered: 0 never, 1 always, 2 at random
  integer taking;  // output ready: 0 never, 1 always, 2 at random, 3 rarely
  integer latency;  // of the last result
  logic forgotten, zeroised, shown, failed, moved_in, moved_key;

  task automatic fail(input string what);
    if (!failed) $display("FAIL cycle %0d, result %0d: %s", cycle, given, what);
    failed = 1'b1;
    $finish;
  endtask

  // A size of the set.
  function automatic integer some_size(input integer unused);
    integer size;
    size = draw(3);
    while (((KeySizes >> size) & 1) == 0) size = draw(3);
    some_size = size;
  endfunction

  task automatic offer;
    in_slot = draw(KeySlots);
    // A waiting key changes its slot at an unknown time.
    if (loaded[in_slot] && !(key_valid && key_slot == in_slot)) begin
      in_valid = 1'b1;
      in_decrypt = BOTH ? draw(2) : (Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
      offered_size = size_of[in_slot];
      offered_text = f_of[in_slot] ? 1 + draw(4) : 0;
      in_block = in_decrypt ? coded(offered_size, offered_text) : plain(offered_text);
      in_tag = accepted[3:0];
    end
  endtask

  // One cycle: inputs change with the falling edge, pins are read just before the rising edge.
  task automatic step;
    if (!in_valid && (sending == 1 || (sending == 2 && draw(3) != 0))) offer();
    case (taking)
      0: out_ready = 1'b0;
      1: out_ready = 1'b1;
      2: out_ready = draw(2);
      default: out_ready = draw(16) == 0;
    endcase
    if (!Backpressure) out_ready = 1'b1;
    #4;
    moved_in = 1'b0;
    moved_key = 1'b0;
    if (rst_n) begin
      if (out_valid === 1'b1) begin
        if (given == accepted) fail("a result that no block gives");
        if (out_block !== expected[given%4096]) fail("a wrong result");
        if (out_tag !== given[3:0]) fail("another block's tag");
        latency = cycle - accepted_at[given%4096];
      end else if (out_valid !== 1'b0) begin
        fail("out_valid_o is unknown");
      end else if (out_block !== 128'd0 && !forgotten) begin
        shown = 1'b0;
        for (old = given; Backpressure && old > clean && old > given - 40 && !shown;
             old = old - 1) begin
          shown = out_block === expected[(old-1)%4096];
        end
        if (!shown) fail("the output shows something else");
      end
      if (in_ready !== 1'b0 && in_ready !== 1'b1) fail("in_ready_o is unknown");
      if (key_ready !== 1'b0 && key_ready !== 1'b1) fail("key_ready_o is unknown");
      if (in_valid && in_ready) begin
        if (!loaded[in_slot]) fail("a block was accepted without a key");
        moved_in = 1'b1;
        expected[accepted%4096] =
            in_decrypt ? plain(offered_text) : coded(offered_size, offered_text);
        accepted_at[accepted%4096] = cycle;
        accepted = accepted + 1;
        turns = turns + (VARIES ? (10 + 2 * offered_size) / Rounds : MAX_TURNS);
        idle = 0;
      end
      if (out_valid && out_ready) begin
        given = given + 1;
        results = results + 1;
        idle = 0;
      end
      if (key_valid && key_ready) begin
        moved_key = 1'b1;
        keys = keys + 1;
        loaded_at = cycle;
        loaded[key_slot] = !key_clear && key_size != 2'd3 && ((KeySizes >> key_size) & 1) != 0;
        size_of[key_slot] = key_size;
        f_of[key_slot] = key_f;
        idle = 0;
      end
      forgotten = (dut.ZEROISE_DELAY == 0) ? zeroise : zeroised;
      zeroised = zeroise;
      if (zeroise || forgotten) begin
        for (s = 0; s < KeySlots; s = s + 1) loaded[s] = 1'b0;
        if (forgotten) {given, clean} = {accepted, accepted};
        idle = 0;
      end
    end else begin
      {given, clean} = {accepted, accepted};
      {forgotten, zeroised} = 2'b10;
      for (s = 0; s < KeySlots; s = s + 1) loaded[s] = 1'b0;
      idle = 0;
    end
    idle = idle + 1;
    if (idle > TIMEOUT) fail("nothing moves");
    @(negedge clk);
    cycle = cycle + 1;
    if (in_valid && (moved_in || zeroise || zeroised)) begin
      in_valid = 1'b0;
      in_block = 'x;
    end
    if (moved_key || zeroise) begin
      key_valid = 1'b0;
      key_in = 'x;
    end
    zeroise = 1'b0;
  endtask

  task automatic steps(input integer count, input integer send, input integer take);
    for (n = 0; n < count; n = n + 1) begin
      sending = send;
      taking = take;
      step();
    end
  endtask

  // Offer a key; the caller waits. No block of the slot is offered.
  task automatic offer_key(input integer slot, input integer size);
    key_slot = slot;
    key_f = draw(2);
    key_size = size;
    key_in = key_of(size, key_f);
    key_valid = 1'b1;
  endtask

  task automatic load(input integer slot, input integer size);
    sending = 0;
    taking = 1;
    while (in_valid) step();
    offer_key(slot, size);
    while (key_valid) step();
  endtask

  task automatic drain;
    sending = 0;
    taking = 1;
    while (in_valid || given != accepted) step();
  endtask

  task automatic load_all;
    for (trial = 0; trial < KeySlots; trial = trial + 1) load(trial, some_size(0));
  endtask

  // The slot accepts no block for a while.
  task automatic refuses(input integer slot);
    first = accepted;
    for (trial = 0; trial < 4 * LENGTH * MAX_TURNS + 20; trial = trial + 1) begin
      sending = 0;
      taking = 1;
      in_slot = slot;
      in_decrypt = BOTH ? draw(2) : (Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
      in_block = plain(0);
      in_valid = 1'b1;
      step();
    end
    in_valid = 1'b0;
    if (accepted != first) fail("a slot without a key accepted a block");
  endtask

  initial begin
    seed = 1;
    {accepted, given, results, keys, cycle, idle, clean, hits, turns} = '0;
    {failed, zeroised} = 2'b00;
    forgotten = 1'b1;
    for (s = 0; s < KeySlots; s = s + 1) loaded[s] = 1'b0;
    sending = 0;
    taking = 1;
    step();
    step();
    rst_n = 1'b1;

    // One block of each size alone.
    for (trial = 0; trial < 3; trial = trial + 1) begin
      if (((KeySizes >> trial) & 1) != 0) begin
        load(KeySlots - 1, trial);
        for (s = 0; s < 3; s = s + 1) begin
          first = accepted;
          while (accepted == first) begin
            if (!in_valid) begin
              sending = 0;
              in_slot = KeySlots - 1;
              in_decrypt = BOTH ? draw(2) : (Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
              offered_size = trial;
              offered_text = f_of[in_slot] ? 1 + draw(4) : 0;
              in_block = in_decrypt ? coded(offered_size, offered_text) : plain(offered_text);
              in_tag = accepted[3:0];
              in_valid = 1'b1;
            end
            step();
          end
          if (s == 0 && !LOADS_AT_ONCE
              && accepted_at[first%4096] - loaded_at > dut.KEY_LOAD_CYCLES) begin
            fail("the first block after a key is too late");
          end
          drain();
          if (latency != dut.OUTPUT_CYCLES
              + (VARIES ? (10 + 2 * trial) / Rounds : MAX_TURNS) * LENGTH) begin
            fail("the latency of a size");
          end
        end
      end
    end

    // Full rate.
    load_all();
    drain();
    steps(dut.KEY_LOAD_CYCLES + 40, 0, 1);
    for (trial = 0; trial < 2; trial = trial + 1) begin
      if (KeySlots == 1) load(0, some_size(0));
      first = cycle;
      turns = 0;
      while (turns < (3 * LENGTH + 6) * MAX_TURNS) begin
        sending = 1;
        taking = 1;
        step();
      end
      if (KeySlots > 1 && cycle - first > turns + LENGTH * MAX_TURNS + 8) begin
        $display("%0d cycles, %0d turns", cycle - first, turns);
        fail("blocks wait at full rate");
      end
      drain();
    end

    // Random traffic.
    for (trial = 0; trial < 60; trial = trial + 1) begin
      steps(30 + draw(60), 1 + draw(2), 1 + draw(3));
      if (!key_valid && draw(2) == 0) begin
        s = draw(KeySlots);
        if (!(in_valid && in_slot == s)) begin
          offer_key(s, some_size(0));
          if (draw(4) == 0) begin
            steps(draw(2 * LENGTH * MAX_TURNS), 1, 1);
            key_valid = 1'b0;  // withdrawn, or accepted already
            steps(2, 1, 1);
          end
        end
      end
    end
    while (key_valid) steps(1, 0, 1);
    drain();
    if (Backpressure) begin
      first = accepted;
      steps(3 * LENGTH * MAX_TURNS + 4 * dut.QUEUE_DEPTH * MAX_TURNS + 100, 1, 0);
      if (accepted - first != dut.QUEUE_DEPTH) fail("the queue holds another number");
      drain();
    end

    // Keys of other sizes, and a cleared slot.
    load(0, 3);
    refuses(0);
    for (s = 0; s < 3; s = s + 1) begin
      if (((KeySizes >> s) & 1) == 0) begin
        n = s;
        load(0, n);
        refuses(0);
        s = n;
      end
    end
    load_all();
    steps(30, 1, 1);
    drain();
    key_clear = 1'b1;
    load(0, some_size(0));
    key_clear = 1'b0;
    refuses(0);

    // Zeroise and reset.
    for (hits = 0; hits < 7; hits = hits + 1) begin
      load_all();
      steps(draw(3 * LENGTH * MAX_TURNS), 1, draw(4));
      if (draw(2) == 0 && !in_valid) offer_key(draw(KeySlots), some_size(0));
      steps(draw(20), 0, 1);
      in_valid = 1'b0;
      key_valid = 1'b0;
      sending = 0;
      if (hits % 3 == 2) begin
        rst_n = 1'b0;
        step();
        rst_n = 1'b1;
      end else begin
        zeroise = 1'b1;
        step();
      end
      step();
      first = results;
      steps(LENGTH * MAX_TURNS + 60, 0, 1);
      if (results != first) fail("a result after a zeroise");
    end
    refuses(draw(KeySlots));
    load_all();
    steps(200, 1, 2);
    drain();
    if (!failed) $display("PASS %0d %0d", results, keys);
    $finish;
  end

endmodule : tb_roundel_core_sizes
