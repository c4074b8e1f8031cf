-- People of the desk can change their name, so the trail also has the id of the person. supabase/migrations has the
-- same. Entries that a move copies keep what they have.
ALTER TABLE audit ADD COLUMN person_id TEXT CHECK (length(person_id) = 36);
CREATE TRIGGER audit_names_person AFTER INSERT ON audit
WHEN NEW.person_id IS NULL AND NEW.command GLOB 'desk: *'
  AND NOT EXISTS (SELECT 1 FROM site_state WHERE name = 'sending')
BEGIN
  UPDATE audit SET person_id = (SELECT id FROM people WHERE name = NEW.person ORDER BY created_at, id LIMIT 1)
  WHERE id = NEW.id;
END;
