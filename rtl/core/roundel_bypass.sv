// SPDX-License-Identifier: Apache-2.0
//
// Delays the blocks of smaller keys while their place in the ring passes the bypassed rounds.
//
// Interface. No handshake, no stall. `state_i` is the XOR of block and entry key of the block that
// enters in this cycle. The ring enters the state zero for a block of a smaller key. `inject_o` of
// hardware round D - 1 is added in front of CUT_MIX, where D is the number of bypassed rounds. The
// sum of inject_o and the ring's own state is then the delayed `state_i`. Without such a block
// `inject_o` is zero. No reset: states are overwritten as the clock runs, within latency() cycles.
//
// Method. The schedule gives zero as the round key of each bypassed round. A state of 16 equal
// bytes stays one: ShiftRows, MixColumns and their inverses do not change such a state, and
// SubBytes maps all bytes alike. Behind D rounds the state zero is therefore a constant, and
// `inject_o` is state_i XOR the constant. An XOR needs one input of a LUT where a multiplexer needs
// two, and the register in front of MixColumns' last sum has the input free
// (docs/explanation/engine.md).

module roundel_bypass #(
  parameter int KeyBits = 256,  // 192 or 256: the largest key
  parameter int KeySizes = roundel_aes_pkg::KEY_SIZES_128_192_256,  // the set of key sizes
  parameter int Rounds = 14,  // hardware rounds R, 3 or more
  parameter int Stages = 2,  // registers S of a round, 0 to 13
  parameter int Cuts = 'h021,  // cut positions with a register, a mask of CUT_*
  parameter int Direction = roundel_aes_pkg::DIRECTION_ENCRYPT  // roundel_aes_pkg::DIRECTION_*
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [         127:0] state_i,  // of the block that enters
  // The entry, and the block at each position of the ring: first turn, direction and key size.
  input  logic                  first_i,
  input  logic                  decrypt_i,
  input  logic [           1:0] size_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] first_at_i,
  input  logic [roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] decrypt_at_i,
  input  logic [2*roundel_engine_pkg::ring_length(Rounds, Stages)-1:0] size_at_i,
  output logic [128*Rounds-1:0] inject_o  // by hardware round, round 0 in the low bits
);

  localparam int LENGTH = roundel_engine_pkg::ring_length(Rounds, Stages);
  localparam int INJECT_STAGE =
      roundel_engine_pkg::cut_stage(Cuts, roundel_engine_pkg::CUT_INV_MIX);

  // Position of the block in the stage of `inject_o` behind `rounds` bypassed rounds.
  function automatic int position(input int rounds);
    position = (Stages == 0) ? 0 : (rounds - 1) * Stages + INJECT_STAGE;
  endfunction

  // Byte of the state zero behind `rounds` rounds with zero round keys.
  function automatic logic [7:0] passed(input logic decrypt, input int rounds);
    integer i;
    logic [7:0] b;
    b = 8'h00;
    for (i = 0; i < rounds; i = i + 1) begin
      b = decrypt ? roundel_aes_pkg::INV_SBOX[8*b+:8] : roundel_aes_pkg::SBOX[8*b+:8];
    end
    passed = b;
  endfunction

  // Entry e is the entry and entry p + 1 is position p.
  logic [LENGTH:0] first_at, decrypt_at;
  logic [2*(LENGTH+1)-1:0] size_at;
  assign first_at = {first_at_i, first_i};
  assign decrypt_at = {decrypt_at_i, decrypt_i};
  assign size_at = {size_at_i, size_i};

  // The state, delayed by position(2).
  logic [127:0] state_2;
  localparam int DELAY_2 = position(2);
  localparam int DELAY_4 = position(4);
  localparam int REGISTER_CYCLES = 8;  // registers cost no LUTs, but a long delay has too many

  if (DELAY_2 == 0) begin : gen_no_delay
    assign state_2 = state_i;
  end else begin : gen_delay
    logic [127:0] state_q;
    always_ff @(posedge clk_i) begin
      state_q <= state_i;
    end

    roundel_delay #(
      .Width(128), .Cycles(DELAY_2 - 1), .RegisterCycles(REGISTER_CYCLES)
    ) u_delay (
      .clk_i, .rst_ni,
      .data_i(state_q),
      .data_o(state_2)
    );
  end

  for (genvar r = 0; r < Rounds; r++) begin : gen_round
    // The key size that bypasses r + 1 rounds.
    localparam int SIZE = KeyBits / 64 - 2 - (r + 1) / 2;
    localparam bit HERE = (r == 1 || r == 3) && SIZE >= 0 && ((KeySizes >> SIZE) & 1) == 1;

    if (HERE) begin : gen_inject
      localparam int AT = position(r + 1);
      // The control is registered for speed where the block is known a cycle earlier.
      localparam bit EARLY = Stages >= 2;
      localparam int FROM = EARLY ? AT - 1 : AT;
      localparam logic [7:0] ENCRYPTED = passed(1'b0, r + 1);
      localparam logic [7:0] DECRYPTED = passed(1'b1, r + 1);

      logic [127:0] state, inject_q;
      // The byte that is added where inject_q is not a state, so that inject_o is zero there: the
      // registers have a synchronous set or reset, and the XOR behind them takes the inversion.
      localparam logic [7:0] RESTING =
          (Direction == roundel_aes_pkg::DIRECTION_DECRYPT) ? DECRYPTED : ENCRYPTED;

      logic active, decrypts;
      logic [7:0] other;  // RESTING XOR the constant of the block's direction

      if (r == 1) begin : gen_two
        assign state = state_2;
      end else begin : gen_four
        roundel_delay #(
          .Width(128), .Cycles(DELAY_4 - DELAY_2), .RegisterCycles(REGISTER_CYCLES)
        ) u_delay (
          .clk_i, .rst_ni,
          .data_i(state_2),
          .data_o(state)
        );
      end

      assign decrypts = Direction != roundel_aes_pkg::DIRECTION_ENCRYPT
          && (decrypt_at[FROM] || Direction == roundel_aes_pkg::DIRECTION_DECRYPT);

      roundel_pipeline_cut #(.Width(9), .Present(EARLY)) u_cut_control (
        .clk_i,
        .data_i({first_at[FROM] && size_at[2*FROM+:2] == SIZE[1:0],
                 (decrypts ? DECRYPTED : ENCRYPTED) ^ RESTING}),
        .data_o({active, other})
      );

      always_ff @(posedge clk_i) begin
        if (!active) begin
          inject_q <= {16{RESTING}};
        end else begin
          inject_q <= state ^ {16{other}};
        end
      end
      assign inject_o[128*r+:128] = inject_q ^ {16{RESTING}};
    end else begin : gen_none
      assign inject_o[128*r+:128] = '0;
    end
  end

  logic unused_signals;  // positions without injection
  assign unused_signals = ^{first_at, decrypt_at, size_at};

endmodule : roundel_bypass
