-- What lists show of each interaction, beside the table that holds the questions: a row of the list
-- is then read without the question, which may be a thousand times as long.

PRAGMA user_version = 9;

CREATE TABLE outline (
    interaction_id TEXT PRIMARY KEY REFERENCES interaction (id) ON DELETE CASCADE,
    -- Who asked what, in short; never changes.
    gist           TEXT NOT NULL,
    -- What was chosen, written or noted, on one line; written with the outcome.
    given          TEXT
) STRICT, WITHOUT ROWID;

-- Interactions from before this table have no row in it: their outline is made from the question.

CREATE TRIGGER outline_gist_is_fixed BEFORE UPDATE OF interaction_id, gist ON outline
BEGIN
    SELECT RAISE(ABORT, 'what was asked never changes');
END;

CREATE TRIGGER outline_given_is_final BEFORE UPDATE OF given ON outline
WHEN (SELECT state FROM interaction WHERE id = OLD.interaction_id) <> 'pending'
BEGIN
    SELECT RAISE(ABORT, 'an outcome is final');
END;

CREATE TRIGGER outline_goes_with_its_interaction BEFORE DELETE ON outline
WHEN EXISTS (SELECT 1 FROM interaction WHERE id = OLD.interaction_id)
BEGIN
    SELECT RAISE(ABORT, 'an outline goes with its interaction');
END;
