-- What becomes of an enquiry: its status, whose it is, and the conversation about it. Only the service key comes here.
-- Pages of the site do not show them, so no change here raises data_version. supabase/migrations has the same.
DROP TRIGGER enquiries_touch;

ALTER TABLE enquiries ADD COLUMN status TEXT NOT NULL DEFAULT 'new'
  CHECK (status IN ('new', 'answered', 'won', 'lost', 'spam'));
-- The person of the desk who looks after it. The name stays where the person is removed.
ALTER TABLE enquiries ADD COLUMN owner_id TEXT CHECK (length(owner_id) = 36);
ALTER TABLE enquiries ADD COLUMN owner TEXT CHECK (length(owner) BETWEEN 1 AND 200);
-- When it was first answered.
ALTER TABLE enquiries ADD COLUMN answered_at TEXT
  CHECK (answered_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00');
-- Who changed its status or its owner last, for the entry that the triggers write.
ALTER TABLE enquiries ADD COLUMN changed_by TEXT CHECK (length(changed_by) BETWEEN 1 AND 200);
-- The number of entries in its conversation. A page that saw fewer has not seen them all, and may not change it.
ALTER TABLE enquiries ADD COLUMN revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0);

-- Closed until now meant: dealt with, by mail.
UPDATE enquiries SET status = CASE delivery WHEN 'quarantined' THEN 'spam' ELSE 'answered' END
WHERE closed_at IS NOT NULL;

-- With the delivery, so that suspected spam is counted from the index alone.
CREATE INDEX enquiries_by_status ON enquiries (status, created_at, id, delivery);
CREATE INDEX enquiries_by_owner ON enquiries (owner_id, created_at, id) WHERE owner_id IS NOT NULL;

CREATE TRIGGER enquiries_touch AFTER UPDATE ON enquiries WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE enquiries SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

-- The conversation: notes, replies and what changed. Removed with the enquiry. No foreign key, so that either table can
-- be restored before the other.
CREATE TABLE enquiry_entries (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  enquiry_id TEXT NOT NULL CHECK (length(enquiry_id) = 36),
  kind TEXT NOT NULL CHECK (kind IN ('note', 'reply', 'event')),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  -- Of a reply.
  mail_id TEXT CHECK (length(mail_id) = 36),
  -- Which entry of the conversation it is, from 1.
  number INTEGER NOT NULL DEFAULT 0 CHECK (number >= 0),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  CHECK ((kind = 'reply') = (mail_id IS NOT NULL))
) STRICT;

CREATE INDEX enquiry_entries_in_order ON enquiry_entries (enquiry_id, number);
CREATE INDEX enquiry_entries_by_mail ON enquiry_entries (mail_id) WHERE mail_id IS NOT NULL;

-- An entry that comes with its number is carried over from another backend.
CREATE TRIGGER enquiry_entries_numbered AFTER INSERT ON enquiry_entries WHEN NEW.number = 0 BEGIN
  UPDATE enquiries SET revision = revision + 1 WHERE id = NEW.enquiry_id;
  UPDATE enquiry_entries
  SET number = coalesce((SELECT revision FROM enquiries WHERE id = NEW.enquiry_id), 0) WHERE rowid = NEW.rowid;
END;

CREATE TRIGGER enquiries_status_changed AFTER UPDATE OF status ON enquiries WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO enquiry_entries (enquiry_id, kind, person, body)
  VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'), 'Status: ' || NEW.status || ', was ' || OLD.status);
END;

CREATE TRIGGER enquiries_owner_changed AFTER UPDATE OF owner_id, owner ON enquiries
WHEN coalesce(NEW.owner, '') <> coalesce(OLD.owner, '') BEGIN
  INSERT INTO enquiry_entries (enquiry_id, kind, person, body)
  VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'),
    'Owner: ' || coalesce(NEW.owner, 'nobody') || ', was ' || coalesce(OLD.owner, 'nobody'));
END;

CREATE TRIGGER enquiries_released AFTER UPDATE OF delivery ON enquiries
WHEN OLD.delivery = 'quarantined' AND NEW.delivery = 'waiting' BEGIN
  INSERT INTO enquiry_entries (enquiry_id, kind, person, body)
  VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'), 'Not spam: released from quarantine');
END;

-- Mails again, with replies: SQLite cannot change a CHECK.
CREATE TABLE mails_with_replies (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- What the mail is about, so that a mail that is queued twice is one row: 'acknowledgement ENQ-4821-7730'.
  mail_key TEXT NOT NULL UNIQUE CHECK (length(mail_key) BETWEEN 8 AND 200),
  kind TEXT NOT NULL CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply')),
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

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL)),
  CHECK (kind <> 'reply' OR (enquiry_id IS NOT NULL AND person IS NOT NULL))
) STRICT;
INSERT INTO mails_with_replies (id, mail_key, kind, recipient, subject, body, unsubscribe_url, delivery, refusals,
  attempts, next_attempt_at, lease, last_error, sent_at, sent_by, created_at, updated_at)
SELECT id, mail_key, kind, recipient, subject, body, unsubscribe_url, delivery, refusals,
  attempts, next_attempt_at, lease, last_error, sent_at, sent_by, created_at, updated_at FROM mails;
DROP TABLE mails;
ALTER TABLE mails_with_replies RENAME TO mails;

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

CREATE TRIGGER enquiries_removed AFTER DELETE ON enquiries BEGIN
  DELETE FROM enquiry_entries WHERE enquiry_id = OLD.id;
  DELETE FROM mails WHERE enquiry_id = OLD.id;
END;
