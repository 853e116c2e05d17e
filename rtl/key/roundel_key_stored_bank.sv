// SPDX-License-Identifier: Apache-2.0
//
// The round keys that one hardware round needs in one direction: one a turn, in every slot.
//
// Turn t reads round key FirstIndex + t * Rounds, or FirstIndex - t * Rounds where `Descending` is
// set. Keys arrive in the order of the expansion; those of other hardware rounds are passed over.
//
// WriteRegister delays write_i, write_slot_i and write_index_i, but not write_key_i, by a cycle:
// the key comes a cycle behind its command. ReadRegister delays key_o by a cycle, which is zero for
// a command with `blank_i`.

module roundel_key_stored_bank #(
  parameter int NumTurns = 5,  // turns of the ring, Nr / R
  parameter int Rounds = 2,  // R
  parameter int FirstIndex = 1,  // round key of turn 0
  parameter int Descending = 0,  // 1: round keys in falling order
  parameter int KeySlots = 1,  // keys held at once
  parameter int WriteRegister = 0,
  parameter int ReadRegister = 0
) (
  input  logic                                     clk_i,
  input  logic                                     write_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] write_slot_i,
  input  logic [                              3:0] write_index_i,  // round key that is written
  input  logic [                            127:0] write_key_i,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                              3:0] turn_i,
  input  logic                                     blank_i,
  output logic [                            127:0] key_o
);

  localparam int TURN_BITS = roundel_prim_pkg::index_bits(NumTurns);
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  // With one turn a slot is one word, and with one slot a word is one turn.
  localparam int WORDS = (NumTurns == 1) ? KeySlots : KeySlots << TURN_BITS;
  localparam int WORD_BITS = roundel_prim_pkg::index_bits(WORDS);

  logic mine;
  logic [3:0] write_turn;

  always_comb begin
    mine = 1'b0;
    write_turn = 4'd0;
    for (int t = 0; t < NumTurns; t++) begin
      if (write_index_i == 4'(FirstIndex + ((Descending != 0) ? -t * Rounds : t * Rounds))) begin
        mine = 1'b1;
        write_turn = 4'(t);
      end
    end
  end

  logic write;
  logic [WORD_BITS-1:0] write_word, read_word, write_word_now;
  logic [127:0] key;

  if (NumTurns == 1) begin : gen_one_turn
    assign write_word_now = write_slot_i;
    assign read_word = slot_i;

    logic unused_turns;
    assign unused_turns = ^{write_turn, turn_i};
  end else begin : gen_turns
    logic [SLOT_BITS+TURN_BITS-1:0] write_place, read_place;
    assign write_place = {write_slot_i, write_turn[TURN_BITS-1:0]};
    assign read_place = {slot_i, turn_i[TURN_BITS-1:0]};
    assign write_word_now = write_place[WORD_BITS-1:0];
    assign read_word = read_place[WORD_BITS-1:0];

    logic unused_turns;
    assign unused_turns = ^{write_turn, turn_i, write_place, read_place};
  end

  roundel_pipeline_cut #(
    .Width(1 + WORD_BITS),
    .Present(WriteRegister)
  ) u_cut_write (
    .clk_i(clk_i),
    .data_i({write_i && mine, write_word_now}),
    .data_o({write, write_word})
  );

  roundel_key_ram #(
    .Words(WORDS)
  ) u_bank (
    .clk_i(clk_i),
    .write_i(write),
    .write_index_i(write_word),
    .write_key_i(write_key_i),
    .read_index_i(read_word),
    .read_key_o(key)
  );

  roundel_zero_gate #(
    .Width(128),
    .Registered(ReadRegister)
  ) u_gate (
    .clk_i(clk_i),
    .blank_i(blank_i),
    .data_i(key),
    .data_o(key_o)
  );

endmodule : roundel_key_stored_bank
