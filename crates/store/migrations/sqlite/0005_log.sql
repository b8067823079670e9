-- One log for several kinds of subject: an event names the kind and the id of what it is about.
--
-- The rows keep their numbers and hashes. A table cannot lose a foreign key, so it is written anew;
-- triggers now guard what the foreign key did, and the next kind of subject adds its own.

PRAGMA user_version = 5;

CREATE TABLE log (
    seq          INTEGER PRIMARY KEY,
    subject_kind TEXT NOT NULL,
    subject_id   TEXT NOT NULL,
    at           INTEGER NOT NULL,
    kind         TEXT NOT NULL,
    data         TEXT NOT NULL,
    hash         BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

INSERT INTO log (seq, subject_kind, subject_id, at, kind, data, hash)
SELECT seq, 'interaction', interaction_id, at, kind, data, hash FROM event ORDER BY seq;

DROP TABLE event;
ALTER TABLE log RENAME TO event;

CREATE INDEX event_of ON event (subject_kind, subject_id, seq);

CREATE TRIGGER event_takes_the_next_number BEFORE INSERT ON event
WHEN NEW.seq IS NOT (SELECT value FROM counter WHERE name = 'event')
BEGIN
    SELECT RAISE(ABORT, 'event numbers have no gaps');
END;

CREATE TRIGGER event_has_a_subject BEFORE INSERT ON event
WHEN NOT CASE NEW.subject_kind
    WHEN 'interaction' THEN EXISTS (SELECT 1 FROM interaction WHERE id = NEW.subject_id)
    ELSE FALSE
END
BEGIN
    SELECT RAISE(ABORT, 'an event is about something that exists');
END;

CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

-- Retention removes an interaction with all its events; nothing removes an event alone.
CREATE TRIGGER interaction_takes_its_events AFTER DELETE ON interaction
BEGIN
    DELETE FROM event WHERE subject_kind = 'interaction' AND subject_id = OLD.id;
END;

CREATE TRIGGER event_goes_with_its_subject BEFORE DELETE ON event
WHEN CASE OLD.subject_kind
    WHEN 'interaction' THEN EXISTS (SELECT 1 FROM interaction WHERE id = OLD.subject_id)
    ELSE TRUE
END
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;
