-- The update locks the enquiry, so that entries that are added at once get different numbers.
CREATE FUNCTION number_enquiry_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  place integer;
BEGIN
  UPDATE public.enquiries SET revision = revision + 1 WHERE id = NEW.enquiry_id RETURNING revision INTO place;
  UPDATE public.enquiry_entries SET number = coalesce(place, 0) WHERE id = NEW.id;
  -- What a visitor replied waits for us, also where the enquiry was closed.
  IF NEW.kind = 'received' THEN
    UPDATE public.enquiries
    SET status = 'replied', changed_by = NEW.person, closed_at = NULL, replied_at = now()
    WHERE id = NEW.enquiry_id;
  END IF;
  RETURN NULL;
END
$$;
-- An entry that comes with its number is a copy from another backend.
CREATE TRIGGER enquiry_entries_numbered AFTER INSERT ON enquiry_entries
  FOR EACH ROW WHEN (NEW.number = 0) EXECUTE FUNCTION number_enquiry_entry();

CREATE FUNCTION note_enquiry_change() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.status <> OLD.status THEN
    INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body)
    VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'),
      'Status: ' || NEW.status
        || CASE WHEN NEW.status = 'lost' THEN coalesce(' (' || NEW.lost_reason || ')', '') ELSE '' END
        || ', was ' || OLD.status);
    UPDATE public.enquiries SET lost_reason = NULL
    WHERE id = NEW.id AND NEW.status <> 'lost' AND lost_reason IS NOT NULL;
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
-- One that has its entry already is a copy from another backend.
CREATE FUNCTION note_reply() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM public.enquiry_entries WHERE mail_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body, mail_id)
  VALUES (NEW.enquiry_id, 'reply', NEW.person, NEW.body, NEW.id);
  UPDATE public.enquiries
  SET status = CASE WHEN status IN ('new', 'replied', 'spam') THEN 'answered' ELSE status END,
    changed_by = NEW.person,
    closed_at = CASE status WHEN 'spam' THEN NULL ELSE closed_at END,
    answered_at = coalesce(answered_at, now())
  WHERE id = NEW.enquiry_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER mails_replied AFTER INSERT ON mails
  FOR EACH ROW WHEN (NEW.kind = 'reply') EXECUTE FUNCTION note_reply();
