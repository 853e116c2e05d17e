// SPDX-License-Identifier: Apache-2.0
//
// Self-check of aes_core with published answers, for a simulator without anything else.
//
// Parameter space: all of aes_core's. State space: after reset, the key of FIPS-197 appendix C,
// then in both halves of the run the block of appendix C and the four blocks of NIST SP 800-38A
// appendix F.1 under its key of the same size, offered without a pause, each direction that the
// design has; the output is taken in every cycle, then in one of three. Prints "PASS <results>" or
// "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_aes_core #(
  parameter int KeyBits = 128,
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int Sbox = aes_pkg::SBOX_TOWER,
  parameter int KeySchedule = aes_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1
);

  localparam int SLOT_BITS = aes_pkg::index_bits(KeySlots);
  localparam int LAST_SLOT = KeySlots - 1;
  localparam int BLOCKS = 5;  // one of FIPS-197, then four of SP 800-38A
  localparam int RUNS = 2 * ((Direction == aes_pkg::DIRECTION_BOTH) ? 2 : 1);
  localparam int TIMEOUT = 20000;  // cycles

  localparam logic [255:0] KEY_C =
      256'h000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f;
  localparam logic [127:0] PLAIN_C = 128'h00112233445566778899aabbccddeeff;
  localparam logic [127:0] KEY_F_128 = 128'h2b7e151628aed2a6abf7158809cf4f3c;
  localparam logic [191:0] KEY_F_192 = 192'h8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b;
  localparam logic [255:0] KEY_F_256 =
      256'h603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4;
  localparam logic [511:0] PLAIN_F = {
    128'h6bc1bee22e409f96e93d7e117393172a,
    128'hae2d8a571e03ac9c9eb76fac45af8e51,
    128'h30c81c46a35ce411e5fbc1191a0a52ef,
    128'hf69f2445df4f9b17ad2b417be66c3710
  };

  function automatic logic [KeyBits-1:0] key(input integer n);
    if (n == 0) key = KEY_C[255-:KeyBits];
    else if (KeyBits == 128) key = KEY_F_128;
    else if (KeyBits == 192) key = KEY_F_192;
    else key = KEY_F_256;
  endfunction

  function automatic logic [127:0] plain(input integer n);
    plain = (n == 0) ? PLAIN_C : PLAIN_F[511-128*(n-1)-:128];
  endfunction

  function automatic logic [127:0] coded(input integer n);
    case (1000 * n + KeyBits)
      128: coded = 128'h69c4e0d86a7b0430d8cdb78070b4c55a;
      1128: coded = 128'h3ad77bb40d7a3660a89ecaf32466ef97;
      2128: coded = 128'hf5d3d58503b9699de785895a96fdbaaf;
      3128: coded = 128'h43b1cd7f598ece23881b00e3ed030688;
      4128: coded = 128'h7b0c785e27e8ad3f8223207104725dd4;
      192: coded = 128'hdda97ca4864cdfe06eaf70a0ec0d7191;
      1192: coded = 128'hbd334f1d6e45f25ff712a214571fa5cc;
      2192: coded = 128'h974104846d0ad3ad7734ecb3ecee4eef;
      3192: coded = 128'hef7afd2270e2e60adce0ba2face6444e;
      4192: coded = 128'h9a4b41ba738d6c72fb16691603c18e0e;
      256: coded = 128'h8ea2b7ca516745bfeafc49904b496089;
      1256: coded = 128'hf3eed1bdb5d2a03c064b5a7e3db181f8;
      2256: coded = 128'h591ccb10d410ed26dc5ba74a31362870;
      3256: coded = 128'hb6ed21b99ca6f4f9f153e7b1beafed1d;
      4256: coded = 128'h23304b7a39f9f3ff067d8d8f9e24ecc7;
      default: coded = '0;
    endcase
  endfunction

  // Whether a run decrypts: of two directions, every other one.
  function automatic logic decrypts(input integer n);
    decrypts = (Direction == aes_pkg::DIRECTION_DECRYPT) ||
               ((Direction == aes_pkg::DIRECTION_BOTH) && (n % 2 == 1));
  endfunction

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic key_valid = 1'b0;
  logic [KeyBits-1:0] key_in = '0;
  logic in_valid = 1'b0;
  logic in_decrypt = 1'b0;
  logic [3:0] in_tag = '0;
  logic [127:0] in_block = '0;
  logic out_ready = 1'b0;
  logic [SLOT_BITS-1:0] slot;
  wire key_ready, in_ready, out_valid;
  wire [3:0] out_tag;
  wire [127:0] out_block;

  integer sent_run, sent, got_run, got, results, cycles;
  logic slow;

  assign slot = LAST_SLOT[SLOT_BITS-1:0];

  always #5 clk = ~clk;

  aes_core #(
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .Sbox(Sbox),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .TagBits(4)
  ) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(1'b0),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(slot),
    .key_i(key_in),
    .in_valid_i(in_valid),
    .in_ready_o(in_ready),
    .in_decrypt_i(in_decrypt),
    .in_slot_i(slot),
    .in_tag_i(in_tag),
    .in_block_i(in_block),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready),
    .out_tag_o(out_tag),
    .out_block_o(out_block)
  );

  task automatic load(input integer n);
    key_in = key(n);
    key_valid = 1'b1;
    @(posedge clk);
    while (key_ready !== 1'b1) @(posedge clk);
    @(negedge clk);
    key_valid = 1'b0;
    key_in = 'x;
  endtask

  // Inputs change with the falling edge; handshakes are seen at the rising one.
  initial begin : drive
    sent = 0;
    #22 rst_n = 1'b1;
    @(negedge clk);
    for (sent_run = 0; sent_run < RUNS; sent_run = sent_run + 1) begin
      for (sent = 0; sent < BLOCKS; sent = sent + 1) begin
        if (sent < 2) load(sent);
        in_valid = 1'b1;
        in_decrypt = decrypts(sent_run);
        in_tag = sent[3:0];
        in_block = decrypts(sent_run) ? coded(sent) : plain(sent);
        @(posedge clk);
        while (in_ready !== 1'b1) @(posedge clk);
        @(negedge clk);
        in_valid = 1'b0;
        in_block = 'x;
      end
    end
  end

  initial begin : check
    logic [127:0] expected;
    got_run = 0;
    got = 0;
    results = 0;
    cycles = 0;
    while (results < RUNS * BLOCKS && cycles < TIMEOUT) begin
      slow = got_run >= RUNS / 2;
      out_ready = !slow || (cycles % 3 == 2);
      @(posedge clk);
      cycles = cycles + 1;
      if (rst_n && out_valid !== 1'b0 && out_ready) begin
        expected = decrypts(got_run) ? plain(got) : coded(got);
        if (out_valid !== 1'b1 || out_block !== expected || out_tag !== got[3:0]) begin
          $display("FAIL run %0d block %0d: 0x%h tag %0d instead of 0x%h", got_run, got, out_block,
                   out_tag, expected);
          $finish;
        end
        results = results + 1;
        got = (got == BLOCKS - 1) ? 0 : got + 1;
        if (got == 0) got_run = got_run + 1;
      end
      @(negedge clk);
    end
    if (results == RUNS * BLOCKS) $display("PASS %0d", results);
    else $display("FAIL only %0d results in %0d cycles", results, cycles);
    $finish;
  end

endmodule : tb_aes_core
