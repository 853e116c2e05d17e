/* SPDX-License-Identifier: Apache-2.0
 *
 * AES in plain C with one table per direction: the contributions of the other three bytes of a
 * column are rotated words of the table.
 */
#include "aes_columns.h"
#include "aes_sbox.h"

#define ENCRYPT_ENTRY(in, out) [in] = AES_COLUMN(out, 2, 1, 1, 3),
#define DECRYPT_ENTRY(in, out) [out] = AES_COLUMN(in, 14, 9, 13, 11),
#define INVERSE_ENTRY(in, out) [out] = (in),

static const struct encrypt_tables {
  uint32_t columns[1][256];
} encrypt_tables = {{{AES_SBOX(ENCRYPT_ENTRY)}}};

static const struct decrypt_tables {
  uint8_t sbox[256] __attribute__((aligned(4)));
  uint32_t columns[1][256];
} decrypt_tables = {{AES_SBOX(INVERSE_ENTRY)}, {{AES_SBOX(DECRYPT_ENTRY)}}};

#define MIDDLE 0
#define TABLE(n) 0
#define TURNED(column, n) rotated(column, n)

#include "aes_tables.h"
