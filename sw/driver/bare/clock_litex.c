/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's clock on a LiteX SoC with timer_uptime: the cycles of timer0 since the reset.
 */
#include <generated/csr.h>
#include <generated/soc.h>

#include "roundel_bare.h"

#if !defined(CSR_TIMER0_UPTIME_CYCLES_ADDR)
#error "build the SoC with timer_uptime=True, or write roundel_now_ns"
#endif

uint64_t roundel_now_ns(void) {
  timer0_uptime_latch_write(1);
  const uint64_t cycles = timer0_uptime_cycles_read();
  const uint32_t hertz = CONFIG_CLOCK_FREQUENCY;
  return cycles / hertz * 1000000000u + cycles % hertz * 1000000000u / hertz;
}
