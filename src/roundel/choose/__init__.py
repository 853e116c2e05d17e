# SPDX-License-Identifier: Apache-2.0
"""Choose a design by need, from the characterised designs.

`need` is the user's need, with the values of `names`. `engines` evaluates each characterised design
for the need with `ratios` of clocks, and `estimates` adds interpolated designs. `offers` joins the
figures of engines, `demands` tests them, and `search` finds the best. `answer` writes the record
with `reasons` and `notes`; `nearest` and `missing_function` explain why no design meets a
need. `measure` places and routes the best designs, `seeds` finds the
spread of clocks, and `page` writes an HTML page.
"""
