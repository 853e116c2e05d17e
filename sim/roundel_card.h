/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the simulated card: the top `roundel_card`, compiled by Verilator, at the end of a
 * modelled link to a processor. A program reads and writes the card's window as it would a mapped
 * device; each access takes the time that the link needs, and the card runs on meanwhile. Nothing
 * here knows AES.
 *
 * Time        Picoseconds since creation, the processor's: an access returns when the processor can
 *             go on. The card has a clock of its own and is simulated to the same time.
 * Link        One access of a kind occupies processor and link for `write_ps` or `read_ps`. Writes are
 *             posted: up to `posted` of 8 bytes wait in front of the card, and arrive in order; when
 *             more wait the processor does too. A read waits for them, and for the card's answer if
 *             that takes longer than `read_ps`. Wider accesses pass as 8 bytes in a cycle of the card.
 * Lifetimes, errors, threads: as in roundel_sim.h.
 *
 * Between the two marks stand plain declarations only, because they are also read by a C parser
 * that has no preprocessor.
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
  ROUNDEL_CARD_KINDS = 3,           /* single, of 4 or 8 bytes; simd, of 16; burst, of 32 or 64 */
  ROUNDEL_CARD_ERROR_ARGUMENT = -1, /* an argument out of range; nothing happened */
  ROUNDEL_CARD_ERROR_TIMEOUT = -3,  /* the card did not answer within the watchdog's limit */
  ROUNDEL_CARD_ERROR_MODEL = -5,    /* the simulation stopped */
  ROUNDEL_CARD_ERROR_REFUSED = -6   /* the card refused a read; it gave zeros */
};

typedef struct roundel_card roundel_card;

/* The link and the clocks. What a kind costs is for an access of its most bytes. */
typedef struct {
  uint32_t clock_ps;                   /* period of the card's clock */
  uint32_t posted;                     /* words of 8 bytes, at least 1 */
  uint32_t bytes[3];                   /* most of one access: 8, 16, and 32 or 64 */
  uint32_t write_ps[3];
  uint32_t read_ps[3];
} roundel_link;

/* Where the time of the processor went since it was last set to zero. */
typedef struct {
  uint64_t write_ps, read_ps; /* accesses, as the link has them */
  /* Those of them that are below ROUNDEL_CARD_QUEUES. */
  uint64_t control_write_ps, control_read_ps;
  uint64_t full_ps;           /* waiting for a place of a posted write */
  uint64_t answer_ps;         /* waiting for the card's answer, beyond read_ps */
  uint64_t idle_ps;           /* roundel_card_idle */
  uint64_t writes, reads, idles;
  uint64_t refused;           /* writes that the card refused */
} roundel_card_time;

/* A card after reset, without a key, on a link that costs nothing; NULL when memory is short. */
roundel_card *roundel_card_create(void);
void roundel_card_destroy(roundel_card *card);
const char *roundel_card_last_error(const roundel_card *card);
int roundel_card_reset(roundel_card *card);
int roundel_card_set_link(roundel_card *card, const roundel_link *link);
/* Bytes of a burst. */
uint32_t roundel_card_line_bytes(const roundel_card *card);

/* Accesses of `size` bytes at a multiple of it: 4 or 8, or 16, 32, 64 as one access of its kind. */
int roundel_card_write(roundel_card *card, uint32_t address, const void *data, uint32_t size);
int roundel_card_read(roundel_card *card, uint32_t address, void *data, uint32_t size);
/* Waits until all posted writes have reached the card. */
int roundel_card_fence(roundel_card *card);
/* The processor does something else for as long. */
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
