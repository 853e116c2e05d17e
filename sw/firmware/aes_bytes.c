/* SPDX-License-Identifier: Apache-2.0
 *
 * AES in plain C with no table but the S-box and its inverse: MixColumns is worked out, four bytes at a time.
 */
#include "aes_sbox.h"
#include "aes_words.h"

#define FORWARD(in, out) [in] = (out),
#define INVERSE(in, out) [out] = (in),
static const uint8_t sbox[256] = {AES_SBOX(FORWARD)};
static const uint8_t inverse_sbox[256] = {AES_SBOX(INVERSE)};

AES_INLINE uint32_t byte_of(uint32_t x, const int n) { return x >> (8 * n) & 0xff; }

AES_INLINE uint32_t rotated(uint32_t x, const int n) { return x << (8 * n) | x >> (32 - 8 * n); }

/* Each byte times two. A top bit less its eighth part is seven ones: of these, the polynomial's. */
AES_INLINE uint32_t doubled(uint32_t x) {
  const uint32_t top = x & 0x80808080u;
  return (x ^ top) << 1 ^ ((top - (top >> 7)) & 0x1b1b1b1bu);
}

/* MixColumns: with y = x ^ (the next byte), 2 y ^ (the next byte) ^ (y two further). */
AES_INLINE uint32_t mixed(uint32_t x) {
  const uint32_t next = rotated(x, 3), y = x ^ next;
  return doubled(y) ^ next ^ rotated(y, 2);
}

/* InvMixColumns is MixColumns after 5 x ^ 4 (two further). */
AES_INLINE uint32_t unmixed(uint32_t x) {
  return mixed(x ^ doubled(doubled(x ^ rotated(x, 2))));
}

#define ENCRYPT_LAST(sum, x, n) ((sum) ^ (uint32_t)sbox[byte_of(x, n)] << (8 * (n)))
#define DECRYPT_LAST(sum, x, n) ((sum) ^ (uint32_t)inverse_sbox[byte_of(x, n)] << (8 * (n)))

AES_INLINE uint32_t sub(uint32_t sum, uint32_t x) {
  return ENCRYPT_LAST(ENCRYPT_LAST(ENCRYPT_LAST(ENCRYPT_LAST(sum, x, 0), x, 1), x, 2), x, 3);
}

AES_INLINE uint32_t sub_rot(uint32_t sum, uint32_t x) {
  return sum ^ (uint32_t)sbox[byte_of(x, 1)] ^ (uint32_t)sbox[byte_of(x, 2)] << 8 ^
         (uint32_t)sbox[byte_of(x, 3)] << 16 ^ (uint32_t)sbox[byte_of(x, 0)] << 24;
}

#include "aes_schedule.h"

AES_INLINE void encrypt_words(const struct aes_key *key, const aes_word *in, aes_word *out) {
  const uint32_t *k = key->words, *end = key->words + 40 + key->more;
  uint32_t s0 = in[0] ^ k[0], s1 = in[1] ^ k[1], s2 = in[2] ^ k[2], s3 = in[3] ^ k[3];
  uint32_t t0, t1, t2, t3;
  for (k += 4; k != end; k += 4) {
    t0 = t1 = t2 = t3 = 0;
    ENCRYPT_STEPS(ENCRYPT_LAST, t, s);
    s0 = mixed(t0) ^ k[0], s1 = mixed(t1) ^ k[1], s2 = mixed(t2) ^ k[2], s3 = mixed(t3) ^ k[3];
  }
  LOAD4(t, k);
  ENCRYPT_STEPS(ENCRYPT_LAST, t, s);
  STORE4(out, t0, t1, t2, t3);
}

/* The straight inverse cipher (5.3): InvMixColumns costs here what it would on round keys. */
AES_INLINE void decrypt_words(const struct aes_key *key, const aes_word *in, aes_word *out) {
  const uint32_t *k = key->words + 40 + key->more;
  uint32_t s0 = in[0] ^ k[0], s1 = in[1] ^ k[1], s2 = in[2] ^ k[2], s3 = in[3] ^ k[3];
  uint32_t t0, t1, t2, t3;
  for (k -= 4; k != key->words; k -= 4) {
    LOAD4(t, k);
    DECRYPT_STEPS(DECRYPT_LAST, t, s);
    s0 = unmixed(t0), s1 = unmixed(t1), s2 = unmixed(t2), s3 = unmixed(t3);
  }
  LOAD4(t, k);
  DECRYPT_STEPS(DECRYPT_LAST, t, s);
  STORE4(out, t0, t1, t2, t3);
}

BLOCK(encrypt)
BLOCK(decrypt)
SETUP(encrypt_key)

int aes_decrypt_key(struct aes_key *key, const uint8_t *bytes, int bits)
    __attribute__((alias("aes_encrypt_key")));
