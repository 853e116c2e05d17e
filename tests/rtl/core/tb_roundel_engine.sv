// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_engine with the answers of FIPS-197, appendix C, and of its timing; with
// roundel_ring, roundel_ring_drain, the rounds and the key schedules.
//
// Parameter space: all parameters of roundel_engine. State space: different keys in all slots, the
// published key in the last. Single blocks: the published block in each direction that the design
// has, then a chain in which each block is computed from the previous result, which is recorded.
// The same blocks at full rate, with pauses, and, with both directions, decrypted; each result must
// equal the recorded one. A key that comes while a block is in flight. `zeroise_i` while the ring
// is full and when the first result is due: no block and no key is left. A cleared key: blocks of
// its slot wait, blocks of other slots do not. Every result must come Nr / R * length cycles after
// its block; length is the number of the ring's registers. At full rate blocks must enter as often
// as the ring allows. The bench prints "PASS <results>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_engine #(
  parameter int KeyBits = 128,
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_SLOT = KeySlots - 1;
  localparam int NUM_ROUNDS = KeyBits / 32 + 6;
  localparam int TURNS = NUM_ROUNDS / Rounds;
  localparam int LENGTH = (Stages == 0) ? 1 : Rounds * Stages;
  localparam int LATENCY = TURNS * LENGTH;
  localparam int BLOCKS = LENGTH + 4;
  localparam int CLEARING = (KeySlots + 1) * (NUM_ROUNDS + 1) * 4;  // more than a schedule needs
  localparam int TIMEOUT = 2000;  // cycles to wait for a handshake
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;

  localparam logic [255:0] KEY =
      256'h000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f;
  localparam logic [127:0] PLAIN = 128'h00112233445566778899aabbccddeeff;
  localparam logic [127:0] CODED =
      (KeyBits == 128) ? 128'h69c4e0d86a7b0430d8cdb78070b4c55a :
      (KeyBits == 192) ? 128'hdda97ca4864cdfe06eaf70a0ec0d7191 :
                         128'h8ea2b7ca516745bfeafc49904b496089;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0;
  logic [SLOT_BITS-1:0] key_slot = '0;
  logic [KeyBits-1:0] key_in = 'x;
  logic key_clear = 1'b0;
  logic valid = 1'b0;
  logic decrypt = 1'b0;
  logic [SLOT_BITS-1:0] slot = '0;
  logic [3:0] tag = '0;
  logic [127:0] block = 'x;
  wire key_ready, ready, out_valid;
  wire [3:0] out_tag;
  wire [127:0] out_block;

  // The blocks of a run and their results when sent alone.
  logic [127:0] given[0:BLOCKS-1];
  logic [127:0] gave[0:BLOCKS-1];
  logic [BLOCKS-1:0] given_decrypt;
  integer given_slot[0:BLOCKS-1];

  // All accepted blocks in order: cycle of acceptance, and the result if known.
  integer accepted_at[0:1023];
  logic [127:0] expected[0:1023];
  logic [1023:0] known = '0;
  integer accepted, results, delivered, cycle;
  integer n, s, i, first, drop;
  logic [127:0] last_result;
  logic failed = 1'b0;

  always #5 clk = ~clk;

  roundel_engine #(
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .TagBits(4)
  ) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key_in),
    .key_clear_i(key_clear),
    .valid_i(valid),
    .ready_o(ready),
    .decrypt_i(decrypt),
    .slot_i(slot),
    .tag_i(tag),
    .block_i(block),
    .valid_o(out_valid),
    .tag_o(out_tag),
    .block_o(out_block)
  );

  task automatic fail(input string what);
    if (!failed) $display("FAIL result %0d, cycle %0d: %s", results, cycle, what);
    failed = 1'b1;
    $finish;
  endtask

  // Every rising edge: results in order, each in its cycle and in no other.
  always @(posedge clk) begin : monitor
    if (rst_n) begin
      if (out_valid !== 1'b0) begin
        if (out_valid !== 1'b1 || results == accepted) begin
          fail("a result that no block gives");
        end else begin
          if (cycle != accepted_at[results] + LATENCY) fail("not in its cycle");
          if (out_tag !== results[3:0]) fail("another block's tag");
          if (known[results] && out_block !== expected[results]) begin
            $display("0x%h instead of 0x%h", out_block, expected[results]);
            fail("wrong");
          end
          last_result = out_block;
          results = results + 1;
          delivered = delivered + 1;
        end
      end else if (results != accepted && cycle >= accepted_at[results] + LATENCY) begin
        fail("missing");
      end
      if (valid && ready !== 1'b0) begin
        if (ready !== 1'b1) fail("ready_o is unknown");
        accepted_at[accepted] = cycle;
        accepted = accepted + 1;
      end
    end
    cycle = cycle + 1;
  end

  // Inputs change with the falling edge.
  task automatic load(input integer place, input logic [KeyBits-1:0] key);
    key_valid = 1'b1;
    key_slot = place[SLOT_BITS-1:0];
    key_in = key;
    #1 i = 0;
    while (key_ready !== 1'b1 && i < TIMEOUT) begin
      @(negedge clk);
      #1 i = i + 1;
    end
    if (i == TIMEOUT) fail("a key is not taken");
    @(negedge clk);
    key_valid = 1'b0;
    key_in = 'x;
  endtask

  // Clears a slot: blocks of the slot wait, blocks of another slot do not.
  task automatic clear(input integer place);
    key_clear = 1'b1;
    load(place, KEY[255-:KeyBits]);
    key_clear = 1'b0;
    valid = 1'b1;
    for (drop = 0; drop < LATENCY + CLEARING + 4; drop = drop + 1) begin
      slot = place[SLOT_BITS-1:0];
      decrypt = BOTH ? drop[1] : 1'b0;
      #1 if (ready !== 1'b0) fail("ready_o without a key");
      @(negedge clk);
    end
    pause(1);
    if (KeySlots > 1) begin
      offer(PLAIN, 1'b0, place ^ 1, 1'b0, 'x);
      pause(LATENCY);
    end
  endtask

  // The published key in the last slot, others in the others.
  task automatic load_all();
    for (s = 0; s < KeySlots; s = s + 1) load(s, KEY[255-:KeyBits] ^ (LAST_SLOT - s));
  endtask

  // Offers a block until the handshake; the offer stays until the next offer or `pause`.
  task automatic offer(input logic [127:0] data, input logic decrypts, input integer place,
                       input logic is_known, input logic [127:0] result);
    valid = 1'b1;
    block = data;
    decrypt = decrypts;
    slot = place[SLOT_BITS-1:0];
    tag = accepted[3:0];
    expected[accepted] = result;
    known[accepted] = is_known;
    #1 i = 0;
    while (ready !== 1'b1 && i < TIMEOUT) begin
      @(negedge clk);
      #1 i = i + 1;
    end
    if (i == TIMEOUT) fail("a block is not accepted");
    @(negedge clk);
  endtask

  task automatic pause(input integer cycles);
    valid = 1'b0;
    block = 'x;
    repeat (cycles) @(negedge clk);
  endtask

  task automatic offer_again(input integer which);
    offer(given[which], given_decrypt[which], given_slot[which], 1'b1, gave[which]);
  endtask

  // A cycle of `zeroise_i` while a block is offered drops all blocks in flight. Without a key no
  // block is accepted then. With Stages of 2 or more the effect starts a cycle later.
  task automatic forget();
    zeroise = 1'b1;
    valid = 1'b1;
    if (Stages < 2) begin
      results = accepted;
      #1 if (ready !== 1'b0) fail("ready_o while zeroise_i is high");
    end
    @(negedge clk);
    zeroise = 1'b0;
    results = accepted;
    for (drop = 0; drop < LATENCY + CLEARING + 4; drop = drop + 1) begin
      slot = drop[SLOT_BITS-1:0];
      decrypt = BOTH ? drop[1] : 1'b0;
      #1 if (ready !== 1'b0) fail("ready_o without a key");
      @(negedge clk);
    end
    pause(1);
  endtask

  initial begin : check
    cycle = 0;
    accepted = 0;
    results = 0;
    delivered = 0;
    #22 rst_n = 1'b1;
    @(negedge clk);
    load_all();

    // Single blocks.
    for (n = 0; n < BLOCKS; n = n + 1) begin
      given_decrypt[n] = BOTH ? n[0] : Direction == roundel_aes_pkg::DIRECTION_DECRYPT;
      given_slot[n] = LAST_SLOT - (n / 2) % KeySlots;  // both published blocks: the last slot
      if (n == 0 || (n == 1 && BOTH)) begin
        given[n] = given_decrypt[n] ? CODED : PLAIN;
        offer(given[n], given_decrypt[n], LAST_SLOT, 1'b1, given_decrypt[n] ? PLAIN : CODED);
      end else begin
        given[n] = gave[n-1] ^ n;
        offer(given[n], given_decrypt[n], given_slot[n], 1'b0, 'x);
      end
      pause(LATENCY);
      gave[n] = last_result;
      if (results != accepted) fail("blocks are left");
    end

    // Without a pause: as many blocks in a row as the ring has registers, once in their latency.
    first = accepted;
    for (n = 0; n < BLOCKS; n = n + 1) offer_again(n);
    for (n = 0; n < BLOCKS; n = n + 1) begin
      if (accepted_at[first+n] != accepted_at[first] + n / LENGTH * LATENCY + n % LENGTH) begin
        fail("a block entered late");
      end
    end
    pause(LATENCY);
    for (n = 0; n < BLOCKS; n = n + 1) begin
      offer_again(n);
      pause(n % 3);
    end
    if (BOTH) begin
      for (n = 0; n < BLOCKS; n = n + 1) begin
        offer(gave[n], !given_decrypt[n], given_slot[n], 1'b1, given[n]);
      end
    end

    // A key during a block in flight.
    offer_again(0);
    pause(0);
    load(LAST_SLOT, ~KEY[255-:KeyBits]);
    offer(given[0], given_decrypt[0], LAST_SLOT, 1'b0, 'x);
    pause(LATENCY);
    if (last_result === gave[0]) fail("the old key's");
    load(LAST_SLOT, KEY[255-:KeyBits]);
    offer_again(0);
    pause(LATENCY);

    offer_again(0);
    pause(0);
    clear(LAST_SLOT);
    load(LAST_SLOT, KEY[255-:KeyBits]);
    offer_again(0);
    pause(LATENCY);

    for (n = 0; n < LENGTH; n = n + 1) offer_again(n);
    forget();
    load_all();
    offer_again(0);
    pause(LATENCY);
    for (n = 0; n < LENGTH; n = n + 1) offer_again(n);
    pause(LATENCY - LENGTH);
    if (out_valid !== 1'b1) fail("missing before zeroise_i");
    forget();
    load_all();
    offer_again(0);
    pause(LATENCY);

    if (results != accepted) fail("blocks are left");
    if (!failed) $display("PASS %0d", delivered);
    $finish;
  end

endmodule : tb_roundel_engine
