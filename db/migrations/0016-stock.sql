-- The dealer's side of the stock: a status and private columns for each plate, and what was changed, for undo. Only the
-- service key comes here. supabase/migrations has the same.

-- A price of 0 meant that there is none. It is null now, which SQLite allows only in a new table; and a plate that is for
-- sale has a price, so that plates without one leave the site and become drafts below.
CREATE TABLE plates_before AS SELECT rowid AS row, * FROM plates;
DROP TABLE plates;
CREATE TABLE plates (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  plate_number TEXT NOT NULL UNIQUE CHECK (trim(plate_number) <> ''),
  price INTEGER CHECK (price BETWEEN 0 AND 2147483647),
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
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  price_reason TEXT
    CHECK (length(price_reason) BETWEEN 1 AND 300 AND instr(price_reason, char(10)) + instr(price_reason, char(13)) = 0),
  CHECK (coalesce(price, 0) >= 1 OR is_available = 0)
) STRICT;
INSERT INTO plates (
  rowid, id, plate_number, price, category, description, detailed_description, image_url, is_available, is_feature,
  is_demonstration, created_at, updated_at, price_reason
) SELECT
  row, id, plate_number, nullif(price, 0), category, description, detailed_description, image_url,
  is_available AND price > 0, is_feature, is_demonstration, created_at, updated_at, price_reason
FROM plates_before;

CREATE INDEX plates_by_price ON plates (is_available, price DESC, id);

CREATE TRIGGER plates_touch AFTER UPDATE ON plates WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE plates SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER plates_insert_counts AFTER INSERT ON plates BEGIN UPDATE data_version SET version = version + 1; END;
-- Not of updated_at, which a change of the private columns moves as well.
CREATE TRIGGER plates_update_counts AFTER UPDATE OF
  id, plate_number, price, category, description, detailed_description, image_url, is_available, is_feature,
  is_demonstration, created_at, price_reason
ON plates BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER plates_delete_counts AFTER DELETE ON plates BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER plates_new AFTER INSERT ON plates
WHEN NEW.is_available = 1 AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number) VALUES ('new', NEW.plate_number);
END;
CREATE TRIGGER plates_new_again AFTER UPDATE OF is_available ON plates
WHEN NEW.is_available = 1 AND OLD.is_available = 0 AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number) VALUES ('new', NEW.plate_number);
END;
CREATE TRIGGER plates_repriced AFTER UPDATE OF price ON plates
WHEN NEW.price <> OLD.price AND NEW.is_available = 1 AND OLD.is_available = 1
  AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number, previous_price) VALUES ('price', NEW.plate_number, OLD.price);
END;

-- Whoever may read `plates` cannot name these columns: they are in a table of their own. A plate may be without a row.
CREATE TABLE plate_details (
  -- Of the plate. A trigger removes the row with it, since a foreign key would let PostgREST embed one in the other.
  id TEXT PRIMARY KEY NOT NULL
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- What it means beside is_available, which may change alone: see the view `stock`.
  status TEXT NOT NULL CHECK (status IN ('draft', 'for_sale', 'reserved', 'sold', 'withdrawn')),
  -- The last day.
  reserved_until TEXT CHECK (reserved_until GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  reserved_for TEXT CHECK (length(reserved_for) BETWEEN 1 AND 200),
  cost INTEGER CHECK (cost BETWEEN 0 AND 2147483647),
  bought_on TEXT CHECK (bought_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  document TEXT CHECK (document IN ('V750', 'V778', 'vehicle')),
  document_number TEXT CHECK (length(document_number) BETWEEN 1 AND 100),
  document_expires_on TEXT CHECK (document_expires_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  notes TEXT CHECK (length(notes) BETWEEN 1 AND 5000),
  sold_price INTEGER CHECK (sold_price BETWEEN 0 AND 2147483647),
  sold_on TEXT CHECK (sold_on GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  -- Of the explorer: 'sales:<id>' or 'jersey_sales:<id>'.
  recorded_sale TEXT CHECK (length(recorded_sale) BETWEEN 42 AND 49 AND (
    recorded_sale GLOB 'sales:????????-????-????-????-????????????'
    OR recorded_sale GLOB 'jersey_sales:????????-????-????-????-????????????'
  )),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;
CREATE TRIGGER plate_details_touch AFTER UPDATE ON plate_details WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE plate_details SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER plates_delete_details AFTER DELETE ON plates BEGIN
  DELETE FROM plate_details WHERE id = OLD.id;
END;

INSERT INTO plate_details (id, status)
  SELECT id, 'draft' FROM plates_before WHERE price = 0 AND is_available = 1;
DROP TABLE plates_before;
UPDATE data_version SET version = version + 1;

-- Written by the function change_stock, one row for each plate that a call changed; removed after 30 days.
CREATE TABLE plate_changes (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- Of one call, and the id of its entry in `audit`.
  batch TEXT NOT NULL
    CHECK (length(batch) = 36 AND batch NOT GLOB '*[^-0-9a-f]*' AND batch GLOB '????????-????-????-????-????????????'),
  -- The plate's updated_at after the change.
  at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  plate_id TEXT NOT NULL
    CHECK (length(plate_id) = 36 AND plate_id NOT GLOB '*[^-0-9a-f]*' AND plate_id GLOB '????????-????-????-????-????????????'),
  plate_number TEXT NOT NULL,
  -- JSON {"plate": {…}, "details": {…}} of the columns that changed, as they were and became; null: no such plate.
  before TEXT,
  after TEXT,
  CHECK (before IS NOT NULL OR after IS NOT NULL)
) STRICT;
CREATE INDEX plate_changes_by_batch ON plate_changes (batch);
CREATE INDEX plate_changes_by_plate ON plate_changes (plate_id, at);
CREATE INDEX plate_changes_by_date ON plate_changes (at DESC, id);

-- services/stock/plate-status.ts has the same rule of the status.
CREATE VIEW stock AS
  SELECT
    plates.id, plate_number, price, category, description, detailed_description, image_url, is_available, is_feature,
    is_demonstration, plates.created_at, plates.updated_at, price_reason,
    CASE
      WHEN is_available THEN 'for_sale'
      WHEN coalesce(status, 'for_sale') = 'for_sale' THEN 'withdrawn'
      ELSE status
    END AS status,
    reserved_until, reserved_for, cost, bought_on, document, document_number, document_expires_on, notes, sold_price,
    sold_on, recorded_sale,
    upper(replace(replace(replace(replace(plate_number, ' ', ''), '-', ''), '.', ''), '*', '')) AS plate_compact
  FROM plates LEFT JOIN plate_details ON plate_details.id = plates.id;
CREATE VIEW stock_counts AS SELECT status, count(*) AS plates FROM stock GROUP BY status;
