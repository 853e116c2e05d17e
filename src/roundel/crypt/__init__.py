# SPDX-License-Identifier: Apache-2.0
"""Files through the simulated hardware: keys, requests, and the hardware that runs requests."""
