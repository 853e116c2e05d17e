// SPDX-License-Identifier: Apache-2.0
//
// Key schedule that computes each round key in the cycle before its use, for a ring of one round
// with at most one register.
//
// Interface.
// - Loading a key: hold `key_valid_i`, `key_i` and `key_clear_i` until `key_ready_o`. With
//   Direction encrypt the key is accepted at once and no cycle is lost; blocks that enter in later
//   cycles use the new key. With Direction decrypt or both a waiting key stops new blocks, is
//   accepted when the ring is empty, and Nr + 1 cycles later blocks may enter again. With
//   `key_clear_i` the stored key is zeroed instead, and blocks wait for a key.
// - Sets of key sizes: `key_size_i` belongs to the key, and `entry_size_o` is the size of the
//   stored key. A key of a size outside the set clears the key.
// - Round keys: `entry_key_o` whitens the block that enters in this cycle. While a block is in the
//   ring, `round_key_o` is the key of the block's present round. `turning_i` is high while the ring
//   holds a block that stays. In every other cycle the module prepares the first round key of a
//   block that may enter.
// - Zeroise and reset clear the key. The window register follows with the next clock edges: two
//   after `zeroise_i` or after the release of reset. The key leaves the module only as round keys.
//
// Method. The window of roundel_key_step; FIPS-197, section 5.2. For encryption the step is between
// the window register and the ring, in parallel to SubBytes, and settles before MixColumns does.
// Decryption adds the round key before InvMixColumns, so the register is behind the step and feeds
// the ring. Decryption starts from the last window of the expanded key, hence the expansion.

module roundel_key_on_the_fly #(
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT  // roundel_aes_pkg::DIRECTION_*
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               zeroise_i,  // clear the key

  input  logic               key_valid_i,
  output logic               key_ready_o,
  input  logic [KeyBits-1:0] key_i,
  input  logic               key_clear_i,  // clear the key instead of loading one
  input  logic [        1:0] key_size_i,  // size of key_i; read with a set of key sizes

  input  logic               ring_busy_i,  // a block is in the ring
  input  logic               turning_i,  // the block in the ring stays in the next cycle
  output logic               ready_o,  // a block may enter
  input  logic               entry_decrypt_i,  // direction of a block that enters
  input  logic               decrypt_i,  // direction of the block in the ring
  output logic [        1:0] entry_size_o,  // size of the key; 0 without a set
  output logic [      127:0] entry_key_o,  // round key of the initial AddRoundKey
  output logic [      127:0] round_key_o  // round key of the block in the ring
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LAST = NUM_ROUNDS - 1;
  localparam bit SET = roundel_engine_pkg::is_key_set(KeySizes) != 0;

  // States of the expansion for decryption:
  // IDLE    no key waits; blocks enter if a key is loaded.
  // WAIT    a key waits until the ring is empty; no block enters.
  // FIRST   the first step of the forward expansion, from window 0.
  // EXPAND  the other steps, to window Nr.
  typedef enum logic [1:0] {IDLE, WAIT, FIRST, EXPAND} state_e;

  logic loaded_q;
  logic [KeyBits-1:0] key_q;  // window 0
  logic [KeyBits-1:0] base;  // first window of a block
  logic [KeyBits-1:0] window_q, window_next, step_in;
  logic [3:0] step_q, step;
  logic backward, restart, take, clears;
  logic [3:0] last_step;  // number of the last step of the key

  assign take = key_valid_i && key_ready_o;
  assign entry_key_o = base[KeyBits-1-:128];

  if (!SET) begin : gen_one_size
    assign clears = key_clear_i;
    assign last_step = LAST[3:0];
    assign entry_size_o = 2'd0;

    roundel_key_step #(.KeyBits(KeyBits), .Sbox(Sbox), .Direction(Direction)) u_key_step (
      .clk_i,
      .backward_i(backward),
      .step_i(step),
      .window_i(step_in),
      .window_o(window_next)
    );

    logic unused_size;
    assign unused_size = ^key_size_i;
  end else begin : gen_set
    logic [1:0] size_q;  // size of the stored key
    logic [1:0] size;  // size of the key in the window

    assign clears =
        key_clear_i || !roundel_engine_pkg::has_key_size(KeySizes, key_size_i);
    assign last_step = 4'd9 + {1'b0, size_q, 1'b0};
    assign entry_size_o = size_q;

    always_ff @(posedge clk_i) begin
      if (take) begin
        size_q <= key_size_i;
      end
    end

    // With Direction encrypt a key can change while a block of the former key is in the ring.
    if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_window_size
      logic [1:0] window_size_q;
      always_ff @(posedge clk_i) begin
        if (restart) begin
          window_size_q <= size_q;
        end
      end
      assign size = window_size_q;
    end else begin : gen_key_size
      assign size = size_q;
    end

    roundel_key_set_step #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Sbox(Sbox), .Direction(Direction)
    ) u_key_step (
      .clk_i,
      .backward_i(backward),
      .step_i(step),
      .size_i(size),
      .window_i(step_in),
      .window_o(window_next)
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      key_q <= '0;
    end else if (zeroise_i || (take && clears)) begin
      key_q <= '0;
    end else if (take) begin
      key_q <= key_i;
    end
  end

  if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    logic open_q;  // the cycle is not directly after a reset or a zeroise

    assign key_ready_o = open_q && !zeroise_i;
    assign ready_o = loaded_q;
    assign base = key_q;
    assign backward = 1'b0;
    assign restart = !turning_i;
    assign step_in = window_q;
    assign step = step_q;
    assign round_key_o = window_next[KeyBits-1-:128];

    // Without a block the window register holds the base.
    always_ff @(posedge clk_i) begin
      window_q <= restart ? base : window_next;
      step_q <= restart ? 4'd0 : step + 4'd1;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        open_q <= 1'b0;
        loaded_q <= 1'b0;
      end else if (zeroise_i) begin
        open_q <= 1'b0;
        loaded_q <= 1'b0;
      end else begin
        open_q <= 1'b1;
        if (take) begin
          loaded_q <= !clears;
        end
      end
    end

    logic unused_inputs;  // inputs for decryption
    assign unused_inputs = ^{ring_busy_i, entry_decrypt_i, decrypt_i, last_step};
  end else begin : gen_decrypt
    logic [KeyBits-1:0] last_q;  // window Nr
    localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;

    state_e state_q, state_d;
    logic first, expanding, entry_decrypt, ring_decrypt;

    assign first = state_q == FIRST;
    assign expanding = state_q == EXPAND;
    assign entry_decrypt = !BOTH || entry_decrypt_i;
    assign ring_decrypt = !BOTH || decrypt_i;

    assign key_ready_o = state_q == WAIT && !ring_busy_i && !zeroise_i;
    assign ready_o = loaded_q && state_q != WAIT;

    assign base = (entry_decrypt && !first) ? last_q : key_q;
    assign backward = !first && !expanding && (turning_i ? ring_decrypt : entry_decrypt);
    assign restart = !turning_i && !expanding;
    assign step_in = restart ? base : window_q;
    assign round_key_o = window_q[KeyBits-1-:128];

    // Without a block the window register holds the first step from the base.
    always_ff @(posedge clk_i) begin
      window_q <= window_next;
      step_q <= backward ? step - 4'd1 : step + 4'd1;
    end

    always_comb begin
      step = step_q;
      if (restart) begin
        step = backward ? last_step : 4'd0;
      end
    end

    always_comb begin
      state_d = state_q;
      case (state_q)
        IDLE: begin
          if (key_valid_i) state_d = WAIT;
        end

        WAIT: begin
          if (!key_valid_i) begin
            state_d = IDLE;  // the key is withdrawn
          end else if (take) begin
            state_d = FIRST;
            if (clears) state_d = IDLE;
          end
        end

        FIRST: begin
          state_d = EXPAND;
        end

        default: begin  // EXPAND
          if (step_q == last_step) state_d = IDLE;
        end
      endcase
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        state_q <= IDLE;
        loaded_q <= 1'b0;
      end else if (zeroise_i) begin
        state_q <= IDLE;
        loaded_q <= 1'b0;
      end else begin
        state_q <= state_d;
        if (take) begin
          loaded_q <= 1'b0;
        end else if (expanding && state_d == IDLE) begin
          loaded_q <= 1'b1;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        last_q <= '0;
      end else if (zeroise_i || take) begin
        last_q <= '0;
      end else if (expanding) begin
        last_q <= window_next;
      end
    end
  end

endmodule : roundel_key_on_the_fly
