-- How much each principal has left pending, so that one of them cannot fill the memory of the hub
-- under ever new names. A principal is the local user or one token: the first part of `scope_key`.

PRAGMA user_version = 6;

CREATE TABLE pending_load (
    principal TEXT PRIMARY KEY,
    questions INTEGER NOT NULL CHECK (questions >= 0),
    -- What their questions take as they are stored.
    bytes     INTEGER NOT NULL CHECK (bytes >= 0)
) STRICT, WITHOUT ROWID;

INSERT INTO pending_load (principal, questions, bytes)
SELECT substr(scope_key, 1, instr(scope_key, char(31)) - 1), count(*),
       sum(length(CAST(question AS BLOB)))
FROM interaction WHERE state = 'pending' GROUP BY 1;

CREATE TRIGGER interaction_loads_its_principal AFTER INSERT ON interaction
BEGIN
    INSERT INTO pending_load (principal, questions, bytes)
    VALUES (substr(NEW.scope_key, 1, instr(NEW.scope_key, char(31)) - 1), 1,
            length(CAST(NEW.question AS BLOB)))
    ON CONFLICT (principal) DO UPDATE
    SET questions = questions + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER interaction_unloads_its_principal AFTER UPDATE OF state ON interaction
WHEN OLD.state = 'pending' AND NEW.state <> 'pending'
BEGIN
    UPDATE pending_load
    SET questions = questions - 1, bytes = bytes - length(CAST(OLD.question AS BLOB))
    WHERE principal = substr(OLD.scope_key, 1, instr(OLD.scope_key, char(31)) - 1);
    DELETE FROM pending_load WHERE questions = 0;
END;
