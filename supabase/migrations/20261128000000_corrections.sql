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

-- Changes or removes one sale and adds its correction, in one transaction, which REST has for single requests only.
-- `sale_id`, `plate_number` and `seen_at`, its updated_at, identify the sale as the caller saw it. If it has changed since,
-- nothing is done and no row returned; else the row of the correction.
CREATE FUNCTION correct_sale(
  explorer text, plate_number text, sale_id uuid, seen_at timestamptz, kind text, change text, reason text,
  changes json DEFAULT NULL
) RETURNS SETOF corrections LANGUAGE plpgsql VOLATILE SECURITY INVOKER SET search_path = '' AS $$
DECLARE
  sales text := CASE explorer WHEN 'jersey' THEN 'public.jersey_sales' ELSE 'public.sales' END;
  names text;
  affected bigint;
BEGIN
  IF kind = 'removed' THEN
    EXECUTE format('DELETE FROM %s WHERE id = $1 AND plate_number = $2 AND updated_at = $3', sales)
      USING sale_id, plate_number, seen_at;
  ELSE
    SELECT string_agg(quote_ident(name), ', ') INTO names FROM json_object_keys(coalesce(changes, '{}')) AS name;
    IF names IS NULL THEN
      RAISE EXCEPTION 'an edited sale needs changes' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    EXECUTE format(
      'UPDATE %1$s AS sale SET (%2$s) = (SELECT %2$s FROM json_populate_record(sale, $4))
       WHERE id = $1 AND plate_number = $2 AND updated_at = $3', sales, names)
      USING sale_id, plate_number, seen_at, changes;
  END IF;
  GET DIAGNOSTICS affected = ROW_COUNT;
  IF affected = 1 THEN
    RETURN QUERY INSERT INTO public.corrections AS added (explorer, plate_number, kind, change, reason)
      VALUES (
        correct_sale.explorer, correct_sale.plate_number, correct_sale.kind, correct_sale.change, correct_sale.reason
      )
      RETURNING added.*;
  END IF;
END
$$;
REVOKE EXECUTE ON FUNCTION correct_sale(text, text, uuid, timestamptz, text, text, text, json) FROM PUBLIC, anon;
GRANT EXECUTE ON FUNCTION correct_sale(text, text, uuid, timestamptz, text, text, text, json) TO service_role;

-- A Supabase project grants tables and functions to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON corrections FROM authenticated;
    REVOKE EXECUTE ON FUNCTION correct_sale(text, text, uuid, timestamptz, text, text, text, json) FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
