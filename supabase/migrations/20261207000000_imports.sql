-- Imports of stock lists on PostgreSQL: the same tables as db/migrations has for SQLite, closed to the public key.
CREATE TABLE imports (
  -- Also the batch of the changes that it makes.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- The file in base64; null once it is imported.
  content text COLLATE "C" CHECK (length(content) <= 7000000),
  -- JSON: the sheet, the headings and the decisions that the person has chosen.
  choices text COLLATE "C" NOT NULL DEFAULT '{}' CHECK (length(choices) <= 100000),
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'written')),
  -- JSON: the counts of what was written.
  result text COLLATE "C" CHECK (length(result) <= 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX imports_by_date ON imports (created_at);
CREATE TRIGGER imports_touch BEFORE UPDATE ON imports FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE imports ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON imports FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON imports TO service_role;
CREATE POLICY "the dealer does all" ON imports TO service_role USING (true) WITH CHECK (true);

CREATE TABLE import_headings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In small letters without spaces and signs: 'retailgbp'.
  heading text COLLATE "C" NOT NULL UNIQUE CHECK (length(heading) BETWEEN 1 AND 200),
  -- '-': not imported.
  column_name text COLLATE "C" NOT NULL CHECK (length(column_name) BETWEEN 1 AND 60),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER import_headings_touch BEFORE UPDATE ON import_headings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE import_headings ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON import_headings FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON import_headings TO service_role;
CREATE POLICY "the dealer does all" ON import_headings TO service_role USING (true) WITH CHECK (true);

-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON imports, import_headings FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
