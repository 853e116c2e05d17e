// SPDX-License-Identifier: Apache-2.0
//
// Modes, errors, latency and FIFO depths of the packet engines.

package roundel_stream_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // Parameter `Mode`, and the field of a command.
  localparam int MODE_ECB = 0;  // SP 800-38A section 6.1
  localparam int MODE_CBC = 1;  // SP 800-38A section 6.2
  localparam int MODE_CTR = 2;  // SP 800-38A section 6.5
  localparam int MODE_GCM = 3;  // SP 800-38D
  localparam int MODE_XTS = 4;  // SP 800-38E

  // What a packet's result says of it.
  localparam logic [2:0] ERROR_NONE = 3'd0;
  localparam logic [2:0] ERROR_COMMAND = 3'd1;  // the command's fields mean nothing here
  localparam logic [2:0] ERROR_KEY = 3'd2;  // the slot has no key
  localparam logic [2:0] ERROR_AAD = 3'd3;  // the packet's AAD is not as long as the command says
  localparam logic [2:0] ERROR_KEEP = 3'd4;  // null bytes in front of the packet's end
  localparam logic [2:0] ERROR_LENGTH = 3'd5;  // the mode cannot do a packet of this length

  // Blocks of a beat of AXI4 beside so many lanes, if none are chosen: it has 1024 bits at most
  // (Arm IHI 0022, A1.3.1).
  function automatic int bus_lanes(input int chosen, input int lanes);
    bus_lanes = (chosen != 0) ? chosen : (lanes > 8) ? 8 : lanes;
  endfunction

  // Words that the queue of a mode's text holds: a credit for each in the lanes, for the stages in
  // front of them and behind, and for the way of a credit back.
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

  // Words of text under way in roundel_xts: as many again wait behind the lanes for what is stolen.
  function automatic int xts_text_depth(input int ring_length, input int lanes);
    int credits;
    credits = 2 * (ring_length + lanes) + 48;
    xts_text_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Tweaks that are encrypted ahead: one every two cycles, as packets of one word need them.
  function automatic int xts_tweak_depth(input int ring_length, input int lanes);
    int credits;
    credits = (ring_length + lanes + 28) / 2;
    xts_tweak_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Packets under way. One of XTS is at the lanes for its tweak, its text and a stolen block: the
  // shortest take two cycles and three.
  function automatic int packet_depth(input int mode, input int ring_length, input int lanes);
    int credits;
    credits = (mode == MODE_XTS) ? ring_length + lanes + 50 :
        32;
    packet_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Blocks that wait to enter the ring again, or for the word that they belong to, where a ring
  // turns: as many as it holds. Else they are never more than a few.
  function automatic int xts_second_pass_depth(input int num_turns, input int ring_length,
                                              input int lanes);
    int credits;
    credits = ring_length + lanes + 25;
    xts_second_pass_depth = (num_turns == 1) ? 18 : 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Bits that number the words of a stream in roundel_chain_ready_queue: Depth of them that are not
  // back, and four that roundel_interleaved_admission looks at before they may be taken.
  function automatic int chain_number_bits(input int depth);
    chain_number_bits = (depth < 4) ? 3 : $clog2(2 * depth);
  endfunction

  // The queues of roundel_chain_ready_queue: a place for each stream. And the cycles from `back_i`
  // to the first that shows the stream's next word as ready.
  function automatic int chain_queue_depth(input int streams);
    chain_queue_depth = (streams <= 16) ? 18 : 16 * ((streams + 15) / 16) + 18;
  endfunction

  function automatic int chain_queue_latency(input int fifo_latency);
    chain_queue_latency = 2 + fifo_latency;
  endfunction

  // Cycles from a block of roundel_cbc_encrypt to the next block of its stream while the ring has
  // room: the latency of the lanes, which overlaps the ready queue; the ready queue; four cycles to
  // the ring; and the FIFO in front of a ring in which a block turns.
  function automatic int chain_loop_cycles(input int lanes_latency, input int queue_latency,
                                           input int ring_fifo_latency);
    int back;
    back = lanes_latency - queue_latency;
    chain_loop_cycles = ((back > 0) ? back : 1) + queue_latency + 4 + ring_fifo_latency;
  endfunction

  // Logarithm of the most blocks of text in a packet; GCM has two blocks less. 0: no limit.
  function automatic int length_bits(input int mode);
    case (mode)
      MODE_GCM: length_bits = 32;  // SP 800-38D section 5.2.1.1: 2^39 - 256 bits
      MODE_CTR: length_bits = 32;  // with a counter of 32 bits
      MODE_XTS: length_bits = 20;  // SP 800-38E
      default: length_bits = 0;
    endcase
  endfunction

  // Width of packet_t (rtl/include/roundel_packet_types.svh).
  function automatic int packet_bits(input int word_shift, input int slot_bits,
                                     input int user_bits);
    packet_bits = 4 + slot_bits + 5 + 2 + (32 - word_shift) + word_shift + 128 + 128 + user_bits;
  endfunction

  // Width of packet_end_t.
  function automatic int packet_end_bits(input int user_bits);
    packet_end_bits = 1 + 3 + 1 + 5 + 128 + user_bits;
  endfunction

  // Bits of the key port of roundel_stream: AES-XTS takes two keys at once.
  function automatic int mode_key_bits(input int mode, input int key_bits);
    mode_key_bits = (mode == MODE_XTS) ? 2 * key_bits : key_bits;
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_stream_pkg
