"""The tests of Stolik."""
