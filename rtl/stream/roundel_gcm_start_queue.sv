// SPDX-License-Identifier: Apache-2.0
//
// FIFO of up to sixteen decided GCM packets, whose J0 may arrive after the packet.
//
// In. `push_i` in a cycle with `ready_o` announces a packet: `hashed_i`, `info_i` and `start_i` are
// sampled in the next cycle. `start_i` is J0, unless `hashed_i` is high: then J0 comes from GHASH.
// GHASH gives these J0 blocks in the order of the packets: `hash_i` holds J0 in the cycle after
// `hash_valid_i`. Two pushes are at least two cycles apart, and two hashes as well.
//
//   cycle           0     1     2     3     4     5
//   ready_o        ^^^^^^^^^^^^^\_____/^^^^^^^^^^^         low in the cycle after hash_valid_i
//   push_i         _/^^^^^\_______________________
//   info_i         _______/^^^^^\_________________
//   hash_valid_i   _______/^^^^^\_________________
//   hash_i         _____________/^^^^^\___________
//
// Out: valid and ready (`take_i`), at most 1 packet in three cycles, in order, when the J0 is here
// and `credit_i` was high. The packet takes the credit in the cycle of `enter_o`.
//
// Reset and `clear_i` drop all packets. A J0 of GHASH depends on the hash key, so `clear_i`
// overwrites all J0 blocks: `clear_i` lasts 19 cycles or more, also after a reset, and `hash_i` is
// 0 meanwhile.

`include "roundel_contract.svh"

module roundel_gcm_start_queue #(
  parameter int Width = 128  // bits of info_i
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,

  input  logic             push_i,
  output logic             ready_o,
  input  logic             hashed_i,
  input  logic [    127:0] start_i,
  input  logic [Width-1:0] info_i,

  input  logic             hash_valid_i,
  input  logic [    127:0] hash_i,

  input  logic             credit_i,
  output logic             enter_o,

  output logic             valid_o,
  input  logic             take_i,
  output logic [    127:0] start_o,
  output logic [Width-1:0] info_o
);

  logic room, some, hash_there;
  logic head_hashed, pop;
  logic [Width-1:0] head;
  logic [3:0] write_q, read_q, j0_index, put_index;
  logic head_ready_q, pop_q, valid_q, clear_q;
  logic head_hashed_q;
  logic [127:0] start_q;
  logic [Width-1:0] info_q;
  logic none_q;  // complement of valid_q, drives the enable of the output registers

  // Registers on the long wires from GHASH. A J0 is written 1 cycle after the arrival. Meanwhile
  // `ready_o` is low, because a push uses the same write port.
  logic push_q, hash_valid_q, hash_late_q;
  logic [127:0] hash_q;
  assign ready_o = room && !hash_valid_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      push_q <= 1'b0;
      hash_valid_q <= 1'b0;
      hash_late_q <= 1'b0;
    end else begin
      push_q <= push_i && !clear_i;
      hash_valid_q <= hash_valid_i && !clear_i;
      hash_late_q <= hash_valid_q;
    end
  end
  // No enable: hash_valid_q is placed near the pushing logic, and hash_q near GHASH.
  always_ff @(posedge clk_i) begin
    hash_q <= hash_i;
  end

  roundel_credit_counter #(.Tokens(16), .StartFull(1'b1)) u_room (
    .clk_i,
    .clear_i(clear_q),
    .give_i(pop),
    .take_i(push_q),
    .any_o(room)
  );

  roundel_credit_counter #(.Tokens(16), .StartFull(1'b0)) u_some (
    .clk_i,
    .clear_i(clear_q),
    .give_i(push_q),
    .take_i(pop),
    .any_o(some)
  );

  roundel_credit_counter #(.Tokens(16), .StartFull(1'b0)) u_hashes (
    .clk_i,
    .clear_i(clear_q),
    .give_i(hash_late_q),
    .take_i(pop && head_hashed_q),
    .any_o(hash_there)
  );

  roundel_fifo_bank #(.Width(1 + Width)) u_infos (
    .clk_i,
    .start_i(clear_q),
    .write_i(push_q),
    .word_i({hashed_i, info_i}),
    // verilator lint_off PINCONNECTEMPTY
    .end_o(),
    // verilator lint_on PINCONNECTEMPTY
    .read_i(pop),
    .word_o({head_hashed, head})
  );

  // The index at which the next J0 of GHASH is written.
  roundel_fifo_bank #(.Width(4)) u_j0_indices (
    .clk_i,
    .start_i(clear_q),
    .write_i(push_q && hashed_i),
    .word_i(write_q),
    // verilator lint_off PINCONNECTEMPTY
    .end_o(),
    // verilator lint_on PINCONNECTEMPTY
    .read_i(hash_late_q),
    .word_o(j0_index)
  );

  // ---- J0 blocks. In a clear both indices run through the memory -------------------------------
  // A word that is read while it is written is never used, so no tool adds a bypass.
  (* ram_style = "distributed", ramstyle = "MLAB, no_rw_check", syn_ramstyle = "select_ram" *)
  logic [127:0] starts_q[0:15];

  assign put_index = (hash_late_q && !clear_q) ? j0_index : write_q;

  // Written 1 cycle after the arrival, before the first read.
  logic put_q;
  logic [3:0] put_index_q;
  logic [127:0] block_q;
  always_ff @(posedge clk_i) begin
    put_q <= push_q || hash_late_q || clear_q;
    put_index_q <= put_index;
    block_q <= (hash_late_q ? hash_q : start_i) & {128{!clear_q}};
    if (put_q) begin
      starts_q[put_index_q] <= block_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_q <= '0;
      read_q <= '0;
    end else if (clear_q) begin
      write_q <= roundel_prim_pkg::next_bank_index(write_q);
      read_q <= roundel_prim_pkg::next_bank_index(write_q);
    end else begin
      if (push_q) begin
        write_q <= roundel_prim_pkg::next_bank_index(write_q);
      end
      if (pop) begin
        read_q <= roundel_prim_pkg::next_bank_index(read_q);
      end
    end
  end

  // ---- The packet at the output -----------------------------------------------------------------
  assign pop = pop_q;
  assign enter_o = pop_q;
  assign valid_o = valid_q;
  assign start_o = start_q;
  assign info_o = info_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_ready_q <= 1'b0;
      pop_q <= 1'b0;
      valid_q <= 1'b0;
      none_q <= 1'b1;
    end else if (clear_q) begin
      head_ready_q <= 1'b0;
      pop_q <= 1'b0;
      valid_q <= 1'b0;
      none_q <= 1'b1;
    end else begin
      // A packet with a J0 is at the head, and a credit is here.
      head_ready_q <= some && (hash_there || !head_hashed) && credit_i;
      pop_q <= head_ready_q && !pop_q && !valid_q;
      valid_q <= pop_q || (valid_q && !take_i);
      none_q <= !(pop_q || (valid_q && !take_i));
    end
  end

  // The output follows the memory while no packet is valid, so the wide enable comes from a
  // register.
  always_ff @(posedge clk_i) begin
    clear_q <= clear_i;
    head_hashed_q <= head_hashed;
    if (none_q) begin
      start_q <= starts_q[read_q];
      info_q <= head;
    end
  end

  // Pushes have room and are two cycles apart.
  `ROUNDEL_CONTRACT(push_has_room, clk_i, rst_ni, !push_i || clear_i || (ready_o && !push_q))
  // Hashes are two cycles apart.
  `ROUNDEL_CONTRACT(hashes_two_cycles_apart, clk_i, rst_ni,
                    !hash_valid_i || clear_i || !hash_valid_q)
  // A packet leaves only from a FIFO with a packet whose J0 has come.
  `ROUNDEL_CONTRACT(pop_of_packet, clk_i, rst_ni, !pop || clear_q || (some && (hash_there
      || !head_hashed)))

endmodule : roundel_gcm_start_queue
