/* SPDX-License-Identifier: Apache-2.0
 *
 * Requests in the hardware's format (rtl/stream/roundel_stream.sv, roundel_request_packets.sv), and
 * their results; common to cards and DMAs.
 */
#include "device.h"

job *roundel_request_of(roundel *device, uint64_t number) {
  return &device->jobs[device->job_of[number % ROUNDEL_REQUESTS]];
}

uint32_t roundel_mode_of(const roundel *device, const roundel_request *request) {
  return request->mode ? request->mode - ROUNDEL_SELECT : device->facts.mode;
}

uint64_t roundel_request_words(const roundel_request *request) {
  const uint32_t rest = request->iv_bytes > BLOCK_BYTES ? request->iv_bytes - BLOCK_BYTES : 0;
  return 1 + (uint64_t)(rest / MORE_IV_BYTES) + (rest % MORE_IV_BYTES != 0);
}

void roundel_wipe(void *data, size_t bytes) {
  volatile uint8_t *to = data;
  while (bytes--) *to++ = 0;
}

void roundel_put32(uint8_t *to, uint32_t value) {
  for (int i = 0; i < 4; ++i) to[i] = (uint8_t)(value >> (8 * i));
}

uint32_t roundel_get32(const uint8_t *from) {
  return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
         (uint32_t)from[3] << 24;
}

void roundel_request_word(const roundel *device, const roundel_request *request, uint64_t word,
                  uint8_t out[HEAD_BYTES]) {
  memset(out, 0, HEAD_BYTES);
  if (word > 0) {
    const uint64_t begin = BLOCK_BYTES + (word - 1) * MORE_IV_BYTES;
    const uint64_t left = request->iv_bytes - begin;
    memcpy(out + BLOCK_BYTES, request->iv + begin,
           (size_t)(left < MORE_IV_BYTES ? left : MORE_IV_BYTES));
    return;
  }
  const uint32_t mode = roundel_mode_of(device, request);
  const int gcm = mode == ROUNDEL_MODE_GCM;
  out[0] = (uint8_t)((request->decrypt ? 1 : 0) | (request->counter_32 ? 2 : 0) |
                     (request->slot >> 8 << 3));
  out[1] = (uint8_t)mode;
  out[2] = (uint8_t)request->slot;
  out[3] = (uint8_t)(gcm ? request->tag_bytes : 0);
  roundel_put32(out + 4, request->aad_bytes);
  roundel_put32(out + 8, gcm && request->iv_bytes != 12 ? request->iv_bytes : 0);
  roundel_put32(out + 12, request->bytes);
  if (request->iv_bytes) {
    memcpy(out + 16, request->iv, request->iv_bytes < 16 ? request->iv_bytes : 16);
  }
  if (gcm && request->decrypt) memcpy(out + 32, request->tag, request->tag_bytes);
}

void roundel_request_finish(roundel *device, job *item, unsigned error, int ok, const uint8_t *tag) {
  static const int statuses[8] = {ROUNDEL_OK,       ROUNDEL_E_COMMAND, ROUNDEL_E_KEY,
                                  ROUNDEL_E_DEVICE, ROUNDEL_E_DEVICE,  ROUNDEL_E_LENGTH,
                                  ROUNDEL_E_DEVICE, ROUNDEL_E_DEVICE};
  roundel_result *result = &item->result;
  device->carrier->release(device, item);
  memset(result, 0, sizeof *result);
  result->status = statuses[error & 7];
  if (result->status == ROUNDEL_OK && !ok) result->status = ROUNDEL_E_TAG;
  if (result->status == ROUNDEL_OK) {
    memcpy(result->tag, tag, ROUNDEL_TAG_BYTES);
    result->bytes = item->request.bytes;
  } else if (item->request.bytes) {
    memset(item->request.output, 0, item->request.bytes);
  }
  item->done = 1;
}
