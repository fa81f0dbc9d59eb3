"""Run the migrations on the connection that the log hands over, in one transaction."""

from alembic import context

from stolik.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
