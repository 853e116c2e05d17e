// SPDX-License-Identifier: Apache-2.0
//
// GHASH (SP 800-38D section 6.4) of 1 word of up to N blocks per cycle, for packets without idle
// cycles between packets, each with the hash key of its slot.
//
// Words. `valid_i` gives a word of `count_i` blocks: the first block in the top bits, zeros after
// the last block. `last_i` ends a packet. There is no back-pressure. `hash_o` is valid for 1 cycle
// per packet, in order. The latency depends on the times of the words only, not on data.
//
// Single products. `single_valid_i` multiplies `single_i` by the hash key of its slot. The product
// appears a fixed number of cycles later. `delayed_o` reports that the single product delayed a
// word; the user then delays no further word until a cycle without a word (roundel_ghash_window).
//
// Powers. `write_i` stores power `write_index_i` of `write_slot_i`. GHASH reads the powers 1 to
// Lanes * ghash_distance().
//
// Clear and zeroise. `clear_i` for one cycle and `wipe_i` for the next cycles, a multiple of 16,
// clear everything; also after a reset. The user gives no word meanwhile. The product memory is
// overwritten with the products of the last 16 cycles, so all powers are zero by then.
//
//   words --> [ window ] --> (+) --> [ products ] --> sum of lanes --> [ fold ] --+--> (+) --> hash
//                             ^                                                  |
//                             +---------- [ product memory ] <-------------------+
//
// Method. See roundel_ghash_window. The product memory holds a product until its word leaves the
// window. Words read in order, so 16 entries and two pointers suffice
// (formal/prove_ghash_order.sv).

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_ghash #(
  parameter int Lanes = 1,  // N: blocks per word
  parameter int KeySlots = 1,  // hash keys stored at the same time
  parameter int Cuts = roundel_ghash_pkg::GHASH_BEST_CUTS  // registers, mask of GHASH_CUT_*
) (
  input  logic clk_i,
  input  logic clear_i,
  input  logic wipe_i,

  input  logic valid_i,
  input  logic last_i,
  input  logic [roundel_prim_pkg::index_bits(Lanes+1)-1:0] count_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [128*Lanes-1:0] data_i,
  output logic valid_o,
  output logic [127:0] hash_o,

  input  logic single_valid_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] single_slot_i,
  input  logic [127:0] single_i,
  output logic delayed_o,
  output logic single_valid_o,
  output logic [127:0] single_o,

  input  logic write_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] write_slot_i,
  input  logic [roundel_ghash_pkg::ghash_power_bits(Lanes, Cuts)-1:0] write_index_i,
  input  logic [127:0] write_power_i
);

  localparam int DISTANCE = roundel_ghash_pkg::ghash_distance(Cuts);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int POWER_BITS = roundel_ghash_pkg::ghash_power_bits(Lanes, Cuts);
  localparam int INDEX_BITS = 4;  // of an entry of the product memory
  localparam int POWERS = KeySlots << POWER_BITS;  // words of the memory of powers
  localparam int ADDRESS_BITS = roundel_prim_pkg::index_bits(POWERS);
  localparam int PRODUCTS = 81 * 15;  // bits between the two halves of the multiplier
  localparam int FLAGS = 6;  // bits of product_t

  `include "roundel_ghash_types.svh"

  `ROUNDEL_REFUSE(roundel_error_ghash_cuts_must_be_a_mask_of_8_places,
                  Cuts < 0 || Cuts >= 1 << roundel_ghash_pkg::GHASH_NUM_PLACES)

  // More lanes, and more registers in a product, need more powers.
  `ROUNDEL_REFUSE(
      roundel_error_key_slots_times_powers_of_each_hash_key_must_be_65536_at_most, POWERS > 65536)

  // ---- Stage 1: a word, or a single block -------------------------------------------------------
  // A single block holds the window in the cycle after single_valid_i. Three cycles later the
  // window therefore outputs no word, and the single block enters stage 1.
  logic waits;
  use_t word_1, use_1;
  logic early_1;  // no product is added to the word
  logic [SLOT_BITS-1:0] word_slot, slot_1;
  logic [POWER_BITS-1:0] word_power, power_1;
  logic [128*Lanes-1:0] word_data, data_1;
  logic [3:0] single_valid_q;  // from the cycle that holds a word to stage 1
  logic [4*SLOT_BITS-1:0] single_slot_q;
  logic [4*128-1:0] single_q;
  logic single_1;  // a single block is in stage 1
  logic [SLOT_BITS-1:0] single_slot_1;
  logic [127:0] single_data_1;

  assign delayed_o = single_valid_q[0] && waits;

  roundel_ghash_window #(
    .Lanes(Lanes),
    .Distance(DISTANCE),
    .SlotBits(SLOT_BITS),
    .PowerBits(POWER_BITS)
  ) u_window (
    .clk_i, .clear_i, .valid_i, .last_i, .count_i, .slot_i, .data_i,
    .hold_i(single_valid_q[0]),
    .waits_o(waits),
    .valid_o(word_1.valid),
    .last_o(word_1.last),
    .tail_o(word_1.tail),
    .early_o(early_1),
    .slot_o(word_slot),
    .power_o(word_power),
    .data_o(word_data)
  );

  always_ff @(posedge clk_i) begin
    single_valid_q <= {single_valid_q[2:0], single_valid_i} & {4{!clear_i}};
    single_slot_q <= {single_slot_q[3*SLOT_BITS-1:0], single_slot_i};
    single_q <= {single_q[3*128-1:0], single_i};
  end

  assign word_1.single = 1'b0;
  assign single_1 = single_valid_q[3];
  assign single_slot_1 = single_slot_q[4*SLOT_BITS-1-:SLOT_BITS];
  assign single_data_1 = single_q[4*128-1-:128];
  always_comb begin
    use_1 = word_1;
    slot_1 = word_slot;
    power_1 = word_power;
    data_1 = word_data;
    if (single_1) begin
      use_1.single = 1'b1;
      slot_1 = single_slot_1;
      power_1 = POWER_BITS'(1);
      data_1 = {single_data_1, {(128 * (Lanes - 1)) {1'b0}}};
    end
  end

  // ---- Stages 2 to 5: the power is read; the product at the distance is added -------------------
  use_t use_2_q, use_3_q, use_4_q;
  logic early_2_q;
  logic back_3_q, back_4_q;  // a product is added to the word
  product_t product_5_q, product_z;  // stage z: at the end of the multiplier
  logic start_4_q, wipe_4_q;
  logic [128*Lanes-1:0] data_2_q, data_3_q, data_4_q, operand_5_q;
  logic [ADDRESS_BITS*Lanes-1:0] address_2_q;
  logic [127:0] feedback, feedback_4_q;

  always_ff @(posedge clk_i) begin
    use_2_q <= use_1;
    early_2_q <= early_1;
    use_3_q <= use_2_q;
    use_4_q <= use_3_q;
    data_2_q <= data_1;
    data_3_q <= data_2_q;
    data_4_q <= data_3_q;
    start_4_q <= clear_i;
    wipe_4_q <= wipe_i;
    back_3_q <= use_2_q.valid && !early_2_q && !clear_i;
    back_4_q <= back_3_q;
    feedback_4_q <= feedback;
    operand_5_q <=
        data_4_q ^ {feedback_4_q & {128{back_4_q}}, {(128 * (Lanes - 1)) {1'b0}}};
    product_5_q.last <= use_4_q.valid && use_4_q.last;
    product_5_q.keep <= !(use_4_q.valid && use_4_q.last) && !wipe_4_q;
    product_5_q.tail <= use_4_q.valid && use_4_q.tail && !use_4_q.last;
    product_5_q.back <= (use_4_q.valid && !use_4_q.tail) || wipe_4_q;
    product_5_q.single <= use_4_q.single;
    product_5_q.start <= start_4_q;
  end

  // ---- The multiplier: products of each lane, sum of the lanes, fold ----------------------------
  logic [PRODUCTS*Lanes-1:0] products;
  logic [PRODUCTS-1:0] sum;
  logic [127:0] product;

  for (genvar k = 0; k < Lanes; k++) begin : gen_lane
    logic [127:0] power, power_5_q;
    logic [POWER_BITS-1:0] number;
    logic [ADDRESS_BITS-1:0] address, write_address;
    assign number = power_1 - POWER_BITS'(k);

    assign address = ADDRESS_BITS'({slot_1, number});  // one slot has no bits of the slot
    assign write_address = ADDRESS_BITS'({write_slot_i, write_index_i});

    // The register after the memory bridges the distance from a block RAM to the multiplier.
    always_ff @(posedge clk_i) begin
      address_2_q[ADDRESS_BITS*k+:ADDRESS_BITS] <= address;
      power_5_q <= power;
    end

    if (POWERS <= 512) begin : gen_powers
      roundel_block_ram #(.Words(POWERS), .Width(128)) u_powers (
        .clk_i, .write_i,
        .write_index_i(write_address),
        .write_word_i(write_power_i),
        .read_index_i(address_2_q[ADDRESS_BITS*k+:ADDRESS_BITS]),
        .word_o(power)
      );
    end else begin : gen_many_powers
      roundel_deep_ram #(.Words(POWERS), .Width(128)) u_powers (
        .clk_i, .write_i,
        .write_index_i(write_address),
        .write_word_i(write_power_i),
        .read_index_i(address_2_q[ADDRESS_BITS*k+:ADDRESS_BITS]),
        .blank_i(1'b0),
        .word_o(power)
      );
    end

    roundel_ghash_products #(.Cuts(Cuts)) u_products (
      .clk_i,
      .block_i(operand_5_q[128*(Lanes-1-k)+:128]),
      .power_i(power_5_q),
      .products_o(products[PRODUCTS*k+:PRODUCTS])
    );
  end

  always_comb begin
    sum = '0;
    for (int k = 0; k < Lanes; k++) begin
      sum = sum ^ products[PRODUCTS*k+:PRODUCTS];
    end
  end

  roundel_ghash_fold #(.Cuts(Cuts)) u_fold (
    .clk_i,
    .products_i(sum),
    .result_o(product)
  );

  roundel_pipeline_cuts #(
    .Width(FLAGS),
    .Cuts(Cuts),
    .First(0),
    .Last(roundel_ghash_pkg::GHASH_NUM_PLACES - 1)
  ) u_flags (
    .clk_i,
    .data_i(product_5_q),
    .data_o(product_z)
  );

  // ---- Stage z: the product memory, the sum of the tail, and the outputs ------------------------
  logic clears;
  logic valid_q, single_result_valid_q;
  logic [127:0] tail_sum_q, hash_q, single_result_q;
  assign clears = clear_i || wipe_i;

  roundel_fifo_bank #(.Width(128)) u_feedback (
    .clk_i,
    .start_i(product_z.start),
    .write_i(product_z.back),
    .word_i(product),
    // verilator lint_off PINCONNECTEMPTY
    .end_o(),
    // verilator lint_on PINCONNECTEMPTY
    .read_i(back_3_q),
    .word_o(feedback)
  );

  always_ff @(posedge clk_i) begin
    tail_sum_q <= (tail_sum_q & {128{product_z.keep}}) ^ (product & {128{product_z.tail}});
    valid_q <= product_z.last && !clears;
    hash_q <= tail_sum_q ^ product;
    single_result_valid_q <= product_z.single && !clears;
    single_result_q <= product;
  end

  assign valid_o = valid_q;
  assign hash_o = hash_q;
  assign single_valid_o = single_result_valid_q;
  assign single_o = single_result_q;

`ifndef ROUNDEL_NO_CONTRACTS
  logic cleared_q;  // a clear has come, so all registers are known
  logic [INDEX_BITS-1:0] stored_q;  // products in the memory, at most Distance
  initial cleared_q = 1'b0;
  always @(posedge clk_i) begin
    cleared_q <= cleared_q || clear_i;
    if (product_z.start) begin
      stored_q <= '0;
    end else begin
      stored_q <= stored_q + INDEX_BITS'(product_z.back) - INDEX_BITS'(back_3_q);
    end
  end
`endif  // ROUNDEL_NO_CONTRACTS

  // The product at the distance is in the memory when its word needs the product.
  `ROUNDEL_CONTRACT(product_is_stored, clk_i, cleared_q,
                    clear_i || wipe_i || !back_3_q || stored_q != '0)

  // A word and a single block do not meet in stage 1.
  `ROUNDEL_CONTRACT(word_or_single, clk_i, cleared_q,
                    clear_i || wipe_i || !(word_1.valid && single_1))

  // No input comes while GHASH is cleared.
  `ROUNDEL_CONTRACT(quiet_clear, clk_i, cleared_q, !wipe_i || (!valid_i && !single_valid_i))

endmodule : roundel_ghash
