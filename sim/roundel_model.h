// SPDX-License-Identifier: Apache-2.0
//
// The common part of the harnesses of all verilated tops: ports as bytes, random pauses, failures.
// A library has one harness, so this header is included once in each library.
//
// Built with ROUNDEL_MODEL_HEADER and ROUNDEL_MODEL (Verilator's class for the top).

#ifndef ROUNDEL_MODEL_H
#define ROUNDEL_MODEL_H

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include ROUNDEL_MODEL_HEADER

namespace {

constexpr uint64_t DEFAULT_WATCHDOG = 10000;
constexpr int RESET_CYCLES = 2;
constexpr uint32_t CERTAIN = 65536;
constexpr int ERROR_MODEL = -5;  // ROUNDEL_ERROR_MODEL of all interfaces

// An error that a call reports as a negative value.
struct Failure : std::runtime_error {
  int code;
  Failure(int code_, const std::string &text) : std::runtime_error(text), code(code_) {}
};

// Ports wider than 64 bits are arrays of 32-bit words, least significant word first; bytes are in
// the opposite order, most significant byte first.
template <std::size_t Words>
void to_port(VlWide<Words> &port, const uint8_t *bytes) {
  for (std::size_t i = 0; i < Words; ++i) {
    uint32_t word;
    std::memcpy(&word, bytes + 4 * (Words - 1 - i), 4);
    port[i] = __builtin_bswap32(word);
  }
}

template <std::size_t Words>
void from_port(uint8_t *bytes, const VlWide<Words> &port) {
  for (std::size_t i = 0; i < Words; ++i) {
    const uint32_t word = __builtin_bswap32(port[i]);
    std::memcpy(bytes + 4 * (Words - 1 - i), &word, 4);
  }
}

// Random pauses: xorshift64* (Vigna 2016), sufficient for stalls, unsuitable for secrets.
class Pauses {
 public:
  void set(uint64_t seed, uint32_t probability) {
    // The generator never leaves zero, and similar seeds start alike: mix the seed first.
    state_ = seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du;
    if (state_ == 0) state_ = 1;
    probability_ = probability;
  }
  bool some() const { return probability_ != 0; }
  bool now() {
    if (probability_ == 0) return false;
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return (state_ * 0x2545f4914f6cdd1du) >> 48 < probability_;
  }

 private:
  uint64_t state_ = 1;
  uint32_t probability_ = 0;
};

}  // namespace

// Verilator's own handler ends the process, which a library must not do (built with VL_USER_FATAL
// and VL_USER_STOP).
void vl_fatal(const char *file, int line, const char *, const char *message) {
  throw Failure(ERROR_MODEL,
                std::string(file) + ":" + std::to_string(line) + ": " + message);
}

void vl_stop(const char *file, int line, const char *) {
  throw Failure(ERROR_MODEL,
                std::string(file) + ":" + std::to_string(line) + ": the model called $stop");
}

namespace {

// Exceptions do not cross the C interface.
template <class Device, class Body>
int64_t guarded(Device *device, Body body) {
  try {
    return body();
  } catch (const Failure &failure) {
    device->error = failure.what();
    return failure.code;
  } catch (const std::exception &other) {
    device->error = other.what();
    return ERROR_MODEL;
  }
}

}  // namespace

#endif
