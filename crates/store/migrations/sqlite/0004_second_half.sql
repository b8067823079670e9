-- Where the second half of a browser session travels: in a header, kept by our own page, or as a
-- part of the path to which the cookie of a session without scripts is scoped.

PRAGMA user_version = 4;

ALTER TABLE web_session ADD COLUMN second_half TEXT NOT NULL DEFAULT 'header'
    CHECK (second_half IN ('header', 'path'));
