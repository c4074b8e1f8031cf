-- The tables on PostgreSQL 15 or newer: a Supabase project, or any PostgreSQL behind PostgREST. supabase/current has the
-- views, functions and triggers, supabase/access.sql says who may read and write, and deploy/migrate.sh applies all of
-- them. The same tables, rules and views as db/ has for SQLite; test/contract/ holds the two together. Text compares by
-- code point on both, hence COLLATE "C". There are no foreign keys, which would let PostgREST embed one table in another:
-- triggers remove what belongs to a row. Where a comment says "Readable with the service key only", the public key gets
-- nothing of the table. What a column holds stands in db/migrations, and is not repeated here.

DO $$
BEGIN
  IF to_regclass('pg_temp.objects_of_others') IS NULL THEN
    RAISE EXCEPTION 'Run deploy/migrate.sh, which also says who may read these tables.';
  END IF;
  IF to_regclass('plates') IS NOT NULL THEN
    RAISE EXCEPTION 'This database has the tables of the site already. If they were made before its first release, no version can upgrade them: create a new database, and run deploy/migrate.sh there.';
  END IF;
END
$$;

-- A Supabase project has these roles. Elsewhere PostgREST connects as authenticator and becomes anon or service_role;
-- give authenticator a password of its own: ALTER ROLE authenticator PASSWORD '…'. Supabase's visitors who have signed
-- in are authenticated.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'anon') THEN
    CREATE ROLE anon NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    CREATE ROLE authenticated NOLOGIN NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'service_role') THEN
    -- Managed servers keep BYPASSRLS to themselves; the policies let the role through as well.
    BEGIN
      CREATE ROLE service_role NOLOGIN NOINHERIT BYPASSRLS;
    EXCEPTION WHEN insufficient_privilege THEN
      CREATE ROLE service_role NOLOGIN NOINHERIT;
    END;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticator') THEN
    CREATE ROLE authenticator LOGIN NOINHERIT;
  END IF;
  IF NOT pg_has_role('authenticator', 'anon', 'MEMBER') THEN
    GRANT anon TO authenticator;
  END IF;
  IF NOT pg_has_role('authenticator', 'service_role', 'MEMBER') THEN
    GRANT service_role TO authenticator;
  END IF;
END
$$;


-- Transactions of the last hour that changed what pages show. Triggers write it; the view latest_change sums it up for the
-- site servers. On SQLite, one server has the database to itself, and a number that triggers raise.
CREATE TABLE data_changes (
  tx bigint,
  -- The explorers do not show it: a change of plates, except demonstration plates, since every page says whether there are any.
  is_stock boolean,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tx, is_stock)
);


-- STOCK

-- Whoever may read `plates` may read all of its columns: private ones are in `plate_details`.
CREATE TABLE plates (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL UNIQUE CHECK (trim(plate_number) <> ''),
  price integer,
  category text COLLATE "C",
  description text COLLATE "C",
  detailed_description text COLLATE "C",
  image_url text COLLATE "C",
  is_available boolean NOT NULL DEFAULT true,
  is_feature boolean NOT NULL DEFAULT false,
  is_demonstration boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  price_reason text COLLATE "C"
    CHECK (length(price_reason) BETWEEN 1 AND 300 AND strpos(price_reason, chr(10)) + strpos(price_reason, chr(13)) = 0),
  CONSTRAINT plates_price_check CHECK (price >= 0 AND (coalesce(price, 0) >= 1 OR NOT is_available))
);
-- One for each order that is asked for.
CREATE INDEX plates_by_price ON plates (price DESC NULLS LAST, id);
CREATE INDEX plates_cheapest ON plates (price, id) WHERE is_available;
CREATE INDEX plates_changed ON plates (updated_at DESC NULLS LAST, id);
CREATE INDEX plates_demonstration ON plates (id) WHERE is_demonstration;

-- The private side of a plate. Readable with the service key only. A plate may be without a row.
CREATE TABLE plate_details (
  id uuid PRIMARY KEY,
  status text COLLATE "C" NOT NULL CHECK (status IN ('draft', 'for_sale', 'reserved', 'sold', 'withdrawn')),
  reserved_until text COLLATE "C" CHECK (reserved_until ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  reserved_for text COLLATE "C" CHECK (length(reserved_for) BETWEEN 1 AND 200),
  reserved_deal uuid,
  cost integer CHECK (cost >= 0),
  bought_on text COLLATE "C" CHECK (bought_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  document text COLLATE "C" CHECK (document IN ('V750', 'V778', 'vehicle')),
  document_number text COLLATE "C" CHECK (length(document_number) BETWEEN 1 AND 100),
  document_expires_on text COLLATE "C" CHECK (document_expires_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  notes text COLLATE "C" CHECK (length(notes) BETWEEN 1 AND 5000),
  sold_price integer CHECK (sold_price >= 0),
  sold_on text COLLATE "C" CHECK (sold_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  recorded_sale text COLLATE "C" CHECK (recorded_sale ~ '^(jersey_)?sales:.{8}-.{4}-.{4}-.{4}-.{12}$'),
  document_checked_on text COLLATE "C" CHECK (document_checked_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- What was changed in the stock, for undo. Readable with the service key only. The function change_stock writes one row
-- for each plate that a call changed; rows are removed after 30 days.
CREATE TABLE plate_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  batch uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action text COLLATE "C" NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  plate_id uuid NOT NULL,
  plate_number text COLLATE "C" NOT NULL,
  before text COLLATE "C",
  after text COLLATE "C",
  CHECK (before IS NOT NULL OR after IS NOT NULL)
);
CREATE INDEX plate_changes_by_batch ON plate_changes (batch);
CREATE INDEX plate_changes_by_plate ON plate_changes (plate_id, at);
CREATE INDEX plate_changes_by_date ON plate_changes (at DESC, id);


-- RECORDED SALES

CREATE TABLE sales (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  where_sold text COLLATE "C",
  type text COLLATE "C",
  category text COLLATE "C",
  sale_year integer NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month integer CHECK (sale_month BETWEEN 1 AND 12),
  hammer_price integer CHECK (hammer_price >= 0),
  total_price integer CHECK (total_price >= 0),
  price_basis text COLLATE "C" CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url text COLLATE "C",
  note text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  selection text COLLATE "C" NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own')),
  -- What makes a sale the same sale; what is unknown counts as equal.
  CONSTRAINT sales_natural_key UNIQUE NULLS NOT DISTINCT
    (plate_number, sale_year, sale_month, where_sold, hammer_price, total_price)
);

-- Above a thousand sales the database answers for the pages of the explorer, which have an index for each order, with
-- the columns of the filters.
CREATE INDEX sales_walk_total ON sales (total_price DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_hammer ON sales (hammer_price DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_plate ON sales (lower(plate_number) DESC NULLS LAST, id)
  INCLUDE (sale_year, where_sold, category, type, selection, plate_number);
CREATE INDEX sales_walk_date ON sales (sale_year DESC NULLS LAST, sale_month DESC NULLS LAST, id)
  INCLUDE (where_sold, category, type, selection, plate_number, hammer_price);
-- The narrowest index with the columns of the filters: 8 MB for a million sales, which are counted by it.
CREATE INDEX sales_by_kind ON sales (sale_year, where_sold, category, type, selection);
CREATE INDEX sales_changed ON sales (updated_at DESC);
-- The hammer prices that typical prices come from, auction by auction and the latest first.
CREATE INDEX sales_unselected ON sales (sale_year DESC, sale_month DESC, where_sold DESC)
  INCLUDE (hammer_price, category, type, selection, plate_number)
  WHERE selection IN ('complete', 'sample') AND hammer_price > 0
    AND (price_basis IS NULL OR price_basis IN ('both', 'hammer'));

-- A search ignores case, spaces, hyphens, full stops and asterisks (`plate_compact` of the view `sales_listed`), and reads each
-- figure as the letter that it looks like (`plate_folded`). A search of three letters and more looks in the trigrams of
-- the latter, which every registration that it may find has in common with it. Every Supabase project and most servers
-- have the extension; where it is missing, a search reads every registration. No role may call its functions.
DO $$
DECLARE
  operators text;
BEGIN
  BEGIN
    CREATE SCHEMA IF NOT EXISTS extensions;
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA extensions;
  EXCEPTION WHEN insufficient_privilege OR feature_not_supported OR undefined_file THEN
    RAISE NOTICE 'pg_trgm is not available here: searches of three letters and more are slower';
  END;
  SELECT format('%I.%I', nspname, opcname) INTO operators
    FROM pg_opclass JOIN pg_namespace ON pg_namespace.oid = opcnamespace WHERE opcname = 'gin_trgm_ops';
  IF operators IS NOT NULL THEN
    EXECUTE 'CREATE INDEX sales_trigrams ON sales USING gin '
      || '(translate(upper(plate_number), ''012345678 -.*'', ''OIZEASGTB'') ' || operators || ')';
  END IF;
END
$$;

CREATE TABLE jersey_sales (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  total_price integer CHECK (total_price >= 0),
  where_sold text COLLATE "C",
  sale_year integer NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month integer CHECK (sale_month BETWEEN 1 AND 12),
  price_basis text COLLATE "C" CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url text COLLATE "C",
  note text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  selection text COLLATE "C" NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own')),
  CONSTRAINT jersey_sales_natural_key UNIQUE NULLS NOT DISTINCT
    (plate_number, sale_year, sale_month, where_sold, total_price)
);
CREATE INDEX jersey_sales_by_date ON jersey_sales (sale_year DESC, sale_month DESC NULLS LAST, id);

-- How many sales there are of each kind. Only the trigger writes here.
CREATE TABLE sales_counts (
  where_sold text COLLATE "C",
  category text COLLATE "C",
  type text COLLATE "C",
  selection text COLLATE "C" NOT NULL,
  sale_year integer NOT NULL,
  sales integer NOT NULL,
  CONSTRAINT sales_counts_key UNIQUE NULLS NOT DISTINCT (sale_year, where_sold, category, type, selection)
);
CREATE INDEX sales_counts_emptied ON sales_counts (sale_year) WHERE sales = 0;

-- What makes registrations alike, for the sales that a price is compared with. `plate_shape` has A for each letter and
-- 9 for each figure: A9AAA is M4 SAM. `plate_system` goes by the shape alone, so that registrations of Northern Ireland
-- are dateless. `plate_letters` are those that people buy: SAM in SAM 1, M4 SAM, SAM 4M and AB12 SAM. Each is null for
-- a text of another shape. The view sales_comparable has the expressions of these indexes.
DO $$
DECLARE
  compact CONSTANT text := $sql$translate(upper(plate_number), ' -.*', '')$sql$;
  is_shaped CONSTANT text := format(
    '(length(%1$s) <= 7 AND %1$s ~ ''^[A-Z]*[0-9]{1,4}[A-Z]*$'')', compact
  );
  plate_shape CONSTANT text := format(
    $sql$(CASE WHEN %s THEN translate(%s, 'BCDEFGHIJKLMNOPQRSTUVWXYZ012345678', repeat('A', 25) || repeat('9', 9)) END)$sql$,
    is_shaped, compact
  );
  plate_system CONSTANT text := format(
    $sql$(CASE
      WHEN %1$s ~ '^[A-Z]{2}[0-9]{2}[A-Z]{3}$' THEN 'current'
      WHEN %1$s ~ '^[A-Z][0-9]{1,3}[A-Z]{3}$' THEN 'prefix'
      WHEN %1$s ~ '^[A-Z]{3}[0-9]{1,3}[A-Z]$' THEN 'suffix'
      WHEN %1$s ~ '^([A-Z]{1,3}[0-9]{1,4}|[0-9]{1,4}[A-Z]{1,3})$' THEN 'dateless'
    END COLLATE "C")$sql$, compact
  );
  plate_letters CONSTANT text := format(
    $sql$(CASE %s
      WHEN 'dateless' THEN btrim(%2$s, '0123456789')
      WHEN 'suffix' THEN left(%2$s, 3)
      WHEN 'prefix' THEN right(%2$s, 3)
      WHEN 'current' THEN right(%2$s, 3)
    END)$sql$, plate_system, compact
  );
  plate_figures CONSTANT text := format(
    $sql$(CASE WHEN %s THEN btrim(%s, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')::integer END)$sql$, is_shaped, compact
  );
  is_comparable CONSTANT text := $sql$hammer_price > 0 AND price_basis IS DISTINCT FROM 'unclear'$sql$;
BEGIN
  EXECUTE format(
    'CREATE INDEX sales_by_letters ON sales (%s, %s, %s, sale_year DESC NULLS LAST, sale_month DESC NULLS LAST) WHERE %s',
    plate_letters, plate_system, plate_figures, is_comparable
  );
  EXECUTE format(
    'CREATE INDEX sales_by_shape ON sales (%s, %s, sale_year DESC NULLS LAST, sale_month DESC NULLS LAST) WHERE %s',
    plate_shape, plate_figures, is_comparable
  );
END
$$;

-- What was changed in recorded sales, for undo. Readable with the service key only. The function change_sales writes
-- one row for each sale that a call changed; rows are removed after 30 days.
CREATE TABLE sale_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  batch uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action text COLLATE "C" NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  explorer text COLLATE "C" NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  sale_id uuid NOT NULL,
  plate_number text COLLATE "C" NOT NULL,
  before text COLLATE "C",
  after text COLLATE "C",
  CHECK (before IS NOT NULL OR after IS NOT NULL)
);
CREATE INDEX sale_changes_by_batch ON sale_changes (batch);
CREATE INDEX sale_changes_by_sale ON sale_changes (sale_id, at);
CREATE INDEX sale_changes_by_date ON sale_changes (at DESC, id);

-- The public log of corrections: what was changed in a recorded sale, or that it was removed or restored, when and why.
-- Everyone reads it, the service key adds to it, and no role changes it.
CREATE TABLE corrections (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  explorer text COLLATE "C" NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  plate_number text COLLATE "C" NOT NULL CHECK (trim(plate_number) <> ''),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('edited', 'removed', 'restored')),
  change text COLLATE "C" NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  reason text COLLATE "C" NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000)
);
CREATE INDEX corrections_by_date ON corrections (at DESC, id);


-- ENQUIRIES. Readable with the service key only: visitors' messages come in through the site's own function, which has
-- that key.

-- What a visitor wrote, and the state of its delivery to the dealer, in one row, so that one insert is all there is to
-- accepting it. The limits of the texts are those of shared/enquiries/enquiry-fields.ts; a test holds them together.
CREATE TABLE enquiries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  reference text COLLATE "C" NOT NULL UNIQUE CHECK (reference ~ '^ENQ-[0-9]{4}-[0-9]{4}$'),
  idempotency_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 8 AND 100),

  kind text COLLATE "C" NOT NULL CHECK (kind IN ('contact', 'valuation', 'telephone')),
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  email text COLLATE "C" CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  phone text COLLATE "C" CHECK (length(phone) BETWEEN 1 AND 40),
  subject text COLLATE "C" CHECK (length(subject) BETWEEN 1 AND 150),
  inquiry_type text COLLATE "C"
    CHECK (inquiry_type IN ('general', 'purchase', 'valuation', 'transfer', 'legal', 'other')),
  plate_number text COLLATE "C" CHECK (length(plate_number) BETWEEN 1 AND 300),
  message text COLLATE "C" CHECK (length(message) BETWEEN 1 AND 5000),
  ownership boolean CHECK (ownership),

  delivery text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'quarantined')),
  quarantine_reason text COLLATE "C",
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease text COLLATE "C",
  last_error text COLLATE "C",
  sent_at timestamptz,
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file', 'desk')),
  resends integer NOT NULL DEFAULT 0 CHECK (resends >= 0),
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  digest_id uuid,
  status text COLLATE "C" NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'answered', 'replied', 'won', 'lost', 'spam')),
  owner_id uuid,
  owner text COLLATE "C" CHECK (length(owner) BETWEEN 1 AND 200),
  answered_at timestamptz,
  replied_at timestamptz,
  lost_reason text COLLATE "C"
    CHECK (lost_reason IN ('price', 'bought elsewhere', 'no answer', 'changed their mind')),
  changed_by text COLLATE "C" CHECK (length(changed_by) BETWEEN 1 AND 200),
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),

  CHECK (kind <> 'contact' OR (subject IS NOT NULL AND inquiry_type IS NOT NULL AND message IS NOT NULL)),
  CHECK (kind <> 'valuation' OR (plate_number IS NOT NULL AND ownership IS NOT NULL)),
  CHECK (email IS NOT NULL OR (kind = 'telephone' AND phone IS NOT NULL)),
  CHECK (kind <> 'telephone' OR (delivery = 'sent' AND sent_by = 'desk')),
  CHECK (delivery <> 'quarantined' OR quarantine_reason IS NOT NULL),
  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
);
CREATE INDEX enquiries_waiting ON enquiries (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX enquiries_by_date ON enquiries (created_at DESC, id);
-- With the delivery, so that suspected spam is counted from the index alone.
CREATE INDEX enquiries_by_status ON enquiries (status, created_at, id, delivery);
-- With all that finds the open enquiries about a plate, whose registration is among others in a text.
CREATE INDEX enquiries_by_plate ON enquiries (status, plate_number, created_at, id);
-- The expressions are those of the view enquirers.
CREATE INDEX enquiries_by_email ON enquiries (lower(email), created_at, id);
CREATE INDEX enquiries_by_phone ON enquiries (right(translate(phone, ' -().', ''), 10), created_at, id)
  WHERE right(translate(phone, ' -().', ''), 10) IS NOT NULL;
CREATE INDEX enquiries_by_owner ON enquiries (owner_id, created_at, id) WHERE owner_id IS NOT NULL;
CREATE INDEX enquiries_suspected ON enquiries (created_at, id)
  WHERE delivery = 'quarantined' AND digest_id IS NULL;
CREATE INDEX enquiries_by_digest ON enquiries (digest_id) WHERE digest_id IS NOT NULL;

-- The conversation: notes, replies and what changed. Removed with the enquiry.
CREATE TABLE enquiry_entries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  enquiry_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('note', 'reply', 'received', 'event')),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  body text COLLATE "C" NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  mail_id uuid,
  number integer NOT NULL DEFAULT 0 CHECK (number >= 0),
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CHECK ((kind = 'reply') = (mail_id IS NOT NULL))
);
CREATE INDEX enquiry_entries_in_order ON enquiry_entries (enquiry_id, number);
CREATE INDEX enquiry_entries_by_mail ON enquiry_entries (mail_id) WHERE mail_id IS NOT NULL;

-- Suspected spam reaches the dealer in one mail a day at most. A row is one such mail: its day is unique, so that of
-- several servers only one makes it, and its delivery is leased and retried as an enquiry's is.
CREATE TABLE digests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  day text COLLATE "C" NOT NULL UNIQUE CHECK (day ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),

  delivery text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease text COLLATE "C",
  last_error text COLLATE "C",
  sent_at timestamptz,
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
);


-- DEALS. Readable with the service key only. Pages of the site do not show them, so no change raises data_version.

-- A plate that we sell to the person of an enquiry, or buy from them: quote or bid, agreement, handover, end. What has
-- not happened is null, so that a step is undone by setting it to null again. Amounts are in pence, days are of London.
CREATE TABLE deals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  enquiry_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('sale', 'purchase')),
  plate_number text COLLATE "C" NOT NULL CHECK (length(plate_number) BETWEEN 1 AND 20),
  plate_id uuid,
  token text COLLATE "C" NOT NULL UNIQUE CHECK (length(token) = 43),
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  amount integer NOT NULL CHECK (amount >= 1),
  deposit integer CHECK (deposit >= 1),
  includes text COLLATE "C" CHECK (length(includes) BETWEEN 1 AND 1000),
  valid_until text COLLATE "C" NOT NULL CHECK (valid_until ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  is_beside_others boolean NOT NULL DEFAULT false,
  agreed_on text COLLATE "C" CHECK (agreed_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  sold_on text COLLATE "C" CHECK (sold_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  ending text COLLATE "C" CHECK (ending IN ('vehicle', 'certificate')),
  nominee text COLLATE "C" CHECK (length(nominee) BETWEEN 1 AND 200),
  vehicle_reference text COLLATE "C" CHECK (length(vehicle_reference) BETWEEN 1 AND 40),
  tracking_number text COLLATE "C" CHECK (length(tracking_number) BETWEEN 1 AND 100),
  handed_over_on text COLLATE "C" CHECK (handed_over_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  identity_seen_on text COLLATE "C" CHECK (identity_seen_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  certificate_received_on text COLLATE "C" CHECK (certificate_received_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  invoice_number text COLLATE "C" CHECK (length(invoice_number) BETWEEN 1 AND 40),
  is_kept boolean NOT NULL DEFAULT false,
  outcome text COLLATE "C" CHECK (outcome IN ('done', 'lost', 'withdrawn', 'expired')),
  lost_reason text COLLATE "C" CHECK (length(lost_reason) BETWEEN 1 AND 100),
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT deals_ended_at_check CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CONSTRAINT deals_deposit_most CHECK (deposit <= amount),
  CONSTRAINT deals_sold_on_agreed CHECK (sold_on IS NULL OR agreed_on IS NOT NULL)
);
-- One open deal for each plate, unless the dealer has confirmed another.
CREATE UNIQUE INDEX deals_one_open ON deals (plate_number)
  WHERE kind = 'sale' AND outcome IS NULL AND NOT is_beside_others;
CREATE INDEX deals_by_enquiry ON deals (enquiry_id, created_at);
CREATE INDEX deals_by_plate ON deals (plate_number, created_at);
CREATE INDEX deals_open ON deals (valid_until, id) WHERE outcome IS NULL;
CREATE INDEX deals_by_date ON deals (created_at, id);
CREATE INDEX deals_by_sale ON deals (sold_on, id) WHERE sold_on IS NOT NULL;

-- Notes of money; nothing is processed. Of a sale it is received and a refund is paid; of a purchase, the other way about.
CREATE TABLE deal_payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  deal_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('deposit', 'balance', 'refund')),
  amount integer NOT NULL CHECK (amount >= 1),
  paid_on text COLLATE "C" NOT NULL CHECK (paid_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  method text COLLATE "C" NOT NULL CHECK (length(method) BETWEEN 1 AND 60),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX deal_payments_by_deal ON deal_payments (deal_id, created_at);
CREATE INDEX deal_payments_by_day ON deal_payments (paid_on, id);


-- MAILS AND ALERTS. Readable with the service key only.

-- Mails to visitors and to people of the desk, as they are sent. Their delivery is leased and retried as an enquiry's
-- is; unlike an enquiry, a mail that is refused for good is given up.
CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  mail_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(mail_key) BETWEEN 8 AND 200),
  kind text COLLATE "C" NOT NULL
    CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply', 'security-notice')),
  recipient text COLLATE "C" NOT NULL CHECK (length(recipient) BETWEEN 6 AND 254 AND recipient LIKE '%_@_%'),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  body text COLLATE "C" NOT NULL CHECK (length(body) BETWEEN 1 AND 50000),
  unsubscribe_url text COLLATE "C" CHECK (length(unsubscribe_url) BETWEEN 8 AND 500),

  delivery text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'undeliverable')),
  refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease text COLLATE "C",
  last_error text COLLATE "C",
  sent_at timestamptz,
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  enquiry_id uuid,
  person text COLLATE "C" CHECK (length(person) BETWEEN 1 AND 200),
  quoted text COLLATE "C" CHECK (length(quoted) BETWEEN 1 AND 50000),
  in_reply_to text COLLATE "C" CHECK (length(in_reply_to) BETWEEN 3 AND 998),
  thread text COLLATE "C" CHECK (length(thread) BETWEEN 3 AND 20000),
  person_id uuid,

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL)),
  CONSTRAINT mails_reply_check CHECK (kind <> 'reply' OR (enquiry_id IS NOT NULL AND person IS NOT NULL)),
  CONSTRAINT mails_security_notice_check CHECK ((kind = 'security-notice') = (person_id IS NOT NULL))
);
CREATE INDEX mails_waiting ON mails (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX mails_by_recipient ON mails (recipient, created_at);
CREATE INDEX mails_by_enquiry ON mails (enquiry_id, created_at) WHERE enquiry_id IS NOT NULL;
CREATE INDEX mails_undeliverable ON mails (created_at, id) WHERE delivery = 'undeliverable';

-- What visitors want to be told of by mail.
CREATE TABLE alerts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token text COLLATE "C" NOT NULL UNIQUE CHECK (length(token) = 43),
  email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  criteria text COLLATE "C" NOT NULL CHECK (length(criteria) BETWEEN 3 AND 300),
  frequency text COLLATE "C" NOT NULL DEFAULT 'at-once' CHECK (frequency IN ('at-once', 'weekly')),
  confirmed_at timestamptz,
  seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (email, criteria)
);
CREATE INDEX alerts_confirmed ON alerts (confirmed_at) WHERE confirmed_at IS NOT NULL;

-- The changes that they are told of. Written by triggers (supabase/current/alerts.sql), in the transaction of the
-- change, so that none is missed whoever makes it; and only while there is an alert.
CREATE TABLE stock_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('new', 'price', 'sold')),
  plate_number text COLLATE "C" NOT NULL,
  previous_price integer,
  batch integer,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX stock_changes_by_batch ON stock_changes (batch, created_at);


-- PEOPLE OF THE DESK, and how they sign in. Readable with the service key only.

-- Who may sign in to the desk. A person who is removed is deleted, with everything below.
CREATE TABLE people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text COLLATE "C" NOT NULL UNIQUE
    CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'staff')),
  password_hash text COLLATE "C" CHECK (length(password_hash) BETWEEN 50 AND 300),
  totp_secret text COLLATE "C" CHECK (length(totp_secret) BETWEEN 26 AND 64),
  totp_last_step integer CHECK (totp_last_step >= 0),
  security_stamp text COLLATE "C" NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  credential_id text COLLATE "C" NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1400),
  public_key text COLLATE "C" NOT NULL CHECK (length(public_key) BETWEEN 16 AND 6000),
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  transports text COLLATE "C" NOT NULL DEFAULT '' CHECK (length(transports) <= 200),
  label text COLLATE "C" NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_by_person ON passkeys (person_id);

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(hash) BETWEEN 64 AND 200),
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX recovery_codes_by_person ON recovery_codes (person_id);

-- Links that make a person, or let one in again. The database has only the hash of their token.
CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('first', 'invite', 'reset')),
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'staff')),
  email text COLLATE "C" CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  person_id uuid,
  created_by text COLLATE "C" NOT NULL CHECK (length(created_by) BETWEEN 1 AND 200),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invitations_by_person ON invitations (person_id);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  person_id uuid NOT NULL,
  security_stamp text COLLATE "C" NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  second_factor_at timestamptz,
  device text COLLATE "C" NOT NULL CHECK (length(device) BETWEEN 1 AND 100),
  network text COLLATE "C" NOT NULL CHECK (length(network) <= 100)
);
CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- What a browser or an authenticator app must answer next, on whichever server it arrives. Each is taken once.
CREATE TABLE challenges (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('register', 'sign-in', 'totp')),
  value text COLLATE "C" NOT NULL UNIQUE CHECK (length(value) BETWEEN 16 AND 200),
  subject uuid,
  person_id uuid,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX challenges_by_subject ON challenges (subject);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);


-- IMPORTS of stock lists: a file between its upload and its confirmation, and what people said about headings. Readable
-- with the service key only.

CREATE TABLE imports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  content text COLLATE "C" CHECK (length(content) <= 7000000),
  choices text COLLATE "C" NOT NULL DEFAULT '{}' CHECK (length(choices) <= 100000),
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'written')),
  result text COLLATE "C" CHECK (length(result) <= 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX imports_by_date ON imports (created_at);

CREATE TABLE import_headings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  heading text COLLATE "C" NOT NULL UNIQUE CHECK (length(heading) BETWEEN 1 AND 200),
  column_name text COLLATE "C" NOT NULL CHECK (length(column_name) BETWEEN 1 AND 60),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);


-- ARTICLES and their pictures. Readable with the service key only: the server compiles what is published and serves it.

-- One that has the section and slug of an article that ships with the code takes its place.
CREATE TABLE articles (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  section text COLLATE "C" NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug text COLLATE "C" NOT NULL CHECK (slug ~ '^[-0-9a-z]{1,120}$'),
  status text COLLATE "C" NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'withdrawn')),
  published_version uuid,
  scheduled_version uuid,
  publish_at timestamptz,
  published_at timestamptz,
  preview_token text COLLATE "C" UNIQUE CHECK (preview_token ~ '^[-0-9A-Za-z_]{43}$'),
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (section, slug),
  CHECK (status <> 'published' OR published_version IS NOT NULL),
  CHECK ((scheduled_version IS NULL) = (publish_at IS NULL)),
  CHECK (status <> 'scheduled' OR scheduled_version IS NOT NULL)
);

CREATE TABLE article_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  article_id uuid NOT NULL,
  number integer NOT NULL CHECK (number >= 1),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('autosave', 'saved', 'published')),
  content text COLLATE "C" NOT NULL CHECK (length(content) BETWEEN 2 AND 400000),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (article_id, number)
);

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

CREATE TABLE pictures (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  width integer NOT NULL CHECK (width BETWEEN 1 AND 20000),
  height integer NOT NULL CHECK (height BETWEEN 1 AND 20000),
  bytes integer NOT NULL CHECK (bytes > 0),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pictures_by_date ON pictures (created_at);

-- The sizes in which a picture is served: '1600', '800', 'share'.
CREATE TABLE picture_files (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  picture_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[0-9a-z]{1,20}$'),
  media_type text COLLATE "C" NOT NULL CHECK (media_type IN ('image/webp', 'image/jpeg', 'image/png')),
  content text COLLATE "C" NOT NULL CHECK (length(content) BETWEEN 4 AND 7000000),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (picture_id, name)
);


-- SETTINGS, NUMBERS AND THE AUDIT TRAIL. Readable with the service key only.

-- What the dealer sets without a programmer. Rows override the defaults of site.config.ts and of the environment.
CREATE TABLE settings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[0-9A-Za-z]{1,60}$'),
  value text COLLATE "C" NOT NULL CHECK (length(value) BETWEEN 1 AND 50000),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- How often a page was read on a day, and nothing about who read it.
CREATE TABLE page_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  day text COLLATE "C" NOT NULL CHECK (day ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  path text COLLATE "C" NOT NULL CHECK (length(path) BETWEEN 1 AND 200),
  views integer NOT NULL CHECK (views > 0),
  UNIQUE (day, path)
);

-- What visitors searched for and we had nothing: how often a term was searched on a day, in which list, and nothing
-- else about the search or the visitor. Rows of more than 13 months are removed.
CREATE TABLE unmet_searches (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  day text COLLATE "C" NOT NULL CHECK (day ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  list text COLLATE "C" NOT NULL CHECK (list ~ '^[a-z]{1,20}$'),
  term text COLLATE "C" NOT NULL CHECK (term ~ '^[0-9A-Z]{2,16}$'),
  searches integer NOT NULL CHECK (searches > 0),
  UNIQUE (day, list, term)
);

-- The audit trail: who changed what, and when. Entries are added and read, never changed; they hold no visitor's
-- personal data.
CREATE TABLE audit (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  command text COLLATE "C" NOT NULL CHECK (length(command) BETWEEN 1 AND 100),
  change text COLLATE "C" NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  person_id text COLLATE "C" CHECK (length(person_id) = 36)
);
CREATE INDEX audit_by_date ON audit (at DESC, id);

-- What the site remembers from one run to the next, by name, such as when its clock was last read.
CREATE TABLE site_state (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  value text COLLATE "C" NOT NULL CHECK (length(value) <= 1000)
);
