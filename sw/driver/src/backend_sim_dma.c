/* SPDX-License-Identifier: Apache-2.0
 *
 * A simulated DMA: a library with the interface of sim/roundel_dma.h, built by `roundel` for any
 * configuration. The time is the simulated processor's; the device accesses this program's memory.
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
  simulated *bus = (simulated *)self;
  return bus->read(bus->dma, address, value) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

static int write32(backend *self, uint32_t address, uint32_t value) {
  simulated *bus = (simulated *)self;
  return bus->write(bus->dma, address, value) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

/* The simulated device reads the same memory in the same thread. */
static int fence(backend *self) {
  (void)self;
  return ROUNDEL_OK;
}

static uint64_t now_ns(backend *self) {
  const simulated *bus = (const simulated *)self;
  return bus->now(bus->dma) / 1000;
}

static void relax(backend *self) {
  simulated *bus = (simulated *)self;
  (void)bus->idle(bus->dma, RELAX_PS);
}

static int allow(backend *self, const void *data, size_t bytes) {
  simulated *bus = (simulated *)self;
  return bus->allow(bus->dma, data, bytes) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

static void forbid(backend *self, const void *data, size_t bytes) {
  simulated *bus = (simulated *)self;
  (void)bus->forbid(bus->dma, data, bytes);
}

static void close_sim(backend *self) {
  simulated *bus = (simulated *)self;
  if (bus->dma) bus->destroy(bus->dma);
  dlclose(bus->library);
  free(bus);
}

backend *roundel_backend_open_sim_dma(const char *path, int *status) {
  simulated *bus = calloc(1, sizeof *bus);
  *status = ROUNDEL_E_SYSTEM;
  if (!bus) return NULL;
  bus->library = library_open(path);
  if (!bus->library) {
    const int error = errno;
    free(bus);
    errno = error;
    return NULL;
  }
  int missing = 0;
  roundel_dma *(*create)(void) = NULL;
  library_function(bus->library, "roundel_dma_create", &create, &missing);
  library_function(bus->library, "roundel_dma_destroy", &bus->destroy, &missing);
  library_function(bus->library, "roundel_dma_write", &bus->write, &missing);
  library_function(bus->library, "roundel_dma_read", &bus->read, &missing);
  library_function(bus->library, "roundel_dma_idle", &bus->idle, &missing);
  library_function(bus->library, "roundel_dma_now", &bus->now, &missing);
  library_function(bus->library, "roundel_dma_allow", &bus->allow, &missing);
  library_function(bus->library, "roundel_dma_forbid", &bus->forbid, &missing);
  *status = ROUNDEL_E_DEVICE;
  if (!missing) bus->dma = create();
  if (!bus->dma) {
    dlclose(bus->library);
    free(bus);
    return NULL;
  }
  bus->base.read32 = read32;
  bus->base.write32 = write32;
  bus->base.now_ns = now_ns;
  bus->base.relax = relax;
  bus->base.close = close_sim;
  bus->base.allow = allow;
  bus->base.forbid = forbid;
  bus->base.simulated = 1;
  bus->base.fence = fence;
  *status = ROUNDEL_OK;
  return &bus->base;
}

void *roundel_simulated_dma(roundel *device) {
  backend *bus = device ? device->bus : NULL;
  return bus && bus->close == close_sim ? ((simulated *)bus)->dma : NULL;
}
