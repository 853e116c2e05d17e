// SPDX-License-Identifier: Apache-2.0
//
// First-in first-out queue with a registered output, for results that cannot wait.
//
// While not `valid_o`, `data_o` shows the last word that was, or zero after a clear or reset.
//
// Input: `push_i` stores `data_i`; there is no ready, because whoever pushes holds a credit for a
// place. Output: valid/ready; `data_o` is stable while `valid_o` and not `ready_i`. A word that is
// pushed into an empty queue stands on the output in the next cycle.
//
// Depth - 1 words of memory stand behind the output register. `clear_i` empties the queue and
// overwrites what it held, Depth - 1 cycles long; `busy_o` says so, and nothing may be pushed then.

module aes_fifo #(
  parameter int Width = 128,  // bits of a word
  parameter int Depth = 2  // words held, at least 2
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             clear_i,
  output logic             busy_o,

  input  logic             push_i,
  input  logic [Width-1:0] data_i,

  output logic             valid_o,
  input  logic             ready_i,
  output logic [Width-1:0] data_o
);

  localparam int WORDS = Depth - 1;  // of the memory
  localparam int INDEX_BITS = aes_pkg::index_bits(WORDS);
  localparam int COUNT_BITS = aes_pkg::index_bits(WORDS + 1);
  localparam int LAST_WORD = WORDS - 1;

  logic valid_q;
  logic [Width-1:0] data_q, head;
  logic [COUNT_BITS-1:0] count_q;  // words in the memory
  logic advance, stored, store, load;

  assign valid_o = valid_q;
  assign data_o = data_q;
  assign advance = !valid_q || ready_i;  // the output register is free
  assign stored = count_q != '0;
  assign store = push_i && (stored || !advance);
  assign load = stored && advance;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      count_q <= '0;
    end else if (clear_i) begin
      valid_q <= 1'b0;
      count_q <= '0;
    end else begin
      if (advance) begin
        valid_q <= stored || push_i;
      end
      if (store && !load) begin
        count_q <= count_q + 1'b1;
      end else if (load && !store) begin
        count_q <= count_q - 1'b1;
      end
    end
  end

  // Never what was not pushed: on a core's pins that would be the state of a round.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      data_q <= '0;
    end else if (clear_i) begin
      data_q <= '0;
    end else if (advance && (stored || push_i)) begin
      data_q <= stored ? head : data_i;
    end
  end

  if (Depth < 2) begin : gen_bad_depth
    aes_error_fifo_depth_must_be_at_least_2 u_error ();
  end else if (Depth == 2) begin : gen_register
    logic [Width-1:0] word_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        word_q <= '0;
      end else if (clear_i) begin
        word_q <= '0;
      end else if (store) begin
        word_q <= data_i;
      end
    end
    assign head = word_q;
    assign busy_o = 1'b0;

    logic unused_last;
    assign unused_last = ^LAST_WORD[INDEX_BITS-1:0];
  end else begin : gen_memory
    logic [Width-1:0] words_q[0:WORDS-1];
    logic [INDEX_BITS-1:0] write_q, read_q;
    logic clearing_q;

    assign busy_o = clearing_q;
    assign head = words_q[read_q];

    always_ff @(posedge clk_i) begin
      if (store || clearing_q) begin
        words_q[write_q] <= clearing_q ? '0 : data_i;
      end
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        clearing_q <= 1'b1;
        write_q <= '0;
        read_q <= '0;
      end else if (clear_i) begin
        clearing_q <= 1'b1;
        write_q <= '0;
        read_q <= '0;
      end else begin
        if (store || clearing_q) begin
          write_q <= (write_q == LAST_WORD[INDEX_BITS-1:0]) ? '0 : write_q + 1'b1;
        end
        if (clearing_q && write_q == LAST_WORD[INDEX_BITS-1:0]) begin
          clearing_q <= 1'b0;
        end
        if (load) begin
          read_q <= (read_q == LAST_WORD[INDEX_BITS-1:0]) ? '0 : read_q + 1'b1;
        end
      end
    end
  end

endmodule : aes_fifo
