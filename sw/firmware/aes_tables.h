/* SPDX-License-Identifier: Apache-2.0
 *
 * What the variants with tables share. They define encrypt_table, decrypt_table, and ENCRYPTED(byte, n) and
 * DECRYPTED(byte, n): what a byte in place n of a column adds to the next one.
 */
#define INVERSE(in, out) [out] = (in),
static const uint8_t inverse_sbox[256] = {AES_SBOX(INVERSE)};

AES_INLINE uint32_t byte_of(uint32_t x, const int n) { return x >> (8 * n) & 0xff; }

/* The S-box is the second byte of an entry: what MixColumns multiplies by one. */
AES_INLINE uint32_t sbox(uint32_t byte) { return ((const uint8_t *)encrypt_table)[4 * byte + 1]; }

#define ENCRYPT_STEP(sum, x, n) ((sum) ^ ENCRYPTED(byte_of(x, n), n))
#define DECRYPT_STEP(sum, x, n) ((sum) ^ DECRYPTED(byte_of(x, n), n))
#define ENCRYPT_LAST(sum, x, n) ((sum) ^ sbox(byte_of(x, n)) << (8 * (n)))
#define DECRYPT_LAST(sum, x, n) ((sum) ^ (uint32_t)inverse_sbox[byte_of(x, n)] << (8 * (n)))

AES_INLINE uint32_t sub(uint32_t sum, uint32_t x) {
  return sum ^ sbox(byte_of(x, 0)) ^ sbox(byte_of(x, 1)) << 8 ^ sbox(byte_of(x, 2)) << 16 ^
         sbox(byte_of(x, 3)) << 24;
}

AES_INLINE uint32_t sub_rot(uint32_t sum, uint32_t x) {
  return sum ^ sbox(byte_of(x, 1)) ^ sbox(byte_of(x, 2)) << 8 ^ sbox(byte_of(x, 3)) << 16 ^
         sbox(byte_of(x, 0)) << 24;
}

/* The S-box and its inverse cancel. */
AES_INLINE uint32_t unmix(uint32_t sum, uint32_t x) {
  return sum ^ DECRYPTED(sbox(byte_of(x, 0)), 0) ^ DECRYPTED(sbox(byte_of(x, 1)), 1) ^
         DECRYPTED(sbox(byte_of(x, 2)), 2) ^ DECRYPTED(sbox(byte_of(x, 3)), 3);
}

#include "aes_inverse_schedule.h"
#include "aes_rounds.h"

SETUP(encrypt_key)
SETUP(decrypt_key)
