-- The call that asked, so that making it again after its reply was lost asks nothing twice.
--
-- Principal and key in one text, see `call_key`; NULL where the asker gave no key.

PRAGMA user_version = 8;

ALTER TABLE interaction ADD COLUMN call_key TEXT;

CREATE UNIQUE INDEX interaction_of_call ON interaction (call_key) WHERE call_key IS NOT NULL;

CREATE TRIGGER interaction_call_is_fixed BEFORE UPDATE OF call_key ON interaction
BEGIN
    SELECT RAISE(ABORT, 'what was asked never changes');
END;
