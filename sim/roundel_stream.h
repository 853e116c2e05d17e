/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the simulated packet engine: the top `roundel_stream`, or
 * `roundel_stream_interleaved` with stream numbers in its beats, compiled by Verilator. The
 * functions only drive the pins of the top. Packets pass the hardware's own valid/ready handshakes;
 * this code contains no AES.
 *
 * Units       Bytes of a packet are in the order of the stream: byte 0 is in the low bits of a
 *             beat. A command is 48 bytes in the format of the head of roundel_stream. A key is
 *             roundel_stream_key_bytes() bytes, byte 0 in the top bits. Time is in clock cycles
 *             (rising edges).
 * Queues      Written data waits in host memory until roundel_stream_run offers it to the hardware;
 *             output data waits in host memory until the caller reads it.
 * Lifetimes, errors, threads: as in roundel_sim.h.
 *
 * Only plain declarations stand between the two marks, because a C parser without a preprocessor
 * reads them.
 */
#ifndef ROUNDEL_STREAM_H
#define ROUNDEL_STREAM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* interface: begin */

enum {
  ROUNDEL_STREAM_COMMAND_BYTES = 48,
  ROUNDEL_STREAM_ERROR_ARGUMENT = -1, /* an argument out of range; nothing happened */
  ROUNDEL_STREAM_ERROR_TIMEOUT = -3,  /* no progress of the hardware within the watchdog's limit */
  ROUNDEL_STREAM_ERROR_PROTOCOL = -4, /* an output changed while stalled */
  ROUNDEL_STREAM_ERROR_MODEL = -5     /* the simulation stopped */
};

typedef struct roundel_stream roundel_stream;

/* The hardware's result of a packet. */
typedef struct {
  uint8_t ok, error;
  uint8_t tag[16]; /* zero without a tag */
  uint32_t stream;
  uint64_t user;
  uint64_t cycle; /* the cycle of its handshake */
} roundel_stream_result;

/* A beat of text from the hardware. */
typedef struct {
  uint64_t keep, user;
  uint32_t bytes; /* number of kept bytes */
  uint32_t stream;
  uint8_t last;
  uint64_t cycle;
} roundel_stream_beat;

/* Bytes of a key and of a beat; the numbers of values of the slot port and the user ports. */
uint32_t roundel_stream_key_bytes(void);
uint32_t roundel_stream_beat_bytes(void);
uint32_t roundel_stream_slot_limit(void);
uint64_t roundel_stream_user_limit(void);
/* The number of streams; 1 without stream numbers. */
uint32_t roundel_stream_streams(void);

/* A device after reset, without a key; NULL without memory or if the model does not start. */
roundel_stream *roundel_stream_create(void);
void roundel_stream_destroy(roundel_stream *device);
const char *roundel_stream_last_error(const roundel_stream *device);

/* Reset (rst_ni) and the zeroise pulse. Both drop all data in the hardware and all waiting inputs,
 * and clear all keys. Earlier outputs can still be read. */
int roundel_stream_reset(roundel_stream *device);
int roundel_stream_zeroise(roundel_stream *device);

/* Starts the self-test of `roundel_stream_tested`, and runs one cycle. The state: 1 while packets
 * drain or tests run, 2 after a failure, otherwise 0. Other tops have no self-test: always 0. */
int roundel_stream_test(roundel_stream *device);
int roundel_stream_test_state(const roundel_stream *device);

/* Queues a key for a slot, or without a key (NULL) a clear of the slot. roundel_stream_run offers
 * queued keys one after another, in parallel to other inputs. GCM: a command with a tag of fewer than
 * `least_tag` bytes is refused with this key; 0 sets no limit. `policy` is key_policy_t for hardware
 * with HasPolicy; other hardware ignores it. */
int roundel_stream_key(roundel_stream *device, uint32_t slot, const uint8_t *key, uint64_t size,
                       uint32_t least_tag, uint64_t policy);
/* Whether following keys and commands reach the pins in the order of the calls. A key then waits
 * for the handshake of all earlier commands, and a command follows the offer of earlier keys by at
 * least a cycle. Otherwise keys and commands are independent. */
int roundel_stream_keep_order(roundel_stream *device, int ordered);
/* The number of waiting keys. */
uint64_t roundel_stream_keys_waiting(const roundel_stream *device);
/* The number of keys and clears that the hardware refused because of a lock, since creation. */
uint64_t roundel_stream_keys_refused(const roundel_stream *device);
/* The number of waiting words of commands. */
uint64_t roundel_stream_commands_waiting(const roundel_stream *device);

/* Writes a word of a command; a command with a long IV has several words. `privileged` drives
 * command_privileged_i beside the word. */
int roundel_stream_command(roundel_stream *device, const uint8_t *command, uint64_t user,
                           int privileged);
/* Selects the stream of the following beats to write and of the text to read; default 0. */
int roundel_stream_choose(roundel_stream *device, uint32_t stream);
/* Writes whole beats and a partial beat for the rest. `last` ends the packet with the final beat;
 * without bytes, with an empty beat. */
int roundel_stream_write(roundel_stream *device, const uint8_t *data, uint64_t size, int last,
                         uint64_t user);
/* Writes one raw beat, for tests of violated rules. */
int roundel_stream_write_beat(roundel_stream *device, const uint8_t *data, uint64_t keep, int last,
                              uint64_t user);

/* Runs the clock until no command, no key and at most `waiting` beats wait, and at least `results`
 * results can be read; returns 1. Returns 0 after `cycles` cycles; the next call continues.
 * roundel_stream_run_cycles runs exactly `cycles` cycles. */
int roundel_stream_run(roundel_stream *device, uint64_t waiting, uint64_t results,
                       uint64_t cycles);
int roundel_stream_run_cycles(roundel_stream *device, uint64_t cycles);

/* Reads up to `max` available bytes of text; returns the number. Bytes without tkeep are left
 * out. */
int64_t roundel_stream_read(roundel_stream *device, uint8_t *out, uint64_t max);
/* Reads the oldest result; returns 1, or 0 without a result. The same for beats of text, which are
 * only kept between roundel_stream_keep_beats(1) and (0). */
int roundel_stream_read_result(roundel_stream *device, roundel_stream_result *result);
int roundel_stream_read_beat(roundel_stream *device, roundel_stream_beat *beat);
int roundel_stream_keep_beats(roundel_stream *device, int keep);

/* Cycles since creation, and the number of accepted beats. */
uint64_t roundel_stream_cycles(const roundel_stream *device);
uint64_t roundel_stream_beats(const roundel_stream *device);

/* Random pauses from now on, with probabilities in 65536: in each cycle, no new command, beat or
 * key is offered (`input_idle`), and no text and no result is accepted (`output_stall`). */
int roundel_stream_set_stalls(roundel_stream *device, uint64_t seed, uint32_t input_idle,
                              uint32_t output_stall);
int roundel_stream_set_watchdog(roundel_stream *device, uint64_t cycles);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
