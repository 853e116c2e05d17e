// SPDX-License-Identifier: Apache-2.0
//
// Key buffer of the registers: collects the words of a key and hands the key to the cipher.
//
// Interface. `put_word_i` and `put_command_i` are one-cycle pulses. `index_i`, `data_i` and
// `strobe_i` must be stable from two cycles before the pulse. `refused_o` follows one cycle after
// the pulse; a refused write has no effect. The key of a command waits at the key port until no
// packet uses its slot. With a set of key sizes, a command has a size and needs the words of that
// size: the first ones, and with XTS the first ones of each half. The words are cleared in the
// cycle in which the cipher accepts the key. No
// output shows a word of the key except the key port.
//
// Zeroise. `start_i` starts a zeroise. `zeroising_o` and `zeroise_o` both rise in the next cycle:
// `zeroise_o` lasts 1 cycle, `zeroising_o` lasts until the end. Then this module clears slot 0. The
// cipher accepts this clear only after the cipher has begun to clear its key stores. ZeroiseCycles
// cycles after the accepted clear, the last key and all data between registers are overwritten, and
// `zeroised_o` pulses. Reset: asynchronous, active low; a reset clears the words.

`include "roundel_contract.svh"

module roundel_axil_keys #(
  parameter int KeyWidth = 128,  // bits of a key, up to 512: KeyBits, or 2 * KeyBits with XTS
  parameter int KeyBits = 128,  // 128, 192 or 256; the largest size of a set
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,  // roundel_aes_pkg::KEY_SIZES_*
  parameter int KeySlots = 4,
  parameter int ZeroiseCycles = 128  // at least roundel_engine_pkg::zeroise_cycles()
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,

  input  logic                                     put_word_i,
  input  logic                                     put_command_i,
  input  logic [                              3:0] index_i,
  input  logic [                             31:0] data_i,
  input  logic [                              3:0] strobe_i,
  output logic                                     refused_o,

  input  logic                                     start_i,
  output logic                                     zeroise_o,
  output logic                                     zeroising_o,
  output logic                                     busy_o,  // writes are refused
  output logic                                     taken_o,  // pulse: the cipher accepted the key
  output logic                                     zeroised_o,  // pulse: the zeroise ended

  output logic                                     key_valid_o,
  input  logic                                     key_ready_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_o,
  output logic [                     KeyWidth-1:0] key_o,  // byte 0 in the top bits
  output logic                                     key_clear_o,
  output logic [                              1:0] key_size_o,  // roundel_aes_pkg::KEY_SIZE_*
  output logic [                              4:0] key_least_tag_o  // GCM: fewest bytes of a tag
);

  localparam int WORDS = KeyWidth / 32;
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int SETTLE_BITS = roundel_prim_pkg::index_bits(ZeroiseCycles + 1);

  logic [KeyWidth-1:0] key_q;  // word 0, and byte 0 of each word, in the low bits
  logic [WORDS-1:0] written_q;
  logic complete_q;
  logic key_valid_q, key_clear_q, zeroising_q, zeroise_q, taken_q, zeroised_q;
  logic [SLOT_BITS-1:0] key_slot_q;
  logic [1:0] key_size_q;
  logic [4:0] least_tag_q;
  logic bad_word_q, bad_command_q, refused_q;
  logic taken;
  logic settling_q, over;  // the cipher accepted the clear; ZeroiseCycles have passed
  logic [SETTLE_BITS-1:0] settle_q;

  assign refused_o = refused_q;
  assign zeroise_o = zeroise_q;
  assign zeroising_o = zeroising_q;
  assign busy_o = key_valid_q || zeroising_q;
  assign taken_o = taken_q;
  assign zeroised_o = zeroised_q;
  assign key_valid_o = key_valid_q;
  assign key_slot_o = key_slot_q;
  assign key_clear_o = key_clear_q;
  assign key_size_o = key_size_q;
  assign key_least_tag_o = least_tag_q;
  assign taken = key_valid_q && key_ready_i && !zeroise_q;
  assign over = settling_q && settle_q == '0;

  for (genvar b = 0; b < KeyWidth / 8; b++) begin : gen_byte
    assign key_o[KeyWidth-1-8*b-:8] = key_q[8*b+:8];
  end

  // Words that a key of the size does not have, two cycles before the pulse of a command.
  logic [WORDS-1:0] unneeded;
  logic bad_size_q;
  if (roundel_engine_pkg::is_key_set(KeySizes) != 0) begin : gen_sizes
    for (genvar w = 0; w < WORDS; w++) begin : gen_word
      assign unneeded[w] = w % (KeyBits / 32) >= 4 + 2 * int'(data_i[11:10]);
    end
    always_ff @(posedge clk_i) begin
      bad_size_q <= !roundel_engine_pkg::has_key_size(KeySizes, data_i[11:10]);
    end
  end else begin : gen_one_size
    assign unneeded = '0;
    assign bad_size_q = 1'b0;
  end

  logic [11:0] slot;  // of a command
  assign slot = {data_i[15:12], data_i[7:0]};

  // Whether a write would be refused, one cycle before the pulse of the write.
  always_ff @(posedge clk_i) begin
    bad_word_q <= busy_o || strobe_i != 4'hf || {1'b0, index_i} >= WORDS[4:0];
    bad_command_q <= busy_o || strobe_i != 4'hf || (slot >> $clog2(KeySlots)) != '0
        || data_i[8] == data_i[9] || (data_i[8] && (!complete_q || bad_size_q));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      refused_q <= 1'b0;
      zeroising_q <= 1'b0;
      zeroise_q <= 1'b0;
      key_valid_q <= 1'b0;
      taken_q <= 1'b0;
      zeroised_q <= 1'b0;
      settling_q <= 1'b0;
    end else begin
      refused_q <= (put_word_i && bad_word_q) || (put_command_i && bad_command_q);
      zeroising_q <= start_i || (zeroising_q && !over);
      zeroise_q <= start_i;
      key_valid_q <= zeroise_q || (put_command_i && !bad_command_q) || (key_valid_q && !taken);
      taken_q <= taken;
      settling_q <= !start_i && !zeroise_q && !over
          && (settling_q || (taken && zeroising_q && key_clear_q));
      zeroised_q <= over && !start_i && !zeroise_q;
    end
  end

  always_ff @(posedge clk_i) begin
    settle_q <= settling_q ? settle_q - 1'b1 : ZeroiseCycles[SETTLE_BITS-1:0];
  end

  always_ff @(posedge clk_i) begin
    if (zeroise_q) begin
      key_slot_q <= '0;
      key_clear_q <= 1'b1;
    end else if (put_command_i && !bad_command_q) begin
      key_slot_q <= slot[SLOT_BITS-1:0];
      key_clear_q <= data_i[9];
      key_size_q <= data_i[11:10];
      least_tag_q <= data_i[20:16];
    end
  end

  // The key is secret. Reset, zeroise and the transfer to the cipher clear the key.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      key_q <= '0;
      written_q <= '0;
      complete_q <= 1'b0;
    end else if (zeroise_q || (taken && !key_clear_q)) begin
      key_q <= '0;
      written_q <= '0;
      complete_q <= 1'b0;
    end else begin
      complete_q <= &(written_q | unneeded);
      for (int w = 0; w < WORDS; w++) begin
        if (put_word_i && !bad_word_q && index_i == w[3:0]) begin
          key_q[32*w+:32] <= data_i;
          written_q[w] <= 1'b1;
        end
      end
    end
  end

  `ROUNDEL_CONTRACT(one_write, clk_i, rst_ni, !(put_word_i && put_command_i))

endmodule : roundel_axil_keys
