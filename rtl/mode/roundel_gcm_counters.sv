// SPDX-License-Identifier: Apache-2.0
//
// Makes the counter blocks of AES-GCM (SP 800-38D section 6.2): J0 plus the number of the block in
// the low 32 bits; and passes the blocks of other modes.
//
// Interface. All stages advance in a cycle with `go_i`. `text_0_i` marks a word of text in stage 0:
// the next word of text of the packet has numbers higher by N. `offset_0_i` selects J0 plus the
// number; otherwise the blocks are `start_1_i`. Stage 1 has `start_1_i`, one cycle after stage 0:
// one block for all lanes, or with HasBlocks a block for each lane.
// `block_o` belongs to stage 3. `restart_0_i` is high in the cycle after the last word of a packet
// left stage 0, and after a reset; `restart_1_i` one stage later. No reset: J0 of a hashed IV
// depends on the hash key, and stays in the registers until two cycles with `go_i` overwrite J0
// with the next `start_1_i`. All other values are public.
//
// Method. The number is kept, not the sum, because J0 of a packet is known late. Each of the two
// additions is cut in halves of 16 bits. The number counts its upper half one stage late. J0 takes
// the upper half of the number one stage after the lower half.

module roundel_gcm_counters #(
  parameter int Lanes = 1,  // N: blocks per word
  parameter bit HasBlocks = 1'b0  // start_1_i has a block for each lane
) (
  input  logic                 clk_i,
  input  logic                 go_i,
  input  logic                 restart_0_i,
  input  logic                 restart_1_i,
  input  logic                 text_0_i,
  input  logic                 offset_0_i,
  input  logic [128*(HasBlocks ? Lanes : 1)-1:0] start_1_i,  // block 0 in the top bits
  output logic [128*Lanes-1:0] block_o  // block 0 in the top bits
);

  localparam int STARTS = HasBlocks ? Lanes : 1;

  logic [16*Lanes-1:0] number_0_q;  // number of each block of the next word, lower half
  logic [Lanes-1:0] carry_1_q;  // carry of the lower half
  logic [16*Lanes-1:0] upper_1_q;  // upper half, one stage later
  logic [16*Lanes-1:0] offset_1_q;
  logic adds_1_q;  // the number is added in stage 1
  logic [112*STARTS-1:0] start_2_q;  // J0 without the bits of sum_2_q
  logic [17*Lanes-1:0] sum_2_q;  // lower half of J0 plus the number, and its carry
  logic [16*Lanes-1:0] upper_2_q;
  logic [128*Lanes-1:0] block_3_q;
  assign block_o = block_3_q;

  always_ff @(posedge clk_i) begin
    if (go_i) begin
      offset_1_q <= number_0_q & {16 * Lanes{offset_0_i}};
      adds_1_q <= offset_0_i;
      for (int s = 0; s < STARTS; s++) begin
        start_2_q[112*s+:112] <= start_1_i[128*s+16+:112];
      end
    end
  end

  for (genvar k = 0; k < Lanes; k++) begin : gen_lane
    localparam int FIRST = k + 1;
    localparam int START = HasBlocks ? Lanes - 1 - k : 0;
    logic [16:0] next;
    assign next = {1'b0, number_0_q[16*k+:16]} + (text_0_i ? 17'(Lanes) : 17'd0);

    // A restart needs no go_i: while a restart waits, no word with a number is in the same stage.
    always_ff @(posedge clk_i) begin
      if (restart_0_i) begin
        number_0_q[16*k+:16] <= FIRST[15:0];
        carry_1_q[k] <= 1'b0;
      end else if (go_i) begin
        number_0_q[16*k+:16] <= next[15:0];
        carry_1_q[k] <= next[16];
      end
    end

    always_ff @(posedge clk_i) begin
      if (restart_1_i) begin
        upper_1_q[16*k+:16] <= '0;
      end else if (go_i) begin
        upper_1_q[16*k+:16] <= upper_1_q[16*k+:16] + 16'(carry_1_q[k]);
      end
    end

    always_ff @(posedge clk_i) begin
      if (go_i) begin
        sum_2_q[17*k+:17] <= {1'b0, start_1_i[128*START+:16]} + {1'b0, offset_1_q[16*k+:16]};
        upper_2_q[16*k+:16] <= upper_1_q[16*k+:16] & {16{adds_1_q}};
        block_3_q[128*(Lanes-1-k)+:128] <= {
          start_2_q[112*START+16+:96],
          start_2_q[112*START+:16] + upper_2_q[16*k+:16] + {15'd0, sum_2_q[17*k+16]},
          sum_2_q[17*k+:16]
        };
      end
    end
  end

endmodule : roundel_gcm_counters
