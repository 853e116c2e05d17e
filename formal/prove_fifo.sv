// SPDX-License-Identifier: Apache-2.0
//
// Proves that in roundel_fifo with banks both parts meet the assumptions of each other's proofs.
// The front is roundel_fifo_lut_ram, the rear roundel_short_fifo.
//
// The front pushes only into a free entry, and never while the rear overwrites its memory. The rear
// frees only received words. After a clear the rear is busy for the 16 cycles that the front needs.
// The signals between the parts come from registers, so neither part waits for the other.
//
// Two FIFOs in series are a FIFO. With prove_fifo_lut_ram and prove_short_fifo, the whole is a FIFO
// of 16 * Banks + 18 words with the sum of the latencies. The credit counters are stubs
// (prove_credit_counter). Wires named u_dut.* are registers of the design (hierconn).

module prove_fifo #(
  parameter int Depth = 34
) (
  input logic clk_i,
  input logic rst_ni,
  input logic clear_i,
  input logic push_i,
  input logic data_i,
  input logic ready_i
);

  localparam int CREDITS = roundel_prim_pkg::fifo_credits(Depth);

  logic busy, valid, data, free;

  roundel_fifo #(
    .Width(1),
    .Depth(Depth),
    .Registered(1'b1)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .busy_o(busy),
    .push_i(push_i),
    .data_i(data_i),
    .free_o(free),
    .valid_o(valid),
    .ready_i(ready_i),
    .data_o(data)
  );

  // ---- The assumptions of each side -------------------------------------------------------------
  (* hierconn *) logic \u_dut.push ;
  (* hierconn *) logic \u_dut.free ;
  (* hierconn *) logic \u_dut.u_fifo.clear_q ;
  (* hierconn *) logic \u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.clear_i ;
  (* hierconn *) logic \u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.wipe_i ;
  logic [7:0] out_q;  // words that left the front and are not yet free
  logic [7:0] credits_q;
  logic [4:0] phase_q;  // remaining cycles of overwriting
  logic cleared_q;  // a clear or reset in the previous cycle
  logic push, late;
  logic started_q = 1'b0;
  logic [7:0] run_q;  // consecutive cycles with a push and a word that leaves
  assign push = \u_dut.push ;
  assign late = \u_dut.free ;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    if (cleared_q) begin
      out_q <= 8'd0;
      phase_q <= 5'd16;
      credits_q <= 8'(CREDITS);
    end else begin
      out_q <= out_q + {7'd0, push} - {7'd0, late};
      phase_q <= (phase_q != 5'd0) ? phase_q - 5'd1 : 5'd0;
      credits_q <= credits_q + {7'd0, free} - {7'd0, push_i};
    end
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cleared_q <= 1'b1;
      run_q <= 8'd0;
    end else begin
      cleared_q <= clear_i;
      run_q <= (push_i && valid && ready_i && !clear_i) ? run_q + 8'd1 : 8'd0;
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (busy || credits_q == 8'd0) assume (!push_i);
    if (started_q) begin
      assert (\u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.clear_i == cleared_q);
      assert (\u_dut.u_fifo.clear_q == cleared_q);
      assert (busy == (cleared_q || phase_q != 5'd0));
      if (!cleared_q) begin
        assert (\u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.wipe_i == (phase_q != 5'd0));
        if (push) assert (!busy && out_q < 8'd16);
        if (late) assert (out_q != 8'd0);
        assert (int'(credits_q) <= CREDITS);
      end
    end
    streaming: cover (rst_ni && run_q == 8'd18);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [7:0]
      \u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.u_waits.u_spec.count_q ;
  (* hierconn *) logic [7:0]
      \u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.u_room.u_spec.count_q ;
  (* hierconn *) logic \u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.go_q ;
  (* hierconn *) logic [7:0] \u_dut.u_fifo.genblk1.gen_memory.u_stored.u_spec.count_q ;
  (* hierconn *) logic [3:0] \u_dut.u_fifo.genblk1.gen_memory.u_bank.write_q ;
  (* hierconn *) logic \u_dut.u_fifo.genblk1.gen_memory.gen_registered.write_q ;
  (* hierconn *) logic \u_dut.u_fifo.genblk1.gen_memory.gen_registered.push_q ;
  logic [3:0] place;
  logic [7:0] waits, room, stored, passing;
  logic go, write, arrive;
  assign waits = \u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.u_waits.u_spec.count_q ;
  assign room = \u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.u_room.u_spec.count_q ;
  assign go = \u_dut.genblk1.genblk1.gen_front.gen_banks.u_front.go_q ;
  assign stored = \u_dut.u_fifo.genblk1.gen_memory.u_stored.u_spec.count_q ;
  assign write = \u_dut.u_fifo.genblk1.gen_memory.gen_registered.write_q ;
  assign arrive = \u_dut.u_fifo.genblk1.gen_memory.gen_registered.push_q ;
  assign passing = {7'd0, go} + {7'd0, push};

  // The bank index after the steps of the overwriting so far.
  always_comb begin
    place = 4'd0;
    for (int n = 1; n < 15; n++) begin
      if (int'(phase_q) + n < 16) place = roundel_prim_pkg::next_bank_index(place);
    end
  end

  always_comb begin
    if (started_q && !cleared_q) begin
      assert (phase_q <= 5'd16 && room <= 8'd16 && int'(waits) <= CREDITS && out_q <= 8'd16);
      assert (room + passing + out_q == 8'd16);
      assert (stored + {7'd0, arrive} + {7'd0, late} == out_q && stored <= 8'd16);
      assert (credits_q == 8'(CREDITS) - waits - {7'd0, go});
      if (phase_q != 5'd0) begin
        assert (waits == 8'd0 && passing == 8'd0 && out_q == 8'd0);
        assert (write == (phase_q != 5'd16));
        assert (\u_dut.u_fifo.genblk1.gen_memory.u_bank.write_q == place);
      end
    end
  end

endmodule : prove_fifo
