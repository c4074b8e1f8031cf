-- Digests of suspected spam on PostgreSQL: the same table as db/migrations has for SQLite, closed to the public key.
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

CREATE TRIGGER digests_touch BEFORE UPDATE ON digests FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

ALTER TABLE digests ENABLE ROW LEVEL SECURITY;
REVOKE ALL ON digests FROM PUBLIC, anon, service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON digests TO service_role;
CREATE POLICY "the dealer does all" ON digests TO service_role USING (true) WITH CHECK (true);
-- A Supabase project grants tables to its signed-in visitors as well.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
    REVOKE ALL ON digests FROM authenticated;
  END IF;
END
$$;

-- The digest that lists a quarantined enquiry; null until there is one.
ALTER TABLE enquiries ADD COLUMN digest_id uuid;
CREATE INDEX enquiries_suspected ON enquiries (created_at, id)
  WHERE delivery = 'quarantined' AND digest_id IS NULL;
CREATE INDEX enquiries_by_digest ON enquiries (digest_id) WHERE digest_id IS NOT NULL;

NOTIFY pgrst, 'reload schema';
