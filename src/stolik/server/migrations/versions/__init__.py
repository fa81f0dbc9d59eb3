"""One module a step, the first one first."""
