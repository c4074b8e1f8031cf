-- How a sale came to be on record; db/migrations/0009 has the same column, counts and views. Typical prices come from
-- `complete` and `sample` alone; sales that are on record already were reported. Required, without a default.
ALTER TABLE sales ADD COLUMN selection text COLLATE "C" NOT NULL DEFAULT 'reported'
  CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own'));
ALTER TABLE sales ALTER COLUMN selection DROP DEFAULT;
ALTER TABLE jersey_sales ADD COLUMN selection text COLLATE "C" NOT NULL DEFAULT 'reported'
  CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own'));
ALTER TABLE jersey_sales ALTER COLUMN selection DROP DEFAULT;

-- The indexes of the explorer hold the new column of its filters.
DROP INDEX sales_walk_total;
DROP INDEX sales_walk_hammer;
DROP INDEX sales_walk_plate;
DROP INDEX sales_walk_date;
DROP INDEX sales_reported_totals;
DROP INDEX sales_reported_years;
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

-- A search ignores case, spaces, hyphens, full stops and asterisks (`plate_compact`), and reads each figure as the letter
-- that it looks like (`plate_folded`). Trigrams, where they are available, are of the latter: every registration that a
-- search of three letters may find has them in common with it.
DO $$
DECLARE
  operators text;
BEGIN
  DROP INDEX IF EXISTS sales_trigrams;
  SELECT format('%I.%I', nspname, opcname) INTO operators
    FROM pg_opclass JOIN pg_namespace ON pg_namespace.oid = opcnamespace WHERE opcname = 'gin_trgm_ops';
  IF operators IS NOT NULL THEN
    EXECUTE 'CREATE INDEX sales_trigrams ON sales USING gin '
      || '(translate(upper(plate_number), ''012345678 -.*'', ''OIZEASGTB'') ' || operators || ')';
  END IF;
END
$$;

-- Sales are counted by selection as well. Totals are no longer added up: nothing shows them.
DROP VIEW sales_sellers, sales_categories, sales_types, sales_years, sales_listed, sales_reported;
DROP VIEW jersey_sales_years, jersey_sales_counts, jersey_sales_sellers, jersey_sales_listed, jersey_sales_reported;
DROP FUNCTION sales_figures(text, text[], text[], text[], integer, integer);
DROP FUNCTION jersey_sales_figures(text, text[], integer, integer);
DROP TABLE sales_counts;
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
CREATE POLICY "the public sees counts" ON sales_counts FOR SELECT TO anon, service_role USING (true);

CREATE OR REPLACE FUNCTION tally_sales() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
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
INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
  SELECT where_sold, category, type, selection, sale_year, count(*) FROM sales
  GROUP BY where_sold, category, type, selection, sale_year;

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
CREATE VIEW jersey_sales_counts WITH (security_invoker) AS
  SELECT where_sold, selection, sale_year, count(*)::integer AS sales
  FROM jersey_sales GROUP BY where_sold, selection, sale_year;
CREATE VIEW jersey_sales_sellers WITH (security_invoker) AS
  SELECT where_sold, count(*)::integer AS sales FROM jersey_sales GROUP BY where_sold;
CREATE VIEW jersey_sales_years WITH (security_invoker) AS
  SELECT sale_year, count(*)::integer AS sales FROM jersey_sales GROUP BY sale_year;
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

-- The two functions below give typical prices in all, by kind and by auction: the number of prices, quartiles between the
-- two nearest prices in whole pounds, halves rounded up, and the 95 % confidence interval of the median by rank, n/2 minus
-- and plus 0.98 √n. packages/sqlite-rest/sales-stats.ts computes the same; test/contract/ compares them.
-- Each request is planned by itself, because a null argument adds no condition.
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

REVOKE ALL ON
  sales_counts, sales_sellers, sales_categories, sales_types, sales_selections, sales_years, sales_listed,
  jersey_sales_counts, jersey_sales_sellers, jersey_sales_years, jersey_sales_listed
FROM PUBLIC, anon, service_role;
GRANT SELECT ON
  sales_counts, sales_sellers, sales_categories, sales_types, sales_selections, sales_years, sales_listed,
  jersey_sales_counts, jersey_sales_sellers, jersey_sales_years, jersey_sales_listed
TO anon, service_role;
REVOKE EXECUTE ON FUNCTION
  sales_figures(text, text[], text[], text[], text[], integer, integer),
  jersey_sales_figures(text, text[], integer, integer)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  sales_figures(text, text[], text[], text[], text[], integer, integer),
  jersey_sales_figures(text, text[], integer, integer)
TO anon, service_role;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON
      sales_counts, sales_sellers, sales_categories, sales_types, sales_selections, sales_years, sales_listed,
      jersey_sales_counts, jersey_sales_sellers, jersey_sales_years, jersey_sales_listed
    FROM authenticated;
    REVOKE EXECUTE ON FUNCTION
      sales_figures(text, text[], text[], text[], text[], integer, integer),
      jersey_sales_figures(text, text[], integer, integer)
    FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
