/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's state of a device: requests in flight and their progress.
 */
#ifndef ROUNDEL_DEVICE_H
#define ROUNDEL_DEVICE_H

#include "backend.h"
#include "roundel.h"
#include "system.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the driver needs a little-endian processor"
#endif

enum { BLOCK_BYTES = 16, HEAD_BYTES = 48, MORE_IV_BYTES = 32 };

/* A request. */
typedef struct {
  roundel_request request;
  uint64_t ticket;  /* number * ROUNDEL_REQUESTS + index in jobs */
  uint64_t fed;     /* blocks written to the input queue, or descriptors written to the ring */
  uint64_t blocks;  /* total of blocks (head, IV, AAD, text) or descriptors (head, IV, list) */
  uint32_t drained; /* bytes of text that were read */
  size_t offset, held; /* DMA: offset and size of its part of the memory */
  int busy;         /* the job is in use */
  int done;         /* result is valid */
  roundel_result result;
} job;

/* The transport of requests to a device and back. Functions return ROUNDEL_OK also for a wait.
 * After ROUNDEL_E_DEVICE, all requests in flight end. */
typedef struct {
  /* Checks whether the device is supported, and reads its facts. */
  int (*recognise)(roundel *device);
  /* Starts the transport, without requests in the device and in the driver. */
  int (*begin)(roundel *device);
  /* Reserves memory: ROUNDEL_OK, ROUNDEL_E_FULL, or ROUNDEL_E_ARGUMENT for a request too large. */
  int (*accept)(roundel *device, job *item);
  /* Moves data without waiting; sets *moved if any data moved. */
  int (*move)(roundel *device, int *moved);
  /* Releases a request's memory, before its result is returned. */
  void (*release)(roundel *device, job *item);
  /* After a failure: stops accesses of a responding device to memory. */
  void (*quiet)(roundel *device);
} carrier;

#pragma GCC visibility push(hidden) /* see backend.h */

extern const carrier roundel_card_carrier, roundel_dma_carrier;

struct roundel {
  backend *bus;
  const carrier *carrier;
  system_lock lock;
  roundel_facts facts;
  uint32_t key_words, result_blocks;
  uint64_t timeout_ns;
  int failed; /* the device or its bus failed: no access until a reset */

  /* Requests, and the indices of free jobs. Unfinished requests have consecutive numbers in the
   * order of submission, from oldest to next - 1; from feeding on, requests are not completely
   * sent. */
  job jobs[ROUNDEL_REQUESTS];
  uint8_t free_jobs[ROUNDEL_REQUESTS], job_of[ROUNDEL_REQUESTS];
  unsigned free_count;
  uint64_t oldest, feeding, next;

  /* Counts of blocks in the card's format. */
  uint16_t input_head, input_tail, output_head, output_tail, result_head, result_tail;

  /* A DMA's memory, the driver's or the caller's: rings, then copies of packets. */
  uint8_t *memory;
  uint64_t memory_address;
  size_t memory_bytes, memory_head, memory_used;
  int owned;        /* the driver's memory: packets are not copied */
  uint32_t posted;   /* descriptors written to the ring; TAIL has the low half */
  uint32_t fetched; /* fetched descriptors, as far as known */
  uint32_t ended;   /* descriptors of finished requests */
  uint32_t records; /* read records */
  uint64_t quiet_ns; /* the time of the last progress */
};

/* Opens a device behind an open bus, and closes the bus after a failure. */
int roundel_open_on(backend *bus, const roundel_options *options, roundel **out);
/* The state of a device, zeroed, or NULL with an error number; and its release. */
roundel *roundel_take_state(void);
void roundel_return_state(roundel *device);
/* The number of a request's mode. */
uint32_t roundel_mode_of(const roundel *device, const roundel_request *request);
/* Words of a request's command (the first, then further words of a long IV), and their number. */
uint64_t roundel_request_words(const roundel_request *request);
void roundel_request_word(const roundel *device, const roundel_request *request, uint64_t word,
                  uint8_t out[HEAD_BYTES]);
/* Stores the result of a request, from the hardware's error number and the tag comparison. */
void roundel_request_finish(roundel *device, job *item, unsigned error, int ok, const uint8_t *tag);
/* The unfinished request with a number. */
job *roundel_request_of(roundel *device, uint64_t number);
/* Overwrites memory with zeros; the compiler cannot remove the writes. */
void roundel_wipe(void *data, size_t bytes);
void roundel_put32(uint8_t *to, uint32_t value);
uint32_t roundel_get32(const uint8_t *from);

#pragma GCC visibility pop

#endif
