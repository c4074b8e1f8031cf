-- A change that does not set updated_at itself gets the time of the change.
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.updated_at = OLD.updated_at THEN
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END
$$;

CALL plateworthy.note_made();
DO $$
DECLARE
  touched regclass;
BEGIN
  FOR touched IN
    SELECT attrelid FROM pg_attribute JOIN plateworthy.made ON kind = 'TABLE' AND attrelid = name::regclass
    WHERE attname = 'updated_at'
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION touch_updated_at()',
      touched || '_touch', touched);
  END LOOP;
END
$$;
