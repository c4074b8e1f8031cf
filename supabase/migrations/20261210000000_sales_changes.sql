-- What was changed in recorded sales, for undo, on PostgreSQL: the same table as db/migrations has for SQLite. Only the
-- service key comes here.

-- Written by the function change_sales, one row for each sale that a call changed; removed after 30 days.
CREATE TABLE sale_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of one call, and the id of its entry in `audit`.
  batch uuid NOT NULL,
  -- The sale's updated_at after the change.
  at timestamptz NOT NULL DEFAULT now(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action text COLLATE "C" NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  explorer text COLLATE "C" NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  sale_id uuid NOT NULL,
  plate_number text COLLATE "C" NOT NULL,
  -- JSON of the columns that changed, as they were and became; null: no such sale.
  before text COLLATE "C",
  after text COLLATE "C",
  CHECK (before IS NOT NULL OR after IS NOT NULL)
);
CREATE INDEX sale_changes_by_batch ON sale_changes (batch);
CREATE INDEX sale_changes_by_sale ON sale_changes (sale_id, at);
CREATE INDEX sale_changes_by_date ON sale_changes (at DESC, id);

-- A removed sale may come back, as by an undo.
ALTER TABLE corrections DROP CONSTRAINT corrections_kind_check;
ALTER TABLE corrections ADD CONSTRAINT corrections_kind_check CHECK (kind IN ('edited', 'removed', 'restored'));

-- Adds, changes and removes sales of one explorer, in one transaction, which REST has for single requests only. Each kind
-- is one statement, since the trigger that counts sales by kind runs once for each.
-- packages/sqlite-rest/change-sales.ts does the same on SQLite; docs/contract.md describes both.
CREATE FUNCTION change_sales(
  explorer text, person text, action text, change text, reason text, batch uuid, changes json
) RETURNS json LANGUAGE plpgsql VOLATILE SECURITY INVOKER
-- As change_stock has it: 10,000 sales take some seconds.
SET search_path = '' SET statement_timeout = '60s' AS $$
DECLARE
  call_batch uuid := coalesce(batch, gen_random_uuid());
  sales text;
  writable text[];
  item record;
  unknown_name text;
  conflicts text[];
  affected bigint;
  changed bigint := 0;
BEGIN
  IF explorer IS NULL OR explorer NOT IN ('uk', 'jersey') THEN
    RAISE EXCEPTION 'explorer must be uk or jersey' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF json_typeof(changes) IS DISTINCT FROM 'array' THEN
    RAISE EXCEPTION 'changes must be a list' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF explorer = 'uk' THEN
    sales := 'public.sales';
    writable := '{plate_number,where_sold,type,category,sale_year,sale_month,hammer_price,total_price,price_basis,source_url,
      note,selection}';
  ELSE
    sales := 'public.jersey_sales';
    writable := '{plate_number,total_price,where_sold,sale_year,sale_month,price_basis,source_url,note,selection}';
  END IF;
  FOR item IN SELECT value FROM json_array_elements(changes) LOOP
    IF json_typeof(item.value) <> 'object'
      OR coalesce(json_typeof(item.value -> 'sale'), 'null') NOT IN ('object', 'null') THEN
      RAISE EXCEPTION 'a change must be an object with the object sale' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT name INTO unknown_name FROM json_object_keys(item.value) AS name
      WHERE name NOT IN ('id', 'seen_at', 'sale', 'remove', 'correction') LIMIT 1;
    IF unknown_name IS NOT NULL THEN
      RAISE EXCEPTION 'a change has no %', unknown_name USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF (item.value ->> 'remove')::boolean AND item.value ->> 'correction' IS NULL THEN
      RAISE EXCEPTION 'a removal needs a correction' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF json_typeof(item.value -> 'sale') = 'object' THEN
      SELECT name INTO unknown_name FROM json_object_keys(item.value -> 'sale') AS name
        WHERE name <> ALL (writable) AND (name NOT IN ('id', 'created_at') OR item.value ->> 'id' IS NOT NULL) LIMIT 1;
      IF unknown_name IS NOT NULL THEN
        RAISE EXCEPTION 'column %.% does not exist or cannot be changed', replace(sales, 'public.', ''), unknown_name
          USING ERRCODE = 'undefined_column';
      END IF;
    END IF;
  END LOOP;
  IF EXISTS (
    SELECT FROM json_array_elements(changes) AS given WHERE given ->> 'id' IS NOT NULL
    GROUP BY (given ->> 'id')::uuid HAVING count(*) > 1
  ) THEN
    RAISE EXCEPTION 'a sale is changed twice in one call' USING ERRCODE = 'cardinality_violation';
  END IF;

  -- In one order, so that two calls at once do not deadlock.
  EXECUTE format('SELECT FROM %s WHERE id IN (
    SELECT (given ->> ''id'')::uuid FROM json_array_elements($1) AS given
  ) ORDER BY id FOR UPDATE', sales) USING changes;
  EXECUTE format('SELECT coalesce(array_agg(coalesce(sale.plate_number, (
      SELECT past.plate_number FROM public.sale_changes AS past WHERE past.sale_id = asked.id ORDER BY past.at DESC LIMIT 1
    ), asked.id::text) ORDER BY asked.place), ''{}'')
    FROM (
      SELECT (given ->> ''id'')::uuid AS id, (given ->> ''seen_at'')::timestamptz AS seen_at, place
      FROM json_array_elements($1) WITH ORDINALITY AS list (given, place)
    ) AS asked LEFT JOIN %s AS sale ON sale.id = asked.id
    WHERE asked.id IS NOT NULL AND (sale.id IS NULL OR sale.updated_at <> asked.seen_at)', sales)
    INTO conflicts USING changes;
  IF cardinality(conflicts) > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'PT409', MESSAGE = 'the sales have changed since', DETAIL = to_json(conflicts)::text;
  END IF;

  -- What is removed makes room for what is added.
  EXECUTE format('WITH asked AS (
      SELECT (given ->> ''id'')::uuid AS id, given ->> ''correction'' AS correction, place
      FROM json_array_elements($1) WITH ORDINALITY AS list (given, place)
      WHERE (given ->> ''remove'')::boolean AND given ->> ''id'' IS NOT NULL
    ), gone AS (
      DELETE FROM %1$s AS sale USING asked WHERE sale.id = asked.id
      RETURNING to_jsonb(sale) AS old, sale.id, sale.plate_number, sale.updated_at, asked.correction, asked.place
    ), logged AS (
      INSERT INTO public.corrections (explorer, plate_number, kind, change, reason)
      SELECT $2, plate_number, ''removed'', correction, $5 FROM gone ORDER BY place
    )
    INSERT INTO public.sale_changes (batch, at, person, action, explorer, sale_id, plate_number, before)
    SELECT $6, greatest(now(), updated_at + interval ''1 millisecond''), $3, $4, $2, id, plate_number,
      (jsonb_strip_nulls(old) - ''updated_at'')::text
    FROM gone ORDER BY place', sales)
    USING changes, explorer, person, action, reason, call_batch;
  GET DIAGNOSTICS affected = ROW_COUNT;
  changed := changed + affected;

  EXECUTE format('WITH asked AS MATERIALIZED (
      SELECT sale.id, given -> ''sale'' AS columns, given ->> ''correction'' AS correction, place,
        greatest(now(), sale.updated_at + interval ''1 millisecond'') AS moment,
        to_jsonb(sale) AS old, to_jsonb(json_populate_record(sale, given -> ''sale'')) AS new
      FROM json_array_elements($1) WITH ORDINALITY AS list (given, place)
      JOIN %1$s AS sale ON sale.id = (given ->> ''id'')::uuid
      WHERE NOT coalesce((given ->> ''remove'')::boolean, false) AND json_typeof(given -> ''sale'') = ''object''
    ), differing AS MATERIALIZED (
      SELECT * FROM asked WHERE new <> old
    ), written AS (
      UPDATE %1$s AS sale SET (%2$s) = (SELECT %2$s FROM json_populate_record(sale, differing.columns)),
        updated_at = differing.moment
      FROM differing WHERE sale.id = differing.id
    ), logged AS (
      INSERT INTO public.corrections (explorer, plate_number, kind, change, reason)
      SELECT $2, old ->> ''plate_number'', ''edited'', correction, $5
      FROM differing WHERE correction IS NOT NULL ORDER BY place
    )
    INSERT INTO public.sale_changes (batch, at, person, action, explorer, sale_id, plate_number, before, after)
    SELECT $6, moment, $3, $4, $2, id, new ->> ''plate_number'',
      public.differing_columns(old, new)::text, public.differing_columns(new, old)::text
    FROM differing ORDER BY place', sales, array_to_string(writable, ', '))
    USING changes, explorer, person, action, reason, call_batch;
  GET DIAGNOSTICS affected = ROW_COUNT;
  changed := changed + affected;

  EXECUTE format('WITH asked AS MATERIALIZED (
      SELECT json_populate_record(
        json_populate_record(NULL::%1$s, json_build_object(''id'', gen_random_uuid(), ''created_at'', now())),
        CASE json_typeof(given -> ''sale'') WHEN ''object'' THEN given -> ''sale'' ELSE ''{}'' END
      ) AS new, given ->> ''correction'' AS correction, place
      FROM json_array_elements($1) WITH ORDINALITY AS list (given, place)
      WHERE given ->> ''id'' IS NULL AND NOT coalesce((given ->> ''remove'')::boolean, false)
    ), written AS (
      INSERT INTO %1$s (id, created_at, updated_at, %2$s)
      SELECT (new).id, (new).created_at, now(), %3$s FROM asked ORDER BY place
    ), logged AS (
      INSERT INTO public.corrections (explorer, plate_number, kind, change, reason)
      SELECT $2, (new).plate_number, ''restored'', correction, $5
      FROM asked WHERE correction IS NOT NULL ORDER BY place
    )
    INSERT INTO public.sale_changes (batch, at, person, action, explorer, sale_id, plate_number, after)
    SELECT $6, now(), $3, $4, $2, (new).id, (new).plate_number, (jsonb_strip_nulls(to_jsonb(new)) - ''updated_at'')::text
    FROM asked ORDER BY place', sales, array_to_string(writable, ', '), '(new).' || array_to_string(writable, ', (new).'))
    USING changes, explorer, person, action, reason, call_batch;
  GET DIAGNOSTICS affected = ROW_COUNT;
  changed := changed + affected;

  -- The key of the entry refuses a second call with the same batch.
  IF changed > 0 THEN
    INSERT INTO public.audit (id, person, command, change)
      VALUES (call_batch, change_sales.person, change_sales.action, change_sales.change);
  END IF;
  RETURN json_build_array(json_build_object('batch', call_batch, 'changed', changed));
END
$$;
REVOKE EXECUTE ON FUNCTION change_sales(text, text, text, text, text, uuid, json) FROM PUBLIC, anon;
GRANT EXECUTE ON FUNCTION change_sales(text, text, text, text, text, uuid, json) TO service_role;

ALTER TABLE sale_changes ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON sale_changes FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON sale_changes TO service_role;
CREATE POLICY "the dealer does all" ON sale_changes TO service_role USING (true) WITH CHECK (true);
-- A Supabase project grants tables and functions to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON sale_changes FROM authenticated;
    REVOKE EXECUTE ON FUNCTION change_sales(text, text, text, text, text, uuid, json) FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
