/* SPDX-License-Identifier: Apache-2.0
 *
 * Blocks as four words: a column each, its first byte in bits 7 to 0, as a little-endian
 * processor loads it.
 */
#ifndef AES_WORDS_H
#define AES_WORDS_H

#include "aes.h"

/* Options of gcc that were measured to be best, so that who compiles need not know them. Sums of
 * a round are not to be taken apart. On PicoRV32, which waits for nothing, what needs the fewest
 * registers is best; aes32's instructions stand in the source in the order that VexRiscv likes. */
#if defined(__riscv) && !defined(__clang__)
#pragma GCC optimize("no-tree-reassoc")
#if AES_VARIANT == AES_AES32 || AES_HOST == AES_PICORV32
#pragma GCC optimize("no-schedule-insns", "no-schedule-insns2")
#endif
#endif

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the processor has to be little-endian"
#endif

/* A word of memory that anyone may look at as bytes. */
typedef uint32_t __attribute__((may_alias)) aes_word;

#define AES_INLINE static inline __attribute__((always_inline, unused))
/* A function by itself, so that what it needs costs others no registers. */
#define AES_APART __attribute__((noinline))
/* What a program calls most stands together, so that a small cache holds it, and what it hardly
 * ever calls elsewhere, made small. */
#define AES_HOT __attribute__((hot))
#define AES_COLD __attribute__((cold, noinline))

/* Whether there are keys of so many bits. */
AES_INLINE int aes_size(int bits) {
  return bits == 128 || (!AES_ONLY_128 && (bits == 192 || bits == 256));
}

/* Whether words cannot be used at one of up to three addresses. */
AES_INLINE int aes_unaligned(const void *a, const void *b, const void *c) {
  return (((uintptr_t)a | (uintptr_t)b | (uintptr_t)c) & 3) != 0;
}

/* Overwrites words, whether or not they are looked at again. */
AES_INLINE void aes_wipe(uint32_t *words, size_t count) {
  /* One by one: a compiler may neither drop it nor make a call of a library of it. */
  for (; count != 0; --count, ++words) {
    *words = 0;
    __asm__ __volatile__("" : : "r"(words) : "memory");
  }
}

/* The next counter of CTR. Its last byte counts first: in a word, the top byte does. */
void aes_carry(uint32_t counter[4]);
AES_INLINE void aes_count(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
  *d += 0x01000000u;
  if (*d < 0x01000000u) {
    uint32_t counter[4] = {*a, *b, *c, *d};
    aes_carry(counter);
    *a = counter[0], *b = counter[1], *c = counter[2], *d = counter[3];
  }
}

/* What any mode does, block by block; those without an IV leave it alone. */
typedef void aes_mode(const struct aes_key *key, aes_word *iv, const aes_word *in, aes_word *out,
                      size_t blocks);

/* What calls these has the same parameters in front: they stay where they are. */

/* Any mode with data of any alignment: what is not aligned goes through blocks that are. */
void aes_any_mode(const struct aes_key *key, uint8_t *iv, const uint8_t *in, uint8_t *out,
                  size_t blocks, aes_mode *mode);

/* CTR of any number of bytes. */
void aes_any_ctr(const struct aes_key *key, uint8_t *counter, const uint8_t *in, uint8_t *out,
                 size_t bytes, aes_mode *ctr);

/* The slow path of setting a key up. */
typedef int aes_setup(struct aes_key *key, const uint8_t *bytes, int bits);
int aes_unaligned_key(struct aes_key *key, const uint8_t *bytes, int bits, aes_setup *setup);

#endif
