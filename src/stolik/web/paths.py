"""Where everything is: the addresses that pages link to and handlers answer."""

START = "/"
NEW = "/new"  # GET ?game=&preset=, POST
JOIN = "/join/{invitation}"  # GET, POST
TABLE = "/table/{table}"  # GET
ACT = "/table/{table}/act"  # POST version, id, action
STREAM = "/table/{table}/stream"  # GET, server-sent events
NEXT = "/table/{table}/next"  # POST: on to the next deal
START_NOW = "/table/{table}/start"  # POST: bots take the empty seats
UNDO = "/table/{table}/undo"  # POST
REMATCH = "/table/{table}/rematch"  # POST
LEAVE = "/table/{table}/leave"  # POST
SHEET = "/table/{table}/sheet"  # GET
RECORD = "/table/{table}/record"  # GET, the settled deals as a file
RULES = "/rules"  # GET ?game=
RULES_OF = "/rules/{game}"  # GET
SETTINGS = "/settings"  # GET ?back=, POST
STATIC = "/static/{name}"
