/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks as four words: each word is a column, with the first byte in bits 7 to 0 (little-endian).
 */
#ifndef AES_WORDS_H
#define AES_WORDS_H

#include "aes.h"

/* Measured best options of gcc. The sums of a round must not be reordered. On PicoRV32, without
 * pipeline stalls, the code with the fewest registers is best. The source order of aes32's
 * instructions is already the best order for VexRiscv. */
#if defined(__riscv) && !defined(__clang__)
#pragma GCC optimize("no-tree-reassoc")
#if AES_VARIANT == AES_AES32 || AES_HOST == AES_PICORV32
#pragma GCC optimize("no-schedule-insns", "no-schedule-insns2")
#endif
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the processor must be little-endian"
#endif

/* A word of memory that may alias bytes. */
typedef uint32_t __attribute__((may_alias)) aes_word;

#define AES_INLINE static inline __attribute__((always_inline, unused))
/* A separate function, so that its registers do not burden other functions. */
#define AES_APART __attribute__((noinline))
/* Hot functions are grouped, so that a small cache holds them; cold functions are separate, and
 * optimised for size. */
#define AES_HOT __attribute__((hot))
#define AES_COLD __attribute__((cold, noinline))

/* Whether AES has keys of this size. */
AES_INLINE int aes_size(int bits) {
  return bits == 128 || (!AES_ONLY_128 && (bits == 192 || bits == 256));
}

/* Whether one of up to three addresses is not aligned for words. */
AES_INLINE int aes_unaligned(const void *a, const void *b, const void *c) {
  return (((uintptr_t)a | (uintptr_t)b | (uintptr_t)c) & 3) != 0;
}

/* Overwrites words with zeros, also if they are not read again. */
AES_INLINE void aes_wipe(uint32_t *words, size_t count) {
  /* One by one: the compiler must neither remove the loop nor call memset. */
  for (; count != 0; --count, ++words) {
    *words = 0;
    __asm__ __volatile__("" : : "r"(words) : "memory");
  }
}

/* The next counter of CTR. The last byte is incremented first: the top byte of the last word. */
void aes_carry(uint32_t counter[4]);
AES_INLINE void aes_count(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
  *d += 0x01000000u;
  if (*d < 0x01000000u) {
    uint32_t counter[4] = {*a, *b, *c, *d};
    aes_carry(counter);
    *a = counter[0], *b = counter[1], *c = counter[2], *d = counter[3];
  }
}

/* A mode, block by block; modes without an IV ignore iv. */
typedef void aes_mode(const struct aes_key *key, aes_word *iv, const aes_word *in, aes_word *out,
                      size_t blocks);

/* The parameters have the caller's order, so that no register moves. */

/* Any mode with data of any alignment; unaligned data goes through aligned blocks. */
void aes_any_mode(const struct aes_key *key, uint8_t *iv, const uint8_t *in, uint8_t *out,
                  size_t blocks, aes_mode *mode);

/* CTR of any number of bytes. */
void aes_any_ctr(const struct aes_key *key, uint8_t *counter, const uint8_t *in, uint8_t *out,
                 size_t bytes, aes_mode *ctr);

/* The slow path of setting a key. */
typedef int aes_setup(struct aes_key *key, const uint8_t *bytes, int bits);
int aes_unaligned_key(struct aes_key *key, const uint8_t *bytes, int bits, aes_setup *setup);

#endif
