/* SPDX-License-Identifier: Apache-2.0
 *
 * A device mapped by the operating system from a file: a device of UIO or VFIO, a resource of PCI,
 * or any file in tests. PATH[@OFFSET]: the offset is decimal or hexadecimal with 0x, and a multiple
 * of the page size.
 *
 * Registers are accessed with 32 or 64 bits. Blocks are accessed with 64 bits, or with 128 bits if
 * the processor has 128-bit registers. In write-combining memory, the processor merges the accesses
 * to a line into a burst.
 */
#define _POSIX_C_SOURCE 200809L
#define _FILE_OFFSET_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "backend.h"
#include "roundel.h"

typedef struct {
  backend base;
  volatile uint8_t *window;
  size_t bytes; /* size of the window */
  int access;
} mmio;

/* A full barrier, also for devices: on AArch64 the compiler's barrier only covers processors. */
static void barrier(void) {
#if defined(__aarch64__)
  __asm__ __volatile__("dmb osh" ::: "memory");
#else
  __sync_synchronize();
#endif
}

/* In write-combining memory, keeps queue writes and register accesses in order. A speculative read
 * of a queue also stays behind the read of the register with its level. */
static void settle(const backend *self) {
  if (((const mmio *)self)->access == ROUNDEL_ACCESS_BURST) barrier();
}

static int read32(backend *self, uint32_t address, uint32_t *value) {
  *value = *(volatile uint32_t *)(((mmio *)self)->window + address);
  settle(self);
  return ROUNDEL_OK;
}

static int write32(backend *self, uint32_t address, uint32_t value) {
  settle(self);
  *(volatile uint32_t *)(((mmio *)self)->window + address) = value;
  settle(self);
  return ROUNDEL_OK;
}

static int read64(backend *self, uint32_t address, uint64_t *value) {
  *value = *(volatile uint64_t *)(((mmio *)self)->window + address);
  settle(self);
  return ROUNDEL_OK;
}

static int write64(backend *self, uint32_t address, uint64_t value) {
  settle(self);
  *(volatile uint64_t *)(((mmio *)self)->window + address) = value;
  settle(self);
  return ROUNDEL_OK;
}

static int read_blocks(backend *self, uint32_t address, uint8_t *data, size_t bytes) {
  volatile uint8_t *from = ((mmio *)self)->window + address;
#if defined(__SSE2__)
  if (((mmio *)self)->access != ROUNDEL_ACCESS_SINGLE) {
    for (size_t done = 0; done < bytes; done += 16) {
      _mm_storeu_si128((__m128i *)(data + done),
                       *(const volatile __m128i *)(from + done));
    }
    return ROUNDEL_OK;
  }
#endif
  for (size_t done = 0; done < bytes; done += 8) {
    const uint64_t word = *(volatile uint64_t *)(from + done);
    memcpy(data + done, &word, sizeof word);
  }
  return ROUNDEL_OK;
}

static int write_blocks(backend *self, uint32_t address, const uint8_t *data, size_t bytes) {
  volatile uint8_t *to = ((mmio *)self)->window + address;
#if defined(__SSE2__)
  if (((mmio *)self)->access != ROUNDEL_ACCESS_SINGLE) {
    for (size_t done = 0; done < bytes; done += 16) {
      const __m128i word = _mm_loadu_si128((const __m128i *)(data + done));
      *(volatile __m128i *)(to + done) = word;
    }
    return ROUNDEL_OK;
  }
#endif
  for (size_t done = 0; done < bytes; done += 8) {
    uint64_t word;
    memcpy(&word, data + done, sizeof word);
    *(volatile uint64_t *)(to + done) = word;
  }
  return ROUNDEL_OK;
}

static int fence(backend *self) {
  (void)self;
  barrier();
  return ROUNDEL_OK;
}

static uint64_t now_ns(backend *self) {
  struct timespec now;
  (void)self;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void relax(backend *self) {
  const struct timespec pause = {0, 1000};
  (void)self;
  nanosleep(&pause, NULL);
}

static void close_mmio(backend *self) {
  munmap((void *)(uintptr_t)((mmio *)self)->window, ((mmio *)self)->bytes);
  free(self);
}

/* Splits off the offset after the last @. */
static int divide(char *path, off_t *offset) {
  char *at = strrchr(path, '@');
  *offset = 0;
  if (!at) return ROUNDEL_OK;
  char *end = NULL;
  errno = 0;
  const int hex = at[1] == '0' && (at[2] == 'x' || at[2] == 'X');
  const unsigned long long value = strtoull(at + 1, &end, hex ? 16 : 10);
  const long page = sysconf(_SC_PAGESIZE);
  if (errno || at[1] < '0' || at[1] > '9' || *end || value > (1ull << 62) ||
      value % (unsigned long long)page) {
    return ROUNDEL_E_ARGUMENT;
  }
  *at = 0;
  *offset = (off_t)value;
  return ROUNDEL_OK;
}

/* Maps the window. A plain file must contain the whole window; a device's driver checks the size. */
static int map(const char *path, off_t offset, size_t bytes, void **window) {
  const int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return ROUNDEL_E_SYSTEM;
  struct stat facts;
  int status = fstat(file, &facts) ? ROUNDEL_E_SYSTEM : ROUNDEL_OK;
  if (!status && S_ISREG(facts.st_mode) && facts.st_size - offset < (off_t)bytes) {
    status = ROUNDEL_E_DEVICE;
  }
  if (!status) {
    *window = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, offset);
    if (*window == MAP_FAILED) status = ROUNDEL_E_SYSTEM;
  }
  const int error = errno;
  close(file);
  errno = error;
  return status;
}

backend *roundel_backend_open_mmio(const char *path, int access, int *status) {
  char *name = strdup(path);
  mmio *bus = malloc(sizeof *bus);
  void *window = NULL;
  off_t offset = 0;
  *status = name && bus ? divide(name, &offset) : ROUNDEL_E_SYSTEM;
  const size_t bytes = access == ROUNDEL_ACCESS_DMA ? RINGS_BYTES : WINDOW_BYTES;
  if (!*status) *status = map(name, offset, bytes, &window);
  free(name);
  if (*status) {
    free(bus);
    return NULL;
  }
  const backend base = {read32,       write32, read64, write64, read_blocks,
                        write_blocks, fence,   now_ns, relax,   close_mmio,
                        NULL,         NULL,   0};
  bus->base = base;
  bus->window = window;
  bus->bytes = bytes;
  bus->access = access;
  return &bus->base;
}
