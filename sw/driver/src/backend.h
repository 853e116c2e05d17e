/* SPDX-License-Identifier: Apache-2.0
 *
 * What the driver needs of a way to a card's window: accesses, and a clock. An access is at a
 * multiple of its size; what it gives is ROUNDEL_OK, or ROUNDEL_E_DEVICE if it failed.
 */
#ifndef ROUNDEL_BACKEND_H
#define ROUNDEL_BACKEND_H

#include <stddef.h>
#include <stdint.h>

enum { WINDOW_BYTES = 32768, RINGS_BYTES = 8192, LINE_BYTES = 64 };

typedef struct backend backend;

struct backend {
  /* Registers. */
  int (*read32)(backend *self, uint32_t address, uint32_t *value);
  int (*write32)(backend *self, uint32_t address, uint32_t value);
  int (*read64)(backend *self, uint32_t address, uint64_t *value);
  int (*write64)(backend *self, uint32_t address, uint64_t value);
  /* Memory of queues, whole blocks of 16 bytes; in what pieces is the backend's matter. */
  int (*read_blocks)(backend *self, uint32_t address, uint8_t *data, size_t bytes);
  int (*write_blocks)(backend *self, uint32_t address, const uint8_t *data, size_t bytes);
  /* What was written before is there before what is written afterwards. */
  int (*fence)(backend *self);
  uint64_t (*now_ns)(backend *self);
  /* Between two looks at a register that does not change. */
  void (*relax)(backend *self);
  void (*close)(backend *self);
  /* To a DMA: memory that it is to reach, and not any more. NULL where it cannot be said. */
  int (*allow)(backend *self, const void *data, size_t bytes);
  void (*forbid)(backend *self, const void *data, size_t bytes);
  /* Time passes in accesses and relax alone, which no two threads may be in at once. */
  int simulated;
};

/* What follows is the driver's own: no program sees it in libroundel.so, nor puts its own there. */
#pragma GCC visibility push(hidden)

/* Open a way; NULL with a status in *status. `access` is ROUNDEL_ACCESS_*; a way to a DMA has
 * registers of 32 bits alone. */
backend *roundel_backend_open_sim(const char *path, int access, int *status);
backend *roundel_backend_open_sim_dma(const char *path, int *status);
backend *roundel_backend_open_mmio(const char *path, int access, int *status);

#pragma GCC visibility pop

#endif
