"""The words of Stolik in Polish and English: names of cards, and sentences found by their key."""
