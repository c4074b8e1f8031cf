-- The public log of corrections: what was changed in a recorded sale, or that it was removed, when and why. Entries are
-- added and read, never changed. supabase/migrations has the same table.
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
  kind TEXT NOT NULL CHECK (kind IN ('edited', 'removed')),
  -- For readers: 'Hammer price £4,520 → £4,250; month January → February'.
  change TEXT NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000)
) STRICT;
CREATE INDEX corrections_by_date ON corrections (at DESC, id);

-- Pages that show the log are cached by this version.
CREATE TRIGGER corrections_insert_version AFTER INSERT ON corrections BEGIN UPDATE data_version SET version = version + 1; END;
