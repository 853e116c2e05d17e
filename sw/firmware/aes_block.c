/* SPDX-License-Identifier: Apache-2.0
 *
 * AES with the block unit. The unit holds the key, and expands the key while the processor
 * continues. A key that was replaced by another key is loaded again.
 */
#include "aes_block_words.h"

/* The numbers of the unit's key and of the last set key. Number 1 belongs to no key: at the start,
 * the unit has no key. Numbers repeat after 2^32 keys, so a key that was unused for 2^32 keys must
 * be set again. */
static struct {
  uint32_t loaded, last;
} unit = {1, 1};

static AES_COLD void load(const struct aes_key *key) {
  const uint32_t *w = key->words;
  if (AES_ONLY_128 || key->size == 0) {
    block_key(0, 0, w[0], w[1]);
    block_key(0, 1, w[2], w[3]);
#if !AES_ONLY_128
  } else if (key->size == 1) {
    block_key(1, 0, w[0], w[1]);
    block_key(1, 1, w[2], w[3]);
    block_key(1, 2, w[4], w[5]);
  } else {
    block_key(2, 0, w[0], w[1]);
    block_key(2, 1, w[2], w[3]);
    block_key(2, 2, w[4], w[5]);
    block_key(2, 3, w[6], w[7]);
#endif
  }
  unit.loaded = key->number;
}

static AES_COLD int odd_key(struct aes_key *key, const uint8_t *bytes, int bits) {
  if (aes_size(bits)) return aes_unaligned_key(key, bytes, bits, aes_encrypt_key);
  aes_forget(key);
  return -1;
}

/* Stores the last fields of a key. */
AES_INLINE int keep(struct aes_key *key, uint32_t size, uint32_t number) {
  key->size = size;
  key->number = unit.loaded = unit.last = number;
  return 0;
}

static AES_APART int longer_key(struct aes_key *key, const uint8_t *bytes, int bits) {
  if (aes_unaligned(bytes, NULL, NULL) || !aes_size(bits)) return odd_key(key, bytes, bits);
#if !AES_ONLY_128
  const aes_word *in = (const aes_word *)bytes;
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5];
  NOW(a, b, c, d);
  if (bits == 192) {
    block_key(1, 0, a, b);
    block_key(1, 1, c, d);
    block_key(1, 2, e, f);
    STORE4(key->words, a, b, c, d);
    key->words[4] = e, key->words[5] = f;
    return keep(key, 1, unit.last + 1);
  }
  uint32_t g = in[6], h = in[7];
  NOW(e, f, g, h);
  block_key(2, 0, a, b);
  block_key(2, 1, c, d);
  block_key(2, 2, e, f);
  block_key(2, 3, g, h);
  STORE4(key->words, a, b, c, d);
  STORE4(key->words + 4, e, f, g, h);
#endif
  return keep(key, 2, unit.last + 1);
}

/* The unit expands the key while the processor stores the key. */
AES_HOT int aes_encrypt_key(struct aes_key *key, const uint8_t *bytes, int bits) {
  if (__builtin_expect(aes_unaligned(bytes, NULL, NULL) || bits != 128, 0))
    return longer_key(key, bytes, bits);
  const aes_word *in = (const aes_word *)bytes;
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
  NOW(a, b, c, d);
  block_key(0, 0, a, b);
  block_key(0, 1, c, d);
  const uint32_t number = unit.last + 1; /* early */
  STORE4(key->words, a, b, c, d);
  return keep(key, 0, number);
}

/* One key serves both directions. */
AES_HOT int aes_decrypt_key(struct aes_key *key, const uint8_t *bytes, int bits)
    __attribute__((alias("aes_encrypt_key")));

/* A mode under a key that is not in the unit. */
static AES_COLD void again(const struct aes_key *key, aes_word *iv, const aes_word *in,
                           aes_word *out, size_t blocks, aes_mode *mode) {
  load(key);
  mode(key, iv, in, out, blocks);
}

#define BEGIN(mode) \
  if (blocks == 0) return; \
  if (key->number != unit.loaded) { \
    again(key, iv, in, out, blocks, mode); \
    return; \
  }

#include "aes_block_modes.h"

/* The block starts before the checks of the key and the output's alignment. If a check fails, the
 * block is processed again. */
#define BLOCK(name, decrypt) \
  static AES_COLD void name##_again(const struct aes_key *key, const uint8_t *in, uint8_t *out) { \
    load(key); \
    aes_any_mode(key, NULL, in, out, 1, ecb_##name); \
  } \
  AES_HOT void aes_##name##_block(const struct aes_key *key, const uint8_t in[16], \
                                  uint8_t out[16]) { \
    if (aes_unaligned(in, NULL, NULL)) { \
      name##_again(key, in, out); \
      return; \
    } \
    const aes_word *from = (const aes_word *)in; \
    aes_word *to = (aes_word *)out; \
    uint32_t a = from[0], b = from[1], c = from[2], d = from[3]; \
    NOW(a, b, c, d); \
    start(decrypt, a, b, c, d); \
    if (aes_unaligned(out, NULL, NULL) || key->number != unit.loaded) { \
      name##_again(key, in, out); \
      return; \
    } \
    READ4(r0, r1, r2, r3, 0, 0, 0, 0); \
    STORE4(to, r0, r1, r2, r3); \
  }
BLOCK(encrypt, 0)
BLOCK(decrypt, 1)

AES_COLD void aes_forget(struct aes_key *key) {
  block_clear();
  unit.loaded = ++unit.last;
  aes_wipe((uint32_t *)(void *)key, sizeof *key / 4); /* a whole number of words */
}
