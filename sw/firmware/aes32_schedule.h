/* SPDX-License-Identifier: Apache-2.0
 *
 * Key schedules of AES-128 for aes32, without a loop. All values are in registers, and no
 * instruction waits for the instruction before: a round key is stored while the next round key is
 * computed.
 */
#include "aes_instructions.h"
#include "aes_steps.h"

static AES_APART AES_HOT int encrypt_key_128(uint32_t *k, const aes_word *in) {
  uint32_t a = in[0], b = in[1], c = in[2], d = in[3], t, low, high;
#define NEXT(round, rcon) \
  low = d >> 8, high = d << 24, t = a ^ (rcon); \
  t = aes32esi(t, low, 0), k[4 * (round)-4] = a; \
  t = aes32esi(t, low, 1), k[4 * (round)-3] = b; \
  t = aes32esi(t, low, 2), k[4 * (round)-2] = c; \
  t = aes32esi(t, high, 3), k[4 * (round)-1] = d; \
  a = t, b ^= a, c ^= b, d ^= c
  NEXT(1, 0x01);
  NEXT(2, 0x02);
  NEXT(3, 0x04);
  NEXT(4, 0x08);
  NEXT(5, 0x10);
  NEXT(6, 0x20);
  NEXT(7, 0x40);
  NEXT(8, 0x80);
  NEXT(9, 0x1b);
  NEXT(10, 0x36);
#undef NEXT
  STORE4(k + 40, a, b, c, d);
  return 0;
}

/* The two schedules of aes_inverse_schedule.h in parallel: v is InvMixColumns of a round key, t is
 * the output of the S-box, and y is the S-box of t, which the inverse S-box in aes32dsmi cancels.
 * Of the round key itself, only the last word is needed, in h0 to h3 in turn. After four rounds,
 * all other words cancel: the sum of a round is linear, its fourth power is one, and of the four
 * words with t only the newest word remains. The last word is therefore the word of four rounds
 * before, XOR the outputs of the S-box. */
static AES_APART AES_HOT int decrypt_key_128(uint32_t *k, const aes_word *in) {
  const uint32_t a = in[0], b = in[1], c = in[2], d = in[3];
  uint32_t h0 = a ^ b ^ c ^ d, h1 = b ^ d, h2 = c ^ d, h3 = d;
  uint32_t ya = 0, yb = 0, yc = 0, yd = 0, va = 0, vb = 0, vc = 0, vd = 0;
  uint32_t t = 1, y, z, low = d >> 8, high = d << 24;
  STORE4(k, a, b, c, d);
#define ALL(step, x, y0, y1, y2, y3, n) \
  x##a = step(x##a, y0, n), x##b = step(x##b, y1, n), x##c = step(x##c, y2, n), \
  x##d = step(x##d, y3, n)
  ALL(aes32esi, y, a, b, c, d, 0), t = aes32esi(t, low, 0);
  ALL(aes32esi, y, a, b, c, d, 1), t = aes32esi(t, low, 1);
  ALL(aes32esi, y, a, b, c, d, 2), t = aes32esi(t, low, 2);
  ALL(aes32esi, y, a, b, c, d, 3), t = aes32esi(t, high, 3);
  ALL(aes32dsmi, v, ya, yb, yc, yd, 0);
  ALL(aes32dsmi, v, ya, yb, yc, yd, 1);
  ALL(aes32dsmi, v, ya, yb, yc, yd, 2);
  ALL(aes32dsmi, v, ya, yb, yc, yd, 3);
  h0 ^= t;
/* Two partial results of y are sufficient: aes32dsmi reads each byte separately. */
#define NEXT(round, rcon, last, before) \
  y = aes32esi(0, t, 0), z = aes32esi(0, t, 2), y = aes32esi(y, t, 1), z = aes32esi(z, t, 3); \
  low = last >> 8, high = last << 24, t = (rcon); \
  va = aes32dsmi(va, y, 0), t = aes32esi(t, low, 0); \
  va = aes32dsmi(va, y, 1), t = aes32esi(t, low, 1); \
  va = aes32dsmi(va, z, 2), t = aes32esi(t, low, 2); \
  va = aes32dsmi(va, z, 3), t = aes32esi(t, high, 3); \
  vb ^= va, vc ^= vb, vd ^= vc; \
  STORE4(k + 4 * (round), va, vb, vc, vd); \
  before ^= t
  NEXT(1, 0x02, h0, h1);
  NEXT(2, 0x04, h1, h2);
  NEXT(3, 0x08, h2, h3);
  NEXT(4, 0x10, h3, h0);
  NEXT(5, 0x20, h0, h1);
  NEXT(6, 0x40, h1, h2);
  NEXT(7, 0x80, h2, h3);
  NEXT(8, 0x1b, h3, h0);
  NEXT(9, 0x36, h0, h1);
#undef NEXT
#undef ALL
  STORE4(k + 40, h1 ^ h0 ^ h3 ^ h2, h1 ^ h3, h1 ^ h0, h1);
  return 0;
}
