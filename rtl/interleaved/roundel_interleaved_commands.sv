// SPDX-License-Identifier: Apache-2.0
//
// Accepts the commands of many streams, checks and stores each command until the packet comes.
//
// Interface. Commands: a ready/valid handshake; fields as in roundel_stream_interleaved.
// Each stream has two entries, one for the packet that comes in and one for the next packet. A
// command whose stream has no free entry stalls all commands behind.
//   - `stored_o`: a command is stored; `stored_count_o` is the number of commands of the stream,
//     modulo 8. A packet with an even number uses entry 0, an odd number entry 1.
//   - `over_i`: packets of the stream have come in completely; `over_count_i` is their number,
//     modulo 8. The entry is then free.
//   - `error_o`, `kind_o`, `slot_o`, `start_o` and `user_o` are the contents of entry `entry_i` of
//     `stream_i`, 2 cycles later: an error (roundel_stream_pkg::ERROR_*), the operation
//     (roundel_stream_pkg::CHAIN_*), the key slot, the IV. CMAC and CCM: `tag_bytes_o` bytes of the
//     tag, and `verify_o`: the tag is compared. CMAC: `start_o` is this tag. CCM: `start_o` is the
//     counter block 0 (SP 800-38C appendix A.3), and `ccm_o` of type ccm_command_t.
//   - `begin_o`: a command is stored in the next cycle; `begin_uses_o`: the packet uses key slot
//     `begin_slot_o`, a slot in `slot_ready_i` one cycle before.
// A command for a slot in `slot_busy_i` waits; a slot in neither mask has no key. CMAC and CCM:
// `key_taken_i` stores the least bytes of a tag for `key_slot_i`; a command with fewer is wrong.
// HasPolicy: `key_taken_i` stores the policy of the key as well; a command that violates the policy
// has ERROR_POLICY.
// All good commands wait while `pause_i` was high one cycle before. Throughput: one command per 3
// cycles. Reset: asynchronous. `clear_i` drops commands; `wipe_i` also clears the memories, and
// `busy_o` is high meanwhile, for at least 2 * Streams cycles.
//
// Method. The decoded command waits in registers for 2 cycles, to look up counts and the
// key.

`include "roundel_contract.svh"

module roundel_interleaved_commands #(
  parameter int Streams = 128,  // a power of two, 2 to 256
  parameter int Modes = 1 << roundel_stream_pkg::MODE_CBC,  // possible modes, a mask
  parameter int KeySlots = 4,  // a power of two
  parameter bit HasPolicy = 1'b0,  // see roundel_stream
  parameter int UserBits = 1  // user bits of a command
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic clear_i,
  input  logic wipe_i,  // only in cycles with clear_i
  output logic busy_o,

  input  logic command_valid_i,
  output logic command_ready_o,
  input  logic [383:0] command_i,
  input  logic [UserBits-1:0] command_user_i,
  input  logic command_privileged_i,  // HasPolicy

  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_i,
  input  logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_busy_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] query_slot_o,  // slot of the command
  input  logic pause_i,
  input  logic key_taken_i,  // see above
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [4:0] key_least_tag_i,
  input  logic [roundel_stream_pkg::POLICY_BITS-1:0] key_policy_i,  // key_policy_t
  output logic begin_o,
  output logic begin_uses_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] begin_slot_o,

  output logic stored_o,
  output logic [roundel_prim_pkg::index_bits(Streams)-1:0] stored_stream_o,
  output logic [2:0] stored_count_o,
  input  logic over_i,
  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] over_stream_i,
  input  logic [2:0] over_count_i,

  input  logic [roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic entry_i,
  output logic [2:0] error_o,
  output logic [2:0] kind_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [127:0] start_o,
  output logic verify_o,
  output logic [4:0] tag_bytes_o,
  output logic [roundel_stream_pkg::ccm_command_bits(Modes)-1:0] ccm_o,  // ccm_command_t
  output logic [UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam bit HAS_FEEDBACK = Modes != (1 << roundel_stream_pkg::MODE_CBC);
  localparam bit HAS_CMAC = roundel_stream_pkg::has_mode(Modes, 0, roundel_stream_pkg::MODE_CMAC);
  localparam bit HAS_CCM = roundel_stream_pkg::has_mode(Modes, 0, roundel_stream_pkg::MODE_CCM);
  localparam bit HAS_TAG = HAS_CMAC || HAS_CCM;
  localparam int TAG_BITS = HAS_TAG ? 6 : 1;  // of tag_q
  localparam int CCM_BITS = roundel_stream_pkg::ccm_command_bits(Modes);
  localparam int WORD_BITS = CCM_BITS + TAG_BITS + 6 + SLOT_BITS + 128 + UserBits;

  `include "roundel_command_types.svh"

  logic clearing;
  logic [STREAM_BITS:0] clear_index;
  assign busy_o = clearing;

  roundel_memory_clear #(.Words(2 * Streams)) u_wipe (
    .clk_i, .rst_ni,
    .clear_i(wipe_i),
    .busy_o(clearing),
    .index_o(clear_index)
  );

  // ---- A skid buffer, and the decoded command ---------------------------------------------------
  localparam int RAW_BITS = 384 + UserBits + 32'(HasPolicy);

  logic raw_valid, raw_ready;
  logic [RAW_BITS-1:0] raw_command;
  logic [383:0] raw;
  logic [UserBits-1:0] raw_user;

  roundel_skid_buffer #(.Width(RAW_BITS)) u_command (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(command_valid_i),
    .ready_o(command_ready_o),
    // The cast drops the privilege without HasPolicy.
    .data_i(RAW_BITS'({command_privileged_i, command_i, command_user_i})),
    .valid_o(raw_valid),
    .ready_i(raw_ready),
    .data_o(raw_command)
  );
  assign {raw, raw_user} = raw_command[384+UserBits-1:0];

  logic next_valid_q;  // a decoded command waits
  logic looked_q, again_q;  // for one cycle; for two cycles: count_q, over_q and waits_q are valid
  logic bad_q;  // a field of the command is wrong
  logic [2:0] kind_q;
  logic has_key_q;  // the slot has a key
  logic short_q;  // CMAC and CCM: the tag is too short for the key
  logic denied;  // the command violates the policy of the key
  logic [3:0] mode_q;
  logic decrypt_q, privileged_q;
  logic waits_q;  // a key for the slot is loading
  logic [STREAM_BITS-1:0] stream_q;
  logic [SLOT_BITS-1:0] slot_q;
  logic [127:0] start_q;
  logic [UserBits-1:0] user_q;
  logic [2:0] count_q, count;  // commands of the stream, modulo 8
  logic [2:0] over_q, over;  // complete packets of the stream, modulo 8
  logic [2:0] held;  // used entries of the stream, 0 to 2
  logic stored_q, stored_entry_q;
  logic [STREAM_BITS-1:0] stored_stream_q;
  logic [2:0] stored_count_q;
  logic [WORD_BITS-1:0] word_q;
  logic store;

  assign held = count_q - over_q;
  assign raw_ready = !next_valid_q || store;
  assign store = next_valid_q && again_q && (bad_q || !waits_q) && !held[1];

  // The first byte of iv_bytes holds the stream; the IV is behind the fields.
  command_t command;
  logic [7:0] stream, mode;
  logic decrypt;
  logic [11:0] slot;
  logic has_key, busy;  // state of the slot of the command
  logic known;  // the mode is possible, in this direction
  logic [2:0] kind;
  logic is_cmac, is_ccm, wrong_tag, wrong_length;
  logic [TAG_BITS-1:0] tag_q, tag_out;  // verify, bytes of the tag
  logic [CCM_BITS-1:0] ccm, ccm_q;  // ccm_command_t
  logic [127:0] start;
  logic [31:0] aad_bytes, iv_bytes, text_bytes;
  assign command = raw[127:0];
  assign mode = command.mode;
  assign decrypt = command.decrypt;
  assign slot = {command.slot_high, command.slot};
  assign stream = command.iv_bytes[7:0];

  assign aad_bytes = command.aad_bytes;
  assign iv_bytes = command.iv_bytes;
  assign text_bytes = command.reserved;

  // A tag of CMAC has 4 to 16 bytes, a tag of CCM an even number of them.
  assign is_cmac = HAS_CMAC && mode == roundel_stream_pkg::MODE_CMAC[7:0];
  assign is_ccm = HAS_CCM && mode == roundel_stream_pkg::MODE_CCM[7:0];
  assign wrong_tag = (is_cmac || is_ccm)
      ? command.tag_bytes < 8'd4 || command.tag_bytes > 8'd16 || (is_ccm && command.tag_bytes[0])
      : command.tag_bytes != '0;

  // OFB is the same in both directions; CBC and CFB decrypt without a chain.
  always_comb begin
    known = 1'b0;
    kind = roundel_stream_pkg::CHAIN_CBC;
    if (mode == roundel_stream_pkg::MODE_CBC[7:0]) begin
      known = roundel_stream_pkg::has_mode(Modes, 0, roundel_stream_pkg::MODE_CBC)
          && !decrypt;
    end else if (HAS_FEEDBACK && mode == roundel_stream_pkg::MODE_CFB[7:0]) begin
      known = roundel_stream_pkg::has_mode(Modes, 0, roundel_stream_pkg::MODE_CFB)
          && !decrypt;
      kind = roundel_stream_pkg::CHAIN_CFB;
    end else if (is_cmac) begin
      known = 1'b1;
      kind = roundel_stream_pkg::CHAIN_CMAC;
    end else if (is_ccm) begin
      known = 1'b1;
      kind = roundel_stream_pkg::CHAIN_CCM;
    end else if (HAS_FEEDBACK && mode == roundel_stream_pkg::MODE_OFB[7:0]) begin
      known = roundel_stream_pkg::has_mode(Modes, 0, roundel_stream_pkg::MODE_OFB);
      kind = roundel_stream_pkg::CHAIN_OFB;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {next_valid_q, looked_q, again_q} <= '0;
    end else if (clear_i) begin
      {next_valid_q, looked_q, again_q} <= '0;
    end else if (raw_ready) begin
      next_valid_q <= raw_valid;
      {looked_q, again_q} <= '0;
    end else begin
      looked_q <= 1'b1;
      again_q <= looked_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (raw_ready) begin
      bad_q <= !known || {command.spare_high, command.spare, command.counter_32} != '0
          || wrong_tag || wrong_length
          || (slot >> $clog2(KeySlots)) != '0 || {1'b0, stream} >= Streams[8:0];
      kind_q <= kind;
      mode_q <= mode[3:0];
      decrypt_q <= decrypt;
      privileged_q <= HasPolicy && raw_command[RAW_BITS-1];
      stream_q <= stream[STREAM_BITS-1:0];
      slot_q <= (KeySlots == 1) ? '0 : slot[SLOT_BITS-1:0];
      start_q <= start;
      tag_q <= TAG_BITS'({(is_cmac || is_ccm) && decrypt,
                          command.tag_bytes[4:0] & {5{is_cmac || is_ccm}}});
      ccm_q <= ccm;
      user_q <= raw_user;
    end
    count_q <= count;
    over_q <= over;
    has_key_q <= has_key;
    waits_q <= pause_i || (!has_key && busy);
  end

  // ---- IV, tag and lengths ----------------------------------------------------------------------
  logic [127:0] iv, tag;  // byte 0 in the top bits; `tag`: to compare, else 0
  for (genvar b = 0; b < 16; b++) begin : gen_byte
    assign iv[127-8*b-:8] = raw[128+8*b+:8];
    assign tag[127-8*b-:8] = raw[256+8*b+:8] & {8{decrypt}};
  end

  if (HAS_CCM) begin : gen_ccm
    `include "roundel_ccm_types.svh"

    ccm_command_t own;
    logic [3:0] nonce_bytes;  // 7 to 13
    logic [127:0] counter;  // counter block 0
    logic wrong_nonce, too_long, has_aad, has_text;
    logic [27:0] last_aad;

    assign nonce_bytes = iv_bytes[11:8];
    assign wrong_nonce = iv_bytes[31:12] != '0 || nonce_bytes < 4'd7 || nonce_bytes > 4'd13;
    // The length field has the 15 bytes that the nonce leaves (SP 800-38C appendix A.1).
    assign too_long = (nonce_bytes == 4'd13 && text_bytes[31:16] != '0)
        || (nonce_bytes == 4'd12 && text_bytes[31:24] != '0);
    assign wrong_length = is_ccm ? wrong_nonce || too_long || aad_bytes[3:0] != '0
        : aad_bytes != '0 || text_bytes != '0 || iv_bytes[31:8] != '0;

    // The bytes of the length field less 1, the nonce, and zeros.
    assign counter[127:120] = {4'd0, 4'd14 - nonce_bytes};
    for (genvar b = 1; b < 16; b++) begin : gen_counter
      localparam int BYTES = b;
      assign counter[127-8*b-:8] = iv[127-8*(b-1)-:8] & {8{nonce_bytes >= BYTES[3:0]}};
    end
    assign start = is_cmac ? tag : is_ccm ? counter : iv;

    assign has_aad = aad_bytes != '0;
    assign has_text = text_bytes != '0;
    assign last_aad = aad_bytes[31:4] - 28'd1;
    assign own.has_aad = has_aad;
    assign own.has_text = has_text;
    assign own.last_aad = last_aad;
    assign own.last_text = text_bytes - 32'd1;
    assign own.tag = tag;
    assign ccm = own;
  end else begin : gen_no_ccm
    assign wrong_length = aad_bytes != '0 || text_bytes != '0 || iv_bytes[31:8] != '0;
    assign start = is_cmac ? tag : iv;
    assign ccm = '0;
  end

  if (HAS_TAG) begin : gen_least_tag
    logic [4:0] least_tag;
    roundel_lut_ram #(.Words(1 << SLOT_BITS), .Width(5)) u_least_tags (
      .clk_i,
      .write_i(key_taken_i),
      .write_index_i(key_slot_i),
      .write_word_i(key_least_tag_i),
      .read_index_i(slot_q),
      .word_o(least_tag)
    );
    always_ff @(posedge clk_i) begin
      short_q <= (kind_q == roundel_stream_pkg::CHAIN_CMAC
          || kind_q == roundel_stream_pkg::CHAIN_CCM) && tag_q[4:0] < least_tag;
    end
  end else begin : gen_no_least_tag
    assign short_q = 1'b0;

    logic unused_least_tag;
    assign unused_least_tag = ^{key_taken_i, key_slot_i, key_least_tag_i};
  end

  roundel_key_policy #(
    .KeySlots(KeySlots), .HasPolicy(HasPolicy), .HasLimit(HAS_CCM)
  ) u_policy (
    .clk_i, .rst_ni, .key_taken_i, .key_slot_i, .key_policy_i,
    .query_slot_i(slot_q),
    .mode_i(mode_q),
    .decrypt_i(decrypt_q),
    .privileged_i(privileged_q),
    .denied_o(denied),
    .begin_i(store && begin_uses_o)
  );

  // With more than 256 slots the user answers for query_slot_o alone.
  assign query_slot_o = slot_q;
  if (roundel_engine_pkg::has_key_block_ram(KeySlots) != 0) begin : gen_answer
    assign has_key = slot_ready_i;
    assign busy = slot_busy_i;
  end else begin : gen_slots
    assign has_key = slot_ready_i[slot_q];
    assign busy = slot_busy_i[slot_q];
  end

  // ---- Counts -----------------------------------------------------------------------------------
  roundel_lut_ram #(.Words(Streams), .Width(3)) u_count (
    .clk_i,
    .write_i(stored_q || clearing),
    .write_index_i(clearing ? clear_index[STREAM_BITS-1:0] : stored_stream_q),
    .write_word_i(stored_count_q & {3{!clearing}}),
    .read_index_i(stream_q),
    .word_o(count)
  );

  roundel_lut_ram #(.Words(Streams), .Width(3)) u_over (
    .clk_i,
    .write_i(over_i || clearing),
    .write_index_i(clearing ? clear_index[STREAM_BITS-1:0] : over_stream_i),
    .write_word_i(over_count_i & {3{!clearing}}),
    .read_index_i(stream_q),
    .word_o(over)
  );

  // ---- Entries ----------------------------------------------------------------------------------
  logic [2:0] error;

  always_comb begin
    error = roundel_stream_pkg::ERROR_NONE;
    if (bad_q) begin
      error = roundel_stream_pkg::ERROR_COMMAND;
    end else if (!has_key_q) begin
      error = roundel_stream_pkg::ERROR_KEY;
    end else if (denied) begin
      error = roundel_stream_pkg::ERROR_POLICY;
    end else if (short_q) begin
      error = roundel_stream_pkg::ERROR_COMMAND;
    end
  end

  assign begin_o = store;
  assign begin_uses_o = !bad_q && has_key_q && !denied && !short_q;
  assign begin_slot_o = slot_q;
  assign stored_o = stored_q;
  assign stored_stream_o = stored_stream_q;
  assign stored_count_o = stored_count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stored_q <= 1'b0;
    end else begin
      stored_q <= store && !clear_i;
    end
  end
  always_ff @(posedge clk_i) begin
    stored_entry_q <= count_q[0];
    stored_stream_q <= stream_q;
    stored_count_q <= count_q + 1'b1;
    if (clearing) begin
      word_q <= '0;
    end else begin
      word_q <= {ccm_q, tag_q, error, kind_q, slot_q, start_q, user_q};
    end
  end

  roundel_block_ram #(.Words(2 * Streams), .Width(WORD_BITS)) u_entries (
    .clk_i,
    .write_i(stored_q || clearing),
    .write_index_i(clearing ? clear_index : {stored_stream_q, stored_entry_q}),
    .write_word_i(word_q & {WORD_BITS{!clearing}}),
    .read_index_i({stream_i, entry_i}),
    .word_o({ccm_o, tag_out, error_o, kind_o, slot_o, start_o, user_o})
  );

  assign {verify_o, tag_bytes_o} = HAS_TAG ? 6'(tag_out) : '0;

  logic unused_fields;
  assign unused_fields = ^{raw[383:256], held[2], held[0], tag_out, iv_bytes[7:0]};

  // A stream has at most two commands.
  `ROUNDEL_CONTRACT(two_entries, clk_i, rst_ni, !next_valid_q || !again_q || held <= 3'd2)
  // No event while memories are cleared.
  `ROUNDEL_CONTRACT(no_event_while_busy, clk_i, rst_ni, !busy_o || clear_i || !over_i)

endmodule : roundel_interleaved_commands
