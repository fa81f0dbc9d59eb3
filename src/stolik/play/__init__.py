"""What every game shares: deals, matches, events, views, options, refusals, the shuffle."""
