// SPDX-License-Identifier: Apache-2.0
//
// A host in front of card_queues.sv: random reads and writes through the window, with random pauses
// on both channels and behind the input. card_books.h has the expected answers.

#include "card_queues.h"

#include <deque>
#include <memory>

#include "card_books.h"

namespace {

constexpr uint64_t MANY = 20000;  // cycles without progress: hung
constexpr uint64_t OFTEN = 100000;  // from here on one zeroise in about 15,000 accesses

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

struct Bench : Books {
  VerilatedContext context;
  std::unique_ptr<ROUNDEL_MODEL> top;
  Random random;

  std::deque<Access> under_way;
  bool offered = false;
  Access offer{};
  uint64_t number = 0;  // of the last word written
  uint64_t still = 0;
  uint64_t idle = 0, slow = 0, stall = 0;  // chances in 256

  Bench(uint64_t seed, card_queues_run_result &out) : Books(out), random(seed) {
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

  void cycle() {
    top->clk_i = 0;
    top->eval();
    if (top->rst_ni) {
      // Counted after the accesses of this cycle, which cannot see moves of the same cycle.
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

  // A cycle, with an access if available, and pauses.
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

  // ---- Actions of the host ----------------------------------------------------------------------
  void set(Kind kind, bool write, uint64_t address, uint64_t data = 0, uint8_t strobe = 0xff) {
    offer = {kind, write, address, data, strobe, 0, {}};
    offered = true;
  }

  // Free entries after all outstanding accesses, as known to the host.
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
      if (advance <= INPUT && !under_way.empty()) return;  // the tail would be unknown
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
      if (access.kind == Kind::release) return;  // the head would be unknown
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
        // Later rarely enough for counts above 2^16.
        if (random.chance(12) && (result.accesses < OFTEN || random.chance(4))) zeroise();
      }
      if (!offered && !random.chance(idle)) choose(false);
      step();
    }
    settle();
    // All committed blocks leave.
    uint64_t tries = 0;
    while (rings[0].head < rings[0].came.size() || rings[1].head < rings[1].came.size()) {
      if (!offered) choose(true);
      step();
      if (++tries > 20 * MANY) {
        for (const Ring &ring : rings) result.lost += 2 * (ring.came.size() - ring.head);
        fault(result.wrong, "a committed block does not leave");
        break;
      }
    }
    settle();
    result.wraps += tail >> 16;
    if (result.words_in != result.words_out + result.forgotten) {
      fault(result.lost, "the numbers of input and output words differ");
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
