-- What the explorers ask beyond rows: which sellers, categories, types and years there are, how many sales of
-- each, and what a year's prices were. supabase/migrations has the same views; test/contract/ compares them.

-- How many sales there are of each kind, kept by triggers: counting a million rows takes a tenth of a second,
-- adding up this table a hundredth.
CREATE TABLE sales_counts (
  where_sold TEXT,
  category TEXT,
  type TEXT,
  sale_year INTEGER NOT NULL,
  sales INTEGER NOT NULL CHECK (sales >= 0)
) STRICT;
CREATE UNIQUE INDEX sales_counts_key ON sales_counts (
  sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x'')
);
INSERT INTO sales_counts (where_sold, category, type, sale_year, sales)
  SELECT where_sold, category, type, sale_year, count(*) FROM sales GROUP BY 1, 2, 3, 4;

CREATE TRIGGER sales_insert_tally AFTER INSERT ON sales BEGIN
  INSERT INTO sales_counts (where_sold, category, type, sale_year, sales)
    VALUES (NEW.where_sold, NEW.category, NEW.type, NEW.sale_year, 1)
    ON CONFLICT (sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''))
    DO UPDATE SET sales = sales + 1;
END;
CREATE TRIGGER sales_delete_tally AFTER DELETE ON sales BEGIN
  UPDATE sales_counts SET sales = sales - 1
    WHERE sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'');
  DELETE FROM sales_counts
    WHERE sales = 0
      AND sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'');
END;
CREATE TRIGGER sales_update_tally AFTER UPDATE OF where_sold, category, type, sale_year ON sales
WHEN OLD.where_sold IS NOT NEW.where_sold OR OLD.category IS NOT NEW.category
  OR OLD.type IS NOT NEW.type OR OLD.sale_year IS NOT NEW.sale_year
BEGIN
  UPDATE sales_counts SET sales = sales - 1
    WHERE sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'');
  DELETE FROM sales_counts
    WHERE sales = 0
      AND sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'');
  INSERT INTO sales_counts (where_sold, category, type, sale_year, sales)
    VALUES (NEW.where_sold, NEW.category, NEW.type, NEW.sale_year, 1)
    ON CONFLICT (sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''))
    DO UPDATE SET sales = sales + 1;
END;

CREATE VIEW sales_sellers AS SELECT where_sold, sum(sales) AS sales FROM sales_counts GROUP BY where_sold;
CREATE VIEW sales_categories AS SELECT category, sum(sales) AS sales FROM sales_counts GROUP BY category;
CREATE VIEW sales_types AS SELECT category, type, sum(sales) AS sales FROM sales_counts GROUP BY category, type;

-- There are too few Jersey sales to keep a table of their counts.
CREATE VIEW jersey_sales_counts AS
  SELECT where_sold, sale_year, count(*) AS sales FROM jersey_sales GROUP BY where_sold, sale_year;
CREATE VIEW jersey_sales_sellers AS
  SELECT where_sold, count(*) AS sales FROM jersey_sales GROUP BY where_sold;

-- Prices of a year in whole pounds, a half rounded up; quartiles lie between the two prices nearest to them.
-- A price whose basis is unclear does not count. percentile_cont is SQLite's own where it was built in;
-- backend/database.ts brings one where it was not.
CREATE INDEX sales_priced ON sales (sale_year, total_price)
  WHERE total_price IS NOT NULL AND price_basis IS NOT 'unclear';

CREATE VIEW sales_years AS
  SELECT
    y.sale_year, y.sales, coalesce(p.priced, 0) AS priced,
    p.lowest, p.lower_quartile, p.median, p.upper_quartile, p.highest
  FROM (SELECT sale_year, sum(sales) AS sales FROM sales_counts GROUP BY sale_year) AS y
  LEFT JOIN (
    SELECT
      sale_year, count(*) AS priced, min(total_price) AS lowest, max(total_price) AS highest,
      CAST(percentile_cont(total_price, 0.25) + 0.5 AS INTEGER) AS lower_quartile,
      CAST(percentile_cont(total_price, 0.5) + 0.5 AS INTEGER) AS median,
      CAST(percentile_cont(total_price, 0.75) + 0.5 AS INTEGER) AS upper_quartile
    FROM sales WHERE total_price IS NOT NULL AND price_basis IS NOT 'unclear' GROUP BY sale_year
  ) AS p ON p.sale_year = y.sale_year;

CREATE VIEW jersey_sales_years AS
  SELECT
    y.sale_year, y.sales, coalesce(p.priced, 0) AS priced,
    p.lowest, p.lower_quartile, p.median, p.upper_quartile, p.highest
  FROM (SELECT sale_year, sum(sales) AS sales FROM jersey_sales_counts GROUP BY sale_year) AS y
  LEFT JOIN (
    SELECT
      sale_year, count(*) AS priced, min(total_price) AS lowest, max(total_price) AS highest,
      CAST(percentile_cont(total_price, 0.25) + 0.5 AS INTEGER) AS lower_quartile,
      CAST(percentile_cont(total_price, 0.5) + 0.5 AS INTEGER) AS median,
      CAST(percentile_cont(total_price, 0.75) + 0.5 AS INTEGER) AS upper_quartile
    FROM jersey_sales WHERE total_price IS NOT NULL AND price_basis IS NOT 'unclear' GROUP BY sale_year
  ) AS p ON p.sale_year = y.sale_year;
