# SPDX-License-Identifier: Apache-2.0
"""Choose a design by need, from the characterised designs.

`need` is the user's need. `engines` evaluates each characterised design for the need, `offers`
tests and ranks them, and `answer` writes the record. `measure` places and routes the best designs,
and `page` writes an HTML page.
"""
