/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests through the queues of a card (rtl/card/roundel_card.sv): the driver writes blocks of
 * requests into the input queue, and reads text and results. One read of STATUS gives all levels.
 */
#include "queue_map.h"
#include "registers_map.h"

#include "device.h"

enum { CHUNK_BLOCKS = 64 }; /* blocks between two updates of the card's counts */

static uint32_t blocks_of(uint32_t bytes) {
  return bytes / BLOCK_BYTES + (bytes % BLOCK_BYTES != 0);
}

static uint64_t blocks_in_all(const roundel_request *request) {
  return 3 * roundel_request_words(request) + blocks_of(request->aad_bytes) + blocks_of(request->bytes);
}

/* The longest run of consecutive blocks in memory from a block of a request on: the return value is
 * the number, *from the address. A partial or generated block is in `own`. */
static uint32_t source(const roundel *device, const job *item, uint64_t block, uint8_t *own,
                       const uint8_t **from) {
  const roundel_request *request = &item->request;
  const uint64_t head = 3 * roundel_request_words(request);
  if (block < head) {
    uint8_t word[HEAD_BYTES];
    roundel_request_word(device, request, block / 3, word);
    memcpy(own, word + block % 3 * BLOCK_BYTES, BLOCK_BYTES);
    *from = own;
    return 1;
  }
  uint64_t index = block - head;
  const uint8_t *data = request->aad;
  uint32_t bytes = request->aad_bytes;
  if (index >= blocks_of(bytes)) {
    index -= blocks_of(bytes);
    data = request->input;
    bytes = request->bytes;
  }
  data += index * BLOCK_BYTES;
  bytes -= (uint32_t)(index * BLOCK_BYTES);
  if (bytes < BLOCK_BYTES) {
    memset(own, 0, BLOCK_BYTES);
    memcpy(own, data, bytes);
    *from = own;
    return 1;
  }
  *from = data;
  return bytes / BLOCK_BYTES;
}

static int look(roundel *device) {
  uint64_t status = 0;
  int got = device->bus->read64(device->bus, CARD_STATUS, &status);
  if (got) return got;
  if (status == UINT64_MAX) { /* all ones: no device on the bus, or rarely valid counts */
    uint64_t id = 0;
    got = device->bus->read64(device->bus, CARD_ID, &id);
    if (!got && id == UINT64_MAX) got = ROUNDEL_E_DEVICE;
    if (got) return got;
  }
  device->input_head = (uint16_t)status;
  device->output_tail = (uint16_t)(status >> 32);
  device->result_tail = (uint16_t)(status >> 48);
  const uint16_t held = (uint16_t)(device->input_tail - device->input_head);
  const uint16_t text = (uint16_t)(device->output_tail - device->output_head);
  const uint16_t results = (uint16_t)(device->result_tail - device->result_head);
  const int sane = held <= device->facts.input_blocks && text <= device->facts.output_blocks &&
                   results <= device->result_blocks;
  return sane ? ROUNDEL_OK : ROUNDEL_E_DEVICE;
}

static int commit(roundel *device) {
  int got = device->bus->fence(device->bus);
  if (!got) got = device->bus->write64(device->bus, CARD_INPUT_TAIL, device->input_tail);
  return got;
}

static int feed(roundel *device, int *moved) {
  const uint32_t entries = device->facts.input_blocks;
  uint32_t room = entries - (uint16_t)(device->input_tail - device->input_head);
  uint32_t unposted = 0;
  int got = ROUNDEL_OK;
  while (room && device->feeding != device->next && !got) {
    job *item = roundel_request_of(device, device->feeding);
    uint8_t own[BLOCK_BYTES];
    const uint8_t *from = NULL;
    uint32_t run = source(device, item, item->fed, own, &from);
    const uint32_t index = device->input_tail % entries;
    if (run > room) run = room;
    if (run > entries - index) run = entries - index;
    if (run > CHUNK_BLOCKS) run = CHUNK_BLOCKS;
    got = device->bus->write_blocks(device->bus, CARD_INPUT + BLOCK_BYTES * index, from,
                                    (size_t)BLOCK_BYTES * run);
    device->input_tail = (uint16_t)(device->input_tail + run);
    item->fed += run;
    room -= run;
    unposted += run;
    if (from == own) roundel_wipe(own, sizeof own);
    if (item->fed == item->blocks) ++device->feeding;
    if (!got && unposted >= CHUNK_BLOCKS) {
      got = commit(device);
      unposted = 0;
    }
    *moved = 1;
  }
  if (!got && unposted) got = commit(device);
  return got;
}

/* Reads text of the oldest request: all available text, or the length in the result. */
static int drain(roundel *device, job *item, uint32_t bytes, int *moved) {
  const uint32_t entries = device->facts.output_blocks;
  uint32_t there = (uint16_t)(device->output_tail - device->output_head);
  uint32_t unposted = 0;
  int got = ROUNDEL_OK;
  while (there && item->drained < bytes && !got) {
    uint8_t *to = item->request.output + item->drained;
    const uint32_t left = bytes - item->drained;
    const uint32_t index = device->output_head % entries;
    uint32_t run = left / BLOCK_BYTES;
    if (run > there) run = there;
    if (run > entries - index) run = entries - index;
    if (run > CHUNK_BLOCKS) run = CHUNK_BLOCKS;
    const uint32_t address = CARD_OUTPUT + BLOCK_BYTES * index;
    if (run) {
      got = device->bus->read_blocks(device->bus, address, to, (size_t)BLOCK_BYTES * run);
      item->drained += BLOCK_BYTES * run;
    } else {
      uint8_t own[BLOCK_BYTES];
      got = device->bus->read_blocks(device->bus, address, own, BLOCK_BYTES);
      memcpy(to, own, left);
      roundel_wipe(own, sizeof own);
      item->drained += left;
      run = 1;
    }
    device->output_head = (uint16_t)(device->output_head + run);
    there -= run;
    unposted += run;
    if (!got && (unposted >= CHUNK_BLOCKS || !there || item->drained == bytes)) {
      got = device->bus->write64(device->bus, CARD_OUTPUT_HEAD, device->output_head);
      unposted = 0;
    }
    *moved = 1;
  }
  return got;
}

/* Reads results with their text. */
static int collect(roundel *device, int *moved) {
  int got = ROUNDEL_OK;
  while (device->oldest != device->next && !got) {
    job *item = roundel_request_of(device, device->oldest);
    const uint16_t results = (uint16_t)(device->result_tail - device->result_head);
    if (results < 2) {
      /* Without a result, all available text belongs to this request. */
      return drain(device, item, item->request.bytes, moved);
    }
    /* A result before the whole request was sent is invalid: its buffers are still in use. */
    if (device->oldest == device->feeding) return ROUNDEL_E_DEVICE;
    uint8_t blocks[2 * BLOCK_BYTES];
    const uint32_t index = device->result_head % device->result_blocks;
    got = device->bus->read_blocks(device->bus, CARD_RESULTS + BLOCK_BYTES * index, blocks,
                                   sizeof blocks);
    if (got) break;
    const uint32_t bytes = roundel_get32(blocks + 20);
    const int right = (blocks[16] >> 4 & 7) == 0 && (blocks[16] & 1);
    if (bytes > item->request.bytes || (right && bytes != item->request.bytes)) {
      return ROUNDEL_E_DEVICE;
    }
    got = drain(device, item, bytes, moved);
    if (got) break;
    if (item->drained < bytes) return ROUNDEL_E_DEVICE; /* text precedes its result */
    device->result_head = (uint16_t)(device->result_head + 2);
    got = device->bus->write64(device->bus, CARD_RESULT_HEAD, device->result_head);
    if (got) break;
    roundel_request_finish(device, item, blocks[16] >> 4 & 7, blocks[16] & 1, blocks);
    ++device->oldest;
    *moved = 1;
  }
  return got;
}

static int move(roundel *device, int *moved) {
  int got = look(device);
  if (!got) got = collect(device, moved);
  if (!got) got = feed(device, moved);
  return got;
}

/* Supported queue sizes: a power of two, so that 16-bit counts wrap at a multiple of the size. */
static int sound(uint32_t blocks, uint32_t most) {
  return blocks >= 16 && blocks <= most && !(blocks & (blocks - 1));
}

static int recognise(roundel *device) {
  backend *bus = device->bus;
  uint64_t id = 0, sizes = 0;
  int got = bus->read64(bus, CARD_ID, &id);
  if (!got) got = bus->read64(bus, CARD_SIZES, &sizes);
  if (got) return got;
  if ((uint32_t)id != ROUNDEL_CARD_REGISTERS__ID__MAGIC_reset ||
      id >> 48 != ROUNDEL_CARD_REGISTERS__ID__MAJOR_reset) {
    return ROUNDEL_E_DEVICE;
  }
  roundel_facts *facts = &device->facts;
  facts->input_blocks = (uint16_t)sizes;
  facts->output_blocks = (uint16_t)(sizes >> 16);
  device->result_blocks = (uint16_t)(sizes >> 32);
  return sound(facts->input_blocks, 512) && sound(facts->output_blocks, 512) &&
                 sound(device->result_blocks, 256)
             ? ROUNDEL_OK
             : ROUNDEL_E_DEVICE;
}

static int begin(roundel *device) {
  device->input_head = device->input_tail = 0;
  device->output_head = device->output_tail = 0;
  device->result_head = device->result_tail = 0;
  return device->bus->write64(device->bus, CARD_ERRORS, UINT64_MAX);
}

static int accept(roundel *device, job *item) {
  (void)device;
  item->blocks = blocks_in_all(&item->request);
  return ROUNDEL_OK;
}

static void release(roundel *device, job *item) {
  (void)device;
  (void)item;
}

/* A card does not access other memory; it must drop partial requests and keys. */
static void quiet(roundel *device) {
  (void)device->bus->write32(device->bus, AXI_REGISTER(CONTROL),
                             ROUNDEL_REGISTERS__CONTROL__ZEROISE_bm);
}

const carrier roundel_card_carrier = {recognise, begin, accept, move, release, quiet};
