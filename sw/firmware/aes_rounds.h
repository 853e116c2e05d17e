/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks, for variants whose rounds take a byte at a time into a column. Such a variant defines
 *
 *   FORWARD, INVERSE         what the steps of a direction need: tables that are at hand
 *   ENCRYPT_STEP(sum, x, n)  sum ^ what byte n of x adds to a column: S-box, then MixColumns
 *   ENCRYPT_LAST(sum, x, n)  sum ^ the S-box of byte n of x, in that byte DECRYPT_STEP(sum, x, n)
 *   sum ^ inverse S-box, then InvMixColumns DECRYPT_LAST(sum, x, n)  sum ^ the inverse S-box, in
 *   that byte
 *
 *   TOGETHER(a, b, c, d)     has four words loaded in front of what needs one of them, if that
 *   helps
 *
 * and includes this file. Decryption has the round keys of aes_inverse_schedule.h.
 */
#include "aes_steps.h"

/* Round keys are loaded in good time, and the step behind a load does not use it: where memory
 * and steps get into each other's way, a processor waits. */
AES_INLINE void encrypt_words(const struct aes_key *key, const aes_word *in, aes_word *out) {
  FORWARD;
  const uint32_t *k = key->words, *end = last_round_key(key);
  uint32_t s0, s1, s2, s3, t0, t1, t2, t3;
  BEGIN(s, t, in, k);
  for (;;) {
    LOAD4(t, k + 4);
    TOGETHER(t0, t1, t2, t3);
    k += 8;
    ENCRYPT_STEPS(ENCRYPT_STEP, t, s);
    LOAD4(s, k);
    TOGETHER(s0, s1, s2, s3);
    if (k == end) break;
    ENCRYPT_STEPS(ENCRYPT_STEP, s, t);
  }
  ENCRYPT_STEPS(ENCRYPT_LAST, s, t);
  STORE4(out, s0, s1, s2, s3);
}

AES_INLINE void decrypt_words(const struct aes_key *key, const aes_word *in, aes_word *out) {
  INVERSE;
  const uint32_t *k = last_round_key(key), *end = key->words;
  uint32_t s0, s1, s2, s3, t0, t1, t2, t3;
  BEGIN(s, t, in, k);
  for (;;) {
    LOAD4(t, k - 4);
    TOGETHER(t0, t1, t2, t3);
    k -= 8;
    DECRYPT_STEPS(DECRYPT_STEP, t, s);
    LOAD4(s, k);
    TOGETHER(s0, s1, s2, s3);
    if (k == end) break;
    DECRYPT_STEPS(DECRYPT_STEP, s, t);
  }
  DECRYPT_STEPS(DECRYPT_LAST, s, t);
  STORE4(out, s0, s1, s2, s3);
}

BLOCK(encrypt)
BLOCK(decrypt)
