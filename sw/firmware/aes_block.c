/* SPDX-License-Identifier: Apache-2.0
 *
 * AES with the block unit. It has the key, expands it while the processor goes on, and works on a block
 * while the processor stores the last one and fetches the next. READ's XOR makes CBC and CTR cost nothing.
 */
#include "aes_instructions.h"

/* Which setting up the unit's key comes from, and which was the last one; 0 is none. After 2^32 of them they
 * begin again: no key may live that long without being used. */
static struct {
  uint32_t loaded, last;
} unit;

AES_INLINE void load_128(const aes_word *w) {
  block_key(0, 0, w[0], w[1]);
  block_key(0, 1, w[2], w[3]);
}

AES_INLINE void load_192(const aes_word *w) {
  block_key(1, 0, w[0], w[1]);
  block_key(1, 1, w[2], w[3]);
  block_key(1, 2, w[4], w[5]);
}

AES_INLINE void load_256(const aes_word *w) {
  block_key(2, 0, w[0], w[1]);
  block_key(2, 1, w[2], w[3]);
  block_key(2, 2, w[4], w[5]);
  block_key(2, 3, w[6], w[7]);
}

static __attribute__((noinline)) void load(const struct aes_key *key) {
  if (key->bits == 128)
    load_128(key->words);
  else if (key->bits == 192)
    load_192(key->words);
  else if (key->bits == 256)
    load_256(key->words);
  else
    block_clear(); /* an empty key: nothing is encrypted with another one */
  unit.loaded = key->number;
}

AES_INLINE void use(const struct aes_key *key) {
  if (key->number != unit.loaded) load(key);
}

/* The unit expands meanwhile. */
AES_INLINE int keep(struct aes_key *key, const aes_word *in, int words) {
  for (int i = 0; i < words; ++i) key->words[i] = in[i];
  key->bits = 32 * (uint32_t)words;
  key->number = unit.loaded = ++unit.last;
  return 0;
}

int aes_encrypt_key(struct aes_key *key, const uint8_t *bytes, int bits) {
  if (aes_unaligned(bytes, NULL, NULL)) return aes_unaligned_key(aes_encrypt_key, key, bytes, bits);
  const aes_word *in = (const aes_word *)bytes;
  if (bits == 128) {
    load_128(in);
    return keep(key, in, 4);
  }
  if (bits == 192) {
    load_192(in);
    return keep(key, in, 6);
  }
  if (bits == 256) {
    load_256(in);
    return keep(key, in, 8);
  }
  aes_forget(key);
  return -1;
}

/* The unit's key does for both directions. */
int aes_decrypt_key(struct aes_key *key, const uint8_t *bytes, int bits)
    __attribute__((alias("aes_encrypt_key")));

AES_INLINE void start(const int decrypt, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  block_data(decrypt, 0, a, b);
  block_data(decrypt, 1, c, d);
}

#define STORE4(p, a, b, c, d) ((p)[0] = (a), (p)[1] = (b), (p)[2] = (c), (p)[3] = (d))

AES_INLINE void ecb(const int decrypt, const struct aes_key *key, const aes_word *in, aes_word *out,
                    size_t blocks) {
  if (blocks == 0) return;
  use(key);
  start(decrypt, in[0], in[1], in[2], in[3]);
  while (--blocks != 0) {
    in += 4;
    const uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
    const uint32_t r0 = block_read(0, 0), r1 = block_read(1, 0), r2 = block_read(2, 0);
    const uint32_t r3 = block_read(3, 0);
    start(decrypt, a, b, c, d);
    STORE4(out, r0, r1, r2, r3);
    out += 4;
  }
  const uint32_t r0 = block_read(0, 0), r1 = block_read(1, 0), r2 = block_read(2, 0);
  STORE4(out, r0, r1, r2, block_read(3, 0));
}

static void ecb_encrypt(const struct aes_key *key, aes_word *iv, const aes_word *in, aes_word *out,
                        size_t blocks) {
  (void)iv;
  ecb(0, key, in, out, blocks);
}

static void ecb_decrypt(const struct aes_key *key, aes_word *iv, const aes_word *in, aes_word *out,
                        size_t blocks) {
  (void)iv;
  ecb(1, key, in, out, blocks);
}

/* A block of cipher text, XOR the next plain text, is what the unit takes next: READ gives that at once. */
static void cbc_encrypt(const struct aes_key *key, aes_word *iv, const aes_word *in, aes_word *out,
                        size_t blocks) {
  if (blocks == 0) return;
  use(key);
  start(0, in[0] ^ iv[0], in[1] ^ iv[1], in[2] ^ iv[2], in[3] ^ iv[3]);
  while (--blocks != 0) {
    in += 4;
    const uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
    const uint32_t r0 = block_read(0, a), r1 = block_read(1, b), r2 = block_read(2, c);
    const uint32_t r3 = block_read(3, d);
    start(0, r0, r1, r2, r3);
    STORE4(out, r0 ^ a, r1 ^ b, r2 ^ c, r3 ^ d);
    out += 4;
  }
  const uint32_t r0 = block_read(0, 0), r1 = block_read(1, 0), r2 = block_read(2, 0);
  const uint32_t r3 = block_read(3, 0);
  STORE4(out, r0, r1, r2, r3);
  STORE4(iv, r0, r1, r2, r3);
}

static void cbc_decrypt(const struct aes_key *key, aes_word *iv, const aes_word *in, aes_word *out,
                        size_t blocks) {
  if (blocks == 0) return;
  use(key);
  uint32_t v0 = iv[0], v1 = iv[1], v2 = iv[2], v3 = iv[3];
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
  start(1, a, b, c, d);
  while (--blocks != 0) {
    in += 4;
    const uint32_t n0 = in[0], n1 = in[1], n2 = in[2], n3 = in[3];
    const uint32_t r0 = block_read(0, v0), r1 = block_read(1, v1), r2 = block_read(2, v2);
    const uint32_t r3 = block_read(3, v3);
    start(1, n0, n1, n2, n3);
    STORE4(out, r0, r1, r2, r3);
    out += 4;
    v0 = a, v1 = b, v2 = c, v3 = d, a = n0, b = n1, c = n2, d = n3;
  }
  const uint32_t r0 = block_read(0, v0), r1 = block_read(1, v1), r2 = block_read(2, v2);
  STORE4(out, r0, r1, r2, block_read(3, v3));
  STORE4(iv, a, b, c, d);
}

static void ctr(const struct aes_key *key, aes_word *iv, const aes_word *in, aes_word *out,
                size_t blocks) {
  if (blocks == 0) return;
  use(key);
  uint32_t c0 = iv[0], c1 = iv[1], c2 = iv[2], c3 = iv[3];
  start(0, c0, c1, c2, c3);
  for (;;) {
    aes_count(&c0, &c1, &c2, &c3);
    const uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
    const uint32_t r0 = block_read(0, a), r1 = block_read(1, b), r2 = block_read(2, c);
    const uint32_t r3 = block_read(3, d);
    if (--blocks != 0) start(0, c0, c1, c2, c3);
    STORE4(out, r0, r1, r2, r3);
    if (blocks == 0) break;
    in += 4, out += 4;
  }
  STORE4(iv, c0, c1, c2, c3);
}

#define BLOCK(name, decrypt) \
  void aes_##name##_block(const struct aes_key *key, const uint8_t in[16], uint8_t out[16]) { \
    if (aes_unaligned(in, out, NULL)) \
      aes_any_mode(ecb_##name, key, NULL, in, out, 1); \
    else \
      ecb(decrypt, key, (const aes_word *)in, (aes_word *)out, 1); \
  } \
  void aes_ecb_##name(const struct aes_key *key, const uint8_t *in, uint8_t *out, size_t blocks) { \
    aes_any_mode(ecb_##name, key, NULL, in, out, blocks); \
  } \
  void aes_cbc_##name(const struct aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out, \
                      size_t blocks) { \
    aes_any_mode(cbc_##name, key, iv, in, out, blocks); \
  }
BLOCK(encrypt, 0)
BLOCK(decrypt, 1)

void aes_ctr(const struct aes_key *key, uint8_t counter[16], const uint8_t *in, uint8_t *out,
             size_t bytes) {
  aes_any_ctr(ctr, key, counter, in, out, bytes);
}

void aes_forget(struct aes_key *key) {
  block_clear();
  unit.loaded = 0;
  aes_wipe(key->words, sizeof *key / 4);
}
