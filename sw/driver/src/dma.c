/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests through the rings of a DMA (rtl/top/roundel_dma.sv). The driver writes descriptors into
 * one ring and reads records from the other ring. The device accesses packets and text in the
 * buffers of requests, or in the caller's memory after a copy.
 */
#include "device.h"

#include "dma_map.h"
#include "registers_map.h"

enum {
  RING_LOG = 8,
  RING_ENTRIES = 1 << RING_LOG,
  DESCRIPTOR_BYTES = 64,
  RECORD_BYTES = 32,
  LIST = 0x80, /* in a descriptor's first byte: a list of pieces follows */
  TARGET = 1,  /* in a piece: a buffer for text */
  PIECE_BYTES = 16,
  RECORDS = RING_ENTRIES * DESCRIPTOR_BYTES, /* offset after the descriptors */
  RINGS = 32768,                            /* size of both rings, rounded up */
  ALIGNMENT = 4096,
  CHUNK = 64, /* alignment of packets: one cache line */
  QUIET_NS = 100000 /* the driver checks the device after this time without a record */
};

static void put64(uint8_t *to, uint64_t value) {
  roundel_put32(to, (uint32_t)value);
  roundel_put32(to + 4, (uint32_t)(value >> 32));
}

/* The device's address of a location in memory. */
static uint64_t address_of(const roundel *device, const void *data) {
  const uint64_t here = (uint64_t)(uintptr_t)data;
  if (device->owned) return here;
  return device->memory_address + (here - (uint64_t)(uintptr_t)device->memory);
}

static int has_list(const roundel *device, const roundel_request *request) {
  return device->owned && request->aad_bytes;
}

static void put_piece(uint8_t *to, uint64_t address, uint32_t bytes, uint32_t kind) {
  put64(to, address);
  roundel_put32(to + 8, bytes);
  roundel_put32(to + 12, kind);
}

/* Writes a descriptor of a request. */
static void describe(const roundel *device, const job *item, uint64_t index, uint8_t *out) {
  const roundel_request *request = &item->request;
  const uint64_t words = roundel_request_words(request);
  memset(out, 0, DESCRIPTOR_BYTES);
  if (index < words) {
    roundel_request_word(device, request, index, out);
    if (index > 0) return;
    if (has_list(device, request)) {
      out[0] |= LIST;
    } else if (device->owned) {
      put64(out + 48, address_of(device, request->input));
      put64(out + 56, address_of(device, request->output));
    } else {
      const uint64_t begin = address_of(device, device->memory + item->offset);
      put64(out + 48, begin);
      put64(out + 56, begin + request->aad_bytes);
    }
    return;
  }
  put_piece(out, address_of(device, request->aad), request->aad_bytes, 0);
  put_piece(out + PIECE_BYTES, address_of(device, request->input), request->bytes, 0);
  put_piece(out + 2 * PIECE_BYTES, address_of(device, request->output), request->bytes, TARGET);
}

static int feed(roundel *device, int *moved) {
  backend *bus = device->bus;
  const uint32_t before = device->posted;
  int got = ROUNDEL_OK;
  while (device->feeding != device->next && !got) {
    job *item = roundel_request_of(device, device->feeding);
    if (device->posted - device->fetched == RING_ENTRIES) {
      /* A full ring: a long IV, or descriptors were fetched meanwhile. */
      uint32_t fetched = 0;
      got = bus->read32(bus, DMA_FETCHED, &fetched);
      if (got) break;
      const uint16_t waiting = (uint16_t)(device->posted - fetched);
      if (waiting > RING_ENTRIES) return ROUNDEL_E_DEVICE;
      device->fetched = device->posted - waiting;
      if (waiting == RING_ENTRIES) break;
    }
    describe(device, item, item->fed,
             device->memory + (size_t)(device->posted % RING_ENTRIES) * DESCRIPTOR_BYTES);
    ++device->posted;
    if (++item->fed == item->blocks) ++device->feeding;
  }
  if (!got && device->posted != before) {
    got = bus->fence(bus); /* descriptors and packets first */
    if (!got) got = bus->write32(bus, DMA_TAIL, (uint16_t)device->posted);
    *moved = 1;
  }
  return got;
}

/* The record of the oldest request, or NULL. */
static const uint8_t *record_of(const roundel *device) {
  const uint8_t *record =
      device->memory + RECORDS + (size_t)(device->records % RING_ENTRIES) * RECORD_BYTES;
  const uint32_t count =
      __atomic_load_n((const uint32_t *)(const void *)(record + 24), __ATOMIC_ACQUIRE);
  uint8_t bytes[4];
  memcpy(bytes, &count, sizeof bytes);
  return roundel_get32(bytes) == device->records + 1 ? record : NULL;
}

static int collect(roundel *device, int *moved) {
  while (device->oldest != device->feeding) {
    job *item = roundel_request_of(device, device->oldest);
    const uint8_t *record = record_of(device);
    if (!record) return ROUNDEL_OK;
    const int got = device->bus->fence(device->bus); /* the record is written after its data */
    if (got) return got;
    const uint32_t bytes = roundel_get32(record + 20);
    const unsigned error = record[16] >> 4 & 7;
    const unsigned refused = record[17] & 7;
    if (bytes != 0 && bytes != item->request.bytes) return ROUNDEL_E_DEVICE;
    const int right = (record[16] & 1) && !refused;
    if (right && bytes != item->request.bytes) return ROUNDEL_E_DEVICE;
    if (!device->owned && bytes && right) {
      memcpy(item->request.output, device->memory + item->offset + item->request.aad_bytes, bytes);
    }
    /* A refusal by the bus is an error of the device, with any other error. */
    roundel_request_finish(device, item, refused ? ERROR_OF_THE_BUS : error, right, record);
    /* All descriptors of the request were fetched, possibly after the last read of FETCHED. */
    device->ended += (uint32_t)item->blocks;
    if ((int32_t)(device->ended - device->fetched) > 0) device->fetched = device->ended;
    ++device->records;
    ++device->oldest;
    *moved = 1;
  }
  return ROUNDEL_OK;
}

/* Without progress: checks that the device responds and has not stopped. */
static int alive(roundel *device) {
  /* After a failed write of a record, no record follows. */
  const uint32_t fatal =
      ROUNDEL_DMA_REGISTERS__ERRORS__DESCRIPTOR_bm | ROUNDEL_DMA_REGISTERS__ERRORS__RECORD_bm;
  uint32_t status = 0, errors = 0;
  int got = device->bus->read32(device->bus, DMA_STATUS, &status);
  if (!got) got = device->bus->read32(device->bus, DMA_ERRORS, &errors);
  if (got) return got;
  if (status == UINT32_MAX || (status & ROUNDEL_DMA_REGISTERS__STATUS__HALTED_bm) || (errors & fatal)) {
    return ROUNDEL_E_DEVICE;
  }
  return ROUNDEL_OK;
}

static int move(roundel *device, int *moved) {
  int got = collect(device, moved);
  if (!got) got = feed(device, moved);
  if (got) return got;
  const uint64_t now = device->bus->now_ns(device->bus);
  if (*moved) {
    device->quiet_ns = now;
  } else if (now - device->quiet_ns > QUIET_NS) {
    device->quiet_ns = now;
    got = alive(device);
  }
  return got;
}

static int recognise(roundel *device) {
  backend *bus = device->bus;
  uint32_t letters = 0, version = 0;
  int got = bus->read32(bus, DMA_ID, &letters);
  if (!got) got = bus->read32(bus, DMA_VERSION, &version);
  if (got) return got;
  if (letters != ROUNDEL_DMA_REGISTERS__ID__MAGIC_reset ||
      version >> 16 != ROUNDEL_DMA_REGISTERS__VERSION__MAJOR_reset) {
    return ROUNDEL_E_DEVICE;
  }
  if (!device->memory) {
    void *memory = NULL;
    if (!bus->allow) return ROUNDEL_E_ARGUMENT; /* the device cannot access the driver's memory */
    const int error = roundel_allocate(&memory, ALIGNMENT, RINGS);
    if (error) {
      system_fail(error);
      return ROUNDEL_E_SYSTEM;
    }
    device->memory = memory;
    device->memory_bytes = RINGS;
    device->owned = 1;
  } else if (device->memory_bytes < RINGS + ALIGNMENT || device->memory_address % ALIGNMENT ||
             device->memory_bytes - 1 > UINT64_MAX - device->memory_address ||
             (uintptr_t)device->memory % ALIGNMENT) {
    return ROUNDEL_E_ARGUMENT;
  }
  if (bus->allow && device->owned) return bus->allow(bus, device->memory, device->memory_bytes);
  return ROUNDEL_OK;
}

/* Waits until a zeroise is finished and the bus is idle; the keys are cleared before. */
static int settle(roundel *device) {
  backend *bus = device->bus;
  const uint64_t since = bus->now_ns(bus);
  for (;;) {
    uint32_t waits = 0, status = 0;
    int got = bus->read32(bus, AXI_REGISTER(CONTROL), &waits);
    if (!got) got = bus->read32(bus, DMA_STATUS, &status);
    if (got) return got;
    if (status == UINT32_MAX) return ROUNDEL_E_DEVICE;
    if (!waits && !(status & ROUNDEL_DMA_REGISTERS__STATUS__ZEROISING_bm)) return ROUNDEL_OK;
    if (bus->now_ns(bus) - since >= device->timeout_ns) return ROUNDEL_E_TIMEOUT;
    bus->relax(bus);
  }
}

static void quiet(roundel *device) {
  backend *bus = device->bus;
  if (!bus->write32(bus, AXI_REGISTER(CONTROL), ROUNDEL_REGISTERS__CONTROL__ZEROISE_bm)) {
    (void)settle(device);
  }
}

static int begin(roundel *device) {
  backend *bus = device->bus;
  const uint64_t ring = address_of(device, device->memory);
  const uint64_t records = ring + RECORDS;
  int got = settle(device);
  if (got) return got;
  memset(device->memory, 0, RINGS); /* the memory of packets is released with the requests */
  device->posted = device->fetched = device->ended = 0;
  device->records = 0;
  device->quiet_ns = bus->now_ns(bus);
  got = bus->write32(bus, DMA_ERRORS, UINT32_MAX);
  if (!got) got = bus->write32(bus, DMA_RING_LOW, (uint32_t)ring);
  if (!got) got = bus->write32(bus, DMA_RING_HIGH, (uint32_t)(ring >> 32));
  if (!got) got = bus->write32(bus, DMA_RECORDS_LOW, (uint32_t)records);
  if (!got) got = bus->write32(bus, DMA_RECORDS_HIGH, (uint32_t)(records >> 32));
  if (!got) got = bus->write32(bus, DMA_SIZES, RING_LOG);
  if (!got) got = bus->fence(bus); /* cleared records first */
  if (!got) got = bus->write32(bus, DMA_CONTROL, ROUNDEL_DMA_REGISTERS__CONTROL__RUN_bm);
  return got;
}

/* Reserves memory for a packet in a circular buffer; requests end in order. Unused bytes at the end
 * belong to the packet that starts at the beginning again. */
static int take(roundel *device, job *item) {
  const size_t room = device->memory_bytes - RINGS;
  const uint64_t bytes = (uint64_t)item->request.aad_bytes + item->request.bytes;
  if (bytes > room) return ROUNDEL_E_ARGUMENT;
  const uint64_t chunks = (bytes + CHUNK - 1) / CHUNK * CHUNK;
  const uint64_t size = chunks < room ? chunks : room;
  if (!device->memory_used) device->memory_head = 0;
  size_t begin = device->memory_head, lost = 0;
  if (size > room - begin) {
    lost = room - begin;
    begin = 0;
  }
  if (lost + size > room - device->memory_used) return ROUNDEL_E_FULL;
  item->held = lost + (size_t)size;
  item->offset = RINGS + begin;
  device->memory_used += item->held;
  device->memory_head = begin + (size_t)size;
  uint8_t *to = device->memory + item->offset;
  if (item->request.aad_bytes) memcpy(to, item->request.aad, item->request.aad_bytes);
  if (item->request.bytes) {
    memcpy(to + item->request.aad_bytes, item->request.input, item->request.bytes);
  }
  return ROUNDEL_OK;
}

static int accept(roundel *device, job *item) {
  const roundel_request *request = &item->request;
  backend *bus = device->bus;
  item->blocks = roundel_request_words(request) + (has_list(device, request) ? 1 : 0);
  if (device->oldest == device->next) device->quiet_ns = bus->now_ns(bus);
  if (!device->owned) return take(device, item);
  const void *const parts[3] = {request->aad, request->input, request->output};
  const uint32_t sizes[3] = {request->aad_bytes, request->bytes, request->bytes};
  for (int i = 0; i < 3; ++i) {
    const int got = sizes[i] ? bus->allow(bus, parts[i], sizes[i]) : ROUNDEL_OK;
    if (got) {
      while (i-- > 0) {
        if (sizes[i]) bus->forbid(bus, parts[i], sizes[i]);
      }
      return got;
    }
  }
  return ROUNDEL_OK;
}

static void release(roundel *device, job *item) {
  const roundel_request *request = &item->request;
  backend *bus = device->bus;
  if (!device->owned) {
    /* Plaintext must not stay in the device's memory. */
    memset(device->memory + item->offset, 0, (size_t)request->aad_bytes + request->bytes);
    device->memory_used -= item->held;
    return;
  }
  if (request->aad_bytes) bus->forbid(bus, request->aad, request->aad_bytes);
  if (request->bytes) {
    bus->forbid(bus, request->input, request->bytes);
    bus->forbid(bus, request->output, request->bytes);
  }
}

const carrier roundel_dma_carrier = {recognise, begin, accept, move, release, quiet};
