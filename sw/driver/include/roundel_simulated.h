/* SPDX-License-Identifier: Apache-2.0
 *
 * What is behind a simulated device, for who sets its link or reads its times.
 */
#ifndef ROUNDEL_SIMULATED_H
#define ROUNDEL_SIMULATED_H

#include "roundel.h"

#ifdef __cplusplus
extern "C" {
#endif

/* interface: begin */

/* The roundel_card (sim/roundel_card.h) of a device that was opened as "sim:", as long as it is open;
 * NULL for another one. */
void *roundel_simulated_card(roundel *device);
/* The same for the roundel_dma (sim/roundel_dma.h) of a DMA. */
void *roundel_simulated_dma(roundel *device);

/* interface: end */

#ifdef __cplusplus
}
#endif

#endif
