"""The pages: parse, call, render. What they show is described in docs/protocol.md."""
