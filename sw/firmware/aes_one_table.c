/* SPDX-License-Identifier: Apache-2.0
 *
 * AES in plain C with one table a direction: the other three are its words rotated.
 */
#include "aes_sbox.h"
#include "aes_words.h"

#define ENCRYPT_ENTRY(in, out) [in] = AES_COLUMN(out, 2, 1, 1, 3),
#define DECRYPT_ENTRY(in, out) [out] = AES_COLUMN(in, 14, 9, 13, 11),

static const uint32_t encrypt_table[256] = {AES_SBOX(ENCRYPT_ENTRY)};
static const uint32_t decrypt_table[256] = {AES_SBOX(DECRYPT_ENTRY)};

AES_INLINE uint32_t rotated(uint32_t x, const int n) {
  return n == 0 ? x : x << (8 * n) | x >> (32 - 8 * n);
}

#define ENCRYPTED(byte, n) rotated(encrypt_table[byte], n)
#define DECRYPTED(byte, n) rotated(decrypt_table[byte], n)

#include "aes_tables.h"
