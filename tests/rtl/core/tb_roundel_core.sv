// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_core, or with `Compact` of roundel_compact, with published answers; the
// bench needs only a simulator.
//
// Parameter space: all parameters of both. State space: after reset, the key and block of FIPS-197,
// appendix C. Then the four blocks of NIST SP 800-38A, appendix F.1, under the key of the same
// size. All in each direction of the design.
// - Full rate, with the output ready in every cycle: each result comes OUTPUT_LATENCY cycles after
//   its block, and blocks enter at the rate of CYCLES_PER_BLOCK from the first on.
// - Output stalled: blocks fill the FIFO, and all leave.
// - Bursts of blocks, with the output ready always, rarely, half of the time or in bursts, and a
//   new key now and then.
// - Zeroise, and every third time a reset, 0 to 80 cycles after the first block: nothing leaves
//   after ZEROISE_DELAY cycles, and the output is zero from the next cycle on. Blocks must have
//   been in flight.
// - Stored keys and roundel_compact: the first block enters exactly KEY_LOAD_CYCLES after a key.
// - roundel_compact: a key is accepted in the middle of a block. A cleared or zeroised key has left
//   the key register in the second cycle after, and the round key register in the third. The tag is
//   zero without a block.
//
// Without Backpressure the output is ready in every cycle. Without out_valid_o the output is zero
// or, with Backpressure, a result since the last zeroise, and never the state of a round. The bench
// prints "PASS <results>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_core #(
  parameter int KeyBits = 128,
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1,
  parameter bit Backpressure = 1'b1,
  parameter int Compact = 0
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_SLOT = KeySlots - 1;
  localparam int LENGTH = (Stages == 0) ? 1 : Rounds * Stages;
  localparam int PERIOD =  // cycles a block
      (Compact != 0) ? KeyBits / 32 + 7 + Backpressure : (KeyBits / 32 + 6) / Rounds;
  localparam int LATENCY = PERIOD * LENGTH;
  localparam int HELD = 16 * ((LENGTH + 6) / 16 + 2);  // no queue holds more
  localparam int TIMEOUT = 4000;  // cycles without a block or a result
  localparam int FEW = (Stages == 0 && Rounds > 2) ? 6 : 1;  // rounds behind each other are slow
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;

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

  function automatic logic [KeyBits-1:0] key(input integer n);
    if (n == 0) key = KEY_C[255-:KeyBits];
    else if (KeyBits == 128) key = KEY_F_128;
    else if (KeyBits == 192) key = KEY_F_192;
    else key = KEY_F_256;
  endfunction

  function automatic logic [127:0] plain(input integer n);
    plain = (n == 0) ? PLAIN_C : PLAIN_F[511-128*(n-1)-:128];
  endfunction

  function automatic logic [127:0] coded(input integer n);
    case (1000 * n + KeyBits)
      128: coded = 128'h69c4e0d86a7b0430d8cdb78070b4c55a;
      1128: coded = 128'h3ad77bb40d7a3660a89ecaf32466ef97;
      2128: coded = 128'hf5d3d58503b9699de785895a96fdbaaf;
      3128: coded = 128'h43b1cd7f598ece23881b00e3ed030688;
      4128: coded = 128'h7b0c785e27e8ad3f8223207104725dd4;
      192: coded = 128'hdda97ca4864cdfe06eaf70a0ec0d7191;
      1192: coded = 128'hbd334f1d6e45f25ff712a214571fa5cc;
      2192: coded = 128'h974104846d0ad3ad7734ecb3ecee4eef;
      3192: coded = 128'hef7afd2270e2e60adce0ba2face6444e;
      4192: coded = 128'h9a4b41ba738d6c72fb16691603c18e0e;
      256: coded = 128'h8ea2b7ca516745bfeafc49904b496089;
      1256: coded = 128'hf3eed1bdb5d2a03c064b5a7e3db181f8;
      2256: coded = 128'h591ccb10d410ed26dc5ba74a31362870;
      3256: coded = 128'hb6ed21b99ca6f4f9f153e7b1beafed1d;
      4256: coded = 128'h23304b7a39f9f3ff067d8d8f9e24ecc7;
      default: coded = '0;
    endcase
  endfunction

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0;
  logic [KeyBits-1:0] key_in = 'x;
  logic in_valid = 1'b0;
  logic in_decrypt = 1'b0;
  logic key_clear = 1'b0;
  logic [3:0] in_tag = '0;
  logic [127:0] in_block = 'x;
  logic out_ready = 1'b0;
  logic [SLOT_BITS-1:0] slot;
  wire key_ready, in_ready, out_valid;
  wire [3:0] out_tag;
  wire [127:0] out_block;

  // Blocks accepted, in order: the result, and when.
  logic [127:0] expected[0:4095];
  integer accepted_at[0:4095];
  integer accepted, given, results, cycle, idle;
  integer seed, i, which, first, distance, loaded;
  integer loaded_at;  // cycle of the last key's handshake
  integer hits;  // zeroises with blocks in flight
  integer sending;  // blocks are offered: 0 never, 1 always, 2 in bursts
  integer taking;  // output ready: 0 never, 1 always, 2 rarely, 3 half of the time, 4 in bursts
  logic timed;  // results come in their cycle
  logic zeroised;  // in the cycle before
  logic forgotten;  // a zeroise or reset in the previous cycle
  integer clean;  // blocks accepted before the last zeroise
  integer old;
  logic shown;
  logic failed = 1'b0;

  assign slot = LAST_SLOT[SLOT_BITS-1:0];

  always #5 clk = ~clk;

  // Cycles since all keys were forgotten or cleared, 0 with a key.
  integer since;
  always @(posedge clk) begin
    if (!rst_n || zeroise || (key_valid && key_ready && key_clear)) begin
      since <= 1;
    end else if (key_valid && key_ready) begin
      since <= 0;
    end else if (since > 0) begin
      since <= since + 1;
    end
  end

  integer output_latency, queue_depth, zeroise_delay, key_load_cycles;  // as the design says

  if (Compact != 0) begin : gen_compact
    roundel_compact #(
      .KeyBits(KeyBits),
      .Sbox(Sbox),
      .TagBits(4),
      .Backpressure(Backpressure)
    ) dut (
      .clk_i(clk),
      .rst_ni(rst_n),
      .zeroise_i(zeroise),
      .key_valid_i(key_valid),
      .key_ready_o(key_ready),
      .key_slot_i(slot),
      .key_i(key_in),
      .key_clear_i(key_clear),
      .in_valid_i(in_valid),
      .in_ready_o(in_ready),
      .in_decrypt_i(in_decrypt),
      .in_slot_i(slot),
      .in_tag_i(in_tag),
      .in_block_i(in_block),
      .out_valid_o(out_valid),
      .out_ready_i(out_ready),
      .out_tag_o(out_tag),
      .out_block_o(out_block)
    );
    initial begin
      output_latency = dut.OUTPUT_LATENCY;
      queue_depth = dut.QUEUE_DEPTH;
      zeroise_delay = dut.ZEROISE_DELAY;
      key_load_cycles = dut.KEY_LOAD_CYCLES;
    end
    always @(negedge clk) begin
      if (since > 1 && dut.inverted_key_q !== '1) fail("the key is there after it was forgotten");
      if (since > 2 && dut.window_q !== '0) fail("a round key is there after it was forgotten");
      if (rst_n && out_valid === 1'b0 && out_tag !== '0) fail("a tag without a block");
    end
  end else begin : gen_core
    roundel_core #(
      .KeyBits(KeyBits),
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
      .key_slot_i(slot),
      .key_i(key_in),
      .key_clear_i(1'b0),
      .in_valid_i(in_valid),
      .in_ready_o(in_ready),
      .in_decrypt_i(in_decrypt),
      .in_slot_i(slot),
      .in_tag_i(in_tag),
      .in_block_i(in_block),
      .out_valid_o(out_valid),
      .out_ready_i(out_ready),
      .out_tag_o(out_tag),
      .out_block_o(out_block)
    );
    initial begin
      output_latency = dut.OUTPUT_LATENCY;
      queue_depth = dut.QUEUE_DEPTH;
      zeroise_delay = dut.ZEROISE_DELAY;
      key_load_cycles = dut.KEY_LOAD_CYCLES;
    end
  end

  function automatic logic chance(input integer in, input integer of);
    chance = $unsigned($urandom(seed)) % of < in;
  endfunction

  task automatic fail(input string what);
    if (!failed) $display("FAIL cycle %0d, result %0d: %s", cycle, given, what);
    failed = 1'b1;
    $finish;
  endtask

  // One cycle: inputs change with the falling edge, pins are read just before the rising edge.
  task automatic step;
    if (!in_valid && (sending == 1 || (sending == 2 && chance(cycle % 64 < 32 ? 7 : 1, 8)))) begin
      in_valid = 1'b1;
      in_decrypt = BOTH ? chance(1, 2) : (Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
      which = (loaded == 0) ? 0 : 1 + $unsigned($urandom(seed)) % 4;
      in_block = in_decrypt ? coded(which) : plain(which);
      in_tag = accepted[3:0];
    end
    case (taking)
      0: out_ready = 1'b0;
      1: out_ready = 1'b1;
      2: out_ready = chance(1, 8);
      3: out_ready = chance(1, 2);
      default: out_ready = (cycle / 23) % 3 != 0;
    endcase
    if (Backpressure == 0) out_ready = 1'b1;
    #4;
    if (rst_n) begin
      if (out_valid === 1'b1) begin
        if (given == accepted) fail("a result that no block gives");
        if (out_block !== expected[given%4096]) fail("a wrong result");
        if (out_tag !== given[3:0]) fail("another block's tag");
        if (timed && cycle != accepted_at[given%4096] + output_latency) fail("out of time");
      end else if (out_valid !== 1'b0) begin
        fail("out_valid_o is unknown");
      end else if (out_block !== 128'd0 && !forgotten) begin
        shown = 1'b0;
        for (old = given; Backpressure != 0 && old > clean && old > given - 17 && !shown;
             old = old - 1) begin
          shown = out_block === expected[(old-1)%4096];
        end
        if (!shown) fail("the output shows something else");
      end
      if (in_ready !== 1'b0 && in_ready !== 1'b1) fail("in_ready_o is unknown");
      if (in_valid && in_ready) begin
        expected[accepted%4096] = in_decrypt ? plain(which) : coded(which);
        accepted_at[accepted%4096] = cycle;
        accepted = accepted + 1;
        idle = 0;
      end
      if (out_valid && out_ready) begin
        given = given + 1;
        results = results + 1;
        idle = 0;
      end
      if (zeroise || (key_valid && key_ready)) idle = 0;
      forgotten = (zeroise_delay == 0) ? zeroise : zeroised;
      zeroised = zeroise;
      if (forgotten) begin
        given = accepted;
        clean = accepted;
      end
    end else begin
      {given, clean} = {accepted, accepted};
      {forgotten, zeroised} = 2'b10;
    end
    idle = idle + 1;
    if (idle > TIMEOUT) fail("nothing moves");
    @(negedge clk);
    cycle = cycle + 1;
    if (in_valid && (in_ready_q || zeroise)) begin
      in_valid = 1'b0;
      in_block = 'x;
    end
    zeroise = 1'b0;
  endtask

  // The handshakes of the last cycle.
  logic in_ready_q, key_ready_q;
  always @(posedge clk) begin
    in_ready_q <= in_ready;
    key_ready_q <= key_ready;
  end

  task automatic steps(input integer n, input integer send, input integer take);
    for (i = 0; i < n; i = i + 1) begin
      sending = send;
      taking = take;
      step();
    end
  endtask

  // An offered block must stay and belongs to the present key: wait for its handshake.
  task automatic load(input integer n);
    sending = 0;
    while (in_valid) step();
    key_in = key(n);
    key_valid = 1'b1;
    step();
    while (!key_ready_q) step();
    loaded_at = cycle - 1;
    key_valid = 1'b0;
    key_in = 'x;
    loaded = n;
  endtask

  task automatic drain;
    sending = 0;
    taking = 1;
    while (in_valid || given != accepted) step();
  endtask

  initial begin
    seed = 1;
    {accepted, given, results, cycle, idle, loaded, loaded_at, hits} = '0;
    timed = 1'b0;
    forgotten = 1'b1;
    zeroised = 1'b0;
    clean = 0;
    sending = 0;
    taking = 1;
    step();
    step();
    rst_n = 1'b1;
    load(0);
    steps(3, 1, 1);
    if (Compact != 0) drain();
    load(1);
    first = accepted;
    while (accepted == first) steps(1, 1, 1);
    if ((KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_STORED || Compact != 0)
        && accepted_at[first%4096] - loaded_at != key_load_cycles) begin
      fail("the first block after a key is out of time");
    end
    drain();
    step();

    if (Compact != 0) begin
      for (distance = 0; distance < PERIOD; distance = distance + 1) begin
        first = accepted;
        while (accepted == first) steps(1, 1, 1);
        in_valid = 1'b0;
        steps(distance, 0, 1);
        first = cycle;
        load(1);
        if (loaded_at != first) fail("a key waits for a block");
        drain();
      end
      key_clear = 1'b1;
      load(1);
      key_clear = 1'b0;
      steps(8, 0, 1);
      load(1);
    end

    // Full throughput: block n + LENGTH exactly LENGTH periods after block n.
    timed = 1'b1;
    first = accepted;
    steps(4 * LENGTH * PERIOD + 8, 1, 1);
    for (i = first; i + LENGTH < accepted; i = i + 1) begin
      if (accepted_at[(i+LENGTH)%4096] - accepted_at[i%4096] != LENGTH * PERIOD) begin
        fail("blocks wait though the output is taken");
      end
    end
    if (accepted - first < 4 * LENGTH) fail("blocks wait at the start");
    drain();
    timed = 1'b0;

    if (Backpressure) begin
      first = accepted;
      steps(HELD * PERIOD + LATENCY + 60, 1, 0);
      if (accepted - first != queue_depth) fail("the queue holds another number");
      drain();
    end

    for (distance = 0; distance < 12 / FEW; distance = distance + 1) begin
      steps(150, 1 + distance % 2, 1 + $unsigned($urandom(seed)) % 4);
      if (distance % 4 == 3) load(1);
    end
    drain();

    for (distance = 0; distance < 80; distance = distance + FEW + distance / 6) begin
      first = accepted;
      while (accepted == first) steps(1, 1, 1);
      steps(distance, 1 + distance % 2, $unsigned($urandom(seed)) % 5);
      if (given != accepted) hits = hits + 1;
      if (distance % 3 == 2) begin
        in_valid = 1'b0;
        rst_n = 1'b0;
        step();
        rst_n = 1'b1;
      end else begin
        zeroise = 1'b1;
        step();
      end
      // A block accepted later would have no key.
      first = accepted;
      steps(LATENCY + 60, 0, 1);
      if (accepted != first) fail("a block was accepted without a key");
      steps(4, 1, 1);
      if (accepted != first) fail("a block was accepted without a key");
      in_valid = 1'b0;
      sending = 0;
      key_in = key(1);
      key_valid = 1'b1;
      step();
      while (!key_ready_q) step();
      key_valid = 1'b0;
      key_in = 'x;
      if (distance % 3 == 0) drain();
    end
    if (hits < 5) fail("zeroises met no block in flight");
    steps(20, 1, 1);
    drain();
    steps(30, 0, 1);
    if (!failed) $display("PASS %0d", results);
    $finish;
  end

endmodule : tb_roundel_core
