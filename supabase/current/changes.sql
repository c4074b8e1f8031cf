-- For the triggers of removals.sql: each argument names a table, and its column for the id of the removed row.
CREATE FUNCTION remove_parts() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY TG_ARGV LOOP
    EXECUTE format('DELETE FROM public.%I WHERE %I = $1', split_part(part, '.', 1), split_part(part, '.', 2)) USING OLD.id;
  END LOOP;
  RETURN NULL;
END
$$;

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

-- The checks of change_stock and change_sales: the changes have the form of docs/contract.md, and no row that they name has changed
-- since. Locks those rows in one order, so that two calls at once do not deadlock.
-- `objects` has the table of each object of columns, first that of the changed rows: {"plate": "plates", "details": "plate_details"}.
CREATE FUNCTION check_changes(changes json, what text, objects json, others text[], history text)
RETURNS void LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  names text[] := ARRAY(SELECT json_object_keys(objects));
  target text := objects ->> names[1];
  columns text[];
  given json;
  object_name text;
  unknown_name text;
  conflicts text[];
BEGIN
  IF json_typeof(changes) IS DISTINCT FROM 'array' THEN
    RAISE EXCEPTION 'changes must be a list' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR given IN SELECT value FROM json_array_elements(changes) LOOP
    IF json_typeof(given) <> 'object'
      OR EXISTS (SELECT FROM unnest(names) AS name WHERE json_typeof(given -> name) NOT IN ('object', 'null')) THEN
      RAISE EXCEPTION 'a change must be an object with the object% %',
        CASE WHEN cardinality(names) > 1 THEN 's' ELSE '' END, array_to_string(names, ' and ')
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT name INTO unknown_name FROM json_object_keys(given) AS name
      WHERE name <> ALL ('{id,seen_at,remove}' || names || others) LIMIT 1;
    IF unknown_name IS NOT NULL THEN
      RAISE EXCEPTION 'a change has no %', unknown_name USING ERRCODE = 'invalid_parameter_value';
    END IF;
  END LOOP;
  FOREACH object_name IN ARRAY names LOOP
    columns := public.writable_columns(format('public.%I', objects ->> object_name)::regclass);
    SELECT name INTO unknown_name
      FROM json_array_elements(changes) AS change (given), json_object_keys(
        CASE json_typeof(change.given -> object_name) WHEN 'object' THEN change.given -> object_name ELSE '{}' END
      ) AS name
      WHERE name <> ALL (columns)
        AND (object_name <> names[1] OR name NOT IN ('id', 'created_at') OR change.given ->> 'id' IS NOT NULL) LIMIT 1;
    IF unknown_name IS NOT NULL THEN
      RAISE EXCEPTION 'column %.% does not exist or cannot be changed', objects ->> object_name, unknown_name
        USING ERRCODE = 'undefined_column';
    END IF;
  END LOOP;
  IF EXISTS (
    SELECT FROM json_array_elements(changes) AS change (given) WHERE change.given ->> 'id' IS NOT NULL
    GROUP BY (change.given ->> 'id')::uuid HAVING count(*) > 1
  ) THEN
    RAISE EXCEPTION 'a % is changed twice in one call', what USING ERRCODE = 'cardinality_violation';
  END IF;

  EXECUTE format('SELECT FROM public.%I WHERE id IN (
    SELECT (given ->> ''id'')::uuid FROM json_array_elements($1) AS given
  ) ORDER BY id FOR UPDATE', target) USING changes;
  EXECUTE format('SELECT array_agg(coalesce(stored.plate_number, (
      SELECT past.plate_number FROM public.%I AS past WHERE past.%I = asked.id ORDER BY past.at DESC LIMIT 1
    ), asked.id::text) ORDER BY asked.place)
    FROM (
      SELECT (given ->> ''id'')::uuid AS id, (given ->> ''seen_at'')::timestamptz AS seen_at, place
      FROM json_array_elements($1) WITH ORDINALITY AS list (given, place)
    ) AS asked LEFT JOIN public.%I AS stored ON stored.id = asked.id
    WHERE asked.id IS NOT NULL AND (stored.id IS NULL OR stored.updated_at <> asked.seen_at)',
    history, what || '_id', target) INTO conflicts USING changes;
  IF conflicts IS NOT NULL THEN
    RAISE EXCEPTION USING ERRCODE = 'PT409', MESSAGE = format('the %ss have changed since', what),
      DETAIL = to_json(conflicts)::text;
  END IF;
END
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
    IF target IS NULL OR target NOT IN ('plates', 'deals', 'deal_payments', 'mails', 'enquiries', 'enquiry_entries', 'audit') THEN
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
