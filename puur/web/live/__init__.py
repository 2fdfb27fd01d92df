"""Live tables: one task per table validates, commits, and then sends each seat its view.

Only `store` knows Django. The rest is plain asyncio over the pure core.
"""
