// SPDX-License-Identifier: Apache-2.0
//
// The two keys of AES-XTS (IEEE 1619-2018 section 5.1): Key1, for data, goes to slot 2 * s of the
// lanes, Key2, for tweaks, to slot 2 * s + 1. Outside they are one key of slot s.
//
// A key is offered as to roundel_mode_keys, Key1 in the top bits, and is taken when both are; a
// slot's bit is in `ready_o` when both can be used. A key that is withdrawn in between leaves its
// slot without one. That the two differ, which FIPS 140-3 IG C.I asks for, is for whoever makes
// them.

module roundel_xts_keys #(
  parameter int KeyBits = 128,  // of each of the two
  parameter int KeySlots = 1,
  parameter int LoadCycles = 100  // see roundel_mode_keys
) (
  input  logic                                       clk_i,
  input  logic                                       rst_ni,
  input  logic                                       zeroise_i,

  input  logic                                       key_valid_i,
  output logic                                       key_ready_o,
  input  logic [  roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic [                      2*KeyBits-1:0] key_i,
  input  logic                                       key_clear_i,
  output logic                                       lanes_valid_o,
  input  logic                                       lanes_ready_i,
  output logic [roundel_prim_pkg::index_bits(2*KeySlots)-1:0] lanes_slot_o,
  output logic [                        KeyBits-1:0] lanes_key_o,
  output logic [                       KeySlots-1:0] ready_o
);

  localparam int LANES_BITS = roundel_prim_pkg::index_bits(2 * KeySlots);

  logic second_q;  // Key2 is offered
  logic [KeySlots-1:0] half_q;  // slots that have a new Key1 and not its Key2
  logic taken;
  logic [LANES_BITS-1:0] slot;
  logic [2*KeySlots-1:0] ready;

  if (KeySlots == 1) begin : gen_one_slot
    assign slot = second_q;

    logic unused_slot;
    assign unused_slot = ^key_slot_i;
  end else begin : gen_slots
    assign slot = {key_slot_i, second_q};
  end

  assign lanes_slot_o = slot;
  assign lanes_key_o = second_q ? key_i[KeyBits-1:0] : key_i[2*KeyBits-1:KeyBits];
  assign key_ready_o = taken && second_q;

  roundel_mode_keys #(
    .KeySlots(2 * KeySlots),
    .LoadCycles(LoadCycles)
  ) u_keys (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .zeroise_i(zeroise_i),
    .key_valid_i(key_valid_i),
    .key_ready_o(taken),
    .key_slot_i(slot),
    .key_clear_i(key_clear_i),
    .lanes_valid_o(lanes_valid_o),
    .lanes_ready_i(lanes_ready_i),
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

endmodule : roundel_xts_keys
