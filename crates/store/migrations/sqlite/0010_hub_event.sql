-- What happened to the hub itself, kept for ever: a chain of its own, with its count beside it.

PRAGMA user_version = 10;

CREATE TABLE hub_event (
    number INTEGER PRIMARY KEY,
    at     INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    hash   BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

INSERT INTO counter (name, value) VALUES ('hub_event', 0);

CREATE TRIGGER counter_hub_event_grows_by_one BEFORE UPDATE ON counter
WHEN OLD.name = 'hub_event' AND (NEW.name <> OLD.name OR NEW.value <> OLD.value + 1)
BEGIN
    SELECT RAISE(ABORT, 'what happened to the hub is never removed');
END;

CREATE TRIGGER hub_event_is_counted AFTER INSERT ON hub_event
BEGIN
    UPDATE counter SET value = value + 1 WHERE name = 'hub_event';
END;

CREATE TRIGGER hub_event_never_changes BEFORE UPDATE ON hub_event
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER hub_event_is_never_removed BEFORE DELETE ON hub_event
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;
