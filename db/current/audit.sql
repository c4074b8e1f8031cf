-- Entries that a move copies to another backend keep the person they have.
CREATE TRIGGER audit_names_person AFTER INSERT ON audit
WHEN NEW.person_id IS NULL AND NEW.command GLOB 'desk: *'
  AND NOT EXISTS (SELECT 1 FROM site_state WHERE name = 'sending')
BEGIN
  UPDATE audit SET person_id = (SELECT id FROM people WHERE name = NEW.person ORDER BY created_at, id LIMIT 1)
  WHERE id = NEW.id;
END;
