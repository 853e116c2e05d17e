/* SPDX-License-Identifier: Apache-2.0 */
#include "platform.h"

#define CONSOLE ((volatile uint32_t *)0xF0000000u)

volatile struct mailbox mailbox __attribute__((section(".mailbox")));

static void put(char byte) { *CONSOLE = (uint8_t)byte; }

void put_text(const char *text) {
  for (; *text != '\0'; ++text) put(*text);
}

/* By subtraction: some processors cannot divide. */
void put_number(uint32_t number) {
  static const uint32_t units[] = {1000000000, 100000000, 10000000, 1000000, 100000,
                                   10000,      1000,      100,      10,      1};
  int begun = 0;
  for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i) {
    char digit = '0';
    for (; number >= units[i]; number -= units[i]) ++digit;
    begun |= digit != '0' || units[i] == 1;
    if (begun) put(digit);
  }
}

void put_bytes(const uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    put("0123456789abcdef"[bytes[i] >> 4]);
    put("0123456789abcdef"[bytes[i] & 15]);
  }
}
