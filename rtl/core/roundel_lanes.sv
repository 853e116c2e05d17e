// SPDX-License-Identifier: Apache-2.0
//
// N engines that share one key schedule: words of up to N blocks, all of one slot and direction.
//
//   keys --> [ schedule ] --+--> [reg] --+--> [reg] --+-- ...
//                           |            |            |       one more register a lane
//   word -+--------------> lane 0 -------|------------|--> [N regs] ---+--> word
//         +--> [reg] ------------------> lane 1 ------|--> [N-1 regs] -+
//         +--> [2 regs] ----------------------------> lane 2 ...
//
// Interface.
// - Words: a word is accepted in a cycle with `valid_i` and `ready_o`. Its results are on `data_o`
//   with `valid_o` and its tag exactly roundel_engine_pkg::lanes_latency() cycles later, in order,
//   for a single cycle. There is no back-pressure. Block 0 is in the top bits, and lane k computes
//   block k. Full throughput is a word every roundel_engine_pkg::cycles_per_block() cycles. Without
//   `valid_o`, `data_o` is zero, except for Lanes + 1 cycles after a reset or a zeroise, in which
//   dropped results may be visible.
// - Keys: as roundel_engine. Zeroise: `zeroise_i` drops the words in flight and clears every key.
//
// Method. Lane k runs k cycles behind lane 0. Round keys therefore go from each lane to its
// neighbour through a register, and no wire grows with N (dong2021 shares one expansion among N
// cores). The last SecondSboxLanes lanes may have another S-box, to use both LUTs and block RAM of
// a part. These lanes have the same number of registers and must read the round key in the same
// stage.

`include "roundel_refuse.svh"

module roundel_lanes #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // hardware rounds R, a divisor of Nr
  parameter int Stages = 1,  // registers S of a round
  parameter int RoundCuts = 0,  // their cut positions, a mask of CUT_*; 0: best_cuts()
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // number of lanes, the last ones, with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SecondRoundCuts = 0,  // cut positions of these lanes; 0: best_cuts()
  // roundel_engine_pkg::KEY_SCHEDULE_*
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,
  parameter int KeySlots = 1,  // key slots, a power of two up to 4096
  parameter int TagBits = 1  // width of a word's tag
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 zeroise_i,

  input  logic                 key_valid_i,
  output logic                 key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [  KeyBits-1:0] key_i,
  input  logic                 key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes

  input  logic                 valid_i,
  output logic                 ready_o,
  input  logic                 decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [  TagBits-1:0] tag_i,
  input  logic [128*Lanes-1:0] data_i,

  output logic                 valid_o,
  output logic [  TagBits-1:0] tag_o,
  output logic [128*Lanes-1:0] data_o
);

  // Facts of the configuration, for users and for tools (from the elaborated design).
  // verilator lint_off UNUSEDPARAM
  localparam int NUM_ROUNDS = roundel_engine_pkg::num_rounds(KeyBits);
  localparam int LATENCY = roundel_engine_pkg::latency(KeyBits, Rounds, Stages, KeySlots);
  localparam int BLOCKS_IN_FLIGHT =
      Lanes * roundel_engine_pkg::blocks_in_flight(Rounds, Stages, KeySlots);
  localparam int CYCLES_PER_BLOCK = roundel_engine_pkg::cycles_per_block(KeyBits, Rounds);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int ROUND_CUTS = roundel_engine_pkg::round_cuts(Sbox, Direction, Stages, RoundCuts);
  localparam int QUEUE_DEPTH = 0;
  localparam int OUTPUT_LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes, KeySlots);
  localparam int ZEROISE_DELAY = 0;
  localparam int KEY_LOAD_CYCLES =
      roundel_engine_pkg::load_cycles(KeyBits, KeySizes, Direction,
          Rounds, Stages, ROUND_CUTS, KeySlots)
      + roundel_engine_pkg::early_key_ready(Stages, KeySchedule, KeySlots);
  // verilator lint_on UNUSEDPARAM

  localparam int SECOND_CUTS = roundel_engine_pkg::round_cuts(SecondSbox, Direction, Stages,
      SecondRoundCuts);
  localparam int FIRST_SECOND = Lanes - SecondSboxLanes;  // the first lane with SecondSbox

  `ROUNDEL_REFUSE(roundel_error_lanes_must_be_1_to_16, Lanes < 1 || Lanes > 16)
  // Words leave in order after lanes_latency() cycles, with each key size.
  `ROUNDEL_REFUSE(roundel_error_key_sizes_in_lanes_need_rounds_3_or_more,
      roundel_engine_pkg::has_varying_turns(KeySizes, Rounds) != 0)
  `ROUNDEL_REFUSE(roundel_error_second_sbox_lanes_must_be_fewer_than_lanes,
      SecondSboxLanes < 0 || SecondSboxLanes >= Lanes)
  `ROUNDEL_REFUSE(roundel_error_second_round_cuts_must_take_place_0_and_as_many_as_stages,
      SecondRoundCuts != 0
      && (SecondRoundCuts < 0 || SecondRoundCuts >= 1 << roundel_engine_pkg::NUM_PLACES
          || (SecondRoundCuts & 1) == 0 || $countones(SecondRoundCuts) != Stages))
  `ROUNDEL_REFUSE(roundel_error_second_round_cuts_must_have_the_key_stage_of_round_cuts,
      SecondSboxLanes > 0
      && ((Direction != roundel_aes_pkg::DIRECTION_DECRYPT
           && roundel_engine_pkg::encrypt_key_stage(ROUND_CUTS)
              != roundel_engine_pkg::encrypt_key_stage(SECOND_CUTS))
          || (Direction != roundel_aes_pkg::DIRECTION_ENCRYPT
              && roundel_engine_pkg::decrypt_key_stage(ROUND_CUTS)
                 != roundel_engine_pkg::decrypt_key_stage(SECOND_CUTS))))
  `ROUNDEL_REFUSE(roundel_error_second_sbox_rom_needs_stages_3_or_more,
      SecondSboxLanes > 0 && SecondSbox == roundel_engine_pkg::SBOX_ROM && Stages < 3)

  // Results of the rings; block 0 in the top bits.
  logic result_valid;  // of lane 0
  logic [Lanes-1:0] result_empty;
  logic [128*Lanes-1:0] result;
  logic [TagBits-1:0] result_tag;

  // Control and keys that go from a lane to the next; entry k belongs to lane k.
  logic [Lanes-1:0] quiet, offered, hold, decrypt;  // quiet: no zeroise
  logic [SLOT_BITS*Lanes-1:0] slot;
  logic [2*Lanes-1:0] size;
  logic [128*Lanes-1:0] entry_key;
  logic [128*Rounds*Lanes-1:0] encrypt_key, decrypt_key;

  assign quiet[0] = !zeroise_i;
  assign decrypt[0] = decrypt_i;
  assign slot[SLOT_BITS-1:0] = slot_i;

  roundel_engine #(
    .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction), .Rounds(Rounds), .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .KeySchedule(KeySchedule), .KeySlots(KeySlots),
    .TagBits(TagBits)
  ) u_engine (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
    .key_size_i,
    .valid_i, .ready_o, .decrypt_i, .slot_i, .tag_i,
    .block_i(data_i[128*Lanes-1-:128]),
    .valid_o(result_valid),
    .tag_o(result_tag),
    .block_o(result[128*Lanes-1-:128]),
    .empty_o(result_empty[0]),
    .ring_valid_o(offered[0]),
    .ring_hold_o(hold[0]),
    .entry_size_o(size[1:0]),
    .entry_key_o(entry_key[127:0]),
    .encrypt_key_o(encrypt_key[128*Rounds-1:0]),
    .decrypt_key_o(decrypt_key[128*Rounds-1:0])
  );

  for (genvar k = 1; k < Lanes; k++) begin : gen_lane
    localparam bit SECOND = k >= FIRST_SECOND;

    // Keys and control from the neighbour. Valid bits and the zeroise are reset. The zeroise is
    // passed on as its complement: otherwise synthesis would merge the register with one of the key
    // schedule.
    logic quiet_q, offered_q;
    // Complement of quiet_q, a separate register near the end of this lane's ring. Not a
    // roundel_dup_register, which has no reset.
    logic flush_q;
    assign quiet[k] = quiet_q;
    assign offered[k] = offered_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        quiet_q <= 1'b1;
        flush_q <= 1'b0;
        offered_q <= 1'b0;
      end else begin
        quiet_q <= quiet[k-1];
        flush_q <= !quiet[k-1];
        offered_q <= offered[k-1];
      end
    end

    roundel_pipeline_cut #(.Width(4 + SLOT_BITS)) u_control (
      .clk_i,
      .data_i({hold[k-1], decrypt[k-1], slot[SLOT_BITS*(k-1)+:SLOT_BITS], size[2*(k-1)+:2]}),
      .data_o({hold[k], decrypt[k], slot[SLOT_BITS*k+:SLOT_BITS], size[2*k+:2]})
    );

    roundel_pipeline_cut #(.Width(128 + 2 * 128 * Rounds)) u_keys (
      .clk_i,
      .data_i({entry_key[128*(k-1)+:128], encrypt_key[128*Rounds*(k-1)+:128*Rounds],
               decrypt_key[128*Rounds*(k-1)+:128*Rounds]}),
      .data_o({entry_key[128*k+:128], encrypt_key[128*Rounds*k+:128*Rounds],
               decrypt_key[128*Rounds*k+:128*Rounds]})
    );

    logic [127:0] block;
    roundel_delay #(.Width(128), .Cycles(k)) u_block (
      .clk_i, .rst_ni,
      .data_i(data_i[128*(Lanes-1-k)+:128]),
      .data_o(block)
    );

    roundel_ring #(
      .KeyBits(KeyBits), .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages),
      .RoundCuts(SECOND ? SecondRoundCuts : RoundCuts),
      .Sbox(SECOND ? SecondSbox : Sbox),
      .Direction(Direction), .KeySlots(KeySlots),
      .TagBits(1)
    ) u_ring (
      .clk_i, .rst_ni,
      .flush_i(flush_q),
      .hold_i(hold[k]),
      .valid_i(offered[k]),
      .decrypt_i(decrypt[k]),
      .slot_i(slot[SLOT_BITS*k+:SLOT_BITS]),
      .size_i(size[2*k+:2]),
      .tag_i(1'b0),
      .block_i(block),
      .entry_key_i(entry_key[128*k+:128]),
      .empty_o(result_empty[k]),
      .block_o(result[128*(Lanes-1-k)+:128]),
      .encrypt_key_i(encrypt_key[128*Rounds*k+:128*Rounds]),
      .decrypt_key_i(decrypt_key[128*Rounds*k+:128*Rounds]),
      // Only lane 0 needs these outputs.
      // verilator lint_off PINCONNECTEMPTY
      .ready_o(),
      .valid_o(),
      .tag_o(),
      .stays_o(),
      .valid_at_o(),
      .turn_at_o(),
      .decrypt_at_o(),
      .encrypt_at_o(),
      .slot_at_o(),
      .size_at_o()
      // verilator lint_on PINCONNECTEMPTY
    );
  end

  logic unused_last;  // the last lane has no neighbour
  assign unused_last = ^{quiet[Lanes-1], offered[Lanes-1], hold[Lanes-1], decrypt[Lanes-1],
                         slot[SLOT_BITS*Lanes-1-:SLOT_BITS], size[2*Lanes-1-:2],
                         entry_key[128*Lanes-1-:128],
                         encrypt_key[128*Rounds*Lanes-1-:128*Rounds],
                         decrypt_key[128*Rounds*Lanes-1-:128*Rounds]};

  // ---- Results ----------------------------------------------------------------------------------
  // Two registers behind each ring, then a delay until the last lane has a result. The second
  // register is zero without a result, so no state of a round leaves the module.
  for (genvar k = 0; k < Lanes; k++) begin : gen_result
    logic empty_q;
    logic [127:0] result_q, block_q;
    always_ff @(posedge clk_i) begin
      empty_q <= result_empty[k];
      result_q <= result[128*(Lanes-1-k)+:128];
      if (empty_q) begin
        block_q <= '0;
      end else begin
        block_q <= result_q;
      end
    end

    roundel_delay #(.Width(128), .Cycles(Lanes - 1 - k)) u_wait (
      .clk_i, .rst_ni,
      .data_i(block_q),
      .data_o(data_o[128*(Lanes-1-k)+:128])
    );
  end

  // A zeroise drops the results in the delays as well.
  logic [Lanes:0] valid_q;
  logic [TagBits*(Lanes+1)-1:0] tag_q;
  assign valid_o = valid_q[Lanes];
  assign tag_o = tag_q[TagBits*(Lanes+1)-1-:TagBits];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
    end else begin
      valid_q[0] <= result_valid && !zeroise_i;
      for (int k = 1; k <= Lanes; k++) begin
        valid_q[k] <= valid_q[k-1] && !zeroise_i;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    tag_q[TagBits-1:0] <= result_tag;
    for (int k = 1; k <= Lanes; k++) begin
      tag_q[TagBits*k+:TagBits] <= tag_q[TagBits*(k-1)+:TagBits];
    end
  end

endmodule : roundel_lanes
