// SPDX-License-Identifier: Apache-2.0
//
// What happens to a key of GCM: it goes to the lanes, they encrypt the zero block with it, and the
// powers of that hash key H (SP 800-38D section 7.1, step 1) are multiplied out one by one, far
// enough from each other that roundel_ghash holds one word back at a time.
//
// A key is offered (`key_valid_i`, held until `key_ready_o`) while no packet of its slot is under
// way; from then on none may come until `ready_o` has the slot's bit. With `key_clear_i` the slot's
// key and powers are forgotten instead. Words of other slots go on meanwhile: all of it costs them
// one cycle for the zero block and one a power, which they give when there is no other.
//
// `request_o` asks for the zero block to be encrypted with `slot_o`, until `taken_i`, and `hash_i`
// comes with `hash_valid_i`. `single_o` asks roundel_ghash for its product with H; `product_i`
// comes with `product_valid_i`. `write_o` writes a power to roundel_ghash.
//
// After a reset and after `zeroise_i` every power is overwritten with zeros, one a cycle, before a
// key is taken: `clear_o` in the first cycle, `wipe_o` in those that follow, a multiple of sixteen.
// In the last sixteen all that is read of the powers is zero.

module roundel_ghash_keys #(
  parameter int KeySlots = 1,
  parameter int Powers = 9,  // of H, that each slot keeps
  parameter int PowerBits = 4,
  parameter int LoadCycles = 100,  // the most from a key's handshake to the first block with it
  // cycles from a product to the next, in which the word it held is gone
  parameter int PowerInterval = 100
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic                                      key_clear_i,
  output logic                                      lanes_valid_o,  // to the lanes' own key port
  input  logic                                      lanes_ready_i,
  output logic [                      KeySlots-1:0] ready_o,

  output logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic                                      request_o,
  input  logic                                      taken_i,
  input  logic                                      hash_valid_i,
  input  logic [                             127:0] hash_i,
  output logic                                      single_valid_o,
  output logic [                             127:0] single_o,
  input  logic                                      product_valid_i,
  input  logic [                             127:0] product_i,
  output logic                                      write_o,
  output logic [                     PowerBits-1:0] write_index_o,
  output logic [                             127:0] write_power_o,

  output logic                                      clear_o,
  output logic                                      wipe_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_SLOT = KeySlots - 1;
  localparam int BEFORE_LAST = (1 << PowerBits) - 2;
  localparam int LAST_PASS = (KeySlots == 1) ? 2 : 1;  // the first may write what was under way
  localparam int LAST_FACTOR = Powers - 1;  // whose product is the last power
  localparam int GAP_BITS = roundel_prim_pkg::index_bits(PowerInterval + 1);
  localparam int WAIT_BITS = roundel_prim_pkg::index_bits(LoadCycles + 1);

  localparam logic [2:0] WIPE = 3'd0;  // every power is overwritten
  localparam logic [2:0] IDLE = 3'd1;  // a key may come
  localparam logic [2:0] ERASE = 3'd2;  // the slot's powers are overwritten
  localparam logic [2:0] EXPAND = 3'd3;  // its round keys are made
  localparam logic [2:0] ASK = 3'd4;  // the zero block is to be encrypted
  localparam logic [2:0] ANSWER = 3'd5;  // it is
  localparam logic [2:0] POWER = 3'd6;  // a product is on its way

  logic begun_q;  // not the first cycle after a reset or zeroise_i
  logic [2:0] state_q;
  logic [SLOT_BITS-1:0] slot_q;
  logic [KeySlots-1:0] ready_q;
  logic [WAIT_BITS-1:0] wait_q;
  logic [PowerBits-1:0] index_q;
  logic write_q, single_q, request_q;
  logic answer_q, product_q;  // what comes next is H, is a product
  logic factor_q;  // the power is to be multiplied
  logic [GAP_BITS-1:0] gap_q;
  logic apart_q;  // the last product was long enough ago
  logic [127:0] power_q;
  logic idle_q;  // a key can come, and power_q is zero
  logic last_q;  // index_q is at its end, while powers are overwritten
  logic all_q;  // it is behind the last power
  logic [1:0] pass_q;
  logic [127:0] come_data_q;
  logic come_q;  // what was waited for
  // That, or drop_q: zeros, but in the first cycle behind a zeroise. By 128 bits.
  logic load_q;
  logic drop_q;  // power_q is not needed
  logic [KeySlots-1:0] done_q;
  logic took_q, erase_q;  // a key was taken a cycle ago; its slot is to be cleared instead
  logic last_slot_q, last_pass_q, waited_q;  // a cycle late as well
  logic key_taken;

  assign clear_o = !begun_q;
  assign wipe_o = begun_q && state_q == WIPE;
  assign lanes_valid_o = key_valid_i && idle_q;
  assign key_ready_o = lanes_ready_i && idle_q;
  assign key_taken = lanes_valid_o && lanes_ready_i;
  assign ready_o = ready_q;
  assign slot_o = slot_q;
  assign request_o = request_q;
  assign single_valid_o = single_q;
  assign single_o = power_q;
  assign write_o = write_q;
  assign write_index_o = index_q;
  assign write_power_o = power_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
    end else begin
      begun_q <= !zeroise_i;
    end
  end

  // ---- The way of a key. The index is that of the power which is written next -------------------
  always_ff @(posedge clk_i) begin
    if (!begun_q) begin
      state_q <= WIPE;
      slot_q <= '0;
      pass_q <= '0;
      last_q <= 1'b0;
      all_q <= 1'b0;
      done_q <= '0;
      ready_q <= '0;
      index_q <= '0;
      write_q <= 1'b1;
      single_q <= 1'b0;
      request_q <= 1'b0;
      answer_q <= 1'b0;
      product_q <= 1'b0;
      factor_q <= 1'b0;
      wait_q <= '0;
      took_q <= 1'b0;
    end else begin
      write_q <= 1'b0;
      single_q <= 1'b0;
      last_q <= index_q == BEFORE_LAST[PowerBits-1:0];
      all_q <= index_q == Powers[PowerBits-1:0];
      done_q <= '0;
      took_q <= key_taken;
      ready_q <= (ready_q & ~((KeySlots'(1) << slot_q) & {KeySlots{took_q}})) | done_q;
      case (state_q)
        WIPE, ERASE: begin
          write_q <= 1'b1;
          index_q <= index_q + 1'b1;
          if (last_q) begin
            if (state_q == ERASE || (last_slot_q && last_pass_q)) begin
              write_q <= 1'b0;
              state_q <= IDLE;
            end else if (last_slot_q) begin
              slot_q <= '0;
              pass_q <= pass_q + 1'b1;
            end else begin
              slot_q <= slot_q + 1'b1;
            end
          end
        end
        IDLE: begin
          index_q <= '0;
          wait_q <= LoadCycles[WAIT_BITS-1:0];
          if (took_q) begin
            write_q <= erase_q;
            state_q <= erase_q ? ERASE : EXPAND;
          end else begin
            slot_q <= key_slot_i;
          end
        end
        EXPAND: begin
          wait_q <= wait_q - 1'b1;
          if (waited_q) begin
            request_q <= 1'b1;
            state_q <= ASK;
          end
        end
        ASK: begin
          if (taken_i) begin
            request_q <= 1'b0;
            answer_q <= 1'b1;
            state_q <= ANSWER;
          end
        end
        ANSWER: begin
          if (come_q) begin
            answer_q <= 1'b0;
            product_q <= 1'b1;
            index_q <= PowerBits'(1);
            write_q <= 1'b1;
            state_q <= POWER;
            factor_q <= Powers > 1;
          end
        end
        default: begin
          // The first power is written a cycle before its product asks for it.
          if (all_q) begin
            product_q <= 1'b0;
            done_q <= KeySlots'(1) << slot_q;
            state_q <= IDLE;
          end else if (come_q) begin
            index_q <= index_q + 1'b1;
            write_q <= 1'b1;
            factor_q <= index_q != LAST_FACTOR[PowerBits-1:0];
          end else if (factor_q && apart_q) begin
            single_q <= 1'b1;
            factor_q <= 1'b0;
          end
        end
      endcase
    end
  end

  // A cycle late, so that 128 bits hang on registers alone.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_q <= 1'b0;
      drop_q <= 1'b1;
    end else begin
      idle_q <= state_q == IDLE && drop_q && !key_taken && !took_q && begun_q
          && !zeroise_i;
      drop_q <= !(answer_q || product_q) || !begun_q || zeroise_i;
    end
  end
  always_ff @(posedge clk_i) begin
    come_q <= (answer_q && hash_valid_i) || (product_q && product_valid_i);
    load_q <= (answer_q && hash_valid_i) || (product_q && product_valid_i)
        || !(answer_q || product_q) || !begun_q;
    come_data_q <= (hash_i & {128{answer_q}}) | (product_i & {128{product_q}});
    if (load_q) begin
      power_q <= come_data_q;
    end
  end

  always_ff @(posedge clk_i) begin
    erase_q <= key_clear_i;
    last_slot_q <= slot_q == LAST_SLOT[SLOT_BITS-1:0];
    last_pass_q <= pass_q == LAST_PASS[1:0];
    waited_q <= wait_q == '0;
  end

  // Counted from single_q on, and from the start, so that a simulator with four states knows it.
  always_ff @(posedge clk_i) begin
    gap_q <= (single_q || !begun_q) ? PowerInterval[GAP_BITS-1:0] : gap_q - GAP_BITS'(gap_q != '0);
    apart_q <= gap_q == '0 && !single_q;
  end

endmodule : roundel_ghash_keys
