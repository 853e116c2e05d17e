/* SPDX-License-Identifier: Apache-2.0
 *
 * C interface of the simulated packet engine: the top `roundel_stream`, compiled by Verilator, behind
 * functions that only drive its pins. Packets pass through the hardware's own valid/ready
 * handshakes; nothing here knows AES. So is the top `roundel_stream_interleaved`, whose beats have the
 * number of a stream.
 *
 * Units       Bytes of a packet are in the order of the stream: byte 0 on the low bits of a beat.
 *             A command is 48 bytes as the head of roundel_stream has them. A key is
 *             roundel_stream_key_bytes() bytes, byte 0 in the top bits. Time is counted in clock
 *             cycles (rising edges).
 * Queues      What is written waits in host memory until roundel_stream_run gives it to the
 *             hardware; what the hardware gives waits there until it is read.
 * Lifetimes, errors, threads: as in roundel_sim.h.
 *
 * Between the two marks stand plain declarations only, because they are also read by a C parser
 * that has no preprocessor.
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
  ROUNDEL_STREAM_ERROR_TIMEOUT = -3,  /* the hardware did not move within the watchdog's limit */
  ROUNDEL_STREAM_ERROR_PROTOCOL = -4, /* an output changed before it was taken */
  ROUNDEL_STREAM_ERROR_MODEL = -5     /* the simulation stopped */
};

typedef struct roundel_stream roundel_stream;

/* What the hardware says of a packet. */
typedef struct {
  uint8_t ok, error;
  uint8_t tag[16]; /* zero where there are none */
  uint32_t stream;
  uint64_t user;
  uint64_t cycle; /* in which it was taken */
} roundel_stream_result;

/* A beat of text as the hardware gave it. */
typedef struct {
  uint64_t keep, user;
  uint32_t bytes; /* that it keeps */
  uint32_t stream;
  uint8_t last;
  uint64_t cycle;
} roundel_stream_beat;

/* Bytes of a key, of a beat; values that fit the slot port and the user ports. */
uint32_t roundel_stream_key_bytes(void);
uint32_t roundel_stream_beat_bytes(void);
uint32_t roundel_stream_slot_limit(void);
uint64_t roundel_stream_user_limit(void);
/* Streams that beats may be of: 1 where they have no number. */
uint32_t roundel_stream_streams(void);

/* A device after reset, without a key; NULL when memory is short or the model does not start. */
roundel_stream *roundel_stream_create(void);
void roundel_stream_destroy(roundel_stream *device);
const char *roundel_stream_last_error(const roundel_stream *device);

/* Reset (rst_ni) and the zeroise pulse. Both drop what is inside the hardware and what waits in
 * front of it; afterwards no key is loaded. What came out before can still be read. */
int roundel_stream_reset(roundel_stream *device);
int roundel_stream_zeroise(roundel_stream *device);

/* Offers a key for a slot, or with no key (NULL) the wish to forget the slot's. It waits, and
 * roundel_stream_run offers it, one after another, beside what else is written. */
int roundel_stream_key(roundel_stream *device, uint32_t slot, const uint8_t *key, uint64_t size);
/* Whether keys and commands that are written from now on reach the pins in the order in which they
 * were written: a key when all commands before it were taken, a command a cycle after the keys
 * before it at the earliest. Without it neither waits for the other. */
int roundel_stream_keep_order(roundel_stream *device, int ordered);
/* Keys that wait to be taken. */
uint64_t roundel_stream_keys_waiting(const roundel_stream *device);
/* Words of commands that wait to be taken. */
uint64_t roundel_stream_commands_waiting(const roundel_stream *device);

/* Writes a word of a command; one with a long IV is several. */
int roundel_stream_command(roundel_stream *device, const uint8_t *command, uint64_t user);
/* The stream whose beats are written, and whose text is read, from here on; 0 at the start. */
int roundel_stream_choose(roundel_stream *device, uint32_t stream);
/* Writes whole beats and one of the rest, if there is one; with `last` the final one ends the
 * packet, and no byte is one beat that keeps none. */
int roundel_stream_write(roundel_stream *device, const uint8_t *data, uint64_t size, int last,
                         uint64_t user);
/* Writes one beat as it is, for tests of what is against the rules. */
int roundel_stream_write_beat(roundel_stream *device, const uint8_t *data, uint64_t keep, int last,
                              uint64_t user);

/* Runs the clock until no command, no key and no more than `waiting` beats wait to be taken, and
 * `results` or more wait to be read: gives 1; or 0 if it takes more than so many cycles, to go on
 * with the next call. Or runs it for exactly so many cycles. */
int roundel_stream_run(roundel_stream *device, uint64_t waiting, uint64_t results,
                       uint64_t cycles);
int roundel_stream_run_cycles(roundel_stream *device, uint64_t cycles);

/* Reads up to `max` bytes of text that have come: gives their number. Bytes that a beat did not
 * keep are left out. */
int64_t roundel_stream_read(roundel_stream *device, uint8_t *out, uint64_t max);
/* Reads the oldest result; gives 1, or 0 if there is none. The same for the beats of text, which
 * are kept only between roundel_stream_keep_beats(1) and (0). */
int roundel_stream_read_result(roundel_stream *device, roundel_stream_result *result);
int roundel_stream_read_beat(roundel_stream *device, roundel_stream_beat *beat);
int roundel_stream_keep_beats(roundel_stream *device, int keep);

/* Cycles since creation, and those in which a beat was taken. */
uint64_t roundel_stream_cycles(const roundel_stream *device);
uint64_t roundel_stream_beats(const roundel_stream *device);

/* Random pauses from here on: in each cycle, with a probability in 65536, no new command, beat or key
 * is offered (`input_idle`), no text and no result is taken (`output_stall`). */
int roundel_stream_set_stalls(roundel_stream *device, uint64_t seed, uint32_t input_idle,
                              uint32_t output_stall);
int roundel_stream_set_watchdog(roundel_stream *device, uint64_t cycles);

/* interface: end */

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
