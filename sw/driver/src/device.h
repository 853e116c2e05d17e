/* SPDX-License-Identifier: Apache-2.0
 *
 * A device as the driver keeps it: requests under way, and how far each has got.
 */
#ifndef ROUNDEL_DEVICE_H
#define ROUNDEL_DEVICE_H

#include <pthread.h>

#include "backend.h"
#include "roundel.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "registers are read and written as little-endian processors do"
#endif

enum { BLOCK_BYTES = 16, HEAD_BYTES = 48, MORE_IV_BYTES = 32 };

/* A request. */
typedef struct {
  roundel_request request;
  uint64_t ticket;  /* its number, times ROUNDEL_REQUESTS, and its place */
  uint64_t fed;     /* blocks of it that were written to the input; or descriptors, to the ring */
  uint64_t blocks;  /* that it has there: head, IV, AAD, text; or head, IV, list */
  uint32_t drained; /* bytes of text that were read */
  size_t place, held; /* bytes of a DMA's memory: where its own are, and how many */
  int busy;         /* the place is taken */
  int done;         /* result is what became of it */
  roundel_result result;
} job;

/* How requests come to a device and back. What waits gives ROUNDEL_OK; what fails, ROUNDEL_E_DEVICE,
 * and all that is under way ends. */
typedef struct {
  /* Whether the device is one of these, and what it is: facts. */
  int (*recognise)(roundel *device);
  /* Nothing is under way, on the device and here. */
  int (*begin)(roundel *device);
  /* Room for a request: ROUNDEL_OK, ROUNDEL_E_FULL, or ROUNDEL_E_ARGUMENT if there never is. */
  int (*accept)(roundel *device, job *item);
  /* Moves what can be moved without waiting; *moved, which was 0, says whether anything was. */
  int (*move)(roundel *device, int *moved);
  /* A request is over, before anybody reads its output. */
  void (*release)(roundel *device, job *item);
  /* It failed: has it leave memory alone, if it still hears. */
  void (*quiet)(roundel *device);
} carrier;

#pragma GCC visibility push(hidden) /* see backend.h */

extern const carrier roundel_card_carrier, roundel_dma_carrier;

struct roundel {
  backend *way;
  const carrier *carrier;
  pthread_mutex_t lock;
  roundel_facts facts;
  uint32_t key_words, result_blocks;
  uint64_t timeout_ns;
  int failed; /* the device, or the way to it: nothing is tried until a reset */

  /* Requests, and the places that have none. Those that are not done have numbers, in the order in
   * which they were submitted: from oldest on, from feeding on not all told, from next on none. */
  job jobs[ROUNDEL_REQUESTS];
  uint8_t free_places[ROUNDEL_REQUESTS], place_of[ROUNDEL_REQUESTS];
  unsigned free_count;
  uint64_t oldest, feeding, next;

  /* Counts of blocks as the card has them. */
  uint16_t input_head, input_tail, output_head, output_tail, result_head, result_tail;

  /* A DMA's memory, ours or the caller's: rings, then what packets are copied to. */
  uint8_t *memory;
  uint64_t memory_address;
  size_t memory_bytes, memory_head, memory_used;
  int owned;        /* ours: packets are not copied */
  uint32_t told;    /* descriptors in the ring; TAIL has the low half */
  uint32_t fetched; /* of those, as far as we know */
  uint32_t ended;   /* of requests that are over */
  uint32_t records; /* that were read */
  uint64_t quiet_ns; /* since when nothing came */
};

/* Words of a request's command: the first, or one with more of its IV; and how many there are. */
uint64_t roundel_request_words(const roundel_request *request);
void roundel_request_word(const roundel *device, const roundel_request *request, uint64_t word,
                  uint8_t out[HEAD_BYTES]);
/* What became of a request: its error as the hardware numbers it, and whether it is right. */
void roundel_request_finish(roundel *device, job *item, unsigned error, int ok, const uint8_t *tag);
/* The request of a number that is not done. */
job *roundel_request_of(roundel *device, uint64_t number);
/* Overwrites with zeros what is not looked at again, which no compiler leaves out. */
void roundel_wipe(void *data, size_t bytes);
void roundel_put32(uint8_t *to, uint32_t value);
uint32_t roundel_get32(const uint8_t *from);

#pragma GCC visibility pop

#endif
