"""Records of matches: read, checked against the rules, written, told again."""
