// SPDX-License-Identifier: Apache-2.0
//
// Proves four statements about roundel_chain_subkeys, unbounded, for any keys, with resets and
// zeroises at any time:
//
// - A lookup of a slot gives K1 or K2 (SP 800-38B section 6.1) of the last zero block that was
//   encrypted for this slot, whatever happens to other slots. A cleared slot gives the subkeys of
//   zero.
// - The zero block of a key enters the ring once, with the slot of the key, after the mode has
//   loaded the key. The block enters in the first cycle in which the ring is ready.
// - `slot_ready_o` has a slot exactly if the mode has the key of the slot and the memory has the
//   result of this key. A new key or a clear removes the slot in the next cycle.
// - After a reset and after a zeroise every word of the memory is zero before `busy_o` falls.
//
// Method. AES is an uninterpreted function: the ring returns an arbitrary block, RingLatency cycles
// after the entry. The ring refuses blocks in arbitrary cycles. The memory is a stub with one
// arbitrary slot, the watched slot, so the other slots need no registers. Registers of the proof
// hold the expected word of the watched slot.
//
// Assumptions. No key is taken while `pending_o` or `busy_o` is high. The mode behaves as in
// prove_packet_keys: a slot is ready after the mode has loaded the slot's key, and stays ready for
// one cycle after the next key. After a zeroise a slot may stay ready for one cycle. With more than
// 256 slots the mode shows the state of the last key's slot alone.

module prove_chain_subkeys #(
  parameter int KeySlots = 2,
  parameter int RingLatency = 4
) (
  input logic clk_i,
  input logic rst_ni,
  input logic zeroise_i,
  input logic key_taken_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input logic key_clear_i,
  input logic load_i,  // the mode has loaded the key of slot load_slot_i
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] load_slot_i,
  input logic late_i,  // the slots stay ready in the cycle after a zeroise
  input logic ring_ready_i,
  input logic [127:0] result_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input logic last_i,
  input logic whole_i
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int STATUS_BITS = roundel_engine_pkg::slot_status_bits(KeySlots);
  localparam bit ONE_STATUS = STATUS_BITS != KeySlots;  // the status of the last key's slot

  logic busy, pending, enter;
  logic [SLOT_BITS-1:0] zero_slot;
  logic [STATUS_BITS-1:0] mode_ready_q, ready;
  logic [127:0] subkey;

  roundel_chain_subkeys #(
    .KeySlots(KeySlots),
    .RingLatency(RingLatency)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .busy_o(busy),
    .key_taken_i(key_taken_i),
    .key_slot_i(key_slot_i),
    .key_clear_i(key_clear_i),
    .mode_slot_ready_i(mode_ready_q),
    .slot_ready_o(ready),
    .pending_o(pending),
    .enter_o(enter),
    .ring_ready_i(ring_ready_i),
    .slot_o(zero_slot),
    .result_i(result_i),
    .slot_i(slot_i),
    .last_i(last_i),
    .whole_i(whole_i),
    .subkey_o(subkey)
  );

  // Probes of u_dut and of the stub of the memory.
  logic [SLOT_BITS-1:0] watched, wipe_index;
  logic [127:0] watched_word, read_word, output_word;
  logic chosen, read_blank;
  logic [1:0] wholes;
  logic [2:0] state;
  logic [RingLatency-1:0] inside;

  // ---- The mode ---------------------------------------------------------------------------------
  logic started_q = 1'b0;
  logic zeroised_q;  // a zeroise in the previous cycle
  logic taken_q;  // a key was taken in the previous cycle
  logic keyed_q;  // the mode has a key in slot last_slot_q, or loads the key
  logic loaded_q;  // the mode has loaded this key
  logic [SLOT_BITS-1:0] last_slot_q;  // slot of the last key
  logic loads;
  assign loads = load_i && keyed_q && !taken_q && load_slot_i == last_slot_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      mode_ready_q <= '0;
      {zeroised_q, taken_q, keyed_q, loaded_q} <= '0;
    end else begin
      zeroised_q <= zeroise_i;
      taken_q <= key_taken_i && !zeroise_i;
      if (zeroise_i || zeroised_q) begin
        mode_ready_q <= mode_ready_q & {STATUS_BITS{late_i && !zeroised_q}};
        {keyed_q, loaded_q} <= '0;
      end else begin
        if (key_taken_i) begin
          keyed_q <= !key_clear_i;
          loaded_q <= 1'b0;
        end else if (loads) begin
          loaded_q <= 1'b1;
        end
        for (int s = 0; s < STATUS_BITS; s++) begin
          if (ONE_STATUS || int'(last_slot_q) == s) begin
            if (taken_q) begin
              mode_ready_q[s] <= 1'b0;
            end else if (loads) begin
              mode_ready_q[s] <= 1'b1;
            end
          end
        end
      end
    end
  end
  always_ff @(posedge clk_i) begin
    if (key_taken_i) last_slot_q <= key_slot_i;
  end

  // ---- The specification ------------------------------------------------------------------------
  logic pending_q;  // a key or a clear is pending
  logic clear_q;  // the pending key is a clear
  logic entered_q;  // the zero block has entered the ring
  logic loaded_before_q;  // loaded_q of the previous cycle
  logic [RingLatency-1:0] flight_q;  // bit k: the zero block entered k + 1 cycles ago
  logic [SLOT_BITS-1:0] entry_slot_q;  // slot of the zero block in the ring
  logic fresh_q;  // the watched word is of the last key of the watched slot
  logic [127:0] word_q;  // L of the watched slot
  logic enters, returns;
  logic lookup, lookup_1_q, lookup_2_q;  // a lookup of the watched slot, 1 and 2 cycles ago
  assign enters = enter && ring_ready_i;
  assign returns = flight_q[RingLatency-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {pending_q, clear_q, entered_q, loaded_before_q, flight_q, fresh_q, word_q} <= '0;
      {lookup_1_q, lookup_2_q} <= '0;
    end else if (zeroise_i) begin
      {pending_q, clear_q, entered_q, loaded_before_q, flight_q, fresh_q, word_q} <= '0;
      {lookup_1_q, lookup_2_q} <= {lookup, lookup_1_q};
    end else begin
      {lookup_1_q, lookup_2_q} <= {lookup, lookup_1_q};
      pending_q <= key_taken_i || (pending_q && !clear_q && !returns);
      clear_q <= key_taken_i && key_clear_i;
      entered_q <= (entered_q || enters) && !key_taken_i;
      loaded_before_q <= loaded_q && !key_taken_i;
      flight_q <= {flight_q[RingLatency-2:0], enters};
      if (key_taken_i && key_slot_i == watched) begin
        fresh_q <= 1'b0;
      end else if (returns && entry_slot_q == watched) begin
        fresh_q <= 1'b1;
        word_q <= result_i;
      end
      if (clear_q && last_slot_q == watched) begin
        word_q <= '0;
      end
    end
  end

  // A lookup in the cycle of a write has no meaning.
  logic whole_1_q, whole_2_q, last_1_q, last_2_q;
  logic [127:0] word_1_q, word_2_q, key_1, key_2;
  assign lookup = !busy && slot_i == watched
      && !(pending_q && last_slot_q == watched && (clear_q || returns));
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    entry_slot_q <= enters ? zero_slot : entry_slot_q;
    {whole_1_q, whole_2_q} <= {whole_i, whole_1_q};
    {last_1_q, last_2_q} <= {last_i, last_1_q};
    {word_1_q, word_2_q} <= {word_q, word_1_q};
  end

  // SP 800-38B section 6.1, steps 2 and 3, bit by bit: bit 127 is the first bit of the block.
  always_comb begin
    for (int b = 0; b < 128; b++) begin
      key_1[b] = (b == 0) ? 1'b0 : word_2_q[b-1];
      if (b == 0 || b == 1 || b == 2 || b == 7) key_1[b] = key_1[b] ^ word_2_q[127];
    end
    for (int b = 0; b < 128; b++) begin
      key_2[b] = (b == 0) ? 1'b0 : key_1[b-1];
      if (b == 0 || b == 1 || b == 2 || b == 7) key_2[b] = key_2[b] ^ key_1[127];
    end
  end

  logic subject;  // a bit of slot_ready_o is the watched slot's
  logic watched_mode_ready, watched_ready;
  assign subject = !ONE_STATUS || last_slot_q == watched;
  assign watched_mode_ready = ONE_STATUS ? mode_ready_q[0] : 1'(mode_ready_q >> watched);
  assign watched_ready = ONE_STATUS ? ready[0] : 1'(ready >> watched);

  always_comb begin
    assume (started_q || !rst_ni);
    if (pending || busy) assume (!key_taken_i);
    if (started_q && rst_ni) begin
      assert (pending == pending_q);

      // The zero block.
      if (enter) assert (pending_q && !clear_q && !entered_q && zero_slot == last_slot_q);
      if (enter) assert (loaded_q);
      if (pending_q && !clear_q && !entered_q && loaded_before_q) assert (enter);

      // Lookups and the state of the slot.
      if (lookup_2_q) begin
        assert (subkey == ((!last_2_q) ? 128'd0 : whole_2_q ? key_1 : key_2));
      end
      if (!busy && subject) assert (watched_ready == (watched_mode_ready && fresh_q));
      if (!busy) assert (watched_word == word_q);
      if (busy || zeroised_q) assert (word_q == '0);

      // The invariant of the induction.
      assert (chosen);
      if (zeroised_q) assert (busy);
      if (busy && wipe_index > watched) assert (watched_word == '0);
      if (busy) assert (!pending_q && !keyed_q && !loaded_q && !taken_q && !fresh_q);
      if (busy && !zeroised_q) assert (mode_ready_q == '0);
      if (taken_q) assert (pending_q && !entered_q && !loaded_q);
      if (clear_q) assert (pending_q && taken_q && !keyed_q);
      if (loaded_q) assert (keyed_q);
      if (keyed_q && !pending_q) assert (loaded_q);
      if (loaded_before_q) assert (loaded_q);
      if (loaded_q && !pending_q && last_slot_q == watched) assert (fresh_q);
      if (pending_q && last_slot_q == watched) assert (!fresh_q);
      assert (inside == flight_q && $countones(flight_q) <= 1);
      if (flight_q != '0) assert (pending_q && !clear_q && loaded_q && entry_slot_q == last_slot_q);
      if (pending_q) assert (entered_q == (flight_q != '0));
      if (pending_q && !clear_q) assert (keyed_q);
      if (pending_q) assert (zero_slot == last_slot_q);
      if (pending_q && !taken_q && !busy && ONE_STATUS) assert (mode_ready_q[0] == loaded_q);
      if (pending_q && !taken_q && !busy && !ONE_STATUS) begin
        assert (1'(mode_ready_q >> last_slot_q) == loaded_q);
      end
      assert (state <= 3'd5);
      assert ((state == 3'd0) == !pending_q && (state == 3'd5) == (pending_q && clear_q));
      assert ((state == 3'd1) == (pending_q && !clear_q && taken_q));
      assert ((state == 3'd4) == (pending_q && entered_q));
      if (lookup_1_q) begin
        assert (read_word == word_1_q && read_blank == !last_1_q);
        assert (wholes[0] == whole_1_q);
      end
      if (lookup_2_q) begin
        assert (output_word == (last_2_q ? word_2_q : 128'd0) && wholes[1] == whole_2_q);
      end
      if (watched_mode_ready && subject && !busy && !pending_q) assert (fresh_q);
    end
    replaced: cover (started_q && rst_ni && lookup_2_q && last_2_q && fresh_q
                     && word_q != word_2_q);
    other: cover (started_q && rst_ni && returns && entry_slot_q != watched && fresh_q && lookup);
  end

endmodule : prove_chain_subkeys
