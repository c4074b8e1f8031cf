-- The tables of the embedded database; db/current has the views and triggers. supabase/migrations has the same for
-- PostgreSQL, and test/contract/ holds the two together. db/column-types.ts makes the types in lower case: a uuid is in
-- lower case, a boolean is 0 or 1, a timestamptz is UTC in ISO 8601 without trailing zeros, so that comparing bytes
-- compares the times. Where a comment says "Readable with the service key only", the public key gets nothing of the
-- table. There are no foreign keys, which would let PostgREST embed one table in another, and would ask a restore to
-- write the tables in their order: triggers remove what belongs to a row.

PRAGMA application_id = 0x504C5754; -- 'PLWT'

-- What the database remembers about itself, such as that the seed was sown.
CREATE TABLE meta (
  key TEXT PRIMARY KEY NOT NULL,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row. Its number rises with every change of what pages show, in the transaction of that change; and `stock` with those that
-- the explorers do not show: changes of plates, except demonstration plates, since every page says whether there are any.
CREATE TABLE data_version (
  id INTEGER PRIMARY KEY NOT NULL CHECK (id = 1),
  version INTEGER NOT NULL,
  stock INTEGER NOT NULL
) STRICT;
INSERT INTO data_version (id, version, stock) VALUES (1, 1, 0);


-- STOCK

-- Whoever may read `plates` may read all of its columns: private ones are in `plate_details`.
CREATE TABLE plates (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  plate_number TEXT NOT NULL UNIQUE CHECK (trim(plate_number) <> ''),
  price INTEGER CHECK (price BETWEEN 0 AND 2147483647),
  category TEXT,
  description TEXT,
  detailed_description TEXT,
  image_url TEXT,
  is_available boolean NOT NULL DEFAULT 1,
  is_feature boolean NOT NULL DEFAULT 0,
  is_demonstration boolean NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Why we ask more or less than similar plates sold for: one sentence of the dealer, shown beside those sales.
  price_reason TEXT
    CHECK (length(price_reason) BETWEEN 1 AND 300 AND instr(price_reason, char(10)) + instr(price_reason, char(13)) = 0),
  -- A plate that is for sale has a price.
  CHECK (coalesce(price, 0) >= 1 OR is_available = 0)
) STRICT;

-- The plate list and the featured grid: what is available, by price from the highest.
CREATE INDEX plates_by_price ON plates (is_available, price DESC, id);

-- The private side of a plate. Readable with the service key only. A plate may be without a row.
CREATE TABLE plate_details (
  -- Of the plate.
  id uuid PRIMARY KEY NOT NULL,
  -- Interpreted together with is_available, which may change alone: see the view `stock`.
  status TEXT NOT NULL CHECK (status IN ('draft', 'for_sale', 'reserved', 'sold', 'withdrawn')),
  -- The last day.
  reserved_until day,
  reserved_for TEXT CHECK (length(reserved_for) BETWEEN 1 AND 200),
  -- Null if it was not reserved by a step of a deal.
  reserved_deal uuid,
  cost INTEGER CHECK (cost BETWEEN 0 AND 2147483647),
  bought_on day,
  document TEXT CHECK (document IN ('V750', 'V778', 'vehicle')),
  document_number TEXT CHECK (length(document_number) BETWEEN 1 AND 100),
  document_expires_on day,
  notes TEXT CHECK (length(notes) BETWEEN 1 AND 5000),
  sold_price INTEGER CHECK (sold_price BETWEEN 0 AND 2147483647),
  sold_on day,
  -- Of the explorer: 'sales:<id>' or 'jersey_sales:<id>'.
  recorded_sale TEXT CHECK (length(recorded_sale) BETWEEN 42 AND 49 AND (
    recorded_sale GLOB 'sales:????????-????-????-????-????????????'
    OR recorded_sale GLOB 'jersey_sales:????????-????-????-????-????????????'
  )),
  document_checked_on day,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) STRICT;

-- What was changed in the stock, for undo. Readable with the service key only. The function change_stock writes one row
-- for each plate that a call changed; rows are removed after 30 days.
CREATE TABLE plate_changes (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  -- Of one call, and the id of its entry in `audit`.
  batch uuid NOT NULL,
  -- The plate's updated_at after the change.
  at timestamptz NOT NULL DEFAULT now(),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  plate_id uuid NOT NULL,
  plate_number TEXT NOT NULL,
  -- JSON {"plate": {…}, "details": {…}} of the columns that changed, as they were and became; null: no such plate.
  before TEXT,
  after TEXT,
  CHECK (before IS NOT NULL OR after IS NOT NULL)
) STRICT;
CREATE INDEX plate_changes_by_batch ON plate_changes (batch);
CREATE INDEX plate_changes_by_plate ON plate_changes (plate_id, at);
CREATE INDEX plate_changes_by_date ON plate_changes (at DESC, id);


-- RECORDED SALES

-- A search ignores case, spaces, hyphens, full stops and asterisks: `plate_compact` is the registration without them.
-- It is stored, since an index that holds a virtual column is not read in place of the table. `plate_folded` has each
-- figure as the letter that it looks like, so that '51 NGH' and 'S1 NGH' are both found as SINGH.
-- shared/sales/explorer/plate-text.ts and packages/sqlite-rest/plate-text.ts have the same rules.
CREATE TABLE sales (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  plate_number TEXT NOT NULL CHECK (trim(plate_number) <> ''),
  plate_compact TEXT AS (
    upper(replace(replace(replace(replace(plate_number, ' ', ''), '-', ''), '.', ''), '*', ''))
  ) STORED,
  plate_folded TEXT AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      plate_compact, '0', 'O'), '1', 'I'), '2', 'Z'), '3', 'E'), '4', 'A'), '5', 'S'), '6', 'G'), '7', 'T'), '8', 'B')
  ),
  where_sold TEXT,
  type TEXT,
  category TEXT,
  sale_year INTEGER NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month INTEGER CHECK (sale_month BETWEEN 1 AND 12),
  hammer_price INTEGER CHECK (hammer_price BETWEEN 0 AND 2147483647),
  total_price INTEGER CHECK (total_price BETWEEN 0 AND 2147483647),
  price_basis TEXT CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url TEXT,
  note TEXT,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- How the sale came to be on record: `complete` (every sold lot of an auction), `sample` (drawn at random from all
  -- lots), `highest` (picked because of its price), `reported` (made the news) or `own` (the dealer's own sale). Typical
  -- prices come from `complete` and `sample` alone.
  selection TEXT NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own')),
  -- A for each letter and 9 for each figure: A9AAA is M4 SAM. Null for a text of another shape.
  plate_shape TEXT AS (
    CASE
      WHEN length(plate_compact) <= 7
        AND length(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')) BETWEEN 1 AND 4
        AND trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') NOT GLOB '*[^0-9]*'
      THEN substr('AAAAAA', 1, length(plate_compact) - length(ltrim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
        || substr('9999', 1, length(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
        || substr('AAAAAA', 1, length(plate_compact) - length(rtrim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')))
    END
  ) VIRTUAL,
  -- By the shape alone, so that registrations of Northern Ireland are dateless.
  plate_system TEXT AS (
    CASE plate_shape
      WHEN 'AA99AAA' THEN 'current'
      WHEN 'A9AAA' THEN 'prefix' WHEN 'A99AAA' THEN 'prefix' WHEN 'A999AAA' THEN 'prefix'
      WHEN 'AAA9A' THEN 'suffix' WHEN 'AAA99A' THEN 'suffix' WHEN 'AAA999A' THEN 'suffix'
      WHEN 'A9' THEN 'dateless' WHEN 'A99' THEN 'dateless' WHEN 'A999' THEN 'dateless' WHEN 'A9999' THEN 'dateless'
      WHEN 'AA9' THEN 'dateless' WHEN 'AA99' THEN 'dateless' WHEN 'AA999' THEN 'dateless' WHEN 'AA9999' THEN 'dateless'
      WHEN 'AAA9' THEN 'dateless' WHEN 'AAA99' THEN 'dateless' WHEN 'AAA999' THEN 'dateless' WHEN 'AAA9999' THEN 'dateless'
      WHEN '9A' THEN 'dateless' WHEN '99A' THEN 'dateless' WHEN '999A' THEN 'dateless' WHEN '9999A' THEN 'dateless'
      WHEN '9AA' THEN 'dateless' WHEN '99AA' THEN 'dateless' WHEN '999AA' THEN 'dateless' WHEN '9999AA' THEN 'dateless'
      WHEN '9AAA' THEN 'dateless' WHEN '99AAA' THEN 'dateless' WHEN '999AAA' THEN 'dateless' WHEN '9999AAA' THEN 'dateless'
    END
  ) VIRTUAL
) STRICT;

-- What makes a sale the same sale; what is unknown counts as equal, and stands here as a value that no row can hold.
CREATE UNIQUE INDEX sales_natural_key ON sales (
  plate_number, sale_year, coalesce(sale_month, -1), coalesce(where_sold, x''),
  coalesce(hammer_price, -1), coalesce(total_price, -1)
);

-- Above a thousand sales the database answers for the pages of the explorer. Each of its orders is one walk of an
-- index, which also has the columns of the filters: a page is found by looking at each entry, without sorting and
-- without reading the rows that do not pass. Walked backwards, it is the other direction; by date the higher hammer
-- price comes first in both directions, which takes two.
CREATE INDEX sales_walk_total
  ON sales (total_price DESC, id, sale_year, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_walk_hammer
  ON sales (hammer_price DESC, id, sale_year, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_walk_plate
  ON sales (lower(plate_number) DESC, id, sale_year, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_walk_date
  ON sales (sale_year DESC, sale_month DESC, hammer_price DESC, id, where_sold, category, type, selection, plate_compact);
CREATE INDEX sales_walk_date_up
  ON sales (sale_year, sale_month, hammer_price DESC, id DESC, where_sold, category, type, selection, plate_compact);
-- Where few sales pass, those of their kinds are looked up and sorted, which is quicker than walking past all others.
CREATE INDEX sales_by_kind ON sales (sale_year, where_sold, category, type, selection);
CREATE INDEX sales_changed ON sales (updated_at DESC);
-- The hammer prices that typical prices come from, in their order: as in packages/sqlite-rest/sales-stats.ts.
CREATE INDEX sales_unselected
  ON sales (hammer_price, category, where_sold, sale_year, sale_month, type, selection, plate_compact)
  WHERE selection IN ('complete', 'sample') AND hammer_price > 0
    AND (price_basis IS NULL OR price_basis IN ('both', 'hammer'));

-- The sales that a price is compared with: those of the same letters, from the nearest number; those of the same number
-- in the same format, latest first. The hammer price must be known. `plate_letters` are those that people buy: SAM in
-- SAM 1, M4 SAM, SAM 4M and AB12 SAM. They and `plate_figures` are expressions, which the indexes and the view repeat.
CREATE INDEX sales_by_letters ON sales (
  CASE plate_system
    WHEN 'dateless' THEN trim(plate_compact, '0123456789')
    WHEN 'suffix' THEN substr(plate_compact, 1, 3)
    WHEN 'prefix' THEN substr(plate_compact, -3)
    WHEN 'current' THEN substr(plate_compact, -3)
  END,
  plate_system,
  CASE WHEN plate_shape IS NOT NULL THEN CAST(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') AS INTEGER) END,
  sale_year DESC, sale_month DESC
) WHERE hammer_price > 0 AND price_basis IS NOT 'unclear';
CREATE INDEX sales_by_shape ON sales (
  plate_shape,
  CASE WHEN plate_shape IS NOT NULL THEN CAST(trim(plate_compact, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') AS INTEGER) END,
  sale_year DESC, sale_month DESC
) WHERE hammer_price > 0 AND price_basis IS NOT 'unclear';

-- A search of three letters and more looks in the trigrams of `plate_folded`, which every registration that it may find
-- has in common with it.
CREATE VIRTUAL TABLE sales_trigrams USING fts5 (
  plate_folded, content = 'sales', content_rowid = 'rowid', tokenize = 'trigram', detail = 'full'
);

-- How many sales there are of each kind, kept by triggers: counting a million rows takes a tenth of a second, adding up
-- this table a hundredth.
CREATE TABLE sales_counts (
  where_sold TEXT,
  category TEXT,
  type TEXT,
  selection TEXT NOT NULL,
  sale_year INTEGER NOT NULL,
  sales INTEGER NOT NULL CHECK (sales >= 0)
) STRICT;
CREATE UNIQUE INDEX sales_counts_key ON sales_counts (
  sale_year, coalesce(where_sold, x''), coalesce(category, x''), coalesce(type, x''), selection
);
CREATE INDEX sales_counts_by_seller ON sales_counts (where_sold, sales);
CREATE INDEX sales_counts_by_type ON sales_counts (category, type, sales);

CREATE TABLE jersey_sales (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  plate_number TEXT NOT NULL CHECK (trim(plate_number) <> ''),
  plate_compact TEXT AS (
    upper(replace(replace(replace(replace(plate_number, ' ', ''), '-', ''), '.', ''), '*', ''))
  ) STORED,
  plate_folded TEXT AS (
    replace(replace(replace(replace(replace(replace(replace(replace(replace(
      plate_compact, '0', 'O'), '1', 'I'), '2', 'Z'), '3', 'E'), '4', 'A'), '5', 'S'), '6', 'G'), '7', 'T'), '8', 'B')
  ),
  total_price INTEGER CHECK (total_price BETWEEN 0 AND 2147483647),
  where_sold TEXT,
  sale_year INTEGER NOT NULL CHECK (sale_year BETWEEN 1900 AND 9999),
  sale_month INTEGER CHECK (sale_month BETWEEN 1 AND 12),
  price_basis TEXT CHECK (price_basis IN ('both', 'total', 'hammer', 'unclear')),
  source_url TEXT,
  note TEXT,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  selection TEXT NOT NULL CHECK (selection IN ('complete', 'sample', 'highest', 'reported', 'own'))
) STRICT;
CREATE UNIQUE INDEX jersey_sales_natural_key ON jersey_sales (
  plate_number, sale_year, coalesce(sale_month, -1), coalesce(where_sold, x''), coalesce(total_price, -1)
);
CREATE INDEX jersey_sales_by_date ON jersey_sales (sale_year DESC, sale_month DESC, id);

-- What was changed in recorded sales, for undo. Readable with the service key only. The function change_sales writes
-- one row for each sale that a call changed; rows are removed after 30 days.
CREATE TABLE sale_changes (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  -- Of one call, and the id of its entry in `audit`.
  batch uuid NOT NULL,
  -- The sale's updated_at after the change.
  at timestamptz NOT NULL DEFAULT now(),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action TEXT NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  explorer TEXT NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  sale_id uuid NOT NULL,
  plate_number TEXT NOT NULL,
  -- JSON of the columns that changed, as they were and became; null: no such sale.
  before TEXT,
  after TEXT,
  CHECK (before IS NOT NULL OR after IS NOT NULL)
) STRICT;
CREATE INDEX sale_changes_by_batch ON sale_changes (batch);
CREATE INDEX sale_changes_by_sale ON sale_changes (sale_id, at);
CREATE INDEX sale_changes_by_date ON sale_changes (at DESC, id);

-- The public log of corrections: what was changed in a recorded sale, or that it was removed or restored, when and why.
-- Entries are added and read, never changed.
CREATE TABLE corrections (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  explorer TEXT NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  plate_number TEXT NOT NULL CHECK (trim(plate_number) <> ''),
  kind TEXT NOT NULL CHECK (kind IN ('edited', 'removed', 'restored')),
  -- For readers: 'Hammer price £4,520 → £4,250; month January → February'.
  change TEXT NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000)
) STRICT;
CREATE INDEX corrections_by_date ON corrections (at DESC, id);


-- ENQUIRIES. Readable with the service key only. Pages of the site do not show them, so no change raises data_version.

-- What a visitor wrote, and the state of its delivery to the dealer, in one row, so that one insert is all there is to
-- accepting it. The limits of the texts are those of shared/enquiries/enquiry-fields.ts; a test holds them together.
CREATE TABLE enquiries (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  -- What people quote, and what makes the same message sent twice one row.
  reference TEXT NOT NULL UNIQUE CHECK (reference GLOB 'ENQ-[0-9][0-9][0-9][0-9]-[0-9][0-9][0-9][0-9]'),
  idempotency_key TEXT NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 8 AND 100),

  kind TEXT NOT NULL CHECK (kind IN ('contact', 'valuation', 'telephone')),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  email TEXT CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  phone TEXT CHECK (length(phone) BETWEEN 1 AND 40),
  subject TEXT CHECK (length(subject) BETWEEN 1 AND 150),
  inquiry_type TEXT CHECK (inquiry_type IN ('general', 'purchase', 'valuation', 'transfer', 'legal', 'other')),
  plate_number TEXT CHECK (length(plate_number) BETWEEN 1 AND 300),
  message TEXT CHECK (length(message) BETWEEN 1 AND 5000),
  ownership boolean CHECK (ownership = 1),

  -- waiting: to be sent at next_attempt_at, which is also when the lease of whoever is sending it ends.
  delivery TEXT NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'quarantined')),
  quarantine_reason TEXT,
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- Who is sending it; stays where a process ended before it could say how it went.
  lease TEXT,
  last_error TEXT,
  sent_at timestamptz,
  sent_by TEXT CHECK (sent_by IN ('smtp', 'file', 'desk')),
  resends INTEGER NOT NULL DEFAULT 0 CHECK (resends >= 0),
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  -- The digest that lists a quarantined enquiry; null until there is one.
  digest_id uuid,
  status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'answered', 'replied', 'won', 'lost', 'spam')),
  -- The person of the desk who looks after it. The name stays where the person is removed.
  owner_id uuid,
  owner TEXT CHECK (length(owner) BETWEEN 1 AND 200),
  -- When it was first answered.
  answered_at timestamptz,
  -- When the visitor last replied to us.
  replied_at timestamptz,
  lost_reason TEXT CHECK (lost_reason IN ('price', 'bought elsewhere', 'no answer', 'changed their mind')),
  -- Who changed its status or its owner last, for the entry that the triggers write.
  changed_by TEXT CHECK (length(changed_by) BETWEEN 1 AND 200),
  -- The number of entries in its conversation. A page that saw fewer has not seen them all, and may not change it.
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),

  CHECK (kind <> 'contact' OR (subject IS NOT NULL AND inquiry_type IS NOT NULL AND message IS NOT NULL)),
  CHECK (kind <> 'valuation' OR (plate_number IS NOT NULL AND ownership IS NOT NULL)),
  -- A person of the desk took it by telephone, so that it is e-mailed to nobody.
  CHECK (email IS NOT NULL OR (kind = 'telephone' AND phone IS NOT NULL)),
  CHECK (kind <> 'telephone' OR (delivery = 'sent' AND sent_by = 'desk')),
  CHECK (delivery <> 'quarantined' OR quarantine_reason IS NOT NULL),
  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
) STRICT;
CREATE INDEX enquiries_waiting ON enquiries (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX enquiries_by_date ON enquiries (created_at DESC, id);
-- With the delivery, so that suspected spam is counted from the index alone.
CREATE INDEX enquiries_by_status ON enquiries (status, created_at, id, delivery);
-- With all that finds the open enquiries about a plate, whose registration is among others in a text.
CREATE INDEX enquiries_by_plate ON enquiries (status, plate_number, created_at, id);
-- The expressions are those of the view enquirers.
CREATE INDEX enquiries_by_email ON enquiries (lower(email), created_at, id);
CREATE INDEX enquiries_by_phone ON enquiries (
  substr(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), -10),
  created_at, id
)
  WHERE substr(replace(replace(replace(replace(replace(phone, ' ', ''), '-', ''), '(', ''), ')', ''), '.', ''), -10)
    IS NOT NULL;
CREATE INDEX enquiries_by_owner ON enquiries (owner_id, created_at, id) WHERE owner_id IS NOT NULL;
CREATE INDEX enquiries_suspected ON enquiries (created_at, id)
  WHERE delivery = 'quarantined' AND digest_id IS NULL;
CREATE INDEX enquiries_by_digest ON enquiries (digest_id) WHERE digest_id IS NOT NULL;

-- The conversation: notes, replies and what changed. Removed with the enquiry.
CREATE TABLE enquiry_entries (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  enquiry_id uuid NOT NULL,
  -- received: what the visitor replied by e-mail, as the person of the desk pasted it.
  kind TEXT NOT NULL CHECK (kind IN ('note', 'reply', 'received', 'event')),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  -- Of a reply.
  mail_id uuid,
  -- Which entry of the conversation it is, from 1.
  number INTEGER NOT NULL DEFAULT 0 CHECK (number >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'reply') = (mail_id IS NOT NULL))
) STRICT;
CREATE INDEX enquiry_entries_in_order ON enquiry_entries (enquiry_id, number);
CREATE INDEX enquiry_entries_by_mail ON enquiry_entries (mail_id) WHERE mail_id IS NOT NULL;

-- Suspected spam reaches the dealer in one mail a day at most. A row is one such mail: its day is unique, so that of
-- several servers only one makes it, and its delivery is leased and retried as an enquiry's is.
CREATE TABLE digests (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  day day NOT NULL UNIQUE,

  delivery TEXT NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent')),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease TEXT,
  last_error TEXT,
  sent_at timestamptz,
  sent_by TEXT CHECK (sent_by IN ('smtp', 'file')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
) STRICT;


-- DEALS. Readable with the service key only. Pages of the site do not show them, so no change raises data_version.

-- A plate that we sell to the person of an enquiry, or buy from them: quote or bid, agreement, handover, end. What has
-- not happened is null, so that a step is undone by setting it to null again. Amounts are in pence, days are of London.
CREATE TABLE deals (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  enquiry_id uuid NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('sale', 'purchase')),
  plate_number TEXT NOT NULL CHECK (length(plate_number) BETWEEN 1 AND 20),
  -- The plate of the stock; null of a purchase until there is a draft.
  plate_id uuid,
  -- In the address of the buyer's page. Whoever knows it needs no sign-in.
  token TEXT NOT NULL UNIQUE CHECK (length(token) = 43),
  -- The buyer, or the seller of a purchase.
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 2147483647),
  deposit INTEGER CHECK (deposit BETWEEN 1 AND 2147483647),
  -- What the amount includes.
  includes TEXT CHECK (length(includes) BETWEEN 1 AND 1000),
  -- The last day of the quote or bid.
  valid_until day NOT NULL,
  -- Quoted although another quote for the plate was open.
  is_beside_others boolean NOT NULL DEFAULT 0,
  agreed_on day,
  sold_on day,
  ending TEXT CHECK (ending IN ('vehicle', 'certificate')),
  nominee TEXT CHECK (length(nominee) BETWEEN 1 AND 200),
  -- The reference of the log book; removed with the end of the deal.
  vehicle_reference TEXT CHECK (length(vehicle_reference) BETWEEN 1 AND 40),
  tracking_number TEXT CHECK (length(tracking_number) BETWEEN 1 AND 100),
  -- The day when the plate was assigned to the vehicle, or when the certificate was posted.
  handed_over_on day,
  -- Of a purchase.
  identity_seen_on day,
  certificate_received_on day,
  invoice_number TEXT CHECK (length(invoice_number) BETWEEN 1 AND 40),
  -- The firm keeps it for its accounts when the enquiry is removed.
  is_kept boolean NOT NULL DEFAULT 0,
  outcome TEXT CHECK (outcome IN ('done', 'lost', 'withdrawn', 'expired')),
  lost_reason TEXT CHECK (length(lost_reason) BETWEEN 1 AND 100),
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CHECK (deposit <= amount),
  CHECK (sold_on IS NULL OR agreed_on IS NOT NULL)
) STRICT;
-- One open deal for each plate, unless the dealer has confirmed another.
CREATE UNIQUE INDEX deals_one_open ON deals (plate_number)
  WHERE kind = 'sale' AND outcome IS NULL AND is_beside_others = 0;
CREATE INDEX deals_by_enquiry ON deals (enquiry_id, created_at);
CREATE INDEX deals_by_plate ON deals (plate_number, created_at);
CREATE INDEX deals_open ON deals (valid_until, id) WHERE outcome IS NULL;
CREATE INDEX deals_by_date ON deals (created_at, id);
CREATE INDEX deals_by_sale ON deals (sold_on, id) WHERE sold_on IS NOT NULL;

-- Notes of money; nothing is processed. Of a sale it is received and a refund is paid; of a purchase, the other way about.
CREATE TABLE deal_payments (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  deal_id uuid NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('deposit', 'balance', 'refund')),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 2147483647),
  paid_on day NOT NULL,
  method TEXT NOT NULL CHECK (length(method) BETWEEN 1 AND 60),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now()
) STRICT;
CREATE INDEX deal_payments_by_deal ON deal_payments (deal_id, created_at);
CREATE INDEX deal_payments_by_day ON deal_payments (paid_on, id);


-- MAILS AND ALERTS. Readable with the service key only. Pages do not show them, so no change raises data_version.

-- Mails to visitors and to people of the desk, as they are sent. Their delivery is leased and retried as an enquiry's
-- is; unlike an enquiry, a mail that is refused for good is given up.
CREATE TABLE mails (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  -- What the mail is about, so that a mail that is queued twice is one row: 'acknowledgement ENQ-4821-7730'.
  mail_key TEXT NOT NULL UNIQUE CHECK (length(mail_key) BETWEEN 8 AND 200),
  kind TEXT NOT NULL CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply', 'security-notice')),
  -- In lower case, so that limits count one person once.
  recipient TEXT NOT NULL CHECK (length(recipient) BETWEEN 6 AND 254 AND recipient LIKE '%_@_%'),
  subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 50000),
  -- Where one request ends the mails of this kind (RFC 8058).
  unsubscribe_url TEXT CHECK (length(unsubscribe_url) BETWEEN 8 AND 500),

  delivery TEXT NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'undeliverable')),
  -- How often the mail server refused it for good.
  refusals INTEGER NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease TEXT,
  last_error TEXT,
  sent_at timestamptz,
  sent_by TEXT CHECK (sent_by IN ('smtp', 'file')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  -- Of a reply: the enquiry, who wrote it, what it quotes, and the messages that it belongs to (RFC 5322, 3.6.4).
  enquiry_id uuid,
  person TEXT CHECK (length(person) BETWEEN 1 AND 200),
  quoted TEXT CHECK (length(quoted) BETWEEN 1 AND 50000),
  in_reply_to TEXT CHECK (length(in_reply_to) BETWEEN 3 AND 998),
  thread TEXT CHECK (length(thread) BETWEEN 3 AND 20000),
  -- Of a security notice: whose sign-in it is about.
  person_id uuid,

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL)),
  CHECK (kind <> 'reply' OR (enquiry_id IS NOT NULL AND person IS NOT NULL)),
  CHECK ((kind = 'security-notice') = (person_id IS NOT NULL))
) STRICT;
CREATE INDEX mails_waiting ON mails (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX mails_by_recipient ON mails (recipient, created_at);
CREATE INDEX mails_by_enquiry ON mails (enquiry_id, created_at) WHERE enquiry_id IS NOT NULL;
CREATE INDEX mails_undeliverable ON mails (created_at, id) WHERE delivery = 'undeliverable';

-- What visitors want to be told of by mail.
CREATE TABLE alerts (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  -- In the address of the page where the alert is started, changed and stopped. Whoever knows it needs no sign-in.
  token TEXT NOT NULL UNIQUE CHECK (length(token) = 43),
  -- In lower case.
  email TEXT NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
  -- What is watched, as a query: 'q=SAM&to=5000' or 'registration=SAM1'.
  criteria TEXT NOT NULL CHECK (length(criteria) BETWEEN 3 AND 300),
  frequency TEXT NOT NULL DEFAULT 'at-once' CHECK (frequency IN ('at-once', 'weekly')),
  -- Null until the address is confirmed; an unconfirmed alert is removed after 48 hours.
  confirmed_at timestamptz,
  -- When the visitor last opened the alert's page; 24 months later the alert is removed.
  seen_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (email, criteria)
) STRICT;

-- The changes that they are told of. Written by triggers (db/current/alerts.sql), in the transaction of the change, so
-- that none is missed whoever makes it; and only while there is an alert.
CREATE TABLE stock_changes (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  kind TEXT NOT NULL CHECK (kind IN ('new', 'price', 'sold')),
  plate_number TEXT NOT NULL,
  -- Of 'price', before the change.
  previous_price INTEGER,
  -- Which run of the alerts has taken it; null until one has.
  batch INTEGER,
  created_at timestamptz NOT NULL DEFAULT now()
) STRICT;
CREATE INDEX stock_changes_by_batch ON stock_changes (batch, created_at);


-- PEOPLE OF THE DESK, and how they sign in. Readable with the service key only. Pages do not show them, so no change
-- raises data_version.

-- Who may sign in to the desk. A person who is removed is deleted, with everything below.
CREATE TABLE people (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  -- In lower case.
  email TEXT NOT NULL UNIQUE CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  -- Argon2id with its parameters, in the PHC string format.
  password_hash TEXT CHECK (length(password_hash) BETWEEN 50 AND 300),
  -- In base32 (RFC 6238).
  totp_secret TEXT CHECK (length(totp_secret) BETWEEN 26 AND 64),
  -- The time step of the last code that was accepted, so that a code works once.
  totp_last_step INTEGER CHECK (totp_last_step >= 0),
  -- Another one at each change of rights: a session with an older one has ended.
  security_stamp TEXT NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) STRICT;

CREATE TABLE passkeys (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  -- As the browser names it, in base64url.
  credential_id TEXT NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1400),
  -- COSE, in base64url.
  public_key TEXT NOT NULL CHECK (length(public_key) BETWEEN 16 AND 6000),
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  -- Separated by commas.
  transports TEXT NOT NULL DEFAULT '' CHECK (length(transports) <= 200),
  label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
) STRICT;
CREATE INDEX passkeys_by_person ON passkeys (person_id);

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  -- Of the code, with a salt of its own.
  hash TEXT NOT NULL UNIQUE CHECK (length(hash) BETWEEN 64 AND 200),
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
) STRICT;
CREATE INDEX recovery_codes_by_person ON recovery_codes (person_id);

-- Links that make a person, or let one in again. The database has only the hash of their token.
CREATE TABLE invitations (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  kind TEXT NOT NULL CHECK (kind IN ('first', 'invite', 'reset')),
  role TEXT NOT NULL CHECK (role IN ('owner', 'staff')),
  email TEXT CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  -- Whom a reset lets in again.
  person_id uuid,
  -- A person, or the server that printed the link.
  created_by TEXT NOT NULL CHECK (length(created_by) BETWEEN 1 AND 200),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
) STRICT;
CREATE INDEX invitations_by_person ON invitations (person_id);

CREATE TABLE sessions (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  token_hash TEXT NOT NULL UNIQUE CHECK (length(token_hash) = 64),
  person_id uuid NOT NULL,
  -- Of the person, when the session began.
  security_stamp TEXT NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Null while a second factor is outstanding.
  second_factor_at timestamptz,
  -- In words: Firefox on Windows.
  device TEXT NOT NULL CHECK (length(device) BETWEEN 1 AND 100),
  network TEXT NOT NULL CHECK (length(network) <= 100)
) STRICT;
CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- What a browser or an authenticator app must answer next, on whichever server it arrives. Each is taken once.
CREATE TABLE challenges (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  kind TEXT NOT NULL CHECK (kind IN ('register', 'sign-in', 'totp')),
  value TEXT NOT NULL UNIQUE CHECK (length(value) BETWEEN 16 AND 200),
  -- The session or the invitation that it belongs to; null before anybody has signed in.
  subject uuid,
  -- The user that a new passkey is for.
  person_id uuid,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
) STRICT;
CREATE INDEX challenges_by_subject ON challenges (subject);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);


-- IMPORTS of stock lists: a file between its upload and its confirmation, and what people said about headings. Readable
-- with the service key only. Pages do not show them, so no change raises data_version.

CREATE TABLE imports (
  -- Also the batch of the changes that it makes.
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- The file in base64; null once it is imported.
  content TEXT CHECK (length(content) <= 7000000),
  -- JSON: the sheet, the headings and the decisions that the person has chosen.
  choices TEXT NOT NULL DEFAULT '{}' CHECK (length(choices) <= 100000),
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'written')),
  -- JSON: the counts of what was written.
  result TEXT CHECK (length(result) <= 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) STRICT;
CREATE INDEX imports_by_date ON imports (created_at);

CREATE TABLE import_headings (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  -- In small letters without spaces and signs: 'retailgbp'.
  heading TEXT NOT NULL UNIQUE CHECK (length(heading) BETWEEN 1 AND 200),
  -- '-': not imported.
  column_name TEXT NOT NULL CHECK (length(column_name) BETWEEN 1 AND 60),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) STRICT;


-- ARTICLES and their pictures. Readable with the service key only: the server compiles what is published and serves it.

-- One that has the section and slug of an article that ships with the code takes its place.
CREATE TABLE articles (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  section TEXT NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 120 AND slug NOT GLOB '*[^-0-9a-z]*'),
  status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'scheduled', 'published', 'withdrawn')),
  -- Of article_versions: what visitors read, and what they will read from publish_at.
  published_version uuid,
  scheduled_version uuid,
  publish_at timestamptz,
  -- The first time.
  published_at timestamptz,
  -- Of the link by which somebody without sign-in reads the latest version.
  preview_token TEXT UNIQUE CHECK (length(preview_token) = 43 AND preview_token NOT GLOB '*[^-0-9A-Za-z_]*'),
  -- Of the text: raised by each saving, so that two people who edit at once are told.
  revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (section, slug),
  CHECK (status <> 'published' OR published_version IS NOT NULL),
  CHECK ((scheduled_version IS NULL) = (publish_at IS NULL)),
  CHECK (status <> 'scheduled' OR scheduled_version IS NOT NULL)
) STRICT;

CREATE TABLE article_versions (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  article_id uuid NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 1),
  kind TEXT NOT NULL CHECK (kind IN ('autosave', 'saved', 'published')),
  -- JSON: the fields, with the text as Markdown.
  content TEXT NOT NULL CHECK (length(content) BETWEEN 2 AND 400000),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (article_id, number)
) STRICT;

-- Where articles were before: these addresses redirect.
CREATE TABLE article_addresses (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  section TEXT NOT NULL CHECK (section IN ('news', 'guides', 'stories')),
  slug TEXT NOT NULL CHECK (length(slug) BETWEEN 1 AND 120 AND slug NOT GLOB '*[^-0-9a-z]*'),
  article_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (section, slug)
) STRICT;
CREATE INDEX article_addresses_by_article ON article_addresses (article_id);

CREATE TABLE pictures (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  -- As it was uploaded.
  file_name TEXT NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- Of the largest file, in pixels.
  width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 20000),
  height INTEGER NOT NULL CHECK (height BETWEEN 1 AND 20000),
  -- Of all files together.
  bytes INTEGER NOT NULL CHECK (bytes > 0),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) STRICT;
CREATE INDEX pictures_by_date ON pictures (created_at);

-- The sizes in which a picture is served: '1600', '800', 'share'.
CREATE TABLE picture_files (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  picture_id uuid NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 20 AND name NOT GLOB '*[^0-9a-z]*'),
  media_type TEXT NOT NULL CHECK (media_type IN ('image/webp', 'image/jpeg', 'image/png')),
  -- In base64.
  content TEXT NOT NULL CHECK (length(content) BETWEEN 4 AND 7000000),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (picture_id, name)
) STRICT;


-- SETTINGS, NUMBERS AND THE AUDIT TRAIL. Readable with the service key only.

-- What the dealer sets without a programmer. Rows override the defaults of site.config.ts and of the environment.
CREATE TABLE settings (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 60 AND name NOT GLOB '*[^0-9A-Za-z]*'),
  -- JSON.
  value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 50000),
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
) STRICT;

-- How often a page was read on a day, and nothing about who read it.
CREATE TABLE page_views (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  day day NOT NULL,
  path TEXT NOT NULL CHECK (length(path) BETWEEN 1 AND 200),
  views INTEGER NOT NULL CHECK (views > 0),
  UNIQUE (day, path)
) STRICT;

-- What visitors searched for and we had nothing: how often a term was searched on a day, in which list, and nothing
-- else about the search or the visitor. Rows of more than 13 months are removed.
CREATE TABLE unmet_searches (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  day day NOT NULL,
  -- Where it was searched, such as 'stock' or 'uk'.
  list TEXT NOT NULL CHECK (length(list) BETWEEN 1 AND 20 AND list NOT GLOB '*[^a-z]*'),
  -- Capital letters and digits alone, so that no sentence, address or number with its punctuation fits.
  term TEXT NOT NULL CHECK (length(term) BETWEEN 2 AND 16 AND term NOT GLOB '*[^0-9A-Z]*'),
  searches INTEGER NOT NULL CHECK (searches > 0),
  UNIQUE (day, list, term)
) STRICT;

-- The audit trail: who changed what, and when. Entries are added and read, never changed; they hold no visitor's
-- personal data.
CREATE TABLE audit (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  -- The name of the person at the desk, or the user of the operating system.
  person TEXT NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  command TEXT NOT NULL CHECK (length(command) BETWEEN 1 AND 100),
  change TEXT NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  -- People of the desk can change their name.
  person_id TEXT CHECK (length(person_id) = 36)
) STRICT;
CREATE INDEX audit_by_date ON audit (at DESC, id);

-- What the site remembers from one run to the next, by name, such as when its clock was last read.
CREATE TABLE site_state (
  id uuid PRIMARY KEY NOT NULL DEFAULT gen_random_uuid(),
  name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  value TEXT NOT NULL CHECK (length(value) <= 1000)
) STRICT;
