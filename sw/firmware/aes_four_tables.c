/* SPDX-License-Identifier: Apache-2.0
 *
 * AES in plain C with four tables per direction, one table for each byte of a column.
 */
#include "aes_columns.h"
#include "aes_sbox.h"

#define ENCRYPT_0(in, out) [in] = AES_COLUMN(out, 2, 1, 1, 3),
#define ENCRYPT_1(in, out) [in] = AES_COLUMN(out, 3, 2, 1, 1),
#define ENCRYPT_2(in, out) [in] = AES_COLUMN(out, 1, 3, 2, 1),
#define ENCRYPT_3(in, out) [in] = AES_COLUMN(out, 1, 1, 3, 2),
#define DECRYPT_0(in, out) [out] = AES_COLUMN(in, 14, 9, 13, 11),
#define DECRYPT_1(in, out) [out] = AES_COLUMN(in, 11, 14, 9, 13),
#define DECRYPT_2(in, out) [out] = AES_COLUMN(in, 13, 11, 14, 9),
#define DECRYPT_3(in, out) [out] = AES_COLUMN(in, 9, 13, 11, 14),
#define INVERSE_ENTRY(in, out) [out] = (in),

static const struct encrypt_tables {
  uint32_t columns[4][256];
} encrypt_tables = {
    {{AES_SBOX(ENCRYPT_0)}, {AES_SBOX(ENCRYPT_1)}, {AES_SBOX(ENCRYPT_2)}, {AES_SBOX(ENCRYPT_3)}}};

static const struct decrypt_tables {
  uint8_t sbox[256] __attribute__((aligned(4)));
  uint32_t columns[4][256];
} decrypt_tables = {
    {AES_SBOX(INVERSE_ENTRY)},
    {{AES_SBOX(DECRYPT_0)}, {AES_SBOX(DECRYPT_1)}, {AES_SBOX(DECRYPT_2)}, {AES_SBOX(DECRYPT_3)}}};

#define MIDDLE 2048
#define TABLE(n) n
#define TURNED(column, n) (column)

#include "aes_tables.h"
