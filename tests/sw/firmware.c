/* SPDX-License-Identifier: Apache-2.0
 *
 * The firmware's AES as a program, for tests: a command a line, whatever it did a line.
 *
 *   key SLOT encrypt|decrypt BITS OFFSET HEX          -> the status copy TO FROM
 *   -> ok forget SLOT                                       -> the bytes that are left in it, as
 *   a sum MODE SLOT OFFSET IN-PLACE IV DATA                 -> output and IV
 *
 * MODE is encrypt_block, decrypt_block, ecb_encrypt, ... or ctr; "-" is no bytes. Every buffer
 * has just its size, OFFSET bytes beyond a multiple of 8.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aes.h"

enum { SLOTS = 4, LONGEST = 1 << 16 };

#if AES_VARIANT >= AES_BLOCK
unsigned long unit_left(void); /* instructions.h: what is left in the unit */
#endif

typedef struct {
  uint8_t *base, *bytes;
  size_t count;
} buffer;

static buffer make(size_t count, unsigned offset) {
  buffer made = {malloc(count + offset), NULL, count};
  if (made.base == NULL) exit(3);
  made.bytes = made.base + offset;
  return made;
}

static buffer parse(const char *hex, unsigned offset) {
  buffer made = make(hex[0] == '-' ? 0 : strlen(hex) / 2, offset);
  for (size_t i = 0; i < made.count; ++i) {
    unsigned byte;
    if (sscanf(hex + 2 * i, "%2x", &byte) != 1) exit(3);
    made.bytes[i] = (uint8_t)byte;
  }
  return made;
}

static void show(buffer shown, const char *end) {
  if (shown.count == 0) printf("-");
  for (size_t i = 0; i < shown.count; ++i) printf("%02x", shown.bytes[i]);
  printf("%s", end);
  free(shown.base);
}

static int run(const char *mode, const struct aes_key *key, uint8_t *iv, const uint8_t *in,
               uint8_t *out, size_t bytes) {
  const size_t blocks = bytes / 16;
  if (strcmp(mode, "encrypt_block") == 0)
    aes_encrypt_block(key, in, out);
  else if (strcmp(mode, "decrypt_block") == 0)
    aes_decrypt_block(key, in, out);
  else if (strcmp(mode, "ecb_encrypt") == 0)
    aes_ecb_encrypt(key, in, out, blocks);
  else if (strcmp(mode, "ecb_decrypt") == 0)
    aes_ecb_decrypt(key, in, out, blocks);
  else if (strcmp(mode, "cbc_encrypt") == 0)
    aes_cbc_encrypt(key, iv, in, out, blocks);
  else if (strcmp(mode, "cbc_decrypt") == 0)
    aes_cbc_decrypt(key, iv, in, out, blocks);
  else if (strcmp(mode, "ctr") == 0)
    aes_ctr(key, iv, in, out, bytes);
  else
    return 0;
  return 1;
}

int main(void) {
  static char line[4 * LONGEST], name[32], iv_hex[64], data_hex[2 * LONGEST];
  static struct aes_key keys[SLOTS];
  unsigned slot, other, offset, in_place;
  int bits;
  while (fgets(line, sizeof line, stdin) != NULL) {
    if (sscanf(line, "key %u %31s %d %u %131071s", &slot, name, &bits, &offset, data_hex) == 5) {
      const buffer key = parse(data_hex, offset);
      const int encrypt = strcmp(name, "encrypt") == 0;
      printf("%d\n", (encrypt ? aes_encrypt_key : aes_decrypt_key)(&keys[slot], key.bytes, bits));
      free(key.base);
    } else if (sscanf(line, "copy %u %u", &slot, &other) == 2) {
      keys[slot] = keys[other];
      printf("ok\n");
    } else if (sscanf(line, "forget %u", &slot) == 1) {
      unsigned long sum = 0;
      aes_forget(&keys[slot]);
      for (size_t i = 0; i < sizeof keys[slot]; ++i) sum += ((const uint8_t *)&keys[slot])[i];
#if AES_VARIANT >= AES_BLOCK
      sum += unit_left();
#endif
      printf("%lu\n", sum);
    } else if (sscanf(line, "%31s %u %u %u %63s %131071s", name, &slot, &offset, &in_place, iv_hex,
                      data_hex) == 6) {
      const buffer in = parse(data_hex, offset), iv = parse(iv_hex, offset);
      const buffer out = in_place ? in : make(in.count, (offset + 3) % 8 & (offset ? 7 : 0));
      if (!run(name, &keys[slot], iv.bytes, in.bytes, out.bytes, in.count)) return 2;
      if (!in_place) free(in.base);
      show(out, " ");
      show(iv, "\n");
    } else {
      return 2;
    }
  }
  return 0;
}
