// SPDX-License-Identifier: Apache-2.0
//
// The AES lanes of a mode and a delay line for the data that accompanies each word (sideband).
//
// Interface. Words, keys, results, reset and zeroise are those of roundel_lanes, except `ready_o`.
// A ring that does not turn (Rounds equal to Nr) accepts a word in each cycle, so `ready_o` is 1.
// The mode must then present words of slots with a usable key only. `beside_i` is taken with a
// word. `beside_o` shows the same bits together with the results of the word. `early_o` shows the
// bits 1 cycle earlier and `sooner_o` 2 cycles earlier, so that a mode can decode the bits in time.
//
// Chains. With HasChain the blocks of roundel_chain share lane 0: `chain_entry_i` has the slot, the
// block and a mask, and enters with `chain_valid_i` and `chain_ready_o`. LATENCY cycles later
// `chain_return_o` has the result and the mask; `valid_o` stays low. While both wait, block and
// word enter in turn, so `ready_o` of a ring that does not turn can be 0, too.
//
// Method. The delay line has the latency of the lanes and never stalls. The last two or three
// cycles are registers, because block RAM is far from the logic behind the delay line.
//
// Limits. The delay line is not reset: data beside the lanes is valid with `valid_o` only.

module roundel_sideband_lanes #(
  parameter int Lanes = 1,  // N, 1 to 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S, registers per round
  parameter int RoundCuts = 0,  // register positions, mask of CUT_*; 0: the best for Stages
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // last lanes, built with SecondSbox
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // S-box of the other lanes
  parameter int SecondRoundCuts = 0,  // RoundCuts of the other lanes
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_STORED,  // KEY_SCHEDULE_*
  parameter int KeySlots = 1,  // keys stored at the same time, a power of two
  parameter bit HasChain = 1'b0,  // blocks of roundel_chain come too
  parameter int Width = 128,  // sideband bits of a word; HasChain: 128 at least
  parameter bit BlockRam = 1'b1  // sideband in 1: block RAM; 0: distributed RAM
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [KeyBits-1:0] key_i,
  input  logic key_clear_i,
  input  logic [1:0] key_size_i,  // roundel_aes_pkg::KEY_SIZE_*; read with a set of sizes

  input  logic valid_i,
  output logic ready_o,
  input  logic decrypt_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [128*Lanes-1:0] data_i,
  input  logic [Width-1:0] beside_i,

  input  logic chain_valid_i,
  output logic chain_ready_o,
  input  logic [roundel_stream_pkg::chain_entry_bits(
      roundel_prim_pkg::index_bits(KeySlots))-1:0] chain_entry_i,
  output logic [roundel_stream_pkg::CHAIN_RETURN_BITS-1:0] chain_return_o,

  output logic valid_o,
  output logic [128*Lanes-1:0] data_o,
  output logic [Width-1:0] sooner_o,
  output logic [Width-1:0] early_o,
  output logic [Width-1:0] beside_o
);

  localparam int LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes, KeySlots);

  localparam int REGISTERS = (LATENCY >= 12) ? 3 : 2;  // registers at the end of the delay line

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam bit TURNS = roundel_engine_pkg::num_turns(KeyBits, Rounds) != 1;

  logic lanes_ready;  // the ring takes a word
  logic lanes_valid, enter, decrypt, lanes_result;
  logic [SLOT_BITS-1:0] slot;
  logic [128*Lanes-1:0] block;
  logic [Width-1:0] delayed, beside, early_q, beside_q;
  logic [Width-1:0] beside_in;

  assign lanes_ready = !TURNS || enter;
  assign sooner_o = beside;
  assign early_o = early_q;
  assign beside_o = beside_q;

  roundel_lanes #(
    .Lanes(Lanes), .KeyBits(KeyBits), .KeySizes(KeySizes), .Direction(Direction), .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts), .Sbox(Sbox), .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts), .KeySchedule(KeySchedule), .KeySlots(KeySlots),
    .TagBits(1)
  ) u_lanes (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i, .key_ready_o, .key_slot_i, .key_i, .key_clear_i,
    .key_size_i,
    .valid_i(lanes_valid),
    .ready_o(enter),
    .decrypt_i(decrypt),
    .slot_i(slot),
    .tag_i(1'b0),
    .data_i(block),
    .valid_o(lanes_result),
    // verilator lint_off PINCONNECTEMPTY
    .tag_o(),
    // verilator lint_on PINCONNECTEMPTY
    .data_o
  );

  roundel_delay #(.Width(Width), .Cycles(LATENCY - REGISTERS), .BlockRam(BlockRam != 0)) u_delay (
    .clk_i, .rst_ni,
    .data_i(beside_in),
    .data_o(delayed)
  );

  roundel_pipeline_cut #(.Width(Width), .Present(REGISTERS != 2)) u_sooner (
    .clk_i,
    .data_i(delayed),
    .data_o(beside)
  );

  always_ff @(posedge clk_i) begin
    early_q <= beside;
    beside_q <= early_q;
  end

  // ---- Blocks of chains -------------------------------------------------------------------------
  if (HasChain) begin : gen_chain
    logic [SLOT_BITS-1:0] chain_slot;
    logic [127:0] chain_block, chain_mask;
    logic [LATENCY-1:0] is_chain_q;  // the word that entered 1, 2, ... cycles ago is of a chain
    logic turn_q;  // the next block is of the mode, if one waits
    logic chosen;

    assign {chain_slot, chain_block, chain_mask} = chain_entry_i;
    assign chosen = chain_valid_i && !(turn_q && valid_i);
    assign chain_ready_o = lanes_ready && !(turn_q && valid_i);
    assign ready_o = lanes_ready && !chosen;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        turn_q <= 1'b0;
        is_chain_q <= '0;
      end else begin
        if (lanes_ready && (chain_valid_i || valid_i)) begin
          turn_q <= chosen;
        end
        is_chain_q <= {is_chain_q[LATENCY-2:0], chosen};
      end
    end

    assign lanes_valid = valid_i || chain_valid_i;
    assign decrypt = decrypt_i && !chosen;
    assign slot = chosen ? chain_slot : slot_i;
    assign beside_in = chosen ? Width'(chain_mask) : beside_i;
    always_comb begin
      block = data_i;
      if (chosen) begin
        block[128*Lanes-1-:128] = chain_block;
      end
    end
    assign valid_o = lanes_result && !is_chain_q[LATENCY-1];
    assign chain_return_o = {data_o[128*Lanes-1-:128], beside_q[127:0]};
  end else begin : gen_mode
    logic unused_chain;
    assign unused_chain = ^{chain_valid_i, chain_entry_i};
    assign ready_o = lanes_ready;
    assign lanes_valid = valid_i;
    assign decrypt = decrypt_i;
    assign slot = slot_i;
    assign beside_in = beside_i;
    assign block = data_i;
    assign valid_o = lanes_result;
    assign chain_ready_o = 1'b0;
    assign chain_return_o = '0;
  end

endmodule : roundel_sideband_lanes
