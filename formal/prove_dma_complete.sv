// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_dma_complete collects each request once and writes 1 record per request, in
// order.
//
// The module takes a result together with the summary and the read status of the same request. The
// record follows the write status or the skip of the request's pieces. A failure appears in the
// record and the report of its own request alone, and clears the tag. An offered record stays until
// the handshake. The module never waits without a reason.
//
// Unbounded, with resets, clears and stalls at any time. The environment consists of FIFOs with
// stable outputs. A request gives 1 summary and 1 result, 1 read status if the request has a
// source, and 1 write status if the request has text and no drop. `skipped_i` pulses once for each
// request with dropped text.

module prove_dma_complete (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         clear_i,
  input logic [ 58:0] base_i,
  input logic [  3:0] log_i,
  input logic         summary_valid_i,
  input logic         summary_source_i,
  input logic         summary_target_i,
  input logic         summary_too_long_i,
  input logic [ 31:0] summary_bytes_i,
  input logic         result_valid_i,
  input logic         result_ok_i,
  input logic [  2:0] result_error_i,
  input logic [127:0] result_tag_i,
  input logic         result_text_i,
  input logic         read_valid_i,
  input logic         read_error_i,
  input logic         skipped_i,
  input logic         written_valid_i,
  input logic         written_error_i,
  input logic         record_ready_i
);

  logic summary_ready, result_ready, read_ready, skip, written_ready, over, record_valid;
  logic failed_read, failed_write, failed_bad;
  logic [63:0] address;
  logic [255:0] record;

  roundel_dma_complete u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .base_i(base_i),
    .log_i(log_i),
    .summary_valid_i(summary_valid_i),
    .summary_ready_o(summary_ready),
    .summary_i({summary_source_i, summary_target_i, summary_too_long_i, summary_bytes_i}),
    .result_valid_i(result_valid_i),
    .result_ready_o(result_ready),
    .result_ok_i(result_ok_i),
    .result_error_i(result_error_i),
    .result_tag_i(result_tag_i),
    .result_text_i(result_text_i),
    .read_valid_i(read_valid_i),
    .read_ready_o(read_ready),
    .read_error_i(read_error_i),
    .skip_o(skip),
    .skipped_i(skipped_i),
    .written_valid_i(written_valid_i),
    .written_ready_o(written_ready),
    .written_error_i(written_error_i),
    .over_o(over),
    .failed_read_o(failed_read),
    .failed_write_o(failed_write),
    .failed_pieces_o(failed_bad),
    .record_valid_o(record_valid),
    .record_ready_i(record_ready_i),
    .record_address_o(address),
    .record_o(record)
  );

  // ---- The specification ------------------------------------------------------------------------
  // Counts of taken words: word n of a kind belongs to the n-th request with a word of the kind.
  logic [31:0] summaries_q, results_q, sources_q, reads_q, targets_q, writes_q, drops_q, skips_q;
  logic [31:0] records_q, overs_q;
  // The last collected request.
  logic waits_q;  // the request waits for its write status
  logic due_q;  // the record of the request is due
  logic ok_q, too_long_q, read_q, write_q;
  logic [2:0] error_q;
  logic [31:0] bytes_q;
  logic [127:0] tag_q;
  logic collected, dropped, text, ends;
  logic [15:0] place;
  logic good;

  assign collected = summary_valid_i && summary_ready;
  // ERROR_COMMAND and ERROR_KEY drop the text.
  assign dropped = !result_text_i || result_error_i == 3'd1 || result_error_i == 3'd2;
  assign text = summary_target_i && !dropped;
  assign ends = waits_q ? written_valid_i && written_ready : collected && !text;
  assign place = records_q[15:0] & ((16'd1 << log_i) - 16'd1);
  assign good = ok_q && !too_long_q && !read_q && !write_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {summaries_q, results_q, sources_q, reads_q, targets_q, writes_q, drops_q, skips_q} <= '0;
      {records_q, overs_q} <= '0;
      {waits_q, due_q} <= '0;
    end else if (clear_i) begin
      {summaries_q, results_q, sources_q, reads_q, targets_q, writes_q, drops_q, skips_q} <= '0;
      {records_q, overs_q} <= '0;
      {waits_q, due_q} <= '0;
    end else begin
      summaries_q <= summaries_q + 32'(collected);
      results_q <= results_q + 32'(result_valid_i && result_ready);
      sources_q <= sources_q + 32'(collected && summary_source_i);
      reads_q <= reads_q + 32'(read_valid_i && read_ready);
      targets_q <= targets_q + 32'(collected && text);
      writes_q <= writes_q + 32'(written_valid_i && written_ready);
      drops_q <= drops_q + 32'(collected && summary_target_i && dropped);
      skips_q <= skips_q + 32'(skipped_i);
      records_q <= records_q + 32'(record_valid && record_ready_i);
      overs_q <= overs_q + 32'(ends);
      waits_q <= waits_q ? !written_valid_i : collected && text;
      due_q <= ends || (due_q && !record_ready_i);
    end
  end
  always_ff @(posedge clk_i) begin
    if (collected) begin
      ok_q <= result_ok_i;
      error_q <= result_error_i;
      tag_q <= result_tag_i;
      too_long_q <= summary_too_long_i;
      read_q <= summary_source_i && read_error_i;
      bytes_q <= text ? summary_bytes_i : 32'd0;
    end
    write_q <= waits_q ? written_error_i : collected ? 1'b0 : write_q;
  end

  logic started_q = 1'b0;
  logic ended_q;  // a request ended in the previous cycle
  logic held_q;  // a record stalled in the previous cycle
  logic [3:0] since_q;  // cycles since the last accepted record
  logic [2:0] run_q;  // records with text in every third cycle
  logic [3:0] log_q;
  logic [58:0] base_q;
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    log_q <= log_i;
    base_q <= base_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {ended_q, held_q} <= '0;
      since_q <= '1;
      run_q <= '0;
    end else begin
      ended_q <= ends && !clear_i;
      held_q <= record_valid && !record_ready_i && !clear_i;
      since_q <= (record_valid && record_ready_i) ? 4'd1 : since_q + 4'(since_q != '1);
      if (record_valid && record_ready_i) begin
        run_q <= (since_q == 4'd3 && bytes_q != '0) ? run_q + 3'(run_q != '1) : 3'd0;
      end
    end
  end

  always_comb begin
    assume (started_q || !rst_ni);
    // The ring never moves.
    if (started_q) assume (log_i == log_q && base_i == base_q);
    // At most as many skips as requests in flight.
    if (skips_q - drops_q == 32'd16) assume (!skipped_i);

    if (started_q && rst_ni) begin
      // The words of 1 request are taken together, once.
      assert (summaries_q == results_q && reads_q == sources_q);
      assert (writes_q + 32'(waits_q) == targets_q);
      assert (skips_q - drops_q <= 32'd16);
      assert (summary_ready == (result_valid_i && result_ready));
      if (summary_ready) begin
        assert (summary_valid_i && !waits_q && !due_q);
        assert (read_ready == summary_source_i && (!read_ready || read_valid_i));
        if (summary_target_i && dropped) assert (skips_q != drops_q);
      end else begin
        assert (!read_ready);
      end
      assert (written_ready == waits_q);
      assert (skip == (!waits_q && !due_q && result_valid_i && dropped));
      // 1 record per request, after all of its outcomes.
      assert (record_valid == due_q && !(waits_q && due_q));
      assert (records_q + 32'(due_q) == overs_q && overs_q + 32'(waits_q) == summaries_q);
      assert (over == ended_q);
      if (held_q) assert (record_valid);
      if (record_valid) begin
        assert (address == {base_i + 59'(place), 5'd0});
        assert (record[127:0] == (good ? tag_q : 128'd0));
        assert (record[135:128] == {1'b0, error_q, 3'd0, good});
        assert (record[143:136] == {5'd0, too_long_q, write_q, read_q});
        assert (record[159:144] == 16'd0 && record[191:160] == bytes_q);
        assert (record[223:192] == overs_q && record[255:224] == 32'd0);
      end
      if (over) assert ({failed_read, failed_write, failed_bad} == {read_q, write_q, too_long_q});
      // Nothing waits without a reason.
      if (!waits_q && !due_q && summary_valid_i && result_valid_i
          && (!summary_source_i || read_valid_i)
          && (!summary_target_i || !dropped || skips_q != drops_q)) begin
        assert (collected);
      end
    end
    streaming: cover (started_q && rst_ni && run_q == 3'd4);
    apart: cover (started_q && rst_ni && record_valid && records_q == 32'd2 && good && !write_q
                  && ended_q && bytes_q == 32'd0 && drops_q == 32'd1);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [1:0] \u_dut.state_q ;
  (* hierconn *) logic [4:0] \u_dut.skipped_q ;
  (* hierconn *) logic [31:0] \u_dut.count_q ;
  (* hierconn *) logic \u_dut.ok_q ;
  (* hierconn *) logic \u_dut.too_long_q ;
  (* hierconn *) logic \u_dut.read_error_q ;
  (* hierconn *) logic \u_dut.write_error_q ;
  (* hierconn *) logic [2:0] \u_dut.error_q ;
  (* hierconn *) logic [31:0] \u_dut.bytes_q ;
  (* hierconn *) logic [127:0] \u_dut.tag_q ;
  (* hierconn *) logic [15:0] \u_dut.index_q ;
  (* hierconn *) logic [58:0] \u_dut.address_q ;
  logic settled_q;  // a cycle without a record since the last record or clear
  logic [15:0] next, now;  // index in the ring by the count, and by the count before
  assign next = overs_q[15:0] & ((16'd1 << log_i) - 16'd1);
  assign now = (overs_q[15:0] - 16'd1) & ((16'd1 << log_i) - 16'd1);
  always_ff @(posedge clk_i) settled_q <= rst_ni && !clear_i && !due_q;
  always_comb begin
    if (started_q && rst_ni) begin
      assert (\u_dut.state_q == (waits_q ? 2'd1 : due_q ? 2'd2 : 2'd0));
      assert (32'(\u_dut.skipped_q ) == skips_q - drops_q);
      assert (\u_dut.count_q == overs_q);
      if (!due_q) assert (\u_dut.index_q == next);
      if (due_q) assert (\u_dut.address_q == base_i + 59'(now));
      else if (settled_q) assert (\u_dut.address_q == base_i + 59'(next));
      if (waits_q || due_q) begin
        assert (\u_dut.ok_q == ok_q && \u_dut.too_long_q == too_long_q);
        assert (\u_dut.read_error_q == read_q);
        assert (\u_dut.error_q == error_q && \u_dut.bytes_q == bytes_q && \u_dut.tag_q == tag_q);
      end
      if (due_q) assert (\u_dut.write_error_q == write_q);
      if (ended_q) assert (due_q);
    end
  end

endmodule : prove_dma_complete
