// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_key_schedule and all modules below it, down to roundel_key_words, against a
// key expansion in this bench. The bench first checks its expansion with the published round keys.
//
// Parameter space: all parameters of roundel_key_schedule. The bench replaces the ring: blocks move
// from position to position, turn, and carry turn, direction and slot, each with the key that its
// slot held at entry. State space: reset; directed loads of the keys of FIPS-197, appendices A and
// C; then `Cycles` cycles with random blocks, directions, slots, keys, withdrawn keys,
// `key_clear_i` and `zeroise_i`, in phases with a full, a sparse and an empty ring.
//
// Checks in every cycle: the entry key of a block that may enter; the round key of every block in
// the stage of AddRoundKey; whether blocks may enter, which must start exactly the number of cycles
// after a key that roundel_engine_pkg gives, and must hold always in slots without a waiting key;
// how long a key waits; zeros after a key is cleared. The bench prints "PASS <round keys> <keys
// taken> <clears> <zeroises>", or "FAIL" with the difference.
`timescale 1ns / 1ps

module tb_roundel_key_schedule #(
  parameter int KeyBits = 128,
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1,
  parameter int Cycles = 1200
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int NUM_ROUNDS = KeyBits / 32 + 6;
  localparam int TURNS = NUM_ROUNDS / Rounds;
  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int LATENCY = roundel_engine_pkg::latency(KeyBits, Rounds, Stages, KeySlots);
  localparam int CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int ENCRYPT_STAGE = roundel_engine_pkg::encrypt_key_stage(CUTS);
  localparam int DECRYPT_STAGE = roundel_engine_pkg::decrypt_key_stage(CUTS);
  localparam bit STORED = KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_STORED;
  localparam bit ENCRYPT = Direction == roundel_aes_pkg::DIRECTION_ENCRYPT;
  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  localparam bit FLY = KeySchedule == roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY && Stages < 2;
  // Cycles from a key's handshake to the first possible block.
  localparam int EXPANSION =
      STORED ? roundel_engine_pkg::key_load_cycles(KeyBits, Rounds, Stages, CUTS, KeySlots)
             : (FLY && !ENCRYPT) ? NUM_ROUNDS + 1 : 1;
  // Most cycles that a key waits while no other key is in work.
  localparam int WAIT =
      STORED ? LATENCY + 4
             : ENCRYPT ? 0
             : FLY ? LATENCY + 2 : NUM_ROUNDS * roundel_engine_pkg::key_step_cycles(CUTS) + 3;
  // Most cycles that clearing a slot takes.
  localparam int CLEARING = STORED ? 3 * (NUM_ROUNDS + 1) + 5 : 3;
  localparam int FORGETTING =
      STORED ? KeySlots * CLEARING + ((Stages >= 2) ? LATENCY + Stages + 6 : 0) : LATENCY + 6;
  localparam int NUM_KEYS = 256;  // known at once; older numbers are used again

  // Round keys from 0 on, FIPS-197 appendix A.
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
  function automatic logic [127:0] published(input integer n);
    case (KeyBits)
      128: published = A_128[1407-128*n-:128];
      192: published = A_192[1663-128*n-:128];
      default: published = A_256[1919-128*n-:128];
    endcase
  endfunction

  localparam logic [255:0] KEY_A = (KeyBits == 128) ? {A_128[1407-:128], 128'd0}
                                   : (KeyBits == 192) ? {A_192[1663-:192], 64'd0}
                                   : A_256[1919-:256];
  localparam logic [255:0] KEY_C =
      256'h000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f;

  // Round keys 0 to Nr of a key, round key 0 on top: FIPS-197 section 5.2.
  function automatic logic [1919:0] expand(input logic [255:0] key);
    logic [31:0] w[0:59];
    logic [31:0] temp;
    logic [7:0] rcon;
    integer j;
    rcon = 8'h01;
    for (j = 0; j < 4 * (NUM_ROUNDS + 1); j = j + 1) begin
      if (j < KeyBits / 32) begin
        w[j] = key[255-32*j-:32];
      end else begin
        temp = w[j-1];
        if (j % (KeyBits / 32) == 0) begin
          temp = {temp[23:0], temp[31:24]};
        end
        if (j % (KeyBits / 32) == 0 || (KeyBits == 256 && j % 8 == 4)) begin
          temp = {roundel_aes_pkg::SBOX[8*temp[31:24]+:8], roundel_aes_pkg::SBOX[8*temp[23:16]+:8],
                  roundel_aes_pkg::SBOX[8*temp[15:8]+:8], roundel_aes_pkg::SBOX[8*temp[7:0]+:8]};
        end
        if (j % (KeyBits / 32) == 0) begin
          temp[31:24] = temp[31:24] ^ rcon;
          rcon = {rcon[6:0], 1'b0} ^ (rcon[7] ? 8'h1b : 8'h00);
        end
        w[j] = w[j-KeyBits/32] ^ temp;
      end
    end
    expand = '0;
    for (j = 0; j < 4 * (NUM_ROUNDS + 1); j = j + 1) expand[1919-32*j-:32] = w[j];
  endfunction

  // ---- The device -------------------------------------------------------------------------------
  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0;
  logic key_clear = 1'b0;
  logic [SLOT_BITS-1:0] key_slot = '0;
  logic [KeyBits-1:0] key_in = 'x;
  logic turning;
  logic entry_decrypt = 1'b0;
  logic [SLOT_BITS-1:0] entry_slot = '0;
  logic [LENGTH-1:0] valid = '0;
  logic [LENGTH-1:0] decrypt = '0;
  logic [4*LENGTH-1:0] turn = '0;
  logic [SLOT_BITS*LENGTH-1:0] slot = '0;
  wire key_ready, ready;
  wire [127:0] entry_key;
  wire [128*Rounds-1:0] encrypt_key, decrypt_key;

  roundel_key_schedule #(
    .KeyBits(KeyBits),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
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
    .key_clear_i(key_clear),
    .turning_i(turning),
    .ready_o(ready),
    .entry_decrypt_i(entry_decrypt),
    .entry_slot_i(entry_slot),
    .entry_key_o(entry_key),
    .valid_i(valid),
    .turn_i(turn),
    .decrypt_i(decrypt),
    .encrypt_i(~decrypt),
    .slot_i(slot),
    .encrypt_key_o(encrypt_key),
    .decrypt_key_o(decrypt_key)
  );

  // ---- The model --------------------------------------------------------------------------------
  logic [1919:0] known[0:NUM_KEYS-1];  // expanded keys by number
  integer next_key = 0;
  integer held[0:KeySlots-1];  // number of the slot's key, -1 for none
  integer from[0:KeySlots-1];  // first possible cycle of a block of the slot
  integer offered[0:KeySlots-1];  // last cycle with an offered key for the slot
  integer of_block[0:LENGTH-1];  // number of the key of the block at a position
  integer busy_until = 0;  // a key is in work until then
  integer waits = 0;
  integer offer = -1;  // number of the key on offer
  integer now = 0;
  integer compared = 0, taken = 0, clears = 0, zeroises = 0, closed = 0;
  integer p, r, s, n, i, k, target, phase;
  logic failed = 1'b0;
  logic enters, want_block;
  logic [SLOT_BITS-1:0] place;

  assign turning = valid[LENGTH-1] && turn[4*LENGTH-1-:4] != TURNS - 1;

  task automatic fail(input string what, input integer where);
    if (!failed) begin
      $display("FAIL cycle %0d: %s (%0d)", now, what, where);
      failed = 1'b1;
      $finish;
    end
  endtask

  function automatic logic [127:0] round_key(input integer number, input integer index);
    round_key = known[number][1919-128*index-:128];
  endfunction

  task automatic compare(input string what, input integer where, input logic [127:0] got,
                         input logic [127:0] expected);
    compared = compared + 1;
    if (got !== expected && !failed) begin
      $display("FAIL cycle %0d: %s %0d is 0x%h instead of 0x%h", now, what, where, got, expected);
      failed = 1'b1;
      $finish;
    end
  endtask

  function automatic logic direction_of(input logic draw);
    direction_of = (Direction == roundel_aes_pkg::DIRECTION_BOTH) ? draw : !ENCRYPT;
  endfunction

  // A key for a slot, from now on.
  task automatic put(input integer which, input logic [255:0] key, input logic clear);
    known[next_key] = expand(key);
    offer = next_key;
    next_key = (next_key + 1) % NUM_KEYS;
    key_valid = 1'b1;
    key_clear = clear;
    key_slot = which[SLOT_BITS-1:0];
    key_in = clear ? {KeyBits{1'bx}} : key[255-:KeyBits];
    waits = 0;
  endtask

  task automatic withdraw;
    key_valid = 1'b0;
    key_clear = 1'bx;
    key_in = 'x;
  endtask

  // One cycle with the present inputs. A block enters if allowed and `want_block` is set.
  task automatic tick;
    #1;
    for (r = 0; r < Rounds; r = r + 1) begin
      p = (Stages == 0) ? 0 : r * Stages + ENCRYPT_STAGE;
      if (valid[p] && !decrypt[p]) begin
        compare("encrypt_key_o of round", r, encrypt_key[128*r+:128],
                round_key(of_block[p], turn[4*p+:4] * Rounds + r + 1));
      end
      if (BOTH && Stages >= 2 && valid[p] && decrypt[p] && encrypt_key[128*r+:128] !== '0) begin
        fail("the other direction's key is not zero in round", r);
      end
      p = (Stages == 0) ? 0 : r * Stages + DECRYPT_STAGE;
      if (BOTH && Stages >= 2 && valid[p] && !decrypt[p]
          && decrypt_key[128*r+:128] !== '0) begin
        fail("the other direction's key is not zero in round", r);
      end
      if (valid[p] && decrypt[p]) begin
        compare("decrypt_key_o of round", r, decrypt_key[128*r+:128],
                round_key(of_block[p], NUM_ROUNDS - 1 - turn[4*p+:4] * Rounds - r));
      end
    end

    // Whether a block of the slot may enter, and its first key.
    s = (KeySlots == 1) ? 0 : entry_slot;
    if (ready !== 1'b0 && ready !== 1'b1) fail("ready_o is unknown in slot", s);
    if (key_ready !== 1'b0 && key_ready !== 1'b1) fail("key_ready_o is unknown", 0);
    if (ready && (held[s] < 0 || now < from[s])) fail("blocks may enter too soon in slot", s);
    if (!ready && held[s] >= 0 && now >= from[s]
        && (offered[s] < now - 1 || (!STORED && !(FLY && !ENCRYPT)))
        && !(key_valid && key_slot == s && STORED)) begin
      fail("no block may enter in slot", s);
    end
    if (!ready) closed = closed + 1;
    if (ready && !zeroise) begin
      compare("entry_key_o of slot", s, entry_key,
              round_key(held[s], entry_decrypt ? NUM_ROUNDS : 0));
    end
    if (zeroise && key_ready) fail("key_ready_o with zeroise_i", 0);

    // The next cycle.
    enters = ready && !turning && want_block && !zeroise;
    k = of_block[LENGTH-1];
    for (p = LENGTH - 1; p > 0; p = p - 1) of_block[p] = of_block[p-1];
    of_block[0] = turning ? k : held[s];
    clk = 1'b1;
    #1;
    if (turning) begin
      valid = {valid, 1'b1};
      decrypt = {decrypt, decrypt[LENGTH-1]};
      turn = {turn, turn[4*LENGTH-1-:4] + 4'd1};
      slot = {slot, slot[SLOT_BITS*LENGTH-1-:SLOT_BITS]};
    end else begin
      valid = {valid, enters};
      decrypt = {decrypt, entry_decrypt};
      turn = {turn, 4'd0};
      slot = {slot, entry_slot};
    end
    if (zeroise) valid = '0;
    #1;
  endtask

  // The books of the key channel; to be called in front of tick(), with key_ready settled.
  logic take;
  task automatic tick_key;
    #1;
    take = key_valid && key_ready && !zeroise;
    if (key_valid && !take && now >= busy_until) begin
      waits = waits + 1;
      if (waits > WAIT) fail("a key waits too long", waits);
    end
    s = (KeySlots == 1) ? 0 : key_slot;
    if (key_valid) offered[s] = now;
    target = s;
    tick();
    if (zeroise) begin
      for (s = 0; s < KeySlots; s = s + 1) held[s] = -1;
      busy_until = now + FORGETTING;
      waits = 0;
      zeroises = zeroises + 1;
    end else if (take) begin
      held[target] = key_clear ? -1 : offer;
      from[target] = now + EXPANSION;
      busy_until = now + 1 + (key_clear ? CLEARING : EXPANSION);
      taken = taken + 1;
      clears = clears + key_clear;
      withdraw();
    end
    clk = 1'b0;
    now = now + 1;
  endtask

  // No readable value depends on a key, in the slots from `first` to `last`.
  task automatic expect_nothing(input integer first, input integer last);
    for (s = first; s <= last; s = s + 1) begin
      for (n = 0; n < TURNS; n = n + 1) begin
        for (i = 0; i < 2; i = i + 1) begin
          entry_slot = s[SLOT_BITS-1:0];
          entry_decrypt = direction_of(i[0]);
          turn = {LENGTH{n[3:0]}};
          decrypt = {LENGTH{direction_of(i[0])}};
          slot = {LENGTH{s[SLOT_BITS-1:0]}};
          #1 clk = 1'b1;
          #1 clk = 1'b0;
          #1;
          if (ready !== 1'b0) fail("blocks may enter without a key in slot", s);
          if (entry_key !== '0) fail("an entry key is left in slot", s);
          for (r = 0; r < Rounds; r = r + 1) begin
            if (STORED && !decrypt[0] && encrypt_key[128*r+:128] !== '0) fail("a key is left", r);
            if (STORED && decrypt[0] && decrypt_key[128*r+:128] !== '0) fail("a key is left", r);
            for (k = 0; k <= NUM_ROUNDS; k = k + 1) begin
              if (encrypt_key[128*r+:128] === round_key(offer, k)
                  || decrypt_key[128*r+:128] === round_key(offer, k)) begin
                fail("a forgotten round key in round", r);
              end
            end
          end
          now = now + 1;
        end
      end
    end
  endtask

  task automatic draw_block(input integer share);
    want_block = ($urandom() % 100) < share;
    place = $urandom();
    entry_slot = (KeySlots == 1) ? '0 : place;
    entry_decrypt = direction_of($urandom() & 1);
  endtask

  // Until the key on offer is taken and expanded, with blocks all the while.
  task automatic load(input integer which, input logic [255:0] key);
    put(which, key, 1'b0);
    while (key_valid && !failed) begin
      draw_block(80);
      tick_key;
    end
    for (i = 0; i < EXPANSION + LATENCY && !failed; i = i + 1) begin
      draw_block(80);
      tick_key;
    end
  endtask

  task automatic forget;
    zeroise = 1'b1;
    tick_key;
    zeroise = 1'b0;
    withdraw();
    want_block = 1'b0;
    for (i = 0; i < FORGETTING && !failed; i = i + 1) begin
      draw_block(100);
      tick_key;
    end
    expect_nothing(0, KeySlots - 1);
  endtask

  initial begin : check
    for (s = 0; s < KeySlots; s = s + 1) begin
      held[s] = -1;
      from[s] = 0;
      offered[s] = -9;
    end
    for (n = 0; n < NUM_KEYS; n = n + 1) known[n] = 'x;
    known[0] = expand(KEY_A);
    for (i = 0; i <= NUM_ROUNDS; i = i + 1) begin
      compare("round key of the reference", i, round_key(0, i), published(i));
    end

    want_block = 1'b0;
    repeat (3) begin
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      #1;
      if (ready !== 1'b0 || key_ready !== 1'b0) fail("ready in reset", 0);
    end
    rst_n = 1'b1;
    busy_until = FORGETTING;

    load(KeySlots - 1, KEY_A);
    load(0, KEY_C);

    // Random phases: a full ring, a sparse ring, no blocks.
    while (now < Cycles && !failed) begin
      phase = $urandom() % 4;
      for (n = 0; n < 2 * (LATENCY + EXPANSION) && !failed; n = n + 1) begin
        draw_block((phase == 3) ? 0 : (phase == 2) ? 30 : 100);
        if (!key_valid) begin
          if ($urandom() % ((ENCRYPT && !STORED) ? 2 : EXPANSION + LATENCY) == 0) begin
            place = $urandom();
            put((KeySlots == 1) ? 0 : place,
                {$urandom(), $urandom(), $urandom(), $urandom(), $urandom(), $urandom(), $urandom(),
                 $urandom()}, $urandom() % 5 == 0);
          end
        end
        tick_key;
      end
      if ($urandom() % 8 == 0) forget();
    end

    while (key_valid && !failed) tick_key;  // a waiting key is held until its handshake

    // A zeroise while a key waits, and while a key is expanded.
    put(0, {8{$urandom()}}, 1'b0);
    repeat (2) tick_key;
    forget();
    load(KeySlots - 1, KEY_A);
    put(KeySlots - 1, {8{$urandom()}}, 1'b0);
    while (key_valid && !failed) tick_key;
    repeat (EXPANSION / 2) tick_key;
    forget();
    load(0, KEY_C);

    // A slot is cleared, and no value of its key is left.
    put(0, {8{$urandom()}}, 1'b1);
    while (key_valid && !failed) tick_key;
    want_block = 1'b0;
    repeat (FORGETTING + LATENCY) tick_key;
    expect_nothing(0, 0);

    if (closed == 0) fail("ready_o was never low", 0);
    if (!failed) $display("PASS %0d %0d %0d %0d", compared, taken, clears, zeroises);
    $finish;
  end

endmodule : tb_roundel_key_schedule
