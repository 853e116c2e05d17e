// SPDX-License-Identifier: Apache-2.0
//
// Control of key loading into the key store, for designs with Stages of 2 or more.
//
// Interface.
// - Key: `key_valid_i` with `key_slot_i` closes the slot to new blocks. `open_o` is high while the
//   slot on `entry_slot_i` is open. `key_ready_o` is high when no block of the slot can be in the
//   ring, and the user then withdraws `key_valid_i`.
//   The slot opens again when its round keys are stored. With `key_clear_i` zeros are stored and
//   the slot stays closed. If the user withdraws `key_valid_i` before `key_ready_o`, the slot
//   returns to its former state.
// - Latency: `key_ready_o` follows the first cycle of `key_valid_i` by latency() + 4 cycles, or by
//   4 cycles if the slot was closed (roundel_engine_pkg). With block RAM the first figure is
//   Nr * S + 4, which is less than latency() + 4.
// - Window: `wipe_o` and `load_o` are clear and load of roundel_key_expander. `load_o` is also high
//   for a key that is withdrawn in one of the last two cycles; `wipe_o` then clears the window.
//   With LoadCycles above 1 `load_o` is high in as many consecutive cycles. `key_ready_o` then
//   comes LoadCycles - 1 cycles later, with the last `load_o`, and the user keeps the key on its
//   ports.
// - Store: `launch_o` requests that round key `index_o` be stored in `slot_o` and that the window
//   advance. The store answers with `advance_i` in the cycle in which the window advances, after a
//   fixed number of cycles that may be 0. Requests are StepCycles apart, or 2 for zeros. With
//   FirstPeriodIdle the first request of a key comes a period later.
// - Reset and zeroise: all slots close. Nr * S + 4 cycles later zeros are stored in every slot,
//   3 * Nr + 8 cycles a slot at most. A write of the store that was under way has then ended, so
//   the store needs no reset. With block RAM (WipeTurns above 0) the store overwrites all banks in
//   parallel: `wipe_store_o` is high for WipeTurns * KeySlots cycles, with each turn on `index_o`
//   and each slot on `slot_o`.
//
// Method. An FSM and one roundel_period_counter. The control does not track blocks: a block is in
// the ring for Nr periods of S cycles, and DRAIN lasts as long. LOAD and TAKE look at
// the user's signals twice, because `load_o` must come from a register.
//
//   cycle      0     1      2 ... n  n+1   n+2   n+3    n+4 ...          m     m+1
//   state     IDLE  CLOSE  DRAIN ... LOAD  TAKE  START  STORE ...        OPEN  IDLE
//   slot      open  open   closed                                              open
//   key_ready                               1
//
// n = 2 for a slot that was closed, and otherwise Nr * S + 2.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_key_load_control #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Stages = 2,  // registers S of a round, 2 or more
  parameter int StepCycles = 6,  // cycles between two requests, 2 or more
  parameter int KeySlots = 1,  // key slots, a power of two
  parameter int LoadCycles = 1,  // cycles of `load_o`, up to 4
  parameter bit FirstPeriodIdle = 1'b0,  // 1: no request of a key at the end of the first period
  parameter int WipeTurns = 0  // turns that a wipe of the whole store overwrites; 0: slot by slot
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                zeroise_i,  // clear every slot

  input  logic                key_valid_i,
  output logic                key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic                key_clear_i,  // clear the slot instead of loading a key

  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] entry_slot_i,
  output logic                open_o,  // blocks of entry_slot_i may enter
  output logic                wipe_o,  // zero the window
  output logic                load_next_o,  // load_o in the next cycle
  output logic                load_o,  // load the window
  output logic                launch_next_o,  // launch_o in the next cycle
  output logic                launch_o,  // store a round key and advance the window
  output logic                wipe_store_o,  // store zeros for slot_o and turn index_o in all banks
  input  logic                advance_i,  // the window advances
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [         3:0] index_o  // round key in the window
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_SLOT = KeySlots - 1;

  `ROUNDEL_REFUSE(roundel_error_load_cycles_must_be_1_to_4, LoadCycles < 1 || LoadCycles > 4)

  // Bits of the number of periods, and of the cycles of a period less one.
  localparam int COUNT = NUM_ROUNDS + 1 + int'(FirstPeriodIdle);
  localparam int LONGEST = (StepCycles > Stages) ? StepCycles : Stages;
  localparam int COUNT_BITS = roundel_prim_pkg::index_bits(
      (COUNT >= LONGEST) ? COUNT + 1 : LONGEST);

  // Cycles of a period, less one.
  localparam int DRAIN_PERIOD = Stages - 1;
  localparam int STEP_PERIOD = StepCycles - 1;
  localparam int CLEAR_PERIOD = 1;

  // IDLE      no key waits.
  // CLOSE     the slot closes; the period counter starts.
  // DRAIN     blocks of the slot leave the ring: Nr periods, or one cycle for a closed slot.
  // LOAD      the next cycle loads the window, if the user still offers the key: LoadCycles cycles.
  // TAKE      the key is accepted, unless the user withdraws it in this cycle.
  // START     the period counter starts for the round keys.
  // STORE     Nr + 1 round keys are stored, or zeros.
  // OPEN      the slot opens; after a reset or zeroise the next slot follows.
  // WITHDRAW  the slot returns to its former state.
  typedef enum logic [3:0] {
    IDLE, CLOSE, DRAIN, LOAD, TAKE, START, STORE, OPEN, WITHDRAW
  } state_e;

  state_e state_q, state_d;
  logic forget_q;  // reset or zeroise_i a cycle ago
  logic load_next_q;  // state_q is LOAD
  logic clearing_q;  // the window is zero: no key, or a slot is cleared
  logic all_q;  // every slot is cleared
  logic offered_q;  // key_valid_i a cycle ago
  logic was_open_q;  // the slot was open before CLOSE
  logic at_once_q;  // DRAIN needs no wait: the slot was closed
  logic was_open;  // slot_q is open
  logic write_open, next_open;  // write the open flag of slot_q; its new value
  logic [SLOT_BITS-1:0] slot_q;
  logic wipe_q, load_q;
  logic launch_q;
  logic [3:0] index_q;
  logic last_index_q;
  logic last_slot, drained, stored, tick, last_tick;
  logic last_load;  // the last cycle of LOAD
  logic idle_tick;  // the tick ends a period without a request

  assign key_ready_o = state_q == TAKE && offered_q && !forget_q && !zeroise_i;
  assign wipe_o = wipe_q;
  assign load_next_o = load_next_q;
  assign load_o = load_q;
  assign launch_next_o = state_q == STORE && tick && !idle_tick && (WipeTurns == 0 || !all_q);
  assign launch_o = launch_q;

  assign drained = (tick && last_tick) || at_once_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      forget_q <= 1'b1;
    end else begin
      forget_q <= zeroise_i;
    end
  end

  // ---- The state --------------------------------------------------------------------------------
  always_comb begin
    state_d = state_q;
    case (state_q)
      IDLE: begin
        if (key_valid_i) state_d = CLOSE;
      end

      CLOSE: begin
        state_d = DRAIN;
      end

      DRAIN: begin
        if (!offered_q && !all_q) begin
          state_d = WITHDRAW;
        end else if (drained) begin
          state_d = LOAD;
        end
      end

      LOAD: begin
        if (all_q) begin
          state_d = START;
        end else if (offered_q) begin
          if (last_load) state_d = TAKE;
        end else begin
          state_d = WITHDRAW;
        end
      end

      TAKE: begin
        if (offered_q && key_valid_i) begin
          state_d = START;
        end else begin
          state_d = WITHDRAW;
        end
      end

      START: begin
        state_d = STORE;
      end

      STORE: begin
        if (stored) state_d = OPEN;
      end

      OPEN: begin
        if (all_q && !last_slot) begin
          state_d = START;
        end else begin
          state_d = IDLE;
        end
      end

      default: begin  // WITHDRAW
        state_d = IDLE;
      end
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (forget_q) begin
      state_q <= CLOSE;
    end else begin
      state_q <= state_d;
    end
  end

  always_ff @(posedge clk_i) begin
    if (forget_q) begin
      all_q <= 1'b1;
    end else if (state_q == OPEN && last_slot) begin
      all_q <= 1'b0;
    end
  end

  // A key may be in the window from TAKE to OPEN, or to the cycle after WITHDRAW.
  always_ff @(posedge clk_i) begin
    if (forget_q || state_q == OPEN || state_q == WITHDRAW) begin
      clearing_q <= 1'b1;
    end else if (state_q == DRAIN) begin
      clearing_q <= all_q;
    end else if (state_q == TAKE) begin
      clearing_q <= key_clear_i;
    end
  end

  always_ff @(posedge clk_i) begin
    wipe_q <= clearing_q;
    load_next_q <= (state_q == DRAIN && drained && (offered_q || all_q) && !forget_q)
        || (state_q == LOAD && !last_load && offered_q && !forget_q);
    load_q <= load_next_q;
    offered_q <= key_valid_i;
  end

  if (LoadCycles == 1) begin : gen_one_load
    assign last_load = 1'b1;
  end else begin : gen_loads
    localparam int LAST_LOAD = LoadCycles - 1;
    logic [1:0] loads_q;
    assign last_load = loads_q == LAST_LOAD[1:0];
    always_ff @(posedge clk_i) begin
      loads_q <= (state_q == LOAD) ? loads_q + 2'd1 : 2'd0;
    end
  end

  if (FirstPeriodIdle) begin : gen_idle_period
    logic first_q;  // the first period
    assign idle_tick = first_q && !clearing_q;  // zeros need no idle period
    always_ff @(posedge clk_i) begin
      if (state_q == START) begin
        first_q <= 1'b1;
      end else if (tick) begin
        first_q <= 1'b0;
      end
    end
  end else begin : gen_no_idle_period
    assign idle_tick = 1'b0;
  end

  // ---- The slots --------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (forget_q) begin
      slot_q <= '0;
    end else if (state_q == IDLE) begin
      slot_q <= key_slot_i;
    end else if (state_q == OPEN && all_q) begin
      slot_q <= slot_q + 1'b1;
    end
  end

  // A register or a RAM drives open_o, so zeroise_i itself closes the slots.
  always_comb begin
    write_open = 1'b0;
    next_open = 1'b0;
    if (state_q == CLOSE) begin
      write_open = 1'b1;
    end else if (state_q == WITHDRAW) begin
      write_open = !forget_q;  // the flags are being cleared
      next_open = was_open_q;
    end else if (state_q == OPEN) begin
      write_open = !forget_q;
      next_open = !clearing_q;
    end
  end

  roundel_slot_flags #(
    .KeySlots(KeySlots),
    .Queries(2),
    .InRam(roundel_engine_pkg::has_key_block_ram(KeySlots) != 0)
  ) u_open (
    .clk_i, .rst_ni,
    .clear_i(zeroise_i || forget_q),
    // The store is wiped for a longer time than the flags.
    // verilator lint_off PINCONNECTEMPTY
    .busy_o(),
    // verilator lint_on PINCONNECTEMPTY
    .write_i(write_open),
    .slot_i(slot_q),
    .flag_i(next_open),
    .query_slot_i({slot_q, entry_slot_i}),
    .flag_o({was_open, open_o})
  );

  always_ff @(posedge clk_i) begin
    if (state_q == CLOSE) begin
      was_open_q <= was_open;
      at_once_q <= !was_open && !all_q;
    end
  end

  if (KeySlots == 1 || WipeTurns != 0) begin : gen_one_slot
    assign last_slot = 1'b1;
  end else begin : gen_slots
    logic last_slot_q;
    always_ff @(posedge clk_i) begin
      last_slot_q <= slot_q == LAST_SLOT[SLOT_BITS-1:0];
    end
    assign last_slot = last_slot_q;
  end

  if (WipeTurns != 0) begin : gen_wipe
    // STORE after a reset or zeroise: a counter goes through the turns and slots of the banks.
    localparam int LAST_TURN = WipeTurns - 1;
    localparam int BEFORE_LAST_SLOT = KeySlots - 2;
    logic wiping_q;  // a turn of a slot is overwritten
    logic wiped_q;  // all turns of all slots are overwritten
    logic [SLOT_BITS-1:0] wipe_slot_q;
    logic [3:0] wipe_turn_q;
    logic last_wipe_slot_q;  // wipe_slot_q is LAST_SLOT, while wiping_q

    assign wipe_store_o = wiping_q;
    assign slot_o = wiping_q ? wipe_slot_q : slot_q;
    assign index_o = wiping_q ? wipe_turn_q : index_q;
    assign stored = all_q ? wiped_q : advance_i && last_index_q;

    always_ff @(posedge clk_i) begin
      last_wipe_slot_q <= wiping_q && wipe_slot_q == BEFORE_LAST_SLOT[SLOT_BITS-1:0];
      if (forget_q || !all_q) begin
        wiping_q <= 1'b0;
        wiped_q <= 1'b0;
      end else if (state_q == START) begin
        wiping_q <= 1'b1;
        wiped_q <= 1'b0;
        wipe_slot_q <= '0;
        wipe_turn_q <= 4'd0;
      end else if (wiping_q) begin
        wipe_slot_q <= wipe_slot_q + 1'b1;
        if (last_wipe_slot_q) begin
          wipe_turn_q <= wipe_turn_q + 4'd1;
          wiping_q <= wipe_turn_q != LAST_TURN[3:0];
          wiped_q <= wipe_turn_q == LAST_TURN[3:0];
        end
      end
    end
  end else begin : gen_no_wipe
    assign wipe_store_o = 1'b0;
    assign slot_o = slot_q;
    assign index_o = index_q;
    assign stored = advance_i && last_index_q;
  end

  // ---- Time -------------------------------------------------------------------------------------
  logic start_count;
  logic [COUNT_BITS-1:0] period, count;

  assign start_count = state_q == CLOSE || state_q == START;

  always_comb begin
    period = DRAIN_PERIOD[COUNT_BITS-1:0];
    count = NUM_ROUNDS[COUNT_BITS-1:0];
    if (state_q == START) begin
      period = clearing_q ? CLEAR_PERIOD[COUNT_BITS-1:0] : STEP_PERIOD[COUNT_BITS-1:0];
      count = COUNT_BITS'((FirstPeriodIdle && !clearing_q) ? NUM_ROUNDS + 2 : NUM_ROUNDS + 1);
    end
  end

  roundel_period_counter #(.Bits(COUNT_BITS)) u_counter (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .clear_i(forget_q),
    .start_i(start_count),
    .period_i(period),
    .count_i(count),
    .tick_o(tick),
    .last_o(last_tick)
  );

  always_ff @(posedge clk_i) begin
    if (forget_q) begin
      launch_q <= 1'b0;
    end else begin
      launch_q <= launch_next_o;
    end
  end

  always_ff @(posedge clk_i) begin
    last_index_q <= index_q == NUM_ROUNDS[3:0];
    if (state_q == START) begin
      index_q <= 4'd0;
    end else if (advance_i) begin
      index_q <= index_q + 4'd1;
    end
  end

  // No round key is stored in an open slot. The store advances the window on request alone; a
  // request from before a zeroise may still be under way.
  `ROUNDEL_CONTRACT(closed_while_stored, clk_i, rst_ni, forget_q || !launch_q || !was_open)
  `ROUNDEL_CONTRACT(advances_on_request, clk_i, rst_ni,
                    forget_q || !advance_i || state_q == STORE || all_q)

endmodule : roundel_key_load_control
