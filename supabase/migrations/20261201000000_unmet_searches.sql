-- Unmet searches on PostgreSQL: the same table as db/migrations has for SQLite, closed to the public key. How often a term
-- was searched on a day, in which list, and nothing else about the search or the visitor.
CREATE TABLE unmet_searches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  day text COLLATE "C" NOT NULL CHECK (day ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- Where it was searched, such as 'stock' or 'uk'.
  list text COLLATE "C" NOT NULL CHECK (list ~ '^[a-z]{1,20}$'),
  -- Capital letters and digits alone, so that no sentence, address or number with its punctuation fits.
  term text COLLATE "C" NOT NULL CHECK (term ~ '^[0-9A-Z]{2,16}$'),
  searches integer NOT NULL CHECK (searches > 0),
  UNIQUE (day, list, term)
);

ALTER TABLE unmet_searches ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON unmet_searches FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON unmet_searches TO service_role;
CREATE POLICY "the dealer does all" ON unmet_searches TO service_role USING (true) WITH CHECK (true);
-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON unmet_searches FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
