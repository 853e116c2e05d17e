// SPDX-License-Identifier: Apache-2.0
//
// Commands of GCM, of one word or more, and the blocks of those IVs that GHASH makes a pre-counter
// block of: for an IV of another length than 96 bits J0 is the GHASH of the IV, zeros up to a whole
// block, and a block with its length in bits (SP 800-38D section 7.1, step 2).
//
// Words in: valid/ready; see roundel_stream for their bytes. `command_head_o` says that the word at
// the port begins a command. Heads out: `head_valid_o` for a cycle, in the one after a cycle with
// `head_room_i`; from the next one on their IV and tag stand in `iv_o` and `tag_o`, and `hashed_o`
// says that the IV is another than one of 96 bits, until `push_i`. With `hash_i` in that cycle the
// blocks of such an IV follow; else the further words of the command, if it has any, are dropped.
// The next head comes when that is over.
//
// Blocks out: `block_o`, of which the first `bytes_o` bytes count, while `valid_o`, behind a slice;
// `take_i` takes one; `last_o` goes with the last one, that of the length. `wait_o`: two of them
// are there, and the next word of the command if it has one. A block comes in every cycle, but for
// one cycle in front of a third word of a command, and of each behind it.
//
// What was held of a command is public, and stays when cleared.
//
// `check_i` comes beside a word as it is taken, and out with its head; `slot_i` beside a head's
// blocks as long as none behind it is taken, and out with them.

module roundel_gcm_iv #(
  parameter int UserBits = 1,
  parameter int CheckBits = 16,
  parameter int SlotBits = 2
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                clear_i,

  input  logic                command_valid_i,
  output logic                command_ready_o,
  output logic                command_head_o,
  input  logic [       383:0] command_i,
  input  logic [UserBits-1:0] command_user_i,
  input  logic [CheckBits-1:0] check_i,

  output logic                head_valid_o,
  input  logic                head_room_i,
  output logic [       127:0] head_o,  // bytes 0 to 15, byte 0 in the low bits
  output logic [UserBits-1:0] head_user_o,
  output logic [CheckBits-1:0] head_check_o,

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

  // ---- A word. Not in a slice: a command takes three cycles, so one word in two is enough -------
  logic head_here_q, more_here_q, empty_q;  // a word is here: a head, another; none is
  logic full_q;  // not empty_q, for half of the word
  logic fresh_q;  // it came a cycle ago
  logic first_q;  // the next one begins a command
  logic empty_d, word_ready, word_last_q;  // last: of its command
  logic few_q;  // a head says that its IV has fewer than 256 bytes
  logic given_odd_q;  // modulo 32, it has more than 16
  logic other_mode;  // a command that is not of GCM has one word, whatever it says
  logic [383:0] word;
  logic [255:0] blocks_q;
  logic [1+128+UserBits+CheckBits-1:0] fields_q;
  assign command_ready_o = empty_q;
  assign word[383:128] = blocks_q;
  assign {other_mode, word[127:0], head_user_o, head_check_o} = fields_q;
  assign empty_d = empty_q ? !command_valid_i : word_ready || !(head_here_q || more_here_q);

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

  // ---- Which words begin a command: what is to come of it is counted in the cycle behind a word -
  logic last_next_q;  // it is the last of this one
  logic [26:0] left_q;  // words, and one more if odd_q
  logic [26:0] fewer_q;  // left_q was one more a cycle ago: between two words lies a cycle
  logic odd_q;
  logic short_q;  // the head's IV is one of 96 bits
  logic near_q;  // left_q was less than 4 a cycle ago
  logic [31:0] given;  // bytes of the IV
  logic given_none;
  assign given = word[95:64];
  assign given_none = other_mode || (few_q && given[7:5] == '0 && !given_odd_q);
  assign command_head_o = first_q;

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

  // ---- The word in hand -------------------------------------------------------------------------
  logic held_q;  // a head that is not pushed
  logic hashing_q;  // blocks of its IV are left
  logic block_q, two_q;  // one is here, another one behind it
  logic more_q;  // there are further words
  logic second_q;  // the block here is the second one of its word
  logic sum_q;  // it is that of the length
  logic data_q, early_q;  // not sum_q, not second_q, for the bits that have it
  logic part_q;  // the IV does not fill its last block
  logic even_q;  // two blocks of the IV are in the last word
  logic load_q;  // it takes a head
  logic load_more, drop;
  logic wants_q;  // it waits for the next word
  logic free_q, free_d;  // nothing is in it: it takes over what comes
  logic held_word_q;  // not free_q, as 256 bits hang on that
  logic clear_late_q;
  logic [31:0] length_q;
  logic [127:0] iv_q, tag_q;
  logic room, take;  // for a block in the slice; it takes one
  logic [127:0] block;
  logic [4:0] bytes;

  logic hashing_d, two_d, more_d, block_d;

  assign head_o = word[127:0];
  assign head_valid_o = load_q;
  assign load_more = more_here_q && wants_q && free_q;
  assign drop = more_here_q && !hashing_q && !held_q;
  assign word_ready = load_q || drop || load_more;
  assign take = block_q && room;

  assign hashing_d = push_i ? hash_i : hashing_q && !(take && sum_q);
  assign two_d = load_more ? !word_last_q || even_q : two_q && !take;
  assign more_d = word_ready ? !word_last_q : more_q;
  assign block_d = push_i ? hash_i
      : take ? two_q || (!more_q && !sum_q) : block_q || load_more;
  assign free_d = !load_q && !load_more
      && (free_q || (push_i && !hash_i) || (take && !two_q));

  // What is in hand is cleared a cycle late: no word comes in between.
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
      hashed_o <= !short_q;
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

  // Behind an IV comes its length.
  assign block[127:35] = (second_q ? tag_q[127:35] : iv_q[127:35]) & {93{!sum_q}};
  assign block[34:0] = data_q ? (early_q ? iv_q[34:0] : tag_q[34:0]) : {length_q, 3'b000};
  assign bytes = (part_q && !sum_q && !two_q && !more_q) ? {1'b0, length_q[3:0]} : 5'd16;

  roundel_ping_pong_buffer #(
    .Width(SlotBits + 5 + 128)
  ) u_blocks (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(block_q),
    .ready_o(room),
    .data_i({slot_i, bytes, block}),
    .valid_o(valid_o),
    .ready_i(take_i),
    .data_o({slot_o, bytes_o, block_o})
  );

  // In step: this one shows a register.
  logic unused_ready, unused_valid;
  roundel_skid_buffer #(
    .Width(1),
    .KeepDataOnClear(1)
  ) u_last (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .valid_i(block_q),
    .ready_o(unused_ready),
    .data_i(sum_q),
    .valid_o(unused_valid),
    .ready_i(take_i),
    .data_o(last_o)
  );

  assign iv_o = iv_q;
  assign tag_o = tag_q;
  assign wait_o = valid_o && !room && (!more_q || more_here_q);

endmodule : roundel_gcm_iv
