/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver of Roundel's AES hardware: one interface to a card in a memory slot and to a DMA with
 * packets in memory. Both may be simulated or memory-mapped.
 *
 * A program opens a device, loads keys into slots, and submits requests. A request is a packet: a
 * key slot, a direction, an IV and further fields of its mode. Requests are processed in the order
 * of submission, and several requests may be in flight. roundel_poll or roundel_wait returns the
 * result of a finished request.
 *
 * Units       Sizes are in bytes and times in nanoseconds. A simulated device uses its own clock, a
 *             mapped device the monotonic clock. Keys, IVs, tags and data are bytes in the order of
 *             the standards (FIPS-197, SP 800-38A, D, E).
 * Lifetimes   The buffers of a request belong to the driver from roundel_submit until the driver
 *             has returned the result, or until roundel_reset, roundel_zeroise or roundel_close
 *             returns. The request itself is copied. Only roundel_open allocates memory.
 * Errors      Functions return ROUNDEL_OK or a negative status; roundel_strerror gives the text. A
 *             refused request ends with its own status and does not disturb other requests. If the
 *             device does not respond, or its bus reports an error, the call fails, and all requests
 *             in flight end with ROUNDEL_E_DEVICE. roundel_reset makes a responding device usable again. Earlier
 *             results stay correct. If the bus refuses a DMA the memory of a request, only this
 *             request ends with ROUNDEL_E_DEVICE.
 * Secrets     The driver keeps no keys. Decrypted text with a wrong tag, and text of a failed or
 *             dropped request, is overwritten with zeros before the driver returns the result. If
 *             input and output are the same memory, the input is lost.
 * Processors  Little-endian. The window of a card needs 64-bit accesses, as of a 64-bit processor.
 * Threads     Several threads may call functions for one device, except roundel_close, which must
 *             be the last call. Calls for one device exclude each other; devices are independent.
 *
 * Only plain declarations stand between the two marks, because a C parser without a preprocessor
 * reads them.
 */
#ifndef ROUNDEL_H
#define ROUNDEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* interface: begin */

typedef struct roundel roundel;

enum {
  ROUNDEL_OK = 0,
  ROUNDEL_PENDING = 1,       /* roundel_poll: not finished */
  ROUNDEL_E_ARGUMENT = -1,   /* an argument is out of range; nothing happened */
  ROUNDEL_E_FULL = -2,       /* the limit of requests or memory is reached: see roundel_submit */
  ROUNDEL_E_TIMEOUT = -3,    /* not finished in time; requests in flight continue */
  ROUNDEL_E_DEVICE = -4,     /* the device or its bus failed */
  ROUNDEL_E_SYSTEM = -5,     /* the operating system refused; see errno */
  ROUNDEL_E_TAG = -6,        /* the tag is wrong; the output is all zeros */
  ROUNDEL_E_KEY = -7,        /* the slot has no key */
  ROUNDEL_E_COMMAND = -8,    /* unsupported by the hardware: direction, slot, length of the tag */
  ROUNDEL_E_LENGTH = -9,     /* the mode does not support this packet length */
  ROUNDEL_E_CANCELLED = -10, /* dropped by roundel_reset or roundel_zeroise */
  ROUNDEL_E_UNKNOWN = -11    /* unknown ticket, or its result was already returned */
};

enum {
  ROUNDEL_REQUESTS = 64, /* requests in flight, including requests with an unread result */
  ROUNDEL_TAG_BYTES = 16
};

/* Modes of operation, with the hardware's numbers. */
enum {
  ROUNDEL_MODE_ECB = 0,
  ROUNDEL_MODE_CBC = 1,
  ROUNDEL_MODE_CTR = 2,
  ROUNDEL_MODE_GCM = 3,
  ROUNDEL_MODE_XTS = 4,
  ROUNDEL_MODE_CFB = 5 /* segments of 128 bits */
};

enum {
  ROUNDEL_SELECT = 0x100 /* in the field mode of a request: the request selects its mode */
};

/* Access methods of the processor to the device's memory. */
enum {
  ROUNDEL_ACCESS_SINGLE = 0, /* 64 bits at a time */
  ROUNDEL_ACCESS_SIMD = 1,   /* 128 bits at a time, if the processor has 128-bit registers */
  ROUNDEL_ACCESS_BURST = 2,  /* lines of 64 bytes; the window may be mapped write-combining */
  ROUNDEL_ACCESS_DMA = 3     /* the device accesses the processor's memory: a DMA, not a card */
};

/* A DMA needs memory with bus access. `memory` has `memory_bytes` bytes; the device sees it at
 * `memory_address`, a multiple of 4096. The memory must be coherent: the driver flushes no cache.
 * The driver owns the memory from roundel_open to roundel_close. The rings are in the first 32 KiB;
 * packets and text are copied to and from the rest. AAD and text of a request must fit this rest.
 * Without memory (NULL), the device accesses the buffers of requests, as a simulated device does. */
typedef struct {
  int access;          /* ROUNDEL_ACCESS_* */
  uint64_t timeout_ns; /* timeout of the driver's own waits; 0: one second */
  void *memory;
  uint64_t memory_address;
  size_t memory_bytes;
} roundel_options;

/* Properties of a device. */
typedef struct {
  uint32_t mode; /* ROUNDEL_MODE_* of a request that selects no mode */
  uint32_t encrypts, decrypts; /* directions of this mode, 0 or 1 */
  uint32_t lanes;
  uint32_t key_bytes; /* of the largest key for roundel_load_key; XTS: both keys */
  uint32_t key_sizes; /* of an AES key: bit 0 for 128, bit 1 for 192, bit 2 for 256 bits */
  uint32_t key_slots;
  uint32_t iv_bytes; /* default IV length of this mode: GCM 12 (at least 1), ECB 0 */
  uint32_t input_blocks, output_blocks; /* capacity of the queues in blocks of 16 bytes; 0 for a DMA */
  uint32_t encrypt_modes, decrypt_modes; /* modes of requests: bit n for the mode with number n */
} roundel_facts;

/* A packet. `input` and `output` must be the same memory or must not overlap. */
typedef struct {
  uint32_t slot;
  uint32_t decrypt;    /* 0 or 1 */
  uint32_t counter_32; /* CTR: the counter has 32 bits instead of 128 */
  uint32_t tag_bytes;  /* GCM: 4, 8 or 12 to 16; number of compared bytes */
  const uint8_t *iv;   /* CTR: the first counter block; XTS: the tweak value */
  uint32_t iv_bytes;
  uint32_t aad_bytes; /* GCM */
  const uint8_t *aad;
  const uint8_t *input;
  uint8_t *output;
  uint32_t bytes;  /* length of input and output */
  uint8_t tag[16]; /* GCM decryption: the tag to compare */
  uint32_t mode;   /* ROUNDEL_SELECT + ROUNDEL_MODE_*; 0: the mode of roundel_facts */
} roundel_request;

typedef struct {
  int status;      /* ROUNDEL_OK, or the error of the request */
  uint32_t bytes;  /* length of output */
  uint8_t tag[16]; /* GCM: the tag; otherwise zero */
} roundel_result;

/* Opens a device: "sim:LIBRARY", a simulated device; "mmio:PATH[@OFFSET]", a file to map from an
 * offset on, a multiple of the page size. Without options (NULL), the access is single, and the
 * device is a card. Returns ROUNDEL_E_SYSTEM for a missing device or permission. Returns
 * ROUNDEL_E_DEVICE for a device unknown to this driver or with another access, and for a file
 * shorter than the window. Returns ROUNDEL_E_ARGUMENT if a DMA's memory is missing or too small.
 * *out is then NULL. */
int roundel_open(const char *where, const roundel_options *options, roundel **out);
/* Ends all requests in flight, clears the keys of a responding device, and frees memory. */
void roundel_close(roundel *device);
/* The text of a status. */
const char *roundel_strerror(int status);
int roundel_get_facts(roundel *device, roundel_facts *out);

/* Loads a key of one of the device's key sizes, or clears the key of a slot. XTS has two keys of
 * equal size, Key1 first. Earlier requests of the slot finish first, with the old
 * key; later requests use the new key. */
int roundel_load_key(roundel *device, uint32_t slot, const uint8_t *key, size_t bytes);
int roundel_clear_key(roundel *device, uint32_t slot);
/* Clears all keys and drops all requests in flight, in the device and in the driver. */
int roundel_zeroise(roundel *device);
/* The same for a failed device: also clears errors. */
int roundel_reset(roundel *device);

/* Submits a request without waiting; *ticket identifies the request. Returns ROUNDEL_E_FULL while
 * ROUNDEL_REQUESTS requests are in flight or have unread results, or while the memory of a DMA is
 * full. Returns ROUNDEL_E_ARGUMENT for a mode that the device has in neither direction; a request
 * with a direction that its mode lacks ends with ROUNDEL_E_COMMAND. */
int roundel_submit(roundel *device, const roundel_request *request, uint64_t *ticket);
/* Moves data without waiting, and returns the result of a finished request, otherwise
 * ROUNDEL_PENDING. Each result is returned once. */
int roundel_poll(roundel *device, uint64_t ticket, roundel_result *result);
/* The same, with a timeout; 0: no timeout. */
int roundel_wait(roundel *device, uint64_t ticket, uint64_t timeout_ns, roundel_result *result);

/* One whole packet. The return value is the status of the packet, or ROUNDEL_E_ARGUMENT if the
 * device lacks the mode. These functions wait without a timeout; for a device that may hang, use
 * submit, wait and reset. */
int roundel_ecb(roundel *device, uint32_t slot, int decrypt, const uint8_t *input, uint8_t *output,
                uint32_t bytes);
int roundel_cbc(roundel *device, uint32_t slot, int decrypt, const uint8_t iv[16],
                const uint8_t *input, uint8_t *output, uint32_t bytes);
int roundel_ctr(roundel *device, uint32_t slot, const uint8_t counter[16], const uint8_t *input,
                uint8_t *output, uint32_t bytes);
int roundel_xts(roundel *device, uint32_t slot, int decrypt, const uint8_t tweak[16],
                const uint8_t *input, uint8_t *output, uint32_t bytes);
int roundel_gcm_encrypt(roundel *device, uint32_t slot, const uint8_t *iv, uint32_t iv_bytes,
                        const uint8_t *aad, uint32_t aad_bytes, const uint8_t *input,
                        uint8_t *output, uint32_t bytes, uint8_t *tag, uint32_t tag_bytes);
int roundel_gcm_decrypt(roundel *device, uint32_t slot, const uint8_t *iv, uint32_t iv_bytes,
                        const uint8_t *aad, uint32_t aad_bytes, const uint8_t *input,
                        uint8_t *output, uint32_t bytes, const uint8_t *tag, uint32_t tag_bytes);

/* interface: end */

#ifdef __cplusplus
}
#endif

#endif
