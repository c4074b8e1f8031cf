-- Enquiries on PostgreSQL: the same table as db/migrations has for SQLite. Closed to the public key: visitors'
-- messages come in through the site's own function, which holds the service key.
CREATE TABLE enquiries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- What people quote, and what makes the same message sent twice one row.
  reference text COLLATE "C" NOT NULL UNIQUE CHECK (reference ~ '^ENQ-[0-9]{4}-[0-9]{4}$'),
  idempotency_key text COLLATE "C" NOT NULL UNIQUE CHECK (length(idempotency_key) BETWEEN 8 AND 100),

  kind text COLLATE "C" NOT NULL CHECK (kind IN ('contact', 'valuation')),
  name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  email text COLLATE "C" NOT NULL CHECK (length(email) BETWEEN 6 AND 254 AND email LIKE '%_@_%'),
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
  sent_by text COLLATE "C" CHECK (sent_by IN ('smtp', 'file')),
  resends integer NOT NULL DEFAULT 0 CHECK (resends >= 0),
  closed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),

  CHECK (kind <> 'contact' OR (subject IS NOT NULL AND inquiry_type IS NOT NULL AND message IS NOT NULL)),
  CHECK (kind <> 'valuation' OR (plate_number IS NOT NULL AND ownership IS NOT NULL)),
  CHECK (delivery <> 'quarantined' OR quarantine_reason IS NOT NULL),
  CHECK (delivery <> 'sent' OR (sent_at IS NOT NULL AND sent_by IS NOT NULL))
);
CREATE INDEX enquiries_waiting ON enquiries (next_attempt_at, id) WHERE delivery = 'waiting';
CREATE INDEX enquiries_by_date ON enquiries (created_at DESC, id);

CREATE TRIGGER enquiries_touch BEFORE UPDATE ON enquiries FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

ALTER TABLE enquiries ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON enquiries FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON enquiries TO service_role;
CREATE POLICY "the dealer does all" ON enquiries TO service_role USING (true) WITH CHECK (true);
-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON enquiries FROM authenticated;
  END IF;
END
$$;

NOTIFY pgrst, 'reload schema';
