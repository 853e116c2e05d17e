/* SPDX-License-Identifier: Apache-2.0
 *
 * The system around a program: console, cycle counter, and what the host of a simulation asks
 * for. main's result is the exit status: 0 right, 1 wrong.
 */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stddef.h>
#include <stdint.h>

/* On a multiple of 4, where AES is faster and AES_BLOCK_DIRECT needs keys and blocks to be. It is
 * of one name: each array needs its own. */
#define ALIGNED __attribute__((aligned(4)))

/* What a program is asked for. The host finds it as the symbol `mailbox` and fills it in before
 * the program begins; all zeros if it does not. Numbers are little-endian. */
struct mailbox {
  uint32_t key_bits; /* 128, 192 or 256; bench: 0 for all of them */
  uint32_t mode;     /* 0 ECB, 1 CBC */
  uint32_t decrypt;  /* 0 or 1 */
  uint32_t count;    /* how often */
  uint8_t key[32];   /* the first key_bits / 8 */
  uint8_t iv[16];
  uint8_t text[16];
};

extern volatile struct mailbox mailbox;

/* Clock cycles since the processor began, modulo 2^32. What stands before is done, and nothing
 * behind it has begun, as far as the compiler is concerned. */
static inline uint32_t cycles(void) {
  uint32_t now;
  __asm__ __volatile__(".insn i 0x73, 2, %0, x0, 0xC00 - 0x1000" : "=r"(now) : : "memory");
  return now;
}

/* Text, a number in decimal digits, and bytes in hexadecimal ones, to the console. */
void put_text(const char *text);
void put_number(uint32_t number);
void put_bytes(const uint8_t *bytes, size_t count);

#endif
