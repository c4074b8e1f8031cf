-- The stock and the two sales archives on PostgreSQL 15 or newer: a Supabase project, or any PostgreSQL
-- behind PostgREST. The same tables, rules and views as db/migrations has for SQLite; test/contract/ holds
-- the two together. Text compares by code point on both, hence COLLATE "C".

-- A Supabase project has these roles. Elsewhere PostgREST connects as authenticator and becomes one of the
-- others; give authenticator a password of its own: ALTER ROLE authenticator PASSWORD '…'.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'anon') THEN
    CREATE ROLE anon NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'service_role') THEN
    -- Managed servers keep BYPASSRLS to themselves; the policies below let the role through as well.
    BEGIN
      CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS;
    EXCEPTION WHEN insufficient_privilege THEN
      CREATE ROLE service_role NOLOGIN NOINHERIT;
    END;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticator') THEN
    CREATE ROLE authenticator LOGIN NOINHERIT;
  END IF;
  IF NOT pg_has_role('authenticator', 'anon', 'MEMBER') THEN
    GRANT anon TO authenticator;
  END IF;
  IF NOT pg_has_role('authenticator', 'service_role', 'MEMBER') THEN
    GRANT service_role TO authenticator;
  END IF;
END
$$;

CREATE TABLE plates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL UNIQUE CHECK (trim(plate_number) <> ''),
  price integer NOT NULL CHECK (price >= 0),
  category text COLLATE "C",
  description text COLLATE "C",
  detailed_description text COLLATE "C",
  image_url text COLLATE "C",
  is_available boolean NOT NULL DEFAULT true,
  is_feature boolean NOT NULL DEFAULT false,
  is_demonstration boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX plates_by_price ON plates (is_available, price DESC, id);

CREATE TABLE sales (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  where_sold text COLLATE "C",
  type text COLLATE "C",
  category text COLLATE "C",
  sale_year integer NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month integer CHECK (sale_month BETWEEN 1 AND 12),
  hammer_price integer CHECK (hammer_price >= 0),
  total_price integer CHECK (total_price >= 0),
  price_basis text COLLATE "C" CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url text COLLATE "C",
  note text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- What makes a sale the same sale; what is unknown counts as equal.
  CONSTRAINT sales_natural_key UNIQUE NULLS NOT DISTINCT
    (plate_number, sale_year, sale_month, where_sold, hammer_price, total_price)
);
CREATE INDEX sales_by_date ON sales (sale_year DESC, sale_month DESC NULLS LAST, id);
CREATE INDEX sales_by_total ON sales (total_price DESC NULLS LAST, id);

CREATE TABLE jersey_sales (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  total_price integer CHECK (total_price >= 0),
  where_sold text COLLATE "C",
  sale_year integer NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month integer CHECK (sale_month BETWEEN 1 AND 12),
  price_basis text COLLATE "C" CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url text COLLATE "C",
  note text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT jersey_sales_natural_key UNIQUE NULLS NOT DISTINCT
    (plate_number, sale_year, sale_month, where_sold, total_price)
);
CREATE INDEX jersey_sales_by_date ON jersey_sales (sale_year DESC, sale_month DESC NULLS LAST, id);

-- A change that does not set updated_at itself gets the moment of the change.
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.updated_at = OLD.updated_at THEN
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END
$$;
REVOKE EXECUTE ON FUNCTION touch_updated_at() FROM PUBLIC;
CREATE TRIGGER plates_touch BEFORE UPDATE ON plates FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER sales_touch BEFORE UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
CREATE TRIGGER jersey_sales_touch BEFORE UPDATE ON jersey_sales FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- The public key reads plates that are available, and all sales; the service key reads and writes.
-- A Supabase project grants everything to its roles by itself, so we take that back first.
ALTER TABLE plates ENABLE ROW LEVEL SECURITY;
ALTER TABLE sales ENABLE ROW LEVEL SECURITY;
ALTER TABLE jersey_sales ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON plates, sales, jersey_sales FROM PUBLIC, anon, service_role;
GRANT USAGE ON SCHEMA public TO anon, service_role;
GRANT SELECT ON plates, sales, jersey_sales TO anon;
GRANT SELECT, INSERT, UPDATE, DELETE ON plates, sales, jersey_sales TO service_role;
CREATE POLICY "the public sees what is for sale" ON plates FOR SELECT TO anon USING (is_available);
CREATE POLICY "the public sees sales" ON sales FOR SELECT TO anon USING (true);
CREATE POLICY "the public sees sales" ON jersey_sales FOR SELECT TO anon USING (true);
CREATE POLICY "the dealer does all" ON plates TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the dealer does all" ON sales TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the dealer does all" ON jersey_sales TO service_role USING (true) WITH CHECK (true);

NOTIFY pgrst, 'reload schema';
