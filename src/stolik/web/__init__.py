"""The table in the browser: pages, their words and their look, and the handlers that answer."""
