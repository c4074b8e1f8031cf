-- What the explorers ask past a thousand sales, so that figures follow the filters as the table does.
-- supabase/migrations has the same views; test/contract/ compares them.

-- A sale as the explorer lists it: text in the order of its small letters, A to Z, and a registration that can be
-- searched for an asterisk, which in a pattern of the contract is any text.
CREATE VIEW sales_listed AS
  SELECT
    id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
    source_url, note, lower(plate_number) AS plate_order, replace(plate_number, '*', char(57344)) AS plate_starless
  FROM sales;
CREATE VIEW jersey_sales_listed AS
  SELECT
    id, plate_number, total_price, where_sold, sale_year, sale_month, price_basis, source_url, note,
    lower(plate_number) AS plate_order, replace(plate_number, '*', char(57344)) AS plate_starless,
    lower(trim(coalesce(where_sold, ''))) AS seller_order
  FROM jersey_sales;

-- A reported total: above nothing, and neither a hammer price nor of a basis that its source leaves open. Only such
-- totals count towards a median or a sum. The same words stand in the view, the indexes and the triggers below.
CREATE VIEW sales_reported AS
  SELECT
    id, plate_number, where_sold, category, type, sale_year, sale_month, total_price,
    replace(plate_number, '*', char(57344)) AS plate_starless
  FROM sales WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'));
CREATE VIEW jersey_sales_reported AS
  SELECT
    id, plate_number, where_sold, sale_year, sale_month, total_price,
    replace(plate_number, '*', char(57344)) AS plate_starless
  FROM jersey_sales WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'));

-- The median of a selection is found by walking to its middle: of all years, and of one.
DROP INDEX sales_priced;
CREATE INDEX sales_reported_totals ON sales (total_price, sale_year, where_sold, category, type, plate_number)
  WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'));
CREATE INDEX sales_reported_years ON sales (sale_year, total_price, where_sold, category, type, plate_number)
  WHERE total_price > 0 AND (price_basis IS NULL OR price_basis NOT IN ('hammer', 'unclear'));

-- Every order of the explorer is one walk of an index: by registration without regard to case, and by date with the
-- dearer hammer price first in either direction, which takes two.
DROP INDEX sales_walk_plate;
DROP INDEX sales_walk_date;
CREATE INDEX sales_walk_plate
  ON sales (lower(plate_number) DESC, id, sale_year, where_sold, category, type, plate_number);
CREATE INDEX sales_walk_date
  ON sales (sale_year DESC, sale_month DESC, hammer_price DESC, id, where_sold, category, type, plate_number);
CREATE INDEX sales_walk_date_up
  ON sales (sale_year, sale_month, hammer_price DESC, id DESC, where_sold, category, type, plate_number);
-- Where few sales pass, those of their kinds are looked up and sorted, which is quicker than walking past all others.
CREATE INDEX sales_by_kind ON sales (sale_year, where_sold, category, type);

-- The kept counts now know prices, too: how many reported totals there are of a kind, and what they add up to.
ALTER TABLE sales_counts ADD COLUMN priced INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sales_counts ADD COLUMN total INTEGER NOT NULL DEFAULT 0;
DELETE FROM sales_counts;
INSERT INTO sales_counts (where_sold, category, type, sale_year, sales, priced, total)
  SELECT
    where_sold, category, type, sale_year, count(*),
    sum(coalesce(total_price, 0) > 0 AND coalesce(price_basis, '') NOT IN ('hammer', 'unclear')),
    sum(coalesce(total_price, 0) * (coalesce(price_basis, '') NOT IN ('hammer', 'unclear')))
  FROM sales GROUP BY 1, 2, 3, 4;
CREATE INDEX sales_counts_by_seller ON sales_counts (where_sold, sales);
CREATE INDEX sales_counts_by_type ON sales_counts (category, type, sales);

DROP TRIGGER sales_insert_tally;
DROP TRIGGER sales_delete_tally;
DROP TRIGGER sales_update_tally;
CREATE TRIGGER sales_insert_tally AFTER INSERT ON sales BEGIN
  INSERT INTO sales_counts (where_sold, category, type, sale_year, sales, priced, total)
    VALUES (
      NEW.where_sold, NEW.category, NEW.type, NEW.sale_year, 1,
      coalesce(NEW.total_price, 0) > 0 AND coalesce(NEW.price_basis, '') NOT IN ('hammer', 'unclear'),
      coalesce(NEW.total_price, 0) * (coalesce(NEW.price_basis, '') NOT IN ('hammer', 'unclear'))
    )
    ON CONFLICT (sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''))
    DO UPDATE SET sales = sales + 1, priced = priced + excluded.priced, total = total + excluded.total;
END;
CREATE TRIGGER sales_delete_tally AFTER DELETE ON sales BEGIN
  UPDATE sales_counts SET
      sales = sales - 1,
      priced = priced
        - (coalesce(OLD.total_price, 0) > 0 AND coalesce(OLD.price_basis, '') NOT IN ('hammer', 'unclear')),
      total = total
        - coalesce(OLD.total_price, 0) * (coalesce(OLD.price_basis, '') NOT IN ('hammer', 'unclear'))
    WHERE sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'');
  DELETE FROM sales_counts
    WHERE sales = 0
      AND sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'');
END;
CREATE TRIGGER sales_update_tally
AFTER UPDATE OF where_sold, category, type, sale_year, total_price, price_basis ON sales
WHEN OLD.where_sold IS NOT NEW.where_sold OR OLD.category IS NOT NEW.category OR OLD.type IS NOT NEW.type
  OR OLD.sale_year IS NOT NEW.sale_year OR OLD.total_price IS NOT NEW.total_price
  OR OLD.price_basis IS NOT NEW.price_basis
BEGIN
  INSERT INTO sales_counts (where_sold, category, type, sale_year, sales, priced, total)
    VALUES (
      NEW.where_sold, NEW.category, NEW.type, NEW.sale_year, 1,
      coalesce(NEW.total_price, 0) > 0 AND coalesce(NEW.price_basis, '') NOT IN ('hammer', 'unclear'),
      coalesce(NEW.total_price, 0) * (coalesce(NEW.price_basis, '') NOT IN ('hammer', 'unclear'))
    )
    ON CONFLICT (sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''))
    DO UPDATE SET sales = sales + 1, priced = priced + excluded.priced, total = total + excluded.total;
  UPDATE sales_counts SET
      sales = sales - 1,
      priced = priced
        - (coalesce(OLD.total_price, 0) > 0 AND coalesce(OLD.price_basis, '') NOT IN ('hammer', 'unclear')),
      total = total
        - coalesce(OLD.total_price, 0) * (coalesce(OLD.price_basis, '') NOT IN ('hammer', 'unclear'))
    WHERE sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'');
  DELETE FROM sales_counts
    WHERE sales = 0
      AND sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'');
END;

-- The figures of a year are of the same totals, and say what these add up to.
DROP VIEW sales_years;
CREATE VIEW sales_years AS
  SELECT
    y.sale_year, y.sales, y.priced, y.total, p.lowest, p.lower_quartile, p.median, p.upper_quartile, p.highest
  FROM (
    SELECT sale_year, sum(sales) AS sales, sum(priced) AS priced, sum(total) AS total
    FROM sales_counts GROUP BY sale_year
  ) AS y
  LEFT JOIN (
    SELECT
      sale_year, min(total_price) AS lowest, max(total_price) AS highest,
      CAST(percentile_cont(total_price, 0.25) + 0.5 AS INTEGER) AS lower_quartile,
      CAST(percentile_cont(total_price, 0.5) + 0.5 AS INTEGER) AS median,
      CAST(percentile_cont(total_price, 0.75) + 0.5 AS INTEGER) AS upper_quartile
    FROM sales_reported GROUP BY sale_year
  ) AS p ON p.sale_year = y.sale_year;

DROP VIEW jersey_sales_years;
DROP VIEW jersey_sales_counts;
CREATE VIEW jersey_sales_counts AS
  SELECT
    where_sold, sale_year, count(*) AS sales,
    sum(coalesce(total_price, 0) > 0 AND coalesce(price_basis, '') NOT IN ('hammer', 'unclear')) AS priced,
    sum(coalesce(total_price, 0) * (coalesce(price_basis, '') NOT IN ('hammer', 'unclear'))) AS total
  FROM jersey_sales GROUP BY where_sold, sale_year;
CREATE VIEW jersey_sales_years AS
  SELECT
    y.sale_year, y.sales, y.priced, y.total, p.lowest, p.lower_quartile, p.median, p.upper_quartile, p.highest
  FROM (
    SELECT sale_year, sum(sales) AS sales, sum(priced) AS priced, sum(total) AS total
    FROM jersey_sales_counts GROUP BY sale_year
  ) AS y
  LEFT JOIN (
    SELECT
      sale_year, min(total_price) AS lowest, max(total_price) AS highest,
      CAST(percentile_cont(total_price, 0.25) + 0.5 AS INTEGER) AS lower_quartile,
      CAST(percentile_cont(total_price, 0.5) + 0.5 AS INTEGER) AS median,
      CAST(percentile_cont(total_price, 0.75) + 0.5 AS INTEGER) AS upper_quartile
    FROM jersey_sales_reported GROUP BY sale_year
  ) AS p ON p.sale_year = y.sale_year;
