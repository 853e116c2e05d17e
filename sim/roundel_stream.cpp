// SPDX-License-Identifier: Apache-2.0
//
// The simulated packet engine: drives the pins of the verilated roundel_stream,
// roundel_stream_tested or roundel_stream_interleaved. See roundel_stream.h for the contract.
//
// The build needs the macros of roundel_model.h, ROUNDEL_SLOT_BITS, ROUNDEL_USER_BITS,
// ROUNDEL_LANES, ROUNDEL_STREAMS (the number of streams; 1 without stream numbers),
// ROUNDEL_KEY_SIZES (the key sizes: bit 0 is 128 bits, bit 1 is 192 bits, bit 2 is 256 bits), and
// ROUNDEL_KEY_HALVES (2 for the two keys of XTS, otherwise 1).

#include "roundel_stream.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "roundel_model.h"

namespace {

constexpr uint32_t BEAT = 16 * ROUNDEL_LANES;
constexpr uint8_t NULL_BYTE = 0xa5;  // bytes without a bit of keep: the hardware must ignore them
constexpr uint64_t SLOT_LIMIT = uint64_t{1} << ROUNDEL_SLOT_BITS;
constexpr uint32_t STREAMS = ROUNDEL_STREAMS;
constexpr uint64_t USER_MASK = (uint64_t{1} << ROUNDEL_USER_BITS) - 1;

// Bytes of a stream, the first byte in the low bits.
template <std::size_t Words>
void to_stream(VlWide<Words> &port, const uint8_t *bytes) {
  for (std::size_t i = 0; i < Words; ++i) std::memcpy(&port[i], bytes + 4 * i, 4);
}

template <std::size_t Words>
void from_stream(uint8_t *bytes, const VlWide<Words> &port) {
  for (std::size_t i = 0; i < Words; ++i) std::memcpy(bytes + 4 * i, &port[i], 4);
}

// tkeep has a bit per byte: up to 64 bits are a number, more bits are an array of words.
using Keep = std::array<uint8_t, BEAT / 8>;

template <class Port>
void to_keep(Port &port, const Keep &keep) {
  if constexpr (std::is_integral_v<Port>) {
    uint64_t value = 0;
    std::memcpy(&value, keep.data(), keep.size());
    port = static_cast<Port>(value);
  } else {
    to_stream(port, keep.data());
  }
}

template <class Port>
Keep from_keep(const Port &port) {
  Keep keep;
  if constexpr (std::is_integral_v<Port>) {
    const uint64_t value = port;
    std::memcpy(keep.data(), &value, keep.size());
  } else {
    from_stream(keep.data(), port);
  }
  return keep;
}

struct Command {
  std::array<uint8_t, ROUNDEL_STREAM_COMMAND_BYTES> bytes;
  uint64_t user;
  bool privileged;
  uint64_t behind;  // number of keys that must be offered before
};

struct Beat {
  std::array<uint8_t, BEAT> data;
  Keep keep;
  bool last;
  uint32_t stream;
  uint64_t user;
};

// Available text of a stream.
struct Text {
  std::vector<uint8_t> bytes;
  std::size_t read = 0;
};

// Pins that only one of the tops has.
template <class Top>
void set_beat_stream(Top &top, uint32_t stream) {
  if constexpr (requires { top.beat_id_i; }) top.beat_id_i = stream;
}

template <class Top>
uint32_t text_stream(const Top &top) {
  if constexpr (requires { top.text_id_o; }) return top.text_id_o;
  return 0;
}

template <class Top>
void read_result(roundel_stream_result &result, const Top &top) {
  if constexpr (requires { top.result_tag_o; }) from_stream(result.tag, top.result_tag_o);
  if constexpr (requires { top.result_id_o; }) result.stream = top.result_id_o;
}

// roundel_stream_interleaved has no tags.
template <class Top>
void set_least_tag(Top &top, uint8_t bytes) {
  if constexpr (requires { top.key_least_tag_i; }) top.key_least_tag_i = bytes;
}

// Only with HasPolicy the hardware reads the policy and the privilege.
template <class Top>
void set_policy(Top &top, uint64_t policy) {
  if constexpr (requires { top.key_policy_i; }) top.key_policy_i = policy;
}

template <class Top>
void set_privileged(Top &top, bool privileged) {
  if constexpr (requires { top.command_privileged_i; }) top.command_privileged_i = privileged;
}

template <class Top>
bool key_refused(const Top &top) {
  if constexpr (requires { top.key_refused_o; }) return top.key_refused_o;
  return false;
}

// Only a set of key sizes reads the size of a key.
template <class Top>
void set_key_size(Top &top, uint8_t size) {
  if constexpr (requires { top.key_size_i; }) top.key_size_i = size;
}

// roundel_stream_tested alone has a self-test.
template <class Top>
void set_test(Top &top, bool test) {
  if constexpr (requires { top.test_i; }) top.test_i = test;
}

template <class Top>
int test_state(const Top &top) {
  if constexpr (requires { top.test_busy_o; }) return top.test_busy_o | top.test_failed_o << 1;
  return 0;
}

constexpr std::size_t KEY_BYTES = sizeof(ROUNDEL_MODEL::key_i);
constexpr std::size_t HALF_BYTES = KEY_BYTES / ROUNDEL_KEY_HALVES;  // the largest AES key

struct Key {
  uint32_t slot;
  bool clear;
  uint8_t size;  // roundel_aes_pkg::KEY_SIZE_*
  uint8_t least_tag;  // GCM: fewest bytes of a tag with this key
  uint64_t policy;  // key_policy_t
  std::array<uint8_t, KEY_BYTES> bytes;
  uint64_t behind;  // number of commands that must be accepted before
};

// The payload of a stalled output, which must not change.
template <class Payload>
struct Held {
  bool held = false;
  Payload payload;

  void check(bool valid, bool ready, const Payload &now, const char *port) {
    if (held && (!valid || now != payload)) {
      held = false;
      throw Failure(ROUNDEL_STREAM_ERROR_PROTOCOL,
                    std::string("the ") + port + " port changed before its handshake");
    }
    held = valid && !ready;
    payload = now;
  }
};

using TextPins = std::array<uint8_t, BEAT + BEAT / 8 + 2 + sizeof(uint64_t)>;
using ResultPins = std::array<uint8_t, 2 + 16 + 1 + sizeof(uint64_t)>;

}  // namespace

struct roundel_stream {
  // The context must outlive the model.
  VerilatedContext context;
  std::unique_ptr<ROUNDEL_MODEL> top;
  std::string error;
  std::deque<Command> commands;
  std::deque<Beat> beats;
  std::deque<Key> keys;
  bool command_offered = false, beat_offered = false, key_offered = false;
  bool ordered = false;
  // Counts since the last reset or zeroise.
  uint64_t commands_written = 0, commands_taken = 0;
  uint64_t keys_written = 0, keys_taken = 0, keys_seen = 0;
  uint64_t keys_refused = 0;  // since the creation
  std::vector<Text> texts = std::vector<Text>(STREAMS);
  uint32_t chosen = 0;
  std::deque<roundel_stream_result> results;
  std::deque<roundel_stream_beat> text_beats;
  bool keep_beats = false;
  uint64_t cycles = 0, beats_taken = 0, watchdog = DEFAULT_WATCHDOG;
  uint64_t still = 0;  // consecutive cycles without progress
  Pauses command_idle, beat_idle, key_idle, text_stall, result_stall;
  Held<TextPins> text_held;
  Held<ResultPins> result_held;

  roundel_stream() {
    // Registers start with arbitrary values, equal in each run.
    context.randReset(2);
    context.randSeed(1);
    top = std::make_unique<ROUNDEL_MODEL>(&context, "");
    idle_pins();
    reset();
  }
  ~roundel_stream() { top->final(); }

  void idle_pins() {
    static const uint8_t zeros[BEAT > 64 ? BEAT : 64] = {};
    top->clk_i = 0;
    top->rst_ni = 1;
    top->zeroise_i = 0;
    set_test(*top, false);
    top->key_valid_i = 0;
    top->key_slot_i = 0;
    top->key_clear_i = 0;
    set_key_size(*top, 0);
    set_least_tag(*top, 0);
    set_policy(*top, 0);
    set_privileged(*top, false);
    to_port(top->key_i, zeros);
    top->command_valid_i = 0;
    to_stream(top->command_i, zeros);
    top->command_user_i = 0;
    top->beat_valid_i = 0;
    to_stream(top->beat_data_i, zeros);
    to_keep(top->beat_keep_i, Keep{});
    top->beat_last_i = 0;
    set_beat_stream(*top, 0);
    top->beat_user_i = 0;
    top->text_ready_i = 0;
    top->result_ready_i = 0;
  }

  void settle() {
    top->clk_i = 0;
    top->eval();
  }

  void edge() {
    top->clk_i = 1;
    top->eval();
    ++cycles;
  }

  void forget() {
    commands.clear();
    beats.clear();
    keys.clear();
    command_offered = beat_offered = key_offered = false;
    commands_written = commands_taken = keys_written = keys_taken = keys_seen = 0;
    text_held.held = result_held.held = false;
    still = 0;
    idle_pins();
  }

  void reset() {
    forget();
    for (int i = 0; i < RESET_CYCLES; ++i) {
      top->rst_ni = 0;
      settle();
      edge();
    }
    top->rst_ni = 1;
    settle();
  }

  // The inputs keep their offers in the cycle of zeroise_i, as the contracts of the ports demand.
  void zeroise() {
    top->zeroise_i = 1;
    settle();
    edge();
    top->zeroise_i = 0;
    forget();
    settle();
  }

  // Starts the self-test in the next cycle, beside the offers of the inputs.
  void test() {
    set_test(*top, true);
    cycle();
    set_test(*top, false);
    settle();
  }

  // One cycle; returns whether any data moved.
  bool cycle() {
    // An offer stays until its handshake: valid never waits for ready.
    if (!command_offered && !commands.empty() && commands.front().behind <= keys_seen &&
        !command_idle.now()) {
      to_stream(top->command_i, commands.front().bytes.data());
      top->command_user_i = commands.front().user;
      set_privileged(*top, commands.front().privileged);
      command_offered = true;
    }
    if (!beat_offered && !beats.empty() && !beat_idle.now()) {
      const Beat &beat = beats.front();
      to_stream(top->beat_data_i, beat.data.data());
      to_keep(top->beat_keep_i, beat.keep);
      top->beat_last_i = beat.last;
      set_beat_stream(*top, beat.stream);
      top->beat_user_i = beat.user;
      beat_offered = true;
    }
    if (!key_offered && !keys.empty() && keys.front().behind <= commands_taken &&
        !key_idle.now()) {
      top->key_slot_i = keys.front().slot;
      top->key_clear_i = keys.front().clear;
      set_key_size(*top, keys.front().size);
      set_least_tag(*top, keys.front().least_tag);
      set_policy(*top, keys.front().policy);
      to_port(top->key_i, keys.front().bytes.data());
      key_offered = true;
    }
    top->command_valid_i = command_offered;
    top->beat_valid_i = beat_offered;
    top->key_valid_i = key_offered;
    top->text_ready_i = !text_stall.now();
    top->result_ready_i = !result_stall.now();
    settle();
    check_outputs();
    bool moved = false;
    const bool key_taken = key_offered && top->key_ready_o;
    if (key_taken && key_refused(*top)) ++keys_refused;
    if (key_offered) keys_seen = keys_taken + 1;
    if (command_offered && top->command_ready_o) {
      commands.pop_front();
      command_offered = false;
      ++commands_taken;
      moved = true;
    }
    if (beat_offered && top->beat_ready_o) {
      beats.pop_front();
      beat_offered = false;
      ++beats_taken;
      moved = true;
    }
    if (top->text_valid_o && top->text_ready_i) {
      take_text();
      moved = true;
    }
    if (top->result_valid_o && top->result_ready_i) {
      roundel_stream_result result{};
      result.ok = top->result_ok_o;
      result.error = top->result_error_o;
      read_result(result, *top);
      result.user = top->result_user_o;
      result.cycle = cycles;
      results.push_back(result);
      moved = true;
    }
    edge();
    if (key_taken) {
      keys.pop_front();
      key_offered = false;
      ++keys_taken;
      // Removes the key from the pins.
      static const uint8_t zeros[sizeof(ROUNDEL_MODEL::key_i)] = {};
      to_port(top->key_i, zeros);
      top->key_valid_i = 0;
      moved = true;
    }
    return moved;
  }

  // Outputs only stall in pauses.
  void check_outputs() {
    if (text_held.held || !top->text_ready_i) {
      TextPins pins{};
      from_stream(pins.data(), top->text_data_o);
      const Keep keep = from_keep(top->text_keep_o);
      std::memcpy(&pins[BEAT], keep.data(), keep.size());
      pins[BEAT + BEAT / 8] = top->text_last_o;
      const uint64_t user = top->text_user_o;
      pins[BEAT + BEAT / 8 + 1] = text_stream(*top);
      std::memcpy(&pins[BEAT + BEAT / 8 + 2], &user, sizeof user);
      text_held.check(top->text_valid_o, top->text_ready_i, pins, "text");
    }
    if (result_held.held || !top->result_ready_i) {
      ResultPins pins{};
      pins[0] = top->result_ok_o;
      pins[1] = top->result_error_o;
      roundel_stream_result seen{};
      read_result(seen, *top);
      std::memcpy(&pins[2], seen.tag, sizeof seen.tag);
      pins[18] = seen.stream;
      const uint64_t user = top->result_user_o;
      std::memcpy(&pins[19], &user, sizeof user);
      result_held.check(top->result_valid_o, top->result_ready_i, pins, "result");
    }
  }

  void take_text() {
    uint8_t data[BEAT];
    from_stream(data, top->text_data_o);
    const Keep keep = from_keep(top->text_keep_o);
    std::vector<uint8_t> &text = texts.at(text_stream(*top)).bytes;
    for (uint32_t b = 0; b < BEAT; ++b) {
      if (keep[b / 8] >> (b % 8) & 1) {
        text.push_back(data[b]);
      } else if (data[b] != 0) {
        throw Failure(ROUNDEL_STREAM_ERROR_PROTOCOL, "a null byte of the text is not zero");
      }
    }
    if (keep_beats) {
      roundel_stream_beat beat{};
      std::memcpy(&beat.keep, keep.data(), std::min(sizeof beat.keep, keep.size()));
      beat.user = top->text_user_o;
      for (const uint8_t byte : keep) beat.bytes += __builtin_popcount(byte);
      beat.stream = text_stream(*top);
      beat.last = top->text_last_o;
      beat.cycle = cycles;
      text_beats.push_back(beat);
    }
  }

  bool run(uint64_t waiting, uint64_t wanted, uint64_t most) {
    while (beats.size() > waiting || !commands.empty() || !keys.empty() ||
           results.size() < wanted) {
      if (most-- == 0) return false;
      still = cycle() ? 0 : still + 1;
      if (still >= watchdog) {
        still = 0;
        throw Failure(ROUNDEL_STREAM_ERROR_TIMEOUT,
                      "the hardware made no progress for " + std::to_string(watchdog) + " cycles");
      }
    }
    still = 0;
    return true;
  }

  void write(const uint8_t *data, uint64_t size, bool last, uint64_t user) {
    uint64_t done = 0;
    do {
      const uint64_t part = std::min<uint64_t>(BEAT, size - done);
      Beat beat{};
      beat.data.fill(NULL_BYTE);
      if (part) std::memcpy(beat.data.data(), data + done, part);
      for (uint64_t b = 0; b < part; ++b) beat.keep[b / 8] |= 1 << (b % 8);
      done += part;
      beat.last = last && done == size;
      beat.stream = chosen;
      beat.user = user & USER_MASK;
      if (part || beat.last) beats.push_back(beat);
    } while (done < size);
  }
};

extern "C" {

uint32_t roundel_stream_key_bytes(void) { return sizeof(ROUNDEL_MODEL::key_i); }
uint32_t roundel_stream_beat_bytes(void) { return BEAT; }
uint32_t roundel_stream_slot_limit(void) { return static_cast<uint32_t>(SLOT_LIMIT); }
uint64_t roundel_stream_user_limit(void) { return USER_MASK + 1; }
uint32_t roundel_stream_streams(void) { return STREAMS; }

roundel_stream *roundel_stream_create(void) {
  try {
    return new roundel_stream;
  } catch (const std::exception &) {
    return nullptr;
  }
}

void roundel_stream_destroy(roundel_stream *device) { delete device; }

const char *roundel_stream_last_error(const roundel_stream *device) {
  return device->error.c_str();
}

int roundel_stream_reset(roundel_stream *device) {
  return static_cast<int>(guarded(device, [&] { return device->reset(), 0; }));
}

int roundel_stream_zeroise(roundel_stream *device) {
  return static_cast<int>(guarded(device, [&] { return device->zeroise(), 0; }));
}

int roundel_stream_test(roundel_stream *device) {
  return static_cast<int>(guarded(device, [&] { return device->test(), 0; }));
}

int roundel_stream_test_state(const roundel_stream *device) { return test_state(*device->top); }

int roundel_stream_key(roundel_stream *device, uint32_t slot, const uint8_t *key, uint64_t size,
                       uint32_t least_tag, uint64_t policy) {
  return static_cast<int>(guarded(device, [&] {
    if (slot >= SLOT_LIMIT) {
      throw Failure(ROUNDEL_STREAM_ERROR_ARGUMENT, "the slot does not fit the slot port");
    }
    const uint64_t half = size / ROUNDEL_KEY_HALVES;
    if (key && (size % ROUNDEL_KEY_HALVES != 0 || half % 8 != 0 || half < 16 || half > HALF_BYTES ||
                !((ROUNDEL_KEY_SIZES >> (half / 8 - 2)) & 1))) {
      throw Failure(ROUNDEL_STREAM_ERROR_ARGUMENT, "the key has the wrong number of bytes");
    }
    if (least_tag > 16) {
      throw Failure(ROUNDEL_STREAM_ERROR_ARGUMENT, "the least tag has more than 16 bytes");
    }
    Key item{};
    item.slot = slot;
    item.clear = key == nullptr;
    item.least_tag = static_cast<uint8_t>(least_tag);
    item.policy = policy;
    item.behind = device->ordered ? device->commands_written : 0;
    if (key) {
      item.size = static_cast<uint8_t>(half / 8 - 2);
      for (uint64_t n = 0; n < ROUNDEL_KEY_HALVES; ++n) {
        std::memcpy(item.bytes.data() + n * HALF_BYTES, key + n * half, half);
      }
    }
    device->keys.push_back(item);
    ++device->keys_written;
    return 0;
  }));
}

int roundel_stream_keep_order(roundel_stream *device, int ordered) {
  device->ordered = ordered != 0;
  return 0;
}

uint64_t roundel_stream_keys_waiting(const roundel_stream *device) { return device->keys.size(); }
uint64_t roundel_stream_keys_refused(const roundel_stream *device) { return device->keys_refused; }
uint64_t roundel_stream_commands_waiting(const roundel_stream *device) {
  return device->commands.size();
}

int roundel_stream_command(roundel_stream *device, const uint8_t *command, uint64_t user,
                           int privileged) {
  return static_cast<int>(guarded(device, [&] {
    Command item;
    std::memcpy(item.bytes.data(), command, item.bytes.size());
    item.user = user & USER_MASK;
    item.privileged = privileged != 0;
    item.behind = device->ordered ? device->keys_written : 0;
    device->commands.push_back(item);
    ++device->commands_written;
    return 0;
  }));
}

int roundel_stream_choose(roundel_stream *device, uint32_t stream) {
  return static_cast<int>(guarded(device, [&] {
    if (stream >= STREAMS) {
      throw Failure(ROUNDEL_STREAM_ERROR_ARGUMENT, "the stream does not exist");
    }
    device->chosen = stream;
    return 0;
  }));
}

int roundel_stream_write(roundel_stream *device, const uint8_t *data, uint64_t size, int last,
                         uint64_t user) {
  return static_cast<int>(
      guarded(device, [&] { return device->write(data, size, last != 0, user), 0; }));
}

int roundel_stream_write_beat(roundel_stream *device, const uint8_t *data, uint64_t keep, int last,
                              uint64_t user) {
  return static_cast<int>(guarded(device, [&] {
    Beat beat{};
    std::memcpy(beat.data.data(), data, BEAT);
    std::memcpy(beat.keep.data(), &keep, std::min(sizeof keep, beat.keep.size()));
    beat.last = last != 0;
    beat.stream = device->chosen;
    beat.user = user & USER_MASK;
    device->beats.push_back(beat);
    return 0;
  }));
}

int roundel_stream_run(roundel_stream *device, uint64_t waiting, uint64_t results,
                       uint64_t cycles) {
  return static_cast<int>(
      guarded(device, [&] { return device->run(waiting, results, cycles) ? 1 : 0; }));
}

int roundel_stream_run_cycles(roundel_stream *device, uint64_t cycles) {
  return static_cast<int>(guarded(device, [&] {
    for (uint64_t i = 0; i < cycles; ++i) device->cycle();
    return 0;
  }));
}

int64_t roundel_stream_read(roundel_stream *device, uint8_t *out, uint64_t max) {
  return guarded(device, [&] {
    Text &text = device->texts[device->chosen];
    const uint64_t size = std::min<uint64_t>(max, text.bytes.size() - text.read);
    if (size) std::memcpy(out, text.bytes.data() + text.read, size);
    text.read += size;
    if (text.read == text.bytes.size()) text = {};
    return static_cast<int64_t>(size);
  });
}

int roundel_stream_read_result(roundel_stream *device, roundel_stream_result *result) {
  if (device->results.empty()) return 0;
  *result = device->results.front();
  device->results.pop_front();
  return 1;
}

int roundel_stream_read_beat(roundel_stream *device, roundel_stream_beat *beat) {
  if (device->text_beats.empty()) return 0;
  *beat = device->text_beats.front();
  device->text_beats.pop_front();
  return 1;
}

int roundel_stream_keep_beats(roundel_stream *device, int keep) {
  device->keep_beats = keep != 0;
  if (!keep) device->text_beats.clear();
  return 0;
}

uint64_t roundel_stream_cycles(const roundel_stream *device) { return device->cycles; }
uint64_t roundel_stream_beats(const roundel_stream *device) { return device->beats_taken; }

int roundel_stream_set_stalls(roundel_stream *device, uint64_t seed, uint32_t input_idle,
                              uint32_t output_stall) {
  return static_cast<int>(guarded(device, [&] {
    if (input_idle >= CERTAIN || output_stall >= CERTAIN) {
      throw Failure(ROUNDEL_STREAM_ERROR_ARGUMENT, "a probability of 1 would stop the device");
    }
    device->command_idle.set(seed, input_idle);
    device->beat_idle.set(seed + 1, input_idle);
    device->key_idle.set(seed + 2, input_idle);
    device->text_stall.set(~seed, output_stall);
    device->result_stall.set(~seed + 1, output_stall);
    return 0;
  }));
}

int roundel_stream_set_watchdog(roundel_stream *device, uint64_t cycles) {
  return static_cast<int>(guarded(device, [&] {
    if (cycles == 0) {
      throw Failure(ROUNDEL_STREAM_ERROR_ARGUMENT, "the watchdog needs at least one cycle");
    }
    device->watchdog = cycles;
    return 0;
  }));
}

}  // extern "C"
