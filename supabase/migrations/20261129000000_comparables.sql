-- What makes registrations alike, for the sales that a price is compared with; db/migrations/0011 has the same columns in
-- the same view, and says what they are. Indexes and view repeat the expressions, which must be the same: they are put
-- together here once, so that the table itself, and what the public key reads of it, stay as they are.
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
  EXECUTE format(
    'CREATE VIEW sales_comparable WITH (security_invoker) AS
      SELECT
        id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
        selection, source_url, note, %s AS plate_letters, %s AS plate_system, %s AS plate_shape, %s AS plate_figures
      FROM sales WHERE %s',
    plate_letters, plate_system, plate_shape, plate_figures, is_comparable
  );
END
$$;

REVOKE ALL ON sales_comparable FROM PUBLIC, anon, service_role;
GRANT SELECT ON sales_comparable TO anon, service_role;
-- A Supabase project grants views to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON sales_comparable FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
