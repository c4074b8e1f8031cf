-- What change_stock and change_sales share. Columns come from the catalogue, so a new one needs no change here.

-- For the histories of change_stock and change_sales: the columns of a row that are different in another one.
CREATE FUNCTION differing_columns(of_row jsonb, other_row jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(of_row) WHERE value <> other_row -> key
$$;

-- The columns that a call may give.
CREATE FUNCTION writable_columns(target regclass) RETURNS text[] LANGUAGE sql STABLE SET search_path = '' AS $$
  SELECT array_agg(attname::text ORDER BY attnum) FROM pg_catalog.pg_attribute
  WHERE attrelid = target AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    AND attname NOT IN ('id', 'created_at', 'updated_at')
$$;

CREATE FUNCTION default_values(target regclass) RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path = '' AS $$
DECLARE
  row_of_defaults jsonb;
BEGIN
  EXECUTE (
    SELECT format('SELECT jsonb_build_object(%s)', string_agg(format('%L, %s', attname, pg_get_expr(adbin, adrelid)), ', '))
    FROM pg_catalog.pg_attrdef JOIN pg_catalog.pg_attribute ON attrelid = adrelid AND attnum = adnum
    WHERE adrelid = target AND attgenerated = ''
  ) INTO row_of_defaults;
  RETURN row_of_defaults;
END
$$;

-- Made for each table, because a statement that is put together at each call takes three times as long.
DO $$
DECLARE
  target text;
  columns text[];
BEGIN
  FOREACH target IN ARRAY '{plates,plate_details}'::text[] LOOP
    columns := '{id,created_at,updated_at}' || writable_columns(target::regclass);
    EXECUTE format(
      'CREATE FUNCTION insert_row(given %I) RETURNS void LANGUAGE plpgsql SET search_path = '''' AS $f$
       BEGIN
         INSERT INTO public.%1$I (%s) VALUES (%s);
       END
       $f$',
      target, (SELECT string_agg(quote_ident(name), ', ') FROM unnest(columns) AS name),
      (SELECT string_agg(format('given.%I', name), ', ') FROM unnest(columns) AS name)
    );
    EXECUTE format(
      'CREATE FUNCTION update_row(given %I) RETURNS void LANGUAGE plpgsql SET search_path = '''' AS $f$
       BEGIN
         UPDATE public.%1$I SET %s WHERE id = given.id;
       END
       $f$',
      target, (SELECT string_agg(format('%1$I = given.%1$I', name), ', ') FROM unnest(columns) AS name WHERE name <> 'id')
    );
  END LOOP;
END
$$;
