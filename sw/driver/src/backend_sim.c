/* SPDX-License-Identifier: Apache-2.0
 *
 * A simulated card: a library with the interface of sim/roundel_card.h, which `roundel` builds of any
 * configuration. Time is the simulated processor's.
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
  simulated *way = (simulated *)self;
  return way->write(way->card, address, data, bytes) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
}

static int get(backend *self, uint32_t address, void *data, uint32_t bytes) {
  simulated *way = (simulated *)self;
  return way->read(way->card, address, data, bytes) ? ROUNDEL_E_DEVICE : ROUNDEL_OK;
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

/* The piece at an address: a line where lines are wanted and it is whole, else as wide as can be. */
static uint32_t piece(const simulated *way, uint32_t address, size_t left) {
  const uint32_t line = way->line_bytes(way->card);
  if (way->access == ROUNDEL_ACCESS_BURST && address % line == 0 && left >= line) return line;
  return way->access == ROUNDEL_ACCESS_SINGLE ? 8 : 16;
}

static int read_blocks(backend *self, uint32_t address, uint8_t *data, size_t bytes) {
  const simulated *way = (const simulated *)self;
  int got = ROUNDEL_OK;
  for (size_t done = 0; done < bytes && !got;) {
    const uint32_t size = piece(way, address + (uint32_t)done, bytes - done);
    got = get(self, address + (uint32_t)done, data + done, size);
    done += size;
  }
  return got;
}

static int write_blocks(backend *self, uint32_t address, const uint8_t *data, size_t bytes) {
  const simulated *way = (const simulated *)self;
  int got = ROUNDEL_OK;
  for (size_t done = 0; done < bytes && !got;) {
    const uint32_t size = piece(way, address + (uint32_t)done, bytes - done);
    got = put(self, address + (uint32_t)done, data + done, size);
    done += size;
  }
  return got;
}

/* Posted writes come in order. */
static int fence(backend *self) {
  (void)self;
  return ROUNDEL_OK;
}

static uint64_t now_ns(backend *self) {
  const simulated *way = (const simulated *)self;
  return way->now(way->card) / 1000;
}

static void relax(backend *self) {
  simulated *way = (simulated *)self;
  (void)way->idle(way->card, RELAX_PS);
}

static void close_sim(backend *self) {
  simulated *way = (simulated *)self;
  if (way->card) way->destroy(way->card);
  dlclose(way->library);
  free(way);
}

backend *roundel_backend_open_sim(const char *path, int access, int *status) {
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
  roundel_card *(*create)(void) = NULL;
  library_function(way->library, "roundel_card_create", &create, &missing);
  library_function(way->library, "roundel_card_destroy", &way->destroy, &missing);
  library_function(way->library, "roundel_card_write", &way->write, &missing);
  library_function(way->library, "roundel_card_read", &way->read, &missing);
  library_function(way->library, "roundel_card_idle", &way->idle, &missing);
  library_function(way->library, "roundel_card_now", &way->now, &missing);
  library_function(way->library, "roundel_card_line_bytes", &way->line_bytes, &missing);
  *status = ROUNDEL_E_DEVICE;
  if (!missing) way->card = create();
  if (!way->card) {
    dlclose(way->library);
    free(way);
    return NULL;
  }
  const backend base = {read32,       write32, read64, write64, read_blocks,
                        write_blocks, fence,   now_ns, relax,   close_sim,
                        NULL,         NULL,   1};
  way->base = base;
  way->access = access;
  *status = ROUNDEL_OK;
  return &way->base;
}

void *roundel_simulated_card(roundel *device) {
  backend *way = device ? device->way : NULL;
  return way && way->close == close_sim ? ((simulated *)way)->card : NULL;
}
