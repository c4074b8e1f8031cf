-- How a sale came to be on record: `complete` (every sold lot of an auction), `sample` (drawn at random from all lots),
-- `highest` (picked because it was dear), `reported` (made the news) or `own` (the dealer's own sale). Typical prices
-- come from `complete` and `sample` alone. Required without a default, which SQLite can only add to a new table, so both
-- tables are rebuilt; sales that are on record already were reported.
--
-- A search ignores case, spaces, hyphens, full stops and asterisks: `plate_compact` is the registration without them.
-- `plate_folded` has each figure as the letter that it looks like, so that '51 NGH' and 'S1 NGH' are both found as
-- SINGH. app/features/sales/explorer/plate-text.ts has the same rules. The former is stored, since an index that holds
-- a virtual column is not read in place of the table.

CREATE TABLE sales_before AS SELECT rowid AS row, * FROM sales;
DROP TABLE sales;
CREATE TABLE sales (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  plate_number TEXT NOT NULL CHECK (trim(plate_number) <> ''),
  plate_compact TEXT AS (
    upper(replace(replace(replace(replace(plate_number, ' ', ''), '-', ''), '.', ''), '*', ''))
  ) STORED,
  plate_folded TEXT AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      plate_compact, '0', 'O'), '1', 'I'), '2', 'Z'), '3', 'E'), '4', 'A'), '5', 'S'), '6', 'G'), '7', 'T'), '8', 'B')
  ),
  where_sold TEXT,
  type TEXT,
  category TEXT,
  sale_year INTEGER NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month INTEGER CHECK (sale_month BETWEEN 1 AND 12),
  hammer_price INTEGER CHECK (hammer_price BETWEEN 0 AND 2147483647),
  total_price INTEGER CHECK (total_price BETWEEN 0 AND 2147483647),
  price_basis TEXT CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url TEXT,
  note TEXT,
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  selection TEXT NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own'))
) STRICT;
-- With the same row ids, which the trigram index refers to.
INSERT INTO sales (
  rowid, id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
  selection, source_url, note, created_at, updated_at
) SELECT
  row, id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
  'reported', source_url, note, created_at, updated_at
FROM sales_before;
DROP TABLE sales_before;

CREATE TABLE jersey_sales_before AS SELECT rowid AS row, * FROM jersey_sales;
DROP TABLE jersey_sales;
CREATE TABLE jersey_sales (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  plate_number TEXT NOT NULL CHECK (trim(plate_number) <> ''),
  plate_compact TEXT AS (
    upper(replace(replace(replace(replace(plate_number, ' ', ''), '-', ''), '.', ''), '*', ''))
  ) STORED,
  plate_folded TEXT AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      plate_compact, '0', 'O'), '1', 'I'), '2', 'Z'), '3', 'E'), '4', 'A'), '5', 'S'), '6', 'G'), '7', 'T'), '8', 'B')
  ),
  total_price INTEGER CHECK (total_price BETWEEN 0 AND 2147483647),
  where_sold TEXT,
  sale_year INTEGER NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month INTEGER CHECK (sale_month BETWEEN 1 AND 12),
  price_basis TEXT CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url TEXT,
  note TEXT,
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  selection TEXT NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own'))
) STRICT;
INSERT INTO jersey_sales (
  rowid, id, plate_number, total_price, where_sold, sale_year, sale_month, price_basis, selection, source_url, note,
  created_at, updated_at
) SELECT
  row, id, plate_number, total_price, where_sold, sale_year, sale_month, price_basis, 'reported', source_url, note,
  created_at, updated_at
FROM jersey_sales_before;
DROP TABLE jersey_sales_before;

-- The keys, indexes and triggers of 0001 to 0006, which went with the tables; the indexes of the explorer hold the new
-- column of its filters as well.
CREATE UNIQUE INDEX sales_natural_key ON sales (
  plate_number, sale_year, coalesce(sale_month, -1), coalesce(where_sold, x''),
  coalesce(hammer_price, -1), coalesce(total_price, -1)
);
CREATE UNIQUE INDEX jersey_sales_natural_key ON jersey_sales (
  plate_number, sale_year, coalesce(sale_month, -1), coalesce(where_sold, x''), coalesce(total_price, -1)
);
CREATE INDEX jersey_sales_by_date ON jersey_sales (sale_year DESC, sale_month DESC, id);
CREATE INDEX sales_walk_total
  ON sales (total_price DESC, id, sale_year, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_walk_hammer
  ON sales (hammer_price DESC, id, sale_year, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_walk_plate
  ON sales (lower(plate_number) DESC, id, sale_year, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_walk_date
  ON sales (sale_year DESC, sale_month DESC, hammer_price DESC, id, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_walk_date_up
  ON sales (sale_year, sale_month, hammer_price DESC, id DESC, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_by_kind ON sales (sale_year, where_sold, category, type, selection);
-- The hammer prices that typical prices come from, in their order: as in packages/sqlite-rest/sales-stats.ts.
CREATE INDEX sales_unselected
  ON sales (hammer_price, category, where_sold, sale_year, sale_month, type, selection, plate_compact)
  WHERE selection IN ('complete', 'sample') AND hammer_price > 0
    AND (price_basis IS NULL OR price_basis IN ('both', 'hammer'));

CREATE TRIGGER sales_touch AFTER UPDATE ON sales WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE sales SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER jersey_sales_touch AFTER UPDATE ON jersey_sales WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE jersey_sales SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

CREATE TRIGGER sales_insert_version AFTER INSERT ON sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER sales_update_version AFTER UPDATE ON sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER sales_delete_version AFTER DELETE ON sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER jersey_sales_insert_version AFTER INSERT ON jersey_sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER jersey_sales_update_version AFTER UPDATE ON jersey_sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER jersey_sales_delete_version AFTER DELETE ON jersey_sales BEGIN UPDATE data_version SET version = version + 1; END;

-- A search of three letters and more looks in the trigrams of `plate_folded`, which every registration that it may find
-- has in common with it.
DROP TABLE sales_trigrams;
CREATE VIRTUAL TABLE sales_trigrams USING fts5 (
  plate_folded, content = 'sales', content_rowid = 'rowid', tokenize = 'trigram', detail = 'full'
);
INSERT INTO sales_trigrams (sales_trigrams) VALUES ('rebuild');
CREATE TRIGGER sales_insert_trigrams AFTER INSERT ON sales BEGIN
  INSERT INTO sales_trigrams (rowid, plate_folded) VALUES (NEW.rowid, NEW.plate_folded);
END;
CREATE TRIGGER sales_delete_trigrams AFTER DELETE ON sales BEGIN
  INSERT INTO sales_trigrams (sales_trigrams, rowid, plate_folded) VALUES ('delete', OLD.rowid, OLD.plate_folded);
END;
CREATE TRIGGER sales_update_trigrams AFTER UPDATE OF plate_number ON sales
WHEN OLD.plate_folded IS NOT NEW.plate_folded BEGIN
  INSERT INTO sales_trigrams (sales_trigrams, rowid, plate_folded) VALUES ('delete', OLD.rowid, OLD.plate_folded);
  INSERT INTO sales_trigrams (rowid, plate_folded) VALUES (NEW.rowid, NEW.plate_folded);
END;

-- Sales are counted by selection as well. Totals are no longer added up: nothing shows them.
DROP VIEW sales_sellers;
DROP VIEW sales_categories;
DROP VIEW sales_types;
DROP VIEW sales_years;
DROP VIEW sales_listed;
DROP VIEW sales_reported;
DROP VIEW jersey_sales_counts;
DROP VIEW jersey_sales_sellers;
DROP VIEW jersey_sales_years;
DROP VIEW jersey_sales_listed;
DROP VIEW jersey_sales_reported;
DROP TABLE sales_counts;

CREATE TABLE sales_counts (
  where_sold TEXT,
  category TEXT,
  type TEXT,
  selection TEXT NOT NULL,
  sale_year INTEGER NOT NULL,
  sales INTEGER NOT NULL CHECK (sales >= 0)
) STRICT;
CREATE UNIQUE INDEX sales_counts_key ON sales_counts (
  sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''), selection
);
INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
  SELECT where_sold, category, type, selection, sale_year, count(*) FROM sales GROUP BY 1, 2, 3, 4, 5;
CREATE INDEX sales_counts_by_seller ON sales_counts (where_sold, sales);
CREATE INDEX sales_counts_by_type ON sales_counts (category, type, sales);

CREATE TRIGGER sales_insert_count AFTER INSERT ON sales BEGIN
  INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
    VALUES (NEW.where_sold, NEW.category, NEW.type, NEW.selection, NEW.sale_year, 1)
    ON CONFLICT (sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''), selection)
    DO UPDATE SET sales = sales + 1;
END;
CREATE TRIGGER sales_delete_count AFTER DELETE ON sales BEGIN
  UPDATE sales_counts SET sales = sales - 1
    WHERE sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'')
      AND selection = OLD.selection;
  DELETE FROM sales_counts
    WHERE sales = 0
      AND sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'')
      AND selection = OLD.selection;
END;
CREATE TRIGGER sales_update_count AFTER UPDATE OF where_sold, category, type, selection, sale_year ON sales
WHEN OLD.where_sold IS NOT NEW.where_sold OR OLD.category IS NOT NEW.category OR OLD.type IS NOT NEW.type
  OR OLD.selection IS NOT NEW.selection OR OLD.sale_year IS NOT NEW.sale_year
BEGIN
  INSERT INTO sales_counts (where_sold, category, type, selection, sale_year, sales)
    VALUES (NEW.where_sold, NEW.category, NEW.type, NEW.selection, NEW.sale_year, 1)
    ON CONFLICT (sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''), selection)
    DO UPDATE SET sales = sales + 1;
  UPDATE sales_counts SET sales = sales - 1
    WHERE sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'')
      AND selection = OLD.selection;
  DELETE FROM sales_counts
    WHERE sales = 0
      AND sale_year = OLD.sale_year AND coalesce(where_sold, x'') = coalesce(OLD.where_sold, x'')
      AND coalesce(category, x'') = coalesce(OLD.category, x'') AND coalesce(type, x'') = coalesce(OLD.type, x'')
      AND selection = OLD.selection;
END;

CREATE VIEW sales_sellers AS SELECT where_sold, sum(sales) AS sales FROM sales_counts GROUP BY where_sold;
CREATE VIEW sales_categories AS SELECT category, sum(sales) AS sales FROM sales_counts GROUP BY category;
CREATE VIEW sales_types AS SELECT category, type, sum(sales) AS sales FROM sales_counts GROUP BY category, type;
CREATE VIEW sales_selections AS SELECT selection, sum(sales) AS sales FROM sales_counts GROUP BY selection;
CREATE VIEW sales_years AS SELECT sale_year, sum(sales) AS sales FROM sales_counts GROUP BY sale_year;
CREATE VIEW jersey_sales_counts AS
  SELECT where_sold, selection, sale_year, count(*) AS sales FROM jersey_sales GROUP BY where_sold, selection, sale_year;
CREATE VIEW jersey_sales_sellers AS SELECT where_sold, count(*) AS sales FROM jersey_sales GROUP BY where_sold;
CREATE VIEW jersey_sales_years AS SELECT sale_year, count(*) AS sales FROM jersey_sales GROUP BY sale_year;

-- A sale as the explorer lists it: text in the order of its lower-case letters, and the columns of a search.
CREATE VIEW sales_listed AS
  SELECT
    id, plate_number, where_sold, type, category, sale_year, sale_month, hammer_price, total_price, price_basis,
    selection, source_url, note, lower(plate_number) AS plate_order, plate_compact, plate_folded
  FROM sales;
CREATE VIEW jersey_sales_listed AS
  SELECT
    id, plate_number, total_price, where_sold, sale_year, sale_month, price_basis, selection, source_url, note,
    lower(plate_number) AS plate_order, plate_compact, plate_folded,
    lower(trim(coalesce(where_sold, ''))) AS seller_order
  FROM jersey_sales;
