/* SPDX-License-Identifier: Apache-2.0
 *
 * Whether AES is right, and how many clock cycles it takes. First come published answers: one
 * that is not met is `fail NAME expected HEX got HEX`, and then no time is told. Then come whole
 * functions, called as any program calls them: `cycles BITS NAME NUMBER`. Each was run once
 * before, so that caches have what they can hold; what reading the counter takes is taken off. A
 * unit is at rest when a time begins; what it goes on doing behind a function's end is the next
 * function's, so with the block unit `sum` is more than its parts. `sum` is a key to encrypt, a
 * block encrypted, a key to decrypt and a block decrypted, back to back; modes have 64 blocks a
 * call. At the end `pass COUNT`.
 *
 * The mailbox's key_bits chooses one size of keys for the times; 0 is all of them.
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

/* The first IV, or counter, of SP 800-38A: bytes that count up. */
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
  if (AES_ONE_KEY) aes_encrypt_key(&encryption, key, bits); /* or it is not there any more */
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

static __attribute__((noinline)) void tell(int bits, const char *name, uint32_t number) {
  put_text("cycles ");
  put_number((uint32_t)bits);
  put_text(" ");
  put_text(name);
  put_text(" ");
  put_number(number);
  put_text("\n");
}

/* Runs that the compiler cannot take apart, so that each is the same code in the same place. */
static inline int runs(void) {
  int count = 2;
  __asm__ __volatile__("" : "+r"(count));
  return count;
}

/* Lets what a unit does in the background end. */
static inline void settle(void) {
  for (int i = 0; i < 32; ++i) __asm__ __volatile__("");
}

/* The second of two times that a section takes, told less what an empty one takes. */
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
    tell(bits, name, end - begin - (begin - before)); \
  } while (0)

/* In front of the functions that it calls: a small cache has room for all of them. */
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
