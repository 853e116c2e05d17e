/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the run of random accesses through card_queues.sv. Everything follows from the
 * seed. Built as roundel_model.h says, with QUEUES_INPUT, QUEUES_OUTPUT and QUEUES_RESULT: the
 * sizes of the queues in blocks.
 */
#ifndef CARD_QUEUES_H
#define CARD_QUEUES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* interface: begin */

/* What a run did and saw. Words are of 64 bits, two a block. */
typedef struct {
  uint64_t cycles;
  uint64_t accesses, writes, reads;
  uint64_t words_in, words_out; /* committed; read where they must be and given back */
  uint64_t forgotten;           /* committed, and cleared by a zeroise */
  uint64_t rereads;             /* of a word that was read before and is not given back */
  uint64_t ahead;               /* reads of places that held nothing yet, or no more */
  uint64_t overruns, underruns, refused; /* attempts that were refused, as they must be */
  uint64_t zeroises;
  uint64_t wraps; /* times that the tail of the input passed 2^16 */
  uint64_t lost;     /* words that did not come, or a later one instead */
  uint64_t repeated; /* an earlier word in place of one, or of none */
  uint64_t wrong;    /* what else was not as it should be */
  char first[200];   /* the first of these, in words; empty if there is none */
} card_queues_run_result;

/* Runs so many accesses, and then what is left until all is out; 0, or less if the model stopped or
 * hung: then `first` says why. */
int card_queues_run(uint64_t seed, uint64_t accesses, card_queues_run_result *result);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
