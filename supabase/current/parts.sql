-- For the triggers of removals.sql: each argument names a table, and its column for the id of the removed row.
CREATE FUNCTION remove_parts() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
DECLARE
  part text;
BEGIN
  FOREACH part IN ARRAY TG_ARGV LOOP
    EXECUTE format('DELETE FROM public.%I WHERE %I = $1', split_part(part, '.', 1), split_part(part, '.', 2)) USING OLD.id;
  END LOOP;
  RETURN NULL;
END
$$;
