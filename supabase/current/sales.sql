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

-- The same sales, found by their kinds: for a filter that few of them pass. OFFSET keeps the planner from anything else, since it
-- expects more kinds than there are where sellers, categories and years belong together.
DO $$
BEGIN
  EXECUTE format(
    'CREATE VIEW sales_of_kinds WITH (security_invoker) AS
      SELECT
        id, plate_number, kind.where_sold, kind.type, kind.category, kind.sale_year, sale_month, hammer_price, total_price,
        price_basis, kind.selection, source_url, note, plate_order, plate_compact, plate_folded
      FROM (SELECT *, %1$s AS kind FROM sales_counts) AS kind
      CROSS JOIN LATERAL (SELECT * FROM sales_listed WHERE %1$s = kind.kind OFFSET 0) AS sale',
    pg_get_indexdef('sales_kind'::regclass, 1, false)
  );
END
$$;

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
