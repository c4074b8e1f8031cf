-- There is always an owner: of two who remove each other at once, one stays. A database that a move is still filling
-- accepts rows in any order.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  -- One at a time: each sees what the one before has changed.
  PERFORM pg_advisory_xact_lock(hashtext('people_owner_check'));
  IF NOT EXISTS (SELECT FROM public.people WHERE role = 'owner' AND id <> OLD.id)
    AND NOT EXISTS (SELECT FROM public.site_state WHERE name = 'sending')
  THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation',
      MESSAGE = 'new row for relation "people" violates check constraint "people_owner_check"';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER people_owner_demoted BEFORE UPDATE OF role ON people
  FOR EACH ROW WHEN (OLD.role = 'owner' AND NEW.role <> 'owner') EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER people_owner_removed BEFORE DELETE ON people
  FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION keep_an_owner();
