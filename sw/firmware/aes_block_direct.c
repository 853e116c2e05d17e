/* SPDX-License-Identifier: Apache-2.0
 *
 * AES with the block unit for one key at a time: the only key is in the unit, memory holds no key,
 * and words of keys and blocks are read without a copy.
 */
#include "aes_block_words.h"

#define BEGIN(mode) \
  (void)key, (void)iv; \
  if (blocks == 0) return

#include "aes_block_modes.h"

/* Any size except 128 bits. */
static AES_COLD int longer_key(struct aes_key *key, const uint8_t *bytes, int bits) {
#if !AES_ONLY_128
  const aes_word *in = (const aes_word *)bytes;
  if (bits == 192) {
    block_key(1, 0, in[0], in[1]);
    block_key(1, 1, in[2], in[3]);
    block_key(1, 2, in[4], in[5]);
    return 0;
  }
  if (bits == 256) {
    block_key(2, 0, in[0], in[1]);
    block_key(2, 1, in[2], in[3]);
    block_key(2, 2, in[4], in[5]);
    block_key(2, 3, in[6], in[7]);
    return 0;
  }
#endif
  (void)bytes, (void)bits;
  aes_forget(key);
  return -1;
}

/* On VexRiscv, an instruction of a unit waits for earlier loads and branches. The size is therefore
 * compared during the load of the last word, and tested after the unit has started. */
AES_HOT int aes_encrypt_key(struct aes_key *key, const uint8_t *bytes, int bits) {
  const aes_word *in = (const aes_word *)bytes;
  const uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
  HERE(a, b, c, d);
  const int other = bits - 128;
  __asm__ __volatile__("" : : "r"(key), "r"(other));
  block_key(0, 0, a, b);
  const int done = block_key_last(0, 1, c, d);
  if (__builtin_expect(other != 0, 0)) return longer_key(key, bytes, other + 128);
  return done;
}

/* One key serves both directions. */
AES_HOT int aes_decrypt_key(struct aes_key *key, const uint8_t *bytes, int bits)
    __attribute__((alias("aes_encrypt_key")));

#define BLOCK(name, decrypt) \
  AES_HOT void aes_##name##_block(const struct aes_key *key, const uint8_t in[16], \
                                  uint8_t out[16]) { \
    const aes_word *from = (const aes_word *)in; \
    aes_word *to = (aes_word *)out; \
    (void)key; \
    const uint32_t a = from[0], b = from[1], c = from[2], d = from[3]; \
    HERE(a, b, c, d); \
    start(decrypt, a, b, c, d); \
    READ4(r0, r1, r2, r3, 0, 0, 0, 0); \
    STORE4(to, r0, r1, r2, r3); \
  }
BLOCK(encrypt, 0)
BLOCK(decrypt, 1)

AES_COLD void aes_forget(struct aes_key *key) {
  block_clear();
  key->none = 0;
}
