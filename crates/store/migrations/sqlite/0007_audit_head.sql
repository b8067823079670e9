-- How many outcomes are on record, beside the chain: rows that somebody takes from its end leave a
-- chain that fits.

PRAGMA user_version = 7;

INSERT INTO counter (name, value) SELECT 'audit', count(*) FROM audit;

CREATE TRIGGER counter_audit_grows_by_one BEFORE UPDATE ON counter
WHEN OLD.name = 'audit' AND (NEW.name <> OLD.name OR NEW.value <> OLD.value + 1)
BEGIN
    SELECT RAISE(ABORT, 'outcomes on record are never removed');
END;

CREATE TRIGGER audit_is_counted AFTER INSERT ON audit
BEGIN
    UPDATE counter SET value = value + 1 WHERE name = 'audit';
END;
