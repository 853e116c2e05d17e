// SPDX-License-Identifier: Apache-2.0
//
// One step of the key expansion, forwards or backwards: from window to window (see
// roundel_key_words).
//
// Interface. No handshake, no reset. `Cuts` selects registers by cut position. The positions of
// SubBytes are in SubWord, as in the round's S-boxes; CUT_ROUND is in front of SubWord, behind the
// multiplexer of its input word. The latency is the number of selected positions; with none the
// step is combinational. The module accepts a new window in every cycle. With InputsHeld = 1
// `window_i` and `step_i` must be stable instead, and the result is correct after max(latency, 5)
// cycles; the module then needs no registers beside SubWord. InputsHeld works forwards only.
//
// Method. A step without SubWord is linear. The module therefore computes the result for f = Rcon
// while SubWord works, and then XORs SubWord into the words that depend on f: one level of logic
// behind SubWord. A combinational step uses the chain of roundel_key_words, which is smaller.

module roundel_key_step #(
  parameter int KeyBits = 128,  // 128, 192 or 256
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // encrypt: forwards only
  parameter int Cuts = 0,  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
  parameter bit InputsHeld = 1'b0  // 1: the caller holds window_i and step_i
) (
  input  logic               clk_i,
  input  logic               backward_i,  // step backwards; ignored with Direction encrypt
  input  logic [        3:0] step_i,  // number of the step: 0 to Nr - 1
  input  logic [KeyBits-1:0] window_i,
  output logic [KeyBits-1:0] window_o
);

  localparam logic [127:0] RCONS = roundel_aes_pkg::step_rcons(KeyBits);
  localparam int SUB_CUTS = Cuts & roundel_engine_pkg::CUTS_IN_SBOX;
  localparam int STEP_CUTS =
      Cuts & (roundel_engine_pkg::CUTS_IN_SBOX | (1 << roundel_engine_pkg::CUT_ROUND));
  localparam int NK = KeyBits / 32;

  logic [7:0] rcon;
  logic [31:0] word, sub_in, sub_out, f;  // SubWord: input, input behind CUT_ROUND, output

  assign rcon = RCONS[{step_i, 3'b000}+:8];

  roundel_pipeline_cut #(.Width(32), .Present(Cuts[roundel_engine_pkg::CUT_ROUND])) u_cut_word (
    .clk_i,
    .data_i(word),
    .data_o(sub_in)
  );

  roundel_sub_bytes #(
    .NumBytes(4),
    .Sbox(Sbox),
    .Direction(roundel_aes_pkg::DIRECTION_ENCRYPT),
    .Cuts(SUB_CUTS)
  ) u_sub_word (
    .clk_i,
    .decrypt_i({roundel_engine_pkg::num_stages(SUB_CUTS) {1'b0}}),
    .data_i(sub_in),
    .inverse_data_i(32'd0),
    .data_o(sub_out)
  );

  if (STEP_CUTS == 0) begin : gen_combinational
    assign f = sub_out ^ {rcon, 24'h000000};

    roundel_key_words #(.KeyBits(KeyBits), .Direction(Direction)) u_words (
      .backward_i, .step_i, .window_i,
      .word_o(word),
      .f_i(f),
      .made_i(96'd0),
      .window_o
    );
  end else begin : gen_cut
    logic [KeyBits-1:0] without, without_q;  // the result without SubWord, and its register
    logic [KeyBits-1:0] ones;  // ones in the words that depend on f
    logic [NK-1:0] with_sub, with_sub_q;  // words that depend on f
    logic [7:0] early_rcon;

    assign f = {early_rcon, 24'h000000};

    roundel_key_words #(.KeyBits(KeyBits), .Direction(Direction), .UsesMade(InputsHeld)) u_words (
      .backward_i, .step_i, .window_i,
      .word_o(word),
      .f_i(f),
      .made_i(without_q[127:32]),  // read with InputsHeld, where without_q is a register
      .window_o(without)
    );

    roundel_key_words #(.KeyBits(KeyBits), .Direction(Direction)) u_words_of_f (
      .backward_i, .step_i,
      .window_i({KeyBits{1'b0}}),
      // The other instance gives the word.
      // verilator lint_off PINCONNECTEMPTY
      .word_o(),
      // verilator lint_on PINCONNECTEMPTY
      .f_i({32{1'b1}}),
      .made_i(96'd0),
      .window_o(ones)
    );

    for (genvar k = 0; k < NK; k++) begin : gen_word
      assign with_sub[k] = &ones[32*k+:32];
      assign window_o[32*k+:32] = without_q[32*k+:32] ^ (sub_out & {32{with_sub_q[k]}});
    end

    if (InputsHeld) begin : gen_held
      // Forwards, the upper words of the result are words of the held window: no register.
      localparam int NEW = (Direction == roundel_aes_pkg::DIRECTION_ENCRYPT) ? 128 : KeyBits;

      roundel_pipeline_cut #(.Width(8)) u_cut_rcon (
        .clk_i,
        .data_i(rcon),
        .data_o(early_rcon)
      );

      roundel_pipeline_cut #(.Width(NEW)) u_cut_without (
        .clk_i,
        .data_i(without[NEW-1:0]),
        .data_o(without_q[NEW-1:0])
      );

      if (NEW < KeyBits) begin : gen_stays
        assign without_q[KeyBits-1:NEW] = without[KeyBits-1:NEW];
      end

      roundel_pipeline_cut #(.Width(NK)) u_cut_with_sub (
        .clk_i,
        .data_i(with_sub),
        .data_o(with_sub_q)
      );
    end else begin : gen_every_cycle
      assign early_rcon = rcon;

      roundel_pipeline_cuts #(.Width(KeyBits + NK), .Cuts(STEP_CUTS)) u_cuts (
        .clk_i,
        .data_i({without, with_sub}),
        .data_o({without_q, with_sub_q})
      );
    end
  end

endmodule : roundel_key_step
