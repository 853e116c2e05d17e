/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver's interface (roundel.h): devices, keys, requests.
 */
#include "roundel.h"

#include "device.h"
#include "registers_map.h"

enum { SECOND_NS = 1000000000, LOAD = 1 << 8, FORGET = 1 << 9, SIZE_POSITION = 10 };
enum { MAX_SLOTS = 4096, SLOT_HIGH_POSITION = 12 };
enum { MODES = ROUNDEL_MODE_CFB + 1 }; /* modes that this driver knows */

const char *roundel_strerror(int status) {
  switch (status) {
    case ROUNDEL_OK: return "done";
    case ROUNDEL_PENDING: return "not finished yet";
    case ROUNDEL_E_ARGUMENT: return "an argument is out of range";
    case ROUNDEL_E_FULL: return "too many requests are in flight; read a result first";
    case ROUNDEL_E_TIMEOUT: return "the device did not finish in time";
    case ROUNDEL_E_DEVICE: return "the device or its bus failed";
    case ROUNDEL_E_SYSTEM: return "the operating system refused";
    case ROUNDEL_E_TAG: return "the tag is wrong";
    case ROUNDEL_E_KEY: return "the key slot is empty";
    case ROUNDEL_E_COMMAND: return "the hardware does not support this request";
    case ROUNDEL_E_LENGTH: return "the mode does not support this packet length";
    case ROUNDEL_E_CANCELLED: return "dropped by a reset";
    case ROUNDEL_E_UNKNOWN: return "no request with this ticket is in flight";
    default: return "unknown status";
  }
}

/* ---- Moving ------------------------------------------------------------------------------------ */

/* Ends all unfinished requests. */
static void end_all(roundel *device, int status) {
  for (; device->oldest != device->next; ++device->oldest) {
    job *item = roundel_request_of(device, device->oldest);
    device->carrier->release(device, item);
    memset(&item->result, 0, sizeof item->result);
    item->result.status = status;
    if (item->request.bytes) memset(item->request.output, 0, item->request.bytes);
    item->done = 1;
  }
  device->feeding = device->next;
}

/* Marks the device as failed and ends its requests. */
static void fail(roundel *device) {
  device->failed = 1;
  device->carrier->quiet(device);
  end_all(device, ROUNDEL_E_DEVICE);
}

/* Moves data without waiting; *moved: whether any data moved. A failure ends all requests. */
static int move(roundel *device, int *moved) {
  *moved = 0;
  if (device->failed) return ROUNDEL_E_DEVICE;
  if (device->oldest == device->next) return ROUNDEL_OK;
  const int got = device->carrier->move(device, moved);
  if (got) fail(device);
  return got;
}

/* ---- Waiting ----------------------------------------------------------------------------------- */

static int past(roundel *device, uint64_t begin, uint64_t limit) {
  return limit && device->bus->now_ns(device->bus) - begin >= limit;
}

/* Waits until a command is finished: its register reads 0 and the STATUS bits are clear. Hardware
 * clears the register immediately, a software model possibly later. Requests continue meanwhile,
 * because a key waits for packets. */
static int settle(roundel *device, uint32_t command, uint32_t bits) {
  const uint64_t begin = device->bus->now_ns(device->bus);
  for (;;) {
    uint32_t value = 0, waits = 0;
    int moved = 0;
    int got = device->bus->read32(device->bus, command, &waits);
    if (!got) got = device->bus->read32(device->bus, AXI_REGISTER(STATUS), &value);
    if (got) return got;
    if (value == UINT32_MAX) return ROUNDEL_E_DEVICE; /* no device on the bus */
    if (!waits && !(value & bits)) return ROUNDEL_OK;
    if (!device->failed) got = move(device, &moved);
    if (got) return got;
    if (!moved && past(device, begin, device->timeout_ns)) return ROUNDEL_E_TIMEOUT;
    if (!moved) device->bus->relax(device->bus);
  }
}

/* ---- Devices ----------------------------------------------------------------------------------- */

/* Whether the device has a mode, in at least one direction. */
static int has_mode(const roundel *device, uint32_t mode) {
  const uint32_t modes = device->facts.encrypt_modes | device->facts.decrypt_modes;
  return mode < MODES && (modes >> mode & 1);
}

/* Bytes of an IV in a mode without AAD. */
static uint32_t iv_bytes_of(const roundel *device, uint32_t mode) {
  if (mode == device->facts.mode) return device->facts.iv_bytes;
  return mode == ROUNDEL_MODE_ECB ? 0 : BLOCK_BYTES;
}

/* Reads the facts of a device, and checks whether it is supported. */
static int recognise(roundel *device) {
  backend *bus = device->bus;
  uint32_t letters = 0, version = 0, cipher = 0, streams = 0;
  int got = bus->read32(bus, AXI_REGISTER(ID), &letters);
  if (!got) got = bus->read32(bus, AXI_REGISTER(VERSION), &version);
  if (!got) got = bus->read32(bus, AXI_REGISTER(CIPHER), &cipher);
  if (!got) got = bus->read32(bus, AXI_REGISTER(STREAMS), &streams);
  if (got) return got;
  if (letters != ROUNDEL_REGISTERS__ID__MAGIC_reset ||
      version >> 16 != ROUNDEL_REGISTERS__VERSION__MAJOR_reset) {
    return ROUNDEL_E_DEVICE;
  }
  roundel_facts *facts = &device->facts;
  facts->mode = cipher & ROUNDEL_REGISTERS__CIPHER__MODE_bm;
  facts->encrypts = !!(cipher & ROUNDEL_REGISTERS__CIPHER__ENCRYPT_bm);
  facts->decrypts = !!(cipher & ROUNDEL_REGISTERS__CIPHER__DECRYPT_bm);
  facts->lanes = (cipher & ROUNDEL_REGISTERS__CIPHER__LANES_bm) >> ROUNDEL_REGISTERS__CIPHER__LANES_bp;
  device->key_words =
      (cipher & ROUNDEL_REGISTERS__CIPHER__KEY_WORDS_bm) >> ROUNDEL_REGISTERS__CIPHER__KEY_WORDS_bp;
  facts->key_bytes = 4 * device->key_words;
  facts->key_sizes =
      (cipher & ROUNDEL_REGISTERS__CIPHER__KEY_SIZES_bm) >> ROUNDEL_REGISTERS__CIPHER__KEY_SIZES_bp;
  /* Version 1.0 has one key size and no field for it. */
  const uint32_t key_bits =
      (cipher & ROUNDEL_REGISTERS__CIPHER__KEY_BITS_bm) >> ROUNDEL_REGISTERS__CIPHER__KEY_BITS_bp;
  if (!facts->key_sizes && key_bits >= 128 && key_bits <= 256) {
    facts->key_sizes = 1u << (key_bits / 64 - 2);
  }
  facts->key_slots = streams & ROUNDEL_REGISTERS__STREAMS__KEY_SLOTS_bm;
  /* The field counts up to 256 slots; version 1.2 has a register for more. */
  if (facts->key_slots > UINT8_MAX + 1) return ROUNDEL_E_DEVICE;
  const uint32_t minor = version & ROUNDEL_REGISTERS__VERSION__MINOR_bm;
  if (facts->key_slots == UINT8_MAX + 1 && minor >= 2) {
    got = bus->read32(bus, AXI_REGISTER(KEY_SLOTS), &facts->key_slots);
    if (got) return got;
  }
  /* Before version 1.3 a device has one mode and no register MODES. */
  facts->encrypt_modes = facts->encrypts << facts->mode;
  facts->decrypt_modes = facts->decrypts << facts->mode;
  if (minor >= 3) {
    uint32_t modes = 0;
    got = bus->read32(bus, AXI_REGISTER(MODES), &modes);
    if (got) return got;
    const uint32_t known = (1u << MODES) - 1;
    facts->encrypt_modes = (modes & ROUNDEL_REGISTERS__MODES__ENCRYPT_bm) & known;
    facts->decrypt_modes = modes >> ROUNDEL_REGISTERS__MODES__DECRYPT_bp & known;
  }
  facts->iv_bytes =
      (streams & ROUNDEL_REGISTERS__STREAMS__IV_BYTES_bm) >> ROUNDEL_REGISTERS__STREAMS__IV_BYTES_bp;
  /* A command has twelve bits for the slot. */
  if (!device->key_words || device->key_words > 16 || !facts->key_slots ||
      facts->key_slots > MAX_SLOTS || facts->mode >= MODES ||
      facts->iv_bytes > BLOCK_BYTES || !has_mode(device, facts->mode)) {
    return ROUNDEL_E_DEVICE;
  }
  return device->carrier->recognise(device);
}

/* Clears the device, then wipes the outputs, which the device no longer writes. */
static int forget(roundel *device, int status) {
  backend *bus = device->bus;
  device->failed = 1; /* no data moves meanwhile */
  int got = bus->write32(bus, AXI_REGISTER(CONTROL), ROUNDEL_REGISTERS__CONTROL__ZEROISE_bm);
  if (!got) got = settle(device, AXI_REGISTER(CONTROL), ROUNDEL_REGISTERS__STATUS__ZEROISING_bm);
  if (!got) got = device->carrier->begin(device);
  end_all(device, status);
  device->failed = got != ROUNDEL_OK;
  return got;
}

static void end(roundel *device) {
  system_lock_destroy(&device->lock);
  device->bus->close(device->bus);
  if (device->owned) system_free(device->memory);
  roundel_return_state(device);
}

int roundel_open_on(backend *bus, const roundel_options *options, roundel **out) {
  const int dma = options && options->access == ROUNDEL_ACCESS_DMA;
  *out = NULL;
  roundel *device = roundel_take_state();
  if (!device) {
    bus->close(bus);
    return ROUNDEL_E_SYSTEM;
  }
  device->bus = bus;
  device->carrier = dma ? &roundel_dma_carrier : &roundel_card_carrier;
  if (dma && options->memory) {
    device->memory = options->memory;
    device->memory_address = options->memory_address;
    device->memory_bytes = options->memory_bytes;
  }
  device->timeout_ns = options && options->timeout_ns ? options->timeout_ns : SECOND_NS;
  while (device->free_count < ROUNDEL_REQUESTS) {
    device->free_jobs[device->free_count] = (uint8_t)device->free_count;
    ++device->free_count;
  }
  const int error = system_lock_create(&device->lock);
  if (error) {
    bus->close(bus);
    roundel_return_state(device);
    system_fail(error);
    return ROUNDEL_E_SYSTEM;
  }
  int status = recognise(device);
  /* Data of another program in the device must not become readable. */
  if (!status) status = forget(device, ROUNDEL_E_CANCELLED);
  if (status) {
    end(device);
    return status;
  }
  *out = device;
  return ROUNDEL_OK;
}

void roundel_close(roundel *device) {
  if (!device) return;
  system_lock_take(&device->lock);
  /* forget() restarts the device; a DMA must not run without the driver's memory. */
  if (!forget(device, ROUNDEL_E_CANCELLED)) device->carrier->quiet(device);
  system_lock_release(&device->lock);
  end(device);
}

int roundel_get_facts(roundel *device, roundel_facts *out) {
  if (!device || !out) return ROUNDEL_E_ARGUMENT;
  *out = device->facts;
  return ROUNDEL_OK;
}

static int forget_now(roundel *device) {
  if (!device) return ROUNDEL_E_ARGUMENT;
  system_lock_take(&device->lock);
  const int got = forget(device, ROUNDEL_E_CANCELLED);
  system_lock_release(&device->lock);
  return got;
}

int roundel_zeroise(roundel *device) { return forget_now(device); }
int roundel_reset(roundel *device) { return forget_now(device); }

/* ---- Keys -------------------------------------------------------------------------------------- */

/* Waits for the earlier requests of a slot: the device may still need their key. */
static int empty_slot(roundel *device, uint32_t slot) {
  const uint64_t begin = device->bus->now_ns(device->bus);
  for (;;) {
    int moved = 0, used = 0;
    const int got = move(device, &moved);
    if (got) return got;
    for (uint64_t number = device->oldest; number != device->next; ++number) {
      used = used || roundel_request_of(device, number)->request.slot == slot;
    }
    if (!used) return ROUNDEL_OK;
    if (!moved && past(device, begin, device->timeout_ns)) return ROUNDEL_E_TIMEOUT;
    if (!moved) device->bus->relax(device->bus);
  }
}

/* The number of AES keys in a key: XTS has two. */
static uint32_t halves(const roundel *device) {
  return device->facts.mode == ROUNDEL_MODE_XTS ? 2 : 1;
}

/* Loads a key of `bytes` bytes, or clears the slot without a key. */
static int put_key(roundel *device, uint32_t slot, const uint8_t *key, uint32_t bytes) {
  backend *bus = device->bus;
  const uint32_t words = bytes / 4 / halves(device); /* of each half */
  const uint32_t apart = device->key_words / halves(device);
  if (device->failed) return ROUNDEL_E_DEVICE;
  int got = empty_slot(device, slot);
  if (!got) got = settle(device, AXI_REGISTER(KEY_COMMAND), ROUNDEL_REGISTERS__STATUS__KEY_BUSY_bm);
  for (uint32_t i = 0; key && i < bytes / 4 && !got; ++i) {
    const uint32_t place = i / words * apart + i % words;
    uint32_t word = 0;
    for (int b = 0; b < 4; ++b) word |= (uint32_t)key[4 * i + (uint32_t)b] << (8 * b);
    got = bus->write32(bus, AXI_REGISTER(KEY) + 4 * place, word);
  }
  const uint32_t size = key ? words / 2 - 2 : 0; /* 0: 128 bits, 1: 192, 2: 256 */
  const uint32_t number = (slot & 0xff) | slot >> 8 << SLOT_HIGH_POSITION;
  const uint32_t command = number | (key ? LOAD : FORGET) | size << SIZE_POSITION;
  if (!got) got = bus->write32(bus, AXI_REGISTER(KEY_COMMAND), command);
  if (!got) got = settle(device, AXI_REGISTER(KEY_COMMAND), ROUNDEL_REGISTERS__STATUS__KEY_BUSY_bm);
  return got;
}

static int change_key(roundel *device, uint32_t slot, const uint8_t *key, uint32_t bytes) {
  if (slot >= device->facts.key_slots) return ROUNDEL_E_ARGUMENT;
  system_lock_take(&device->lock);
  const int got = put_key(device, slot, key, bytes);
  if (got == ROUNDEL_E_DEVICE && !device->failed) fail(device);
  system_lock_release(&device->lock);
  return got;
}

int roundel_load_key(roundel *device, uint32_t slot, const uint8_t *key, size_t bytes) {
  if (!device || !key) return ROUNDEL_E_ARGUMENT;
  const size_t half = bytes / halves(device);
  const int whole = bytes % halves(device) == 0 && (half == 16 || half == 24 || half == 32);
  if (!whole || !(device->facts.key_sizes >> (half / 8 - 2) & 1)) return ROUNDEL_E_ARGUMENT;
  return change_key(device, slot, key, (uint32_t)bytes);
}

int roundel_clear_key(roundel *device, uint32_t slot) {
  if (!device) return ROUNDEL_E_ARGUMENT;
  return change_key(device, slot, NULL, 0);
}

/* ---- Requests ---------------------------------------------------------------------------------- */

static int sound(const roundel *device, const roundel_request *request) {
  const uint32_t mode = roundel_mode_of(device, request);
  if (!has_mode(device, mode)) return 0;
  if (request->slot >= MAX_SLOTS || request->decrypt > 1 || request->counter_32 > 1) return 0;
  if (request->bytes && (!request->input || !request->output)) return 0;
  if (request->counter_32 && mode != ROUNDEL_MODE_CTR) return 0;
  if (mode == ROUNDEL_MODE_GCM) {
    if (!request->iv || !request->iv_bytes) return 0;
    if (request->aad_bytes && !request->aad) return 0;
    /* SP 800-38D section 5.2.1.2: a tag has 4, 8 or 12 to 16 bytes. */
    return request->tag_bytes == 4 || request->tag_bytes == 8 ||
           (request->tag_bytes >= 12 && request->tag_bytes <= ROUNDEL_TAG_BYTES);
  }
  if (request->aad_bytes || request->tag_bytes) return 0;
  if (request->iv_bytes != iv_bytes_of(device, mode)) return 0;
  return !request->iv_bytes || request->iv;
}

int roundel_submit(roundel *device, const roundel_request *request, uint64_t *ticket) {
  if (!device || !request || !ticket || !sound(device, request)) return ROUNDEL_E_ARGUMENT;
  system_lock_take(&device->lock);
  int got = ROUNDEL_OK;
  if (device->failed) {
    got = ROUNDEL_E_DEVICE;
  } else if (!device->free_count) {
    got = ROUNDEL_E_FULL;
  } else {
    const uint8_t index = device->free_jobs[device->free_count - 1];
    job *item = &device->jobs[index];
    memset(item, 0, sizeof *item);
    item->request = *request;
    item->ticket = device->next * ROUNDEL_REQUESTS + index;
    got = device->carrier->accept(device, item);
    if (!got) {
      --device->free_count;
      item->busy = 1;
      *ticket = item->ticket;
      device->job_of[device->next++ % ROUNDEL_REQUESTS] = index;
      int moved = 0;
      (void)move(device, &moved); /* a failure becomes the request's result */
    }
  }
  system_lock_release(&device->lock);
  return got;
}

/* The result of a request, once; *moved: whether any data moved. */
static int result_of(roundel *device, uint64_t ticket, roundel_result *result, int *moved) {
  job *item = &device->jobs[ticket % ROUNDEL_REQUESTS];
  *moved = 0;
  if (!item->busy || item->ticket != ticket) return ROUNDEL_E_UNKNOWN;
  if (!item->done) (void)move(device, moved);
  if (!item->done) return ROUNDEL_PENDING;
  *result = item->result;
  item->busy = 0;
  device->free_jobs[device->free_count++] = (uint8_t)(ticket % ROUNDEL_REQUESTS);
  return ROUNDEL_OK;
}

int roundel_poll(roundel *device, uint64_t ticket, roundel_result *result) {
  if (!device || !result) return ROUNDEL_E_ARGUMENT;
  system_lock_take(&device->lock);
  int moved = 0;
  const int got = result_of(device, ticket, result, &moved);
  system_lock_release(&device->lock);
  return got;
}

int roundel_wait(roundel *device, uint64_t ticket, uint64_t timeout_ns, roundel_result *result) {
  if (!device || !result) return ROUNDEL_E_ARGUMENT;
  system_lock_take(&device->lock);
  const uint64_t begin = device->bus->now_ns(device->bus);
  int moved = 0;
  int got = result_of(device, ticket, result, &moved);
  while (got == ROUNDEL_PENDING) {
    if (past(device, begin, timeout_ns)) {
      got = ROUNDEL_E_TIMEOUT;
      break;
    }
    /* Other threads may submit or poll meanwhile, except in a simulation. */
    if (!moved && device->bus->simulated) device->bus->relax(device->bus);
    system_lock_release(&device->lock);
    if (!moved && !device->bus->simulated) device->bus->relax(device->bus);
    system_lock_take(&device->lock);
    got = result_of(device, ticket, result, &moved);
  }
  system_lock_release(&device->lock);
  return got;
}

/* ---- One packet -------------------------------------------------------------------------------- */

static int whole(roundel *device, uint32_t mode, const roundel_request *request, uint8_t *tag) {
  roundel_request own = *request;
  own.mode = ROUNDEL_SELECT + mode;
  uint64_t ticket = 0;
  roundel_result result;
  int got = roundel_submit(device, &own, &ticket);
  if (!got) got = roundel_wait(device, ticket, 0, &result);
  if (got) return got;
  if (tag && !result.status) memcpy(tag, result.tag, request->tag_bytes);
  return result.status;
}

int roundel_ecb(roundel *device, uint32_t slot, int decrypt, const uint8_t *input, uint8_t *output,
                uint32_t bytes) {
  const roundel_request request = {.slot = slot, .decrypt = (uint32_t)!!decrypt, .input = input,
                                   .output = output, .bytes = bytes};
  return whole(device, ROUNDEL_MODE_ECB, &request, NULL);
}

int roundel_cbc(roundel *device, uint32_t slot, int decrypt, const uint8_t iv[16],
                const uint8_t *input, uint8_t *output, uint32_t bytes) {
  const roundel_request request = {.slot = slot, .decrypt = (uint32_t)!!decrypt, .iv = iv,
                                   .iv_bytes = 16, .input = input, .output = output,
                                   .bytes = bytes};
  return whole(device, ROUNDEL_MODE_CBC, &request, NULL);
}

int roundel_ctr(roundel *device, uint32_t slot, const uint8_t counter[16], const uint8_t *input,
                uint8_t *output, uint32_t bytes) {
  const roundel_request request = {.slot = slot, .iv = counter, .iv_bytes = 16, .input = input,
                                   .output = output, .bytes = bytes};
  return whole(device, ROUNDEL_MODE_CTR, &request, NULL);
}

int roundel_xts(roundel *device, uint32_t slot, int decrypt, const uint8_t tweak[16],
                const uint8_t *input, uint8_t *output, uint32_t bytes) {
  const roundel_request request = {.slot = slot, .decrypt = (uint32_t)!!decrypt, .iv = tweak,
                                   .iv_bytes = 16, .input = input, .output = output,
                                   .bytes = bytes};
  return whole(device, ROUNDEL_MODE_XTS, &request, NULL);
}

int roundel_gcm_encrypt(roundel *device, uint32_t slot, const uint8_t *iv, uint32_t iv_bytes,
                        const uint8_t *aad, uint32_t aad_bytes, const uint8_t *input,
                        uint8_t *output, uint32_t bytes, uint8_t *tag, uint32_t tag_bytes) {
  const roundel_request request = {.slot = slot, .tag_bytes = tag_bytes, .iv = iv,
                                   .iv_bytes = iv_bytes, .aad_bytes = aad_bytes, .aad = aad,
                                   .input = input, .output = output, .bytes = bytes};
  if (!tag) return ROUNDEL_E_ARGUMENT;
  return whole(device, ROUNDEL_MODE_GCM, &request, tag);
}

int roundel_gcm_decrypt(roundel *device, uint32_t slot, const uint8_t *iv, uint32_t iv_bytes,
                        const uint8_t *aad, uint32_t aad_bytes, const uint8_t *input,
                        uint8_t *output, uint32_t bytes, const uint8_t *tag, uint32_t tag_bytes) {
  roundel_request request = {.slot = slot, .decrypt = 1, .tag_bytes = tag_bytes, .iv = iv,
                             .iv_bytes = iv_bytes, .aad_bytes = aad_bytes, .aad = aad,
                             .input = input, .output = output, .bytes = bytes};
  if (!tag || tag_bytes > ROUNDEL_TAG_BYTES) return ROUNDEL_E_ARGUMENT;
  memcpy(request.tag, tag, tag_bytes);
  return whole(device, ROUNDEL_MODE_GCM, &request, NULL);
}
