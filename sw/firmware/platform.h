/* SPDX-License-Identifier: Apache-2.0
 *
 * The system around a program: console, cycle counter, and the mailbox for requests of the
 * simulation's host. The result of main is the exit status: 0 correct, 1 wrong.
 */
#ifndef PLATFORM_H
#define PLATFORM_H

#include <stddef.h>
#include <stdint.h>

/* Aligns an array to a multiple of 4: AES is then faster, and AES_BLOCK_DIRECT needs aligned keys
 * and blocks. The attribute belongs to one name: each array needs its own. */
#define ALIGNED __attribute__((aligned(4)))

/* The request to a program. The host fills the symbol `mailbox` before the program starts;
 * otherwise the mailbox is zero. Numbers are little-endian. */
struct mailbox {
  uint32_t key_bits; /* 128, 192 or 256; bench: 0 for all sizes */
  uint32_t mode;     /* 0 ECB, 1 CBC */
  uint32_t decrypt;  /* 0 or 1 */
  uint32_t count;    /* the number of repetitions */
  uint8_t key[32];   /* the first key_bits / 8 bytes */
  uint8_t iv[16];
  uint8_t text[16];
};

extern volatile struct mailbox mailbox;

/* Clock cycles since the start of the processor, modulo 2^32. The compiler moves no code across
 * this function. */
static inline uint32_t cycles(void) {
  uint32_t now;
  __asm__ __volatile__(".insn i 0x73, 2, %0, x0, 0xC00 - 0x1000" : "=r"(now) : : "memory");
  return now;
}

/* Print text, a number in decimal digits, or bytes in hexadecimal digits on the console. */
void put_text(const char *text);
void put_number(uint32_t number);
void put_bytes(const uint8_t *bytes, size_t count);

#endif
