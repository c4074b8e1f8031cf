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

-- Several writes in one transaction, for a deal with its payment, its e-mail and its plate: over REST each request is a
-- transaction of its own. packages/sqlite-rest/apply-writes.ts does the same on SQLite; docs/contract.md describes both.
CREATE FUNCTION apply_writes(writes json) RETURNS json LANGUAGE plpgsql VOLATILE SECURITY INVOKER
SET search_path = '' SET statement_timeout = '60s' AS $$
DECLARE
  item json;
  target text;
  given json;
  columns text;
  affected bigint;
BEGIN
  IF json_typeof(writes) IS DISTINCT FROM 'array' THEN
    RAISE EXCEPTION 'writes must be a list' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR item IN SELECT value FROM json_array_elements(writes) LOOP
    given := item -> 'arguments';
    IF item ->> 'function' = 'change_stock' THEN
      PERFORM public.change_stock(given ->> 'person', given ->> 'action', given ->> 'change',
        (given ->> 'batch')::uuid, given -> 'changes');
      CONTINUE;
    ELSIF item ->> 'function' = 'change_sales' THEN
      PERFORM public.change_sales(given ->> 'explorer', given ->> 'person', given ->> 'action', given ->> 'change',
        given ->> 'reason', (given ->> 'batch')::uuid, given -> 'changes');
      CONTINUE;
    END IF;
    target := item ->> 'table';
    IF target IS NULL OR target NOT IN ('deals', 'deal_payments', 'mails', 'enquiries', 'enquiry_entries', 'audit') THEN
      RAISE EXCEPTION 'a write needs a table or a function' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    given := coalesce(item -> 'insert', item -> 'update');
    SELECT string_agg(quote_ident(name), ', ') INTO columns FROM json_object_keys(given) AS name;
    IF columns IS NULL AND item ->> 'remove' IS DISTINCT FROM 'true' THEN
      RAISE EXCEPTION 'a write needs columns to insert or update' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF item -> 'insert' IS NOT NULL THEN
      EXECUTE format('INSERT INTO public.%1$I (%2$s) SELECT %2$s FROM json_populate_record(NULL::public.%1$I, $1)',
        target, columns) USING given;
      CONTINUE;
    ELSIF columns IS NOT NULL THEN
      EXECUTE format('UPDATE public.%1$I SET (%2$s) = (SELECT %2$s FROM json_populate_record(NULL::public.%1$I, $1))
        WHERE id = $2 AND updated_at = coalesce($3, updated_at)', target, columns)
        USING given, (item ->> 'id')::uuid, (item ->> 'seen_at')::timestamptz;
    ELSE
      EXECUTE format('DELETE FROM public.%I WHERE id = $1', target) USING (item ->> 'id')::uuid;
    END IF;
    GET DIAGNOSTICS affected = ROW_COUNT;
    IF affected = 0 THEN
      RAISE EXCEPTION USING ERRCODE = 'PT409', MESSAGE = 'the row has changed since', DETAIL = to_json(ARRAY[target])::text;
    END IF;
  END LOOP;
  RETURN json_build_array(json_build_object('writes', json_array_length(writes)));
END
$$;
