-- The tables of the embedded database; db/current has the views and triggers, and test/contract/ holds the two databases
-- together. Recorded sales differ from those of PostgreSQL by their computed columns and indexes; the other tables are
-- the same, and included at the end. db/read-sql.ts has what its types become: a uuid is in lower case, a
-- boolean is 0 or 1, a timestamptz is UTC in ISO 8601 without trailing zeros, so that comparing bytes compares the times.

PRAGMA application_id = 0x504C5754; -- 'PLWT'

-- What the database remembers about itself, such as that the seed was sown.
CREATE TABLE meta (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row. Its number rises with every change of what pages show, in the transaction of that change; and `stock` with those that
-- the explorers do not show: changes of plates, except demonstration plates, since every page says whether there are any.
CREATE TABLE data_version (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  version INTEGER NOT NULL,
  stock INTEGER NOT NULL
) STRICT;
INSERT INTO data_version (id, version, stock) VALUES (1, 1, 0);


-- RECORDED SALES

-- A search ignores case, spaces, hyphens, full stops and asterisks: `plate_compact` is the registration without them.
-- It is stored, since an index that holds a virtual column is not read in place of the table. `plate_folded` has each
-- figure as the letter that it looks like, so that '51 NGH' and 'S1 NGH' are both found as SINGH.
-- shared/sales/explorer/plate-text.ts and packages/sqlite-rest/plate-text.ts have the same rules.
CREATE TABLE sales (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
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
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- How the sale came to be on record: `complete` (every sold lot of an auction), `sample` (drawn at random from all
  -- lots), `highest` (picked because of its price), `reported` (made the news) or `own` (the dealer's own sale). Typical
  -- prices come from `complete` and `sample` alone.
  selection TEXT NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own')),
  -- A for each letter and 9 for each figure: A9AAA is M4 SAM. Null for a text of another shape.
  plate_shape TEXT AS (
    CASE
      WHEN length(plate_compact) <= 7
        AND length(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')) BETWEEN 1 AND 4
        AND trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') NOT GLOB '*[^0-9]*'
      THEN substr('AAAAAA', 1, length(plate_compact) - length(ltrim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
        || substr('9999', 1, length(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
        || substr('AAAAAA', 1, length(plate_compact) - length(rtrim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
    END
  ) VIRTUAL,
  -- By the shape alone, so that registrations of Northern Ireland are dateless.
  plate_system TEXT AS (
    CASE plate_shape
      WHEN 'AA99AAA' THEN 'current'
      WHEN 'A9AAA' THEN 'prefix' WHEN 'A99AAA' THEN 'prefix' WHEN 'A999AAA' THEN 'prefix'
      WHEN 'AAA9A' THEN 'suffix' WHEN 'AAA99A' THEN 'suffix' WHEN 'AAA999A' THEN 'suffix'
      WHEN 'A9' THEN 'dateless' WHEN 'A99' THEN 'dateless' WHEN 'A999' THEN 'dateless' WHEN 'A9999' THEN 'dateless'
      WHEN 'AA9' THEN 'dateless' WHEN 'AA99' THEN 'dateless' WHEN 'AA999' THEN 'dateless' WHEN 'AA9999' THEN 'dateless'
      WHEN 'AAA9' THEN 'dateless' WHEN 'AAA99' THEN 'dateless' WHEN 'AAA999' THEN 'dateless' WHEN 'AAA9999' THEN 'dateless'
      WHEN '9A' THEN 'dateless' WHEN '99A' THEN 'dateless' WHEN '999A' THEN 'dateless' WHEN '9999A' THEN 'dateless'
      WHEN '9AA' THEN 'dateless' WHEN '99AA' THEN 'dateless' WHEN '999AA' THEN 'dateless' WHEN '9999AA' THEN 'dateless'
      WHEN '9AAA' THEN 'dateless' WHEN '99AAA' THEN 'dateless' WHEN '999AAA' THEN 'dateless' WHEN '9999AAA' THEN 'dateless'
    END
  ) VIRTUAL
) STRICT;

-- What makes a sale the same sale; what is unknown counts as equal, and stands here as a value that no row can hold.
CREATE UNIQUE INDEX sales_natural_key ON sales (
  plate_number, sale_year, coalesce(sale_month, -1), coalesce(where_sold, x''),
  coalesce(hammer_price, -1), coalesce(total_price, -1)
);

-- Above a thousand sales the database answers for the pages of the explorer. Each of its orders is one walk of an
-- index, which also has the columns of the filters: a page is found by looking at each entry, without sorting and
-- without reading the rows that do not pass. Walked backwards, it is the other direction; by date the higher hammer
-- price comes first in both directions, which takes two.
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
-- Where few sales pass, those of their kinds are looked up and sorted, which is quicker than walking past all others.
CREATE INDEX sales_by_kind ON sales (sale_year, where_sold, category, type, selection);
CREATE INDEX sales_changed ON sales (updated_at DESC);
-- The hammer prices that typical prices come from, in their order: as in packages/sqlite-rest/sales-stats.ts.
CREATE INDEX sales_unselected
  ON sales (hammer_price, category, where_sold, sale_year, sale_month, type, selection, plate_compact)
  WHERE selection IN ('complete', 'sample') AND hammer_price > 0
    AND (price_basis IS NULL OR price_basis IN ('both', 'hammer'));

-- The sales that a price is compared with: those of the same letters, from the nearest number; those of the same number
-- in the same format, latest first. The hammer price must be known. `plate_letters` are those that people buy: SAM in
-- SAM 1, M4 SAM, SAM 4M and AB12 SAM. They and `plate_figures` are expressions, which the indexes and the view repeat.
CREATE INDEX sales_by_letters ON sales (
  CASE plate_system
    WHEN 'dateless' THEN trim(plate_compact, '0123456789')
    WHEN 'suffix' THEN substr(plate_compact, 1, 3)
    WHEN 'prefix' THEN substr(plate_compact, -3)
    WHEN 'current' THEN substr(plate_compact, -3)
  END,
  plate_system,
  CASE WHEN plate_shape IS NOT NULL THEN CAST(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') AS INTEGER) END,
  sale_year DESC, sale_month DESC
) WHERE hammer_price > 0 AND price_basis IS NOT 'unclear';
CREATE INDEX sales_by_shape ON sales (
  plate_shape,
  CASE WHEN plate_shape IS NOT NULL THEN CAST(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') AS INTEGER) END,
  sale_year DESC, sale_month DESC
) WHERE hammer_price > 0 AND price_basis IS NOT 'unclear';

-- A search of three letters and more looks in the trigrams of `plate_folded`, which every registration that it may find
-- has in common with it.
CREATE VIRTUAL TABLE sales_trigrams USING fts5 (
  plate_folded, content = 'sales', content_rowid = 'rowid', tokenize = 'trigram', detail = 'full'
);

-- How many sales there are of each kind, kept by triggers: counting a million rows takes a tenth of a second, adding up
-- this table a hundredth.
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
CREATE INDEX sales_counts_by_seller ON sales_counts (where_sold, sales);
CREATE INDEX sales_counts_by_type ON sales_counts (category, type, sales);

CREATE TABLE jersey_sales (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
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
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  selection TEXT NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own'))
) STRICT;
CREATE UNIQUE INDEX jersey_sales_natural_key ON jersey_sales (
  plate_number, sale_year, coalesce(sale_month, -1), coalesce(where_sold, x''), coalesce(total_price, -1)
);
CREATE INDEX jersey_sales_by_date ON jersey_sales (sale_year DESC, sale_month DESC, id);


-- THE TABLES THAT BOTH DATABASES HAVE

\ir ../../supabase/migrations/20261214000001_tables.sql

-- The plate list and the featured grid: what is available, by price from the highest.
CREATE INDEX plates_by_price ON plates (is_available, price DESC, id);
