/* SPDX-License-Identifier: Apache-2.0
 *
 * MixColumns and its inverse (FIPS-197, 5.1.3 and 5.3.3), computed on the four bytes of a column at
 * a time.
 */
#ifndef AES_COLUMNS_H
#define AES_COLUMNS_H

#include "aes_words.h"

/* Byte i becomes byte i + n. */
AES_INLINE uint32_t rotated(uint32_t x, const int n) {
  return n == 0 ? x : x << (8 * n) | x >> (32 - 8 * n);
}

/* Doubles each byte in the field. For a byte with top bit 1, top - (top >> 7) is 0x7f, which is
 * masked by the polynomial 0x1b. */
AES_INLINE uint32_t doubled(uint32_t x) {
  const uint32_t top = x & 0x80808080u;
  return (x ^ top) << 1 ^ ((top - (top >> 7)) & 0x1b1b1b1bu);
}

/* Multiplies each byte by four: the two bits shifted out are multiplied by 0x1b = 3 * 9. */
AES_INLINE uint32_t quadrupled(uint32_t x) {
  const uint32_t top = x >> 6 & 0x03030303u, three = top ^ top << 1;
  return (x & 0x3f3f3f3fu) << 2 ^ three ^ three << 3;
}

/* With y = x ^ (next byte): 2 y ^ (next byte) ^ (y rotated by two bytes). */
AES_INLINE uint32_t mixed(uint32_t x) {
  const uint32_t next = rotated(x, 3), y = x ^ next;
  return doubled(y) ^ next ^ rotated(y, 2);
}

/* InvMixColumns is MixColumns of 5 x ^ 4 (x rotated by two bytes). */
AES_INLINE uint32_t unmixed(uint32_t x) { return mixed(x ^ quadrupled(x ^ rotated(x, 2))); }

#endif
