/* SPDX-License-Identifier: Apache-2.0
 *
 * Block functions, for variants whose rounds add one byte at a time to a column. The variant
 * defines
 *
 *   FORWARD, INVERSE         the declarations of a direction's steps, for example a table pointer
 *   ENCRYPT_STEP(sum, x, n)  sum ^ MixColumns(S-box of byte n of x)
 *   ENCRYPT_LAST(sum, x, n)  sum ^ the S-box of byte n of x, at byte n
 *   DECRYPT_STEP(sum, x, n)  sum ^ InvMixColumns(inverse S-box of byte n of x)
 *   DECRYPT_LAST(sum, x, n)  sum ^ the inverse S-box of byte n of x, at byte n
 *   TOGETHER(a, b, c, d)     forces the loads of four words before their first use, if useful
 *
 * and includes this file. Decryption uses the round keys of aes_inverse_schedule.h.
 */
#include "aes_steps.h"

/* Round keys are loaded early, and the step after a load does not use the loaded word: a processor
 * would wait for memory. */
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
