-- Alerts on PostgreSQL: the same tables and triggers as db/migrations has for SQLite, closed to the public key.
CREATE TABLE alerts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In the address of the page where the alert is started, changed and stopped. Whoever knows it needs no sign-in.
  token text COLLATE "C" NOT NULL UNIQUE CHECK (length(token) = 43),
  -- In lower case.
  email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  -- What is watched, as a query: 'q=SAM&to=5000' or 'registration=SAM1'.
  criteria text COLLATE "C" NOT NULL CHECK (length(criteria) BETWEEN 3 AND 300),
  frequency text COLLATE "C" NOT NULL DEFAULT 'at-once' CHECK (frequency IN ('at-once', 'weekly')),
  -- Null until the address is confirmed; an unconfirmed alert is removed after 48 hours.
  confirmed_at timestamptz,
  -- When the visitor last opened the alert's page; 24 months later the alert is removed.
  seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (email, criteria)
);
CREATE INDEX alerts_confirmed ON alerts (confirmed_at) WHERE confirmed_at IS NOT NULL;
CREATE TRIGGER alerts_touch BEFORE UPDATE ON alerts FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- Written by the triggers below, in the transaction of the change, so that none is missed whoever makes it; and only
-- while somebody is to be told.
CREATE TABLE stock_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('new', 'price', 'sold')),
  plate_number text COLLATE "C" NOT NULL,
  -- Of 'price', before the change.
  previous_price integer,
  -- Which run of the alerts has taken it; null until one has.
  batch integer,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX stock_changes_by_batch ON stock_changes (batch, created_at);

-- With the rights of their owner: whoever may change the stock need not be able to read or write the alerts.
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
REVOKE EXECUTE ON FUNCTION note_plate_change() FROM PUBLIC;
CREATE TRIGGER plates_changed AFTER INSERT OR UPDATE OF price, is_available ON plates
  FOR EACH ROW EXECUTE FUNCTION note_plate_change();

-- A sale of years ago that comes on record is history, not news.
CREATE FUNCTION note_new_sale() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
BEGIN
  IF NEW.sale_year >= extract(year FROM now()) - 1
    AND EXISTS (SELECT FROM public.alerts WHERE confirmed_at IS NOT NULL) THEN
    INSERT INTO public.stock_changes (kind, plate_number) VALUES ('sold', NEW.plate_number);
  END IF;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION note_new_sale() FROM PUBLIC;
CREATE TRIGGER sales_new AFTER INSERT ON sales FOR EACH ROW EXECUTE FUNCTION note_new_sale();

ALTER TABLE alerts ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_changes ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON alerts, stock_changes FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON alerts, stock_changes TO service_role;
CREATE POLICY "the dealer does all" ON alerts TO service_role USING (true) WITH CHECK (true);
CREATE POLICY "the dealer does all" ON stock_changes TO service_role USING (true) WITH CHECK (true);
-- A Supabase project grants tables and functions to its signed-in visitors as well.
DO $$
DECLARE
  supabase_role text;
BEGIN
  FOR supabase_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('authenticated', 'anon', 'service_role') LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION note_plate_change(), note_new_sale() FROM %I', supabase_role);
  END LOOP;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON alerts, stock_changes FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
