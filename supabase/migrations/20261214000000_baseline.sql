-- The tables on PostgreSQL 15 or newer: a Supabase project, or any PostgreSQL behind PostgREST. supabase/current has the
-- views, functions and triggers, supabase/access.sql says who may read and write, and deploy/migrate.sh applies all of
-- them. The same tables, rules and views as db/ has for SQLite; test/contract/ holds the two together. Text compares by
-- code point on both, hence COLLATE "C". This file has the roles, and the tables that differ from those of SQLite, where
-- db/migrations says what a column holds; the next one has the tables that both have.

DO $$
BEGIN
  IF to_regclass('pg_temp.objects_of_others') IS NULL THEN
    RAISE EXCEPTION 'Run deploy/migrate.sh, which also says who may read these tables.';
  END IF;
  IF to_regclass('plates') IS NOT NULL THEN
    RAISE EXCEPTION 'This database has the tables of the site already. If they were made before its first release, no version can upgrade them: create a new database, and run deploy/migrate.sh there.';
  END IF;
END
$$;

-- A Supabase project has these roles. Elsewhere PostgREST connects as authenticator and becomes anon or service_role;
-- give authenticator a password of its own: ALTER ROLE authenticator PASSWORD '…'. Supabase's visitors who have signed
-- in are authenticated.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'anon') THEN
    CREATE ROLE anon NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    CREATE ROLE authenticated NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'service_role') THEN
    -- Managed servers keep BYPASSRLS to themselves; the policies let the role through as well.
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


-- Transactions of the last hour that changed what pages show. Triggers write it; the view latest_change sums it up for the
-- site servers. On SQLite, one server has the database to itself, and a number that triggers raise.
CREATE TABLE data_changes (
  tx bigint,
  -- The explorers do not show it: a change of plates, except demonstration plates, since every page says whether there are any.
  is_stock boolean,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tx, is_stock)
);


-- RECORDED SALES

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
  selection text COLLATE "C" NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own')),
  -- What makes a sale the same sale; what is unknown counts as equal.
  CONSTRAINT sales_natural_key UNIQUE NULLS NOT DISTINCT
    (plate_number, sale_year, sale_month, where_sold, hammer_price, total_price)
);

-- Above a thousand sales the database answers for the pages of the explorer, which have an index for each order, with
-- the columns of the filters.
CREATE INDEX sales_walk_total ON sales (total_price DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_hammer ON sales (hammer_price DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_plate ON sales (lower(plate_number) DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_date ON sales (sale_year DESC NULLS LAST, sale_month DESC NULLS LAST, id)
  INCLUDE (where_sold, category, type, selection, plate_number, hammer_price);
-- The narrowest index with the columns of the filters: 8 MB for a million sales, which are counted by it.
CREATE INDEX sales_by_kind ON sales (sale_year, where_sold, category, type, selection);
CREATE INDEX sales_changed ON sales (updated_at DESC);
-- The hammer prices that typical prices come from, auction by auction and the latest first.
CREATE INDEX sales_unselected ON sales (sale_year DESC, sale_month DESC, where_sold DESC)
  INCLUDE (hammer_price, category, type, selection, plate_number)
  WHERE selection IN ('complete', 'sample') AND hammer_price > 0
    AND (price_basis IS NULL OR price_basis IN ('both', 'hammer'));

-- A search ignores case, spaces, hyphens, full stops and asterisks (`plate_compact` of the view `sales_listed`), and reads each
-- figure as the letter that it looks like (`plate_folded`). A search of three letters and more looks in the trigrams of
-- the latter, which every registration that it may find has in common with it. Every Supabase project and most servers
-- have the extension; where it is missing, a search reads every registration. No role may call its functions.
DO $$
DECLARE
  operators text;
BEGIN
  BEGIN
    CREATE SCHEMA IF NOT EXISTS extensions;
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;
  EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
    RAISE NOTICE 'pg_trgm is not available here: searches of three letters and more are slower';
  END;
  SELECT format('%I.%I', nspname, opcname) INTO operators
    FROM pg_opclass JOIN pg_namespace ON pg_namespace.oid = opcnamespace WHERE opcname = 'gin_trgm_ops';
  IF operators IS NOT NULL THEN
    EXECUTE 'CREATE INDEX sales_trigrams ON sales USING gin '
      || '(translate(upper(plate_number), ''012345678 -.*'', ''OIZEASGTB'') ' || operators || ')';
  END IF;
END
$$;

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
  selection text COLLATE "C" NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own')),
  CONSTRAINT jersey_sales_natural_key UNIQUE NULLS NOT DISTINCT
    (plate_number, sale_year, sale_month, where_sold, total_price)
);
CREATE INDEX jersey_sales_by_date ON jersey_sales (sale_year DESC, sale_month DESC NULLS LAST, id);

-- How many sales there are of each kind. Only the trigger writes here.
CREATE TABLE sales_counts (
  where_sold text COLLATE "C",
  category text COLLATE "C",
  type text COLLATE "C",
  selection text COLLATE "C" NOT NULL,
  sale_year integer NOT NULL,
  sales integer NOT NULL,
  CONSTRAINT sales_counts_key UNIQUE NULLS NOT DISTINCT (sale_year, where_sold, category, type, selection)
);
CREATE INDEX sales_counts_emptied ON sales_counts (sale_year) WHERE sales = 0;

-- What makes registrations alike, for the sales that a price is compared with. `plate_shape` has A for each letter and
-- 9 for each figure: A9AAA is M4 SAM. `plate_system` goes by the shape alone, so that registrations of Northern Ireland
-- are dateless. `plate_letters` are those that people buy: SAM in SAM 1, M4 SAM, SAM 4M and AB12 SAM. Each is null for
-- a text of another shape. The view sales_comparable has the expressions of these indexes.
DO $$
DECLARE
  compact CONSTANT text := $sql$translate(upper(plate_number), ' -.*', '')$sql$;
  is_shaped CONSTANT text := format(
    '(length(%1$s) <= 7 AND %1$s ~ ''^[A-Z]*[0-9]{1,4}[A-Z]*$'')', compact
  );
  plate_shape CONSTANT text := format(
    $sql$(CASE WHEN %s THEN translate(%s, 'BCDEFGHIJKLMNOPQRSTUVWXYZ012345678', repeat('A', 25) || repeat('9', 9)) END)$sql$,
    is_shaped, compact
  );
  plate_system CONSTANT text := format(
    $sql$(CASE
      WHEN %1$s ~ '^[A-Z]{2}[0-9]{2}[A-Z]{3}$' THEN 'current'
      WHEN %1$s ~ '^[A-Z][0-9]{1,3}[A-Z]{3}$' THEN 'prefix'
      WHEN %1$s ~ '^[A-Z]{3}[0-9]{1,3}[A-Z]$' THEN 'suffix'
      WHEN %1$s ~ '^([A-Z]{1,3}[0-9]{1,4}|[0-9]{1,4}[A-Z]{1,3})$' THEN 'dateless'
    END COLLATE "C")$sql$, compact
  );
  plate_letters CONSTANT text := format(
    $sql$(CASE %s
      WHEN 'dateless' THEN btrim(%2$s, '0123456789')
      WHEN 'suffix' THEN left(%2$s, 3)
      WHEN 'prefix' THEN right(%2$s, 3)
      WHEN 'current' THEN right(%2$s, 3)
    END)$sql$, plate_system, compact
  );
  plate_figures CONSTANT text := format(
    $sql$(CASE WHEN %s THEN btrim(%s, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')::integer END)$sql$, is_shaped, compact
  );
  is_comparable CONSTANT text := $sql$hammer_price > 0 AND price_basis IS DISTINCT FROM 'unclear'$sql$;
BEGIN
  EXECUTE format(
    'CREATE INDEX sales_by_letters ON sales (%s, %s, %s, sale_year DESC NULLS LAST, sale_month DESC NULLS LAST) WHERE %s',
    plate_letters, plate_system, plate_figures, is_comparable
  );
  EXECUTE format(
    'CREATE INDEX sales_by_shape ON sales (%s, %s, sale_year DESC NULLS LAST, sale_month DESC NULLS LAST) WHERE %s',
    plate_shape, plate_figures, is_comparable
  );
END
$$;
