/* SPDX-License-Identifier: Apache-2.0
 *
 * AES for small processors, in plain C or with the instructions of Roundel's two units: keys,
 * blocks, and the modes ECB, CBC and CTR of FIPS-197 and SP 800-38A. The code needs no library and
 * no heap.
 *
 * Variant     -DAES_VARIANT=... selects a variant at compile time, for this header and its sources:
 *               AES_BYTES        plain C with the S-boxes as the only tables (512 bytes)
 *               AES_ONE_TABLE    plain C with one table per direction and rotations (2.3 kB)
 *               AES_FOUR_TABLES  plain C with four tables per direction (8.3 kB)
 *               AES_AES32        aes32esi, aes32esmi, aes32dsi and aes32dsmi
 *               AES_BLOCK        the block unit
 *               AES_BLOCK_DIRECT the block unit, for one key at a time and aligned data: see Keys
 *                                and Alignment
 *             -DAES_HOST=AES_PICORV32 or AES_VEXRISCV selects the encoding of these instructions.
 *             Plain C runs on any processor. -DAES_ONLY_128=1 omits the code of longer keys.
 * Order       Keys, IVs, counters and data are bytes in the order of the standards.
 * Alignment   Any alignment is possible. Blocks, keys and IVs at multiples of 4 are faster. With
 *             AES_BLOCK_DIRECT, keys and the blocks of aes_encrypt_block and aes_decrypt_block must
 *             be at multiples of 4; the functions do not check the alignment. 16 bytes of a key are
 *             read even if its size is refused.
 * Overlap     Input and output of a call are the same memory, or do not overlap.
 * Errors      Setting a key returns 0, or -1 for a size unknown to AES; the key is then cleared. No
 *             other function can fail. Blocks under a cleared key are not secret: the key is
 *             public. With AES_BLOCK_DIRECT, the unit then returns zeros.
 * Keys        A key is set for encryption or for decryption, and may only be used in this
 *             direction. A key may be copied. With AES_BLOCK, a key other than the last key is
 *             loaded again automatically. With AES_BLOCK_DIRECT, every struct aes_key refers to the
 *             last set key; clearing a key clears the last set key.
 * Secrets     aes_forget wipes a key, and the unit. Blocks on the stack are wiped before a function
 *             returns. Registers, and their copies on the stack, are not wiped.
 * Time        AES_CONSTANT_TIME is 1 if the time depends only on sizes, alignment and the public
 *             counter of CTR, not on keys and data. With the units, this is always the case. With a
 *             table, all addresses must have the same access time: true for PicoRV32, false for a
 *             cache.
 * Interrupts  A function may be interrupted by another call with another key. With the block unit,
 *             calls must not interrupt each other, because all calls share one unit.
 */
#ifndef AES_H
#define AES_H

#define AES_BYTES 1
#define AES_ONE_TABLE 2
#define AES_FOUR_TABLES 3
#define AES_AES32 4
#define AES_BLOCK 5
#define AES_BLOCK_DIRECT 6

#define AES_PICORV32 1
#define AES_VEXRISCV 2

#ifndef AES_VARIANT
#error "choose a variant: -DAES_VARIANT=AES_BYTES, _ONE_TABLE, _FOUR_TABLES, _AES32, _BLOCK or _BLOCK_DIRECT"
#endif
#ifndef AES_HOST
#define AES_HOST 0 /* any processor: the access time of memory is unknown */
#endif

#ifndef AES_ONLY_128
#define AES_ONLY_128 0
#endif

/* Whether a new key replaces all other keys. */
#define AES_ONE_KEY (AES_VARIANT == AES_BLOCK_DIRECT)

#define AES_CONSTANT_TIME (AES_VARIANT >= AES_AES32 || AES_HOST == AES_PICORV32)

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

/* A set key, in the variant's format. */
struct aes_key {
#if AES_VARIANT == AES_BLOCK
  uint32_t words[AES_ONLY_128 ? 4 : 8]; /* the key itself */
  uint32_t size;   /* 0, 1 or 2: 128, 192 or 256 bits */
  uint32_t number; /* the number of the setting: the unit may still hold the key */
#elif AES_VARIANT == AES_BLOCK_DIRECT
  uint32_t none; /* the unit holds the key */
#else
  uint32_t words[AES_ONLY_128 ? 44 : 60]; /* round keys */
  uint32_t more; /* bytes of round keys beyond AES-128's: 0, 32 or 64 (a wiped key is 0) */
#endif
};

/* Sets a key of 128, 192 or 256 bits, for encryption or for decryption. */
int aes_encrypt_key(struct aes_key *key, const uint8_t *bytes, int bits);
int aes_decrypt_key(struct aes_key *key, const uint8_t *bytes, int bits);

/* One block. */
void aes_encrypt_block(const struct aes_key *key, const uint8_t in[16], uint8_t out[16]);
void aes_decrypt_block(const struct aes_key *key, const uint8_t in[16], uint8_t out[16]);

/* Any number of independent blocks. */
void aes_ecb_encrypt(const struct aes_key *key, const uint8_t *in, uint8_t *out, size_t blocks);
void aes_ecb_decrypt(const struct aes_key *key, const uint8_t *in, uint8_t *out, size_t blocks);

/* Any number of chained blocks. The IV is replaced by the IV of the next call, the last block of
 * ciphertext. */
void aes_cbc_encrypt(const struct aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                     size_t blocks);
void aes_cbc_decrypt(const struct aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                     size_t blocks);

/* Any number of bytes, for both directions, with a key for encryption. The counter has 128 bits,
 * most significant byte first; it is replaced by the counter after the last started block. */
void aes_ctr(const struct aes_key *key, uint8_t counter[16], const uint8_t *in, uint8_t *out,
             size_t bytes);

/* Wipes a key. */
void aes_forget(struct aes_key *key);

#endif
#endif
