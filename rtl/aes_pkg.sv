// SPDX-License-Identifier: Apache-2.0
//
// The constants, pure functions and latency arithmetic of the whole library: its only package.
//
// Byte order, everywhere: a block is `logic [127:0]` with byte 0 of FIPS-197 in bits [127:120];
// column c, row r of the state is byte 4*c + r. A key has its byte 0 in the top bits as well.
// Words are 32 bits with byte 0 on top, word 0 of a key in the top bits.
//
// Functions return through their name, are called as aes_pkg::f() and are safe as constant
// functions in every tool that the library supports.

package aes_pkg;

  // It serves many tops, and none uses all of it.
  // verilator lint_off UNUSEDPARAM

  // ---- Named values of the parameters -----------------------------------------------------------
  // Parameter `Direction`.
  localparam int DIRECTION_ENCRYPT = 0;  // cipher, FIPS-197 section 5.1
  localparam int DIRECTION_DECRYPT = 1;  // inverse cipher, FIPS-197 section 5.3
  localparam int DIRECTION_BOTH = 2;  // either, chosen block by block

  // Parameter `Sbox`.
  localparam int SBOX_TABLE = 0;  // logic from the truth table
  localparam int SBOX_ROM = 1;  // block RAM, two bytes each, its output register used
  localparam int SBOX_TOWER = 2;  // arithmetic in the tower field GF((2^4)^2)
  localparam int SBOX_GATES = 3;  // a network of few two-input gates, for standard cells

  // Parameter `KeySchedule`.
  localparam int KEY_SCHEDULE_ON_THE_FLY = 0;  // the next round key beside the round; Rounds = 1
  localparam int KEY_SCHEDULE_STORED = 1;  // expanded once into a key store of KeySlots slots
  localparam int KEY_SCHEDULE_PIPELINED = 2;  // expanded beside the block: a key per block

  // Parameter `Mode`, and the field of a command.
  localparam int MODE_ECB = 0;  // SP 800-38A section 6.1
  localparam int MODE_CBC = 1;  // SP 800-38A section 6.2
  localparam int MODE_CTR = 2;  // SP 800-38A section 6.5
  localparam int MODE_GCM = 3;  // SP 800-38D
  localparam int MODE_XTS = 4;  // SP 800-38E

  // Parameter `Unit` of the custom instructions of a soft core.
  localparam int UNIT_NONE = 0;  // none: the core alone
  localparam int UNIT_AES32 = 1;  // aes32esi, aes32esmi, aes32dsi, aes32dsmi of RISC-V
  localparam int UNIT_BLOCK = 2;  // key in, block in, block out

  // What an instruction of aes_block is for, and the sizes of its keys.
  localparam logic [1:0] BLOCK_KEY = 2'd0;  // two words of a key
  localparam logic [1:0] BLOCK_DATA = 2'd1;  // two words of a block
  localparam logic [1:0] BLOCK_READ = 2'd2;  // a word of the result
  localparam logic [1:0] BLOCK_CLEAR = 2'd3;  // forget everything
  localparam logic [1:0] BLOCK_128 = 2'd0;
  localparam logic [1:0] BLOCK_192 = 2'd1;
  localparam logic [1:0] BLOCK_256 = 2'd2;

  // Cycles that aes_block takes to expand a key, and for a block from its second BLOCK_DATA on.
  function automatic int block_key_cycles(input int key_bits, input int sbox_latency);
    int groups, steps;
    groups = (key_bits == 256) ? 13 : (key_bits == 192) ? 8 : 10;  // substituted words
    steps = (key_bits == 192) ? 23 : groups;  // pairs of words, or round keys
    block_key_cycles = steps + (sbox_latency - 1) * groups;
  endfunction

  function automatic int block_cycles(input int key_bits, input int columns,
                                      input int sbox_latency);
    block_cycles = num_rounds(key_bits) * (4 / columns + sbox_latency - 1);
  endfunction

  // Instructions of RISC-V: opcodes, and of OP those of Zkne and Zknd by the low bits of funct7.
  localparam logic [6:0] OPCODE_OP = 7'b0110011;
  localparam logic [6:0] OPCODE_CUSTOM_0 = 7'b0001011;
  localparam logic [2:0] FUNCT3_AES32 = 3'b000;
  localparam logic [2:0] FUNCT3_BLOCK = 3'b001;

  // Whether funct7 is of aes32esi (10001), aes32esmi (10011), aes32dsi (10101) or aes32dsmi
  // (10111), behind the two bits of bs. Bit 1 tells esmi and dsmi from the others, bit 2
  // decryption.
  function automatic logic aes32_funct7(input logic [6:0] funct7);
    aes32_funct7 = (funct7 & 7'b0011001) == 7'b0010001;
  endfunction

  // Whether funct7 is of aes_block: 0, two bits of the operation, four of its option.
  function automatic logic block_funct7(input logic [6:0] funct7);
    case (funct7[6:4])
      {1'b0, BLOCK_KEY}: block_funct7 = funct7[3:2] != 2'd3 && funct7[1:0] <= 2'd1 + funct7[3:2];
      {1'b0, BLOCK_DATA}: block_funct7 = funct7[3:2] == 2'd0;
      {1'b0, BLOCK_READ}: block_funct7 = funct7[3:2] == 2'd0;
      {1'b0, BLOCK_CLEAR}: block_funct7 = funct7[3:0] == 4'd0;
      default: block_funct7 = 1'b0;
    endcase
  endfunction

  // What a packet's result says of it.
  localparam logic [2:0] ERROR_NONE = 3'd0;
  localparam logic [2:0] ERROR_COMMAND = 3'd1;  // the command's fields mean nothing here
  localparam logic [2:0] ERROR_KEY = 3'd2;  // the slot has no key
  localparam logic [2:0] ERROR_AAD = 3'd3;  // the packet's AAD is not as long as the command says
  localparam logic [2:0] ERROR_KEEP = 3'd4;  // null bytes in front of the packet's end
  localparam logic [2:0] ERROR_LENGTH = 3'd5;  // the mode cannot do a packet of this length

  // What a cycle of the lanes of aes_gcm is for.
  localparam logic [2:0] GCM_AAD = 3'd0;  // nothing: the word only passes
  localparam logic [2:0] GCM_TEXT = 3'd1;  // counters, for text
  localparam logic [2:0] GCM_FINISH = 3'd2;  // J0, and the word is the length block
  localparam logic [2:0] GCM_HASH_KEY = 3'd3;  // zero
  localparam logic [2:0] GCM_IV = 3'd4;  // nothing: the word is a block of an IV, for J0

  // ---- Places of registers in a round -----------------------------------------------------------
  // Parameter `RoundCuts` is a mask of these, as many as Stages; 0 stands for best_cuts(). Data
  // meets them in this order. Where an S-box or a direction has no logic between two places, a
  // register there is a plain delay.
  localparam int CUT_ROUND = 0;  // in front of the round; always taken where Stages is not 0
  localparam int CUT_SBOX_1 = 1;  // tower, both: x or its affine inverse; rom: the RAM's address
  localparam int CUT_SBOX_2 = 2;  // tower: linear forms of x; rom: the RAM's output register
  localparam int CUT_SBOX_3 = 3;  // tower: terms of the norm
  localparam int CUT_SBOX_4 = 4;  // tower: the norm
  localparam int CUT_SBOX_5 = 5;  // tower: linear forms of its reciprocal
  localparam int CUT_SBOX_6 = 6;  // tower: their products with the forms of x
  localparam int CUT_SBOX_7 = 7;  // tower, both: the inverse, in front of the affine map
  localparam int CUT_SUB_BYTES = 8;  // behind SubBytes
  localparam int CUT_DECRYPT_KEY = 9;  // decrypt, both: behind their AddRoundKey
  localparam int CUT_INV_MIX = 10;  // decrypt, both: in front of the part shared with MixColumns
  localparam int CUT_MIX = 11;  // inside MixColumns
  localparam int CUT_KEY = 12;  // behind AddRoundKey: the end of the round
  localparam int NUM_PLACES = 13;
  localparam int CUTS_IN_SBOX = 32'h1fe;  // those of aes_sbox

  // ---- Tables of FIPS-197 section 5.1.1 and 5.3.2 -----------------------------------------------
  // The substitute of byte x stands in bits [8*x +: 8]. scripts/generate.py checks both.
  localparam logic [2047:0] SBOX = {
    128'h16bb54b00f2d99416842e6bf0d89a18c,
    128'hdf2855cee9871e9b948ed9691198f8e1,
    128'h9e1dc186b95735610ef6034866b53e70,
    128'h8a8bbd4b1f74dde8c6b4a61c2e2578ba,
    128'h08ae7a65eaf4566ca94ed58d6d37c8e7,
    128'h79e4959162acd3c25c2406490a3a32e0,
    128'hdb0b5ede14b8ee4688902a22dc4f8160,
    128'h73195d643d7ea7c41744975fec130ccd,
    128'hd2f3ff1021dab6bcf5389d928f40a351,
    128'ha89f3c507f02f94585334d43fbaaefd0,
    128'hcf584c4a39becb6a5bb1fc20ed00d153,
    128'h842fe329b3d63b52a05a6e1b1a2c8309,
    128'h75b227ebe28012079a059618c323c704,
    128'h1531d871f1e5a534ccf73f362693fdb7,
    128'hc072a49cafa2d4adf04759fa7dc982ca,
    128'h76abd7fe2b670130c56f6bf27b777c63
  };

  localparam logic [2047:0] INV_SBOX = {
    128'h7d0c2155631469e126d677ba7e042b17,
    128'h619953833cbbebc8b0f52aae4d3be0a0,
    128'hef9cc9939f7ae52d0d4ab519a97f5160,
    128'h5fec8027591012b131c7078833a8dd1f,
    128'hf45acd78fec0db9a2079d2c64b3e56fc,
    128'h1bbe18aa0e62b76f89c5291d711af147,
    128'h6edf751ce837f9e28535ade72274ac96,
    128'h73e6b4f0cecff297eadc674f4111913a,
    128'h6b8a130103bdafc1020f3fca8f1e2cd0,
    128'h0645b3b80558e4f70ad3bc8c00abd890,
    128'h849d8da75746155edab9edfd5048706c,
    128'h92b6655dcc5ca4d41698688664f6f872,
    128'h25d18b6d49a25b76b224d92866a12e08,
    128'h4ec3fa420b954cee3d23c2a632947b54,
    128'hcbe9dec444438e3487ff2f9b8239e37c,
    128'hfbd7f3819ea340bf38a53630d56a0952
  };

  // Bit `bit_index` of every entry of a table, entry x in bit x: one function of eight inputs.
  function automatic logic [255:0] table_plane(input logic [2047:0] entries,
                                               input integer bit_index);
    integer x;
    for (x = 0; x < 256; x = x + 1) begin
      table_plane[x] = entries[8*x+bit_index];
    end
  endfunction

  // ---- Latency arithmetic: rounds R in hardware, registers S a round ----------------------------
  // Rounds of AES for a key of `key_bits` bits (FIPS-197 figure 4): 10, 12 or 14.
  function automatic int num_rounds(input int key_bits);
    num_rounds = key_bits / 32 + 6;
  endfunction

  // Registers that a mask of places takes.
  function automatic int num_cuts(input int cuts);
    integer k;
    num_cuts = 0;
    for (k = 0; k < NUM_PLACES; k = k + 1) begin
      num_cuts = num_cuts + ((cuts >> k) & 1);
    end
  endfunction

  // Stage, from 0, in which the logic behind a place works; without registers all is stage 0.
  function automatic int cut_stage(input int cuts, input int place);
    cut_stage = num_cuts(cuts & ((2 << place) - 1)) - 1;
    if (cut_stage < 0) begin
      cut_stage = 0;
    end
  endfunction

  // Stages of a round with these registers: at least the one that a round without any is in.
  function automatic int num_stages(input int cuts);
    num_stages = (num_cuts(cuts) == 0) ? 1 : num_cuts(cuts);
  endfunction

  // Stage that adds the round key of encryption, behind MixColumns.
  function automatic int encrypt_key_stage(input int cuts);
    encrypt_key_stage = cut_stage(cuts, CUT_MIX);
  endfunction

  // Stage that adds the round key of decryption, in front of InvMixColumns.
  function automatic int decrypt_key_stage(input int cuts);
    decrypt_key_stage = cut_stage(cuts, CUT_SUB_BYTES);
  endfunction

  // The best places in standard cells for the network of gates, 0 where the tower's are as good;
  // docs/design/cells.md.
  function automatic int gates_cuts(input int direction, input int stages);
    if (direction == DIRECTION_ENCRYPT) begin
      case (stages)
        2: gates_cuts = 32'h0041;
        3: gates_cuts = 32'h0049;
        4: gates_cuts = 32'h0125;
        5: gates_cuts = 32'h084d;
        6: gates_cuts = 32'h094d;
        7: gates_cuts = 32'h194d;
        default: gates_cuts = 0;
      endcase
    end else if (direction == DIRECTION_DECRYPT) begin
      case (stages)
        2: gates_cuts = 32'h0041;
        3: gates_cuts = 32'h0109;
        4: gates_cuts = 32'h0449;
        5: gates_cuts = 32'h0649;
        6: gates_cuts = 32'h054d;
        default: gates_cuts = 0;
      endcase
    end else begin
      case (stages)
        2: gates_cuts = 32'h0041;
        3: gates_cuts = 32'h0089;
        4: gates_cuts = 32'h0145;
        5: gates_cuts = 32'h014b;
        6: gates_cuts = 32'h054b;
        default: gates_cuts = 0;
      endcase
    end
  endfunction

  // The best places for `stages` registers: for block RAM and for the tower in LUTs, and for gates
  // in cells; docs/design/cuts.md.
  function automatic int best_cuts(input int sbox, input int direction, input int stages);
    if (sbox == SBOX_GATES && gates_cuts(direction, stages) != 0) begin
      best_cuts = gates_cuts(direction, stages);
    end else if (sbox == SBOX_ROM) begin
      case (stages)
        3: best_cuts = 32'h0007;
        4: best_cuts = 32'h0807;
        5: best_cuts = (direction == DIRECTION_ENCRYPT) ? 32'h0907 : 32'h1107;
        6: best_cuts = (direction == DIRECTION_ENCRYPT) ? 32'h090f : 32'h1907;
        7: best_cuts = 32'h190f;
        8: best_cuts = 32'h1d0f;
        9: best_cuts = 32'h1d8f;
        10: best_cuts = 32'h1d9f;
        11: best_cuts = 32'h1dbf;
        12: best_cuts = 32'h1dff;
        13: best_cuts = 32'h1fff;
        default: best_cuts = 0;
      endcase
    end else if (direction == DIRECTION_ENCRYPT) begin
      case (stages)
        1: best_cuts = 32'h0001;
        2: best_cuts = 32'h0021;
        3: best_cuts = 32'h0049;
        4: best_cuts = 32'h0129;
        5: best_cuts = 32'h0855;
        6: best_cuts = 32'h0955;
        7: best_cuts = 32'h0975;
        8: best_cuts = 32'h097d;
        9: best_cuts = 32'h197d;
        10: best_cuts = 32'h1d7d;
        11: best_cuts = 32'h1dfd;
        12: best_cuts = 32'h1dff;
        13: best_cuts = 32'h1fff;
        default: best_cuts = 0;
      endcase
    end else if (direction == DIRECTION_DECRYPT) begin
      case (stages)
        1: best_cuts = 32'h0001;
        2: best_cuts = 32'h0021;
        3: best_cuts = 32'h0111;
        4: best_cuts = 32'h0449;
        5: best_cuts = 32'h0455;
        6: best_cuts = 32'h0555;
        7: best_cuts = 32'h0d55;
        8: best_cuts = 32'h0d75;
        9: best_cuts = 32'h0b7d;
        10: best_cuts = 32'h0f7d;
        11: best_cuts = 32'h1f7d;
        12: best_cuts = 32'h1f7f;
        13: best_cuts = 32'h1fff;
        default: best_cuts = 0;
      endcase
    end else begin
      case (stages)
        1: best_cuts = 32'h0001;
        2: best_cuts = 32'h0021;
        3: best_cuts = 32'h0091;
        4: best_cuts = 32'h0125;
        5: best_cuts = 32'h0155;
        6: best_cuts = 32'h0157;
        7: best_cuts = 32'h0557;
        8: best_cuts = 32'h05d7;
        9: best_cuts = 32'h0bd7;
        10: best_cuts = 32'h0bf7;
        11: best_cuts = 32'h0bff;
        12: best_cuts = 32'h0fff;
        13: best_cuts = 32'h1fff;
        default: best_cuts = 0;
      endcase
    end
  endfunction

  // The places that a configuration takes.
  function automatic int round_cuts(input int sbox, input int direction, input int stages,
                                    input int chosen);
    round_cuts = (chosen != 0) ? chosen : best_cuts(sbox, direction, stages);
  endfunction

  // Times that a block passes the `rounds` rounds in hardware.
  function automatic int num_turns(input int key_bits, input int rounds);
    num_turns = num_rounds(key_bits) / rounds;
  endfunction

  // Registers around the ring: the cycles of one turn, and the blocks in flight.
  function automatic int ring_length(input int rounds, input int stages);
    ring_length = (stages == 0) ? 1 : rounds * stages;
  endfunction

  function automatic int blocks_in_flight(input int rounds, input int stages);
    blocks_in_flight = ring_length(rounds, stages);
  endfunction

  // Cycles from the edge that accepts a block to the edge that takes its result.
  function automatic int latency(input int key_bits, input int rounds, input int stages);
    latency = num_turns(key_bits, rounds) * ring_length(rounds, stages);
  endfunction

  // Cycles from the edge that accepts a word of aes_lanes to the first that shows its results.
  function automatic int lanes_latency(input int key_bits, input int rounds, input int stages,
                                       input int lanes);
    lanes_latency = latency(key_bits, rounds, stages) + lanes + 1;
  endfunction

  // Cycles from one block to the next while the ring is kept full, on average.
  function automatic int cycles_per_block(input int key_bits, input int rounds);
    cycles_per_block = num_turns(key_bits, rounds);
  endfunction

  // Blocks of a beat of AXI4 beside so many lanes, if none are chosen: it has 1024 bits at most
  // (Arm IHI 0022, A1.3.1).
  function automatic int bus_lanes(input int chosen, input int lanes);
    bus_lanes = (chosen != 0) ? chosen : (lanes > 8) ? 8 : lanes;
  endfunction

  // ---- The output queue of aes_core -------------------------------------------------------------
  // Words that the queue holds (aes_queue). Full throughput needs a credit for each block in flight
  // and for each that can enter in the cycles from a result to the next use of its credit: two, or
  // four with registers in front of the memory, or three with banks in front of it. A ring of one
  // register that turns three times or more needs no memory.
  function automatic int queue_depth(input int key_bits, input int rounds, input int stages);
    int length, late, credits;
    length = ring_length(rounds, stages);
    late = (queue_registered(stages) != 0) ? 4 : 2;
    credits = length + late;
    if (num_turns(key_bits, rounds) > 1 && late > length) begin
      credits = 2 * length;
    end
    if (length == 1 && num_turns(key_bits, rounds) >= 3) begin
      queue_depth = 2;
    end else if (credits <= 16) begin
      queue_depth = credits + 2;
    end else begin
      queue_depth = 16 * ((length + 3 + 15) / 16) + 18;
    end
  endfunction

  // Whether the queue has registers at its input and its credits: where a cut ring is fast.
  function automatic int queue_registered(input int stages);
    queue_registered = (stages >= 2) ? 1 : 0;
  endfunction

  // Banks of 16 words in front of an aes_fifo of 18.
  function automatic int queue_banks(input int depth);
    queue_banks = (depth > 18) ? (depth - 18 + 15) / 16 : 0;
  endfunction

  // Credits for a queue: the places of what stands at its input, less those of an output register.
  function automatic int queue_credits(input int depth);
    queue_credits = (queue_banks(depth) > 0) ? 16 * queue_banks(depth) : fifo_credits(depth);
  endfunction

  function automatic int fifo_credits(input int depth);
    fifo_credits = (depth == 2) ? 2 : depth - 2;
  endfunction

  // Words that the queue of a mode's text holds: a credit for each in the lanes, for the stages in
  // front of them and behind, and for the way of a credit back.
  function automatic int text_depth(input int rounds, input int stages, input int lanes);
    int credits;
    credits = ring_length(rounds, stages) + lanes + 15;
    text_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Cycles from the one that gives a mode a word of text to the one that has it on its output.
  function automatic int mode_latency(input int mode, input int lanes_cycles);
    case (mode)
      MODE_ECB: mode_latency = lanes_cycles + 1;
      MODE_CBC: mode_latency = lanes_cycles + 2;
      MODE_CTR: mode_latency = lanes_cycles + 6;
      MODE_XTS: mode_latency = lanes_cycles + 10;  // and its queue's
      default: mode_latency = lanes_cycles + 5;  // GCM
    endcase
  endfunction

  // Words of text under way in aes_xts: as many again wait behind the lanes for what is stolen.
  function automatic int xts_text_depth(input int rounds, input int stages, input int lanes);
    int credits;
    credits = 2 * (ring_length(rounds, stages) + lanes) + 48;
    xts_text_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Tweaks that are encrypted ahead: one every two cycles, as packets of one word need them.
  function automatic int xts_tweak_depth(input int rounds, input int stages, input int lanes);
    int credits;
    credits = (ring_length(rounds, stages) + lanes + 28) / 2;
    xts_tweak_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Packets under way. One of XTS is at the lanes for its tweak, its text and a stolen block: the
  // shortest take two cycles and three.
  function automatic int packet_depth(input int mode, input int rounds, input int stages,
                                      input int lanes);
    int credits;
    credits = (mode == MODE_XTS) ? ring_length(rounds, stages) + lanes + 50 : 32;
    packet_depth = 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Blocks that wait to enter the ring again, or for the word that they belong to, where a ring
  // turns: as many as it holds. Else they are never more than a few.
  function automatic int xts_again_depth(input int key_bits, input int rounds, input int stages,
                                         input int lanes);
    int credits;
    credits = ring_length(rounds, stages) + lanes + 25;
    xts_again_depth = (num_turns(key_bits, rounds) == 1) ? 18 : 16 * ((credits + 15) / 16) + 18;
  endfunction

  // Bits that number the words of a stream in aes_chain_queue: Depth of them that are not back, and
  // four that aes_stream_admission looks at before they may be taken.
  function automatic int chain_number_bits(input int depth);
    chain_number_bits = (depth < 4) ? 3 : index_bits(2 * depth);
  endfunction

  // The queues of aes_chain_queue: a place for each stream. And the cycles from `back_i` to the
  // first that shows the stream's next word as ready.
  function automatic int chain_queue_depth(input int streams);
    chain_queue_depth = (streams <= 16) ? 18 : 16 * ((streams + 15) / 16) + 18;
  endfunction

  function automatic int chain_queue_latency(input int streams);
    chain_queue_latency = 2 + queue_latency(chain_queue_depth(streams), 1);
  endfunction

  // Cycles from a block of aes_cbc_encrypt to the next of its stream, where the ring is free: back
  // from the ring, but that the way through aes_chain_queue is begun so much earlier; that way;
  // four to the ring, and with turns its queue.
  function automatic int chain_loop_cycles(input int key_bits, input int rounds, input int stages,
                                           input int streams);
    int back;
    back = lanes_latency(key_bits, rounds, stages, 1) - chain_queue_latency(streams);
    chain_loop_cycles = ((back > 0) ? back : 1) + chain_queue_latency(streams) + 4
        + ((num_turns(key_bits, rounds) == 1) ? 0 : fifo_latency(18, 1));
  endfunction

  // Cycles from the one that pushes a word into an empty queue to the first that shows it.
  function automatic int queue_latency(input int depth, input int registered);
    queue_latency = fifo_latency(depth, registered) + ((queue_banks(depth) > 0) ? 3 : 0);
  endfunction

  function automatic int fifo_latency(input int depth, input int registered);
    fifo_latency = (depth > 2) ? 2 + registered : 2;
  endfunction

  // The place in a bank behind `place`: a feedback shift register of period 15 (x^4 + x^3 + 1) that
  // passes through 0 as well.
  function automatic logic [3:0] next_queue_place(input logic [3:0] place);
    next_queue_place = {place[2:0], place[3] ^ place[2] ^ (place[2:0] == 3'd0)};
  endfunction

  // The place that is passed `n` steps after 0.
  function automatic logic [3:0] queue_place(input int n);
    integer i;
    queue_place = 4'd0;
    for (i = 0; i < n; i = i + 1) begin
      queue_place = next_queue_place(queue_place);
    end
  endfunction

  // ---- Key expansion in time --------------------------------------------------------------------
  // Registers of one step where keys are stored and Stages is 2 or more: the S-box's own of the
  // round, one in front of it and one behind it.
  function automatic int key_step_cuts(input int cuts);
    key_step_cuts = (cuts & CUTS_IN_SBOX) | (1 << CUT_ROUND) | (1 << CUT_SUB_BYTES);
  endfunction

  // Cycles of one step there; each makes a round key. The chain of four words takes six.
  function automatic int key_step_cycles(input int cuts);
    key_step_cycles = num_cuts(key_step_cuts(cuts)) + 1;
    if (key_step_cycles < 6) begin
      key_step_cycles = 6;
    end
  endfunction

  // Cycles from the edge that takes a key into the store to the first cycle in which a block that
  // uses it may be accepted.
  function automatic int key_load_cycles(input int key_bits, input int rounds, input int stages,
                                         input int cuts, input int key_slots);
    if (stages < 2) begin
      key_load_cycles = num_rounds(key_bits) + 2;
    end else begin
      key_load_cycles = (num_rounds(key_bits) + 1) * key_step_cycles(cuts) + 5;
      if (rounds == num_rounds(key_bits) && key_slots == 1) begin
        key_load_cycles = key_load_cycles + rounds + 1;
      end
    end
  endfunction

  // Whether the ring hears of a closed slot a cycle late: it has closed some cycles before anything
  // in it changes. A block then waits a cycle longer for a key.
  function automatic int early_key_ready(input int stages, input int key_schedule,
                                         input int key_slots);
    early_key_ready =
        (stages >= 2 && key_slots == 1 && key_schedule == KEY_SCHEDULE_STORED) ? 1 : 0;
  endfunction

  // ---- GHASH: a product in GF(2^128) and how many of its cycles stand between two words ---------
  // Parameter `GhashCuts` is a mask of these places of registers, in the order of the data.
  localparam int GHASH_CUT_SPLIT_2 = 0;  // operands split in pieces of 32 bits
  localparam int GHASH_CUT_SPLIT_4 = 1;  // and of 8
  localparam int GHASH_CUT_PRODUCT = 2;  // products of 8 by 8 bits
  localparam int GHASH_CUT_MERGE_1 = 3;  // put together to 16 by 16, behind the sum of the lanes
  localparam int GHASH_CUT_MERGE_2 = 4;  // 32 by 32
  localparam int GHASH_CUT_MERGE_3 = 5;  // 64 by 64
  localparam int GHASH_CUT_MERGE_4 = 6;  // 128 by 128
  localparam int GHASH_CUT_REDUCE = 7;  // modulo the field's polynomial
  localparam int GHASH_NUM_PLACES = 8;
  localparam int GHASH_BEST_CUTS = 32'hf7;

  // Words between the one that a product is made of and the one that it is added to: the product's
  // cycles, two to read that word and to add it, and one for the feedback's memory.
  function automatic int ghash_distance(input int cuts);
    ghash_distance = num_cuts(cuts) + 3;
  endfunction

  // Bits that number a power of the hash key: 1 to lanes * distance. Four or more: the powers of a
  // slot are cleared in a multiple of 16 cycles, in which memories of 16 words are.
  function automatic int ghash_power_bits(input int lanes, input int cuts);
    ghash_power_bits = index_bits(lanes * ghash_distance(cuts) + 1);
    if (ghash_power_bits < 4) begin
      ghash_power_bits = 4;
    end
  endfunction

  // ---- Widths -----------------------------------------------------------------------------------
  // Bits that number `n` things, at least one.
  function automatic int index_bits(input int n);
    index_bits = (n <= 2) ? 1 : $clog2(n);
  endfunction

  // ---- Arithmetic in GF(2^8), FIPS-197 section 4 ------------------------------------------------
  // Multiplication by x modulo x^8 + x^4 + x^3 + x + 1 (FIPS-197 section 4.2.1).
  function automatic logic [7:0] xtime(input logic [7:0] b);
    xtime = {b[6:0], 1'b0} ^ {3'b000, b[7], b[7], 1'b0, b[7], b[7]};
  endfunction

  // MixColumns, or InvMixColumns, of a column whose byte 0 is `b` and whose others are zero
  // (FIPS-197 sections 5.1.3 and 5.3.3).
  function automatic logic [31:0] mix_byte(input logic decrypt, input logic [7:0] b);
    logic [7:0] b2, b4, b8;
    b2 = xtime(b);
    b4 = xtime(b2);
    b8 = xtime(b4);
    mix_byte = decrypt ? {b8 ^ b4 ^ b2, b8 ^ b, b8 ^ b4 ^ b, b8 ^ b2 ^ b} : {b2, b, b, b2 ^ b};
  endfunction

  // ---- Arithmetic in GF(2^128) as AES-XTS has it, IEEE 1619-2018 section 5.2 --------------------
  // The tweak of the block `n` behind that of `tweak`: times x to the n, modulo x^128 + x^7 + x^2
  // + x + 1. Byte 0 is the lowest there, and its lowest bit the coefficient of 1.
  function automatic logic [127:0] xts_ahead(input logic [127:0] tweak, input integer n);
    logic [127:0] from;
    integer i, b;
    xts_ahead = tweak;
    for (i = 0; i < n; i = i + 1) begin
      from = xts_ahead;
      xts_ahead[127:120] = {from[126:120], 1'b0} ^ (from[7] ? 8'h87 : 8'h00);
      for (b = 1; b < 16; b = b + 1) begin
        xts_ahead[127-8*b-:8] = {from[126-8*b-:7], from[135-8*b]};
      end
    end
  endfunction

  // The tweak of the block before: times the reciprocal of x.
  function automatic logic [127:0] xts_before(input logic [127:0] tweak);
    integer b;
    for (b = 0; b < 15; b = b + 1) begin
      xts_before[127-8*b-:8] = {tweak[112-8*b], tweak[127-8*b-:7]};
    end
    xts_before[7:0] = {tweak[120], tweak[7:1]};
    xts_before[127:120] = xts_before[127:120] ^ (tweak[120] ? 8'h43 : 8'h00);
  endfunction

  // Bits of the key port of aes_stream: AES-XTS takes two keys at once.
  function automatic int mode_key_bits(input int mode, input int key_bits);
    mode_key_bits = (mode == MODE_XTS) ? 2 * key_bits : key_bits;
  endfunction

  // ---- Byte moves of the round ------------------------------------------------------------------
  // ShiftRows, FIPS-197 section 5.1.2.
  function automatic logic [127:0] shift_rows(input logic [127:0] s);
    integer c, r;
    for (c = 0; c < 4; c = c + 1) begin
      for (r = 0; r < 4; r = r + 1) begin
        shift_rows[127-8*(4*c+r)-:8] = s[127-8*(4*((c+r)%4)+r)-:8];
      end
    end
  endfunction

  // InvShiftRows, FIPS-197 section 5.3.1.
  function automatic logic [127:0] inv_shift_rows(input logic [127:0] s);
    integer c, r;
    for (c = 0; c < 4; c = c + 1) begin
      for (r = 0; r < 4; r = r + 1) begin
        inv_shift_rows[127-8*(4*c+r)-:8] = s[127-8*(4*((c+4-r)%4)+r)-:8];
      end
    end
  endfunction

  // A word with its bytes in the other order: RISC-V loads byte 0 into the lowest bits.
  function automatic logic [31:0] swap_bytes(input logic [31:0] w);
    swap_bytes = {w[7:0], w[15:8], w[23:16], w[31:24]};
  endfunction

  // ---- Key expansion ----------------------------------------------------------------------------
  // Rcon of every expansion step, FIPS-197 section 5.2: step n makes words Nk + 4*n to Nk + 4*n + 3
  // and stands in bits [8*n +: 8]; zero for a step that uses none. Steps 0 to 15.
  function automatic logic [127:0] step_rcons(input int key_bits);
    logic [7:0] rcon;
    integer n, i, nk;
    nk = key_bits / 32;
    rcon = 8'h01;
    step_rcons = '0;
    for (n = 0; n < 16; n = n + 1) begin
      for (i = nk + 4 * n; i < nk + 4 * n + 4; i = i + 1) begin
        if (i % nk == 0) begin
          step_rcons[8*n+:8] = rcon;
          rcon = {rcon[6:0], 1'b0} ^ (rcon[7] ? 8'h1b : 8'h00);
        end
      end
    end
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : aes_pkg
