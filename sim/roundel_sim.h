/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the simulated device: the top `roundel_core`, compiled by Verilator, behind functions
 * that only drive its pins. Every block passes through the hardware's own valid/ready handshakes;
 * nothing here knows AES.
 *
 * Units       A block is 16 bytes, byte 0 first; byte 0 goes to bits [127:120] of a port. A key is
 *             roundel_key_bytes() bytes, byte 0 in the top bits. Time is counted in clock cycles
 *             (rising edges).
 * Lifetimes   A buffer belongs to the caller and is read or written during the call only. `in` and
 *             `out` of one call may be the same buffer, but must not overlap in any other way.
 *             A device lives from roundel_create to roundel_destroy; the text of
 *             roundel_last_error lives until the next call for that device.
 * Errors      A function that returns int or int64_t gives a negative ROUNDEL_ERROR_* value on
 *             failure; roundel_last_error then says more. After any error other than
 *             ROUNDEL_ERROR_ARGUMENT and ROUNDEL_ERROR_ORDER, call roundel_reset before going on.
 * Threads     A device serves one thread at a time; two devices share nothing and may run in two.
 *
 * Between the two marks stand plain declarations only, because they are also read by a C parser
 * that has no preprocessor.
 */
#ifndef ROUNDEL_SIM_H
#define ROUNDEL_SIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* interface: begin */

enum {
  ROUNDEL_BLOCK_BYTES = 16,
  ROUNDEL_ERROR_ARGUMENT = -1, /* an argument out of range; nothing happened */
  ROUNDEL_ERROR_ORDER = -2,    /* blocks are still to be pulled; nothing happened */
  ROUNDEL_ERROR_TIMEOUT = -3,  /* the hardware did not move within the watchdog's limit */
  ROUNDEL_ERROR_TAG = -4,      /* a block came out that is not the next one expected */
  ROUNDEL_ERROR_MODEL = -5     /* the simulation stopped (assertion, loop that does not settle) */
};

typedef struct roundel_device roundel_device;

/* The pins of one cycle, for tests that drive the handshakes themselves. */
typedef struct {
  uint8_t rst_n, zeroise;
  uint8_t key_valid, key_clear;
  uint8_t in_valid, in_decrypt;
  uint8_t out_ready;
  uint32_t key_slot, in_slot, in_tag;
  uint8_t key[32]; /* the first roundel_key_bytes() count */
  uint8_t in_block[16];
} roundel_inputs;

typedef struct {
  uint8_t key_ready, in_ready, out_valid;
  uint32_t out_tag;
  uint8_t out_block[16];
} roundel_outputs;

/* Bytes of a key of this build: 16, 24 or 32. */
uint32_t roundel_key_bytes(void);
/* Values that fit the ports for a slot and a tag: 2 to the power of their widths. */
uint32_t roundel_slot_limit(void);
uint32_t roundel_tag_limit(void);

/* A device after reset, without a key; NULL when memory is short or the model does not start. */
roundel_device *roundel_create(void);
void roundel_destroy(roundel_device *device);
/* What the latest failed call of this device met; an empty text when none has failed. */
const char *roundel_last_error(const roundel_device *device);

/* Reset (rst_ni) and the zeroise pulse. Both drop every block inside the hardware and every block
 * received but not pulled; afterwards no key is loaded. */
int roundel_reset(roundel_device *device);
int roundel_zeroise(roundel_device *device);

/* Loads a key of `size` bytes into a slot: offers it until the hardware takes it. Blocks pushed
 * later use it, blocks pushed before do not. */
int roundel_load_key(roundel_device *device, uint32_t slot, const uint8_t *key, uint64_t size);

/* Has the hardware forget the key of a slot and all that derives from it, once the blocks pushed
 * before are through; blocks pushed later wait until another key is loaded. */
int roundel_clear_key(roundel_device *device, uint32_t slot);

/* Offers `count` blocks until the hardware has taken them all; gives `count`. Blocks that come out
 * meanwhile wait in host memory for roundel_pull. */
int64_t roundel_push(roundel_device *device, const uint8_t *in, uint64_t count, int decrypt,
                     uint32_t slot);
/* Receives up to `max` blocks in the order of the pushes; gives the number, which is less than
 * `max` only when no more blocks are inside. */
int64_t roundel_pull(roundel_device *device, uint8_t *out, uint64_t max);

/* `count` blocks through the hardware, input and output channel both kept busy; gives `count` when
 * the last one has come out. Every block pushed before must have been pulled. */
int64_t roundel_process(roundel_device *device, const uint8_t *in, uint8_t *out, uint64_t count,
                        int decrypt, uint32_t slot);
/* The same, one block at a time: each input block is XORed with `chain` (16 bytes) before it goes
 * in, and the block that comes out becomes the new `chain`. */
int64_t roundel_process_chained(roundel_device *device, const uint8_t *in, uint8_t *out,
                                uint64_t count, uint8_t *chain, int decrypt, uint32_t slot);

/* Cycles since roundel_create, those of resets included. */
uint64_t roundel_cycles(const roundel_device *device);

/* Random pauses from here on: in each cycle, with a probability of `input_idle` (`output_stall`) in
 * 65536, no new block is offered (no block is taken). The sequence follows from `seed`. Both below
 * 65536; 0 and 0, as after roundel_create, never pause. A design without an output queue gives its
 * results when they come: there `output_stall` pauses nothing. */
int roundel_set_stalls(roundel_device *device, uint64_t seed, uint32_t input_idle,
                       uint32_t output_stall);
/* How many cycles in a row the hardware may leave an offer unanswered before
 * ROUNDEL_ERROR_TIMEOUT. At least 1; 10000 after roundel_create. */
int roundel_set_watchdog(roundel_device *device, uint64_t cycles);

/* One cycle with these pins: gives what the outputs show before the rising edge, which is what a
 * handshake in this cycle sees. Bypasses the bookkeeping of push and pull: call roundel_reset
 * before going back to them. */
int roundel_step(roundel_device *device, const roundel_inputs *inputs, roundel_outputs *outputs);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
