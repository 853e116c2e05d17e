/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of a simulated soft processor: the top `roundel_soft_picorv32` or
 * `roundel_soft_vexriscv`, compiled by Verilator. The harness loads the memory, runs the clock, and
 * collects the console.
 *
 * Units       Addresses and sizes are in bytes. Byte 0 of a word is the low byte. Time is in clock
 *             cycles (rising edges).
 * Lifetimes, errors, threads: as in roundel_sim.h.
 *
 * Only plain declarations stand between the two marks, because a C parser without a preprocessor
 * reads them.
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
  ROUNDEL_SOFT_RUNS = 0,  /* the program runs; pc is the present instruction */
  ROUNDEL_SOFT_ENDED = 1, /* the exit status is value; pc is the next instruction */
  ROUNDEL_SOFT_TRAP = 2,  /* the processor refuses the instruction at pc, or its access; value
                              is the cause of RISC-V's mcause, or -1 without a cause */
  ROUNDEL_SOFT_FAULT = 3  /* an access to the unmapped address value; the instruction is at pc or
                              a few instructions before */
};

typedef struct {
  uint32_t state; /* ROUNDEL_SOFT_* */
  uint32_t pc;
  int64_t value;
} roundel_soft_stop;

typedef struct roundel_soft roundel_soft;

/* A system in reset with arbitrary memory contents; NULL without memory or if the model does not
 * start. */
roundel_soft *roundel_soft_create(void);
void roundel_soft_destroy(roundel_soft *device);
const char *roundel_soft_last_error(const roundel_soft *device);

uint32_t roundel_soft_memory_bytes(void);
/* Resets the processor, which restarts at address 0. Memory and console stay. */
int roundel_soft_reset(roundel_soft *device);
/* Write and read memory directly; address and size are whole words. */
int roundel_soft_load(roundel_soft *device, uint32_t address, const uint8_t *data, uint32_t size);
int roundel_soft_store(roundel_soft *device, uint32_t address, uint8_t *data, uint32_t size);

/* Runs until the program stops, at most for the number of cycles; returns ROUNDEL_SOFT_*. A stopped
 * program needs a reset. */
int roundel_soft_run(roundel_soft *device, uint64_t cycles);
int roundel_soft_stopped(const roundel_soft *device, roundel_soft_stop *stop);
/* Reads up to `max` bytes of the console; returns the number of bytes. */
int64_t roundel_soft_console(roundel_soft *device, uint8_t *out, uint64_t max);

/* Cycles since the last reset. */
uint64_t roundel_soft_cycles(const roundel_soft *device);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
