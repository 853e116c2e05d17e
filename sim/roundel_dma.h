/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the simulated DMA device: the top `roundel_dma`, compiled by Verilator, at the end of a
 * modelled link to a processor and its memory. The memory is the program's own: addresses that the
 * device uses are addresses of the program, as far as they were made known. Nothing here knows AES.
 *
 * Time        Picoseconds since creation, the processor's: a call returns when the processor can go
 *             on. The device has a clock of its own and is simulated to the same time.
 * Registers   A write occupies the processor for `write_ps` and arrives `away_ps` later, in order; up
 *             to `posted` are on their way. A read waits for them, and takes `read_ps` at least.
 * Memory      A burst that is read begins to come `read_latency_ps` after it was asked for, and one
 *             that is written is answered, and seen by the processor, `write_latency_ps` after its
 *             last beat. Beats of each way are as far apart as `read_kib_ps` and `write_kib_ps`, the
 *             time for 1024 bytes, have them; up to `reads` and `writes` bursts are under way. A
 *             beat a cycle at most.
 * Protocol    Each cycle holds the device to AXI4 (Arm IHI 0022): what is offered stays, bursts cross
 *             no border of 4 KiB, WLAST is the last beat's. What breaks a rule is an error of the
 *             model.
 * Lifetimes, errors, threads: as in roundel_sim.h.
 *
 * Between the two marks stand plain declarations only, because they are also read by a C parser
 * that has no preprocessor.
 */
#ifndef ROUNDEL_DMA_H
#define ROUNDEL_DMA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* interface: begin */

enum {
  ROUNDEL_DMA_REGISTER_BYTES = 8192,
  ROUNDEL_DMA_ERROR_ARGUMENT = -1, /* an argument out of range; nothing happened */
  ROUNDEL_DMA_ERROR_TIMEOUT = -3,  /* the device did not answer within the watchdog's limit */
  ROUNDEL_DMA_ERROR_MODEL = -5,    /* the simulation stopped, or the device broke a rule */
  ROUNDEL_DMA_ERROR_REFUSED = -6   /* the device refused an access */
};

typedef struct roundel_dma roundel_dma;

typedef struct {
  uint32_t clock_ps; /* period of the device's clock */
  uint32_t posted;   /* writes to registers on their way, at least 1 */
  uint32_t write_ps, away_ps, read_ps;
  uint32_t read_latency_ps, write_latency_ps;
  uint32_t read_kib_ps, write_kib_ps;
  uint32_t reads, writes; /* at least 1 */
} roundel_dma_link;

/* Where time went since it was last set to zero: of the processor, then cycles of the device. */
typedef struct {
  uint64_t write_ps, read_ps; /* accesses to registers */
  uint64_t idle_ps;           /* roundel_dma_idle */
  uint64_t writes, reads;     /* of registers */
  uint64_t cycles;
  uint64_t descriptor_beats, data_beats, text_beats, record_beats;
  uint64_t read_waits;  /* cycles in which something was asked for and nothing came */
  uint64_t write_waits; /* cycles in which a beat was offered and not taken */
} roundel_dma_time;

/* A device after reset, without a key, on a link that costs nothing; NULL when memory is short. */
roundel_dma *roundel_dma_create(void);
void roundel_dma_destroy(roundel_dma *device);
const char *roundel_dma_last_error(const roundel_dma *device);
int roundel_dma_reset(roundel_dma *device);
int roundel_dma_set_link(roundel_dma *device, const roundel_dma_link *link);
/* Random pauses of the bus: a channel stands still in a cycle with a probability of n / 65536; and
 * with any, the address of a write is not taken in front of its first data. */
int roundel_dma_set_pauses(roundel_dma *device, uint64_t seed, uint32_t probability);

/* Memory that the device may use, and, as often as it was allowed, may not any more: any other is
 * answered with DECERR. */
int roundel_dma_allow(roundel_dma *device, const void *begin, uint64_t bytes);
int roundel_dma_forbid(roundel_dma *device, const void *begin, uint64_t bytes);
/* The next bursts, as many, are answered with SLVERR: reads of data, writes of data, and with
 * `descriptors` those of descriptors and records instead. */
int roundel_dma_fail(roundel_dma *device, int descriptors, uint32_t reads, uint32_t writes);
/* The bus stands still from now on, or goes on. */
int roundel_dma_hold(roundel_dma *device, int hold);

/* Accesses to a register, of 4 bytes at a multiple of 4. */
int roundel_dma_write(roundel_dma *device, uint32_t address, uint32_t value);
int roundel_dma_read(roundel_dma *device, uint32_t address, uint32_t *value);
/* The processor does something else for as long. */
int roundel_dma_idle(roundel_dma *device, uint64_t time_ps);

uint64_t roundel_dma_now(const roundel_dma *device);
uint64_t roundel_dma_cycles(const roundel_dma *device);
int roundel_dma_interrupt(const roundel_dma *device);
void roundel_dma_times(roundel_dma *device, roundel_dma_time *out, int clear);
int roundel_dma_set_watchdog(roundel_dma *device, uint64_t cycles);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
