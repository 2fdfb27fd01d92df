"""Where the solver keeps what: one block of bytes for its tables, one for the positions it has seen. Shared by kernel and wrapper.

Offsets are in bytes. A context is one way of deciding tricks, with a numbering of its own; a mode has at most three of them.
"""

from __future__ import annotations

# ---- the head: counters and what is the same for all contexts
NODES = 0  # counted since the solver was made
LIMIT = 8  # give up when NODES reaches this
STOP = 16  # not 0: given up, or told to from outside
DEAL = 24  # number of the deal, so that what was seen in others is not believed
BONUS = 32  # half of the Match bonus
NARROW = 40  # who tries only a few moves early in the deal: 0 nobody, 1 team 0, 2 team 1
FEW = 48  # how many these are
CONTEXT_OF = 64  # by tricks left: offset of the context of the next trick
STEADY = 144  # by tricks left: whether they are all decided alike
MIXED = 224  # by tricks left: whether the trump suit will be ranked in two ways (Trio)
KTH = 320  # [512][10]: the k-th highest of nine bits
WEIGHTS = 5440  # [2][4][9][12] numbers with sign of 16 bits, for the order of moves
REMAP = 7168  # [3][3][4][512]: a suit of one context in the numbering of another
SCRATCH = 44_032  # moves under consideration, by depth
SCRATCH_MOVE = 40
SCRATCH_TRIED = 9 * SCRATCH_MOVE  # by suit: the last card tried that failed, what it brought, and below which rank that holds
SCRATCH_PLY = SCRATCH_TRIED + 32
CONTEXTS = 58_688

# ---- a context
OWN = 0  # [4]: cards of each seat
TRUMP = 32
PUUR = 40
ZEROS = 48  # cards that count nothing
CLASSES = 56  # how many different values there are besides 0
CLASS_MASK = 64  # [8]: the cards of each value, the smallest first
CLASS_VALUE = 128  # [8] bytes
OWNER = 144  # [36] bytes
VALUE = 184  # [36] bytes
NUMBER = 224  # of this context
SUM = 256  # [4][512] bytes: what the cards of one suit count together
COARSE = 2304  # [4][512]: representative of the suits in which every seat holds as many
OWNERS = 6400  # [4][512]: owners of the eight highest cards, two bits each, highest first
VALUES = 10_496  # [4][512]: values by owner and rank, six bits each
CONTEXT = 26_880

KILLER_BITS = 16
KILLERS = CONTEXTS + 3 * CONTEXT
SIZE = KILLERS + (4 << KILLER_BITS)

# ---- positions seen: buckets of 32 tags and 32 entries
WAYS = 32
ENTRY = 24  # position with bounds and move, owners, which owners matter
BUCKET = WAYS * 4 + WAYS * ENTRY
BUCKET_BITS = 14
KEY_BITS = 40
SEEN = BUCKET << BUCKET_BITS

NARROWED = 7  # with fewer tricks left nobody is held to a few moves
NO_VALUE = -(1 << 15)
