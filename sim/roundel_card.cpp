// SPDX-License-Identifier: Apache-2.0
//
// The simulated card behind a modelled link. See roundel_card.h for the contract.
//
// The build needs the macros of roundel_model.h.

#include "roundel_card.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <new>
#include <string>

#include "roundel_model.h"

namespace {

constexpr uint32_t WORD = 8;

struct Access {
  bool write;
  uint32_t address;
  uint64_t data;
  uint8_t strobe;
  uint64_t arrival;  // time of arrival at the card
};

struct Answer {
  uint64_t data;
  bool error;
};

}  // namespace

struct roundel_card {
  // The context must outlive the model.
  VerilatedContext context;
  std::unique_ptr<ROUNDEL_MODEL> top;
  std::string error;
  roundel_link link{1000, 1u << 20, {8, 16, 64}, {0, 0, 0}, {0, 0, 0}};
  uint64_t now = 0;     // of the processor
  uint64_t edge_at = 0; // time of the card's next rising edge
  uint64_t cycles = 0, watchdog = DEFAULT_WATCHDOG;
  std::deque<Access> posted;   // in flight, or waiting for the card
  std::deque<bool> under_way;  // accesses without an answer, accepted by the card: write or read
  std::deque<Answer> answers;  // to reads
  roundel_card_time times{};

  roundel_card() {
    // Registers start with arbitrary values, equal in each run.
    context.randReset(2);
    context.randSeed(1);
    top = std::make_unique<ROUNDEL_MODEL>(&context, "");
    reset();
  }
  ~roundel_card() { top->final(); }

  void reset() {
    posted.clear();
    under_way.clear();
    answers.clear();
    top->request_valid_i = 0;
    top->answer_ready_i = 1;
    for (int i = 0; i < RESET_CYCLES; ++i) {
      top->rst_ni = 0;
      cycle();
    }
    top->rst_ni = 1;
    now = std::max(now, edge_at);
  }

  // One cycle of the card, up to the edge at edge_at.
  void cycle() {
    const bool offered = !posted.empty() && posted.front().arrival <= edge_at;
    top->clk_i = 0;
    top->request_valid_i = offered;
    if (offered) {
      const Access &access = posted.front();
      top->request_write_i = access.write;
      top->request_address_i = access.address >> 3;
      top->request_data_i = access.data;
      top->request_strobe_i = access.strobe;
    }
    top->eval();
    if (offered && top->request_ready_o && top->rst_ni) {
      under_way.push_back(posted.front().write);
      posted.pop_front();
    }
    if (top->answer_valid_o && top->rst_ni) {
      if (under_way.empty()) throw Failure(ERROR_MODEL, "the card answered without a request");
      if (under_way.front()) {
        times.refused += top->answer_error_o;
      } else {
        answers.push_back({top->answer_data_o, top->answer_error_o != 0});
      }
      under_way.pop_front();
    }
    top->clk_i = 1;
    top->eval();
    ++cycles;
    edge_at += link.clock_ps;
  }

  void run_until(uint64_t time) {
    while (edge_at <= time) cycle();
  }

  // Runs the card while a condition holds; the time is then at least the time of the change.
  template <class Condition>
  void run_while(Condition condition, const char *what) {
    uint64_t still = 0;
    while (condition()) {
      cycle();
      if (++still >= watchdog) {
        throw Failure(ROUNDEL_CARD_ERROR_TIMEOUT, std::string(what) + " for " +
                                                      std::to_string(watchdog) + " cycles");
      }
    }
    // The condition changed at the edge one cycle ago.
    if (still) now = std::max(now, edge_at - link.clock_ps);
  }

  int kind(uint32_t address, uint32_t size) const {
    const bool known = size == 4 || size == 8 || size == 16 || size == 32 || size == 64;
    if (!known || address % size || address + size > ROUNDEL_CARD_WINDOW_BYTES) {
      throw Failure(ROUNDEL_CARD_ERROR_ARGUMENT,
                    "an access needs 4, 8, 16, 32 or 64 bytes at a multiple of the size");
    }
    const int kind = size <= 8 ? 0 : size == 16 ? 1 : 2;
    if (size > link.bytes[kind]) {
      throw Failure(ROUNDEL_CARD_ERROR_ARGUMENT, "the link has no access of this size");
    }
    return kind;
  }

  void post(bool write, uint32_t address, const uint8_t *data, uint32_t size) {
    const uint32_t low = address % WORD;
    Access access{write, address - low, 0, 0, now};
    access.strobe = static_cast<uint8_t>(((1u << size) - 1) << low);
    if (data) {
      uint8_t bytes[WORD] = {};
      std::memcpy(bytes + low, data, size);
      std::memcpy(&access.data, bytes, WORD);
    }
    posted.push_back(access);
  }

  int write(uint32_t address, const uint8_t *data, uint32_t size) {
    const int which = kind(address, size);
    now += link.write_ps[which];
    times.write_ps += link.write_ps[which];
    if (address < ROUNDEL_CARD_QUEUES) times.control_write_ps += link.write_ps[which];
    ++times.writes;
    run_until(now);
    for (uint32_t done = 0; done < size; done += WORD) {
      const uint64_t before = now;
      run_while([&] { return posted.size() >= link.posted; }, "a write could not be posted");
      times.full_ps += now - before;
      post(true, address + done, data + done, std::min(size, WORD));
    }
    return 0;
  }

  int read(uint32_t address, uint8_t *data, uint32_t size) {
    const int which = kind(address, size);
    const uint32_t words = (size + WORD - 1) / WORD;
    ++times.reads;
    fence();
    for (uint32_t i = 0; i < words; ++i) {
      post(false, address + i * WORD, nullptr, std::min(size, WORD));
    }
    const uint64_t done_at = now + link.read_ps[which];
    run_while([&] { return answers.size() < words; }, "a read was not answered");
    times.read_ps += link.read_ps[which];
    if (address < ROUNDEL_CARD_QUEUES) times.control_read_ps += link.read_ps[which];
    if (now > done_at) {
      times.answer_ps += now - done_at;
    } else {
      now = done_at;
      run_until(now);
    }
    bool refused = false;
    for (uint32_t i = 0; i < words; ++i) {
      uint8_t bytes[WORD];
      std::memcpy(bytes, &answers.front().data, WORD);
      std::memcpy(data + i * WORD, bytes + address % WORD, std::min(size, WORD));
      refused = refused || answers.front().error;
      answers.pop_front();
    }
    if (refused) throw Failure(ROUNDEL_CARD_ERROR_REFUSED, "the card refused a read");
    return 0;
  }

  int fence() {
    const uint64_t before = now;
    run_while([&] { return !posted.empty() || !under_way.empty(); }, "writes were not accepted");
    times.full_ps += now - before;
    return 0;
  }
};

extern "C" {

roundel_card *roundel_card_create(void) {
  try {
    return new roundel_card;
  } catch (const std::exception &) {
    return nullptr;
  }
}

void roundel_card_destroy(roundel_card *card) { delete card; }

const char *roundel_card_last_error(const roundel_card *card) { return card->error.c_str(); }

int roundel_card_reset(roundel_card *card) {
  return static_cast<int>(guarded(card, [&] { return card->reset(), 0; }));
}

int roundel_card_set_link(roundel_card *card, const roundel_link *link) {
  return static_cast<int>(guarded(card, [&] {
    if (!link->clock_ps || !link->posted || link->bytes[0] != 8 || link->bytes[1] != 16 ||
        (link->bytes[2] != 32 && link->bytes[2] != 64)) {
      throw Failure(ROUNDEL_CARD_ERROR_ARGUMENT, "the link is invalid");
    }
    card->link = *link;
    return 0;
  }));
}

uint32_t roundel_card_line_bytes(const roundel_card *card) { return card->link.bytes[2]; }

int roundel_card_write(roundel_card *card, uint32_t address, const void *data, uint32_t size) {
  return static_cast<int>(guarded(
      card, [&] { return card->write(address, static_cast<const uint8_t *>(data), size); }));
}

int roundel_card_read(roundel_card *card, uint32_t address, void *data, uint32_t size) {
  return static_cast<int>(
      guarded(card, [&] { return card->read(address, static_cast<uint8_t *>(data), size); }));
}

int roundel_card_fence(roundel_card *card) {
  return static_cast<int>(guarded(card, [&] { return card->fence(); }));
}

int roundel_card_idle(roundel_card *card, uint64_t time_ps) {
  return static_cast<int>(guarded(card, [&] {
    card->now += time_ps;
    card->times.idle_ps += time_ps;
    ++card->times.idles;
    card->run_until(card->now);
    return 0;
  }));
}

uint64_t roundel_card_now(const roundel_card *card) { return card->now; }
uint64_t roundel_card_cycles(const roundel_card *card) { return card->cycles; }
int roundel_card_interrupt(const roundel_card *card) { return card->top->irq_o; }

void roundel_card_times(roundel_card *card, roundel_card_time *out, int clear) {
  *out = card->times;
  if (clear) card->times = {};
}

int roundel_card_set_watchdog(roundel_card *card, uint64_t cycles) {
  return static_cast<int>(guarded(card, [&] {
    if (cycles == 0) {
      throw Failure(ROUNDEL_CARD_ERROR_ARGUMENT, "the watchdog needs at least one cycle");
    }
    card->watchdog = cycles;
    return 0;
  }));
}

}  // extern "C"
