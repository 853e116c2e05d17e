# SPDX-License-Identifier: Apache-2.0
"""The functions and classes that `import roundel` offers.

`configs` loads configurations, `runs` starts tools, `devices` opens simulated hardware, and `files`
encrypts and decrypts files. Each function calls one function of a lower layer. The package
`roundel` imports a name from here when a program first uses that name.
"""
