-- The audit trail of the office: who changed what, and when. Entries are added and read, never changed; they hold no
-- visitor's personal data. supabase/migrations has the same two tables.
CREATE TABLE audit (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  -- The user of the operating system.
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  command TEXT NOT NULL CHECK (length(command) BETWEEN 1 AND 100),
  change TEXT NOT NULL CHECK (length(change) BETWEEN 1 AND 2000)
) STRICT;
CREATE INDEX audit_by_date ON audit (at DESC, id);

-- What the site remembers from one run to the next, by name: when its clock was last read, for one.
CREATE TABLE site_state (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  value TEXT NOT NULL CHECK (length(value) <= 1000)
) STRICT;
