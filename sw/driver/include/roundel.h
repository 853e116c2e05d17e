/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver of Roundel's AES hardware: one interface to a card in a memory slot and to a DMA that
 * fetches its packets itself, be they simulated or mapped into memory.
 *
 * A program opens a device, loads keys into slots, and submits requests: each is a packet, with a key
 * slot, a direction, an IV and whatever its mode needs. Requests are processed in the order in which
 * they were submitted, several are under way at once, and each is done when roundel_poll or
 * roundel_wait has given its result.
 *
 * Units       Sizes are in bytes, times in nanoseconds: of the device's own clock where it is
 *             simulated, of the monotonic clock where it is mapped. Keys, IVs, tags and data are bytes
 *             in the order of the standards (FIPS-197, SP 800-38A, D, E).
 * Lifetimes   What a request points to belongs to the driver from roundel_submit until the request's
 *             result was given, or until roundel_reset, roundel_zeroise or roundel_close returned. The
 *             request itself is copied. Nothing is allocated but by roundel_open.
 * Errors      Functions give ROUNDEL_OK or a negative status; roundel_strerror has the words. A
 *             request that the device refuses ends with a status of its own and disturbs no other.
 *             Where the device does not answer, or its bus reports an error, the call says so, and
 *             all that is under way ends with ROUNDEL_E_DEVICE; roundel_reset makes the device usable
 *             again if it answers again. What was delivered before stays right. A DMA to which the
 *             bus refused memory of a request ends that request with ROUNDEL_E_DEVICE, and no other.
 * Secrets     Keys are not kept. Decrypted text whose tag is wrong, and text of a request that failed
 *             or was dropped, is overwritten with zeros before the result is given: where input and
 *             output are the same memory, the input is lost with it.
 * Processors  Little-endian ones; a card's window takes 64 bits at a time, as those of 64 bits give.
 * Threads     Every function may be called by several threads for one device, but roundel_close: that
 *             call must be the last. Calls for one device exclude each other; devices are independent.
 *
 * Between the two marks stand plain declarations only, because they are also read by a C parser that
 * has no preprocessor.
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
  ROUNDEL_PENDING = 1,       /* roundel_poll: not done yet */
  ROUNDEL_E_ARGUMENT = -1,   /* an argument is out of range; nothing happened */
  ROUNDEL_E_FULL = -2,       /* no room: see roundel_submit */
  ROUNDEL_E_TIMEOUT = -3,    /* not done in time; what is under way goes on */
  ROUNDEL_E_DEVICE = -4,     /* the device, or the bus to it, failed */
  ROUNDEL_E_SYSTEM = -5,     /* the operating system refused; errno says why */
  ROUNDEL_E_TAG = -6,        /* the tag is wrong; the output is all zeros */
  ROUNDEL_E_KEY = -7,        /* the slot has no key */
  ROUNDEL_E_COMMAND = -8,    /* the hardware cannot do that: direction, slot, length of the tag */
  ROUNDEL_E_LENGTH = -9,     /* its mode cannot do a packet of this length */
  ROUNDEL_E_CANCELLED = -10, /* dropped by roundel_reset or roundel_zeroise */
  ROUNDEL_E_UNKNOWN = -11    /* no such request is under way: its result was given, or none ever was */
};

enum {
  ROUNDEL_REQUESTS = 64, /* under way at once, those included whose result was not given yet */
  ROUNDEL_TAG_BYTES = 16
};

/* Modes of operation, as the hardware numbers them. */
enum {
  ROUNDEL_MODE_ECB = 0,
  ROUNDEL_MODE_CBC = 1,
  ROUNDEL_MODE_CTR = 2,
  ROUNDEL_MODE_GCM = 3,
  ROUNDEL_MODE_XTS = 4
};

/* How the processor reaches the device's memory. */
enum {
  ROUNDEL_ACCESS_SINGLE = 0, /* 64 bits at a time */
  ROUNDEL_ACCESS_SIMD = 1,   /* 128 bits at a time, where the processor has them */
  ROUNDEL_ACCESS_BURST = 2,  /* lines of 64 bytes; the window may be mapped write-combining */
  ROUNDEL_ACCESS_DMA = 3     /* the device reaches the processor's: a DMA, and no card */
};

/* A DMA works in memory that it can reach. `memory`, of `memory_bytes` from the multiple of 4096 on
 * that is `memory_address` to the device, is such, and coherent: no cache is written back. From
 * roundel_open to roundel_close it is the driver's, which keeps its rings in the first 32 KiB, and
 * copies packets to the rest and text back; a request may have as many bytes of AAD and text as that
 * has. Without it (NULL) the device reaches what requests point to, as a simulated one does. */
typedef struct {
  int access;          /* ROUNDEL_ACCESS_* */
  uint64_t timeout_ns; /* of what the driver itself waits for; 0: a second */
  void *memory;
  uint64_t memory_address;
  size_t memory_bytes;
} roundel_options;

/* What a device is. */
typedef struct {
  uint32_t mode; /* ROUNDEL_MODE_* */
  uint32_t encrypts, decrypts;
  uint32_t lanes;
  uint32_t key_bytes; /* of what roundel_load_key takes: XTS has two keys, Key1 first */
  uint32_t key_slots;
  uint32_t iv_bytes; /* usual: GCM 12, of 1 or more; ECB 0 */
  uint32_t input_blocks, output_blocks; /* of 16 bytes, in its queues; a DMA has none */
} roundel_facts;

/* A packet. `input` and `output` may be the same memory, and may not overlap otherwise. */
typedef struct {
  uint32_t slot;
  uint32_t decrypt;    /* 0 or 1 */
  uint32_t counter_32; /* CTR: the counter has 32 bits and not 128 */
  uint32_t tag_bytes;  /* GCM: 4 to 16; as many are compared */
  const uint8_t *iv;   /* CTR: the first counter block; XTS: the tweak value */
  uint32_t iv_bytes;
  uint32_t aad_bytes; /* GCM */
  const uint8_t *aad;
  const uint8_t *input;
  uint8_t *output;
  uint32_t bytes;  /* of input, and of output */
  uint8_t tag[16]; /* GCM, to decrypt: the tag to compare with */
} roundel_request;

typedef struct {
  int status;      /* ROUNDEL_OK, or what became of the request */
  uint32_t bytes;  /* of output */
  uint8_t tag[16]; /* GCM: the tag; zero if there is none to show */
} roundel_result;

/* Opens a device: "sim:LIBRARY", a simulated one; "mmio:PATH[@OFFSET]", a file that maps one, from
 * that multiple of the page size on. With no options (NULL) accesses are single, and the device is a
 * card. Gives ROUNDEL_E_SYSTEM if it is not there or not permitted, ROUNDEL_E_DEVICE if what is there
 * is none that this driver knows and can reach so, or the file is shorter than its window, and
 * ROUNDEL_E_ARGUMENT if memory that a DMA needs is missing or too small. *out is NULL then. */
int roundel_open(const char *where, const roundel_options *options, roundel **out);
/* Ends all that is under way, has the device forget its keys if it still answers, and frees. */
void roundel_close(roundel *device);
/* A sentence for a status. */
const char *roundel_strerror(int status);
int roundel_get_facts(roundel *device, roundel_facts *out);

/* Loads a key, or forgets that of a slot. Requests of the slot that were submitted before are done
 * first, with the old key; those that are submitted afterwards have the new one. */
int roundel_load_key(roundel *device, uint32_t slot, const uint8_t *key, size_t bytes);
int roundel_clear_key(roundel *device, uint32_t slot);
/* Forgets all keys, and all that is under way, on the device and here. */
int roundel_zeroise(roundel *device);
/* The same, for a device that failed: errors are cleared as well. */
int roundel_reset(roundel *device);

/* Submits a request; *ticket is what to ask for its result with. Does not wait. Gives ROUNDEL_E_FULL
 * while ROUNDEL_REQUESTS are under way or have a result that was not given, or no memory for a DMA
 * is left. */
int roundel_submit(roundel *device, const roundel_request *request, uint64_t *ticket);
/* Moves what can be moved without waiting, and gives a request's result if it is done, else
 * ROUNDEL_PENDING. A result is given once. */
int roundel_poll(roundel *device, uint64_t ticket, roundel_result *result);
/* The same, and waits as long; with 0 for ever. */
int roundel_wait(roundel *device, uint64_t ticket, uint64_t timeout_ns, roundel_result *result);

/* One packet from beginning to end, for the device's own mode. The status is that of the packet. They
 * wait as roundel_wait with 0: where a device may hang, submit, wait for a time, and reset. */
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
