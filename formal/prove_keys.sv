// SPDX-License-Identifier: Apache-2.0
//
// Proves that every block leaves roundel_core with its own tag after all rounds of the cipher in
// order.
//
// Each round uses its round key, derived from the key in the block's slot at acceptance. A key
// counts if its handshake was in an earlier cycle than the block's handshake. No block is accepted
// in a slot without a key, or after `key_clear_i`. Unbounded, with reset, zeroise, key loads and
// stalls at any time.
//
// Method. Stubs replace rounds and key steps and record their inputs (formal/stubs). A state
// carries the mark of its block, the identity of its key, the number of the last round key, and a
// flag for a round key out of order. Control never depends on a block or a key. The proof therefore
// marks an arbitrary block and gives each key an arbitrary bit of identity. prove_round and
// prove_key_step show that the real modules are the standard's; the core is therefore the
// standard's cipher.
//
// With Stages of 2 or more `zeroise_i` acts a cycle later: a key or block in the cycle of
// `zeroise_i` is dropped as well, and an earlier result may leave in the next cycle.
// prove_key_load, prove_key_chain and prove_key_banks cover stored keys of these shapes
// (undecided/README.md).

module prove_keys #(
  parameter int KeyBits = 128,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,
  parameter int Direction = 0,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int KeySchedule = 0,
  parameter int KeySlots = 1
) (
  input logic                                     clk_i,
  input logic                                     rst_ni,
  input logic                                     zeroise_i,
  input logic                                     key_valid_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input logic                                     identity_i,  // of the key
  input logic                                     key_clear_i,
  input logic [                              1:0] key_size_i,
  input logic                                     in_valid_i,
  input logic                                     in_decrypt_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] in_slot_i,
  input logic                                     mark_i,  // of the block
  input logic                                     out_ready_i
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam bit SET = roundel_engine_pkg::is_key_set(KeySizes) != 0;

  logic key_ready, in_ready, out_valid, accept, inverse, mark;
  logic [127:0] block;
  logic [KeyBits-1:0] key;
  logic [SLOT_BITS-1:0] key_slot, in_slot;

  // Window 0 of the stub of roundel_key_step: number 0 and the identity. With a set of key sizes
  // also the size.
  logic [1:0] size;
  assign size = SET ? key_size_i : 2'(KeyBits / 64 - 2);
  always_comb begin
    key = '0;
    key[KeyBits-127] = identity_i;
    if (SET) key[KeyBits-119-:2] = key_size_i;
  end
  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;
  assign in_slot = (KeySlots == 1) ? '0 : in_slot_i;
  assign accept = in_valid_i && in_ready;
  assign inverse = (Direction == 2) ? in_decrypt_i : (Direction == 1);

  roundel_core #(
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .Sbox(roundel_engine_pkg::SBOX_TABLE),
    .KeySchedule(KeySchedule),
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
    .in_valid_i(in_valid_i),
    .in_ready_o(in_ready),
    .in_decrypt_i(in_decrypt_i),
    .in_slot_i(in_slot_i),
    .in_tag_i(mark_i),
    .in_block_i({127'd0, mark_i}),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready_i),
    .out_tag_o(mark),
    .out_block_o(block)
  );

  logic [KeySlots-1:0] loaded_q, identity_q;  // slot by slot
  logic marked_q, expected_q, inverse_q;  // of the marked block
  logic [2*KeySlots-1:0] sizes_q;  // slot by slot
  logic [1:0] expected_size_q;  // of the marked block
  logic waiting_q, waiting_identity_q, waiting_clear_q;
  logic [1:0] waiting_size_q;
  logic [SLOT_BITS-1:0] waiting_slot_q;
  logic started_q = 1'b0;

  logic forget, forget_q;
  assign forget = (Stages >= 2) ? forget_q : zeroise_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) forget_q <= 1'b0;
    else forget_q <= zeroise_i;
  end

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
      for (int s = 0; s < KeySlots; s++) begin
        if (key_valid_i && key_ready && int'(key_slot) == s) begin
          loaded_q[s] <= !key_clear_i && (!SET || roundel_engine_pkg::has_key_size(KeySizes, size));
          identity_q[s] <= identity_i;
          sizes_q[2*s+:2] <= size;
        end
      end
      if (accept && mark_i) begin
        marked_q <= 1'b1;
        expected_q <= identity_q[in_slot];
        expected_size_q <= sizes_q[2*in_slot+:2];
        inverse_q <= inverse;
      end
      if (forget) begin
        marked_q <= 1'b0;
        loaded_q <= '0;
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // At most a single block is marked; the user holds a waiting key.
    if (accept && marked_q) assume (!mark_i);
    if (waiting_q) begin
      assume (key_valid_i && key_slot == waiting_slot_q && identity_i == waiting_identity_q);
      assume (key_clear_i == waiting_clear_q && size == waiting_size_q);
    end
    if (rst_ni) begin
      if (accept) assert (loaded_q[in_slot]);
      if (forget) assert (!in_ready && !key_ready);
      if (out_valid) begin
        assert (block[127:6] == 122'd2);  // through the last round; never a wrong round key
        assert (block[0] == mark);
        if (mark) begin
          assert (marked_q && block[1] == expected_q);
          assert (block[5:2] == (inverse_q ? 4'd0 : 4'd10 + {1'b0, expected_size_q, 1'b0}));
        end
      end
    end
    // A block of the previous key leaves after the arrival of a new key.
    old_key: cover (rst_ni && out_valid && mark && expected_q && loaded_q[0] && !identity_q[0]);
    // A block of each direction of the core.
    cipher: cover (rst_ni && out_valid && mark && inverse_q == (Direction == 1));
    if (SET) begin
      smallest: cover (rst_ni && out_valid && mark && expected_size_q == 2'd0);
    end
  end

endmodule : prove_keys
