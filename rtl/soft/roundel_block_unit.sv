// SPDX-License-Identifier: Apache-2.0
//
// The block unit of a soft core: key in, block in, block out. AES-128, 192 and 256, both
// directions.
//
// An instruction is done in the cycle with `valid_i` and `ready_o`; until then `valid_i` and all
// with it stay as they are. Words have byte 0 in the top bits, word 0 of a key or block goes first.
//
// | operation_i | option_i                | what it does                                        |
// |-------------|-------------------------|-----------------------------------------------------|
// | BLOCK_KEY   | {size, pair}            | takes words 2*pair and 2*pair + 1 of a key of size  |
// |             |                         | roundel_soft_pkg::BLOCK_128, 192 or 256, in order; the
// last  |
// |             |                         | begins the expansion, which goes on by itself       |
// | BLOCK_DATA  | {2'b0, decrypt, second} | takes words 0 and 1 of a block, or 2 and 3, which   |
// |             |                         | begins it                                           |
// | BLOCK_READ  | {2'b0, word}            | result_o is a word of the result XOR word_0_i       |
// | BLOCK_CLEAR | 4'b0                    | forgets the key, the block and the result           |
//
// Cycles: roundel_soft_pkg::block_key_cycles() for an expansion, and
// roundel_soft_pkg::block_cycles() from the second BLOCK_DATA of a block; with the defaults 10, 23
// or 13, and 20, 24 or 28. While either goes on, KEY, DATA and READ wait, and CLEAR does not. After
// CLEAR and after reset all wait for 16 cycles. The result stays until the last round of the next
// block: a loop reads one, begins the next and has its time to store and load. `result_o` is zero
// for any other operation. With Columns of 1 each DATA takes two cycles. A first DATA waits for one
// cycle more where it is of another direction than the block before, or behind a DATA that made no
// block with others.
//
// Order. A key is all of its pairs, pair 0 first, of one size; a block is both of its DATA, of one
// direction, with no KEY or CLEAR in between. Pair 0 and the first DATA may come at any time and
// begin anew. All else is taken and has no effect but that there is no key, or that the result is
// zero: nothing of the key before is ever mixed with what another program gives.
//
// Secrets. No instruction reads a key or a state between rounds. CLEAR overwrites round keys,
// state, result and what the S-boxes were asked last. No time depends on data or key. A shorter key
// leaves the last round keys of a longer one in their memory, unread, until CLEAR.
//
// Method. `Columns` columns a cycle go through as many S-boxes, then MixColumns and AddRoundKey.
// ShiftRows is done on the whole state at the last step of a round, for which the columns of the
// steps before wait in `next_q`; the columns that are not yet on their way wait in `rest_q`. A
// round needs no cycle of its own for this: STEPS, and one more for each cycle of the S-boxes above
// one. A block's words come in as if they were a round's columns. All choices are sums of what is
// zero where it does not count: a word that comes in is added to the round key, and the columns of
// the round are zero then. Keys: roundel_block_keys, which uses the S-boxes when no block does.
//
// Source: FIPS-197 sections 5.1 to 5.3.

module roundel_block_unit #(
  parameter int Columns = 2,  // 1, 2 or 4 a cycle; block RAMs: twice as many
  parameter int Sbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SboxLatency = 1  // 1, or 2 for a faster clock
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        valid_i,
  output logic        ready_o,
  input  logic [ 1:0] operation_i,  // roundel_soft_pkg::BLOCK_*
  input  logic [ 3:0] option_i,
  input  logic [31:0] word_0_i,
  input  logic [31:0] word_1_i,
  output logic [31:0] result_o  // valid with ready_o
);

  localparam int WIDTH = 32 * Columns;
  localparam int STEPS = 4 / Columns;  // of a round
  localparam int WAIT = SboxLatency - 1;  // cycles of a round before its first step
  localparam int LAST_CYCLE = STEPS + WAIT - 1;  // of a round

  logic [127:0] round_key, shifted, state, result_q;
  logic [63:0] pair_key;
  logic [WIDTH-1:0] key, in, substitute, last_columns, done, from_round, operand;
  logic [31:0] expand_word;
  logic keys_busy, wiping, loaded, free, take, clear, load, load_last, load_ready;
  logic running_q, decrypt_q, key_before_q, last_round_q;
  logic begun_q;  // the first half of a block is there, of this direction and under this key
  logic stepping, goes_on, aligned, seek, turns, next_key, last, half, last_next;
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
  roundel_block_keys #(
    .SboxLatency(SboxLatency)
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
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
  // The index of the round key of a block's first words is set before they come, for blocks of the
  // direction of the one before.
  assign aligned = (decrypt_q == option_i[1]) && (half == option_i[0] || Columns == 4);
  assign seek = running_q ? (last && last_round_q)
      : (valid_i && (operation_i == roundel_soft_pkg::BLOCK_DATA) && !aligned) || (load_last &&
          !goes_on);

  assign turns = !running_q && seek && decrypt_q != option_i[1];

  assign stepping = (SboxLatency == 1) || (cycle_q != 3'd0);
  assign last = running_q ? (cycle_q == LAST_CYCLE[2:0]) : load_last;
  assign last_next = (round == (decrypt_q ? 4'd1 : num_rounds - 4'd1));

  roundel_block_step #(
    .Columns(Columns)
  ) u_step (
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
      running_q <= goes_on;
      last_round_q <= goes_on && last_next;
      key_before_q <= goes_on && (decrypt_q || last_next);
    end
  end

  // Halves of two blocks, or under two keys, would make what is in between a block's own: they
  // begin none.
  assign goes_on = (running_q || begun_q) && !last_round_q;

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

  // ---- Words in, and columns that wait ----------------------------------------------------------
  if (Columns == 4) begin : gen_round
    logic [63:0] half_q;
    assign next_key = running_q ? last : load_last;
    assign key = round_key;
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

    logic unused_pair;
    assign unused_pair = ^{pair_key, half, stepping};
  end else begin : gen_part
    logic [127-WIDTH:0] next_q, rest_q;
    assign state = {next_q, done};
    assign from_round = (shifted[127-:WIDTH] & {WIDTH{last}}) ^ rest_q[127-WIDTH-:WIDTH];

    if (Columns == 2) begin : gen_half
      assign next_key = running_q ? stepping : load;
      assign key = pair_key;
      assign in = {word_0_i, word_1_i};
      assign load_ready = 1'b1;
      assign load_last = load && option_i[0];

      always_ff @(posedge clk_i) begin
        if (!(last && goes_on)) begin
          rest_q <= '0;
        end else begin
          rest_q <= shifted[63:0];
        end
      end
    end else begin : gen_quarter
      logic second_q;  // of the two words that come at once
      logic [2:0] step;
      assign step = cycle_q - WAIT[2:0];
      assign next_key = running_q ? (stepping && step[0]) : (load && second_q);
      assign key = (running_q ? step[0] : second_q) ? pair_key[31:0] : pair_key[63:32];
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

      // Nothing is left of the last round: a key behind it is in the S-boxes at once.
      always_ff @(posedge clk_i) begin
        rest_q <= (last && goes_on) ? shifted[95:0] : {rest_q[63:0], 32'd0};
      end

      logic unused_step;
      assign unused_step = ^step[2:1];
    end

    // What is not a step's passes through: the steps of a round come one behind the other.
    always_ff @(posedge clk_i) begin
      if (wiping) begin
        next_q <= '0;
      end else if (running_q || load) begin
        next_q <= state[127-WIDTH:0];
      end
    end

    if (Columns == 2) begin : gen_pair
      logic unused_key;
      assign unused_key = ^round_key;
    end else begin : gen_word
      logic unused_key;
      assign unused_key = ^round_key;
    end
  end

  // ---- S-boxes ----------------------------------------------------------------------------------
  if (Columns == 1) begin : gen_one_column
    assign operand = from_round ^ expand_word;
  end else begin : gen_columns
    assign operand = {from_round[WIDTH-1-:32] ^ expand_word, from_round[WIDTH-33:0]};
  end

  roundel_soft_sbox #(
    .NumBytes(4 * Columns),
    .Sbox(Sbox),
    .Latency(SboxLatency)
  ) u_sbox (
    .clk_i(clk_i),
    .decrypt_i(decrypt_q && (running_q || load)),
    .byte_i(operand),
    .byte_o(substitute)
  );

  // ---- Result -----------------------------------------------------------------------------------
  // In the last round nothing is mixed. A block that does not begin leaves none.
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

  if (Columns != 1 && Columns != 2 && Columns != 4) begin : gen_bad_columns
    // Undefined on purpose: elaboration stops here.
    roundel_error_columns_must_be_1_2_or_4 u_error ();
  end

endmodule : roundel_block_unit
