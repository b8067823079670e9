-- How many finished interactions are kept. Retention looks at it after every answer; to count them
-- there would make each answer slower the more are kept.

PRAGMA user_version = 3;

INSERT INTO counter (name, value)
SELECT 'finished', count(*) FROM interaction WHERE closed_at IS NOT NULL;

CREATE TRIGGER interaction_counts_finished AFTER UPDATE OF state ON interaction
WHEN OLD.state = 'pending' AND NEW.state <> 'pending'
BEGIN
    UPDATE counter SET value = value + 1 WHERE name = 'finished';
END;

CREATE TRIGGER interaction_counts_removed AFTER DELETE ON interaction
WHEN OLD.state <> 'pending'
BEGIN
    UPDATE counter SET value = value - 1 WHERE name = 'finished';
END;
