/* SPDX-License-Identifier: Apache-2.0
 *
 * A device as the driver keeps it: requests under way, and how far each has got.
 */
#ifndef ROUNDEL_DEVICE_H
#define ROUNDEL_DEVICE_H

#include <pthread.h>

#include "backend.h"
#include "roundel.h"

enum { BLOCK_BYTES = 16, HEAD_BYTES = 48, MORE_IV_BYTES = 32 };

/* A request, in the order of its ticket. */
typedef struct {
  roundel_request request;
  uint64_t ticket;
  uint64_t fed;     /* blocks of it that were written to the input */
  uint64_t blocks;  /* that it has there: head, IV, AAD, text */
  uint32_t drained; /* bytes of text that were read */
  int busy;         /* the place is taken */
  int done;         /* result is what became of it */
  roundel_result result;
} job;

struct roundel {
  backend *way;
  pthread_mutex_t lock;
  roundel_facts facts;
  uint32_t key_words, result_blocks;
  uint64_t timeout_ns;
  int failed; /* the device, or the way to it: nothing is tried until a reset */

  /* Places of requests, by ticket. Those from oldest on are not done, from next on not submitted. */
  job jobs[ROUNDEL_REQUESTS];
  uint64_t oldest, feeding, next;

  /* Counts of blocks as the card has them. */
  uint16_t input_head, input_tail, output_head, output_tail, result_head, result_tail;
};

/* Moves what can be moved without waiting: *moved says whether anything was. Gives ROUNDEL_OK, or
 * ROUNDEL_E_DEVICE. */
int queue_move(roundel *device, int *moved);
/* Blocks that a request has in the input. */
uint64_t queue_blocks(const roundel_request *request);
/* Ends all requests that are not done. */
void queue_end(roundel *device, int status);

#endif
