// SPDX-License-Identifier: Apache-2.0
//
// A host in front of card_queues.sv: random reads and writes, as the window takes them, with random
// pauses on both channels and behind the input, against books that say what each answer must be.
//
// Each word that is written is a number of its own, so a wrong one tells where it was written.
// Books move with the answers, which come in the order in which the card acts. Where the answer
// depends on the cycle, as whether a block is there yet, they have bounds: what had moved before
// the access was taken counts, what has not moved when its answer comes does not.

#include "card_queues.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <vector>

#include "roundel_model.h"

namespace {

constexpr uint64_t INPUT = QUEUES_INPUT;
constexpr uint64_t SIZES[2] = {QUEUES_OUTPUT, QUEUES_RESULTS};
constexpr uint64_t BASES[2] = {0x6000, 0x2000};
constexpr uint64_t INPUT_BASE = 0x4000;
constexpr uint64_t STATUS = 0x1010, INPUT_TAIL = 0x1018, HEADS[2] = {0x1020, 0x1028};
constexpr uint64_t LEVELS = 0x1030, ERRORS = 0x1038;
constexpr uint64_t OVERRUN = 1, UNDERRUN = 2, REFUSED = 4;
constexpr uint64_t PASSING = 21;  // blocks between the memory of the input and its output
constexpr uint64_t MANY = 20000;  // cycles without progress: hung
constexpr uint64_t OFTEN = 100000;  // accesses with a zeroise every 15,000 or so

// Words: an odd multiple of their number above a bit that says where the block goes.
constexpr uint64_t SPREAD = 0x1e3779b97f4a7c15, LOW = ~0ull >> 1;
constexpr uint64_t inverse(uint64_t n) {
  uint64_t x = n;
  for (int i = 0; i < 6; ++i) x *= 2 - n * x;
  return x;
}
uint64_t word_of(uint64_t number, bool results) { return (number * SPREAD & LOW) << 1 | results; }
uint64_t number_of(uint64_t word) { return (word >> 1) * inverse(SPREAD) & LOW; }

class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du) {
    if (state_ == 0) state_ = 1;
  }
  uint64_t next() {  // xorshift64* (Vigna 2016)
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1du;
  }
  uint64_t below(uint64_t n) { return (next() >> 32) * n >> 32; }
  bool chance(uint64_t in_256) { return below(256) < in_256; }

 private:
  uint64_t state_;
};

struct Counts {
  uint64_t moved[2];  // blocks that went to the output, to the results
  uint64_t popped() const { return moved[0] + moved[1]; }
};

enum class Kind { put, commit, read, release, status, levels, errors, clear_errors, refused };

struct Access {
  Kind kind;
  bool write;
  uint64_t address, data;
  uint8_t strobe;
  int queue;  // of a read or a release
  Counts taken;  // before it was taken
};

struct Block {
  uint64_t half[2];
};

// The output or the results, as the books have it.
struct Ring {
  std::vector<Block> came;  // every block since a clear, by its count
  uint64_t head = 0;        // given back
  uint64_t there = 0;       // at least so many have come
  uint64_t next = 0;        // the half that is read next
  std::vector<uint8_t> seen;  // of each block, the halves that were read
  void clear() { *this = Ring{}; }
};

struct Bench {
  VerilatedContext context;
  std::unique_ptr<ROUNDEL_MODEL> top;
  Random random;
  card_queues_run_result &result;

  std::deque<Access> under_way;
  bool offered = false;
  Access offer{};
  Counts moved{};
  uint64_t number = 0;  // of the last word written
  uint64_t still = 0;

  // The input, as the books have it, and as it will be when what is under way has been done.
  Block memory[INPUT]{};
  uint64_t tail = 0, tail_soon = 0, head_known = 0;
  bool waits = false;  // a tail is under way that may be refused
  uint64_t errors = 0;
  Ring rings[2];
  uint64_t idle = 0, slow = 0, stall = 0;  // chances in 256

  Bench(uint64_t seed, card_queues_run_result &out) : random(seed), result(out) {
    context.randReset(2);
    context.randSeed(static_cast<int>(1 + seed % 1000000));
    top = std::make_unique<ROUNDEL_MODEL>(&context, "");
    top->clear_i = 0;
    top->request_valid_i = 0;
    top->answer_ready_i = 0;
    top->stall_i = 0;
    top->rst_ni = 0;
    for (int i = 0; i < RESET_CYCLES; ++i) cycle();
    top->rst_ni = 1;
  }
  ~Bench() { top->final(); }

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

  void cycle() {
    top->clk_i = 0;
    top->eval();
    if (top->rst_ni) {
      // Counted only behind the accesses of this cycle: they cannot have seen what moves in it.
      if (top->request_valid_i && top->request_ready_o) {
        offer.taken = moved;
        under_way.push_back(offer);
        offered = false;
        still = 0;
      }
      if (!top->clear_i) {
        moved.moved[0] += top->to_output_o;
        moved.moved[1] += top->to_results_o;
      }
      if (top->answer_valid_o && top->answer_ready_i) {
        if (under_way.empty()) {
          fault(result.wrong, "an answer without an access");
        } else {
          const Access access = under_way.front();
          under_way.pop_front();
          judge(access, top->answer_data_o, top->answer_error_o != 0);
        }
        still = 0;
      }
    }
    top->clk_i = 1;
    top->eval();
    ++result.cycles;
    if (++still > MANY) throw Failure(ERROR_MODEL, "the card hangs");
  }

  // A cycle with an access offered, if there is one, and pauses.
  void step() {
    top->request_valid_i = offered;
    top->request_write_i = offer.write;
    top->request_address_i = offer.address;
    top->request_data_i = offer.data;
    top->request_strobe_i = offer.strobe;
    top->answer_ready_i = !random.chance(slow);
    top->stall_i = random.chance(stall);
    cycle();
  }

  // ---- What an answer must be -------------------------------------------------------------------
  // Where the head of the input was at least, and at most, when an access was done.
  uint64_t head_least(const Access &access) const {
    return std::max({head_known, access.taken.popped(), tail > INPUT ? tail - INPUT : 0});
  }
  uint64_t head_most() const { return std::min(tail, moved.popped() + PASSING); }

  void judge(const Access &access, uint64_t data, bool error) {
    ++result.accesses;
    ++(access.write ? result.writes : result.reads);
    if (access.write || error) must(data == 0, "an answer with data that has none to give");
    switch (access.kind) {
      case Kind::put: return put(access, error);
      case Kind::commit: return commit(access, error);
      case Kind::read: return read(access, data, error);
      case Kind::release: return release(access, error);
      case Kind::status: return status(access, data, error);
      case Kind::levels: return levels(access, data, error);
      case Kind::errors:
        must(!error, "ERRORS refused");
        return must(data == errors, "ERRORS says what was not, or not what was");
      case Kind::clear_errors:
        must(!error, "ERRORS refused");
        errors &= ~access.data;
        return;
      case Kind::refused:
        must(error, "an access was taken that is to be refused");
        errors |= REFUSED;
        ++result.refused;
        return;
    }
  }

  void put(const Access &access, bool error) {
    const uint64_t index = (access.address - INPUT_BASE) / 8, place = index / 2;
    const uint64_t ahead = (place - tail) % INPUT;
    if (error) {
      must(ahead >= INPUT - (tail - head_least(access)), "a write to a free place was refused");
      errors |= OVERRUN;
      ++result.overruns;
    } else {
      must(ahead < INPUT - (tail - head_most()), "a write to a place that is not free was taken");
      memory[place].half[index % 2] = access.data;
    }
  }

  void commit(const Access &access, bool error) {
    const uint64_t advance = (access.data - tail) & 0xffff;
    if (error) {
      must(advance > INPUT - (tail - head_least(access)), "a tail was refused that is right");
      errors |= OVERRUN;
      ++result.overruns;
      if (waits) tail_soon = tail;
      waits = false;
      return;
    }
    waits = false;
    must(advance <= INPUT - (tail - head_most()), "a tail was taken that goes too far");
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
      if (data) fault(result.repeated, "a word where none can be");
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
      must(advance > least, "a head was refused that is right");
      errors |= UNDERRUN;
      ++result.underruns;
      return;
    }
    must(advance <= most, "a head was taken that goes too far");
    for (uint64_t i = 0; i < advance && ring.head < ring.came.size(); ++i, ++ring.head) {
      if (ring.seen[ring.head] == 3) {
        result.words_out += 2;
      } else {
        must(false, "a block was given back that was not read");
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

  // ---- What the host does -----------------------------------------------------------------------
  void set(Kind kind, bool write, uint64_t address, uint64_t data = 0, uint8_t strobe = 0xff) {
    offer = {kind, write, address, data, strobe, 0, {}};
    offered = true;
  }

  // Free places, as the host knows, when what is under way has been done.
  uint64_t room() const { return INPUT - (tail_soon - std::max(head_known, least_popped())); }
  uint64_t least_popped() const { return under_way.empty() ? moved.popped() : head_known; }

  void write_some() {
    uint64_t ahead;
    if (random.chance(10)) {
      ahead = random.below(INPUT);  // maybe not free
    } else if (room()) {
      ahead = random.below(random.chance(128) ? room() : std::min<uint64_t>(room(), 2));
    } else {
      return;
    }
    const uint64_t place = (tail_soon + ahead) % INPUT;
    set(Kind::put, true, INPUT_BASE + 16 * place + 8 * random.below(2),
        word_of(++number, random.chance(128)));
  }

  void commit_some() {
    uint64_t advance;
    if (random.chance(30)) {
      const uint64_t far[] = {room() + 1, INPUT + 1, 0xffff, 0x8000, random.below(65536)};
      advance = far[random.below(5)];
      if (advance <= INPUT && !under_way.empty()) return;  // the tail would not be known
      waits = advance <= INPUT;
    } else {
      if (!room()) return;
      advance = random.below(room() + 1);
    }
    set(Kind::commit, true, INPUT_TAIL, (tail_soon + advance) & 0xffff);
    if (advance <= INPUT) tail_soon += advance;
  }

  void read_some() {
    const int q = static_cast<int>(random.below(2));
    Ring &ring = rings[q];
    uint64_t index;
    if (random.chance(40)) {
      index = random.below(2 * SIZES[q]);
    } else {
      ring.next = std::max(ring.next, 2 * ring.head);
      if (ring.next > 2 * ring.there + 1) ring.next = 2 * ring.head;
      index = ring.next++ % (2 * SIZES[q]);
    }
    set(Kind::read, false, BASES[q] + 8 * index);
    offer.queue = q;
  }

  void release_some() {
    const int q = static_cast<int>(random.below(2));
    Ring &ring = rings[q];
    uint64_t advance = 0;
    for (const Access &access : under_way) {
      if (access.kind == Kind::release) return;  // the head would not be known
    }
    if (random.chance(30)) {
      const uint64_t far[] = {SIZES[q] + 1, 0xffff, 0x8000};
      advance = far[random.below(3)];
    } else {
      while (ring.head + advance < ring.came.size() && ring.seen[ring.head + advance] == 3) {
        ++advance;
      }
      if (!advance) return;
      if (!random.chance(128)) advance = 1 + random.below(advance);
    }
    set(Kind::release, true, HEADS[q], (ring.head + advance) & 0xffff);
    offer.queue = q;
  }

  void refuse_some() {
    switch (random.below(6)) {
      case 0: return set(Kind::refused, false, INPUT_BASE + 8 * random.below(2 * INPUT));
      case 1: return set(Kind::refused, true, BASES[0] + 8 * random.below(2 * SIZES[0]), 1);
      case 2: return set(Kind::refused, true, BASES[1] + 8 * random.below(2 * SIZES[1]), 1);
      case 3:  // half a word
        return set(Kind::refused, true, INPUT_BASE + 8 * random.below(2 * INPUT), 1, 0x0f);
      case 4: return set(Kind::refused, true, STATUS, 1);
      default: return set(Kind::refused, false, 0x3800 + 8 * random.below(256));
    }
  }

  void choose(bool drains) {
    if (waits) return;
    const uint64_t what = drains ? 90 + random.below(166) : random.below(256);
    if (what < 85) return write_some();
    if (what < 100 && !drains) return commit_some();
    if (what < 210) return read_some();
    if (what < 228) return release_some();
    if (what < 240) return set(Kind::status, false, STATUS);
    if (what < 246) return set(Kind::levels, false, LEVELS);
    if (what < 249) return set(Kind::errors, false, ERRORS);
    if (what < 250) return set(Kind::clear_errors, true, ERRORS, random.below(8));
    if (what < 254) return refuse_some();
  }

  void settle() {
    while (offered || !under_way.empty()) step();
  }

  void zeroise() {
    settle();
    top->request_valid_i = 0;
    top->clear_i = 1;
    cycle();
    top->clear_i = 0;
    uint64_t held = 2 * tail;
    for (Ring &ring : rings) {
      held -= 2 * ring.head;
      ring.clear();
    }
    result.forgotten += held;
    result.wraps += tail >> 16;
    for (Block &block : memory) block = {};
    tail = tail_soon = head_known = 0;
    moved = {};
    ++result.zeroises;
  }

  void run(uint64_t accesses) {
    uint64_t phase = 0;
    while (result.accesses < accesses) {
      if (result.accesses >= phase) {
        const uint64_t chances[] = {0, 0, 20, 128, 220};
        idle = chances[random.below(5)];
        slow = chances[random.below(5)];
        stall = chances[random.below(5)];
        phase = result.accesses + 200 + random.below(1000);
        // Later so seldom that counts pass 2^16 between two.
        if (random.chance(12) && (result.accesses < OFTEN || random.chance(4))) zeroise();
      }
      if (!offered && !random.chance(idle)) choose(false);
      step();
    }
    settle();
    // All that was committed comes out.
    uint64_t tries = 0;
    while (rings[0].head < rings[0].came.size() || rings[1].head < rings[1].came.size()) {
      if (!offered) choose(true);
      step();
      if (++tries > 20 * MANY) {
        for (const Ring &ring : rings) result.lost += 2 * (ring.came.size() - ring.head);
        fault(result.wrong, "what was committed does not come out");
        break;
      }
    }
    settle();
    result.wraps += tail >> 16;
    if (result.words_in != result.words_out + result.forgotten) {
      fault(result.lost, "words that came out are not as many as went in");
    }
  }
};

}  // namespace

extern "C" int card_queues_run(uint64_t seed, uint64_t accesses, card_queues_run_result *result) {
  *result = {};
  try {
    Bench(seed, *result).run(accesses);
    return 0;
  } catch (const std::exception &failure) {
    const std::string before = result->first[0] ? std::string(result->first) + "; then " : "";
    std::strncpy(result->first, (before + failure.what()).c_str(), sizeof result->first - 1);
    return -1;
  }
}
