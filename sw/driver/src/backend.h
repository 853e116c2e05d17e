/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's interface to a device's window: accesses and a clock. The address of an access is a
 * multiple of its size. Functions return ROUNDEL_OK, or ROUNDEL_E_DEVICE after a failure.
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
  /* Memory of queues, in whole blocks of 16 bytes; the backend chooses the width of accesses. */
  int (*read_blocks)(backend *self, uint32_t address, uint8_t *data, size_t bytes);
  int (*write_blocks)(backend *self, uint32_t address, const uint8_t *data, size_t bytes);
  /* Orders earlier writes before later writes. */
  int (*fence)(backend *self);
  uint64_t (*now_ns)(backend *self);
  /* Waits between two reads of an unchanged register. */
  void (*relax)(backend *self);
  void (*close)(backend *self);
  /* Grant and revoke a DMA's access to memory. NULL without access control. */
  int (*allow)(backend *self, const void *data, size_t bytes);
  void (*forbid)(backend *self, const void *data, size_t bytes);
  /* Time only passes during accesses and relax; two threads must not call these at once. */
  int simulated;
};

/* Internal functions of the driver, hidden in libroundel.so. */
#pragma GCC visibility push(hidden)

/* Opens a backend; returns NULL with a status in *status. `access` is ROUNDEL_ACCESS_*; a backend
 * of a DMA only has 32-bit registers. */
backend *roundel_backend_open_sim(const char *path, int access, int *status);
backend *roundel_backend_open_sim_dma(const char *path, int *status);
backend *roundel_backend_open_mmio(const char *path, int access, int *status);

#pragma GCC visibility pop

#endif
