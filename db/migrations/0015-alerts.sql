-- Alerts: what visitors want to be told of by mail, and the changes of stock and sales that they are told of. Only the
-- service key comes here. Pages do not show them, so no change here raises data_version. supabase/migrations has the same.
CREATE TABLE alerts (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- In the address of the page where the alert is started, changed and stopped. Whoever knows it needs no sign-in.
  token TEXT NOT NULL UNIQUE CHECK (length(token) = 43),
  -- In lower case.
  email TEXT NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  -- What is watched, as a query: 'q=SAM&to=5000' or 'registration=SAM1'.
  criteria TEXT NOT NULL CHECK (length(criteria) BETWEEN 3 AND 300),
  frequency TEXT NOT NULL DEFAULT 'at-once' CHECK (frequency IN ('at-once', 'weekly')),
  -- Null until the address is confirmed; an unconfirmed alert is removed after 48 hours.
  confirmed_at TEXT
    CHECK (confirmed_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  -- When the visitor last opened the alert's page; 24 months later the alert is removed.
  seen_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (seen_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  UNIQUE (email, criteria)
) STRICT;

CREATE TRIGGER alerts_touch AFTER UPDATE ON alerts WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE alerts SET updated_at = (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
  WHERE rowid = NEW.rowid;
END;

-- Written by the triggers below, in the transaction of the change, so that none is missed whoever makes it; and only
-- while somebody is to be told.
CREATE TABLE stock_changes (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  kind TEXT NOT NULL CHECK (kind IN ('new', 'price', 'sold')),
  plate_number TEXT NOT NULL,
  -- Of 'price', before the change.
  previous_price INTEGER,
  -- Which run of the alerts has taken it; null until one has.
  batch INTEGER,
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;

CREATE INDEX stock_changes_by_batch ON stock_changes (batch, created_at);

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
-- A sale of years ago that comes on record is history, not news.
CREATE TRIGGER sales_new AFTER INSERT ON sales
WHEN NEW.sale_year >= CAST(strftime('%Y', 'now') AS INTEGER) - 1
  AND EXISTS (SELECT 1 FROM alerts WHERE confirmed_at IS NOT NULL) BEGIN
  INSERT INTO stock_changes (kind, plate_number) VALUES ('sold', NEW.plate_number);
END;
