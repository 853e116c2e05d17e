/* SPDX-License-Identifier: Apache-2.0
 *
 * The slow paths of all variants: unaligned data, the last bytes of CTR, and the carry of the
 * counter.
 */
#include "aes_words.h"

static AES_COLD void copy(void *out, const void *in, size_t bytes) {
  uint8_t *to = out;
  const uint8_t *from = in;
  /* Byte by byte: the compiler must not call memcpy. */
  for (; bytes != 0; --bytes) {
    *to++ = *from++;
    __asm__ __volatile__("" : : : "memory");
  }
}

AES_COLD void aes_carry(uint32_t counter[4]) {
  uint8_t *bytes = (uint8_t *)counter;
  for (int i = 14; i >= 0; --i) {
    if (++bytes[i] != 0) return;
  }
}

AES_COLD int aes_unaligned_key(struct aes_key *key, const uint8_t *bytes, int bits,
                               aes_setup *setup) {
  uint32_t words[8];
  if (aes_size(bits)) copy(words, bytes, (size_t)bits / 8);
  const int status = setup(key, (const uint8_t *)words, bits);
  aes_wipe(words, 8);
  return status;
}

/* Processes unaligned data through aligned blocks. */
static AES_COLD void bounce(const struct aes_key *key, uint8_t *iv, const uint8_t *in,
                            uint8_t *out, size_t blocks, aes_mode *mode) {
  uint32_t block[4], chain[4];
  if (iv != NULL) copy(chain, iv, 16);
  for (; blocks != 0; --blocks, in += 16, out += 16) {
    copy(block, in, 16);
    mode(key, chain, block, block, 1);
    copy(out, block, 16);
  }
  if (iv != NULL) copy(iv, chain, 16);
  aes_wipe(block, 4);
  aes_wipe(chain, 4);
}

AES_HOT void aes_any_mode(const struct aes_key *key, uint8_t *iv, const uint8_t *in,
                          uint8_t *out, size_t blocks, aes_mode *mode) {
  if (aes_unaligned(iv, in, out))
    bounce(key, iv, in, out, blocks, mode);
  else
    mode(key, (aes_word *)iv, (const aes_word *)in, (aes_word *)out, blocks);
}

AES_COLD void aes_any_ctr(const struct aes_key *key, uint8_t *counter, const uint8_t *in,
                          uint8_t *out, size_t bytes, aes_mode *ctr) {
  const size_t rest = bytes % 16;
  aes_any_mode(key, counter, in, out, bytes / 16, ctr);
  if (rest != 0) {
    uint32_t block[4] = {0, 0, 0, 0};
    copy(block, in + bytes - rest, rest);
    aes_any_mode(key, counter, (const uint8_t *)block, (uint8_t *)block, 1, ctr);
    copy(out + bytes - rest, block, rest);
    aes_wipe(block, 4);
  }
}
