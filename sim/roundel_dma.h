/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the simulated DMA device: the top `roundel_dma`, compiled by Verilator, behind a
 * modelled link to a processor and its memory. The memory is the program's memory: the device uses
 * the program's addresses, after roundel_dma_allow. This code contains no AES.
 *
 * Time        Picoseconds of the processor since creation: a call returns when the processor can
 *             continue. The device has its own clock and is simulated to the same time.
 * Registers   A write occupies the processor for `write_ps` and arrives `away_ps` later, in order;
 *             up to `posted` writes are in flight. A read waits for all writes, and takes at least
 *             `read_ps`.
 * Memory      The first data of a read burst follow `read_latency_ps` after the request. A write
 *             burst is answered, and visible to the processor, `write_latency_ps` after its last
 *             beat. The throughput is 1024 bytes per `read_kib_ps` and `write_kib_ps`, at most a
 *             beat per cycle. Up to `reads` and `writes` bursts are outstanding.
 * Protocol    Each cycle checks the device against AXI4 (Arm IHI 0022): stable payload while
 *             stalled, no burst across a border of 4 KiB, WLAST on the last beat. A violation is an
 *             error of the model.
 * Lifetimes, errors, threads: as in roundel_sim.h.
 *
 * Only plain declarations stand between the two marks, because a C parser without a preprocessor
 * reads them.
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
  uint32_t posted;   /* writes to registers in flight, at least 1 */
  uint32_t write_ps, away_ps, read_ps;
  uint32_t read_latency_ps, write_latency_ps;
  uint32_t read_kib_ps, write_kib_ps;
  uint32_t reads, writes; /* at least 1 */
} roundel_dma_link;

/* Times by activity since the last clear: of the processor, then cycles of the device. */
typedef struct {
  uint64_t write_ps, read_ps; /* accesses to registers */
  uint64_t idle_ps;           /* roundel_dma_idle */
  uint64_t writes, reads;     /* of registers */
  uint64_t cycles;
  uint64_t descriptor_beats, data_beats, text_beats, record_beats;
  uint64_t read_waits;  /* cycles with an outstanding read and without data */
  uint64_t write_waits; /* cycles with a stalled beat */
} roundel_dma_time;

/* A device after reset, without a key, on a link without delay; NULL without memory. */
roundel_dma *roundel_dma_create(void);
void roundel_dma_destroy(roundel_dma *device);
const char *roundel_dma_last_error(const roundel_dma *device);
int roundel_dma_reset(roundel_dma *device);
int roundel_dma_set_link(roundel_dma *device, const roundel_dma_link *link);
/* Random pauses of the bus: each channel stalls in a cycle with a probability of n / 65536. With
 * pauses, the address of a write is not accepted before its first data. */
int roundel_dma_set_pauses(roundel_dma *device, uint64_t seed, uint32_t probability);

/* Memory for the device: forbid revokes one allow. Accesses to other memory are answered with
 * DECERR. */
int roundel_dma_allow(roundel_dma *device, const void *begin, uint64_t bytes);
int roundel_dma_forbid(roundel_dma *device, const void *begin, uint64_t bytes);
/* Answers the next bursts with SLVERR: `reads` reads and `writes` writes of data, or with
 * `descriptors` of descriptors and records. */
int roundel_dma_fail(roundel_dma *device, int descriptors, uint32_t reads, uint32_t writes);
/* Stalls the whole bus, or ends the stall. */
int roundel_dma_hold(roundel_dma *device, int hold);

/* Accesses to a 4-byte register at a multiple of 4. */
int roundel_dma_write(roundel_dma *device, uint32_t address, uint32_t value);
int roundel_dma_read(roundel_dma *device, uint32_t address, uint32_t *value);
/* Lets time pass for the processor without an access. */
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
