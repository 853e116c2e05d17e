/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks, for variants whose rounds take a byte at a time into a column. Such a variant defines
 *
 *   FORWARD, INVERSE         what the steps of a direction need: tables that are at hand
 *   ENCRYPT_STEP(sum, x, n)  sum ^ what byte n of x adds to a column: S-box, then MixColumns
 *   ENCRYPT_LAST(sum, x, n)  sum ^ the S-box of byte n of x, in that byte
 *   DECRYPT_STEP(sum, x, n)  sum ^ inverse S-box, then InvMixColumns
 *   DECRYPT_LAST(sum, x, n)  sum ^ the inverse S-box, in that byte
 *
 * and includes this file. Decryption has the round keys of aes_inverse_schedule.h.
 */
#include "aes_steps.h"

AES_INLINE void encrypt_words(const struct aes_key *key, const aes_word *in, aes_word *out) {
  FORWARD;
  const uint32_t *k = key->words, *end = key->words + 40 + key->more;
  uint32_t s0 = in[0] ^ k[0], s1 = in[1] ^ k[1], s2 = in[2] ^ k[2], s3 = in[3] ^ k[3];
  uint32_t t0, t1, t2, t3;
  for (;;) {
    LOAD4(t, k + 4);
    ENCRYPT_STEPS(ENCRYPT_STEP, t, s);
    k += 8;
    if (k == end) break;
    LOAD4(s, k);
    ENCRYPT_STEPS(ENCRYPT_STEP, s, t);
  }
  LOAD4(s, k);
    ENCRYPT_STEPS(ENCRYPT_LAST, s, t);
  STORE4(out, s0, s1, s2, s3);
}

AES_INLINE void decrypt_words(const struct aes_key *key, const aes_word *in, aes_word *out) {
  INVERSE;
  const uint32_t *k = key->words + 40 + key->more, *end = key->words;
  uint32_t s0 = in[0] ^ k[0], s1 = in[1] ^ k[1], s2 = in[2] ^ k[2], s3 = in[3] ^ k[3];
  uint32_t t0, t1, t2, t3;
  for (;;) {
    LOAD4(t, k - 4);
    DECRYPT_STEPS(DECRYPT_STEP, t, s);
    k -= 8;
    if (k == end) break;
    LOAD4(s, k);
    DECRYPT_STEPS(DECRYPT_STEP, s, t);
  }
  LOAD4(s, k);
    DECRYPT_STEPS(DECRYPT_LAST, s, t);
  STORE4(out, s0, s1, s2, s3);
}

BLOCK(encrypt)
BLOCK(decrypt)
