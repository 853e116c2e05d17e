/* SPDX-License-Identifier: Apache-2.0
 *
 * The key schedule of FIPS-197's equivalent inverse cipher (5.3.5): InvMixColumns is applied to all
 * round keys except the first and the last. InvMixColumns and most of the schedule are linear. With
 * v = InvMixColumns(w), v[i] = v[i-Nk] ^ v[i-1] wherever w[i] = w[i-Nk] ^ w[i-1]. Only the key and
 * the outputs of the S-box need InvMixColumns; both schedules run in parallel.
 *
 * In addition to aes_schedule.h's definitions, a variant defines
 *
 *   UNMIX(sum, x)            sum ^ InvMixColumns(x)
 */
#include "aes_schedule.h"

#ifndef AES_OWN_128
static AES_APART AES_HOT int decrypt_key_128(uint32_t *k, const aes_word *in) {
  FORWARD;
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], t;
  uint32_t va = UNMIX(0, a), vb = UNMIX(0, b), vc = UNMIX(0, c), vd = UNMIX(0, d);
  STORE4(k, a, b, c, d);
  for (uint32_t rcon = 1;;) {
    t = SUB_ROT(rcon, d), a ^= t, b ^= a, c ^= b, d ^= c;
    va = UNMIX(va, t), vb ^= va, vc ^= vb, vd ^= vc;
    STORE4(k + 4, va, vb, vc, vd);
    k += 8;
    rcon <<= 1;
    t = SUB_ROT(rcon, d), a ^= t, b ^= a, c ^= b, d ^= c;
    if (rcon == 0x36) break;
    va = UNMIX(va, t), vb ^= va, vc ^= vb, vd ^= vc;
    STORE4(k, va, vb, vc, vd);
    rcon = rcon == 0x80 ? 0x1b : rcon << 1;
  }
  STORE4(k, a, b, c, d);
  return 0;
}
#endif

#if !AES_ONLY_128
static AES_APART int decrypt_key_192(uint32_t *k, const aes_word *in) {
  FORWARD;
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], e = in[4], f = in[5], t;
  for (int i = 0; i < 6; ++i) k[i] = UNMIX(0, in[i]);
  uint32_t va = k[0], vb = k[1], vc = k[2], vd = k[3], ve = k[4], vf = k[5];
  STORE4(k, a, b, c, d);
  for (uint32_t rcon = 1;; rcon <<= 1) {
    k[4] = ve, k[5] = vf, k += 6;
    t = SUB_ROT(rcon, f), a ^= t, b ^= a, c ^= b, d ^= c;
    if (rcon == 0x80) break;
    e ^= d, f ^= e;
    va = UNMIX(va, t), vb ^= va, vc ^= vb, vd ^= vc, ve ^= vd, vf ^= ve;
    STORE4(k, va, vb, vc, vd);
  }
  STORE4(k, a, b, c, d);
  return 0;
}

static AES_APART int decrypt_key_256(uint32_t *k, const aes_word *in) {
  FORWARD;
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], t;
  uint32_t e = in[4], f = in[5], g = in[6], h = in[7];
  for (int i = 0; i < 8; ++i) k[i] = UNMIX(0, in[i]);
  uint32_t va = k[0], vb = k[1], vc = k[2], vd = k[3], ve = k[4], vf = k[5], vg = k[6], vh = k[7];
  STORE4(k, a, b, c, d);
  for (uint32_t rcon = 1;; rcon <<= 1) {
    STORE4(k + 4, ve, vf, vg, vh), k += 8;
    t = SUB_ROT(rcon, h), a ^= t, b ^= a, c ^= b, d ^= c;
    if (rcon == 0x40) break;
    va = UNMIX(va, t), vb ^= va, vc ^= vb, vd ^= vc;
    STORE4(k, va, vb, vc, vd);
    t = SUB(0, d), e ^= t, f ^= e, g ^= f, h ^= g;
    ve = UNMIX(ve, t), vf ^= ve, vg ^= vf, vh ^= vg;
  }
  STORE4(k, a, b, c, d);
  return 0;
}
#endif
