// SPDX-License-Identifier: Apache-2.0
//
// Bench of roundel_core: published vectors in, every result compared; ends with $fatal if one is
// wrong.
//
// It needs nothing but a simulator, and takes every parameter of the core, so it also checks the
// configuration that you chose. `+vcd=FILE` writes the waves of the pins. Scenes:
//   1  a key and one block (FIPS-197 appendix C)
//   2  another key, then four blocks as fast as the core takes them (SP 800-38A appendix F.1)
//   3  the same four while nothing is taken at first
// With Direction both, scenes 2 and 3 go on with the same blocks backwards.

// Integers go into fields of fewer bits.
// verilator lint_off WIDTHTRUNC
// verilator lint_off WIDTHEXPAND

module tb_roundel_core #(
  parameter int KeyBits = 128,
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_ONE,
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TOWER,
  parameter int KeySchedule = roundel_engine_pkg::KEY_SCHEDULE_ON_THE_FLY,
  parameter int KeySlots = 1,
  parameter int TagBits = 1,
  parameter bit Backpressure = 1'b1
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int MOST = 32;  // blocks at most
  localparam int STALL = 60;  // cycles without out_ready in scene 3
  localparam int LIMIT = 20000;  // cycles in which all must be done

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  integer scene = 0;

  logic key_valid = 1'b0;
  logic key_ready;
  logic [SLOT_BITS-1:0] key_slot = '0;
  logic [KeyBits-1:0] key = '0;
  logic key_clear = 1'b0;
  logic in_valid = 1'b0;
  logic in_ready;
  logic in_decrypt = 1'b0;
  logic [SLOT_BITS-1:0] in_slot = '0;
  logic [TagBits-1:0] in_tag = '0;
  logic [127:0] in_block = '0;
  logic out_valid;
  logic out_ready = 1'b1;
  logic [TagBits-1:0] out_tag;
  logic [127:0] out_block;

  roundel_core #(
    .KeyBits(KeyBits),
    .KeySizes(KeySizes),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .KeySchedule(KeySchedule),
    .KeySlots(KeySlots),
    .TagBits(TagBits),
    .Backpressure(Backpressure)
  ) u_core (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(1'b0),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key),
    .key_clear_i(key_clear),
    .key_size_i(2'(KeyBits / 64 - 2)),
    .in_valid_i(in_valid),
    .in_ready_o(in_ready),
    .in_decrypt_i(in_decrypt),
    .in_slot_i(in_slot),
    .in_tag_i(in_tag),
    .in_block_i(in_block),
    .out_valid_o(out_valid),
    .out_ready_i(out_ready),
    .out_tag_o(out_tag),
    .out_block_o(out_block)
  );

  always #5 clk = !clk;

  // Pins change after the edge, and are looked at in front of the next one.
  task automatic tick(input integer cycles);
    begin
      repeat (cycles) @(posedge clk);
      #1;
    end
  endtask

  // ---- What was sent, and what must come --------------------------------------------------------
  logic [127:0] expected[MOST];
  integer sent = 0;
  integer got = 0;

  always @(posedge clk) begin
    if (rst_n && out_valid && (out_ready || Backpressure == 0)) begin
      if (got >= sent) begin
        $display("tb_roundel_core: a result that nobody asked for");
        $fatal(1);
      end
      if (out_block !== expected[got] || out_tag !== got[TagBits-1:0]) begin
        $display("tb_roundel_core: block %0d is 'h%h, and must be 'h%h; or its tag is wrong", got,
                 out_block, expected[got]);
        $fatal(1);
      end
      got <= got + 1;
    end
  end

  task automatic load(input integer vector);
    logic moved;
    begin
      key_valid = 1'b1;
      key_slot = vector % KeySlots;
      key = tb_vectors_pkg::key(roundel_stream_pkg::MODE_ECB, KeyBits, vector);
      moved = 1'b0;
      while (!moved) begin
        @(negedge clk);
        moved = key_ready;
        tick(1);
      end
      key_valid = 1'b0;
    end
  endtask

  task automatic send(input integer vector, input integer place, input logic decrypt);
    logic [511:0] plain, cipher;
    logic moved;
    begin
      plain = tb_vectors_pkg::plain(roundel_stream_pkg::MODE_ECB, KeyBits, vector);
      cipher = tb_vectors_pkg::cipher(roundel_stream_pkg::MODE_ECB, KeyBits, vector);
      in_valid = 1'b1;
      in_decrypt = decrypt;
      in_slot = vector % KeySlots;
      in_tag = sent[TagBits-1:0];
      in_block = decrypt ? cipher[511-128*place-:128] : plain[511-128*place-:128];
      expected[sent] = decrypt ? plain[511-128*place-:128] : cipher[511-128*place-:128];
      sent = sent + 1;
      moved = 1'b0;
      while (!moved) begin
        @(negedge clk);
        moved = in_ready;
        tick(1);
      end
      in_valid = 1'b0;
    end
  endtask

  task automatic send_all;
    integer place;
    begin
      if (Direction != roundel_aes_pkg::DIRECTION_DECRYPT) begin
        for (place = 0; place < 4; place = place + 1) send(0, place, 1'b0);
      end
      if (Direction != roundel_aes_pkg::DIRECTION_ENCRYPT) begin
        for (place = 0; place < 4; place = place + 1) send(0, place, 1'b1);
      end
    end
  endtask

  task automatic finish_scene;
    begin
      while (got != sent) tick(1);
      tick(3);
    end
  endtask

  initial begin
    reg [8*256-1:0] file;
    if ($value$plusargs("vcd=%s", file)) begin
      $dumpfile(file);
      $dumpvars(1, tb_roundel_core);
    end
    tick(3);
    rst_n = 1'b1;
    // After reset keys wait until their store is clear: forgetting one takes as long.
    key_clear = 1'b1;
    load(1);
    key_clear = 1'b0;

    scene = 1;
    tick(2);
    load(1);
    send(1, 0, Direction == roundel_aes_pkg::DIRECTION_DECRYPT);
    finish_scene;

    scene = 2;
    tick(2);
    load(0);
    send_all;
    finish_scene;

    scene = 3;
    out_ready = 1'b0;
    fork
      send_all;
      begin
        tick(STALL);
        out_ready = 1'b1;
      end
    join
    finish_scene;

    scene = 0;
    tick(1);
    $display("tb_roundel_core: %0d blocks are right", got);
    $finish;
  end

  initial begin
    tick(LIMIT);
    $display("tb_roundel_core: no end after %0d cycles; %0d of %0d results came", LIMIT, got, sent);
    $fatal(1);
  end

endmodule : tb_roundel_core
