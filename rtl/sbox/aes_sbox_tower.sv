// SPDX-License-Identifier: Apache-2.0

module aes_sbox_tower #(
  parameter int Direction = aes_pkg::DIRECTION_ENCRYPT
) (
  input  logic       decrypt_i,
  input  logic [7:0] byte_i,
  output logic [7:0] byte_o
);

  localparam logic [119:0] ENC_IN = 120'h1a6c20ff58941ba0acd270c6520add;
  localparam logic [119:0] DEC_IN = 120'h260a94ff468a82c67178f7a02a6c22;
  localparam logic [14:0] DEC_IN_CONST = 15'h2348;
  localparam logic [63:0] ENC_OUT = 64'h86d08e7b05598f65;
  localparam logic [63:0] DEC_OUT = 64'h24eea45ab272b051;

  function automatic logic [14:0] in_map(input logic [119:0] rows, input logic [7:0] x);
    for (int i = 0; i < 15; i++) in_map[i] = ^(rows[8*i +: 8] & x);
  endfunction

  function automatic logic [7:0] out_map(input logic [63:0] rows, input logic [7:0] x);
    for (int i = 0; i < 8; i++) out_map[i] = ^(rows[8*i +: 8] & x);
  endfunction

  // The eight pairs of ANDs of a product in GF(2^4); a_forms = {a1^a2, a2^a3, a0^a3, a}.
  function automatic logic [7:0] products(input logic [6:0] a, input logic [3:0] b);
    products[0] = (a[0] & b[0]) ^ (a[3] & b[1]);
    products[1] = (a[2] & b[2]) ^ (a[1] & b[3]);
    products[2] = (a[1] & b[0]) ^ (a[4] & b[1]);
    products[3] = (a[5] & b[2]) ^ (a[6] & b[3]);
    products[4] = (a[2] & b[0]) ^ (a[1] & b[1]);
    products[5] = (a[4] & b[2]) ^ (a[5] & b[3]);
    products[6] = (a[3] & b[0]) ^ (a[2] & b[1]);
    products[7] = (a[1] & b[2]) ^ (a[4] & b[3]);
  endfunction

  logic [14:0] forms;
  logic [7:0] hl, p, q, tower;
  logic [3:0] h, l, d;
  logic [6:0] g;

  if (Direction == aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt_in
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;
    assign forms = in_map(ENC_IN, byte_i);
  end else if (Direction == aes_pkg::DIRECTION_DECRYPT) begin : gen_decrypt_in
    logic unused_decrypt;
    assign unused_decrypt = decrypt_i;
    assign forms = in_map(DEC_IN, byte_i) ^ DEC_IN_CONST;
  end else begin : gen_both_in
    assign forms = decrypt_i ? in_map(DEC_IN, byte_i) ^ DEC_IN_CONST : in_map(ENC_IN, byte_i);
  end

  assign l = forms[3:0];
  assign h = forms[7:4];
  assign hl = products({forms[10:8], l}, h);
  for (genvar i = 0; i < 4; i++) begin : gen_d
    assign d[i] = hl[2*i] ^ hl[2*i+1] ^ forms[11+i];
  end
  assign g[0] = d[0] ^ d[1] ^ d[2] ^ d[3] ^ (d[0] & d[2]) ^ (d[1] & d[2]) ^ (d[0] & d[1] & d[2]) ^
      (d[1] & d[2] & d[3]);
  assign g[1] = d[3] ^ (d[0] & d[1]) ^ (d[0] & d[2]) ^ (d[1] & d[2]) ^ (d[1] & d[3]) ^
      (d[0] & d[1] & d[3]);
  assign g[2] = d[2] ^ d[3] ^ (d[0] & d[1]) ^ (d[0] & d[2]) ^ (d[0] & d[3]) ^ (d[0] & d[2] & d[3]);
  assign g[3] = d[1] ^ d[2] ^ d[3] ^ (d[0] & d[3]) ^ (d[1] & d[3]) ^ (d[2] & d[3]) ^
      (d[1] & d[2] & d[3]);
  assign g[6:4] = {g[1] ^ g[2], g[2] ^ g[3], g[0] ^ g[3]};
  assign p = products(g, h);
  assign q = products(g, h ^ l);
  for (genvar i = 0; i < 4; i++) begin : gen_tower
    assign tower[i] = q[2*i] ^ q[2*i+1];
    assign tower[4+i] = p[2*i] ^ p[2*i+1];
  end
  if (Direction == aes_pkg::DIRECTION_ENCRYPT) begin : gen_encrypt_out
    assign byte_o = out_map(ENC_OUT, tower) ^ 8'h63;
  end else if (Direction == aes_pkg::DIRECTION_DECRYPT) begin : gen_decrypt_out
    assign byte_o = out_map(DEC_OUT, tower);
  end else begin : gen_both_out
    assign byte_o = decrypt_i ? out_map(DEC_OUT, tower) : out_map(ENC_OUT, tower) ^ 8'h63;
  end

endmodule : aes_sbox_tower
