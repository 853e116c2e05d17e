/* SPDX-License-Identifier: Apache-2.0
 *
 * The units' instructions in C, for aes_instructions.h: worked out from FIPS-197's definitions, by
 * none of the firmware's tables. A pair of key words out of turn ends the program.
 */
#ifndef INSTRUCTIONS_H
#define INSTRUCTIONS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline uint32_t unit_times(uint32_t a, uint32_t b) {
  uint32_t product = 0;
  for (; b != 0; b >>= 1, a = a << 1 ^ (a & 0x80 ? 0x11b : 0)) product ^= b & 1 ? a : 0;
  return product;
}

/* The S-box as the powers of 3 have it: x and its inverse go round opposite ways. */
static inline const uint8_t *unit_box(int inverse) {
  static uint8_t box[2][256];
  if (box[0][0] == 0) {
    uint32_t p = 1, q = 1;
    do {
      p = unit_times(p, 3), q = unit_times(q, 0xf6);
      uint32_t y = q ^ q << 1 ^ q << 2 ^ q << 3 ^ q << 4;
      box[0][p] = (uint8_t)(y ^ y >> 8 ^ 0x63);
    } while (p != 1);
    box[0][0] = 0x63;
    for (int x = 0; x < 256; ++x) box[1][box[0][x]] = (uint8_t)x;
  }
  return box[inverse];
}

static inline uint32_t unit_column(uint32_t x, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  return unit_times(x, a) | unit_times(x, b) << 8 | unit_times(x, c) << 16 | unit_times(x, d) << 24;
}

static inline uint32_t unit_aes32(uint32_t sum, uint32_t x, int n, int inverse, int mix) {
  const uint32_t y = unit_box(inverse)[x >> (8 * n) & 0xff];
  const uint32_t column = !mix      ? y
                          : inverse ? unit_column(y, 14, 9, 13, 11)
                                    : unit_column(y, 2, 1, 1, 3);
  return sum ^ (n == 0 ? column : column << (8 * n) | column >> (32 - 8 * n));
}

static inline uint32_t aes32esi(uint32_t s, uint32_t x, int n) {
  return unit_aes32(s, x, n, 0, 0);
}
static inline uint32_t aes32esmi(uint32_t s, uint32_t x, int n) {
  return unit_aes32(s, x, n, 0, 1);
}
static inline uint32_t aes32dsi(uint32_t s, uint32_t x, int n) {
  return unit_aes32(s, x, n, 1, 0);
}
static inline uint32_t aes32dsmi(uint32_t s, uint32_t x, int n) {
  return unit_aes32(s, x, n, 1, 1);
}

static struct {
  uint32_t key[60], data[4], result[4];
  int pairs, size, rounds; /* key words' pairs so far; no rounds: no key */
} the_unit;

static inline void unit_need(int right) {
  if (!right) abort();
}

static inline uint32_t unit_sub(uint32_t x) {
  uint32_t y = 0;
  for (int n = 0; n < 4; ++n) y = unit_aes32(y, x, n, 0, 0);
  return y;
}

static inline void block_key(int size, int pair, uint32_t a, uint32_t b) {
  unit_need(pair == 0 || (pair == the_unit.pairs && size == the_unit.size));
  uint32_t *w = the_unit.key, rcon = 1;
  const int words = 4 + 2 * size;
  w[2 * pair] = a, w[2 * pair + 1] = b;
  the_unit.size = size, the_unit.pairs = pair + 1, the_unit.rounds = 0;
  if (2 * the_unit.pairs != words) return;
  the_unit.rounds = 10 + 2 * size;
  for (int i = words; i < 4 * (the_unit.rounds + 1); ++i) {
    uint32_t t = w[i - 1];
    if (i % words == 0) {
      t = unit_sub(t >> 8 | t << 24) ^ rcon;
      rcon = unit_times(rcon, 2);
    } else if (words == 8 && i % 8 == 4) {
      t = unit_sub(t);
    }
    w[i] = w[i - words] ^ t;
  }
}

static inline int block_key_last(int size, int pair, uint32_t a, uint32_t b) {
  block_key(size, pair, a, b);
  return 0;
}

static inline uint32_t unit_unmixed(uint32_t x) {
  uint32_t y = 0;
  for (int n = 0; n < 4; ++n) y = unit_aes32(y, unit_sub(x), n, 1, 1);
  return y;
}

static inline void block_data(int decrypt, int half, uint32_t a, uint32_t b) {
  const uint32_t *w = the_unit.key;
  uint32_t s[4], t[4];
  the_unit.data[2 * half] = a, the_unit.data[2 * half + 1] = b;
  if (!half) return;
  memset(the_unit.result, 0, sizeof the_unit.result);
  if (the_unit.rounds == 0) return;
  for (int c = 0; c < 4; ++c) s[c] = the_unit.data[c] ^ w[decrypt ? 4 * the_unit.rounds + c : c];
  for (int r = 1; r <= the_unit.rounds; ++r) {
    const int last = r == the_unit.rounds;
    for (int c = 0; c < 4; ++c) {
      const uint32_t k = w[4 * (decrypt ? the_unit.rounds - r : r) + c];
      t[c] = decrypt && !last ? unit_unmixed(k) : k;
      for (int n = 0; n < 4; ++n)
        t[c] = unit_aes32(t[c], s[decrypt ? (c + 4 - n) % 4 : (c + n) % 4], n, decrypt, !last);
    }
    memcpy(s, t, sizeof s);
  }
  memcpy(the_unit.result, s, sizeof s);
}

static inline uint32_t block_read(int n, uint32_t sum) { return the_unit.result[n] ^ sum; }

static inline void block_clear(void) { memset(&the_unit, 0, sizeof the_unit); }

/* What the block unit still holds, as a sum, for the program around it. */
unsigned long unit_left(void);
unsigned long unit_left(void) {
  unsigned long sum = 0;
  for (size_t i = 0; i < sizeof the_unit; ++i) sum += ((const uint8_t *)&the_unit)[i];
  return sum;
}

#endif
