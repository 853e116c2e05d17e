/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of a simulated soft processor: the top `roundel_soft_picorv32` or `roundel_soft_vexriscv`,
 * compiled by Verilator. It loads the memory, runs the clock, and collects the console.
 *
 * Units       Addresses and sizes are in bytes. Byte 0 of a word is its low one. Time is counted in
 *             clock cycles (rising edges).
 * Lifetimes, errors, threads: as in roundel_sim.h.
 *
 * Between the two marks stand plain declarations only, because they are also read by a C parser
 * that has no preprocessor.
 */
#ifndef ROUNDEL_SOFT_H
#define ROUNDEL_SOFT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* interface: begin */

enum {
  ROUNDEL_SOFT_ERROR_ARGUMENT = -1, /* an argument out of range; nothing happened */
  ROUNDEL_SOFT_ERROR_MODEL = -5     /* the simulation stopped */
};

enum {
  ROUNDEL_SOFT_RUNS = 0,  /* it is at place, and goes on with the next call */
  ROUNDEL_SOFT_ENDED = 1, /* the program has written its exit status: value; place is behind that */
  ROUNDEL_SOFT_TRAP = 2,  /* the processor refuses the instruction at place, or its access; value
                             is the cause as in RISC-V's mcause, -1 where the processor has none */
  ROUNDEL_SOFT_FAULT = 3  /* an access to the address value, where nothing is; the instruction is
                             at place or a few in front of it */
};

typedef struct {
  uint32_t state; /* ROUNDEL_SOFT_* */
  uint32_t place;
  int64_t value;
} roundel_soft_stop;

typedef struct roundel_soft roundel_soft;

/* A system in reset, its memory with arbitrary contents; NULL when memory is short or the model
 * does not start. */
roundel_soft *roundel_soft_create(void);
void roundel_soft_destroy(roundel_soft *device);
const char *roundel_soft_last_error(const roundel_soft *device);

uint32_t roundel_soft_memory_bytes(void);
/* Resets the processor: it begins again at address 0. Memory and console stay. */
int roundel_soft_reset(roundel_soft *device);
/* Writes and reads memory past the processor; both address and size are whole words. */
int roundel_soft_load(roundel_soft *device, uint32_t address, const uint8_t *data, uint32_t size);
int roundel_soft_store(roundel_soft *device, uint32_t address, uint8_t *data, uint32_t size);

/* Runs until the program stops, and for so many cycles at most: gives ROUNDEL_SOFT_*. Once stopped,
 * it stays so until a reset. */
int roundel_soft_run(roundel_soft *device, uint64_t cycles);
int roundel_soft_stopped(const roundel_soft *device, roundel_soft_stop *stop);
/* Reads up to `max` bytes of the console: gives their number. */
int64_t roundel_soft_console(roundel_soft *device, uint8_t *out, uint64_t max);

/* Cycles since the last reset. */
uint64_t roundel_soft_cycles(const roundel_soft *device);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
