/* SPDX-License-Identifier: Apache-2.0
 *
 * Two threads with one device of AES-GCM: threads WHERE ACCESS. Each has packets of its own sealed and
 * opened again, of lengths and places that are its own, several under way, and looks at all of them.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "roundel.h"

enum { ROUNDS = 12, FLIGHT = 6, LONGEST = 700 };

typedef struct {
  roundel *device;
  unsigned number;
  int failed;
} worker;

static int one_round(worker *self, unsigned round) {
  uint8_t plain[FLIGHT][LONGEST], text[FLIGHT][LONGEST], iv[12] = {0};
  uint64_t tickets[FLIGHT];
  roundel_result results[FLIGHT];
  const uint8_t aad[5] = {1, 2, 3, 4, (uint8_t)self->number};
  for (int direction = 0; direction < 2; ++direction) {
    for (unsigned i = 0; i < FLIGHT; ++i) {
      const uint32_t bytes = (self->number * 131 + round * 57 + i * 97) % LONGEST;
      if (!direction) {
        memset(plain[i], (int)(self->number * 64 + round + i), bytes);
        memcpy(text[i], plain[i], bytes);
      }
      iv[0] = (uint8_t)self->number;
      iv[1] = (uint8_t)round;
      iv[2] = (uint8_t)i;
      roundel_request request = {.slot = self->number, .decrypt = (uint32_t)direction,
                                 .tag_bytes = 16, .iv = iv, .iv_bytes = sizeof iv,
                                 .aad = aad, .aad_bytes = sizeof aad,
                                 .input = text[i], .output = text[i], .bytes = bytes};
      if (direction) memcpy(request.tag, results[i].tag, sizeof request.tag);
      /* The request is copied, what it points to is not: each has an IV of its own in flight. */
      static _Thread_local uint8_t ivs[FLIGHT][12];
      memcpy(ivs[i], iv, sizeof iv);
      request.iv = ivs[i];
      if (roundel_submit(self->device, &request, &tickets[i])) return 1;
    }
    for (unsigned i = 0; i < FLIGHT; ++i) {
      if (roundel_wait(self->device, tickets[i], 0, &results[i]) || results[i].status) return 2;
      if (direction && memcmp(plain[i], text[i], results[i].bytes)) return 3;
      if (!direction && results[i].bytes > 20 && !memcmp(plain[i], text[i], results[i].bytes)) {
        return 4;
      }
    }
  }
  return 0;
}

static void *work(void *argument) {
  worker *self = argument;
  for (unsigned round = 0; round < ROUNDS && !self->failed; ++round) {
    self->failed = one_round(self, round);
  }
  return NULL;
}

int main(int count, char **arguments) {
  roundel *device = NULL;
  const roundel_options options = {.access = count == 3 ? atoi(arguments[2]) : -1};
  int status = count == 3 ? roundel_open(arguments[1], &options, &device) : ROUNDEL_E_ARGUMENT;
  worker workers[2];
  pthread_t threads[2];
  for (unsigned i = 0; i < 2 && !status; ++i) {
    uint8_t key[16];
    memset(key, (int)i + 1, sizeof key);
    status = roundel_load_key(device, i, key, sizeof key);
  }
  if (status) {
    printf("%s\n", roundel_strerror(status));
    return 1;
  }
  for (unsigned i = 0; i < 2; ++i) {
    workers[i] = (worker){device, i, 0};
    if (pthread_create(&threads[i], NULL, work, &workers[i])) return 1;
  }
  for (unsigned i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  roundel_close(device);
  printf("%d %d\n", workers[0].failed, workers[1].failed);
  return workers[0].failed || workers[1].failed;
}
