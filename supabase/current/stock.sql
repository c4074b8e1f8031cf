-- Runs with the rights of its owner: whoever may change the stock need not be able to read its private columns.
CREATE FUNCTION remove_plate_details() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  DELETE FROM public.plate_details WHERE id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER plates_delete_details AFTER DELETE ON plates FOR EACH ROW EXECUTE FUNCTION remove_plate_details();

-- Changes, inserts and removes plates with their details, in one transaction: over REST, each request is a transaction of its own.
-- packages/sqlite-rest/change-stock.ts does the same on SQLite; docs/contract.md describes both.
CREATE FUNCTION change_stock(person text, action text, change text, batch uuid, changes json)
RETURNS json LANGUAGE plpgsql VOLATILE SECURITY INVOKER
-- PostgREST applies this limit to the call. A Supabase project stops statements after 8 s, and 10,000 plates take several.
SET search_path = '' SET statement_timeout = '60s' AS $$
DECLARE
  call_batch uuid := coalesce(batch, gen_random_uuid());
  blank_plate public.plates := jsonb_populate_record(NULL::public.plates, public.default_values('public.plates'));
  blank_details public.plate_details :=
    jsonb_populate_record(NULL::public.plate_details, public.default_values('public.plate_details'));
  item record;
  old_plate public.plates;
  new_plate public.plates;
  old_details public.plate_details;
  new_details public.plate_details;
  before_change jsonb;
  after_change jsonb;
  moment timestamptz;
  changed integer := 0;
BEGIN
  PERFORM public.check_changes(
    changes, 'plate', '{"plate": "plates", "details": "plate_details"}', '{}', 'plate_changes'
  );

  -- Removals come first, because an inserted plate may have the registration of a removed one.
  FOR item IN
    SELECT (given ->> 'id')::uuid AS id, coalesce((given ->> 'remove')::boolean, false) AS is_removal,
      CASE json_typeof(given -> 'plate') WHEN 'object' THEN given -> 'plate' ELSE '{}' END AS plate,
      CASE json_typeof(given -> 'details') WHEN 'object' THEN given -> 'details' ELSE '{}' END AS details
    FROM json_array_elements(changes) WITH ORDINALITY AS list (given, place)
    ORDER BY NOT coalesce((given ->> 'remove')::boolean, false), given ->> 'id' IS NULL, place
  LOOP
    SELECT * INTO old_plate FROM public.plates WHERE plates.id = item.id;
    SELECT * INTO old_details FROM public.plate_details WHERE plate_details.id = item.id;
    moment := greatest(now(), old_plate.updated_at + interval '1 millisecond');

    IF item.is_removal THEN
      CONTINUE WHEN item.id IS NULL;
      before_change := jsonb_build_object(
        'plate', jsonb_strip_nulls(to_jsonb(old_plate)) - 'updated_at',
        'details', coalesce(jsonb_strip_nulls(to_jsonb(old_details)), '{}') - '{id,created_at,updated_at}'::text[]
      );
      after_change := NULL;
      DELETE FROM public.plates WHERE plates.id = item.id;
      new_plate := old_plate;
    ELSE
      IF item.id IS NULL THEN
        new_plate := blank_plate;
        new_plate.id := gen_random_uuid();
        new_plate.created_at := moment;
        new_plate := json_populate_record(new_plate, item.plate);
      ELSE
        new_plate := json_populate_record(old_plate, item.plate);
      END IF;
      IF old_details.id IS NULL THEN
        -- As the view shows a plate without details.
        old_details := blank_details;
        old_details.status := CASE
          WHEN coalesce(old_plate.is_available, new_plate.is_available) THEN 'for_sale' ELSE 'withdrawn' END;
      END IF;
      new_details := json_populate_record(old_details, item.details);
      IF item.id IS NULL THEN
        before_change := NULL;
        after_change := jsonb_build_object(
          'plate', jsonb_strip_nulls(to_jsonb(new_plate)) - 'updated_at',
          'details', CASE WHEN item.details::jsonb = '{}' THEN '{}'
            ELSE jsonb_strip_nulls(to_jsonb(new_details)) - '{id,created_at,updated_at}'::text[] END
        );
      ELSE
        before_change := jsonb_build_object(
          'plate', public.differing_columns(to_jsonb(old_plate), to_jsonb(new_plate)),
          'details', public.differing_columns(to_jsonb(old_details), to_jsonb(new_details))
        );
        after_change := jsonb_build_object(
          'plate', public.differing_columns(to_jsonb(new_plate), to_jsonb(old_plate)),
          'details', public.differing_columns(to_jsonb(new_details), to_jsonb(old_details))
        );
        CONTINUE WHEN after_change = '{"plate": {}, "details": {}}';
      END IF;

      new_plate.updated_at := moment;
      IF item.id IS NULL THEN
        PERFORM public.insert_row(new_plate);
      ELSE
        PERFORM public.update_row(new_plate);
      END IF;
      new_details.updated_at := moment;
      IF old_details.id IS NOT NULL AND after_change -> 'details' <> '{}' THEN
        PERFORM public.update_row(new_details);
      ELSIF after_change -> 'details' <> '{}' THEN
        new_details.id := new_plate.id;
        new_details.created_at := moment;
        PERFORM public.insert_row(new_details);
      END IF;
    END IF;

    INSERT INTO public.plate_changes (batch, at, person, action, plate_id, plate_number, before, after) VALUES (
      call_batch, moment, change_stock.person, change_stock.action, new_plate.id, new_plate.plate_number,
      before_change::text, after_change::text
    );
    changed := changed + 1;
  END LOOP;

  -- The key of the entry refuses a second call with the same batch.
  IF changed > 0 THEN
    INSERT INTO public.audit (id, person, command, change)
      VALUES (call_batch, change_stock.person, change_stock.action, change_stock.change);
  END IF;
  RETURN json_build_array(json_build_object('batch', call_batch, 'changed', changed));
END
$$;
