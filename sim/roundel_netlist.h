// SPDX-License-Identifier: Apache-2.0
//
// The simulator of mapped netlists. It reads a netlist as tables, written by
// src/roundel/sim/netlist.py. Compiling one C++ statement for each of ten thousand cells takes
// minutes; reading tables takes milliseconds.
//
// `Netlist<1>` simulates one netlist, behind the ports of a class with the interface of
// Verilator's. `Netlist<64>` simulates 64 independent copies: bit c of a net's word belongs to copy
// c. The simulation is event-driven. A LUT is evaluated after a change of an input, in topological
// order. A flip-flop is evaluated at a clock edge if a pin has changed since the last edge.
//
// All cells share one clock with an active rising edge. The cells are ECP5's, as in Yosys' models
// and in ecp5/DP16KD.v; a value that is unknown in these models is arbitrary here.

#ifndef ROUNDEL_NETLIST_H
#define ROUNDEL_NETLIST_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

namespace roundel_netlist {

// The tables. All members except `init` and flags are numbers of nets; net 0 is 0 and net 1 is 1.

// Logic with four inputs, or one bit of a TRELLIS_DPR16X4's read port.
struct Lut {
  uint32_t out;
  std::array<uint32_t, 4> in;  // bit 0 of the index first
  uint32_t init;
  uint32_t delay;  // 1 at the output of a cell, 0 inside a cell; see `ripple`
  uint32_t store;  // 1 + the number of the Store with the contents; 0: `init` has the contents
};

// The write port of one bit of a TRELLIS_DPR16X4.
struct Store {
  uint32_t write, data;
  std::array<uint32_t, 4> address;
};

// Clear has priority over set, and set over enable.
struct Flop {
  uint32_t out, in, enable, clear, set;
  uint32_t asynchronous;  // whether clear and set act without a clock edge
  uint32_t start;         // the value before the first edge
};

// A read port of a DP16KD with words of 9 or 36 bits.
struct ReadPort {
  std::array<uint32_t, 7> high;  // pins that must be 1 during a read; unused entries are net 1
  std::array<uint32_t, 7> low;   // pins that must be 0 during a read; unused entries are net 0
  std::array<uint32_t, 11> address;
  std::array<uint32_t, 36> out;  // 0 above the width
  uint32_t registered;
  uint32_t writer;  // 1 + the number of the memory's WritePort; 0: a ROM
  uint32_t words;   // a ROM's first word in the table of words
};

// The write port of a DP16KD with 512 words of 36 bits.
struct WritePort {
  uint32_t enable;
  std::array<uint32_t, 5> high;
  std::array<uint32_t, 4> low;
  std::array<uint32_t, 9> address;
  std::array<uint32_t, 36> in;
};

template <unsigned Copies>
class Netlist {
  static_assert(Copies == 1 || Copies == 64);

 public:
  using Word = std::conditional_t<Copies == 1, uint8_t, uint64_t>;

  // Args: the number of nets, the clock's net, then each table: its number of rows, then the rows.
  explicit Netlist(const uint32_t *tables)
      : net_(*tables++, 0), toggles_(net_.size(), 0), clock_net_(*tables++) {
    read(tables, luts_);
    read(tables, stores_);
    read(tables, flops_);
    read(tables, reads_);
    read(tables, writes_);
    read(tables, words_);
    net_[1] = ONES;
    contents_.resize(stores_.size());
    store_lut_.resize(stores_.size());
    for (std::size_t i = 0; i < luts_.size(); ++i) {
      if (luts_[i].store == 0) continue;
      contents_[luts_[i].store - 1] = rows(luts_[i].init);
      store_lut_[luts_[i].store - 1] = i;
    }
    for (const Flop &flop : flops_) {
      net_[flop.out] = flop.start ? ONES : 0;
      if (flop.asynchronous) resets_.insert({flop.clear, flop.set});
    }
    shown_.resize(reads_.size());
    memory_.resize(writes_.size());
    for (auto &memory : memory_) {
      memory.resize(512 * Copies);
      for (uint64_t &word : memory) word = unknown();
    }
    find_readers();
  }

  Word operator[](std::size_t net) const { return net_[net]; }
  std::vector<Word> &nets() { return net_; }
  // The changes of each net in all copies since the last clear by the user.
  std::vector<uint64_t> &toggles() { return toggles_; }

  // Sets an input, or a flip-flop before the first edge.
  void drive(std::size_t net, Word word) { put(net, word); }

  // Propagates all changes; each net changes at most once, except for sets and clears.
  void settle() {
    do step(false);
    while (force());
  }

  // Propagates all changes in steps: every cell has a delay of one step. Glitches are toggles.
  void ripple() {
    do {
      while (step(true)) {
      }
    } while (force());
  }

  // A rising edge of the clock. All cells read the values before the edge.
  void edge() {
    sweep(first_flop_ / 64, waiting_.size(), [&](std::size_t index) {
      const Flop &flop = flops_[index - first_flop_];
      const Word enable = net_[flop.enable];
      const Word taken = (net_[flop.in] & enable) | (net_[flop.out] & ~enable) | net_[flop.set];
      late_.emplace_back(flop.out, taken & ~net_[flop.clear]);
    });
    for (std::size_t i = 0; i < reads_.size(); ++i) read_word(reads_[i], shown_[i]);
    for (std::size_t i = 0; i < writes_.size(); ++i) write_word(writes_[i], memory_[i]);
    for (std::size_t i = 0; i < stores_.size(); ++i) {
      if (net_[stores_[i].write]) store(i);
    }
    apply();
  }

  // Called by a harness after driving the inputs, including the clock.
  void eval() {
    settle();
    const bool clock = net_[clock_net_];
    if (clock && !clock_) {
      edge();
      settle();
    }
    clock_ = clock;
  }

 private:
  static constexpr Word ONES = Copies == 1 ? 1 : static_cast<Word>(~uint64_t{0});

  template <class Row>
  static void read(const uint32_t *&tables, std::vector<Row> &rows) {
    static_assert(sizeof(Row) % sizeof(uint32_t) == 0);
    rows.resize(*tables++);
    std::memcpy(rows.data(), tables, rows.size() * sizeof(Row));
    tables += rows.size() * sizeof(Row) / sizeof(uint32_t);
  }

  // Assigns an index to each LUT and flip-flop: its bit in waiting_. The readers of a net are
  // readers_[first_[net]] to readers_[first_[net + 1] - 1].
  void find_readers() {
    first_flop_ = (luts_.size() + 63) / 64 * 64;
    waiting_.assign((first_flop_ + flops_.size() + 63) / 64, 0);
    first_.assign(net_.size() + 1, 0);
    const auto each_input = [&](auto each) {
      for (std::size_t i = 0; i < luts_.size(); ++i) {
        for (const uint32_t net : luts_[i].in) each(net, i);
      }
      for (std::size_t i = 0; i < flops_.size(); ++i) {
        const Flop &flop = flops_[i];
        for (const uint32_t net : {flop.in, flop.enable, flop.clear, flop.set}) {
          each(net, first_flop_ + i);
        }
      }
    };
    each_input([&](uint32_t net, std::size_t index) {
      ++first_[net + 1];
      wake(index);
    });
    for (std::size_t net = 0; net < net_.size(); ++net) first_[net + 1] += first_[net];
    readers_.resize(first_.back());
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    each_input([&](uint32_t net, std::size_t index) { readers_[next[net]++] = index; });
  }

  void put(std::size_t net, Word word) {
    const Word changed = net_[net] ^ word;
    if (!changed) return;
    net_[net] = word;
    if constexpr (Copies > 1) toggles_[net] += std::popcount(changed);
    for (uint32_t i = first_[net]; i < first_[net + 1]; ++i) wake(readers_[i]);
  }
  void wake(std::size_t index) { waiting_[index / 64] |= uint64_t{1} << (index % 64); }

  // Calls a function for each waiting index, in order, in some words of waiting_. The function may
  // wake a later index.
  template <class Function>
  void sweep(std::size_t first, std::size_t end, Function each) {
    for (std::size_t w = first; w < end; ++w) {
      while (waiting_[w]) {
        const std::size_t index = 64 * w + std::countr_zero(waiting_[w]);
        waiting_[w] &= waiting_[w] - 1;
        each(index);
      }
    }
  }

  // Evaluates the waiting LUTs. With unit delays, the outputs of cells change after all
  // evaluations; the result is then whether an output changed.
  bool step(bool unit_delays) {
    sweep(0, first_flop_ / 64, [&](std::size_t index) {
      const Lut &lut = luts_[index];
      const Word word = look_up(lut);
      if (unit_delays && lut.delay) {
        late_.emplace_back(lut.out, word);
      } else {
        put(lut.out, word);
      }
    });
    return apply();
  }

  bool apply() {
    const bool some = !late_.empty();
    for (const auto &[net, word] : late_) put(net, word);
    late_.clear();
    return some;
  }

  // Applies asynchronous sets and clears; returns whether a flip-flop changed.
  bool force() {
    const auto active = [&](uint32_t net) { return net_[net] != 0; };
    if (std::none_of(resets_.begin(), resets_.end(), active)) return false;
    bool changed = false;
    for (const Flop &flop : flops_) {
      if (!flop.asynchronous) continue;
      const Word word = (net_[flop.out] | net_[flop.set]) & ~net_[flop.clear];
      changed |= word != net_[flop.out];
      put(flop.out, word);
    }
    return changed;
  }

  // The rows of a truth table, equal in all copies.
  static std::array<Word, 16> rows(uint32_t init) {
    std::array<Word, 16> found;
    for (std::size_t row = 0; row < 16; ++row) found[row] = (init >> row & 1) ? ONES : 0;
    return found;
  }

  Word look_up(const Lut &lut) const {
    if constexpr (Copies == 1) {
      unsigned row = 0;
      for (std::size_t i = 0; i < 4; ++i) row |= unsigned{net_[lut.in[i]]} << i;
      return lut.store ? contents_[lut.store - 1][row] : lut.init >> row & 1;
    } else {
      std::array<Word, 16> left = lut.store ? contents_[lut.store - 1] : rows(lut.init);
      for (std::size_t i = 0, half = 8; i < 4; ++i, half /= 2) {
        const Word select = net_[lut.in[i]];
        for (std::size_t n = 0; n < half; ++n) {
          left[n] = left[2 * n] ^ ((left[2 * n] ^ left[2 * n + 1]) & select);
        }
      }
      return left[0];
    }
  }

  void store(std::size_t number) {
    const Store &port = stores_[number];
    for (std::size_t row = 0; row < 16; ++row) {
      Word here = net_[port.write];
      for (std::size_t i = 0; i < 4; ++i) {
        const Word bit = net_[port.address[i]];
        here &= (row >> i & 1) ? bit : ~bit;
      }
      Word &word = contents_[number][row];
      word = (word & ~here) | (net_[port.data] & here);
    }
    wake(store_lut_[number]);
  }

  // The number on some nets in one copy.
  template <std::size_t N>
  uint64_t value(const std::array<uint32_t, N> &nets, unsigned copy) const {
    uint64_t found = 0;
    for (std::size_t i = 0; i < N; ++i) found |= uint64_t{net_[nets[i]] >> copy & 1u} << i;
    return found;
  }

  // The copies in which some nets are 1 and others 0.
  template <class High, class Low>
  Word copies_with(const High &high, const Low &low) const {
    Word found = ONES;
    for (const uint32_t net : high) found &= net_[net];
    for (const uint32_t net : low) found &= ~net_[net];
    return found;
  }

  using Values = std::array<uint64_t, Copies>;

  // Reads a word. A read during a write of the same word is unknown.
  void read_word(const ReadPort &port, Values &last) {
    const Word reads = copies_with(port.high, port.low);
    const WritePort *writer = port.writer ? &writes_[port.writer - 1] : nullptr;
    Values shown;
    for (unsigned c = 0; c < Copies; ++c) {
      const uint64_t from = value(port.address, c);
      uint64_t word = unknown();
      if (reads >> c & 1) {
        if (writer == nullptr) {
          word = words_[port.words + from];
        } else if (!(net_[writer->enable] >> c & 1) || value(writer->address, c) != from) {
          word = memory_[port.writer - 1][from * Copies + c];
        }
      }
      shown[c] = port.registered ? last[c] : word;
      last[c] = word;
    }
    for (std::size_t i = 0; i < port.out.size() && port.out[i]; ++i) {
      Word word = 0;
      for (unsigned c = 0; c < Copies; ++c) word |= static_cast<Word>(shown[c] >> i & 1) << c;
      late_.emplace_back(port.out[i], word);
    }
  }

  void write_word(const WritePort &port, std::vector<uint64_t> &memory) {
    const Word right = copies_with(port.high, port.low);
    for (unsigned c = 0; c < Copies; ++c) {
      if (!(net_[port.enable] >> c & 1)) continue;
      const uint64_t word = (right >> c & 1) ? value(port.in, c) : unknown();
      memory[value(port.address, c) * Copies + c] = word;
    }
  }

  // xorshift64* (Vigna 2016)
  uint64_t unknown() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1du;
  }

  std::vector<Word> net_;
  std::vector<uint64_t> toggles_;
  uint32_t clock_net_;
  std::vector<Lut> luts_;  // in the order of evaluation
  std::vector<Store> stores_;
  std::vector<Flop> flops_;
  std::vector<ReadPort> reads_;
  std::vector<WritePort> writes_;
  std::vector<uint32_t> words_;                  // of all ROMs
  std::vector<std::array<Word, 16>> contents_;   // of each Store
  std::vector<std::size_t> store_lut_;           // the LUT that reads a Store
  std::vector<std::vector<uint64_t>> memory_;    // of each WritePort; copies of a word are adjacent
  std::vector<Values> shown_;                    // the last word of each ReadPort
  std::set<uint32_t> resets_;                    // the nets of asynchronous sets and clears
  std::vector<uint32_t> first_, readers_;        // see find_readers
  std::size_t first_flop_ = 0;                   // the index of flip-flop 0
  std::vector<uint64_t> waiting_;                // a bit for each index
  std::vector<std::pair<uint32_t, Word>> late_;  // changes to apply together
  uint64_t state_ = 0x9e3779b97f4a7c15u;
  bool clock_ = false;
};

// Transfers between a harness' port (little-endian bytes) and nets.
inline void to_nets(Netlist<1> &netlist, const uint32_t *nets, std::size_t width,
                    const void *port) {
  const auto *bytes = static_cast<const uint8_t *>(port);
  for (std::size_t i = 0; i < width; ++i) netlist.drive(nets[i], bytes[i / 8] >> (i % 8) & 1);
}
inline void from_nets(const Netlist<1> &netlist, const uint32_t *nets, std::size_t width,
                      void *port) {
  auto *bytes = static_cast<uint8_t *>(port);
  std::fill(bytes, bytes + (width + 7) / 8, 0);
  for (std::size_t i = 0; i < width; ++i) bytes[i / 8] |= netlist[nets[i]] << (i % 8);
}

}  // namespace roundel_netlist

#endif
