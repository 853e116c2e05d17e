// SPDX-License-Identifier: Apache-2.0
//
// Key store of one slot for a ring of one turn: chains of registers along the hardware rounds.
//
// Interface.
// - Write: `launch_i` requests a shift by one register. The wave that shifts the chain reaches the
//   window Nr + 1 cycles later. `advance_o` is high in the cycle in which `key_i` is shifted in and
//   the window must advance. Launches are at least two cycles apart. Nr + 1 launches fill the
//   chain.
// - Read: every round key is always on its output. With Direction both a blank zeroes the round
//   key, a cycle later, or in the same cycle for a round key of the first stage.
// - No reset: the user stores Nr + 1 zeros instead.
//
// Method. Each chain has Nr + 1 registers of 128 bits. Round key Nr enters at the last round, and
// after Nr + 1 shifts round key 0 is at the entry; for decryption in the opposite order. The shift
// wave runs from the far end of the chain towards the window, against the keys. Each register thus
// copies its neighbour before the neighbour is overwritten, and no net spans more than two rounds.

`include "roundel_contract.svh"

module roundel_key_chain #(
  parameter int Rounds = 10,  // hardware rounds, equal to Nr
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT,  // roundel_aes_pkg::DIRECTION_*
  parameter bit EncryptRegister = 1'b1,  // both: encrypt_key_o is registered
  parameter bit DecryptRegister = 1'b1  // both: decrypt_key_o is registered
) (
  input  logic                  clk_i,

  input  logic                  launch_i,  // shift the chain
  input  logic [         127:0] key_i,  // round key in the window
  output logic                  advance_next_o,  // advance_o in the next cycle
  output logic                  advance_o,  // the window must advance

  output logic [         127:0] entry_encrypt_o,  // round key 0
  output logic [         127:0] entry_decrypt_o,  // round key Nr
  // By hardware round, round 0 in the low bits.
  input  logic [    Rounds-1:0] blank_encrypt_i,  // read zero; read with Direction both
  input  logic [    Rounds-1:0] blank_decrypt_i,
  output logic [128*Rounds-1:0] encrypt_key_o,
  output logic [128*Rounds-1:0] decrypt_key_o
);

  localparam bit BOTH = Direction == roundel_aes_pkg::DIRECTION_BOTH;
  localparam bit ENCRYPTS = Direction != roundel_aes_pkg::DIRECTION_DECRYPT;
  localparam bit DECRYPTS = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT;

  logic [Rounds:0] wave_q;  // bit j shifts register j
  assign advance_next_o = wave_q[1];
  assign advance_o = wave_q[0];

  always_ff @(posedge clk_i) begin
    wave_q <= {launch_i, wave_q[Rounds:1]};
  end

  // Input and registers of each chain: 128 bits at 128 * j are the input of register j.
  logic [128*(Rounds+2)-1:0] encrypt_chain, decrypt_chain;
  logic [Rounds:0] decrypt_shift;
  assign encrypt_chain[127:0] = key_i;
  assign entry_encrypt_o = encrypt_chain[128*(Rounds+1)+:128];
  assign entry_decrypt_o = decrypt_chain[128+:128];

  if (BOTH) begin : gen_later
    // The second chain has a wave of its own and shifts a cycle later. Synthesis would otherwise
    // merge the two waves and the two chains, and each round key would be far from one of its
    // rounds.
    logic [127:0] key_q;
    always_ff @(posedge clk_i) begin
      key_q <= key_i;
    end
    assign decrypt_chain[127:0] = key_q;

    roundel_dup_register #(.Width(Rounds + 1)) u_copy (
      .clk_i,
      .data_i({wave_q[Rounds], decrypt_shift[Rounds:1]}),
      .data_o(decrypt_shift)
    );
  end else begin : gen_one_chain
    assign decrypt_chain[127:0] = key_i;
    assign decrypt_shift = wave_q;
  end

  for (genvar j = 0; j <= Rounds; j++) begin : gen_register
    if (ENCRYPTS) begin : gen_encrypt
      logic [127:0] key_q;
      always_ff @(posedge clk_i) begin
        if (wave_q[j]) key_q <= encrypt_chain[128*j+:128];
      end
      assign encrypt_chain[128*(j+1)+:128] = key_q;
    end else begin : gen_no_encrypt
      assign encrypt_chain[128*(j+1)+:128] = '0;
    end

    if (DECRYPTS) begin : gen_decrypt
      logic [127:0] key_q;
      always_ff @(posedge clk_i) begin
        if (decrypt_shift[j]) key_q <= decrypt_chain[128*j+:128];
      end
      assign decrypt_chain[128*(j+1)+:128] = key_q;
    end else begin : gen_no_decrypt
      assign decrypt_chain[128*(j+1)+:128] = '0;
    end
  end

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    logic [127:0] encrypt_key, decrypt_key;
    assign encrypt_key = encrypt_chain[128*(Rounds-r)+:128];
    assign decrypt_key = decrypt_chain[128*(r+2)+:128];

    if (BOTH) begin : gen_both
      roundel_zero_gate #(.Width(128), .Registered(EncryptRegister)) u_encrypt (
        .clk_i,
        .blank_i(blank_encrypt_i[r]),
        .data_i(encrypt_key),
        .data_o(encrypt_key_o[128*r+:128])
      );

      roundel_zero_gate #(.Width(128), .Registered(DecryptRegister)) u_decrypt (
        .clk_i,
        .blank_i(blank_decrypt_i[r]),
        .data_i(decrypt_key),
        .data_o(decrypt_key_o[128*r+:128])
      );
    end else begin : gen_one
      assign encrypt_key_o[128*r+:128] = encrypt_key;
      assign decrypt_key_o[128*r+:128] = decrypt_key;
    end
  end

  logic unused_inputs;  // what one direction does not read
  assign unused_inputs = ^{blank_encrypt_i, blank_decrypt_i, encrypt_chain, decrypt_chain,
                           decrypt_shift};

`ifdef ROUNDEL_CONTRACT_STATE
  // Launches are at least two cycles apart. No reset: an X of the wave breaks no contract.
  `ROUNDEL_CONTRACT(launches_two_cycles_apart, clk_i, 1'b1,
                    (launch_i && wave_q[Rounds]) !== 1'b1)
`endif  // ROUNDEL_CONTRACT_STATE

endmodule : roundel_key_chain
