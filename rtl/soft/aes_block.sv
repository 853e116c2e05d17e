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
// |             |                         | aes_pkg::BLOCK_128, 192 or 256, in order; the last  |
// |             |                         | begins the expansion, which goes on by itself       |
// | BLOCK_DATA  | {2'b0, decrypt, second} | takes words 0 and 1 of a block, or 2 and 3, which   |
// |             |                         | begins it; `decrypt` is the same in both            |
// | BLOCK_READ  | {2'b0, word}            | result_o is a word of the result XOR word_0_i       |
// | BLOCK_CLEAR | 4'b0                    | forgets the key, the block and the result           |
//
// Cycles. The expansion takes 20, 23 or 26; a block Nr * 4 / Columns from its second BLOCK_DATA.
// While either goes on, KEY, DATA and READ wait, and CLEAR does not. After CLEAR and after reset
// all wait for 16 cycles. The result stays until the next block ends: a loop reads one, begins the
// next and has its time to store and load. Without a whole key DATA is taken and has no effect, and
// the result is zero.
//
// Secrets. No instruction reads a key or a state between rounds. CLEAR overwrites round keys,
// state, result and what the S-boxes were asked last. No time depends on data or key.
//
// Method. `Columns` columns a cycle go through as many S-boxes with one register, then MixColumns
// and AddRoundKey. ShiftRows is done on the whole state at the last step of a round, for which the
// columns of the steps before wait in `next_q`; the columns that are not yet on their way wait in
// `rest_q`. A round needs no cycle of its own for this. A block's words come in as if they were a
// round's columns. Keys: aes_block_keys, which uses the S-boxes when no block does.
//
// Source: FIPS-197 sections 5.1 to 5.3.

module aes_block #(
  parameter int Columns = 2,  // 1, 2 or 4 a cycle; block RAMs: twice as many
  parameter int Sbox = aes_pkg::SBOX_ROM  // aes_pkg::SBOX_*
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  input  logic        valid_i,
  output logic        ready_o,
  input  logic [ 1:0] operation_i,  // aes_pkg::BLOCK_*
  input  logic [ 3:0] option_i,
  input  logic [31:0] word_0_i,
  input  logic [31:0] word_1_i,
  output logic [31:0] result_o  // valid with ready_o
);

  localparam int WIDTH = 32 * Columns;
  localparam int STEPS = 4 / Columns;  // of a round
  localparam int LAST_STEP = STEPS - 1;

  logic [127:0] round_key, shifted, state;
  logic [WIDTH-1:0] key, in, substitute, mix_in, mix_out, done, operand, first_columns;
  logic [31:0] expand_word;
  logic keys_busy, wiping, loaded, free, take, clear, load, load_ready;
  logic encrypt, decrypt, last_round;
  logic running_q, decrypt_q, work, last_step;
  logic [1:0] step_q, step;
  logic [3:0] round_q, round, num_rounds;
  logic [127:0] result_q;

  // ---- Instructions -----------------------------------------------------------------------------
  assign free = !running_q && !keys_busy;
  assign take = valid_i && ready_o;
  assign clear = take && (operation_i == aes_pkg::BLOCK_CLEAR);
  assign load = valid_i && (operation_i == aes_pkg::BLOCK_DATA) && free;

  always_comb begin
    case (operation_i)
      aes_pkg::BLOCK_CLEAR: ready_o = !wiping;
      aes_pkg::BLOCK_DATA: ready_o = free && load_ready;
      default: ready_o = free;
    endcase
  end

  // Gates in registers' stead: the word is known long before the result is.
  logic [31:0] result_high, result_low;
  assign result_high = option_i[0] ? result_q[95:64] : result_q[127:96];
  assign result_low = option_i[0] ? result_q[31:0] : result_q[63:32];
  assign result_o = word_0_i ^ (option_i[1] ? result_low : result_high);

  // ---- Keys -------------------------------------------------------------------------------------
  aes_block_keys u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear),
    .write_i(take && (operation_i == aes_pkg::BLOCK_KEY)),
    .size_i(option_i[3:2]),
    .pair_i(option_i[1:0]),
    .words_i({word_0_i, word_1_i}),
    .busy_o(keys_busy),
    .wiping_o(wiping),
    .loaded_o(loaded),
    .last_round_o(num_rounds),
    .word_o(expand_word),
    .substitute_i(substitute[WIDTH-1-:32]),
    .round_i(round),
    .key_o(round_key)
  );

  // ---- A round, step by step --------------------------------------------------------------------
  assign decrypt = running_q ? decrypt_q : option_i[1];
  assign encrypt = !decrypt;
  assign round = running_q ? round_q : decrypt ? num_rounds : 4'd0;
  assign last_round = decrypt ? (round_q == 4'd0) : (round_q == num_rounds);
  assign last_step = (step == LAST_STEP[1:0]);

  assign mix_in = substitute ^ (key & {WIDTH{decrypt}});

  aes_mix_columns #(
    .NumColumns(Columns),
    .Direction(aes_pkg::DIRECTION_BOTH),
    .Cuts(0)
  ) u_mix_columns (
    .clk_i(clk_i),
    .encrypt_i(encrypt),
    .state_i(mix_in),
    .state_o(mix_out)
  );

  always_comb begin
    if (!running_q) begin
      done = in ^ key;
    end else if (last_round) begin
      done = substitute ^ key;
    end else begin
      done = mix_out ^ (key & {WIDTH{encrypt}});
    end
  end

  assign shifted = decrypt ? aes_pkg::inv_shift_rows(state) : aes_pkg::shift_rows(state);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
    end else if (clear) begin
      running_q <= 1'b0;
    end else if (work && last_step) begin
      running_q <= loaded && !(running_q && last_round);
    end
  end

  always_ff @(posedge clk_i) begin
    if (work && last_step) begin
      round_q <= decrypt ? round - 4'd1 : round + 4'd1;
    end
    if (!running_q) begin
      decrypt_q <= option_i[1];
    end
    if (running_q) begin
      step_q <= last_step ? 2'd0 : step_q + 2'd1;
    end else begin
      step_q <= 2'd0;
    end
  end

  // ---- Words in, by the number of columns a cycle -----------------------------------------------
  if (Columns == 4) begin : gen_round
    logic [63:0] half_q;
    assign step = 2'd0;
    assign key = round_key;
    assign in = {half_q, word_0_i, word_1_i};
    assign load_ready = 1'b1;
    assign work = running_q || (load && option_i[0]);
    assign state = done;
    assign first_columns = shifted;

    always_ff @(posedge clk_i) begin
      if (wiping) begin
        half_q <= '0;
      end else if (load) begin
        half_q <= {word_0_i, word_1_i};
      end
    end

    logic unused_step;
    assign unused_step = ^step_q;
  end else begin : gen_part
    logic [127-WIDTH:0] next_q, rest_q;
    assign state = {next_q, done};
    assign first_columns = last_step ? shifted[127-:WIDTH] : rest_q[127-WIDTH-:WIDTH];
    assign work = running_q || load;

    if (Columns == 2) begin : gen_half
      assign step = running_q ? step_q : {1'b0, option_i[0]};
      assign key = step[0] ? round_key[63:0] : round_key[127:64];
      assign in = {word_0_i, word_1_i};
      assign load_ready = 1'b1;
      always_ff @(posedge clk_i) begin
        rest_q <= wiping ? '0 : shifted[63:0];
      end
    end else begin : gen_quarter
      logic second_q;  // of the two words that come at once
      logic [63:0] pair;
      assign step = running_q ? step_q : {option_i[0], second_q};
      assign pair = step[1] ? round_key[63:0] : round_key[127:64];
      assign key = step[0] ? pair[31:0] : pair[63:32];
      assign in = second_q ? word_1_i : word_0_i;
      assign load_ready = second_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          second_q <= 1'b0;
        end else begin
          second_q <= load && !second_q;
        end
      end

      always_ff @(posedge clk_i) begin
        if (wiping) begin
          rest_q <= '0;
        end else begin
          rest_q <= last_step ? shifted[95:0] : {rest_q[63:0], 32'd0};
        end
      end
    end

    always_ff @(posedge clk_i) begin
      if (wiping) begin
        next_q <= '0;
      end else if (work) begin
        next_q <= state[127-WIDTH:0];
      end
    end
  end

  // ---- S-boxes ----------------------------------------------------------------------------------
  if (Columns == 1) begin : gen_one_column
    assign operand = (running_q || load) ? first_columns : expand_word;
  end else begin : gen_columns
    assign operand[WIDTH-1-:32] =
        (running_q || load) ? first_columns[WIDTH-1-:32] : expand_word;
    assign operand[WIDTH-33:0] = first_columns[WIDTH-33:0];
  end

  aes_soft_sbox #(
    .NumBytes(4 * Columns),
    .Sbox(Sbox)
  ) u_sbox (
    .clk_i(clk_i),
    .decrypt_i(decrypt && (running_q || load)),
    .byte_i(operand),
    .byte_o(substitute)
  );

  // ---- Result -----------------------------------------------------------------------------------
  // A block without a key leaves none.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      result_q <= '0;
    end else if (wiping || (load && !loaded)) begin
      result_q <= '0;
    end else if (running_q && last_round) begin
      result_q <= state;
    end
  end

  if (Columns != 1 && Columns != 2 && Columns != 4) begin : gen_bad_columns
    // Undefined on purpose: elaboration stops here.
    aes_error_columns_must_be_1_2_or_4 u_error ();
  end

endmodule : aes_block
