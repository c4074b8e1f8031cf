CREATE FUNCTION count_sales() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM public.sales_counts;
    RETURN NULL;
  END IF;
  -- In one order, so that two imports at once do not deadlock.
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO public.sales_counts AS counted (where_sold, category, type, selection, sale_year, sales)
      SELECT where_sold, category, type, selection, sale_year, count(*) FROM added
      GROUP BY where_sold, category, type, selection, sale_year
      ORDER BY sale_year, where_sold, category, type, selection
      ON CONFLICT ON CONSTRAINT sales_counts_key DO UPDATE SET sales = counted.sales + excluded.sales;
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    INSERT INTO public.sales_counts AS counted (where_sold, category, type, selection, sale_year, sales)
      SELECT where_sold, category, type, selection, sale_year, -count(*) FROM removed
      GROUP BY where_sold, category, type, selection, sale_year
      ORDER BY sale_year, where_sold, category, type, selection
      ON CONFLICT ON CONSTRAINT sales_counts_key DO UPDATE SET sales = counted.sales + excluded.sales;
    DELETE FROM public.sales_counts WHERE sales = 0;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER sales_insert_count AFTER INSERT ON sales
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
CREATE TRIGGER sales_update_count AFTER UPDATE ON sales
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
CREATE TRIGGER sales_delete_count AFTER DELETE ON sales
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
CREATE TRIGGER sales_truncate_count AFTER TRUNCATE ON sales
  FOR EACH STATEMENT EXECUTE FUNCTION count_sales();

-- A sale as the explorer lists it: text in the order of its lower-case letters, and the columns of a search. An order that begins
-- with search_order, which no index has, is made after the sales of a search are found by their trigrams. For one search in
-- a hundred the planner expects a hundred times as many, and would walk an index in that order past 600,000 sales: four seconds.
CREATE VIEW sales_listed WITH (security_invoker) AS
  SELECT
    id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
    selection, source_url, note, lower(plate_number) AS plate_order,
    replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') AS plate_compact,
    translate(upper(plate_number), '012345678 -.*', 'OIZEASGTB') AS plate_folded, sale_year * 0 AS search_order
  FROM sales;
CREATE VIEW jersey_sales_listed WITH (security_invoker) AS
  SELECT
    id, plate_number, total_price, where_sold, sale_year, sale_month, price_basis, selection, source_url, note,
    lower(plate_number) AS plate_order,
    replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') AS plate_compact,
    translate(upper(plate_number), '012345678 -.*', 'OIZEASGTB') AS plate_folded,
    lower(trim(coalesce(where_sold, ''))) AS seller_order
  FROM jersey_sales;

-- The sales that a price is compared with. The expressions are those of the indexes, so that these are used; PostgreSQL
-- gives them without the collation that they end with.
DO $$
BEGIN
  EXECUTE format(
    'CREATE VIEW sales_comparable WITH (security_invoker) AS
      SELECT
        id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
        selection, source_url, note, %s AS plate_letters, %s COLLATE "C" AS plate_system, %s AS plate_shape, %s AS plate_figures
      FROM sales WHERE %s',
    pg_get_indexdef('sales_by_letters'::regclass, 1, false), pg_get_indexdef('sales_by_letters'::regclass, 2, false),
    pg_get_indexdef('sales_by_shape'::regclass, 1, false), pg_get_indexdef('sales_by_shape'::regclass, 2, false),
    (SELECT pg_get_expr(indpred, indrelid) FROM pg_index WHERE indexrelid = 'sales_by_shape'::regclass)
  );
END
$$;

-- Adds, changes and removes sales of one explorer, in one transaction: over REST, each request is a transaction of its own. Each
-- kind is one statement, since the trigger that counts sales by kind runs once for each.
-- packages/sqlite-rest/change-sales.ts does the same on SQLite; docs/contract.md describes both.
CREATE FUNCTION change_sales(
  explorer text, person text, action text, change text, reason text, batch uuid, changes json
) RETURNS json LANGUAGE plpgsql VOLATILE SECURITY INVOKER
-- The limit that change_stock has too: 10,000 sales take some seconds.
SET search_path = '' SET statement_timeout = '60s' AS $$
DECLARE
  call_batch uuid := coalesce(batch, gen_random_uuid());
  sales text;
  writable text[];
  affected bigint;
  changed bigint := 0;
BEGIN
  IF explorer IS NULL OR explorer NOT IN ('uk', 'jersey') THEN
    RAISE EXCEPTION 'explorer must be uk or jersey' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  sales := CASE explorer WHEN 'uk' THEN 'sales' ELSE 'jersey_sales' END;
  PERFORM public.check_changes(changes, 'sale', json_build_object('sale', sales), '{correction}', 'sale_changes');
  IF EXISTS (
    SELECT FROM json_array_elements(changes) AS given
    WHERE (given ->> 'remove')::boolean AND given ->> 'correction' IS NULL
  ) THEN
    RAISE EXCEPTION 'a removal needs a correction' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  sales := 'public.' || sales;
  writable := public.writable_columns(sales::regclass);

  -- Removals come first, because an added sale may have the key of a removed one.
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
