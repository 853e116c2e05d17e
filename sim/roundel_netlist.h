// SPDX-License-Identifier: Apache-2.0
//
// Runs a mapped netlist from tables, in place of a model that Verilator made of it: compiling a
// statement for each of some ten thousand cells takes minutes, reading tables of them none.
//
// `Netlist` has a byte for each net and evaluates the cells in an order in which every one follows
// those that it reads, each only when one of those has changed: in a cycle most nets of a memory
// keep their value. src/roundel/interpreted.py writes the tables, with all cells of logic as
// LUTs, and a class with the ports on top of it, which looks like one of Verilator's to a harness.
// One clock, on whose rising edge all happens; flip-flops may be cleared asynchronously.
//
// The cells are those of roundel.fpga's netlists, as Yosys' models of ECP5 and DP16KD.v beside
// this have them. What those leave unknown is arbitrary here.

#ifndef ROUNDEL_NETLIST_H
#define ROUNDEL_NETLIST_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "verilated.h"

namespace roundel_netlist {

struct Lut {
  uint32_t out;
  std::array<uint32_t, 4> in;  // the lowest bit of the index first
  uint16_t init;
};

// 16 words of four bits, read at once; TRELLIS_DPR16X4.
struct Ram {
  uint32_t write;
  std::array<uint32_t, 4> data, write_address, read_address, out;
  uint64_t init;
};

struct Flop {
  uint32_t out, in, enable, clear;
  uint8_t enable_inverted, clear_inverted, asynchronous, value;
};

// A port of a block RAM that only reads 2048 words of nine bits; DP16KD.
struct Rom {
  std::array<uint32_t, 7> high;  // pins that must be 1 while it reads; net 1 where there are fewer
  std::array<uint32_t, 7> low;   // that must be 0
  std::array<uint32_t, 11> address;
  std::array<uint32_t, 9> out;
  uint8_t registered;
  const uint16_t *words;
};

// A block RAM of 512 words of 36 bits, one port writes and one reads; DP16KD.
struct Block {
  uint32_t write_enable;
  std::array<uint32_t, 5> write_high;
  std::array<uint32_t, 4> write_low;
  std::array<uint32_t, 2> read_high;
  std::array<uint32_t, 5> read_low;
  std::array<uint32_t, 9> write_address, read_address;
  std::array<uint32_t, 36> in, out;
  uint8_t registered;
};

struct Tables {
  uint32_t nets;  // net 0 is 0, net 1 is 1
  uint32_t clock;
  const int32_t *order;  // of a LUT its number, of a RAM's read -1 less its number
  std::size_t steps;
  const Lut *luts;
  const Ram *rams;
  std::size_t ram_count;
  const Flop *flops;
  std::size_t flop_count;
  const Rom *roms;
  std::size_t rom_count;
  const Block *blocks;
  std::size_t block_count;
};

class Netlist {
 public:
  explicit Netlist(const Tables &tables)
      : t_(tables), net_(tables.nets, 0), ram_(tables.ram_count), rom_(tables.rom_count),
        block_(tables.block_count), next_(tables.flop_count), first_(tables.nets + 1, 0),
        waiting_((tables.steps + 63) / 64, 0) {
    net_[1] = 1;
    find_readers();
    for (std::size_t place = 0; place < t_.steps; ++place) wake(place);
    for (std::size_t i = 0; i < t_.ram_count; ++i) {
      for (std::size_t w = 0; w < 16; ++w) ram_[i][w] = t_.rams[i].init >> (4 * w) & 15;
    }
    for (std::size_t i = 0; i < t_.flop_count; ++i) {
      net_[t_.flops[i].out] = t_.flops[i].value;
      if (t_.flops[i].asynchronous) asynchronous_.push_back(i);
    }
    for (auto &block : block_) {
      for (auto &word : block.words) word = unknown();
    }
  }

  uint8_t operator[](std::size_t net) const { return net_[net]; }

  void drive(std::size_t net, uint8_t bit) {
    changed_ |= net_[net] != bit && net != t_.clock;
    put(net, bit);
  }

  // The ports that are inputs are driven by now. No cell but those of the edge reads the clock.
  void eval() {
    if (changed_) {
      settle();
      if (clear()) settle();
      changed_ = false;
    }
    const bool clock = net_[t_.clock];
    if (clock && !clock_) {
      edge();
      settle();
    }
    clock_ = clock;
  }

 private:
  template <std::size_t N>
  uint32_t value(const std::array<uint32_t, N> &nets) const {
    uint32_t found = 0;
    for (std::size_t i = 0; i < N; ++i) found |= uint32_t{net_[nets[i]]} << i;
    return found;
  }
  template <std::size_t N>
  bool all(const std::array<uint32_t, N> &nets, uint8_t wanted) const {
    for (const uint32_t net : nets) {
      if (net_[net] != wanted) return false;
    }
    return true;
  }
  template <std::size_t N>
  void set(const std::array<uint32_t, N> &nets, uint64_t bits) {
    for (std::size_t i = 0; i < N; ++i) put(nets[i], bits >> i & 1);
  }

  // A value for a net; those that read it are to be evaluated.
  void put(std::size_t net, uint8_t bit) {
    if (net_[net] == bit) return;
    net_[net] = bit;
    for (uint32_t i = first_[net]; i < first_[net + 1]; ++i) wake(readers_[i]);
  }
  void wake(std::size_t place) { waiting_[place / 64] |= uint64_t{1} << (place % 64); }

  // Calls a function with each net that the step at a place reads.
  template <class Function>
  void sources(std::size_t place, Function each) const {
    const int32_t step = t_.order[place];
    const auto &nets = (step >= 0) ? t_.luts[step].in : t_.rams[-1 - step].read_address;
    for (const uint32_t net : nets) {
      if (net > 1) each(net);  // constants never change
    }
  }

  // Of each net the places in the order that read it: readers_[first_[net]] and on.
  void find_readers() {
    for (std::size_t place = 0; place < t_.steps; ++place) {
      sources(place, [&](uint32_t net) { ++first_[net + 1]; });
    }
    for (std::size_t net = 0; net < t_.nets; ++net) first_[net + 1] += first_[net];
    readers_.resize(first_[t_.nets]);
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    ram_place_.resize(t_.ram_count);
    for (std::size_t place = 0; place < t_.steps; ++place) {
      sources(place, [&](uint32_t net) { readers_[next[net]++] = place; });
      if (t_.order[place] < 0) ram_place_[-1 - t_.order[place]] = place;
    }
  }

  // xorshift64* (Vigna 2016)
  uint64_t unknown() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1du;
  }

  // Evaluates what waits. What a step wakes comes behind it, in the same word or a later one.
  void settle() {
    for (std::size_t w = 0; w < waiting_.size(); ++w) {
      while (waiting_[w]) {
        const std::size_t place = 64 * w + __builtin_ctzll(waiting_[w]);
        waiting_[w] &= waiting_[w] - 1;
        evaluate(t_.order[place]);
      }
    }
  }

  void evaluate(int32_t step) {
    if (step >= 0) {
      const Lut &lut = t_.luts[step];
      put(lut.out, lut.init >> value(lut.in) & 1);
    } else {
      const Ram &ram = t_.rams[-1 - step];
      set(ram.out, ram_[-1 - step][value(ram.read_address)]);
    }
  }

  bool clears(const Flop &flop) const { return net_[flop.clear] != flop.clear_inverted; }

  // Whether an asynchronous clear changed anything.
  bool clear() {
    bool changed = false;
    for (const std::size_t i : asynchronous_) {
      const Flop &flop = t_.flops[i];
      if (net_[flop.out] != flop.value && clears(flop)) {
        put(flop.out, flop.value);
        changed = true;
      }
    }
    return changed;
  }

  // All is computed from what stands in front of the edge before any of it changes.
  void edge() {
    for (std::size_t i = 0; i < t_.flop_count; ++i) {
      const Flop &flop = t_.flops[i];
      const bool enabled = net_[flop.enable] != flop.enable_inverted;
      next_[i] = clears(flop) ? flop.value : net_[enabled ? flop.in : flop.out];
    }
    for (std::size_t i = 0; i < t_.ram_count; ++i) {
      const Ram &ram = t_.rams[i];
      if (net_[ram.write]) {
        ram_[i][value(ram.write_address)] = value(ram.data);
        wake(ram_place_[i]);
      }
    }
    for (std::size_t i = 0; i < t_.rom_count; ++i) {
      const Rom &rom = t_.roms[i];
      rom_[i].shown = rom_[i].read;
      const bool reads = all(rom.high, 1) && all(rom.low, 0);
      rom_[i].read = reads ? rom.words[value(rom.address)] : unknown();
    }
    for (std::size_t i = 0; i < t_.block_count; ++i) {
      const Block &block = t_.blocks[i];
      const uint32_t to = value(block.write_address), from = value(block.read_address);
      const bool writes = net_[block.write_enable];
      const bool reads = all(block.read_high, 1) && all(block.read_low, 0);
      block_[i].shown = block_[i].read;
      block_[i].read = reads && !(writes && to == from) ? block_[i].words[from] : unknown();
      if (writes) {
        const bool right = all(block.write_high, 1) && all(block.write_low, 0);
        uint64_t word = 0;
        for (std::size_t b = 0; b < 36; ++b) word |= uint64_t{net_[block.in[b]]} << b;
        block_[i].words[to] = right ? word : unknown();
      }
    }
    for (std::size_t i = 0; i < t_.flop_count; ++i) put(t_.flops[i].out, next_[i]);
    for (std::size_t i = 0; i < t_.rom_count; ++i) {
      set(t_.roms[i].out, t_.roms[i].registered ? rom_[i].shown : rom_[i].read);
    }
    for (std::size_t i = 0; i < t_.block_count; ++i) {
      set(t_.blocks[i].out, t_.blocks[i].registered ? block_[i].shown : block_[i].read);
    }
  }

  struct RomState {
    uint64_t read = 0, shown = 0;
  };
  struct BlockState {
    std::array<uint64_t, 512> words;
    uint64_t read = 0, shown = 0;
  };

  const Tables &t_;
  std::vector<uint8_t> net_;
  std::vector<std::array<uint8_t, 16>> ram_;
  std::vector<RomState> rom_;
  std::vector<BlockState> block_;
  std::vector<uint8_t> next_;
  std::vector<uint32_t> first_, readers_;  // see find_readers
  std::vector<std::size_t> ram_place_;  // of a RAM's read in the order
  std::vector<uint64_t> waiting_;  // a bit for each place in the order
  std::vector<std::size_t> asynchronous_;
  uint64_t state_ = 0x9e3779b97f4a7c15u;
  bool clock_ = false, changed_ = true;
};

// Bits of a port between a harness and the nets.
template <class Port>
void to_nets(Netlist &netlist, const uint32_t *nets, std::size_t width, const Port &port) {
  for (std::size_t i = 0; i < width; ++i) netlist.drive(nets[i], port >> i & 1);
}
template <std::size_t Words>
void to_nets(Netlist &netlist, const uint32_t *nets, std::size_t width,
             const VlWide<Words> &port) {
  for (std::size_t i = 0; i < width; ++i) {
    netlist.drive(nets[i], port[i / 32] >> (i % 32) & 1);
  }
}
template <class Port>
void from_nets(const Netlist &netlist, const uint32_t *nets, std::size_t width, Port &port) {
  uint64_t found = 0;
  for (std::size_t i = 0; i < width; ++i) found |= uint64_t{netlist[nets[i]]} << i;
  port = static_cast<Port>(found);
}
template <std::size_t Words>
void from_nets(const Netlist &netlist, const uint32_t *nets, std::size_t width,
               VlWide<Words> &port) {
  for (std::size_t w = 0; w < Words; ++w) port[w] = 0;
  for (std::size_t i = 0; i < width; ++i) {
    port[i / 32] |= uint32_t{netlist[nets[i]]} << (i % 32);
  }
}

}  // namespace roundel_netlist

#endif
