-- The people of the desk and how they sign in, on PostgreSQL: the same tables as db/migrations has for SQLite, closed to
-- the public key.
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

CREATE TABLE recovery_codes (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL,
  -- Of the code, with a salt of its own.
  hash text COLLATE "C" NOT NULL UNIQUE CHECK (length(hash) BETWEEN 64 AND 200),
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);

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

CREATE INDEX passkeys_by_person ON passkeys (person_id);
CREATE INDEX recovery_codes_by_person ON recovery_codes (person_id);
CREATE INDEX invitations_by_person ON invitations (person_id);
CREATE INDEX sessions_by_person ON sessions (person_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
CREATE INDEX challenges_by_subject ON challenges (subject);
CREATE INDEX challenges_by_expiry ON challenges (expires_at);

CREATE TRIGGER people_touch BEFORE UPDATE ON people FOR EACH ROW EXECUTE FUNCTION touch_updated_at();

-- Rather than foreign keys, which would let PostgREST embed one table in another.
CREATE FUNCTION remove_person() RETURNS trigger LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  DELETE FROM public.passkeys WHERE person_id = OLD.id;
  DELETE FROM public.recovery_codes WHERE person_id = OLD.id;
  DELETE FROM public.invitations WHERE person_id = OLD.id;
  DELETE FROM public.sessions WHERE person_id = OLD.id;
  DELETE FROM public.challenges WHERE person_id = OLD.id;
  RETURN NULL;
END
$$;
REVOKE EXECUTE ON FUNCTION remove_person() FROM PUBLIC;
CREATE TRIGGER people_removed AFTER DELETE ON people FOR EACH ROW EXECUTE FUNCTION remove_person();

DO $$
DECLARE
  of_people text;
  supabase_role text;
BEGIN
  FOREACH of_people IN ARRAY ARRAY['people', 'passkeys', 'recovery_codes', 'invitations', 'sessions', 'challenges'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_people);
    EXECUTE format('REVOKE ALL ON %I FROM PUBLIC, anon, service_role', of_people);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO service_role', of_people);
    EXECUTE format('CREATE POLICY "the dealer does all" ON %I TO service_role USING (true) WITH CHECK (true)', of_people);
    -- A Supabase project grants tables to its signed-in visitors as well.
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'authenticated') THEN
      EXECUTE format('REVOKE ALL ON %I FROM authenticated', of_people);
    END IF;
  END LOOP;
  -- And functions to all of its roles.
  FOR supabase_role IN SELECT rolname FROM pg_roles WHERE rolname IN ('authenticated', 'anon', 'service_role') LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION remove_person() FROM %I', supabase_role);
  END LOOP;
END
$$;

NOTIFY pgrst, 'reload schema';
