// SPDX-License-Identifier: Apache-2.0
//
// The AES algorithm of FIPS-197: tables, byte moves and field arithmetic; tweaks of AES-XTS.

package roundel_aes_pkg;

  // No design uses every constant.
  // verilator lint_off UNUSEDPARAM

  // Parameter `Direction`.
  localparam int DIRECTION_ENCRYPT = 0;  // cipher, FIPS-197 section 5.1
  localparam int DIRECTION_DECRYPT = 1;  // inverse cipher, FIPS-197 section 5.3
  localparam int DIRECTION_BOTH = 2;  // either, chosen block by block

  // Parameter `KeySizes`: a mask with bit (size / 64 - 2) for each key size. The largest size of a
  // set is `KeyBits`.
  localparam int KEY_SIZES_ONE = 0;  // KeyBits only
  localparam int KEY_SIZES_128_192 = 3;  // 128 or 192 bits, chosen key by key
  localparam int KEY_SIZES_128_256 = 5;  // 128 or 256 bits, chosen key by key
  localparam int KEY_SIZES_192_256 = 6;  // 192 or 256 bits, chosen key by key
  localparam int KEY_SIZES_128_192_256 = 7;  // 128, 192 or 256 bits, chosen key by key

  // Port `key_size_i`.
  localparam logic [1:0] KEY_SIZE_128 = 2'd0;
  localparam logic [1:0] KEY_SIZE_192 = 2'd1;
  localparam logic [1:0] KEY_SIZE_256 = 2'd2;

  // The substitute of byte x stands in bits [8*x +: 8]. scripts/generate.py checks both.
  localparam logic [2047:0] SBOX = {
    128'h16bb54b00f2d99416842e6bf0d89a18c,
    128'hdf2855cee9871e9b948ed9691198f8e1,
    128'h9e1dc186b95735610ef6034866b53e70,
    128'h8a8bbd4b1f74dde8c6b4a61c2e2578ba,
    128'h08ae7a65eaf4566ca94ed58d6d37c8e7,
    128'h79e4959162acd3c25c2406490a3a32e0,
    128'hdb0b5ede14b8ee4688902a22dc4f8160,
    128'h73195d643d7ea7c41744975fec130ccd,
    128'hd2f3ff1021dab6bcf5389d928f40a351,
    128'ha89f3c507f02f94585334d43fbaaefd0,
    128'hcf584c4a39becb6a5bb1fc20ed00d153,
    128'h842fe329b3d63b52a05a6e1b1a2c8309,
    128'h75b227ebe28012079a059618c323c704,
    128'h1531d871f1e5a534ccf73f362693fdb7,
    128'hc072a49cafa2d4adf04759fa7dc982ca,
    128'h76abd7fe2b670130c56f6bf27b777c63
  };
  localparam logic [2047:0] INV_SBOX = {
    128'h7d0c2155631469e126d677ba7e042b17,
    128'h619953833cbbebc8b0f52aae4d3be0a0,
    128'hef9cc9939f7ae52d0d4ab519a97f5160,
    128'h5fec8027591012b131c7078833a8dd1f,
    128'hf45acd78fec0db9a2079d2c64b3e56fc,
    128'h1bbe18aa0e62b76f89c5291d711af147,
    128'h6edf751ce837f9e28535ade72274ac96,
    128'h73e6b4f0cecff297eadc674f4111913a,
    128'h6b8a130103bdafc1020f3fca8f1e2cd0,
    128'h0645b3b80558e4f70ad3bc8c00abd890,
    128'h849d8da75746155edab9edfd5048706c,
    128'h92b6655dcc5ca4d41698688664f6f872,
    128'h25d18b6d49a25b76b224d92866a12e08,
    128'h4ec3fa420b954cee3d23c2a632947b54,
    128'hcbe9dec444438e3487ff2f9b8239e37c,
    128'hfbd7f3819ea340bf38a53630d56a0952
  };

  // The eight bit planes of a table: bit j of entry x is bit 256 * j + x. A plane is the truth
  // table of one output bit, a function of eight inputs.
  function automatic logic [2047:0] table_planes(input logic [2047:0] entries);
    integer x, j;
    for (x = 0; x < 256; x = x + 1) begin
      for (j = 0; j < 8; j = j + 1) begin
        table_planes[256*j+x] = entries[8*x+j];
      end
    end
  endfunction

  // Multiplication by x modulo x^8 + x^4 + x^3 + x + 1 (FIPS-197 section 4.2.1).
  function automatic logic [7:0] xtime(input logic [7:0] b);
    xtime = {b[6:0], 1'b0} ^ {3'b000, b[7], b[7], 1'b0, b[7], b[7]};
  endfunction

  // MixColumns, or InvMixColumns, of a column whose byte 0 is `b` and whose others are zero
  // (FIPS-197 sections 5.1.3 and 5.3.3).
  function automatic logic [31:0] mix_byte(input logic decrypt, input logic [7:0] b);
    logic [7:0] b2, b4, b8;
    b2 = xtime(b);
    b4 = xtime(b2);
    b8 = xtime(b4);
    mix_byte = decrypt ? {b8 ^ b4 ^ b2, b8 ^ b, b8 ^ b4 ^ b, b8 ^ b2 ^ b} : {b2, b, b, b2 ^ b};
  endfunction

  // The tweak of the block `n` behind that of `tweak`: times x to the n, modulo x^128 + x^7 + x^2
  // + x + 1. Byte 0 is the lowest there, and its lowest bit the coefficient of 1.
  function automatic logic [127:0] xts_ahead(input logic [127:0] tweak, input integer n);
    logic [127:0] from;
    integer i, b;
    xts_ahead = tweak;
    for (i = 0; i < n; i = i + 1) begin
      from = xts_ahead;
      xts_ahead[127:120] = {from[126:120], 1'b0} ^ (from[7] ? 8'h87 : 8'h00);
      for (b = 1; b < 16; b = b + 1) begin
        xts_ahead[127-8*b-:8] = {from[126-8*b-:7], from[135-8*b]};
      end
    end
  endfunction

  // The tweak of the block before: times the reciprocal of x.
  function automatic logic [127:0] xts_before(input logic [127:0] tweak);
    integer b;
    for (b = 0; b < 15; b = b + 1) begin
      xts_before[127-8*b-:8] = {tweak[112-8*b], tweak[127-8*b-:7]};
    end
    xts_before[7:0] = {tweak[120], tweak[7:1]};
    xts_before[127:120] = xts_before[127:120] ^ (tweak[120] ? 8'h43 : 8'h00);
  endfunction

  // ShiftRows, FIPS-197 section 5.1.2.
  function automatic logic [127:0] shift_rows(input logic [127:0] s);
    integer c, r;
    for (c = 0; c < 4; c = c + 1) begin
      for (r = 0; r < 4; r = r + 1) begin
        shift_rows[127-8*(4*c+r)-:8] = s[127-8*(4*((c+r)%4)+r)-:8];
      end
    end
  endfunction

  // InvShiftRows, FIPS-197 section 5.3.1.
  function automatic logic [127:0] inv_shift_rows(input logic [127:0] s);
    integer c, r;
    for (c = 0; c < 4; c = c + 1) begin
      for (r = 0; r < 4; r = r + 1) begin
        inv_shift_rows[127-8*(4*c+r)-:8] = s[127-8*(4*((c+4-r)%4)+r)-:8];
      end
    end
  endfunction

  // A word with its bytes in the other order: RISC-V loads byte 0 into the lowest bits.
  function automatic logic [31:0] swap_bytes(input logic [31:0] w);
    swap_bytes = {w[7:0], w[15:8], w[23:16], w[31:24]};
  endfunction

  // Rcon of every expansion step, FIPS-197 section 5.2: step n makes words Nk + 4*n to Nk + 4*n + 3
  // and stands in bits [8*n +: 8]; zero for a step that uses none. Steps 0 to 15.
  function automatic logic [127:0] step_rcons(input int key_bits);
    logic [7:0] rcon;
    integer n, i, nk;
    nk = key_bits / 32;
    rcon = 8'h01;
    step_rcons = '0;
    for (n = 0; n < 16; n = n + 1) begin
      for (i = nk + 4 * n; i < nk + 4 * n + 4; i = i + 1) begin
        if (i % nk == 0) begin
          step_rcons[8*n+:8] = rcon;
          rcon = {rcon[6:0], 1'b0} ^ (rcon[7] ? 8'h1b : 8'h00);
        end
      end
    end
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_aes_pkg
