// SPDX-License-Identifier: Apache-2.0
//
// One step of the key expansion of several key sizes, forwards or backwards, from window to window.
//
// Interface. As roundel_key_step, for each size of the set `KeySizes`; `size_i` is the size of the
// key. The window of a smaller key is in the top bits, and the other bits have no meaning. `step_i`
// is 0 to Nr - 1 of the key's own size. The module accepts a new window in every cycle, and the
// latency is the number of selected positions of `Cuts` in SubBytes and CUT_ROUND. With InputsHeld
// = 1 the inputs must be stable instead, and the result is correct after max(latency, 5) cycles;
// InputsHeld works forwards only.
//
// Method. FIPS-197, section 5.2. A step makes four new words in a chain. The words of the chain and
// the words that stay in the window have their places in the new window by the size. Forwards the
// chain reads words 0 to 3 for each size; a step without SubWord is linear, so the chain is
// computed for f = Rcon while SubWord works (roundel_key_step).
//
// | size | new window forwards              | new window backwards          |
// |------|----------------------------------|-------------------------------|
// | 128  | chain                            | chain                         |
// | 192  | words 4 and 5, chain             | chain, words 0 and 1          |
// | 256  | words 4 to 7, chain              | chain, words 0 to 3           |

module roundel_key_set_step #(
  parameter int KeyBits = 256,  // 192 or 256: the largest key
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,  // the set of key sizes
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // encrypt: forwards only
  parameter int Cuts = 0,  // cut positions with a register, a mask of roundel_engine_pkg::CUT_*
  parameter bit InputsHeld = 1'b0  // 1: the caller holds the inputs
) (
  input  logic               clk_i,
  input  logic               backward_i,  // step backwards; ignored with Direction encrypt
  input  logic [        3:0] step_i,  // number of the step: 0 to Nr - 1
  input  logic [        1:0] size_i,  // roundel_aes_pkg::KEY_SIZE_*
  input  logic [KeyBits-1:0] window_i,
  output logic [KeyBits-1:0] window_o
);

  localparam int SUB_CUTS = Cuts & roundel_engine_pkg::CUTS_IN_SBOX;
  localparam int STEP_CUTS =
      Cuts & (roundel_engine_pkg::CUTS_IN_SBOX | (1 << roundel_engine_pkg::CUT_ROUND));
  localparam bit CUT = STEP_CUTS != 0;
  localparam bit HAS_128 = roundel_engine_pkg::has_key_size(KeySizes, 2'd0);
  localparam bit HAS_192 = roundel_engine_pkg::has_key_size(KeySizes, 2'd1);
  localparam bit HAS_256 = roundel_engine_pkg::has_key_size(KeySizes, 2'd2);
  localparam logic [127:0] RCONS_128 = roundel_aes_pkg::step_rcons(128);
  localparam logic [127:0] RCONS_192 = roundel_aes_pkg::step_rcons(192);
  localparam logic [127:0] RCONS_256 = roundel_aes_pkg::step_rcons(256);
  // By step: SubWord enters word 0, and word 2, of the chain of a 192-bit key; steps that rotate
  // with a 256-bit key.
  localparam logic [15:0] FIRST = 16'h9249;
  localparam logic [15:0] THIRD = 16'h2492;
  localparam logic [15:0] ROTATES = 16'h5555;

  logic backward, is_128, is_192, first, third, rotates;
  logic first_192, third_192;  // for a 192-bit key
  logic [7:0] rcon;
  assign backward = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT && backward_i;
  assign is_128 = HAS_128 && size_i == roundel_aes_pkg::KEY_SIZE_128;
  assign is_192 = HAS_192 && (size_i == roundel_aes_pkg::KEY_SIZE_192 || !HAS_256) && !is_128;
  assign first = !is_192 || first_192;
  assign third = is_192 && third_192;

  // The entries of the tables; a step has no entry above 13.
  always_comb begin
    {first_192, third_192, rotates} = 3'b000;
    rcon = 8'h00;
    for (int n = 0; n < 14; n++) begin
      if (step_i == 4'(n)) begin
        first_192 = FIRST[n];
        third_192 = THIRD[n];
        rotates = is_128 || is_192 || ROTATES[n];
        rcon = is_128 ? RCONS_128[8*n+:8] : is_192 ? RCONS_192[8*n+:8] : RCONS_256[8*n+:8];
      end
    end
  end

  // ---- Words of the window ----------------------------------------------------------------------
  logic [255:0] window;
  logic [31:0] in0, in1, in2, in3, in4, in5, in6, in7;
  assign window = 256'(window_i) << (256 - KeyBits);
  assign {in0, in1, in2, in3, in4, in5, in6, in7} = window;

  logic [31:0] w0, w1, w2, w3;  // words that the chain reads
  logic [127:0] kept;  // words that stay in the window

  assign {w0, w1, w2, w3} = (!backward || is_128) ? {in0, in1, in2, in3} :
      is_192 ? {in2, in3, in4, in5} : {in4, in5, in6, in7};
  assign kept = backward ? {in0, in1, in2, in3} : {in4, in5, in6, in7};

  // ---- SubWord ----------------------------------------------------------------------------------
  logic [31:0] front_word;  // word in front of the chain of a 192-bit key
  logic [31:0] last, last_192, word, sub_in, sub_out;

  assign front_word = backward ? in1 : in5;
  assign last_192 = !third ? front_word : backward ? in3 : in1 ^ in0 ^ front_word;
  assign last = is_192 ? last_192 : is_128 ? in3 ^ (in2 & {32{backward}}) : backward ? in3 : in7;
  assign word = rotates ? {last[23:0], last[31:24]} : last;

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

  // ---- The chain --------------------------------------------------------------------------------
  logic [31:0] f, chain0, chain1, chain2, chain3, made0, made1, made2;
  logic [127:0] chain, chain_late, new_words;  // chain_late: behind the registers
  logic [3:0] with_sub, with_sub_late;  // words of the chain that depend on f; word 0 in bit 3

  assign chain0 = w0 ^ (first ? f : front_word);
  assign chain1 = w1 ^ (backward ? w0 : made0);
  assign chain2 = w2 ^ (third ? f : backward ? w1 : made1);
  assign chain3 = w3 ^ (backward ? w2 : made2);
  assign chain = {chain0, chain1, chain2, chain3};
  // Forwards each word depends on all words before.
  assign with_sub = {first, first && !backward, (first && !backward) || third,
                     (first || third) && !backward};

  // The new window.
  logic backward_late, is_128_late, is_192_late;
  logic [127:0] kept_late;
  logic [255:0] result;
  assign window_o = result[255-:KeyBits];
  assign result = backward_late ? {new_words, kept_late} : is_128_late ? {2{new_words}} :
      is_192_late ? {kept_late[127:64], new_words, new_words[63:0]} : {kept_late, new_words};

  if (!CUT) begin : gen_combinational
    assign f = sub_out ^ {rcon, 24'h000000};
    assign {made0, made1, made2} = {chain0, chain1, chain2};
    assign {chain_late, kept_late, with_sub_late} = {chain, kept, with_sub};
    assign {backward_late, is_128_late, is_192_late} = {backward, is_128, is_192};
    assign new_words = chain_late;

    logic unused_words;  // SubWord is in the chain
    assign unused_words = ^with_sub_late;
  end else begin : gen_cut
    for (genvar k = 0; k < 4; k++) begin : gen_word
      assign new_words[32*k+:32] = chain_late[32*k+:32] ^ (sub_out & {32{with_sub_late[k]}});
    end

    if (InputsHeld) begin : gen_held
      logic [7:0] early_rcon;
      assign f = {early_rcon, 24'h000000};
      assign {made0, made1, made2} = chain_late[127:32];
      assign kept_late = kept;
      assign {backward_late, is_128_late, is_192_late} = {backward, is_128, is_192};

      roundel_pipeline_cut #(.Width(8 + 128 + 4)) u_cut_chain (
        .clk_i,
        .data_i({rcon, chain, with_sub}),
        .data_o({early_rcon, chain_late, with_sub_late})
      );
    end else begin : gen_every_cycle
      assign f = {rcon, 24'h000000};
      assign {made0, made1, made2} = {chain0, chain1, chain2};

      roundel_pipeline_cuts #(.Width(128 + 128 + 4 + 3), .Cuts(STEP_CUTS)) u_cuts (
        .clk_i,
        .data_i({chain, kept, with_sub, backward, is_128, is_192}),
        .data_o({chain_late, kept_late, with_sub_late, backward_late, is_128_late, is_192_late})
      );
    end
  end

endmodule : roundel_key_set_step
