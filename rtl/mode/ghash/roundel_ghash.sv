// SPDX-License-Identifier: Apache-2.0
//
// GHASH of SP 800-38D section 6.4 at a word of up to `Lanes` blocks a cycle: packets follow one
// another in any cycle, each with the hash key of its slot.
//
// Words. `valid_i` gives a word of `count_i` blocks, the first in the top bits, the rest zero;
// `last_i` ends a packet. There is no back-pressure. `hash_o` stands with `valid_o` for one cycle a
// packet, in order; how many cycles later depends on when words come and on nothing else.
//
// One block at a time. `single_valid_i` multiplies `single_i` by the slot's hash key, in a cycle
// that no word gets; `single_valid_o` gives the product, some cycles later and always as many. With
// `delayed_o` a word waits for it: a cycle is to be free of words before two more have waited.
//
// Powers. `write_i` stores `write_power_i` as power `write_index_i` of `write_slot_i`; 1 to
// Lanes * ghash_distance() are read.
//
//   words --> [ window ] --> (+) --> [ products ] --> sum of lanes --> [ fold ] --+--> (+) --> hash
//                             ^                                                  |
//                             +---------- [ sixteen products ] <-----------------+
//
// `clear_i`, for a cycle, and `wipe_i`, for sixteen cycles or a multiple of them after it, drop all
// that is in it; so must they after a reset. Nothing may come meanwhile. What the sixteen products
// keep is overwritten with those of the last sixteen cycles, so the powers are to be zero by then.

module roundel_ghash #(
  parameter int Lanes = 1,  // blocks of a word
  parameter int KeySlots = 1,
  // a mask of roundel_ghash_pkg::GHASH_CUT_*
  parameter int Cuts = roundel_ghash_pkg::GHASH_BEST_CUTS
) (
  input  logic                                            clk_i,
  input  logic                                            clear_i,
  input  logic                                            wipe_i,

  input  logic                                            valid_i,
  input  logic                                            last_i,
  input  logic [        roundel_prim_pkg::index_bits(Lanes+1)-1:0] count_i,
  input  logic [       roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                           128*Lanes-1:0] data_i,
  output logic                                            valid_o,
  output logic [                                   127:0] hash_o,

  input  logic                                            single_valid_i,
  input  logic [       roundel_prim_pkg::index_bits(KeySlots)-1:0] single_slot_i,
  input  logic [                                   127:0] single_i,
  output logic                                            delayed_o,
  output logic                                            single_valid_o,
  output logic [                                   127:0] single_o,

  input  logic                                            write_i,
  input  logic [       roundel_prim_pkg::index_bits(KeySlots)-1:0] write_slot_i,
  input  logic [roundel_ghash_pkg::ghash_power_bits(Lanes, Cuts)-1:0] write_index_i,
  input  logic [                                   127:0] write_power_i
);

  localparam int DISTANCE = roundel_ghash_pkg::ghash_distance(Cuts);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int POWER_BITS = roundel_ghash_pkg::ghash_power_bits(Lanes, Cuts);
  localparam int WORDS = KeySlots << POWER_BITS;
  localparam int PRODUCTS = 81 * 15;
  localparam int WORD_BITS = roundel_prim_pkg::index_bits(WORDS);

  if (Cuts < 0 || Cuts >= 1 << roundel_ghash_pkg::GHASH_NUM_PLACES) begin : gen_bad_cuts
    roundel_error_ghash_cuts_must_be_a_mask_of_8_places u_error ();
  end

  // More lanes, and more registers in a product, need more powers of H.
  if (WORDS > 512) begin : gen_bad_powers
    roundel_error_key_slots_times_powers_of_each_hash_key_must_be_512_at_most u_error ();
  end

  // ---- A word and its power ---------------------------------------------------------------------
  logic word_valid, word_last, word_tail, word_early, waits, hold;
  logic [SLOT_BITS-1:0] word_slot;
  logic [POWER_BITS-1:0] word_power;
  logic [128*Lanes-1:0] word_data;

  assign delayed_o = hold && waits;

  roundel_ghash_window #(
    .Lanes(Lanes),
    .Distance(DISTANCE),
    .SlotBits(SLOT_BITS),
    .PowerBits(POWER_BITS)
  ) u_window (
    .clk_i(clk_i),
    .clear_i(clear_i),
    .valid_i(valid_i),
    .last_i(last_i),
    .count_i(count_i),
    .slot_i(slot_i),
    .data_i(data_i),
    .hold_i(hold),
    .waits_o(waits),
    .valid_o(word_valid),
    .last_o(word_last),
    .tail_o(word_tail),
    .early_o(word_early),
    .slot_o(word_slot),
    .power_o(word_power),
    .data_o(word_data)
  );

  // A single block takes the place of a word in the cycle after it came, and joins three later.
  logic [SLOT_BITS-1:0] hold_slot;
  logic [127:0] hold_data;
  logic single_1, single_2, single;
  logic [SLOT_BITS-1:0] single_slot_1, single_slot_2, single_slot;
  logic [127:0] single_data_1, single_data_2, single_data;
  always_ff @(posedge clk_i) begin
    hold <= single_valid_i && !clear_i;
    hold_slot <= single_slot_i;
    hold_data <= single_i;
    single_1 <= hold && !clear_i;
    single_slot_1 <= hold_slot;
    single_data_1 <= hold_data;
    single_2 <= single_1 && !clear_i;
    single_slot_2 <= single_slot_1;
    single_data_2 <= single_data_1;
    single <= single_2 && !clear_i;
    single_slot <= single_slot_2;
    single_data <= single_data_2;
  end

  // ---- The powers' numbers; three cycles to read them, while what comes back is added -----------
  logic valid_2, last_2, tail_2, early_2, joins_2;
  logic valid_3, last_3, tail_3, single_3;
  logic valid_4, last_4, tail_4, single_4;
  logic back_3, back_4;  // a product is added to it
  // Of its product: it is a packet's last, the sum of the tail is kept, it joins that, is fed back,
  // is a single one, and the feedback starts anew in front of it.
  logic last_5, keep_5, tail_5, back_5, single_5, start_5;
  logic start_4, wipe_4;
  logic [128*Lanes-1:0] data_2, data_3, data_4, operand_q;
  logic [WORD_BITS*Lanes-1:0] index_q;
  logic [127:0] feedback, feedback_q;

  always_ff @(posedge clk_i) begin
    valid_2 <= word_valid;
    last_2 <= word_last;
    tail_2 <= word_tail;
    early_2 <= word_early;
    joins_2 <= single;
    data_2 <= single ? {single_data, {(128 * (Lanes - 1)) {1'b0}}} : word_data;
    valid_3 <= valid_2;
    last_3 <= last_2;
    tail_3 <= tail_2;
    back_3 <= valid_2 && !early_2 && !clear_i;
    single_3 <= joins_2;
    data_3 <= data_2;
    valid_4 <= valid_3;
    last_4 <= last_3;
    tail_4 <= tail_3;
    single_4 <= single_3;
    data_4 <= data_3;
    start_4 <= clear_i;
    wipe_4 <= wipe_i;
    start_5 <= start_4;
    last_5 <= valid_4 && last_4;
    keep_5 <= !(valid_4 && last_4) && !wipe_4;
    tail_5 <= valid_4 && tail_4 && !last_4;
    back_5 <= (valid_4 && !tail_4) || wipe_4;
    single_5 <= single_4;
    back_4 <= back_3;
    feedback_q <= feedback;
    operand_q <= data_4 ^ {feedback_q & {128{back_4}}, {(128 * (Lanes - 1)) {1'b0}}};
  end

  // ---- Products, lane by lane, and their sum ----------------------------------------------------
  logic [PRODUCTS*Lanes-1:0] products;
  logic [PRODUCTS-1:0] sum;

  for (genvar k = 0; k < Lanes; k++) begin : gen_lane
    logic [127:0] power, power_q;
    logic [SLOT_BITS-1:0] slot;
    logic [POWER_BITS-1:0] number;
    logic [SLOT_BITS+POWER_BITS-1:0] index, write_index;
    assign slot = single ? single_slot : word_slot;
    assign number = (single ? POWER_BITS'(1) : word_power) - POWER_BITS'(k);
    assign index = {slot, number};
    assign write_index = {write_slot_i, write_index_i};

    // Behind the memory a register: its place is where the part has block RAM.
    always_ff @(posedge clk_i) begin
      index_q[WORD_BITS*k+:WORD_BITS] <= index[WORD_BITS-1:0];
      power_q <= power;
    end

    roundel_block_ram #(
      .Words(WORDS),
      .Width(128)
    ) u_powers (
      .clk_i(clk_i),
      .write_i(write_i),
      .write_index_i(write_index[WORD_BITS-1:0]),
      .write_word_i(write_power_i),
      .read_index_i(index_q[WORD_BITS*k+:WORD_BITS]),
      .word_o(power)
    );

    roundel_ghash_products #(
      .Cuts(Cuts)
    ) u_products (
      .clk_i(clk_i),
      .block_i(operand_q[128*(Lanes-1-k)+:128]),
      .power_i(power_q),
      .products_o(products[PRODUCTS*k+:PRODUCTS])
    );

    if (KeySlots == 1) begin : gen_one_slot
      logic unused_slot;
      assign unused_slot = ^{index[SLOT_BITS+POWER_BITS-1:WORD_BITS],
                             write_index[SLOT_BITS+POWER_BITS-1:WORD_BITS]};
    end
  end

  always_comb begin
    sum = '0;
    for (int k = 0; k < Lanes; k++) begin
      sum = sum ^ products[PRODUCTS*k+:PRODUCTS];
    end
  end

  logic [127:0] product;
  roundel_ghash_fold #(
    .Cuts(Cuts)
  ) u_fold (
    .clk_i(clk_i),
    .products_i(sum),
    .result_o(product)
  );

  logic last_z, keep_z, tail_z, back_z, single_z, start_z;
  roundel_pipeline_cuts #(
    .Width(6),
    .Cuts(Cuts),
    .First(0),
    .Last(roundel_ghash_pkg::GHASH_NUM_PLACES - 1)
  ) u_flags (
    .clk_i(clk_i),
    .data_i({last_5, keep_5, tail_5, back_5, single_5, start_5}),
    .data_o({last_z, keep_z, tail_z, back_z, single_z, start_z})
  );

  // ---- Where a product goes ---------------------------------------------------------------------
  logic busy, unused_end;
  logic [127:0] sum_q;
  assign busy = clear_i || wipe_i;

  roundel_fifo_bank #(
    .Width(128)
  ) u_feedback (
    .clk_i(clk_i),
    .start_i(start_z),
    .write_i(back_z),
    .word_i(product),
    .end_o(unused_end),
    .read_i(back_3),
    .word_o(feedback)
  );

  always_ff @(posedge clk_i) begin
    sum_q <= (sum_q & {128{keep_z}}) ^ (product & {128{tail_z}});
    valid_o <= last_z && !busy;
    hash_o <= sum_q ^ product;
    single_valid_o <= single_z && !busy;
    single_o <= product;
  end

endmodule : roundel_ghash
