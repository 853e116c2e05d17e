/* SPDX-License-Identifier: Apache-2.0
 *
 * Text on the UART of LiteX, and the memory functions that gcc needs.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <stddef.h>
#include <stdint.h>

void *memcpy(void *restrict to, const void *restrict from, size_t bytes);
void *memset(void *to, int value, size_t bytes);

void put_text(const char *text);
void put_number(uint32_t number);
/* Waits until the UART has sent all text. */
void flush(void);

#endif
