// SPDX-License-Identifier: Apache-2.0
//
// What every generated file of a model and every harness reads before anything else, so that it is
// read once for all models: what takes half of the time that compiling a small one does.

#include "verilated.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>
