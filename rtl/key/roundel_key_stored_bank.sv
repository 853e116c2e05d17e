// SPDX-License-Identifier: Apache-2.0
//
// The round keys of one hardware round in one direction: a word for each turn of each slot.
//
// Interface. Turn t reads round key FirstIndex + t * Rounds, or FirstIndex - t * Rounds with
// Descending = 1. The round keys arrive in the order of the expansion; the module ignores those of
// other hardware rounds. With `write_all_i` the index is the number of a turn, for every round.
// With WriteRegister = 1 the write command takes effect a cycle later and `write_key_i` belongs to
// that later cycle. With ReadRegister = 1 `key_o` is a cycle late, and zero for a read with
// `blank_i`. With BlockRam = 1 `key_o` is two cycles late, and `blank_i` is of the cycle of the
// read. No reset.

module roundel_key_stored_bank #(
  parameter int NumTurns = 5,  // turns of a block in the ring, Nr / R
  parameter int Rounds = 2,  // hardware rounds R
  parameter int FirstIndex = 1,  // number of the round key of turn 0
  parameter bit Descending = 1'b0,  // 1: later turns read lower round keys
  parameter int KeySlots = 1,  // key slots, a power of two
  parameter bit WriteRegister = 1'b0,  // 1: the write command is registered
  parameter bit ReadRegister = 1'b0,  // 1: key_o is registered
  parameter bit BlockRam = 1'b0  // 1: the words are in block RAM; ReadRegister is not read
) (
  input  logic         clk_i,
  input  logic         write_i,
  input  logic         write_all_i,  // write_index_i is the number of a turn
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] write_slot_i,
  input  logic [  3:0] write_index_i,  // number of the round key that is written
  input  logic [127:0] write_key_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [  3:0] turn_i,
  input  logic         blank_i,  // with ReadRegister: read zero
  output logic [127:0] key_o
);

  localparam int TURN_BITS = roundel_prim_pkg::index_bits(NumTurns);
  // The index of a word is {slot, turn}, or {turn, slot} in block RAM: unused words are then at the
  // end and cost no memory. One turn or one slot needs no bits.
  localparam int WORDS = (NumTurns == 1) ? KeySlots : BlockRam ? KeySlots * NumTurns :
      KeySlots << TURN_BITS;
  localparam int WORD_BITS = roundel_prim_pkg::index_bits(WORDS);

  logic mine;  // the round key belongs to this hardware round
  logic [3:0] write_turn;

  always_comb begin
    mine = write_all_i && write_index_i < 4'(NumTurns);
    write_turn = write_all_i ? write_index_i : 4'd0;
    for (int t = 0; t < NumTurns; t++) begin
      if (!write_all_i
          && write_index_i == 4'(FirstIndex + (Descending ? -t * Rounds : t * Rounds))) begin
        mine = 1'b1;
        write_turn = 4'(t);
      end
    end
  end

  logic write;
  logic [WORD_BITS-1:0] write_word, read_word, next_write_word;
  logic [127:0] key;

  if (NumTurns == 1) begin : gen_one_turn
    assign next_write_word = write_slot_i;
    assign read_word = slot_i;
  end else if (KeySlots == 1) begin : gen_one_slot
    assign next_write_word = write_turn[TURN_BITS-1:0];
    assign read_word = turn_i[TURN_BITS-1:0];
  end else if (BlockRam) begin : gen_turns
    assign next_write_word = {write_turn[TURN_BITS-1:0], write_slot_i};
    assign read_word = {turn_i[TURN_BITS-1:0], slot_i};
  end else begin : gen_words
    assign next_write_word = {write_slot_i, write_turn[TURN_BITS-1:0]};
    assign read_word = {slot_i, turn_i[TURN_BITS-1:0]};
  end

  logic unused_bits;  // index bits that one turn, one slot or few turns do not need
  assign unused_bits = ^{write_turn, turn_i, write_slot_i, slot_i};

  roundel_pipeline_cut #(.Width(1 + WORD_BITS), .Present(WriteRegister)) u_cut_write (
    .clk_i,
    .data_i({write_i && mine, next_write_word}),
    .data_o({write, write_word})
  );

  if (BlockRam) begin : gen_block_ram
    roundel_deep_ram #(.Words(WORDS), .Width(128)) u_bank (
      .clk_i,
      .write_i(write),
      .write_index_i(write_word),
      .write_word_i(write_key_i),
      .read_index_i(read_word),
      .blank_i,
      .word_o(key_o)
    );
    assign key = '0;
  end else begin : gen_lut_ram
    roundel_key_ram #(.Words(WORDS)) u_bank (
      .clk_i,
      .write_i(write),
      .write_index_i(write_word),
      .write_key_i,
      .read_index_i(read_word),
      .read_key_o(key)
    );

    roundel_zero_gate #(.Width(128), .Registered(ReadRegister)) u_gate (
      .clk_i, .blank_i,
      .data_i(key),
      .data_o(key_o)
    );
  end

  logic unused_key;  // of block RAM
  assign unused_key = ^key;

endmodule : roundel_key_stored_bank
