/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver on POSIX: memory, and the choice of a backend by the text for roundel_open.
 */
#define _POSIX_C_SOURCE 200809L

#include "device.h"

int roundel_allocate(void **out, size_t alignment, size_t bytes) {
  return posix_memalign(out, alignment, bytes);
}

roundel *roundel_take_state(void) { return calloc(1, sizeof(roundel)); }
void roundel_return_state(roundel *device) { free(device); }

int roundel_open(const char *where, const roundel_options *options, roundel **out) {
  if (!out) return ROUNDEL_E_ARGUMENT;
  *out = NULL;
  const int access = options ? options->access : ROUNDEL_ACCESS_SINGLE;
  if (!where || access < ROUNDEL_ACCESS_SINGLE || access > ROUNDEL_ACCESS_DMA) {
    return ROUNDEL_E_ARGUMENT;
  }
  int status = ROUNDEL_E_ARGUMENT;
  backend *bus = NULL;
  if (!strncmp(where, "sim:", 4)) {
    bus = access == ROUNDEL_ACCESS_DMA ? roundel_backend_open_sim_dma(where + 4, &status)
                                       : roundel_backend_open_sim(where + 4, access, &status);
  } else if (!strncmp(where, "mmio:", 5)) {
    bus = roundel_backend_open_mmio(where + 5, access, &status);
  }
  return bus ? roundel_open_on(bus, options, out) : status;
}
