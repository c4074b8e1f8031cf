-- An entry that comes with its number is a copy from another backend.
CREATE TRIGGER enquiry_entries_numbered AFTER INSERT ON enquiry_entries
WHEN NEW.number = 0 AND NEW.kind <> 'received' BEGIN
  UPDATE enquiries SET revision = revision + 1 WHERE id = NEW.enquiry_id;
  UPDATE enquiry_entries
  SET number = coalesce((SELECT revision FROM enquiries WHERE id = NEW.enquiry_id), 0) WHERE rowid = NEW.rowid;
END;
-- What a visitor replied waits for us, also where the enquiry was closed. This numbers the entry, too, because it comes
-- before that of the status, and which of two triggers of one insert runs first is undefined.
CREATE TRIGGER enquiry_entries_received AFTER INSERT ON enquiry_entries
WHEN NEW.number = 0 AND NEW.kind = 'received' BEGIN
  UPDATE enquiries SET revision = revision + 1 WHERE id = NEW.enquiry_id;
  UPDATE enquiry_entries
  SET number = coalesce((SELECT revision FROM enquiries WHERE id = NEW.enquiry_id), 0) WHERE rowid = NEW.rowid;
  UPDATE enquiries
  SET status = 'replied', changed_by = NEW.person, closed_at = NULL,
    replied_at = now()
  WHERE id = NEW.enquiry_id;
END;
CREATE TRIGGER enquiries_status_changed AFTER UPDATE OF status ON enquiries WHEN NEW.status <> OLD.status BEGIN
  INSERT INTO enquiry_entries (enquiry_id, kind, person, body)
  VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'),
    'Status: ' || NEW.status || iif(NEW.status = 'lost', coalesce(' (' || NEW.lost_reason || ')', ''), '')
      || ', was ' || OLD.status);
  UPDATE enquiries SET lost_reason = NULL WHERE id = NEW.id AND NEW.status <> 'lost' AND lost_reason IS NOT NULL;
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
-- A reply is one insert, in whose transaction the conversation gets its entry and the enquiry is answered. One that has
-- its entry already is a copy from another backend.
CREATE TRIGGER mails_replied AFTER INSERT ON mails
WHEN NEW.kind = 'reply' AND NOT EXISTS (SELECT 1 FROM enquiry_entries WHERE mail_id = NEW.id) BEGIN
  INSERT INTO enquiry_entries (enquiry_id, kind, person, body, mail_id)
  VALUES (NEW.enquiry_id, 'reply', NEW.person, NEW.body, NEW.id);
  UPDATE enquiries
  SET status = CASE WHEN status IN ('new', 'replied', 'spam') THEN 'answered' ELSE status END,
    changed_by = NEW.person,
    closed_at = CASE status WHEN 'spam' THEN NULL ELSE closed_at END,
    answered_at = coalesce(answered_at, now())
  WHERE id = NEW.enquiry_id;
END;
