// SPDX-License-Identifier: Apache-2.0
//
// Modes, errors, latency and FIFO depths of the packet engines.

package roundel_stream_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // Parameter `Mode`, and the field Mode of a command.
  localparam int MODE_ECB = 0;  // SP 800-38A section 6.1
  localparam int MODE_CBC = 1;  // SP 800-38A section 6.2
  localparam int MODE_CTR = 2;  // SP 800-38A section 6.5
  localparam int MODE_GCM = 3;  // SP 800-38D
  localparam int MODE_XTS = 4;  // SP 800-38E

  // Error codes in the result of a packet.
  localparam logic [2:0] ERROR_NONE = 3'd0;
  localparam logic [2:0] ERROR_COMMAND = 3'd1;  // a field of the command has no valid value
  localparam logic [2:0] ERROR_KEY = 3'd2;  // the slot has no key
  localparam logic [2:0] ERROR_AAD = 3'd3;  // the length of the AAD differs from the command
  localparam logic [2:0] ERROR_KEEP = 3'd4;  // a null byte before the end of the packet
  localparam logic [2:0] ERROR_LENGTH = 3'd5;  // the mode does not support the length of the packet

  // Blocks of an AXI4 beat for a number of lanes, unless `chosen`; a beat has at most 1024 bits
  // (Arm IHI 0022, A1.3.1).
  function automatic int bus_lanes(input int chosen, input int lanes);
    bus_lanes = (chosen != 0) ? chosen : (lanes > 8) ? 8 : lanes;
  endfunction

  // Depth of the text FIFO of a mode: a credit for each word in the lanes, in the stages around the
  // lanes, and on the path of a credit back.
  function automatic int text_depth(input int ring_length, input int lanes);
    int credits;
    credits = ring_length + lanes + 15;
    text_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Registers of each mode in front of the lanes and behind them.
  localparam int TEXT_OUTPUT_CYCLES = 1;  // roundel_text_datapath, of ECB, CBC and CTR
  localparam int CBC_FRONT_CYCLES = 1;  // roundel_cbc_decrypt
  localparam int CTR_FRONT_CYCLES = 5;  // roundel_ctr_blocks
  localparam int XTS_CYCLES = 10;  // roundel_xts, without the queue of roundel_xts_order

  // Cycles from the word of text that a mode takes to the same word on the output of the mode.
  function automatic int mode_latency(input int mode, input int lanes_cycles);
    case (mode)
      MODE_ECB: mode_latency = lanes_cycles + TEXT_OUTPUT_CYCLES;
      MODE_CBC: mode_latency = CBC_FRONT_CYCLES + lanes_cycles + TEXT_OUTPUT_CYCLES;
      MODE_CTR: mode_latency = CTR_FRONT_CYCLES + lanes_cycles + TEXT_OUTPUT_CYCLES;
      MODE_XTS: mode_latency = lanes_cycles + XTS_CYCLES;
      default:  // GCM
      mode_latency = roundel_ghash_pkg::GCM_FRONT_CYCLES + lanes_cycles
          + roundel_ghash_pkg::GCM_OUTPUT_CYCLES;
    endcase
  endfunction

  // Words of text in flight in roundel_xts; the same number waits behind the lanes for stolen
  // blocks.
  function automatic int xts_text_depth(input int ring_length, input int lanes);
    int credits;
    credits = 2 * (ring_length + lanes) + 48;
    xts_text_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Tweaks encrypted ahead: 1 in 2 cycles, the rate of packets of 1 word.
  function automatic int xts_tweak_depth(input int ring_length, input int lanes);
    int credits;
    credits = (ring_length + lanes + 28) / 2;
    xts_tweak_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Depth of the packet FIFO. An XTS packet occupies the lanes for its tweak, its text and a stolen
  // block; the shortest packets take 2 and 3 cycles.
  function automatic int packet_depth(input int mode, input int ring_length, input int lanes);
    int credits;
    credits = (mode == MODE_XTS) ? ring_length + lanes + 50 :
        32;
    packet_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Depth of the FIFO of stolen blocks, before their second pass and before their word. In a ring
  // that turns: the blocks in flight. Otherwise a few blocks.
  function automatic int xts_second_pass_depth(input int num_turns, input int ring_length,
                                              input int lanes);
    int credits;
    credits = ring_length + lanes + 25;
    xts_second_pass_depth = (num_turns == 1) ? 18 : 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Bits of a word number of a stream in roundel_chain_ready_queue: Depth words in flight, and 4
  // words in roundel_interleaved_admission.
  function automatic int chain_number_bits(input int depth);
    chain_number_bits = (depth < 4) ? 3 : $clog2(2 * depth);
  endfunction

  // Depth of the FIFOs of roundel_chain_ready_queue, an entry for each stream; and the cycles from
  // `back_i` to the first cycle with the next word of the stream ready.
  function automatic int chain_queue_depth(input int streams);
    chain_queue_depth = (streams <= 16) ? 18 : 16 * ((streams + 15) / 16) + 18;
  endfunction

  function automatic int chain_queue_latency(input int fifo_latency);
    chain_queue_latency = 2 + fifo_latency;
  endfunction

  // Cycles between two blocks of a stream of roundel_cbc_encrypt while the ring has room: latency
  // of the lanes, which overlaps the ready FIFO; latency of the ready FIFO; 4 cycles to the ring;
  // latency of the FIFO in front of a ring with several turns.
  function automatic int chain_loop_cycles(input int lanes_latency, input int queue_latency,
                                           input int ring_fifo_latency);
    int back;
    back = lanes_latency - queue_latency;
    chain_loop_cycles = ((back > 0) ? back : 1) + queue_latency + 4 + ring_fifo_latency;
  endfunction

  // Bits of the key port of roundel_stream: AES-XTS takes 2 keys at once.
  function automatic int mode_key_bits(input int mode, input int key_bits);
    mode_key_bits = (mode == MODE_XTS) ? 2 * key_bits : key_bits;
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_stream_pkg
