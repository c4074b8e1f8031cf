-- Suspected spam reaches the dealer in one mail a day at most. A row is one such mail: its day is unique, so that of
-- several servers only one makes it, and its delivery is leased and retried as an enquiry's is (0004).
CREATE TABLE digests (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  day TEXT NOT NULL UNIQUE CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),

  delivery TEXT NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (next_attempt_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  lease TEXT,
  last_error TEXT,
  sent_at TEXT
    CHECK (sent_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  sent_by TEXT CHECK (sent_by IN ('smtp', 'file')),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
) STRICT;

CREATE TRIGGER digests_touch AFTER UPDATE ON digests WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE digests SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

-- The digest that lists a quarantined enquiry; null until there is one. No foreign key, so that either table can be
-- restored or emptied before the other.
ALTER TABLE enquiries ADD COLUMN digest_id TEXT CHECK (length(digest_id) = 36);
CREATE INDEX enquiries_suspected ON enquiries (created_at, id)
  WHERE delivery = 'quarantined' AND digest_id IS NULL;
CREATE INDEX enquiries_by_digest ON enquiries (digest_id) WHERE digest_id IS NOT NULL;
