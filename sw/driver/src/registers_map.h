/* SPDX-License-Identifier: Apache-2.0
 *
 * Addresses of the registers common to all devices, from the generated header.
 */
#ifndef ROUNDEL_REGISTERS_MAP_H
#define ROUNDEL_REGISTERS_MAP_H

#include <stddef.h>

#include "roundel_registers.h"

#define AXI_REGISTER(name) ((uint32_t)offsetof(roundel_registers_t, name))

#endif
