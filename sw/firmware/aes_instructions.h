/* SPDX-License-Identifier: Apache-2.0
 *
 * The units' instructions as functions. The assembler need not know them: they are .insn.
 *
 * aes32esi(sum, x, n) and the like: sum ^ (what the instruction makes of byte n of x); n is a
 * constant. block_*: the block unit; see rtl/soft. These happen in the order in which they are
 * written.
 *
 * -DAES_INSTRUCTIONS='"FILE"' takes them from another file, which lets a test have them in C.
 */
#ifndef AES_INSTRUCTIONS_H
#define AES_INSTRUCTIONS_H

#include "aes_words.h"

#ifdef AES_INSTRUCTIONS
#include AES_INSTRUCTIONS
#else

#ifndef __OPTIMIZE__
#error "the units' instructions need their constants, which -O0 does not know; compile with -O2"
#endif

#if AES_HOST == AES_PICORV32
#define AES_OPCODE 0x33 /* OP: the ratified encoding */
#elif AES_HOST == AES_VEXRISCV
#define AES_OPCODE 0x0b /* custom-0: all that its bus has */
#else
#error "where are the instructions? -DAES_HOST=AES_PICORV32 or AES_VEXRISCV"
#endif

#define AES32(name, code) \
  AES_INLINE uint32_t name(uint32_t sum, uint32_t x, const int n) { \
    uint32_t result; \
    __asm__(".insn r %3, 0, %4, %0, %z1, %2" \
            : "=r"(result) \
            : "rJ"(sum), "r"(x), "i"(AES_OPCODE), "i"(n << 5 | (code))); \
    return result; \
  }
AES32(aes32esi, 0x11)
AES32(aes32esmi, 0x13)
AES32(aes32dsi, 0x15)
AES32(aes32dsmi, 0x17)
#undef AES32

/* Key words 2 * pair and 2 * pair + 1; size is 0, 1, 2 for AES-128, 192, 256. The last pair of a
 * size begins the expansion. */
AES_INLINE void block_key(const int size, const int pair, uint32_t a, uint32_t b) {
  __asm__ __volatile__(".insn r 0x0b, 1, %0, x0, %1, %2" : : "i"(size << 2 | pair), "r"(a), "r"(b));
}

/* The same of the last pair, and what it gives, which is 0: a function's result without a load. */
AES_INLINE int block_key_last(const int size, const int pair, uint32_t a, uint32_t b) {
  register int zero __asm__("a0");
  __asm__ __volatile__(".insn r 0x0b, 1, %1, %0, %2, %3"
                       : "=r"(zero)
                       : "i"(size << 2 | pair), "r"(a), "r"(b));
  return zero;
}

/* Words 0 and 1 of a block, or with half = 1 words 2 and 3, which begins it. */
AES_INLINE void block_data(const int decrypt, const int half, uint32_t a, uint32_t b) {
  __asm__ __volatile__(".insn r 0x0b, 1, %0, x0, %1, %2"
                       :
                       : "i"(0x10 | decrypt << 1 | half), "r"(a), "r"(b));
}

/* Word n of the result of the block begun last, XOR a word; waits for it. */
AES_INLINE uint32_t block_read(const int n, uint32_t sum) {
  uint32_t result;
  __asm__ __volatile__(".insn r 0x0b, 1, %2, %0, %z1, x0"
                       : "=r"(result)
                       : "rJ"(sum), "i"(0x20 | n));
  return result;
}

/* Forgets key, block and result. */
AES_INLINE void block_clear(void) {
  __asm__ __volatile__(".insn r 0x0b, 1, 0x30, x0, x0, x0");
}

#endif
#endif
