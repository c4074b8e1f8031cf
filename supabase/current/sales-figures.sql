-- The functions sales_figures and jersey_sales_figures give typical prices in all, by kind and of the latest 50 auctions: the
-- number of prices, quartiles between the two nearest prices in whole pounds, halves rounded up, and the 95 % confidence
-- interval of the median by rank, n/2 minus and plus 0.98 √n. packages/sqlite-rest/sales-stats.ts computes the same;
-- test/contract/ compares them. Each request is planned by itself, because a null argument adds no condition.
--
-- Prices are collected and then sorted, group by group: sorting a million rows by group and price instead takes a second.
-- The latest auctions are the beginning of an index, since collecting the prices of all auctions takes as long as the rest.
-- What a search finds, and the few sales of some kinds, are gathered once instead: by the indexes they would be looked for three
-- times, each time among all sales. shared/sales/sales-query.ts has the same number of few.
DO $make$
DECLARE
  made text;
  place text;
  fragment text;
  own jsonb;
  -- All have places in braces for what an explorer has of its own.
  template CONSTANT text := $template$
CREATE FUNCTION {sales}_figures({arguments}) RETURNS json LANGUAGE plpgsql STABLE SECURITY INVOKER
SET search_path = '' SET plan_cache_mode = force_custom_plan SET work_mem = '64MB' AS $$
DECLARE
  compact text := nullif(translate(upper(search COLLATE "C"), ' -.*', ''), '');
  pattern text := '%' || regexp_replace(compact, '([\\%_])', '\\\1', 'g') || '%';
  seller_pattern text := '%' || regexp_replace(search, '([\\%_])', '\\\1', 'g') || '%';
  -- Narrows the rows by the trigram index; `pattern` then decides which of them match.
  folded text := CASE WHEN length(compact) >= 3
    THEN '%' || regexp_replace(translate(compact, '012345678', 'OIZEASGTB'), '([\\%_])', '\\\1', 'g') || '%' END;
  -- The same for one or two letters, which no trigram narrows: that they are in this order is found in a third of the time.
  loose text := CASE WHEN compact ~ '^[A-Z0-9]{1,2}$' THEN '%' || regexp_replace(compact, '(.)(.)', '\1%\2') || '%' END;
BEGIN
{returns}
END
$$
$template$;
  query CONSTANT text := $query$
  RETURN (
    WITH matching AS {gathered} (
      SELECT id, where_sold, {category} AS category, selection, sale_year, sale_month, {price} AS price, total_price, price_basis
      FROM public.{source} WHERE {matches}
    ),
    kinds AS MATERIALIZED ({kinds}),
    unselected AS NOT MATERIALIZED (
      SELECT price, nullif(btrim(category), '') AS category, where_sold, sale_year, sale_month
      FROM matching WHERE selection IN ('complete', 'sample') AND price > 0 AND ({is_hammer})
    ),
    -- level: 1 in all, 0 by kind, 2 by auction
    priced_groups AS (
      SELECT
        grouping(category) AS level, category, NULL AS where_sold, NULL::integer AS sale_year, NULL::integer AS sale_month,
        array_agg(price) AS prices, count(*)::integer AS priced
      FROM unselected
      GROUP BY GROUPING SETS ((), (category))
      UNION ALL (
        SELECT 2, NULL, where_sold, sale_year, sale_month, array_agg(price), count(*)::integer
        FROM unselected
        WHERE btrim(coalesce(where_sold, '')) <> '' AND sale_month IS NOT NULL
        GROUP BY sale_year, sale_month, where_sold
        ORDER BY sale_year DESC, sale_month DESC, where_sold DESC LIMIT 50
      )
    ),
    sorted_groups AS MATERIALIZED (
      SELECT *, ARRAY(SELECT unnest(prices) ORDER BY 1) AS sorted FROM priced_groups WHERE priced > 0
    ),
    typical_prices AS MATERIALIZED (
      SELECT level, category, where_sold, sale_year, sale_month, jsonb_build_object(
        'priced', priced,
        'lower_quartile', {quarter_1},
        'median', {quarter_2},
        'upper_quartile', {quarter_3},
        'median_low', sorted[greatest(1, floor((priced - 1.96::float8 * sqrt(priced::float8)) / 2 + 0.5)::integer)],
        'median_high', sorted[least(priced, floor(1.5 + (priced + 1.96::float8 * sqrt(priced::float8)) / 2)::integer)]
      ) AS typical
      FROM sorted_groups
    )
    SELECT json_build_object(
      'sales', (SELECT coalesce(sum(sales), 0) FROM kinds),
      'highest', (
        SELECT json_build_object(
          'id', id, 'plate_number', plate_number, 'where_sold', where_sold, 'sale_year', sale_year,
          'sale_month', sale_month, 'total_price', total_price, 'price_basis', price_basis, 'selection', selection
        )
        FROM public.{sales}
        WHERE id = (SELECT id FROM matching WHERE total_price > 0 ORDER BY total_price DESC NULLS LAST, id LIMIT 1)
      ),
      'typical', (SELECT typical FROM typical_prices WHERE level = 1),
      'kinds', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('name', category) || typical ORDER BY category NULLS FIRST), '[]')
        FROM typical_prices WHERE level = 0 AND {has_categories}
      ),
      'auctions', (
        SELECT coalesce(jsonb_agg(
          jsonb_build_object('where_sold', where_sold, 'sale_year', sale_year, 'sale_month', sale_month) || typical
          ORDER BY sale_year, sale_month, where_sold
        ), '[]')
        FROM typical_prices WHERE level = 2
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
        WHERE {has_categories}
      )
    )
  );
$query$;
  quarter CONSTANT text := $$floor(sorted[1 + (priced - 1) * {quarters} / 4]
          + (sorted[1 + ((priced - 1) * {quarters} + 3) / 4] - sorted[1 + (priced - 1) * {quarters} / 4])
            * ((priced - 1) * {quarters} % 4) / 4.0 + 0.5)$$;
  gathered CONSTANT text := replace(replace(query, '{gathered}', 'MATERIALIZED'),
    '{kinds}', 'SELECT where_sold, category, selection, count(*) AS sales FROM matching GROUP BY 1, 2, 3');
  counted CONSTANT text := replace(replace(query, '{gathered}', 'NOT MATERIALIZED'),
    '{kinds}', 'SELECT where_sold, category, selection, sales FROM public.sales_counts WHERE {listed}');
  compact CONSTANT text := $$replace(replace(replace(replace(upper(plate_number), ' ', ''), '-', ''), '.', ''), '*', '')$$;
  listed CONSTANT text := $$(sellers IS NULL OR coalesce(btrim(where_sold), '') = '' OR where_sold = ANY (sellers))
        AND (year_from IS NULL OR sale_year >= year_from) AND (year_to IS NULL OR sale_year <= year_to)$$;
  listed_by_kind CONSTANT text := listed || $$
        AND (categories IS NULL OR coalesce(btrim(category), '') = '' OR category = ANY (categories))
        AND (types IS NULL OR coalesce(btrim(type), '') = '' OR type = ANY (types))
        AND (selections IS NULL OR selection = ANY (selections))$$;
BEGIN
  FOREACH own IN ARRAY ARRAY[
    jsonb_build_object(
      'sales', 'sales', 'price', 'hammer_price', 'category', 'category', 'has_categories', 'true',
      'arguments', 'search text DEFAULT NULL, sellers text[] DEFAULT NULL, categories text[] DEFAULT NULL,
        types text[] DEFAULT NULL, selections text[] DEFAULT NULL, year_from integer DEFAULT NULL, year_to integer DEFAULT NULL',
      'returns', 'IF (SELECT coalesce(sum(sales), 0) <= 5000 FROM public.sales_counts WHERE {listed}) THEN '
        || replace(gathered, '{source}', 'sales_of_kinds') || 'ELSIF pattern IS NOT NULL THEN '
        || replace(gathered, '{source}', 'sales') || 'ELSE' || replace(counted, '{source}', 'sales') || 'END IF;',
      'is_hammer', $$price_basis IS NULL OR price_basis IN ('both', 'hammer')$$,
      'matches', '(pattern IS NULL OR ' || compact || ' LIKE pattern)
        AND (folded IS NULL OR translate(upper(plate_number), ''012345678 -.*'', ''OIZEASGTB'') LIKE folded)
        AND (loose IS NULL OR upper(plate_number) LIKE loose) AND {listed}',
      'listed', listed_by_kind
    ),
    jsonb_build_object(
      'sales', 'jersey_sales', 'price', 'total_price', 'category', 'NULL::text', 'has_categories', 'false',
      'arguments', 'search text DEFAULT NULL, sellers text[] DEFAULT NULL, year_from integer DEFAULT NULL,
        year_to integer DEFAULT NULL',
      'returns', replace(gathered, '{source}', 'jersey_sales'), 'is_hammer', $$price_basis = 'hammer'$$,
      'matches', '(pattern IS NULL OR ' || compact || ' LIKE pattern OR where_sold ILIKE seller_pattern) AND {listed}',
      'listed', listed
    )
  ] LOOP
    made := replace(replace(template, '{returns}', own ->> 'returns'), '{matches}', own ->> 'matches');
    FOR quarters IN 1..3 LOOP
      made := replace(made, '{quarter_' || quarters || '}', replace(quarter, '{quarters}', quarters::text));
    END LOOP;
    FOR place, fragment IN SELECT * FROM jsonb_each_text(own) LOOP
      made := replace(made, '{' || place || '}', fragment);
    END LOOP;
    EXECUTE made;
  END LOOP;
END
$make$;
