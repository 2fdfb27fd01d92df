"""The pages of a club, one module per subject; each view carries `@needs`."""
