"""What the commands do, one module for each: imported when a command is called, never for its help page."""
