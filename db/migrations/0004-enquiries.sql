-- An enquiry: what a visitor wrote, and the state of its delivery to the dealer, in one row, so that one insert
-- is all there is to accepting it. Only the service key comes here. The bounds of the texts are those of
-- app/domain/enquiry-rules.ts (a test holds them together). Pages do not show enquiries, so no change here
-- raises data_version.
CREATE TABLE enquiries (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- What people quote, and what makes the same message sent twice one row.
  reference TEXT NOT NULL UNIQUE CHECK (reference GLOB 'ENQ-[0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]'),
  idempotency_key TEXT NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 8 AND 100),

  kind TEXT NOT NULL CHECK (kind IN ('contact', 'valuation')),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  email TEXT NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  phone TEXT CHECK (length(phone) BETWEEN 1 AND 40),
  subject TEXT CHECK (length(subject) BETWEEN 1 AND 150),
  inquiry_type TEXT CHECK (inquiry_type IN ('general', 'purchase', 'valuation', 'transfer', 'legal', 'other')),
  plate_number TEXT CHECK (length(plate_number) BETWEEN 1 AND 300),
  message TEXT CHECK (length(message) BETWEEN 1 AND 5000),
  ownership INTEGER CHECK (ownership = 1),

  -- waiting: to be sent at next_attempt_at, which is also when the lease of whoever is sending it ends.
  delivery TEXT NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'quarantined')),
  quarantine_reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (next_attempt_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  -- Who is sending it; stays where a process ended before it could say how it went.
  lease TEXT,
  last_error TEXT,
  sent_at TEXT
    CHECK (sent_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  sent_by TEXT CHECK (sent_by IN ('smtp', 'file')),
  resends INTEGER NOT NULL DEFAULT 0 CHECK (resends >= 0),
  closed_at TEXT
    CHECK (closed_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),

  CHECK (kind <> 'contact' OR (subject IS NOT NULL AND inquiry_type IS NOT NULL AND message IS NOT NULL)),
  CHECK (kind <> 'valuation' OR (plate_number IS NOT NULL AND ownership IS NOT NULL)),
  CHECK (delivery <> 'quarantined' OR quarantine_reason IS NOT NULL),
  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
) STRICT;

CREATE INDEX enquiries_waiting ON enquiries (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX enquiries_by_date ON enquiries (created_at DESC, id);

CREATE TRIGGER enquiries_touch AFTER UPDATE ON enquiries WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE enquiries SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
