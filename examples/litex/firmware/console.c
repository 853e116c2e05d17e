/* SPDX-License-Identifier: Apache-2.0
 *
 * Text on the UART of LiteX, and the memory functions that gcc needs.
 */
#include <generated/csr.h>

#include "console.h"

typedef uint32_t __attribute__((may_alias)) word;

static int aligned(const void *a, const void *b) {
  return ((uintptr_t)a | (uintptr_t)b) % sizeof(uint32_t) == 0;
}

/* The words in front of the bytes: the memory of the DMA is uncached, and each access is slow. */
void *memcpy(void *restrict to, const void *restrict from, size_t bytes) {
  size_t at = 0;
  if (aligned(to, from)) {
    for (; at + 4 <= bytes; at += 4) {
      *(word *)((uint8_t *)to + at) = *(const word *)((const uint8_t *)from + at);
    }
  }
  for (; at < bytes; ++at) ((uint8_t *)to)[at] = ((const uint8_t *)from)[at];
  return to;
}

void *memset(void *to, int value, size_t bytes) {
  size_t at = 0;
  if (aligned(to, to)) {
    for (; at + 4 <= bytes; at += 4) *(word *)((uint8_t *)to + at) = 0x01010101u * (uint8_t)value;
  }
  for (; at < bytes; ++at) ((uint8_t *)to)[at] = (uint8_t)value;
  return to;
}

static void put(char letter) {
  while (uart_txfull_read()) continue;
  uart_rxtx_write((uint8_t)letter);
}

void put_text(const char *text) {
  for (; *text; ++text) {
    if (*text == '\n') put('\r');
    put(*text);
  }
}

void put_number(uint32_t number) {
  char digits[10];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number);
  while (count) put(digits[--count]);
}

void flush(void) {
  while (!uart_txempty_read()) continue;
}
