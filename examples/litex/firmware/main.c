/* SPDX-License-Identifier: Apache-2.0
 *
 * Firmware of the example: NIST's vectors of AES-GCM through the DMA with the C driver, an
 * interrupt, and NIST's example of CTR through the stream engine. The last line of output
 * is "PASS" or "FAIL".
 */
#include <generated/csr.h>
#include <generated/mem.h>
#include <generated/soc.h>
#include <irq.h>

#include "console.h"
#include "roundel_bare.h"
#include "roundel_dma_registers.h"
#include "roundel_registers.h"
#include "vectors.h"

enum { MOST = 64, SLOT = 1 };

static unsigned failures;
static volatile unsigned interrupts;

static void check(int right, const char *what) {
  if (right) return;
  ++failures;
  put_text("wrong: ");
  put_text(what);
  put_text("\n");
}

static int equal(const uint8_t *a, const uint8_t *b, size_t bytes) {
  while (bytes && *a == *b) --bytes, ++a, ++b;
  return !bytes;
}

/* ---- The DMA ----------------------------------------------------------------------------------- */

static volatile roundel_dma_registers_t *const dma = (volatile roundel_dma_registers_t *)AES_BASE;

/* Only the interrupt of the DMA is enabled. The driver itself polls the records. */
void isr(void) {
  ++interrupts;
  dma->IRQ_STATUS = dma->IRQ_STATUS;
  aes_ev_pending_write(1);
}

static void use_dma(roundel *aes, const vector *v) {
  uint8_t text[MOST], tag[16], wrong[16];
  check(!roundel_load_key(aes, SLOT, v->key, sizeof v->key), "load a key");
  int status = roundel_gcm_encrypt(aes, SLOT, v->iv, sizeof v->iv, v->aad, v->aad_bytes, v->plain,
                                   text, v->bytes, tag, sizeof tag);
  check(!status, "encrypt");
  check(equal(text, v->cipher, v->bytes), "ciphertext");
  check(equal(tag, v->tag, sizeof tag), "tag");
  status = roundel_gcm_decrypt(aes, SLOT, v->iv, sizeof v->iv, v->aad, v->aad_bytes, v->cipher,
                               text, v->bytes, v->tag, sizeof v->tag);
  check(!status, "decrypt");
  check(equal(text, v->plain, v->bytes), "plaintext");
  memcpy(wrong, v->tag, sizeof wrong);
  wrong[15] ^= 1;
  status = roundel_gcm_decrypt(aes, SLOT, v->iv, sizeof v->iv, v->aad, v->aad_bytes, v->cipher,
                               text, v->bytes, wrong, sizeof wrong);
  check(status == ROUNDEL_E_TAG, "a wrong tag is refused");
  for (uint32_t i = 0; i < v->bytes; ++i) check(!text[i], "the text of a wrong tag is cleared");
}

/* The cycles of one call of the driver, copies to and from the memory of the DMA included. */
static void measure(roundel *aes) {
  static uint8_t text[1024] __attribute__((aligned(4)));
  uint8_t tag[16];
  const uint64_t before = roundel_now_ns();
  const int status = roundel_gcm_encrypt(aes, SLOT, vectors[0].iv, sizeof vectors[0].iv, 0, 0, text,
                                         text, sizeof text, tag, sizeof tag);
  const uint64_t after = roundel_now_ns();
  check(!status, "encrypt 1,024 bytes");
  put_text("DMA: cycles for 1,024 bytes ");
  put_number((uint32_t)((after - before) / (1000000000u / CONFIG_CLOCK_FREQUENCY)));
  put_text("\n");
}

static void test_dma(void) {
  const roundel_options options = {.access = ROUNDEL_ACCESS_DMA,
                                   .timeout_ns = 1000000000u,
                                   .memory = (void *)AES_MEMORY_BASE,
                                   .memory_address = AES_MEMORY_BASE,
                                   .memory_bytes = AES_MEMORY_SIZE};
  roundel *aes = 0;
  const int status = roundel_open_at(AES_BASE, &options, &aes);
  check(!status, "open the DMA");
  if (status) {
    put_text(roundel_strerror(status));
    put_text("\n");
    return;
  }
  irq_setmask(1 << AES_INTERRUPT);
  irq_setie(1);
  dma->IRQ_ENABLE = ROUNDEL_DMA_REGISTERS__IRQ_ENABLE__DONE_bm;
  aes_ev_enable_write(1);
  for (unsigned i = 0; i < VECTORS; ++i) use_dma(aes, &vectors[i]);
  irq_setie(0);
  measure(aes);
  put_text("DMA: packets ");
  put_number(((volatile roundel_registers_t *)AES_BASE)->PACKETS);
  put_text(", interrupts ");
  put_number(interrupts);
  put_text("\n");
  check(interrupts != 0, "an interrupt of the DMA");
  roundel_close(aes);
}

/* ---- The stream engine ------------------------------------------------------------------------- */

#if defined(STREAM_BASE)
static volatile roundel_registers_t *const stream = (volatile roundel_registers_t *)STREAM_BASE;

static uint32_t word_at(const uint8_t *from) {
  return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static void send(const uint8_t *data, uint32_t bytes) {
  for (uint32_t at = 0; at < bytes; at += 16) {
    uint8_t beat[16] = {0};
    const uint32_t here = bytes - at < 16 ? bytes - at : 16;
    memcpy(beat, data + at, here);
    for (int i = 0; i < 16; i += 4) stream_in_word_write(word_at(beat + i));
    const uint32_t last = at + 16 >= bytes;
    stream_in_send_write(((1u << here) - 1) | last << 16);
    while (stream_in_busy_read()) continue;
  }
}

/* Waits for text; a result first is the end of a refused packet. */
static int text_waits(void) {
  while (!(stream_out_state_read() & 1)) {
    if (stream_result_state_read() & 1) return 0;
  }
  return 1;
}

static void receive(const uint8_t *wanted, uint32_t bytes) {
  for (uint32_t at = 0; at < bytes; at += 16) {
    uint8_t beat[16] = {0}; /* bytes without a bit of keep are zero */
    memcpy(beat, wanted + at, bytes - at < 16 ? bytes - at : 16);
    if (!text_waits()) {
      check(0, "a result of the stream before the end of its text");
      return;
    }
    check((stream_out_state_read() >> 1 & 1) == (at + 16 >= bytes), "last of the stream");
    for (uint32_t i = 0; i < 4; ++i) {
      stream_out_index_write(i);
      check(stream_out_word_read() == word_at(beat + 4 * i), "text of the stream");
    }
    stream_out_next_write(1);
  }
}

static void test_stream(void) {
  check(stream->ID == ROUNDEL_REGISTERS__ID__MAGIC_reset, "ID of the stream engine");
  for (int i = 0; i < 4; ++i) stream->KEY[i] = word_at(ctr_vector.key + 4 * i);
  stream->KEY_COMMAND = SLOT | ROUNDEL_REGISTERS__KEY_COMMAND__LOAD_bm;
  while (stream->STATUS & ROUNDEL_REGISTERS__STATUS__KEY_BUSY_bm) continue;
  uint8_t command[48] = {0, ROUNDEL_MODE_CTR, SLOT};
  memcpy(command + 16, ctr_vector.counter, sizeof ctr_vector.counter);
  for (int i = 0; i < 48; i += 4) stream_command_word_write(word_at(command + i));
  stream_command_send_write(0);
  send(ctr_vector.plain, sizeof ctr_vector.plain);
  receive(ctr_vector.cipher, sizeof ctr_vector.cipher);
  while (!(stream_result_state_read() & 1)) continue;
  stream_result_index_write(4);
  check((stream_result_word_read() & 0x71) == 1, "verdict of the stream");
  stream_result_next_write(1);
  put_text("stream: packets ");
  put_number(stream->PACKETS);
  put_text("\n");
}
#endif

int main(void) {
  put_text("Roundel on LiteX\n");
  test_dma();
#if defined(STREAM_BASE)
  test_stream();
#endif
  put_text(failures ? "FAIL\n" : "PASS\n");
  flush();
#if defined(CSR_SIM_FINISH_FINISH_ADDR)
  sim_finish_finish_write(1);
#endif
  return 0;
}
