/* SPDX-License-Identifier: Apache-2.0
 *
 * A simulated DMA: a library with the interface of sim/roundel_dma.h, which `roundel` builds of any
 * configuration. Time is the simulated processor's; the device reaches the memory of this program.
 */
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>

#include "backend.h"
#include "device.h"
#include "library.h"
#include "roundel.h"
#include "roundel_dma.h"
#include "roundel_simulated.h"

typedef struct {
  backend base;
  void *library;
  roundel_dma *dma;
  void (*destroy)(roundel_dma *);
  int (*write)(roundel_dma *, uint32_t, uint32_t);
  int (*read)(roundel_dma *, uint32_t, uint32_t *);
  int (*idle)(roundel_dma *, uint64_t);
  uint64_t (*now)(const roundel_dma *);
  int (*allow)(roundel_dma *, const void *, uint64_t);
  int (*forbid)(roundel_dma *, const void *, uint64_t);
} simulated;

enum { RELAX_PS = 4000 };

static int read32(backend *self, uint32_t address, uint32_t *value) {
  simulated *way = (simulated *)self;
  return way->read(way->dma, address, value) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

static int write32(backend *self, uint32_t address, uint32_t value) {
  simulated *way = (simulated *)self;
  return way->write(way->dma, address, value) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

/* What the simulated device looks at is the same memory, in the same thread. */
static int fence(backend *self) {
  (void)self;
  return ROUNDEL_OK;
}

static uint64_t now_ns(backend *self) {
  const simulated *way = (const simulated *)self;
  return way->now(way->dma) / 1000;
}

static void relax(backend *self) {
  simulated *way = (simulated *)self;
  (void)way->idle(way->dma, RELAX_PS);
}

static int allow(backend *self, const void *data, size_t bytes) {
  simulated *way = (simulated *)self;
  return way->allow(way->dma, data, bytes) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

static void forbid(backend *self, const void *data, size_t bytes) {
  simulated *way = (simulated *)self;
  (void)way->forbid(way->dma, data, bytes);
}

static void close_sim(backend *self) {
  simulated *way = (simulated *)self;
  if (way->dma) way->destroy(way->dma);
  dlclose(way->library);
  free(way);
}

backend *roundel_backend_open_sim_dma(const char *path, int *status) {
  simulated *way = calloc(1, sizeof *way);
  *status = ROUNDEL_E_SYSTEM;
  if (!way) return NULL;
  way->library = library_open(path);
  if (!way->library) {
    const int error = errno;
    free(way);
    errno = error;
    return NULL;
  }
  int missing = 0;
  roundel_dma *(*create)(void) = NULL;
  library_function(way->library, "roundel_dma_create", &create, &missing);
  library_function(way->library, "roundel_dma_destroy", &way->destroy, &missing);
  library_function(way->library, "roundel_dma_write", &way->write, &missing);
  library_function(way->library, "roundel_dma_read", &way->read, &missing);
  library_function(way->library, "roundel_dma_idle", &way->idle, &missing);
  library_function(way->library, "roundel_dma_now", &way->now, &missing);
  library_function(way->library, "roundel_dma_allow", &way->allow, &missing);
  library_function(way->library, "roundel_dma_forbid", &way->forbid, &missing);
  *status = ROUNDEL_E_DEVICE;
  if (!missing) way->dma = create();
  if (!way->dma) {
    dlclose(way->library);
    free(way);
    return NULL;
  }
  way->base.read32 = read32;
  way->base.write32 = write32;
  way->base.now_ns = now_ns;
  way->base.relax = relax;
  way->base.close = close_sim;
  way->base.allow = allow;
  way->base.forbid = forbid;
  way->base.simulated = 1;
  way->base.fence = fence;
  *status = ROUNDEL_OK;
  return &way->base;
}

void *roundel_simulated_dma(roundel *device) {
  backend *way = device ? device->way : NULL;
  return way && way->close == close_sim ? ((simulated *)way)->dma : NULL;
}
