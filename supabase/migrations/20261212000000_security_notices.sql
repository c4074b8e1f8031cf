-- Mails that tell a person of the desk what has changed in how the person signs in: as db/migrations has it for SQLite.
ALTER TABLE mails DROP CONSTRAINT mails_kind_check;
ALTER TABLE mails
  ADD CONSTRAINT mails_kind_check
    CHECK (kind IN ('acknowledgement', 'confirmation', 'alert', 'reply', 'security-notice')),
  -- Of a security notice: whose sign-in it is about.
  ADD COLUMN person_id uuid,
  ADD CONSTRAINT mails_security_notice_check CHECK ((kind = 'security-notice') = (person_id IS NOT NULL));

NOTIFY pgrst, 'reload schema';
