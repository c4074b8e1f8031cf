-- Entries that a move copies to another backend keep the person they have.
CREATE TRIGGER audit_names_person AFTER INSERT ON audit
WHEN NEW.person_id IS NULL AND NEW.command GLOB 'desk: *'
  AND NOT EXISTS (SELECT 1 FROM site_state WHERE name = 'sending')
BEGIN
  UPDATE audit SET person_id = (SELECT id FROM people WHERE name = NEW.person ORDER BY created_at, id LIMIT 1)
  WHERE id = NEW.id;
END;
-- Entries are added and never changed; an older one than 24 months may be removed (services/retention/erasure.ts). PostgreSQL grants
-- no more than that (supabase/access.sql).
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit
WHEN NEW.id <> OLD.id OR NEW.at <> OLD.at OR NEW.person <> OLD.person OR NEW.command <> OLD.command
  OR NEW.change <> OLD.change OR OLD.person_id IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'audit is only added to');
END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN OLD.at > strftime('%Y-%m-%dT%H:%M:%f', 'now', '-24 months')
BEGIN
  SELECT RAISE(ABORT, 'audit is only added to');
END;
