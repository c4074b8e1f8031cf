-- The public log of corrections, on PostgreSQL: the same table as db/migrations has for SQLite. Everyone reads it, the
-- service key adds to it, and nobody changes it.
CREATE TABLE corrections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  explorer text COLLATE "C" NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('edited', 'removed')),
  -- For readers: 'Hammer price £4,520 → £4,250; month January → February'.
  change text COLLATE "C" NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  reason text COLLATE "C" NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000)
);
CREATE INDEX corrections_by_date ON corrections (at DESC, id);

ALTER TABLE corrections ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON corrections FROM PUBLIC, anon, service_role;
GRANT SELECT ON corrections TO anon;
GRANT SELECT, INSERT ON corrections TO service_role;
CREATE POLICY "the public reads corrections" ON corrections FOR SELECT TO anon USING (true);
CREATE POLICY "the dealer reads corrections" ON corrections FOR SELECT TO service_role USING (true);
CREATE POLICY "the dealer adds corrections" ON corrections FOR INSERT TO service_role WITH CHECK (true);

-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON corrections FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
