// SPDX-License-Identifier: Apache-2.0
//
// Expands keys of several sizes, forwards, two words at a time.
//
// Interface.
// - Load: a cleared window, then `load_i` in KeyBits / 64 consecutive cycles; `size_i` and `key_i`
//   must be stable in these cycles. A shorter key is in the top bits of `key_i`. Then `key_o`
//   becomes round key 0: with StepCycles = 1 in the cycle after the last `load_i`, otherwise at
//   most 2 * StepCycles + 2 cycles later.
// - Step: `advance_i` replaces round key n on `key_o` by round key n + 1. The new round key is
//   valid 2 * StepCycles cycles later, and `key_o` has no meaning until then. Steps must be at
//   least 2 * StepCycles cycles apart, and none follows round key Nr of the key. With StepCycles
//   above 1 the first step must be at least 3 * StepCycles cycles after the last `load_i`.
// - Clear: `clear_i` overrides the other inputs. The window is zero from the next cycle on.
//   Registers of the step that depend on the window are overwritten in the next StepCycles cycles.
// - No reset: the user asserts `clear_i` instead.
//
// Parameters. `KeyBits` is the largest key size, and `KeySizes` is the set of sizes. `Cuts` selects
// registers in SubWord, as in roundel_key_step; StepCycles = 1 needs Cuts = 0. Otherwise StepCycles
// is at least the number of positions of CUTS_IN_SBOX in `Cuts`, plus 3.
//
// Method. FIPS-197, section 5.2. The window holds the last KeyBits / 32 words of the expansion and
// shifts by two words, because Nk and the positions with SubWord are even. Only the first of two
// new words can depend on SubWord. Word i - Nk is at a different place of the window for each size:
// one multiplexer of 64 bits selects the size. A multiplexer for four words a step would have 128
// bits.

module roundel_key_set_window #(
  parameter int KeyBits = 256,  // 192 or 256: the largest key
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,  // the set of key sizes
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Cuts = 0,  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
  parameter int StepCycles = 1  // cycles between two shifts, up to 16
) (
  input  logic               clk_i,
  input  logic               clear_i,  // zero the window
  input  logic               load_i,  // load two words of key_i
  input  logic [        1:0] size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with load_i
  input  logic [KeyBits-1:0] key_i,  // byte 0 in the top bits
  input  logic               advance_i,  // step to the next round key
  output logic [      127:0] key_o  // round key
);

  localparam int PAIRS = KeyBits / 64;  // pairs of words in the window
  localparam int SUB_CUTS = Cuts & roundel_engine_pkg::CUTS_IN_SBOX;
  localparam bit HELD = StepCycles > 1;
  localparam bit HAS_128 = roundel_engine_pkg::has_key_size(KeySizes, 2'd0);
  localparam bit HAS_192 = roundel_engine_pkg::has_key_size(KeySizes, 2'd1);
  localparam int WAIT = HELD ? StepCycles - 2 : 0;

  logic [KeyBits-1:0] window_q;
  logic [1:0] size_q, size;  // size of the key; `size` is valid with load_i, too
  logic [2:0] loads_q;  // pairs of the key that are loaded
  logic [2:0] pairs_q;  // pairs of the expansion in the window
  logic [1:0] phase_q;  // index of the next pair, modulo Nk / 2
  logic [7:0] rcon_q;
  logic second_q;  // the second shift of a step is left
  logic due;  // the two new words are valid
  logic load, shift, full, last_phase;
  logic [63:0] loaded, made;  // a pair of words of the key; new words

  assign key_o = window_q[KeyBits-1-:128];
  assign size = (load_i && loads_q == 3'd0) ? size_i : size_q;
  assign full = pairs_q == 3'(PAIRS);

  // A shorter key fills only a part of the window; the expansion fills the rest.
  logic key_left;  // load_i loads two words of the key
  assign key_left = loads_q < 3'd2 + {1'b0, size};

  assign loaded = 64'((key_i << {loads_q[1:0], 6'd0}) >> (KeyBits - 64));

  // ---- New words --------------------------------------------------------------------------------
  logic [31:0] last, sub_in, sub_out, f, first;
  logic [63:0] old;  // words i - Nk and i + 1 - Nk
  logic rotates, substitutes;

  assign last = window_q[31:0];
  assign rotates = phase_q == 2'd0;
  assign substitutes = rotates || (size_q == roundel_aes_pkg::KEY_SIZE_256 && phase_q == 2'd2);
  assign last_phase = phase_q == 2'd1 + size;

  assign old = (HAS_128 && size_q == roundel_aes_pkg::KEY_SIZE_128) ? window_q[127:64] :
      (HAS_192 && size_q == roundel_aes_pkg::KEY_SIZE_192) ? window_q[191:128] :
      window_q[KeyBits-1-:64];

  roundel_pipeline_cut #(.Width(32), .Present(HELD)) u_cut_word (
    .clk_i,
    .data_i(rotates ? {last[23:0], last[31:24]} : last),
    .data_o(sub_in)
  );

  roundel_sub_bytes #(
    .NumBytes(4),
    .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Cuts(SUB_CUTS)
  ) u_sub_word (
    .clk_i,
    .decrypt_i({roundel_engine_pkg::num_stages(SUB_CUTS) {1'b0}}),
    .data_i(sub_in),
    .inverse_data_i(32'd0),
    .data_o(sub_out)
  );

  assign f = substitutes ? sub_out ^ {rcon_q & {8{rotates}}, 24'h000000} : last;

  roundel_pipeline_cut #(.Width(32), .Present(HELD)) u_cut_made (
    .clk_i,
    .data_i(old[63:32] ^ f),
    .data_o(first)
  );
  assign made = {first, old[31:0] ^ first};

  // ---- Control ----------------------------------------------------------------------------------
  logic go;  // the window shifts, in the next cycle with HELD

  assign load = load_i && key_left;
  assign go = load || (due && (full ? second_q : pairs_q >= 3'd2 + {1'b0, size_q})) || advance_i;

  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      loads_q <= 3'd0;
      pairs_q <= 3'd0;
      phase_q <= 2'd0;
      second_q <= 1'b0;
      size_q <= 2'd0;
    end else begin
      if (load) begin
        size_q <= size;
        loads_q <= loads_q + 3'd1;
      end
      if (go) begin
        pairs_q <= full ? pairs_q : pairs_q + 3'd1;
        second_q <= advance_i;
      end
      if (shift) begin
        phase_q <= last_phase ? 2'd0 : phase_q + 2'd1;
      end
    end
  end

  // Rcon of the next step that rotates; the pairs of the key itself do not count.
  logic counts;  // the shift takes new words
  always_ff @(posedge clk_i) begin
    if (clear_i) begin
      rcon_q <= 8'h01;
    end else if (shift && counts && rotates) begin
      rcon_q <= {rcon_q[6:0], 1'b0} ^ (rcon_q[7] ? 8'h1b : 8'h00);
    end
  end

  if (HELD) begin : gen_held
    logic shift_q, load_q;
    logic [63:0] loaded_q;
    logic [3:0] wait_q;
    assign shift = shift_q;
    assign counts = !load_q;
    assign due = wait_q == 4'd0 && !shift_q;

    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        shift_q <= 1'b0;
        load_q <= 1'b0;
        loaded_q <= '0;
        window_q <= '0;
      end else begin
        shift_q <= go;
        load_q <= load;
        loaded_q <= load_i ? loaded : '0;  // load_i is a register of the user, load is not
        if (shift_q) begin
          window_q <= {window_q[KeyBits-65:0], load_q ? loaded_q : made};
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (shift_q) begin
        wait_q <= WAIT[3:0];
      end else if (wait_q != 4'd0) begin
        wait_q <= wait_q - 4'd1;
      end
    end
  end else begin : gen_every_cycle
    assign shift = go;
    assign counts = !load;
    assign due = 1'b1;

    always_ff @(posedge clk_i) begin
      if (clear_i) begin
        window_q <= '0;
      end else if (go) begin
        window_q <= {window_q[KeyBits-65:0], load ? loaded : made};
      end
    end
  end

endmodule : roundel_key_set_window
