-- What a selection of sales says together: how many there are, by year, seller and category, and the spread of their
-- reported totals. An argument that is null asks for whatever there is, and what is blank passes every list, as in the
-- explorers. backend/figures.ts answers the same from the embedded database; test/contract/ compares them.

-- Each selection is planned by itself, for what is null in it asks nothing.
CREATE FUNCTION sales_figures(
  search text DEFAULT NULL, sellers text[] DEFAULT NULL, categories text[] DEFAULT NULL, types text[] DEFAULT NULL,
  year_from integer DEFAULT NULL, year_to integer DEFAULT NULL
) RETURNS json LANGUAGE plpgsql STABLE SECURITY INVOKER
SET search_path = '' SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  pattern text := '%' || regexp_replace(nullif(search, ''), '([\\%_])', '\\\1', 'g') || '%';
BEGIN
  RETURN (
    WITH kinds AS MATERIALIZED (
      SELECT sale_year, where_sold, category, sales FROM public.sales_counts
      WHERE pattern IS NULL
        AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (categories IS NULL OR coalesce(btrim(category), '') = '' OR category = ANY (categories))
        AND (types IS NULL OR coalesce(btrim(type), '') = '' OR type = ANY (types))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
      UNION ALL
      SELECT sale_year, where_sold, category, 1 FROM public.sales
      WHERE pattern IS NOT NULL AND plate_number ILIKE pattern
        AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (categories IS NULL OR coalesce(btrim(category), '') = '' OR category = ANY (categories))
        AND (types IS NULL OR coalesce(btrim(type), '') = '' OR type = ANY (types))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
    ),
    reported AS MATERIALIZED (
      SELECT id, sale_year, total_price FROM public.sales
      WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'))
        AND (pattern IS NULL OR plate_number ILIKE pattern)
        AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (categories IS NULL OR coalesce(btrim(category), '') = '' OR category = ANY (categories))
        AND (types IS NULL OR coalesce(btrim(type), '') = '' OR type = ANY (types))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
    ),
    spreads AS MATERIALIZED (
      SELECT
        sale_year, count(*) AS priced, coalesce(sum(total_price), 0) AS total,
        percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY total_price) AS quartiles
      FROM reported GROUP BY GROUPING SETS ((sale_year), ())
    )
    SELECT json_build_object(
      'sales', (SELECT coalesce(sum(sales), 0) FROM kinds),
      'total', total,
      'priced', priced,
      'lower_quartile', floor(quartiles[1] + 0.5), 'median', floor(quartiles[2] + 0.5),
      'upper_quartile', floor(quartiles[3] + 0.5),
      'highest', (
        SELECT json_build_object(
          'id', id, 'plate_number', plate_number, 'where_sold', where_sold, 'sale_year', sale_year,
          'sale_month', sale_month, 'total_price', total_price, 'price_basis', price_basis
        )
        FROM public.sales WHERE id = (SELECT id FROM reported ORDER BY total_price DESC, id LIMIT 1)
      ),
      'years', (
        SELECT coalesce(json_agg(json_build_object(
          'sale_year', year.sale_year, 'sales', year.sales, 'priced', coalesce(spread.priced, 0),
          'lower_quartile', floor(spread.quartiles[1] + 0.5), 'median', floor(spread.quartiles[2] + 0.5),
          'upper_quartile', floor(spread.quartiles[3] + 0.5)
        ) ORDER BY year.sale_year), '[]')
        FROM (SELECT sale_year, sum(sales) AS sales FROM kinds GROUP BY sale_year) AS year
        LEFT JOIN spreads AS spread ON spread.sale_year = year.sale_year
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
    FROM spreads WHERE sale_year IS NULL
  );
END
$$;

CREATE FUNCTION jersey_sales_figures(
  search text DEFAULT NULL, sellers text[] DEFAULT NULL, year_from integer DEFAULT NULL, year_to integer DEFAULT NULL
) RETURNS json LANGUAGE plpgsql STABLE SECURITY INVOKER
SET search_path = '' SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  pattern text := '%' || regexp_replace(nullif(search, ''), '([\\%_])', '\\\1', 'g') || '%';
BEGIN
  RETURN (
    WITH passed AS MATERIALIZED (
      SELECT
        *, CASE WHEN total_price > 0 AND coalesce(price_basis, '') NOT IN ('hammer', 'unclear')
          THEN total_price END AS reported
      FROM public.jersey_sales
      WHERE (pattern IS NULL OR plate_number ILIKE pattern OR where_sold ILIKE pattern)
        AND (sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)
    ),
    spreads AS MATERIALIZED (
      SELECT
        sale_year, count(*) AS sales, count(reported) AS priced, coalesce(sum(reported), 0) AS total,
        percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY reported) AS quartiles
      FROM passed GROUP BY GROUPING SETS ((sale_year), ())
    )
    SELECT json_build_object(
      'sales', sales,
      'total', total,
      'priced', priced,
      'lower_quartile', floor(quartiles[1] + 0.5), 'median', floor(quartiles[2] + 0.5),
      'upper_quartile', floor(quartiles[3] + 0.5),
      'highest', (
        SELECT json_build_object(
          'id', id, 'plate_number', plate_number, 'where_sold', where_sold, 'sale_year', sale_year,
          'sale_month', sale_month, 'total_price', total_price, 'price_basis', price_basis
        )
        FROM passed WHERE reported IS NOT NULL ORDER BY reported DESC, id LIMIT 1
      ),
      'years', (
        SELECT coalesce(json_agg(json_build_object(
          'sale_year', sale_year, 'sales', sales, 'priced', priced,
          'lower_quartile', floor(quartiles[1] + 0.5), 'median', floor(quartiles[2] + 0.5),
          'upper_quartile', floor(quartiles[3] + 0.5)
        ) ORDER BY sale_year), '[]')
        FROM spreads WHERE sale_year IS NOT NULL
      ),
      'sellers', (
        SELECT coalesce(json_agg(json_build_object('name', name, 'sales', sales)
          ORDER BY sales DESC, name NULLS FIRST), '[]')
        FROM (SELECT nullif(btrim(where_sold), '') AS name, count(*) AS sales FROM passed GROUP BY 1) AS seller
      ),
      'categories', '[]'::json
    )
    FROM spreads WHERE sale_year IS NULL
  );
END
$$;

REVOKE EXECUTE ON FUNCTION
  sales_figures(text, text[], text[], text[], integer, integer), jersey_sales_figures(text, text[], integer, integer)
FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  sales_figures(text, text[], text[], text[], integer, integer), jersey_sales_figures(text, text[], integer, integer)
TO anon, service_role;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE EXECUTE ON FUNCTION
      sales_figures(text, text[], text[], text[], integer, integer),
      jersey_sales_figures(text, text[], integer, integer)
    FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
