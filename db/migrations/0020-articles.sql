-- Articles and their pictures. Only the service key comes here: the server compiles what is published and serves it.
-- supabase/migrations has the same tables.

-- One that has the section and slug of an article that ships with the code takes its place.
CREATE TABLE articles (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  section TEXT NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 120 AND slug NOT GLOB '*[^-0-9a-z]*'),
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'withdrawn')),
  -- Of article_versions: what visitors read, and what they will read from publish_at.
  published_version TEXT
    CHECK (length(published_version) = 36 AND published_version NOT GLOB '*[^-0-9a-f]*' AND published_version GLOB '????????-????-????-????-????????????'),
  scheduled_version TEXT
    CHECK (length(scheduled_version) = 36 AND scheduled_version NOT GLOB '*[^-0-9a-f]*' AND scheduled_version GLOB '????????-????-????-????-????????????'),
  publish_at TEXT CHECK (publish_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  -- The first time.
  published_at TEXT CHECK (published_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  -- Of the link by which somebody without sign-in reads the latest version.
  preview_token TEXT UNIQUE CHECK (length(preview_token) = 43 AND preview_token NOT GLOB '*[^-0-9A-Za-z_]*'),
  -- Of the text: raised by each saving, so that two people who edit at once are told.
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  UNIQUE (section, slug),
  CHECK (status <> 'published' OR published_version IS NOT NULL),
  CHECK ((scheduled_version IS NULL) = (publish_at IS NULL)),
  CHECK (status <> 'scheduled' OR scheduled_version IS NOT NULL)
) STRICT;
CREATE TRIGGER articles_touch AFTER UPDATE ON articles WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE articles SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;
CREATE TRIGGER articles_insert_version AFTER INSERT ON articles BEGIN UPDATE data_version SET version = version + 1; END;
-- Not of a draft that is being written.
CREATE TRIGGER articles_update_version AFTER UPDATE OF section, slug, status, published_version, published_at
ON articles BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER articles_delete_version AFTER DELETE ON articles BEGIN UPDATE data_version SET version = version + 1; END;

CREATE TABLE article_versions (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- A trigger removes the versions with their article, since a foreign key would let PostgREST embed one in the other.
  article_id TEXT NOT NULL
    CHECK (length(article_id) = 36 AND article_id NOT GLOB '*[^-0-9a-f]*' AND article_id GLOB '????????-????-????-????-????????????'),
  number INTEGER NOT NULL CHECK (number >= 1),
  kind TEXT NOT NULL CHECK (kind IN ('autosave', 'saved', 'published')),
  -- JSON: the fields, with the text as Markdown.
  content TEXT NOT NULL CHECK (length(content) BETWEEN 2 AND 400000),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  UNIQUE (article_id, number)
) STRICT;
CREATE TRIGGER article_versions_touch AFTER UPDATE ON article_versions WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE article_versions SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

-- Where articles were before: these addresses redirect.
CREATE TABLE article_addresses (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  section TEXT NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 120 AND slug NOT GLOB '*[^-0-9a-z]*'),
  article_id TEXT NOT NULL
    CHECK (length(article_id) = 36 AND article_id NOT GLOB '*[^-0-9a-f]*' AND article_id GLOB '????????-????-????-????-????????????'),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  UNIQUE (section, slug)
) STRICT;
CREATE INDEX article_addresses_by_article ON article_addresses (article_id);
CREATE TRIGGER article_addresses_insert_version AFTER INSERT ON article_addresses BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER article_addresses_delete_version AFTER DELETE ON article_addresses BEGIN UPDATE data_version SET version = version + 1; END;
CREATE TRIGGER articles_delete_parts AFTER DELETE ON articles BEGIN
  DELETE FROM article_versions WHERE article_id = OLD.id;
  DELETE FROM article_addresses WHERE article_id = OLD.id;
END;

CREATE TABLE pictures (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  -- As it was uploaded.
  file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- Of the largest file, in pixels.
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 20000),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 20000),
  -- Of all files together.
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  updated_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (updated_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00')
) STRICT;
CREATE INDEX pictures_by_date ON pictures (created_at);
CREATE TRIGGER pictures_touch AFTER UPDATE ON pictures WHEN NEW.updated_at = OLD.updated_at BEGIN
  UPDATE pictures SET updated_at = rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00'
  WHERE rowid = NEW.rowid;
END;

-- The sizes in which a picture is served: '1600', '800', 'share'.
CREATE TABLE picture_files (
  id TEXT PRIMARY KEY NOT NULL
    DEFAULT (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))))
    CHECK (length(id) = 36 AND id NOT GLOB '*[^-0-9a-f]*' AND id GLOB '????????-????-????-????-????????????'),
  picture_id TEXT NOT NULL
    CHECK (length(picture_id) = 36 AND picture_id NOT GLOB '*[^-0-9a-f]*' AND picture_id GLOB '????????-????-????-????-????????????'),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 20 AND name NOT GLOB '*[^0-9a-z]*'),
  media_type TEXT NOT NULL CHECK (media_type IN ('image/webp', 'image/jpeg', 'image/png')),
  -- In base64.
  content TEXT NOT NULL CHECK (length(content) BETWEEN 4 AND 7000000),
  created_at TEXT NOT NULL
    DEFAULT (rtrim(rtrim(strftime('%Y-%m-%dT%H:%M:%f', 'now'), '0'), '.') || '+00:00')
    CHECK (created_at GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]*+00:00'),
  UNIQUE (picture_id, name)
) STRICT;
CREATE TRIGGER pictures_delete_files AFTER DELETE ON pictures BEGIN
  DELETE FROM picture_files WHERE picture_id = OLD.id;
END;

-- An article says which plates are sold, and one that was withdrawn can be sold without a change of its public row.
CREATE TRIGGER plate_details_insert_version AFTER INSERT ON plate_details WHEN NEW.status = 'sold' BEGIN
  UPDATE data_version SET version = version + 1;
END;
CREATE TRIGGER plate_details_update_version AFTER UPDATE OF status ON plate_details
WHEN NEW.status <> OLD.status AND 'sold' IN (NEW.status, OLD.status) BEGIN
  UPDATE data_version SET version = version + 1;
END;
