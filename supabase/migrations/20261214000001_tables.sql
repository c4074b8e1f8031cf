-- The tables that both databases have. The baseline of SQLite includes this file, and db/read-sql.ts has the rules by
-- which it reads it: they cover what is used here, and SQLite refuses a type that they do not know. Where a comment says
-- "Readable with the service key only", the public key gets nothing of the table. There are no foreign keys, which would
-- let PostgREST embed one table in another, and would ask a restore to write the tables in their order: triggers remove
-- what belongs to a row.


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
  -- Why we ask more or less than similar plates sold for: one sentence of the dealer, shown beside those sales.
  price_reason text COLLATE "C"
    CHECK (length(price_reason) BETWEEN 1 AND 300 AND strpos(price_reason, chr(10)) + strpos(price_reason, chr(13)) = 0),
  -- A plate that is for sale has a price.
  CONSTRAINT plates_price_check CHECK (price >= 0 AND (coalesce(price, 0) >= 1 OR NOT is_available))
);

-- The private side of a plate. Readable with the service key only. A plate may be without a row.
CREATE TABLE plate_details (
  -- Of the plate.
  id uuid PRIMARY KEY,
  -- Interpreted together with is_available, which may change alone: see the view `stock`.
  status text COLLATE "C" NOT NULL CHECK (status IN ('draft', 'for_sale', 'reserved', 'sold', 'withdrawn')),
  -- The last day.
  reserved_until text COLLATE "C" CHECK (reserved_until ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  reserved_for text COLLATE "C" CHECK (length(reserved_for) BETWEEN 1 AND 200),
  -- The deal that holds or has bought it; null if the stock alone reserved or sold it.
  deal_id uuid,
  cost integer CHECK (cost >= 0),
  bought_on text COLLATE "C" CHECK (bought_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  document text COLLATE "C" CHECK (document IN ('V750', 'V778', 'vehicle')),
  document_number text COLLATE "C" CHECK (length(document_number) BETWEEN 1 AND 100),
  document_expires_on text COLLATE "C" CHECK (document_expires_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  notes text COLLATE "C" CHECK (length(notes) BETWEEN 1 AND 5000),
  sold_price integer CHECK (sold_price >= 0),
  sold_on text COLLATE "C" CHECK (sold_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- Of the explorer: 'sales:<id>' or 'jersey_sales:<id>'.
  recorded_sale text COLLATE "C" CHECK (
    recorded_sale ~ '^sales:.{8}-.{4}-.{4}-.{4}-.{12}$'
    OR recorded_sale ~ '^jersey_sales:.{8}-.{4}-.{4}-.{4}-.{12}$'
  ),
  document_checked_on text COLLATE "C" CHECK (document_checked_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- 'us' is the firm; anything else is a name. Null: not recorded.
  holder text COLLATE "C" CHECK (length(holder) BETWEEN 1 AND 200),
  -- 'signed and open', or a name.
  nominee text COLLATE "C" CHECK (length(nominee) BETWEEN 1 AND 200),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- What was changed in the stock, for undo. Readable with the service key only. The function change_stock writes one row
-- for each plate that a call changed; rows are removed after 30 days.
CREATE TABLE plate_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of one call, and the id of its entry in `audit`.
  batch uuid NOT NULL,
  -- The plate's updated_at after the change.
  at timestamptz NOT NULL DEFAULT now(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action text COLLATE "C" NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  plate_id uuid NOT NULL,
  plate_number text COLLATE "C" NOT NULL,
  -- JSON {"plate": {…}, "details": {…}} of the columns that changed, as they were and became; null: no such plate.
  before text COLLATE "C",
  after text COLLATE "C",
  CHECK (before IS NOT NULL OR after IS NOT NULL)
);
CREATE INDEX plate_changes_by_batch ON plate_changes (batch);
CREATE INDEX plate_changes_by_plate ON plate_changes (plate_id, at);
CREATE INDEX plate_changes_by_date ON plate_changes (at DESC, id);


-- RECORDED SALES: the changes of `sales` and `jersey_sales`.

-- What was changed in recorded sales, for undo. Readable with the service key only. The function change_sales writes
-- one row for each sale that a call changed; rows are removed after 30 days.
CREATE TABLE sale_changes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of one call, and the id of its entry in `audit`.
  batch uuid NOT NULL,
  -- The sale's updated_at after the change.
  at timestamptz NOT NULL DEFAULT now(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  action text COLLATE "C" NOT NULL CHECK (length(action) BETWEEN 1 AND 100),
  explorer text COLLATE "C" NOT NULL CHECK (explorer IN ('uk', 'jersey')),
  sale_id uuid NOT NULL,
  plate_number text COLLATE "C" NOT NULL,
  -- JSON of the columns that changed, as they were and became; null: no such sale.
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
  -- For readers: 'Hammer price £4,520 → £4,250; month January → February'.
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
  -- What people quote, and what makes the same message sent twice one row.
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

  -- waiting: to be sent at next_attempt_at, which is also when the lease of whoever is sending it ends.
  delivery text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'quarantined')),
  quarantine_reason text COLLATE "C",
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- Who is sending it; stays where a process ended before it could say how it went.
  lease text COLLATE "C",
  last_error text COLLATE "C",
  sent_at timestamptz,
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file', 'desk')),
  resends integer NOT NULL DEFAULT 0 CHECK (resends >= 0),
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  -- The digest that lists a quarantined enquiry; null until there is one.
  digest_id uuid,
  status text COLLATE "C" NOT NULL DEFAULT 'new'
    CHECK (status IN ('new', 'answered', 'replied', 'won', 'lost', 'spam')),
  -- The person of the desk who looks after it. The name stays where the person is removed.
  owner_id uuid,
  owner text COLLATE "C" CHECK (length(owner) BETWEEN 1 AND 200),
  -- When it was first answered.
  answered_at timestamptz,
  -- When the visitor last replied to us.
  replied_at timestamptz,
  lost_reason text COLLATE "C"
    CHECK (lost_reason IN ('price', 'bought elsewhere', 'no answer', 'changed their mind')),
  -- Who changed its status or its owner last, for the entry that the triggers write.
  changed_by text COLLATE "C" CHECK (length(changed_by) BETWEEN 1 AND 200),
  -- The number of entries in its conversation. A page that saw fewer has not seen them all, and may not change it.
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- What the visitor offers for the plate, in whole pounds.
  offer integer CHECK (offer >= 1),

  CHECK (kind <> 'contact' OR (subject IS NOT NULL AND inquiry_type IS NOT NULL AND message IS NOT NULL)),
  CHECK (kind <> 'valuation' OR (plate_number IS NOT NULL AND ownership IS NOT NULL)),
  -- A person of the desk took it by telephone, so that it is e-mailed to nobody.
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
  -- received: what the visitor replied by e-mail, as the person of the desk pasted it.
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('note', 'reply', 'received', 'event')),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  body text COLLATE "C" NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
  -- Of a reply.
  mail_id uuid,
  -- Which entry of the conversation it is, from 1.
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


-- DEALS. Readable with the service key only.

-- A plate that we sell to the person of an enquiry, or buy from them: quote or bid, agreement, handover, end. What has
-- not happened is null, so that a step is undone by setting it to null again. Amounts are in pence, days are of London.
CREATE TABLE deals (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  enquiry_id uuid NOT NULL,
  -- Of the enquiry, which may be removed before the deal: what a buyer quotes with a payment.
  reference text COLLATE "C" NOT NULL CHECK (length(reference) BETWEEN 1 AND 40),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('sale', 'purchase')),
  plate_number text COLLATE "C" NOT NULL CHECK (length(plate_number) BETWEEN 1 AND 20),
  -- The plate of the stock; null of a purchase until there is a draft.
  plate_id uuid,
  -- In the address of the buyer's page. Whoever knows it needs no sign-in.
  token text COLLATE "C" NOT NULL UNIQUE CHECK (length(token) = 43),
  -- The buyer, or the seller of a purchase.
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  amount integer NOT NULL CHECK (amount >= 1),
  deposit integer CHECK (deposit >= 1),
  -- Within how many days of a yes the deposit, and the whole price, are to be paid.
  deposit_days integer NOT NULL DEFAULT 3 CHECK (deposit_days BETWEEN 1 AND 365),
  balance_days integer NOT NULL DEFAULT 14 CHECK (balance_days BETWEEN 1 AND 365),
  -- What the amount includes.
  includes text COLLATE "C" CHECK (length(includes) BETWEEN 1 AND 1000),
  -- The last day of the quote or bid.
  valid_until text COLLATE "C" NOT NULL CHECK (valid_until ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- Quoted although another quote for the plate was open.
  is_beside_others boolean NOT NULL DEFAULT false,
  agreed_on text COLLATE "C" CHECK (agreed_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- The last days on which an agreed sale without any money holds its plate.
  deposit_by text COLLATE "C" CHECK (deposit_by ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  balance_by text COLLATE "C" CHECK (balance_by ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- Agreed, but nothing was paid in time, so that the plate is free again.
  lapsed_on text COLLATE "C" CHECK (lapsed_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  sold_on text COLLATE "C" CHECK (sold_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  ending text COLLATE "C" CHECK (ending IN ('vehicle', 'v317', 'certificate')),
  -- The keeper of the vehicle, if the certificate is posted.
  nominee text COLLATE "C" CHECK (length(nominee) BETWEEN 1 AND 200),
  -- The reference of the log book; removed with the end of the deal.
  vehicle_reference text COLLATE "C" CHECK (length(vehicle_reference) BETWEEN 1 AND 40),
  tracking_number text COLLATE "C" CHECK (length(tracking_number) BETWEEN 1 AND 100),
  -- The day when the plate was assigned to the vehicle, or when the certificate was posted.
  handed_over_on text COLLATE "C" CHECK (handed_over_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- Of a purchase.
  identity_seen_on text COLLATE "C" CHECK (identity_seen_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  certificate_received_on text COLLATE "C" CHECK (certificate_received_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- What the seller says of the document, for the draft in the stock.
  document text COLLATE "C" CHECK (document IN ('V750', 'V778', 'vehicle')),
  document_number text COLLATE "C" CHECK (length(document_number) BETWEEN 1 AND 100),
  document_expires_on text COLLATE "C" CHECK (document_expires_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  holder text COLLATE "C" CHECK (length(holder) BETWEEN 1 AND 200),
  invoice_number text COLLATE "C" CHECK (length(invoice_number) BETWEEN 1 AND 40),
  -- The firm keeps it for its accounts when the enquiry is removed.
  is_kept boolean NOT NULL DEFAULT false,
  -- For a death or a dispute: nothing is sent, and nothing ends by itself.
  is_on_hold boolean NOT NULL DEFAULT false,
  outcome text COLLATE "C" CHECK (outcome IN ('done', 'lost', 'withdrawn', 'expired')),
  lost_reason text COLLATE "C" CHECK (length(lost_reason) BETWEEN 1 AND 100),
  ended_at timestamptz,
  -- False while it has ended and money is still owed to one side or the other.
  is_settled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT deals_ended_at_check CHECK ((outcome IS NULL) = (ended_at IS NULL)),
  CONSTRAINT deals_deposit_most CHECK (deposit <= amount),
  CONSTRAINT deals_sold_on_agreed CHECK (sold_on IS NULL OR agreed_on IS NOT NULL)
);
-- One open deal for each plate, unless the dealer has confirmed another.
CREATE UNIQUE INDEX deals_one_open ON deals (plate_number)
  WHERE kind = 'sale' AND outcome IS NULL AND NOT is_beside_others;
-- One buyer for each plate of the stock. services/deals/standing.ts (isHolding) has the same rule.
CREATE UNIQUE INDEX deals_one_buyer ON deals (plate_number, plate_id)
  WHERE kind = 'sale' AND agreed_on IS NOT NULL AND lapsed_on IS NULL AND outcome IS NULL;
CREATE INDEX deals_unsettled ON deals (ended_at, id) WHERE NOT is_settled;
CREATE INDEX deals_by_enquiry ON deals (enquiry_id, created_at);
CREATE INDEX deals_by_plate ON deals (plate_number, created_at);
CREATE INDEX deals_open ON deals (valid_until, id) WHERE outcome IS NULL;
CREATE INDEX deals_by_date ON deals (created_at, id);
CREATE INDEX deals_by_sale ON deals (sold_on, id) WHERE sold_on IS NOT NULL;

-- Notes of money; nothing is processed. Of a sale it is received and a refund is paid; of a purchase, the other way about.
-- A payment that came back (recalled, charged back, a cheque that was not honoured) is `returned`; `kept` is money of a
-- deal that has ended which the firm's own terms let it keep; a move to another deal of the person, and a plate taken in part exchange, is an entry in each.
CREATE TABLE deal_payments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  deal_id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL CHECK (
    kind IN ('deposit', 'balance', 'refund', 'returned', 'moved-in', 'moved-out', 'part-exchange', 'kept')
  ),
  amount integer NOT NULL CHECK (amount >= 1),
  paid_on text COLLATE "C" NOT NULL CHECK (paid_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- When it was certain; null until then.
  cleared_on text COLLATE "C" CHECK (cleared_on ~ '^[0-9]{4}-[01][0-9]-[0-3][0-9]$'),
  -- If somebody else than the buyer paid.
  payer text COLLATE "C" CHECK (length(payer) BETWEEN 1 AND 100),
  -- Why it came back, or the term by which it is kept.
  note text COLLATE "C" CHECK (length(note) BETWEEN 1 AND 300),
  -- Of a move or a part exchange.
  other_deal uuid,
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
  -- What the mail is about, so that a mail that is queued twice is one row: 'acknowledgement ENQ-4821-7730'.
  mail_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(mail_key) BETWEEN 8 AND 200),
  kind text COLLATE "C" NOT NULL
    CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply', 'security-notice')),
  -- In lower case, so that limits count one person once.
  recipient text COLLATE "C" NOT NULL CHECK (length(recipient) BETWEEN 6 AND 254 AND recipient LIKE '%_@_%'),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 200),
  body text COLLATE "C" NOT NULL CHECK (length(body) BETWEEN 1 AND 50000),
  -- Where one request ends the mails of this kind (RFC 8058).
  unsubscribe_url text COLLATE "C" CHECK (length(unsubscribe_url) BETWEEN 8 AND 500),

  delivery text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (delivery IN ('waiting', 'sent', 'undeliverable')),
  -- How often the mail server refused it for good.
  refusals integer NOT NULL DEFAULT 0 CHECK (refusals >= 0),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  lease text COLLATE "C",
  last_error text COLLATE "C",
  sent_at timestamptz,
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  -- Of a reply: the enquiry, who wrote it, what it quotes, and the messages that it belongs to (RFC 5322, 3.6.4).
  enquiry_id uuid,
  person text COLLATE "C" CHECK (length(person) BETWEEN 1 AND 200),
  quoted text COLLATE "C" CHECK (length(quoted) BETWEEN 1 AND 50000),
  in_reply_to text COLLATE "C" CHECK (length(in_reply_to) BETWEEN 3 AND 998),
  thread text COLLATE "C" CHECK (length(thread) BETWEEN 3 AND 20000),
  -- Of a security notice: whose sign-in it is about.
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

-- The changes that they are told of. Written by triggers (alerts.sql), in the transaction of the change, so
-- that none is missed whoever makes it; and only while there is an alert.
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


-- PEOPLE OF THE DESK, and how they sign in. Readable with the service key only.

-- Who may sign in to the desk. A person who is removed is deleted, with everything below.
CREATE TABLE people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In lower case.
  email text COLLATE "C" NOT NULL UNIQUE
    CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%' AND email = lower(email)),
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'staff')),
  -- Argon2id with its parameters, in the PHC string format.
  password_hash text COLLATE "C" CHECK (length(password_hash) BETWEEN 50 AND 300),
  -- In base32 (RFC 6238).
  totp_secret text COLLATE "C" CHECK (length(totp_secret) BETWEEN 26 AND 64),
  -- The time step of the last code that was accepted, so that a code works once.
  totp_last_step integer CHECK (totp_last_step >= 0),
  -- Another one at each change of rights: a session with an older one has ended.
  security_stamp text COLLATE "C" NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  -- As the browser names it, in base64url.
  credential_id text COLLATE "C" NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 16 AND 1400),
  -- COSE, in base64url.
  public_key text COLLATE "C" NOT NULL CHECK (length(public_key) BETWEEN 16 AND 6000),
  counter bigint NOT NULL DEFAULT 0 CHECK (counter >= 0),
  -- Separated by commas.
  transports text COLLATE "C" NOT NULL DEFAULT '' CHECK (length(transports) <= 200),
  label text COLLATE "C" NOT NULL CHECK (length(label) BETWEEN 1 AND 100),
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX passkeys_by_person ON passkeys (person_id);

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  -- Of the code, with a salt of its own.
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
  -- Whom a reset lets in again.
  person_id uuid,
  -- A person, or the server that printed the link.
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
  -- Of the person, when the session began.
  security_stamp text COLLATE "C" NOT NULL CHECK (length(security_stamp) BETWEEN 16 AND 64),
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Null while a second factor is outstanding.
  second_factor_at timestamptz,
  -- In words: Firefox on Windows.
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
  -- The session or the invitation that it belongs to; null before anybody has signed in.
  subject uuid,
  -- The user that a new passkey is for.
  person_id uuid,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX challenges_by_subject ON challenges (subject);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);


-- IMPORTS of stock lists: a file between its upload and its confirmation, and what people said about headings. Readable
-- with the service key only.

CREATE TABLE imports (
  -- Also the batch of the changes that it makes.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  file_name text COLLATE "C" NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  -- The file in base64; null once it is imported.
  content text COLLATE "C" CHECK (length(content) <= 7000000),
  -- JSON: the sheet, the headings and the decisions that the person has chosen.
  choices text COLLATE "C" NOT NULL DEFAULT '{}' CHECK (length(choices) <= 100000),
  state text COLLATE "C" NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'written')),
  -- JSON: the counts of what was written.
  result text COLLATE "C" CHECK (length(result) <= 10000),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX imports_by_date ON imports (created_at);

CREATE TABLE import_headings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- In small letters without spaces and signs: 'retailgbp'.
  heading text COLLATE "C" NOT NULL UNIQUE CHECK (length(heading) BETWEEN 1 AND 200),
  -- '-': not imported.
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

CREATE TABLE article_versions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
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


-- SETTINGS, NUMBERS AND THE AUDIT TRAIL. Readable with the service key only.

-- What the dealer sets without a programmer. Rows override the defaults of site.config.ts and of the environment.
CREATE TABLE settings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[0-9A-Za-z]{1,60}$'),
  -- JSON.
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
  -- Where it was searched, such as 'stock' or 'uk'.
  list text COLLATE "C" NOT NULL CHECK (list ~ '^[a-z]{1,20}$'),
  -- Capital letters and digits alone, so that no sentence, address or number with its punctuation fits.
  term text COLLATE "C" NOT NULL CHECK (term ~ '^[0-9A-Z]{2,16}$'),
  searches integer NOT NULL CHECK (searches > 0),
  UNIQUE (day, list, term)
);

-- The audit trail: who changed what, and when. Entries are added and read, never changed; they hold no visitor's
-- personal data.
CREATE TABLE audit (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  at timestamptz NOT NULL DEFAULT now(),
  -- The name of the person at the desk, or the user of the operating system.
  person text COLLATE "C" NOT NULL CHECK (length(person) BETWEEN 1 AND 200),
  command text COLLATE "C" NOT NULL CHECK (length(command) BETWEEN 1 AND 100),
  change text COLLATE "C" NOT NULL CHECK (length(change) BETWEEN 1 AND 2000),
  -- People of the desk can change their name.
  person_id text COLLATE "C" CHECK (length(person_id) = 36)
);
CREATE INDEX audit_by_date ON audit (at DESC, id);

-- What the site remembers from one run to the next, by name, such as when its clock was last read.
CREATE TABLE site_state (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text COLLATE "C" NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 100),
  value text COLLATE "C" NOT NULL CHECK (length(value) <= 1000)
);
