-- Runs with the rights of its owner: whoever may change the stock need not be able to read its private columns.
CREATE FUNCTION remove_plate_details() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  DELETE FROM public.plate_details WHERE id = OLD.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER plates_delete_details AFTER DELETE ON plates FOR EACH ROW EXECUTE FUNCTION remove_plate_details();
