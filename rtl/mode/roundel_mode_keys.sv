// SPDX-License-Identifier: Apache-2.0
//
// What happens to a key of a mode that needs no more than its round keys: it goes to the lanes, and
// `ready_o` says which slots have theirs.
//
// A key is offered (`key_valid_i`, held until `key_ready_o`) while no packet of its slot is under
// way; from then on none may come until `ready_o` has the slot's bit: as many cycles later as an
// expansion takes at most. With `key_clear_i` the slot's key is forgotten instead. `zeroise_i`
// forgets all.

module roundel_mode_keys #(
  parameter int KeySlots = 1,
  parameter int LoadCycles = 100  // the most from a key's handshake to the first block with it
) (
  input  logic                                      clk_i,
  input  logic                                      rst_ni,
  input  logic                                      zeroise_i,

  input  logic                                      key_valid_i,
  output logic                                      key_ready_o,
  input  logic [ roundel_prim_pkg::index_bits(KeySlots)-1:0] key_slot_i,
  input  logic                                      key_clear_i,
  output logic                                      lanes_valid_o,  // to the lanes' own key port
  input  logic                                      lanes_ready_i,
  output logic [                      KeySlots-1:0] ready_o
);

  localparam int WAIT_BITS = roundel_prim_pkg::index_bits(LoadCycles + 1);

  logic [KeySlots-1:0] ready_q, loading_q;
  logic [WAIT_BITS-1:0] wait_q;
  logic busy_q, over_q;  // over: the wait is
  logic [KeySlots-1:0] chosen;
  logic taken;

  assign lanes_valid_o = key_valid_i && !busy_q;
  assign key_ready_o = lanes_ready_i && !busy_q;
  assign taken = lanes_valid_o && lanes_ready_i;
  assign ready_o = ready_q;
  assign chosen = KeySlots'(1) << key_slot_i;

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
      ready_q <= (ready_q & ~(chosen & {KeySlots{taken}})) | (loading_q & {KeySlots{over_q}});
      if (taken) begin
        loading_q <= chosen & {KeySlots{!key_clear_i}};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    wait_q <= busy_q ? wait_q - 1'b1 : LoadCycles[WAIT_BITS-1:0];
  end

endmodule : roundel_mode_keys
