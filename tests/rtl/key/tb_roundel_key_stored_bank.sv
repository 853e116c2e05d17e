// SPDX-License-Identifier: Apache-2.0
//
// Self-check of roundel_key_stored_bank against the rule in the module's head.
//
// Parameter space: all parameters of roundel_key_stored_bank without registers. State space: every
// slot is loaded three times. For each slot, from the last to the first, the round keys 0 to
// NumTurns * Rounds are offered in order. After each, the write enable is low for a cycle while
// another key is on the port. Once all slots hold keys, the bench reads all turns of all slots
// after every edge. The bench prints "PASS <reads>", or "FAIL" with the first difference.
`timescale 1ns / 1ps

module tb_roundel_key_stored_bank #(
  parameter int NumTurns = 5,
  parameter int Rounds = 2,
  parameter int FirstIndex = 1,
  parameter int Descending = 0,
  parameter int KeySlots = 1
);

  localparam int SLOT_BITS = roundel_prim_pkg::index_bits(KeySlots);
  localparam int LAST_INDEX = NumTurns * Rounds;
  localparam int LOADS = 3;

  logic clk = 1'b0;
  logic write = 1'b0;
  logic [SLOT_BITS-1:0] write_slot = '0;
  logic [3:0] write_index = '0;
  logic [127:0] write_key = '0;
  logic [SLOT_BITS-1:0] slot = '0;
  logic [3:0] turn = '0;
  wire [127:0] key;

  logic [127:0] model[0:16*KeySlots-1];  // round key i of slot s at 16 * s + i
  logic failed = 1'b0;
  integer load, place, index, s, t, wanted, reads;

  roundel_key_stored_bank #(
    .NumTurns(NumTurns),
    .Rounds(Rounds),
    .FirstIndex(FirstIndex),
    .Descending(Descending),
    .KeySlots(KeySlots)
  ) dut (
    .clk_i(clk),
    .write_i(write),
    .write_all_i(1'b0),
    .write_slot_i(write_slot),
    .write_index_i(write_index),
    .write_key_i(write_key),
    .slot_i(slot),
    .blank_i(1'b0),
    .turn_i(turn),
    .key_o(key)
  );

  task automatic tick();
    #1 clk = 1'b1;
    #1 clk = 1'b0;
    for (s = 0; s < KeySlots; s = s + 1) begin
      for (t = 0; t < NumTurns; t = t + 1) begin
        wanted = 16 * s + ((Descending != 0) ? FirstIndex - t * Rounds : FirstIndex + t * Rounds);
        slot = s[SLOT_BITS-1:0];
        turn = t[3:0];
        #1;
        if (load > 0 && !failed) begin
          reads = reads + 1;
          if (key !== model[wanted]) begin
            $display("FAIL load %0d, key %0d of slot %0d: 0x%h, not 0x%h, for turn %0d, slot %0d",
                     load, index, place, key, model[wanted], t, s);
            failed = 1'b1;
          end
        end
      end
    end
  endtask

  function automatic logic [127:0] drawn();
    drawn = {$urandom(), $urandom(), $urandom(), $urandom()};
  endfunction

  initial begin : check
    reads = 0;
    for (load = 0; load < LOADS; load = load + 1) begin
      for (place = KeySlots - 1; place >= 0; place = place - 1) begin
        for (index = 0; index <= LAST_INDEX; index = index + 1) begin
          write = 1'b1;
          write_slot = place[SLOT_BITS-1:0];
          write_index = index[3:0];
          write_key = drawn();
          model[16*place+index] = write_key;
          tick();
          write = 1'b0;
          write_key = drawn();
          tick();
        end
      end
    end
    if (!failed) $display("PASS %0d", reads);
    $finish;
  end

endmodule : tb_roundel_key_stored_bank
