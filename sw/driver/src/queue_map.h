/* SPDX-License-Identifier: Apache-2.0
 *
 * Addresses in the window of a card, from the generated headers.
 */
#ifndef ROUNDEL_QUEUE_MAP_H
#define ROUNDEL_QUEUE_MAP_H

#include <stddef.h>

#include "roundel_card_registers.h"

#define CARD_REGISTER(name) ((uint32_t)offsetof(roundel_card_registers_t, name))

#define CARD_ID CARD_REGISTER(ID)
#define CARD_SIZES CARD_REGISTER(SIZES)
#define CARD_STATUS CARD_REGISTER(STATUS)
#define CARD_INPUT_TAIL CARD_REGISTER(INPUT_TAIL)
#define CARD_OUTPUT_HEAD CARD_REGISTER(OUTPUT_HEAD)
#define CARD_RESULT_HEAD CARD_REGISTER(RESULT_HEAD)
#define CARD_ERRORS CARD_REGISTER(ERRORS)

/* Queues: the head of rtl/card/roundel_card.sv. */
#define CARD_RESULTS 0x2000u
#define CARD_INPUT 0x4000u
#define CARD_OUTPUT 0x6000u

#endif
