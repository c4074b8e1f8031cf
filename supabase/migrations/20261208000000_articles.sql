-- Articles and their pictures on PostgreSQL: the same tables as db/migrations has for SQLite, closed to the public key.

-- One that has the section and slug of an article that ships with the code takes its place.
CREATE TABLE articles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  section text COLLATE "C" NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug text COLLATE "C" NOT NULL CHECK (slug ~ '^[-0-9a-z]{1,120}$'),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'withdrawn')),
  -- Of article_versions: what visitors read, and what they will read from publish_at.
  published_version uuid,
  scheduled_version uuid,
  publish_at timestamptz,
  -- The first time.
  published_at timestamptz,
  -- Of the link by which somebody without sign-in reads the latest version.
  preview_token text COLLATE "C" UNIQUE CHECK (preview_token ~ '^[-0-9A-Za-z_]{43}$'),
  -- Of the text: raised by each saving, so that two people who edit at once are told.
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (section, slug),
  CHECK (status <> 'published' OR published_version IS NOT NULL),
  CHECK ((scheduled_version IS NULL) = (publish_at IS NULL)),
  CHECK (status <> 'scheduled' OR scheduled_version IS NOT NULL)
);
CREATE TRIGGER articles_touch BEFORE UPDATE ON articles FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

CREATE TABLE article_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- A trigger removes the versions with their article, since a foreign key would let PostgREST embed one in the other.
  article_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('autosave', 'saved', 'published')),
  -- JSON: the fields, with the text as Markdown.
  content text COLLATE "C" NOT NULL CHECK (length(content) BETWEEN 2 AND 400000),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (article_id, number)
);
CREATE TRIGGER article_versions_touch BEFORE UPDATE ON article_versions FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- Where articles were before: these addresses redirect.
CREATE TABLE article_addresses (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  section text COLLATE "C" NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug text COLLATE "C" NOT NULL CHECK (slug ~ '^[-0-9a-z]{1,120}$'),
  article_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (section, slug)
);
CREATE INDEX article_addresses_by_article ON article_addresses (article_id);

CREATE FUNCTION delete_article_parts() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.article_versions WHERE article_id = OLD.id;
  DELETE FROM public.article_addresses WHERE article_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION delete_article_parts() FROM PUBLIC;
CREATE TRIGGER articles_delete_parts AFTER DELETE ON articles FOR EACH ROW EXECUTE FUNCTION delete_article_parts();

CREATE TABLE pictures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- As it was uploaded.
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- Of the largest file, in pixels.
  width integer NOT NULL CHECK (width BETWEEN 1 AND 20000),
  height integer NOT NULL CHECK (height BETWEEN 1 AND 20000),
  -- Of all files together.
  bytes integer NOT NULL CHECK (bytes > 0),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pictures_by_date ON pictures (created_at);
CREATE TRIGGER pictures_touch BEFORE UPDATE ON pictures FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- The sizes in which a picture is served: '1600', '800', 'share'.
CREATE TABLE picture_files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  picture_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[0-9a-z]{1,20}$'),
  media_type text COLLATE "C" NOT NULL CHECK (media_type IN ('image/webp', 'image/jpeg', 'image/png')),
  -- In base64.
  content text COLLATE "C" NOT NULL CHECK (length(content) BETWEEN 4 AND 7000000),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (picture_id, name)
);
CREATE FUNCTION delete_picture_files() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.picture_files WHERE picture_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION delete_picture_files() FROM PUBLIC;
CREATE TRIGGER pictures_delete_files AFTER DELETE ON pictures FOR EACH ROW EXECUTE FUNCTION delete_picture_files();

ALTER TABLE articles ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON articles FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON articles TO service_role;
CREATE POLICY "the dealer does all" ON articles TO service_role USING (true) WITH CHECK (true);
ALTER TABLE article_versions ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON article_versions FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON article_versions TO service_role;
CREATE POLICY "the dealer does all" ON article_versions TO service_role USING (true) WITH CHECK (true);
ALTER TABLE article_addresses ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON article_addresses FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON article_addresses TO service_role;
CREATE POLICY "the dealer does all" ON article_addresses TO service_role USING (true) WITH CHECK (true);
ALTER TABLE pictures ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON pictures FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON pictures TO service_role;
CREATE POLICY "the dealer does all" ON pictures TO service_role USING (true) WITH CHECK (true);
ALTER TABLE picture_files ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON picture_files FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON picture_files TO service_role;
CREATE POLICY "the dealer does all" ON picture_files TO service_role USING (true) WITH CHECK (true);

-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON articles, article_versions, article_addresses, pictures, picture_files FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
