// SPDX-License-Identifier: Apache-2.0
//
// The subkeys of CMAC (SP 800-38B section 6.1): after each key the cipher encrypts the zero block
// in the ring of the chains, and a memory keeps the result L of each slot.
//
// Keys. `key_taken_i` and `key_clear_i` report a key of slot `key_slot_i`. `mode_slot_ready_i` has
// the slots whose key is loaded, as roundel_key_guard requires, and `slot_ready_o` those whose L is
// stored too. `pending_o`: no further key may be taken. A cleared slot has L zero.
//
// Ring. The zero block enters in a cycle with `enter_o` and `ring_ready_i`; its result is on
// `result_i` exactly RingLatency cycles later.
//
// Lookup. `last_i` and `whole_i`: the word is the last of its message, and a whole block. Two
// cycles later `subkey_o` is K1 or K2 of `slot_i`, or zero for another word.
//
// Reset: asynchronous. `zeroise_i` overwrites the memory; `busy_o` is high meanwhile.

`include "roundel_contract.svh"

module roundel_chain_subkeys #(
  parameter int KeySlots = 4,  // a power of two
  parameter int RingLatency = 12  // cycles from a block to its result, 4 or more
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,
  output logic busy_o,

  input  logic key_taken_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic key_clear_i,
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] mode_slot_ready_i,
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,
  output logic pending_o,

  output logic enter_o,
  input  logic ring_ready_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  input  logic [127:0] result_i,

  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic last_i,
  input  logic whole_i,
  output logic [127:0] subkey_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int WORDS = (KeySlots < 2) ? 2 : KeySlots;
  localparam bit ONE_STATUS = roundel_engine_pkg::has_key_block_ram(KeySlots) != 0;

  typedef enum logic [2:0] {
    STATE_IDLE = 3'd0,
    STATE_TAKEN = 3'd1,  // the state of the slot is not valid yet
    STATE_LOADS = 3'd2,  // the round keys of the slot are expanded
    STATE_ENTERS = 3'd3,  // the zero block waits for the ring
    STATE_TURNS = 3'd4,  // the zero block is in the ring
    STATE_CLEARS = 3'd5  // the slot is cleared
  } state_e;

  state_e state_q, state_d;
  logic [SLOT_BITS-1:0] slot_q;
  logic [RingLatency-1:0] inside_q;
  logic loaded, turned, wipe, write;  // turned: the zero block leaves the ring
  logic [roundel_prim_pkg::index_bits(WORDS)-1:0] wipe_index;
  logic [127:0] subkey;  // L of the word's slot
  logic whole_1_q, whole_2_q;

  assign pending_o = state_q != STATE_IDLE;
  assign enter_o = state_q == STATE_ENTERS;
  assign slot_o = slot_q;
  assign busy_o = wipe;
  assign turned = inside_q[RingLatency-1];

  if (ONE_STATUS) begin : gen_one
    assign loaded = mode_slot_ready_i;
    assign slot_ready_o = mode_slot_ready_i && !pending_o;
  end else begin : gen_vector
    assign loaded = 1'(mode_slot_ready_i >> slot_q);
    assign slot_ready_o = mode_slot_ready_i & ~(KeySlots'(pending_o) << slot_q);
  end

  always_comb begin
    state_d = state_q;
    case (state_q)
      STATE_IDLE: begin
        if (key_taken_i) begin
          state_d = STATE_TAKEN;
          if (key_clear_i) begin
            state_d = STATE_CLEARS;
          end
        end
      end
      STATE_TAKEN: state_d = STATE_LOADS;
      STATE_LOADS: begin
        if (loaded) begin
          state_d = STATE_ENTERS;
        end
      end
      STATE_ENTERS: begin
        if (ring_ready_i) begin
          state_d = STATE_TURNS;
        end
      end
      STATE_TURNS: begin
        if (turned) begin
          state_d = STATE_IDLE;
        end
      end
      default: state_d = STATE_IDLE;  // STATE_CLEARS
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= STATE_IDLE;
      inside_q <= '0;
    end else if (zeroise_i) begin
      state_q <= STATE_IDLE;
      inside_q <= '0;
    end else begin
      state_q <= state_d;
      inside_q <= {inside_q[RingLatency-2:0], enter_o && ring_ready_i};
    end
  end
  always_ff @(posedge clk_i) begin
    if (state_q == STATE_IDLE) begin
      slot_q <= key_slot_i;
    end
    whole_1_q <= whole_i;
    whole_2_q <= whole_1_q;
  end

  // ---- The memory -------------------------------------------------------------------------------
  roundel_memory_clear #(.Words(WORDS)) u_wipe (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i),
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  assign write = state_q == STATE_CLEARS || turned;

  roundel_deep_ram #(.Words(WORDS), .Width(128)) u_subkeys (
    .clk_i,
    .write_i(write || wipe),
    .write_index_i(wipe ? wipe_index : slot_q),
    .write_word_i(result_i & {128{turned && !wipe}}),
    .read_index_i(slot_i),
    .blank_i(!last_i),
    .word_o(subkey)
  );

  // Twice a block, in GF(2^128) with the most significant bit first.
  function automatic logic [127:0] doubled(input logic [127:0] block);
    doubled = {block[126:0], 1'b0} ^ (128'h87 & {128{block[127]}});
  endfunction

  assign subkey_o = whole_2_q ? doubled(subkey) : doubled(doubled(subkey));

  // No key while another is pending.
  `ROUNDEL_CONTRACT(one_key, clk_i, rst_ni, !key_taken_i || !pending_o)

endmodule : roundel_chain_subkeys
