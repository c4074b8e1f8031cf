-- Run with the rights of their owner: whoever may change the stock need not be able to read or write the alerts.
CREATE FUNCTION note_plate_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NOT NEW.is_available OR NOT EXISTS (SELECT FROM public.alerts WHERE confirmed_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' OR NOT OLD.is_available THEN
    INSERT INTO public.stock_changes (kind, plate_number) VALUES ('new', NEW.plate_number);
  ELSIF NEW.price <> OLD.price THEN
    INSERT INTO public.stock_changes (kind, plate_number, previous_price) VALUES ('price', NEW.plate_number, OLD.price);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER plates_changed AFTER INSERT OR UPDATE OF price, is_available ON plates
  FOR EACH ROW EXECUTE FUNCTION note_plate_change();

-- A sale from before last year is not news, even if it has only now been recorded.
CREATE FUNCTION note_new_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NEW.sale_year >= extract(year FROM now()) - 1
    AND EXISTS (SELECT FROM public.alerts WHERE confirmed_at IS NOT NULL) THEN
    INSERT INTO public.stock_changes (kind, plate_number) VALUES ('sold', NEW.plate_number);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER sales_new AFTER INSERT ON sales FOR EACH ROW EXECUTE FUNCTION note_new_sale();
CREATE TRIGGER jersey_sales_new AFTER INSERT ON jersey_sales FOR EACH ROW EXECUTE FUNCTION note_new_sale();
