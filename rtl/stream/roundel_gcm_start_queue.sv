// SPDX-License-Identifier: Apache-2.0
//
// Commands of GCM wait here for their packets, up to sixteen, and those with a long IV for their
// pre-counter block J0, which GHASH makes while packets in front of theirs are under way.
//
// In: `push_i`, in a cycle with `ready_o`, takes a command (`info_i`) and its J0 (`start_i`) or,
// with `hashed_i`, the promise of one: what stands there in the next cycle. Between two of them
// lies a cycle. Those that are promised come in the same order as `hash_valid_i`, with a cycle in
// between as well, and `hash_i` in the next cycle, which is zero while cleared. Out: valid and
// take, one command in three cycles at most; it takes a credit (`credit_i`) and says so
// (`enter_o`).
//
// A J0 that GHASH made tells of the hash key. So it is cleared: `clear_i`, which is to be high for
// nineteen cycles or more and at a reset, forgets all and overwrites it.

module roundel_gcm_start_queue #(
  parameter int Width = 128  // bits of a command, beside J0
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
  logic unused_end, unused_promised;
  logic [3:0] write_q, read_q, promised, place;
  logic head_ready_q, pop_q, valid_q, clear_q;
  logic head_hashed_q;
  logic none_q;  // not valid_q

  // From registers: GHASH is far away. A hash waits for a cycle, so that who pushes can be told:
  // the two share a memory.
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
  // With no enable: hash_valid_q stands by what pushes, and this does not.
  always_ff @(posedge clk_i) begin
    hash_q <= hash_i;
  end

  roundel_credit_counter #(
    .Tokens(16),
    .StartFull(1)
  ) u_room (
    .clk_i(clk_i),
    .clear_i(clear_q),
    .give_i(pop),
    .take_i(push_q),
    .any_o(room)
  );

  roundel_credit_counter #(
    .Tokens(16),
    .StartFull(0)
  ) u_some (
    .clk_i(clk_i),
    .clear_i(clear_q),
    .give_i(push_q),
    .take_i(pop),
    .any_o(some)
  );

  roundel_credit_counter #(
    .Tokens(16),
    .StartFull(0)
  ) u_hashes (
    .clk_i(clk_i),
    .clear_i(clear_q),
    .give_i(hash_late_q),
    .take_i(pop && head_hashed_q),
    .any_o(hash_there)
  );

  roundel_fifo_bank #(
    .Width(1 + Width)
  ) u_infos (
    .clk_i(clk_i),
    .start_i(clear_q),
    .write_i(push_q),
    .word_i({hashed_i, info_i}),
    .end_o(unused_end),
    .read_i(pop),
    .word_o({head_hashed, head})
  );

  // Where the next J0 of GHASH goes.
  roundel_fifo_bank #(
    .Width(4)
  ) u_promised (
    .clk_i(clk_i),
    .start_i(clear_q),
    .write_i(push_q && hashed_i),
    .word_i(write_q),
    .end_o(unused_promised),
    .read_i(hash_late_q),
    .word_o(promised)
  );

  // ---- The blocks. While they are cleared both places go round ----------------------------------
  (* ram_style = "distributed" *) logic [127:0] starts_q[0:15];

  assign place = (hash_late_q && !clear_q) ? promised : write_q;

  // Written a cycle after it comes, in front of the first that can read it.
  logic put_q;
  logic [3:0] place_q;
  logic [127:0] block_q;
  always_ff @(posedge clk_i) begin
    put_q <= push_q || hash_late_q || clear_q;
    place_q <= place;
    block_q <= (hash_late_q ? hash_q : start_i) & {128{!clear_q}};
    if (put_q) begin
      starts_q[place_q] <= block_q;
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

  // ---- One in front of them, as soon as it has its J0 and a credit ------------------------------
  assign pop = pop_q;
  assign enter_o = pop_q;
  assign valid_o = valid_q;

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
      // Late by a cycle in which one is there.
      head_ready_q <= some && (hash_there || !head_hashed) && credit_i;
      pop_q <= head_ready_q && !pop_q && !valid_q;
      valid_q <= pop_q || (valid_q && !take_i);
      none_q <= !(pop_q || (valid_q && !take_i));
    end
  end

  // Loaded as long as none is there: 128 bits and more hang on a register.
  always_ff @(posedge clk_i) begin
    clear_q <= clear_i;
    head_hashed_q <= head_hashed;
    if (none_q) begin
      start_o <= starts_q[read_q];
      info_o <= head;
    end
  end

endmodule : roundel_gcm_start_queue
