/* SPDX-License-Identifier: Apache-2.0
 *
 * The common part of rounds in software: the selection of bytes in a round, and the block functions
 * around the rounds.
 */
#ifndef AES_STEPS_H
#define AES_STEPS_H

#include "aes_words.h"

#define STORE4(p, a, b, c, d) ((p)[0] = (a), (p)[1] = (b), (p)[2] = (c), (p)[3] = (d))
#define BLOCK(name) \
  static AES_COLD void name##_mode(const struct aes_key *key, aes_word *iv, const aes_word *in, \
                          aes_word *out, size_t blocks) { \
    (void)iv, (void)blocks; \
    aes_##name##_block(key, (const uint8_t *)in, (uint8_t *)out); \
  } \
  AES_HOT void aes_##name##_block(const struct aes_key *key, const uint8_t in[16], \
                                  uint8_t out[16]) { \
    if (aes_unaligned(in, out, NULL)) { \
      aes_any_mode(key, NULL, in, out, 1, name##_mode); \
      return; \
    } \
    name##_words(key, (const aes_word *)in, (aes_word *)out); \
  }

AES_INLINE const uint32_t *last_round_key(const struct aes_key *key) {
  return (const uint32_t *)(const void *)((const uint8_t *)key->words + key->more) + 40;
}

/* A round of all four columns, t from s, with round key k. The columns alternate, so that no step
 * uses the result of the step before. The numbers are the source columns of the bytes: ShiftRows or
 * its inverse. */
#define STEPS(step, t, s, n, w, x, y, z) \
  t##0 = step(t##0, s##w, n), t##1 = step(t##1, s##x, n), t##2 = step(t##2, s##y, n), \
  t##3 = step(t##3, s##z, n)
#define LOAD4(t, k) (t##0 = (k)[0], t##1 = (k)[1], t##2 = (k)[2], t##3 = (k)[3])
#define BEGIN(s, t, in, k) \
  LOAD4(s, in); \
  LOAD4(t, k); \
  TOGETHER(s0, s1, s2, s3); \
  TOGETHER(t0, t1, t2, t3); \
  s##0 ^= t##0, s##1 ^= t##1, s##2 ^= t##2, s##3 ^= t##3
#define ENCRYPT_STEPS(step, t, s) \
  STEPS(step, t, s, 0, 0, 1, 2, 3); \
  STEPS(step, t, s, 1, 1, 2, 3, 0); \
  STEPS(step, t, s, 2, 2, 3, 0, 1); \
  STEPS(step, t, s, 3, 3, 0, 1, 2)
#define DECRYPT_STEPS(step, t, s) \
  STEPS(step, t, s, 0, 0, 1, 2, 3); \
  STEPS(step, t, s, 1, 3, 0, 1, 2); \
  STEPS(step, t, s, 2, 2, 3, 0, 1); \
  STEPS(step, t, s, 3, 1, 2, 3, 0)

#endif
