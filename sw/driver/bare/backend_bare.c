/* SPDX-License-Identifier: Apache-2.0
 *
 * A device at an address, without an operating system (roundel_bare.h). Registers are accessed with
 * 32 bits, and the window of a card with 64 bits.
 */
#include "device.h"
#include "roundel_bare.h"

#if !defined(ROUNDEL_BARE_METAL)
#error "compile the whole driver with -DROUNDEL_BARE_METAL"
#endif

#if !defined(ROUNDEL_DEVICES)
#define ROUNDEL_DEVICES 1
#endif

typedef struct {
  backend base;
  volatile uint8_t *window; /* NULL: unused */
} bare;

static roundel states[ROUNDEL_DEVICES];
static uint8_t used[ROUNDEL_DEVICES];
static bare buses[ROUNDEL_DEVICES];

roundel *roundel_take_state(void) {
  for (size_t i = 0; i < ROUNDEL_DEVICES; ++i) {
    if (!used[i]) {
      used[i] = 1;
      memset(&states[i], 0, sizeof states[i]);
      return &states[i];
    }
  }
  return NULL;
}

void roundel_return_state(roundel *device) { used[device - states] = 0; }

int roundel_allocate(void **out, size_t alignment, size_t bytes) {
  (void)alignment, (void)bytes;
  *out = NULL;
  return 1;
}

static volatile uint8_t *at(backend *self, uint32_t address) {
  return ((bare *)self)->window + address;
}

static int read32(backend *self, uint32_t address, uint32_t *value) {
  *value = *(volatile uint32_t *)at(self, address);
  return ROUNDEL_OK;
}

static int write32(backend *self, uint32_t address, uint32_t value) {
  *(volatile uint32_t *)at(self, address) = value;
  return ROUNDEL_OK;
}

static int read64(backend *self, uint32_t address, uint64_t *value) {
  *value = *(volatile uint64_t *)at(self, address);
  return ROUNDEL_OK;
}

static int write64(backend *self, uint32_t address, uint64_t value) {
  *(volatile uint64_t *)at(self, address) = value;
  return ROUNDEL_OK;
}

static int read_blocks(backend *self, uint32_t address, uint8_t *data, size_t bytes) {
  for (size_t done = 0; done < bytes; done += 8) {
    const uint64_t word = *(volatile uint64_t *)at(self, address + (uint32_t)done);
    memcpy(data + done, &word, sizeof word);
  }
  return ROUNDEL_OK;
}

static int write_blocks(backend *self, uint32_t address, const uint8_t *data, size_t bytes) {
  for (size_t done = 0; done < bytes; done += 8) {
    uint64_t word;
    memcpy(&word, data + done, sizeof word);
    *(volatile uint64_t *)at(self, address + (uint32_t)done) = word;
  }
  return ROUNDEL_OK;
}

/* Orders accesses to memory and to devices. */
static int fence(backend *self) {
  (void)self;
#if defined(__riscv)
  __asm__ __volatile__("fence iorw, iorw" ::: "memory");
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ __volatile__("dmb sy" ::: "memory");
#else
  __sync_synchronize();
#endif
  return ROUNDEL_OK;
}

static uint64_t now_ns(backend *self) {
  (void)self;
  return roundel_now_ns();
}

static void relax(backend *self) { (void)self; }

static void close_bare(backend *self) { ((bare *)self)->window = NULL; }

int roundel_open_at(uintptr_t address, const roundel_options *options, roundel **out) {
  if (!out) return ROUNDEL_E_ARGUMENT;
  *out = NULL;
  const int access = options ? options->access : ROUNDEL_ACCESS_SINGLE;
  const int dma = access == ROUNDEL_ACCESS_DMA;
  if (!address || address % sizeof(uint64_t) || access < ROUNDEL_ACCESS_SINGLE ||
      access > ROUNDEL_ACCESS_DMA || (!dma && sizeof(uintptr_t) < sizeof(uint64_t))) {
    return ROUNDEL_E_ARGUMENT;
  }
  for (size_t i = 0; i < ROUNDEL_DEVICES; ++i) {
    if (!buses[i].window) {
      const backend base = {read32,       write32, read64, write64, read_blocks,
                            write_blocks, fence,   now_ns, relax,   close_bare,
                            NULL,         NULL,    0};
      buses[i].base = base;
      buses[i].window = (volatile uint8_t *)address;
      return roundel_open_on(&buses[i].base, options, out);
    }
  }
  return ROUNDEL_E_SYSTEM;
}
