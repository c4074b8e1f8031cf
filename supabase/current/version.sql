-- What PostgREST answers at its root (db-root-spec) where it is asked in place of the site, as in tests. Its own description of all
-- tables takes 50 ms.
CREATE FUNCTION contract_root() RETURNS json LANGUAGE sql IMMUTABLE SET search_path = '' AS $$
  SELECT '{"name":"plateworthy","contract":"postgrest"}'::json
$$;

-- Site servers keep pages until this text changes, and read it every second. A row for each transaction, visible once that is
-- over, and no row that two of them would wait for.
CREATE VIEW latest_change WITH (security_invoker) AS
  SELECT concat_ws('.', count(*), min(tx), max(tx)) AS version,
    concat_ws('.', count(*) FILTER (WHERE NOT is_stock), min(tx) FILTER (WHERE NOT is_stock), max(tx) FILTER (WHERE NOT is_stock))
      AS sales_version
  FROM data_changes;

CREATE FUNCTION note_data_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  -- A row is that of a demonstration plate (below), and a truncation may remove some.
  INSERT INTO public.data_changes (tx, is_stock) VALUES (
    pg_current_xact_id()::text::bigint,
    TG_TABLE_NAME IN ('plates', 'plate_details') AND TG_LEVEL = 'STATEMENT' AND TG_OP <> 'TRUNCATE'
  ) ON CONFLICT DO NOTHING;
  IF FOUND THEN
    DELETE FROM public.data_changes
      WHERE tx IN (SELECT tx FROM public.data_changes WHERE at < now() - interval '1 hour' FOR UPDATE SKIP LOCKED);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER demonstration_added AFTER INSERT ON plates
  FOR EACH ROW WHEN (NEW.is_demonstration) EXECUTE FUNCTION note_data_change();
CREATE TRIGGER demonstration_changed AFTER UPDATE ON plates
  FOR EACH ROW WHEN (OLD.is_demonstration OR NEW.is_demonstration) EXECUTE FUNCTION note_data_change();
CREATE TRIGGER demonstration_removed AFTER DELETE ON plates
  FOR EACH ROW WHEN (OLD.is_demonstration) EXECUTE FUNCTION note_data_change();

-- The tables that pages show: as in db/current-schema.ts, and more changes of a plate and of an article than there. Those
-- of the explorers are the tables whose sales they list.
DO $$
DECLARE
  shown text;
BEGIN
  FOREACH shown IN ARRAY '{plates,plate_details,corrections,articles,article_addresses,settings}'::text[] || ARRAY(
    SELECT tablename::text FROM pg_tables
    WHERE schemaname = 'public' AND to_regclass(format('public.%I', tablename || '_listed')) IS NOT NULL
  ) LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION note_data_change()', shown || '_noted', shown);
  END LOOP;
END
$$;
