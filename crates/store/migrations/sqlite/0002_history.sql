-- The history as a tool: filters that stay fast, and records taken over from elsewhere.

PRAGMA user_version = 2;

-- Each filter of the history walks an index in the order of the list. `status` has four finished
-- values, so a list without that filter is a merge of four walks.
CREATE INDEX interaction_by_status ON interaction (status, closed_at, number)
    WHERE closed_at IS NOT NULL;
CREATE INDEX interaction_by_project ON interaction (project, status, closed_at, number)
    WHERE closed_at IS NOT NULL;
CREATE INDEX interaction_by_asker ON interaction (asker, status, closed_at, number)
    WHERE closed_at IS NOT NULL;
CREATE INDEX interaction_by_project_and_asker
    ON interaction (project, asker, status, closed_at, number)
    WHERE closed_at IS NOT NULL;

-- What was taken over, so that nothing is taken over twice. It stays when retention has removed
-- the interaction, as the audit does.
CREATE TABLE imported (
    source         TEXT NOT NULL,
    original_id    TEXT NOT NULL,
    asked_at       INTEGER NOT NULL,
    interaction_id TEXT NOT NULL UNIQUE,
    at             INTEGER NOT NULL,
    PRIMARY KEY (source, original_id, asked_at)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER imported_never_changes BEFORE UPDATE ON imported
BEGIN
    SELECT RAISE(ABORT, 'what was imported stays on record');
END;

CREATE TRIGGER imported_is_kept BEFORE DELETE ON imported
BEGIN
    SELECT RAISE(ABORT, 'what was imported stays on record');
END;
