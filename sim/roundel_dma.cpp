// SPDX-License-Identifier: Apache-2.0
//
// The simulated DMA device behind a modelled link, with its memory. See roundel_dma.h for the
// contract.
//
// The build needs the macros of roundel_model.h.

#include "roundel_dma.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "roundel_model.h"

namespace {

constexpr uint32_t BURST_BORDER = 4096;
constexpr uint8_t OKAY = 0, SLVERR = 2, DECERR = 3;

// Bytes of a port, lowest first: Verilator's words have the byte order of the machine.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__);

struct Read {
  uint64_t address, ready_at;
  uint32_t beats, bytes_a_beat;
  bool id, fails;
};

struct Burst {
  uint64_t address;
  uint32_t beats, bytes_a_beat;
  bool id, fails;
  std::vector<std::pair<uint64_t, uint8_t>> bytes;  // the written bytes
  uint64_t answer_at;
};

struct Region {
  uint64_t begin, end;
  uint32_t times;
};

struct RegisterWrite {
  uint32_t address, value;
  uint64_t arrival;
};

}  // namespace

struct roundel_dma {
  // The context must outlive the model.
  VerilatedContext context;
  std::unique_ptr<ROUNDEL_MODEL> top;
  std::string error;
  roundel_dma_link link{1000, 1, 0, 0, 0, 0, 0, 0, 0, 64, 64};
  uint64_t now = 0, edge_at = 0, cycles = 0, watchdog = DEFAULT_WATCHDOG;
  std::vector<Region> allowed;
  mutable std::size_t lately = 0;  // index of the last found region
  uint32_t fail_reads[2] = {0, 0}, fail_writes[2] = {0, 0};
  bool held = false;
  Pauses pauses;

  std::deque<RegisterWrite> posted;
  bool aw_done = false, w_done = false, ar_done = false, read_wanted = false;
  uint32_t read_address = 0, read_value = 0;
  bool write_refused = false, read_refused = false, read_answered = false;

  std::deque<Read> reads;
  std::deque<Burst> writes;    // bursts that wait for data
  std::deque<Burst> answers;   // in the order of data
  uint64_t read_beat_at = 0, write_beat_at = 0;
  // The stalled payload of the last cycle.
  std::vector<uint8_t> ar_before, aw_before, w_before;
  roundel_dma_time times{};

  roundel_dma() {
    // Registers start with arbitrary values, equal in each run.
    context.randReset(2);
    context.randSeed(1);
    top = std::make_unique<ROUNDEL_MODEL>(&context, "");
    reset();
  }
  ~roundel_dma() { top->final(); }

  uint32_t width() const { return sizeof top->m_axi_rdata; }

  void reset() {
    posted.clear();
    reads.clear();
    writes.clear();
    answers.clear();
    ar_before.clear();
    aw_before.clear();
    w_before.clear();
    aw_done = w_done = ar_done = read_wanted = read_answered = false;
    for (int i = 0; i < RESET_CYCLES; ++i) {
      top->aresetn = 0;
      cycle();
    }
    top->aresetn = 1;
    now = std::max(now, edge_at);
  }

  bool may_use(uint64_t address, uint64_t bytes) const {
    const auto holds = [&](const Region &region) {
      return address >= region.begin && address <= region.end && bytes <= region.end - address;
    };
    if (lately < allowed.size() && holds(allowed[lately])) return true;
    const auto found = std::find_if(allowed.begin(), allowed.end(), holds);
    lately = static_cast<std::size_t>(found - allowed.begin());
    return found != allowed.end();
  }

  [[noreturn]] static void broken(const std::string &what) { throw Failure(ERROR_MODEL, what); }

  template <class... Ports>
  static std::vector<uint8_t> bytes_of(const Ports &...ports) {
    std::vector<uint8_t> out;
    auto add = [&](const auto &port) {
      const auto *begin = reinterpret_cast<const uint8_t *>(&port);
      out.insert(out.end(), begin, begin + sizeof port);
    };
    (add(ports), ...);
    return out;
  }

  static void stays(std::vector<uint8_t> &before, bool valid, bool ready,
                    const std::vector<uint8_t> &shown, const char *channel) {
    if (!before.empty()) {
      if (!valid) broken(std::string(channel) + "VALID fell before its handshake");
      if (before != shown) broken(std::string(channel) + " changed before its handshake");
    }
    before = valid && !ready ? shown : std::vector<uint8_t>();
  }

  static void check_burst(uint64_t address, uint32_t length, uint32_t size, uint32_t kind,
                          uint32_t wide, const char *channel) {
    const uint64_t bytes = (uint64_t{length} + 1) << size;
    const uint64_t first = address & ~((uint64_t{1} << size) - 1);
    if (kind != 1) broken(std::string(channel) + " requests no INCR burst");
    if ((1u << size) != wide) broken(std::string(channel) + " has narrow beats");
    if (address / BURST_BORDER != (first + bytes - 1) / BURST_BORDER) {
      broken(std::string(channel) + " has a burst across a border of 4 KiB");
    }
  }

  // One cycle of the device, up to the edge at edge_at.
  void cycle() {
    const bool running = top->aresetn;
    top->aclk = 0;
    drive_registers();
    const bool ar_ready = !held && reads.size() < link.reads && !pauses.now();
    // Data wait for their address; with pauses, the address also waits for its data.
    const bool aw_ready = !held && writes.size() + answers.size() < link.writes &&
                          (!pauses.some() || top->m_axi_wvalid) && !pauses.now();
    const bool w_ready = !held && !writes.empty() && write_beat_at <= edge_at && !pauses.now();
    if (!top->m_axi_rvalid) drive_read();
    if (!top->m_axi_bvalid) {
      top->m_axi_bvalid = running && !held && !answers.empty() &&
                          answers.front().answer_at <= edge_at && !pauses.now();
      if (top->m_axi_bvalid) drive_answer();
    }
    top->m_axi_arready = ar_ready;
    top->m_axi_awready = aw_ready;
    top->m_axi_wready = w_ready;
    top->eval();
    if (running) {
      look(ar_ready, aw_ready, w_ready);
    }
    const bool r_taken = running && top->m_axi_rvalid && top->m_axi_rready;
    const bool b_taken = running && top->m_axi_bvalid && top->m_axi_bready;
    ++times.cycles;
    if (!reads.empty() && !r_taken) ++times.read_waits;
    if (r_taken) take_read();
    if (b_taken) answers.pop_front();
    take_registers(running);
    top->aclk = 1;
    top->eval();
    if (r_taken || !running) top->m_axi_rvalid = 0;
    if (b_taken || !running) top->m_axi_bvalid = 0;
    ++cycles;
    edge_at += link.clock_ps;
  }

  // ---- Memory ----
  void drive_read() {
    const bool shown = top->aresetn && !held && !reads.empty() &&
                       reads.front().ready_at <= edge_at && read_beat_at <= edge_at &&
                       !pauses.now();
    top->m_axi_rvalid = shown;
    if (!shown) return;
    const Read &burst = reads.front();
    const uint64_t beat = burst.address & ~uint64_t{burst.bytes_a_beat - 1};
    auto *to = reinterpret_cast<uint8_t *>(&top->m_axi_rdata);
    // Bytes outside the allowed memory are arbitrary.
    std::memset(to, 0xa5, width());
    const uint64_t first = burst.address, last = beat + burst.bytes_a_beat;
    const bool whole = may_use(first, last - first);
    bool there = whole;
    if (whole) std::memcpy(to + (first - beat), reinterpret_cast<void *>(first), last - first);
    for (uint64_t at = first; !whole && at < last; ++at) {
      if (!may_use(at, 1)) continue;
      there = true;
      to[at - beat] = *reinterpret_cast<const uint8_t *>(at);
    }
    top->m_axi_rid = burst.id;
    top->m_axi_rlast = burst.beats == 1;
    top->m_axi_rresp = burst.fails ? SLVERR : there ? OKAY : DECERR;
  }

  void take_read() {
    Read &burst = reads.front();
    ++(burst.id ? times.descriptor_beats : times.data_beats);
    burst.address = (burst.address & ~uint64_t{burst.bytes_a_beat - 1}) + burst.bytes_a_beat;
    read_beat_at = std::max(read_beat_at, edge_at) +
                   uint64_t{link.read_kib_ps} * burst.bytes_a_beat / 1024;
    if (--burst.beats == 0) reads.pop_front();
  }

  void drive_answer() {
    Burst &burst = answers.front();
    bool there = true;
    if (!burst.fails) {
      for (const auto &[at, value] : burst.bytes) {
        if (may_use(at, 1)) {
          *reinterpret_cast<uint8_t *>(at) = value;
        } else {
          there = false;
        }
      }
    }
    top->m_axi_bid = burst.id;
    top->m_axi_bresp = burst.fails ? SLVERR : there ? OKAY : DECERR;
  }

  // Checks the device's offers, and accepts them.
  void look(bool ar_ready, bool aw_ready, bool w_ready) {
    stays(ar_before, top->m_axi_arvalid, ar_ready,
          bytes_of(top->m_axi_araddr, top->m_axi_arlen, top->m_axi_arid), "AR");
    stays(aw_before, top->m_axi_awvalid, aw_ready,
          bytes_of(top->m_axi_awaddr, top->m_axi_awlen, top->m_axi_awid), "AW");
    stays(w_before, top->m_axi_wvalid, w_ready,
          bytes_of(top->m_axi_wdata, top->m_axi_wstrb, top->m_axi_wlast), "W");
    if (top->m_axi_arvalid && ar_ready) {
      const bool id = top->m_axi_arid;
      check_burst(top->m_axi_araddr, top->m_axi_arlen, top->m_axi_arsize, top->m_axi_arburst,
                  width(), "AR");
      Read burst{top->m_axi_araddr, edge_at + link.read_latency_ps, top->m_axi_arlen + 1u,
                 1u << top->m_axi_arsize, id, false};
      if (fail_reads[id]) burst.fails = fail_reads[id]--;
      reads.push_back(burst);
    }
    if (top->m_axi_awvalid && aw_ready) {
      const bool id = top->m_axi_awid;
      check_burst(top->m_axi_awaddr, top->m_axi_awlen, top->m_axi_awsize, top->m_axi_awburst,
                  width(), "AW");
      Burst burst{top->m_axi_awaddr, top->m_axi_awlen + 1u, 1u << top->m_axi_awsize, id, false,
                  {}, 0};
      if (fail_writes[id]) burst.fails = fail_writes[id]--;
      writes.push_back(burst);
    }
    if (top->m_axi_wvalid && !w_ready) ++times.write_waits;
    if (top->m_axi_wvalid && w_ready) take_write();
  }

  void take_write() {
    if (writes.empty()) broken("W precedes its AW");
    Burst &burst = writes.front();
    ++(burst.id ? times.record_beats : times.text_beats);
    const auto *data = reinterpret_cast<const uint8_t *>(&top->m_axi_wdata);
    const auto *strobes = reinterpret_cast<const uint8_t *>(&top->m_axi_wstrb);
    const uint64_t beat = burst.address & ~uint64_t{burst.bytes_a_beat - 1};
    for (uint32_t i = 0; i < burst.bytes_a_beat; ++i) {
      if (!(strobes[i / 8] >> i % 8 & 1)) continue;
      if (beat + i < burst.address) broken("W has a strobe before its burst");
      burst.bytes.emplace_back(beat + i, data[i]);
    }
    burst.address = beat + burst.bytes_a_beat;
    write_beat_at = std::max(write_beat_at, edge_at) +
                    uint64_t{link.write_kib_ps} * burst.bytes_a_beat / 1024;
    const bool last = --burst.beats == 0;
    if (last != bool(top->m_axi_wlast)) broken("WLAST is not on the last beat");
    if (last) {
      burst.answer_at = edge_at + link.clock_ps + link.write_latency_ps;
      answers.push_back(std::move(burst));
      writes.pop_front();
    }
  }

  // ---- Registers ----
  void drive_registers() {
    const bool write = !posted.empty() && posted.front().arrival <= edge_at && top->aresetn;
    top->s_axil_awvalid = write && !aw_done;
    top->s_axil_wvalid = write && !w_done;
    if (write) {
      top->s_axil_awaddr = posted.front().address;
      top->s_axil_wdata = posted.front().value;
      top->s_axil_wstrb = 15;
    }
    top->s_axil_bready = 1;
    top->s_axil_arvalid = read_wanted && !ar_done && top->aresetn;
    top->s_axil_araddr = read_address;
    top->s_axil_rready = 1;
  }

  void take_registers(bool running) {
    if (!running) return;
    if (top->s_axil_awvalid && top->s_axil_awready) aw_done = true;
    if (top->s_axil_wvalid && top->s_axil_wready) w_done = true;
    if (top->s_axil_arvalid && top->s_axil_arready) ar_done = true;
    if (top->s_axil_bvalid) {
      if (posted.empty()) broken("an answer without a write");
      write_refused = write_refused || top->s_axil_bresp;
      posted.pop_front();
      aw_done = w_done = false;
    }
    if (top->s_axil_rvalid) {
      read_value = top->s_axil_rdata;
      read_refused = top->s_axil_rresp;
      read_answered = true;
      read_wanted = ar_done = false;
    }
  }

  void run_until(uint64_t time) {
    while (edge_at <= time) cycle();
  }

  // Runs the device while a condition holds; the time is then at least the time of the change.
  template <class Condition>
  void run_while(Condition condition, const char *what) {
    uint64_t still = 0;
    while (condition()) {
      cycle();
      if (++still >= watchdog) {
        throw Failure(ROUNDEL_DMA_ERROR_TIMEOUT, std::string(what) + " for " +
                                                     std::to_string(watchdog) + " cycles");
      }
    }
    if (still) now = std::max(now, edge_at - link.clock_ps);
  }

  static void check_register(uint32_t address) {
    if (address % 4 || address >= ROUNDEL_DMA_REGISTER_BYTES) {
      throw Failure(ROUNDEL_DMA_ERROR_ARGUMENT, "a register is at a multiple of 4 below 8192");
    }
  }

  int write(uint32_t address, uint32_t value) {
    check_register(address);
    now += link.write_ps;
    times.write_ps += link.write_ps;
    ++times.writes;
    run_until(now);
    run_while([&] { return posted.size() >= link.posted; }, "a write could not be posted");
    posted.push_back({address, value, now + link.away_ps});
    return 0;
  }

  int read(uint32_t address, uint32_t *value) {
    check_register(address);
    const uint64_t begin = now, done_at = now + link.read_ps;
    ++times.reads;
    run_while([&] { return !posted.empty(); }, "writes were not accepted");
    read_address = address;
    read_answered = false;
    read_wanted = true;
    run_while([&] { return !read_answered; }, "a read was not answered");
    now = std::max(now, done_at);
    run_until(now);
    times.read_ps += now - begin;
    *value = read_value;
    if (read_refused) throw Failure(ROUNDEL_DMA_ERROR_REFUSED, "the device refused a read");
    return 0;
  }
};

extern "C" {

roundel_dma *roundel_dma_create(void) {
  try {
    return new roundel_dma;
  } catch (const std::exception &) {
    return nullptr;
  }
}

void roundel_dma_destroy(roundel_dma *device) { delete device; }

const char *roundel_dma_last_error(const roundel_dma *device) { return device->error.c_str(); }

int roundel_dma_reset(roundel_dma *device) {
  return static_cast<int>(guarded(device, [&] { return device->reset(), 0; }));
}

int roundel_dma_set_link(roundel_dma *device, const roundel_dma_link *link) {
  return static_cast<int>(guarded(device, [&] {
    if (!link->clock_ps || !link->posted || !link->reads || !link->writes) {
      throw Failure(ROUNDEL_DMA_ERROR_ARGUMENT, "the link is invalid");
    }
    device->link = *link;
    return 0;
  }));
}

int roundel_dma_set_pauses(roundel_dma *device, uint64_t seed, uint32_t probability) {
  return static_cast<int>(guarded(device, [&] {
    if (probability >= CERTAIN) {
      throw Failure(ROUNDEL_DMA_ERROR_ARGUMENT, "the probability of a pause must be below 1");
    }
    device->pauses.set(seed, probability);
    return 0;
  }));
}

int roundel_dma_allow(roundel_dma *device, const void *begin, uint64_t bytes) {
  return static_cast<int>(guarded(device, [&] {
    const auto first = reinterpret_cast<uint64_t>(begin);
    if (!begin || !bytes || first + bytes < first) {
      throw Failure(ROUNDEL_DMA_ERROR_ARGUMENT, "the memory is invalid");
    }
    for (Region &region : device->allowed) {
      if (region.begin == first && region.end == first + bytes) return ++region.times, 0;
    }
    device->allowed.push_back({first, first + bytes, 1});
    return 0;
  }));
}

int roundel_dma_forbid(roundel_dma *device, const void *begin, uint64_t bytes) {
  return static_cast<int>(guarded(device, [&] {
    const auto first = reinterpret_cast<uint64_t>(begin);
    for (std::size_t i = 0; i < device->allowed.size(); ++i) {
      Region &region = device->allowed[i];
      if (region.begin != first || region.end != first + bytes) continue;
      if (--region.times == 0) device->allowed.erase(device->allowed.begin() + i);
      return 0;
    }
    throw Failure(ROUNDEL_DMA_ERROR_ARGUMENT, "this memory was not allowed");
  }));
}

int roundel_dma_fail(roundel_dma *device, int descriptors, uint32_t reads, uint32_t writes) {
  device->fail_reads[descriptors != 0] = reads;
  device->fail_writes[descriptors != 0] = writes;
  return 0;
}

int roundel_dma_hold(roundel_dma *device, int hold) {
  device->held = hold != 0;
  return 0;
}

int roundel_dma_write(roundel_dma *device, uint32_t address, uint32_t value) {
  return static_cast<int>(guarded(device, [&] { return device->write(address, value); }));
}

int roundel_dma_read(roundel_dma *device, uint32_t address, uint32_t *value) {
  return static_cast<int>(guarded(device, [&] { return device->read(address, value); }));
}

int roundel_dma_idle(roundel_dma *device, uint64_t time_ps) {
  return static_cast<int>(guarded(device, [&] {
    device->now += time_ps;
    device->times.idle_ps += time_ps;
    device->run_until(device->now);
    return 0;
  }));
}

uint64_t roundel_dma_now(const roundel_dma *device) { return device->now; }
uint64_t roundel_dma_cycles(const roundel_dma *device) { return device->cycles; }
int roundel_dma_interrupt(const roundel_dma *device) { return device->top->irq; }

void roundel_dma_times(roundel_dma *device, roundel_dma_time *out, int clear) {
  *out = device->times;
  if (clear) device->times = {};
}

int roundel_dma_set_watchdog(roundel_dma *device, uint64_t cycles) {
  return static_cast<int>(guarded(device, [&] {
    if (cycles == 0) {
      throw Failure(ROUNDEL_DMA_ERROR_ARGUMENT, "the watchdog needs at least one cycle");
    }
    device->watchdog = cycles;
    return 0;
  }));
}

}  // extern "C"
