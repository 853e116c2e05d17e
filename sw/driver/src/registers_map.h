/* SPDX-License-Identifier: Apache-2.0
 *
 * Addresses of the registers that every device has, from the header that is generated of them.
 */
#ifndef ROUNDEL_REGISTERS_MAP_H
#define ROUNDEL_REGISTERS_MAP_H

#include <stddef.h>

#include "roundel_registers.h"

#define AXI_REGISTER(name) ((uint32_t)offsetof(roundel_registers_t, name))

#endif
