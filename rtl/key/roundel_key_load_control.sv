// SPDX-License-Identifier: Apache-2.0
//
// What happens to a key on its way into a store, in designs with Stages of 2 or more: the control.
//
// A key that waits (`key_valid_i`) closes its slot to new blocks (`open_o`), is taken when every
// block of that slot has left the ring, and opens the slot when its round keys are stored. Nothing
// watches the ring: a block is in it for roundel_engine_pkg::latency() cycles, so that many pass,
// unless the slot was not open. With `key_clear_i` the slot is filled with zeros and stays closed.
// After reset and `zeroise_i` all slots are filled with zeros, when as many cycles have passed:
// then no write of before is still on its way to a store, which needs no reset therefore. A key
// that is withdrawn opens its slot again.
//
// Window and store. `wipe_o` and `load_o` are clear and load of roundel_key_expander, the latter
// also for a key that is not taken, which is cleared within three cycles. `launch_o` asks for round
// key `index_o` of `slot_o` to be stored and the window to be advanced; the store answers with
// `advance_i` when it takes the window, a fixed number of cycles later or at once. Requests are
// roundel_engine_pkg::key_step_cycles() apart, or 2 where zeros are stored.
//
// Method. One pair of counters measures everything: periods of so many cycles, so many times. Each
// flag that is far from them stands in a register, as the clock allows two levels of logic.

module roundel_key_load_control #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Stages = 2,  // S, 2 or more
  parameter int StepCycles = 4,  // from window to window
  parameter int KeySlots = 1  // keys held at once, a power of two
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic                                      key_clear_i,

  output logic [                      KeySlots-1:0] open_o,  // blocks of the slot may enter
  output logic                                      wipe_o,
  output logic                                      load_next_o,  // load_o follows
  output logic                                      load_o,
  output logic                                      launch_next_o,  // launch_o follows
  output logic                                      launch_o,
  input  logic                                      advance_i,
  output logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [                               3:0] index_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_SLOT = KeySlots - 1;

  // Cycles of a period, less one. Nr periods of S cycles are the latency of a block.
  localparam int DRAIN_PERIOD = Stages - 1;
  localparam int STEP_PERIOD = StepCycles - 1;
  localparam int CLEAR_PERIOD = 1;

  // Reset or `zeroise_i` a cycle ago: the one register with an asynchronous reset.
  logic forget_q;

  // Where a key is: one of these is set.
  logic idle_q, closing_q, draining_q, drained_q, taking_q;
  logic starting_q, storing_q, stored_q, withdrawn_q;
  logic clearing_q;  // zeros are stored,
  logic all_q;  // in every slot
  logic offered_q;  // a key waited a cycle ago
  logic was_open_q;
  logic at_once_q;  // no block of the slot can be in the ring
  logic [KeySlots-1:0] open_q;
  logic [SLOT_BITS-1:0] slot_q;
  logic last_slot;
  logic keep_q;
  logic wipe_q, load_q;  // these stand at the window, by its 128 bits or more

  logic [3:0] period_q, reload_q, left_q;
  logic wrap_q;  // a period ends and the next one begins
  logic last_period_q;  // none is left behind this one
  logic started_q, launching_q, launch_q;
  logic [3:0] index_q;
  logic last_index_q;
  logic drained;

  assign drained = draining_q && ((wrap_q && last_period_q) || at_once_q);

  assign key_ready_o = taking_q && !forget_q && !zeroise_i;
  assign open_o = open_q & {KeySlots{!forget_q}};
  assign wipe_o = wipe_q;
  assign load_next_o = drained_q;
  assign load_o = load_q;
  assign launch_next_o = launching_q && wrap_q;
  assign launch_o = launch_q;
  assign slot_o = slot_q;
  assign index_o = index_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      forget_q <= 1'b1;
    end else begin
      forget_q <= zeroise_i;
    end
  end

  // ---- The way of a key -------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (forget_q) begin
      {idle_q, draining_q, drained_q, taking_q} <= '0;
      {starting_q, storing_q, stored_q, withdrawn_q} <= '0;
      closing_q <= 1'b1;
      clearing_q <= 1'b1;
      all_q <= 1'b1;
      keep_q <= 1'b0;
      wipe_q <= 1'b1;
    end else begin
      idle_q <= (idle_q && !key_valid_i) || withdrawn_q || (stored_q && (!all_q || last_slot));
      closing_q <= idle_q && key_valid_i;
      withdrawn_q <= ((draining_q || drained_q) && !all_q && !offered_q)
          || (((drained_q && !all_q) || taking_q) && !key_valid_i);
      draining_q <= closing_q || (draining_q && !drained && (offered_q || all_q));
      drained_q <= drained && (offered_q || all_q);
      taking_q <= drained_q && offered_q && key_valid_i && !all_q && !zeroise_i;
      starting_q <= (taking_q && key_valid_i) || (stored_q && all_q && !last_slot)
          || (drained_q && all_q);
      storing_q <= starting_q || (storing_q && !(advance_i && last_index_q));
      stored_q <= storing_q && advance_i && last_index_q;
      if (taking_q) begin
        clearing_q <= key_clear_i;
      end
      if (stored_q && last_slot) begin
        all_q <= 1'b0;
      end
      // From when a key may come until it has been used. Where load_o does not follow load_next_o,
      // the window is cleared in its place, so that what is enabled there reaches nothing.
      keep_q <= (draining_q && !all_q)
          || (keep_q && !stored_q && !withdrawn_q && !(taking_q && key_clear_i));
      wipe_q <= !keep_q || (drained_q && !(key_valid_i && offered_q));
    end
  end

  always_ff @(posedge clk_i) begin
    load_q <= drained_q;
    offered_q <= key_valid_i;
  end

  // ---- The slots --------------------------------------------------------------------------------
  always_ff @(posedge clk_i) begin
    if (forget_q) begin
      slot_q <= '0;
    end else if (idle_q) begin
      slot_q <= key_slot_i;
    end else if (stored_q && all_q) begin
      slot_q <= slot_q + 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (forget_q) begin
      open_q <= '0;
    end else if (closing_q) begin
      open_q[slot_q] <= 1'b0;
    end else if (withdrawn_q) begin
      open_q[slot_q] <= was_open_q;
    end else if (stored_q) begin
      open_q[slot_q] <= !clearing_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (closing_q) begin
      was_open_q <= open_q[slot_q];
      at_once_q <= !open_q[slot_q] && !all_q;
    end
  end

  if (KeySlots == 1) begin : gen_one_slot
    assign last_slot = 1'b1;
  end else begin : gen_slots
    logic last_slot_q;
    always_ff @(posedge clk_i) begin
      last_slot_q <= slot_q == LAST_SLOT[SLOT_BITS-1:0];
    end
    assign last_slot = last_slot_q;
  end

  // ---- Time: the first wrap loads the period, so many more follow it ----------------------------
  always_ff @(posedge clk_i) begin
    wrap_q <= closing_q || starting_q || (period_q == 4'd1 && !wrap_q);
    period_q <= wrap_q ? reload_q : period_q - 4'd1;
    last_period_q <= left_q == 4'd0 && !closing_q && !starting_q;
    if (closing_q) begin
      reload_q <= DRAIN_PERIOD[3:0];
      left_q <= NUM_ROUNDS[3:0];
    end else if (starting_q) begin
      reload_q <= clearing_q ? CLEAR_PERIOD[3:0] : STEP_PERIOD[3:0];
      left_q <= 4'(NUM_ROUNDS + 1);
    end else if (wrap_q) begin
      left_q <= left_q - 4'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (forget_q) begin
      {started_q, launching_q, launch_q} <= '0;
    end else begin
      started_q <= starting_q;
      launching_q <= started_q || (launching_q && !(wrap_q && last_period_q));
      launch_q <= launch_next_o;
    end
  end

  always_ff @(posedge clk_i) begin
    last_index_q <= index_q == NUM_ROUNDS[3:0];
    if (starting_q) begin
      index_q <= 4'd0;
    end else if (advance_i) begin
      index_q <= index_q + 4'd1;
    end
  end

endmodule : roundel_key_load_control
