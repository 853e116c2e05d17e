// SPDX-License-Identifier: Apache-2.0
//
// The simulated device: drives the pins of the verilated top. See roundel_sim.h for the contract.
//
// The build needs ROUNDEL_MODEL_HEADER and ROUNDEL_MODEL (Verilator's class of the top),
// ROUNDEL_SLOT_BITS and ROUNDEL_TAG_BITS (port widths), ROUNDEL_QUEUE (whether out_ready_i stalls
// results), ROUNDEL_ZEROISE_DELAY (cycles from zeroise_i to its effect), and ROUNDEL_KEY_SIZES (the
// key sizes: bit 0 is 128 bits, bit 1 is 192 bits, bit 2 is 256 bits).

#include "roundel_sim.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <string>

#include "roundel_model.h"

namespace {

constexpr int BLOCK = ROUNDEL_BLOCK_BYTES;
constexpr uint64_t SLOT_LIMIT = uint64_t{1} << ROUNDEL_SLOT_BITS;
constexpr uint32_t TAG_MASK = static_cast<uint32_t>((uint64_t{1} << ROUNDEL_TAG_BITS) - 1);

}  // namespace

struct roundel_device {
  // The context must outlive the model.
  VerilatedContext context;
  std::unique_ptr<ROUNDEL_MODEL> top;
  std::string error;
  std::deque<std::array<uint8_t, BLOCK>> received;
  uint64_t inside = 0;    // blocks in flight in the hardware
  uint32_t next_in = 0;   // sequence number on the tag port of the next block
  uint32_t next_out = 0;  // expected sequence number of the next result
  uint64_t cycles = 0;
  uint64_t watchdog = DEFAULT_WATCHDOG;
  Pauses idle, stall;

  roundel_device() {
    // Registers start with arbitrary values, equal in each run.
    context.randReset(2);
    context.randSeed(1);
    top = std::make_unique<ROUNDEL_MODEL>(&context, "");
    idle_pins();
    reset();
  }
  ~roundel_device() { top->final(); }

  void idle_pins() {
    static const uint8_t zeros[sizeof(top->key_i)] = {};
    top->clk_i = 0;
    top->rst_ni = 1;
    top->zeroise_i = 0;
    top->key_valid_i = 0;
    top->key_slot_i = 0;
    top->key_clear_i = 0;
    top->key_size_i = 0;
    to_port(top->key_i, zeros);
    top->in_valid_i = 0;
    top->in_decrypt_i = 0;
    top->in_slot_i = 0;
    top->in_tag_i = 0;
    to_port(top->in_block_i, zeros);
    top->out_ready_i = 0;
  }

  // Propagates the inputs. The clock is low, so that ready may follow in_slot_i.
  void settle() {
    top->clk_i = 0;
    top->eval();
  }

  void edge() {
    top->clk_i = 1;
    top->eval();
    ++cycles;
  }

  void forget_blocks() {
    received.clear();
    inside = 0;
    next_in = next_out = 0;
  }

  void reset() {
    idle_pins();
    for (int i = 0; i < RESET_CYCLES; ++i) {
      top->rst_ni = 0;
      settle();
      edge();
    }
    top->rst_ni = 1;
    settle();
    forget_blocks();
  }

  void zeroise() {
    idle_pins();
    top->zeroise_i = 1;
    for (int i = 0; i <= ROUNDEL_ZEROISE_DELAY; ++i) {
      settle();
      edge();
      top->zeroise_i = 0;
    }
    settle();
    forget_blocks();
  }

  void check_slot(uint32_t slot) const {
    if (slot >= SLOT_LIMIT) {
      throw Failure(ROUNDEL_ERROR_ARGUMENT, "the slot does not fit the slot port");
    }
  }

  void check_empty() const {
    if (inside != 0 || !received.empty()) {
      throw Failure(ROUNDEL_ERROR_ORDER, "earlier blocks have not been pulled");
    }
  }

  // Offers a key, or without a key a clear of the slot, until the handshake. A shorter key is in
  // the top bits of the port.
  void load_key(uint32_t slot, const uint8_t *key, uint64_t size) {
    if (key) {
      uint8_t padded[sizeof(top->key_i)] = {};
      std::memcpy(padded, key, size);
      to_port(top->key_i, padded);
      top->key_size_i = static_cast<uint8_t>(size / 8 - 2);
    }
    top->key_clear_i = key == nullptr;
    top->key_slot_i = slot;
    top->key_valid_i = 1;
    top->out_ready_i = 1;
    uint64_t waited = 0;
    for (bool taken = false; !taken;) {
      settle();
      taken = top->key_ready_o;
      const bool out = top->out_valid_o;
      if (out) keep(accept());
      edge();
      waited = out ? 0 : waited + 1;
      if (!taken && waited >= watchdog) {
        fail_timeout(key ? "did not accept a key" : "did not clear a key");
      }
    }
    // Removes the key from the pins.
    idle_pins();
    settle();
  }

  [[noreturn]] void fail_timeout(const char *what) {
    throw Failure(ROUNDEL_ERROR_TIMEOUT,
                  "the hardware " + std::string(what) + " within " + std::to_string(watchdog) +
                      " cycles");
  }

  // Checks the output block; the caller copies the block before the edge.
  std::array<uint8_t, BLOCK> accept() {
    if (inside == 0) throw Failure(ROUNDEL_ERROR_TAG, "a block came out without an input");
    if (top->out_tag_o != (next_out & TAG_MASK)) {
      throw Failure(ROUNDEL_ERROR_TAG, "a block came out with tag " +
                                           std::to_string(top->out_tag_o) + " instead of " +
                                           std::to_string(next_out & TAG_MASK));
    }
    ++next_out;
    --inside;
    std::array<uint8_t, BLOCK> block;
    from_port(block.data(), top->out_block_o);
    return block;
  }

  void keep(const std::array<uint8_t, BLOCK> &block) { received.push_back(block); }

  // Runs both channels until `count` blocks are accepted and `wanted` results went to `sink`.
  template <class Sink>
  void stream(const uint8_t *in, uint64_t count, int decrypt, uint32_t slot, uint64_t wanted,
              Sink sink) {
    uint64_t sent = 0, got = 0, waited = 0;
    bool offered = false;
    top->in_decrypt_i = decrypt != 0;
    top->in_slot_i = slot;
    while (sent < count || got < wanted) {
      // An offer stays until its handshake: valid never waits for ready.
      if (!offered && sent < count && !idle.now()) {
        to_port(top->in_block_i, in + BLOCK * sent);
        top->in_tag_i = next_in & TAG_MASK;
        offered = true;
      }
      top->in_valid_i = offered;
      const bool ready = !ROUNDEL_QUEUE || !stall.now();
      top->out_ready_i = ready;
      settle();
      const bool moved_in = offered && top->in_ready_o;
      const bool moved_out = ready && top->out_valid_o;
      if (moved_out) {
        sink(accept());
        ++got;
      }
      if (moved_in) {
        ++sent;
        ++next_in;
        ++inside;
        offered = false;
      }
      edge();
      if (moved_in || moved_out) {
        waited = 0;
      } else if ((offered || sent == count) && ready && ++waited >= watchdog) {
        fail_timeout(offered ? "took no block of this slot" : "gave no block");
      }
    }
    top->in_valid_i = 0;
    top->out_ready_i = 0;
    settle();
  }

  void push(const uint8_t *in, uint64_t count, int decrypt, uint32_t slot) {
    stream(in, count, decrypt, slot, 0, [this](const auto &block) { keep(block); });
  }

  uint64_t pull(uint8_t *out, uint64_t max) {
    const uint64_t held = received.size();
    if (held < max) {
      const uint64_t missing = std::min(inside, max - held);
      stream(nullptr, 0, 0, 0, missing, [this](const auto &block) { keep(block); });
    }
    const uint64_t given = std::min<uint64_t>(max, received.size());
    for (uint64_t i = 0; i < given; ++i) {
      std::memcpy(out + BLOCK * i, received.front().data(), BLOCK);
      received.pop_front();
    }
    return given;
  }

  void process(const uint8_t *in, uint8_t *out, uint64_t count, int decrypt, uint32_t slot) {
    stream(in, count, decrypt, slot, count, [&out](const auto &block) {
      std::memcpy(out, block.data(), BLOCK);
      out += BLOCK;
    });
  }

  void process_chained(const uint8_t *in, uint8_t *out, uint64_t count, uint8_t *chain, int decrypt,
                       uint32_t slot) {
    uint8_t block[BLOCK];
    for (uint64_t i = 0; i < count; ++i) {
      for (int j = 0; j < BLOCK; ++j) block[j] = in[BLOCK * i + j] ^ chain[j];
      process(block, chain, 1, decrypt, slot);
      std::memcpy(out + BLOCK * i, chain, BLOCK);
    }
  }

  void step(const roundel_inputs &pins, roundel_outputs &seen) {
    top->rst_ni = pins.rst_n != 0;
    top->zeroise_i = pins.zeroise != 0;
    top->key_valid_i = pins.key_valid != 0;
    top->key_slot_i = pins.key_slot;
    top->key_clear_i = pins.key_clear != 0;
    top->key_size_i = pins.key_size;
    to_port(top->key_i, pins.key);
    top->in_valid_i = pins.in_valid != 0;
    top->in_decrypt_i = pins.in_decrypt != 0;
    top->in_slot_i = pins.in_slot;
    top->in_tag_i = pins.in_tag & TAG_MASK;
    to_port(top->in_block_i, pins.in_block);
    top->out_ready_i = pins.out_ready != 0;
    settle();
    seen.key_ready = top->key_ready_o;
    seen.in_ready = top->in_ready_o;
    seen.out_valid = top->out_valid_o;
    seen.out_tag = top->out_tag_o;
    from_port(seen.out_block, top->out_block_o);
    edge();
  }
};

extern "C" {

uint32_t roundel_key_bytes(void) { return sizeof(ROUNDEL_MODEL::key_i); }
uint32_t roundel_slot_limit(void) { return static_cast<uint32_t>(SLOT_LIMIT); }
uint32_t roundel_tag_limit(void) { return TAG_MASK + 1; }

roundel_device *roundel_create(void) {
  try {
    return new roundel_device;
  } catch (const std::exception &) {
    return nullptr;
  }
}

void roundel_destroy(roundel_device *device) { delete device; }

const char *roundel_last_error(const roundel_device *device) { return device->error.c_str(); }

int roundel_reset(roundel_device *device) {
  return static_cast<int>(guarded(device, [&] { return device->reset(), 0; }));
}

int roundel_zeroise(roundel_device *device) {
  return static_cast<int>(guarded(device, [&] { return device->zeroise(), 0; }));
}

int roundel_load_key(roundel_device *device, uint32_t slot, const uint8_t *key, uint64_t size) {
  return static_cast<int>(guarded(device, [&] {
    device->check_slot(slot);
    const bool one = size == 16 || size == 24 || size == 32;
    if (!one || !((ROUNDEL_KEY_SIZES >> (size / 8 - 2)) & 1)) {
      throw Failure(ROUNDEL_ERROR_ARGUMENT, "the key has the wrong number of bytes");
    }
    device->load_key(slot, key, size);
    return 0;
  }));
}

int roundel_clear_key(roundel_device *device, uint32_t slot) {
  return static_cast<int>(guarded(device, [&] {
    device->check_slot(slot);
    device->load_key(slot, nullptr, 0);
    return 0;
  }));
}

int64_t roundel_push(roundel_device *device, const uint8_t *in, uint64_t count, int decrypt,
                     uint32_t slot) {
  return guarded(device, [&] {
    device->check_slot(slot);
    device->push(in, count, decrypt, slot);
    return static_cast<int64_t>(count);
  });
}

int64_t roundel_pull(roundel_device *device, uint8_t *out, uint64_t max) {
  return guarded(device, [&] { return static_cast<int64_t>(device->pull(out, max)); });
}

int64_t roundel_process(roundel_device *device, const uint8_t *in, uint8_t *out, uint64_t count,
                        int decrypt, uint32_t slot) {
  return guarded(device, [&] {
    device->check_slot(slot);
    device->check_empty();
    device->process(in, out, count, decrypt, slot);
    return static_cast<int64_t>(count);
  });
}

int64_t roundel_process_chained(roundel_device *device, const uint8_t *in, uint8_t *out,
                                uint64_t count, uint8_t *chain, int decrypt, uint32_t slot) {
  return guarded(device, [&] {
    device->check_slot(slot);
    device->check_empty();
    device->process_chained(in, out, count, chain, decrypt, slot);
    return static_cast<int64_t>(count);
  });
}

uint64_t roundel_cycles(const roundel_device *device) { return device->cycles; }

int roundel_set_stalls(roundel_device *device, uint64_t seed, uint32_t input_idle,
                       uint32_t output_stall) {
  return static_cast<int>(guarded(device, [&] {
    if (input_idle >= CERTAIN || output_stall >= CERTAIN) {
      throw Failure(ROUNDEL_ERROR_ARGUMENT, "a probability of 1 would stop the device");
    }
    device->idle.set(seed, input_idle);
    device->stall.set(~seed, output_stall);
    return 0;
  }));
}

int roundel_set_watchdog(roundel_device *device, uint64_t cycles) {
  return static_cast<int>(guarded(device, [&] {
    if (cycles == 0) throw Failure(ROUNDEL_ERROR_ARGUMENT, "the watchdog needs at least one cycle");
    device->watchdog = cycles;
    return 0;
  }));
}

int roundel_step(roundel_device *device, const roundel_inputs *inputs, roundel_outputs *outputs) {
  return static_cast<int>(guarded(device, [&] {
    device->check_slot(inputs->key_slot);
    device->check_slot(inputs->in_slot);
    device->step(*inputs, *outputs);
    return 0;
  }));
}

}  // extern "C"
