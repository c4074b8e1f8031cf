-- There is always an owner: of two who remove each other at once, one stays. A database that a move is still filling
-- accepts rows in any order. The text of the error is the name of the constraint.
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
