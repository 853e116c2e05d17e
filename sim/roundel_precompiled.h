// SPDX-License-Identifier: Apache-2.0
//
// The first headers of every generated file and every harness. They are precompiled once for all
// models, which halves the compile time of a small model.

#include "verilated.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>
