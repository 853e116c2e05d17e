/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver with devices that answer nonsense: nonsense SEED COUNT. It takes the place of the way to a
 * mapped device (backend_mmio.c), so that every access of the driver comes here, and time is ours.
 *
 * A device is recognised most of the time; then it answers what a device may, or anything. Looked at:
 * accesses are aligned and in the window; calls end; output of a request that failed is zeros; every
 * request ends at last. The sanitizers look at the rest. Writes how many requests ended, by status.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "roundel_card_registers.h"
#include "roundel_dma_registers.h"
#include "roundel_registers.h"
#include "backend.h"
#include "roundel.h"

enum { REQUESTS = 12, LONGEST = 3000, RINGS = 32768, STEPS = 60, PATIENCE = 4000000 };

static uint64_t chance;

static uint32_t dice(void) {
  chance ^= chance << 13;
  chance ^= chance >> 7;
  chance ^= chance << 17;
  return (uint32_t)(chance >> 24);
}

static int one_in(uint32_t n) { return dice() % n == 0; }

static void check(int right, const char *what) {
  if (!right) {
    fprintf(stderr, "%s\n", what);
    abort();
  }
}

static void fill(uint8_t *to, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i) to[i] = (uint8_t)dice();
}

/* A device. */
static struct {
  backend base;
  uint8_t registers[RINGS_BYTES];
  uint64_t now, accesses;
  uint32_t madness; /* one access in as many is anything at all; 0: none is */
  int is_dma, dead;
  uint16_t head, tail, text, text_head, results, result_head;
  uint32_t sizes[REQUESTS]; /* of requests, in order: what a result is likely to say */
  unsigned asked, answered, fetched, records;
  uint8_t *memory;
} device;

static uint32_t input_blocks, output_blocks, result_blocks;

static int access_is_refused(uint32_t address, size_t bytes, uint32_t size, uint32_t window) {
  check(address % size == 0 && address <= window && bytes <= window - address, "out of window");
  device.now += 100;
  check(++device.accesses < PATIENCE, "no end of it");
  return device.madness && one_in(16 * device.madness);
}

static int is_mad(void) { return device.madness && one_in(device.madness); }

/* What a device does on its way, or what none does: a DMA's memory changes at any time. */
static void live(void) {
  if (!device.is_dma || device.dead) return;
  if (is_mad()) device.memory[dice() % RINGS] = (uint8_t)dice();
  if (device.answered < device.asked && one_in(3)) {
    uint8_t *record = device.memory + 16384 + 32 * (device.records++ % 256);
    const uint32_t size = is_mad() ? dice() : device.sizes[device.answered++ % REQUESTS];
    fill(record, 16);
    record[16] = is_mad() ? (uint8_t)dice() : 1;
    record[17] = is_mad() ? (uint8_t)dice() : 0;
    memcpy(record + 20, &size, 4);
    memcpy(record + 24, &device.records, 4);
  }
}

static int read32(backend *self, uint32_t address, uint32_t *value) {
  (void)self;
  if (access_is_refused(address, 4, 4, RINGS_BYTES)) return ROUNDEL_E_DEVICE;
  live();
  memcpy(value, device.registers + address, 4);
  if (device.is_dma && address == 0x1000 + 0x44) *value = device.fetched;
  if (is_mad()) *value = one_in(8) ? UINT32_MAX : dice();
  return ROUNDEL_OK;
}

static int write32(backend *self, uint32_t address, uint32_t value) {
  (void)self;
  (void)value;
  if (access_is_refused(address, 4, 4, RINGS_BYTES)) return ROUNDEL_E_DEVICE;
  if (device.is_dma && address == 0x1000 + 0x40) device.fetched = value & UINT16_MAX;
  if (address == 0x10 && (value & 1)) {
    device.head = device.tail = device.text = device.text_head = 0;
    device.results = device.result_head = 0;
    device.asked = device.answered = device.fetched = device.records = 0;
  }
  return ROUNDEL_OK;
}

static int read64(backend *self, uint32_t address, uint64_t *value) {
  (void)self;
  if (access_is_refused(address, 8, 8, RINGS_BYTES)) return ROUNDEL_E_DEVICE;
  memcpy(value, device.registers + address, 8);
  if (address == 0x1010) { /* counts, each as far as it may be */
    if (!device.dead) {
      device.head = one_in(2) ? device.tail : device.head;
      if (device.answered < device.asked && one_in(2)) {
        const uint32_t blocks = (device.sizes[device.answered % REQUESTS] + 15) / 16;
        const uint32_t room = output_blocks - (uint16_t)(device.text - device.text_head);
        const uint32_t more = blocks < room ? blocks : room;
        device.text = (uint16_t)(device.text + more);
        if (more == blocks &&
            (uint32_t)(uint16_t)(device.results - device.result_head) + 2 <= result_blocks) {
          device.results = (uint16_t)(device.results + 2);
        } else {
          device.sizes[device.answered % REQUESTS] -= 16 * more; /* the rest later */
        }
      }
    }
    *value = device.head | (uint64_t)device.tail << 16 | (uint64_t)device.text << 32 |
             (uint64_t)device.results << 48;
  }
  if (is_mad()) *value = one_in(8) ? UINT64_MAX : (uint64_t)dice() << 32 | dice();
  return ROUNDEL_OK;
}

static int write64(backend *self, uint32_t address, uint64_t value) {
  (void)self;
  if (access_is_refused(address, 8, 8, RINGS_BYTES)) return ROUNDEL_E_DEVICE;
  if (address == 0x1018) device.tail = (uint16_t)value;
  if (address == 0x1020) device.text_head = (uint16_t)value;
  if (address == 0x1028) device.result_head = (uint16_t)value;
  return ROUNDEL_OK;
}

static uint32_t told[REQUESTS]; /* what requests really have */

static int read_blocks(backend *self, uint32_t address, uint8_t *data, size_t bytes) {
  (void)self;
  if (access_is_refused(address, bytes, 16, WINDOW_BYTES)) return ROUNDEL_E_DEVICE;
  check(bytes && bytes % 16 == 0, "no whole blocks");
  check(address >= 0x2000 && !(address < 0x4000 && address + bytes > 0x4000), "no queue");
  fill(data, bytes);
  if (address < 0x4000 && bytes == 32 && !is_mad()) { /* a result, as it is likely to be */
    const uint32_t size = told[device.answered++ % REQUESTS];
    memset(data + 16, 0, 16);
    data[16] = 1;
    memcpy(data + 20, &size, 4);
  }
  return ROUNDEL_OK;
}

static int write_blocks(backend *self, uint32_t address, const uint8_t *data, size_t bytes) {
  (void)self;
  if (access_is_refused(address, bytes, 16, WINDOW_BYTES)) return ROUNDEL_E_DEVICE;
  check(bytes && bytes % 16 == 0 && address >= 0x4000 && address + bytes <= 0x6000, "no input");
  uint8_t seen = 0;
  for (size_t i = 0; i < bytes; ++i) seen ^= data[i]; /* all of it can be read */
  device.registers[0x40] = seen;
  return ROUNDEL_OK;
}

static int fence(backend *self) {
  (void)self;
  return ROUNDEL_OK;
}

static uint64_t now_ns(backend *self) {
  (void)self;
  return device.now += 10;
}

static void relax(backend *self) {
  (void)self;
  device.now += 1000;
  check(++device.accesses < PATIENCE, "no end of it");
  live();
}

static void close_way(backend *self) { (void)self; }

/* In the place of backend_mmio.c. */
backend *roundel_backend_open_mmio(const char *path, int access, int *status) {
  (void)path;
  const backend base = {read32, write32, read64, write64, read_blocks, write_blocks, fence,
                        now_ns, relax, close_way, NULL, NULL, 1};
  device.base = base;
  device.is_dma = access == ROUNDEL_ACCESS_DMA;
  *status = ROUNDEL_OK;
  return &device.base;
}

static void put(uint32_t address, uint32_t value) { memcpy(device.registers + address, &value, 4); }

/* A device as it may be built, or as none is. */
static void make(void) {
  static const uint32_t madnesses[] = {0, 0, 400, 100, 20, 4, 1};
  memset(&device, 0, sizeof device);
  device.madness = madnesses[dice() % (sizeof madnesses / sizeof *madnesses)];
  device.dead = one_in(6);
  const int odd = one_in(4);
  input_blocks = odd ? 1 + dice() % 512 : 16u << dice() % 6;
  output_blocks = odd ? 1 + dice() % 512 : 16u << dice() % 6;
  result_blocks = odd ? 1 + dice() % 256 : 16u << dice() % 5;
  const uint32_t mode = odd ? dice() % 16 : dice() % 5;
  put(0x00, ROUNDEL_REGISTERS__ID__MAGIC_reset);
  put(0x04, 1 << 16);
  put(0x08, mode | 3 << 4 | 1 << 8 | 128 << 16 | 4u << 27);
  put(0x0c, (odd ? 1 + dice() % 511 : 4) | (mode == 3 ? 12u : mode ? 16u : 0u) << 9);
}

static uint8_t *bytes_of(uint32_t size) {
  uint8_t *made = malloc(size ? size : 1);
  check(made != NULL, "no memory");
  fill(made, size);
  return made;
}

int main(int count, char **arguments) {
  const uint64_t seed = count > 1 ? strtoull(arguments[1], NULL, 10) : 1;
  const uint64_t turns = count > 2 ? strtoull(arguments[2], NULL, 10) : 100;
  unsigned ends[16] = {0}, opened = 0;
  for (uint64_t turn = 0; turn < turns; ++turn) {
    chance = (seed + turn + 1) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < 8; ++i) (void)dice();
    make();
    const int dma = one_in(2);
    const size_t bytes = RINGS + 4096 + dice() % 8192;
    uint8_t *memory = NULL;
    check(!posix_memalign((void **)&memory, 4096, bytes), "no memory");
    device.memory = memory;
    if (dma) {
      put(0x1000, ROUNDEL_DMA_REGISTERS__ID__MAGIC_reset);
      put(0x1004, 1 << 16);
    } else {
      put(0x1000, ROUNDEL_CARD_REGISTERS__ID__MAGIC_reset);
      put(0x1004, 1 << 16);
      put(0x1008, input_blocks | output_blocks << 16);
      put(0x100c, result_blocks);
    }
    roundel_options options = {.access = dma ? ROUNDEL_ACCESS_DMA : (int)(dice() % 3),
                               .timeout_ns = 1 + dice() % 1000000};
    if (dma) {
      options.memory = memory;
      options.memory_address = 0x123456000;
      options.memory_bytes = bytes;
    }
    roundel *found = NULL;
    if (roundel_open("mmio:x", &options, &found)) {
      free(memory);
      continue;
    }
    ++opened;
    roundel_facts facts;
    check(!roundel_get_facts(found, &facts), "no facts");
    struct {
      uint8_t *input, *output, *iv, *aad;
      uint32_t bytes;
      uint64_t ticket;
      int live;
    } asked[REQUESTS];
    memset(asked, 0, sizeof asked);
    unsigned sent = 0;
    for (int step = 0; step < STEPS; ++step) {
      const unsigned which = dice() % REQUESTS;
      roundel_result result;
      switch (dice() % 12) {
        case 0: {
          uint8_t key[64];
          fill(key, sizeof key);
          (void)roundel_load_key(found, dice() % facts.key_slots, key, facts.key_bytes);
          break;
        }
        case 1: (void)roundel_clear_key(found, dice() % facts.key_slots); break;
        case 2:
          if (one_in(4)) (void)(one_in(2) ? roundel_zeroise(found) : roundel_reset(found));
          break;
        case 3:
        case 4:
        case 5:
        case 6:
          if (!asked[which].live) {
            const int gcm = facts.mode == ROUNDEL_MODE_GCM;
            const uint32_t iv_bytes = gcm ? 1 + dice() % (one_in(20) ? 20000 : 300) : facts.iv_bytes;
            roundel_request request = {.slot = dice() % 6, .decrypt = dice() % 2,
                                       .iv_bytes = iv_bytes, .bytes = dice() % LONGEST};
            if (gcm) request.tag_bytes = one_in(3) ? 4 + 4 * (dice() % 2) : 12 + dice() % 5;
            if (gcm) request.aad_bytes = dice() % 3 ? 0 : dice() % LONGEST;
            if (one_in(5)) request.bytes = 0;
            asked[which].bytes = request.bytes;
            asked[which].iv = bytes_of(iv_bytes);
            asked[which].aad = bytes_of(request.aad_bytes);
            asked[which].input = bytes_of(request.bytes);
            asked[which].output = one_in(2) ? asked[which].input : bytes_of(request.bytes);
            request.iv = asked[which].iv;
            request.aad = asked[which].aad;
            request.input = asked[which].input;
            request.output = asked[which].output;
            device.sizes[device.asked % REQUESTS] = told[device.asked % REQUESTS] = request.bytes;
            if (!roundel_submit(found, &request, &asked[which].ticket)) {
              asked[which].live = 1;
              ++device.asked;
              ++sent;
            } else {
              if (asked[which].output != asked[which].input) free(asked[which].output);
              free(asked[which].input);
              free(asked[which].iv);
              free(asked[which].aad);
            }
          }
          break;
        default:
          if (asked[which].live) {
            const int got = one_in(2) ? roundel_poll(found, asked[which].ticket, &result)
                                      : roundel_wait(found, asked[which].ticket,
                                                     1 + dice() % 100000, &result);
            check(got == ROUNDEL_OK || got == ROUNDEL_PENDING || got == ROUNDEL_E_TIMEOUT,
                  "a request was lost");
            if (got) break;
            ++ends[-result.status];
            for (uint32_t i = 0; result.status && i < asked[which].bytes; ++i) {
              check(!asked[which].output[i], "text of a request that failed");
            }
            check(result.status || result.bytes == asked[which].bytes, "a part of a text");
            if (asked[which].output != asked[which].input) free(asked[which].output);
            free(asked[which].input);
            free(asked[which].iv);
            free(asked[which].aad);
            asked[which].live = 0;
          }
      }
    }
    (void)roundel_reset(found); /* all that is under way ends, whatever the device says */
    for (unsigned i = 0; i < REQUESTS; ++i) {
      roundel_result result;
      if (!asked[i].live) continue;
      check(roundel_poll(found, asked[i].ticket, &result) == ROUNDEL_OK, "a request has no end");
      ++ends[-result.status];
      if (asked[i].output != asked[i].input) free(asked[i].output);
      free(asked[i].input);
      free(asked[i].iv);
      free(asked[i].aad);
    }
    roundel_close(found);
    free(memory);
  }
  printf("%u opened", opened);
  for (int i = 0; i < 12; ++i) {
    if (ends[i]) printf(", %u ended with %d", ends[i], -i);
  }
  printf("\n");
  return 0;
}
