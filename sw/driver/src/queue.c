/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests through the queues of a card (rtl/bus/aes_card.sv): blocks of requests into the input as
 * there is room, text out of the output, results. One look at STATUS tells what can be moved.
 */
#include "queue_map.h"

#include <string.h>

#include "device.h"

enum { CHUNK_BLOCKS = 64 }; /* after as many the card is told of them */

static job *job_of(roundel *device, uint64_t ticket) {
  return &device->jobs[ticket % ROUNDEL_REQUESTS];
}

static uint32_t blocks_of(uint32_t bytes) {
  return bytes / BLOCK_BYTES + (bytes % BLOCK_BYTES != 0);
}

/* Words of the command behind the first: 32 bytes of a long IV each. */
static uint32_t more_words(const roundel_request *request) {
  const uint32_t rest = request->iv_bytes > BLOCK_BYTES ? request->iv_bytes - BLOCK_BYTES : 0;
  return rest / MORE_IV_BYTES + (rest % MORE_IV_BYTES != 0);
}

uint64_t queue_blocks(const roundel_request *request) {
  return 3 + 3 * (uint64_t)more_words(request) + blocks_of(request->aad_bytes) +
         blocks_of(request->bytes);
}

static void put32(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; ++i) to[i] = (uint8_t)(value >> (8 * i));
}

static uint32_t get32(const uint8_t *from) {
  return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
         (uint32_t)from[3] << 24;
}

/* A word of a request: the first, or one with more of its IV. */
static void head_word(const roundel *device, const roundel_request *request, uint64_t word,
                      uint8_t *out) {
  memset(out, 0, HEAD_BYTES);
  if (word > 0) {
    const uint64_t begin = BLOCK_BYTES + (word - 1) * MORE_IV_BYTES;
    const uint64_t left = request->iv_bytes - begin;
    memcpy(out + BLOCK_BYTES, request->iv + begin, left < MORE_IV_BYTES ? left : MORE_IV_BYTES);
    return;
  }
  const int gcm = device->facts.mode == ROUNDEL_MODE_GCM;
  out[0] = (uint8_t)((request->decrypt ? 1 : 0) | (request->counter_32 ? 2 : 0));
  out[1] = (uint8_t)device->facts.mode;
  out[2] = (uint8_t)request->slot;
  out[3] = (uint8_t)(gcm ? request->tag_bytes : 0);
  put32(out + 4, request->aad_bytes);
  put32(out + 8, gcm && request->iv_bytes != 12 ? request->iv_bytes : 0);
  put32(out + 12, request->bytes);
  if (request->iv_bytes) {
    memcpy(out + 16, request->iv, request->iv_bytes < 16 ? request->iv_bytes : 16);
  }
  if (gcm && request->decrypt) memcpy(out + 32, request->tag, request->tag_bytes);
}

/* Blocks that follow each other in memory, from one of a request on: how many, and where; or one in
 * `own`. */
static uint32_t source(const roundel *device, const job *item, uint64_t block, uint8_t *own,
                       const uint8_t **from) {
  const roundel_request *request = &item->request;
  const uint64_t head = 3 + 3 * (uint64_t)more_words(request);
  if (block < head) {
    uint8_t word[HEAD_BYTES];
    head_word(device, request, block / 3, word);
    memcpy(own, word + block % 3 * BLOCK_BYTES, BLOCK_BYTES);
    *from = own;
    return 1;
  }
  uint64_t place = block - head;
  const uint8_t *data = request->aad;
  uint32_t bytes = request->aad_bytes;
  if (place >= blocks_of(bytes)) {
    place -= blocks_of(bytes);
    data = request->input;
    bytes = request->bytes;
  }
  data += place * BLOCK_BYTES;
  bytes -= (uint32_t)(place * BLOCK_BYTES);
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
  int got = device->way->read64(device->way, CARD_STATUS, &status);
  if (got) return got;
  if (status == UINT64_MAX) { /* what a bus reads where nothing is, and once in a while the counts */
    uint64_t id = 0;
    got = device->way->read64(device->way, CARD_ID, &id);
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
  int got = device->way->fence(device->way);
  if (!got) got = device->way->write64(device->way, CARD_INPUT_TAIL, device->input_tail);
  return got;
}

static int feed(roundel *device, int *moved) {
  const uint32_t places = device->facts.input_blocks;
  uint32_t room = places - (uint16_t)(device->input_tail - device->input_head);
  uint32_t untold = 0;
  int got = ROUNDEL_OK;
  while (room && device->feeding != device->next && !got) {
    job *item = job_of(device, device->feeding);
    uint8_t own[BLOCK_BYTES];
    const uint8_t *from = NULL;
    uint32_t run = source(device, item, item->fed, own, &from);
    const uint32_t place = device->input_tail % places;
    if (run > room) run = room;
    if (run > places - place) run = places - place;
    if (run > CHUNK_BLOCKS) run = CHUNK_BLOCKS;
    got = device->way->write_blocks(device->way, CARD_INPUT + BLOCK_BYTES * place, from,
                                    (size_t)BLOCK_BYTES * run);
    device->input_tail = (uint16_t)(device->input_tail + run);
    item->fed += run;
    room -= run;
    untold += run;
    if (item->fed == item->blocks) ++device->feeding;
    if (!got && untold >= CHUNK_BLOCKS) {
      got = commit(device);
      untold = 0;
    }
    *moved = 1;
  }
  if (!got && untold) got = commit(device);
  return got;
}

/* Text of the oldest request: as much as is there, or as its result says. */
static int drain(roundel *device, job *item, uint32_t bytes, int *moved) {
  const uint32_t places = device->facts.output_blocks;
  uint32_t there = (uint16_t)(device->output_tail - device->output_head);
  uint32_t untold = 0;
  int got = ROUNDEL_OK;
  while (there && item->drained < bytes && !got) {
    uint8_t *to = item->request.output + item->drained;
    const uint32_t left = bytes - item->drained;
    const uint32_t place = device->output_head % places;
    uint32_t run = left / BLOCK_BYTES;
    if (run > there) run = there;
    if (run > places - place) run = places - place;
    if (run > CHUNK_BLOCKS) run = CHUNK_BLOCKS;
    const uint32_t address = CARD_OUTPUT + BLOCK_BYTES * place;
    if (run) {
      got = device->way->read_blocks(device->way, address, to, (size_t)BLOCK_BYTES * run);
      item->drained += BLOCK_BYTES * run;
    } else {
      uint8_t own[BLOCK_BYTES];
      got = device->way->read_blocks(device->way, address, own, BLOCK_BYTES);
      memcpy(to, own, left);
      memset(own, 0, sizeof own);
      item->drained += left;
      run = 1;
    }
    device->output_head = (uint16_t)(device->output_head + run);
    there -= run;
    untold += run;
    if (!got && (untold >= CHUNK_BLOCKS || !there || item->drained == bytes)) {
      got = device->way->write64(device->way, CARD_OUTPUT_HEAD, device->output_head);
      untold = 0;
    }
    *moved = 1;
  }
  return got;
}

static void finish(job *item, const uint8_t *blocks) {
  static const int statuses[8] = {ROUNDEL_OK,       ROUNDEL_E_COMMAND, ROUNDEL_E_KEY,
                                  ROUNDEL_E_DEVICE, ROUNDEL_E_DEVICE,  ROUNDEL_E_LENGTH,
                                  ROUNDEL_E_DEVICE, ROUNDEL_E_DEVICE};
  roundel_result *result = &item->result;
  memset(result, 0, sizeof *result);
  result->status = statuses[blocks[16] >> 4 & 7];
  if (result->status == ROUNDEL_OK && !(blocks[16] & 1)) result->status = ROUNDEL_E_TAG;
  if (result->status == ROUNDEL_OK) {
    memcpy(result->tag, blocks, ROUNDEL_TAG_BYTES);
    result->bytes = item->request.bytes;
  } else if (item->request.bytes) {
    memset(item->request.output, 0, item->request.bytes);
  }
  item->done = 1;
}

/* Results, each with its text. */
static int collect(roundel *device, int *moved) {
  int got = ROUNDEL_OK;
  while (device->oldest != device->next && !got) {
    job *item = job_of(device, device->oldest);
    const uint16_t results = (uint16_t)(device->result_tail - device->result_head);
    if (results < 2) {
      /* Without its result all text that is there is this request's. */
      return drain(device, item, item->request.bytes, moved);
    }
    uint8_t blocks[2 * BLOCK_BYTES];
    const uint32_t place = device->result_head % device->result_blocks;
    got = device->way->read_blocks(device->way, CARD_RESULTS + BLOCK_BYTES * place, blocks,
                                   sizeof blocks);
    if (got) break;
    const uint32_t bytes = get32(blocks + 20);
    if (bytes > item->request.bytes) return ROUNDEL_E_DEVICE;
    got = drain(device, item, bytes, moved);
    if (got) break;
    if (item->drained < bytes) return ROUNDEL_E_DEVICE; /* its text was there before its result */
    device->result_head = (uint16_t)(device->result_head + 2);
    got = device->way->write64(device->way, CARD_RESULT_HEAD, device->result_head);
    if (got) break;
    finish(item, blocks);
    ++device->oldest;
    *moved = 1;
  }
  return got;
}

int queue_move(roundel *device, int *moved) {
  *moved = 0;
  if (device->failed) return ROUNDEL_E_DEVICE;
  if (device->oldest == device->next) return ROUNDEL_OK;
  int got = look(device);
  if (!got) got = collect(device, moved);
  if (!got) got = feed(device, moved);
  if (got) {
    device->failed = 1;
    queue_end(device, ROUNDEL_E_DEVICE);
  }
  return got;
}

void queue_end(roundel *device, int status) {
  for (; device->oldest != device->next; ++device->oldest) {
    job *item = job_of(device, device->oldest);
    memset(&item->result, 0, sizeof item->result);
    item->result.status = status;
    if (item->request.bytes) memset(item->request.output, 0, item->request.bytes);
    item->done = 1;
  }
  device->feeding = device->next;
}
