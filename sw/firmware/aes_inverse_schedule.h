/* SPDX-License-Identifier: Apache-2.0
 *
 * The key schedule of FIPS-197's equivalent inverse cipher (5.3.5), whose round keys but the first and the
 * last went through InvMixColumns. That is linear, and so is most of the schedule: with v for
 * InvMixColumns(w), v[i] = v[i-Nk] ^ v[i-1] wherever w has the like. So only the key, and what the S-box
 * gave, go through InvMixColumns, and both schedules run side by side.
 *
 * Beside what aes_schedule.h needs, a variant defines
 *
 *   unmix(sum, x)            sum ^ InvMixColumns(x)
 */
#include "aes_schedule.h"

AES_INLINE void decrypt_key_128(uint32_t *k, const aes_word *in) {
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
  uint32_t va = unmix(0, a), vb = unmix(0, b), vc = unmix(0, c), vd = unmix(0, d), t;
  STORE4(k, a, b, c, d);
  /* Of w alone the last word of four goes on. Four rounds leave no more of it than their S-boxes: of
   * the sums that a round makes, the fourth power is one, and of the four words that the S-box's word
   * enters, only the newest one counts. So it is as many words before the key, and these follow: */
  uint32_t h0 = a ^ b ^ c ^ d, h1 = b ^ d, h2 = c ^ d, h3 = d;
#define NEXT(rcon, before, last) \
  t = sub_rot((rcon), last), before ^= t, va = unmix(va, t), vb ^= va, vc ^= vb, vd ^= vc, k += 4; \
  STORE4(k, va, vb, vc, vd)
  for (uint32_t rcon = 1; rcon < 0x100; rcon <<= 4) {
    NEXT(rcon, h0, h3);
    NEXT(rcon << 1, h1, h0);
    NEXT(rcon << 2, h2, h1);
    NEXT(rcon << 3, h3, h2);
  }
  NEXT(0x1b, h0, h3);
  t = sub_rot(0x36, h0), h1 ^= t;
  STORE4(k + 4, h1 ^ h0 ^ h3 ^ h2, h1 ^ h3, h1 ^ h0, h1);
#undef NEXT
}

AES_INLINE void decrypt_key_192(uint32_t *k, const aes_word *in) {
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], t;
  uint32_t va = unmix(0, a), vb = unmix(0, b), vc = unmix(0, c), vd = unmix(0, d);
  uint32_t ve = unmix(0, e), vf = unmix(0, f);
  STORE4(k, a, b, c, d);
  for (uint32_t rcon = 1;; rcon <<= 1) {
    k[4] = ve, k[5] = vf, k += 6;
    t = sub_rot(rcon, f), a ^= t, b ^= a, c ^= b, d ^= c;
    if (rcon == 0x80) break;
    e ^= d, f ^= e;
    va = unmix(va, t), vb ^= va, vc ^= vb, vd ^= vc, ve ^= vd, vf ^= ve;
    STORE4(k, va, vb, vc, vd);
  }
  STORE4(k, a, b, c, d);
}

AES_INLINE void decrypt_key_256(uint32_t *k, const aes_word *in) {
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], g = in[6], h = in[7], t;
  uint32_t va = unmix(0, a), vb = unmix(0, b), vc = unmix(0, c), vd = unmix(0, d);
  uint32_t ve = unmix(0, e), vf = unmix(0, f), vg = unmix(0, g), vh = unmix(0, h);
  STORE4(k, a, b, c, d);
  for (uint32_t rcon = 1;; rcon <<= 1) {
    STORE4(k + 4, ve, vf, vg, vh), k += 8;
    t = sub_rot(rcon, h), a ^= t, b ^= a, c ^= b, d ^= c;
    if (rcon == 0x40) break;
    va = unmix(va, t), vb ^= va, vc ^= vb, vd ^= vc;
    STORE4(k, va, vb, vc, vd);
    t = sub(0, d), e ^= t, f ^= e, g ^= f, h ^= g;
    ve = unmix(ve, t), vf ^= ve, vg ^= vf, vh ^= vg;
  }
  STORE4(k, a, b, c, d);
}
