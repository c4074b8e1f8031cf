-- What was changed in recorded sales, for undo. Only the service key comes here. supabase/migrations has the same.

-- Written by the function change_sales, one row for each sale that a call changed; removed after 30 days.
CREATE TABLE sale_changes (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- Of one call, and the id of its entry in `audit`.
  batch TEXT NOT NULL
    CHECK (length(batch) = 36 AND batch NOT GLOB '*[^-0-9a-f]*' AND batch GLOB '????????-????-????-????-????????????'),
  -- The sale's updated_at after the change.
  at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  explorer TEXT NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  sale_id TEXT NOT NULL
    CHECK (length(sale_id) = 36 AND sale_id NOT GLOB '*[^-0-9a-f]*' AND sale_id GLOB '????????-????-????-????-????????????'),
  plate_number TEXT NOT NULL,
  -- JSON of the columns that changed, as they were and became; null: no such sale.
  before TEXT,
  after TEXT,
  CHECK (before IS NOT NULL OR after IS NOT NULL)
) STRICT;
CREATE INDEX sale_changes_by_batch ON sale_changes (batch);
CREATE INDEX sale_changes_by_sale ON sale_changes (sale_id, at);
CREATE INDEX sale_changes_by_date ON sale_changes (at DESC, id);

-- A removed sale may come back, as by an undo. SQLite changes the rule in a new table only.
CREATE TABLE corrections_before AS SELECT rowid AS row, * FROM corrections;
DROP TABLE corrections;
CREATE TABLE corrections (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  explorer TEXT NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  plate_number TEXT NOT NULL CHECK (trim(plate_number) <> ''),
  kind TEXT NOT NULL CHECK (kind IN ('edited', 'removed', 'restored')),
  -- For readers: 'Hammer price £4,520 → £4,250; month January → February'.
  change TEXT NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000)
) STRICT;
INSERT INTO corrections (rowid, id, at, explorer, plate_number, kind, change, reason)
  SELECT row, id, at, explorer, plate_number, kind, change, reason FROM corrections_before;
DROP TABLE corrections_before;
CREATE INDEX corrections_by_date ON corrections (at DESC, id);
CREATE TRIGGER corrections_insert_version AFTER INSERT ON corrections BEGIN UPDATE data_version SET version = version + 1; END;
