-- What the dealer sets without a programmer, and how often pages are read. Only the service key comes here.
-- supabase/migrations has the same tables.

-- Rows override the defaults of site.config.ts and of the environment.
CREATE TABLE settings (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 60 AND name NOT GLOB '*[^0-9A-Za-z]*'),
  -- JSON.
  value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 50000),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;
CREATE TRIGGER settings_touch AFTER UPDATE ON settings WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE settings SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER settings_insert_version AFTER INSERT ON settings BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER settings_update_version AFTER UPDATE ON settings BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER settings_delete_version AFTER DELETE ON settings BEGIN UPDATE data_version SET version = version + 1; END;

-- How often a page was read on a day, and nothing about who read it. Pages do not show it, so no change raises
-- data_version.
CREATE TABLE page_views (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  day TEXT NOT NULL CHECK (day GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]'),
  path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 200),
  views INTEGER NOT NULL CHECK (views > 0),
  UNIQUE (day, path)
) STRICT;

-- What the desk shows of them: in the last 7, 28 and 90 days, today included, and in as many days before.
CREATE VIEW page_view_totals AS
  SELECT path,
    sum(CASE WHEN day > date('now', '-7 days') THEN views ELSE 0 END) AS views_7,
    sum(CASE WHEN day > date('now', '-14 days') AND day <= date('now', '-7 days') THEN views ELSE 0 END) AS before_7,
    sum(CASE WHEN day > date('now', '-28 days') THEN views ELSE 0 END) AS views_28,
    sum(CASE WHEN day > date('now', '-56 days') AND day <= date('now', '-28 days') THEN views ELSE 0 END) AS before_28,
    sum(CASE WHEN day > date('now', '-90 days') THEN views ELSE 0 END) AS views_90,
    sum(CASE WHEN day <= date('now', '-90 days') THEN views ELSE 0 END) AS before_90
  FROM page_views WHERE day > date('now', '-180 days') AND day <= date('now') GROUP BY path;
CREATE VIEW page_view_days AS SELECT day, sum(views) AS views FROM page_views GROUP BY day;
