/* SPDX-License-Identifier: Apache-2.0
 *
 * Transfers of a block to the block unit and back, as four words.
 */
#ifndef AES_BLOCK_WORDS_H
#define AES_BLOCK_WORDS_H

#include "aes_instructions.h"

/* Forces loads before the instructions that wait for the unit. NOW also renews the registers, which
 * is faster in a loop. */
#define HERE(a, b, c, d) __asm__ __volatile__("" : : "r"(a), "r"(b), "r"(c), "r"(d))
#define NOW(a, b, c, d) __asm__ __volatile__("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d))
#define STORE4(p, a, b, c, d) ((p)[0] = (a), (p)[1] = (b), (p)[2] = (c), (p)[3] = (d))

AES_INLINE void start(const int decrypt, uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
  block_data(decrypt, 0, a, b);
  block_data(decrypt, 1, c, d);
}

#define READ4(r0, r1, r2, r3, a, b, c, d) \
  const uint32_t r0 = block_read(0, a), r1 = block_read(1, b), r2 = block_read(2, c); \
  const uint32_t r3 = block_read(3, d)

#endif
