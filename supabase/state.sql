-- What `office migrate` remembers, in a schema that PostgREST does not expose. It can be run repeatedly.
CREATE SCHEMA IF NOT EXISTS plateworthy;

-- The files of this folder that the database has, with the SHA-256 of each.
CREATE TABLE IF NOT EXISTS plateworthy.files (name text COLLATE "C" PRIMARY KEY, digest text NOT NULL);

-- What these files have made in the schema public. Everything else there belongs to others, and stays.
CREATE TABLE IF NOT EXISTS plateworthy.made (kind text, name text, PRIMARY KEY (kind, name));

CREATE OR REPLACE VIEW plateworthy.objects AS
  WITH relations AS (
    SELECT oid, CASE relkind WHEN 'v' THEN 'VIEW' ELSE 'TABLE' END AS kind
    FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'v')
  )
  SELECT kind, oid::regclass::text AS name, oid FROM relations
  UNION ALL
  SELECT 'ROUTINE', oid::regprocedure::text, oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT 'TRIGGER', format('%I ON %s', tgname, relations.oid::regclass), pg_trigger.oid
  FROM pg_trigger JOIN relations ON relations.oid = tgrelid WHERE NOT tgisinternal
  UNION ALL
  SELECT 'POLICY', format('%I ON %s', polname, relations.oid::regclass), pg_policy.oid
  FROM pg_policy JOIN relations ON relations.oid = polrelid;

-- Drops everything but the tables, so that migrations find nothing that depends on them. A view of somebody else that uses
-- one of ours makes this fail with an error of PostgreSQL that names it.
CREATE OR REPLACE PROCEDURE plateworthy.drop_current() LANGUAGE plpgsql AS $$
DECLARE
  object text;
BEGIN
  -- The newest first, because a view may use another one.
  FOR object IN
    SELECT kind || ' ' || name FROM plateworthy.objects JOIN plateworthy.made USING (kind, name)
    WHERE kind <> 'TABLE' ORDER BY oid DESC
  LOOP
    EXECUTE 'DROP ' || object;
  END LOOP;
  CREATE TEMP TABLE objects_of_others ON COMMIT DROP AS
    SELECT kind, name FROM plateworthy.objects EXCEPT SELECT kind, name FROM plateworthy.made;
END
$$;

-- Lists what the files have made. Called after them, in the same transaction, and whenever a file needs the list.
CREATE OR REPLACE PROCEDURE plateworthy.note_made() LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM plateworthy.made;
  INSERT INTO plateworthy.made
    SELECT kind, name FROM plateworthy.objects EXCEPT SELECT kind, name FROM objects_of_others;
END
$$;

REVOKE ALL ON ALL ROUTINES IN SCHEMA plateworthy FROM PUBLIC;
