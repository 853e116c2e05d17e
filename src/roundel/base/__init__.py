# SPDX-License-Identifier: Apache-2.0
"""The foundation: errors, progress, external tools, the build cache and files."""
