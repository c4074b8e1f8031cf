-- There is always an owner: of two who remove each other at once, one stays. A copy that a move has not opened yet is
-- written in any order. supabase/migrations has the same; the text is the name of the constraint (write.ts).
CREATE TRIGGER people_owner_demoted BEFORE UPDATE OF role ON people
WHEN OLD.role = 'owner' AND NEW.role <> 'owner'
  AND NOT EXISTS (SELECT 1 FROM people WHERE role = 'owner' AND id <> OLD.id)
  AND NOT EXISTS (SELECT 1 FROM site_state WHERE name = 'sending')
BEGIN
  SELECT RAISE(ABORT, 'owner');
END;

CREATE TRIGGER people_owner_removed BEFORE DELETE ON people
WHEN OLD.role = 'owner'
  AND NOT EXISTS (SELECT 1 FROM people WHERE role = 'owner' AND id <> OLD.id)
  AND NOT EXISTS (SELECT 1 FROM site_state WHERE name = 'sending')
BEGIN
  SELECT RAISE(ABORT, 'owner');
END;
