/* SPDX-License-Identifier: Apache-2.0
 *
 * A simulated card: a library with the interface of sim/roundel_card.h, built by `roundel` for any
 * configuration. The time is the simulated processor's.
 */
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "device.h"
#include "library.h"
#include "roundel.h"
#include "roundel_card.h"
#include "roundel_simulated.h"

typedef struct {
  backend base;
  void *library;
  roundel_card *card;
  int access;
  void (*destroy)(roundel_card *);
  int (*write)(roundel_card *, uint32_t, const void *, uint32_t);
  int (*read)(roundel_card *, uint32_t, void *, uint32_t);
  int (*idle)(roundel_card *, uint64_t);
  uint64_t (*now)(const roundel_card *);
  uint32_t (*line_bytes)(const roundel_card *);
} simulated;

enum { RELAX_PS = 1000 };

static int put(backend *self, uint32_t address, const void *data, uint32_t bytes) {
  simulated *bus = (simulated *)self;
  return bus->write(bus->card, address, data, bytes) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

static int get(backend *self, uint32_t address, void *data, uint32_t bytes) {
  simulated *bus = (simulated *)self;
  return bus->read(bus->card, address, data, bytes) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

static int read32(backend *self, uint32_t address, uint32_t *value) {
  return get(self, address, value, sizeof *value);
}

static int write32(backend *self, uint32_t address, uint32_t value) {
  return put(self, address, &value, sizeof value);
}

static int read64(backend *self, uint32_t address, uint64_t *value) {
  return get(self, address, value, sizeof *value);
}

static int write64(backend *self, uint32_t address, uint64_t value) {
  return put(self, address, &value, sizeof value);
}

/* The size of the access at an address: a whole line in burst mode, otherwise 8 or 16 bytes. */
static uint32_t piece(const simulated *bus, uint32_t address, size_t left) {
  const uint32_t line = bus->line_bytes(bus->card);
  if (bus->access == ROUNDEL_ACCESS_BURST && address % line == 0 && left >= line) return line;
  return bus->access == ROUNDEL_ACCESS_SINGLE ? 8 : 16;
}

static int read_blocks(backend *self, uint32_t address, uint8_t *data, size_t bytes) {
  const simulated *bus = (const simulated *)self;
  int got = ROUNDEL_OK;
  for (size_t done = 0; done < bytes && !got;) {
    const uint32_t size = piece(bus, address + (uint32_t)done, bytes - done);
    got = get(self, address + (uint32_t)done, data + done, size);
    done += size;
  }
  return got;
}

static int write_blocks(backend *self, uint32_t address, const uint8_t *data, size_t bytes) {
  const simulated *bus = (const simulated *)self;
  int got = ROUNDEL_OK;
  for (size_t done = 0; done < bytes && !got;) {
    const uint32_t size = piece(bus, address + (uint32_t)done, bytes - done);
    got = put(self, address + (uint32_t)done, data + done, size);
    done += size;
  }
  return got;
}

/* Posted writes stay in order. */
static int fence(backend *self) {
  (void)self;
  return ROUNDEL_OK;
}

static uint64_t now_ns(backend *self) {
  const simulated *bus = (const simulated *)self;
  return bus->now(bus->card) / 1000;
}

static void relax(backend *self) {
  simulated *bus = (simulated *)self;
  (void)bus->idle(bus->card, RELAX_PS);
}

static void close_sim(backend *self) {
  simulated *bus = (simulated *)self;
  if (bus->card) bus->destroy(bus->card);
  dlclose(bus->library);
  free(bus);
}

backend *roundel_backend_open_sim(const char *path, int access, int *status) {
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
  roundel_card *(*create)(void) = NULL;
  library_function(bus->library, "roundel_card_create", &create, &missing);
  library_function(bus->library, "roundel_card_destroy", &bus->destroy, &missing);
  library_function(bus->library, "roundel_card_write", &bus->write, &missing);
  library_function(bus->library, "roundel_card_read", &bus->read, &missing);
  library_function(bus->library, "roundel_card_idle", &bus->idle, &missing);
  library_function(bus->library, "roundel_card_now", &bus->now, &missing);
  library_function(bus->library, "roundel_card_line_bytes", &bus->line_bytes, &missing);
  *status = ROUNDEL_E_DEVICE;
  if (!missing) bus->card = create();
  if (!bus->card) {
    dlclose(bus->library);
    free(bus);
    return NULL;
  }
  const backend base = {read32,       write32, read64, write64, read_blocks,
                        write_blocks, fence,   now_ns, relax,   close_sim,
                        NULL,         NULL,   1};
  bus->base = base;
  bus->access = access;
  *status = ROUNDEL_OK;
  return &bus->base;
}

void *roundel_simulated_card(roundel *device) {
  backend *bus = device ? device->bus : NULL;
  return bus && bus->close == close_sim ? ((simulated *)bus)->card : NULL;
}
