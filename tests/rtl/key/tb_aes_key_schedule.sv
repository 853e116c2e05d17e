// SPDX-License-Identifier: Apache-2.0
//
// Self-check of aes_key_schedule with the published key expansions.
//
// Parameter space: all of aes_key_schedule's. The bench stands in for a ring with one block in it,
// and for the stored schedule also asks each hardware round for another turn, direction and slot.
// State space: reset; a key of FIPS-197 appendix A in the last slot and, if there are more, that
// of appendix C in the first; blocks one behind the other in every order of directions; a key that
// comes while a block is in the ring; `zeroise_i` with a key on offer, and in the expansion; a key
// again. Every round key is compared, and so is the cycle in which blocks may enter after a key.
// Prints "PASS <blocks>" or "FAIL" with what differs.
`timescale 1ns / 1ps

module tb_aes_key_schedule #(
  parameter int KeyBits = 128,
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT,
  parameter int Rounds = 1,
  parameter int Sbox = aes_pkg::SBOX_TOWER,
  parameter int KeySchedule = aes_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1
);

  localparam int SLOT_BITS = aes_pkg::index_bits(KeySlots);
  localparam int LAST_SLOT = KeySlots - 1;
  localparam int NUM_ROUNDS = KeyBits / 32 + 6;
  localparam int TURNS = NUM_ROUNDS / Rounds;
  localparam bit STORED = KeySchedule == aes_pkg::KEY_SCHEDULE_STORED;
  // A key is taken at once and used in the next cycle.
  localparam bit AT_ONCE = !STORED && Direction == aes_pkg::DIRECTION_ENCRYPT;
  // Cycles from a key's handshake to the first in which a block may enter.
  localparam int EXPANSION = AT_ONCE ? 1 : STORED ? NUM_ROUNDS + 2 : NUM_ROUNDS + 1;
  localparam int CLEARING = STORED ? KeySlots * (NUM_ROUNDS + 1) : 2;
  localparam int KEY_A = 0;
  localparam int KEY_C = 1;
  localparam int TIMEOUT = 2000;  // cycles to wait for a key's handshake

  // Round keys from 0 on: FIPS-197 appendix A, then the k_sch lines of appendix C.
  localparam logic [1407:0] A_128 = {
    128'h2b7e151628aed2a6abf7158809cf4f3c,
    128'ha0fafe1788542cb123a339392a6c7605,
    128'hf2c295f27a96b9435935807a7359f67f,
    128'h3d80477d4716fe3e1e237e446d7a883b,
    128'hef44a541a8525b7fb671253bdb0bad00,
    128'hd4d1c6f87c839d87caf2b8bc11f915bc,
    128'h6d88a37a110b3efddbf98641ca0093fd,
    128'h4e54f70e5f5fc9f384a64fb24ea6dc4f,
    128'head27321b58dbad2312bf5607f8d292f,
    128'hac7766f319fadc2128d12941575c006e,
    128'hd014f9a8c9ee2589e13f0cc8b6630ca6
  };
  localparam logic [1663:0] A_192 = {
    128'h8e73b0f7da0e6452c810f32b809079e5,
    128'h62f8ead2522c6b7bfe0c91f72402f5a5,
    128'hec12068e6c827f6b0e7a95b95c56fec2,
    128'h4db7b4bd69b5411885a74796e92538fd,
    128'he75fad44bb095386485af05721efb14f,
    128'ha448f6d94d6dce24aa326360113b30e6,
    128'ha25e7ed583b1cf9a27f939436a94f767,
    128'hc0a69407d19da4e1ec1786eb6fa64971,
    128'h485f703222cb8755e26d135233f0b7b3,
    128'h40beeb282f18a2596747d26b458c553e,
    128'ha7e1466c9411f1df821f750aad07d753,
    128'hca4005388fcc5006282d166abc3ce7b5,
    128'he98ba06f448c773c8ecc720401002202
  };
  localparam logic [1919:0] A_256 = {
    128'h603deb1015ca71be2b73aef0857d7781,
    128'h1f352c073b6108d72d9810a30914dff4,
    128'h9ba354118e6925afa51a8b5f2067fcde,
    128'ha8b09c1a93d194cdbe49846eb75d5b9a,
    128'hd59aecb85bf3c917fee94248de8ebe96,
    128'hb5a9328a2678a647983122292f6c79b3,
    128'h812c81addadf48ba24360af2fab8b464,
    128'h98c5bfc9bebd198e268c3ba709e04214,
    128'h68007bacb2df331696e939e46c518d80,
    128'hc814e20476a9fb8a5025c02d59c58239,
    128'hde1369676ccc5a71fa2563959674ee15,
    128'h5886ca5d2e2f31d77e0af1fa27cf73c3,
    128'h749c47ab18501ddae2757e4f7401905a,
    128'hcafaaae3e4d59b349adf6acebd10190d,
    128'hfe4890d1e6188d0b046df344706c631e
  };
  localparam logic [1407:0] C_128 = {
    128'h000102030405060708090a0b0c0d0e0f,
    128'hd6aa74fdd2af72fadaa678f1d6ab76fe,
    128'hb692cf0b643dbdf1be9bc5006830b3fe,
    128'hb6ff744ed2c2c9bf6c590cbf0469bf41,
    128'h47f7f7bc95353e03f96c32bcfd058dfd,
    128'h3caaa3e8a99f9deb50f3af57adf622aa,
    128'h5e390f7df7a69296a7553dc10aa31f6b,
    128'h14f9701ae35fe28c440adf4d4ea9c026,
    128'h47438735a41c65b9e016baf4aebf7ad2,
    128'h549932d1f08557681093ed9cbe2c974e,
    128'h13111d7fe3944a17f307a78b4d2b30c5
  };
  localparam logic [1663:0] C_192 = {
    128'h000102030405060708090a0b0c0d0e0f,
    128'h10111213141516175846f2f95c43f4fe,
    128'h544afef55847f0fa4856e2e95c43f4fe,
    128'h40f949b31cbabd4d48f043b810b7b342,
    128'h58e151ab04a2a5557effb5416245080c,
    128'h2ab54bb43a02f8f662e3a95d66410c08,
    128'hf501857297448d7ebdf1c6ca87f33e3c,
    128'he510976183519b6934157c9ea351f1e0,
    128'h1ea0372a995309167c439e77ff12051e,
    128'hdd7e0e887e2fff68608fc842f9dcc154,
    128'h859f5f237a8d5a3dc0c02952beefd63a,
    128'hde601e7827bcdf2ca223800fd8aeda32,
    128'ha4970a331a78dc09c418c271e3a41d5d
  };
  localparam logic [1919:0] C_256 = {
    128'h000102030405060708090a0b0c0d0e0f,
    128'h101112131415161718191a1b1c1d1e1f,
    128'ha573c29fa176c498a97fce93a572c09c,
    128'h1651a8cd0244beda1a5da4c10640bade,
    128'hae87dff00ff11b68a68ed5fb03fc1567,
    128'h6de1f1486fa54f9275f8eb5373b8518d,
    128'hc656827fc9a799176f294cec6cd5598b,
    128'h3de23a75524775e727bf9eb45407cf39,
    128'h0bdc905fc27b0948ad5245a4c1871c2f,
    128'h45f5a66017b2d387300d4d33640a820a,
    128'h7ccff71cbeb4fe5413e6bbf0d261a7df,
    128'hf01afafee7a82979d7a5644ab3afe640,
    128'h2541fe719bf500258813bbd55a721c0a,
    128'h4e5a6699a9f24fe07e572baacdf8cdea,
    128'h24fc79ccbf0979e9371ac23c6d68de36
  };

  function automatic logic [127:0] published(input integer which, input integer n);
    case (KeyBits + which)
      128: published = A_128[1407-128*n-:128];
      129: published = C_128[1407-128*n-:128];
      192: published = A_192[1663-128*n-:128];
      193: published = C_192[1663-128*n-:128];
      256: published = A_256[1919-128*n-:128];
      257: published = C_256[1919-128*n-:128];
      default: published = 'x;
    endcase
  endfunction

  function automatic logic [KeyBits-1:0] cipher_key(input integer which);
    logic [255:0] windows;
    windows = {published(which, 0), published(which, 1)};
    cipher_key = windows[255-:KeyBits];
  endfunction

  // Round key of hardware round `r` in a turn, FIPS-197 figures 5 (cipher) and 12 (inverse).
  function automatic logic [127:0] wanted(input integer which, input logic decrypts,
                                          input integer turn_n, input integer r);
    wanted = published(which, decrypts ? NUM_ROUNDS - 1 - turn_n * Rounds - r
                                       : turn_n * Rounds + r + 1);
  endfunction

  // Direction of the n-th block: of two, in every order.
  function automatic logic decrypts(input integer n);
    decrypts = (Direction == aes_pkg::DIRECTION_BOTH) ? (n % 4 == 1) || (n % 4 == 2)
                                                      : Direction == aes_pkg::DIRECTION_DECRYPT;
  endfunction

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0;
  logic [SLOT_BITS-1:0] key_slot = '0;
  logic [KeyBits-1:0] key_in = 'x;
  logic [KeySlots-1:0] slot_busy = '0;
  logic turning = 1'b0;
  logic entry_decrypt = 1'b0;
  logic [SLOT_BITS-1:0] entry_slot = '0;
  logic [4*Rounds-1:0] turn = '0;
  logic [Rounds-1:0] decrypt = '0;
  logic [SLOT_BITS*Rounds-1:0] slot = '0;
  wire key_ready, ready;
  wire [127:0] entry_key;
  wire [128*Rounds-1:0] round_key;

  logic failed = 1'b0;
  logic dir;
  integer blocks, n, t, r, s, i, count;

  always #5 clk = ~clk;

  aes_key_schedule #(
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Sbox(Sbox),
    .Direction(Direction),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots)
  ) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key_in),
    .slot_busy_i(slot_busy),
    .turning_i(turning),
    .ready_o(ready),
    .entry_decrypt_i(entry_decrypt),
    .entry_slot_i(entry_slot),
    .entry_key_o(entry_key),
    .turn_i(turn),
    .decrypt_i(decrypt),
    .slot_i(slot),
    .round_key_o(round_key)
  );

  // Inputs change with the falling edge and outputs are read soon after it.
  task automatic tick();
    @(negedge clk);
  endtask

  task automatic expect_bit(input string what, input logic got, input logic expected);
    #0.01;
    if (got !== expected && !failed) begin
      $display("FAIL block %0d, time %0t: %s is %0d", blocks, $time, what, got);
      failed = 1'b1;
      $finish;
    end
  endtask

  task automatic expect_key(input string what, input integer place, input logic [127:0] got,
                            input logic [127:0] expected);
    if (got !== expected && !failed) begin
      $display("FAIL block %0d: %s %0d is 0x%h instead of 0x%h", blocks, what, place, got,
               expected);
      failed = 1'b1;
      $finish;
    end
  endtask

  // Whether blocks of the slot may enter, in this cycle.
  task automatic expect_ready(input integer place, input logic expected);
    entry_slot = place[SLOT_BITS-1:0];
    #0.1 expect_bit("ready_o", ready, expected);
  endtask

  task automatic offer(input integer place, input integer which);
    key_valid = 1'b1;
    key_slot = place[SLOT_BITS-1:0];
    key_in = cipher_key(which);
    #0.1;
  endtask

  // After the edge of a handshake: no block enters until the key is expanded.
  task automatic expand(input integer place);
    key_valid = 1'b0;
    key_in = 'x;
    for (i = 1; i <= EXPANSION; i = i + 1) begin
      entry_decrypt = decrypts(i);
      expect_ready(place, i == EXPANSION);
      if (i < EXPANSION) tick();
    end
  endtask

  task automatic load(input integer place, input integer which);
    offer(place, which);
    count = 0;
    while (key_ready !== 1'b1 && count < TIMEOUT) begin
      tick();
      #0.1 count = count + 1;
    end
    expect_bit("key_ready_o", key_ready, 1'b1);
    tick();
    expand(place);
  endtask

  // A block may enter in this cycle and is whitened with this key.
  task automatic enter(input integer place, input integer which, input logic decrypts_it);
    entry_decrypt = decrypts_it;
    expect_ready(place, 1'b1);
    expect_key("entry key", place, entry_key, published(which, decrypts_it ? NUM_ROUNDS : 0));
  endtask

  // The block that has just entered, up to the cycle of its last turn.
  task automatic turns(input integer place, input integer which, input logic decrypts_it);
    tick();
    for (t = 0; t < TURNS; t = t + 1) begin
      slot_busy = 1'b1 << place;
      turning = t < TURNS - 1;
      turn = {Rounds{t[3:0]}};
      decrypt = {Rounds{decrypts_it}};
      slot = {Rounds{place[SLOT_BITS-1:0]}};
      entry_decrypt = decrypts(t);
      #0.1;
      for (r = 0; r < Rounds; r = r + 1) begin
        expect_key("round key of turn", t, round_key[128*r+:128],
                   wanted(which, decrypts_it, t, r));
      end
      if (t < TURNS - 1) tick();
    end
    blocks = blocks + 1;
  endtask

  task automatic leave();
    tick();
    slot_busy = '0;
    turning = 1'b0;
  endtask

  // `number` blocks without a pause, each entering as the one before it leaves.
  task automatic pass(input integer number, input integer place, input integer which);
    for (n = 0; n < number; n = n + 1) begin
      enter(place, which, decrypts(n));
      turns(place, which, decrypts(n));
    end
    leave();
  endtask

  // Another turn, direction and slot for every hardware round: the stored schedule gives them all.
  task automatic pass_mixed();
    for (n = 0; n < 4 * TURNS; n = n + 1) begin
      for (r = 0; r < Rounds; r = r + 1) begin
        t = (n + r) % TURNS;
        s = (n / TURNS + r) % 2 == 0 ? 0 : LAST_SLOT;
        turn[4*r+:4] = t[3:0];
        decrypt[r] = decrypts(n + r / 2);
        slot[SLOT_BITS*r+:SLOT_BITS] = s[SLOT_BITS-1:0];
      end
      #0.1;
      for (r = 0; r < Rounds; r = r + 1) begin
        s = slot[SLOT_BITS*r+:SLOT_BITS];
        expect_key("round key of round", r, round_key[128*r+:128],
                   wanted((s == LAST_SLOT) ? KEY_A : KEY_C, decrypt[r], turn[4*r+:4], r));
      end
      tick();
    end
  endtask

  // One cycle of `zeroise_i`, then nothing of a key in any output.
  task automatic forget();
    zeroise = 1'b1;
    #0.1 expect_bit("key_ready_o", key_ready, 1'b0);
    tick();
    zeroise = 1'b0;
    for (i = 0; i < CLEARING; i = i + 1) begin
      for (s = 0; s < KeySlots; s = s + 1) expect_ready(s, 1'b0);
      if (STORED) expect_bit("key_ready_o", key_ready, 1'b0);
      key_valid = STORED && i < CLEARING - 2;  // on offer but not in the last cycle
      tick();
    end
    key_in = 'x;
    for (i = 0; i < 2 * NUM_ROUNDS; i = i + 1) begin
      for (s = 0; s < KeySlots; s = s + 1) begin
        entry_decrypt = decrypts(i);
        expect_ready(s, 1'b0);
        expect_key("entry key of slot", s, entry_key, '0);
        for (t = 0; t < TURNS; t = t + 1) begin
          turn = {Rounds{t[3:0]}};
          decrypt = {Rounds{decrypts(i)}};
          slot = {Rounds{s[SLOT_BITS-1:0]}};
          #0.01;
          if (STORED) begin
            for (r = 0; r < Rounds; r = r + 1) begin
              expect_key("round key of turn", t, round_key[128*r+:128], '0);
            end
          end
        end
      end
      for (n = 0; n <= NUM_ROUNDS; n = n + 1) begin
        expect_bit("a round key", round_key[127:0] === published(KEY_A, n), 1'b0);
        expect_bit("a round key", round_key[127:0] === published(KEY_C, n), 1'b0);
      end
      tick();
    end
  endtask

  initial begin : check
    blocks = 0;
    tick();
    expect_ready(LAST_SLOT, 1'b0);
    #1 rst_n = 1'b1;
    tick();
    expect_ready(LAST_SLOT, 1'b0);

    load(LAST_SLOT, KEY_A);
    for (s = 0; s < LAST_SLOT; s = s + 1) expect_ready(s, 1'b0);
    pass(4, LAST_SLOT, KEY_A);
    if (KeySlots > 1) begin
      load(0, KEY_C);
      pass(4, 0, KEY_C);
    end
    if (STORED) pass_mixed();

    // A key that comes while a block is in the ring.
    enter(LAST_SLOT, KEY_A, decrypts(0));
    turns(LAST_SLOT, KEY_A, decrypts(0));
    dir = decrypts(1);
    enter(LAST_SLOT, KEY_A, dir);
    offer(LAST_SLOT, KEY_C);
    if (AT_ONCE) begin
      // The block that enters with the handshake still uses the old key.
      expect_bit("key_ready_o", key_ready, 1'b1);
      enter(LAST_SLOT, KEY_A, dir);
      @(posedge clk);
      #1 key_valid = 1'b0;
      turns(LAST_SLOT, KEY_A, dir);
    end else begin
      expect_bit("key_ready_o", key_ready, 1'b0);
      turns(LAST_SLOT, KEY_A, dir);
      expect_ready(LAST_SLOT, 1'b0);
      expect_bit("key_ready_o", key_ready, 1'b0);
      for (i = 0; i < 3 && STORED; i = i + 1) begin  // as if another block were in the ring
        tick();
        if (KeySlots > 1) enter(0, KEY_C, dir);
        expect_ready(LAST_SLOT, 1'b0);
        expect_bit("key_ready_o", key_ready, 1'b0);
      end
      leave();
      expect_ready(LAST_SLOT, 1'b0);
      load(LAST_SLOT, KEY_C);
    end
    pass(2, LAST_SLOT, KEY_C);

    offer(LAST_SLOT, KEY_A);
    if (!AT_ONCE) tick();  // the key waits
    forget();
    key_valid = 1'b0;

    // In the expansion, or with a key just taken.
    load(LAST_SLOT, KEY_A);
    offer(0, KEY_C);
    count = 0;
    while (key_ready !== 1'b1 && count < TIMEOUT) begin
      tick();
      #0.1 count = count + 1;
    end
    tick();
    key_valid = 1'b0;
    if (!AT_ONCE) repeat (3) tick();
    forget();

    load(LAST_SLOT, KEY_A);
    pass(2, LAST_SLOT, KEY_A);
    if (!failed) $display("PASS %0d", blocks);
    $finish;
  end

endmodule : tb_aes_key_schedule
