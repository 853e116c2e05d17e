// SPDX-License-Identifier: Apache-2.0
//
// Proves that each result of roundel_engine with stored keys and Stages of 0 or 1 has passed all
// round keys of its key in order.
//
// A block counts from the cycle of its handshake. Its key is the last key of its slot in an earlier
// cycle. No block is accepted in a slot without a key, after a clear of the slot, or in the cycle
// of `zeroise_i`. A slot without a key holds zeros, except while round keys are written. Unbounded,
// with reset, zeroise, key loads, clears and withdrawn keys at any time.
//
// Method. Stubs replace rounds and key steps and record their inputs (formal/stubs): a state has
// the mark of its block, the identity of its key, the number of the last round key, and a flag for
// a round key out of order. The proof marks an arbitrary block and gives each key an arbitrary bit
// of identity. Probes show the registers of the ring and the words of the store. Their values in
// each cycle, stated below, make the proof inductive:
// - Each word of a slot with a key is a round key of that key, at the place where its blocks read
//   it; round key 1 is in the places that they do not read. The words of a slot without a key are
//   zero, except in the slots that are not written yet.
// - A block in the ring is of a slot with a key, has the identity of that key, and has passed as
//   many round keys as its turn and position say.
// prove_keys proves the same with output FIFO and back-pressure, for two shapes. prove_credits and
// the proofs of the FIFO cover the FIFO of the other shapes.

module prove_stored_keys #(
  parameter int KeyBits = 128,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // a set: Rounds of 1 or 2
  parameter int Direction = 0,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int KeySlots = 1
) (
  input logic                                              clk_i,
  input logic                                              rst_ni,
  input logic                                              zeroise_i,
  input logic                                              key_valid_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input logic                                              identity_i,  // of the key
  input logic                                              key_clear_i,
  input logic [                                       1:0] key_size_i,
  input logic                                              valid_i,
  input logic                                              decrypt_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input logic                                              mark_i  // of the block
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int NUM_ROUNDS = KeyBits / 32 + 6;
  localparam int NUM_KEYS = NUM_ROUNDS + 1;
  localparam int NUM_TURNS = NUM_ROUNDS / Rounds;
  localparam int LENGTH = (Stages == 0) ? 1 : Rounds;
  localparam bit SET = roundel_engine_pkg::is_key_set(KeySizes) != 0;
  localparam logic [1:0] LARGEST = 2'(KeyBits / 64 - 2);
  localparam bit ENCRYPTS = Direction != 1;
  localparam bit DECRYPTS = Direction != 0;

  logic key_ready, ready, valid, mark, accept, take;
  logic [127:0] block;
  logic [KeyBits-1:0] key;
  logic [SLOT_BITS-1:0] key_slot, slot;
  logic [1:0] size;
  assign size = SET ? key_size_i : LARGEST;

  // Window 0 of the stub of roundel_key_step: number 0 and the identity. With a set of key sizes
  // also the size.
  always_comb begin
    key = '0;
    key[KeyBits-127] = identity_i;
    if (SET) key[KeyBits-119-:2] = key_size_i;
  end
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;
  assign slot = (KeySlots == 1) ? '0 : slot_i;
  assign accept = valid_i && ready;
  assign take = key_valid_i && key_ready;

  roundel_engine #(
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .Sbox(roundel_engine_pkg::SBOX_TABLE),
    .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
    .KeySlots(KeySlots),
    .TagBits(1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot_i),
    .key_i(key),
    .key_clear_i(key_clear_i),
    .key_size_i(key_size_i),
    .valid_i(valid_i),
    .ready_o(ready),
    .decrypt_i(decrypt_i),
    .slot_i(slot_i),
    .tag_i(mark_i),
    .block_i({127'd0, mark_i}),
    .valid_o(valid),
    .tag_o(mark),
    .block_o(block)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic [KeySlots-1:0] loaded_q, identity_q;  // slot by slot
  logic [2*KeySlots-1:0] sizes_q;
  logic marked_q, expected_q, inverse_q;  // of the marked block
  logic [1:0] expected_size_q;
  logic [1:0] waiting_size_q;
  logic waiting_q, waiting_identity_q, waiting_clear_q;
  logic [SLOT_BITS-1:0] waiting_slot_q;
  logic started_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    waiting_identity_q <= identity_i;
    waiting_clear_q <= key_clear_i;
    waiting_size_q <= size;
    waiting_slot_q <= key_slot;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loaded_q <= '0;
      identity_q <= '0;
      sizes_q <= '0;
      expected_size_q <= 2'd0;
      marked_q <= 1'b0;
      expected_q <= 1'b0;
      inverse_q <= 1'b0;
      waiting_q <= 1'b0;
    end else begin
      waiting_q <= key_valid_i && !key_ready;
      if (take) begin
        loaded_q[key_slot] <= !key_clear_i && roundel_engine_pkg::has_key_size(KeySizes, size);
        identity_q[key_slot] <= identity_i;
        sizes_q[2*key_slot+:2] <= size;
      end
      if (accept && mark_i) begin
        marked_q <= 1'b1;
        expected_q <= identity_q[slot];
        expected_size_q <= sizes_q[2*slot+:2];
        inverse_q <= (Direction == 2) ? decrypt_i : DECRYPTS;
      end
      if (zeroise_i) begin
        marked_q <= 1'b0;
        loaded_q <= '0;
      end
    end
  end

  // ---- Probes -----------------------------------------------------------------------------------
  // The store: round keys 0 to Nr of slot 0 in the low bits, then those of the next slot.
  logic [128*NUM_KEYS*KeySlots-1:0] encrypt_words, decrypt_words;
  logic [1:0] store_state;
  logic clearing, every;  // zeros are written; to every slot
  logic [SLOT_BITS-1:0] store_slot;
  logic [3:0] store_index;
  logic [KeySlots-1:0] store_loaded;
  logic [KeyBits-1:0] window;
  // The store of a set of key sizes, the sizes of its slots, and the stub of its window.
  logic second, set_loading;
  logic [1:0] store_size, store_loads;
  logic [3:0] store_number, store_skipped;
  logic [2*KeySlots-1:0] store_sizes;
  logic [2:0] window_loads;
  logic [3:0] window_number;
  logic window_identity, window_steps, window_wrong;
  // The ring: position 0 in the low bits.
  logic [LENGTH-1:0] ring_valid, ring_decrypt, ring_encrypt, ring_mark;
  logic [4*LENGTH-1:0] ring_turn;
  logic [SLOT_BITS*LENGTH-1:0] ring_slot;
  logic [2*LENGTH-1:0] ring_size;
  logic [8*LENGTH-1:0] ring_state;
  logic end_last, end_stays;  // registers of a ring with several positions and turns

  logic loading, writing;
  assign loading = store_state == 2'd1;  // WAIT
  assign writing = store_state == 2'd2;  // WRITE

  // A round key of the stub, or zero for a slot without a key.
  function automatic logic [127:0] round_key(input int number, input logic present,
                                             input logic identity);
    round_key = present ? {122'd0, 4'(number), identity, 1'b0} : 128'd0;
  endfunction

  // Bypassed rounds of a key.
  function automatic int skipped(input logic [1:0] of_size);
    skipped = SET ? NUM_ROUNDS - 10 - 2 * int'(of_size) : 0;
  endfunction

  always_comb begin
    assume (started_q || !rst_ni);
    // At most a single block is marked; the user holds a waiting key, or withdraws it for a cycle.
    if (accept && marked_q) assume (!mark_i);
    if (waiting_q && key_valid_i) begin
      assume (key_slot == waiting_slot_q && identity_i == waiting_identity_q);
      assume (key_clear_i == waiting_clear_q && size == waiting_size_q);
    end
  end

  always_comb begin
    if (rst_ni) begin
      // ---- The statement ----
      if (accept) assert (loaded_q[slot]);
      if (zeroise_i) assert (!ready && !key_ready && !valid);
      if (valid) begin
        assert (block[127:6] == 122'd2);  // through the last round; never a wrong round key
        assert (block[0] == mark);
        if (mark) begin
          assert (marked_q && block[1] == expected_q);
          assert (block[5:2] == (inverse_q ? 4'd0 : 4'(NUM_ROUNDS - skipped(expected_size_q))));
        end
      end

      // ---- The control of the store ----
      assert (store_state != 2'd3);
      assert (writing ? int'(store_index) < NUM_KEYS : store_index == 4'd0);
      if (loading) assert (waiting_q && store_slot == waiting_slot_q);
      assert (!every || (writing && clearing && loaded_q == '0));
      assert (!clearing || writing);
      assert (KeySlots > 1 || store_slot == '0);
      for (int s = 0; s < KeySlots; s++) begin
        // A slot is open if it has a key that is not being written.
        assert (store_loaded[s] == (loaded_q[s] && !(writing && int'(store_slot) == s)));
      end
      if (writing) assert (clearing == !loaded_q[store_slot]);
    end
  end

  if (!SET) begin : gen_window
    always_comb begin
      if (rst_ni) begin
        assert (window[KeyBits-1-:128] == round_key(
            int'(store_index), writing && !clearing, identity_q[store_slot]));
      end
    end
    for (genvar s = 0; s < KeySlots; s++) begin : gen_size
      always_comb assert (sizes_q[2*s+:2] == LARGEST || !loaded_q[s]);
    end
  end else begin : gen_set_window
    // Steps 1 to `few` of a key write nothing.
    logic [3:0] few;
    logic [1:0] own_size;
    assign own_size = sizes_q[2*store_slot+:2];
    assign few = 4'(skipped(own_size));
    logic was_loading_q;  // the window loaded words in the previous cycle
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) was_loading_q <= 1'b0;
      else was_loading_q <= loading && set_loading && !zeroise_i;
    end
    always_comb begin
      if (rst_ni) begin
        // The window loads the waiting key, while no block uses the slot.
        if (loading && set_loading) begin
          assert (int'(store_loads) < KeyBits / 64 && int'(window_loads) == int'(store_loads));
          assert (store_loads == 2'd0 || window_identity == waiting_identity_q);
          for (int p = 0; p < LENGTH; p++) begin
            assert (!ring_valid[p] || ring_slot[SLOT_BITS*p+:SLOT_BITS] != store_slot);
          end
        end
        // A withdrawn key leaves the window in the next cycle.
        if (!writing && !(loading && set_loading) && !was_loading_q) begin
          assert (store_loads == 2'd0 && window_loads == 3'd0 && !window_wrong);
        end
        if (loading && set_loading) assert (!window_wrong);
        if (!writing) begin
          assert (window_number == 4'd0 && !window_steps);
        end
        if (loading) assert (store_skipped == 4'd0);
        // Then each step takes two cycles.
        assert (!second || writing || clearing);
        if (writing && !clearing) begin
          assert (roundel_engine_pkg::has_key_size(KeySizes, own_size));
          assert (store_size == own_size && store_skipped == few);
          assert (int'(window_loads) == KeyBits / 64 && !window_wrong);
          assert (window_identity == identity_q[store_slot]);
          // No step follows the last round key.
          assert (window_steps == (second && int'(store_index) != NUM_ROUNDS
              && !(store_index != 4'd0 && store_index <= few)));
          assert (window_number == ((store_index == 4'd0) ? 4'd0 :
              (store_index <= few) ? 4'd1 : store_index - few) + {3'd0, window_steps});
        end
        if (writing && clearing) begin
          assert (store_skipped == 4'd0);
          assert (window_loads == 3'd0 && window_number == 4'd0 && !window_steps);
          assert (!window_wrong && !window_identity);
        end
      end
    end
    // One bank of a single round needs the number of the round key.
    if (Rounds == 1) begin : gen_number
      always_comb begin
        if (rst_ni && (loading || (writing && !clearing))
            && !(second && int'(store_index) == NUM_ROUNDS)) begin
          assert (store_number == window_number);
        end
      end
    end
    for (genvar s = 0; s < KeySlots; s++) begin : gen_size
      always_comb begin
        if (rst_ni && loaded_q[s]
            && !(writing && int'(store_slot) == s && store_index == 4'd0)) begin
          assert (store_sizes[2*s+:2] == sizes_q[2*s+:2]);
        end
        if (rst_ni && loaded_q[s]) begin
          assert (roundel_engine_pkg::has_key_size(KeySizes, sizes_q[2*s+:2]));
        end
      end
    end
  end

  // ---- The words of the store -------------------------------------------------------------------
  // A word is known after the step that writes it.
  for (genvar s = 0; s < KeySlots; s++) begin : gen_slot
    logic own, other;  // the slot is being written; is written to its end, or not at all
    logic [4:0] few, done;  // bypassed rounds of the key; steps done of the slot
    assign own = writing && int'(store_slot) == s;
    assign other = !writing || (every ? int'(store_slot) > s : !own);
    assign few = loaded_q[s] ? 5'(skipped(sizes_q[2*s+:2])) : 5'd0;
    assign done = other ? 5'(NUM_KEYS) : !own ? 5'd0 :
        {1'b0, store_index} + 5'(SET && second && !clearing);

    for (genvar k = 0; k < NUM_KEYS; k++) begin : gen_key
      // Round key at the place, and the step that writes it. Steps 1 to `few` write round key 1.
      logic [4:0] encrypt_number, encrypt_step, decrypt_number, decrypt_step;
      always_comb begin
        encrypt_number = 5'(k);
        encrypt_step = 5'(k);
        decrypt_number = 5'(k);
        decrypt_step = 5'(k);
        if (k != 0 && Rounds == 1) begin  // in the order of the expansion
          encrypt_step = 5'(k) + few;
          if (5'(k) + few > 5'(NUM_ROUNDS)) begin
            encrypt_number = 5'd1;
            encrypt_step = 5'(NUM_ROUNDS + 1 - k);
          end
        end else if (k != 0) begin
          encrypt_number = (5'(k) > few) ? 5'(k) - few : 5'd1;
        end
        if (k == NUM_ROUNDS) begin  // the entry
          decrypt_number = 5'(NUM_ROUNDS) - few;
        end else if (k != 0 && Rounds == 1) begin
          decrypt_number = encrypt_number;
          decrypt_step = encrypt_step;
        end else if (k != 0) begin
          decrypt_step = 5'(k) + few;
          if (5'(k) + few >= 5'(NUM_ROUNDS)) begin
            decrypt_number = 5'd1;
            decrypt_step = 5'(k + 1 - NUM_ROUNDS) + few;
          end
        end
      end

      logic [127:0] encrypt_key, decrypt_key;
      assign encrypt_key = loaded_q[s] ? {122'd0, encrypt_number[3:0], identity_q[s], 1'b0} : '0;
      assign decrypt_key = loaded_q[s] ? {122'd0, decrypt_number[3:0], identity_q[s], 1'b0} : '0;
      always_comb begin
        if (rst_ni && ENCRYPTS && done > encrypt_step) begin
          assert (encrypt_words[128*(NUM_KEYS*s+k)+:128] == encrypt_key);
        end
        if (rst_ni && DECRYPTS && done > decrypt_step) begin
          assert (decrypt_words[128*(NUM_KEYS*s+k)+:128] == decrypt_key);
        end
      end
    end
  end

  // ---- The blocks in the ring -------------------------------------------------------------------
  for (genvar p = 0; p < LENGTH; p++) begin : gen_position
    logic inverse;
    logic [3:0] turn, passed, last;
    logic [SLOT_BITS-1:0] used;
    logic [7:0] state;
    assign inverse = (Direction == 2) ? ring_decrypt[p] : DECRYPTS;
    assign turn = ring_turn[4*p+:4];
    assign used = ring_slot[SLOT_BITS*p+:SLOT_BITS];
    assign state = ring_state[8*p+:8];
    // Rounds of the cipher before this position, and in all.
    assign passed = 4'(int'(turn) * Rounds + p - skipped(sizes_q[2*used+:2]));
    assign last = 4'(NUM_ROUNDS - skipped(sizes_q[2*used+:2]));
    always_comb begin
      if (rst_ni && ring_valid[p]) begin
        assert (int'(turn) < NUM_TURNS);
        assert (int'(turn) * Rounds >= skipped(sizes_q[2*used+:2]));
        if (SET) assert (ring_size[2*p+:2] == sizes_q[2*used+:2]);
        assert (ring_encrypt[p] == !ring_decrypt[p]);
        assert (KeySlots > 1 || used == '0);
        assert (store_loaded[used]);
        assert (state == {2'b00, inverse ? last - passed : passed, identity_q[used],
                          ring_mark[p]});
        if (ring_mark[p]) begin
          assert (marked_q && identity_q[used] == expected_q && inverse == inverse_q);
          assert (sizes_q[2*used+:2] == expected_size_q);
        end
      end
    end
  end

  if (LENGTH > 1 && NUM_TURNS > 1) begin : gen_end
    always_comb begin
      if (rst_ni) begin
        assert (end_stays == (ring_valid[LENGTH-1] && !end_last));
        if (ring_valid[LENGTH-1]) begin
          assert (end_last == (int'(ring_turn[4*LENGTH-1-:4]) == NUM_TURNS - 1));
        end
      end
    end
  end

  always_comb begin
    // A result of the marked block in each direction of the engine, and while another key waits.
    cipher: cover (rst_ni && valid && mark && inverse_q == (Direction == 1));
    other_key: cover (rst_ni && valid && mark && expected_q && waiting_q && !waiting_identity_q);
  end

endmodule : prove_stored_keys
