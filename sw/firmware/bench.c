/* SPDX-License-Identifier: Apache-2.0
 *
 * Checks AES, and measures its clock cycles. First, the program checks published answers. A wrong
 * answer prints `fail NAME expected HEX got HEX`, and then no times are printed. Then whole
 * functions are measured as normal calls: `cycles BITS NAME NUMBER`. Each function runs once
 * before, to fill the caches; the time of reading the counter is subtracted. A unit is idle at the
 * start of a measurement. Its work after the end of a function counts for the next function, so
 * with the block unit `sum` is more than its parts. `sum` is a key for encryption, a block
 * encrypted, a key for decryption and a block decrypted, back to back. Modes process 64 blocks per
 * call. The last line is `pass COUNT`.
 *
 * The mailbox's key_bits selects one key size for the times; 0 selects all sizes.
 */
#include "aes.h"
#include "bench_answers.h"
#include "platform.h"

enum { BLOCKS = 64 };

static struct aes_key encryption, decryption;
static uint8_t key[32] ALIGNED, iv[16] ALIGNED;
static uint8_t data[16 * BLOCKS] ALIGNED, result[16 * BLOCKS] ALIGNED;
static uint32_t right, wrong;

static void expect(const char *name, int bits, const uint8_t *got, const uint8_t *expected,
                   size_t count) {
  uint32_t same = 1;
  for (size_t i = 0; i < count; ++i) same &= got[i] == expected[i];
  if (same) {
    ++right;
    return;
  }
  ++wrong;
  put_text("fail ");
  put_text(name);
  put_text("_");
  put_number((uint32_t)bits);
  put_text(" expected ");
  put_bytes(expected, count);
  put_text(" got ");
  put_bytes(got, count);
  put_text("\n");
}

/* The IV or first counter of SP 800-38A: consecutive bytes. */
static void begin(uint8_t first) {
  for (int i = 0; i < 16; ++i) iv[i] = (uint8_t)(first + i);
}

static void check(size_t size) {
  const int bits = answers[size].bits;
  uint8_t block[16] ALIGNED, other[16] ALIGNED;
  struct aes_key second;

  for (int i = 0; i < 32; ++i) key[i] = (uint8_t)i;
  for (int i = 0; i < 16; ++i) block[i] = (uint8_t)(0x11 * i);
  aes_encrypt_key(&encryption, key, bits);
  aes_encrypt_block(&encryption, block, other);
  expect("encrypt_block", bits, other, answers[size].fips, 16);
  aes_decrypt_key(&decryption, key, bits);
  aes_decrypt_block(&decryption, other, other);
  expect("decrypt_block", bits, other, block, 16);

  aes_encrypt_key(&second, answers[size].key, bits);
  aes_ecb_encrypt(&second, plain, result, 4);
  expect("ecb_encrypt", bits, result, answers[size].ecb, 64);
  aes_decrypt_key(&decryption, answers[size].key, bits);
  aes_ecb_decrypt(&decryption, result, result, 4);
  expect("ecb_decrypt", bits, result, plain, 64);
  if (AES_ONE_KEY) aes_encrypt_key(&encryption, key, bits); /* the unit no longer holds this key */
  aes_encrypt_block(&encryption, block, other);
  expect("first_key", bits, other, answers[size].fips, 16);
  if (AES_ONE_KEY) aes_encrypt_key(&second, answers[size].key, bits);

  begin(0);
  aes_cbc_encrypt(&second, iv, plain, result, 3);
  aes_cbc_encrypt(&second, iv, plain + 48, result + 48, 1);
  expect("cbc_encrypt", bits, result, answers[size].cbc, 64);
  begin(0);
  aes_cbc_decrypt(&decryption, iv, result, result, 3);
  aes_cbc_decrypt(&decryption, iv, result + 48, result + 48, 1);
  expect("cbc_decrypt", bits, result, plain, 64);

  begin(0xf0);
  aes_ctr(&second, iv, plain, result, 32);
  aes_ctr(&second, iv, plain + 32, result + 32, 32);
  expect("ctr", bits, result, answers[size].ctr, 64);
  begin(0xf0);
  aes_ctr(&second, iv, plain, data + 1, 47);
  expect("ctr_unaligned", bits, data + 1, answers[size].ctr, 47);
  aes_forget(&second);
}

static __attribute__((noinline)) void report(int bits, const char *name, uint32_t number) {
  put_text("cycles ");
  put_number((uint32_t)bits);
  put_text(" ");
  put_text(name);
  put_text(" ");
  put_number(number);
  put_text("\n");
}

/* A loop count hidden from the compiler, so that all runs execute the same code. */
static inline int runs(void) {
  int count = 2;
  __asm__ __volatile__("" : "+r"(count));
  return count;
}

/* Waits for the end of a unit's background work. */
static inline void settle(void) {
  for (int i = 0; i < 32; ++i) __asm__ __volatile__("");
}

/* Reports the second of two times of a section, minus the time of an empty section. */
#define TIME(name, section) \
  do { \
    uint32_t before, begin, end; \
    int left = runs(); \
    do { \
      settle(); \
      before = cycles(), begin = cycles(); \
      section; \
      end = cycles(); \
    } while (--left != 0); \
    report(bits, name, end - begin - (begin - before)); \
  } while (0)

/* Placed before the called functions: a small cache has room for all of them. */
static __attribute__((noinline, section(".text.first"))) void measure(int bits) {
  TIME("encrypt_key", aes_encrypt_key(&encryption, key, bits));
  TIME("encrypt_block", aes_encrypt_block(&encryption, data, result));
  TIME("decrypt_key", aes_decrypt_key(&decryption, key, bits));
  TIME("decrypt_block", aes_decrypt_block(&decryption, data, result));
  TIME("sum", aes_encrypt_key(&encryption, key, bits); aes_encrypt_block(&encryption, data, result);
       aes_decrypt_key(&decryption, key, bits); aes_decrypt_block(&decryption, result, result));
  TIME("ecb_encrypt", aes_ecb_encrypt(&encryption, data, result, BLOCKS));
  TIME("cbc_encrypt", aes_cbc_encrypt(&encryption, iv, data, result, BLOCKS));
  TIME("ctr", aes_ctr(&encryption, iv, data, result, 16 * BLOCKS));
  TIME("ecb_decrypt", aes_ecb_decrypt(&decryption, data, result, BLOCKS));
  TIME("cbc_decrypt", aes_cbc_decrypt(&decryption, iv, data, result, BLOCKS));
}

int main(void) {
  const size_t sizes = AES_ONLY_128 ? 1 : sizeof answers / sizeof answers[0];
  const uint32_t only = mailbox.key_bits;
  for (size_t size = 0; size < sizes; ++size) check(size);
  for (size_t size = 0; wrong == 0 && size < sizes; ++size) {
    if (only == 0 || only == (uint32_t)answers[size].bits) measure(answers[size].bits);
  }
  put_text("pass ");
  put_number(right);
  put_text("\n");
  return wrong != 0;
}
