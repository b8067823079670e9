-- Interactions, their events, the record of outcomes, drafts, and who may come in.
--
-- The rules that must never break are kept here as well as in the program: states are checked,
-- outcomes are final, events and audit rows are append-only, sequence numbers have no gaps.
-- `user_version` is the number of this file; the runner checks that it was set.

PRAGMA application_id = 1396791635; -- "SAYS"
PRAGMA user_version = 1;

-- Numbers that belong to no single row.
--   event    the newest sequence number of an event
--   pending  how many interactions are pending, kept by triggers
CREATE TABLE counter (
    name  TEXT PRIMARY KEY,
    value INTEGER NOT NULL CHECK (value >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO counter (name, value) VALUES ('event', 0), ('pending', 0);

CREATE TRIGGER counter_event_grows_by_one BEFORE UPDATE ON counter
WHEN OLD.name = 'event' AND (NEW.name <> OLD.name OR NEW.value <> OLD.value + 1)
BEGIN
    SELECT RAISE(ABORT, 'event numbers have no gaps');
END;

CREATE TRIGGER counter_is_kept BEFORE DELETE ON counter
BEGIN
    SELECT RAISE(ABORT, 'counters are never removed');
END;

-- One question. What was asked (`question` and what is copied out of it for look-ups) never
-- changes; `course` is what changes on the way; `outcome` is written once. Delivery is not part
-- of the outcome and may still change afterwards.
CREATE TABLE interaction (
    number        INTEGER PRIMARY KEY AUTOINCREMENT,
    id            TEXT NOT NULL UNIQUE CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
    revision      INTEGER NOT NULL CHECK (revision >= 1),
    state         TEXT NOT NULL
                  CHECK (state IN ('pending', 'selected', 'custom_input', 'cancelled', 'timeout')),
    status        TEXT NOT NULL
                  CHECK (status IN ('pending', 'submitted', 'auto_submitted', 'cancelled', 'timeout')),
    scope_key     TEXT NOT NULL,
    asker         TEXT NOT NULL,
    project       TEXT NOT NULL,
    digest        TEXT NOT NULL,
    asked_at      INTEGER NOT NULL,
    closed_at     INTEGER,
    delivered_at  INTEGER,
    due_uptime_ms INTEGER,
    question_digest BLOB NOT NULL CHECK (length(question_digest) = 32),
    -- The hash of its newest event.
    event_head    BLOB NOT NULL CHECK (length(event_head) = 32),
    title         TEXT NOT NULL,
    course        TEXT NOT NULL,
    outcome       TEXT,
    question      TEXT NOT NULL,
    -- Title, prompt, asker and project in lower case. Last, so that lists need not read past it.
    search        TEXT NOT NULL,
    CHECK ((state = 'pending') = (status = 'pending')),
    CHECK ((state = 'pending') = (closed_at IS NULL)),
    CHECK ((state = 'pending') = (outcome IS NULL)),
    CHECK (state = 'pending' OR due_uptime_ms IS NULL),
    CHECK (state <> 'pending' OR delivered_at IS NULL),
    CHECK ((state = 'cancelled') = (status = 'cancelled')),
    CHECK ((state = 'timeout') = (status = 'timeout'))
) STRICT;

CREATE INDEX interaction_pending ON interaction (number) WHERE state = 'pending';
CREATE INDEX interaction_finished ON interaction (closed_at, number) WHERE closed_at IS NOT NULL;
CREATE INDEX interaction_alike ON interaction (scope_key, digest, number) WHERE state = 'pending';
CREATE INDEX interaction_due ON interaction (due_uptime_ms, number) WHERE due_uptime_ms IS NOT NULL;

CREATE TRIGGER interaction_begins_pending BEFORE INSERT ON interaction
WHEN NEW.state <> 'pending' OR NEW.revision <> 1
BEGIN
    SELECT RAISE(ABORT, 'an interaction begins pending');
END;

CREATE TRIGGER interaction_question_is_fixed
BEFORE UPDATE OF number, id, scope_key, asker, project, digest, asked_at, title, question,
                 question_digest, search
ON interaction
BEGIN
    SELECT RAISE(ABORT, 'what was asked never changes');
END;

CREATE TRIGGER interaction_revision_grows_by_one BEFORE UPDATE ON interaction
WHEN NEW.revision <> OLD.revision + 1
BEGIN
    SELECT RAISE(ABORT, 'every change raises the revision by one');
END;

CREATE TRIGGER interaction_outcome_is_final BEFORE UPDATE ON interaction
WHEN OLD.state <> 'pending'
 AND (NEW.state IS NOT OLD.state OR NEW.status IS NOT OLD.status
      OR NEW.closed_at IS NOT OLD.closed_at OR NEW.outcome IS NOT OLD.outcome
      OR (OLD.delivered_at IS NOT NULL AND NEW.delivered_at IS NOT OLD.delivered_at))
BEGIN
    SELECT RAISE(ABORT, 'an outcome is final');
END;

CREATE TRIGGER interaction_closes_audited BEFORE UPDATE OF state ON interaction
WHEN OLD.state = 'pending' AND NEW.state <> 'pending'
 AND NOT EXISTS (SELECT 1 FROM audit
                 WHERE interaction_id = OLD.id AND status = NEW.status AND at = NEW.closed_at)
BEGIN
    SELECT RAISE(ABORT, 'an outcome needs its audit row');
END;

CREATE TRIGGER interaction_pending_is_kept BEFORE DELETE ON interaction
WHEN OLD.state = 'pending'
BEGIN
    SELECT RAISE(ABORT, 'a pending interaction is never removed');
END;

CREATE TRIGGER interaction_counts_pending AFTER INSERT ON interaction
BEGIN
    UPDATE counter SET value = value + 1 WHERE name = 'pending';
END;

CREATE TRIGGER interaction_counts_closed AFTER UPDATE OF state ON interaction
WHEN OLD.state = 'pending' AND NEW.state <> 'pending'
BEGIN
    UPDATE counter SET value = value - 1 WHERE name = 'pending';
END;

-- What happened, numbered over all interactions. `hash` covers the event before it of the same
-- interaction; the first one covers the question.
CREATE TABLE event (
    seq            INTEGER PRIMARY KEY,
    interaction_id TEXT NOT NULL REFERENCES interaction (id) ON DELETE CASCADE,
    at             INTEGER NOT NULL,
    kind           TEXT NOT NULL,
    data           TEXT NOT NULL,
    hash           BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE INDEX event_of ON event (interaction_id, seq);

CREATE TRIGGER event_takes_the_next_number BEFORE INSERT ON event
WHEN NEW.seq IS NOT (SELECT value FROM counter WHERE name = 'event')
BEGIN
    SELECT RAISE(ABORT, 'event numbers have no gaps');
END;

CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

-- Retention removes an interaction with all its events; nothing removes an event alone.
CREATE TRIGGER event_goes_with_its_interaction BEFORE DELETE ON event
WHEN EXISTS (SELECT 1 FROM interaction WHERE id = OLD.interaction_id)
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

-- Every outcome, for ever: it stays when retention has removed the interaction.
CREATE TABLE audit (
    number          INTEGER PRIMARY KEY,
    interaction_id  TEXT NOT NULL UNIQUE,
    status          TEXT NOT NULL
                    CHECK (status IN ('submitted', 'auto_submitted', 'cancelled', 'timeout')),
    decided_by      TEXT NOT NULL,
    at              INTEGER NOT NULL,
    question_digest BLOB NOT NULL CHECK (length(question_digest) = 32),
    outcome_digest  BLOB NOT NULL CHECK (length(outcome_digest) = 32),
    event_head      BLOB NOT NULL CHECK (length(event_head) = 32),
    previous        BLOB NOT NULL CHECK (length(previous) = 32),
    hash            BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;

CREATE TRIGGER audit_continues_the_chain BEFORE INSERT ON audit
WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM audit)
  OR NEW.previous IS NOT coalesce((SELECT hash FROM audit ORDER BY number DESC LIMIT 1), zeroblob(32))
BEGIN
    SELECT RAISE(ABORT, 'an audit row continues the chain');
END;

CREATE TRIGGER audit_never_changes BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
END;

CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
BEGIN
    SELECT RAISE(ABORT, 'the audit is append-only');
END;

CREATE TABLE draft (
    interaction_id TEXT PRIMARY KEY REFERENCES interaction (id) ON DELETE CASCADE,
    draft          TEXT NOT NULL,
    surface        TEXT NOT NULL,
    at             INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE web_session (
    id           TEXT PRIMARY KEY,
    cookie_hash  BLOB NOT NULL CHECK (length(cookie_hash) = 32),
    key_hash     BLOB NOT NULL CHECK (length(key_hash) = 32),
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    user_agent   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE agent_token (
    id           TEXT PRIMARY KEY,
    name         TEXT NOT NULL,
    directory    TEXT NOT NULL,
    secret_hash  BLOB NOT NULL CHECK (length(secret_hash) = 32),
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL,
    last_used_at INTEGER
) STRICT, WITHOUT ROWID;
