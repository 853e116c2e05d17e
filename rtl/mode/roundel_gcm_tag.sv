// SPDX-License-Identifier: Apache-2.0
//
// Makes tags of AES-GCM: the hash of a packet XOR E(J0), the mask of the packet (SP 800-38D section
// 7.1, step 6). The hash of an IV is J0 and has no mask.
//
// Interface. `mask_valid_i` stores the mask of a packet, or an entry with `mask_iv_i` for an IV.
// Masks and hashes come in the same order, each hash after its mask. A tag appears with
// `tag_valid_o` for one cycle, two cycles after its hash. J0 is on `tag_o` in the cycle after
// `iv_hash_valid_o`. Without a valid hash `tag_o` is zero. Reset: asynchronous. `drop_i` drops the
// hash of the present cycle, `zeroise_i` the tag. `clear_i` empties the FIFO, and `wipe_i`
// overwrites one entry per cycle, for a multiple of 16 cycles after `clear_i`.
//
// Limits. The FIFO has 16 entries. Each packet or IV takes at least two cycles, so at most 16 are
// in roundel_ghash.

`include "roundel_contract.svh"

module roundel_gcm_tag (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic drop_i,
  input  logic zeroise_i,
  input  logic clear_i,
  input  logic wipe_i,

  input  logic mask_valid_i,
  input  logic mask_iv_i,
  input  logic [127:0] mask_i,
  input  logic hash_valid_i,
  input  logic [127:0] hash_i,

  output logic iv_hash_valid_o,
  output logic tag_valid_o,
  output logic [127:0] tag_o
);

  logic [127:0] mask;
  logic mask_iv;
  logic hash_valid_q, hash_iv_q, tag_valid_q, iv_hash_valid_q;
  logic [127:0] hash_q, mask_q, tag_q;

  roundel_fifo_bank #(.Width(129)) u_masks (
    .clk_i,
    .start_i(clear_i),
    .write_i(mask_valid_i || wipe_i),
    .word_i({mask_iv_i, mask_i}),
    // verilator lint_off PINCONNECTEMPTY
    .end_o(),
    // verilator lint_on PINCONNECTEMPTY
    .read_i(hash_valid_i),
    .word_o({mask_iv, mask})
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {hash_valid_q, tag_valid_q, iv_hash_valid_q} <= '0;
    end else begin
      hash_valid_q <= hash_valid_i && !drop_i;
      tag_valid_q <= hash_valid_q && !hash_iv_q && !zeroise_i;
      iv_hash_valid_q <= hash_valid_i && mask_iv && !drop_i;
    end
  end

  always_ff @(posedge clk_i) begin
    hash_q <= hash_i;
    mask_q <= mask;
    hash_iv_q <= mask_iv;
    tag_q <= (hash_q ^ (mask_q & {128{!hash_iv_q}})) & {128{hash_valid_q}};
  end

  assign iv_hash_valid_o = iv_hash_valid_q;
  assign tag_valid_o = tag_valid_q;
  assign tag_o = tag_q;

`ifndef ROUNDEL_NO_CONTRACTS
  logic [4:0] level_q;  // masks in the FIFO
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      level_q <= '0;
    end else if (clear_i || wipe_i) begin
      level_q <= '0;
    end else begin
      level_q <= level_q + 5'(mask_valid_i) - 5'(hash_valid_i);
    end
  end
`endif  // ROUNDEL_NO_CONTRACTS

  // The FIFO has room for each mask.
  `ROUNDEL_CONTRACT(masks_fit, clk_i, rst_ni, clear_i || wipe_i || level_q <= 5'd16)

  // Each hash has its mask.
  `ROUNDEL_CONTRACT(hash_has_mask, clk_i, rst_ni,
                    clear_i || wipe_i || !hash_valid_i || level_q != '0)

endmodule : roundel_gcm_tag
