-- The audit trail of the office and what the site remembers, on PostgreSQL: the same tables as db/migrations has for
-- SQLite. Both are closed to the public key, and the service key only adds to the trail and reads it.
CREATE TABLE audit (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  -- The user of the operating system.
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  command text COLLATE "C" NOT NULL CHECK (length(command) BETWEEN 1 AND 100),
  change text COLLATE "C" NOT NULL CHECK (length(change) BETWEEN 1 AND 2000)
);
CREATE INDEX audit_by_date ON audit (at DESC, id);

-- What the site remembers from one run to the next, by name: when its clock was last read, for one.
CREATE TABLE site_state (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  value text COLLATE "C" NOT NULL CHECK (length(value) <= 1000)
);

ALTER TABLE audit ENABLE ROW LEVEL SECURITY;
ALTER TABLE site_state ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON audit, site_state FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT ON audit TO service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON site_state TO service_role;
CREATE POLICY "the office reads the trail" ON audit FOR SELECT TO service_role USING (true);
CREATE POLICY "the office adds to the trail" ON audit FOR INSERT TO service_role WITH CHECK (true);
CREATE POLICY "the site remembers" ON site_state TO service_role USING (true) WITH CHECK (true);
-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON audit, site_state FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
