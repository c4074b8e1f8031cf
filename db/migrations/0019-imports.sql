-- Imports of stock lists: a file between its upload and its confirmation, and what people said about headings. Only the
-- service key comes here, and pages do not show them. supabase/migrations has the same tables.
CREATE TABLE imports (
  -- Also the batch of the changes that it makes.
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- The file in base64; null once it is imported.
  content TEXT CHECK (length(content) <= 7000000),
  -- JSON: the sheet, the headings and the decisions that the person has chosen.
  choices TEXT NOT NULL DEFAULT '{}' CHECK (length(choices) <= 100000),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'written')),
  -- JSON: the counts of what was written.
  result TEXT CHECK (length(result) <= 10000),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;
CREATE INDEX imports_by_date ON imports (created_at);
CREATE TRIGGER imports_touch AFTER UPDATE ON imports WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE imports SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

CREATE TABLE import_headings (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- In small letters without spaces and signs: 'retailgbp'.
  heading TEXT NOT NULL UNIQUE CHECK (length(heading) BETWEEN 1 AND 200),
  -- '-': not imported.
  column_name TEXT NOT NULL CHECK (length(column_name) BETWEEN 1 AND 60),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;
CREATE TRIGGER import_headings_touch AFTER UPDATE ON import_headings WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE import_headings SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
