// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_lanes against one roundel_engine for each lane, each with a key schedule of
// its own: order, cycle and position of every block. roundel_engine has its own bench.
//
// Parameter space: all parameters of roundel_lanes. State space: words of random blocks, slots,
// directions and pauses; keys of any slot that are replaced and cleared while words of the slot are
// in flight; zeroise at a random time, after which no earlier word leaves and no slot has a key.
// The lanes and the engines must accept words and keys in the same cycles. A word leaves
// roundel_engine_pkg::lanes_latency() cycles later; without a word the data is zero. The bench
// prints "PASS <words>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_lanes #(
  parameter int Lanes = 2,
  parameter int KeyBits = 128,
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,
  parameter int Rounds = 1,
  parameter int Stages = 1,
  parameter int RoundCuts = 0,
  parameter int Sbox = roundel_engine_pkg::SBOX_TABLE,
  parameter int SecondSboxLanes = 0,
  parameter int SecondSbox = roundel_engine_pkg::SBOX_ROM,
  parameter int SecondRoundCuts = 0,
  parameter int KeySlots = 2,
  parameter int Words = 40,
  parameter int Seed = 1
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LATENCY =
      roundel_engine_pkg::lanes_latency(KeyBits, Rounds, Stages, Lanes, KeySlots);
  localparam int PLACES = 1024;  // more than words can be in flight
  localparam int TIMEOUT = 3000;  // cycles without a word

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic zeroise = 1'b0;
  logic key_valid = 1'b0;
  logic [SLOT_BITS-1:0] key_slot = '0;
  logic [KeyBits-1:0] key_in = '0;
  logic key_clear = 1'b0;
  logic valid = 1'b0;
  logic decrypt = 1'b0;
  logic [SLOT_BITS-1:0] slot = '0;
  logic [7:0] tag = '0;
  logic [128*Lanes-1:0] data = '0;
  wire key_ready, ready, out_valid;
  wire [7:0] out_tag;
  wire [128*Lanes-1:0] out_data;
  wire [Lanes-1:0] engine_key_ready, engine_ready, engine_valid;
  wire [8*Lanes-1:0] engine_tag;
  wire [128*Lanes-1:0] engine_data;

  // Results of the engines without a result of the lanes; acceptance cycles of words.
  logic [128*Lanes-1:0] gave[0:PLACES-1];
  logic [7:0] gave_tag[0:PLACES-1];
  integer taken_at[0:PLACES-1];
  integer pause = 0;
  integer given, taken, results, delivered, cycle, quiet, last_zeroise, zeroises, seed, k;
  logic failed = 1'b0;

  always #5 clk = ~clk;

  roundel_lanes #(
    .Lanes(Lanes),
    .KeyBits(KeyBits),
    .Direction(Direction),
    .Rounds(Rounds),
    .Stages(Stages),
    .RoundCuts(RoundCuts),
    .Sbox(Sbox),
    .SecondSboxLanes(SecondSboxLanes),
    .SecondSbox(SecondSbox),
    .SecondRoundCuts(SecondRoundCuts),
    .KeySlots(KeySlots),
    .TagBits(8)
  ) dut (
    .clk_i(clk),
    .rst_ni(rst_n),
    .zeroise_i(zeroise),
    .key_valid_i(key_valid),
    .key_ready_o(key_ready),
    .key_slot_i(key_slot),
    .key_i(key_in),
    .key_clear_i(key_clear),
    .valid_i(valid),
    .ready_o(ready),
    .decrypt_i(decrypt),
    .slot_i(slot),
    .tag_i(tag),
    .data_i(data),
    .valid_o(out_valid),
    .tag_o(out_tag),
    .data_o(out_data)
  );

  for (genvar n = 0; n < Lanes; n++) begin : gen_engine
    roundel_engine #(
      .KeyBits(KeyBits),
      .Direction(Direction),
      .Rounds(Rounds),
      .Stages(Stages),
      .RoundCuts(RoundCuts),
      .Sbox(Sbox),
      .KeySchedule(roundel_engine_pkg::KEY_SCHEDULE_STORED),
      .KeySlots(KeySlots),
      .TagBits(8)
    ) engine (
      .clk_i(clk),
      .rst_ni(rst_n),
      .zeroise_i(zeroise),
      .key_valid_i(key_valid),
      .key_ready_o(engine_key_ready[n]),
      .key_slot_i(key_slot),
      .key_i(key_in),
      .key_clear_i(key_clear),
      .valid_i(valid),
      .ready_o(engine_ready[n]),
      .decrypt_i(decrypt),
      .slot_i(slot),
      .tag_i(tag),
      .block_i(data[128*(Lanes-1-n)+:128]),
      .valid_o(engine_valid[n]),
      .tag_o(engine_tag[8*n+:8]),
      .block_o(engine_data[128*(Lanes-1-n)+:128])
    );
  end

  task automatic fail(input string what);
    if (!failed) $display("FAIL word %0d, cycle %0d: %s", results, cycle, what);
    failed = 1'b1;
    $finish;
  endtask

  // Every rising edge.
  always @(posedge clk) begin : monitor
    if (rst_n) begin
      if (ready !== engine_ready[0]) fail("ready_o is not the engine's");
      if (key_ready !== engine_key_ready[0]) fail("key_ready_o is not the engine's");
      if (engine_valid !== '0 && engine_valid !== '1) fail("the engines are not in step");
      if (engine_valid[0] === 1'b1) begin
        gave[given%PLACES] = engine_data;
        gave_tag[given%PLACES] = engine_tag[7:0];
        given = given + 1;
      end
      if (out_valid !== 1'b0) begin
        if (out_valid !== 1'b1 || results == given) begin
          fail("a word that nobody gave");
        end else begin
          if (out_data !== gave[results%PLACES]) fail("wrong");
          if (out_tag !== gave_tag[results%PLACES]) fail("another word's tag");
          if (cycle != taken_at[results%PLACES] + LATENCY) fail("not in its cycle");
          results = results + 1;
          delivered = delivered + 1;
          quiet = 0;
        end
      end else begin
        if (results != taken && cycle >= taken_at[results%PLACES] + LATENCY) fail("missing");
        if (cycle > last_zeroise + Lanes && out_data !== '0) fail("data without a word");
      end
      if (valid && ready === 1'b1) begin
        taken_at[taken%PLACES] = cycle;
        taken = taken + 1;
      end
      if (zeroise) begin
        // All accepted words are dropped.
        results = taken;
        given = taken;
        last_zeroise = cycle;
      end
      quiet = quiet + 1;
      if (quiet > TIMEOUT) fail("no word for long");
    end else begin
      last_zeroise = cycle;
    end
    cycle = cycle + 1;
  end

  task automatic some_data;
    for (k = 0; k < 4 * Lanes; k = k + 1) data[32*k+:32] = $urandom(seed);
  endtask

  // Offers a key until the handshake; words continue meanwhile.
  task automatic load(input integer place, input logic clears);
    key_valid = 1'b1;
    key_clear = clears;
    key_slot = place[SLOT_BITS-1:0];
    for (k = 0; k < KeyBits / 32; k = k + 1) key_in[32*k+:32] = $urandom(seed);
    #1;
    while (key_ready !== 1'b1 && !failed) begin
      @(negedge clk);
      #1;
    end
    @(negedge clk);
    key_valid = 1'b0;
    key_clear = 1'b0;
  endtask

  task automatic load_all;
    for (int place = 0; place < KeySlots; place = place + 1) load(place, 1'b0);
  endtask

  // An offer stays until the handshake, or is dropped with its key; some offers are back to back.
  always begin : words
    @(negedge clk);
    if (!valid || ready_before) begin
      // After a long pause the next word is accepted in its first cycle.
      if (pause == 0) pause = ($urandom(seed) % 4 == 0) ? $urandom(seed) % 32 + 1 : 1;
      pause = pause - 1;
      valid = pause == 0;
      decrypt = (Direction == roundel_aes_pkg::DIRECTION_BOTH) ? 1'($urandom(seed))
          : Direction == roundel_aes_pkg::DIRECTION_DECRYPT;
      slot = SLOT_BITS'($urandom(seed) % KeySlots);
      tag = tag + 1'b1;
      some_data();
    end
  end

  logic ready_before = 1'b0;
  always @(posedge clk) ready_before <= ready;

  initial begin : check
    cycle = 0;
    given = 0;
    taken = 0;
    results = 0;
    delivered = 0;
    quiet = 0;
    zeroises = 0;
    last_zeroise = 0;
    seed = Seed;
    #22 rst_n = 1'b1;
    @(negedge clk);
    load_all();
    while ((delivered < Words || zeroises == 0) && !failed) begin
      repeat ($urandom(seed) % 60) @(negedge clk);
      case ((zeroises == 0 && delivered >= Words / 2) ? 0 : $urandom(seed) % 8)
        0: begin
          zeroise = 1'b1;
          @(negedge clk);
          zeroise = 1'b0;
          zeroises = zeroises + 1;
          repeat ($urandom(seed) % LATENCY) @(negedge clk);
          load_all();
        end
        1: begin
          k = $urandom(seed) % KeySlots;
          load(k, 1'b1);
          repeat ($urandom(seed) % LATENCY) @(negedge clk);
          load(key_slot, 1'b0);
        end
        default: load($urandom(seed) % KeySlots, 1'b0);
      endcase
    end
    if (!failed) $display("PASS %0d words or more", Words);
    $finish;
  end

endmodule : tb_roundel_lanes
