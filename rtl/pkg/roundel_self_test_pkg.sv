// SPDX-License-Identifier: Apache-2.0
//
// Vectors of roundel_self_test. Written by scripts/generate.py; do not edit.
//
// Keys, IVs and plaintext are those of SP 800-38A appendix F: the four blocks of plaintext repeat.
// XTS has Key2 = the complement of Key1. GCM and CCM have the first 12 bytes of the IV. Byte 0 of
// each field is in the top bits. `size` is roundel_aes_pkg::KEY_SIZE_*, `mode` is
// roundel_stream_pkg::MODE_*. Fields without a vector are 0.

package roundel_self_test_pkg;

  // No design uses every function.
  // verilator lint_off UNUSEDPARAM

  localparam logic [2047:0] PLAINTEXT = {
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710,
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710,
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710,
        256'h6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51,
        256'h30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
      };

  function automatic logic [255:0] key(input int size);
    key = '0;
    if (size == 0) begin
      key = 256'h2b7e151628aed2a6abf7158809cf4f3c00000000000000000000000000000000;
    end
    if (size == 1) begin
      key = 256'h8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b0000000000000000;
    end
    if (size == 2) begin
      key = 256'h603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4;
    end
  endfunction

  function automatic logic [127:0] iv(input int mode);
    iv = '0;
    if (mode == roundel_stream_pkg::MODE_ECB) begin
      iv = 128'h00000000000000000000000000000000;
    end
    if (mode == roundel_stream_pkg::MODE_CBC) begin
      iv = 128'h000102030405060708090a0b0c0d0e0f;
    end
    if (mode == roundel_stream_pkg::MODE_CTR) begin
      iv = 128'hf0f1f2f3f4f5f6f7f8f9fafbfcfdfeff;
    end
    if (mode == roundel_stream_pkg::MODE_GCM) begin
      iv = 128'h000102030405060708090a0b00000000;
    end
    if (mode == roundel_stream_pkg::MODE_XTS) begin
      iv = 128'h000102030405060708090a0b0c0d0e0f;
    end
    if (mode == roundel_stream_pkg::MODE_CFB) begin
      iv = 128'h000102030405060708090a0b0c0d0e0f;
    end
    if (mode == roundel_stream_pkg::MODE_OFB) begin
      iv = 128'h000102030405060708090a0b0c0d0e0f;
    end
    if (mode == roundel_stream_pkg::MODE_CCM) begin
      iv = 128'h000102030405060708090a0b00000000;
    end
  endfunction

  function automatic logic [127:0] aad(input int mode);
    aad = '0;
    if (mode == roundel_stream_pkg::MODE_GCM) begin
      aad = 128'ha0a1a2a3a4a5a6a7a8a9aaabacadaeaf;
    end
    if (mode == roundel_stream_pkg::MODE_CCM) begin
      aad = 128'h000ea0a1a2a3a4a5a6a7a8a9aaabacad;
    end
  endfunction

  function automatic logic [2047:0] ciphertext(input int mode, input int size);
    ciphertext = '0;
    if (mode == roundel_stream_pkg::MODE_ECB && size == 0) begin
      ciphertext = {
        256'h3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf,
        256'h43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4,
        256'h3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf,
        256'h43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4,
        256'h3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf,
        256'h43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4,
        256'h3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf,
        256'h43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && size == 1) begin
      ciphertext = {
        256'hbd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef,
        256'hef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e,
        256'hbd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef,
        256'hef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e,
        256'hbd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef,
        256'hef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e,
        256'hbd334f1d6e45f25ff712a214571fa5cc974104846d0ad3ad7734ecb3ecee4eef,
        256'hef7afd2270e2e60adce0ba2face6444e9a4b41ba738d6c72fb16691603c18e0e
      };
    end
    if (mode == roundel_stream_pkg::MODE_ECB && size == 2) begin
      ciphertext = {
        256'hf3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870,
        256'hb6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7,
        256'hf3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870,
        256'hb6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7,
        256'hf3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870,
        256'hb6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7,
        256'hf3eed1bdb5d2a03c064b5a7e3db181f8591ccb10d410ed26dc5ba74a31362870,
        256'hb6ed21b99ca6f4f9f153e7b1beafed1d23304b7a39f9f3ff067d8d8f9e24ecc7
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && size == 0) begin
      ciphertext = {
        256'h7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2,
        256'h73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7,
        256'h1f5512b4e773a591e3380109a55e8b75d0ce366bff5244e8dd3bada459090534,
        256'hbe69f5106b17103b3cd16726e862508c83e3c06ba3f913f7284722ad4e85dd41,
        256'h9e03b3bb6944ca44be2228141d263fa56016e98eb985eeb360d44405b28a8f94,
        256'h4a91ef7ca46a62d98575f672904d66c18abc056ee41e1ed1d923456f643d1603,
        256'hea143c8814a141b5926111811a7c0b1976e52d0902bbc9002200ae6c145224ec,
        256'hb31c87252c23385580d65cda978448e9fe6d0ae7d18355189551c88d63187d17
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && size == 1) begin
      ciphertext = {
        256'h4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a,
        256'h571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd,
        256'h8c5edffedd86534f2269266cf1520f3f32acf8fda91215df60fc063ba7eff2bc,
        256'h379a111208da533014523954428910142ce8bdc107e93961b86f8631f6373c81,
        256'h36519a173e8a074c464004a45ff8f8214d45f84802893a268aa3ca88217ad22e,
        256'hc1cd8f8532fe4f83eeb820327a8c024664ae422eeb94419994e586b8fd99f0ad,
        256'h0c1a7a1c9d75d9465fc1241ac40b48c3345b025b4d87af43b39b1a2268978760,
        256'h2d1749ee676ffaeead9a5f1d9e820405b388a0fa05375ad181a1f54c82f545ad
      };
    end
    if (mode == roundel_stream_pkg::MODE_CBC && size == 2) begin
      ciphertext = {
        256'hf58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d,
        256'h39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b,
        256'hb34e62fc55e1ccf6674cf57f3ac8f2829e44a898a93f73592513986a0d5a2a71,
        256'heb440582fff1c1a5f695697f53d9bab497db25863aef3a5801dbf1e1d43b6a6b,
        256'hb8d11b12f41acbc0d2145f7aebdeeee281ebf423c342318688ff61879e701eb9,
        256'h3792fdd7fb93decaa6b2e5d789afe237b049f9131e450ca74e778ea57ab7d8fb,
        256'hdc2e65feb8c204d4b15d7ae1a7856cc8f3632f33835b0cb85dd9d04fce25d05d,
        256'h1eb84f5a16ff9172d4785a81a75319db6911190a8df739b32f0a258a0a625032
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && size == 0) begin
      ciphertext = {
        256'h874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff,
        256'h5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee,
        256'hdbccf91a3aca0e9819554e86e3d8b228f6b4ce0d53e2ad698d7dbe343826674a,
        256'h0b11b03fea82cfe880926d2159f220ad8b05eac5988cc81eb871f9d316e9a0a1,
        256'hdc5d07c46eaed7017c9248045920e111d46fe52193ba49748202a7e232e2437c,
        256'h9d6851a18b7167cfbd95159c1099ddfabbbd95a40dfeb383578abedd32e05723,
        256'h6e1b201de7a2e1719fcae3c7c59d8fdb300c44cd7166878f9c7cce5a60d699a7,
        256'hd4de48a0581ccaa6f78a0beef1134c3cdb015a0b5b9ee950c5d3df49e7d11469
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && size == 1) begin
      ciphertext = {
        256'h1abc932417521ca24f2b0459fe7e6e0b090339ec0aa6faefd5ccc2c6f4ce8e94,
        256'h1e36b26bd1ebc670d1bd1d665620abf74f78a7f6d29809585a97daec58c6b050,
        256'h23d3f2d52c7461a3416c9e7306d53383702ef3e5bf31738abcb333a20906be5e,
        256'h132fef7b0c7a3c6e698fd5cb941f9f0a6e1f594a0cb9553fb9dcc8caf8fd6263,
        256'h92453c09962280af2859b7bffde145aa65b31ad509a123fb4283946299fdff94,
        256'he5f9514b442d5c2e326bf92a75fd05b7dc39e1e94f5c347eeca19416339dec92,
        256'ha0ecba7ccf46f9fb93aedd0634cda6c4002a2a79582b698b34894488ce9d13ab,
        256'hddbc8177dcfcd9c21bb8f86ba7895e5333d7bd2e1d5f4662b5052a186944e0c7
      };
    end
    if (mode == roundel_stream_pkg::MODE_CTR && size == 2) begin
      ciphertext = {
        256'h601ec313775789a5b7a7f504bbf3d228f443e3ca4d62b59aca84e990cacaf5c5,
        256'h2b0930daa23de94ce87017ba2d84988ddfc9c58db67aada613c2dd08457941a6,
        256'he0b64102f73c96043eca700d9a5cd49de2c6edd57e05a41ff215a4e960350bfc,
        256'h29064fba9349656330acdd59f44b0b87c2f00d4c6182fa14c90c9de0cdbb5af6,
        256'hb57c2d9f642e729f3f728d385852995a34e1a3ff4fe0dd91555892d957419066,
        256'hfdc486966588343c700c291c0eda9d935bb9412c3a0fa486f8d78e483fb88f47,
        256'h9631fec14e0720a1658882906f7bcad564e20ad8c43212d8f970ef3458942f04,
        256'h27d6463006d22a4a27beb57c899b7dd9eb6584e303d6d9f5c36c4769e7ab4d26
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 0) begin
      ciphertext = {
        256'h300e85b4962811d409e56a97d11aa3bda5178ba153daf84e9bbdfa0b7999db66,
        256'h3636e841e2248c3774c7742f85ae7742ead4b159c4fb7baab950975964986fa7,
        256'h92c274d140b2d101d470654d3b19be022a5293c3edff6bcf9c3b4a885474ef3c,
        256'hd275a060a25ccf75b81e85daf96a4191e1ebd04b3ca902110a72f034edb9182b,
        256'h53291209fdb94ca2d47ee807bef795221edbbe1e9e129142b04d40c1ba24c614,
        256'h08f6748bfd81db20af3d394cddde2c2f59e35f6512f2068fc4bfafb8c48e204a,
        256'h6753d7548648ac082890603f454397700bef8b5d1f5b05b35766ff8083861743,
        256'h4caa0729288be3a7e3fd98c23d42a67c7c48ea29ee8dee2e9431ccd3be09a8d1
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 1) begin
      ciphertext = {
        256'hf7fac25148ee25d4ac55295c14123a5ec5a0727a8cbd764638c84c92a94ea041,
        256'h7afe211b69ef14694598ea585b394669cd5f8f59fac8d4bea9bf84ef3006685c,
        256'hd65773a13410e805db26b7de1e8bce0c80d93942c70eba161e2fc39d87a72f22,
        256'h82722db16c23c76a1b9c0d485c6d73e96330f0b71778c108bcbbf1e10f94e608,
        256'hd7e025e5f0184329775d78d86cc75525ba56c2d3fdfe1c93adedd6b1b98b80ff,
        256'he8155df703a0d454263f822098d3fe1d74e47ced57ef0b6b487fe95db92e1e60,
        256'h33bbfc8fbc78f4c744fec638927d2b31907096396fc0db9f0d0929a6bcc6f348,
        256'h43127b376f384ac3f59da9d6f4a494362b87e08a6090814f726ff7058de5d89a
      };
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 2) begin
      ciphertext = {
        256'h63a00fb1aa0404e84f9d3cb8fead8ec1eb510cb5bc66354f4600934c2c0b9bf2,
        256'h22faf990772fd2d6cbac2dd9a815904c9a3db2cfdda760678e8c33d96799ba51,
        256'h4b30fde268a94cb423bf63624afdb296288edce3867ca6de65fd38541e109163,
        256'h7dcfa3f5292e2266611cab2283ef6941928eed245384b14f59501ef9a8f0e98e,
        256'hf4ee758594993cf249c1005d89311e3870411b345eba57c259db3cd2fbfb7898,
        256'h66496a48568c3d4e4b6804065a5cd21721985c7981b0d78efe0731407a56da3f,
        256'h707c32dd7eab614c9348568eea24f54ff11d19658c67881a90c06b83a84845a3,
        256'h5310a2f16bc559b18814c5e427d5c64b5e506453a450e7b830559ab4cdefecbd
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && size == 0) begin
      ciphertext = {
        256'h046c7d29986cd5d6bcda58de8084688196440a9e6cdd642cb3e08a771e116c57,
        256'ha2b682d0080811722dd3e9b9153fe5dc20e5d2ff81dd2e4db067d3e20b323321,
        256'h39a37f56eb8c0ed63578cf7010facee00b621b4619fd9e4ee2daa3fe4897cd90,
        256'he7b64d40d87a44431c3212399c7b0af2315c5bd9c742d18e9bb22d1ddd82d203,
        256'h63accb2d15f61589bbce6f553a0223d151fda1cdad84c4bbd98ff7212e708032,
        256'h343e423b8517d32bb02991ad25934df307705fc1b4e2d23eb8052cce9d908058,
        256'h84a9a9bd29d035303e7be7d83bd462fabbe8b3a2b001ad708ed52b71508ecf7e,
        256'h1d37a94fd99c6ec9ea33ee68b6301777dade82f5af2c692316be6a8b27b99140
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && size == 1) begin
      ciphertext = {
        256'hc31e208d115a1788b8379fd6b1e6fc6447801e3f96305f50068f6c35ce44b5a3,
        256'h3fbccf47c8895cdb4d815269af575cc506b0457e759fa114ec243e7dd6ec845b,
        256'he8abf85b7a983c7b856d23234219317840684b5194908cfc42779166fc12bd1c,
        256'hf7ea346f00141defeb808ae6e9fd0218898b355d4286d77237a383d9c498f34c,
        256'hec40cc56b77c1dc2f0968eef592985ff7006e46a90d35611e4fd8dbad462d3f1,
        256'hb382961e27a09759a8c0e9012de9ad5a4be3e98f9d9515fff8e434f0081e24d2,
        256'h9af62c3f58b14640158995433dd742ec5f1dbe4faebfd2bffaa30e721c893d44,
        256'h350ef0964ecd19022d510ee50188900bcbc70c1c1ef1169b37c7e525ab56849d
      };
    end
    if (mode == roundel_stream_pkg::MODE_XTS && size == 2) begin
      ciphertext = {
        256'hd64ba18906523d98fa86026f14e7c7713dc7dfe138b0183156a453153f8728c8,
        256'h665683680678e18bdfae0566913be8b9388c993c42036d30783929bb07a3e40b,
        256'ha9de08924cc400491ad80425d3a90632f11295dc421bfc8cb4a6220c8eb847a5,
        256'h94ad79fb25ffc32308c46450f7671bfd2daae067b5daa24a7defc95731f220b1,
        256'h3b0cf7c30401c2319adf0c0fb8abf489364ac435d766da5f8bfc41f70fe7772f,
        256'h158cf28c6fba40823e027678127d22e457f2718755dd5f77327586a406e282ef,
        256'hd89c22ddab553464e63eed758920b74f62a5e7eee303a0128c10a2a3f42e981f,
        256'hc648d8e91da06a5e9181596e571f21f8b598001d68cfa6d219a0fd1d487e99f5
      };
    end
    if (mode == roundel_stream_pkg::MODE_CFB && size == 0) begin
      ciphertext = {
        256'h3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b,
        256'h26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6,
        256'hcc558f3e4e3f184eeb99e79b9c87b5350c57859e2bfef168f95cec555fb12b50,
        256'hdfa99f61669bf7fe673ef36f5bf8817c5cd60be65b61bb4ed9600f82fa42a9b7,
        256'h7201cfeb63b304aae65b615d74c3641287272c1eb855ce674b41435bd985f06c,
        256'h2dd141ec421bfd22f1c7b7f999204faf1c5cfea0be90da60a7ac63776b58620c,
        256'h33a6d3694c6212a3992b2f82ea5cf7557534fd41514d5c546cf1bbc61194a02c,
        256'h3470982539215f935dace126f923713bd84635877a6a5bf0088afa1f3f54caf4
      };
    end
    if (mode == roundel_stream_pkg::MODE_CFB && size == 1) begin
      ciphertext = {
        256'hcdc80d6fddf18cab34c25909c99a417467ce7f7f81173621961a2b70171d3d7a,
        256'h2e1e8a1dd59b88b1c8e60fed1efac4c9c05f9f9ca9834fa042ae8fba584b09ff,
        256'h86351ab1556816c6833aa894ca642913594f0f821dc3ef9fa99a337d02cd7fc2,
        256'hed5f38675c910f3eec61b4ee651b6ab3ab7a43a54000e160cf05ac61811c0503,
        256'h1f975676c518bef68fab1e63b82e8ccd1b138799707aecdac309b627c451a73a,
        256'h55b965b4b1a26ddcf79153865ddf5ab18bb892d62e94ebe89b6646ecb4f0ba60,
        256'ha8bc8d0c9d05f06bd1c7c0b2512d8d7f0563e6b37bdbce1a4d367f08645cb807,
        256'h85bb59e8d5bfbe9781c5eee620e9392abd845e61af584988281b835c27c08105
      };
    end
    if (mode == roundel_stream_pkg::MODE_CFB && size == 2) begin
      ciphertext = {
        256'hdc7e84bfda79164b7ecd8486985d386039ffed143b28b1c832113c6331e5407b,
        256'hdf10132415e54b92a13ed0a8267ae2f975a385741ab9cef82031623d55b1e471,
        256'h18b709b58fbf2f9a94954db48a40dd05493fb9d5ef3b691c0b74ed082df5acb3,
        256'h8d14e22218d579d66e8b15b8f2cff488fc22907a90e0b9ed0eeedf40ba59f92c,
        256'h79aa7ef0ee65b56473013e266c8bb29bcb65789e7966125fe8e5bc68dae4b361,
        256'h9160a8a7a01a714a5c28df71caba517d51b8818b964daa99fcaaafe374c0b626,
        256'hb4bac54fa79b76f452cd8f75b252965198b942b1c64c1fe66fd9ef912197847f,
        256'h3fdb6591e5e15709888053aecbcc63313e1635611f4bc6f6c20703ef8f840c54
      };
    end
    if (mode == roundel_stream_pkg::MODE_OFB && size == 0) begin
      ciphertext = {
        256'h3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed825,
        256'h9740051e9c5fecf64344f7a82260edcc304c6528f659c77866a510d9c1d6ae5e,
        256'h015b240015ded84325401cf20b90032198bb8fd63e1824703fe00eb87a164fbb,
        256'he978aab4eb00ebfb1ab67e60055bec4737102d68c042c7a9d22df241e6d91ae9,
        256'hfbfec5adf4579a3844af0f350228de9b6b53390c943016358339b6dae0101539,
        256'h2f296b002cfa23f5b133eb6ce408adab93c0de1cc6579047eab3e4105a504d10,
        256'hbfbcb1239394e6aeed0be7cd470ccf8dda21d0cfd8d8817d7b3fc46b40d2e6a0,
        256'hfd3af6ec8b5dcbfaa26aac225e4d983995d7f7242b08d29d9c2374cf30d7c5d1
      };
    end
    if (mode == roundel_stream_pkg::MODE_OFB && size == 1) begin
      ciphertext = {
        256'hcdc80d6fddf18cab34c25909c99a4174fcc28b8d4c63837c09e81700c1100401,
        256'h8d9a9aeac0f6596f559c6d4daf59a5f26d9f200857ca6c3e9cac524bd9acc92a,
        256'he3795b515662d269d69674cea46591f1dfa8e9ec2336d633f1813e78bb7ad599,
        256'h898a7bd8fc624da3564882287db44df826984169650fd9eea4bb0dc704552d62,
        256'hf0f496c6477dcc82a300e07ae1c9edff69dcd8327c4abce29f3f90f34475fec3,
        256'h34707179ce795d364b24f9308d2a29e86bf136ebbdb7f2cc8b91522bad57c15a,
        256'h5474ca7ad2128fc285d4f002e71312f81ddae3311f3cf6983867ea89a9193c8f,
        256'hf130a49d429cafc16284b5fd55ed6d8974266cf56906835903f622604a9ea165
      };
    end
    if (mode == roundel_stream_pkg::MODE_OFB && size == 2) begin
      ciphertext = {
        256'hdc7e84bfda79164b7ecd8486985d38604febdc6740d20b3ac88f6ad82a4fb08d,
        256'h71ab47a086e86eedf39d1c5bba97c4080126141d67f37be8538f5a8be740e484,
        256'h4a1e1c2d3b07b6a58da223c04e4d4dea07cdf199d7491925bed6c45d0ff836af,
        256'hc11dcfe80a16e14b3babde95473d1c874149a9f1719bdc19012883637d14ddda,
        256'h831efc3848de9e2da2b454a942140da26ed01b5f1f00d1151276152137dc5cc2,
        256'h16cf644535db5129fc6d5d1fbba5dd722e5566c5b3c27dc00576faf9e5161c39,
        256'hb0c6e136ae2f7153810d17ae9bdb97f28958fa3d5efa34ef36abc1c1fe25335f,
        256'hc50adfc5998b7ddc09972d52b146d86838746872abe44050cd2443425950d88c
      };
    end
    if (mode == roundel_stream_pkg::MODE_CCM && size == 0) begin
      ciphertext = {
        256'hbaad3699cd3e2be4b030779a1864f74ae8a8b652ee54bc4340d987179cce1034,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CCM && size == 1) begin
      ciphertext = {
        256'h6e9aca402b78170956b21f730d49921c2fc8762a5793a073790b1fbca0a117d9,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
    if (mode == roundel_stream_pkg::MODE_CCM && size == 2) begin
      ciphertext = {
        256'h9a8d29a93176cc2d3b042789fe9e2c4390fed7d09bd52989b08b2f220b90d162,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000,
        256'h0000000000000000000000000000000000000000000000000000000000000000
      };
    end
  endfunction

  function automatic logic [127:0] tag(input int mode, input int size, input int blocks);
    tag = '0;
    if (mode == roundel_stream_pkg::MODE_GCM && size == 0 && blocks == 2) begin
      tag = 128'h2590fa6c5807379db34730ece9a1f765;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 0 && blocks == 4) begin
      tag = 128'h7e9822dd046ce33055f52caffa470fcb;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 0 && blocks == 8) begin
      tag = 128'h0a32f7d676a5b4068de52c457aeb8fc2;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 0 && blocks == 16) begin
      tag = 128'h17c184110175c66a90ed7073e55caa3e;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 1 && blocks == 2) begin
      tag = 128'he5e5cdc9ee690d2ead994394b0559b55;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 1 && blocks == 4) begin
      tag = 128'hea1d090f553bae438b915a8905319bfe;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 1 && blocks == 8) begin
      tag = 128'h3f34b6c312b87f5cd848b28b9fae1ee4;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 1 && blocks == 16) begin
      tag = 128'he99434fa1d07b4dbd04f392acc17d1bf;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 2 && blocks == 2) begin
      tag = 128'h3d51b9e00c872f744e3c30af627c1c9c;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 2 && blocks == 4) begin
      tag = 128'hfe2b2af23ff16261fad79fac58943f86;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 2 && blocks == 8) begin
      tag = 128'hec54139c691ede7d52a4d632e59e391a;
    end
    if (mode == roundel_stream_pkg::MODE_GCM && size == 2 && blocks == 16) begin
      tag = 128'h9b8f0611620790261c8d3b57b97ec4c9;
    end
    if (mode == roundel_stream_pkg::MODE_CMAC && size == 0 && blocks == 2) begin
      tag = 128'hce0cbf1738f4df6428b1d93bf12081c9;
    end
    if (mode == roundel_stream_pkg::MODE_CMAC && size == 1 && blocks == 2) begin
      tag = 128'h9f1d26d1763831a58c4016c6a97b0d4e;
    end
    if (mode == roundel_stream_pkg::MODE_CMAC && size == 2 && blocks == 2) begin
      tag = 128'h5a722d2d8516f854b8677a537b1b669a;
    end
    if (mode == roundel_stream_pkg::MODE_CCM && size == 0 && blocks == 2) begin
      tag = 128'hfa67adc80160c6d922f65944a06f19c6;
    end
    if (mode == roundel_stream_pkg::MODE_CCM && size == 1 && blocks == 2) begin
      tag = 128'h40add689eac089478dc8218e0772c997;
    end
    if (mode == roundel_stream_pkg::MODE_CCM && size == 2 && blocks == 2) begin
      tag = 128'h29b81e09457f31174b52811e784da0ee;
    end
  endfunction

  // verilator lint_on UNUSEDPARAM

endpackage : roundel_self_test_pkg
