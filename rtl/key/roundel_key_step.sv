// SPDX-License-Identifier: Apache-2.0
//
// One step of the key expansion, forwards or backwards: from window to window (see
// roundel_key_words).
//
// `Cuts` is a mask of the places in a round that hold a register; those of SubBytes stand in
// SubWord as in the round's S-boxes, and CUT_ROUND stands in front of it, behind the choice of what
// it substitutes. The latency is the number of these places, and none makes it combinational. A new
// window every cycle, unless `InputsHeld`: then `window_i` and `step_i` stand still, what need not
// be carried beside SubWord is not, and the result is there when they have stood as many cycles,
// five at least; forwards only.
//
// Method. A step without SubWord is linear, so its result is that of f = Rcon alone, computed while
// SubWord works, XORed with SubWord where a one in f would come through: one level of logic behind
// SubWord. Combinational steps keep the chain of roundel_key_words, which is smaller.

module roundel_key_step #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  // encrypt: forwards only, else both ways
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,
  parameter int Cuts = 0,  // places of a round that hold a register
  parameter int InputsHeld = 0  // 1: the inputs are held
) (
  input  logic               clk_i,
  input  logic               backward_i,  // read unless Direction is encrypt
  input  logic [        3:0] step_i,  // n: 0 to Nr - 1
  input  logic [KeyBits-1:0] window_i,
  output logic [KeyBits-1:0] window_o
);

  localparam logic [127:0] RCONS = roundel_aes_pkg::step_rcons(KeyBits);
  localparam int SUB_CUTS = Cuts & roundel_engine_pkg::CUTS_IN_SBOX;
  localparam int STEP_CUTS =
      Cuts & (roundel_engine_pkg::CUTS_IN_SBOX | (1 << roundel_engine_pkg::CUT_ROUND));
  localparam int NK = KeyBits / 32;

  logic [7:0] rcon;
  logic [31:0] word, sub_in, sub_out, f;

  assign rcon = RCONS[{step_i, 3'b000}+:8];

  roundel_pipeline_cut #(
    .Width(32),
    .Present((Cuts >> roundel_engine_pkg::CUT_ROUND) & 1)
  ) u_cut_word (
    .clk_i(clk_i),
    .data_i(word),
    .data_o(sub_in)
  );

  roundel_sub_bytes #(
    .NumBytes(4),
    .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Cuts(SUB_CUTS)
  ) u_sub_word (
    .clk_i(clk_i),
    .decrypt_i({roundel_engine_pkg::num_stages(SUB_CUTS) {1'b0}}),
    .data_i(sub_in),
    .inverse_data_i(32'd0),
    .data_o(sub_out)
  );

  if (STEP_CUTS == 0) begin : gen_combinational
    assign f = sub_out ^ {rcon, 24'h000000};

    roundel_key_words #(
      .KeyBits(KeyBits),
      .Direction(Direction)
    ) u_words (
      .backward_i(backward_i),
      .step_i(step_i),
      .window_i(window_i),
      .word_o(word),
      .f_i(f),
      .made_i(128'd0),
      .window_o(window_o)
    );
  end else begin : gen_cut
    logic [KeyBits-1:0] without, without_late;  // the result but for SubWord
    logic [KeyBits-1:0] ones;
    logic [NK-1:0] with_sub, with_sub_late;  // words that SubWord enters
    logic [7:0] rcon_early;

    assign f = {rcon_early, 24'h000000};

    roundel_key_words #(
      .KeyBits(KeyBits),
      .Direction(Direction),
      .UsesMade(InputsHeld)
    ) u_words (
      .backward_i(backward_i),
      .step_i(step_i),
      .window_i(window_i),
      .word_o(word),
      .f_i(f),
      .made_i(without_late[127:0]),  // read where it is a register
      .window_o(without)
    );

    logic [31:0] unused_word;
    roundel_key_words #(
      .KeyBits(KeyBits),
      .Direction(Direction)
    ) u_words_of_f (
      .backward_i(backward_i),
      .step_i(step_i),
      .window_i({KeyBits{1'b0}}),
      .word_o(unused_word),
      .f_i({32{1'b1}}),
      .made_i(128'd0),
      .window_o(ones)
    );

    for (genvar k = 0; k < NK; k++) begin : gen_word
      assign with_sub[k] = ones[32*k];
      assign window_o[32*k+:32] = without_late[32*k+:32] ^ (sub_out & {32{with_sub_late[k]}});
    end

    logic unused_ones;
    assign unused_ones = ^ones;

    if (InputsHeld != 0) begin : gen_held
      // Forwards, the upper words of the result are words of the window: no register.
      localparam int NEW = (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) ? 128 : KeyBits;

      roundel_pipeline_cut #(
        .Width(8)
      ) u_cut_rcon (
        .clk_i(clk_i),
        .data_i(rcon),
        .data_o(rcon_early)
      );

      roundel_pipeline_cut #(
        .Width(NEW)
      ) u_cut_without (
        .clk_i(clk_i),
        .data_i(without[NEW-1:0]),
        .data_o(without_late[NEW-1:0])
      );

      if (NEW < KeyBits) begin : gen_stays
        assign without_late[KeyBits-1:NEW] = without[KeyBits-1:NEW];
      end

      roundel_pipeline_cut #(
        .Width(NK)
      ) u_cut_with_sub (
        .clk_i(clk_i),
        .data_i(with_sub),
        .data_o(with_sub_late)
      );
    end else begin : gen_every_cycle
      assign rcon_early = rcon;

      roundel_pipeline_cuts #(
        .Width(KeyBits + NK),
        .Cuts(STEP_CUTS)
      ) u_cuts (
        .clk_i(clk_i),
        .data_i({without, with_sub}),
        .data_o({without_late, with_sub_late})
      );
    end
  end

  if (STEP_CUTS == 0) begin : gen_no_clock
    logic unused_clk;
    assign unused_clk = clk_i;
  end

endmodule : roundel_key_step
