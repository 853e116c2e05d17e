/* SPDX-License-Identifier: Apache-2.0
 *
 * Addresses of a DMA's registers, from the generated header.
 */
#ifndef ROUNDEL_DMA_MAP_H
#define ROUNDEL_DMA_MAP_H

#include <stddef.h>

#include "roundel_dma_registers.h"

#define DMA_REGISTER(name) ((uint32_t)offsetof(roundel_dma_registers_t, name))

#define DMA_ID DMA_REGISTER(ID)
#define DMA_VERSION DMA_REGISTER(VERSION)
#define DMA_CONTROL DMA_REGISTER(CONTROL)
#define DMA_STATUS DMA_REGISTER(STATUS)
#define DMA_RING_LOW DMA_REGISTER(RING_LOW)
#define DMA_RING_HIGH DMA_REGISTER(RING_HIGH)
#define DMA_RECORDS_LOW DMA_REGISTER(RECORDS_LOW)
#define DMA_RECORDS_HIGH DMA_REGISTER(RECORDS_HIGH)
#define DMA_SIZES DMA_REGISTER(SIZES)
#define DMA_TAIL DMA_REGISTER(TAIL)
#define DMA_FETCHED DMA_REGISTER(FETCHED)
#define DMA_ERRORS DMA_REGISTER(ERRORS)

/* An error number that the device never reports: unknown numbers are errors of the device. */
#define ERROR_OF_THE_BUS 7u

#endif
