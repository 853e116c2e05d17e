/* SPDX-License-Identifier: Apache-2.0
 *
 * The common part of the variants with tables. A variant defines encrypt_tables and decrypt_tables;
 * TABLE(n), the table of byte n; TURNED(column, n), the rotation of an entry; and MIDDLE, an offset
 * in both structures from which a load reaches all tables.
 *
 * Addresses are computed here: the offset of an entry, four times a byte, takes one shift and one
 * mask.
 */
#include <stddef.h>

#define FORWARD const uint8_t *const table = middle_of(&encrypt_tables)
#define INVERSE const uint8_t *const table = middle_of(&decrypt_tables)

#define TOGETHER(a, b, c, d) (void)0 /* the compiler finds enough independent instructions */

/* Hides the tables from the compiler, which would otherwise use a register for each table. */
AES_INLINE const uint8_t *middle_of(const void *tables) {
  const uint8_t *middle = (const uint8_t *)tables + MIDDLE;
  __asm__("" : "+r"(middle));
  return middle;
}

/* Four times byte n of a word. */
AES_INLINE uint32_t offset(uint32_t x, const int n) {
  return (n == 0 ? x << 2 : x >> (8 * n - 2)) & 0x3fc;
}

#define PLACE(tables, part) ((ptrdiff_t)offsetof(struct tables, part) - MIDDLE)
#define COLUMN(tables, x, n) \
  TURNED(*(const uint32_t *)(table + offset(x, n) + PLACE(tables, columns[TABLE(n)])), n)

/* The S-box is the second byte of an encryption entry: MixColumns multiplies this byte by one. */
#define SBOX(x, n) ((uint32_t)(table + offset(x, n))[PLACE(encrypt_tables, columns) + 1])
#define INVERSE_SBOX(x, n) \
  ((uint32_t)(table + ((x) >> (8 * (n)) & 0xff))[PLACE(decrypt_tables, sbox)])

#define ENCRYPT_STEP(sum, x, n) ((sum) ^ COLUMN(encrypt_tables, x, n))
#define DECRYPT_STEP(sum, x, n) ((sum) ^ COLUMN(decrypt_tables, x, n))
#define ENCRYPT_LAST(sum, x, n) ((sum) ^ SBOX(x, n) << (8 * (n)))
#define DECRYPT_LAST(sum, x, n) ((sum) ^ INVERSE_SBOX(x, n) << (8 * (n)))

#define SUB(sum, x) ((sum) ^ SBOX(x, 0) ^ SBOX(x, 1) << 8 ^ SBOX(x, 2) << 16 ^ SBOX(x, 3) << 24)
#define SUB_ROT(sum, x) ((sum) ^ SBOX(x, 1) ^ SBOX(x, 2) << 8 ^ SBOX(x, 3) << 16 ^ SBOX(x, 0) << 24)
#define UNMIX(sum, x) ((sum) ^ unmixed(x))

#include "aes_inverse_schedule.h"
#include "aes_rounds.h"

SETUP(encrypt_key)
SETUP(decrypt_key)
