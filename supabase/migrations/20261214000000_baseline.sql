-- The schema on PostgreSQL 15 or newer: a Supabase project, or any PostgreSQL behind PostgREST. The same tables, rules
-- and views as db/migrations has for SQLite; test/contract/ holds the two together. Text compares by code point on
-- both, hence COLLATE "C". There are no foreign keys, which would let PostgREST embed one table in another: triggers
-- remove what belongs to a row.
--
-- The public key (anon) reads plates that are for sale, recorded sales with what is counted of them, and corrections.
-- The service key (service_role) reads and writes; where a comment says "Readable with the service key only", the
-- public key gets nothing of the table. A Supabase project grants everything to its roles by itself, so each table,
-- view and function takes that back first. Views are security_invoker: they show what the asking role may see, and no
-- more. Functions that belong to triggers are not called by a role.

DO $$
BEGIN
  IF to_regclass('plates') IS NOT NULL THEN
    RAISE EXCEPTION 'This database has the tables of the site already. If they were made before its first release, no version can upgrade them: create a new database, and run the migrations there.';
  END IF;
END
$$;

-- A Supabase project has these roles. Elsewhere PostgREST connects as authenticator and becomes anon or service_role;
-- give authenticator a password of its own: ALTER ROLE authenticator PASSWORD '…'. Supabase's visitors who have signed
-- in are authenticated. Visitors of this site do not sign in, so that role gets nothing.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'anon') THEN
    CREATE ROLE anon NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    CREATE ROLE authenticated NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'service_role') THEN
    -- Managed servers keep BYPASSRLS to themselves; the policies below let the role through as well.
    BEGIN
      CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS;
    EXCEPTION WHEN insufficient_privilege THEN
      CREATE ROLE service_role NOLOGIN NOINHERIT;
    END;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticator') THEN
    CREATE ROLE authenticator LOGIN NOINHERIT;
  END IF;
  IF NOT pg_has_role('authenticator', 'anon', 'MEMBER') THEN
    GRANT anon TO authenticator;
  END IF;
  IF NOT pg_has_role('authenticator', 'service_role', 'MEMBER') THEN
    GRANT service_role TO authenticator;
  END IF;
END
$$;
GRANT USAGE ON SCHEMA public TO anon, service_role;

-- A change that does not set updated_at itself gets the time of the change.
CREATE FUNCTION touch_updated_at() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.updated_at = OLD.updated_at THEN
    NEW.updated_at := now();
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION touch_updated_at() FROM PUBLIC, anon, authenticated, service_role;

-- For the histories of change_stock and change_sales: the columns of a row that are different in another one.
CREATE FUNCTION differing_columns(of_row jsonb, other_row jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(of_row) WHERE value <> other_row -> key
$$;
REVOKE ALL ON FUNCTION differing_columns(jsonb, jsonb) FROM PUBLIC, anon, authenticated;
GRANT EXECUTE ON FUNCTION differing_columns(jsonb, jsonb) TO service_role;


-- STOCK

-- Whoever may read `plates` may read all of its columns: private ones are in `plate_details`.
CREATE TABLE plates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL UNIQUE CHECK (trim(plate_number) <> ''),
  price integer,
  category text COLLATE "C",
  description text COLLATE "C",
  detailed_description text COLLATE "C",
  image_url text COLLATE "C",
  is_available boolean NOT NULL DEFAULT true,
  is_feature boolean NOT NULL DEFAULT false,
  is_demonstration boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Why we ask more or less than similar plates sold for: one sentence of the dealer, shown beside those sales.
  price_reason text COLLATE "C"
    CHECK (length(price_reason) BETWEEN 1 AND 300 AND strpos(price_reason, chr(10)) + strpos(price_reason, chr(13)) = 0),
  -- A plate that is for sale has a price.
  CONSTRAINT plates_price_check CHECK (price >= 0 AND (coalesce(price, 0) >= 1 OR NOT is_available))
);
CREATE INDEX plates_by_price ON plates (is_available, price DESC, id);
CREATE TRIGGER plates_touch BEFORE UPDATE ON plates FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

ALTER TABLE plates ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON plates FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON plates TO anon;
GRANT SELECT, INSERT, UPDATE, DELETE ON plates TO service_role;
CREATE POLICY "the public sees what is for sale" ON plates FOR SELECT TO anon USING (is_available);
CREATE POLICY "the dealer does all" ON plates TO service_role USING (true) WITH CHECK (true);

-- The private side of a plate. Readable with the service key only. A plate may be without a row.
CREATE TABLE plate_details (
  -- Of the plate.
  id uuid PRIMARY KEY,
  -- Interpreted together with is_available, which may change alone: see the view `stock`.
  status text COLLATE "C" NOT NULL CHECK (status IN ('draft', 'for_sale', 'reserved', 'sold', 'withdrawn')),
  -- The last day.
  reserved_until text COLLATE "C" CHECK (reserved_until ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  reserved_for text COLLATE "C" CHECK (length(reserved_for) BETWEEN 1 AND 200),
  cost integer CHECK (cost >= 0),
  bought_on text COLLATE "C" CHECK (bought_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  document text COLLATE "C" CHECK (document IN ('V750', 'V778', 'vehicle')),
  document_number text COLLATE "C" CHECK (length(document_number) BETWEEN 1 AND 100),
  document_expires_on text COLLATE "C" CHECK (document_expires_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  notes text COLLATE "C" CHECK (length(notes) BETWEEN 1 AND 5000),
  sold_price integer CHECK (sold_price >= 0),
  sold_on text COLLATE "C" CHECK (sold_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- Of the explorer: 'sales:<id>' or 'jersey_sales:<id>'.
  recorded_sale text COLLATE "C" CHECK (recorded_sale ~ '^(jersey_)?sales:.{8}-.{4}-.{4}-.{4}-.{12}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER plate_details_touch BEFORE UPDATE ON plate_details FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE plate_details ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON plate_details FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON plate_details TO service_role;
CREATE POLICY "the dealer does all" ON plate_details TO service_role USING (true) WITH CHECK (true);

-- With the rights of its owner: whoever may change the stock need not be able to read its private columns.
CREATE FUNCTION remove_plate_details() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  DELETE FROM public.plate_details WHERE id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION remove_plate_details() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER plates_delete_details AFTER DELETE ON plates FOR EACH ROW EXECUTE FUNCTION remove_plate_details();

-- What was changed in the stock, for undo. Readable with the service key only. The function change_stock writes one row
-- for each plate that a call changed; rows are removed after 30 days.
CREATE TABLE plate_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of one call, and the id of its entry in `audit`.
  batch uuid NOT NULL,
  -- The plate's updated_at after the change.
  at timestamptz NOT NULL DEFAULT now(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action text COLLATE "C" NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  plate_id uuid NOT NULL,
  plate_number text COLLATE "C" NOT NULL,
  -- JSON {"plate": {…}, "details": {…}} of the columns that changed, as they were and became; null: no such plate.
  before text COLLATE "C",
  after text COLLATE "C",
  CHECK (before IS NOT NULL OR after IS NOT NULL)
);
CREATE INDEX plate_changes_by_batch ON plate_changes (batch);
CREATE INDEX plate_changes_by_plate ON plate_changes (plate_id, at);
CREATE INDEX plate_changes_by_date ON plate_changes (at DESC, id);
ALTER TABLE plate_changes ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON plate_changes FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON plate_changes TO service_role;
CREATE POLICY "the dealer does all" ON plate_changes TO service_role USING (true) WITH CHECK (true);

-- services/stock/plate-status.ts has the same rule of the status.
CREATE VIEW stock WITH (security_invoker) AS
  SELECT
    plates.id, plate_number, price, category, description, detailed_description, image_url, is_available, is_feature,
    is_demonstration, plates.created_at, plates.updated_at, price_reason,
    CASE
      WHEN is_available THEN 'for_sale'
      WHEN coalesce(status, 'for_sale') = 'for_sale' THEN 'withdrawn'
      ELSE status
    END AS status,
    reserved_until, reserved_for, cost, bought_on, document, document_number, document_expires_on, notes, sold_price,
    sold_on, recorded_sale,
    replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') AS plate_compact
  FROM plates LEFT JOIN plate_details ON plate_details.id = plates.id;
CREATE VIEW stock_counts WITH (security_invoker) AS
  SELECT status, count(*)::integer AS plates FROM stock GROUP BY status;
REVOKE ALL ON stock, stock_counts FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON stock, stock_counts TO service_role;

-- Changes, inserts and removes plates with their details, in one transaction, which REST has for single requests only.
-- packages/sqlite-rest/change-stock.ts does the same on SQLite; docs/contract.md describes both.
CREATE FUNCTION change_stock(person text, action text, change text, batch uuid, changes json)
RETURNS json LANGUAGE plpgsql VOLATILE SECURITY INVOKER
-- PostgREST applies this limit to the call. A Supabase project stops statements after 8 s, and 10,000 plates take some.
SET search_path = '' SET statement_timeout = '60s' AS $$
DECLARE
  call_batch uuid := coalesce(batch, gen_random_uuid());
  item record;
  unknown_name text;
  conflicts text[] := '{}';
  old_plate public.plates;
  new_plate public.plates;
  old_details public.plate_details;
  new_details public.plate_details;
  before_change jsonb;
  after_change jsonb;
  moment timestamptz;
  changed integer := 0;
BEGIN
  IF json_typeof(changes) IS DISTINCT FROM 'array' THEN
    RAISE EXCEPTION 'changes must be a list' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR item IN SELECT value FROM json_array_elements(changes) LOOP
    IF json_typeof(item.value) <> 'object'
      OR coalesce(json_typeof(item.value -> 'plate'), 'null') NOT IN ('object', 'null')
      OR coalesce(json_typeof(item.value -> 'details'), 'null') NOT IN ('object', 'null') THEN
      RAISE EXCEPTION 'a change must be an object with the objects plate and details'
        USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT name INTO unknown_name FROM json_object_keys(item.value) AS name
      WHERE name NOT IN ('id', 'seen_at', 'plate', 'details', 'remove') LIMIT 1;
    IF unknown_name IS NOT NULL THEN
      RAISE EXCEPTION 'a change has no %', unknown_name USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF json_typeof(item.value -> 'plate') = 'object' THEN
      SELECT name INTO unknown_name FROM json_object_keys(item.value -> 'plate') AS name
        WHERE name NOT IN (
          'plate_number', 'price', 'category', 'description', 'detailed_description', 'image_url', 'is_available',
          'is_feature', 'is_demonstration', 'price_reason'
        ) AND (name NOT IN ('id', 'created_at') OR item.value ->> 'id' IS NOT NULL) LIMIT 1;
      IF unknown_name IS NOT NULL THEN
        RAISE EXCEPTION 'column plates.% does not exist or cannot be changed', unknown_name USING ERRCODE = 'undefined_column';
      END IF;
    END IF;
    IF json_typeof(item.value -> 'details') = 'object' THEN
      SELECT name INTO unknown_name FROM json_object_keys(item.value -> 'details') AS name
        WHERE name NOT IN (
          'status', 'reserved_until', 'reserved_for', 'cost', 'bought_on', 'document', 'document_number',
          'document_expires_on', 'notes', 'sold_price', 'sold_on', 'recorded_sale'
        ) LIMIT 1;
      IF unknown_name IS NOT NULL THEN
        RAISE EXCEPTION 'column plate_details.% does not exist or cannot be changed', unknown_name
          USING ERRCODE = 'undefined_column';
      END IF;
    END IF;
  END LOOP;
  IF EXISTS (
    SELECT FROM json_array_elements(changes) AS given WHERE given ->> 'id' IS NOT NULL
    GROUP BY (given ->> 'id')::uuid HAVING count(*) > 1
  ) THEN
    RAISE EXCEPTION 'a plate is changed twice in one call' USING ERRCODE = 'cardinality_violation';
  END IF;

  -- In one order, so that two calls at once do not deadlock.
  PERFORM FROM public.plates WHERE id IN (
    SELECT (given ->> 'id')::uuid FROM json_array_elements(changes) AS given
  ) ORDER BY id FOR UPDATE;
  SELECT coalesce(array_agg(coalesce(plates.plate_number, (
    SELECT past.plate_number FROM public.plate_changes AS past WHERE past.plate_id = asked.id ORDER BY past.at DESC LIMIT 1
  ), asked.id::text) ORDER BY asked.place), '{}') INTO conflicts
  FROM (
    SELECT (given ->> 'id')::uuid AS id, (given ->> 'seen_at')::timestamptz AS seen_at, place
    FROM json_array_elements(changes) WITH ORDINALITY AS list (given, place)
  ) AS asked LEFT JOIN public.plates ON plates.id = asked.id
  WHERE asked.id IS NOT NULL AND (plates.id IS NULL OR plates.updated_at <> asked.seen_at);
  IF cardinality(conflicts) > 0 THEN
    RAISE EXCEPTION USING ERRCODE = 'PT409', MESSAGE = 'the plates have changed since', DETAIL = to_json(conflicts)::text;
  END IF;

  -- What is removed makes room for what is inserted.
  FOR item IN
    SELECT (given ->> 'id')::uuid AS id, coalesce((given ->> 'remove')::boolean, false) AS is_removal,
      CASE json_typeof(given -> 'plate') WHEN 'object' THEN given -> 'plate' ELSE '{}' END AS plate,
      CASE json_typeof(given -> 'details') WHEN 'object' THEN given -> 'details' ELSE '{}' END AS details
    FROM json_array_elements(changes) WITH ORDINALITY AS list (given, place)
    ORDER BY NOT coalesce((given ->> 'remove')::boolean, false), given ->> 'id' IS NULL, place
  LOOP
    old_plate := NULL;
    old_details := NULL;
    IF item.id IS NOT NULL THEN
      SELECT * INTO old_plate FROM public.plates WHERE plates.id = item.id;
      SELECT * INTO old_details FROM public.plate_details WHERE plate_details.id = item.id;
      moment := greatest(now(), old_plate.updated_at + interval '1 millisecond');
    ELSE
      moment := now();
    END IF;

    IF item.is_removal THEN
      CONTINUE WHEN item.id IS NULL;
      before_change := jsonb_build_object(
        'plate', jsonb_strip_nulls(to_jsonb(old_plate)) - 'updated_at',
        'details', coalesce(jsonb_strip_nulls(to_jsonb(old_details)), '{}') - '{id,created_at,updated_at}'::text[]
      );
      after_change := NULL;
      DELETE FROM public.plates WHERE plates.id = item.id;
      new_plate := old_plate;
    ELSE
      IF item.id IS NULL THEN
        new_plate := NULL;
        new_plate.id := gen_random_uuid();
        new_plate.is_available := true;
        new_plate.is_feature := false;
        new_plate.is_demonstration := false;
        new_plate.created_at := moment;
        new_plate := json_populate_record(new_plate, item.plate);
      ELSE
        new_plate := json_populate_record(old_plate, item.plate);
      END IF;
      IF old_details.id IS NULL THEN
        -- As the view shows a plate without details.
        old_details.status := CASE
          WHEN coalesce(old_plate.is_available, new_plate.is_available) THEN 'for_sale' ELSE 'withdrawn' END;
      END IF;
      new_details := json_populate_record(old_details, item.details);
      IF item.id IS NULL THEN
        before_change := NULL;
        after_change := jsonb_build_object(
          'plate', jsonb_strip_nulls(to_jsonb(new_plate)) - 'updated_at',
          'details', CASE WHEN item.details::jsonb = '{}' THEN '{}'
            ELSE jsonb_strip_nulls(to_jsonb(new_details)) - '{id,created_at,updated_at}'::text[] END
        );
      ELSE
        before_change := jsonb_build_object(
          'plate', public.differing_columns(to_jsonb(old_plate), to_jsonb(new_plate)),
          'details', public.differing_columns(to_jsonb(old_details), to_jsonb(new_details))
        );
        after_change := jsonb_build_object(
          'plate', public.differing_columns(to_jsonb(new_plate), to_jsonb(old_plate)),
          'details', public.differing_columns(to_jsonb(new_details), to_jsonb(old_details))
        );
        CONTINUE WHEN after_change = '{"plate": {}, "details": {}}';
      END IF;

      new_plate.updated_at := moment;
      IF item.id IS NULL THEN
        INSERT INTO public.plates SELECT new_plate.*;
      ELSE
        UPDATE public.plates SET
          plate_number = new_plate.plate_number, price = new_plate.price, category = new_plate.category,
          description = new_plate.description, detailed_description = new_plate.detailed_description,
          image_url = new_plate.image_url, is_available = new_plate.is_available, is_feature = new_plate.is_feature,
          is_demonstration = new_plate.is_demonstration, price_reason = new_plate.price_reason, updated_at = moment
        WHERE plates.id = item.id;
      END IF;
      IF old_details.id IS NOT NULL THEN
        UPDATE public.plate_details SET
          status = new_details.status, reserved_until = new_details.reserved_until,
          reserved_for = new_details.reserved_for, cost = new_details.cost, bought_on = new_details.bought_on,
          document = new_details.document, document_number = new_details.document_number,
          document_expires_on = new_details.document_expires_on, notes = new_details.notes,
          sold_price = new_details.sold_price, sold_on = new_details.sold_on,
          recorded_sale = new_details.recorded_sale, updated_at = moment
        WHERE plate_details.id = item.id AND after_change -> 'details' <> '{}';
      ELSIF after_change -> 'details' <> '{}' THEN
        new_details.id := new_plate.id;
        new_details.created_at := moment;
        new_details.updated_at := moment;
        INSERT INTO public.plate_details SELECT new_details.*;
      END IF;
    END IF;

    INSERT INTO public.plate_changes (batch, at, person, action, plate_id, plate_number, before, after) VALUES (
      call_batch, moment, change_stock.person, change_stock.action, new_plate.id, new_plate.plate_number,
      before_change::text, after_change::text
    );
    changed := changed + 1;
  END LOOP;

  -- The key of the entry refuses a second call with the same batch.
  IF changed > 0 THEN
    INSERT INTO public.audit (id, person, command, change)
      VALUES (call_batch, change_stock.person, change_stock.action, change_stock.change);
  END IF;
  RETURN json_build_array(json_build_object('batch', call_batch, 'changed', changed));
END
$$;
REVOKE ALL ON FUNCTION change_stock(text, text, text, uuid, json) FROM PUBLIC, anon, authenticated;
GRANT EXECUTE ON FUNCTION change_stock(text, text, text, uuid, json) TO service_role;


-- RECORDED SALES

CREATE TABLE sales (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  where_sold text COLLATE "C",
  type text COLLATE "C",
  category text COLLATE "C",
  sale_year integer NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month integer CHECK (sale_month BETWEEN 1 AND 12),
  hammer_price integer CHECK (hammer_price >= 0),
  total_price integer CHECK (total_price >= 0),
  price_basis text COLLATE "C" CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url text COLLATE "C",
  note text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- How the sale came to be on record: `complete` (every sold lot of an auction), `sample` (drawn at random from all
  -- lots), `highest` (picked because of its price), `reported` (made the news) or `own` (the dealer's own sale). Typical
  -- prices come from `complete` and `sample` alone.
  selection text COLLATE "C" NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own')),
  -- What makes a sale the same sale; what is unknown counts as equal.
  CONSTRAINT sales_natural_key UNIQUE NULLS NOT DISTINCT
    (plate_number, sale_year, sale_month, where_sold, hammer_price, total_price)
);
CREATE TRIGGER sales_touch BEFORE UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- Above a thousand sales the database answers for the pages of the explorer, which have an index for each order, with
-- the columns of the filters.
CREATE INDEX sales_walk_total ON sales (total_price DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_hammer ON sales (hammer_price DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_plate ON sales (lower(plate_number) DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_date ON sales (sale_year DESC NULLS LAST, sale_month DESC NULLS LAST, id)
  INCLUDE (where_sold, category, type, selection, plate_number, hammer_price);
-- The hammer prices that typical prices come from.
CREATE INDEX sales_unselected ON sales (hammer_price)
  INCLUDE (category, where_sold, sale_year, sale_month, type, selection, plate_number)
  WHERE selection IN ('complete', 'sample') AND hammer_price > 0
    AND (price_basis IS NULL OR price_basis IN ('both', 'hammer'));

-- A search ignores case, spaces, hyphens, full stops and asterisks (`plate_compact` of the view below), and reads each
-- figure as the letter that it looks like (`plate_folded`). A search of three letters and more looks in the trigrams of
-- the latter, which every registration that it may find has in common with it. Every Supabase project and most servers
-- have the extension; where it is missing, a search reads every registration. No role may call its functions.
DO $$
DECLARE
  operators text;
BEGIN
  BEGIN
    CREATE SCHEMA IF NOT EXISTS extensions;
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;
  EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
    RAISE NOTICE 'pg_trgm is not available here: searches of three letters and more are slower';
  END;
  SELECT format('%I.%I', nspname, opcname) INTO operators
    FROM pg_opclass JOIN pg_namespace ON pg_namespace.oid = opcnamespace WHERE opcname = 'gin_trgm_ops';
  IF operators IS NOT NULL THEN
    EXECUTE 'CREATE INDEX sales_trigrams ON sales USING gin '
      || '(translate(upper(plate_number), ''012345678 -.*'', ''OIZEASGTB'') ' || operators || ')';
  END IF;
END
$$;

CREATE TABLE jersey_sales (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  total_price integer CHECK (total_price >= 0),
  where_sold text COLLATE "C",
  sale_year integer NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month integer CHECK (sale_month BETWEEN 1 AND 12),
  price_basis text COLLATE "C" CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url text COLLATE "C",
  note text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  selection text COLLATE "C" NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own')),
  CONSTRAINT jersey_sales_natural_key UNIQUE NULLS NOT DISTINCT
    (plate_number, sale_year, sale_month, where_sold, total_price)
);
CREATE INDEX jersey_sales_by_date ON jersey_sales (sale_year DESC, sale_month DESC NULLS LAST, id);
CREATE TRIGGER jersey_sales_touch BEFORE UPDATE ON jersey_sales FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

ALTER TABLE sales ENABLE ROW LEVEL SECURITY;
ALTER TABLE jersey_sales ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON sales, jersey_sales FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON sales, jersey_sales TO anon;
GRANT SELECT, INSERT, UPDATE, DELETE ON sales, jersey_sales TO service_role;
CREATE POLICY "the public sees sales" ON sales FOR SELECT TO anon USING (true);
CREATE POLICY "the public sees sales" ON jersey_sales FOR SELECT TO anon USING (true);
CREATE POLICY "the dealer does all" ON sales TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the dealer does all" ON jersey_sales TO service_role USING (true) WITH CHECK (true);

-- How many sales there are of each kind. Only the trigger writes here.
CREATE TABLE sales_counts (
  where_sold text COLLATE "C",
  category text COLLATE "C",
  type text COLLATE "C",
  selection text COLLATE "C" NOT NULL,
  sale_year integer NOT NULL,
  sales integer NOT NULL,
  CONSTRAINT sales_counts_key UNIQUE NULLS NOT DISTINCT (sale_year, where_sold, category, type, selection)
);
CREATE INDEX sales_counts_emptied ON sales_counts (sale_year) WHERE sales = 0;
ALTER TABLE sales_counts ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON sales_counts FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON sales_counts TO anon, service_role;
CREATE POLICY "the public sees counts" ON sales_counts FOR SELECT TO anon, service_role USING (true);

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
REVOKE ALL ON FUNCTION count_sales() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER sales_insert_count AFTER INSERT ON sales
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
CREATE TRIGGER sales_update_count AFTER UPDATE ON sales
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
CREATE TRIGGER sales_delete_count AFTER DELETE ON sales
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_sales();
CREATE TRIGGER sales_truncate_count AFTER TRUNCATE ON sales
  FOR EACH STATEMENT EXECUTE FUNCTION count_sales();

CREATE VIEW sales_sellers WITH (security_invoker) AS
  SELECT where_sold, sum(sales)::integer AS sales FROM sales_counts GROUP BY where_sold;
CREATE VIEW sales_categories WITH (security_invoker) AS
  SELECT category, sum(sales)::integer AS sales FROM sales_counts GROUP BY category;
CREATE VIEW sales_types WITH (security_invoker) AS
  SELECT category, type, sum(sales)::integer AS sales FROM sales_counts GROUP BY category, type;
CREATE VIEW sales_selections WITH (security_invoker) AS
  SELECT selection, sum(sales)::integer AS sales FROM sales_counts GROUP BY selection;
CREATE VIEW sales_years WITH (security_invoker) AS
  SELECT sale_year, sum(sales)::integer AS sales FROM sales_counts GROUP BY sale_year;
-- There are too few Jersey sales to keep a table of their counts.
CREATE VIEW jersey_sales_counts WITH (security_invoker) AS
  SELECT where_sold, selection, sale_year, count(*)::integer AS sales
  FROM jersey_sales GROUP BY where_sold, selection, sale_year;
CREATE VIEW jersey_sales_sellers WITH (security_invoker) AS
  SELECT where_sold, count(*)::integer AS sales FROM jersey_sales GROUP BY where_sold;
CREATE VIEW jersey_sales_years WITH (security_invoker) AS
  SELECT sale_year, count(*)::integer AS sales FROM jersey_sales GROUP BY sale_year;

-- A sale as the explorer lists it: text in the order of its lower-case letters, and the columns of a search.
CREATE VIEW sales_listed WITH (security_invoker) AS
  SELECT
    id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
    selection, source_url, note, lower(plate_number) AS plate_order,
    replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') AS plate_compact,
    translate(upper(plate_number), '012345678 -.*', 'OIZEASGTB') AS plate_folded
  FROM sales;
CREATE VIEW jersey_sales_listed WITH (security_invoker) AS
  SELECT
    id, plate_number, total_price, where_sold, sale_year, sale_month, price_basis, selection, source_url, note,
    lower(plate_number) AS plate_order,
    replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') AS plate_compact,
    translate(upper(plate_number), '012345678 -.*', 'OIZEASGTB') AS plate_folded,
    lower(trim(coalesce(where_sold, ''))) AS seller_order
  FROM jersey_sales;

-- What makes registrations alike, for the sales that a price is compared with. `plate_shape` has A for each letter and
-- 9 for each figure: A9AAA is M4 SAM. `plate_system` goes by the shape alone, so that registrations of Northern Ireland
-- are dateless. `plate_letters` are those that people buy: SAM in SAM 1, M4 SAM, SAM 4M and AB12 SAM. Each is null for
-- a text of another shape. Indexes and view repeat the expressions, which must be the same: they are put together here
-- once.
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

REVOKE ALL ON
  sales_sellers, sales_categories, sales_types, sales_selections, sales_years, sales_listed, sales_comparable,
  jersey_sales_counts, jersey_sales_sellers, jersey_sales_years, jersey_sales_listed
FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON
  sales_sellers, sales_categories, sales_types, sales_selections, sales_years, sales_listed, sales_comparable,
  jersey_sales_counts, jersey_sales_sellers, jersey_sales_years, jersey_sales_listed
TO anon, service_role;

-- The two functions below give typical prices in all, by kind and by auction: the number of prices, quartiles between
-- the two nearest prices in whole pounds, halves rounded up, and the 95 % confidence interval of the median by rank,
-- n/2 minus and plus 0.98 √n. packages/sqlite-rest/sales-stats.ts computes the same; test/contract/ compares them. Each
-- request is planned by itself, because a null argument adds no condition.
CREATE FUNCTION sales_figures(
  search text DEFAULT NULL, sellers text[] DEFAULT NULL, categories text[] DEFAULT NULL, types text[] DEFAULT NULL,
  selections text[] DEFAULT NULL, year_from integer DEFAULT NULL, year_to integer DEFAULT NULL
) RETURNS json LANGUAGE plpgsql STABLE SECURITY INVOKER
SET search_path = '' SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  compact text := nullif(translate(upper(search COLLATE "C"), ' -.*', ''), '');
  pattern text := '%' || regexp_replace(compact, '([\\%_])', '\\\1', 'g') || '%';
  -- For the trigram index, whose rows the pattern decides on.
  folded text := CASE WHEN length(compact) >= 3
    THEN '%' || regexp_replace(translate(compact, '012345678', 'OIZEASGTB'), '([\\%_])', '\\\1', 'g') || '%' END;
BEGIN
  RETURN (
    WITH kinds AS MATERIALIZED (
      SELECT where_sold, category, selection, sales FROM public.sales_counts
      WHERE pattern IS NULL
        AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (categories IS NULL OR coalesce(btrim(category), '') = '' OR category = ANY (categories))
        AND (types IS NULL OR coalesce(btrim(type), '') = '' OR type = ANY (types))
        AND (selections IS NULL OR selection = ANY (selections))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
      UNION ALL
      SELECT where_sold, category, selection, 1 FROM public.sales
      WHERE pattern IS NOT NULL AND replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') LIKE pattern
        AND (folded IS NULL OR translate(upper(plate_number), '012345678 -.*', 'OIZEASGTB') LIKE folded)
        AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (categories IS NULL OR coalesce(btrim(category), '') = '' OR category = ANY (categories))
        AND (types IS NULL OR coalesce(btrim(type), '') = '' OR type = ANY (types))
        AND (selections IS NULL OR selection = ANY (selections))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
    ),
    unselected AS MATERIALIZED (
      SELECT hammer_price AS price, nullif(btrim(category), '') AS category, where_sold, sale_year, sale_month
      FROM public.sales
      WHERE selection IN ('complete', 'sample') AND hammer_price > 0
        AND (price_basis IS NULL OR price_basis IN ('both', 'hammer'))
        AND (pattern IS NULL
            OR replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') LIKE pattern)
        AND (folded IS NULL OR translate(upper(plate_number), '012345678 -.*', 'OIZEASGTB') LIKE folded)
        AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (categories IS NULL OR coalesce(btrim(sales.category), '') = '' OR sales.category = ANY (categories))
        AND (types IS NULL OR coalesce(btrim(type), '') = '' OR type = ANY (types))
        AND (selections IS NULL OR selection = ANY (selections))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
    ),
    -- level: 15 in all, 7 by kind, 8 by auction
    priced_groups AS (
      SELECT
        grouping(category, where_sold, sale_year, sale_month) AS level, category, where_sold, sale_year, sale_month,
        array_agg(price ORDER BY price) AS sorted, count(*)::integer AS priced
      FROM unselected
      GROUP BY GROUPING SETS ((), (category), (where_sold, sale_year, sale_month))
    ),
    typical_prices AS MATERIALIZED (
      SELECT level, category, where_sold, sale_year, sale_month, jsonb_build_object(
        'priced', priced,
        'lower_quartile', floor(sorted[1 + (priced - 1) / 4]
          + (sorted[1 + (priced + 2) / 4] - sorted[1 + (priced - 1) / 4]) * ((priced - 1) % 4) / 4.0 + 0.5),
        'median', floor(sorted[1 + (priced - 1) / 2]
          + (sorted[1 + priced / 2] - sorted[1 + (priced - 1) / 2]) * ((priced - 1) % 2) / 2.0 + 0.5),
        'upper_quartile', floor(sorted[1 + (priced - 1) * 3 / 4]
          + (sorted[1 + ((priced - 1) * 3 + 3) / 4] - sorted[1 + (priced - 1) * 3 / 4])
            * ((priced - 1) * 3 % 4) / 4.0 + 0.5),
        'median_low', sorted[greatest(1, floor((priced - 1.96::float8 * sqrt(priced::float8)) / 2 + 0.5)::integer)],
        'median_high', sorted[least(priced, floor(1.5 + (priced + 1.96::float8 * sqrt(priced::float8)) / 2)::integer)]
      ) AS typical
      FROM priced_groups WHERE priced > 0
    )
    SELECT json_build_object(
      'sales', (SELECT coalesce(sum(sales), 0) FROM kinds),
      'highest', (
        SELECT json_build_object(
          'id', id, 'plate_number', plate_number, 'where_sold', where_sold, 'sale_year', sale_year,
          'sale_month', sale_month, 'total_price', total_price, 'price_basis', price_basis, 'selection', selection
        )
        FROM public.sales
        WHERE total_price > 0
          AND (pattern IS NULL
            OR replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') LIKE pattern)
          AND (folded IS NULL OR translate(upper(plate_number), '012345678 -.*', 'OIZEASGTB') LIKE folded)
          AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
          AND (categories IS NULL OR coalesce(btrim(category), '') = '' OR category = ANY (categories))
          AND (types IS NULL OR coalesce(btrim(type), '') = '' OR type = ANY (types))
          AND (selections IS NULL OR selection = ANY (selections))
          AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
        ORDER BY total_price DESC NULLS LAST, id LIMIT 1
      ),
      'typical', (SELECT typical FROM typical_prices WHERE level = 15),
      'kinds', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('name', category) || typical ORDER BY category NULLS FIRST), '[]')
        FROM typical_prices WHERE level = 7
      ),
      'auctions', (
        SELECT coalesce(jsonb_agg(
          jsonb_build_object('where_sold', where_sold, 'sale_year', sale_year, 'sale_month', sale_month) || typical
          ORDER BY sale_year, sale_month, where_sold
        ), '[]')
        FROM typical_prices
        WHERE level = 8 AND btrim(coalesce(where_sold, '')) <> '' AND sale_month IS NOT NULL
      ),
      'selections', (
        SELECT coalesce(json_agg(json_build_object('name', name, 'sales', sales)
          ORDER BY sales DESC, name NULLS FIRST), '[]')
        FROM (SELECT selection AS name, sum(sales) AS sales FROM kinds GROUP BY 1) AS selected
      ),
      'sellers', (
        SELECT coalesce(json_agg(json_build_object('name', name, 'sales', sales)
          ORDER BY sales DESC, name NULLS FIRST), '[]')
        FROM (SELECT nullif(btrim(where_sold), '') AS name, sum(sales) AS sales FROM kinds GROUP BY 1) AS seller
      ),
      'categories', (
        SELECT coalesce(json_agg(json_build_object('name', name, 'sales', sales)
          ORDER BY sales DESC, name NULLS FIRST), '[]')
        FROM (SELECT nullif(btrim(category), '') AS name, sum(sales) AS sales FROM kinds GROUP BY 1) AS kind
      )
    )
  );
END
$$;

CREATE FUNCTION jersey_sales_figures(
  search text DEFAULT NULL, sellers text[] DEFAULT NULL, year_from integer DEFAULT NULL, year_to integer DEFAULT NULL
) RETURNS json LANGUAGE plpgsql STABLE SECURITY INVOKER
SET search_path = '' SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  compact text := nullif(translate(upper(search COLLATE "C"), ' -.*', ''), '');
  pattern text := '%' || regexp_replace(compact, '([\\%_])', '\\\1', 'g') || '%';
  seller_pattern text := '%' || regexp_replace(search, '([\\%_])', '\\\1', 'g') || '%';
BEGIN
  RETURN (
    WITH matching AS MATERIALIZED (
      SELECT
        *, CASE WHEN selection IN ('complete', 'sample') AND total_price > 0 AND price_basis = 'hammer'
          THEN total_price END AS price
      FROM public.jersey_sales
      WHERE (pattern IS NULL
            OR replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '') LIKE pattern OR where_sold ILIKE seller_pattern)
        AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
    ),
    unselected AS (
      SELECT price, where_sold, sale_year, sale_month FROM matching WHERE price IS NOT NULL
    ),
    -- level: 15 in all, 8 by auction
    priced_groups AS (
      SELECT
        CASE WHEN grouping(where_sold) = 1 THEN 15 ELSE 8 END AS level, where_sold, sale_year, sale_month,
        array_agg(price ORDER BY price) AS sorted, count(*)::integer AS priced
      FROM unselected
      GROUP BY GROUPING SETS ((), (where_sold, sale_year, sale_month))
    ),
    typical_prices AS MATERIALIZED (
      SELECT level, where_sold, sale_year, sale_month, jsonb_build_object(
        'priced', priced,
        'lower_quartile', floor(sorted[1 + (priced - 1) / 4]
          + (sorted[1 + (priced + 2) / 4] - sorted[1 + (priced - 1) / 4]) * ((priced - 1) % 4) / 4.0 + 0.5),
        'median', floor(sorted[1 + (priced - 1) / 2]
          + (sorted[1 + priced / 2] - sorted[1 + (priced - 1) / 2]) * ((priced - 1) % 2) / 2.0 + 0.5),
        'upper_quartile', floor(sorted[1 + (priced - 1) * 3 / 4]
          + (sorted[1 + ((priced - 1) * 3 + 3) / 4] - sorted[1 + (priced - 1) * 3 / 4])
            * ((priced - 1) * 3 % 4) / 4.0 + 0.5),
        'median_low', sorted[greatest(1, floor((priced - 1.96::float8 * sqrt(priced::float8)) / 2 + 0.5)::integer)],
        'median_high', sorted[least(priced, floor(1.5 + (priced + 1.96::float8 * sqrt(priced::float8)) / 2)::integer)]
      ) AS typical
      FROM priced_groups WHERE priced > 0
    )
    SELECT json_build_object(
      'sales', (SELECT count(*) FROM matching),
      'highest', (
        SELECT json_build_object(
          'id', id, 'plate_number', plate_number, 'where_sold', where_sold, 'sale_year', sale_year,
          'sale_month', sale_month, 'total_price', total_price, 'price_basis', price_basis, 'selection', selection
        )
        FROM matching WHERE total_price > 0 ORDER BY total_price DESC, id LIMIT 1
      ),
      'typical', (SELECT typical FROM typical_prices WHERE level = 15),
      'kinds', '[]'::json,
      'auctions', (
        SELECT coalesce(jsonb_agg(
          jsonb_build_object('where_sold', where_sold, 'sale_year', sale_year, 'sale_month', sale_month) || typical
          ORDER BY sale_year, sale_month, where_sold
        ), '[]')
        FROM typical_prices
        WHERE level = 8 AND btrim(coalesce(where_sold, '')) <> '' AND sale_month IS NOT NULL
      ),
      'selections', (
        SELECT coalesce(json_agg(json_build_object('name', name, 'sales', sales)
          ORDER BY sales DESC, name NULLS FIRST), '[]')
        FROM (SELECT selection AS name, count(*) AS sales FROM matching GROUP BY 1) AS selected
      ),
      'sellers', (
        SELECT coalesce(json_agg(json_build_object('name', name, 'sales', sales)
          ORDER BY sales DESC, name NULLS FIRST), '[]')
        FROM (SELECT nullif(btrim(where_sold), '') AS name, count(*) AS sales FROM matching GROUP BY 1) AS seller
      ),
      'categories', '[]'::json
    )
  );
END
$$;

REVOKE ALL ON FUNCTION
  sales_figures(text, text[], text[], text[], text[], integer, integer),
  jersey_sales_figures(text, text[], integer, integer)
FROM PUBLIC, authenticated;
GRANT EXECUTE ON FUNCTION
  sales_figures(text, text[], text[], text[], text[], integer, integer),
  jersey_sales_figures(text, text[], integer, integer)
TO anon, service_role;

-- What was changed in recorded sales, for undo. Readable with the service key only. The function change_sales writes
-- one row for each sale that a call changed; rows are removed after 30 days.
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
ALTER TABLE sale_changes ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON sale_changes FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON sale_changes TO service_role;
CREATE POLICY "the dealer does all" ON sale_changes TO service_role USING (true) WITH CHECK (true);

-- The public log of corrections: what was changed in a recorded sale, or that it was removed or restored, when and why.
-- Everyone reads it, the service key adds to it, and no role changes it.
CREATE TABLE corrections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  explorer text COLLATE "C" NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('edited', 'removed', 'restored')),
  -- For readers: 'Hammer price £4,520 → £4,250; month January → February'.
  change text COLLATE "C" NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  reason text COLLATE "C" NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000)
);
CREATE INDEX corrections_by_date ON corrections (at DESC, id);
ALTER TABLE corrections ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON corrections FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON corrections TO anon;
GRANT SELECT, INSERT ON corrections TO service_role;
CREATE POLICY "the public reads corrections" ON corrections FOR SELECT TO anon USING (true);
CREATE POLICY "the dealer reads corrections" ON corrections FOR SELECT TO service_role USING (true);
CREATE POLICY "the dealer adds corrections" ON corrections FOR INSERT TO service_role WITH CHECK (true);

-- Adds, changes and removes sales of one explorer, in one transaction, which REST has for single requests only. Each
-- kind is one statement, since the trigger that counts sales by kind runs once for each.
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
REVOKE ALL ON FUNCTION change_sales(text, text, text, text, text, uuid, json) FROM PUBLIC, anon, authenticated;
GRANT EXECUTE ON FUNCTION change_sales(text, text, text, text, text, uuid, json) TO service_role;


-- ENQUIRIES. Readable with the service key only: visitors' messages come in through the site's own function, which has
-- that key.

-- What a visitor wrote, and the state of its delivery to the dealer, in one row, so that one insert is all there is to
-- accepting it. The limits of the texts are those of shared/enquiries/enquiry-fields.ts; a test holds them together.
CREATE TABLE enquiries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- What people quote, and what makes the same message sent twice one row.
  reference text COLLATE "C" NOT NULL UNIQUE CHECK (reference ~ '^ENQ-[0-9]{4}-[0-9]{4}$'),
  idempotency_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 8 AND 100),

  kind text COLLATE "C" NOT NULL CHECK (kind IN ('contact', 'valuation')),
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  phone text COLLATE "C" CHECK (length(phone) BETWEEN 1 AND 40),
  subject text COLLATE "C" CHECK (length(subject) BETWEEN 1 AND 150),
  inquiry_type text COLLATE "C"
    CHECK (inquiry_type IN ('general', 'purchase', 'valuation', 'transfer', 'legal', 'other')),
  plate_number text COLLATE "C" CHECK (length(plate_number) BETWEEN 1 AND 300),
  message text COLLATE "C" CHECK (length(message) BETWEEN 1 AND 5000),
  ownership boolean CHECK (ownership),

  -- waiting: to be sent at next_attempt_at, which is also when the lease of whoever is sending it ends.
  delivery text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'quarantined')),
  quarantine_reason text COLLATE "C",
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- Who is sending it; stays where a process ended before it could say how it went.
  lease text COLLATE "C",
  last_error text COLLATE "C",
  sent_at timestamptz,
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file')),
  resends integer NOT NULL DEFAULT 0 CHECK (resends >= 0),
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  -- The digest that lists a quarantined enquiry; null until there is one.
  digest_id uuid,
  status text COLLATE "C" NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'answered', 'won', 'lost', 'spam')),
  -- The person of the desk who looks after it. The name stays where the person is removed.
  owner_id uuid,
  owner text COLLATE "C" CHECK (length(owner) BETWEEN 1 AND 200),
  -- When it was first answered.
  answered_at timestamptz,
  -- Who changed its status or its owner last, for the entry that the triggers write.
  changed_by text COLLATE "C" CHECK (length(changed_by) BETWEEN 1 AND 200),
  -- The number of entries in its conversation. A page that saw fewer has not seen them all, and may not change it.
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),

  CHECK (kind <> 'contact' OR (subject IS NOT NULL AND inquiry_type IS NOT NULL AND message IS NOT NULL)),
  CHECK (kind <> 'valuation' OR (plate_number IS NOT NULL AND ownership IS NOT NULL)),
  CHECK (delivery <> 'quarantined' OR quarantine_reason IS NOT NULL),
  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
);
CREATE INDEX enquiries_waiting ON enquiries (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX enquiries_by_date ON enquiries (created_at DESC, id);
-- With the delivery, so that suspected spam is counted from the index alone.
CREATE INDEX enquiries_by_status ON enquiries (status, created_at, id, delivery);
CREATE INDEX enquiries_by_owner ON enquiries (owner_id, created_at, id) WHERE owner_id IS NOT NULL;
CREATE INDEX enquiries_suspected ON enquiries (created_at, id)
  WHERE delivery = 'quarantined' AND digest_id IS NULL;
CREATE INDEX enquiries_by_digest ON enquiries (digest_id) WHERE digest_id IS NOT NULL;
CREATE TRIGGER enquiries_touch BEFORE UPDATE ON enquiries FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE enquiries ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON enquiries FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON enquiries TO service_role;
CREATE POLICY "the dealer does all" ON enquiries TO service_role USING (true) WITH CHECK (true);

-- The conversation: notes, replies and what changed. Removed with the enquiry.
CREATE TABLE enquiry_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  enquiry_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('note', 'reply', 'event')),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  body text COLLATE "C" NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  -- Of a reply.
  mail_id uuid,
  -- Which entry of the conversation it is, from 1.
  number integer NOT NULL DEFAULT 0 CHECK (number >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((kind = 'reply') = (mail_id IS NOT NULL))
);
CREATE INDEX enquiry_entries_in_order ON enquiry_entries (enquiry_id, number);
CREATE INDEX enquiry_entries_by_mail ON enquiry_entries (mail_id) WHERE mail_id IS NOT NULL;
ALTER TABLE enquiry_entries ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON enquiry_entries FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON enquiry_entries TO service_role;
CREATE POLICY "the dealer does all" ON enquiry_entries TO service_role USING (true) WITH CHECK (true);

-- The update locks the enquiry, so that entries that are added at once get different numbers.
CREATE FUNCTION number_enquiry_entry() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  place integer;
BEGIN
  UPDATE public.enquiries SET revision = revision + 1 WHERE id = NEW.enquiry_id RETURNING revision INTO place;
  UPDATE public.enquiry_entries SET number = coalesce(place, 0) WHERE id = NEW.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION number_enquiry_entry() FROM PUBLIC, anon, authenticated, service_role;
-- An entry that comes with its number is a copy from another backend.
CREATE TRIGGER enquiry_entries_numbered AFTER INSERT ON enquiry_entries
  FOR EACH ROW WHEN (NEW.number = 0) EXECUTE FUNCTION number_enquiry_entry();

CREATE FUNCTION note_enquiry_change() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NEW.status <> OLD.status THEN
    INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body)
    VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'),
      'Status: ' || NEW.status || ', was ' || OLD.status);
  END IF;
  IF coalesce(NEW.owner, '') <> coalesce(OLD.owner, '') THEN
    INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body)
    VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'),
      'Owner: ' || coalesce(NEW.owner, 'nobody') || ', was ' || coalesce(OLD.owner, 'nobody'));
  END IF;
  IF OLD.delivery = 'quarantined' AND NEW.delivery = 'waiting' THEN
    INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body)
    VALUES (NEW.id, 'event', coalesce(NEW.changed_by, 'the office'), 'Not spam: released from quarantine');
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_enquiry_change() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER enquiries_changed AFTER UPDATE OF status, owner_id, owner, delivery ON enquiries
  FOR EACH ROW EXECUTE FUNCTION note_enquiry_change();

CREATE FUNCTION remove_conversation() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.enquiry_entries WHERE enquiry_id = OLD.id;
  DELETE FROM public.mails WHERE enquiry_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION remove_conversation() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER enquiries_removed AFTER DELETE ON enquiries
  FOR EACH ROW EXECUTE FUNCTION remove_conversation();

-- Suspected spam reaches the dealer in one mail a day at most. A row is one such mail: its day is unique, so that of
-- several servers only one makes it, and its delivery is leased and retried as an enquiry's is.
CREATE TABLE digests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  day text COLLATE "C" NOT NULL UNIQUE CHECK (day ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),

  delivery text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease text COLLATE "C",
  last_error text COLLATE "C",
  sent_at timestamptz,
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
);
CREATE TRIGGER digests_touch BEFORE UPDATE ON digests FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE digests ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON digests FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON digests TO service_role;
CREATE POLICY "the dealer does all" ON digests TO service_role USING (true) WITH CHECK (true);


-- MAILS AND ALERTS. Readable with the service key only.

-- Mails to visitors and to people of the desk, as they are sent. Their delivery is leased and retried as an enquiry's
-- is; unlike an enquiry, a mail that is refused for good is given up.
CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- What the mail is about, so that a mail that is queued twice is one row: 'acknowledgement ENQ-4821-7730'.
  mail_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(mail_key) BETWEEN 8 AND 200),
  kind text COLLATE "C" NOT NULL
    CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply', 'security-notice')),
  -- In lower case, so that limits count one person once.
  recipient text COLLATE "C" NOT NULL CHECK (length(recipient) BETWEEN 6 AND 254 AND recipient LIKE '%_@_%'),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  body text COLLATE "C" NOT NULL CHECK (length(body) BETWEEN 1 AND 50000),
  -- Where one request ends the mails of this kind (RFC 8058).
  unsubscribe_url text COLLATE "C" CHECK (length(unsubscribe_url) BETWEEN 8 AND 500),

  delivery text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'undeliverable')),
  -- How often the mail server refused it for good.
  refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease text COLLATE "C",
  last_error text COLLATE "C",
  sent_at timestamptz,
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  -- Of a reply: the enquiry, who wrote it, what it quotes, and the messages that it belongs to (RFC 5322, 3.6.4).
  enquiry_id uuid,
  person text COLLATE "C" CHECK (length(person) BETWEEN 1 AND 200),
  quoted text COLLATE "C" CHECK (length(quoted) BETWEEN 1 AND 50000),
  in_reply_to text COLLATE "C" CHECK (length(in_reply_to) BETWEEN 3 AND 998),
  thread text COLLATE "C" CHECK (length(thread) BETWEEN 3 AND 20000),
  -- Of a security notice: whose sign-in it is about.
  person_id uuid,

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL)),
  CONSTRAINT mails_reply_check CHECK (kind <> 'reply' OR (enquiry_id IS NOT NULL AND person IS NOT NULL)),
  CONSTRAINT mails_security_notice_check CHECK ((kind = 'security-notice') = (person_id IS NOT NULL))
);
CREATE INDEX mails_waiting ON mails (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX mails_by_recipient ON mails (recipient, created_at);
CREATE INDEX mails_by_enquiry ON mails (enquiry_id, created_at) WHERE enquiry_id IS NOT NULL;
CREATE INDEX mails_undeliverable ON mails (created_at, id) WHERE delivery = 'undeliverable';
CREATE TRIGGER mails_touch BEFORE UPDATE ON mails FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON mails FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO service_role;
CREATE POLICY "the dealer does all" ON mails TO service_role USING (true) WITH CHECK (true);

-- A reply is one insert, in whose transaction the conversation gets its entry and the enquiry is answered.
-- One that has its entry already is a copy from another backend.
CREATE FUNCTION note_reply() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF EXISTS (SELECT FROM public.enquiry_entries WHERE mail_id = NEW.id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO public.enquiry_entries (enquiry_id, kind, person, body, mail_id)
  VALUES (NEW.enquiry_id, 'reply', NEW.person, NEW.body, NEW.id);
  UPDATE public.enquiries
  SET status = CASE WHEN status IN ('new', 'spam') THEN 'answered' ELSE status END,
    changed_by = NEW.person,
    closed_at = CASE status WHEN 'spam' THEN NULL ELSE closed_at END,
    answered_at = coalesce(answered_at, now())
  WHERE id = NEW.enquiry_id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_reply() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER mails_replied AFTER INSERT ON mails
  FOR EACH ROW WHEN (NEW.kind = 'reply') EXECUTE FUNCTION note_reply();

-- What visitors want to be told of by mail.
CREATE TABLE alerts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In the address of the page where the alert is started, changed and stopped. Whoever knows it needs no sign-in.
  token text COLLATE "C" NOT NULL UNIQUE CHECK (length(token) = 43),
  -- In lower case.
  email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  -- What is watched, as a query: 'q=SAM&to=5000' or 'registration=SAM1'.
  criteria text COLLATE "C" NOT NULL CHECK (length(criteria) BETWEEN 3 AND 300),
  frequency text COLLATE "C" NOT NULL DEFAULT 'at-once' CHECK (frequency IN ('at-once', 'weekly')),
  -- Null until the address is confirmed; an unconfirmed alert is removed after 48 hours.
  confirmed_at timestamptz,
  -- When the visitor last opened the alert's page; 24 months later the alert is removed.
  seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (email, criteria)
);
CREATE INDEX alerts_confirmed ON alerts (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE TRIGGER alerts_touch BEFORE UPDATE ON alerts FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- The changes that they are told of. Written by the triggers below, in the transaction of the change, so that none is
-- missed whoever makes it; and only while there is an alert.
CREATE TABLE stock_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('new', 'price', 'sold')),
  plate_number text COLLATE "C" NOT NULL,
  -- Of 'price', before the change.
  previous_price integer,
  -- Which run of the alerts has taken it; null until one has.
  batch integer,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX stock_changes_by_batch ON stock_changes (batch, created_at);

ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON alerts FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON alerts TO service_role;
CREATE POLICY "the dealer does all" ON alerts TO service_role USING (true) WITH CHECK (true);
ALTER TABLE stock_changes ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON stock_changes FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON stock_changes TO service_role;
CREATE POLICY "the dealer does all" ON stock_changes TO service_role USING (true) WITH CHECK (true);

-- With the rights of their owner: whoever may change the stock need not be able to read or write the alerts.
CREATE FUNCTION note_plate_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NOT NEW.is_available OR NOT EXISTS (SELECT FROM public.alerts WHERE confirmed_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' OR NOT OLD.is_available THEN
    INSERT INTO public.stock_changes (kind, plate_number) VALUES ('new', NEW.plate_number);
  ELSIF NEW.price <> OLD.price THEN
    INSERT INTO public.stock_changes (kind, plate_number, previous_price) VALUES ('price', NEW.plate_number, OLD.price);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_plate_change() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER plates_changed AFTER INSERT OR UPDATE OF price, is_available ON plates
  FOR EACH ROW EXECUTE FUNCTION note_plate_change();

-- A sale of years ago that comes on record is history, not news.
CREATE FUNCTION note_new_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NEW.sale_year >= extract(year FROM now()) - 1
    AND EXISTS (SELECT FROM public.alerts WHERE confirmed_at IS NOT NULL) THEN
    INSERT INTO public.stock_changes (kind, plate_number) VALUES ('sold', NEW.plate_number);
  END IF;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION note_new_sale() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER sales_new AFTER INSERT ON sales FOR EACH ROW EXECUTE FUNCTION note_new_sale();
CREATE TRIGGER jersey_sales_new AFTER INSERT ON jersey_sales FOR EACH ROW EXECUTE FUNCTION note_new_sale();


-- PEOPLE OF THE DESK, and how they sign in. Readable with the service key only.

-- Who may sign in to the desk. A person who is removed is deleted, with everything below.
CREATE TABLE people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In lower case.
  email text COLLATE "C" NOT NULL UNIQUE
    CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'staff')),
  -- Argon2id with its parameters, in the PHC string format.
  password_hash text COLLATE "C" CHECK (length(password_hash) BETWEEN 50 AND 300),
  -- In base32 (RFC 6238).
  totp_secret text COLLATE "C" CHECK (length(totp_secret) BETWEEN 26 AND 64),
  -- The time step of the last code that was accepted, so that a code works once.
  totp_last_step integer CHECK (totp_last_step >= 0),
  -- Another one at each change of rights: a session with an older one has ended.
  security_stamp text COLLATE "C" NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER people_touch BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE people ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON people FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON people TO service_role;
CREATE POLICY "the dealer does all" ON people TO service_role USING (true) WITH CHECK (true);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  -- As the browser names it, in base64url.
  credential_id text COLLATE "C" NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1400),
  -- COSE, in base64url.
  public_key text COLLATE "C" NOT NULL CHECK (length(public_key) BETWEEN 16 AND 6000),
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  -- Separated by commas.
  transports text COLLATE "C" NOT NULL DEFAULT '' CHECK (length(transports) <= 200),
  label text COLLATE "C" NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_by_person ON passkeys (person_id);
ALTER TABLE passkeys ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON passkeys FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON passkeys TO service_role;
CREATE POLICY "the dealer does all" ON passkeys TO service_role USING (true) WITH CHECK (true);

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  -- Of the code, with a salt of its own.
  hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(hash) BETWEEN 64 AND 200),
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recovery_codes_by_person ON recovery_codes (person_id);
ALTER TABLE recovery_codes ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON recovery_codes FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON recovery_codes TO service_role;
CREATE POLICY "the dealer does all" ON recovery_codes TO service_role USING (true) WITH CHECK (true);

-- Links that make a person, or let one in again. The database has only the hash of their token.
CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('first', 'invite', 'reset')),
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'staff')),
  email text COLLATE "C" CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  -- Whom a reset lets in again.
  person_id uuid,
  -- A person, or the server that printed the link.
  created_by text COLLATE "C" NOT NULL CHECK (length(created_by) BETWEEN 1 AND 200),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invitations_by_person ON invitations (person_id);
ALTER TABLE invitations ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON invitations FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON invitations TO service_role;
CREATE POLICY "the dealer does all" ON invitations TO service_role USING (true) WITH CHECK (true);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  person_id uuid NOT NULL,
  -- Of the person, when the session began.
  security_stamp text COLLATE "C" NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Null while a second factor is outstanding.
  second_factor_at timestamptz,
  -- In words: Firefox on Windows.
  device text COLLATE "C" NOT NULL CHECK (length(device) BETWEEN 1 AND 100),
  network text COLLATE "C" NOT NULL CHECK (length(network) <= 100)
);
CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
ALTER TABLE sessions ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON sessions FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO service_role;
CREATE POLICY "the dealer does all" ON sessions TO service_role USING (true) WITH CHECK (true);

-- What a browser or an authenticator app must answer next, on whichever server it arrives. Each is taken once.
CREATE TABLE challenges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('register', 'sign-in', 'totp')),
  value text COLLATE "C" NOT NULL UNIQUE CHECK (length(value) BETWEEN 16 AND 200),
  -- The session or the invitation that it belongs to; null before anybody has signed in.
  subject uuid,
  -- The user that a new passkey is for.
  person_id uuid,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX challenges_by_subject ON challenges (subject);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);
ALTER TABLE challenges ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON challenges FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON challenges TO service_role;
CREATE POLICY "the dealer does all" ON challenges TO service_role USING (true) WITH CHECK (true);

CREATE FUNCTION remove_person() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.passkeys WHERE person_id = OLD.id;
  DELETE FROM public.recovery_codes WHERE person_id = OLD.id;
  DELETE FROM public.invitations WHERE person_id = OLD.id;
  DELETE FROM public.sessions WHERE person_id = OLD.id;
  DELETE FROM public.challenges WHERE person_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION remove_person() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER people_removed AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION remove_person();

-- There is always an owner: of two who remove each other at once, one stays. A copy that a move has not opened yet is
-- written in any order.
CREATE FUNCTION keep_an_owner() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  -- One at a time: each sees what the one before has changed.
  PERFORM pg_advisory_xact_lock(hashtext('people_owner_check'));
  IF NOT EXISTS (SELECT FROM public.people WHERE role = 'owner' AND id <> OLD.id)
    AND NOT EXISTS (SELECT FROM public.site_state WHERE name = 'sending')
  THEN
    RAISE EXCEPTION USING ERRCODE = 'check_violation',
      MESSAGE = 'new row for relation "people" violates check constraint "people_owner_check"';
  END IF;
  IF TG_OP = 'DELETE' THEN
    RETURN OLD;
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION keep_an_owner() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER people_owner_demoted BEFORE UPDATE OF role ON people
  FOR EACH ROW WHEN (OLD.role = 'owner' AND NEW.role <> 'owner') EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER people_owner_removed BEFORE DELETE ON people
  FOR EACH ROW WHEN (OLD.role = 'owner') EXECUTE FUNCTION keep_an_owner();


-- IMPORTS of stock lists: a file between its upload and its confirmation, and what people said about headings. Readable
-- with the service key only.

CREATE TABLE imports (
  -- Also the batch of the changes that it makes.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- The file in base64; null once it is imported.
  content text COLLATE "C" CHECK (length(content) <= 7000000),
  -- JSON: the sheet, the headings and the decisions that the person has chosen.
  choices text COLLATE "C" NOT NULL DEFAULT '{}' CHECK (length(choices) <= 100000),
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'written')),
  -- JSON: the counts of what was written.
  result text COLLATE "C" CHECK (length(result) <= 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX imports_by_date ON imports (created_at);
CREATE TRIGGER imports_touch BEFORE UPDATE ON imports FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE imports ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON imports FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON imports TO service_role;
CREATE POLICY "the dealer does all" ON imports TO service_role USING (true) WITH CHECK (true);

CREATE TABLE import_headings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In small letters without spaces and signs: 'retailgbp'.
  heading text COLLATE "C" NOT NULL UNIQUE CHECK (length(heading) BETWEEN 1 AND 200),
  -- '-': not imported.
  column_name text COLLATE "C" NOT NULL CHECK (length(column_name) BETWEEN 1 AND 60),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER import_headings_touch BEFORE UPDATE ON import_headings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE import_headings ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON import_headings FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON import_headings TO service_role;
CREATE POLICY "the dealer does all" ON import_headings TO service_role USING (true) WITH CHECK (true);


-- ARTICLES and their pictures. Readable with the service key only: the server compiles what is published and serves it.

-- One that has the section and slug of an article that ships with the code takes its place.
CREATE TABLE articles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  section text COLLATE "C" NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug text COLLATE "C" NOT NULL CHECK (slug ~ '^[-0-9a-z]{1,120}$'),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'withdrawn')),
  -- Of article_versions: what visitors read, and what they will read from publish_at.
  published_version uuid,
  scheduled_version uuid,
  publish_at timestamptz,
  -- The first time.
  published_at timestamptz,
  -- Of the link by which somebody without sign-in reads the latest version.
  preview_token text COLLATE "C" UNIQUE CHECK (preview_token ~ '^[-0-9A-Za-z_]{43}$'),
  -- Of the text: raised by each saving, so that two people who edit at once are told.
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (section, slug),
  CHECK (status <> 'published' OR published_version IS NOT NULL),
  CHECK ((scheduled_version IS NULL) = (publish_at IS NULL)),
  CHECK (status <> 'scheduled' OR scheduled_version IS NOT NULL)
);
CREATE TRIGGER articles_touch BEFORE UPDATE ON articles FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE articles ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON articles FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON articles TO service_role;
CREATE POLICY "the dealer does all" ON articles TO service_role USING (true) WITH CHECK (true);

CREATE TABLE article_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  article_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('autosave', 'saved', 'published')),
  -- JSON: the fields, with the text as Markdown.
  content text COLLATE "C" NOT NULL CHECK (length(content) BETWEEN 2 AND 400000),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (article_id, number)
);
CREATE TRIGGER article_versions_touch BEFORE UPDATE ON article_versions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE article_versions ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON article_versions FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON article_versions TO service_role;
CREATE POLICY "the dealer does all" ON article_versions TO service_role USING (true) WITH CHECK (true);

-- Where articles were before: these addresses redirect.
CREATE TABLE article_addresses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  section text COLLATE "C" NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug text COLLATE "C" NOT NULL CHECK (slug ~ '^[-0-9a-z]{1,120}$'),
  article_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (section, slug)
);
CREATE INDEX article_addresses_by_article ON article_addresses (article_id);
ALTER TABLE article_addresses ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON article_addresses FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON article_addresses TO service_role;
CREATE POLICY "the dealer does all" ON article_addresses TO service_role USING (true) WITH CHECK (true);

CREATE FUNCTION delete_article_parts() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.article_versions WHERE article_id = OLD.id;
  DELETE FROM public.article_addresses WHERE article_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION delete_article_parts() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER articles_delete_parts AFTER DELETE ON articles FOR EACH ROW EXECUTE FUNCTION delete_article_parts();

CREATE TABLE pictures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- As it was uploaded.
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- Of the largest file, in pixels.
  width integer NOT NULL CHECK (width BETWEEN 1 AND 20000),
  height integer NOT NULL CHECK (height BETWEEN 1 AND 20000),
  -- Of all files together.
  bytes integer NOT NULL CHECK (bytes > 0),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pictures_by_date ON pictures (created_at);
CREATE TRIGGER pictures_touch BEFORE UPDATE ON pictures FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE pictures ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON pictures FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON pictures TO service_role;
CREATE POLICY "the dealer does all" ON pictures TO service_role USING (true) WITH CHECK (true);

-- The sizes in which a picture is served: '1600', '800', 'share'.
CREATE TABLE picture_files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  picture_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[0-9a-z]{1,20}$'),
  media_type text COLLATE "C" NOT NULL CHECK (media_type IN ('image/webp', 'image/jpeg', 'image/png')),
  -- In base64.
  content text COLLATE "C" NOT NULL CHECK (length(content) BETWEEN 4 AND 7000000),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (picture_id, name)
);
ALTER TABLE picture_files ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON picture_files FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON picture_files TO service_role;
CREATE POLICY "the dealer does all" ON picture_files TO service_role USING (true) WITH CHECK (true);

CREATE FUNCTION delete_picture_files() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.picture_files WHERE picture_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION delete_picture_files() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER pictures_delete_files AFTER DELETE ON pictures FOR EACH ROW EXECUTE FUNCTION delete_picture_files();


-- SETTINGS, NUMBERS AND THE AUDIT TRAIL. Readable with the service key only.

-- What the dealer sets without a programmer. Rows override the defaults of site.config.ts and of the environment.
CREATE TABLE settings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[0-9A-Za-z]{1,60}$'),
  -- JSON.
  value text COLLATE "C" NOT NULL CHECK (length(value) BETWEEN 1 AND 50000),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER settings_touch BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();
ALTER TABLE settings ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON settings FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON settings TO service_role;
CREATE POLICY "the dealer does all" ON settings TO service_role USING (true) WITH CHECK (true);

-- How often a page was read on a day, and nothing about who read it.
CREATE TABLE page_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  day text COLLATE "C" NOT NULL CHECK (day ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  path text COLLATE "C" NOT NULL CHECK (length(path) BETWEEN 1 AND 200),
  views integer NOT NULL CHECK (views > 0),
  UNIQUE (day, path)
);
ALTER TABLE page_views ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON page_views FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON page_views TO service_role;
CREATE POLICY "the dealer does all" ON page_views TO service_role USING (true) WITH CHECK (true);

-- What the desk shows of them: in the last 7, 28 and 90 days, today included, and in as many days before. In UTC, as
-- the days are counted, whatever the time zone of the database.
CREATE VIEW page_view_totals WITH (security_invoker) AS
  SELECT path,
    sum(CASE WHEN day > ago_7 THEN views ELSE 0 END)::integer AS views_7,
    sum(CASE WHEN day > ago_14 AND day <= ago_7 THEN views ELSE 0 END)::integer AS before_7,
    sum(CASE WHEN day > ago_28 THEN views ELSE 0 END)::integer AS views_28,
    sum(CASE WHEN day > ago_56 AND day <= ago_28 THEN views ELSE 0 END)::integer AS before_28,
    sum(CASE WHEN day > ago_90 THEN views ELSE 0 END)::integer AS views_90,
    sum(CASE WHEN day <= ago_90 THEN views ELSE 0 END)::integer AS before_90
  FROM page_views CROSS JOIN (
    SELECT to_char(today, 'YYYY-MM-DD') AS ago_0, to_char(today - 7, 'YYYY-MM-DD') AS ago_7,
      to_char(today - 14, 'YYYY-MM-DD') AS ago_14, to_char(today - 28, 'YYYY-MM-DD') AS ago_28,
      to_char(today - 56, 'YYYY-MM-DD') AS ago_56, to_char(today - 90, 'YYYY-MM-DD') AS ago_90,
      to_char(today - 180, 'YYYY-MM-DD') AS ago_180
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock
  ) AS days
  WHERE day > ago_180 AND day <= ago_0 GROUP BY path;
CREATE VIEW page_view_days WITH (security_invoker) AS
  SELECT day, sum(views)::integer AS views FROM page_views GROUP BY day;
REVOKE ALL ON page_view_totals, page_view_days FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT ON page_view_totals, page_view_days TO service_role;

-- What visitors searched for and we had nothing: how often a term was searched on a day, in which list, and nothing
-- else about the search or the visitor. Rows of more than 13 months are removed.
CREATE TABLE unmet_searches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  day text COLLATE "C" NOT NULL CHECK (day ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- Where it was searched, such as 'stock' or 'uk'.
  list text COLLATE "C" NOT NULL CHECK (list ~ '^[a-z]{1,20}$'),
  -- Capital letters and digits alone, so that no sentence, address or number with its punctuation fits.
  term text COLLATE "C" NOT NULL CHECK (term ~ '^[0-9A-Z]{2,16}$'),
  searches integer NOT NULL CHECK (searches > 0),
  UNIQUE (day, list, term)
);
ALTER TABLE unmet_searches ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON unmet_searches FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON unmet_searches TO service_role;
CREATE POLICY "the dealer does all" ON unmet_searches TO service_role USING (true) WITH CHECK (true);

-- The audit trail: who changed what, and when. Entries are added and read, never changed; they hold no visitor's
-- personal data.
CREATE TABLE audit (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  -- The name of the person at the desk, or the user of the operating system.
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  command text COLLATE "C" NOT NULL CHECK (length(command) BETWEEN 1 AND 100),
  change text COLLATE "C" NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  -- People of the desk can change their name.
  person_id text COLLATE "C" CHECK (length(person_id) = 36)
);
CREATE INDEX audit_by_date ON audit (at DESC, id);
ALTER TABLE audit ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON audit FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT ON audit TO service_role;
CREATE POLICY "the office reads the trail" ON audit FOR SELECT TO service_role USING (true);
CREATE POLICY "the office adds to the trail" ON audit FOR INSERT TO service_role WITH CHECK (true);

-- A copy that a move makes keeps what its entries have.
CREATE FUNCTION audit_names_person() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM public.site_state WHERE name = 'sending') THEN
    NEW.person_id := (SELECT id::text FROM public.people WHERE name = NEW.person ORDER BY created_at, id LIMIT 1);
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION audit_names_person() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER audit_names_person BEFORE INSERT ON audit FOR EACH ROW
  WHEN (NEW.person_id IS NULL AND NEW.command LIKE 'desk: %')
  EXECUTE FUNCTION audit_names_person();

-- What the site remembers from one run to the next, by name, such as when its clock was last read.
CREATE TABLE site_state (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  value text COLLATE "C" NOT NULL CHECK (length(value) <= 1000)
);
ALTER TABLE site_state ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON site_state FROM PUBLIC, anon, authenticated, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON site_state TO service_role;
CREATE POLICY "the site remembers" ON site_state TO service_role USING (true) WITH CHECK (true);

NOTIFY pgrst, 'reload schema';
