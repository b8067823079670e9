-- Threads, their tasks, the attempts at them, what was said, and what agents put out.
--
-- `state` of a task is the program's; what lists and look-ups need is copied out of it. The output of
-- agents is kept apart from everything that people wait for, in compressed chunks.

PRAGMA user_version = 11;

CREATE TABLE thread (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
    revision    INTEGER NOT NULL CHECK (revision >= 1),
    directory   TEXT NOT NULL,
    agent       TEXT NOT NULL,
    updated_at  INTEGER NOT NULL,
    archived_at INTEGER,
    -- The agent's own name of the conversation. Not part of `data`, which only the person changes.
    session     TEXT,
    event_head  BLOB NOT NULL CHECK (length(event_head) = 32),
    data        TEXT NOT NULL
) STRICT;

CREATE INDEX thread_by_update ON thread (updated_at, number);

CREATE TRIGGER thread_is_about_one_directory BEFORE UPDATE OF number, id, directory, agent ON thread
BEGIN
    SELECT RAISE(ABORT, 'a thread keeps its directory and its agent');
END;

CREATE TABLE task (
    number      INTEGER PRIMARY KEY AUTOINCREMENT,
    id          TEXT NOT NULL UNIQUE CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
    thread_id   TEXT NOT NULL REFERENCES thread (id) ON DELETE CASCADE,
    revision    INTEGER NOT NULL CHECK (revision >= 1),
    status      TEXT NOT NULL CHECK (status IN
                    ('QUEUED', 'RUNNING', 'AWAITING_RESPONSE', 'COMPLETE', 'ERROR', 'CANCELLED')),
    -- Whether processes of its newest attempt may live.
    is_live     INTEGER NOT NULL CHECK (is_live IN (0, 1)),
    -- The open interaction that it waits for.
    interaction_id TEXT,
    attempt     INTEGER NOT NULL CHECK (attempt >= 0),
    queued_at   INTEGER,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    event_head  BLOB NOT NULL CHECK (length(event_head) = 32),
    state       TEXT NOT NULL,
    prompt      TEXT NOT NULL,
    -- What the newest finished attempt said last.
    output      TEXT,
    CHECK ((status = 'AWAITING_RESPONSE') = (interaction_id IS NOT NULL)),
    CHECK ((status = 'QUEUED') = (queued_at IS NOT NULL)),
    CHECK (status NOT IN ('QUEUED', 'COMPLETE', 'ERROR', 'CANCELLED') OR is_live = 0)
) STRICT;

CREATE INDEX task_of_thread ON task (thread_id, number);
CREATE INDEX task_queue ON task (queued_at, number) WHERE status = 'QUEUED';
CREATE INDEX task_live ON task (number) WHERE is_live = 1;
CREATE UNIQUE INDEX task_of_interaction ON task (interaction_id) WHERE interaction_id IS NOT NULL;

CREATE TRIGGER task_prompt_is_fixed BEFORE UPDATE OF number, id, thread_id, prompt, created_at ON task
BEGIN
    SELECT RAISE(ABORT, 'what was given to an agent never changes');
END;

CREATE TRIGGER task_revision_grows_by_one BEFORE UPDATE ON task
WHEN NEW.revision <> OLD.revision + 1
BEGIN
    SELECT RAISE(ABORT, 'every change raises the revision by one');
END;

CREATE TRIGGER task_attempts_only_grow BEFORE UPDATE OF attempt ON task
WHEN NEW.attempt NOT IN (OLD.attempt, OLD.attempt + 1)
BEGIN
    SELECT RAISE(ABORT, 'attempts are numbered without gaps');
END;

CREATE TRIGGER task_unfinished_is_kept BEFORE DELETE ON task
WHEN OLD.status IN ('QUEUED', 'RUNNING', 'AWAITING_RESPONSE')
BEGIN
    SELECT RAISE(ABORT, 'an unfinished task is never removed');
END;

-- One start of an executor. `holder` names the hub that runs it, `trace` is what its processes are
-- found by after that hub has died.
CREATE TABLE attempt (
    task_id    TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number >= 1),
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    holder     TEXT NOT NULL,
    boot       TEXT NOT NULL,
    -- On the boot clock.
    leased_until_ms INTEGER NOT NULL,
    trace      TEXT,
    session    TEXT,
    ending     TEXT,
    -- What the agent said last in it.
    closing    TEXT,
    plan       TEXT,
    usage      TEXT,
    -- The newest record of its output, and the newest that was dropped for want of room.
    output_last INTEGER NOT NULL DEFAULT 0,
    output_cut  INTEGER NOT NULL DEFAULT 0,
    -- What its chunks take, before they are compressed.
    output_bytes INTEGER NOT NULL DEFAULT 0 CHECK (output_bytes >= 0),
    PRIMARY KEY (task_id, number),
    CHECK ((ended_at IS NULL) = (ending IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX attempt_open ON attempt (task_id, number) WHERE ended_at IS NULL;

-- What the person wrote to the agent, byte for byte. It is queued until an attempt takes it.
CREATE TABLE message (
    id         TEXT PRIMARY KEY CHECK (length(id) = 32 AND id NOT GLOB '*[^0-9a-f]*'),
    task_id    TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    -- Order within its task, from 1.
    number     INTEGER NOT NULL CHECK (number >= 1),
    at         INTEGER NOT NULL,
    -- The interaction that it answers, if any.
    interaction_id TEXT,
    -- The attempt that took it.
    attempt    INTEGER,
    text       TEXT NOT NULL,
    UNIQUE (task_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER message_taken_is_fixed BEFORE UPDATE ON message
WHEN OLD.attempt IS NOT NULL
BEGIN
    SELECT RAISE(ABORT, 'what an agent was told never changes');
END;

CREATE TRIGGER message_taken_is_kept BEFORE DELETE ON message
WHEN OLD.attempt IS NOT NULL AND EXISTS (SELECT 1 FROM task WHERE id = OLD.task_id)
BEGIN
    SELECT RAISE(ABORT, 'what an agent was told is kept with its task');
END;

CREATE TABLE tool_call (
    task_id  TEXT NOT NULL,
    attempt  INTEGER NOT NULL,
    id       TEXT NOT NULL,
    -- The record that it first appeared in.
    position INTEGER NOT NULL,
    data     TEXT NOT NULL,
    PRIMARY KEY (task_id, attempt, id),
    FOREIGN KEY (task_id, attempt) REFERENCES attempt (task_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Records of the output, `first` to `last`, one JSON value per line, deflated.
CREATE TABLE output_chunk (
    task_id TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    first   INTEGER NOT NULL CHECK (first >= 1),
    last    INTEGER NOT NULL CHECK (last >= first),
    bytes   INTEGER NOT NULL,
    data    BLOB NOT NULL,
    PRIMARY KEY (task_id, attempt, first),
    FOREIGN KEY (task_id, attempt) REFERENCES attempt (task_id, number) ON DELETE CASCADE
) STRICT;

-- Corrections of what decided whether a task is done: labelled data for the rules.
CREATE TABLE closing_mark (
    task_id  TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    attempt  INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    decided_by TEXT,
    is_question INTEGER NOT NULL CHECK (is_question IN (0, 1)),
    closing  TEXT NOT NULL
) STRICT;

DROP TRIGGER event_has_a_subject;
CREATE TRIGGER event_has_a_subject BEFORE INSERT ON event
WHEN NOT CASE NEW.subject_kind
    WHEN 'interaction' THEN EXISTS (SELECT 1 FROM interaction WHERE id = NEW.subject_id)
    WHEN 'thread' THEN EXISTS (SELECT 1 FROM thread WHERE id = NEW.subject_id)
    WHEN 'task' THEN EXISTS (SELECT 1 FROM task WHERE id = NEW.subject_id)
    ELSE FALSE
END
BEGIN
    SELECT RAISE(ABORT, 'an event is about something that exists');
END;

DROP TRIGGER event_goes_with_its_subject;
CREATE TRIGGER event_goes_with_its_subject BEFORE DELETE ON event
WHEN CASE OLD.subject_kind
    WHEN 'interaction' THEN EXISTS (SELECT 1 FROM interaction WHERE id = OLD.subject_id)
    WHEN 'thread' THEN EXISTS (SELECT 1 FROM thread WHERE id = OLD.subject_id)
    WHEN 'task' THEN EXISTS (SELECT 1 FROM task WHERE id = OLD.subject_id)
    ELSE TRUE
END
BEGIN
    SELECT RAISE(ABORT, 'events are append-only');
END;

CREATE TRIGGER thread_takes_its_events AFTER DELETE ON thread
BEGIN
    DELETE FROM event WHERE subject_kind = 'thread' AND subject_id = OLD.id;
END;

CREATE TRIGGER task_takes_its_events AFTER DELETE ON task
BEGIN
    DELETE FROM event WHERE subject_kind = 'task' AND subject_id = OLD.id;
END;
