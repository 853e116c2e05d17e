// SPDX-License-Identifier: Apache-2.0
//
// Proves that roundel_key_chain holds the last Nr + 1 round keys.
//
// Without a shift in progress, round r reads round key r + 1, or Nr - 1 - r for decryption. The
// entry reads the first or the last round key. Unbounded, for shifts at any time, at least two
// cycles apart. Nr + 1 zeros therefore clear the chain.
//
// Method. Round keys have a single bit, because the chain does not depend on round keys. The
// specification is the list of the last keys. Register j lags behind the list by the shifts that
// have passed register j and have not reached the window. At any time register j therefore equals
// entry j - (number of wave bits below j). With this relation the proof is inductive.

module prove_key_chain #(
  parameter int Rounds = 10,
  parameter int Direction = 0
) (
  input logic              clk_i,
  input logic              launch_i,
  input logic              key_i,
  input logic [Rounds-1:0] blank_i
);

  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;

  logic advance_next, advance;
  logic [127:0] entry_encrypt, entry_decrypt;
  logic [128*Rounds-1:0] encrypt_key, decrypt_key;

  roundel_key_chain #(
    .Rounds(Rounds),
    .Direction(Direction)
  ) u_dut (
    .clk_i(clk_i),
    .launch_i(launch_i),
    .key_i({127'd0, key_i}),
    .advance_next_o(advance_next),
    .advance_o(advance),
    .entry_encrypt_o(entry_encrypt),
    .entry_decrypt_o(entry_decrypt),
    .blank_encrypt_i(blank_i),
    .blank_decrypt_i(blank_i),
    .encrypt_key_o(encrypt_key),
    .decrypt_key_o(decrypt_key)
  );

  // ---- The specification ------------------------------------------------------------------------
  logic [Rounds:0] keys_q;  // the keys shifted in, the last one in bit 0
  logic [Rounds+3:0] launches_q = '0;  // launches of the last cycles, the last one in bit 0
  logic [4:0] filled_q = 5'd0;  // keys shifted in since the start, up to Rounds + 1
  logic [4:0] age_q = 5'd0;  // cycles since the start, up to Rounds + 4
  logic [Rounds-1:0] blank_q;
  logic full, quiet, old, settled_q;

  assign full = int'(filled_q) == Rounds + 1;
  assign quiet = launches_q == '0;
  assign old = int'(age_q) == Rounds + 4;

  always_ff @(posedge clk_i) begin
    launches_q <= (launches_q << 1) | (Rounds + 4)'(launch_i);
    blank_q <= blank_i;
    settled_q <= quiet;
    if (!old) age_q <= age_q + 5'd1;
    if (advance && old) begin
      keys_q <= (keys_q << 1) | (Rounds + 1)'(key_i);
      if (!full) filled_q <= filled_q + 5'd1;
    end
  end

  always_comb begin
    // No launch in the first cycles, in which the wave has arbitrary contents.
    if (launches_q[0] || !old) assume (!launch_i);
    // The window advances Rounds + 1 cycles after the launch.
    if (old) begin
      assert (advance == launches_q[Rounds]);
      assert (advance_next == launches_q[Rounds-1]);
    end
    filled: cover (full && quiet && keys_q[0] && !keys_q[1]);
  end

  always_comb begin
    if (full && quiet) begin
      if (ENCRYPTS) assert (entry_encrypt[0] == keys_q[Rounds]);
      if (DECRYPTS) assert (entry_decrypt[0] == keys_q[0]);
    end
  end
  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    always_comb begin
      if (full && quiet && settled_q) begin
        if (ENCRYPTS) begin
          assert (encrypt_key[128*r] == (keys_q[Rounds-1-r] && !(BOTH && blank_q[r])));
        end
        if (DECRYPTS) begin
          assert (decrypt_key[128*r] == (keys_q[r+1] && !(BOTH && blank_q[r])));
        end
      end
    end
  end

  // ---- Registers of the design against the specification ----------------------------------------
  (* hierconn *) logic [Rounds:0] \u_dut.wave_q ;
  (* hierconn *) logic [128*(Rounds+2)-1:0] \u_dut.encrypt_chain ;
  (* hierconn *) logic [128*(Rounds+2)-1:0] \u_dut.decrypt_chain ;
  (* hierconn *) logic [Rounds:0] \u_dut.decrypt_shift ;
  logic [Rounds:0] later_keys_q;  // keys_q, as stored in the second chain
  logic [4:0] later_filled_q = 5'd0;
  (* hierconn *) logic [127:0] \u_dut.gen_later.key_q ;
  always_ff @(posedge clk_i) begin
    later_keys_q <= keys_q;
    later_filled_q <= filled_q;
  end

  always_comb begin
    for (int j = 0; j <= Rounds; j++) begin
      if (int'(age_q) > Rounds - j) assert (\u_dut.wave_q [j] == launches_q[Rounds-j]);
      if (BOTH && int'(age_q) > Rounds - j + 1) begin
        assert (\u_dut.decrypt_shift [j] == launches_q[Rounds-j+1]);
      end
    end
    if (BOTH && old && launches_q[Rounds+1]) begin
      assert (keys_q[0] == \u_dut.gen_later.key_q [0]);
      assert (keys_q[Rounds:1] == later_keys_q[Rounds-1:0]);
      assert (filled_q == ((int'(later_filled_q) == Rounds + 1) ? later_filled_q
                                                                : later_filled_q + 5'd1));
    end
    if (old && !launches_q[Rounds+1]) begin
      assert (filled_q == later_filled_q);
      if (filled_q != 5'd0) assert (keys_q == later_keys_q);
    end
    if (!old) assert (quiet && filled_q == 5'd0);
    assert (int'(age_q) <= Rounds + 4 && int'(filled_q) <= Rounds + 1);
    assert (int'(later_filled_q) <= Rounds + 1 && later_filled_q <= filled_q);
    for (int j = 0; j < Rounds + 3; j++) assert (!(launches_q[j] && launches_q[j+1]));
  end
  for (genvar j = 0; j <= Rounds; j++) begin : gen_register
    logic [4:0] passed, late_passed;  // shifts that passed this register, but not register 0
    logic [4:0] place, late_place;
    always_comb begin
      passed = 5'd0;
      late_passed = 5'd0;
      for (int i = 0; i < j; i++) begin
        passed = passed + 5'(\u_dut.wave_q [i]);
        late_passed = late_passed + 5'(\u_dut.decrypt_shift [i]);
      end
      place = 5'(j) - passed;
      late_place = 5'(j) - (BOTH ? late_passed : passed);
      if (ENCRYPTS && place < filled_q) begin
        assert (\u_dut.encrypt_chain [128*(j+1)] == keys_q[place]);
      end
      if (DECRYPTS && late_place < (BOTH ? later_filled_q : filled_q)) begin
        assert (\u_dut.decrypt_chain [128*(j+1)] == (BOTH ? later_keys_q[late_place]
                                                          : keys_q[late_place]));
      end
    end
  end

endmodule : prove_key_chain
