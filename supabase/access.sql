-- Who may read and write what, applied last, because it covers what the other files make.
--
-- The public key (anon) reads plates that are for sale, recorded sales with what is counted of them, and corrections.
-- The site reads and writes the tables, except the logs, to which it only adds, and the counts of sales, which a trigger
-- writes. Nothing is written over REST: a Supabase project's service_role gets nothing, nor does authenticated, since
-- visitors of this site do not sign in. Views are security_invoker: they show what the asking role may see, and no more.
-- No role may call a trigger function.
--
-- Tables of which the public key reads every row have no row-level security: the grants say all, and a policy, even one
-- that is always true, keeps the planner from using what it knows about a column in LIKE, so that a search of a million
-- sales takes a second instead of five milliseconds.

-- The site itself connects as plateworthy_site (DATABASE_URL), so that it adds to the logs without ever changing them.
-- What browsers ask goes by plateworthy_public (PUBLIC_DATABASE_URL), with the rights of anon: it has half as many
-- connections as the database's machine has processor cores, over all sites together, so that strangers leave the other
-- half to the pages. One is for a machine of two: ALTER ROLE plateworthy_public CONNECTION LIMIT 4 is for one of eight.
-- `office migrate` gives both their passwords.
DO $$
BEGIN
  IF to_regrole('plateworthy_site') IS NULL THEN
    CREATE ROLE plateworthy_site LOGIN;
  END IF;
  IF to_regrole('plateworthy_public') IS NULL THEN
    CREATE ROLE plateworthy_public LOGIN CONNECTION LIMIT 1;
  END IF;
END
$$;

-- services/backend-migrations.ts compares this with the files of a version, to name those that the database lacks.
CREATE VIEW applied_files WITH (security_invoker) AS SELECT name, digest FROM plateworthy.files;

CALL plateworthy.note_made();
DO $$
DECLARE
  made record;
  read_whole CONSTANT text[] := '{sales,jersey_sales,sales_counts,corrections}';
BEGIN
  FOR made IN SELECT * FROM plateworthy.made WHERE kind IN ('TABLE', 'VIEW', 'ROUTINE') LOOP
    -- A Supabase project grants everything to its roles by default.
    EXECUTE format('REVOKE ALL ON %s %s FROM PUBLIC, anon, authenticated, service_role, plateworthy_site, plateworthy_public',
      CASE made.kind WHEN 'ROUTINE' THEN 'ROUTINE' ELSE 'TABLE' END, made.name);
    CONTINUE WHEN made.kind <> 'TABLE';
    IF made.name <> ALL (read_whole) THEN
      EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', made.name);
      EXECUTE format('CREATE POLICY "the dealer does all" ON %s TO plateworthy_site USING (true) WITH CHECK (true)', made.name);
    ELSE
      -- A Supabase project may turn it on for every new table.
      EXECUTE format('ALTER TABLE %s DISABLE ROW LEVEL SECURITY', made.name);
    END IF;
    EXECUTE format('GRANT %s ON %s TO plateworthy_site', CASE
      WHEN made.name IN ('sales_counts', 'data_changes') THEN 'SELECT'
      WHEN made.name IN ('audit', 'corrections') THEN 'SELECT, INSERT'
      ELSE 'SELECT, INSERT, UPDATE, DELETE'
    END, made.name);
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO anon, plateworthy_site, plateworthy_public;
GRANT SELECT ON plates, sales, jersey_sales, sales_counts, corrections TO anon, plateworthy_public;
CREATE POLICY "the public sees what is for sale" ON plates FOR SELECT TO anon, plateworthy_public USING (is_available);

GRANT SELECT ON
  sales_sellers, sales_categories, sales_types, sales_selections, sales_years, sales_listed, sales_of_kinds, sales_comparable,
  jersey_sales_counts, jersey_sales_sellers, jersey_sales_years, jersey_sales_listed
TO anon, plateworthy_site, plateworthy_public;
GRANT EXECUTE ON FUNCTION sales_figures, jersey_sales_figures TO anon, plateworthy_site, plateworthy_public;
GRANT EXECUTE ON FUNCTION contract_root TO anon;

GRANT SELECT ON stock, stock_counts, enquirers, page_view_totals, page_view_days, applied_files, latest_change
TO plateworthy_site;
GRANT USAGE ON SCHEMA plateworthy TO plateworthy_site;
GRANT SELECT ON plateworthy.files TO plateworthy_site;

CALL plateworthy.note_made();

-- Slow reads end before the site gives up, after 10 s, and what strangers ask after a second. Compiling
-- a query takes longer than running it, and what is asked for often is in memory.
DO $$
DECLARE
  setting text;
BEGIN
  FOREACH setting IN ARRAY '{plateworthy_public SET statement_timeout = 1000,
    plateworthy_public SET max_parallel_workers_per_gather = 0,
    plateworthy_public SET default_transaction_read_only = on,plateworthy_public SET jit = off,
    plateworthy_public SET random_page_cost = 1.1,plateworthy_public SET timezone = UTC,
    plateworthy_site SET statement_timeout = 9000,plateworthy_site SET jit = off,
    plateworthy_site SET random_page_cost = 1.1,plateworthy_site SET timezone = UTC,
    anon SET statement_timeout = 5000,anon SET jit = off,anon SET random_page_cost = 1.1}'::text[]
  LOOP
    -- Each by itself, so that one that this user may not change leaves the others in force.
    BEGIN
      EXECUTE 'ALTER ROLE ' || setting;
    EXCEPTION WHEN insufficient_privilege THEN
      RAISE WARNING 'This user cannot change a role: ALTER ROLE % (supabase/access.sql)', trim(setting);
    END;
  END LOOP;
END
$$;

-- The second reads the settings of the roles again.
NOTIFY pgrst, 'reload schema';
NOTIFY pgrst, 'reload config';
