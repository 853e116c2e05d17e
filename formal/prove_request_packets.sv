// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_request_packets gives the command and the beats of each request.
//
// The command is the words of the request without the bytes of the text length, with the request's
// number. The beats have the next words of data, AAD first, with the right byte enables, marks at
// the end of each section and of the packet, and the number. A request without AAD and text gives
// one beat without a byte and without a word of data. Data are accepted only after their request;
// `open_o` and `settled_o` report outstanding beats. Unbounded, with resets, clears and stalls at
// any time, for any lengths.
//
// Method. At most three requests wait: `aad_q` and `text_q` are the remaining bytes of each, the
// first request in the low bits. The skid buffer at the output is wires here (prove_skid_buffer).
// Bytes 18 and up of a word of a request are zero, because all bytes take the same path. Wires
// named u_dut.* are registers of the design (hierconn).

module prove_request_packets #(
  parameter int Mode = roundel_stream_pkg::MODE_GCM,
  parameter int Bytes = 2,
  parameter int NumberBits = 2
) (
  input logic               clk_i,
  input logic               rst_ni,
  input logic               clear_i,
  input logic               request_valid_i,
  input logic [      143:0] request_i,
  input logic               word_valid_i,
  input logic [8*Bytes-1:0] word_i,
  input logic               command_ready_i,
  input logic               beat_ready_i
);

  localparam int LOG = $clog2(Bytes);
  localparam logic [31:0] WORD = Bytes;
  // Least number of bytes with a text output.
  localparam logic [31:0] LEAST = (Mode == roundel_stream_pkg::MODE_XTS) ? 16 : 1;

  logic request_ready, open, settled, word_ready, command_valid;
  logic beat_valid, beat_end, beat_last;
  logic [383:0] command;
  logic [NumberBits:0] command_user;
  logic [8*Bytes-1:0] beat_data;
  logic [Bytes-1:0] beat_keep;
  logic [NumberBits-1:0] beat_user;

  roundel_request_packets #(
    .Mode(Mode),
    .Bytes(Bytes),
    .NumberBits(NumberBits)
  ) u_dut (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .clear_i(clear_i),
    .request_valid_i(request_valid_i),
    .request_ready_o(request_ready),
    .request_i({240'd0, request_i}),
    .open_o(open),
    .settled_o(settled),
    .word_valid_i(word_valid_i),
    .word_ready_o(word_ready),
    .word_i(word_i),
    .command_valid_o(command_valid),
    .command_ready_i(command_ready_i),
    .command_o(command),
    .command_user_o(command_user),
    .beat_valid_o(beat_valid),
    .beat_ready_i(beat_ready_i),
    .beat_data_o(beat_data),
    .beat_keep_o(beat_keep),
    .beat_end_o(beat_end),
    .beat_last_o(beat_last),
    .beat_user_o(beat_user)
  );

  // ---- Commands ---------------------------------------------------------------------------------
  logic shown_q;  // a word of a command is on the output
  logic [143:0] want_q;  // expected word
  logic within_q;  // the next word continues a request
  logic [31:0] iv_q;  // remaining bytes of the IV
  logic [NumberBits-1:0] begun_q, over_q;  // requests begun; requests finished
  logic [31:0] new_aad_q, new_text_q;  // lengths of the last begun request
  logic taken, first, last, push;
  logic [31:0] iv, iv_left, in_word;

  assign taken = request_valid_i && request_ready;
  assign first = !within_q;
  assign iv = !first ? iv_q
      : (Mode == roundel_stream_pkg::MODE_GCM && request_i[15:8] == Mode[7:0]) ? request_i[95:64] :
          32'd0;
  assign in_word = first ? 32'd16 : 32'd32;
  assign iv_left = (iv > in_word) ? iv - in_word : 32'd0;
  assign last = iv_left == 32'd0;
  assign push = taken && last;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shown_q <= 1'b0;
      within_q <= 1'b0;
      begun_q <= '0;
    end else if (clear_i) begin
      shown_q <= 1'b0;
      within_q <= 1'b0;
      begun_q <= '0;
    end else begin
      shown_q <= taken || (shown_q && !command_ready_i);
      if (taken) within_q <= !last;
      if (taken && first) begun_q <= begun_q + 1'b1;
    end
  end
  always_ff @(posedge clk_i) begin
    if (taken) begin
      want_q <= first ? {request_i[143:128], 32'd0, request_i[95:0]} : request_i;
      iv_q <= iv_left;
      if (first) begin
        new_aad_q <= request_i[63:32];
        new_text_q <= request_i[127:96];
      end
    end
  end

  // ---- Beats ------------------------------------------------------------------------------------
  logic [1:0] waits_q;  // requests with beats left
  logic [1:0] waits;
  logic [95:0] aad_q, text_q;
  logic [31:0] aad, text, section, left;
  logic [31:0] push_aad, push_text;
  logic none, beat, beat_ends, beat_lasts, pop;
  logic [1:0] idle_q;  // cycles with a waiting request and `open_o` low

  assign push_aad = first ? request_i[63:32] : new_aad_q;
  assign push_text = first ? request_i[127:96] : new_text_q;
  assign aad = aad_q[31:0];
  assign text = text_q[31:0];
  assign none = aad == 32'd0 && text == 32'd0;
  assign section = (aad != 32'd0) ? aad : text;
  assign left = (section > WORD) ? section - WORD : 32'd0;
  assign beat_ends = left == 32'd0;
  assign beat_lasts = beat_ends && (aad == 32'd0 || text == 32'd0);
  assign beat = beat_valid && beat_ready_i;
  assign pop = beat && beat_lasts;
  assign waits = waits_q - 2'(pop);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 2'd0;
      over_q <= '0;
      idle_q <= 2'd0;
    end else if (clear_i) begin
      waits_q <= 2'd0;
      over_q <= '0;
      idle_q <= 2'd0;
    end else begin
      waits_q <= waits + 2'(push);
      over_q <= over_q + NumberBits'(pop);
      idle_q <= (waits_q != 2'd0 && !open) ? idle_q + 2'd1 : 2'd0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (pop) begin
      aad_q <= {32'd0, aad_q[95:32]};
      text_q <= {32'd0, text_q[95:32]};
    end else if (beat) begin
      if (aad != 32'd0) aad_q[31:0] <= left;
      else text_q[31:0] <= left;
    end
    for (int k = 0; k < 3; k++) begin
      if (push && int'(waits) == k) begin
        aad_q[32*k+:32] <= push_aad;
        text_q[32*k+:32] <= push_text;
      end
    end
  end

  logic started_q = 1'b0;
  logic [3:0] run_q;  // consecutive beats
  logic ended_q;  // a run with an end of AAD
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    run_q <= (started_q && rst_ni && !clear_i && beat && !none && run_q != '1) ? run_q + 4'd1
        : 4'd0;
    ended_q <= beat && ((beat_end && !beat_last) || (ended_q && run_q != 4'd0));
  end

  always_comb begin
    assume (started_q || !rst_ni);
    if (started_q && rst_ni) begin
      assert (command_valid == shown_q);
      if (shown_q) begin
        assert (command == 384'(want_q));
        assert (command_user == {new_text_q >= LEAST, NumberBits'(begun_q - 1'b1)});
      end
      if (!shown_q && settled) assert (request_ready);
      if (shown_q) assert (!request_ready);
      // `open_o` reports waiting requests, at the latest with `settled_o`; beats begin within two
      // cycles.
      if (open) assert (waits_q != 2'd0);
      if (settled && waits_q != 2'd0) assert (open);
      assert (idle_q <= 2'd2);
      assert (word_ready == (open && !none && beat_ready_i));
      assert (beat_valid == (open && (none || word_valid_i)));
      if (beat_valid) begin
        assert (beat_data == word_i && beat_user == over_q);
        assert (beat_end == beat_ends && beat_last == beat_lasts);
        for (int b = 0; b < Bytes; b++) assert (beat_keep[b] == (section > 32'(b)));
      end
    end
    streaming: cover (started_q && rst_ni && ended_q && run_q == 4'd8);
    full: cover (started_q && rst_ni && waits_q == 2'd3 && aad != 32'd0);
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic \u_dut.raw_valid_q ;
  (* hierconn *) logic \u_dut.next_valid_q ;
  (* hierconn *) logic \u_dut.active_q ;
  (* hierconn *) logic [NumberBits-1:0] \u_dut.number_q ;
  (* hierconn *) logic [NumberBits-1:0] \u_dut.beat_number_q ;
  (* hierconn *) logic \u_dut.text_q ;
  (* hierconn *) logic [383:0] \u_dut.command_q ;
  (* hierconn *) logic [31:0] \u_dut.raw_aad_q ;
  (* hierconn *) logic [31:0] \u_dut.raw_text_q ;
  (* hierconn *) logic \u_dut.next_aad_q ;
  (* hierconn *) logic \u_dut.next_text_q ;
  (* hierconn *) logic [32-LOG:0] \u_dut.next_aad_words_q ;
  (* hierconn *) logic [32-LOG:0] \u_dut.next_text_words_q ;
  (* hierconn *) logic [LOG:0] \u_dut.next_aad_bytes_q ;
  (* hierconn *) logic [LOG:0] \u_dut.next_text_bytes_q ;
  (* hierconn *) logic \u_dut.null_q ;
  (* hierconn *) logic \u_dut.more_q ;
  (* hierconn *) logic \u_dut.final_q ;
  (* hierconn *) logic [32-LOG:0] \u_dut.left_q ;
  (* hierconn *) logic [32-LOG:0] \u_dut.text_words_q ;
  (* hierconn *) logic [LOG:0] \u_dut.bytes_q ;
  (* hierconn *) logic [LOG:0] \u_dut.text_bytes_q ;

  (* hierconn *) logic \u_dut.u_words.gen_words.first_q ;
  (* hierconn *) logic \u_dut.u_words.gen_words.odd_q ;
  (* hierconn *) logic [26:0] \u_dut.u_words.gen_words.left_q ;

  // Of a section with bytes: the number of its words minus 1, and the bytes of its last word.
  function automatic logic [32-LOG:0] words(input logic [31:0] length);
    logic [31:0] shorter;
    shorter = length - 32'd1;
    words = {1'b0, shorter[31:LOG]};
  endfunction
  function automatic logic [LOG:0] bytes(input logic [31:0] length);
    logic [LOG-1:0] shorter;
    shorter = length[LOG-1:0] - 1'b1;
    bytes = {1'b0, shorter} + 1'b1;
  endfunction

  logic raw, next, active;
  logic [31:0] next_aad, next_text, raw_aad, raw_text;
  assign raw = \u_dut.raw_valid_q ;
  assign next = \u_dut.next_valid_q ;
  assign active = \u_dut.active_q ;
  assign next_aad = active ? aad_q[63:32] : aad_q[31:0];
  assign next_text = active ? text_q[63:32] : text_q[31:0];
  assign raw_aad = (active && next) ? aad_q[95:64] : (active || next) ? aad_q[63:32] : aad_q[31:0];
  assign raw_text = (active && next) ? text_q[95:64] : (active || next) ? text_q[63:32]
      : text_q[31:0];

  always_comb begin
    if (started_q && rst_ni) begin
      assert (waits_q == 2'(raw) + 2'(next) + 2'(active));
      assert (\u_dut.number_q == begun_q - 1'b1);
      assert (\u_dut.beat_number_q == over_q - NumberBits'(!active));
      if (shown_q) assert (\u_dut.command_q == 384'(want_q));
      if (shown_q || within_q) assert (\u_dut.text_q == (new_text_q >= LEAST));
      if (within_q) begin
        assert (!raw && \u_dut.raw_aad_q == new_aad_q && \u_dut.raw_text_q == new_text_q);
        assert (iv_q != 32'd0);
      end
      if (!open) assert (idle_q <= 2'd1 && (idle_q == 2'd0 || next));
      if (raw) begin
        assert (\u_dut.raw_aad_q == raw_aad && \u_dut.raw_text_q == raw_text);
      end
      if (next) begin
        assert (\u_dut.next_aad_q == (next_aad != 32'd0));
        assert (\u_dut.next_text_q == (next_text != 32'd0));
        if (next_aad != 32'd0) begin
          assert (\u_dut.next_aad_words_q == words(next_aad));
          assert (\u_dut.next_aad_bytes_q == bytes(next_aad));
        end
        if (next_text != 32'd0) assert (\u_dut.next_text_words_q == words(next_text));
        if (next_text != 32'd0) assert (\u_dut.next_text_bytes_q == bytes(next_text));
        else assert (\u_dut.next_text_bytes_q == '0);
      end
      if (active) begin
        assert (\u_dut.null_q == none);
        assert (\u_dut.more_q == (aad != 32'd0 && text != 32'd0));
        assert (\u_dut.final_q == beat_ends);
        if (none) assert (\u_dut.bytes_q == '0);
        else assert (\u_dut.bytes_q == bytes(section) && \u_dut.left_q == words(section));
        if (\u_dut.more_q ) begin
          assert (\u_dut.text_words_q == words(text) && \u_dut.text_bytes_q == bytes(text));
        end
      end
    end
  end

  // Words of a command behind this word.
  if (Mode == roundel_stream_pkg::MODE_GCM) begin : gen_words
    always_comb begin
      if (started_q && rst_ni) begin
        assert (\u_dut.u_words.gen_words.first_q == !within_q);
        if (within_q) begin
          assert (33'(\u_dut.u_words.gen_words.left_q ) + 33'(\u_dut.u_words.gen_words.odd_q )
                  == (33'(iv_q) + 33'd31) >> 5);
        end
      end
    end
  end else begin : gen_word
    always_comb if (started_q && rst_ni) assert (!within_q);
  end

endmodule : prove_request_packets
