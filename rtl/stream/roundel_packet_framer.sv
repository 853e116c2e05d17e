// SPDX-License-Identifier: Apache-2.0
//
// A packet: a decided command and beats in, words for a mode out, and at its end what its result
// needs. See roundel_packet_source.
//
// A command (`valid_i`, with what it says until `taken_o`) becomes the packet when the one in front
// of it is over: in the same cycle, or in the next one where the mode needs a free cycle behind a
// packet anyway (GCM, XTS). `take_o` takes a beat. No word is given in the cycle after one with
// `wait_i`, or after one without `text_credit_i`.
//
// Nothing behind this hangs on whether a beat can be taken: `text_o` comes a cycle late, `end_o`
// two, with all of end_*. The next packet may have begun then; what end_tag_o and end_tag_bytes_o
// are read for, GCM alone has. A `clear_i` lasts two cycles or more, and from its second cycle to
// one behind it beats are taken and dropped.

module roundel_packet_framer #(
  parameter int Lanes = 1,  // N: beats of 16 * N bytes
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int KeySlots = 4,
  parameter int UserBits = 1
) (
  input  logic                                        clk_i,
  input  logic                                        rst_ni,
  input  logic                                        clear_i,

  input  logic                                        valid_i,
  output logic                                        taken_o,
  input  logic                                        refused_i,
  input  logic                                        bad_i,  // for its fields, not for its key
  input  logic                                        decrypt_i,
  input  logic                                        short_i,
  input  logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_i,
  input  logic [                                 4:0] tag_bytes_i,
  input  logic [                               127:0] tag_i,
  input  logic [                               127:0] start_i,
  input  logic [                        UserBits-1:0] user_i,
  // Words of AAD in front of its last one, bytes of that; whether there are any, whether one word.
  input  logic                                        aad_some_i,
  input  logic                                        aad_one_i,
  input  logic [              31-$clog2(16*Lanes):0]  aad_words_i,
  input  logic [               $clog2(16*Lanes)-1:0]  aad_rest_i,

  input  logic                                        wait_i,
  input  logic                                        beat_valid_i,
  output logic                                        beat_ready_o,
  input  logic                                        beat_last_i,
  input  logic                                        beat_hole_i,
  input  logic                                        beat_full_i,
  input  logic                                        beat_none_i,
  input  logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0]  beat_bytes_i,
  output logic                                        take_o,
  output logic                                        idle_o,  // between two packets
  output logic                                        drop_o,  // within one that was refused
  output logic [                        UserBits-1:0] drop_user_o,
  input  logic                                        text_credit_i,
  output logic                                        text_o,

  output logic                                        valid_o,
  input  logic                                        ready_i,
  output logic                                        decrypt_o,
  output logic                                        short_o,
  output logic [   roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [                               127:0] start_o,
  output logic                                        aad_o,
  output logic                                        last_o,
  output logic [roundel_prim_pkg::index_bits(16*Lanes+1)-1:0]  bytes_o,

  output logic                                        end_o,
  output logic                                        end_waits_o,  // for text or a tag
  output logic [                                 2:0] end_error_o,
  output logic                                        end_decrypt_o,
  output logic [                                 4:0] end_tag_bytes_o,
  output logic [                               127:0] end_tag_o,
  output logic [                        UserBits-1:0] end_user_o
);

  localparam int BYTES = 16 * Lanes;
  localparam int BYTE_BITS = roundel_prim_pkg::index_bits(BYTES + 1);
  localparam int WORD_SHIFT = $clog2(BYTES);
  localparam int PAIRS = (WORD_SHIFT + 1) / 2;
  // Without a free cycle between packets.
  localparam bit FOLLOWS = Mode != roundel_stream_pkg::MODE_GCM && Mode !=
      roundel_stream_pkg::MODE_XTS;

  logic runs_q, drops_q, idle_q;  // a packet is under way, or one that was refused; neither is
  logic granted_q;  // words may be given
  logic over, load;  // a packet ends; what a command says is taken over, if there is one
  logic away_q;  // not idle_q, for what is wide: so idle_q stands by the logic that it decides
  logic load_wide;  // load
  logic idle_d;
  logic refused_q, bad_q, decrypt_q;
  logic [UserBits-1:0] user_q;
  logic text_begun_q;
  logic at_once;  // a packet follows another in the next cycle
  logic aad_q, aad_last_q;  // words of AAD are left; it is one
  logic [31-WORD_SHIFT:0] aad_words_q;  // behind this one
  logic [WORD_SHIFT-1:0] aad_rest_q;  // bytes of the last one, 0 for all
  logic [2:0] error_q, error_d;
  logic text_d;
  // Of the beat of before.
  logic taken_q, over_q, wrong_keep_q, wrong_length_q;
  logic ends_aad_q, within_aad_q, none_q, last_q;  // it ends the AAD, is AAD in front of that
  logic [PAIRS-1:0] differs, differs_q;  // its bytes from those of the last one, two bits each
  logic [4:0] tag_bytes_q;
  logic [127:0] tag_q;

  assign beat_ready_o = drops_q || (runs_q && ready_i && granted_q);
  assign valid_o = beat_valid_i && runs_q && granted_q
      && (Mode == roundel_stream_pkg::MODE_GCM || Mode == roundel_stream_pkg::MODE_XTS ||
          !beat_none_i || text_begun_q);
  assign take_o = beat_valid_i && beat_ready_o;
  assign over = take_o && beat_last_i;
  assign idle_o = idle_q;
  assign drop_o = drops_q && away_q;
  assign drop_user_o = user_q;
  assign at_once = FOLLOWS && over;
  // More than two hundred bits hang on it: in GCM on a register.
  assign load = idle_q || at_once;
  assign load_wide = !away_q || at_once;
  assign taken_o = valid_i && load;
  assign idle_d = clear_i || (load && !valid_i) || (!FOLLOWS && !idle_q && over);
  assign aad_o = aad_q;
  assign last_o = beat_last_i;
  assign bytes_o = beat_bytes_i;
  assign decrypt_o = decrypt_q;
  assign text_d = take_o && runs_q && !aad_q
      && (Mode == roundel_stream_pkg::MODE_XTS || !beat_none_i || text_begun_q);

  logic wrong_aad, wrong_keep, wrong_length;
  for (genvar i = 0; i < PAIRS; i++) begin : gen_differs
    localparam int LOW = 2 * i;
    localparam int HIGH = (LOW + 1 < WORD_SHIFT) ? LOW + 1 : LOW;
    assign differs[i] = beat_bytes_i[LOW] != aad_rest_q[LOW]
        || beat_bytes_i[HIGH] != aad_rest_q[HIGH];
  end
  assign wrong_aad = ends_aad_q ? differs_q != '0 || none_q : within_aad_q && last_q;
  assign wrong_keep = beat_hole_i || (!beat_full_i && !beat_last_i && !(aad_q && aad_last_q));

  if (Mode == roundel_stream_pkg::MODE_XTS) begin : gen_xts_length
    // SP 800-38E: a data unit has 2^20 blocks at most; IEEE 1619-2018: 128 bits at least.
    localparam int LIMIT = 20 - $clog2(Lanes);
    logic [LIMIT:0] words_q;  // of the packet, in front of this one; no more than are too many
    always_ff @(posedge clk_i) begin
      if (load) begin
        words_q <= '0;
      end else if (take_o && !words_q[LIMIT]) begin
        words_q <= words_q + 1'b1;
      end
    end
    assign wrong_length = (words_q[LIMIT] && !beat_none_i)
        || (beat_last_i && !text_begun_q && beat_bytes_i[BYTE_BITS-1:4] == '0);
  end else begin : gen_length
    assign wrong_length = (Mode == roundel_stream_pkg::MODE_ECB || Mode ==
        roundel_stream_pkg::MODE_CBC)
        && beat_last_i && beat_bytes_i[3:0] != '0;
  end

  always_comb begin
    error_d = error_q;
    if (error_q == roundel_stream_pkg::ERROR_NONE) begin
      if (taken_q && wrong_aad) begin
        error_d = roundel_stream_pkg::ERROR_AAD;
      end else if (taken_q && wrong_keep_q) begin
        error_d = roundel_stream_pkg::ERROR_KEEP;
      end else if (taken_q && wrong_length_q) begin
        error_d = roundel_stream_pkg::ERROR_LENGTH;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      runs_q <= 1'b0;
      drops_q <= 1'b0;
      idle_q <= 1'b1;
      away_q <= 1'b0;
      granted_q <= 1'b0;
    end else begin
      // As sums of products, for what is late in them passes one LUT then.
      runs_q <= (load && valid_i && !refused_i && !clear_i) || (runs_q && !clear_i && !over);
      drops_q <= clear_i || (load && valid_i && refused_i) || (drops_q && !idle_q && !over);
      idle_q <= idle_d;
      away_q <= !idle_d;
      granted_q <= text_credit_i && !wait_i && !clear_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (load_wide) begin
      refused_q <= refused_i;
      bad_q <= bad_i;
      decrypt_q <= decrypt_i;
      short_o <= short_i;
      slot_o <= slot_i;
      tag_bytes_q <= tag_bytes_i;
      tag_q <= tag_i;
      start_o <= start_i;  // as long as there is a clear_i as well: a J0 tells of the hash key
      user_q <= user_i;
      text_begun_q <= 1'b0;
      aad_q <= aad_some_i;
      aad_last_q <= aad_one_i;
      aad_words_q <= aad_words_i;
      aad_rest_q <= aad_rest_i;
    end else if (take_o) begin
      text_begun_q <= !aad_q;
      aad_q <= aad_q && !aad_last_q;
      aad_last_q <= aad_words_q == {{(31 - WORD_SHIFT) {1'b0}}, 1'b1};
      aad_words_q <= aad_words_q - 1'b1;
    end
  end

  // ---- Its end ----------------------------------------------------------------------------------
  logic end_refused_q, end_bad_q, end_decrypt_q, end_waits_q;
  logic [UserBits-1:0] end_user_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_q <= 1'b0;
      over_q <= 1'b0;
      text_o <= 1'b0;
      end_o <= 1'b0;
      error_q <= roundel_stream_pkg::ERROR_NONE;
    end else begin
      taken_q <= take_o;
      over_q <= over;
      if (clear_i) begin
        text_o <= 1'b0;
        end_o <= 1'b0;
        error_q <= roundel_stream_pkg::ERROR_NONE;
      end else begin
        text_o <= text_d;
        end_o <= over_q;
        error_q <= over_q ? roundel_stream_pkg::ERROR_NONE : error_d;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    ends_aad_q <= aad_q && aad_last_q;
    within_aad_q <= aad_q;
    none_q <= beat_none_i;
    last_q <= beat_last_i;
    differs_q <= differs;
    wrong_keep_q <= wrong_keep;
    wrong_length_q <= wrong_length;
    end_refused_q <= refused_q;
    end_bad_q <= bad_q;
    end_decrypt_q <= decrypt_q;
    end_user_q <= user_q;
    end_waits_q <= !refused_q && (Mode == roundel_stream_pkg::MODE_GCM || text_d || text_begun_q);

    end_error_o <= !end_refused_q ? error_d
        : end_bad_q ? roundel_stream_pkg::ERROR_COMMAND : roundel_stream_pkg::ERROR_KEY;
    end_waits_o <= end_waits_q;
    end_decrypt_o <= end_decrypt_q;
    end_user_o <= end_user_q;
    end_tag_bytes_o <= tag_bytes_q;
    end_tag_o <= tag_q;
  end

endmodule : roundel_packet_framer
