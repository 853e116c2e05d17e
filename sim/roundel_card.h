/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the simulated card: the top `roundel_card`, compiled by Verilator, behind a
 * modelled link to a processor. A program accesses the card's window like a mapped device. Each
 * access takes the time of the link, and the card runs meanwhile. This code contains no AES.
 *
 * Time        Picoseconds of the processor since creation: an access returns when the processor can
 *             continue. The card has its own clock and is simulated to the same time.
 * Link        An access occupies processor and link for `write_ps` or `read_ps` of its kind. Writes
 *             are posted: up to `posted` writes of 8 bytes wait for the card, and arrive in order.
 *             The processor waits if this queue is full. A read waits for all posted writes, and
 *             for a card slower than `read_ps`. A wider access takes one cycle of the card per 8
 *             bytes.
 * Lifetimes, errors, threads: as in roundel_sim.h.
 *
 * Only plain declarations stand between the two marks, because a C parser without a preprocessor
 * reads them.
 */
#ifndef ROUNDEL_CARD_H
#define ROUNDEL_CARD_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* interface: begin */

enum {
  ROUNDEL_CARD_WINDOW_BYTES = 32768,
  ROUNDEL_CARD_QUEUES = 0x4000,     /* address of the input and output; below: registers, results */
  ROUNDEL_CARD_KINDS = 3,           /* kinds of access: single, 4 or 8 bytes; simd, 16; burst, 32 or 64 */
  ROUNDEL_CARD_ERROR_ARGUMENT = -1, /* an argument out of range; nothing happened */
  ROUNDEL_CARD_ERROR_TIMEOUT = -3,  /* the card did not answer within the watchdog's limit */
  ROUNDEL_CARD_ERROR_MODEL = -5,    /* the simulation stopped */
  ROUNDEL_CARD_ERROR_REFUSED = -6   /* the card refused a read; it gave zeros */
};

typedef struct roundel_card roundel_card;

/* The link and the clocks. The times of a kind are for an access of its maximum size. */
typedef struct {
  uint32_t clock_ps;                   /* period of the card's clock */
  uint32_t posted;                     /* capacity for posted words of 8 bytes, at least 1 */
  uint32_t bytes[3];                   /* maximum size of an access: 8, 16, and 32 or 64 */
  uint32_t write_ps[3];
  uint32_t read_ps[3];
} roundel_link;

/* The processor's time by activity since the last clear. */
typedef struct {
  uint64_t write_ps, read_ps; /* accesses, by the link's times */
  /* The accesses below ROUNDEL_CARD_QUEUES. */
  uint64_t control_write_ps, control_read_ps;
  uint64_t full_ps;           /* waiting for a free entry of the posted writes */
  uint64_t answer_ps;         /* waiting for the card's answer, beyond read_ps */
  uint64_t idle_ps;           /* roundel_card_idle */
  uint64_t writes, reads, idles;
  uint64_t refused;           /* writes that the card refused */
} roundel_card_time;

/* A card after reset, without a key, on a link without delay; NULL without memory. */
roundel_card *roundel_card_create(void);
void roundel_card_destroy(roundel_card *card);
const char *roundel_card_last_error(const roundel_card *card);
int roundel_card_reset(roundel_card *card);
int roundel_card_set_link(roundel_card *card, const roundel_link *link);
/* Bytes of a burst. */
uint32_t roundel_card_line_bytes(const roundel_card *card);

/* Accesses of `size` bytes at a multiple of the size: 4 or 8, or one access of 16, 32, 64. */
int roundel_card_write(roundel_card *card, uint32_t address, const void *data, uint32_t size);
int roundel_card_read(roundel_card *card, uint32_t address, void *data, uint32_t size);
/* Waits until all posted writes have reached the card. */
int roundel_card_fence(roundel_card *card);
/* Lets time pass for the processor without an access. */
int roundel_card_idle(roundel_card *card, uint64_t time_ps);

uint64_t roundel_card_now(const roundel_card *card);
uint64_t roundel_card_cycles(const roundel_card *card);
int roundel_card_interrupt(const roundel_card *card);
void roundel_card_times(roundel_card *card, roundel_card_time *out, int clear);
int roundel_card_set_watchdog(roundel_card *card, uint64_t cycles);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
