/* SPDX-License-Identifier: Apache-2.0
 *
 * Address 0, the start of the processor: clears the memory after the image, calls main, and returns
 * main's result as the exit status.
 */
#include "aes.h"

  .section .start, "ax"
  .globl start
start:
  .option push
  .option norelax
  la gp, __global_pointer$
  .option pop
  la sp, stack_top
#if AES_HOST == AES_VEXRISCV
  /* Enable custom instructions: bit 31 of CSR 0xBC0. */
  li t0, 0x80000000
  .insn i 0x73, 1, x0, t0, 0xBC0 - 0x1000
#endif
  la t0, bss_begin
  la t1, bss_end
1: /* runs once even without .bss: then it clears an unused word of the stack */
  sw zero, 0(t0)
  addi t0, t0, 4
  bltu t0, t1, 1b
  call main
  li t0, 0xF0000000
  sw a0, 4(t0)
2:
  j 2b
