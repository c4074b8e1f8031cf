-- What the explorers ask beyond rows: which sellers, categories, types and years there are, how many sales of
-- each, and what a year's prices were: whole pounds, a half rounded up, without prices whose basis is unclear.
-- db/migrations has the same views. security_invoker: they show what the asking role may see, and no more.

CREATE INDEX sales_by_kind ON sales (sale_year, where_sold, category, type);

CREATE VIEW sales_counts WITH (security_invoker) AS
  SELECT where_sold, category, type, sale_year, count(*)::integer AS sales
  FROM sales GROUP BY where_sold, category, type, sale_year;
CREATE VIEW sales_sellers WITH (security_invoker) AS
  SELECT where_sold, count(*)::integer AS sales FROM sales GROUP BY where_sold;
CREATE VIEW sales_categories WITH (security_invoker) AS
  SELECT category, count(*)::integer AS sales FROM sales GROUP BY category;
CREATE VIEW sales_types WITH (security_invoker) AS
  SELECT category, type, count(*)::integer AS sales FROM sales GROUP BY category, type;

CREATE VIEW jersey_sales_counts WITH (security_invoker) AS
  SELECT where_sold, sale_year, count(*)::integer AS sales FROM jersey_sales GROUP BY where_sold, sale_year;
CREATE VIEW jersey_sales_sellers WITH (security_invoker) AS
  SELECT where_sold, count(*)::integer AS sales FROM jersey_sales GROUP BY where_sold;

CREATE VIEW sales_years WITH (security_invoker) AS
  SELECT
    sale_year,
    count(*)::integer AS sales,
    count(price)::integer AS priced,
    min(price) AS lowest,
    floor(percentile_cont(0.25) WITHIN GROUP (ORDER BY price) + 0.5)::integer AS lower_quartile,
    floor(percentile_cont(0.5) WITHIN GROUP (ORDER BY price) + 0.5)::integer AS median,
    floor(percentile_cont(0.75) WITHIN GROUP (ORDER BY price) + 0.5)::integer AS upper_quartile,
    max(price) AS highest
  FROM (
    SELECT sale_year, CASE WHEN price_basis IS DISTINCT FROM 'unclear' THEN total_price END AS price FROM sales
  ) AS sale
  GROUP BY sale_year;

CREATE VIEW jersey_sales_years WITH (security_invoker) AS
  SELECT
    sale_year,
    count(*)::integer AS sales,
    count(price)::integer AS priced,
    min(price) AS lowest,
    floor(percentile_cont(0.25) WITHIN GROUP (ORDER BY price) + 0.5)::integer AS lower_quartile,
    floor(percentile_cont(0.5) WITHIN GROUP (ORDER BY price) + 0.5)::integer AS median,
    floor(percentile_cont(0.75) WITHIN GROUP (ORDER BY price) + 0.5)::integer AS upper_quartile,
    max(price) AS highest
  FROM (
    SELECT sale_year, CASE WHEN price_basis IS DISTINCT FROM 'unclear' THEN total_price END AS price FROM jersey_sales
  ) AS sale
  GROUP BY sale_year;

REVOKE ALL ON
  sales_counts, sales_sellers, sales_categories, sales_types, sales_years,
  jersey_sales_counts, jersey_sales_sellers, jersey_sales_years
FROM PUBLIC, anon, service_role;
GRANT SELECT ON
  sales_counts, sales_sellers, sales_categories, sales_types, sales_years,
  jersey_sales_counts, jersey_sales_sellers, jersey_sales_years
TO anon, service_role;

-- A Supabase project has a role for visitors who sign in. Nobody does here: it gets nothing.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON
      plates, sales, jersey_sales,
      sales_counts, sales_sellers, sales_categories, sales_types, sales_years,
      jersey_sales_counts, jersey_sales_sellers, jersey_sales_years
    FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
