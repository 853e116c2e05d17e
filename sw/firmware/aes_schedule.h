/* SPDX-License-Identifier: Apache-2.0
 *
 * The key schedule for encryption (FIPS-197, 5.2). A variant defines these and includes this file:
 *
 *   FORWARD                  the declarations, for example a table pointer
 *   SUB(sum, x)              sum ^ SubWord(x)
 *   SUB_ROT(sum, x)          sum ^ SubWord(RotWord(x))
 */
#include "aes_steps.h"

#ifndef AES_OWN_128
static AES_APART AES_HOT int encrypt_key_128(uint32_t *k, const aes_word *in) {
  FORWARD;
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
  STORE4(k, a, b, c, d);
#define NEXT(rcon) \
  a = SUB_ROT(a ^ (rcon), d), b ^= a, c ^= b, d ^= c, k += 4; \
  STORE4(k, a, b, c, d)
  for (uint32_t rcon = 1;;) {
    NEXT(rcon);
    NEXT(rcon << 1);
    if (rcon == 0x1b) break;
    rcon = rcon == 0x40 ? 0x1b : rcon << 2;
  }
#undef NEXT
  return 0;
}
#endif

#if !AES_ONLY_128
static AES_APART int encrypt_key_192(uint32_t *k, const aes_word *in) {
  FORWARD;
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5];
  for (uint32_t rcon = 1;; rcon <<= 1) {
    STORE4(k, a, b, c, d);
    if (rcon == 0x100) break;
    k[4] = e, k[5] = f, k += 6;
    a = SUB_ROT(a ^ rcon, f), b ^= a, c ^= b, d ^= c, e ^= d, f ^= e;
  }
  return 0;
}

static AES_APART int encrypt_key_256(uint32_t *k, const aes_word *in) {
  FORWARD;
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6], h = in[7];
  for (uint32_t rcon = 1;; rcon <<= 1) {
    STORE4(k, a, b, c, d);
    if (rcon == 0x80) break;
    STORE4(k + 4, e, f, g, h), k += 8;
    a = SUB_ROT(a ^ rcon, h), b ^= a, c ^= b, d ^= c;
    e = SUB(e, d), f ^= e, g ^= f, h ^= g;
  }
  return 0;
}

#define LONGER(name) \
  if (bits == 192) return key->more = 32, name##_192(key->words, in); \
  if (bits == 256) return key->more = 64, name##_256(key->words, in)
#else
#define LONGER(name) (void)0
#endif

#define SETUP(name) \
  AES_HOT int aes_##name(struct aes_key *key, const uint8_t *bytes, int bits) { \
    if (aes_unaligned(bytes, NULL, NULL)) return aes_unaligned_key(key, bytes, bits, aes_##name); \
    const aes_word *in = (const aes_word *)bytes; \
    if (bits == 128) return key->more = 0, name##_128(key->words, in); \
    LONGER(name); \
    aes_forget(key); \
    return -1; \
  }
