"""The benchmarks of the README, each one command."""
