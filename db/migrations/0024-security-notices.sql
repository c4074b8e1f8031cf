-- Mails that tell a person of the desk what has changed in how the person signs in. supabase/migrations has the same.
-- SQLite changes a CHECK in a new table only.
CREATE TABLE mails_before AS SELECT rowid AS row, * FROM mails;
DROP TABLE mails;
CREATE TABLE mails (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- What the mail is about, so that a mail that is queued twice is one row: 'acknowledgement ENQ-4821-7730'.
  mail_key TEXT NOT NULL UNIQUE CHECK (length(mail_key) BETWEEN 8 AND 200),
  kind TEXT NOT NULL CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply', 'security-notice')),
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

  -- Of a reply: the enquiry, who wrote it, what it quotes, and the messages that it belongs to (RFC 5322, 3.6.4).
  enquiry_id TEXT CHECK (length(enquiry_id) = 36),
  person TEXT CHECK (length(person) BETWEEN 1 AND 200),
  quoted TEXT CHECK (length(quoted) BETWEEN 1 AND 50000),
  in_reply_to TEXT CHECK (length(in_reply_to) BETWEEN 3 AND 998),
  thread TEXT CHECK (length(thread) BETWEEN 3 AND 20000),
  -- Of a security notice: whose sign-in it is about.
  person_id TEXT CHECK (length(person_id) = 36),

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL)),
  CHECK (kind <> 'reply' OR (enquiry_id IS NOT NULL AND person IS NOT NULL)),
  CHECK ((kind = 'security-notice') = (person_id IS NOT NULL))
) STRICT;
INSERT INTO mails (rowid, id, mail_key, kind, recipient, subject, body, unsubscribe_url, delivery, refusals,
  attempts, next_attempt_at, lease, last_error, sent_at, sent_by, created_at, updated_at, enquiry_id, person, quoted,
  in_reply_to, thread)
SELECT row, id, mail_key, kind, recipient, subject, body, unsubscribe_url, delivery, refusals,
  attempts, next_attempt_at, lease, last_error, sent_at, sent_by, created_at, updated_at, enquiry_id, person, quoted,
  in_reply_to, thread FROM mails_before;
DROP TABLE mails_before;

CREATE INDEX mails_waiting ON mails (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX mails_by_recipient ON mails (recipient, created_at);
CREATE INDEX mails_by_enquiry ON mails (enquiry_id, created_at) WHERE enquiry_id IS NOT NULL;
CREATE INDEX mails_undeliverable ON mails (created_at, id) WHERE delivery = 'undeliverable';

CREATE TRIGGER mails_touch AFTER UPDATE ON mails WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE mails SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

-- A reply is one insert, in whose transaction the conversation gets its entry and the enquiry is answered.
-- One that has its entry already is carried over.
CREATE TRIGGER mails_replied AFTER INSERT ON mails
WHEN NEW.kind = 'reply' AND NOT EXISTS (SELECT 1 FROM enquiry_entries WHERE mail_id = NEW.id) BEGIN
  INSERT INTO enquiry_entries (enquiry_id, kind, person, body, mail_id)
  VALUES (NEW.enquiry_id, 'reply', NEW.person, NEW.body, NEW.id);
  UPDATE enquiries
  SET status = CASE WHEN status IN ('new', 'spam') THEN 'answered' ELSE status END,
    changed_by = NEW.person,
    closed_at = CASE status WHEN 'spam' THEN NULL ELSE closed_at END,
    answered_at = coalesce(answered_at, rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
  WHERE id = NEW.enquiry_id;
END;

-- A Jersey sale that comes on record is news for alerts, as one of the UK is (0015).
CREATE TRIGGER jersey_sales_new AFTER INSERT ON jersey_sales
WHEN NEW.sale_year >= CAST(strftime('%Y', 'now') AS INTEGER) - 1
  AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number) VALUES ('sold', NEW.plate_number);
END;
