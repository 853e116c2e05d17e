// SPDX-License-Identifier: Apache-2.0
//
// Loads the two keys of AES-XTS (IEEE 1619-2018 section 5.1) into two slots of the lanes. Key1, for
// data, enters slot 2 * s; Key2, for tweaks, enters slot 2 * s + 1.
//
// Interface. The user sees one key of twice the length in slot s, with Key1 in the top bits. The
// key port equals that of roundel_mode_keys; a key is accepted when the lanes have taken both
// halves. The bit of a slot in `ready_o` is set when both halves are usable. If the user withdraws
// a key between its halves, the slot has no key. Reset: asynchronous. `zeroise_i` forgets the state
// of all slots.
//
// Limits. The user must check that Key1 and Key2 differ (FIPS 140-3 IG C.I).

`include "roundel_contract.svh"

module roundel_xts_keys #(
  parameter int KeyBits = 128,  // of each half: 128, 192 or 256
  parameter int KeySlots = 1,  // pairs of keys, a power of two
  parameter int LoadCycles = 100  // as in roundel_mode_keys
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic zeroise_i,

  input  logic key_valid_i,
  output logic key_ready_o,
  input  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [2*KeyBits-1:0] key_i,
  input  logic key_clear_i,
  output logic lanes_valid_o,
  input  logic lanes_ready_i,
  output logic [roundel_prim_pkg::index_bits(2*KeySlots)-1:0] lanes_slot_o,
  output logic [KeyBits-1:0] lanes_key_o,
  output logic [KeySlots-1:0] ready_o
);

  localparam int LANES_BITS = roundel_prim_pkg::index_bits(2 * KeySlots);

  logic second_q;  // Key2 is offered to the lanes
  logic [KeySlots-1:0] half_q;  // slots with a new Key1 and without its Key2
  logic taken;
  logic [LANES_BITS-1:0] slot;
  logic [2*KeySlots-1:0] ready;

  if (KeySlots == 1) begin : gen_one_slot
    assign slot = second_q;
  end else begin : gen_slots
    assign slot = {key_slot_i, second_q};
  end

  assign lanes_slot_o = slot;
  assign lanes_key_o = second_q ? key_i[KeyBits-1:0] : key_i[2*KeyBits-1:KeyBits];
  assign key_ready_o = taken && second_q;

  roundel_mode_keys #(.KeySlots(2 * KeySlots), .LoadCycles(LoadCycles)) u_keys (
    .clk_i, .rst_ni, .zeroise_i, .key_valid_i,
    .key_ready_o(taken),
    .key_slot_i(slot),
    .key_clear_i, .lanes_valid_o, .lanes_ready_i,
    .ready_o(ready)
  );

  for (genvar s = 0; s < KeySlots; s++) begin : gen_ready
    assign ready_o[s] = ready[2*s] && ready[2*s+1] && !half_q[s];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      second_q <= 1'b0;
      half_q <= '0;
    end else if (zeroise_i) begin
      second_q <= 1'b0;
      half_q <= '0;
    end else if (!key_valid_i) begin
      second_q <= 1'b0;
    end else if (taken) begin
      second_q <= !second_q;
      half_q[(KeySlots == 1) ? '0 : key_slot_i] <= !second_q;
    end
  end

`ifndef ROUNDEL_NO_CONTRACTS
  logic [roundel_prim_pkg::index_bits(KeySlots)-1:0] first_slot_q;  // the slot of Key1
  always_ff @(posedge clk_i) begin
    if (taken && !second_q) begin
      first_slot_q <= key_slot_i;
    end
  end
`endif  // ROUNDEL_NO_CONTRACTS

  // The slot stays from the handshake of Key1 to the handshake of Key2.
  `ROUNDEL_CONTRACT(slot_stays, clk_i, rst_ni,
                    !second_q || !key_valid_i || key_slot_i == first_slot_q)

endmodule : roundel_xts_keys
