// SPDX-License-Identifier: Apache-2.0
//
// Options, register positions and latency of the engine: R rounds with S registers each.

package roundel_engine_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // Parameter `Sbox`.
  localparam int SBOX_TABLE = 0;  // logic from the truth table
  localparam int SBOX_ROM = 1;  // block RAM with its output register
  localparam int SBOX_TOWER = 2;  // arithmetic in the tower field GF((2^4)^2)
  localparam int SBOX_GATES = 3;  // a network of few two-input gates, for standard cells

  // Parameter `KeySchedule`.
  localparam int KEY_SCHEDULE_ON_THE_FLY = 0;  // computed beside each round; Rounds = 1
  localparam int KEY_SCHEDULE_STORED = 1;  // expanded once into a key store of KeySlots slots
  localparam int KEY_SCHEDULE_PIPELINED = 2;  // expanded beside the block: a key for each block

  // Parameter `RoundCuts` is a mask of register positions with Stages ones; 0 selects best_cuts().
  // The positions are in the order of the data. A position without logic before it, in an S-box or
  // a direction, is a plain delay.
  localparam int CUT_ROUND = 0;  // in front of the round; required unless Stages is 0
  localparam int CUT_SBOX_1 = 1;  // tower, both: x or its affine inverse; rom: the RAM's address
  localparam int CUT_SBOX_2 = 2;  // tower: linear forms of x; rom: the RAM's output register
  localparam int CUT_SBOX_3 = 3;  // tower: terms of the norm
  localparam int CUT_SBOX_4 = 4;  // tower: the norm
  localparam int CUT_SBOX_5 = 5;  // tower: linear forms of the reciprocal of the norm
  localparam int CUT_SBOX_6 = 6;  // tower: products of the two groups of linear forms
  localparam int CUT_SBOX_7 = 7;  // tower, both: the inverse, in front of the affine map
  localparam int CUT_SUB_BYTES = 8;  // behind SubBytes
  localparam int CUT_DECRYPT_KEY = 9;  // decrypt, both: behind AddRoundKey of decryption
  localparam int CUT_INV_MIX = 10;  // decrypt, both: in front of the part shared with MixColumns
  localparam int CUT_MIX = 11;  // inside MixColumns
  localparam int CUT_KEY = 12;  // behind AddRoundKey: the end of the round
  localparam int NUM_PLACES = 13;
  localparam int CUTS_IN_SBOX = 32'h1fe;  // the positions of roundel_sbox

  // Stage, from 0, of the logic behind a position; without registers all logic is in stage 0.
  function automatic int cut_stage(input int cuts, input int place);
    cut_stage = $countones(cuts & ((2 << place) - 1)) - 1;
    if (cut_stage < 0) begin
      cut_stage = 0;
    end
  endfunction

  // Stages of a round with these registers, at least 1.
  function automatic int num_stages(input int cuts);
    num_stages = ($countones(cuts) == 0) ? 1 : $countones(cuts);
  endfunction

  // Stage that adds the round key of encryption, behind MixColumns.
  function automatic int encrypt_key_stage(input int cuts);
    encrypt_key_stage = cut_stage(cuts, CUT_MIX);
  endfunction

  // Stage that adds the round key of decryption, in front of InvMixColumns.
  function automatic int decrypt_key_stage(input int cuts);
    decrypt_key_stage = cut_stage(cuts, CUT_SUB_BYTES);
  endfunction

  // Largest number of key slots, and of key slots with the round keys in distributed RAM.
  localparam int MAX_KEY_SLOTS = 4096;
  localparam int MAX_SLOTS_IN_LUT_RAM = 256;

  // 1: the stored round keys are in block RAM, and one bit per slot is in distributed RAM. Block
  // RAM has a synchronous read with an output register, so Stages must be at least 2.
  function automatic int has_key_block_ram(input int key_slots);
    has_key_block_ram = (key_slots > MAX_SLOTS_IN_LUT_RAM) ? 1 : 0;
  endfunction

  // Bits of the state of the slots at a port: a bit for each slot, or with many slots one bit for
  // the slot that the port's module or the port's head names.
  function automatic int slot_status_bits(input int key_slots);
    slot_status_bits = (has_key_block_ram(key_slots) != 0) ? 1 : key_slots;
  endfunction

  // Cycles from the acceptance of a block to its initial AddRoundKey: the latency of the block RAM.
  localparam int KEY_BLOCK_RAM_CYCLES = 2;
  function automatic int entry_cycles(input int key_slots);
    entry_cycles = (has_key_block_ram(key_slots) != 0) ? KEY_BLOCK_RAM_CYCLES : 0;
  endfunction

  // Stage whose turn and slot read the key store for the round key of stage `key_stage`.
  // Distributed RAM has one register behind its read port. Block RAM answers entry_cycles() cycles
  // later, and the data of a block is as many cycles behind its turn and slot.
  function automatic int key_read_stage(input int key_stage, input int key_slots);
    key_read_stage =
        (key_stage == 0 || has_key_block_ram(key_slots) != 0) ? key_stage : key_stage - 1;
  endfunction

  // The best positions of the gate network in standard cells, or 0 where best_cuts() of the tower
  // is as good; measured in docs/log/standard-cells.md.
  function automatic int gates_cuts(input int direction, input int stages);
    if (direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin
      case (stages)
        2: gates_cuts = 32'h0041;
        3: gates_cuts = 32'h0049;
        4: gates_cuts = 32'h0125;
        5: gates_cuts = 32'h084d;
        6: gates_cuts = 32'h094d;
        7: gates_cuts = 32'h194d;
        default: gates_cuts = 0;
      endcase
    end else if (direction == roundel_aes_pkg::DIRECTION_DECRYPT) begin
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

  // The best positions of `stages` registers: block RAM and tower in LUTs, gates in standard cells;
  // measured in docs/log/register-positions.md.
  function automatic int best_cuts(input int sbox, input int direction, input int stages);
    if (sbox == SBOX_GATES && gates_cuts(direction, stages) != 0) begin
      best_cuts = gates_cuts(direction, stages);
    end else if (sbox == SBOX_ROM) begin
      case (stages)
        3: best_cuts = 32'h0007;
        4: best_cuts = 32'h0807;
        5: best_cuts = (direction == roundel_aes_pkg::DIRECTION_ENCRYPT) ? 32'h0907 : 32'h1107;
        6: best_cuts = (direction == roundel_aes_pkg::DIRECTION_ENCRYPT) ? 32'h090f : 32'h1907;
        7: best_cuts = 32'h190f;
        8: best_cuts = 32'h1d0f;
        9: best_cuts = 32'h1d8f;
        10: best_cuts = 32'h1d9f;
        11: best_cuts = 32'h1dbf;
        12: best_cuts = 32'h1dff;
        13: best_cuts = 32'h1fff;
        default: best_cuts = 0;
      endcase
    end else if (direction == roundel_aes_pkg::DIRECTION_ENCRYPT) begin
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
    end else if (direction == roundel_aes_pkg::DIRECTION_DECRYPT) begin
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

  // The register positions of a configuration.
  function automatic int round_cuts(input int sbox, input int direction, input int stages,
                                    input int chosen);
    round_cuts = (chosen != 0) ? chosen : best_cuts(sbox, direction, stages);
  endfunction

  // Rounds of AES for a key of `key_bits` bits (FIPS-197 figure 4): 10, 12 or 14.
  function automatic int num_rounds(input int key_bits);
    num_rounds = key_bits / 32 + 6;
  endfunction

  // 1: the design has several key sizes.
  function automatic int is_key_set(input int key_sizes);
    is_key_set = ($countones(key_sizes) > 1) ? 1 : 0;
  endfunction

  // 1: keys of the size `size`, a value of `key_size_i`, are possible.
  function automatic logic has_key_size(input int key_sizes, input logic [1:0] size);
    if (is_key_set(key_sizes) != 0) begin
      has_key_size = 1'(key_sizes >> size) && size != 2'd3;
    end else begin
      has_key_size = 1'b1;
    end
  endfunction

  // Bypassed rounds of a key of the size `size`, with `key_bits` as the largest size: 0, 2 or 4.
  function automatic logic [3:0] skipped_rounds(input int key_bits, input logic [1:0] size);
    skipped_rounds = 4'(2 * (key_bits / 64 - 2)) - {1'b0, size, 1'b0};
  endfunction

  // A key of a set is stored in steps 0 to Nr of the largest key. Step 0 stores round key 0, the
  // next `skipped` steps store zeros for the rounds that the block bypasses, and the last steps
  // store the other round keys.
  function automatic logic stores_zero(input logic [3:0] step, input logic [3:0] skipped);
    stores_zero = step != 4'd0 && step <= skipped;
  endfunction

  // The place that a step writes in the banks of decryption. A place has the number of the round
  // key that the largest key stores there. In the banks of encryption the place is the step.
  function automatic logic [3:0] decrypt_place(input logic [3:0] rounds, input logic [3:0] step,
                                               input logic [3:0] skipped);
    if (step == rounds) begin
      decrypt_place = step;
    end else if (stores_zero(step, skipped)) begin
      decrypt_place = rounds - skipped - 4'd1 + step;
    end else begin
      decrypt_place = (step == 4'd0) ? 4'd0 : step - skipped;
    end
  endfunction

  // 1: blocks of different key sizes have different numbers of turns. 0: all blocks have equal
  // latency, and a block of a smaller key bypasses the first rounds. Each number of rounds is even,
  // so one or two hardware rounds divide all of them.
  function automatic int has_varying_turns(input int key_sizes, input int rounds);
    has_varying_turns = (is_key_set(key_sizes) != 0 && rounds <= 2) ? 1 : 0;
  endfunction

  // 1: blocks of different key sizes can overtake each other in the ring.
  function automatic int has_reordering(input int key_sizes, input int rounds, input int stages);
    has_reordering =
        (has_varying_turns(key_sizes, rounds) != 0 && ring_length(rounds, stages) > 1) ? 1 : 0;
  endfunction

  // Turns: passes of a block through the `rounds` rounds in hardware.
  function automatic int num_turns(input int key_bits, input int rounds);
    num_turns = num_rounds(key_bits) / rounds;
  endfunction

  // Registers of the ring: the cycles of a turn, and the number of blocks in the ring.
  function automatic int ring_length(input int rounds, input int stages);
    ring_length = (stages == 0) ? 1 : rounds * stages;
  endfunction

  function automatic int blocks_in_flight(input int rounds, input int stages,
                                          input int key_slots);
    blocks_in_flight = ring_length(rounds, stages) + entry_cycles(key_slots);
  endfunction

  // Cycles from the edge that accepts a block to the edge that takes its result.
  function automatic int latency(input int key_bits, input int rounds, input int stages,
                                 input int key_slots);
    latency = num_turns(key_bits, rounds) * ring_length(rounds, stages) + entry_cycles(key_slots);
  endfunction

  // Cycles from the edge that accepts a word of roundel_lanes to the first cycle of its results.
  function automatic int lanes_latency(input int key_bits, input int rounds, input int stages,
                                       input int lanes, input int key_slots);
    lanes_latency = latency(key_bits, rounds, stages, key_slots) + lanes + 1;
  endfunction

  // Average cycles per block while the ring is full.
  function automatic int cycles_per_block(input int key_bits, input int rounds);
    cycles_per_block = num_turns(key_bits, rounds);
  endfunction

  // Depth of the output FIFO (roundel_fifo). Full throughput needs a credit for each block in
  // flight, and for each block that enters between a result and the next use of its credit: 2
  // blocks, 4 with registers in front of the memory, 3 with banks in front of the memory. A ring of
  // 1 register with at least 3 turns needs no memory.
  function automatic int output_fifo_depth(input int key_bits, input int rounds, input int stages,
                                           input int key_slots);
    int length, late, credits;
    length = blocks_in_flight(rounds, stages, key_slots);
    late = (output_fifo_registered(stages) != 0) ? 4 : 2;
    credits = length + late;
    if (num_turns(key_bits, rounds) > 1 && late > length) begin
      credits = 2 * length;
    end
    if (length == 1 && num_turns(key_bits, rounds) >= 3) begin
      output_fifo_depth = 2;
    end else if (credits <= 16) begin
      output_fifo_depth = credits + 2;
    end else begin
      output_fifo_depth = 16 * ((length + 3 + 15) / 16) + 18;
    end
  endfunction

  // Words of the output memory that restores the order of overtaking blocks, a power of two. While
  // the oldest block makes 14 turns, each other place of the ring accepts up to two blocks, so
  // 2 * ring_length() - 1 blocks are outstanding. 8 more words cover the latency of the credits.
  // entry_cycles() more words cover the blocks in front of the ring.
  function automatic int reorder_depth(input int rounds, input int stages, input int key_slots);
    reorder_depth = 1 << $clog2(2 * ring_length(rounds, stages) + 8 + entry_cycles(key_slots));
  endfunction

  // Cycles of latency() for a key of `own_bits` bits in a design with a set of key sizes; 0 if the
  // set lacks the size.
  function automatic int size_latency(input int key_bits, input int key_sizes, input int rounds,
                                      input int stages, input int key_slots,
                                      input int own_bits);
    int turns;
    if (is_key_set(key_sizes) != 0) begin
      size_latency = (((key_sizes >> (own_bits / 64 - 2)) & 1) != 0) ? 1 : 0;
    end else begin
      size_latency = (own_bits == key_bits) ? 1 : 0;
    end
    turns = num_turns((has_varying_turns(key_sizes, rounds) != 0) ? own_bits : key_bits, rounds);
    size_latency =
        size_latency * (turns * ring_length(rounds, stages) + entry_cycles(key_slots));
  endfunction

  // 1: the output FIFO has registers at its input and its credits, for the clock of a pipelined
  // ring.
  function automatic int output_fifo_registered(input int stages);
    output_fifo_registered = (stages >= 2) ? 1 : 0;
  endfunction

  // Register positions of a key step of stored keys with Stages >= 2: those of the S-box of the
  // round, and a register in front of the S-box and behind it.
  function automatic int key_step_cuts(input int cuts);
    key_step_cuts = (cuts & CUTS_IN_SBOX) | (1 << CUT_ROUND) | (1 << CUT_SUB_BYTES);
  endfunction

  // Cycles of such a step, which computes a round key: at least 6 for the chain of 4 words.
  function automatic int key_step_cycles(input int cuts);
    key_step_cycles = $countones(key_step_cuts(cuts)) + 1;
    if (key_step_cycles < 6) begin
      key_step_cycles = 6;
    end
  endfunction

  // Cycles between two shifts of roundel_key_set_window for stored keys of a set.
  function automatic int set_shift_cycles(input int cuts);
    set_shift_cycles = $countones(key_step_cuts(cuts)) + 2;
  endfunction

  // 1: the store of a set of key sizes is a chain of registers.
  function automatic int set_has_chain(input int key_bits, input int direction, input int rounds,
                                       input int key_slots);
    set_has_chain = (direction != roundel_aes_pkg::DIRECTION_BOTH && rounds == num_rounds(key_bits)
        && key_slots == 1) ? 1 : 0;
  endfunction

  // Cycles from the edge that accepts a key of a set into the store to the first cycle that may
  // accept a block with the key.
  function automatic int set_load_cycles(input int key_bits, input int rounds, input int stages,
                                         input int cuts, input int chain);
    if (stages < 2) begin
      set_load_cycles = 2 * (num_rounds(key_bits) + 1) + 1;
    end else begin
      set_load_cycles = 2 * (num_rounds(key_bits) + 2) * set_shift_cycles(cuts) + 5;
      if (chain != 0) begin
        set_load_cycles = set_load_cycles + rounds + 1;
      end
    end
  endfunction

  // Cycles from the edge that accepts a key into the store to the first cycle that may accept a
  // block with the key.
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

  // key_load_cycles(), or set_load_cycles() with a set of key sizes.
  function automatic int load_cycles(input int key_bits, input int key_sizes, input int direction,
                                     input int rounds, input int stages, input int cuts,
                                     input int key_slots);
    load_cycles = (is_key_set(key_sizes) != 0) ?
        set_load_cycles(key_bits, rounds, stages, cuts,
                        set_has_chain(key_bits, direction, rounds, key_slots)) :
        key_load_cycles(key_bits, rounds, stages, cuts, key_slots);
  endfunction

  // Cycles from the accepted clear of a slot to the end of a zeroise. The longest case of each
  // addend covers every part of a mode:
  // - blocks of former packets leave the lanes, or the user's FIFOs of `fifo_words` words are
  //   overwritten in the same time;
  // - a key load or the clear of a slot ends: it is longest with every register position in the
  //   S-box and with one slot;
  // - ZEROISE_MARGIN: data leave the registers in front of the lanes and behind the lanes.
  localparam int ZEROISE_MARGIN = 64;  // cycles of the registers around the lanes in a zeroise
  function automatic int zeroise_cycles(input int key_bits, input int key_sizes, input int rounds,
                                        input int stages, input int lanes, input int fifo_words,
                                        input int key_slots);
    int data, load;
    data = lanes_latency(key_bits, rounds, stages, lanes, key_slots);
    if (fifo_words > data) begin
      data = fifo_words;
    end
    load = load_cycles(key_bits, key_sizes, roundel_aes_pkg::DIRECTION_ENCRYPT, rounds, stages,
                       CUTS_IN_SBOX, 1);
    zeroise_cycles = data + load + ZEROISE_MARGIN;
  endfunction

  // 1: the ring sees the ready bit of its only slot through a register. That is safe, because a
  // slot closes some cycles before its round keys change. A block waits 1 cycle longer for a key.
  function automatic int early_key_ready(input int stages, input int key_schedule,
                                         input int key_slots);
    early_key_ready =
        (stages >= 2 && key_slots == 1 && key_schedule == KEY_SCHEDULE_STORED) ? 1 : 0;
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_engine_pkg
