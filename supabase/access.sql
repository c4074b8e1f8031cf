-- Who may read and write what, applied last, because it covers what the other files make.
--
-- The public key (anon) reads plates that are for sale, recorded sales with what is counted of them, and corrections.
-- The service key (service_role) reads and writes the tables, except the logs, to which it only adds, and the counts of
-- sales, which a trigger writes. Visitors of this site do not sign in, so authenticated gets nothing. Views are
-- security_invoker: they show what the asking role may see, and no more. No role may call a trigger function.

-- services/backend-migrations.ts compares this with the files of a version, to name those that the database lacks.
CREATE VIEW applied_files WITH (security_invoker) AS SELECT name, digest FROM plateworthy.files;

CALL plateworthy.note_made();
DO $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT * FROM plateworthy.made WHERE kind IN ('TABLE', 'VIEW', 'ROUTINE') LOOP
    -- A Supabase project grants everything to its roles by default.
    EXECUTE format('REVOKE ALL ON %s %s FROM PUBLIC, anon, authenticated, service_role',
      CASE made.kind WHEN 'ROUTINE' THEN 'ROUTINE' ELSE 'TABLE' END, made.name);
    CONTINUE WHEN made.kind <> 'TABLE';
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', made.name);
    EXECUTE format('CREATE POLICY "the dealer does all" ON %s TO service_role USING (true) WITH CHECK (true)', made.name);
    EXECUTE format('GRANT %s ON %s TO service_role', CASE
      WHEN made.name = 'sales_counts' THEN 'SELECT'
      WHEN made.name IN ('audit', 'corrections') THEN 'SELECT, INSERT'
      ELSE 'SELECT, INSERT, UPDATE, DELETE'
    END, made.name);
  END LOOP;
END
$$;

GRANT USAGE ON SCHEMA public TO anon, service_role;
GRANT SELECT ON plates, sales, jersey_sales, sales_counts, corrections TO anon;
CREATE POLICY "the public sees what is for sale" ON plates FOR SELECT TO anon USING (is_available);
CREATE POLICY "the public sees sales" ON sales FOR SELECT TO anon USING (true);
CREATE POLICY "the public sees sales" ON jersey_sales FOR SELECT TO anon USING (true);
CREATE POLICY "the public sees counts" ON sales_counts FOR SELECT TO anon USING (true);
CREATE POLICY "the public reads corrections" ON corrections FOR SELECT TO anon USING (true);

GRANT SELECT ON
  sales_sellers, sales_categories, sales_types, sales_selections, sales_years, sales_listed, sales_comparable,
  jersey_sales_counts, jersey_sales_sellers, jersey_sales_years, jersey_sales_listed
TO anon, service_role;
GRANT EXECUTE ON FUNCTION sales_figures, jersey_sales_figures TO anon, service_role;

GRANT SELECT ON stock, stock_counts, page_view_totals, page_view_days, applied_files TO service_role;
GRANT EXECUTE ON FUNCTION
  change_stock, change_sales, apply_writes, differing_columns, writable_columns, default_values,
  insert_row(plates), insert_row(plate_details), update_row(plates), update_row(plate_details)
TO service_role;
GRANT USAGE ON SCHEMA plateworthy TO service_role;
GRANT SELECT ON plateworthy.files TO service_role;

CALL plateworthy.note_made();
NOTIFY pgrst, 'reload schema';
