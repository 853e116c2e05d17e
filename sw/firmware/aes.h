/* SPDX-License-Identifier: Apache-2.0
 *
 * AES for small processors, in plain C or with the instructions of Roundel's two units: keys,
 * blocks, and the modes ECB, CBC and CTR of FIPS-197 and SP 800-38A. No library, no heap, no
 * dependence.
 *
 * Variant     -DAES_VARIANT=... chooses at compile time, for this header and all of its sources:
 *               AES_BYTES        plain C, the S-boxes alone as tables (512 bytes)
 *               AES_ONE_TABLE    plain C, a table a direction and rotations (2.3 kB)
 *               AES_FOUR_TABLES  plain C, four tables a direction (8.3 kB)
 *               AES_AES32        aes32esi, aes32esmi, aes32dsi and aes32dsmi
 *               AES_BLOCK        the block unit
 *               AES_BLOCK_DIRECT the block unit, for one key at a time and data that is aligned:
 *                                see Keys and Alignment
 *             and -DAES_HOST=AES_PICORV32 or AES_VEXRISCV says where these instructions are.
 *             Plain C is for any processor. -DAES_ONLY_128=1 leaves keys of other sizes out, and
 *             their code.
 * Order       Keys, IVs, counters and data are bytes in the order of the standards.
 * Alignment   Any. Blocks, keys and IVs that stand on multiples of 4 are faster. With
 *             AES_BLOCK_DIRECT, keys and the blocks of aes_encrypt_block and aes_decrypt_block have
 *             to stand on multiples of 4, which is not checked, and 16 bytes of a key are read even
 *             if its size is refused.
 * Overlap     Input and output of a call are the same memory, or do not overlap.
 * Errors      Setting up a key gives 0, or -1 if its size is none of AES; that key is then as if
 *             forgotten. Nothing else can fail. Under a forgotten key blocks are as under one
 *             that all know: no secret. With AES_BLOCK_DIRECT the unit gives zeros.
 * Keys        A key is set up to encrypt or to decrypt, and has to be used so. It may be copied.
 *             With AES_BLOCK, a key other than the one set up or used last is loaded again in
 *             passing. With AES_BLOCK_DIRECT, the key is the one set up last, and so are all
 *             that were set up before, whatever struct aes_key is given; forgetting one forgets it.
 * Secrets     aes_forget wipes a key, and the unit too. Blocks on the stack are wiped before a
 *             function returns; registers, and what the compiler keeps of them on the stack, are
 *             left to the next function.
 * Time        AES_CONSTANT_TIME is 1 where no time depends on keys or data, only on sizes,
 *             alignment and the public counter of CTR: always with the units, and with a
 *             table only where memory takes the same time at every address, as PicoRV32's
 *             does and a cache does not.
 * Interrupts  Functions may be interrupted by themselves with another key, but not with
 *             the block unit: there is one, so calls must not interrupt each other.
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
#define AES_HOST 0 /* any processor: then the memory's time is not known */
#endif

#ifndef AES_ONLY_128
#define AES_ONLY_128 0
#endif

/* Whether a key that is set up takes the place of all others. */
#define AES_ONE_KEY (AES_VARIANT == AES_BLOCK_DIRECT)

#define AES_CONSTANT_TIME (AES_VARIANT >= AES_AES32 || AES_HOST == AES_PICORV32)

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

/* A key that was set up. Its inside is the variant's own. */
struct aes_key {
#if AES_VARIANT == AES_BLOCK
  uint32_t words[AES_ONLY_128 ? 4 : 8]; /* the key itself */
  uint32_t size;   /* 0, 1 or 2: 128, 192 or 256 bits */
  uint32_t number; /* which setting up it comes from: the unit may still hold it */
#elif AES_VARIANT == AES_BLOCK_DIRECT
  uint32_t none; /* the unit has it */
#else
  uint32_t words[AES_ONLY_128 ? 44 : 60]; /* round keys */
  uint32_t more; /* bytes of these beyond AES-128's: 0, 32 or 64, so no key is one of zeros */
#endif
};

/* Sets a key of 128 bits up, or of 192 or 256, to encrypt or to decrypt with. */
int aes_encrypt_key(struct aes_key *key, const uint8_t *bytes, int bits);
int aes_decrypt_key(struct aes_key *key, const uint8_t *bytes, int bits);

/* One block. */
void aes_encrypt_block(const struct aes_key *key, const uint8_t in[16], uint8_t out[16]);
void aes_decrypt_block(const struct aes_key *key, const uint8_t in[16], uint8_t out[16]);

/* Any number of blocks, each by itself. */
void aes_ecb_encrypt(const struct aes_key *key, const uint8_t *in, uint8_t *out, size_t blocks);
void aes_ecb_decrypt(const struct aes_key *key, const uint8_t *in, uint8_t *out, size_t blocks);

/* Any number of blocks, chained. The IV becomes the one to go on with: the last block of cipher
 * text. */
void aes_cbc_encrypt(const struct aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                     size_t blocks);
void aes_cbc_decrypt(const struct aes_key *key, uint8_t iv[16], const uint8_t *in, uint8_t *out,
                     size_t blocks);

/* Any number of bytes, both ways, with a key to encrypt. The counter has 128 bits, the most
 * significant byte first; it becomes the one of the next block, past all that was begun. */
void aes_ctr(const struct aes_key *key, uint8_t counter[16], const uint8_t *in, uint8_t *out,
             size_t bytes);

/* Wipes a key. */
void aes_forget(struct aes_key *key);

#endif
#endif
