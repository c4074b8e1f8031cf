-- Entries that a move copies to another backend keep the person they have.
CREATE FUNCTION audit_names_person() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.site_state WHERE name = 'sending') THEN
    NEW.person_id := (SELECT id::text FROM public.people WHERE name = NEW.person ORDER BY created_at, id LIMIT 1);
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER audit_names_person BEFORE INSERT ON audit FOR EACH ROW
  WHEN (NEW.person_id IS NULL AND NEW.command LIKE 'desk: %')
  EXECUTE FUNCTION audit_names_person();
