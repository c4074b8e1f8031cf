-- Mails to visitors, as they are sent: acknowledgements of enquiries and alerts. Their delivery is leased and retried as
-- an enquiry's is (0004); unlike an enquiry, a mail that is refused for good is given up. Only the service key comes here.
-- Pages do not show them, so no change here raises data_version. supabase/migrations has the same table.
CREATE TABLE mails (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- What the mail is about, so that a mail that is queued twice is one row: 'acknowledgement ENQ-4821-7730'.
  mail_key TEXT NOT NULL UNIQUE CHECK (length(mail_key) BETWEEN 8 AND 200),
  kind TEXT NOT NULL CHECK (kind IN ('acknowledgement', 'confirmation', 'alert')),
  -- In lower case, so that limits count one person once.
  recipient TEXT NOT NULL CHECK (length(recipient) BETWEEN 6 AND 254 AND recipient LIKE '%_@_%'),
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 50000),
  -- Where one request ends the mails of this kind (RFC 8058).
  unsubscribe_url TEXT CHECK (length(unsubscribe_url) BETWEEN 8 AND 500),

  delivery TEXT NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'undeliverable')),
  -- How often the mail server refused it for good.
  refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0),
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

CREATE INDEX mails_waiting ON mails (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX mails_by_recipient ON mails (recipient, created_at);

CREATE TRIGGER mails_touch AFTER UPDATE ON mails WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE mails SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
