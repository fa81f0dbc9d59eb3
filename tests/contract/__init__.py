"""Tests; see the files."""
