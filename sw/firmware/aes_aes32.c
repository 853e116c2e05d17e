/* SPDX-License-Identifier: Apache-2.0
 *
 * AES with aes32esi, aes32esmi, aes32dsi and aes32dsmi of the RISC-V scalar cryptography extensions
 * (Zkne and Zknd, version 1.0.1), without tables; the time does not depend on data.
 */
#include "aes_instructions.h"

#define FORWARD (void)0 /* without tables */
#define INVERSE (void)0
#define TOGETHER(a, b, c, d) __asm__("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d))

#define ENCRYPT_STEP aes32esmi
#define ENCRYPT_LAST aes32esi
#define DECRYPT_STEP aes32dsmi
#define DECRYPT_LAST aes32dsi

AES_INLINE uint32_t SUB(uint32_t sum, uint32_t x) {
  return aes32esi(aes32esi(aes32esi(aes32esi(sum, x, 0), x, 1), x, 2), x, 3);
}

/* Two shifts replace a rotation of three instructions: the zeros are not read. */
AES_INLINE uint32_t SUB_ROT(uint32_t sum, uint32_t x) {
  const uint32_t low = x >> 8, high = x << 24;
  return aes32esi(aes32esi(aes32esi(aes32esi(sum, low, 0), low, 1), low, 2), high, 3);
}

/* The S-box and its inverse cancel. Two partial results are sufficient: each byte is read
 * separately. */
AES_INLINE uint32_t UNMIX(uint32_t sum, uint32_t x) {
  uint32_t y = aes32esi(0, x, 0), z = aes32esi(0, x, 2);
  y = aes32esi(y, x, 1), z = aes32esi(z, x, 3);
  return aes32dsmi(aes32dsmi(aes32dsmi(aes32dsmi(sum, y, 0), y, 1), z, 2), z, 3);
}

#include "aes32_schedule.h"
#define AES_OWN_128
#include "aes_inverse_schedule.h"
#include "aes_rounds.h"

SETUP(encrypt_key)
SETUP(decrypt_key)
