/* SPDX-License-Identifier: Apache-2.0
 *
 * The modes of operation for both variants with the block unit. The unit processes a block while
 * the processor stores the last block and loads the next block. The XOR in READ makes CBC and CTR
 * free.
 *
 * Before this header, a variant defines BEGIN(mode), the beginning of a mode's function; BEGIN
 * returns if `blocks` is 0.
 */
#ifndef AES_BLOCK_MODES_H
#define AES_BLOCK_MODES_H

#include "aes_block_words.h"

AES_INLINE void ecb(const int decrypt, const aes_word *in, aes_word *out, size_t blocks) {
  start(decrypt, in[0], in[1], in[2], in[3]);
  while (--blocks != 0) {
    in += 4;
    uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
    NOW(a, b, c, d);
    READ4(r0, r1, r2, r3, 0, 0, 0, 0);
    start(decrypt, a, b, c, d);
    STORE4(out, r0, r1, r2, r3);
    out += 4;
  }
  READ4(r0, r1, r2, r3, 0, 0, 0, 0);
  STORE4(out, r0, r1, r2, r3);
}

static AES_HOT void ecb_encrypt(const struct aes_key *key, aes_word *iv, const aes_word *in,
                                aes_word *out, size_t blocks) {
  BEGIN(ecb_encrypt);
  ecb(0, in, out, blocks);
}

static AES_HOT void ecb_decrypt(const struct aes_key *key, aes_word *iv, const aes_word *in,
                                aes_word *out, size_t blocks) {
  BEGIN(ecb_decrypt);
  ecb(1, in, out, blocks);
}

/* The input of the unit is a block of ciphertext XOR the next plaintext: READ returns this value
 * directly. */
static AES_HOT void cbc_encrypt(const struct aes_key *key, aes_word *iv, const aes_word *in,
                                aes_word *out, size_t blocks) {
  BEGIN(cbc_encrypt);
  start(0, in[0] ^ iv[0], in[1] ^ iv[1], in[2] ^ iv[2], in[3] ^ iv[3]);
  while (--blocks != 0) {
    in += 4;
    uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
    NOW(a, b, c, d);
    READ4(r0, r1, r2, r3, a, b, c, d);
    start(0, r0, r1, r2, r3);
    STORE4(out, r0 ^ a, r1 ^ b, r2 ^ c, r3 ^ d);
    out += 4;
  }
  READ4(r0, r1, r2, r3, 0, 0, 0, 0);
  STORE4(out, r0, r1, r2, r3);
  STORE4(iv, r0, r1, r2, r3);
}

/* The previous block stays in registers: if input and output are the same, memory has lost it. */
static AES_HOT void cbc_decrypt(const struct aes_key *key, aes_word *iv, const aes_word *in,
                                aes_word *out, size_t blocks) {
  BEGIN(cbc_decrypt);
  uint32_t v0 = iv[0], v1 = iv[1], v2 = iv[2], v3 = iv[3];
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
  start(1, a, b, c, d);
  while (--blocks != 0) {
    in += 4;
    READ4(r0, r1, r2, r3, v0, v1, v2, v3);
    v0 = a, v1 = b, v2 = c, v3 = d;
    a = in[0], b = in[1], c = in[2], d = in[3];
    start(1, a, b, c, d);
    STORE4(out, r0, r1, r2, r3);
    out += 4;
  }
  READ4(r0, r1, r2, r3, v0, v1, v2, v3);
  STORE4(out, r0, r1, r2, r3);
  STORE4(iv, a, b, c, d);
}

static AES_HOT void ctr(const struct aes_key *key, aes_word *iv, const aes_word *in, aes_word *out,
                        size_t blocks) {
  BEGIN(ctr);
  uint32_t c0 = iv[0], c1 = iv[1], c2 = iv[2], c3 = iv[3];
  start(0, c0, c1, c2, c3);
  for (;;) {
    aes_count(&c0, &c1, &c2, &c3);
    uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
    in += 4;
    NOW(a, b, c, d);
    READ4(r0, r1, r2, r3, a, b, c, d);
    if (--blocks == 0) {
      STORE4(out, r0, r1, r2, r3);
      STORE4(iv, c0, c1, c2, c3);
      return;
    }
    start(0, c0, c1, c2, c3);
    STORE4(out, r0, r1, r2, r3);
    out += 4;
  }
}

/* The functions of aes.h. */
#define MODES(name) \
  AES_HOT void aes_ecb_##name(const struct aes_key *key, const uint8_t *in, uint8_t *out, \
                              size_t blocks) { \
    aes_any_mode(key, NULL, in, out, blocks, ecb_##name); \
  } \
  AES_HOT void aes_cbc_##name(const struct aes_key *key, uint8_t iv[16], const uint8_t *in, \
                              uint8_t *out, size_t blocks) { \
    aes_any_mode(key, iv, in, out, blocks, cbc_##name); \
  }
MODES(encrypt)
MODES(decrypt)

AES_HOT void aes_ctr(const struct aes_key *key, uint8_t counter[16], const uint8_t *in,
                     uint8_t *out, size_t bytes) {
  aes_any_ctr(key, counter, in, out, bytes, ctr);
}

#endif
