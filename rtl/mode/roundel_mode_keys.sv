// SPDX-License-Identifier: Apache-2.0
//
// Loads keys for the modes that need round keys only, and reports the slots with a usable key.
//
// Interface. Key port: ready/valid handshake; the user may withdraw a key before `key_ready_o`. The
// user offers a key only while no packet of the same slot is in flight. The user starts no packet
// of the slot until `ready_o` has the bit of the slot. That bit falls one cycle after the handshake
// and rises LoadCycles + 3 cycles after the handshake, even if the expansion ends earlier. A
// handshake with `key_clear_i` clears the slot: the bit of the slot stays low. With more than 256
// slots `ready_o` has one bit, for the slot of the last key. The lanes have a key
// port with the same handshake. Reset: asynchronous. `zeroise_i` clears all bits in the next cycle.
//
// Method. One counter waits for the longest expansion; the lanes do not report an end. No further
// key is accepted meanwhile.

`include "roundel_contract.svh"

module roundel_mode_keys #(
  parameter int KeySlots = 1,  // keys stored at the same time
  parameter int LoadCycles = 100  // longest time from a key's handshake to the first usable block
) (
  input  logic                                              clk_i,
  input  logic                                              rst_ni,
  input  logic                                              zeroise_i,

  input  logic                                              key_valid_i,
  output logic                                              key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic                                              key_clear_i,
  output logic                                              lanes_valid_o,  // lanes' key port
  input  logic                                              lanes_ready_i,
  // slots with a usable key
  output logic [roundel_engine_pkg::slot_status_bits(KeySlots)-1:0] ready_o
);

  localparam int WAIT_BITS = roundel_prim_pkg::index_bits(LoadCycles + 1);

  localparam int STATUS_BITS = roundel_engine_pkg::slot_status_bits(KeySlots);

  logic [STATUS_BITS-1:0] ready_q;
  logic [STATUS_BITS-1:0] loading_q;  // the slot whose key expands; zero after a clear
  logic [WAIT_BITS-1:0] wait_q;
  logic busy_q;  // wait_q counts
  logic over_q;  // wait_q was zero in the cycle before: the expansion has ended
  logic [STATUS_BITS-1:0] chosen;
  logic taken;

  assign lanes_valid_o = key_valid_i && !busy_q;
  assign key_ready_o = lanes_ready_i && !busy_q;
  assign taken = lanes_valid_o && lanes_ready_i;
  assign ready_o = ready_q;

  if (STATUS_BITS == KeySlots) begin : gen_slots
    assign chosen = KeySlots'(1) << key_slot_i;
  end else begin : gen_last_key
    assign chosen = 1'b1;

    logic unused_slot;
    assign unused_slot = ^key_slot_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ready_q <= '0;
      loading_q <= '0;
      busy_q <= 1'b0;
      over_q <= 1'b0;
    end else if (zeroise_i) begin
      ready_q <= '0;
      loading_q <= '0;
      busy_q <= 1'b0;
      over_q <= 1'b0;
    end else begin
      over_q <= busy_q && !over_q && wait_q == '0;
      busy_q <= taken || (busy_q && !over_q);
      ready_q <= (ready_q & ~(chosen & {STATUS_BITS{taken}})) | (loading_q & {STATUS_BITS{over_q}});
      if (taken) begin
        loading_q <= chosen & {STATUS_BITS{!key_clear_i}};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    wait_q <= busy_q ? wait_q - 1'b1 : LoadCycles[WAIT_BITS-1:0];
  end

  // At most one key is loading.
  `ROUNDEL_CONTRACT(one_loads, clk_i, rst_ni, (loading_q & (loading_q - 1'b1)) == '0)

  // A slot is not usable while its key is loading.
  `ROUNDEL_CONTRACT(loading_is_not_ready, clk_i, rst_ni, !busy_q || (loading_q & ready_q) == '0)

endmodule : roundel_mode_keys
