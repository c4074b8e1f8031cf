-- What makes registrations alike, for the sales that a price is compared with; db/migrations/0011 has the same columns in
-- the same view, and says what they are. Indexes and view repeat the expressions, which must be the same: they are put
-- together here once, so that the table itself, and what the public key reads of it, stay as they are.
DO $$
DECLARE
  letters CONSTANT text := quote_literal('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  compact CONSTANT text := $sql$translate(upper(plate_number), ' -.*', '')$sql$;
  figures CONSTANT text := format('btrim(%s, %s)', compact, letters);
  leading CONSTANT text := format('(length(%1$s) - length(ltrim(%1$s, %2$s)))', compact, letters);
  trailing CONSTANT text := format('(length(%1$s) - length(rtrim(%1$s, %2$s)))', compact, letters);
  is_shaped CONSTANT text := format('(length(%s) <= 7 AND %s ~ ''^[0-9]{1,4}$'')', compact, figures);
  plate_shape CONSTANT text := format(
    '(CASE WHEN %s THEN %s::text || length(%s)::text || %s::text END)', is_shaped, leading, figures, trailing
  );
  plate_letters CONSTANT text := format(
    '(CASE WHEN %1$s AND %2$s > %3$s THEN left(%4$s, %2$s) WHEN %1$s THEN right(%4$s, %3$s) END)',
    is_shaped, leading, trailing, compact
  );
  plate_figures CONSTANT text := format('(CASE WHEN %s THEN (%s)::integer END)', is_shaped, figures);
  plate_system CONSTANT text := format(
    $sql$(CASE
      WHEN %1$s = '223' THEN 'current'
      WHEN %1$s IN ('113', '123', '133') THEN 'prefix'
      WHEN %1$s IN ('311', '321', '331') THEN 'suffix'
      WHEN left(%1$s, 1) = '0' AND right(%1$s, 1) BETWEEN '1' AND '3' THEN 'dateless'
      WHEN right(%1$s, 1) = '0' AND left(%1$s, 1) BETWEEN '1' AND '3' THEN 'dateless'
    END COLLATE "C")$sql$, plate_shape
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
