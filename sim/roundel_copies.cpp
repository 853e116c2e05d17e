// SPDX-License-Identifier: Apache-2.0
//
// C interface of 64 independent copies of a mapped netlist. A net is a word: bit c is its value in
// copy c. The caller drives input nets, then calls a simulating function.
//
// Only plain declarations stand between the two marks, because a C parser without a preprocessor
// reads them.

#include <cstdint>
#include <exception>

#include "roundel_netlist.h"

extern "C" {

/* interface: begin */

typedef struct roundel_copies roundel_copies;

/* Copies tables in the format of roundel_netlist.h. NULL: out of memory. */
roundel_copies *roundel_copies_create(const uint32_t *tables);
void roundel_copies_destroy(roundel_copies *copies);

/* The word of each net, and the number of its changes in all copies; the caller may clear the
 * numbers. Both arrays live as long as the copies. */
const uint64_t *roundel_copies_nets(roundel_copies *copies);
uint64_t *roundel_copies_toggles(roundel_copies *copies);

/* Sets the words of nets: input ports, or outputs of flip-flops before the first edge. */
void roundel_copies_drive(roundel_copies *copies, const uint32_t *nets, const uint64_t *words,
                          uint32_t count);

/* Propagates changes: without delays, or with a delay of one step per cell. */
void roundel_copies_settle(roundel_copies *copies);
void roundel_copies_ripple(roundel_copies *copies);

/* A rising edge of the clock; only the outputs of flip-flops and memories change. */
void roundel_copies_edge(roundel_copies *copies);

/* interface: end */

}

struct roundel_copies : roundel_netlist::Netlist<64> {
  using Netlist::Netlist;
};

roundel_copies *roundel_copies_create(const uint32_t *tables) {
  try {
    return new roundel_copies(tables);
  } catch (const std::exception &) {
    return nullptr;
  }
}

void roundel_copies_destroy(roundel_copies *copies) { delete copies; }

const uint64_t *roundel_copies_nets(roundel_copies *copies) { return copies->nets().data(); }

uint64_t *roundel_copies_toggles(roundel_copies *copies) { return copies->toggles().data(); }

void roundel_copies_drive(roundel_copies *copies, const uint32_t *nets, const uint64_t *words,
                          uint32_t count) {
  for (uint32_t i = 0; i < count; ++i) copies->drive(nets[i], words[i]);
}

void roundel_copies_settle(roundel_copies *copies) { copies->settle(); }

void roundel_copies_ripple(roundel_copies *copies) { copies->ripple(); }

void roundel_copies_edge(roundel_copies *copies) { copies->edge(); }
