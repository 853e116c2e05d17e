// SPDX-License-Identifier: Apache-2.0
//
// Compares roundel_ghash and the modules below it (roundel_ghash_window, roundel_ghash_split,
// roundel_ghash_products, roundel_ghash_fold) with the definition of SP 800-38D, sections 6.3 and
// 6.4, computed bit by bit.
//
// Parameter space: Lanes, Cuts. State space: products of all pairs of powers of x (every `Basis`th
// factor), which stand for all operands, because a product is linear in each operand. Then random
// packets of 1 to 40 words of 1 to Lanes blocks, of two slots, with and without idle cycles, with
// single products between the words. Prints "PASS <hashes> <products>" or "FAIL".
`timescale 1ns / 1ps

module tb_roundel_ghash #(
  parameter int Lanes = 1,
  parameter int Cuts = roundel_ghash_pkg::GHASH_BEST_CUTS,
  parameter int Packets = 60,
  parameter int Basis = 1  // step between the tested powers of x
);

  localparam int POWERS = Lanes * roundel_ghash_pkg::ghash_distance(Cuts);
  localparam int POWER_BITS = roundel_ghash_pkg::ghash_power_bits(Lanes, Cuts);
  localparam int COUNT_BITS = roundel_prim_pkg::index_bits(Lanes + 1);

  logic clk = 1'b0;
  logic clear = 1'b0, wipe = 1'b0;
  logic valid = 1'b0, last = 1'b0;
  logic [COUNT_BITS-1:0] count = '0;
  logic slot = 1'b0;
  logic [128*Lanes-1:0] data = '0;
  logic single_valid = 1'b0, single_slot = 1'b0;
  logic [127:0] single = '0;
  logic write = 1'b0, write_slot = 1'b0;
  logic [POWER_BITS-1:0] write_index = '0;
  logic [127:0] write_power = '0;
  wire out_valid, delayed, product_valid;
  wire [127:0] hash, product;

  roundel_ghash #(
    .Lanes(Lanes),
    .KeySlots(2),
    .Cuts(Cuts)
  ) dut (
    .clk_i(clk),
    .clear_i(clear),
    .wipe_i(wipe),
    .valid_i(valid),
    .last_i(last),
    .count_i(count),
    .slot_i(slot),
    .data_i(data),
    .valid_o(out_valid),
    .hash_o(hash),
    .single_valid_i(single_valid),
    .single_slot_i(single_slot),
    .single_i(single),
    .delayed_o(delayed),
    .single_valid_o(product_valid),
    .single_o(product),
    .write_i(write),
    .write_slot_i(write_slot),
    .write_index_i(write_index),
    .write_power_i(write_power)
  );

  // SP 800-38D algorithm 1: the first bit, [127], is the coefficient of x^0.
  function automatic logic [127:0] times(input logic [127:0] a, input logic [127:0] b);
    logic [127:0] v;
    times = '0;
    v = a;
    for (int i = 127; i >= 0; i = i - 1) begin
      if (b[i]) begin
        times = times ^ v;
      end
      v = (v >> 1) ^ (v[0] ? {8'he1, 120'd0} : 128'd0);
    end
  endfunction

  logic [127:0] hashes[0:255];
  logic [127:0] products[0:65535];
  integer num_hashes = 0, seen_hashes = 0, num_products = 0, seen_products = 0;
  integer debt = 0;  // delayed words without an idle cycle
  integer since = 0;  // words since the last single product
  integer seed = 1;
  logic failed = 1'b0;

  task automatic tick;
    #1;
    if (delayed) begin
      debt = debt + 1;
    end
    if (out_valid === 1'b1) begin
      if (seen_hashes >= num_hashes || hash !== hashes[seen_hashes]) begin
        failed = 1'b1;
        $display("hash %0d is 0x%h, not 0x%h", seen_hashes, hash, hashes[seen_hashes]);
      end
      seen_hashes = seen_hashes + 1;
    end
    if (product_valid === 1'b1) begin
      if (seen_products >= num_products || product !== products[seen_products]) begin
        failed = 1'b1;
        $display("product %0d is 0x%h, not 0x%h", seen_products, product, products[seen_products]);
      end
      seen_products = seen_products + 1;
    end
    clk = 1'b1;
    #1 clk = 1'b0;
    valid = 1'b0;
    single_valid = 1'b0;
    write = 1'b0;
  endtask

  function automatic logic [127:0] random_block(input integer unused);
    random_block = {$urandom(seed), $urandom(seed), $urandom(seed), $urandom(seed)};
  endfunction

  task automatic multiply(input logic of_slot, input logic [127:0] block, input logic [127:0] key);
    single_valid = 1'b1;
    single_slot = of_slot;
    single = block;
    products[num_products] = times(block, key);
    num_products = num_products + 1;
  endtask

  logic [127:0] keys[0:1];
  logic [127:0] sum, power, block;
  integer words, blocks;
  logic pause;

  initial begin
    clear = 1'b1;
    tick;
    clear = 1'b0;
    wipe = 1'b1;
    for (int i = 0; i < 16; i = i + 1) begin
      tick;
    end
    wipe = 1'b0;

    for (int i = 0; i < 128; i = i + Basis) begin
      write = 1'b1;
      write_slot = 1'b0;
      write_index = 1;
      write_power = 128'd1 << i;
      tick;
      for (int j = 0; j < 3; j = j + 1) begin
        tick;
      end
      for (int j = 0; j < 128; j = j + 1) begin
        multiply(1'b0, 128'd1 << j, 128'd1 << i);
        tick;
      end
      for (int j = 0; j < 8; j = j + 1) begin
        tick;
      end
    end

    for (int s = 0; s < 2; s = s + 1) begin
      keys[s] = random_block(0);
      power = keys[s];
      for (int i = 1; i <= POWERS; i = i + 1) begin
        write = 1'b1;
        write_slot = s[0];
        write_index = i[POWER_BITS-1:0];
        write_power = power;
        power = times(power, keys[s]);
        tick;
      end
    end

    for (int p = 0; p < Packets; p = p + 1) begin
      slot = $urandom(seed);
      words = ($urandom(seed) & 1) ? 1 + ($urandom(seed) & 3) : 1 + ($urandom(seed) % 40);
      pause = $urandom(seed);
      sum = '0;
      for (int w = 0; w < words; w = w + 1) begin
        while (debt > 0 || (pause && ($urandom(seed) & 1))) begin
          debt = (debt > 0) ? debt - 1 : 0;
          tick;
        end
        blocks = ($urandom(seed) & 1) ? Lanes : 1 + ($urandom(seed) % Lanes);
        valid = 1'b1;
        last = w == words - 1;
        count = blocks[COUNT_BITS-1:0];
        data = '0;
        for (int k = 0; k < blocks; k = k + 1) begin
          block = random_block(0);
          data[128*(Lanes-1-k)+:128] = block;
          sum = times(sum ^ block, keys[slot]);
        end
        if (last) begin
          hashes[num_hashes] = sum;
          num_hashes = num_hashes + 1;
        end
        since = since + 1;
        if (($urandom(seed) & 7) == 0 && since > 2) begin
          since = 0;
          multiply(!slot, random_block(0), keys[!slot]);
        end
        tick;
      end
    end
    for (int i = 0; i < 60; i = i + 1) begin
      tick;
    end

    if (failed || seen_hashes != num_hashes || seen_products != num_products) begin
      $display("FAIL %0d of %0d hashes, %0d of %0d products", seen_hashes, num_hashes,
               seen_products, num_products);
    end else begin
      $display("PASS %0d %0d", num_hashes, num_products);
    end
    $finish;
  end

endmodule : tb_roundel_ghash
