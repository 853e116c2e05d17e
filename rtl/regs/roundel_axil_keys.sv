// SPDX-License-Identifier: Apache-2.0
//
// The key as software writes it, word by word, until the cipher takes it: KEY and KEY_COMMAND of
// roundel_axil_registers.
//
// `put_word_i` and `put_command_i` are high for a cycle in which `index_i`, `data_i` and `strobe_i`
// have been there for two; `refused_o` follows a cycle later, and says that nothing was done. The
// command's key waits at the key port, whose ready tells when the packets of its slot are over; the
// words are cleared as it is taken. Nothing here can be read.
//
// `start_i` forgets all: `zeroising_o` from the next cycle on, `zeroise_o` in the one after for a
// cycle. Then a slot is cleared, which the cipher does not take before it has begun to clear its
// keys; `ZeroiseCycles` cycles later the last of them, and what was between its registers, is
// overwritten.

module roundel_axil_keys #(
  parameter int KeyWidth = 128,  // bits of a key, up to 512
  parameter int KeySlots = 4,
  // cycles: at least a block's way through the cipher, and the keys'
  parameter int ZeroiseCycles = 64
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
  output logic                                     busy_o,  // no write is taken
  output logic                                     taken_o,  // a key can be written again
  output logic                                     zeroised_o,  // all is forgotten

  output logic                                     key_valid_o,
  input  logic                                     key_ready_i,
  output logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_o,
  output logic [                     KeyWidth-1:0] key_o,  // byte 0 in the top bits
  output logic                                     key_clear_o
);

  localparam int WORDS = KeyWidth / 32;
  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int SETTLE_BITS = roundel_prim_pkg::index_bits(ZeroiseCycles + 1);

  logic [KeyWidth-1:0] key_q;  // word 0 in the low bits, byte 0 of each as well
  logic [WORDS-1:0] written_q;
  logic complete_q;
  logic key_valid_q, key_clear_q, zeroising_q, zeroise_q, taken_q, zeroised_q;
  logic [SLOT_BITS-1:0] key_slot_q;
  logic bad_word_q, bad_command_q, refused_q;
  logic taken;
  logic settling_q, over;  // the slot is cleared; for long enough
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
  assign taken = key_valid_q && key_ready_i && !zeroise_q;
  assign over = settling_q && settle_q == '0;

  for (genvar b = 0; b < KeyWidth / 8; b++) begin : gen_byte
    assign key_o[KeyWidth-1-8*b-:8] = key_q[8*b+:8];
  end

  // What a write is worth, beside the pipeline in which it comes.
  always_ff @(posedge clk_i) begin
    bad_word_q <= busy_o || strobe_i != 4'hf || {1'b0, index_i} >= WORDS[4:0];
    bad_command_q <= busy_o || strobe_i != 4'hf || {1'b0, data_i[7:0]} >= KeySlots[8:0]
        || data_i[8] == data_i[9] || (data_i[8] && !complete_q);
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
      key_slot_q <= data_i[SLOT_BITS-1:0];
      key_clear_q <= data_i[9];
    end
  end

  // A secret: gone with a reset, with a zeroise, and when the cipher has it.
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
      complete_q <= &written_q;
      for (int w = 0; w < WORDS; w++) begin
        if (put_word_i && !bad_word_q && index_i == w[3:0]) begin
          key_q[32*w+:32] <= data_i;
          written_q[w] <= 1'b1;
        end
      end
    end
  end

endmodule : roundel_axil_keys
