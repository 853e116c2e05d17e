// SPDX-License-Identifier: Apache-2.0
//
// The simulated soft processor: runs the verilated roundel_soft_picorv32 or roundel_soft_vexriscv.
// See roundel_soft.h for the contract.
//
// The build needs the macros of roundel_model.h, ROUNDEL_SOFT_INSIDE_HEADER (Verilator's classes of
// the internals visible by roundel_soft.vlt) and ROUNDEL_SOFT_MEMORY_BYTES.

#include "roundel_soft.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#include "roundel_model.h"

#include ROUNDEL_SOFT_INSIDE_HEADER

namespace {

constexpr uint32_t MEMORY_BYTES = ROUNDEL_SOFT_MEMORY_BYTES;

// The internals of both tops, by Verilator's names.
template <class Root>
auto &memory(Root &root) {
  if constexpr (requires { root.roundel_soft_picorv32__DOT__u_memory__DOT__words_q; }) {
    return root.roundel_soft_picorv32__DOT__u_memory__DOT__words_q;
  } else {
    return root.roundel_soft_vexriscv__DOT__u_memory__DOT__words_q;
  }
}

template <class Root>
uint32_t pc(const Root &root) {
  if constexpr (requires { root.roundel_soft_picorv32__DOT__u_processor__DOT__reg_pc; }) {
    return root.roundel_soft_picorv32__DOT__u_processor__DOT__reg_pc;
  } else {
    return root.roundel_soft_vexriscv__DOT__u_processor__DOT__writeBack_PC;
  }
}

template <class Top>
bool trapped(const Top &top) {
  if constexpr (requires { top.trap_o; }) {
    return top.trap_o;
  } else {
    return top.rootp->roundel_soft_vexriscv__DOT__u_processor__DOT__CsrPlugin_hadException;
  }
}

}  // namespace

struct roundel_soft {
  // The context must outlive the model.
  VerilatedContext context;
  std::unique_ptr<ROUNDEL_MODEL> top;
  std::string error, console;
  uint64_t cycles = 0;
  roundel_soft_stop stop{};

  roundel_soft() {
    // Registers and memory start with arbitrary values, equal in each run.
    context.randReset(2);
    context.randSeed(1);
    top = std::make_unique<ROUNDEL_MODEL>(&context, "");
    reset();
  }
  ~roundel_soft() { top->final(); }

  void edge() {
    top->clk_i = 0;
    top->eval();
    top->clk_i = 1;
    top->eval();
  }

  void reset() {
    top->rst_ni = 0;
    for (int i = 0; i < RESET_CYCLES; ++i) edge();
    top->rst_ni = 1;
    cycles = 0;
    stop = {};
  }

  int run(uint64_t most) {
    while (stop.state == ROUNDEL_SOFT_RUNS && most-- != 0) {
      edge();
      ++cycles;
      if (top->console_valid_o) console.push_back(static_cast<char>(top->console_data_o));
      if (top->exit_valid_o) {
        stop = {ROUNDEL_SOFT_ENDED, pc(*top->rootp), static_cast<int32_t>(top->exit_code_o)};
      } else if (top->fault_valid_o) {
        stop = {ROUNDEL_SOFT_FAULT, pc(*top->rootp), top->fault_address_o};
      } else if (trapped(*top)) {
        trap(*top);
      }
    }
    return static_cast<int>(stop.state);
  }

  template <class Top>
  void trap(Top &model) {
    stop = {ROUNDEL_SOFT_TRAP, pc(*model.rootp), -1};
    if constexpr (!requires { model.trap_o; }) {
      edge();  // this edge writes the registers of the exception
      ++cycles;
      const auto &root = *model.rootp;
      stop.pc = root.roundel_soft_vexriscv__DOT__u_processor__DOT__CsrPlugin_mepc;
      stop.value = root.roundel_soft_vexriscv__DOT__u_processor__DOT__CsrPlugin_mcause_exceptionCode;
    }
  }

  void check(uint32_t address, uint32_t size) const {
    if (address % 4 != 0 || size % 4 != 0) {
      throw Failure(ROUNDEL_SOFT_ERROR_ARGUMENT, "address and size must be of whole words");
    }
    if (address > MEMORY_BYTES || size > MEMORY_BYTES - address) {
      throw Failure(ROUNDEL_SOFT_ERROR_ARGUMENT, "address and size do not fit in the memory");
    }
  }
};

extern "C" {

roundel_soft *roundel_soft_create(void) {
  try {
    return new roundel_soft;
  } catch (const std::exception &) {
    return nullptr;
  }
}

void roundel_soft_destroy(roundel_soft *device) { delete device; }

const char *roundel_soft_last_error(const roundel_soft *device) { return device->error.c_str(); }

uint32_t roundel_soft_memory_bytes(void) { return MEMORY_BYTES; }

int roundel_soft_reset(roundel_soft *device) {
  return static_cast<int>(guarded(device, [&] { return device->reset(), 0; }));
}

int roundel_soft_load(roundel_soft *device, uint32_t address, const uint8_t *data, uint32_t size) {
  return static_cast<int>(guarded(device, [&] {
    device->check(address, size);
    auto &words = memory(*device->top->rootp);
    for (uint32_t i = 0; i < size; i += 4) {
      uint32_t word;
      std::memcpy(&word, data + i, 4);
      words[(address + i) / 4] = word;
    }
    return 0;
  }));
}

int roundel_soft_store(roundel_soft *device, uint32_t address, uint8_t *data, uint32_t size) {
  return static_cast<int>(guarded(device, [&] {
    device->check(address, size);
    const auto &words = memory(*device->top->rootp);
    for (uint32_t i = 0; i < size; i += 4) {
      const uint32_t word = words[(address + i) / 4];
      std::memcpy(data + i, &word, 4);
    }
    return 0;
  }));
}

int roundel_soft_run(roundel_soft *device, uint64_t cycles) {
  return static_cast<int>(guarded(device, [&] { return device->run(cycles); }));
}

int roundel_soft_stopped(const roundel_soft *device, roundel_soft_stop *stop) {
  *stop = device->stop;
  if (stop->state == ROUNDEL_SOFT_RUNS) stop->pc = pc(*device->top->rootp);
  return 0;
}

int64_t roundel_soft_console(roundel_soft *device, uint8_t *out, uint64_t max) {
  const uint64_t size = std::min<uint64_t>(max, device->console.size());
  std::memcpy(out, device->console.data(), size);
  device->console.erase(0, size);
  return static_cast<int64_t>(size);
}

uint64_t roundel_soft_cycles(const roundel_soft *device) { return device->cycles; }

}  // extern "C"
