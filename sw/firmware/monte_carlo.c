/* SPDX-License-Identifier: Apache-2.0
 *
 * The Rijndael Monte Carlo test of NIST's AESAVS (2002, section 6.4), in ECB or CBC, for both
 * directions. The mailbox has key, IV, first text and the number of rounds of 1000 blocks. The last
 * text of each round is printed as `monte_carlo NUMBER HEX`; the last line is `pass COUNT`. An
 * invalid mailbox gives `fail mailbox` and exit status 1.
 */
#include "aes.h"
#include "platform.h"

enum { INNER = 1000, ECB = 0, CBC = 1 };

static struct aes_key key;

static void copy(uint8_t *out, const uint8_t *in) {
  for (int i = 0; i < 16; ++i) out[i] = in[i];
}

/* One block, chained in CBC: chain is updated. */
static void step(uint32_t mode, uint32_t decrypt, uint8_t *chain, const uint8_t *in, uint8_t *out) {
  if (mode == CBC)
    (decrypt ? aes_cbc_decrypt : aes_cbc_encrypt)(&key, chain, in, out, 1);
  else
    (decrypt ? aes_decrypt_block : aes_encrypt_block)(&key, in, out);
}

int main(void) {
  static uint8_t bytes[32] ALIGNED, chain[16] ALIGNED, text[16] ALIGNED;
  static uint8_t before[16] ALIGNED, given[16] ALIGNED;
  const uint32_t bits = mailbox.key_bits, mode = mailbox.mode, decrypt = mailbox.decrypt;
  const uint32_t size = bits / 8;
  if ((bits != 128 && bits != 192 && bits != 256) || mode > CBC || decrypt > 1) {
    put_text("fail mailbox\n");
    return 1;
  }
  for (uint32_t i = 0; i < size; ++i) bytes[i] = mailbox.key[i];
  for (int i = 0; i < 16; ++i) chain[i] = mailbox.iv[i];
  for (int i = 0; i < 16; ++i) text[i] = mailbox.text[i];
  for (uint32_t outer = 0; outer < mailbox.count; ++outer) {
    (decrypt ? aes_decrypt_key : aes_encrypt_key)(&key, bytes, (int)bits);
    /* CBC: the result of a block is the input after the next block, and the IV of the second block. */
    copy(before, chain);
    for (int inner = 0; inner < INNER; ++inner) {
      step(mode, decrypt, chain, text, given);
      if (mode == ECB) {
        copy(before, text);
        copy(text, given);
      } else {
        copy(text, before);
        copy(before, given);
      }
    }
    /* Now text is the first input of the next round; in CBC, text is the last result but one. */
    const uint8_t *last_but_one = mode == ECB ? before : text;
    for (uint32_t i = 0; i < size; ++i) {
      const uint32_t place = 32 - size + i;
      bytes[i] ^= place < 16 ? last_but_one[place] : given[place - 16];
    }
    copy(chain, given);
    put_text("monte_carlo ");
    put_number(outer);
    put_text(" ");
    put_bytes(given, 16);
    put_text("\n");
  }
  aes_forget(&key);
  put_text("pass ");
  put_number(mailbox.count);
  put_text("\n");
  return 0;
}
