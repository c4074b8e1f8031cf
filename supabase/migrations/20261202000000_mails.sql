-- Mails to visitors on PostgreSQL: the same table as db/migrations has for SQLite, closed to the public key.
CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- What the mail is about, so that a mail that is queued twice is one row: 'acknowledgement ENQ-4821-7730'.
  mail_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(mail_key) BETWEEN 8 AND 200),
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('acknowledgement', 'confirmation', 'alert')),
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

  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
);

CREATE INDEX mails_waiting ON mails (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX mails_by_recipient ON mails (recipient, created_at);

CREATE TRIGGER mails_touch BEFORE UPDATE ON mails FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

ALTER TABLE mails ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON mails FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO service_role;
CREATE POLICY "the dealer does all" ON mails TO service_role USING (true) WITH CHECK (true);
-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON mails FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
