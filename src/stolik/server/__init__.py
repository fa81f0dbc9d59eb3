"""Tables, the log they are kept in, and who sits at them; it knows no page and no protocol."""
