/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the simulated device: the top `roundel_core`, compiled by Verilator, behind
 * functions that only drive its pins. Every block passes the hardware's own valid/ready handshakes;
 * this code contains no AES.
 *
 * Units       A block is 16 bytes, byte 0 first; byte 0 goes to bits [127:120] of a port. A key is
 *             roundel_key_bytes() bytes, byte 0 in the top bits. Time is in clock cycles (rising
 *             edges).
 * Lifetimes   A buffer belongs to the caller and is only accessed during the call. `in` and `out`
 *             of a call may be the same buffer, but must not overlap otherwise. A device lives from
 *             roundel_create to roundel_destroy; the text of roundel_last_error lives until the
 *             next call for this device.
 * Errors      A function with result int or int64_t returns a negative ROUNDEL_ERROR_* on failure;
 *             roundel_last_error describes the failure. After any error except
 *             ROUNDEL_ERROR_ARGUMENT and ROUNDEL_ERROR_ORDER, call roundel_reset first.
 * Threads     Only one thread may use a device at a time; two devices are independent.
 *
 * Only plain declarations stand between the two marks, because a C parser without a preprocessor
 * reads them.
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
  ROUNDEL_ERROR_ORDER = -2,    /* earlier blocks were not pulled; nothing happened */
  ROUNDEL_ERROR_TIMEOUT = -3,  /* no progress of the hardware within the watchdog's limit */
  ROUNDEL_ERROR_TAG = -4,      /* an output block has an unexpected tag */
  ROUNDEL_ERROR_MODEL = -5     /* the simulation stopped (assertion, unstable loop) */
};

typedef struct roundel_device roundel_device;

/* The pins of one cycle, for tests that drive the handshakes directly. */
typedef struct {
  uint8_t rst_n, zeroise;
  uint8_t key_valid, key_clear, key_size;
  uint8_t in_valid, in_decrypt;
  uint8_t out_ready;
  uint32_t key_slot, in_slot, in_tag;
  uint8_t key[32]; /* the first roundel_key_bytes() bytes are used */
  uint8_t in_block[16];
} roundel_inputs;

typedef struct {
  uint8_t key_ready, in_ready, out_valid;
  uint32_t out_tag;
  uint8_t out_block[16];
} roundel_outputs;

/* Bytes of a key, or of the largest key: 16, 24 or 32. */
uint32_t roundel_key_bytes(void);
/* The number of values of the ports for a slot and a tag: powers of two. */
uint32_t roundel_slot_limit(void);
uint32_t roundel_tag_limit(void);

/* A device after reset, without a key; NULL without memory or if the model does not start. */
roundel_device *roundel_create(void);
void roundel_destroy(roundel_device *device);
/* The error of the latest failed call of this device; empty without a failure. */
const char *roundel_last_error(const roundel_device *device);

/* Reset (rst_ni) and the zeroise pulse. Both drop every block in flight and every result that was
 * not pulled, and clear all keys. */
int roundel_reset(roundel_device *device);
int roundel_zeroise(roundel_device *device);

/* Loads a key of `size` bytes, one of the design's key sizes, into a slot: offers the key until its
 * handshake. Later blocks use the key, earlier blocks do not. */
int roundel_load_key(roundel_device *device, uint32_t slot, const uint8_t *key, uint64_t size);

/* Clears the key of a slot and all derived values after the earlier blocks; later blocks wait for a
 * new key. */
int roundel_clear_key(roundel_device *device, uint32_t slot);

/* Offers `count` blocks until all are accepted; returns `count`. Results are kept in host memory
 * for roundel_pull. */
int64_t roundel_push(roundel_device *device, const uint8_t *in, uint64_t count, int decrypt,
                     uint32_t slot);
/* Receives up to `max` blocks in the order of the pushes; returns the number, which is below `max`
 * only if no more blocks are in flight. */
int64_t roundel_pull(roundel_device *device, uint8_t *out, uint64_t max);

/* Processes `count` blocks at full throughput; returns `count` after the last result. All earlier
 * blocks must have been pulled. */
int64_t roundel_process(roundel_device *device, const uint8_t *in, uint8_t *out, uint64_t count,
                        int decrypt, uint32_t slot);
/* The same for one block at a time: each input block is XORed with `chain` (16 bytes), and the
 * result becomes the new `chain`. */
int64_t roundel_process_chained(roundel_device *device, const uint8_t *in, uint8_t *out,
                                uint64_t count, uint8_t *chain, int decrypt, uint32_t slot);

/* Cycles since roundel_create, including resets. */
uint64_t roundel_cycles(const roundel_device *device);

/* Random pauses from now on, depending on `seed`. In each cycle, no new block is offered with the
 * probability `input_idle` / 65536, and no result is accepted with the probability `output_stall` /
 * 65536. Both are below 65536; the default is 0, without pauses. In a design without an output
 * queue, `output_stall` has no effect. */
int roundel_set_stalls(roundel_device *device, uint64_t seed, uint32_t input_idle,
                       uint32_t output_stall);
/* The number of consecutive cycles in which the hardware may refuse an offer before
 * ROUNDEL_ERROR_TIMEOUT. At least 1; default 10000. */
int roundel_set_watchdog(roundel_device *device, uint64_t cycles);

/* One cycle with these pins: returns the outputs before the rising edge, as seen by a handshake in
 * this cycle. Bypasses the bookkeeping of push and pull: call roundel_reset before using push or
 * pull again. */
int roundel_step(roundel_device *device, const roundel_inputs *inputs, roundel_outputs *outputs);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
