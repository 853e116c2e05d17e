// SPDX-License-Identifier: Apache-2.0
//
// The AES block unit of a soft processor: a key in, a block in, the result out. AES-128, 192 and
// 256, both directions.
//
// Interface. An instruction is executed in the cycle with `valid_i` and `ready_o`; `valid_i` and
// its operands stay until then. Words have byte 0 in the top bits; word 0 of a key or block comes
// first.
//
// | operation_i | option_i                | effect                                             |
// |-------------|-------------------------|----------------------------------------------------|
// | BLOCK_KEY   | {size, pair}            | takes words 2*pair and 2*pair + 1 of a key of size |
// |             |                         | BLOCK_128, 192 or 256; the last pair starts the    |
// |             |                         | expansion                                          |
// | BLOCK_DATA  | {2'b0, decrypt, second} | takes words 0 and 1 of a block, or with `second`   |
// |             |                         | words 2 and 3, which start the block               |
// | BLOCK_READ  | {2'b0, word}            | result_o is a word of the result XOR word_0_i      |
// | BLOCK_CLEAR | 4'b0                    | clears the key, the block and the result           |
//
// `result_o` is zero for operations other than BLOCK_READ. The result stays until the last round of
// the next block, so a loop can read a result, start the next block, and use its time to store and
// load. Reset: asynchronous, with the effect of BLOCK_CLEAR.
//
// Cycles, with W = SboxLatency - 1. While an expansion or a block runs, KEY, DATA and READ wait;
// CLEAR does not wait.
//
// | action                                | cycles                         | with the defaults |
// |---------------------------------------|--------------------------------|-------------------|
// | expansion of AES-128, 192, 256        | 10 + 10*W, 23 + 8*W, 13 + 13*W | 10, 23, 13        |
// | block, from its second DATA           | Nr * (4 / Columns + W)         | 20, 24, 28        |
// | CLEAR or reset: KEY, DATA, READ wait  | 16                             | 16                |
// | DATA with Columns = 1                 | 2                              |                   |
// | first DATA of another direction, or   | 1 more                         | 1 more            |
// | after a DATA that started no block    |                                |                   |
//
// Order. A key is all of its pairs, from pair 0, of one size. A block is its two DATA, of one
// direction, without a KEY or CLEAR between them. Pair 0 and the first DATA may come at any time
// and start anew. Any other order is accepted and leaves no key or a zero result, so words of
// different programs never mix.
//
// Secrets. No instruction reads a key or a state between rounds. CLEAR overwrites round keys,
// state, result and the inputs of the S-boxes. No time depends on data or keys. After a shorter key
// the last round keys of a longer key stay in their memory, unread, until CLEAR.
//
// Method. Columns columns per cycle pass the S-boxes, then MixColumns and AddRoundKey. The last
// step of a round applies ShiftRows to the whole state. `next_q` holds the columns of the steps
// before, and `rest_q` holds the shifted columns whose step is still to come. A round therefore
// takes 4 / Columns steps and W more cycles. The words of a new block enter like the columns of a
// round. All selections are XORs of operands that are zero when unused. Keys: roundel_block_keys,
// which uses the S-boxes while no block runs.
//
// Source. FIPS-197 sections 5.1 to 5.3.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_block_unit #(
  parameter int Columns = 2,  // columns per cycle: 1, 2 or 4; 2 * Columns block RAMs
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SboxLatency = 1  // cycles of the S-boxes: 1, or 2 for a faster clock
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        valid_i,
  output logic        ready_o,
  input  logic [ 1:0] operation_i,  // BLOCK_*
  input  logic [ 3:0] option_i,
  input  logic [31:0] word_0_i,
  input  logic [31:0] word_1_i,
  output logic [31:0] result_o  // valid with ready_o
);

  localparam int WIDTH = 32 * Columns;
  localparam int STEPS = 4 / Columns;  // steps of a round
  localparam int WAIT = SboxLatency - 1;  // cycles of a round before its first step
  localparam int LAST_CYCLE = STEPS + WAIT - 1;  // last cycle of a round, from 0


  logic [127:0] round_key, shifted, state, result_q;
  logic [63:0] pair_key;
  logic [WIDTH-1:0] key, in, substitute, last_columns, done, from_round, operand;
  logic [31:0] expand_word;
  logic keys_busy, wiping, loaded, free, take, clear, load, load_last, load_ready;
  // Control is flags and not an enum FSM: a mapping with an enum has 2 % more LUT4.
  logic running_q;  // a block runs
  logic last_round_q;  // in its last round, without MixColumns
  logic key_before_q;  // AddRoundKey comes before MixColumns
  logic decrypt_q;
  logic begun_q;  // the first half of a block is there, with this direction and this key
  logic last;  // last step of a round, or last words of a block
  logic last_next;  // the next round is the last round
  logic starts;  // a round follows
  logic aligned;  // the round key for this DATA is selected
  logic seek, turns, next_key, half;
  logic [3:0] gate;  // of each word of the result
  logic [2:0] cycle_q;
  logic [3:0] round, num_rounds;

  // ---- Instructions -----------------------------------------------------------------------------
  assign free = !running_q && !keys_busy;
  assign take = valid_i && ready_o;
  assign clear = take && (operation_i == roundel_soft_pkg::BLOCK_CLEAR);
  assign load = valid_i && (operation_i == roundel_soft_pkg::BLOCK_DATA) && free && aligned;

  always_comb begin
    case (operation_i)
      roundel_soft_pkg::BLOCK_CLEAR: ready_o = !wiping;
      roundel_soft_pkg::BLOCK_DATA: ready_o = free && aligned && load_ready;
      default: ready_o = free;
    endcase
  end

  for (genvar w = 0; w < 4; w++) begin : gen_gate
    assign gate[w] = operation_i == roundel_soft_pkg::BLOCK_READ && option_i[1:0] == w[1:0];
  end

  assign result_o = (result_q[127:96] & {32{gate[0]}}) ^ (result_q[95:64] & {32{gate[1]}})
      ^ (result_q[63:32] & {32{gate[2]}}) ^ (result_q[31:0] & {32{gate[3]}})
      ^ (word_0_i & {32{operation_i == roundel_soft_pkg::BLOCK_READ}});

  // ---- Keys -------------------------------------------------------------------------------------
  roundel_block_keys #(.SboxLatency(SboxLatency)) u_keys (
    .clk_i, .rst_ni,
    .clear_i(clear),
    .key_next_i(!running_q && operation_i == roundel_soft_pkg::BLOCK_KEY),
    .write_i(take && (operation_i == roundel_soft_pkg::BLOCK_KEY)),
    .size_i(option_i[3:2]),
    .pair_i(option_i[1:0]),
    .words_i({word_0_i, word_1_i}),
    .busy_o(keys_busy),
    .wiping_o(wiping),
    .loaded_o(loaded),
    .last_round_o(num_rounds),
    .word_o(expand_word),
    .substitute_i(substitute[WIDTH-1-:32]),
    .decrypt_i(seek ? (running_q ? decrypt_q : option_i[1]) : decrypt_q),
    .seek_i(seek),
    .seek_half_i(!running_q && option_i[0]),
    .next_i(next_key),
    .whole_i(Columns == 4),
    .round_o(round),
    .half_o(half),
    .key_o(round_key),
    .pair_o(pair_key)
  );

  // ---- A round, step by step --------------------------------------------------------------------
  // The round key of the first words is selected in advance, for the direction of the block before.
  assign aligned = (decrypt_q == option_i[1]) && (half == option_i[0] || Columns == 4);
  assign seek = running_q ? (last && last_round_q)
      : (valid_i && (operation_i == roundel_soft_pkg::BLOCK_DATA) && !aligned)
          || (load_last && !starts);

  assign turns = !running_q && seek && decrypt_q != option_i[1];

  assign last = running_q ? (cycle_q == LAST_CYCLE[2:0]) : load_last;
  assign last_next = (round == (decrypt_q ? 4'd1 : num_rounds - 4'd1));

  roundel_block_step #(.Columns(Columns)) u_step (
    .running_i(running_q),
    .decrypt_i(decrypt_q),
    .key_before_i(key_before_q),
    .columns_i(substitute),
    .key_i(key),
    .word_i(in),
    .ended_o(last_columns),
    .done_o(done)
  );

  assign shifted = decrypt_q ? roundel_aes_pkg::inv_shift_rows(state) :
      roundel_aes_pkg::shift_rows(state);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      last_round_q <= 1'b0;
      key_before_q <= 1'b0;
    end else if (clear) begin
      running_q <= 1'b0;
      last_round_q <= 1'b0;
      key_before_q <= 1'b0;
    end else if (last) begin
      running_q <= starts;
      last_round_q <= starts && last_next;
      key_before_q <= starts && (decrypt_q || last_next);
    end
  end

  // Two halves of different blocks, or with different keys, start no block: its result would show a
  // state between rounds.
  assign starts = (running_q || begun_q) && !last_round_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q <= 1'b0;
    end else if (!loaded || turns || (take && operation_i == roundel_soft_pkg::BLOCK_KEY)) begin
      begun_q <= 1'b0;
    end else if (load) begin
      begun_q <= !option_i[0] || (begun_q && !load_last);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      decrypt_q <= 1'b0;
    end else if (turns) begin
      decrypt_q <= option_i[1];
    end
  end

  always_ff @(posedge clk_i) begin
    cycle_q <= (last || !running_q) ? 3'd0 : cycle_q + 3'd1;
  end

  // ---- Words of a block, and stored columns -----------------------------------------------------
  logic odd;  // the second column of two, if a step has 1 column
  if (Columns == 4) begin : gen_round
    logic [63:0] half_q;
    assign odd = 1'b0;
    assign next_key = running_q ? last : load_last;
    assign in = {half_q, word_0_i, word_1_i};
    assign load_ready = 1'b1;
    assign load_last = load && option_i[0];
    assign state = done;
    assign from_round = shifted & {WIDTH{last}};

    always_ff @(posedge clk_i) begin
      if (wiping) begin
        half_q <= '0;
      end else if (load) begin
        half_q <= {word_0_i, word_1_i};
      end
    end
  end else begin : gen_part
    logic [127-WIDTH:0] next_q, rest_q;
    logic stepping;  // a step is in this cycle
    assign stepping = (SboxLatency == 1) || (cycle_q != 3'd0);
    assign state = {next_q, done};
    assign from_round = (shifted[127-:WIDTH] & {WIDTH{last}}) ^ rest_q[127-WIDTH-:WIDTH];

    if (Columns == 2) begin : gen_half
      assign odd = 1'b0;
      assign next_key = running_q ? stepping : load;
      assign in = {word_0_i, word_1_i};
      assign load_ready = 1'b1;
      assign load_last = load && option_i[0];

      always_ff @(posedge clk_i) begin
        if (!(last && starts)) begin
          rest_q <= '0;
        end else begin
          rest_q <= shifted[63:0];
        end
      end
    end else begin : gen_quarter
      logic second_q;  // the second of the two words of a DATA
      assign odd = running_q ? cycle_q[0] != WAIT[0] : second_q;
      assign next_key = odd && (running_q ? stepping : load);
      assign in = second_q ? word_1_i : word_0_i;
      assign load_ready = second_q;
      assign load_last = load && option_i[0] && second_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          second_q <= 1'b0;
        end else begin
          second_q <= load && !second_q;
        end
      end

      // The last round leaves nothing in rest_q, because a key may use the S-boxes directly after.
      always_ff @(posedge clk_i) begin
        rest_q <= (last && starts) ? shifted[95:0] : {rest_q[63:0], 32'd0};
      end
    end

    // The steps of a round are consecutive, so next_q may shift in the other cycles of a round too.
    always_ff @(posedge clk_i) begin
      if (wiping) begin
        next_q <= '0;
      end else if (running_q || load) begin
        next_q <= state[127-WIDTH:0];
      end
    end
  end

  logic [31:0] word_key;
  assign word_key = odd ? pair_key[31:0] : pair_key[63:32];
  assign key = (Columns == 4) ? WIDTH'(round_key >> (128 - WIDTH))
      : (Columns == 2) ? WIDTH'(pair_key) : WIDTH'(word_key);

  // ---- S-boxes ----------------------------------------------------------------------------------
  if (Columns == 1) begin : gen_one_column
    assign operand = from_round ^ expand_word;
  end else begin : gen_columns
    assign operand = {from_round[WIDTH-1-:32] ^ expand_word, from_round[WIDTH-33:0]};
  end

  roundel_soft_sbox #(.NumBytes(4 * Columns), .Sbox(Sbox), .Latency(SboxLatency)) u_sbox (
    .clk_i,
    .decrypt_i(decrypt_q && (running_q || load)),
    .byte_i(operand),
    .byte_o(substitute)
  );

  // ---- Result -----------------------------------------------------------------------------------
  // The last round has no MixColumns. A block that does not start leaves a zero result.
  logic [127:0] ended;
  if (Columns == 4) begin : gen_ended_round
    assign ended = last_columns;
  end else begin : gen_ended_part
    assign ended = {result_q[127-WIDTH:0], last_columns};
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      result_q <= '0;
    end else if (wiping || (load_last && !begun_q)) begin
      result_q <= '0;
    end else if (last_round_q) begin
      result_q <= ended;
    end
  end

  `ROUNDEL_REFUSE(roundel_error_columns_must_be_1_2_or_4,
      Columns != 1 && Columns != 2 && Columns != 4)

`ifndef ROUNDEL_NO_CONTRACTS
  logic waits_q;  // an instruction waited in the cycle before
  logic [69:0] asked_q;  // that instruction and its operands
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
    end else begin
      waits_q <= valid_i && !ready_o;
    end
  end
  always_ff @(posedge clk_i) begin
    asked_q <= {operation_i, option_i, word_0_i, word_1_i};
  end
`endif  // ROUNDEL_NO_CONTRACTS

  // An instruction stays until it is executed. The bus adapters refuse undefined instructions.
  `ROUNDEL_CONTRACT(instruction_stays, clk_i, rst_ni, !waits_q
      || (valid_i && asked_q == {operation_i, option_i, word_0_i, word_1_i}))
  `ROUNDEL_CONTRACT(instruction_defined, clk_i, rst_ni,
                    !valid_i || roundel_soft_pkg::block_funct7({1'b0, operation_i, option_i}))

endmodule : roundel_block_unit
