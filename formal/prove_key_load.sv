// SPDX-License-Identifier: Apache-2.0
//
// Proves the contract of roundel_key_load_control that keeps the key store correct. Unbounded, for
// an arbitrary slot. Reset, zeroise, keys, withdrawn keys and blocks come at any time.
// - No round key of the slot is stored while a block of the slot is in the ring.
// - The slot is open only after the store has taken Nr + 1 round keys of the slot's last accepted
//   key, in order. A later clear, reset or zeroise closes the slot.
// - The window is loaded with the accepted key in the cycle of the handshake. The key stays until
//   the last round key is stored. Requests are StepCycles apart, so each step has settled.
// - A withdrawn key, and a key with key_clear_i, leaves the window within three cycles.
// - After a reset or zeroise, and for a clear, Nr + 1 zeros are stored in order.
//   No key is accepted and no slot opens before zeros are stored in every slot.
//
// By prove_key_held and prove_key_step the window takes the standard's steps. By prove_key_chain or
// prove_key_banks the store returns each round key. A block therefore meets the round keys of the
// last accepted key of its slot.
//
// Method. The ring is a delay line of LATENCY cycles of accepted blocks. The store answers after a
// fixed number of cycles, as roundel_key_chain (Chain = 1) or roundel_key_banks does. Wires named
// u_dut.* are registers of the design (hierconn). Their relation to the cycles since the slot
// closed makes the proof inductive.

module prove_key_load #(
  parameter int KeyBits = 128,
  parameter int Stages = 2,
  parameter int StepCycles = 6,
  parameter int KeySlots = 1,
  parameter bit Chain = 1'b1  // the store is roundel_key_chain
) (
  input logic clk_i,
  input logic rst_ni,
  input logic zeroise_i,
  input logic key_valid_i,
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input logic key_clear_i,
  input logic block_i,  // a block of the watched slot is offered
  input logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] watched_i  // constant
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LATENCY = NUM_ROUNDS * Stages;
  localparam int DELAY = Chain ? NUM_ROUNDS + 1 : 0;  // cycles from launch_o to advance_i
  localparam int KEYS = NUM_ROUNDS + 1;

  logic key_ready, wipe, load_next, load, launch_next, launch, advance, take, mine, takes_mine;
  logic [KeySlots-1:0] open;
  logic watched_open, unused_wipe;
  logic [SLOT_BITS-1:0] slot, key_slot;
  logic [3:0] index;

  assign key_slot = (KeySlots == 1) ? '0 : key_slot_i;
  assign take = key_valid_i && key_ready;
  assign mine = slot == watched_i;
  assign takes_mine = take && mine;

  roundel_key_load_control #(
    .KeyBits(KeyBits),
    .Stages(Stages),
    .StepCycles(StepCycles),
    .KeySlots(KeySlots)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_clear_i(key_clear_i),
    .entry_slot_i(watched_i),
    .open_o(watched_open),
    .wipe_o(wipe),
    .load_next_o(load_next),
    .load_o(load),
    .launch_next_o(launch_next),
    .launch_o(launch),
    .wipe_store_o(unused_wipe),
    .advance_i(advance),
    .slot_o(slot),
    .index_o(index)
  );

  // ---- The ring and the store -------------------------------------------------------------------
  logic [SLOT_BITS-1:0] watched_q;
  logic started_q = 1'b0;
  logic forget_q;  // reset or zeroise_i in the previous cycle
  logic open_q;  // the watched slot was open in the previous cycle
  logic accept;
  logic [LATENCY-1:0] flight_q;  // blocks of the watched slot; the last accepted block in bit 0
  logic [NUM_ROUNDS+StepCycles:0] wave_q;  // launches of the last cycles; the last one in bit 0

  // With one slot the ring sees a closed slot a cycle late (early_key_ready()).
  assign accept = block_i && ((KeySlots == 1) ? open_q : open[watched_i]);
  assign advance = Chain ? wave_q[NUM_ROUNDS] : launch;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    watched_q <= watched_i;
    wave_q <= (wave_q << 1) | (NUM_ROUNDS + StepCycles + 1)'(launch);
    flight_q <= (flight_q << 1) | LATENCY'(accept);
    open_q <= open[watched_i];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) forget_q <= 1'b1;
    else forget_q <= zeroise_i;
  end

  // ---- The specification ------------------------------------------------------------------------
  logic key_q;  // the watched slot's last run stores a key and not zeros
  logic [3:0] count_q;  // round keys stored in the watched slot's last run
  logic [1:0] tail_q;  // cycles since the last stored round key, up to 3
  logic zeroed_q;  // since the last reset or zeroise, Nr + 1 zeros were stored in the watched slot
  logic window_key_q;  // the window holds the accepted key, of any slot, or its successors
  logic run_key_q;  // the last run, of any slot, stores a key
  logic [3:0] advanced_q;  // steps of the window in the last run
  logic [StepCycles-2:0] recent_q;  // a handshake or a step, by cycles ago less one
  logic wiped_q;  // wipe_o in the previous cycle: the window is zero
  logic [1:0] erase_q;  // cycles until the wipe of a key without a run
  logic [1:0] forgot_q = 2'b00;  // forget_q one cycle ago, and two cycles ago
  logic offered_q, accepted_q;  // a key was offered, or accepted, in the previous cycle
  logic [SLOT_BITS-1:0] key_slot_q;  // the slot of the key offered in the previous cycle
  (* hierconn *) logic [3:0] \u_dut.state_q ;
  logic [3:0] state;
  assign state = \u_dut.state_q ;
  localparam int IDLE = 0, CLOSE = 1, DRAIN = 2, LOAD = 3, TAKE = 4, START = 5, STORE = 6, OPEN = 7,
      WITHDRAW = 8;

  always_ff @(posedge clk_i) begin
    wiped_q <= wipe;
    forgot_q <= {forgot_q[0], forget_q};
    offered_q <= key_valid_i;
    accepted_q <= take;
    key_slot_q <= key_slot;
    if (forget_q) begin
      key_q <= 1'b0;
      count_q <= 4'd0;
      zeroed_q <= 1'b0;
      window_key_q <= 1'b0;
      run_key_q <= 1'b0;
      tail_q <= 2'd0;
    end else begin
      if (tail_q != 2'd3) tail_q <= tail_q + 2'd1;
      if (takes_mine) begin
        key_q <= !key_clear_i;
        count_q <= 4'd0;
      end else if (launch && mine) begin
        count_q <= count_q + 4'd1;
        tail_q <= 2'd1;
        if (int'(count_q) == KEYS - 1 && !key_q) zeroed_q <= 1'b1;
      end
      if (take) begin
        run_key_q <= !key_clear_i;
        window_key_q <= !key_clear_i;
      end else if (advance && int'(advanced_q) == KEYS - 1) begin
        window_key_q <= 1'b0;
      end
    end
    if (int'(state) == START) advanced_q <= 4'd0;
    else if (advance) advanced_q <= advanced_q + 4'd1;
    recent_q <= (recent_q << 1) | (StepCycles - 1)'(take || advance);
    if (wipe || forget_q) erase_q <= 2'd0;  // forgot_q requires the wipe instead
    else if (load && !(take && !key_clear_i)) erase_q <= 2'd3;
    else if (erase_q != 2'd0) erase_q <= erase_q - 2'd1;
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q) assume (watched_i == watched_q);
    if (KeySlots == 1) assume (watched_i == '0);
    // The user keeps the slot of a waiting key.
    if (started_q && key_valid_i && offered_q && !accepted_q) assume (key_slot == key_slot_q);
    if (started_q && rst_ni && !forget_q) begin
      // No round key of the slot is stored while a block of the slot is in the ring.
      if (launch && mine) assert (flight_q == '0 && !accept);
      // An open slot holds all round keys of the last accepted key, and no write is under way.
      if (open[watched_i]) begin
        assert (key_q && int'(count_q) == KEYS && tail_q >= 2'd2);
        if (Chain) assert (wave_q[NUM_ROUNDS:0] == '0);
      end
      // Each run stores Nr + 1 round keys in order.
      if (launch && mine) begin
        assert (int'(count_q) < KEYS);
        if (!Chain) assert (index == count_q);
      end
      if (advance && int'(state) == STORE) assert (index == advanced_q);
      // The window holds the accepted key until the last step; steps are StepCycles apart.
      if (take) assert (load && !wipe);
      if (window_key_q) assert (!load && !wipe);
      if (launch && run_key_q) assert (window_key_q);
      if (advance && window_key_q) assert (recent_q == '0);
      // A run without a key stores zeros.
      if (launch && !run_key_q) assert (wipe && wiped_q);
      // Zeros are stored in every slot before a key is accepted or a slot opens.
      if (key_ready) assert (zeroed_q);
      if (open != '0) assert (zeroed_q);
    end
    if (started_q && rst_ni) begin
      if (forget_q || zeroise_i) assert (!key_ready);
      if (forget_q) assert (open == '0);
      if (take) assert (key_slot == slot);
    end
    if (!started_q) assert (forgot_q == 2'b00);
    if (started_q) begin
      if (erase_q == 2'd1) assert (wipe);
      if (forgot_q[1]) assert (wipe);
      if (forgot_q[0]) assert (clearing && all);
    end
    // A second key for an open slot, offered while a block is in flight.
    reloaded: cover (rst_ni && !forget_q && takes_mine && \u_dut.was_open_q && !key_clear_i);
    opened: cover (rst_ni && !forget_q && open[watched_i] && flight_q[1]);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [KeySlots-1:0] \u_dut.u_open.gen_registers.flags_q ;
  assign open = \u_dut.u_open.gen_registers.flags_q ;
  (* hierconn *) logic \u_dut.all_q ;
  (* hierconn *) logic \u_dut.clearing_q ;
  (* hierconn *) logic \u_dut.was_open_q ;
  (* hierconn *) logic \u_dut.at_once_q ;
  (* hierconn *) logic \u_dut.offered_q ;
  (* hierconn *) logic \u_dut.last_index_q ;
  (* hierconn *) logic \u_dut.last_slot ;
  (* hierconn *) logic \u_dut.u_counter.started_q ;
  (* hierconn *) logic \u_dut.u_counter.busy_q ;
  (* hierconn *) logic \u_dut.u_counter.wrap_q ;
  (* hierconn *) logic \u_dut.u_counter.last_q ;
  (* hierconn *) logic [3:0] \u_dut.u_counter.period_q ;
  (* hierconn *) logic [3:0] \u_dut.u_counter.cycles_q ;
  (* hierconn *) logic [3:0] \u_dut.u_counter.left_q ;

  logic all, clearing, was_open, at_once, slot_open;
  logic [8:0] since_q;  // cycles since the counter started, less one, up to 511
  logic idle, closes, drains, loads, takes, starts, stores, opens, withdraws;
  assign all = \u_dut.all_q ;
  assign clearing = \u_dut.clearing_q ;
  assign was_open = \u_dut.was_open_q ;
  assign at_once = \u_dut.at_once_q ;
  assign slot_open = \u_dut.u_open.gen_registers.flags_q [watched_i];
  assign {idle, closes, drains, loads, takes, starts, stores, opens, withdraws} = {
    int'(state) == IDLE, int'(state) == CLOSE, int'(state) == DRAIN, int'(state) == LOAD,
    int'(state) == TAKE, int'(state) == START, int'(state) == STORE, int'(state) == OPEN,
    int'(state) == WITHDRAW
  };

  always_ff @(posedge clk_i) begin
    if (closes || starts) since_q <= 9'd0;
    else if (since_q != 9'd511) since_q <= since_q + 9'd1;
  end

  // The specification of prove_period_counter, with the period and count of the present state.
  logic running_q;
  logic [3:0] rest_q, done_q, launched_q;
  logic [3:0] length, count;  // cycles of a period, less one; periods
  logic ends, counter_right;
  assign length = drains ? 4'(Stages - 1) : run_key_q ? 4'(StepCycles - 1) : 4'd1;
  assign count = drains ? 4'(NUM_ROUNDS) : 4'(KEYS);
  assign ends = running_q && rest_q == 4'd0 && done_q != 4'd0;
  always_ff @(posedge clk_i) begin
    if (closes || starts) begin
      running_q <= 1'b1;
      rest_q <= 4'd0;
      done_q <= 4'd0;
    end else begin
      if (ends && done_q == count) running_q <= 1'b0;
      rest_q <= (rest_q == length) ? 4'd0 : rest_q + 4'd1;
      if (rest_q == length) done_q <= done_q + 4'd1;
    end
    if (starts) launched_q <= 4'd0;
    else if (launch) launched_q <= launched_q + 4'd1;
  end

  always_comb begin
    counter_right = \u_dut.u_counter.started_q == (running_q && rest_q == 4'd0 && done_q == 4'd0)
        && \u_dut.u_counter.busy_q == (running_q && !(rest_q == 4'd0 && done_q == 4'd0));
    if (running_q) begin
      counter_right = counter_right && rest_q <= length && done_q <= count
          && (done_q != count || rest_q == 4'd0)
          && \u_dut.u_counter.period_q == length
          && \u_dut.u_counter.wrap_q == (rest_q == 4'd0)
          && (rest_q == 4'd0 || \u_dut.u_counter.cycles_q == length - rest_q + 4'd1)
          && \u_dut.u_counter.left_q == count - done_q - 4'(rest_q != 4'd0)
          && (rest_q != 4'd0 || \u_dut.u_counter.last_q == (done_q == count));
    end
  end

  // Launches on their way to the window, and the ticks before this cycle.
  logic [3:0] under_way, ticks;
  always_comb begin
    under_way = 4'd0;
    for (int i = 0; i <= NUM_ROUNDS; i++) under_way = under_way + 4'(Chain && wave_q[i]);
    ticks = running_q ? done_q - 4'(ends) : 4'(KEYS);
  end

  always_comb begin
    if (started_q) begin
      assert (int'(state) <= WITHDRAW);
      if (KeySlots == 1 && !idle) assert (slot == '0);
      // Reset and zeroise.
      if (all) begin
        assert (!idle && !takes && !withdraws);
        assert (clearing && (wipe || forgot_q[0]) && !run_key_q && !key_q);
        assert (open == '0);
        if (drains) assert (!at_once);
        if (stores || opens) assert (\u_dut.last_slot == (int'(slot) == KeySlots - 1));
        if (!forget_q) assert (!zeroed_q || slot > watched_i || (mine && (stores || opens)));
        if (closes || drains || loads) assert (slot == '0);
        if (slot > watched_i) assert (int'(count_q) == KEYS && zeroed_q);
        if (slot < watched_i) assert (count_q == 4'd0);
        if (mine && (closes || drains || loads || starts)) assert (count_q == 4'd0);
        if (mine && opens) assert (zeroed_q);
      end else if (!forget_q) begin
        assert (zeroed_q);
      end
      if (!all && mine && starts && !forget_q) assert (count_q == 4'd0);
      if (mine && stores && !forget_q) begin
        assert (key_q == run_key_q);
        assert (count_q == launched_q);
        if (!key_q && int'(count_q) < KEYS && all) assert (!zeroed_q);
        if (!key_q && int'(count_q) == KEYS) assert (zeroed_q);
      end
      if (mine && starts && !forget_q) assert (key_q == run_key_q);
      if (mine && opens && !forget_q) begin
        assert (key_q == run_key_q && int'(count_q) == KEYS && tail_q >= 2'd1);
      end
      if (stores && mine && !forget_q && launched_q != 4'd0) assert (tail_q >= 2'd1);
      // The waiting key.
      if (!all && !forget_q) begin
        if (closes) assert (offered_q && !accepted_q);
        if ((closes || drains || loads || takes) && offered_q) assert (key_slot_q == slot);
        if (drains || loads || takes) assert (!accepted_q);
        assert (offered_q == \u_dut.offered_q );
      end
      // The window.
      if (idle || closes) assert (clearing);
      if (loads) assert (clearing == all);
      if (drains && since_q != 9'd0) assert (clearing == all);
      if (takes) assert (!clearing && !all);
      if (!forget_q && (starts || stores || opens)) assert (clearing == !run_key_q);
      if (!forget_q) begin
        if (stores) assert (wipe == !run_key_q);
        if (stores && since_q != 9'd0) assert (wiped_q == !run_key_q);
        if (starts && run_key_q) assert (!wipe && !load);
        if (stores) assert (!load);
        assert (window_key_q == (run_key_q && (starts || stores)));
      end
      assert (load_next == loads);
      if (load) assert (takes || withdraws || (starts && all) || forgot_q != '0);
      if (takes) assert (load);
      if (erase_q == 2'd3) assert (withdraws || idle || starts || forget_q || forgot_q != '0);
      if (erase_q == 2'd3 && starts && !forget_q) assert (clearing);
      if (erase_q == 2'd2) assert (clearing || forget_q || wipe || forgot_q != '0);
      if (takes) assert (!wipe || forget_q || forgot_q != '0);
      // Time.
      if (drains && !at_once) begin
        assert (counter_right && running_q);
        assert (int'(since_q) == int'(done_q) * Stages + int'(rest_q));
      end
      if (drains && at_once) assert (since_q == 9'd0);
      if (!stores && !forget_q) assert (!launch);
      if (!forget_q && stores) begin
        assert (counter_right);
        if (since_q == 9'd0) assert (running_q && rest_q == 4'd0 && done_q == 4'd0);
        else assert (!(running_q && rest_q == 4'd0 && done_q == 4'd0));
        assert (5'(launched_q) + 5'(launch) == 5'(ticks));
        assert (5'(advanced_q) + 5'(under_way) == 5'(launched_q) && int'(launched_q) <= KEYS);
        if (running_q && launch) assert (rest_q == 4'd1 && done_q != 4'd0);
        if (running_q) begin
          assert (since_q == 9'(done_q) * (run_key_q ? 9'(StepCycles) : 9'd2) + 9'(rest_q));
        end else begin
          assert (int'(since_q) > KEYS * (run_key_q ? StepCycles : 2));
        end
        assert (int'(advanced_q) <= NUM_ROUNDS && index == advanced_q);
        if (since_q != 9'd0) begin
          assert (\u_dut.last_index_q
                  == (advanced_q - 4'(Chain ? wave_q[NUM_ROUNDS+1] : wave_q[0])
                      == 4'(NUM_ROUNDS)));
        end else begin
          assert (under_way == 4'd0);
        end
        // Launches are a period apart.
        for (int d = 0; d < StepCycles; d++) begin
          if (running_q && done_q == 4'd0 && d < int'(rest_q)) assert (!wave_q[d]);
          if (running_q && done_q != 4'd0 && d < int'(length) && wave_q[d]) begin
            assert (int'(rest_q) == d + 2 || (rest_q == 4'd0 && int'(length) == d + 1));
          end
          if (launch && d < int'(length)) assert (!wave_q[d]);
        end
        if (run_key_q) begin
          for (int i = 0; i <= NUM_ROUNDS; i++) begin
            for (int d = 1; d < StepCycles; d++) begin
              if (Chain && wave_q[i] && i + d <= NUM_ROUNDS + 1 + int'(since_q)) begin
                assert (!wave_q[i+d]);
              end
            end
          end
        end else begin
          for (int i = 0; i <= NUM_ROUNDS; i++) begin
            if (wave_q[i] && i < int'(since_q)) assert (!wave_q[i+1] || i + 1 >= int'(since_q));
          end
        end
        for (int d = 0; d < StepCycles - 1; d++) begin
          if (d < int'(since_q) && run_key_q) begin
            assert (recent_q[d] == (Chain ? wave_q[NUM_ROUNDS+1+d] : wave_q[d]));
          end
        end
        if (Chain) begin
          for (int i = 0; i <= NUM_ROUNDS + StepCycles; i++) begin
            if (i >= int'(since_q) && i <= NUM_ROUNDS + 1 + int'(since_q)) assert (!wave_q[i]);
          end
        end
      end
      // Launches in progress.
      if (Chain && !forget_q && !stores) begin
        if (all && (closes || drains)) begin
          for (int i = 0; i <= NUM_ROUNDS; i++) begin
            if (drains && i <= int'(since_q)) assert (!wave_q[i]);
          end
        end else begin
          assert (wave_q[NUM_ROUNDS:0] == '0);
        end
      end
      // The slot and the ring.
      if (drains || loads || takes || starts || stores || opens || withdraws) begin
        assert (!\u_dut.u_open.gen_registers.flags_q [slot]);
        if (!all) assert (at_once == !was_open || starts || stores || opens);
      end
      if (slot_open) assert (key_q && int'(count_q) == KEYS && tail_q >= 2'd2 && !all);
      if (was_open && mine && !all && (drains || loads || takes || withdraws)) begin
        assert (key_q && int'(count_q) == KEYS && tail_q >= 2'd2);
      end
      if (mine || all) begin
        if (drains) begin
          for (int i = 0; i < LATENCY; i++) if (i + 2 <= int'(since_q)) assert (!flight_q[i]);
          if (since_q != 9'd0) assert (!open_q);
        end
        if (loads || takes || starts || stores || opens) assert (flight_q == '0 && !open_q);
        if (all && closes) assert (!open_q);
        if (!all && !was_open && (drains || withdraws)) assert (flight_q == '0 && !open_q);
        if (withdraws) assert (!open_q || since_q <= 9'd1);
      end
      if (!slot_open && !all && !forget_q && (idle || closes || !mine)) begin
        assert (flight_q == '0 && !open_q);
      end
      assert (forget_q == \u_dut.forget_q );
    end
  end
  (* hierconn *) logic \u_dut.forget_q ;

endmodule : prove_key_load
