# SPDX-License-Identifier: Apache-2.0
"""The functions and classes of `import roundel`; each calls a function of a lower layer.

`configs` loads configurations, `runs` starts tools, `devices` opens simulated hardware, and `files`
encrypts and decrypts files.
"""
