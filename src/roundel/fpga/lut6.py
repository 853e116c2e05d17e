# SPDX-License-Identifier: Apache-2.0
"""S-boxes for fabrics with LUTs of six inputs.

docs/log/sbox-lut6.md explains how a search found the networks.
"""

from roundel.fpga.lut_network import Network

# SubBytes of a byte; at most 11 LUTs in series.
ENCRYPT = Network.parse(
    """
6996 1 2 4 6
6996 0 2 6 7
6996 3 4 6 7
96696996 0 2 4 5 6
6996966996696996 1 2 3 4 5 7
96 12 0 6
596a03303f0c6556 0 1 3 4 7 11
596a59959a566556 14 0 5 8 10 13
9a959a9559a9a656 14 4 6 7 8 11
55aa69696996aaaa 14 1 4 12 9 13
f59339a00a93c6a0 0 1 2 3 5 6
5a69995566aaa596 18 1 2 4 6 7
9c74 15 16 17 19
16ae 15 16 17 19
3d1a 15 16 17 19
4f62 15 16 17 19
cc3c9666aa5ad000 20 21 22 10 6 11
6a9a9a6a 24 23 12 20 21
f03caa26965acc00 20 21 22 5 9 8
6a95 26 23 13 25
3c5af096aacc6600 20 21 22 12 6 11
9a6a659564919a6a 28 23 10 20 25 27
f0cc664aaa963c00 20 21 22 12 10 11
65959a6a9a6a6595 30 23 6 21 25 27
aa5a66961cccf000 20 21 22 13 9 8
9a6a659565959a6a 32 23 5 22 27 31
965a3cf066aacc00 20 21 22 12 10 6
9a6a658565959a6a 34 23 11 22 27 33
2a385a8c66e09600 20 21 22 13 5 8
956a6a95 36 23 9 35 33
3cf0aa665a96cc00 20 21 22 13 5 9
6a95 38 23 8 35
39 29 35 25 37 27 33 31
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
SHALLOW = "abc -lut 6 -script +strash;if,-K,6;mfs2;strash;if,-K,6;mfs2"
COMMANDS = {
    "step": SHALLOW,
    "expand": _SMALL,
    "round": SHALLOW,
    "rom": SHALLOW,
    "tower": _SMALL,
    "gates": _SMALL,
    "table": "abc -lut 6 -script +strash;if,-K,6,-a",
}
# Yosys' `abc -lut 6` for the logic around the units: fewest LUTs.
AROUND = "abc -lut 6 -script +strash;dch;if,-K,6,-a;mfs2,-a;strash;dch;if,-K,6,-a;mfs2,-a"
