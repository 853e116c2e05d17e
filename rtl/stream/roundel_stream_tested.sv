// SPDX-License-Identifier: Apache-2.0
//
// roundel_stream with a self-test: no text and no result leaves before known-answer tests pass.
//
// Interface. The ports of roundel_stream, with the same meaning, latency and throughput, and:
//
//   - `test_busy_o` is high while user packets drain after `test_i`, and while the tests run.
//   - `test_failed_o` is high from the first fault on. Only a reset clears `test_failed_o`.
//   - `test_i` in a cycle without `test_busy_o` starts the tests again; otherwise it has no effect.
//
// The tests run after a reset, after `zeroise_i` and after `test_i`. roundel_self_test describes
// the tests. The tests take about 200 cycles for each packet, and more with deep pipelines.
// Differences from roundel_stream:
//
//   - While the tests run, and after a failure, no key, command or beat is accepted, no text or
//     result is valid, and `slot_ready_o` and `drop_o` are 0.
//   - The first beat of a packet is accepted only after the command of the packet.
//   - With Streams the latency of a beat is 1 cycle more.
//   - Slot TestSlot has no key after the tests. Other slots keep their keys after `test_i`.
//
// States:
//
//   | state   | ports belong to   | next state                                                  |
//   |---------|-------------------|-------------------------------------------------------------|
//   | TESTING | roundel_self_test | all tests passed: SERVING; a fault: FAILED                  |
//   | SERVING | the user          | `zeroise_i`: TESTING; `test_i`: DRAIN                       |
//   | DRAIN   | the user; no new  | all packets ended and all outputs taken, or `zeroise_i`:    |
//   |         | key or command    | TESTING                                                     |
//   | FAILED  | closed            | none; a reset leads to TESTING                              |
//
// DRAIN still accepts a key or a command word that was offered before, the further words of a
// command, and the beats of accepted commands. The user must give all beats of these packets and
// take all outputs, otherwise the tests do not begin. A fault zeroises the engine: round keys,
// powers of H and FIFOs are overwritten.
//
// Parameters: those of roundel_stream, and TestSlot. A user that keeps TestSlot free loses no key.
//
// Method. FIPS 140-3 section 7.10: pre-operational and conditional cryptographic algorithm
// self-tests, inhibited outputs, and an error state. DRAIN ends after 256 cycles without a valid
// output, because a result may precede the last text of its packet by a few cycles.
//
// Limits. Only the next tests find a fault that begins after the tests. The tests do not cover this
// module. With a fault that keeps the engine from getting idle, DRAIN does not end; `test_busy_o`
// stays high. `zeroise_i` or a reset then starts the tests.

`include "roundel_contract.svh"
`include "roundel_refuse.svh"

module roundel_stream_tested #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,  // roundel_stream_pkg::MODE_*
  parameter int Modes = roundel_stream_pkg::MODES_ONE,  // a set of modes, see roundel_stream_pkg
  // ECB and XTS: roundel_aes_pkg::DIRECTION_*; CBC: decrypt; GCM and CTR: both
  parameter int Direction = roundel_aes_pkg::DIRECTION_BOTH,
  parameter int Lanes = 1,  // N, blocks in a beat: 1, 2, 4, 8 or 16
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int Rounds = 1,  // R, a divisor of Nr
  parameter int Stages = 1,  // S: registers in a round
  // positions of these registers, a mask of roundel_engine_pkg::CUT_*; 0: the best ones
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,  // roundel_engine_pkg::SBOX_*
  parameter int SecondSboxLanes = 0,  // lanes, the last ones, with SecondSbox: see roundel_lanes
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,  // roundel_engine_pkg::SBOX_*
  parameter int SecondRoundCuts = 0,  // register positions of these lanes, as RoundCuts
  parameter int KeySlots = 4,  // keys held at once, a power of two; GCM with many lanes: fewer
  parameter int UserBits = 1,  // bits beside a beat of text, and beside a command
  parameter int PacketDepth = 0,  // packets under way: 18, or 18 and a multiple of 16; 0: enough
  parameter int GhashCuts = 0,  // GCM: a mask of roundel_ghash_pkg::GHASH_CUT_*; 0: the best ones
  parameter int Streams = 1,  // streams of chained packets, a power of two up to 256; 1: none
  parameter int Depth = 4,  // beats of such a stream, a power of two; Streams * Depth: at most 512
  parameter bit BlockRam = 1'b1,  // FIFOs in 1: block RAM; 0: distributed RAM
  parameter int TestSlot = 0  // key slot of the tests, 0 to KeySlots - 1; each test clears the slot
) (
  input  logic                                     clk_i,  // rising edge
  input  logic                                     rst_ni,  // asynchronous, active low
  input  logic                                     zeroise_i,  // 1 cycle: forget everything

  input  logic                                     test_i,  // 1 cycle: run the tests again
  output logic                                     test_busy_o,  // packets drain, or tests run
  output logic                                     test_failed_o,  // a test failed, until a reset

  input  logic                                     key_valid_i,  // a key is offered
  output logic                                     key_ready_o,  // the key is taken in this cycle
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,  // slot to load
  // Byte 0 in the top bits; XTS: Key1, then Key2. With a set of sizes, a smaller key is in the top
  // bits, and with XTS in the top bits of each half.
  input  logic [roundel_stream_pkg::mode_key_bits(Mode, KeyBits)-1:0] key_i,
  input  logic                                     key_clear_i,  // forget the slot's key instead
  input  logic [                              1:0] key_size_i,  // of a set; KEY_SIZE_*
  input  logic [                              4:0] key_least_tag_i,  // least bytes of a tag
  // slots with a key; with more than 256 slots, one bit for the slot of the last key
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] slot_ready_o,

  input  logic                                     command_valid_i,  // a command word is offered
  output logic                                     command_ready_o,  // the word is taken now
  input  logic [                            383:0] command_i,  // byte 0 in the low bits
  input  logic [                     UserBits-1:0] command_user_i,  // comes back with the result

  input  logic                                     beat_valid_i,  // a beat is offered
  output logic                                     beat_ready_o,  // the beat is taken now
  input  logic [                    128*Lanes-1:0] beat_data_i,  // byte 0 in the low bits
  input  logic [                     16*Lanes-1:0] beat_keep_i,  // bytes that count, from 0 on
  input  logic                                     beat_last_i,  // the packet ends
  // with Streams: the stream, or the top bit
  input  logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] beat_id_i,
  input  logic [                     UserBits-1:0] beat_user_i,  // comes back with its text

  output logic                                     text_valid_o,  // a beat of text is offered
  input  logic                                     text_ready_i,  // the beat is taken now
  output logic [                    128*Lanes-1:0] text_data_o,  // byte 0 in the low bits
  output logic [                     16*Lanes-1:0] text_keep_o,  // bytes that count, from 0 on
  output logic                                     text_last_o,  // the packet's text ends
  output logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] text_id_o,  // as beat_id_i
  output logic [                     UserBits-1:0] text_user_o,  // of the beat that came in

  output logic                                     result_valid_o,  // a result is offered
  input  logic                                     result_ready_i,  // the result is taken now
  output logic                                     result_ok_o,  // done, and the tag is right
  output logic [                              2:0] result_error_o,  // roundel_stream_pkg::ERROR_*
  output logic [                            127:0] result_tag_o,  // byte 0 in the low bits
  output logic [roundel_stream_pkg::stream_id_bits(Streams)-1:0] result_id_o,  // as beat_id_i
  output logic [                     UserBits-1:0] result_user_o,  // of the command

  output logic                                     drop_o,  // a refused packet is under way
  output logic [                     UserBits-1:0] drop_user_o  // of its command
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int KEY_WIDTH = roundel_stream_pkg::mode_key_bits(Mode, KeyBits);
  localparam int STATUS_BITS = roundel_engine_pkg::slot_status_bits(KeySlots);
  localparam int ID_BITS = roundel_stream_pkg::stream_id_bits(Streams);
  localparam int PORTS = (Streams > 1) ? Streams + 1 : 1;  // sequences of packets
  localparam int COUNT_BITS = 16;  // more than the packets that an engine can hold

  `ROUNDEL_REFUSE(roundel_error_test_slot_must_be_below_key_slots,
                  TestSlot < 0 || TestSlot >= KeySlots)

  typedef enum logic [1:0] {
    TESTING,  // roundel_self_test has the ports
    SERVING,  // the user has the ports
    DRAIN,    // the same, without new keys and commands
    FAILED    // the ports are closed
  } state_e;

  state_e state_q;
  logic testing, user;  // the ports belong to roundel_self_test, to the user
  logic pass, fail, zeroise, drained;
  assign testing = state_q == TESTING;
  assign user = state_q == SERVING || state_q == DRAIN;
  assign test_busy_o = testing || state_q == DRAIN;
  assign test_failed_o = state_q == FAILED;
  assign zeroise = zeroise_i || fail;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= TESTING;
    end else begin
      case (state_q)
        TESTING: begin
          if (fail) begin
            state_q <= FAILED;
          end else if (pass && !zeroise_i) begin
            state_q <= SERVING;
          end
        end
        SERVING: begin
          if (zeroise_i) begin
            state_q <= TESTING;
          end else if (test_i) begin
            state_q <= DRAIN;
          end
        end
        DRAIN: if (zeroise_i || drained) state_q <= TESTING;
        default: state_q <= FAILED;
      endcase
    end
  end

  // ---- The engine, and the inputs of the tests --------------------------------------------------
  logic key_valid, key_ready, key_clear, test_key_valid, test_key_clear;
  logic [SLOT_BITS-1:0] key_slot, test_key_slot;
  logic [KEY_WIDTH-1:0] key, test_key;
  logic [1:0] key_size, test_key_size;
  logic [4:0] key_least_tag;
  logic [STATUS_BITS-1:0] slot_ready;
  logic command_valid, command_ready, test_command_valid;
  logic [383:0] command, test_command;
  logic [UserBits-1:0] command_user, test_command_user;
  logic beat_valid, beat_ready, beat_last, test_beat_valid, test_beat_last;
  logic [128*Lanes-1:0] beat_data, test_beat_data, text_data;
  logic [16*Lanes-1:0] beat_keep, test_beat_keep, text_keep;
  logic [ID_BITS-1:0] beat_id, test_beat_id, text_id, result_id;
  logic [UserBits-1:0] beat_user, test_beat_user, text_user, result_user;
  logic text_valid, text_ready, text_last, result_valid, result_ready, result_ok, drop;
  logic [2:0] result_error;
  logic [127:0] result_tag;

  // Beats of the user, behind a skid buffer with Streams.
  logic next_valid, next_ready, next_last;
  logic [128*Lanes-1:0] next_data;
  logic [16*Lanes-1:0] next_keep;
  logic [ID_BITS-1:0] next_id;
  logic [UserBits-1:0] next_user;

  logic key_open, command_open, beat_open;  // the user's input reaches the engine

  assign key_valid = testing ? test_key_valid : key_valid_i && key_open;
  assign key_ready_o = key_ready && key_open;
  assign key_slot = testing ? test_key_slot : key_slot_i;
  assign key = testing ? test_key : key_i;
  assign key_clear = testing ? test_key_clear : key_clear_i;
  assign key_size = testing ? test_key_size : key_size_i;
  assign key_least_tag = testing ? 5'd0 : key_least_tag_i;
  assign slot_ready_o = slot_ready & {STATUS_BITS{user}};

  assign command_valid = testing ? test_command_valid : command_valid_i && command_open;
  assign command_ready_o = command_ready && command_open;
  assign command = testing ? test_command : command_i;
  assign command_user = testing ? test_command_user : command_user_i;

  assign beat_valid = testing ? test_beat_valid : next_valid && beat_open;
  assign next_ready = beat_ready && beat_open;
  assign beat_data = testing ? test_beat_data : next_data;
  assign beat_keep = testing ? test_beat_keep : next_keep;
  assign beat_last = testing ? test_beat_last : next_last;
  assign beat_id = testing ? test_beat_id : next_id;
  assign beat_user = testing ? test_beat_user : next_user;

  assign text_valid_o = text_valid && user;
  assign text_ready = testing || (user && text_ready_i);
  assign text_data_o = text_data;
  assign text_keep_o = text_keep;
  assign text_last_o = text_last;
  assign text_id_o = text_id;
  assign text_user_o = text_user;
  assign result_valid_o = result_valid && user;
  assign result_ready = testing || (user && result_ready_i);
  assign result_ok_o = result_ok && user;
  assign result_error_o = result_error;
  assign result_tag_o = result_tag;
  assign result_id_o = result_id;
  assign result_user_o = result_user;
  assign drop_o = drop && user;

  roundel_self_test #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes), .KeyBits(KeyBits),
    .KeySizes(KeySizes), .KeySlots(KeySlots), .TestSlot(TestSlot), .Streams(Streams),
    .UserBits(UserBits)
  ) u_test (
    .clk_i, .rst_ni,
    .clear_i(zeroise),
    .run_i(testing),
    .pass_o(pass),
    .fail_o(fail),
    .key_valid_o(test_key_valid),
    .key_ready_i(key_ready),
    .key_slot_o(test_key_slot),
    .key_o(test_key),
    .key_clear_o(test_key_clear),
    .key_size_o(test_key_size),
    .command_valid_o(test_command_valid),
    .command_ready_i(command_ready),
    .command_o(test_command),
    .command_user_o(test_command_user),
    .beat_valid_o(test_beat_valid),
    .beat_ready_i(beat_ready),
    .beat_data_o(test_beat_data),
    .beat_keep_o(test_beat_keep),
    .beat_last_o(test_beat_last),
    .beat_id_o(test_beat_id),
    .beat_user_o(test_beat_user),
    .text_valid_i(text_valid),
    .text_data_i(text_data),
    .text_keep_i(text_keep),
    .text_last_i(text_last),
    .text_id_i(text_id),
    .text_user_i(text_user),
    .result_valid_i(result_valid),
    .result_ok_i(result_ok),
    .result_error_i(result_error),
    .result_tag_i(result_tag),
    .result_id_i(result_id),
    .result_user_i(result_user)
  );

  roundel_stream #(
    .Mode(Mode), .Modes(Modes), .Direction(Direction), .Lanes(Lanes), .KeyBits(KeyBits),
    .KeySizes(KeySizes), .Rounds(Rounds), .Stages(Stages), .RoundCuts(RoundCuts), .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes), .SecondSbox(SecondSbox), .SecondRoundCuts(SecondRoundCuts),
    .KeySlots(KeySlots), .UserBits(UserBits), .PacketDepth(PacketDepth), .GhashCuts(GhashCuts),
    .Streams(Streams), .Depth(Depth), .BlockRam(BlockRam)
  ) u_stream (
    .clk_i, .rst_ni,
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key),
    .key_clear_i(key_clear),
    .key_size_i(key_size),
    .key_least_tag_i(key_least_tag),
    .slot_ready_o(slot_ready),
    .command_valid_i(command_valid),
    .command_ready_o(command_ready),
    .command_i(command),
    .command_user_i(command_user),
    .beat_valid_i(beat_valid),
    .beat_ready_o(beat_ready),
    .beat_data_i(beat_data),
    .beat_keep_i(beat_keep),
    .beat_last_i(beat_last),
    .beat_id_i(beat_id),
    .beat_user_i(beat_user),
    .text_valid_o(text_valid),
    .text_ready_i(text_ready),
    .text_data_o(text_data),
    .text_keep_o(text_keep),
    .text_last_o(text_last),
    .text_id_o(text_id),
    .text_user_o(text_user),
    .result_valid_o(result_valid),
    .result_ready_i(result_ready),
    .result_ok_o(result_ok),
    .result_error_o(result_error),
    .result_tag_o(result_tag),
    .result_id_o(result_id),
    .result_user_o(result_user),
    .drop_o(drop),
    .drop_user_o
  );

  // ---- Packets of the user, in SERVING and DRAIN ------------------------------------------------
  // A key or a command word that waits for its ready stays at the engine.
  logic key_waits_q, command_waits_q;
  logic command_first, command_taken, beat_first, beat_taken, result_taken;
  assign key_open = state_q == SERVING || (state_q == DRAIN && key_waits_q);
  assign command_open = state_q == SERVING
      || (state_q == DRAIN && (command_waits_q || !command_first));
  assign command_taken = user && command_valid && command_ready;
  assign beat_taken = user && beat_valid && beat_ready;
  assign result_taken = user && result_valid && result_ready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      key_waits_q <= 1'b0;
      command_waits_q <= 1'b0;
    end else begin
      key_waits_q <= user && !zeroise && key_valid && !key_ready;
      command_waits_q <= user && !zeroise && command_valid && !command_ready;
    end
  end

  logic unused_last;
  roundel_command_boundary #(.Mode(Mode)) u_boundary (
    .clk_i, .rst_ni,
    .clear_i(zeroise),
    .taken_i(command_taken),
    .command_i(command_i[95:0]),
    .first_o(command_first),
    .last_o(unused_last)
  );

  // Counts of packets: commands without a beat, commands without a result, and packets whose first
  // beat was accepted, but not yet the last beat.
  logic [COUNT_BITS-1:0] without_beat_q, without_result_q, begun_q;
  logic packet_taken;  // the first word of a command
  assign packet_taken = command_taken && command_first;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      without_beat_q <= '0;
      without_result_q <= '0;
      begun_q <= '0;
    end else if (zeroise) begin
      without_beat_q <= '0;
      without_result_q <= '0;
      begun_q <= '0;
    end else begin
      without_beat_q <= without_beat_q + COUNT_BITS'(packet_taken)
          - COUNT_BITS'(beat_taken && beat_first);
      without_result_q <= without_result_q + COUNT_BITS'(packet_taken)
          - COUNT_BITS'(result_taken);
      begun_q <= begun_q + COUNT_BITS'(beat_taken && beat_first)
          - COUNT_BITS'(beat_taken && beat_last);
    end
  end

  // A bit for each sequence of packets: the next beat is in a packet that has begun.
  logic [PORTS-1:0] inside_q;
  if (Streams > 1) begin : gen_streams
    logic [ID_BITS-1:0] index;
    assign index = next_id[ID_BITS-1] ? ID_BITS'(Streams) : next_id;
    assign beat_first = !inside_q[index];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        inside_q <= '0;
      end else if (zeroise) begin
        inside_q <= '0;
      end else if (beat_taken) begin
        inside_q[index] <= !beat_last;
      end
    end

    // The gate of a beat depends on its ID. The skid buffer cuts the path from the ID to the ready.
    logic skid_ready;
    assign beat_ready_o = skid_ready && user;
    roundel_skid_buffer #(.Width(144 * Lanes + 1 + ID_BITS + UserBits)) u_beats (
      .clk_i, .rst_ni,
      .clear_i(zeroise),
      .valid_i(beat_valid_i && user),
      .ready_o(skid_ready),
      .data_i({beat_user_i, beat_id_i, beat_last_i, beat_keep_i, beat_data_i}),
      .valid_o(next_valid),
      .ready_i(next_ready),
      .data_o({next_user, next_id, next_last, next_keep, next_data})
    );
  end else begin : gen_one
    assign beat_first = !inside_q[0];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        inside_q <= '0;
      end else if (zeroise) begin
        inside_q <= '0;
      end else if (beat_taken) begin
        inside_q[0] <= !beat_last;
      end
    end
    assign beat_ready_o = next_ready;
    assign next_valid = beat_valid_i;
    assign next_data = beat_data_i;
    assign next_keep = beat_keep_i;
    assign next_last = beat_last_i;
    assign next_id = beat_id_i;
    assign next_user = beat_user_i;
  end
  assign beat_open = user && (!beat_first || without_beat_q != '0);

  // The end of DRAIN.
  logic idle;
  logic [7:0] idle_q;  // idle cycles
  assign idle = state_q == DRAIN && !key_waits_q && !command_waits_q && command_first
      && without_beat_q == '0 && without_result_q == '0 && begun_q == '0 && !text_valid
      && !result_valid;
  assign drained = idle && idle_q == 8'hff;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idle_q <= '0;
    end else begin
      idle_q <= idle ? idle_q + 8'd1 : 8'd0;
    end
  end

  `ROUNDEL_CONTRACT(closed_in_tests, clk_i, rst_ni,
                    user || !(key_ready_o || command_ready_o || beat_ready_o || text_valid_o
                              || result_valid_o))
  `ROUNDEL_CONTRACT(count_fits, clk_i, rst_ni, !packet_taken || without_result_q != '1)
  `ROUNDEL_CONTRACT_STABLE(key_stable, clk_i, rst_ni, key_valid_i && !key_ready_o && !zeroise_i,
                           {key_valid_i, key_clear_i, key_size_i, key_least_tag_i, key_slot_i,
                            key_i})

endmodule : roundel_stream_tested
