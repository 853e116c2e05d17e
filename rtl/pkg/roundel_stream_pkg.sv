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
  localparam int MODE_CFB = 5;  // SP 800-38A section 6.3, segments of 128 bits
  localparam int MODE_OFB = 6;  // SP 800-38A section 6.4
  localparam int MODE_CMAC = 7;  // SP 800-38B
  localparam int MODE_CCM = 8;  // SP 800-38C

  // Parameter `Modes`: a set of modes, selected for each packet, as a mask with bit MODE_* for each
  // mode. A set with GCM has parameter `Mode` MODE_GCM, other sets MODE_CTR.
  localparam int MODES_ONE = 0;  // no set: parameter `Mode` alone
  localparam int MODES_ALL = 495;  // every mode that a set may contain
  localparam int PARALLEL_MODES = 47;  // those whose blocks do not wait for each other

  // The set contains the mode. Without a set: the mode is `one`.
  function automatic bit has_mode(input int modes, input int one, input int mode);
    has_mode = (modes == MODES_ONE) ? mode == one : ((modes >> mode) & 1) != 0;
  endfunction

  // Parameter `Modes` is a set.
  function automatic bit is_mode_set(input int modes);
    is_mode_set = modes != MODES_ONE;
  endfunction

  // Modes in which a packet may encrypt, or decrypt: a mask like `modes`. Without chained streams.
  function automatic int packet_modes(input int modes, input int one, input int direction,
                                      input bit decrypt);
    bit given;  // parameter Direction contains the direction
    int forwards, backwards;
    given = direction != (decrypt ? roundel_aes_pkg::DIRECTION_ENCRYPT
                                  : roundel_aes_pkg::DIRECTION_DECRYPT);
    forwards = (1 << MODE_CTR) | (1 << MODE_GCM) | (given ? 1 << MODE_ECB : 0);
    backwards = (1 << MODE_CBC) | (1 << MODE_CFB);
    packet_modes = is_mode_set(modes) ? modes & (decrypt ? forwards | backwards : forwards)
        : given ? 1 << one : 0;
  endfunction

  // The mode for software that knows one mode: parameter Mode, or in a set without this mode the
  // mode with the lowest number. Such a set has neither GCM nor CTR.
  function automatic int first_mode(input int modes, input int one);
    first_mode = has_mode(modes, one, one) ? one : has_mode(modes, one, MODE_ECB) ? MODE_ECB
        : has_mode(modes, one, MODE_CBC) ? MODE_CBC : MODE_CFB;
  endfunction

  // Operations of roundel_chain.
  localparam logic [2:0] CHAIN_CBC = 3'd0;  // SP 800-38A section 6.2, encryption
  localparam logic [2:0] CHAIN_CFB = 3'd1;  // SP 800-38A section 6.3, encryption
  localparam logic [2:0] CHAIN_OFB = 3'd2;  // SP 800-38A section 6.4
  localparam logic [2:0] CHAIN_CMAC = 3'd3;  // SP 800-38B
  localparam logic [2:0] CHAIN_CCM = 3'd4;  // SP 800-38C

  // A command of the mode belongs to a chained packet: each block needs the result before it.
  function automatic bit is_chained(input logic [7:0] mode, input bit decrypt);
    is_chained = mode == MODE_OFB[7:0] || mode == MODE_CMAC[7:0] || mode == MODE_CCM[7:0]
        || (!decrypt && (mode == MODE_CBC[7:0] || mode == MODE_CFB[7:0]));
  endfunction

  // Error in the result of a packet.
  localparam logic [2:0] ERROR_NONE = 3'd0;
  localparam logic [2:0] ERROR_COMMAND = 3'd1;  // a field of the command has an impossible value
  localparam logic [2:0] ERROR_KEY = 3'd2;  // the slot has no key
  localparam logic [2:0] ERROR_AAD = 3'd3;  // the packet's AAD is not as long as the command says
  localparam logic [2:0] ERROR_KEEP = 3'd4;  // a null byte before the end of the packet
  localparam logic [2:0] ERROR_LENGTH = 3'd5;  // a length that the mode excludes
  localparam logic [2:0] ERROR_POLICY = 3'd6;  // the command violates the policy of its key

  // Width of key_policy_t (rtl/include/roundel_key_policy_types.svh).
  localparam int POLICY_BITS = 9 + 2 + 1 + 1 + 32;

  // Blocks in a beat of the AXI4 data bus. Default (`chosen` = 0): the number of lanes, at most 8,
  // because a data bus has at most 1024 bits (Arm IHI 0022, A1.3.1).
  function automatic int bus_lanes(input int chosen, input int lanes);
    bus_lanes = (chosen != 0) ? chosen : (lanes > 8) ? 8 : lanes;
  endfunction

  // Depth of the FIFO for the text of a mode, in words. Credits cover the words in the lanes, the
  // words in the stages in front of the lanes and behind, and the latency of a returned credit.
  function automatic int text_depth(input int ring_length, input int lanes);
    int credits;
    credits = ring_length + lanes + 15;
    text_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Registers of each mode in front of the lanes and behind the lanes.
  localparam int TEXT_OUTPUT_CYCLES = 1;  // roundel_text_datapath, of ECB, CBC and CTR
  localparam int CBC_FRONT_CYCLES = 1;  // roundel_cbc_decrypt
  localparam int CTR_FRONT_CYCLES = 5;  // roundel_ctr_blocks
  localparam int XTS_CYCLES = 10;  // roundel_xts, without the queue of roundel_xts_order

  // Cycles from a word of text at the input of a set of modes to the same word at the output.
  function automatic int modes_latency(input int mode, input int lanes_cycles);
    modes_latency = CTR_FRONT_CYCLES + ((mode == MODE_GCM) ?
        roundel_ghash_pkg::GCM_FRONT_CYCLES + lanes_cycles + roundel_ghash_pkg::GCM_OUTPUT_CYCLES :
        lanes_cycles + TEXT_OUTPUT_CYCLES);
  endfunction

  // Cycles from a word of text at the input of a mode to the same word at the output.
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

  // Depth of the FIFO for the text of roundel_xts, in words. While words pass the lanes, the same
  // number of words can wait behind the lanes for a stolen block.
  function automatic int xts_text_depth(input int ring_length, input int lanes);
    int credits;
    credits = 2 * (ring_length + lanes) + 48;
    xts_text_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Depth of the FIFO for encrypted tweaks. The depth covers the latency of the lanes at a tweak
  // every two cycles, the rate of packets with one word.
  function automatic int xts_tweak_depth(input int ring_length, input int lanes);
    int credits;
    credits = (ring_length + lanes + 28) / 2;
    xts_tweak_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Depth of the FIFOs for packets in flight. Default (`chosen` = 0): enough for the shortest
  // packets. A packet of XTS passes the lanes up to three times: tweak, text and stolen block. The
  // shortest packets take two cycles, or three with a stolen block.
  function automatic int packet_depth(input int chosen, input int mode, input int ring_length,
                                      input int lanes);
    int credits;
    credits = (mode == MODE_XTS) ? ring_length + lanes + 50 : 32;
    packet_depth = (chosen != 0) ? chosen : 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Bits of a mode in the records of packets: 1 unused bit without a set.
  function automatic int mode_bits(input int modes);
    mode_bits = is_mode_set(modes) ? 3 : 1;
  endfunction

  // Direction of the cipher for a set of modes. CBC and CFB decrypt, and CFB runs the cipher
  // forwards, as all blocks of chains do.
  function automatic int set_direction(input int modes, input int direction, input int chains);
    bit forwards, backwards;
    forwards = chains != 0 || ((modes >> MODE_CTR) & 1) != 0 || ((modes >> MODE_GCM) & 1) != 0
        || ((modes >> MODE_CFB) & 1) != 0
        || (((modes >> MODE_ECB) & 1) != 0 && direction != roundel_aes_pkg::DIRECTION_DECRYPT);
    backwards = ((modes >> MODE_CBC) & 1) != 0
        || (((modes >> MODE_ECB) & 1) != 0 && direction != roundel_aes_pkg::DIRECTION_ENCRYPT);
    set_direction = (forwards && backwards) ? roundel_aes_pkg::DIRECTION_BOTH
        : forwards ? roundel_aes_pkg::DIRECTION_ENCRYPT : roundel_aes_pkg::DIRECTION_DECRYPT;
  endfunction

  // Directions that commands may ask for, with parameter Direction `direction`. GCM and CTR run the
  // cipher forwards for both.
  function automatic int packet_direction(input int mode, input int direction);
    packet_direction = (mode == MODE_GCM || mode == MODE_CTR)
        ? roundel_aes_pkg::DIRECTION_BOTH : direction;
  endfunction

  // Direction of the cipher for the same parameter.
  function automatic int cipher_direction(input int mode, input int direction);
    cipher_direction = (mode == MODE_GCM || mode == MODE_CTR)
        ? roundel_aes_pkg::DIRECTION_ENCRYPT : direction;
  endfunction

  // Depth of the FIFOs of XTS for blocks that wait for their second pass, or for their word. With a
  // ring that turns, as many blocks as the ring holds can wait; otherwise only a few wait.
  function automatic int xts_second_pass_depth(input int num_turns, input int ring_length,
                                              input int lanes);
    int credits;
    credits = ring_length + lanes + 25;
    xts_second_pass_depth = (num_turns == 1) ? 18 : 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Bits of a stream's number beside a beat, with `streams` chained streams: the top bit marks the
  // packets that are in no stream.
  function automatic int stream_id_bits(input int streams);
    stream_id_bits = (streams < 2) ? 1 : 1 + $clog2(streams);
  endfunction

  // The modes of a set whose encryption is chained (CBC, CFB), or both directions (OFB, CMAC, CCM).
  function automatic int chained_modes(input int modes);
    chained_modes = modes & ((1 << MODE_CBC) | (1 << MODE_CFB) | (1 << MODE_OFB)
        | (1 << MODE_CMAC) | (1 << MODE_CCM));
  endfunction

  // Width of ccm_word_t (rtl/include/roundel_ccm_types.svh) if a set has CCM, else an unused bit.
  function automatic int ccm_word_bits(input int has_ccm);
    ccm_word_bits = (has_ccm != 0) ? 6 + 32 + 128 : 1;
  endfunction

  // Width of ccm_command_t if the set has CCM, else an unused bit.
  function automatic int ccm_command_bits(input int modes);
    ccm_command_bits = ((modes >> MODE_CCM) & 1) != 0 ? 2 + 28 + 32 + 128 : 1;
  endfunction

  // Bits of a block of roundel_chain at the entry of the ring: slot, block, mask.
  function automatic int chain_entry_bits(input int slot_bits);
    chain_entry_bits = slot_bits + 256;
  endfunction

  // Bits of its result: the result of the cipher, mask.
  localparam int CHAIN_RETURN_BITS = 256;

  // Bits of a word's number in a stream (roundel_chain_ready_queue). The numbers distinguish Depth
  // outstanding words and four words that roundel_interleaved_admission examines.
  function automatic int chain_number_bits(input int depth);
    chain_number_bits = (depth < 4) ? 3 : $clog2(2 * depth);
  endfunction

  // Depth of the FIFOs in roundel_chain_ready_queue: an entry for each stream.
  function automatic int chain_queue_depth(input int streams);
    chain_queue_depth = (streams <= 16) ? 18 : 16 * ((streams + 15) / 16) + 18;
  endfunction

  // Depth of the FIFO for the text of roundel_interleaved_path, in words: all words with a credit,
  // in front of the ring, in the ring and behind the ring.
  function automatic int chain_text_depth(input int ring_length, input int ring_waits);
    chain_text_depth = text_depth(ring_length, (ring_waits == 0) ? 4 : 20);
  endfunction

  // Cycles from `back_i` of roundel_chain_ready_queue to the first cycle in which the next word of
  // the stream is ready.
  function automatic int chain_queue_latency(input int fifo_latency);
    chain_queue_latency = 2 + fifo_latency;
  endfunction

  // Cycles from a block of roundel_chain to the next block of the same stream, while the ring
  // has room. The sum has four parts: the lanes, less the overlap with the ready queue; the ready
  // queue; four cycles to the ring; the FIFO in front of a ring with turns.
  function automatic int chain_loop_cycles(input int lanes_latency, input int queue_latency,
                                           input int ring_fifo_latency);
    int back;
    back = lanes_latency - queue_latency;
    chain_loop_cycles = ((back > 0) ? back : 1) + queue_latency + 4 + ring_fifo_latency;
  endfunction

  // Logarithm of the largest number of text blocks in a packet. GCM allows two blocks fewer.
  // 0 means no limit.
  function automatic int length_bits(input int mode);
    case (mode)
      MODE_GCM: length_bits = 32;  // SP 800-38D section 5.2.1.1: 2^39 - 256 bits
      MODE_CTR: length_bits = 32;  // roundel_ctr_blocks numbers blocks in 32 bits
      MODE_XTS: length_bits = 20;  // SP 800-38E
      default: length_bits = 0;
    endcase
  endfunction

  // Width of packet_t (rtl/include/roundel_packet_types.svh).
  function automatic int packet_bits(input int word_shift, input int slot_bits,
                                     input int user_bits, input int modes);
    packet_bits = mode_bits(modes) + 5 + slot_bits + 5 + 2 + (32 - word_shift) + word_shift + 128
        + 128 + user_bits;
  endfunction

  // Width of packet_end_t.
  function automatic int packet_end_bits(input int user_bits);
    packet_end_bits = 1 + 1 + 3 + 1 + 5 + 128 + user_bits;
  endfunction

  // Bits of the key port of roundel_stream: AES-XTS takes two keys at once.
  function automatic int mode_key_bits(input int mode, input int key_bits);
    mode_key_bits = (mode == MODE_XTS) ? 2 * key_bits : key_bits;
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_stream_pkg
