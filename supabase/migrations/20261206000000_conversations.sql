-- What becomes of an enquiry, on PostgreSQL: the same columns, table and triggers as db/migrations has for SQLite, closed
-- to the public key.
ALTER TABLE enquiries
  ADD COLUMN status text COLLATE "C" NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'answered', 'won', 'lost', 'spam')),
  -- The person of the desk who looks after it. The name stays where the person is removed.
  ADD COLUMN owner_id uuid,
  ADD COLUMN owner text COLLATE "C" CHECK (length(owner) BETWEEN 1 AND 200),
  -- When it was first answered.
  ADD COLUMN answered_at timestamptz,
  -- Who changed its status or its owner last, for the entry that the triggers write.
  ADD COLUMN changed_by text COLLATE "C" CHECK (length(changed_by) BETWEEN 1 AND 200),
  -- The number of entries in its conversation. A page that saw fewer has not seen them all, and may not change it.
  ADD COLUMN revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0);

-- Closed until now meant: dealt with, by mail.
ALTER TABLE enquiries DISABLE TRIGGER enquiries_touch;
UPDATE enquiries SET status = CASE delivery WHEN 'quarantined' THEN 'spam' ELSE 'answered' END
WHERE closed_at IS NOT NULL;
ALTER TABLE enquiries ENABLE TRIGGER enquiries_touch;

-- With the delivery, so that suspected spam is counted from the index alone.
CREATE INDEX enquiries_by_status ON enquiries (status, created_at, id, delivery);
CREATE INDEX enquiries_by_owner ON enquiries (owner_id, created_at, id) WHERE owner_id IS NOT NULL;

-- The conversation: notes, replies and what changed. Removed with the enquiry.
CREATE TABLE enquiry_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  enquiry_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('note', 'reply', 'event')),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  body text COLLATE "C" NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  -- Of a reply.
  mail_id uuid,
  -- Which entry of the conversation it is, from 1.
  number integer NOT NULL DEFAULT 0 CHECK (number >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((kind = 'reply') = (mail_id IS NOT NULL))
);
CREATE INDEX enquiry_entries_in_order ON enquiry_entries (enquiry_id, number);
CREATE INDEX enquiry_entries_by_mail ON enquiry_entries (mail_id) WHERE mail_id IS NOT NULL;

-- Mails, with replies.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails
  ADD CONSTRAINT mails_kind_check CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply')),
  -- Of a reply: the enquiry, who wrote it, what it quotes, and the messages that it belongs to (RFC 5322, 3.6.4).
  ADD COLUMN enquiry_id uuid,
  ADD COLUMN person text COLLATE "C" CHECK (length(person) BETWEEN 1 AND 200),
  ADD COLUMN quoted text COLLATE "C" CHECK (length(quoted) BETWEEN 1 AND 50000),
  ADD COLUMN in_reply_to text COLLATE "C" CHECK (length(in_reply_to) BETWEEN 3 AND 998),
  ADD COLUMN thread text COLLATE "C" CHECK (length(thread) BETWEEN 3 AND 20000),
  ADD CONSTRAINT mails_reply_check CHECK (kind <> 'reply' OR (enquiry_id IS NOT NULL AND person IS NOT NULL));
CREATE INDEX mails_by_enquiry ON mails (enquiry_id, created_at) WHERE enquiry_id IS NOT NULL;
CREATE INDEX mails_undeliverable ON mails (created_at, id) WHERE delivery = 'undeliverable';

-- The update locks the enquiry, so that entries that are added at once get different numbers.
CREATE FUNCTION number_enquiry_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  place integer;
BEGIN
  UPDATE public.enquiries SET revision = revision + 1 WHERE id = NEW.enquiry_id RETURNING revision INTO place;
  UPDATE public.enquiry_entries SET number = coalesce(place, 0) WHERE id = NEW.id;
  RETURN NULL;
END
$$;
-- An entry that comes with its number is carried over from another backend.
CREATE TRIGGER enquiry_entries_numbered AFTER INSERT ON enquiry_entries
  FOR EACH ROW WHEN (NEW.number = 0) EXECUTE FUNCTION number_enquiry_entry();

CREATE FUNCTION note_enquiry_change() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.status <> OLD.status THEN
    INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body)
    VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'),
      'Status: ' || NEW.status || ', was ' || OLD.status);
  END IF;
  IF coalesce(NEW.owner, '') <> coalesce(OLD.owner, '') THEN
    INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body)
    VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'),
      'Owner: ' || coalesce(NEW.owner, 'nobody') || ', was ' || coalesce(OLD.owner, 'nobody'));
  END IF;
  IF OLD.delivery = 'quarantined' AND NEW.delivery = 'waiting' THEN
    INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body)
    VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'), 'Not spam: released from quarantine');
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER enquiries_changed AFTER UPDATE OF status, owner_id, owner, delivery ON enquiries
  FOR EACH ROW EXECUTE FUNCTION note_enquiry_change();

-- A reply is one insert, in whose transaction the conversation gets its entry and the enquiry is answered.
-- One that has its entry already is carried over from another backend.
CREATE FUNCTION note_reply() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM public.enquiry_entries WHERE mail_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body, mail_id)
  VALUES (NEW.enquiry_id, 'reply', NEW.person, NEW.body, NEW.id);
  UPDATE public.enquiries
  SET status = CASE WHEN status IN ('new', 'spam') THEN 'answered' ELSE status END,
    changed_by = NEW.person,
    closed_at = CASE status WHEN 'spam' THEN NULL ELSE closed_at END,
    answered_at = coalesce(answered_at, now())
  WHERE id = NEW.enquiry_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER mails_replied AFTER INSERT ON mails
  FOR EACH ROW WHEN (NEW.kind = 'reply') EXECUTE FUNCTION note_reply();

CREATE FUNCTION remove_conversation() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.enquiry_entries WHERE enquiry_id = OLD.id;
  DELETE FROM public.mails WHERE enquiry_id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER enquiries_removed AFTER DELETE ON enquiries
  FOR EACH ROW EXECUTE FUNCTION remove_conversation();

REVOKE EXECUTE ON FUNCTION number_enquiry_entry(), note_enquiry_change(), note_reply(), remove_conversation()
  FROM PUBLIC;
ALTER TABLE enquiry_entries ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON enquiry_entries FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON enquiry_entries TO service_role;
CREATE POLICY "the dealer does all" ON enquiry_entries TO service_role USING (true) WITH CHECK (true);
-- A Supabase project grants tables and functions to its signed-in visitors as well.
DO $$
DECLARE
  supabase_role text;
BEGIN
  FOR supabase_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('authenticated', 'anon', 'service_role') LOOP
    EXECUTE format(
      'REVOKE EXECUTE ON FUNCTION number_enquiry_entry(), note_enquiry_change(), note_reply(), remove_conversation() FROM %I',
      supabase_role);
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON enquiry_entries FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
