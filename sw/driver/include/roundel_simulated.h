/* SPDX-License-Identifier: Apache-2.0
 *
 * Access to the simulation behind a device, for setting its link and reading its times.
 */
#ifndef ROUNDEL_SIMULATED_H
#define ROUNDEL_SIMULATED_H

#include "roundel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* interface: begin */

/* The roundel_card (sim/roundel_card.h) of an open device with the name "sim:..."; NULL for another
 * device. */
void *roundel_simulated_card(roundel *device);
/* The roundel_dma (sim/roundel_dma.h) of an open simulated DMA; NULL for another device. */
void *roundel_simulated_dma(roundel *device);

/* interface: end */

#ifdef __cplusplus
}
#endif

#endif
