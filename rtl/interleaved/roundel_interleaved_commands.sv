// SPDX-License-Identifier: Apache-2.0
//
// Commands of many streams in, each to be looked up when its packet comes
// (roundel_stream_interleaved has the fields).
//
// A stream has two places: one for the packet that comes in, one for the next. Commands are counted
// by stream, modulo 8; a stream's packet of an even number is in place 0, of an odd one in place 1.
// `stored_o` tells a stream's new count; a place is free again when `over_i` tells that so many
// packets of it have come in. A command whose stream has no place waits, and those behind it.
//
// What a place says stands on `error_o`, `slot_o`, `start_o`, `user_o` two cycles behind its
// number: whether the packet is refused (roundel_stream_pkg::ERROR_*), the slot of its key, its IV.
//
// `begin_o`, for a cycle: a command is stored, and with `begin_uses_o` its packet uses the slot;
// that was in `slot_ready_i` then, one cycle before. A slot that is neither there nor in
// `slot_busy_i` has no key. A command takes three cycles, and waits in those behind a `pause_i`.

module roundel_interleaved_commands #(
  parameter int Streams = 128,
  parameter int KeySlots = 4,
  parameter int UserBits = 1
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,
  input  logic                                     clear_i,
  input  logic                                     wipe_i,  // with clear_i, to clear the memories
  output logic                                     busy_o,  // 2 * Streams cycles or more

  input  logic                                     command_valid_i,
  output logic                                     command_ready_o,
  input  logic [                            383:0] command_i,
  input  logic [                     UserBits-1:0] command_user_i,

  input  logic [                     KeySlots-1:0] slot_ready_i,
  input  logic [                     KeySlots-1:0] slot_busy_i,
  input  logic                                     pause_i,
  output logic                                     begin_o,
  output logic                                     begin_uses_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] begin_slot_o,

  output logic                                     stored_o,
  output logic [ roundel_prim_pkg::index_bits(Streams)-1:0] stored_stream_o,
  output logic [                              2:0] stored_count_o,
  input  logic                                     over_i,
  input  logic [ roundel_prim_pkg::index_bits(Streams)-1:0] over_stream_i,
  input  logic [                              2:0] over_count_i,

  input  logic [ roundel_prim_pkg::index_bits(Streams)-1:0] stream_i,
  input  logic                                     place_i,
  output logic [                              2:0] error_o,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] slot_o,
  output logic [                            127:0] start_o,
  output logic [                     UserBits-1:0] user_o
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int STREAM_BITS = roundel_prim_pkg::index_bits(Streams);
  localparam int WORD_BITS = 3 + SLOT_BITS + 128 + UserBits;

  logic wipe;
  logic [STREAM_BITS:0] wipe_index;
  assign busy_o = wipe;

  roundel_memory_clear #(
    .Words(2 * Streams)
  ) u_wipe (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(wipe_i),
    .busy_o(wipe),
    .index_o(wipe_index)
  );

  // ---- A slice, and a register that knows what is to become of the command ----------------------
  logic raw_valid, raw_ready;
  logic [383:0] raw;
  logic [UserBits-1:0] raw_user;

  roundel_skid_buffer #(
    .Width(384 + UserBits)
  ) u_command (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(command_valid_i),
    .ready_o(command_ready_o),
    .data_i({command_i, command_user_i}),
    .valid_o(raw_valid),
    .ready_i(raw_ready),
    .data_o({raw, raw_user})
  );

  logic next_valid_q, looked_q, again_q;
  logic bad_q, has_key_q, waits_q;
  logic [STREAM_BITS-1:0] stream_q;
  logic [SLOT_BITS-1:0] slot_q;
  logic [127:0] start_q;
  logic [UserBits-1:0] user_q;
  logic [2:0] count_q, over_q, count, over, held;
  logic stored_q, stored_place_q;
  logic [STREAM_BITS-1:0] stored_stream_q;
  logic [2:0] stored_count_q;
  logic [WORD_BITS-1:0] word_q;
  logic store;

  assign held = count_q - over_q;  // 0 to 2
  assign raw_ready = !next_valid_q || store;
  assign store = next_valid_q && again_q && (bad_q || !waits_q) && !held[1];

  // The fields, by bytes from the low end.
  logic [7:0] flags, mode, slot, tag_bytes, stream;
  logic [31:0] aad;
  assign flags = raw[7:0];
  assign mode = raw[15:8];
  assign slot = raw[23:16];
  assign tag_bytes = raw[31:24];
  assign aad = raw[63:32];
  assign stream = raw[71:64];

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
      bad_q <= flags != '0 || aad != '0 || tag_bytes != '0 || raw[127:72] != '0
          || mode != roundel_stream_pkg::MODE_CBC[7:0]
          || {1'b0, slot} >= KeySlots[8:0] || {1'b0, stream} >= Streams[8:0];
      stream_q <= stream[STREAM_BITS-1:0];
      slot_q <= (KeySlots == 1) ? '0 : slot[SLOT_BITS-1:0];
      for (int b = 0; b < 16; b++) begin
        start_q[127-8*b-:8] <= raw[128+8*b+:8];
      end
      user_q <= raw_user;
    end
    count_q <= count;
    over_q <= over;
    has_key_q <= slot_ready_i[slot_q];
    waits_q <= pause_i || (!slot_ready_i[slot_q] && slot_busy_i[slot_q]);
  end

  // ---- Counts -----------------------------------------------------------------------------------
  roundel_lut_ram #(
    .Words(Streams),
    .Width(3)
  ) u_count (
    .clk_i(clk_i),
    .write_i(stored_q || wipe),
    .write_index_i(wipe ? wipe_index[STREAM_BITS-1:0] : stored_stream_q),
    .write_word_i(stored_count_q & {3{!wipe}}),
    .read_index_i(stream_q),
    .word_o(count)
  );

  roundel_lut_ram #(
    .Words(Streams),
    .Width(3)
  ) u_over (
    .clk_i(clk_i),
    .write_i(over_i || wipe),
    .write_index_i(wipe ? wipe_index[STREAM_BITS-1:0] : over_stream_i),
    .write_word_i(over_count_i & {3{!wipe}}),
    .read_index_i(stream_q),
    .word_o(over)
  );

  // ---- Places -----------------------------------------------------------------------------------
  assign begin_o = store;
  assign begin_uses_o = !bad_q && has_key_q;
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
    stored_place_q <= count_q[0];
    stored_stream_q <= stream_q;
    stored_count_q <= count_q + 1'b1;
    if (wipe) begin
      word_q <= '0;
    end else begin
      word_q <= {bad_q ? roundel_stream_pkg::ERROR_COMMAND : has_key_q ?
          roundel_stream_pkg::ERROR_NONE
                                                            : roundel_stream_pkg::ERROR_KEY,
                 slot_q, start_q, user_q};
    end
  end

  roundel_block_ram #(
    .Words(2 * Streams),
    .Width(WORD_BITS)
  ) u_places (
    .clk_i(clk_i),
    .write_i(stored_q || wipe),
    .write_index_i(wipe ? wipe_index : {stored_stream_q, stored_place_q}),
    .write_word_i(word_q & {WORD_BITS{!wipe}}),
    .read_index_i({stream_i, place_i}),
    .word_o({error_o, slot_o, start_o, user_o})
  );

  logic unused_fields;
  assign unused_fields = ^{raw[383:256], held[2], held[0]};

endmodule : roundel_interleaved_commands
