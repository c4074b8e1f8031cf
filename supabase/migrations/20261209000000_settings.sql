-- What the dealer sets without a programmer, and how often pages are read, on PostgreSQL: the same tables as db/migrations
-- has for SQLite, closed to the public key.

-- Rows override the defaults of site.config.ts and of the environment.
CREATE TABLE settings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[0-9A-Za-z]{1,60}$'),
  -- JSON.
  value text COLLATE "C" NOT NULL CHECK (length(value) BETWEEN 1 AND 50000),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TRIGGER settings_touch BEFORE UPDATE ON settings FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- How often a page was read on a day, and nothing about who read it.
CREATE TABLE page_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  day text COLLATE "C" NOT NULL CHECK (day ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  path text COLLATE "C" NOT NULL CHECK (length(path) BETWEEN 1 AND 200),
  views integer NOT NULL CHECK (views > 0),
  UNIQUE (day, path)
);

-- What the desk shows of them: in the last 7, 28 and 90 days, today included, and in as many days before. In UTC, as the
-- days are counted, whatever the time zone of the database.
CREATE VIEW page_view_totals WITH (security_invoker) AS
  SELECT path,
    sum(CASE WHEN day > ago_7 THEN views ELSE 0 END)::integer AS views_7,
    sum(CASE WHEN day > ago_14 AND day <= ago_7 THEN views ELSE 0 END)::integer AS before_7,
    sum(CASE WHEN day > ago_28 THEN views ELSE 0 END)::integer AS views_28,
    sum(CASE WHEN day > ago_56 AND day <= ago_28 THEN views ELSE 0 END)::integer AS before_28,
    sum(CASE WHEN day > ago_90 THEN views ELSE 0 END)::integer AS views_90,
    sum(CASE WHEN day <= ago_90 THEN views ELSE 0 END)::integer AS before_90
  FROM page_views CROSS JOIN (
    SELECT to_char(today, 'YYYY-MM-DD') AS ago_0, to_char(today - 7, 'YYYY-MM-DD') AS ago_7,
      to_char(today - 14, 'YYYY-MM-DD') AS ago_14, to_char(today - 28, 'YYYY-MM-DD') AS ago_28,
      to_char(today - 56, 'YYYY-MM-DD') AS ago_56, to_char(today - 90, 'YYYY-MM-DD') AS ago_90,
      to_char(today - 180, 'YYYY-MM-DD') AS ago_180
    FROM (SELECT (now() AT TIME ZONE 'UTC')::date AS today) AS clock
  ) AS days
  WHERE day > ago_180 AND day <= ago_0 GROUP BY path;
CREATE VIEW page_view_days WITH (security_invoker) AS
  SELECT day, sum(views)::integer AS views FROM page_views GROUP BY day;

ALTER TABLE settings ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON settings FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON settings TO service_role;
CREATE POLICY "the dealer does all" ON settings TO service_role USING (true) WITH CHECK (true);
ALTER TABLE page_views ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON page_views FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON page_views TO service_role;
CREATE POLICY "the dealer does all" ON page_views TO service_role USING (true) WITH CHECK (true);
REVOKE ALL ON page_view_totals, page_view_days FROM PUBLIC, anon, service_role;
GRANT SELECT ON page_view_totals, page_view_days TO service_role;

-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON settings, page_views, page_view_totals, page_view_days FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
