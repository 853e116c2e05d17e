// SPDX-License-Identifier: Apache-2.0
//
// Stores the policy of the key of each slot, and decides whether a command respects the policy.
//
// Interface. `key_taken_i` stores the policy of a key, within two cycles after its cycle. The slot
// of the key takes no query in these cycles, and no key follows in the next cycle. A query takes
// one cycle: `query_slot_i` in a cycle n, and in cycle n + 1 the command on `mode_i`, `decrypt_i`
// and `privileged_i`. `denied_o` is the verdict in cycle n + 1: the command violates the policy.
// `begin_i` in cycle n + 1 means that the packet of the command begins; the next query sees the
// packet in the count of invocations. `begin_i` is never high in two consecutive cycles.
// Throughput: 1 query in a cycle. Reset: asynchronous; the stored policies are not reset. The user
// queries only slots with a key.
//
// Parameters. HasPolicy = 0: no gate, and no command is denied. HasLimit = 1: the user has GCM or
// CCM, whose encryptions are counted; a memory of 33 bits for each slot.
//
// Method. The memories are distributed RAM, read in the cycle of the query. SP 800-38D section 8.3
// limits a key of GCM to 2^32 invocations of the encryption. The count memory holds the remaining
// invocations less 1, in 33 bits: the top bit alone says that no invocation remains, so the verdict
// needs no comparison. A count and a new policy never want the write port in the same cycle: the
// policy waits in registers while a packet begins.
//
// Limits. GCM and CCM of one key have separate counts if their packets begin in separate modules,
// as in roundel_stream.

`include "roundel_contract.svh"

module roundel_key_policy #(
  parameter int KeySlots = 4,  // a power of two
  parameter bit HasPolicy = 1'b1,  // 0: every command is allowed
  parameter bit HasLimit = 1'b1  // GCM or CCM: encryptions are counted
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       key_taken_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,  // key_policy_t

  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] query_slot_i,
  // one cycle after the query
  input  logic [3:0] mode_i,  // roundel_stream_pkg::MODE_*
  input  logic       decrypt_i,
  input  logic       privileged_i,
  output logic       denied_o,
  input  logic       begin_i
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);

  if (HasPolicy) begin : gen_policy
    `include "roundel_key_policy_types.svh"

    localparam int RIGHTS_BITS = 12;

    key_policy_t policy_q;  // of the key that was taken last
    logic stores_q;  // policy_q is not in the memories yet
    logic [SLOT_BITS-1:0] key_slot_q, query_slot_q;
    logic [RIGHTS_BITS-1:0] new_rights, rights, rights_q;
    logic [8:0] modes;
    logic may_encrypt, may_decrypt, must_be_privileged;
    logic exhausted;  // no encryption remains
    logic counted;  // the mode and direction are counted
    logic counts;  // a counted packet begins
    logic store;  // policy_q goes into the memories

    assign store = stores_q && !counts;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        stores_q <= 1'b0;
      end else begin
        stores_q <= key_taken_i || (stores_q && !store);
      end
    end
    always_ff @(posedge clk_i) begin
      if (key_taken_i) begin
        policy_q <= key_policy_i;
        key_slot_q <= key_slot_i;
      end
      query_slot_q <= query_slot_i;
      rights_q <= rights;
    end

    assign new_rights =
        {policy_q.privileged, policy_q.decrypt, policy_q.encrypt, policy_q.modes};

    roundel_lut_ram #(.Words(1 << SLOT_BITS), .Width(RIGHTS_BITS)) u_rights (
      .clk_i,
      .write_i(store),
      .write_index_i(key_slot_q),
      .write_word_i(new_rights),
      .read_index_i(query_slot_i),
      .word_o(rights)
    );

    assign {must_be_privileged, may_decrypt, may_encrypt, modes} = rights_q;
    assign denied_o = !(1'(modes >> mode_i))
        || !(decrypt_i ? may_decrypt : may_encrypt)
        || (must_be_privileged && !privileged_i)
        || (counted && exhausted);

    if (HasLimit) begin : gen_limit
      logic [32:0] first, left, left_q, fewer;  // invocations less 1; top bit: none

      assign counted = !decrypt_i && (mode_i == roundel_stream_pkg::MODE_GCM[3:0]
          || mode_i == roundel_stream_pkg::MODE_CCM[3:0]);
      assign counts = begin_i && counted;
      assign first = {1'b0, policy_q.invocations - 32'd1};
      assign fewer = left_q - 33'd1;
      assign exhausted = left_q[32];

      roundel_lut_ram #(.Words(1 << SLOT_BITS), .Width(33)) u_left (
        .clk_i,
        .write_i(store || counts),
        .write_index_i(counts ? query_slot_q : key_slot_q),
        .write_word_i(counts ? fewer : first),
        .read_index_i(query_slot_i),
        .word_o(left)
      );
      always_ff @(posedge clk_i) begin
        left_q <= left;
      end
    end else begin : gen_no_limit
      logic unused_limit;
      assign unused_limit = ^{begin_i, query_slot_q, policy_q.invocations};
      assign counted = 1'b0;
      assign counts = 1'b0;
      assign exhausted = 1'b0;
    end

    logic unused_locked;  // roundel_stream keeps the locks
    assign unused_locked = policy_q.locked;

    // A denied packet does not begin, and is not counted.
    `ROUNDEL_CONTRACT(denied_packet_does_not_begin, clk_i, rst_ni, !begin_i || !denied_o)
    // A policy is stored before the next key is taken.
    `ROUNDEL_CONTRACT(policy_is_stored, clk_i, rst_ni, !key_taken_i || !stores_q || store)
  end else begin : gen_none
    logic unused_inputs;
    assign unused_inputs = ^{clk_i, rst_ni, key_taken_i, key_slot_i, key_policy_i, query_slot_i,
                             mode_i, decrypt_i, privileged_i, begin_i, HasLimit};
    assign denied_o = 1'b0;
  end

endmodule : roundel_key_policy
