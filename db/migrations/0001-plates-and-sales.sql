-- The stock and the two sales archives. Every table keeps the contract's columns and nothing else.
-- Ids are lower-case uuids, booleans are 0 or 1, moments are UTC in ISO 8601 without trailing zeros,
-- so that comparing their bytes compares the moments.

PRAGMA application_id = 1347180884; -- 'PLWT': tells our file from somebody else's

-- What the backend remembers about itself: that the seed was sown, for one.
CREATE TABLE meta (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row. Its number rises with every change of data, in the transaction of that change.
CREATE TABLE data_version (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  version INTEGER NOT NULL
) STRICT;
INSERT INTO data_version (id, version) VALUES (1, 1);

CREATE TABLE plates (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  plate_number TEXT NOT NULL UNIQUE CHECK (trim(plate_number) <> ''),
  price INTEGER NOT NULL CHECK (price BETWEEN 0 AND 2147483647),
  category TEXT,
  description TEXT,
  detailed_description TEXT,
  image_url TEXT,
  is_available INTEGER NOT NULL DEFAULT 1 CHECK (is_available IN (0, 1)),
  is_feature INTEGER NOT NULL DEFAULT 0 CHECK (is_feature IN (0, 1)),
  is_demonstration INTEGER NOT NULL DEFAULT 0 CHECK (is_demonstration IN (0, 1)),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

-- The plate list and the featured grid: what is available, dearest first.
CREATE INDEX plates_by_price ON plates (is_available, price DESC, id);

CREATE TABLE sales (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  plate_number TEXT NOT NULL CHECK (trim(plate_number) <> ''),
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
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

-- What makes a sale the same sale; what is unknown counts as equal (hosted: UNIQUE NULLS NOT DISTINCT).
CREATE UNIQUE INDEX sales_natural_key ON sales (
  plate_number, sale_year, coalesce(sale_month, 0), coalesce(where_sold, ''),
  coalesce(hammer_price, -1), coalesce(total_price, -1)
);
-- The live read of the explorer: latest first. The default sort of its table: dearest first.
CREATE INDEX sales_by_date ON sales (sale_year DESC, sale_month DESC, id);
CREATE INDEX sales_by_total ON sales (total_price DESC, id);

CREATE TABLE jersey_sales (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  plate_number TEXT NOT NULL CHECK (trim(plate_number) <> ''),
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
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

CREATE UNIQUE INDEX jersey_sales_natural_key ON jersey_sales (
  plate_number, sale_year, coalesce(sale_month, 0), coalesce(where_sold, ''), coalesce(total_price, -1)
);
CREATE INDEX jersey_sales_by_date ON jersey_sales (sale_year DESC, sale_month DESC, id);

-- A change that does not set updated_at itself gets the moment of the change.
CREATE TRIGGER plates_touch AFTER UPDATE ON plates WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE plates SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER sales_touch AFTER UPDATE ON sales WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE sales SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER jersey_sales_touch AFTER UPDATE ON jersey_sales WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE jersey_sales SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

CREATE TRIGGER plates_insert_counts AFTER INSERT ON plates BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER plates_update_counts AFTER UPDATE ON plates BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER plates_delete_counts AFTER DELETE ON plates BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER sales_insert_counts AFTER INSERT ON sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER sales_update_counts AFTER UPDATE ON sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER sales_delete_counts AFTER DELETE ON sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER jersey_sales_insert_counts AFTER INSERT ON jersey_sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER jersey_sales_update_counts AFTER UPDATE ON jersey_sales BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER jersey_sales_delete_counts AFTER DELETE ON jersey_sales BEGIN UPDATE data_version SET version = version + 1; END;
