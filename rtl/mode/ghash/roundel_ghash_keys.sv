// SPDX-License-Identifier: Apache-2.0
//
// Loads keys of GCM: passes a key to the lanes, encrypts the zero block into the hash key H, and
// computes the powers of H.
//
// Keys. Ready/valid handshake; the user may withdraw a key before `key_ready_o`. The user offers a
// key only while no packet of the same slot is in flight. The user starts no packet of the slot
// until `ready_o` has the bit of the slot. With more than 256 slots `ready_o` has one bit, for the
// slot of the last key. A handshake with `key_clear_i` clears the round keys and
// the powers of the slot instead. Packets of other slots continue meanwhile. A key costs these
// packets 1 cycle for the zero block, and at most 1 cycle per power (roundel_gcm_schedule).
//
// Requests. `request_o` asks roundel_gcm_schedule for the encryption of the zero block with
// `slot_o`, until `taken_i`; H is `hash_i` with `hash_valid_i`. `single_valid_o` asks roundel_ghash
// for `single_o` times H; the next power is `product_i` with `product_valid_i`. At least
// PowerInterval cycles pass between two products: the GHASH window recovers a word delayed by the
// first product before the second product. `write_o` writes a power to roundel_ghash.
//
// Clear. After a reset and after `zeroise_i` every power is overwritten with zeros, 1 per cycle,
// before the first key. `clear_o` is high in the first cycle, `wipe_o` in the next cycles, a
// multiple of 16. In the last 16 cycles of `wipe_o` roundel_ghash reads zeros only.
//
// Method. SP 800-38D section 7.1, step 1, for H. An FSM and a counter for each wait. Registers that
// drive 128 bits follow the FSM 1 cycle later.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_ghash_keys #(
  parameter int KeySlots = 1,  // keys stored at the same time
  parameter int Powers = 9,  // powers of H per slot
  parameter int PowerBits = 4,  // bits of the number of a power, at least 4
  // longest time from a key's handshake to the first usable block, 1 to 4088 cycles
  parameter int LoadCycles = 100,
  parameter int PowerInterval = 100  // least cycles from a product to the next, 4 to 4091
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic key_clear_i,
  output logic lanes_valid_o,  // lanes' key port
  input  logic lanes_ready_i,
  // slots with a usable key
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] ready_o,

  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic request_o,
  input  logic taken_i,
  input  logic hash_valid_i,
  input  logic [127:0] hash_i,
  output logic single_valid_o,
  output logic [127:0] single_o,
  input  logic product_valid_i,
  input  logic [127:0] product_i,
  output logic write_o,
  output logic [PowerBits-1:0] write_index_o,
  output logic [127:0] write_power_o,

  output logic clear_o,
  output logic wipe_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_SLOT = KeySlots - 1;
  localparam int STATUS_BITS = roundel_engine_pkg::slot_status_bits(KeySlots);
  localparam int BEFORE_LAST = (1 << PowerBits) - 2;  // the power before the last one of a slot
  // Passes over all slots. The first pass may store a product in flight. A single slot needs three
  // passes for the 16 cycles without a power.
  localparam int LAST_PASS = (KeySlots == 1) ? 2 : 1;
  localparam int LAST_FACTOR = Powers - 1;  // H times this power is the last power
  // Times are counted by roundel_prim_pkg::next_count, from a start value to 0.
  localparam int WAIT_BITS = roundel_prim_pkg::index_bits(LoadCycles + 8);
  localparam logic [WAIT_BITS-1:0] WAIT_START =
      WAIT_BITS'({roundel_prim_pkg::count_after((1 << WAIT_BITS) - LoadCycles, WAIT_BITS)});
  // From the product to gap_q, from the end of gap_q to apart_q, and from apart_q to the product.
  localparam int GAP_REGISTERS = 3;
  localparam int GAP = PowerInterval - GAP_REGISTERS;
  localparam int GAP_BITS = roundel_prim_pkg::index_bits(GAP + 8);
  localparam logic [GAP_BITS-1:0] GAP_START =
      GAP_BITS'({roundel_prim_pkg::count_after((1 << GAP_BITS) - GAP, GAP_BITS)});

  `ROUNDEL_REFUSE(roundel_error_waits_of_ghash_keys_must_fit_12_bits,
                  WAIT_BITS > roundel_prim_pkg::MAX_COUNT_BITS
                  || GAP_BITS > roundel_prim_pkg::MAX_COUNT_BITS)

  // WIPE    overwrites every power of every slot.
  // IDLE    accepts a key.
  // ERASE   overwrites the powers of one slot.
  // EXPAND  waits for the round keys of the slot.
  // ASK     requests the encryption of the zero block.
  // ANSWER  waits for H.
  // POWER   multiplies powers by H and stores the products.
  typedef enum logic [2:0] {WIPE, IDLE, ERASE, EXPAND, ASK, ANSWER, POWER} state_e;

  logic begun_q;  // not the first cycle after a reset or zeroise_i
  state_e state_q, state_d;
  logic [SLOT_BITS-1:0] slot_q, slot_d;
  logic [STATUS_BITS-1:0] ready_q;
  logic [STATUS_BITS-1:0] chosen;  // slot_q
  logic [STATUS_BITS-1:0] done_q, done_d;  // the slot whose last power is stored
  logic [WAIT_BITS-1:0] wait_q, wait_d, wait_next;
  logic [PowerBits-1:0] index_q, index_d;  // number of the power that is written next
  logic [1:0] pass_q, pass_d;
  logic write_q, write_d, single_q, single_d, request_q, request_d;
  logic hash_due_q, hash_due_d;  // the next result is H
  logic product_due_q, product_due_d;  // the next result is a power
  logic factor_q, factor_d;  // power_q has not been multiplied yet
  logic took_q, erase_q;  // a key was accepted in the previous cycle; its slot is cleared
  // Comparisons of the previous cycle.
  logic last_index_q, last_slot_q, last_pass_q, all_q, waited_q;
  logic idle_q;  // a key is accepted, and power_q is zero
  logic key_taken;

  assign clear_o = !begun_q;
  assign wipe_o = begun_q && state_q == WIPE;
  assign lanes_valid_o = key_valid_i && idle_q;
  assign key_ready_o = lanes_ready_i && idle_q;
  assign key_taken = lanes_valid_o && lanes_ready_i;
  assign ready_o = ready_q;
  if (STATUS_BITS == KeySlots) begin : gen_slots
    assign chosen = KeySlots'(1) << slot_q;
  end else begin : gen_last_key
    assign chosen = 1'b1;
  end
  assign slot_o = slot_q;
  assign request_o = request_q;
  assign single_valid_o = single_q;
  assign write_o = write_q;
  assign write_index_o = index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
    end else begin
      begun_q <= !zeroise_i;
    end
  end

  // ---- A result, one cycle late, and the power that is written and multiplied -------------------
  logic result_q;  // H or a product arrived
  logic [127:0] result_data_q;
  logic load_q;  // power_q changes: to the result, or to zero
  logic drop_q;  // power_q is not needed
  logic [127:0] power_q;
  assign single_o = power_q;
  assign write_power_o = power_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_q <= 1'b0;
      drop_q <= 1'b1;
    end else begin
      idle_q <= state_q == IDLE && drop_q && !key_taken && !took_q && begun_q && !zeroise_i;
      drop_q <= !(hash_due_q || product_due_q) || !begun_q || zeroise_i;
    end
  end

  // In the first cycle after a zeroise the result may still be a secret, so power_q is loaded with
  // zeros from the second cycle on.
  always_ff @(posedge clk_i) begin
    result_q <= (hash_due_q && hash_valid_i) || (product_due_q && product_valid_i);
    load_q <= (hash_due_q && hash_valid_i) || (product_due_q && product_valid_i)
        || !(hash_due_q || product_due_q) || !begun_q;
    result_data_q <= (hash_i & {128{hash_due_q}}) | (product_i & {128{product_due_q}});
    if (load_q) begin
      power_q <= result_data_q;
    end
  end

  // ---- Waits ------------------------------------------------------------------------------------
  logic [GAP_BITS-1:0] gap_q, gap_next;  // counts until 0: a product may start
  logic apart_q;  // the count has ended

  // Braces, because Icarus 11 casts no result of a function.
  assign wait_next = WAIT_BITS'({roundel_prim_pkg::next_count(12'(wait_q), WAIT_BITS)});
  assign gap_next = GAP_BITS'({roundel_prim_pkg::next_count(12'(gap_q), GAP_BITS)});

  always_ff @(posedge clk_i) begin
    erase_q <= key_clear_i;
    last_index_q <= begun_q && index_q == BEFORE_LAST[PowerBits-1:0];
    all_q <= begun_q && index_q == Powers[PowerBits-1:0];
    last_slot_q <= slot_q == LAST_SLOT[SLOT_BITS-1:0];
    last_pass_q <= pass_q == LAST_PASS[1:0];
    waited_q <= wait_q == '0;
    if (single_q || !begun_q) begin
      gap_q <= GAP_START;
    end else if (gap_q != '0) begin
      gap_q <= gap_next;
    end
    apart_q <= gap_q == '0 && !single_q;
  end

  // ---- The FSM ----------------------------------------------------------------------------------
  always_comb begin
    state_d = state_q;
    slot_d = slot_q;
    pass_d = pass_q;
    index_d = index_q;
    wait_d = wait_q;
    write_d = 1'b0;
    single_d = 1'b0;
    request_d = request_q;
    hash_due_d = hash_due_q;
    product_due_d = product_due_q;
    factor_d = factor_q;
    done_d = '0;

    case (state_q)
      WIPE, ERASE: begin
        write_d = 1'b1;
        index_d = index_q + 1'b1;
        if (last_index_q) begin
          if (state_q == ERASE || (last_slot_q && last_pass_q)) begin
            write_d = 1'b0;
            state_d = IDLE;
          end else if (last_slot_q) begin
            slot_d = '0;
            pass_d = pass_q + 1'b1;
          end else begin
            slot_d = slot_q + 1'b1;
          end
        end
      end

      IDLE: begin
        index_d = '0;
        wait_d = WAIT_START;
        if (!took_q) begin
          slot_d = key_slot_i;
        end else if (erase_q) begin
          write_d = 1'b1;
          state_d = ERASE;
        end else begin
          state_d = EXPAND;
        end
      end

      EXPAND: begin
        wait_d = wait_next;
        if (waited_q) begin
          request_d = 1'b1;
          state_d = ASK;
        end
      end

      ASK: begin
        if (taken_i) begin
          request_d = 1'b0;
          hash_due_d = 1'b1;
          state_d = ANSWER;
        end
      end

      ANSWER: begin
        if (result_q) begin
          hash_due_d = 1'b0;
          product_due_d = 1'b1;
          index_d = PowerBits'(1);
          write_d = 1'b1;
          factor_d = Powers > 1;
          state_d = POWER;
        end
      end

      default: begin  // POWER: H is written one cycle before a product reads H
        if (all_q) begin
          product_due_d = 1'b0;
          done_d = chosen;
          state_d = IDLE;
        end else if (result_q) begin
          index_d = index_q + 1'b1;
          write_d = 1'b1;
          factor_d = index_q != LAST_FACTOR[PowerBits-1:0];
        end else if (factor_q && apart_q) begin
          single_d = 1'b1;
          factor_d = 1'b0;
        end
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!begun_q) begin
      state_q <= WIPE;
      slot_q <= '0;
      pass_q <= '0;
      index_q <= '0;
      wait_q <= '0;
      write_q <= 1'b1;
      {single_q, request_q, hash_due_q, product_due_q, factor_q, took_q} <= '0;
      done_q <= '0;
      ready_q <= '0;
    end else begin
      state_q <= state_d;
      slot_q <= slot_d;
      pass_q <= pass_d;
      index_q <= index_d;
      wait_q <= wait_d;
      write_q <= write_d;
      single_q <= single_d;
      request_q <= request_d;
      hash_due_q <= hash_due_d;
      product_due_q <= product_due_d;
      factor_q <= factor_d;
      took_q <= key_taken;
      done_q <= done_d;
      ready_q <= (ready_q & ~(chosen & {STATUS_BITS{took_q}})) | done_q;
    end
  end

  // A request gets its cycle only while it waits.
  `ROUNDEL_CONTRACT(taken_is_due, clk_i, rst_ni, !begun_q || !taken_i || state_q == ASK)

  // At most one result is due, and H is written before its products.
  `ROUNDEL_CONTRACT(one_result, clk_i, rst_ni, !begun_q || !(hash_due_q && product_due_q))

endmodule : roundel_ghash_keys
