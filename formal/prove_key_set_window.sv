// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_key_set_window gives the round keys of KEYEXPANSION() (FIPS-197 section 5.2)
// for each key size of a set, for every key and every time of a step that the interface allows.
//
// Registers in SubWord are wires here (formal/stubs/roundel_pipeline_cut.sv), and the proof counts
// the cycles between two shifts: at least StepCycles. prove_key_set_held shows that the registers
// then hold the result.
//
// Method. `expanded` is the window that belongs to round key `step_q`, by the specification: the
// key's own words, and the words of the next steps behind a shorter key. Probes are registers of
// the design. The assertions on these registers make the proof inductive.

module prove_key_set_window #(
  parameter int KeyBits = 256,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,
  parameter int StepCycles = 1
) (
  input logic               clk_i,
  input logic               clear_i,
  input logic               load_i,
  input logic [        1:0] size_i,
  input logic [KeyBits-1:0] key_i,
  input logic               advance_i
);

  localparam int PAIRS = KeyBits / 64;
  localparam bit HELD = StepCycles > 1;
  // Cycles from the last load to round key 0 and to the first step, and from a step to the round key.
  localparam int LOAD_CYCLES = HELD ? 2 * StepCycles + 2 : 1;
  localparam int FIRST_CYCLES = HELD ? 3 * StepCycles : 1;
  localparam int CYCLES = 2 * StepCycles;

  logic [127:0] key;

  roundel_key_set_window #(
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Sbox(roundel_engine_pkg::SBOX_TABLE),
    .StepCycles(StepCycles)
  ) u_dut (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .load_i(load_i),
    .size_i(size_i),
    .key_i(key_i),
    .advance_i(advance_i),
    .key_o(key)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic [KeyBits-1:0] key_q;  // of the first load
  logic [1:0] size_q;
  logic [2:0] loads_q;  // cycles with load_i since the clear
  logic [3:0] step_q;  // number of the round key
  logic [255:0] own_q;  // words 4 * step_q to 4 * step_q + Nk - 1, in the top bits
  logic [5:0] age_q;  // cycles since the last load or step, less one, up to 63
  logic stepped_q;  // a step follows the load
  logic started_q = 1'b0;
  logic cleared_q;
  logic [3:0] num_rounds;
  logic loaded, rests, free;  // the key is loaded; the round key is valid; a step is allowed
  logic last;  // no round key follows

  logic [127:0] next_128;
  logic [191:0] next_192;
  logic [255:0] next_256;
  spec_key_step #(.KeyBits(128)) u_spec_128 (
    .step_i(step_q), .window_i(own_q[255-:128]), .window_o(next_128)
  );
  spec_key_step #(.KeyBits(192)) u_spec_192 (
    .step_i(step_q), .window_i(own_q[255-:192]), .window_o(next_192)
  );
  spec_key_step #(.KeyBits(256)) u_spec_256 (
    .step_i(step_q), .window_i(own_q), .window_o(next_256)
  );

  logic [255:0] next, whole;
  logic [KeyBits-1:0] expanded;
  always_comb begin
    case (size_q)
      roundel_aes_pkg::KEY_SIZE_128: begin
        next = {next_128, 128'd0};
        whole = {own_q[255-:128], next_128};
      end
      roundel_aes_pkg::KEY_SIZE_192: begin
        next = {next_192, 64'd0};
        whole = {own_q[255-:192], next_192[127:64]};
      end
      default: begin
        next = next_256;
        whole = own_q;
      end
    endcase
  end
  assign expanded = whole[255-:KeyBits];
  assign num_rounds = 4'd10 + {1'b0, size_q, 1'b0};
  assign last = step_q == num_rounds;
  assign loaded = int'(loads_q) == PAIRS;
  assign rests = loaded && int'(age_q) + 1 >= (stepped_q ? CYCLES : LOAD_CYCLES);
  assign free = loaded && int'(age_q) + 1 >= (stepped_q ? CYCLES : FIRST_CYCLES);

  // With StepCycles above 1 the window shifts a cycle after `advance_i`.
  logic steps, advance_q;
  assign steps = HELD ? advance_q : advance_i;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    cleared_q <= clear_i;
    advance_q <= advance_i && !clear_i;
    if (load_i && loads_q == 3'd0) begin
      key_q <= key_i;
      size_q <= size_i;
      own_q <= 256'(key_i) << (256 - KeyBits);
    end
    if (clear_i) begin
      loads_q <= 3'd0;
      step_q <= 4'd0;
      age_q <= 6'd0;
      stepped_q <= 1'b0;
    end else begin
      age_q <= (load_i || advance_i) ? 6'd0 : (age_q == 6'd63) ? age_q : age_q + 6'd1;
      if (load_i) loads_q <= loads_q + 3'd1;
      if (advance_i) stepped_q <= 1'b1;
      if (steps) begin
        step_q <= step_q + 4'd1;
        own_q <= next;
      end
    end
  end

  // ---- Registers of the design ------------------------------------------------------------------
  logic [KeyBits-1:0] window_q;
  logic [1:0] own_size_q, phase_q;
  logic [2:0] own_loads_q, pairs_q;
  logic [7:0] rcon_q;
  logic second_q, shift;
  logic [63:0] made;
  logic load_q;
  logic [63:0] loaded_q;
  logic [3:0] wait_q;

  logic [5:0] shifts_q;  // since the clear
  logic [5:0] still_q;  // cycles since the last shift, less one, up to 63
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      shifts_q <= 6'd0;
    end else if (shift) begin
      shifts_q <= shifts_q + 6'd1;
    end
    still_q <= shift ? 6'd0 : (still_q == 6'd63) ? still_q : still_q + 6'd1;
  end

  // By size and number of pairs: the next pair modulo Nk / 2, and Rcon of the next rotation.
  function automatic logic [9:0] place(input int pairs, input int half);
    logic [7:0] rcon;
    rcon = 8'h01;
    for (int n = half; n < pairs; n += half) begin
      rcon = {rcon[6:0], 1'b0} ^ (rcon[7] ? 8'h1b : 8'h00);
    end
    place = {2'(pairs % half), rcon};
  endfunction

  logic [1:0] phase;
  logic [7:0] rcon;
  always_comb begin
    {phase, rcon} = 10'd0;
    for (int n = 0; n < 33; n++) begin
      if (n == int'(shifts_q)) begin
        {phase, rcon} = (size_q == roundel_aes_pkg::KEY_SIZE_128) ? place(n, 2) :
            (size_q == roundel_aes_pkg::KEY_SIZE_192) ? place(n, 3) : place(n, 4);
      end
    end
  end

  logic [2:0] key_pairs;  // pairs of words in the key
  logic [5:0] due_shifts;  // shifts of the load and of all steps
  assign key_pairs = 3'd2 + {1'b0, size_q};
  assign due_shifts = 6'(PAIRS) + {1'b0, step_q, 1'b0};

  always_comb begin
    // The user's side.
    assume (started_q || clear_i);
    if (load_i) assume (!loaded && (loads_q == 3'd0 || age_q == 6'd0));
    if (loads_q != 3'd0 && !loaded) assume (load_i || clear_i);
    if (load_i && loads_q == 3'd0) assume (roundel_engine_pkg::has_key_size(KeySizes, size_i));
    if (load_i && loads_q != 3'd0) assume (key_i == key_q && size_i == size_q);
    if (advance_i) assume (free && !last);

    if (started_q) begin
      // What the user sees.
      if (rests) assert (key == own_q[255-:128]);
      if (cleared_q && !HELD) assert (window_q == '0);

      // The specification's registers.
      assert (int'(loads_q) <= PAIRS && step_q <= num_rounds);
      if (loads_q == 3'd0) assert (step_q == 4'd0 && !stepped_q);
      if (step_q != 4'd0) assert (loaded);
      assert (stepped_q == (step_q != 4'd0 || (HELD && advance_q)));
      if (advance_q) assert (loaded && stepped_q && age_q == 6'd0);
      if (HELD && advance_q) assert (!last);
      if (loads_q != 3'd0) begin
        assert (roundel_engine_pkg::has_key_size(KeySizes, size_q));
        if (step_q == 4'd0) assert (own_q == 256'(key_q) << (256 - KeyBits));
      end

      // The registers of the design.
      if (loads_q == 3'd0) begin
        assert (own_loads_q == 3'd0 && pairs_q == 3'd0 && phase_q == 2'd0 && !second_q);
        assert (shifts_q == 6'd0 && rcon_q == 8'h01);
      end else begin
        assert (own_size_q == size_q);
        assert (own_loads_q == ((loads_q < key_pairs) ? loads_q : key_pairs));
        assert (phase_q == phase);
        assert (rcon_q == rcon);
        assert (shifts_q <= due_shifts);
      end
      // The words that are in the window after `shifts_q` shifts.
      for (int n = 1; n <= PAIRS; n++) begin
        if (step_q == 4'd0 && int'(shifts_q) == n) begin
          assert ((window_q ^ (expanded >> 64 * (PAIRS - n))) << 64 * (PAIRS - n) == '0);
        end
      end
      if (step_q != 4'd0 && !last) begin
        if (shifts_q == due_shifts) assert (window_q == expanded);
        if (shifts_q + 6'd1 == due_shifts) begin
          assert (window_q[KeyBits-65:0] == expanded[KeyBits-1:64] && made == expanded[63:0]);
        end
      end
      if (step_q != 4'd0 && last) begin
        if (shifts_q == due_shifts) assert (window_q[KeyBits-1-:128] == own_q[255-:128]);
        if (shifts_q + 6'd1 == due_shifts) begin
          assert (window_q[KeyBits-65-:128] == own_q[255-:128]);
        end
      end
    end
    last_key: cover (started_q && rests && last && size_q == 2'(PAIRS - 2));
    first_key: cover (started_q && rests && last && size_q == 2'd0);
  end

  if (!HELD) begin : gen_every_cycle
    always_comb begin
      if (started_q) begin
        if (step_q == 4'd0) assert (shifts_q == {3'd0, loads_q} && !second_q);
        if (loads_q != 3'd0) assert (int'(pairs_q) == ((int'(shifts_q) < PAIRS) ?
            int'(shifts_q) : PAIRS));
        if (step_q != 4'd0) assert (shifts_q + {5'd0, second_q} == due_shifts);
        if (step_q != 4'd0 && age_q == 6'd0) assert (second_q);
        if (step_q != 4'd0 && age_q != 6'd0) assert (!second_q);
      end
    end
  end else begin : gen_held
    // By the cycles since the first load, or since the step: shifts that are done, a shift in this
    // cycle, and the cycles until the step after the last shift is valid.
    logic [6:0] since;  // cycles since the first load, up to 63 + PAIRS
    logic [2:0] done;  // shifts since the load or the step
    logic due;
    logic [5:0] least;
    logic [6:0] first, second;  // cycles of the expansion's shifts
    assign since = {1'b0, age_q} + {4'd0, loads_q};
    assign first = {4'd0, key_pairs} + 7'(StepCycles);
    assign second = {4'd0, key_pairs} + 7'(2 * StepCycles);

    always_comb begin
      if (!stepped_q) begin
        due = since <= {4'd0, key_pairs} || (int'(key_pairs) < PAIRS && since == first)
            || (int'(key_pairs) + 1 < PAIRS && since == second);
        done = (since <= {4'd0, key_pairs}) ? 3'(since - 7'd1) : key_pairs
            + {2'd0, int'(key_pairs) < PAIRS && since > first}
            + {2'd0, int'(key_pairs) + 1 < PAIRS && since > second};
      end else begin
        due = age_q == 6'd0 || int'(age_q) == StepCycles;
        done = {2'd0, age_q > 6'd0} + {2'd0, int'(age_q) > StepCycles};
      end

      // Cycles since the last shift, less one, by the same count.
      if (stepped_q) begin
        least = (int'(age_q) > StepCycles) ? age_q - 6'(StepCycles + 1) : age_q - 6'd1;
      end else begin
        least = 6'(since - 7'd1 - ((int'(key_pairs) + 1 < PAIRS && since > second) ? second :
            (int'(key_pairs) < PAIRS && since > first) ? first : {4'd0, key_pairs}));
      end

      if (started_q && loads_q != 3'd0) begin
        assert (shift == due);
        if (stepped_q) assert (advance_q == (age_q == 6'd0));
        assert (shifts_q == (!stepped_q ? 6'd0 : advance_q ? due_shifts : due_shifts - 6'd2)
            + {3'd0, done});
        assert (int'(pairs_q) == ((int'(shifts_q) + int'(shift) < PAIRS) ?
            int'(shifts_q) + int'(shift) : PAIRS));
        assert (second_q == (stepped_q && int'(age_q) < StepCycles));
        assert (load_q == (!stepped_q && since <= {4'd0, key_pairs}));
        for (int n = 0; n < PAIRS; n++) begin
          if (load_q && int'(done) == n) assert (loaded_q == expanded[KeyBits-1-64*n-:64]);
        end
        // A shift takes new words at least StepCycles after the shift before.
        if (shift && !load_q) assert (int'(still_q) + 1 >= StepCycles);
        if (!shift && int'(still_q) < StepCycles - 2) begin
          assert (int'(wait_q) == StepCycles - 2 - int'(still_q));
        end
        if (!shift && int'(still_q) >= StepCycles - 2) assert (wait_q == 4'd0);
        if (!shift && (stepped_q || since > {4'd0, key_pairs})) begin
          assert (still_q >= least && (still_q == least || age_q == 6'd63));
        end
      end
      if (started_q && loads_q == 3'd0) assert (!shift && !load_q);
    end
  end

endmodule : prove_key_set_window
