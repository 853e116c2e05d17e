// SPDX-License-Identifier: Apache-2.0
//
// Proves two statements about roundel_key_policy, unbounded, for any keys, queries and packets:
//
// - `denied_o` is the verdict of the policy of the slot's last key: the mode, the direction, the
//   privilege and the remaining invocations.
// - The remaining invocations are those of the key, less the counted packets since the key.
//
// Method. Registers of the proof hold the policy and the remaining invocations of one arbitrary
// slot, the watched slot.
//
// Assumptions: the interface of roundel_key_policy. A key does not follow in the cycle after a key.
// Two packets do not begin in successive cycles. The watched slot is queried from the third cycle
// after its key on; no packet of the slot begins in the cycle of its key.

module prove_key_policy (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        key_taken_i,
  input logic        key_slot_i,
  input logic [44:0] key_policy_i,
  input logic        query_slot_i,
  input logic [ 3:0] mode_i,
  input logic        decrypt_i,
  input logic        privileged_i,
  input logic        begin_i,
  input logic        watched_i
);

  `include "roundel_key_policy_types.svh"

  logic denied;

  roundel_key_policy #(.KeySlots(2)) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .key_taken_i(key_taken_i),
    .key_slot_i(key_slot_i),
    .key_policy_i(key_policy_i),
    .query_slot_i(query_slot_i),
    .mode_i(mode_i),
    .decrypt_i(decrypt_i),
    .privileged_i(privileged_i),
    .denied_o(denied),
    .begin_i(begin_i)
  );

  // Registers of the module (formal/bus_proofs.py).
  logic stores, stored_slot, query_slot;
  logic [44:0] stored_policy;
  logic [23:0] rights_words;
  logic [65:0] left_words;
  logic [11:0] rights;
  logic [32:0] left;

  logic started_q = 1'b0;
  logic watched_q;
  logic known_q;  // the watched slot has a policy
  logic [1:0] age_q;  // cycles since the cycle after its key, at most 2
  key_policy_t policy, key_policy;  // of its last key; at the port
  logic [44:0] policy_q;
  logic [32:0] remaining_q;  // its remaining invocations
  logic asked_q;  // it was queried 1 cycle ago
  logic key_taken_q, began_q;  // 1 cycle ago
  logic mine, wanted, counted;

  assign policy = policy_q;
  assign key_policy = key_policy_i;
  assign mine = key_taken_i && key_slot_i == watched_q;
  assign counted = !decrypt_i && (mode_i == 4'd3 || mode_i == 4'd8);
  assign wanted = mode_i > 4'd8 || !(1'(policy.modes >> mode_i))
      || (decrypt_i ? !policy.decrypt : !policy.encrypt)
      || (policy.privileged && !privileged_i) || (counted && remaining_q == '0);

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    watched_q <= started_q ? watched_q : watched_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {known_q, age_q, asked_q, key_taken_q, began_q} <= '0;
      policy_q <= '0;
      remaining_q <= '0;
    end else begin
      key_taken_q <= key_taken_i;
      began_q <= begin_i;
      asked_q <= query_slot_i == watched_q && known_q && age_q == 2'd2 && !mine;
      if (mine) begin
        known_q <= 1'b1;
        age_q <= 2'd0;
        policy_q <= key_policy_i;
        remaining_q <= {key_policy.invocations == '0, key_policy.invocations};
      end else begin
        age_q <= age_q + 2'(age_q != 2'd2);
        if (begin_i && counted && query_slot == watched_q) remaining_q <= remaining_q - 33'd1;
      end
    end
  end

  logic [11:0] watched_rights;
  logic [32:0] watched_left;
  assign watched_rights = watched_q ? rights_words[23:12] : rights_words[11:0];
  assign watched_left = watched_q ? left_words[65:33] : left_words[32:0];

  always_comb begin
    assume (started_q || !rst_ni);
    if (key_taken_q) assume (!key_taken_i);
    if (began_q) assume (!begin_i);
    if (begin_i) assume (!denied);
    if (begin_i && query_slot == watched_q) assume (asked_q && !mine);
    if (started_q && rst_ni) begin
      if (asked_q && !began_q) assert (denied == wanted);

      // Invariants of the induction.
      if (asked_q) assert (known_q && query_slot == watched_q && age_q == 2'd2);
      assert (remaining_q <= 33'h100000000);
      if (stores && stored_slot == watched_q) begin
        // Bit 12, the lock, has no register in the module.
        assert (known_q && stored_policy[11:0] == policy_q[11:0]
            && stored_policy[44:13] == policy_q[44:13]);
        assert (age_q == 2'd0 || (age_q == 2'd1 && began_q));
        assert (remaining_q == {policy.invocations == '0, policy.invocations});
      end else if (known_q) begin
        assert (watched_rights
            == {policy.privileged, policy.decrypt, policy.encrypt, policy.modes});
        assert (watched_left == remaining_q - 33'd1);
      end
      if (asked_q) begin
        assert (rights == {policy.privileged, policy.decrypt, policy.encrypt, policy.modes});
        if (!began_q) assert (left == remaining_q - 33'd1);
      end
      if (stores) assert (key_taken_q || began_q);
      exhausted: cover (asked_q && !began_q && counted && remaining_q == '0 && denied
          && policy.modes == '1 && policy.encrypt && !policy.privileged);
      late: cover (stores && began_q && stored_slot == watched_q);
    end
  end

endmodule : prove_key_policy
