/* SPDX-License-Identifier: Apache-2.0
 *
 * Modes of operation on blocks in software, for all variants without the block unit.
 */
#include "aes_words.h"

AES_INLINE void xor_block(aes_word *out, const aes_word *a, const aes_word *b) {
  const uint32_t w0 = a[0] ^ b[0], w1 = a[1] ^ b[1], w2 = a[2] ^ b[2], w3 = a[3] ^ b[3];
  out[0] = w0, out[1] = w1, out[2] = w2, out[3] = w3;
}

AES_INLINE void copy_block(aes_word *out, const aes_word *in) {
  const uint32_t w0 = in[0], w1 = in[1], w2 = in[2], w3 = in[3];
  out[0] = w0, out[1] = w1, out[2] = w2, out[3] = w3;
}

/* The block functions handle aligned and unaligned blocks. */
AES_HOT void aes_ecb_encrypt(const struct aes_key *key, const uint8_t *in, uint8_t *out,
                             size_t blocks) {
  for (; blocks != 0; --blocks, in += 16, out += 16) aes_encrypt_block(key, in, out);
}

AES_HOT void aes_ecb_decrypt(const struct aes_key *key, const uint8_t *in, uint8_t *out,
                             size_t blocks) {
  for (; blocks != 0; --blocks, in += 16, out += 16) aes_decrypt_block(key, in, out);
}

static AES_HOT void cbc_encrypt(const struct aes_key *key, aes_word *iv, const aes_word *in,
                                aes_word *out, size_t blocks) {
  const aes_word *before = iv;
  for (; blocks != 0; --blocks, in += 4, out += 4) {
    xor_block(out, in, before);
    aes_encrypt_block(key, (const uint8_t *)out, (uint8_t *)out);
    before = out;
  }
  if (before != iv) copy_block(iv, before);
}

/* Backwards: with the same memory for input and output, the previous block is still available. */
static AES_HOT void cbc_decrypt(const struct aes_key *key, aes_word *iv, const aes_word *in,
                                aes_word *out, size_t blocks) {
  uint32_t last[4];
  if (blocks == 0) return;
  in += 4 * (blocks - 1), out += 4 * (blocks - 1);
  copy_block(last, in);
  for (; blocks != 1; --blocks, in -= 4, out -= 4) {
    aes_decrypt_block(key, (const uint8_t *)in, (uint8_t *)out);
    xor_block(out, out, in - 4);
  }
  aes_decrypt_block(key, (const uint8_t *)in, (uint8_t *)out);
  xor_block(out, out, iv);
  copy_block(iv, last);
}

static AES_HOT void ctr(const struct aes_key *key, aes_word *iv, const aes_word *in,
                        aes_word *out, size_t blocks) {
  uint32_t stream[4];
  for (; blocks != 0; --blocks, in += 4, out += 4) {
    aes_encrypt_block(key, (const uint8_t *)iv, (uint8_t *)stream);
    xor_block(out, in, stream);
    aes_count(iv, iv + 1, iv + 2, iv + 3);
  }
  aes_wipe(stream, 4);
}

AES_HOT void aes_cbc_encrypt(const struct aes_key *key, uint8_t iv[16], const uint8_t *in,
                             uint8_t *out, size_t blocks) {
  aes_any_mode(key, iv, in, out, blocks, cbc_encrypt);
}

AES_HOT void aes_cbc_decrypt(const struct aes_key *key, uint8_t iv[16], const uint8_t *in,
                             uint8_t *out, size_t blocks) {
  aes_any_mode(key, iv, in, out, blocks, cbc_decrypt);
}

AES_HOT void aes_ctr(const struct aes_key *key, uint8_t counter[16], const uint8_t *in,
                     uint8_t *out, size_t bytes) {
  aes_any_ctr(key, counter, in, out, bytes, ctr);
}

AES_COLD void aes_forget(struct aes_key *key) {
  aes_wipe((uint32_t *)(void *)key, sizeof *key / 4); /* a whole number of words */
}
