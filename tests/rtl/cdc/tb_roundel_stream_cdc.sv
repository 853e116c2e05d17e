// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_stream_cdc between clocks of unrelated periods.
//
// Parameter space: the half periods of both clocks in ps, Depth, Stages. State space: beats of
// random data with gaps at the input and stalls at the output, each never, half of the time or in
// bursts; a reset of either side in the middle of a burst.
// - Beats leave in order; none is lost or repeated between two resets.
// - A stalled beat keeps its payload and its valid.
// - No valid in reset, and none of an old beat after a reset; the memory is all zero when the input
//   becomes ready.
// - Without gaps and stalls the slower clock moves a beat in each cycle, if Depth allows.
// Prints "PASS <beats>" or "FAIL" with the first difference.
`timescale 1ps / 1ps

module tb_roundel_stream_cdc #(
  parameter int SourceHalf = 3500,
  parameter int SinkHalf = 5300,
  parameter int Depth = 16,
  parameter int Stages = 2
);

  localparam int BYTES = 4;
  localparam int WIDTH = 9 * BYTES + 1 + 5;
  localparam int FULL = 2 * Stages + 6;  // least Depth of full throughput

  logic s_clk = 1'b0;
  logic m_clk = 1'b0;
  logic s_rst_n = 1'b0;
  logic m_rst_n = 1'b0;
  logic s_valid = 1'b0;
  logic m_ready = 1'b0;
  logic [WIDTH-1:0] s_beat = 'x;
  wire s_ready, m_valid;
  wire [WIDTH-1:0] m_beat;

  logic [WIDTH-1:0] beats[0:65535];
  integer given, taken, cycle_s, cycle_m, giving, taking, seed, trial, first, begun;
  logic stalled, failed;
  logic fresh = 1'b1;  // the input was not ready since the last reset
  logic started = 1'b0;  // each clock has had an edge in reset
  logic [WIDTH-1:0] stalled_beat;

  always #SourceHalf s_clk = ~s_clk;
  initial begin
    #1234;
    forever #SinkHalf m_clk = ~m_clk;
  end

  roundel_stream_cdc #(
    .Bytes(BYTES),
    .UserBits(5),
    .Depth(Depth),
    .Stages(Stages)
  ) dut (
    .s_axis_aclk(s_clk),
    .s_axis_aresetn(s_rst_n),
    .s_axis_tdata(s_beat[WIDTH-1-:8*BYTES]),
    .s_axis_tkeep(s_beat[6+:BYTES]),
    .s_axis_tlast(s_beat[5]),
    .s_axis_tuser(s_beat[4:0]),
    .s_axis_tvalid(s_valid),
    .s_axis_tready(s_ready),
    .m_axis_aclk(m_clk),
    .m_axis_aresetn(m_rst_n),
    .m_axis_tdata(m_beat[WIDTH-1-:8*BYTES]),
    .m_axis_tkeep(m_beat[6+:BYTES]),
    .m_axis_tlast(m_beat[5]),
    .m_axis_tuser(m_beat[4:0]),
    .m_axis_tvalid(m_valid),
    .m_axis_tready(m_ready)
  );

  task automatic fail(input string what);
    if (!failed) $display("FAIL at %0t, beat %0d: %s", $time, taken, what);
    failed = 1'b1;
    $finish;
  endtask

  function automatic logic chance(input integer how, input integer cycle);
    case (how)
      0: chance = 1'b0;
      1: chance = 1'b1;
      2: chance = $urandom(seed);
      default: chance = (cycle / 19) % 2 == 0;
    endcase
  endfunction

  // Each side samples its pins at its edge, and changes its outputs a little later.
  always @(posedge s_clk) begin
    cycle_s = cycle_s + 1;
    if (s_rst_n && m_rst_n && s_valid && s_ready === 1'b1) begin
      beats[given%65536] = s_beat;
      given = given + 1;
    end
    if (started && s_ready === 1'bx) fail("s_axis_tready is unknown");
    #100;
    if (!s_valid || s_ready === 1'b1 || !s_rst_n) begin
      s_valid = s_rst_n && chance(giving, cycle_s);
      s_beat = {$urandom(seed), $urandom(seed)};
    end
  end

  always @(posedge m_clk) begin
    cycle_m = cycle_m + 1;
    if (!m_rst_n || !s_rst_n) begin
      if (started && m_valid !== 1'b0) fail("m_axis_tvalid in reset");
      stalled = 1'b0;
    end else begin
      if (m_valid === 1'bx) fail("m_axis_tvalid is unknown");
      if (stalled && (!m_valid || m_beat !== stalled_beat)) fail("a stalled beat changed");
      if (m_valid) begin
        if (taken == given) fail("a beat that was not given");
        if (m_beat !== beats[taken%65536]) fail("a wrong beat");
        if (m_ready) taken = taken + 1;
      end
      stalled = m_valid && !m_ready;
      stalled_beat = m_beat;
    end
    #100;
    m_ready = chance(taking, cycle_m);
  end

  integer place;
  always @(posedge s_ready) begin
    if (fresh) begin
      fresh = 1'b0;
      for (place = 0; place < Depth; place = place + 1) begin
        if (dut.u_fifo.words_q[place] !== '0) fail("the memory is not cleared");
      end
    end
  end

  task automatic reset(input integer side);
    if (side != 1) s_rst_n = 1'b0;
    if (side != 0) m_rst_n = 1'b0;
    taken = given;
    #(4 * (SourceHalf + SinkHalf) + 777);
    taken = given;
    fresh = 1'b1;
    s_rst_n = 1'b1;
    #(side * 4321);
    m_rst_n = 1'b1;
  endtask

  task automatic drain;
    giving = 0;
    taking = 1;
    #(2 * (SourceHalf + SinkHalf) * (Depth + 12) + 50 * SinkHalf);
    if (s_valid) #(4 * (SourceHalf + SinkHalf) * (Depth + 12));
    if (taken != given) fail("beats stay for ever");
  endtask

  initial begin
    seed = 11;
    {given, taken, cycle_s, cycle_m, giving, taking, failed, stalled} = '0;
    #(5 * (SourceHalf + SinkHalf));
    started = 1'b1;
    reset(2);
    #(2 * (SourceHalf + SinkHalf) * (Depth + 12));

    // Throughput: the cycles of the slower side.
    giving = 1;
    taking = 1;
    #(40 * (SourceHalf + SinkHalf));
    first = taken;
    begun = (SourceHalf > SinkHalf) ? cycle_s : cycle_m;
    #(400 * (SourceHalf + SinkHalf));
    begun = ((SourceHalf > SinkHalf) ? cycle_s : cycle_m) - begun;
    if (Depth >= FULL && taken - first < begun - 2) fail("beats wait");
    drain();

    for (trial = 0; trial < 60; trial = trial + 1) begin
      giving = 1 + $unsigned($urandom(seed)) % 3;
      taking = $unsigned($urandom(seed)) % 4;
      #(100 * (SourceHalf + SinkHalf));
      if (trial % 5 == 2) reset($unsigned($urandom(seed)) % 3);
      if (trial % 3 == 0) drain();
    end
    drain();
    if (!failed) $display("PASS %0d", taken);
    $finish;
  end

endmodule : tb_roundel_stream_cdc
