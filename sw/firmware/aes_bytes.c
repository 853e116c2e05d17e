/* SPDX-License-Identifier: Apache-2.0
 *
 * AES in plain C, with the S-box and its inverse as the only tables: MixColumns is computed, four
 * bytes at a time.
 */
#include "aes_columns.h"
#include "aes_sbox.h"
#include "aes_words.h"

#define FORWARD_ENTRY(in, out) [in] = (out),
#define INVERSE_ENTRY(in, out) [out] = (in),
static const uint8_t sbox[256] = {AES_SBOX(FORWARD_ENTRY)};
static const uint8_t inverse_sbox[256] = {AES_SBOX(INVERSE_ENTRY)};

#define FORWARD const uint8_t *const table = sbox
#define INVERSE const uint8_t *const table = inverse_sbox

#define SBOX(x, n) ((uint32_t)table[(x) >> (8 * (n)) & 0xff])
#define LAST(sum, x, n) ((sum) ^ SBOX(x, n) << (8 * (n)))

#define SUB(sum, x) ((sum) ^ SBOX(x, 0) ^ SBOX(x, 1) << 8 ^ SBOX(x, 2) << 16 ^ SBOX(x, 3) << 24)
#define SUB_ROT(sum, x) ((sum) ^ SBOX(x, 1) ^ SBOX(x, 2) << 8 ^ SBOX(x, 3) << 16 ^ SBOX(x, 0) << 24)

#include "aes_schedule.h"

AES_INLINE void encrypt_words(const struct aes_key *key, const aes_word *in, aes_word *out) {
  FORWARD;
  const uint32_t *k = key->words, *end = last_round_key(key);
  uint32_t s0 = in[0] ^ k[0], s1 = in[1] ^ k[1], s2 = in[2] ^ k[2], s3 = in[3] ^ k[3];
  uint32_t t0, t1, t2, t3;
  for (k += 4; k != end; k += 4) {
    t0 = t1 = t2 = t3 = 0;
    ENCRYPT_STEPS(LAST, t, s);
    s0 = mixed(t0) ^ k[0], s1 = mixed(t1) ^ k[1], s2 = mixed(t2) ^ k[2], s3 = mixed(t3) ^ k[3];
  }
  LOAD4(t, k);
  ENCRYPT_STEPS(LAST, t, s);
  STORE4(out, t0, t1, t2, t3);
}

/* The inverse cipher (5.3): InvMixColumns on the state costs the same as on round keys. */
AES_INLINE void decrypt_words(const struct aes_key *key, const aes_word *in, aes_word *out) {
  INVERSE;
  const uint32_t *k = last_round_key(key);
  uint32_t s0 = in[0] ^ k[0], s1 = in[1] ^ k[1], s2 = in[2] ^ k[2], s3 = in[3] ^ k[3];
  uint32_t t0, t1, t2, t3;
  for (k -= 4; k != key->words; k -= 4) {
    LOAD4(t, k);
    DECRYPT_STEPS(LAST, t, s);
    s0 = unmixed(t0), s1 = unmixed(t1), s2 = unmixed(t2), s3 = unmixed(t3);
  }
  LOAD4(t, k);
  DECRYPT_STEPS(LAST, t, s);
  STORE4(out, t0, t1, t2, t3);
}

BLOCK(encrypt)
BLOCK(decrypt)
SETUP(encrypt_key)

AES_HOT int aes_decrypt_key(struct aes_key *key, const uint8_t *bytes, int bits)
    __attribute__((alias("aes_encrypt_key")));
