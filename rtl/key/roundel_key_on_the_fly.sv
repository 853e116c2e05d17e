// SPDX-License-Identifier: Apache-2.0
//
// Key schedule that makes each round key in the cycle before it is used: for a ring of one round
// with one register. roundel_key_pipelined does it for more.
//
// Loading a key. Hold `key_valid_i`, `key_i` and `key_clear_i` until `key_ready_o`.
// - Direction encrypt: taken at once, whatever the ring does; blocks that enter in later cycles
//   use the new key. No cycle is lost.
// - Direction decrypt or both: the inverse cipher starts from the last window of the expanded key.
//   A waiting key keeps new blocks out, is taken when the ring is empty, and Nr + 1 cycles later
//   blocks enter again.
// With `key_clear_i` zeros are loaded, and blocks wait for a key.
//
// Giving round keys. `entry_key_o` whitens the block that enters in this cycle; while a block is
// in the ring, `round_key_o` is the key of its present round. `turning_i` says that the ring holds
// a block which stays; every other cycle prepares the first round key of a block that may enter.
//
// Where the step stands. Encrypting, it is between the register and the ring, beside SubBytes and
// done before MixColumns is: nothing of it is longer than the round. Decrypting, the round key goes
// in before InvMixColumns, so the register comes last and the ring reads it.
//
// Clearing. `zeroise_i` and reset clear the key; the register that derives from it follows with the
// next clock edges, two after `zeroise_i` or the release of reset. No register is readable but as
// a round key to the ring.
//
// Method: the window of roundel_key_step, FIPS-197 section 5.2.

module roundel_key_on_the_fly #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT  // roundel_aes_pkg::DIRECTION_*
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               zeroise_i,  // forget the key now

  input  logic               key_valid_i,
  output logic               key_ready_o,
  input  logic [KeyBits-1:0] key_i,
  input  logic               key_clear_i,  // forget the key

  input  logic               ring_busy_i,  // a block is in the ring
  input  logic               turning_i,  // a block is in the ring and stays in the next cycle
  output logic               ready_o,  // a block may enter
  input  logic               entry_decrypt_i,  // direction of the block that enters, if one does
  input  logic               decrypt_i,  // direction of the block in the ring
  output logic [      127:0] entry_key_o,
  output logic [      127:0] round_key_o
);

  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LAST = NUM_ROUNDS - 1;

  logic loaded_q;
  logic [KeyBits-1:0] key_q;  // window 0
  logic [KeyBits-1:0] base;  // window that a block starts from
  logic [KeyBits-1:0] window_q, window_next, step_in;
  logic [3:0] step_q, step;
  logic backward, restart, take;

  assign take = key_valid_i && key_ready_o;
  assign entry_key_o = base[KeyBits-1-:128];

  roundel_key_step #(
    .KeyBits(KeyBits),
    .Sbox(Sbox),
    .Direction(Direction)
  ) u_key_step (
    .clk_i(clk_i),
    .backward_i(backward),
    .step_i(step),
    .window_i(step_in),
    .window_o(window_next)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      key_q <= '0;
    end else if (zeroise_i || (take && key_clear_i)) begin
      key_q <= '0;
    end else if (take) begin
      key_q <= key_i;
    end
  end

  if (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt
    logic open_q;  // not in reset, and what derives from a forgotten key is overwritten

    assign key_ready_o = open_q && !zeroise_i;
    assign ready_o = loaded_q;
    assign base = key_q;
    assign backward = 1'b0;
    assign restart = !turning_i;
    assign step_in = window_q;
    assign step = step_q;
    assign round_key_o = window_next[KeyBits-1-:128];

    // Free running: without a block it holds the base.
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
          loaded_q <= !key_clear_i;
        end
      end
    end

    logic unused_inputs;
    assign unused_inputs = ^{ring_busy_i, entry_decrypt_i, decrypt_i};
  end else begin : gen_decrypt
    logic [KeyBits-1:0] last_q;  // window Nr
    logic waiting_q;  // a key waits: no block enters
    logic first_q, expanding_q;  // forward expansion from window 0 to window Nr

    assign key_ready_o = waiting_q && !ring_busy_i && !zeroise_i;
    assign ready_o = loaded_q && !waiting_q;

    if (Direction == roundel_aes_pkg::DIRECTION_BOTH) begin : gen_both
      assign base = (entry_decrypt_i && !first_q) ? last_q : key_q;
      assign backward = !first_q && !expanding_q && (turning_i ? decrypt_i : entry_decrypt_i);
    end else begin : gen_one
      logic unused_direction;
      assign unused_direction = ^{entry_decrypt_i, decrypt_i};
      assign base = first_q ? key_q : last_q;
      assign backward = !first_q && !expanding_q;
    end

    assign restart = !turning_i && !expanding_q;
    assign step_in = restart ? base : window_q;
    assign round_key_o = window_q[KeyBits-1-:128];

    // Free running: without a block it holds the first step from the base.
    always_ff @(posedge clk_i) begin
      window_q <= window_next;
      step_q <= backward ? step - 4'd1 : step + 4'd1;
    end

    always_comb begin
      step = step_q;
      if (restart) begin
        step = backward ? LAST[3:0] : 4'd0;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        loaded_q <= 1'b0;
        waiting_q <= 1'b0;
        first_q <= 1'b0;
        expanding_q <= 1'b0;
      end else if (zeroise_i) begin
        loaded_q <= 1'b0;
        waiting_q <= 1'b0;
        first_q <= 1'b0;
        expanding_q <= 1'b0;
      end else begin
        waiting_q <= key_valid_i && !key_ready_o && !first_q && !expanding_q;
        first_q <= take && !key_clear_i;
        if (take) begin
          loaded_q <= 1'b0;
        end
        if (first_q) begin
          expanding_q <= 1'b1;
        end else if (expanding_q && step_q == LAST[3:0]) begin
          expanding_q <= 1'b0;
          loaded_q <= 1'b1;
        end
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        last_q <= '0;
      end else if (zeroise_i || take) begin
        last_q <= '0;
      end else if (expanding_q) begin
        last_q <= window_next;
      end
    end
  end

endmodule : roundel_key_on_the_fly
