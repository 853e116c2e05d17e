/* SPDX-License-Identifier: Apache-2.0
 *
 * The units' instructions as functions, by .insn: the assembler does not know these instructions.
 *
 * aes32esi(sum, x, n) and similar: sum ^ (the result for byte n of x); n is a constant. block_*:
 * the block unit, see rtl/soft. These instructions execute in program order.
 *
 * -DAES_INSTRUCTIONS='"FILE"' includes another file instead, for example a C model in a test.
 */
#ifndef AES_INSTRUCTIONS_H
#define AES_INSTRUCTIONS_H

#include "aes_words.h"

#ifdef AES_INSTRUCTIONS
#include AES_INSTRUCTIONS
#else

#ifndef __OPTIMIZE__
#error "the units' instructions need constant operands; compile with -O2, not with -O0"
#endif

#if AES_HOST == AES_PICORV32
#define AES_OPCODE 0x33 /* OP: the ratified encoding */
#elif AES_HOST == AES_VEXRISCV
#define AES_OPCODE 0x0b /* custom-0: the only opcode of its bus */
#else
#error "choose the processor: -DAES_HOST=AES_PICORV32 or AES_VEXRISCV"
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

/* Key words 2 * pair and 2 * pair + 1; size is 0, 1, 2 for AES-128, 192, 256. The last pair starts
 * the key expansion. */
AES_INLINE void block_key(const int size, const int pair, uint32_t a, uint32_t b) {
  __asm__ __volatile__(".insn r 0x0b, 1, %0, x0, %1, %2" : : "i"(size << 2 | pair), "r"(a), "r"(b));
}

/* The same for the last pair; returns the result 0 of the instruction, without a load. */
AES_INLINE int block_key_last(const int size, const int pair, uint32_t a, uint32_t b) {
  register int zero __asm__("a0");
  __asm__ __volatile__(".insn r 0x0b, 1, %1, %0, %2, %3"
                       : "=r"(zero)
                       : "i"(size << 2 | pair), "r"(a), "r"(b));
  return zero;
}

/* Words 0 and 1 of a block, or with half = 1 words 2 and 3; these start the block. */
AES_INLINE void block_data(const int decrypt, const int half, uint32_t a, uint32_t b) {
  __asm__ __volatile__(".insn r 0x0b, 1, %0, x0, %1, %2"
                       :
                       : "i"(0x10 | decrypt << 1 | half), "r"(a), "r"(b));
}

/* Word n of the result of the last started block, XOR a word; waits for the result. */
AES_INLINE uint32_t block_read(const int n, uint32_t sum) {
  uint32_t result;
  __asm__ __volatile__(".insn r 0x0b, 1, %2, %0, %z1, x0"
                       : "=r"(result)
                       : "rJ"(sum), "i"(0x20 | n));
  return result;
}

/* Clears key, block and result. */
AES_INLINE void block_clear(void) {
  __asm__ __volatile__(".insn r 0x0b, 1, 0x30, x0, x0, x0");
}

#endif
#endif
