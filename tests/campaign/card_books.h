// SPDX-License-Identifier: Apache-2.0
//
// Scoreboard of card_queues.cpp: the expected answers of the card.
//
// Each written word is a different number, so a wrong word shows the origin of the fault. The
// scoreboard acts in the order of the answers, which is the order of the card. Some answers depend
// on the cycle, for example on the arrival of a block. For these the scoreboard has bounds: all
// moves before the acceptance of the access count, and no move after its answer counts.

#ifndef CARD_BOOKS_H
#define CARD_BOOKS_H

#include <algorithm>
#include <vector>

#include "card_queues.h"
#include "roundel_model.h"

namespace {

constexpr uint64_t INPUT = QUEUES_INPUT;
constexpr uint64_t SIZES[2] = {QUEUES_OUTPUT, QUEUES_RESULT};
constexpr uint64_t BASES[2] = {0x6000, 0x2000};
constexpr uint64_t INPUT_BASE = 0x4000;
constexpr uint64_t STATUS = 0x1010, INPUT_TAIL = 0x1018, HEADS[2] = {0x1020, 0x1028};
constexpr uint64_t LEVELS = 0x1030, ERRORS = 0x1038;
constexpr uint64_t OVERRUN = 1, UNDERRUN = 2, REFUSED = 4;
constexpr uint64_t PASSING = 21;  // blocks between the memory of the input and its output

// Words: an odd multiple of the word's number above a bit that selects the target of the block.
constexpr uint64_t SPREAD = 0x1e3779b97f4a7c15, LOW = ~0ull >> 1;
constexpr uint64_t inverse(uint64_t n) {
  uint64_t x = n;
  for (int i = 0; i < 6; ++i) x *= 2 - n * x;
  return x;
}
uint64_t word_of(uint64_t number, bool results) { return (number * SPREAD & LOW) << 1 | results; }
uint64_t number_of(uint64_t word) { return (word >> 1) * inverse(SPREAD) & LOW; }

struct Counts {
  uint64_t moved[2];  // blocks moved to the output, to the results
  uint64_t popped() const { return moved[0] + moved[1]; }
};

enum class Kind { put, commit, read, release, status, levels, errors, clear_errors, refused };

struct Access {
  Kind kind;
  bool write;
  uint64_t address, data;
  uint8_t strobe;
  int queue;  // queue of a read or a release
  Counts taken;  // counts before the acceptance
};

struct Block {
  uint64_t half[2];
};

// Model of the output or of the results.
struct Ring {
  std::vector<Block> came;  // every block since a clear, by its count
  uint64_t head = 0;        // released
  uint64_t there = 0;       // blocks that have arrived, at least
  uint64_t next = 0;        // half of the next read
  std::vector<uint8_t> seen;  // halves read of each block
  void clear() { *this = Ring{}; }
};

struct Books {
  card_queues_run_result &result;
  Counts moved{};

  // Model of the input: now, and after all outstanding accesses.
  Block memory[INPUT]{};
  uint64_t tail = 0, tail_soon = 0, head_known = 0;
  bool waits = false;  // a tail is outstanding that may be refused
  uint64_t errors = 0;
  Ring rings[2];

  explicit Books(card_queues_run_result &out) : result(out) {}

  void fault(uint64_t &count, const std::string &text) {
    ++count;
    if (result.first[0]) return;
    const std::string told = "access " + std::to_string(result.accesses) + ", cycle " +
                             std::to_string(result.cycles) + ": " + text;
    std::strncpy(result.first, told.c_str(), sizeof result.first - 1);
  }
  void must(bool good, const char *text) {
    if (!good) fault(result.wrong, text);
  }

  // ---- Expected answers -------------------------------------------------------------------------
  // Bounds of the input's head at the time of an access.
  uint64_t head_least(const Access &access) const {
    return std::max({head_known, access.taken.popped(), tail > INPUT ? tail - INPUT : 0});
  }
  uint64_t head_most() const { return std::min(tail, moved.popped() + PASSING); }

  void judge(const Access &access, uint64_t data, bool error) {
    ++result.accesses;
    ++(access.write ? result.writes : result.reads);
    if (access.write || error) must(data == 0, "an answer without data is not zero");
    switch (access.kind) {
      case Kind::put: return put(access, error);
      case Kind::commit: return commit(access, error);
      case Kind::read: return read(access, data, error);
      case Kind::release: return release(access, error);
      case Kind::status: return status(access, data, error);
      case Kind::levels: return levels(access, data, error);
      case Kind::errors:
        must(!error, "ERRORS refused");
        return must(data == errors, "ERRORS is wrong");
      case Kind::clear_errors:
        must(!error, "ERRORS refused");
        errors &= ~access.data;
        return;
      case Kind::refused:
        must(error, "an illegal access was accepted");
        errors |= REFUSED;
        ++result.refused;
        return;
    }
  }

  void put(const Access &access, bool error) {
    const uint64_t index = (access.address - INPUT_BASE) / 8, place = index / 2;
    const uint64_t ahead = (place - tail) % INPUT;
    if (error) {
      must(ahead >= INPUT - (tail - head_least(access)), "a write to a free entry was refused");
      errors |= OVERRUN;
      ++result.overruns;
    } else {
      must(ahead < INPUT - (tail - head_most()), "a write to a used entry was accepted");
      memory[place].half[index % 2] = access.data;
    }
  }

  void commit(const Access &access, bool error) {
    const uint64_t advance = (access.data - tail) & 0xffff;
    if (error) {
      must(advance > INPUT - (tail - head_least(access)), "a legal tail was refused");
      errors |= OVERRUN;
      ++result.overruns;
      if (waits) tail_soon = tail;
      waits = false;
      return;
    }
    waits = false;
    must(advance <= INPUT - (tail - head_most()), "a too large tail was accepted");
    for (uint64_t i = 0; i < advance; ++i) {
      const Block &block = memory[(tail + i) % INPUT];
      Ring &ring = rings[block.half[0] & 1];
      ring.came.push_back(block);
      ring.seen.push_back(0);
    }
    tail += advance;
    result.words_in += 2 * advance;
  }

  void read(const Access &access, uint64_t data, bool error) {
    Ring &ring = rings[access.queue];
    const uint64_t size = SIZES[access.queue];
    const uint64_t index = (access.address - BASES[access.queue]) / 8;
    const uint64_t count = ring.head + (index / 2 - ring.head) % size;
    ring.there = std::max(ring.there, access.taken.moved[access.queue]);
    must(!error, "a read was refused");
    if (count >= ring.came.size()) {
      if (data) fault(result.repeated, "a word in an empty entry");
      ++result.ahead;
      return;
    }
    const uint64_t want = ring.came[count].half[index % 2];
    if (count >= ring.there && data == 0) {
      ++result.ahead;  // not yet
      return;
    }
    if (data != want) {
      const bool later = data == 0 || number_of(data) > number_of(want);
      fault(later ? result.lost : result.repeated,
            "word " + std::to_string(number_of(want)) + " is to be read, and it is " +
                std::to_string(data ? number_of(data) : 0) + ", at count " + std::to_string(count));
      return;
    }
    ring.there = std::max(ring.there, count + 1);
    uint8_t &seen = ring.seen[count];
    const uint8_t bit = static_cast<uint8_t>(1u << index % 2);
    result.rereads += (seen & bit) != 0;
    seen |= bit;
  }

  void release(const Access &access, bool error) {
    Ring &ring = rings[access.queue];
    const uint64_t advance = (access.data - ring.head) & 0xffff;
    const uint64_t least = std::max(ring.there, access.taken.moved[access.queue]) - ring.head;
    const uint64_t most = std::min(ring.came.size(), moved.moved[access.queue]) - ring.head;
    if (error) {
      must(advance > least, "a legal head was refused");
      errors |= UNDERRUN;
      ++result.underruns;
      return;
    }
    must(advance <= most, "a too large head was accepted");
    for (uint64_t i = 0; i < advance && ring.head < ring.came.size(); ++i, ++ring.head) {
      if (ring.seen[ring.head] == 3) {
        result.words_out += 2;
      } else {
        must(false, "an unread block was released");
      }
    }
  }

  static bool within(uint64_t least, uint64_t is, uint64_t most) {
    return ((is - least) & 0xffff) <= most - least;
  }

  void status(const Access &access, uint64_t data, bool error) {
    must(!error, "STATUS refused");
    const uint64_t head = data & 0xffff;
    must(within(head_least(access), head, head_most()),
         "the head of the input is wrong");
    head_known += (head - head_known) & 0xffff;
    must((data >> 16 & 0xffff) == (tail & 0xffff), "the tail of the input is wrong");
    for (int q = 0; q < 2; ++q) {
      Ring &ring = rings[q];
      ring.there = std::max(ring.there, access.taken.moved[q]);
      const uint64_t is = data >> (32 + 16 * q) & 0xffff;
      const uint64_t most = std::min(ring.came.size(), moved.moved[q]);
      must(within(ring.there, is, most), "the tail of an output is wrong");
      if (most > ring.there) {
        ring.there += std::min((is - ring.there) & 0xffff, most - ring.there);
      }
    }
  }

  void levels(const Access &access, uint64_t data, bool error) {
    must(!error, "LEVELS refused");
    const uint64_t room = data & 0xffff;
    must(room >= INPUT - (tail - head_least(access)) && room <= INPUT - (tail - head_most()),
         "the room of the input is wrong");
    must((data >> 48 & 1) == (room == 0) && (data >> 49 & 1) == (room == INPUT),
         "the flags of the input are wrong");
    for (int q = 0; q < 2; ++q) {
      const Ring &ring = rings[q];
      const uint64_t level = data >> (16 + 16 * q) & 0xffff;
      const uint64_t flags = data >> (50 + 2 * q) & 3;
      must(level >= std::max(ring.there, access.taken.moved[q]) - ring.head &&
               level <= std::min(ring.came.size(), moved.moved[q]) - ring.head,
           "the level of an output is wrong");
      must(flags == ((level == SIZES[q]) | (level == 0) << 1), "the flags of an output are wrong");
    }
  }
};

}  // namespace

#endif
