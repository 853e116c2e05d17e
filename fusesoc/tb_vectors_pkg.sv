// SPDX-License-Identifier: Apache-2.0
//
// Vectors of the benches beside this file. Written by scripts/generate.py; do not edit.
//
// A field has its byte 0 on top, a key its last byte in the low bits. Sources:
//   ECB 0  SP 800-38A F.1
//   ECB 1  FIPS-197 appendix C
//   CBC 0  SP 800-38A F.2
//   CBC 1  GCM's test cases 1, 7 and 13 (McGrew and Viega), which print E(0)
//   CTR 0  SP 800-38A F.5
//   CTR 1  GCM's test cases 1, 7 and 13 (McGrew and Viega), which print E(0)
//   GCM 0  test cases 4, 10 and 16 of McGrew and Viega
//   GCM 1  test cases 2, 8 and 14
//   XTS 0  IEEE 1619 vector 4, its beginning
//   XTS 0  IEEE 1619 vector 10, its beginning
//   XTS 1  IEEE 1619 vector 15, with stealing; 256: keys that go on in its pattern

package tb_vectors_pkg;

  // verilator lint_off UNUSEDPARAM
  function automatic logic [511:0] key(
      input integer mode, input integer key_bits, input integer number);
    key = '0;
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 128 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h000000000000000000000000000000002b7e151628aed2a6abf7158809cf4f3c
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 192 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h00000000000000008e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 256 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 128 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h00000000000000000000000000000000000102030405060708090a0b0c0d0e0f
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 192 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000102030405060708090a0b0c0d0e0f1011121314151617
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 256 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 128 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h000000000000000000000000000000002b7e151628aed2a6abf7158809cf4f3c
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 192 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h00000000000000008e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 256 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 128 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 192 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 256 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 128 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h000000000000000000000000000000002b7e151628aed2a6abf7158809cf4f3c
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 192 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h00000000000000008e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 256 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 128 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 192 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 256 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h00000000000000000000000000000000feffe9928665731c6d6a8f9467308308
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000feffe9928665731c6d6a8f9467308308feffe9928665731c
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'hfeffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 128 && number == 0) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h2718281828459045235360287471352631415926535897932384626433832795
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 256 && number == 0) begin
      key = {
        256'h2718281828459045235360287471352662497757247093699959574966967627,
        256'h3141592653589793238462643383279502884197169399375105820974944592
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 128 && number == 1) begin
      key = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'hfffefdfcfbfaf9f8f7f6f5f4f3f2f1f0bfbebdbcbbbab9b8b7b6b5b4b3b2b1b0
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 256 && number == 1) begin
      key = {
        256'hfffefdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0,
        256'hbfbebdbcbbbab9b8b7b6b5b4b3b2b1b0afaeadacabaaa9a8a7a6a5a4a3a2a1a0
      };
    end
  endfunction

  function automatic logic [511:0] cipher(
      input integer mode, input integer key_bits, input integer number);
    cipher = '0;
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 128 && number == 0) begin
      cipher = {
        256'h3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf,
        256'h43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 192 && number == 0) begin
      cipher = {
        256'hbd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef,
        256'hef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 256 && number == 0) begin
      cipher = {
        256'hf3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870,
        256'hb6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 128 && number == 1) begin
      cipher = {
        256'h69c4e0d86a7b0430d8cdb78070b4c55a00000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 192 && number == 1) begin
      cipher = {
        256'hdda97ca4864cdfe06eaf70a0ec0d719100000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 256 && number == 1) begin
      cipher = {
        256'h8ea2b7ca516745bfeafc49904b49608900000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 128 && number == 0) begin
      cipher = {
        256'h7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2,
        256'h73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 192 && number == 0) begin
      cipher = {
        256'h4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a,
        256'h571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 256 && number == 0) begin
      cipher = {
        256'hf58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d,
        256'h39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 128 && number == 1) begin
      cipher = {
        256'h66e94bd4ef8a2c3b884cfa59ca342b2e00000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 192 && number == 1) begin
      cipher = {
        256'haae06992acbf52a3e8f4a96ec9300bd700000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 256 && number == 1) begin
      cipher = {
        256'hdc95c078a2408989ad48a2149284208700000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 128 && number == 0) begin
      cipher = {
        256'h874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff,
        256'h5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 192 && number == 0) begin
      cipher = {
        256'h1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94,
        256'h1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 256 && number == 0) begin
      cipher = {
        256'h601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5,
        256'h2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 128 && number == 1) begin
      cipher = {
        256'h66e94bd4ef8a2c3b884cfa59ca342b2e00000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 192 && number == 1) begin
      cipher = {
        256'haae06992acbf52a3e8f4a96ec9300bd700000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 256 && number == 1) begin
      cipher = {
        256'hdc95c078a2408989ad48a2149284208700000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 0) begin
      cipher = {
        256'h42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e,
        256'h21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e09100000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 0) begin
      cipher = {
        256'h3980ca0b3c00e841eb06fac4872a2757859e1ceaa6efd984628593b40ca1e19c,
        256'h7d773d00c144c525ac619d18c84a3f4718e2448b2fe324d9ccda271000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 0) begin
      cipher = {
        256'h522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa,
        256'h8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f66200000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 1) begin
      cipher = {
        256'h0388dace60b6a392f328c2b971b2fe7800000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 1) begin
      cipher = {
        256'h98e7247c07f0fe411c267e4384b0f60000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 1) begin
      cipher = {
        256'hcea7403d4d606b6e074ec5d3baf39d1800000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 128 && number == 0) begin
      cipher = {
        256'h27a7479befa1d476489f308cd4cfa6e2a96e4bbe3208ff25287dd3819616e89c,
        256'hc78cf7f5e543445f8333d8fa7f56000005279fa5d8b5e4ad40e736ddb4d35412
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 256 && number == 0) begin
      cipher = {
        256'h1c3b3a102f770386e4836c99e370cf9bea00803f5e482357a4ae12d414a3e63b,
        256'h5d31e276f8fe4a8d66b317f9ac683f44680a86ac35adfc3345befecb4bb188fd
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 128 && number == 1) begin
      cipher = {
        256'h6c1625db4671522d3d7599601de7ca09ed000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 256 && number == 1) begin
      cipher = {
        256'h7f117752cc598a8b0d81d88af9f9bec8c3000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
  endfunction

  function automatic logic [127:0] tag(
      input integer mode, input integer key_bits, input integer number);
    tag = '0;
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 0) begin
      tag = 128'h5bc94fbc3221a5db94fae95ae7121a47;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 0) begin
      tag = 128'h2519498e80f1478f37ba55bd6d27618c;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 0) begin
      tag = 128'h76fc6ece0f4e1768cddf8853bb2d551b;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 1) begin
      tag = 128'hab6e47d42cec13bdf53a67b21257bddf;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 1) begin
      tag = 128'h2ff58d80033927ab8ef4d4587514f0fb;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 1) begin
      tag = 128'hd0d1c8a799996bf0265b98b5d48ab919;
    end
  endfunction

  function automatic logic [511:0] plain(
      input integer mode, input integer key_bits, input integer number);
    plain = '0;
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 128 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 192 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 256 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 128 && number == 1) begin
      plain = {
        256'h00112233445566778899aabbccddeeff00000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 192 && number == 1) begin
      plain = {
        256'h00112233445566778899aabbccddeeff00000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && key_bits == 256 && number == 1) begin
      plain = {
        256'h00112233445566778899aabbccddeeff00000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 128 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 192 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 256 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 128 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 192 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 256 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 128 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 192 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 256 && number == 0) begin
      plain = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 128 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 192 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 256 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 0) begin
      plain = {
        256'hd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72,
        256'h1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b3900000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 0) begin
      plain = {
        256'hd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72,
        256'h1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b3900000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 0) begin
      plain = {
        256'hd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72,
        256'h1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b3900000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 1) begin
      plain = {
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 128 && number == 0) begin
      plain = {
        256'h000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f,
        256'h202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 256 && number == 0) begin
      plain = {
        256'h000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f,
        256'h202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 128 && number == 1) begin
      plain = {
        256'h000102030405060708090a0b0c0d0e0f10000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 256 && number == 1) begin
      plain = {
        256'h000102030405060708090a0b0c0d0e0f10000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
  endfunction

  function automatic logic [127:0] iv(
      input integer mode, input integer key_bits, input integer number);
    iv = '0;
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 128 && number == 0) begin
      iv = 128'h000102030405060708090a0b0c0d0e0f;
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 192 && number == 0) begin
      iv = 128'h000102030405060708090a0b0c0d0e0f;
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 256 && number == 0) begin
      iv = 128'h000102030405060708090a0b0c0d0e0f;
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 128 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 192 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_CBC && key_bits == 256 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 128 && number == 0) begin
      iv = 128'hf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff;
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 192 && number == 0) begin
      iv = 128'hf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff;
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 256 && number == 0) begin
      iv = 128'hf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff;
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 128 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 192 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_CTR && key_bits == 256 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 0) begin
      iv = 128'hcafebabefacedbaddecaf88800000000;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 0) begin
      iv = 128'hcafebabefacedbaddecaf88800000000;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 0) begin
      iv = 128'hcafebabefacedbaddecaf88800000000;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 128 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 192 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && key_bits == 256 && number == 1) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 128 && number == 0) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 256 && number == 0) begin
      iv = 128'hff000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 128 && number == 1) begin
      iv = 128'h9a785634120000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_XTS && key_bits == 256 && number == 1) begin
      iv = 128'h9a785634120000000000000000000000;
    end
  endfunction

  function automatic logic [511:0] aad(
      input integer mode, input integer number);
    aad = '0;
    if (mode == roundel_stream_pkg::MODE_GCM && number == 0) begin
      aad = {
        256'hfeedfacedeadbeeffeedfacedeadbeefabaddad2000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
  endfunction

  function automatic integer text_bytes(
      input integer mode, input integer number);
    text_bytes = 0;
    if (mode == roundel_stream_pkg::MODE_ECB && number == 0) begin
      text_bytes = 64;
    end
    if (mode == roundel_stream_pkg::MODE_ECB && number == 1) begin
      text_bytes = 16;
    end
    if (mode == roundel_stream_pkg::MODE_CBC && number == 0) begin
      text_bytes = 64;
    end
    if (mode == roundel_stream_pkg::MODE_CBC && number == 1) begin
      text_bytes = 16;
    end
    if (mode == roundel_stream_pkg::MODE_CTR && number == 0) begin
      text_bytes = 64;
    end
    if (mode == roundel_stream_pkg::MODE_CTR && number == 1) begin
      text_bytes = 16;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && number == 0) begin
      text_bytes = 60;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && number == 1) begin
      text_bytes = 16;
    end
    if (mode == roundel_stream_pkg::MODE_XTS && number == 0) begin
      text_bytes = 64;
    end
    if (mode == roundel_stream_pkg::MODE_XTS && number == 1) begin
      text_bytes = 17;
    end
  endfunction

  function automatic integer aad_bytes(
      input integer mode, input integer number);
    aad_bytes = 0;
    if (mode == roundel_stream_pkg::MODE_GCM && number == 0) begin
      aad_bytes = 20;
    end
  endfunction

endpackage : tb_vectors_pkg
