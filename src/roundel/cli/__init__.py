# SPDX-License-Identifier: Apache-2.0
"""The command line: one file for each group of commands, their options, and the tables."""
