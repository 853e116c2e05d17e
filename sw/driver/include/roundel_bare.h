/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver without an operating system. Compile with -DROUNDEL_BARE_METAL:
 *   src/roundel.c src/request.c src/queue.c src/dma.c bare/backend_bare.c
 * with the folders include and src, and the folder of the register headers (../include).
 *
 * The program provides roundel_now_ns, memcpy and memset. A single thread calls the driver, and no
 * interrupt handler calls the driver. One device may be open at a time. -DROUNDEL_DEVICES=N allows
 * N devices, each with about 9 KiB of static memory on a 32-bit processor.
 *
 * The driver flushes no cache: the memory of a DMA (roundel_options) must be uncached or coherent.
 */
#ifndef ROUNDEL_BARE_H
#define ROUNDEL_BARE_H

#include "roundel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Opens the device whose registers (DMA) or window (card) start at an address. The address must be
 * uncached. A card needs 64-bit accesses, and so a 64-bit processor. Errors: as roundel_open, and
 * ROUNDEL_E_SYSTEM if ROUNDEL_DEVICES devices are open. roundel_open does not exist. */
int roundel_open_at(uintptr_t address, const roundel_options *options, roundel **out);

/* Written by the program: the time in nanoseconds, which never decreases. */
uint64_t roundel_now_ns(void);

#ifdef __cplusplus
}
#endif

#endif
