# SPDX-License-Identifier: Apache-2.0
"""S-boxes for fabrics with LUTs of six inputs.

docs/log/sbox-lut6.md explains how a search found the networks.
"""

from roundel.fpga.lut_network import Network

# SubBytes of a byte; at most 9 LUTs in series.
ENCRYPT = Network.parse(
    """
96 0 1 4
6996 1 2 3 5
6996 1 3 4 7
96696996 0 2 4 5 6
96696996 0 1 3 6 7
96696996 0 2 4 6 7
b128148d274182e4 0 1 7 9 10 13
695a695a96a5695a 14 0 9 11 10 12
65a69a5995569556 14 5 6 8 12 13
6a5959959aa9569a 14 0 2 8 9 13
5aa5696955aa6666 14 0 3 5 6 9
e076 15 16 17 18
8dd4 15 16 17 18
98ea 15 16 17 18
56c6 15 16 17 18
f0cc5a6696aa3c00 19 20 21 8 12 6
9a6a6a9a6a9a9a40 23 22 11 19 20 21
64f0aa3c5acc9600 19 20 21 10 13 0
956565056a9a9a6a 25 22 9 20 21 24
cc96f0aa663c5a00 19 20 21 9 13 0
956565946a9a9a6a 27 22 10 20 21 24
cc5a3caa66f09600 19 20 21 11 12 6
6a95 29 22 8 28
aa3c5acc66f09600 19 20 21 9 10 0
9a6a6595 31 22 13 20 24
9666cc3caa5af000 19 20 21 11 8 6
6a95956a 33 22 12 30 32
5af0963c66ccaa00 19 20 21 11 8 12
65958a6a9a2a6595 35 22 6 21 24 28
96aa5a66f0cc3c00 19 20 21 9 10 13
65959a6a 37 22 0 19 36
38 36 34 24 26 30 32 28
"""
)

# InvSubBytes of a byte; at most 12 LUTs in series.
DECRYPT = Network.parse(
    """
6 4 5
96 0 1 5
96 0 3 6
6996966996696996 0 1 2 3 6 7
6996 11 0 4 5
4182ebd74e8de4d8 0 1 2 3 8 11
699966965aaaaa5a 13 5 7 10 11 12
699999965a55aa5a 13 2 3 9 8 10
9955a569559969a5 13 1 4 6 9 11
5093a09c9ca09350 1 2 3 4 5 6
a55a9966966955aa 17 0 1 2 5 7
e076 14 15 16 18
d6d0 14 15 16 18
5d62 14 15 16 18
98ec 14 15 16 18
663cf0aa5a00cc96 19 20 21 9 1 2
a65656a6 23 22 8 19 21
a2f0005a3c2696cc 19 20 21 10 6 11
56a6 25 22 12 21
3c5a66f0ccaa86 19 20 21 12 6 11
956565156a9a9a6a 27 22 10 20 21 24
96f066003c5accaa 19 20 21 8 1 2
59a9a959a6565686 29 22 9 20 21 28
cc96f0aa005a3c66 19 20 21 12 10 11
56a6a959a95956a6 31 22 6 21 30 24
cc665af000aa963c 19 20 21 8 9 2
59a6a659a65959a6 33 22 1 26 30 32
aa665a963cf0cc00 19 20 21 12 10 6
59a9a951a65656a6 35 22 11 19 21 34
f066965aaa3ccc 19 20 21 8 9 1
95686a956a95956a 37 22 2 26 36 28
38 26 36 34 30 28 32 24
"""
)

NETWORKS = {"encrypt": ENCRYPT, "decrypt": DECRYPT}

# The separate mapping of the other units, in abc's commands. `&synch2` restructures the graph for
# LUTs, `-a` covers for area, and `mfs2 -a` resynthesises with don't-cares: 61 LUTs for a tower of
# both directions. A stage between registers has few levels, and every level counts.
_SMALL = "abc -lut 6 -script +strash;&get,-n;&st;&synch2;&if,-K,6,-a;&mfs;&put;mfs2,-a"
_SHALLOW = "abc -lut 6 -script +strash;if,-K,6;mfs2;strash;if,-K,6;mfs2"
COMMANDS = {
    "step": _SHALLOW,
    "expand": _SMALL,
    "round": _SHALLOW,
    "rom": _SHALLOW,
    "tower": _SMALL,
    "gates": _SMALL,
    "table": "abc -lut 6 -script +strash;if,-K,6,-a",
}
# Yosys' `abc -lut 6` for the logic around the units: fewest LUTs.
AROUND = "abc -lut 6 -script +strash;dch;if,-K,6,-a;mfs2,-a;strash;dch;if,-K,6,-a;mfs2,-a"
