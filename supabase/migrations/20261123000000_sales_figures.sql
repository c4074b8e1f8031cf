-- What the explorers ask past a thousand sales, so that figures follow the filters as the table does.
-- db/migrations/0006 has the same views; test/contract/ compares them. security_invoker: they show what the asking
-- role may see, and no more.

-- A sale as the explorer lists it: text in the order of its small letters, A to Z, and a registration that can be
-- searched for an asterisk, which in a pattern of the contract is any text.
CREATE VIEW sales_listed WITH (security_invoker) AS
  SELECT
    id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
    source_url, note, lower(plate_number) AS plate_order, replace(plate_number, '*', chr(57344)) AS plate_starless
  FROM sales;
CREATE VIEW jersey_sales_listed WITH (security_invoker) AS
  SELECT
    id, plate_number, total_price, where_sold, sale_year, sale_month, price_basis, source_url, note,
    lower(plate_number) AS plate_order, replace(plate_number, '*', chr(57344)) AS plate_starless,
    lower(trim(coalesce(where_sold, ''))) AS seller_order
  FROM jersey_sales;

-- A reported total: above nothing, and neither a hammer price nor of a basis that its source leaves open. Only such
-- totals count towards a median or a sum.
CREATE VIEW sales_reported WITH (security_invoker) AS
  SELECT
    id, plate_number, where_sold, category, type, sale_year, sale_month, total_price,
    replace(plate_number, '*', chr(57344)) AS plate_starless
  FROM sales WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'));
CREATE VIEW jersey_sales_reported WITH (security_invoker) AS
  SELECT
    id, plate_number, where_sold, sale_year, sale_month, total_price,
    replace(plate_number, '*', chr(57344)) AS plate_starless
  FROM jersey_sales WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'));

-- The median of a selection is found by walking to its middle: of all years, and of one.
CREATE INDEX sales_reported_totals ON sales (total_price)
  INCLUDE (sale_year, where_sold, category, type, plate_number)
  WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'));
CREATE INDEX sales_reported_years ON sales (sale_year, total_price)
  INCLUDE (where_sold, category, type, plate_number)
  WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'));

DROP INDEX sales_walk_plate;
CREATE INDEX sales_walk_plate ON sales (lower(plate_number) DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, plate_number);

-- A search of three letters and more looks among trigrams where the extension is to be had, as it is in every Supabase
-- project and on most servers; where it is not, it looks at every registration. Its functions are nobody's to call.
DO $$
DECLARE
  operators text;
BEGIN
  BEGIN
    CREATE SCHEMA IF NOT EXISTS extensions;
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;
  EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
    RAISE NOTICE 'pg_trgm is not to be had here: searches of three letters and more are slower';
  END;
  SELECT format('%I.%I', nspname, opcname) INTO operators
    FROM pg_opclass JOIN pg_namespace ON pg_namespace.oid = opcnamespace WHERE opcname = 'gin_trgm_ops';
  IF operators IS NOT NULL THEN
    EXECUTE 'CREATE INDEX sales_trigrams ON sales USING gin (plate_number ' || operators || ')';
  END IF;
END
$$;

-- Counts by kind are kept, as db/migrations keeps them, and now know prices: how many reported totals there are of a
-- kind, and what they add up to. Only the trigger writes here.
DROP VIEW sales_counts;
DROP INDEX sales_by_kind;
CREATE TABLE sales_counts (
  where_sold text COLLATE "C",
  category text COLLATE "C",
  type text COLLATE "C",
  sale_year integer NOT NULL,
  sales integer NOT NULL,
  priced integer NOT NULL,
  total bigint NOT NULL,
  CONSTRAINT sales_counts_key UNIQUE NULLS NOT DISTINCT (sale_year, where_sold, category, type)
);
CREATE INDEX sales_counts_emptied ON sales_counts (sale_year) WHERE sales = 0;
ALTER TABLE sales_counts ENABLE ROW LEVEL SECURITY;
CREATE POLICY "the public sees counts" ON sales_counts FOR SELECT TO anon, service_role USING (true);

CREATE FUNCTION tally_sales() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    DELETE FROM public.sales_counts;
    RETURN NULL;
  END IF;
  -- In one order, so that two imports at once do not wait for each other in a circle.
  IF TG_OP IN ('INSERT', 'UPDATE') THEN
    INSERT INTO public.sales_counts AS kept (where_sold, category, type, sale_year, sales, priced, total)
      SELECT where_sold, category, type, sale_year, count(*), count(reported), coalesce(sum(reported), 0)
      FROM (
        SELECT *, CASE WHEN total_price > 0 AND coalesce(price_basis, '') NOT IN ('hammer', 'unclear')
          THEN total_price END AS reported
        FROM added
      ) AS sale
      GROUP BY where_sold, category, type, sale_year
      ORDER BY sale_year, where_sold, category, type
      ON CONFLICT ON CONSTRAINT sales_counts_key
      DO UPDATE SET
        sales = kept.sales + excluded.sales, priced = kept.priced + excluded.priced, total = kept.total + excluded.total;
  END IF;
  IF TG_OP IN ('UPDATE', 'DELETE') THEN
    INSERT INTO public.sales_counts AS kept (where_sold, category, type, sale_year, sales, priced, total)
      SELECT where_sold, category, type, sale_year, -count(*), -count(reported), -coalesce(sum(reported), 0)
      FROM (
        SELECT *, CASE WHEN total_price > 0 AND coalesce(price_basis, '') NOT IN ('hammer', 'unclear')
          THEN total_price END AS reported
        FROM removed
      ) AS sale
      GROUP BY where_sold, category, type, sale_year
      ORDER BY sale_year, where_sold, category, type
      ON CONFLICT ON CONSTRAINT sales_counts_key
      DO UPDATE SET
        sales = kept.sales + excluded.sales, priced = kept.priced + excluded.priced, total = kept.total + excluded.total;
    DELETE FROM public.sales_counts WHERE sales = 0;
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION tally_sales() FROM PUBLIC;
CREATE TRIGGER sales_insert_tally AFTER INSERT ON sales
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_sales();
CREATE TRIGGER sales_update_tally AFTER UPDATE ON sales
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_sales();
CREATE TRIGGER sales_delete_tally AFTER DELETE ON sales
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_sales();
CREATE TRIGGER sales_truncate_tally AFTER TRUNCATE ON sales
  FOR EACH STATEMENT EXECUTE FUNCTION tally_sales();

INSERT INTO sales_counts (where_sold, category, type, sale_year, sales, priced, total)
  SELECT where_sold, category, type, sale_year, count(*), count(reported), coalesce(sum(reported), 0)
  FROM (
    SELECT *, CASE WHEN total_price > 0 AND coalesce(price_basis, '') NOT IN ('hammer', 'unclear')
      THEN total_price END AS reported
    FROM sales
  ) AS sale
  GROUP BY where_sold, category, type, sale_year;

CREATE OR REPLACE VIEW sales_sellers WITH (security_invoker) AS
  SELECT where_sold, sum(sales)::integer AS sales FROM sales_counts GROUP BY where_sold;
CREATE OR REPLACE VIEW sales_categories WITH (security_invoker) AS
  SELECT category, sum(sales)::integer AS sales FROM sales_counts GROUP BY category;
CREATE OR REPLACE VIEW sales_types WITH (security_invoker) AS
  SELECT category, type, sum(sales)::integer AS sales FROM sales_counts GROUP BY category, type;

-- The figures of a year are of reported totals, and say what these add up to.
DROP VIEW sales_years;
CREATE VIEW sales_years WITH (security_invoker) AS
  SELECT
    y.sale_year, y.sales, y.priced, y.total, p.lowest, p.lower_quartile, p.median, p.upper_quartile, p.highest
  FROM (
    SELECT sale_year, sum(sales)::integer AS sales, sum(priced)::integer AS priced, sum(total)::bigint AS total
    FROM sales_counts GROUP BY sale_year
  ) AS y
  LEFT JOIN (
    SELECT
      sale_year, min(total_price) AS lowest, max(total_price) AS highest,
      floor(percentile_cont(0.25) WITHIN GROUP (ORDER BY total_price) + 0.5)::integer AS lower_quartile,
      floor(percentile_cont(0.5) WITHIN GROUP (ORDER BY total_price) + 0.5)::integer AS median,
      floor(percentile_cont(0.75) WITHIN GROUP (ORDER BY total_price) + 0.5)::integer AS upper_quartile
    FROM sales_reported GROUP BY sale_year
  ) AS p ON p.sale_year = y.sale_year;

DROP VIEW jersey_sales_years;
DROP VIEW jersey_sales_counts;
CREATE VIEW jersey_sales_counts WITH (security_invoker) AS
  SELECT
    where_sold, sale_year, count(*)::integer AS sales, count(reported)::integer AS priced,
    coalesce(sum(reported), 0)::bigint AS total
  FROM (
    SELECT where_sold, sale_year, CASE WHEN total_price > 0 AND coalesce(price_basis, '') NOT IN ('hammer', 'unclear')
      THEN total_price END AS reported
    FROM jersey_sales
  ) AS sale
  GROUP BY where_sold, sale_year;
CREATE VIEW jersey_sales_years WITH (security_invoker) AS
  SELECT
    y.sale_year, y.sales, y.priced, y.total, p.lowest, p.lower_quartile, p.median, p.upper_quartile, p.highest
  FROM (
    SELECT sale_year, sum(sales)::integer AS sales, sum(priced)::integer AS priced, sum(total)::bigint AS total
    FROM jersey_sales_counts GROUP BY sale_year
  ) AS y
  LEFT JOIN (
    SELECT
      sale_year, min(total_price) AS lowest, max(total_price) AS highest,
      floor(percentile_cont(0.25) WITHIN GROUP (ORDER BY total_price) + 0.5)::integer AS lower_quartile,
      floor(percentile_cont(0.5) WITHIN GROUP (ORDER BY total_price) + 0.5)::integer AS median,
      floor(percentile_cont(0.75) WITHIN GROUP (ORDER BY total_price) + 0.5)::integer AS upper_quartile
    FROM jersey_sales_reported GROUP BY sale_year
  ) AS p ON p.sale_year = y.sale_year;

REVOKE ALL ON
  sales_counts, sales_reported, sales_listed, sales_years,
  jersey_sales_counts, jersey_sales_reported, jersey_sales_listed, jersey_sales_years
FROM PUBLIC, anon, service_role;
GRANT SELECT ON
  sales_counts, sales_reported, sales_listed, sales_years,
  jersey_sales_counts, jersey_sales_reported, jersey_sales_listed, jersey_sales_years
TO anon, service_role;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON
      sales_counts, sales_reported, sales_listed, sales_years,
      jersey_sales_counts, jersey_sales_reported, jersey_sales_listed, jersey_sales_years
    FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
