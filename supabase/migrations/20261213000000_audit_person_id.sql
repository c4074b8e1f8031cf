-- People of the desk can change their name, so the trail also has the id of the person, as db/migrations has it for
-- SQLite. Entries that a move copies keep what they have.
ALTER TABLE audit ADD COLUMN person_id text COLLATE "C" CHECK (length(person_id) = 36);

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

REVOKE EXECUTE ON FUNCTION audit_names_person() FROM PUBLIC;
-- A Supabase project grants functions to its signed-in visitors as well.
DO $$
DECLARE
  supabase_role text;
BEGIN
  FOR supabase_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('authenticated', 'anon', 'service_role') LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION audit_names_person() FROM %I', supabase_role);
  END LOOP;
END
$$;

-- Replaced by change_sales. Only databases that were migrated earlier still have it.
DROP FUNCTION IF EXISTS correct_sale(text, text, uuid, timestamptz, text, text, text, json);

NOTIFY pgrst, 'reload schema';
