// SPDX-License-Identifier: Apache-2.0
//
// Takes commands of GCM, word by word, and cuts IVs into the blocks that GHASH turns into J0.
//
// For an IV of another length than 96 bits, J0 is a GHASH (SP 800-38D section 7.1, step 2). GHASH
// reads the IV, padded with zeros to a whole block, then 1 block with the length of the IV in bits.
//
// Words in: valid and ready, 1 word in two cycles at most. roundel_stream defines the bytes.
// In a cycle with `command_ready_o`, `command_first_o` says that the word at the port begins a
// command. `check_i` comes beside a first word and leaves with the head.
//
// Heads out: a pulse `head_valid_o`, in the cycle after a cycle with `head_room_i`. From the next
// cycle on the IV and the expected tag stand on `iv_o` and `tag_o`, and `hashed_o` says that the IV
// needs GHASH, until `push_i`. With `hash_i` in the cycle of `push_i` the blocks of the IV follow;
// without `hash_i` the further words of the command are dropped. The next head follows the last
// block.
//
//   cycle          0     1     2     3     4     5     6     7
//   command        _/^^^^^\___________/^^^^^\_________________   two words: an IV of 17 to 48 bytes
//   head_valid_o   _____________/^^^^^\_______________________
//   iv_o, tag_o    ___________________/^^^^^^^^^^^^^^^^^^^^^^^   of the first word
//   push_i         _________________________/^^^^^\___________
//   valid_o        _____________________________________/^^^^^   block 0, 1 block in each cycle
//
// Blocks out: valid and ready (`take_i`), from a ping-pong buffer; `bytes_o` bytes count, and
// `last_o` marks the block of the length. `slot_o` is `slot_i` of the command. `wait_o` is high
// when the buffer holds two blocks and, if the command has further words, the next word has
// arrived. From then on blocks follow one in each cycle, except 1 idle cycle before each word after
// the second.
//
// Reset and `clear_i` drop all words. Their contents are public and stay. `clear_i` lasts two
// cycles or more: the registers behind the input are cleared 1 cycle after the input.

`include "roundel_contract.svh"

module roundel_gcm_iv #(
  parameter int UserBits = 1,  // bits beside a command
  parameter int SlotBits = 2  // bits of a slot's number
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clear_i,

  input  logic                command_valid_i,
  output logic                command_ready_o,
  output logic                command_first_o,
  input  logic [       383:0] command_i,
  input  logic [UserBits-1:0] command_user_i,
  input  logic [        15:0] check_i,  // of roundel_command_check

  output logic                head_valid_o,
  input  logic                head_room_i,
  output logic [       127:0] head_o,  // bytes 0 to 15, byte 0 in the low bits
  output logic [UserBits-1:0] head_user_o,
  output logic [        15:0] head_check_o,

  output logic [       127:0] iv_o,  // byte 0 in the top bits
  output logic [       127:0] tag_o,
  output logic                hashed_o,
  input  logic [SlotBits-1:0] slot_i,
  input  logic                push_i,
  input  logic                hash_i,

  output logic                wait_o,
  output logic                valid_o,
  input  logic                take_i,
  output logic                last_o,
  output logic [SlotBits-1:0] slot_o,
  output logic [         4:0] bytes_o,
  output logic [       127:0] block_o
);

  // ---- The word at the input. 1 word in two cycles is enough: a command takes three -----------
  logic head_here_q, more_here_q;  // a first word is here; a further word is here
  logic empty_q;  // no word is here, and one may come
  logic full_q;  // complement of empty_q, which drives the enables of half of the word
  logic fresh_q;  // the word came 1 cycle ago
  logic first_q;  // the next word begins a command
  logic empty_d, word_ready;
  logic word_last_q;  // the word is the last of its command
  logic few_q;  // the IV of a first word has fewer than 256 bytes
  logic given_odd_q;  // the IV's length modulo 32 is more than 16
  logic other_mode;  // a command of another mode has 1 word, whatever its fields say
  logic [383:0] word;
  logic [255:0] blocks_q;
  logic [1+128+UserBits+16-1:0] fields_q;  // other_mode, bytes 0 to 15, user, check
  assign command_ready_o = empty_q;
  assign word[383:128] = blocks_q;
  assign {other_mode, word[127:0], head_user_o, head_check_o} = fields_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_here_q <= 1'b0;
      more_here_q <= 1'b0;
      fresh_q <= 1'b0;
      empty_q <= 1'b0;
      full_q <= 1'b1;
    end else if (clear_i) begin
      head_here_q <= 1'b0;
      more_here_q <= 1'b0;
      fresh_q <= 1'b0;
      empty_q <= 1'b0;
      full_q <= 1'b1;
    end else begin
      head_here_q <= empty_q ? command_valid_i && first_q : head_here_q && !word_ready;
      more_here_q <= empty_q ? command_valid_i && !first_q : more_here_q && !word_ready;
      fresh_q <= empty_q && command_valid_i;
      empty_q <= empty_d;
      full_q <= !empty_d;
    end
  end
  always_ff @(posedge clk_i) begin
    if (empty_q) begin
      few_q <= command_i[95:72] == '0;
      given_odd_q <= command_i[68:64] > 5'd16;
      fields_q <= {command_i[15:8] != roundel_stream_pkg::MODE_GCM[7:0], command_i[127:0],
                   command_user_i, check_i};
    end
    if (!full_q) begin
      blocks_q <= command_i[383:128];
    end
  end

  // ---- Words of a command, counted in the cycle after a word came -------------------------------
  logic last_next_q;  // the next word is the last of its command
  logic [26:0] left_q;  // further words, and one more if odd_q
  logic odd_q;
  logic [26:0] fewer_q;  // left_q - 1, 1 cycle old: words are at least two cycles apart
  logic near_q;  // left_q was less than 4 1 cycle ago
  logic short_q;  // the IV has 12 bytes
  logic [31:0] given;  // bytes of the IV
  logic given_none;  // the command has no further word
  assign given = word[95:64];
  assign given_none = other_mode || (few_q && given[7:5] == '0 && !given_odd_q);
  assign command_first_o = first_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q <= 1'b1;
    end else if (clear_i) begin
      first_q <= 1'b1;
    end else if (fresh_q) begin
      first_q <= head_here_q ? given_none : word_last_q;
    end
  end

  always_ff @(posedge clk_i) begin
    if (fresh_q) begin
      if (head_here_q || !odd_q) begin
        left_q <= head_here_q ? given[31:5] : fewer_q;
      end
      odd_q <= head_here_q && given_odd_q;
      last_next_q <= head_here_q ? few_q && given[7:5] == 3'(!given_odd_q)
          : near_q && left_q[1:0] == (odd_q ? 2'd1 : 2'd2);
      short_q <= few_q && (given[7:0] == '0 || given[7:0] == 8'd12);
    end
    fewer_q <= left_q - 1'b1;
    near_q <= left_q[26:2] == '0;
    if (empty_q) begin
      word_last_q <= last_next_q;
    end else if (fresh_q && head_here_q) begin
      word_last_q <= given_none;
    end
  end

  // ---- The word that is cut: IV and tag of a head, or two blocks of a further word --------------
  // Flags of each step; flags that are not listed are 0:
  //
  //   | step   | flags                               | end of the step                          |
  //   |--------|-------------------------------------|------------------------------------------|
  //   | idle   | free                                | a first word and `head_room_i`           |
  //   | load   | free, load                          | 1 cycle                                  |
  //   | head   | held                                | `push_i`; without `hash_i` to idle       |
  //   | block  | hashing, block; see two and second  | the last block of the word is taken      |
  //   | word   | hashing, free, wants                | a further word is here; then block       |
  //   | length | hashing, block, sum, free           | the block is taken                       |
  //
  // `two` is high if a second block follows in the word, `second` if the block is the second one.
  // `wants` is also high in step block while further words are left. In step idle, further words of
  // a command without a hash are dropped. Flags replace an enum, because the control terms then fit
  // fewer LUTs. Short terms here, with other changes, reduced the longest path of `gcm-1` from
  // 2,240 to 2,032 ps before place and route (docs/log/gcm.md).
  logic held_q;  // a head waits for push_i
  logic hashing_q;  // blocks of the IV are left
  logic block_q, two_q;  // a block is here; a second block is behind it in the word
  logic more_q;  // further words of the command are left
  logic second_q;  // the block is the second one of its word
  logic sum_q;  // the block is that of the length
  logic data_q, early_q;  // complements of sum_q and second_q, which select the low 35 bits
  logic part_q;  // the IV does not fill its last block
  logic even_q;  // the last word holds two blocks of the IV
  logic hashed_q;  // the IV has another length than 12 bytes
  logic load_q;  // a head is loaded
  logic load_more;  // a further word is loaded
  logic more_leaves;  // a further word is loaded or dropped when it is here
  logic wants_q;  // the next word is needed
  logic free_q, free_d;  // no word is here: the registers follow the input
  logic held_word_q;  // complement of free_q, which drives the enables of 256 bits
  logic clear_late_q;
  logic [31:0] length_q;  // bytes of the IV
  logic [127:0] iv_q, tag_q;
  logic room, take;  // the buffer has room for a block; a block enters the buffer
  logic [127:0] block;
  logic [4:0] bytes;

  logic hashing_d, two_d, more_d, block_d;

  assign head_o = word[127:0];
  assign head_valid_o = load_q;
  assign load_more = more_here_q && wants_q && free_q;
  assign more_leaves = (wants_q && free_q) || (!hashing_q && !held_q);
  assign word_ready = load_q || (more_here_q && more_leaves);
  assign empty_d = empty_q ? !command_valid_i
      : load_q || (more_here_q ? more_leaves : !head_here_q);
  assign take = block_q && room;

  assign hashing_d = push_i ? hash_i : hashing_q && !(take && sum_q);
  assign two_d = load_more ? !word_last_q || even_q : two_q && !take;
  assign more_d = word_ready ? !word_last_q : more_q;
  assign block_d = push_i ? hash_i
      : take ? two_q || (!more_q && !sum_q) : block_q || load_more;
  assign free_d = !load_q && !load_more
      && (free_q || (push_i && !hash_i) || (take && !two_q));

  // These registers are cleared 1 cycle late: no word comes in between.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clear_late_q <= 1'b1;
      load_q <= 1'b0;
      held_q <= 1'b0;
      hashing_q <= 1'b0;
      wants_q <= 1'b0;
      free_q <= 1'b1;
      held_word_q <= 1'b0;
      block_q <= 1'b0;
      two_q <= 1'b0;
      second_q <= 1'b0;
      sum_q <= 1'b0;
      {data_q, early_q} <= '1;
    end else begin
      clear_late_q <= clear_i;
      if (clear_late_q) begin
        load_q <= 1'b0;
        held_q <= 1'b0;
        hashing_q <= 1'b0;
        wants_q <= 1'b0;
        free_q <= 1'b1;
        held_word_q <= 1'b0;
        block_q <= 1'b0;
        two_q <= 1'b0;
        second_q <= 1'b0;
        sum_q <= 1'b0;
        {data_q, early_q} <= '1;
      end else begin
        load_q <= head_here_q && !load_q && head_room_i && !hashing_d;
        held_q <= load_q || (held_q && !push_i);
        hashing_q <= hashing_d;
        wants_q <= hashing_d && more_d;
        free_q <= free_d;
        held_word_q <= !free_d;
        two_q <= two_d;
        block_q <= block_d;
        if (take) begin
          second_q <= two_q;
          sum_q <= !two_q && !more_q && !sum_q;
          data_q <= two_q || more_q || sum_q;
          early_q <= !two_q;
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    more_q <= more_d;
    if (load_q) begin
      hashed_q <= !short_q;
      length_q <= head_o[95:64];
      part_q <= head_o[67:64] != '0;
      even_q <= (head_o[67:64] == '0) == head_o[68];
    end
    if (!held_word_q) begin
      for (int b = 0; b < 16; b++) begin
        iv_q[127-8*b-:8] <= word[128+8*b+:8];
        tag_q[127-8*b-:8] <= word[256+8*b+:8];
      end
    end
  end

  // The block of the length follows the IV.
  assign block[127:35] = (second_q ? tag_q[127:35] : iv_q[127:35]) & {93{!sum_q}};
  assign block[34:0] = data_q ? (early_q ? iv_q[34:0] : tag_q[34:0]) : {length_q, 3'b000};
  assign bytes = (part_q && !sum_q && !two_q && !more_q) ? {1'b0, length_q[3:0]} : 5'd16;

  roundel_ping_pong_buffer #(.Width(SlotBits + 5 + 128)) u_blocks (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(block_q),
    .ready_o(room),
    .data_i({slot_i, bytes, block}),
    .valid_o,
    .ready_i(take_i),
    .data_o({slot_o, bytes_o, block_o})
  );

  // A skid buffer in step with the ping-pong buffer, because its output is a register.
  roundel_skid_buffer #(.Width(1), .KeepDataOnClear(1'b1)) u_last (
    .clk_i, .rst_ni, .clear_i,
    .valid_i(block_q),
    .data_i(sum_q),
    .ready_i(take_i),
    .data_o(last_o),
    // verilator lint_off PINCONNECTEMPTY
    .ready_o(),
    .valid_o()
    // verilator lint_on PINCONNECTEMPTY
  );

  assign hashed_o = hashed_q;
  assign iv_o = iv_q;
  assign tag_o = tag_q;
  assign wait_o = valid_o && !room && (!more_q || more_here_q);

  // A head is pushed once, while it waits.
  `ROUNDEL_CONTRACT(push_of_head, clk_i, rst_ni, !push_i || held_q)
  // At most one of the two kinds of words is here, and none while a word may come.
  `ROUNDEL_CONTRACT(one_word, clk_i, rst_ni, !(head_here_q && more_here_q)
      && !(empty_q && (head_here_q || more_here_q)) && full_q == !empty_q)

endmodule : roundel_gcm_iv
